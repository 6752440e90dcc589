package record

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"

	"github.com/gomoku-go/gomoku"
)

// Options say how to read. Nil means the defaults, as does the zero value. They are right for most files.
type Options struct {
	// Format is the format of the file; 0 means to detect it from the content.
	Format Format
	// Size is the number of rows and columns if the file does not say it: in SGF without SZ, in Moves and in PGN. 0 means 15.
	Size int
	// Rule is the rule if the file does not say it: in SGF without a RU that is understood, and in all other formats except RIF.
	// The rule decides when a game is over, so with a wrong one a correct record may be refused.
	Rule gomoku.Rule
	// AnyGame reads SGF whose GM property names another game, whatever its moves, and SGF whose RU names a rule that this module
	// does not have: such a game is read by Rule, and the tag "rule" names its own. Without AnyGame a file with another GM is
	// read only if its moves make a game of gomoku, because some programs write GM[1] in all their files.
	AnyGame bool
	// Lines makes each line of Moves a game of its own, as in lists of openings. Without it a game may take several lines.
	Lines bool
	// UnclaimedFouls lets a game of renju go on after a foul of Black, as if White had not claimed it; see [Node].Unclaimed.
	// Without it a move after a foul is an error, except in RIF, which has such games.
	UnclaimedFouls bool
	// Skipped, if not nil, is called for each game of a file that cannot be read, with the reason, and the game is left out. The
	// call is on the goroutine of Read or of the loop. Errors outside of games still end the reading.
	Skipped func(*SyntaxError)
	// Decoder turns text in other charsets into UTF-8; package record/charset has such functions. The charset is the name that
	// the file gives, such as "GBK" or "Shift_JIS", or empty if it gives none. The text is the whole file, in RenLib a single
	// text, and in RIF a piece that ends with > or a line end. If the error is an [errors.ErrUnsupported], the Decoder does not
	// know the charset, and the text is read as without a Decoder.
	//
	// Without a Decoder, UTF-16 and ISO-8859-1 are still read if the file names them, and other bytes are kept as they are. But
	// SGF in a charset whose letters may contain the bytes of \ or ] is an error, because moves could be misread.
	Decoder func(charset string, text []byte) (string, error)
	// MaxBytes is the size of the largest file that is read, after decompression if it is compressed by gzip; 0 means 16 MiB.
	// RIF is streamed and may have any size; there the limit is for its tables of players, tournaments and the like.
	MaxBytes int
	// MaxNodes is the largest number of games, moves and properties in the file, including those of variations; 0 means
	// 1,048,576. A move takes about a hundred bytes of memory. [Games] counts from 0 again for each game of RIF.
	MaxNodes int
}

// Limits against files made to exhaust the reader. The depth is far beyond the 484 points of the largest board, but passes
// have no natural end.
const (
	maxDepth        = 4096 // moves in a row
	defaultMaxBytes = 16 << 20
	defaultMaxNodes = 1 << 20
)

// Read returns all games of a file. An error in the content is a [*SyntaxError], and then no game is returned; for archives see
// [Options].Skipped. A file compressed by gzip is decompressed. Errors of r are passed on.
func Read(r io.Reader, o *Options) ([]*Tree, error) {
	trees := []*Tree{}
	for t, err := range games(r, o, true) {
		if err != nil {
			return nil, err
		}
		trees = append(trees, t)
	}
	return trees, nil
}

// Games yields the games of a file one by one. RIF is read game by game, in memory that does not grow with their number. Files of
// other formats are read as a whole first. After an error in one of several games of RIF, SGF, PGN or lines of moves, the loop goes on
// with the next game, so that one bad game does not hide the rest of an archive. After any other error it ends.
func Games(r io.Reader, o *Options) iter.Seq2[*Tree, error] { return games(r, o, false) }

func games(r io.Reader, o *Options, all bool) iter.Seq2[*Tree, error] {
	return func(yield func(*Tree, error) bool) {
		rd, err := newReader(o)
		if err == nil && r == nil {
			err = errors.New("record: the reader is nil")
		}
		var src *bufio.Reader
		if err == nil {
			src, err = rd.unpacked(bufio.NewReader(r))
		}
		if err != nil {
			yield(nil, err)
			return
		}
		if rd.Skipped != nil {
			yield = skipping(yield, rd.Skipped)
		}
		if rd.Format == 0 || rd.Format == RIF {
			head, err := src.Peek(src.Size())
			if err != nil && err != io.EOF {
				yield(nil, rd.packed(err))
				return
			}
			if rd.Format == RIF || looksLikeRIF(head) {
				rd.readRIF(src, all, yield)
				return
			}
		}
		if err := rd.readWhole(src, yield); err != nil {
			yield(nil, err)
		}
	}
}

// skipping returns a yield that reports errors of games, and does not pass them on.
func skipping(yield func(*Tree, error) bool, skipped func(*SyntaxError)) func(*Tree, error) bool {
	return func(t *Tree, err error) bool {
		var syntax *SyntaxError
		if errors.As(err, &syntax) && syntax.Game > 0 {
			skipped(syntax)
			return true
		}
		return yield(t, err)
	}
}

// unpacked returns a reader of the content of a file compressed by gzip, or of the file itself if it is not.
func (rd *reader) unpacked(r *bufio.Reader) (*bufio.Reader, error) {
	head, err := r.Peek(2)
	if err != nil || head[0] != 0x1f || head[1] != 0x8b {
		return r, nil // if there is an error, it comes again
	}
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, rd.packed(err)
	}
	return bufio.NewReader(z), nil
}

// packed makes a SyntaxError of what gzip says, and passes on other errors.
func (rd *reader) packed(err error) error {
	if errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum) || errors.Is(err, io.ErrUnexpectedEOF) {
		return newSyntaxError(rd.Format, 0, 0, "the file is packed by gzip, and damaged: %w", err)
	}
	return err
}

// A reader holds a copy of the caller's options with the defaults filled in, and what is kept from game to game.
type reader struct {
	Options
	nodes int           // that may still be read
	empty *gomoku.Board // on which games that begin without stones take turns
}

func newReader(o *Options) (*reader, error) {
	rd := new(reader)
	if o != nil {
		rd.Options = *o
	}
	if int(rd.Format) >= len(formatNames) {
		return nil, fmt.Errorf("record: Options.Format: %v: want one of the constants, or 0", rd.Format)
	}
	if rd.Size == 0 {
		rd.Size = gomoku.DefaultSize
	}
	if err := checkSize(rd.Size); err != nil {
		return nil, fmt.Errorf("record: Options.Size: %w", err)
	}
	if _, err := rd.Rule.MarshalText(); err != nil {
		return nil, fmt.Errorf("record: Options.Rule: %w", err)
	}
	if rd.MaxBytes < 0 || rd.MaxNodes < 0 {
		return nil, fmt.Errorf("record: Options.MaxBytes %d, MaxNodes %d: want 0 or more", rd.MaxBytes, rd.MaxNodes)
	}
	if rd.MaxBytes == 0 {
		rd.MaxBytes = defaultMaxBytes
	}
	if rd.MaxNodes == 0 {
		rd.MaxNodes = defaultMaxNodes
	}
	rd.nodes = rd.MaxNodes
	return rd, nil
}

func checkSize(size int) error {
	if size < gomoku.MinSize || size > gomoku.MaxSize {
		return fmt.Errorf("board size %d: want %d to %d", size, gomoku.MinSize, gomoku.MaxSize)
	}
	return nil
}

// readWhole reads a file that is not streamed. It yields the games, and the errors of games in a file of several.
func (rd *reader) readWhole(r io.Reader, yield func(*Tree, error) bool) error {
	limit := int64(rd.MaxBytes)
	if limit < math.MaxInt64 {
		limit++ // to see that there is more
	}
	data, err := io.ReadAll(io.LimitReader(r, limit))
	if err != nil {
		return rd.packed(err)
	}
	format := rd.Format
	if len(data) > rd.MaxBytes {
		return newSyntaxError(format, 0, rd.MaxBytes, "the file is longer than %d bytes: raise Options.MaxBytes to read it", rd.MaxBytes)
	}
	if format == 0 {
		if wide, ok := fromUTF16(data); ok {
			data = wide
		}
		format = detect(data)
	}
	var t *Tree
	switch format {
	case SGF:
		return rd.readSGF(data, yield)
	case PGN:
		return rd.readPGN(data, yield)
	case Pos:
		t, err = rd.readPos(data)
	case RenLib:
		t, err = rd.readRenLib(data)
	case Moves:
		return rd.readMoves(data, yield)
	case PSQ, Sav, Rec:
		if data, err = rd.text(format, data, ""); err != nil {
			return err
		}
		switch format {
		case PSQ:
			t, err = rd.readPSQ(data)
		case Sav:
			t, err = rd.readSav(data)
		case Rec:
			t, err = rd.readRec(data)
		}
	default:
		if len(bytes.TrimLeft(data, space)) == 0 {
			return newSyntaxError(0, 0, 0, "the file is empty: want a game record")
		}
		return newSyntaxError(0, 0, 0, "not a game record: want SGF, which begins with (; PSQ, which begins with Piskvorky; "+
			"a string of moves such as h8i9h7; PGN; .pos; .sav; .rec; a RenLib library; or the RIF database in XML")
	}
	if err != nil {
		return err
	}
	yield(t, nil)
	return nil
}

// detect detects the format from the content, except RIF, which is looked for before. Binary formats come first, because they may
// contain text.
func detect(data []byte) Format {
	text := bytes.TrimLeft(bytes.TrimPrefix(data, []byte(byteOrderMark)), space)
	switch {
	case bytes.HasPrefix(data, []byte(renLibMagic)), bytes.HasPrefix(data, []byte(staticLibrary)), looksLikeOldRenLib(data):
		return RenLib
	case looksLikePos(data):
		return Pos
	case looksLikePSQ(text):
		return PSQ
	case looksLikePGN(text):
		return PGN
	case findSGF(text, 0) >= 0:
		return SGF
	case looksLikeSav(text):
		return Sav
	case looksLikeRec(text):
		return Rec
	case looksLikeMoves(text):
		return Moves
	}
	return 0
}
