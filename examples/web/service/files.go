package service

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/record"
)

// A Node is a move of a record with the moves that may follow; see [record.Node].
type Node struct {
	Move      *gomoku.Point       `json:"move,omitempty"` // missing in the root, and where there is a set-up
	Setup     *Setup              `json:"setup,omitempty"`
	Unclaimed bool                `json:"unclaimed,omitempty"`
	Comment   string              `json:"comment,omitempty"`
	Props     map[string][]string `json:"props,omitempty"`
	Children  []*Node             `json:"children,omitempty"` // the first one is the main line
}

// A Setup is a position that is set up within a record.
type Setup struct {
	Black []gomoku.Point `json:"black,omitempty"`
	White []gomoku.Point `json:"white,omitempty"`
	Turn  gomoku.Color   `json:"turn"`
}

type readRequest struct {
	head
	Data    []byte        `json:"data"` // Base64
	Text    string        `json:"text"`
	Name    string        `json:"name"` // of the file, for messages
	Format  record.Format `json:"format"`
	Size    int           `json:"size"`
	Rule    gomoku.Rule   `json:"rule"`
	Charset string        `json:"charset"` // of files that do not name theirs and are not in UTF-8
	Lines   bool          `json:"lines"`   // each line of moves is a game
	AnyGame bool          `json:"anyGame"` // SGF that says it is of another game
}

// Games are the games of a file.
type Games struct {
	Type    string       `json:"type"` // "games"
	Games   []RecordGame `json:"games"`
	Skipped []Skipped    `json:"skipped"` // games of an archive that cannot be read
}

// A RecordGame is a game with its variations.
type RecordGame struct {
	Game *gomoku.Game `json:"game"` // the main line
	Tree *Node        `json:"tree"`
}

// Skipped says why a game was left out.
type Skipped struct {
	Game    int    `json:"game"` // its number, from 1
	Line    int    `json:"line,omitempty"`
	Message string `json:"message"`
}

// maxNodes bounds the moves and properties of a file.
const maxNodes = 300_000

func read(s *Service, _ context.Context, q *readRequest, _ func(any)) (g Games, err error) {
	data := q.Data
	if q.Text != "" {
		if len(data) > 0 {
			return g, errors.New("the request has data and text: want one of them")
		}
		data = []byte(q.Text)
	}
	if q.Size != 0 && (q.Size < gomoku.MinSize || q.Size > gomoku.MaxSize) {
		return g, optionErrorf("size is %d: want %d to %d", q.Size, gomoku.MinSize, gomoku.MaxSize)
	}
	g = Games{Type: "games", Games: []RecordGame{}, Skipped: []Skipped{}}
	o := &record.Options{
		Format: q.Format, Size: q.Size, Rule: q.Rule, Lines: q.Lines, AnyGame: q.AnyGame, MaxBytes: s.o.MaxRequest, MaxNodes: maxNodes,
		Decoder: s.decoder(q.Charset),
		Skipped: func(e *record.SyntaxError) { g.Skipped = append(g.Skipped, Skipped{e.Game, e.Line, e.Error()}) },
	}
	trees, err := record.Read(bytes.NewReader(data), o)
	if err == nil && len(trees) == 0 && len(g.Skipped) > 0 {
		err = fmt.Errorf("no game can be read: %s", g.Skipped[0].Message)
	}
	if err != nil {
		if q.Name != "" {
			err = fmt.Errorf("%s: %w", q.Name, err)
		}
		return g, err
	}
	for _, t := range trees {
		root, err := toNode(t.Root, 0)
		if err != nil {
			return g, err
		}
		g.Games = append(g.Games, RecordGame{t.Game, root})
	}
	return g, nil
}

// decoder returns the decoder of Options, which takes texts without a charset for those of the given one.
func (s *Service) decoder(fallback string) func(charset string, text []byte) (string, error) {
	if s.o.Decoder == nil || fallback == "" {
		return s.o.Decoder
	}
	return func(charset string, text []byte) (string, error) {
		if charset == "" {
			charset = fallback
		}
		return s.o.Decoder(charset, text)
	}
}

// maxDepth bounds the moves of a line: every level of a tree takes stack, in here and in whoever reads the JSON.
const maxDepth = 2000

func toNode(n *record.Node, depth int) (*Node, error) {
	if n == nil {
		return &Node{}, nil
	}
	if depth > maxDepth {
		return nil, fmt.Errorf("a line of the file has more than %d moves", maxDepth)
	}
	node := &Node{Unclaimed: n.Unclaimed, Comment: n.Comment, Props: maps.Clone(n.Props)}
	if n.Setup != nil {
		node.Setup = &Setup{n.Setup.Black, n.Setup.White, n.Setup.Turn}
	}
	for _, c := range n.Children {
		child, err := toNode(c, depth+1)
		if err != nil {
			return nil, err
		}
		if c.Setup == nil {
			child.Move = &c.Move
		}
		node.Children = append(node.Children, child)
	}
	return node, nil
}

func fromNode(n *Node) *record.Node {
	node := &record.Node{Unclaimed: n.Unclaimed, Comment: n.Comment, Props: n.Props}
	if n.Move != nil {
		node.Move = *n.Move
	}
	if n.Setup != nil {
		node.Setup = &record.Setup{Black: n.Setup.Black, White: n.Setup.White, Turn: n.Setup.Turn}
	}
	for _, c := range n.Children {
		if c != nil {
			node.Children = append(node.Children, fromNode(c))
		}
	}
	return node
}

type writeRequest struct {
	head
	Format record.Format `json:"format"`
	Game   *gomoku.Game  `json:"game"`
	Tree   *Node         `json:"tree"`
}

// A File is a game in a file format.
type File struct {
	Type string `json:"type"` // "file"
	Name string `json:"name"` // one that fits the format
	Mime string `json:"mime"`
	Data []byte `json:"data"` // Base64
}

// fileTypes are the names and types of files by format.
var fileTypes = map[record.Format]struct{ ending, mime string }{
	record.SGF:    {"sgf", "application/x-go-sgf"},
	record.PSQ:    {"psq", "text/plain"},
	record.Moves:  {"txt", "text/plain"},
	record.Pos:    {"pos", "application/octet-stream"},
	record.RenLib: {"lib", "application/octet-stream"},
}

func write(_ *Service, _ context.Context, q *writeRequest, _ func(any)) (f File, err error) {
	if err := checkGame(q.Game); err != nil {
		return f, err
	}
	kind, ok := fileTypes[q.Format]
	if !ok {
		return f, optionErrorf("format is %v: want %v, %v, %v, %v or %v", q.Format, record.SGF, record.PSQ, record.Moves, record.Pos, record.RenLib)
	}
	tree := record.FromGame(q.Game)
	if q.Tree != nil {
		tree = &record.Tree{Game: q.Game, Root: fromNode(q.Tree)}
	}
	var b bytes.Buffer
	if err := record.Write(&b, q.Format, tree); err != nil {
		return f, err
	}
	name := "gomoku"
	if date := q.Game.Tags["date"]; date != "" && strings.Trim(date, "0123456789-") == "" {
		name += "-" + date
	}
	return File{Type: "file", Name: name + "." + kind.ending, Mime: kind.mime, Data: b.Bytes()}, nil
}
