package record

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// Write writes games in a format: any number of at least one in [SGF], and one in [PSQ], [Moves], [Pos] and [RenLib]; the
// others are for reading only. What is written, [Read] reads again as the same trees, but for what the format has no
// place for:
//
//   - SGF keeps everything but the reasons that no letter of its RE property stands for: a win by agreement comes back
//     without a reason, and a draw on a board that is not full as one by agreement. Line ends come back as \n, and what
//     the zero value of First stands for as Black.
//   - RenLib keeps moves, variations, comments, and the properties that RenLib has: see the package documentation. It has
//     no order of variations: they come back by their points, row by row from the top.
//   - PSQ keeps size and moves, the tags "black" and "white", and the properties MS and PSQ.
//   - Moves keeps the moves, Pos too; the reader is told the size and rule.
//
// Comments, variations and tags are left out where there is no place for them. A set-up, a first move by White, a foul that
// was not claimed and, but for Moves and RenLib, a pass are not: they would change the game, so they are errors. So are
// games that break the rules, trees whose main line is not that of the game, and names of properties that SGF does not
// allow. Everything is checked before the first byte is written, and w gets all of it at once.
func Write(w io.Writer, f Format, t ...*Tree) error {
	if w == nil {
		return errors.New("record: the writer is nil")
	}
	switch f {
	case SGF, PSQ, Moves, Pos, RenLib:
	case RIF, PGN, Sav, Rec:
		return fmt.Errorf("record: %v is read only: write SGF, which keeps variations and comments", f)
	default:
		return fmt.Errorf("record: %v: want SGF, PSQ, Moves, Pos or RenLib", f)
	}
	switch {
	case len(t) == 0:
		return errors.New("record: no game to write: want one or more")
	case len(t) > 1 && f != SGF:
		return fmt.Errorf("record: %d games for one file of %v: want one, or write SGF", len(t), f)
	}
	var buf bytes.Buffer
	for i, tree := range t {
		err := check(tree)
		if err == nil {
			switch f {
			case SGF:
				err = writeSGF(&buf, tree)
			case PSQ:
				err = writePSQ(&buf, tree)
			case Moves:
				err = writeMoves(&buf, tree.Game)
			case Pos:
				err = writePos(&buf, tree.Game)
			case RenLib:
				err = writeRenLib(&buf, tree)
			}
		}
		if err != nil {
			return fmt.Errorf("record: %v, game %d: %w", f, i+1, bare(err))
		}
	}
	_, err := w.Write(buf.Bytes())
	return err
}
