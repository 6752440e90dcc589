package record_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/record"
)

// read reads a text that must be right, with one game in it.
func read(t *testing.T, text string, o *record.Options) *record.Tree {
	t.Helper()
	trees, err := record.Read(strings.NewReader(text), o)
	if err != nil {
		t.Fatalf("Read(%.200q): %v", text, err)
	}
	if len(trees) != 1 {
		t.Fatalf("Read(%.200q) = %d games, want 1", text, len(trees))
	}
	return trees[0]
}

func write(t *testing.T, f record.Format, trees ...*record.Tree) string {
	t.Helper()
	var buf bytes.Buffer
	if err := record.Write(&buf, f, trees...); err != nil {
		t.Fatalf("Write(%v): %v", f, err)
	}
	return buf.String()
}

// line is moves as people write them.
func line(moves []gomoku.Point) string {
	words := make([]string, len(moves))
	for i, p := range moves {
		if words[i] = p.String(); p == gomoku.NoPoint {
			words[i] = "pass"
		}
	}
	return strings.Join(words, " ")
}

// branch follows the children with these numbers and returns the moves to there and on along the first ones.
func branch(n *record.Node, turns ...int) string {
	var moves []gomoku.Point
	for i := 0; ; i++ {
		child := 0
		if i < len(turns) {
			child = turns[i]
		}
		if child >= len(n.Children) {
			return line(moves)
		}
		n = n.Children[child]
		moves = append(moves, n.Move)
	}
}

// shape is a tree as records.jsonl has it.
func shape(n *record.Node) map[string]any {
	m := make(map[string]any)
	for _, c := range n.Children {
		m[c.Move.String()] = shape(c)
	}
	return m
}

// comments are the comments of a tree by the moves that lead to them.
func comments(n *record.Node, path string, into map[string]string) {
	if n.Comment != "" {
		into[strings.TrimSpace(path)] = n.Comment
	}
	for _, c := range n.Children {
		comments(c, path+" "+c.Move.String(), into)
	}
}

// TestCases reads the files of testdata, and compares them with what others say is in them.
func TestCases(t *testing.T) {
	f, err := os.Open("testdata/records.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for s := bufio.NewScanner(f); s.Scan(); n++ {
		var c struct {
			ID, File string
			Expected struct {
				Error         bool
				Size          int
				Moves         []string          `json:"moves_h"`
				MainLine      []string          `json:"main_line_h"`
				Variations    [][]string        `json:"variations_h"`
				Result        string            `json:"result"`
				RootComment   string            `json:"root_comment"`
				Comments      map[string]string `json:"comments"`
				Tree          map[string]any    `json:"tree"`
				Code          *int              `json:"result_code"`
				FirstProgram  string            `json:"first_program"`
				SecondProgram string            `json:"second_program"`
				Five          bool              `json:"last_move_makes_five"`
			}
		}
		if err := json.Unmarshal(s.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		t.Run(c.ID, func(t *testing.T) {
			want := c.Expected
			data, err := os.ReadFile(filepath.Join("testdata", c.File))
			if err != nil {
				t.Fatal(err)
			}
			trees, err := record.Read(bytes.NewReader(data), nil)
			if want.Error {
				var syntax *record.SyntaxError
				if !errors.As(err, &syntax) {
					t.Fatalf("error %v, want a SyntaxError", err)
				}
				return
			}
			if err != nil || len(trees) != 1 {
				t.Fatalf("%d games, %v; want one", len(trees), err)
			}
			tree := trees[0]
			if tree.Game.Size != want.Size {
				t.Errorf("size %d, want %d", tree.Game.Size, want.Size)
			}
			moves := want.Moves
			if moves == nil {
				moves = want.MainLine
			}
			if got, want := line(tree.Game.Moves), strings.Join(moves, " "); want != "" && got != want {
				t.Errorf("moves %s, want %s", got, want)
			}
			for i, v := range want.Variations {
				if got, want := branch(tree.Root, 0, i+1), strings.Join(v, " "); got != want {
					t.Errorf("variation %d is %s, want %s", i, got, want)
				}
			}
			if want.Result == "W+R" && (tree.Game.Outcome != gomoku.WhiteWins || tree.Game.Reason != gomoku.ByResignation) {
				t.Errorf("result %v, %v; want %s", tree.Game.Outcome, tree.Game.Reason, want.Result)
			}
			if want.Comments != nil {
				got := make(map[string]string)
				comments(tree.Root, "", got)
				if want.RootComment != "" {
					want.Comments[""] = want.RootComment
				}
				if d := cmp.Diff(want.Comments, got); d != "" {
					t.Errorf("comments (-want +got):\n%s", d)
				}
			}
			if want.Tree != nil {
				if d := cmp.Diff(want.Tree, shape(tree.Root)); d != "" {
					t.Errorf("tree (-want +got):\n%s", d)
				}
			}
			if want.Code != nil {
				if got := tree.Root.Props["PSQ"]; len(got) != 2 || got[1] != fmt.Sprint(*want.Code) {
					t.Errorf("PSQ property %q, want the code %d in the end", got, *want.Code)
				}
				if b, w := tree.Game.Tags["black"], tree.Game.Tags["white"]; b != want.FirstProgram || w != want.SecondProgram {
					t.Errorf("players %s, %s; want %s, %s", b, w, want.FirstProgram, want.SecondProgram)
				}
			}
			if want.Five && tree.Game.Reason != gomoku.ByFive {
				t.Errorf("the game ended by %v, want a five", tree.Game.Reason)
			}
			roundTrip(t, tree)
		})
	}
	if n != 16 {
		t.Errorf("%d cases, want 16", n)
	}
}

// roundTrip holds a tree that was read to what Read and Write promise.
func roundTrip(t *testing.T, tree *record.Tree) {
	t.Helper()
	if _, err := tree.Game.Board(); err != nil {
		t.Fatalf("Read returned a game that cannot be replayed: %v", err)
	}
	text := write(t, record.SGF, tree)
	again := read(t, text, &record.Options{Format: record.SGF})
	for _, root := range []*record.Node{tree.Root, again.Root} {
		delete(root.Props, "CA") // it tells of bytes that may be gone
		if len(root.Props) == 0 {
			root.Props = nil
		}
	}
	if !reflect.DeepEqual(tree, again) { // cmp.Diff takes twice as long for each move of a line
		t.Fatalf("written as SGF and read again (-before +after):\n%s\n%s", cmp.Diff(tree, again), text)
	}
	if first, second := write(t, record.SGF, tree), write(t, record.SGF, again); first != second {
		t.Fatalf("the same tree is written in two ways:\n%s\n%s", first, second)
	}
	for _, f := range []record.Format{record.PSQ, record.Moves, record.Pos} {
		var buf bytes.Buffer
		if err := record.Write(&buf, f, tree); err != nil {
			g := tree.Game
			plain := len(g.Black)+len(g.White)+len(g.Unclaimed) == 0 && g.First == gomoku.Black
			if f == record.Moves && plain {
				t.Fatalf("Write(Moves): %v", err)
			}
			continue // passes and the like; TestWriteErrors knows them
		}
		g := read(t, buf.String(), &record.Options{Format: f, Size: tree.Game.Size, Rule: tree.Game.Rule}).Game
		if d := cmp.Diff(tree.Game.Moves, g.Moves); d != "" || g.Size != tree.Game.Size {
			t.Fatalf("written as %v and read again, size %d, moves (-before +after):\n%s", f, g.Size, d)
		}
	}
}

func TestSGF(t *testing.T) {
	tree := read(t, `From: somebody
Subject: a game
(;FF[3]GaMe[4]SZ[9:9]RU[renju, Taraguchi-10]PB[One]PW[Two]EV[Cup]DT[2001-05-06]RE[B+T]CA[UTF-8]AP[other:1.0]XY[1][2]
TAG[a\:b:c:d]C[first \
line\]
second]
;Black[ee]BL[12.5]C[center];W[ED];B[G3](;W[ff];C[later];MA[aa])
(;W[]
 ;B[tt]N[two passes]))
`+"\x1a", nil)
	g := tree.Game
	want := map[string]string{"black": "One", "white": "Two", "event": "Cup", "date": "2001-05-06", "opening rule": "Taraguchi-10", "a:b": "c:d"}
	if d := cmp.Diff(want, g.Tags); d != "" {
		t.Errorf("tags (-want +got):\n%s", d)
	}
	if g.Size != 9 || g.Rule != gomoku.Renju || g.Outcome != gomoku.BlackWins || g.Reason != gomoku.ByTime {
		t.Errorf("size %d, %v, %v, %v", g.Size, g.Rule, g.Outcome, g.Reason)
	}
	if got, want := line(g.Moves), "e5 e6 g3 f4"; got != want {
		t.Errorf("moves %s, want %s", got, want)
	}
	if got, want := branch(tree.Root, 0, 0, 0, 1), "e5 e6 g3 pass pass"; got != want {
		t.Errorf("variation %s, want %s", got, want)
	}
	if tree.Root.Comment != "first line]\nsecond" {
		t.Errorf("root comment %q", tree.Root.Comment)
	}
	if d := cmp.Diff(map[string][]string{"XY": {"1", "2"}}, tree.Root.Props); d != "" {
		t.Errorf("root properties (-want +got):\n%s", d)
	}
	roundTrip(t, tree)
}

// What stands in the file in one way or another, and what it means.
func TestSGFMeaning(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       gomoku.Game // Size 15 and First Black unless given
		comment    string      // of the root
	}{
		{"move in the root", "(;GM[4]PB[x]B[hh]MA[hh];W[ii])", gomoku.Game{Moves: points("h8 i7"), Tags: map[string]string{"black": "x"}}, ""},
		{"no GM", "(;B[hh])", gomoku.Game{Moves: points("h8")}, ""},
		{"White begins", "(;W[aa];B[bb])", gomoku.Game{First: gomoku.White, Moves: points("a15 b14")}, ""},
		{"PL", "(;PL[w];B[aa])", gomoku.Game{First: gomoku.White, Moves: points("pass a15")}, ""},
		{"one color twice", "(;B[aa];B[bb];W[cc])", gomoku.Game{Moves: points("a15 pass b14 c13")}, ""},
		{"set-up", "(;AB[aa][bb]AW[cc];B[dd])", gomoku.Game{Black: points("a15 b14"), White: points("c13"), Moves: points("d12")}, ""},
		{"set-up, then the other's turn", "(;AB[aa][bb]AW[cc])",
			gomoku.Game{First: gomoku.White, Black: points("a15 b14"), White: points("c13"), Moves: points("")}, ""},
		{"set-up in rectangles", "(;AB[aa:bb];AE[ba:bb];AW[bb])",
			gomoku.Game{First: gomoku.White, Black: points("a14 a15"), White: points("b14"), Moves: points("")}, ""},
		{"nodes without moves", "(;C[a];C[b];PB[x]GC[y];B[aa];;C[c])",
			gomoku.Game{Moves: points("a15"), Tags: map[string]string{"black": "x", "game comment": "y"}}, "a\nb"},
		{"resigned", "(;RE[W+Resign];B[aa])", gomoku.Game{Moves: points("a15"), Outcome: gomoku.WhiteWins, Reason: gomoku.ByResignation}, ""},
		{"drawn", "(;RE[0];B[aa])", gomoku.Game{Moves: points("a15"), Outcome: gomoku.Draw, Reason: gomoku.ByAgreement}, ""},
		{"drawn, as a server writes it", "(;RE[B+Draw];B[aa])", gomoku.Game{Moves: points("a15"), Outcome: gomoku.Draw, Reason: gomoku.ByAgreement}, ""},
		{"five", "(;RE[B+R];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea])",
			gomoku.Game{Moves: points("a15 a14 b15 b14 c15 c14 d15 d14 e15"), Outcome: gomoku.BlackWins, Reason: gomoku.ByFive}, ""},
		{"forfeited", "(;RU[RIF];RE[W+F];B[ba])", gomoku.Game{Rule: gomoku.Renju, Tags: map[string]string{"opening rule": "RIF"},
			Moves: points("b15"), Outcome: gomoku.WhiteWins, Reason: gomoku.ByIllegalMove}, ""},
		{"double three", "(;RU[renju];B[gh];W[aa];B[fh];W[ca];B[hg];W[ea];B[hf];W[ga];B[hh])", gomoku.Game{Rule: gomoku.Renju,
			Moves: points("g8 a15 f8 c15 h9 e15 h10 g15 h8"), Outcome: gomoku.WhiteWins, Reason: gomoku.ByFoul}, ""},
		{"another size", "(;SZ[ 22 ];B[vv];W[aa])", gomoku.Game{Size: 22, Moves: points("v1 a22")}, ""},
		{"tt is a point on a large board", "(;SZ[20];B[tt])", gomoku.Game{Size: 20, Moves: points("t1")}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			tree := read(t, c.text, nil)
			if c.want.Size == 0 {
				c.want.Size = 15
			}
			if c.want.First == gomoku.Empty {
				c.want.First = gomoku.Black
			}
			if d := cmp.Diff(&c.want, tree.Game); d != "" {
				t.Errorf("game (-want +got):\n%s", d)
			}
			if tree.Root.Comment != c.comment {
				t.Errorf("comment %q, want %q", tree.Root.Comment, c.comment)
			}
			roundTrip(t, tree)
		})
	}
}

// points reads moves, and pass.
func points(s string) []gomoku.Point {
	moves := []gomoku.Point{}
	for _, w := range strings.Fields(s) {
		p := gomoku.NoPoint
		if w != "pass" {
			var err error
			if p, err = gomoku.ParsePoint(w); err != nil {
				panic(err)
			}
		}
		moves = append(moves, p)
	}
	return moves
}

func TestCollection(t *testing.T) {
	trees, err := record.Read(strings.NewReader("(;SZ[15];B[aa])\n\n(;SZ[9];B[ii](;W[aa])(;W[bb]))"), nil)
	if err != nil || len(trees) != 2 {
		t.Fatalf("%d games, %v; want 2", len(trees), err)
	}
	if trees[1].Game.Size != 9 || branch(trees[1].Root, 0, 1) != "i1 b8" {
		t.Errorf("the second game has size %d and the variation %s", trees[1].Game.Size, branch(trees[1].Root, 0, 1))
	}
	again, err := record.Read(strings.NewReader(write(t, record.SGF, trees...)), nil)
	if d := cmp.Diff(trees, again); err != nil || d != "" {
		t.Errorf("written and read again: %v (-before +after)\n%s", err, d)
	}
}

func TestPSQ(t *testing.T) {
	// The second program began; line ends of DOS, blanks, missing times; what archives add.
	tree := read(t, "piskvorky 15x15, 11:3, 1\r\n8,8,0\r\n 9, 9 ,125\r\n10,8\r\npbrain-a.zip\r\npbrain-b.zip\r\n-1\r\n2,Freestyle\r\n", nil)
	if got, want := line(tree.Game.Moves), "h8 i7 j8"; got != want {
		t.Errorf("moves %s, want %s", got, want)
	}
	if d := cmp.Diff(map[string]string{"black": "pbrain-b.zip", "white": "pbrain-a.zip"}, tree.Game.Tags); d != "" {
		t.Errorf("tags (-want +got):\n%s", d)
	}
	if d := cmp.Diff(map[string][]string{"PSQ": {"3:11", "-1", "2,Freestyle"}}, tree.Root.Props); d != "" {
		t.Errorf("properties (-want +got):\n%s", d)
	}
	if ms := tree.Root.Children[0].Children[0].Props["MS"]; len(ms) != 1 || ms[0] != "125" {
		t.Errorf("time of the second move %q, want 125", ms)
	}
	text := write(t, record.PSQ, tree)
	if want := "Piskvorky 15x15, 3:11, 0\n8,8,0\n9,9,125\n10,8,0\npbrain-b.zip\npbrain-a.zip\n-1\n2,Freestyle\n"; text != want {
		t.Errorf("written %q, want %q", text, want)
	}
	if d := cmp.Diff(tree, read(t, text, nil)); d != "" {
		t.Errorf("written and read again (-before +after):\n%s", d)
	}
	roundTrip(t, tree)
	// A writer's other way of saying who plays.
	if g := read(t, "Piskvorky 20x20 , 0 - 0\n1,20,0", nil).Game; g.Size != 20 || line(g.Moves) != "a1" {
		t.Errorf("size %d, moves %s; want 20 and a1", g.Size, line(g.Moves))
	}
}

func TestPos(t *testing.T) {
	tree := read(t, "\x03\x70\x00\xe0", nil)
	if got, want := line(tree.Game.Moves), "h8 a15 o1"; got != want {
		t.Errorf("moves %s, want %s", got, want)
	}
	if got := write(t, record.Pos, tree); got != "\x03\x70\x00\xe0" {
		t.Errorf("written %q", got)
	}
	roundTrip(t, tree)
}

// lib is a library of these bytes after the header.
func lib(nodes string) string {
	return "\xffRenLib\xff\x03\x04" + strings.Repeat("\xff", 10) + nodes
}

func TestRenLib(t *testing.T) {
	// The empty board with a comment; h8 marked, its two children: one with a text for the board, and the start of a pass.
	tree := read(t, lib("\x00\x08root\x00\x00"+"\x78\x10"+"\x79\xc9\x00\x01one\r\ntwo\x00\x00A\x00"+"\x00\x20ol\xe4\x00"+"\x68\x40"), nil)
	if got, want := branch(tree.Root, 0, 0)+"/"+branch(tree.Root, 0, 1), "h8 i8/h8 pass h9"; got != want {
		t.Errorf("lines %s, want %s", got, want)
	}
	got := make(map[string]string)
	comments(tree.Root, "", got)
	if d := cmp.Diff(map[string]string{"": "root", "h8 i8": "one\ntwo", "h8 -": "old"}, got); d != "" {
		t.Errorf("comments (-want +got):\n%s", d)
	}
	h8 := tree.Root.Children[0]
	if d := cmp.Diff([]map[string][]string{{"MA": {"hh"}}, {"LB": {"ih:A"}}}, []map[string][]string{h8.Props, h8.Children[0].Props}); d != "" {
		t.Errorf("properties (-want +got):\n%s", d)
	}
	roundTrip(t, tree)
	// Before version 3 there was no header, and a library began at the center.
	if got, want := branch(read(t, "\x78\x00\x79\x40", nil).Root), "h8 i8"; got != want {
		t.Errorf("old library: %s, want %s", got, want)
	}
	// Several first moves, without a node for the empty board.
	tree = read(t, lib("\x78\xc0\x79\x40"), nil)
	if len(tree.Root.Children) != 2 || line(tree.Game.Moves) != "h8" {
		t.Errorf("%d first moves, main line %s; want 2 and h8", len(tree.Root.Children), line(tree.Game.Moves))
	}
	// A deep subtree ends before the sibling of its root.
	tree = read(t, lib("\x78\x00\x79\x80\x7a\x80\x7b\x40\x7c\x40\x88\x40"), nil)
	want := map[string]any{"h8": map[string]any{"i8": map[string]any{"j8": map[string]any{"k8": map[string]any{}}, "l8": map[string]any{}}, "h7": map[string]any{}}}
	if d := cmp.Diff(want, shape(tree.Root)); d != "" {
		t.Errorf("tree (-want +got):\n%s", d)
	}
}

// swedish stands for a decoder: it knows one letter of ISO-8859-1.
func swedish(_ string, b []byte) (string, error) {
	if bytes.IndexByte(b, 0xff) >= 0 {
		return "", errNoLetter
	}
	return strings.ReplaceAll(string(b), "\xe5", "å"), nil
}

var errNoLetter = errors.New("no such letter")

func TestDecoder(t *testing.T) {
	head := `<?xml version="1.0"?><database><players><player id="1" name="`
	for _, c := range []struct {
		name, text string
		kept       bool // without a decoder
	}{
		{"SGF", "(;PB[\xe5])", true},
		{"PSQ", "Piskvorky 15x15, 0:0, 0\n8,8\n\xe5\n", true},
		{"RIF", head + "\xe5\"/></players><games><game black=\"1\"/></games></database>", false},
	} {
		tree := read(t, c.text, &record.Options{Decoder: swedish})
		if got := tree.Game.Tags["black"]; got != "å" {
			t.Errorf("%s: black is %q, want å", c.name, got)
		}
		trees, err := record.Read(strings.NewReader(c.text), nil)
		switch {
		case !c.kept && err == nil, c.kept && err != nil:
			t.Errorf("%s: without a decoder: %v", c.name, err)
		case c.kept && trees[0].Game.Tags["black"] != "\xe5":
			t.Errorf("%s: without a decoder black is %q, want the byte", c.name, trees[0].Game.Tags["black"])
		}
		var syntax *record.SyntaxError
		_, err = record.Read(strings.NewReader(strings.ReplaceAll(c.text, "\xe5", "\xff")), &record.Options{Decoder: swedish})
		if !errors.As(err, &syntax) || !errors.Is(err, errNoLetter) {
			t.Errorf("%s: a decoder that fails: %v", c.name, err)
		}
	}
	tree := read(t, lib("\x78\x48\xe5\x00"), &record.Options{Decoder: swedish})
	if got := tree.Root.Children[0].Comment; got != "å" {
		t.Errorf("RenLib: comment %q, want å", got)
	}
	// Letters that end with a byte of SGF's own must be decoded first, as in GBK.
	gbk := func(_ string, b []byte) (string, error) { return strings.ReplaceAll(string(b), "\x81\x5d", "乚"), nil }
	if got := read(t, "(;GM[4]CA[GBK]C[\x81\x5d])", &record.Options{Decoder: gbk}).Root.Comment; got != "乚" {
		t.Errorf("GBK: comment %q, want 乚", got)
	}
	// The file says what it is.
	latin := strings.Replace(head, "?>", " encoding=\"ISO-8859-1\"?>", 1) + "\xe5\"/></players><games><game black=\"1\"/></games></database>"
	if got := read(t, latin, nil).Game.Tags["black"]; got != "å" {
		t.Errorf("ISO-8859-1: black is %q, want å", got)
	}
	if _, err := record.Read(strings.NewReader(strings.Replace(latin, "ISO-8859-1", "Big5", 1)), nil); err == nil || !strings.Contains(err.Error(), "set Options.Decoder") {
		t.Errorf("Big5 without a decoder: %v", err)
	}
	// A byte order mark does not matter.
	for _, text := range []string{"(;B[aa])", "Piskvorky 15x15\n1,1", "a15", "<database><games><game><move>a15</move></game></games></database>"} {
		if got := line(read(t, "\ufeff"+text, nil).Game.Moves); got != "a15" {
			t.Errorf("%s after a byte order mark: %s, want a15", text, got)
		}
	}
	// Bytes that nobody can read come back as they were.
	kept := read(t, "(;CA[KOI8-R]C[\xe5])", nil)
	if text := write(t, record.SGF, kept); !strings.Contains(text, "CA[KOI8-R]") || !strings.Contains(text, "C[\xe5]") {
		t.Errorf("written %q, want the bytes and their encoding", text)
	}
}

func TestFormatString(t *testing.T) {
	for f, want := range map[record.Format]string{0: "unknown format", record.SGF: "SGF", record.PSQ: "PSQ", record.Moves: "moves",
		record.Pos: "pos", record.RenLib: "RenLib", record.RIF: "RIF", 99: "Format(99)"} {
		if got := f.String(); got != want {
			t.Errorf("Format(%d).String() = %q, want %q", f, got, want)
		}
	}
}

func TestFromGame(t *testing.T) {
	b, err := gomoku.NewBoard(15, gomoku.Standard)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range points("h8 i9 h7") {
		if err := b.Play(p); err != nil {
			t.Fatal(err)
		}
	}
	g := gomoku.NewGame(b)
	g.Tags = map[string]string{"event": "a [b] \\ c: d", "a:]\\": "x:y", "opening rule": " "}
	g.Outcome, g.Reason = gomoku.BlackWins, gomoku.ByIllegalMove
	tree := record.FromGame(g)
	roundTrip(t, tree)
	if d := cmp.Diff(g, tree.Game); d != "" || branch(tree.Root) != "h8 i9 h7" {
		t.Errorf("tree with %s (-want +got):\n%s", branch(tree.Root), d)
	}
	g.Moves[0], g.Tags["event"] = gomoku.At(0, 0), "other"
	if tree.Game.Moves[0] != gomoku.At(7, 7) || tree.Game.Tags["event"] == "other" {
		t.Error("the tree shares its game with the caller")
	}
	if text := write(t, record.SGF, &record.Tree{Game: tree.Game}); text != write(t, record.SGF, tree) {
		t.Errorf("without a Root the game is written as %s", text)
	}
	if err := record.Write(new(bytes.Buffer), record.SGF, record.FromGame(nil)); err == nil {
		t.Error("the empty game was written")
	}
}

func TestPropertiesOfARootWithAMove(t *testing.T) {
	tree := read(t, "(;GM[4]RE[?]B[hh]MA[hh]C[first])", nil)
	h8 := tree.Root.Children[0]
	if d := cmp.Diff(map[string][]string{"MA": {"hh"}}, h8.Props); d != "" || h8.Comment != "first" {
		t.Errorf("comment %q and properties of the move (-want +got):\n%s", h8.Comment, d)
	}
	if d := cmp.Diff(map[string][]string{"RE": {"?"}}, tree.Root.Props); d != "" {
		t.Errorf("properties of the root (-want +got):\n%s", d)
	}
	roundTrip(t, tree)
}

func BenchmarkRead(b *testing.B) {
	moves, err := os.ReadFile("testdata/psq-gomocup-sample.psq")
	if err != nil {
		b.Fatal(err)
	}
	tree, err := record.Read(bytes.NewReader(moves), nil)
	if err != nil {
		b.Fatal(err)
	}
	var sgf bytes.Buffer
	if err := record.Write(&sgf, record.SGF, tree...); err != nil {
		b.Fatal(err)
	}
	game := "<game id='1'><move>" + line(tree[0].Game.Moves[:14]) + "</move></game>\n"
	for _, c := range []struct{ name, text string }{
		{"SGF", strings.Repeat(sgf.String(), 100)},
		{"PSQ", string(moves)},
		{"RenLib", lib("\x78\x00" + strings.Repeat("\x79\xc0", 10000) + "\x7a\x40")},
		{"RIF", "<database>" + strings.Repeat(game, 100) + "</database>"},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(c.text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := record.Read(strings.NewReader(c.text), nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func TestFormatText(t *testing.T) {
	for f := record.SGF; f <= record.Rec; f++ {
		text, err := f.MarshalText()
		var back record.Format
		if err != nil || back.UnmarshalText(bytes.ToLower(text)) != nil || back != f {
			t.Errorf("%v is written %q, %v, and read as %v", f, text, err, back)
		}
	}
	var f record.Format
	if _, err := f.MarshalText(); err == nil || f.UnmarshalText([]byte("doc")) == nil || f.UnmarshalText([]byte("unknown format")) == nil {
		t.Error("no format has a name, or a name is of no format")
	}
}
