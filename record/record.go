package record

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/gomoku-go/gomoku"
)

// A Format is a way to write games down. The zero value is none: [Read] then looks at the content.
type Format uint8

const (
	SGF    Format = iota + 1 // Smart Game Format, FF[3] and FF[4], with GM[4]; .sgf
	PSQ                      // what Piskvork and the Gomocup archives write; .psq
	Moves                    // a string of moves, as h8i9h7
	Pos                      // a count and so many bytes, 15×15 only; .pos
	RenLib                   // a library of RenLib, 15×15 only; .lib; read only
	RIF                      // the database of RenjuNet in XML, 15×15 only; .rif; read only
)

var formatNames = []string{"unknown format", "SGF", "PSQ", "moves", "pos", "RenLib", "RIF"}

// String returns the format's name.
func (f Format) String() string {
	if int(f) < len(formatNames) {
		return formatNames[f]
	}
	return fmt.Sprintf("Format(%d)", uint8(f))
}

// A Node is a move with what is said of it, and the moves that may follow. The colors alternate along every path from the
// root, from [gomoku.Game].First on; where a file lets one color move twice, a pass stands between.
type Node struct {
	Move     gomoku.Point // NoPoint is a pass, and in the root no move at all
	Comment  string       // lines end with \n
	Props    map[string][]string
	Children []*Node // the first one is the main line
}

// A Tree is a game with its variations. Game is the main line, with set-up, tags and result; Root is the position before
// the first move, and its first children lead through the moves of Game.
//
// [Read] returns only trees that are sound: [gomoku.Game.Board] has no error, every variation follows the rules too, and
// both have the same main line. [Write] demands the same. A tree whose Root is nil has no variations.
type Tree struct {
	Game *gomoku.Game
	Root *Node
}

// Options say how to read. Nil or the zero value is right for most files.
type Options struct {
	// Format is that of the file; 0 means to detect it by content.
	Format Format
	// Size is the number of rows and columns where the file does not say: in SGF without SZ, and in Moves. 0 means 15.
	Size int
	// Rule is taken where the file does not say: SGF without a RU that is understood, and PSQ, Moves, Pos and RenLib
	// always. It decides when a game is over, so a wrong one may make a sound record look unsound. RIF is renju.
	Rule gomoku.Rule
	// Decoder turns text that is not UTF-8 into UTF-8: from GBK or Shift-JIS, say. Of RenLib it gets each text, of RIF
	// pieces that end with > or a line end, of other formats the whole file. If it is nil the bytes are kept as they
	// are, but for RIF, which then takes only UTF-8 and ISO-8859-1.
	Decoder func([]byte) (string, error)
	// MaxBytes is the size of the largest file that is read, 0 meaning 16 MiB. RIF is streamed and may be as large as
	// it likes: here the limit is for its tables of players, tournaments and the like.
	MaxBytes int
	// MaxNodes is the largest number of games, moves and properties in the file, those of variations included; 0 means
	// 1,048,576. A move takes about a hundred bytes of memory. [Games] counts afresh for each game of RIF.
	MaxNodes int
}

// Limits against files made to exhaust the reader. The depth is far beyond the 484 points of the largest board, but passes
// have no natural end.
const (
	maxDepth        = 4096 // moves in a row
	defaultMaxBytes = 16 << 20
	defaultMaxNodes = 1 << 20
)

// A SyntaxError tells what is wrong in a file, and where.
type SyntaxError struct {
	Format Format
	Line   int    // from 1; 0 in binary formats
	Offset int    // bytes from the beginning of the file, or of what became of it in UTF-8
	Msg    string // what is wrong and what was expected
	Err    error  // the cause, such as gomoku.ErrOccupied, or nil
}

// Error returns format, place and message: the line if there are lines, and the byte otherwise.
func (e *SyntaxError) Error() string {
	if e.Line > 0 {
		return fmt.Sprintf("record: %v, line %d: %s", e.Format, e.Line, e.Msg)
	}
	return fmt.Sprintf("record: %v, byte %d: %s", e.Format, e.Offset, e.Msg)
}

// Unwrap returns the cause.
func (e *SyntaxError) Unwrap() error { return e.Err }

// newSyntaxError formats like fmt.Errorf; an error wrapped with %w is the cause.
func newSyntaxError(f Format, line, offset int, format string, args ...any) *SyntaxError {
	err := fmt.Errorf(format, args...)
	return &SyntaxError{f, line, offset, plain(err), errors.Unwrap(err)}
}

// plain is the text of an error without the name of the package that it comes from: ours stands before it.
func plain(err error) string { return strings.ReplaceAll(err.Error(), "gomoku: ", "") }

// A writeError is an error of Write.
type writeError struct {
	text  string
	cause error
}

func (e *writeError) Error() string { return e.text }
func (e *writeError) Unwrap() error { return e.cause }

// errorAt is a newSyntaxError in text: it counts the lines.
func errorAt(f Format, data []byte, offset int, format string, args ...any) *SyntaxError {
	return newSyntaxError(f, 1+bytes.Count(data[:offset], []byte("\n")), offset, format, args...)
}

// Read returns all games of a file. What is wrong with the content is a [*SyntaxError], and then no game is returned.
// Errors of r are passed on.
func Read(r io.Reader, o *Options) ([]*Tree, error) {
	var trees []*Tree
	for t, err := range games(r, o, true) {
		if err != nil {
			return nil, err
		}
		trees = append(trees, t)
	}
	return trees, nil
}

// Games yields the games of a file one by one. RIF is read game by game, in memory that does not grow with their number;
// a file of another format is read as a whole first. After an error in one game of RIF the loop goes on with the next, so
// that a flaw does not hide the rest of a database; after any other error it ends.
func Games(r io.Reader, o *Options) iter.Seq2[*Tree, error] { return games(r, o, false) }

func games(r io.Reader, o *Options, all bool) iter.Seq2[*Tree, error] {
	return func(yield func(*Tree, error) bool) {
		rd, err := newReader(o)
		if err == nil && r == nil {
			err = errors.New("record: the reader is nil")
		}
		if err != nil {
			yield(nil, err)
			return
		}
		buffered := bufio.NewReader(r)
		if rd.Format == 0 || rd.Format == RIF {
			head, err := buffered.Peek(buffered.Size())
			if err != nil && err != io.EOF {
				yield(nil, err)
				return
			}
			if rd.Format == RIF || looksLikeRIF(head) {
				rd.readRIF(buffered, all, yield)
				return
			}
		}
		trees, err := rd.readWhole(buffered)
		if err != nil {
			yield(nil, err)
			return
		}
		for _, t := range trees {
			if !yield(t, nil) {
				return
			}
		}
	}
}

// A reader is a copy of the caller's options, with the defaults filled in, and what is left of the nodes.
type reader struct {
	Options
	nodes int
	board *gomoku.Board // of the last game that began without stones
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

func (rd *reader) readWhole(r io.Reader) ([]*Tree, error) {
	limit := int64(rd.MaxBytes)
	if limit < math.MaxInt64 {
		limit++ // to see that there is more
	}
	data, err := io.ReadAll(io.LimitReader(r, limit))
	if err != nil {
		return nil, err
	}
	format := rd.Format
	if len(data) > rd.MaxBytes {
		return nil, newSyntaxError(format, 0, rd.MaxBytes, "the file is longer than %d bytes: raise Options.MaxBytes to read it", rd.MaxBytes)
	}
	if format == 0 {
		format = detect(data)
	}
	var t *Tree
	switch format {
	case SGF, PSQ, Moves:
		if data, err = rd.decodeFile(format, data); err != nil {
			return nil, err
		}
		switch format {
		case SGF:
			return rd.readSGF(data)
		case PSQ:
			t, err = rd.readPSQ(data)
		default:
			t, err = rd.readMoves(data)
		}
	case Pos:
		t, err = rd.readPos(data)
	case RenLib:
		t, err = rd.readRenLib(data)
	default:
		return nil, newSyntaxError(0, 0, 0, "not a game record: want SGF, which begins with (; PSQ, which begins with Piskvorky; "+
			"a string of moves such as h8i9h7; .pos; a RenLib library; or the RIF database in XML")
	}
	if err != nil {
		return nil, err
	}
	return []*Tree{t}, nil
}

const byteOrderMark = "\ufeff"

// decodeFile returns text in UTF-8, if that can be had.
func (rd *reader) decodeFile(f Format, data []byte) ([]byte, error) {
	if utf8.Valid(data) {
		return bytes.TrimPrefix(data, []byte(byteOrderMark)), nil
	}
	text, err := rd.decode(data)
	if err != nil {
		return nil, newSyntaxError(f, 0, 0, "the file is not UTF-8, and the Decoder says: %w", err)
	}
	return []byte(text), nil
}

// decode returns a text in UTF-8, or its bytes if nobody can say what they mean.
func (rd *reader) decode(text []byte) (string, error) {
	if rd.Decoder == nil || utf8.Valid(text) {
		return string(text), nil
	}
	return rd.Decoder(text)
}

const space = " \t\r\n\v\f"

// detect tells a format by content; RIF has been looked for before. Binary formats come first: a text may be within them,
// but they are not within a text.
func detect(data []byte) Format {
	text := bytes.TrimLeft(bytes.TrimPrefix(data, []byte(byteOrderMark)), space)
	const piskvorky = "piskvorky"
	switch {
	case bytes.HasPrefix(data, []byte(renLibMagic)), looksLikeOldRenLib(data):
		return RenLib
	case looksLikePos(data):
		return Pos
	case len(text) >= len(piskvorky) && strings.EqualFold(string(text[:len(piskvorky)]), piskvorky):
		return PSQ
	case findSGF(text) >= 0:
		return SGF
	case looksLikeMoves(text):
		return Moves
	}
	return 0
}

// FromGame returns the tree of a game without variations. It shares nothing with g; a nil game gives the tree of an empty
// one, which [Write] refuses.
func FromGame(g *gomoku.Game) *Tree {
	if g == nil {
		g = new(gomoku.Game)
	}
	g = g.Clone()
	return &Tree{g, lineOf(g.Moves)}
}

// lineOf returns the root of a tree without variations.
func lineOf(moves []gomoku.Point) *Node {
	root := new(Node)
	n := root
	for _, p := range moves {
		next := &Node{Move: p}
		n.Children = []*Node{next}
		n = next
	}
	return root
}

// Write writes games in a format: any number of at least one in [SGF], and one in [PSQ], [Moves] and [Pos]; the others are
// for reading only. What is written, [Read] reads again as the same trees, but for what the format has no place for:
//
//   - SGF keeps everything but the reasons that no letter of its RE property stands for: a win by agreement comes back
//     without a reason, and a draw on a board that is not full as one by agreement. Line ends come back as \n, and what
//     the zero value of First stands for as Black.
//   - PSQ keeps size and moves, the tags "black" and "white", and the properties MS and PSQ.
//   - Moves keeps the moves, Pos too; the reader is told the size and rule.
//
// Comments, variations and tags are left out where there is no place for them. A set-up, a first move by White and, but
// for Moves, a pass are not: they would change the game, so they are errors. So are games that break the rules, trees
// whose main line is not that of the game, and names of properties that SGF does not allow. Everything is checked before
// the first byte is written, and w gets all of it at once.
func Write(w io.Writer, f Format, t ...*Tree) error {
	if w == nil {
		return errors.New("record: the writer is nil")
	}
	switch f {
	case SGF, PSQ, Moves, Pos:
	case RenLib, RIF:
		return fmt.Errorf("record: %v is read only: write SGF, which keeps variations and comments", f)
	default:
		return fmt.Errorf("record: %v: want SGF, PSQ, Moves or Pos", f)
	}
	if len(t) == 0 || f != SGF && len(t) != 1 {
		return fmt.Errorf("record: %d games for one file of %v: want one, or more in SGF", len(t), f)
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
			}
		}
		if err != nil {
			return &writeError{fmt.Sprintf("record: %v, game %d: %s", f, i+1, plain(err)), err}
		}
	}
	_, err := w.Write(buf.Bytes())
	return err
}
