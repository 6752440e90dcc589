package record_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/record"
)

// Every error names the place, and what was expected.
func TestReadErrors(t *testing.T) {
	five := ";B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea]"
	rif := func(games string) string { return "<database>\n<games>\n" + games + "\n</games></database>" }
	sgf, psq, renlib := record.SGF, record.PSQ, record.RenLib
	for _, c := range []struct {
		name, text string
		format     record.Format // of the error
		place      string        // in the message
		want       string        // in the message
		cause      error
	}{
		{"empty", "", 0, "byte 0", "the file is empty: want a game record", nil},
		{"a picture", "\x89PNG\r\n\x1a\n\x00\x00", 0, "byte 0", "not a game record", nil},
		{"prose", "To be, or not to be.", 0, "byte 0", "not a game record", nil},

		{"SGF: no end", "(;GM[4]\n;B[aa]", sgf, "line 2", "ends within a game: want )", nil},
		{"SGF: no end of a property", "(;GM[4]\nC[x\n;B\\])", sgf, "line 2", `"C" has no end: want ]`, nil},
		{"SGF: a backslash at the end", `(;C[\`, sgf, "line 1", "has no end", nil},
		{"SGF: no value", "(;GM[4]\nB)", sgf, "line 2", `"B" has no value: want [`, nil},
		{"SGF: a name in lower case", "(;gm[4])", sgf, "line 1", "capital letters", nil},
		{"SGF: no node", "(;GM[4]())", sgf, "line 1", "want ; and a node", nil},
		{"SGF: a node after a variation", "(;GM[4](;B[aa])\n;W[bb])", sgf, "line 2", "after a variation: want ( or )", nil},
		{"SGF: something else in a node", "(;GM[4]\n=)", sgf, "line 2", "want a property", nil},
		{"SGF: Go", "(;FF[4]\nGM[1]SZ[19])", sgf, "line 2", "GM is \"1\", another game: want 4", nil},
		{"SGF: small", "(;SZ[4])", sgf, "line 1", "want 5 to 22", nil},
		{"SGF: large", "(;SZ[23])", sgf, "line 1", "want 5 to 22", nil},
		{"SGF: rectangle", "(;SZ[15:16])", sgf, "line 1", "want the number of rows", nil},
		{"SGF: size of many digits", "(;SZ[99999999999999999999])", sgf, "line 1", "want the number of rows", nil},
		{"SGF: no size", "(;SZ[x])", sgf, "line 1", "want the number of rows", nil},
		{"SGF: off the board", "(;SZ[9]\n;B[ja])", sgf, "line 2", "9x9, as hh or h8", nil},
		{"SGF: off a board whose size is not known", "(;B[pa])", sgf, "line 1", "Options.Size", nil},
		{"SGF: no point", "(;B[hhh])", sgf, "line 1", "want a point", nil},
		{"SGF: occupied", "(;B[hh]\n;W[hh])", sgf, "line 2", "h8: point is occupied", gomoku.ErrOccupied},
		{"SGF: occupied in a variation", "(;B[hh](;W[ii])\n(;W[ij];B[hh]))", sgf, "line 2", "occupied", gomoku.ErrOccupied},
		{"SGF: occupied by the set-up", "(;AB[hh]\n;W[hh])", sgf, "line 2", "occupied", gomoku.ErrOccupied},
		{"SGF: after the end", "(" + five + "\n;W[ff])", sgf, "line 2", "f10 after the end", gomoku.ErrGameOver},
		{"SGF: a pass after the end", "(" + five + "\n;W[])", sgf, "line 2", "a pass after the end", gomoku.ErrGameOver},
		{"SGF: the wrong winner", "(\n;RE[W+R]" + five[1:] + ")", sgf, "line 2", "said to be white wins, but the moves end with black wins", nil},
		{"SGF: after a foul", "(;RU[renju];B[gh];W[aa];B[fh];W[ca];B[hg];W[ea];B[hf];W[ga];B[hh]\n;W[ia])", sgf, "line 2", "foul", gomoku.ErrGameOver},
		{"SGF: Black wins by a foul", "(;RU[renju]RE[B+];B[gh];W[aa];B[fh];W[ca];B[hg];W[ea];B[hf];W[ga];B[hh])", sgf, "line 1", "foul", nil},
		{"SGF: two moves in a node", "(;B[hh]W[ii])", sgf, "line 1", "second move", nil},
		{"SGF: two points of a move", "(;B[hh][ii])", sgf, "line 1", "second move", nil},
		{"SGF: a late set-up off the board", "(;B[hh]\n;AW[pp])", sgf, "line 2", "AW is", nil},
		{"SGF: two colors in one late set-up", "(;GM[4](;AB[hh]AW[hh]))", sgf, "line 1", "h8 is in AB and in AW", nil},
		{"SGF: two fives in a late set-up", "(;B[oo]\n;AB[aa:ea]AW[ac:ec])", sgf, "line 2", "both colors have a winning row", nil},
		{"SGF: a stone on one of a late set-up", "(;B[oo];AW[hh]PL[B]\n;B[hh])", sgf, "line 2", "h8: point is occupied", gomoku.ErrOccupied},
		{"SGF: set-up off the board", "(;AB[hh:pp])", sgf, "line 1", "AB is", nil},
		{"SGF: two stones on a point", "(;AB[hh]\nAW[hh])", sgf, "line 2", "h8 is in AB and in AW", nil},
		{"SGF: two fives set up", "(;AB[aa:ea]AW[ac:ec])", sgf, "line 1", "both colors have a winning row", nil},
		{"SGF: on after a five set up", "(;AB[aa:ea];W[ff])", sgf, "line 1", "after the end", gomoku.ErrGameOver},

		{"PSQ: no size", "Piskvorky\n8,8,0", psq, "line 1", "no size", nil},
		{"PSQ: rectangle", "Piskvorky 15x16, 0:0, 0", psq, "line 1", "want as many columns", nil},
		{"PSQ: large", "Piskvorky 100x100, 0:0, 0", psq, "line 1", "want 5 to 22", nil},
		{"PSQ: zero", "Piskvorky 15x15\n0,8,0", psq, "line 2", "want 1,1 to 15,15", gomoku.ErrOffBoard},
		{"PSQ: far off", "Piskvorky 15x15\n1,99999999999999999999,0", psq, "line 2", "want 1,1 to 15,15", gomoku.ErrOffBoard},
		{"PSQ: occupied", "Piskvorky 15x15\r\n8,8,0\r\n8,8,0\r\n", psq, "line 3", "h8: point is occupied", gomoku.ErrOccupied},
		{"PSQ: after the end", "Piskvorky 5x5\n1,1\n1,2\n2,1\n2,2\n3,1\n3,2\n4,1\n4,2\n5,1\n5,2\n", psq, "line 11", "after the end", gomoku.ErrGameOver},
		{"PSQ: a damaged line among the moves", "Piskvorky 15x15\n8,8,0\n9,9;0\n1,1,0\n", psq, "line 4", "a move after the end of the moves in line 3", nil},

		{"moves: occupied", "h8i9\nh8", record.Moves, "line 2", "occupied", gomoku.ErrOccupied},
		{"moves: after the end", "a1a2b1b2c1c2d1d2e1\ne2", record.Moves, "line 2", "after the end", gomoku.ErrGameOver},

		{"RenLib: cut in the header", "\xffRenLib\xff\x03", renlib, "byte 9", "header", nil},
		{"RenLib: no nodes", lib(""), renlib, "byte 20", "want two bytes", nil},
		{"RenLib: no leaf", lib("\x78\x00"), renlib, "byte 22", "want two bytes", nil},
		{"RenLib: odd", lib("\x78\x00\x79"), renlib, "byte 23", "want two bytes", nil},
		{"RenLib: a sibling is missing", lib("\x78\x80\x79\x40"), renlib, "byte 24", "want two bytes", nil},
		{"RenLib: more after the tree", lib("\x78\x40\x79\x40"), renlib, "byte 22", "2 bytes after the last node", nil},
		{"RenLib: column 0", lib("\x70\x40"), renlib, "byte 20", "position 70", gomoku.ErrOffBoard},
		{"RenLib: row 16", lib("\xf8\x40"), renlib, "byte 20", "position f8", gomoku.ErrOffBoard},
		{"RenLib: occupied", lib("\x78\x00\x79\x00\x78\x40"), renlib, "byte 24", "h8: point is occupied", gomoku.ErrOccupied},
		{"RenLib: after the end", lib("\x01\x00\x11\x00\x02\x00\x12\x00\x03\x00\x13\x00\x04\x00\x14\x00\x05\x00\x15\x40"), renlib, "byte 38", "after the end", gomoku.ErrGameOver},
		{"RenLib: a comment without end", lib("\x78\x48abc"), renlib, "byte 22", "comment without end", nil},
		{"RenLib: a comment without padding", lib("\x78\x48ab\x00"), renlib, "byte 25", "second zero byte", nil},
		{"RenLib: no extension", lib("\x78\x41"), renlib, "byte 22", "extension", nil},
		{"RenLib: a sibling of the empty board", lib("\x00\x80\x78\x40"), renlib, "byte 20", "the empty board has a sibling", nil},
		{"RenLib: a later version", strings.Replace(lib("\x78\x40"), "\x03\x04", "\x03\x05", 1), renlib, "byte 8", "version 3.5: want 3.4 or older", nil},
		{"RenLib: passes without end", lib(strings.Repeat("\x00\x00", 5000)), renlib, "byte 8214", "more than 4096 moves in a row", nil},

		{"RIF: another XML", "<?xml version=\"1.0\"?>\n<html/>", record.RIF, "line 2", "<html>: want one <database>", nil},
		{"RIF: only the beginning", "<?xml version=\"1.0\"?>\n", record.RIF, "line 2", "want <database>", nil},
		{"RIF: two", "<database/>\n<database/>", record.RIF, "line 2", "want one <database>", nil},
		{"RIF: cut in the tables", "<database>\n<players>\n<player", record.RIF, "line 3", "unexpected EOF", nil},
		{"RIF: cut in a game", "<database><games>\n<game><move>h8", record.RIF, "line 2", "unexpected EOF", nil},
		{"RIF: wrong end", rif("<game></move>"), record.RIF, "line 3", "closed by", nil},
		{"RIF: occupied", rif("<game id=\"7\"><move>h8 h8</move></game>"), record.RIF, "line 3", "game \"7\": h8: point is occupied", gomoku.ErrOccupied},
		{"RIF: off the board", rif("<game><move>h8 p9</move></game>"), record.RIF, "line 3", "want a1 to o15", gomoku.ErrOffBoard},
		{"RIF: no moves", rif("<game><move>h8 ?</move></game>"), record.RIF, "line 3", "want a letter and a number", nil},
		{"RIF: bad UTF-8", rif("<game><info>\xe5</info></game>"), record.RIF, "line 3", "UTF-8", nil},
		{"RIF: nested", strings.Repeat("<database>\n", 100), record.RIF, "line 33", "more than 32 elements", nil},
		{"RIF: nested in a game", rif("<game>" + strings.Repeat("<x>", 100)), record.RIF, "line 3", "more than 32 elements", nil},
		{"RIF: another version", "<?xml version=\"2.0\"?><database/>", record.RIF, "line 1", "version", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			trees, err := record.Read(strings.NewReader(c.text), nil)
			var syntax *record.SyntaxError
			if trees != nil || !errors.As(err, &syntax) {
				t.Fatalf("%d games, %v; want a SyntaxError", len(trees), err)
			}
			if syntax.Format != c.format || !strings.Contains(err.Error(), c.place+":") || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %q; want %v, %s, %s", err, c.format, c.place, c.want)
			}
			if c.cause != nil && !errors.Is(err, c.cause) {
				t.Errorf("error %q is not %q", err, c.cause)
			}
			if !strings.HasPrefix(err.Error(), "record: ") || strings.Contains(err.Error(), "gomoku: ") {
				t.Errorf("error %q: want the name of this package before it, and no other", err)
			}
		})
	}
}

// Formats by name, where the content says something else.
func TestReadFormat(t *testing.T) {
	for _, f := range []record.Format{record.SGF, record.PSQ, record.Moves, record.Pos, record.RenLib, record.RIF} {
		for _, text := range []string{"", "\x00", "!<arch>\n", "{}", strings.Repeat("\xff", 100)} {
			trees, err := record.Read(strings.NewReader(text), &record.Options{Format: f})
			if text == "" && f == record.Moves || text == "\x00" && f == record.Pos { // a game without moves
				if err != nil || len(trees) != 1 || len(trees[0].Game.Moves) != 0 {
					t.Errorf("%v %q: %d games, %v; want one without moves", f, text, len(trees), err)
				}
				continue
			}
			var syntax *record.SyntaxError
			if !errors.As(err, &syntax) || syntax.Format != f {
				t.Errorf("%v %q: %v; want a SyntaxError of the format", f, text, err)
			}
		}
	}
	_, err := record.Read(strings.NewReader("!<arch>\n"), &record.Options{Format: record.RenLib})
	if err == nil || !strings.Contains(err.Error(), "C static library") {
		t.Errorf("a C library: %v", err)
	}
}

func TestOptions(t *testing.T) {
	for _, o := range []record.Options{{Format: 99}, {Size: 4}, {Size: 23}, {Size: -1}, {Rule: 9}, {MaxBytes: -1}, {MaxNodes: -1}} {
		if trees, err := record.Read(strings.NewReader("h8"), &o); err == nil || !strings.Contains(err.Error(), "record: Options.") {
			t.Errorf("%+v: %d games, %v; want an error that names the option", o, len(trees), err)
		}
	}
	if _, err := record.Read(nil, nil); err == nil {
		t.Error("a nil reader is no error")
	}
	// Size and rule serve where the file does not say.
	for text, size := range map[string]int{"(;B[aa])": 9, "(;SZ[11];B[aa])": 11, "a1": 9, "Piskvorky 12x12\n1,1": 12, "\x01\x70": 15} {
		g := read(t, text, &record.Options{Size: 9, Rule: gomoku.Caro}).Game
		if g.Size != size || g.Rule != gomoku.Caro {
			t.Errorf("%q: size %d, %v; want %d, caro", text, g.Size, g.Rule, size)
		}
	}
	// A game that goes on after six in a row was not freestyle.
	six := "a1a2b1b2c1c2d1d2f1f2e1e3"
	if _, err := record.Read(strings.NewReader(six), nil); !errors.Is(err, gomoku.ErrGameOver) {
		t.Errorf("freestyle: %v", err)
	}
	read(t, six, &record.Options{Rule: gomoku.Standard})
}

// Errors of the caller's reader come back as they are, wherever they happen.
func TestReaderErrors(t *testing.T) {
	sample, err := os.ReadFile("testdata/sample.rif")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"", "(;B[aa]", "<database><games>", string(sample), strings.Repeat(" ", 10000)} {
		broken := errors.New("the disk is broken")
		trees, err := record.Read(io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken)), nil)
		if trees != nil || err != broken {
			t.Errorf("after %.20q: %d games, %v; want the reader's error", text, len(trees), err)
		}
	}
	// Readers may hand out single bytes, and the error with the last of them.
	for _, text := range []string{"(;B[aa])", "Piskvorky 15x15\n1,1", "a15", "\x01\x00", lib("\x01\x40"), "<database><game><move>a15</move></game></database>"} {
		if trees, err := record.Read(iotest.DataErrReader(iotest.OneByteReader(strings.NewReader(text))), nil); err != nil || line(trees[0].Game.Moves) != "a15" {
			t.Errorf("%q byte by byte: %v", text, err)
		}
	}
}

func TestRIF(t *testing.T) {
	data, err := os.ReadFile("testdata/sample.rif")
	if err != nil {
		t.Fatal(err)
	}
	trees, err := record.Read(bytes.NewReader(data), nil)
	if err != nil || len(trees) != 4 {
		t.Fatalf("%d games, %v; want 4", len(trees), err)
	}
	common := map[string]string{"black": "Second & last", "white": "First Player", "event": "Open", "place": "Citytown, Countryland", "date": "2001-05", "opening rule": "RIF"}
	with := func(more ...string) map[string]string {
		m := make(map[string]string)
		for k, v := range common {
			m[k] = v
		}
		for i := 0; i < len(more); i += 2 {
			m[more[i]] = more[i+1]
		}
		return m
	}
	want := []*gomoku.Game{
		{Moves: points("h8 h9 i10 g8 j8"), Outcome: gomoku.BlackWins, Tags: with("black", "First Player", "white", "Second & last", "id", "100", "publisher", "1", "round", "2",
			"opening rule", "Taraguchi-10", "black time", "30", "white time", "45", "opening", "4D Kagetsu", "alt", "h6 g7", "swap", "1")},
		{Moves: points(""), Outcome: gomoku.Draw, Reason: gomoku.ByAgreement, Tags: with("id", "101")},
		{Moves: points("h8 a1 h9 a2 h10 a3 g7 a4 j10 a5"), Outcome: gomoku.WhiteWins, Reason: gomoku.ByFive, Tags: with("id", "102")},
		{Moves: points("g8 a15 f8 c15 h9 e15 h10 g15 h8"), Outcome: gomoku.WhiteWins, Reason: gomoku.ByFoul, Tags: with("id", "103", "black", "First Player", "white", "Second & last")},
	}
	for i, g := range want {
		g.Size, g.Rule, g.First = 15, gomoku.Renju, gomoku.Black
		if d := cmp.Diff(g, trees[i].Game); d != "" {
			t.Errorf("game %d (-want +got):\n%s", i, d)
		}
		roundTrip(t, trees[i])
	}
	if got := trees[0].Root.Comment; got != "a fine\ngame" {
		t.Errorf("comment %q", got)
	}
}

// A flaw in one game does not hide the others.
func TestGamesGoesOn(t *testing.T) {
	text := "<database><games><game id='1'><move>h8</move></game><game id='2'><move>h8 h8</move></game><game id='3'><move>i9</move></game><game>"
	var got []string
	for tree, err := range record.Games(strings.NewReader(text), nil) {
		switch {
		case tree != nil && err != nil, tree == nil && err == nil:
			t.Fatalf("a game %v and an error %v", tree, err)
		case err != nil:
			got = append(got, err.Error())
		default:
			got = append(got, line(tree.Game.Moves))
		}
	}
	if len(got) != 4 || got[0] != "h8" || !strings.Contains(got[1], `game "2"`) || got[2] != "i9" || !strings.Contains(got[3], "unexpected EOF") {
		t.Errorf("got %q; want h8, an error, i9, an error", got)
	}
	// The loop may end early, in every format.
	for _, text := range []string{text, "(;B[aa])(;B[bb])", "h8"} {
		n := 0
		for range record.Games(strings.NewReader(text), nil) {
			n++
			break
		}
		if n != 1 {
			t.Errorf("%q: %d rounds before a break", text, n)
		}
	}
}

// A repeater is a large file that exists nowhere: head, then part again and again.
type repeater struct {
	head, part string
	left       int64 // bytes
	rest       string
}

func (r *repeater) Read(p []byte) (int, error) {
	if r.left <= 0 {
		return 0, io.EOF
	}
	if r.rest == "" {
		r.rest = r.part
	}
	if r.head != "" {
		r.rest, r.head = r.head, ""
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	r.left -= int64(n)
	return n, nil
}

// allocated returns how many bytes f allocates in all.
func allocated(f func()) (bytes uint64) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// Files without end are refused soon, whatever they repeat: by what the reader takes from them.
func TestEndless(t *testing.T) {
	const huge = int64(1) << 40
	for _, c := range []struct {
		name, head, part, want string
		most                   int64 // bytes that may be read
	}{
		{"blanks", "", " ", "longer than", 2 << 20},
		{"SGF text", "(;C[", "x", "longer than", 2 << 20},
		{"RIF text", "<database><game><info>", "x ", "without a tag", 2 << 20},
		{"RIF lines", "<database><game><info>", "x\n", "without a tag", 2 << 20},
		{"RIF text in pieces", "<database><game><info>", "xxxxxxxx<b/>", "bytes in a game", 3 << 20},
		{"RIF moves", "<database><game><move>", "-- ", "without a tag", 2 << 20},
		{"RIF moves in pieces", "<database><game><move>", "--<!-- -->", "bytes in a game", 6 << 20},
		{"RIF tag", "<database><game ", "x='1' ", "without a tag", 2 << 20},
		{"RIF attribute", "<database><game id='", ">", "without a tag", 2 << 20},
		{"RIF comment", "<database><!--", "> ", "comment", 2 << 20},
		{"RIF depth", "<database>", "<a>", "more than 32 elements", 1 << 20},
		{"RIF tables", "<database>", "<player id='1'/>", "raise Options.MaxBytes", 2 << 20},
		{"RIF games", "<database>", "<game><move>h8</move></game>", "raise Options.MaxNodes", 4 << 20},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := &repeater{head: c.head, part: c.part, left: huge}
			_, err := record.Read(r, &record.Options{MaxBytes: 1 << 20, MaxNodes: 1 << 16})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q", err, c.want)
			}
			if taken := huge - r.left; taken > c.most {
				t.Errorf("read %d bytes before the error, want at most %d", taken, c.most)
			}
		})
	}
}

// A database is streamed: its size does not show in memory.
func TestGamesStreams(t *testing.T) {
	size := 8 << 20
	if testing.Short() {
		size = 1 << 20
	}
	r := &repeater{head: "<database>", part: "<game id='1'><move>h8 h9 i9</move><info>good</info></game>\n", left: int64(size)}
	n, most := 0, uint64(0)
	var base runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&base)
	var last error
	for tree, err := range record.Games(r, nil) {
		if last = err; err != nil {
			continue // the end is missing
		}
		if tree.Game.Moves[2] != gomoku.At(8, 8) {
			t.Fatalf("game %d has the moves %v", n, tree.Game.Moves)
		}
		if n++; n%(size/1000) == 0 {
			runtime.GC()
			var now runtime.MemStats
			runtime.ReadMemStats(&now)
			most = max(most, now.HeapAlloc-min(base.HeapAlloc, now.HeapAlloc))
		}
	}
	if last == nil || !strings.Contains(last.Error(), "unexpected EOF") {
		t.Errorf("the end is missing, but the error is %v", last)
	}
	if want := size / 60; n < want {
		t.Errorf("%d games, want at least %d", n, want)
	}
	if most > 2<<20 {
		t.Errorf("%d bytes in use while reading %d, want at most 2 MiB", most, size)
	}
	t.Logf("%d games, at most %d bytes in use", n, most)
}

// Files that are short for what they demand.
func TestBombs(t *testing.T) {
	const n = 1 << 17
	for _, c := range []struct {
		name, text, want string // no want: the file is sound
	}{
		{"SGF: nested variations", "(;GM[4]" + strings.Repeat("(;", n), "more than 4096 variations within each other"},
		{"SGF: nested moves", "(;GM[4]" + strings.Repeat("(;B[]", n), "more than 4096"},
		{"SGF: open parentheses", "(;GM[4]" + strings.Repeat("(", n), "want ; and a node"},
		{"SGF: passes", "(" + strings.Repeat(";B[]", n), "more than 4096 moves in a row"},
		{"SGF: short variations", "(;GM[4]" + strings.Repeat("(;B[hh])", n+1) + ")", "more than 65536 games, moves and properties: raise Options.MaxNodes"},
		{"SGF: comments without moves", "(;GM[4]" + strings.Repeat(";C[xx]", n) + ")", ""},
		{"SGF: properties without moves", "(;GM[4]" + strings.Repeat(";X[]", n) + ")", "more than 65536 games, moves and properties"},
		{"SGF: games", strings.Repeat("(;)", 1<<14), ""},
		{"SGF: many values", "(;X" + strings.Repeat("[]", n) + ")", "more than 65536 values"},
		{"SGF: many properties", "(;" + strings.Repeat("X[]", n) + ")", "more than 65536 properties in a node"},
		{"SGF: set-up again and again", "(" + strings.Repeat(";AB[aa:oo]", n/16) + ")", ""},
		{"RenLib: children of one move", lib("\x78\x00" + strings.Repeat("\x79\xc0", n) + "\x7a\x40"), "more than 65536 games, moves and properties"},
		{"PSQ: lines", "Piskvorky 15x15\n" + strings.Repeat("\n", n), "line 8194: more than 8192 lines"},
		{"moves: passes", strings.Repeat("--", n), "more than 4096 moves in a row"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var err error
			used := allocated(func() { _, err = record.Read(strings.NewReader(c.text), &record.Options{MaxNodes: 1 << 16}) })
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("error %v, want %q", err, c.want)
			}
			if used > 128<<20 {
				t.Errorf("%d bytes allocated for a file of %d", used, len(c.text))
			}
			t.Logf("%d MB allocated for a file of %d MB", used>>20, len(c.text)>>20)
		})
	}
}

// Without options the limits are those that the documentation names.
func TestDefaultLimits(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 25 MB")
	}
	for text, want := range map[string]string{
		"(;GM[4]" + strings.Repeat("(;B[hh])", 1<<20) + ")": "more than 1048576 games, moves and properties",
		strings.Repeat(" ", 16<<20+1):                       "longer than 16777216 bytes",
	} {
		if _, err := record.Read(strings.NewReader(text), nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%d bytes: %v, want %q", len(text), err, want)
		}
	}
	big := "(;GM[4]" + strings.Repeat("(;B[hh])", 1<<20-2) + ")" // the game counts too
	if _, err := record.Read(strings.NewReader(big), nil); err != nil {
		t.Error(err)
	}
}

func TestWriteErrors(t *testing.T) {
	tree := func(change func(*record.Tree)) *record.Tree {
		t := record.FromGame(&gomoku.Game{Size: 15, First: gomoku.Black, Moves: points("h8 i9 h7")})
		change(t)
		return t
	}
	node := func(p string) *record.Node { return &record.Node{Move: points(p)[0]} }
	same := func(*record.Tree) {}
	h8 := func(t *record.Tree) *record.Node { return t.Root.Children[0] }
	loop := node("pass")
	loop.Children = []*record.Node{loop}
	bush := []*record.Node{node("pass")} // 2^60 variations in 60 nodes
	for range 60 {
		bush = []*record.Node{{Children: bush}, {Children: bush}}
	}
	for _, c := range []struct {
		name   string
		format record.Format
		change func(*record.Tree)
		want   string
	}{
		{"no format", 0, same, "want SGF, PSQ, Moves, Pos or RenLib"},
		{"unknown format", 99, same, "want SGF, PSQ, Moves, Pos or RenLib"},
		{"RenLib: another size", record.RenLib, func(t *record.Tree) { t.Game.Size = 16 }, "16x16"},
		{"RenLib: a set-up", record.RenLib, func(t *record.Tree) { t.Game.White = points("a1") }, "no place for a set-up"},
		{"RenLib: a mark nowhere", record.RenLib, func(t *record.Tree) { h8(t).Props = map[string][]string{"MA": {"zz"}} }, `MA is "zz": want a point`},
		{"RenLib: a zero byte", record.RenLib, func(t *record.Tree) { h8(t).Comment = "a\x00b" }, "byte 0 or 8"},
		{"RenLib: a set-up in a variation", record.RenLib, func(t *record.Tree) {
			h8(t).Children = append(h8(t).Children, &record.Node{Setup: &record.Setup{Turn: gomoku.Black}})
		}, "write SGF"},
		{"PGN", record.PGN, same, "read only"},
		{"RIF", record.RIF, same, "read only"},
		{"no game", record.SGF, func(t *record.Tree) { t.Game = nil }, "no game"},
		{"a wrong size", record.SGF, func(t *record.Tree) { t.Game.Size = 4 }, "board size 4"},
		{"a wrong rule", record.SGF, func(t *record.Tree) { t.Game.Rule = 9 }, "Rule(9)"},
		{"an occupied point", record.SGF, func(t *record.Tree) { t.Game.Moves[1] = t.Game.Moves[0] }, "move 2, h8: point is occupied"},
		{"a result that cannot be", record.PSQ, func(t *record.Tree) { t.Game.Reason = gomoku.ByFive }, "do not fit"},
		{"another main line", record.Moves, func(t *record.Tree) { t.Game.Moves[2] = gomoku.At(0, 0) }, "move 3 of the game, a1, is not the first one in the tree"},
		{"a shorter main line", record.SGF, func(t *record.Tree) { t.Game.Moves = t.Game.Moves[:1] }, "goes on after the 1 moves"},
		{"a longer main line", record.SGF, func(t *record.Tree) { t.Root.Children = nil }, "move 1 of the game"},
		{"a move in the root", record.SGF, func(t *record.Tree) { t.Root.Move = gomoku.At(0, 0) }, "the root has the move a1"},
		{"a nil move", record.SGF, func(t *record.Tree) { h8(t).Children = append(h8(t).Children, nil) }, "the tree has a nil node at move 2"},
		{"a variation on an occupied point", record.SGF, func(t *record.Tree) { h8(t).Children = append(h8(t).Children, node("h8")) }, "variation, move 2, h8: point is occupied"},
		{"a variation off the board", record.SGF, func(t *record.Tree) { h8(t).Children = append(h8(t).Children, node("v1")) }, "not on the board"},
		{"a tree that bites its tail", record.SGF, func(t *record.Tree) { h8(t).Children = append(h8(t).Children, t.Root.Children[0]) }, "occupied"},
		{"a loop of passes", record.SGF, func(t *record.Tree) { h8(t).Children = append(h8(t).Children, loop) }, "the tree has no end"},
		{"few nodes in many places", record.SGF, func(t *record.Tree) { h8(t).Children = append(h8(t).Children, bush...) }, "the tree has no end"},
		{"a name in lower case", record.SGF, func(t *record.Tree) { h8(t).Props = map[string][]string{"ma": {"hh"}} }, `"ma" is no name of a property`},
		{"a name that is an injection", record.SGF, func(t *record.Tree) { h8(t).Props = map[string][]string{"MA[hh];B": {"aa"}} }, "is no name of a property"},
		{"no name", record.SGF, func(t *record.Tree) { h8(t).Props = map[string][]string{"": {"hh"}} }, "is no name of a property"},
		{"no value", record.SGF, func(t *record.Tree) { h8(t).Props = map[string][]string{"MA": nil} }, "has no value"},
		{"a property of the library's own", record.SGF, func(t *record.Tree) { t.Root.Props = map[string][]string{"SZ": {"15"}} }, "take it out of Props"},
		{"a move as a property", record.SGF, func(t *record.Tree) { h8(t).Props = map[string][]string{"B": {"hh"}} }, "take it out of Props"},
		{"PSQ: a pass", record.PSQ, func(t *record.Tree) { *t = *record.FromGame(&gomoku.Game{Size: 15, Moves: points("h8 pass")}) }, "move 2 is a pass"},
		{"PSQ: a set-up", record.PSQ, func(t *record.Tree) { t.Game.Black = points("a1") }, "no place for a set-up"},
		{"PSQ: White begins", record.PSQ, func(t *record.Tree) { t.Game.First = gomoku.White }, "no place for a set-up"},
		{"PSQ: a name like a move", record.PSQ, func(t *record.Tree) { t.Game.Tags = map[string]string{"white": "1, 2"} }, "would be taken for a move"},
		{"PSQ: a name of two lines", record.PSQ, func(t *record.Tree) { t.Game.Tags = map[string]string{"white": "a\nb"} }, "more than one line"},
		{"PSQ: players with a comma", record.PSQ, func(t *record.Tree) { t.Root.Props = map[string][]string{"PSQ": {"1,2"}} }, "comma"},
		{"PSQ: a time that is none", record.PSQ, func(t *record.Tree) { h8(t).Props = map[string][]string{"MS": {"1s"}} }, `MS is "1s": want milliseconds`},
		{"moves: a set-up", record.Moves, func(t *record.Tree) { t.Game.White = points("a1") }, "no place for a set-up"},
		{"pos: a pass", record.Pos, func(t *record.Tree) { *t = *record.FromGame(&gomoku.Game{Size: 15, Moves: points("pass")}) }, "move 1 is a pass"},
		{"pos: another size", record.Pos, func(t *record.Tree) { t.Game.Size = 16 }, "16x16"},
		{"too many passes", record.SGF, func(t *record.Tree) {
			*t = *record.FromGame(&gomoku.Game{Size: 15, Moves: make([]gomoku.Point, 4097)})
		}, "more than 4096"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var buf bytes.Buffer
			err := record.Write(&buf, c.format, tree(c.change))
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "record: ") {
				t.Errorf("error %v, want %q", err, c.want)
			}
			if buf.Len() > 0 {
				t.Errorf("%d bytes were written all the same", buf.Len())
			}
		})
	}
	good := tree(same)
	for name, err := range map[string]error{
		"no games":            record.Write(new(bytes.Buffer), record.SGF),
		"two games in PSQ":    record.Write(new(bytes.Buffer), record.PSQ, good, good),
		"a nil tree":          record.Write(new(bytes.Buffer), record.SGF, good, nil),
		"no writer":           record.Write(nil, record.SGF, good),
		"a writer that fails": record.Write(brokenWriter{}, record.SGF, good),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, fmt.Errorf("full") }
