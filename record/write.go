package record

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// Write writes games in a format: one or more in [SGF], and one in [PSQ], [Moves], [Pos] and [RenLib]. The other formats are for
// reading only. [Read] reads the same trees back, except for what the format cannot store:
//
//   - SGF keeps everything except reasons that its RE property does not have: a win by agreement comes back without a reason, and a
//     draw on a board that is not full as a draw by agreement. Line ends come back as \n, and a First of Empty as Black.
//   - RenLib keeps moves, variations, comments, and the properties that RenLib has: see the package documentation. It has no order of
//     variations: they come back sorted by their points, row by row from the top.
//   - PSQ keeps size and moves, the tags "black" and "white", and the properties MS and PSQ.
//   - Moves and Pos keep the moves. Size and rule have to be given to Read again.
//
// Comments, variations and tags that a format cannot store are left out. A set-up, a first move by White, a foul that was not
// claimed, and a pass (except in Moves and RenLib) are errors instead, because without them it would be another game. Other errors
// are games that break the rules, trees whose main line is not that of the game, and names of properties that SGF does not allow.
// Everything is checked before the first byte is written, and w gets all of it at once.
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
