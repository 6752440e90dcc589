package gomoku

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// turnedBoard returns the position as it looks under one of the eight symmetries.
func (q *bookPosition) turnedBoard(t *testing.T, s Symmetry) *Board {
	t.Helper()
	var stones [White + 1][]Point
	for c := Black; c <= White; c++ {
		stones[c] = s.Points(q.stones[c], q.size)
	}
	b, err := NewPosition(q.size, q.rule, stones[Black], stones[White], q.turn)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return b
}

// Each entry stands in the orientation that lookups go by, and is found whichever way the board is turned, with legal moves
// only.
func TestDefaultBookEntries(t *testing.T) {
	book := DefaultBook()
	for text, e := range book.entries {
		q := parseKey(text)
		key := q.key()
		if key.text != text {
			t.Errorf("%v%s: not in the orientation of its key", q.rule, q.text())
		}
		for _, m := range e.moves {
			if m.Point != key.canonical(m.Point) || m.Weight < 1 {
				t.Errorf("%v%s: move %v %d", q.rule, q.text(), m.Point, m.Weight)
			}
		}
		for s := range Symmetries {
			b := q.turnedBoard(t, s)
			turned := book.Moves(b)
			if len(turned) != len(e.moves) {
				t.Fatalf("%v%s, %v: moves %v, want %v turned\n%v", q.rule, q.text(), s, turned, e.moves, b)
			}
			turnedPosition, _ := bookPositionOf(b)
			turnedKey := turnedPosition.key()
			for _, m := range turned {
				if !b.IsLegal(m.Point) {
					t.Errorf("%v is illegal\n%v", m.Point, b)
				}
				known := false
				for _, n := range e.moves {
					known = known || n.Point == turnedKey.canonical(m.Point) && n.Weight == m.Weight
				}
				if !known {
					t.Errorf("%v%s, %v: move %v %d, want one of %v turned", q.rule, q.text(), s, m.Point, m.Weight, e.moves)
				}
			}
		}
	}
}

// Nobody has edited the file: but for the comments, it is what WriteTo writes, and holds as much as its header says.
func TestDefaultBookText(t *testing.T) {
	var comments, lines []string
	for line := range strings.Lines(defaultBookText) {
		if strings.HasPrefix(line, "#") {
			comments = append(comments, line)
		} else {
			lines = append(lines, line)
		}
	}
	book := DefaultBook()
	var text strings.Builder
	if _, err := book.WriteTo(&text); err != nil {
		t.Fatal(err)
	}
	if text.String() != strings.Join(lines, "") {
		t.Error("the built-in book is not as WriteTo writes it: make it anew with tools/book")
	}
	contents := regexp.MustCompile(`# Contents: (\d+) positions, (\d+) moves`).FindStringSubmatch(strings.Join(comments, ""))
	if contents == nil {
		t.Fatalf("no contents in the header:\n%s", comments)
	}
	moves := 0
	for _, e := range book.entries {
		moves += len(e.moves)
	}
	if contents[1] != strconv.Itoa(len(book.entries)) || contents[2] != strconv.Itoa(moves) {
		t.Errorf("header says %s, but there are %d positions with %d moves", contents[0], len(book.entries), moves)
	}
	const most = 200 << 10 // bytes that every program with the library in it carries
	if len(defaultBookText) > most {
		t.Errorf("the built-in book has %d bytes, want at most %d", len(defaultBookText), most)
	}
}

// ReadBook refuses illegal moves. Should one be in a book all the same, it is not offered.
func TestBookIllegalMove(t *testing.T) {
	for name, line := range map[string]string{
		"occupied": "freestyle 15 h8 i9 : h8 9 i8 1",
		"foul":     "renju 15 black h9 h10 i8 j8 white a1 a3 a5 a7 turn black : h8 9 i9 1",
	} {
		book, err := readBook(strings.NewReader(bookHeader+"\n"+line), false)
		if err != nil {
			t.Fatal(err)
		}
		for text := range book.entries {
			q := parseKey(text)
			b := q.turnedBoard(t, 0)
			moves := book.Moves(b)
			if len(moves) != 1 || !b.IsLegal(moves[0].Point) {
				t.Errorf("%s: Moves = %v, want the legal one alone\n%v", name, moves, b)
			}
			for rnd := range uint64(20) {
				if p, ok := book.Draw(b, rnd); !ok || !b.IsLegal(p) {
					t.Errorf("%s: choose = %v, %v\n%v", name, p, ok, b)
				}
			}
		}
	}
}
