package gomoku_test

import (
	"encoding"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/gomoku-go/gomoku"
)

func TestPoint(t *testing.T) {
	seen := make(map[gomoku.Point]bool)
	for y := range gomoku.MaxSize {
		for x := range gomoku.MaxSize {
			p := gomoku.At(x, y)
			if seen[p] || p == gomoku.NoPoint {
				t.Fatalf("At(%d, %d) = %d, which is not its own", x, y, p)
			}
			seen[p] = true
			if px, py := p.XY(); px != x || py != y {
				t.Fatalf("At(%d, %d).XY() = %d, %d", x, y, px, py)
			}
			s := fmt.Sprintf("%c%d", 'a'+x, y+1)
			if p.String() != s {
				t.Fatalf("At(%d, %d).String() = %q, want %q", x, y, p, s)
			}
			for _, s := range []string{s, strings.ToUpper(s)} {
				if q, err := gomoku.ParsePoint(s); q != p || err != nil {
					t.Fatalf("ParsePoint(%q) = %v, %v, want %v", s, q, err, p)
				}
			}
		}
	}
	for _, xy := range [][2]int{{-1, 0}, {0, -1}, {22, 0}, {0, 22}, {1 << 20, 1 << 20}, {-1 << 30, 5}} {
		if p := gomoku.At(xy[0], xy[1]); p != gomoku.NoPoint {
			t.Errorf("At(%d, %d) = %v, want NoPoint", xy[0], xy[1], p)
		}
	}
	for i := range 1 << 16 {
		p := gomoku.Point(i)
		if x, y := p.XY(); !seen[p] && (x != -1 || y != -1 || p.String() != "-") {
			t.Errorf("Point(%d), which is no point: XY() = %d, %d, String() = %q", i, x, y, p)
		}
	}
	if at, want := gomoku.At(7, 7).String(), "h8"; at != want {
		t.Errorf("At(7, 7) = %s, want %s", at, want)
	}
}

func TestParsePointErrors(t *testing.T) {
	for _, s := range []string{"", "h", "8", "8h", "h0", "h08", "h-1", "h+1", "h 8", " h8", "h8 ", "w1", "a23", "h100", "hh8", "`1", "@1", "{1",
		"é8", "h８", "-", "pass", "h8h9", "h1e", "h1_", strings.Repeat("h", 1000), "\x00\x00"} {
		p, err := gomoku.ParsePoint(s)
		if err == nil || p != gomoku.NoPoint {
			t.Errorf("ParsePoint(%q) = %v, %v, want an error", s, p, err)
		} else if !strings.Contains(err.Error(), "such as h8") || len(err.Error()) > 200 {
			t.Errorf("ParsePoint(%q): error %q does not say in short what is wanted", s, err)
		}
	}
}

func FuzzParsePoint(f *testing.F) {
	for _, s := range []string{"h8", "H8", "v22", "a1", "-", "", "h08", "w1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		p, err := gomoku.ParsePoint(s)
		if (err == nil) != (p != gomoku.NoPoint) {
			t.Fatalf("ParsePoint(%q) = %v, %v", s, p, err)
		}
		if err == nil && p.String() != strings.ToLower(s) {
			t.Fatalf("ParsePoint(%q).String() = %q", s, p)
		}
	})
}

func TestOpponent(t *testing.T) {
	for c, want := range map[gomoku.Color]gomoku.Color{gomoku.Black: gomoku.White, gomoku.White: gomoku.Black, gomoku.Empty: gomoku.Empty, 7: gomoku.Empty} {
		if got := c.Opponent(); got != want {
			t.Errorf("%v.Opponent() = %v, want %v", c, got, want)
		}
	}
}

// A word is a type whose values are named.
type word interface {
	fmt.Stringer
	encoding.TextMarshaler
}

func testWords[T interface {
	~uint8
	word
}, P interface {
	*T
	encoding.TextUnmarshaler
}](t *testing.T, first T, names ...string) {
	t.Run(strings.TrimPrefix(fmt.Sprintf("%T", first), "gomoku."), func(t *testing.T) {
		for i, name := range names {
			v := first + T(i)
			if v.String() != name {
				t.Errorf("String() of %d = %q, want %q", i, v.String(), name)
			}
			text, err := v.MarshalText()
			if string(text) != name || err != nil {
				t.Errorf("MarshalText() of %v = %q, %v", v, text, err)
			}
			for _, s := range []string{name, strings.ToUpper(name), strings.ReplaceAll(name, " ", "-")} {
				var back T
				if err := P(&back).UnmarshalText([]byte(s)); back != v || err != nil {
					t.Errorf("UnmarshalText(%q): %v, %v, want %v", s, back, err, v)
				}
			}
		}
		bad := first + T(len(names))
		if bad.String() == "" || !strings.HasSuffix(bad.String(), ")") {
			t.Errorf("String() of a value without name = %q, want Type(n)", bad.String())
		}
		if text, err := bad.MarshalText(); err == nil {
			t.Errorf("MarshalText() of %v = %q, want an error", bad, text)
		}
		for _, s := range []string{"", "nonsense", bad.String(), names[0] + " "} {
			v := first
			if err := P(&v).UnmarshalText([]byte(s)); err == nil {
				t.Errorf("UnmarshalText(%q): %v, want an error", s, v)
			} else if !strings.Contains(err.Error(), names[len(names)-1]) {
				t.Errorf("UnmarshalText(%q): error %q does not list the names", s, err)
			}
			if v != first {
				t.Errorf("UnmarshalText(%q) failed, but changed the value to %v", s, v)
			}
		}
		if first > 0 {
			if _, err := T(0).MarshalText(); err == nil || T(0).String() == "" {
				t.Errorf("the zero value has a name: %q, %v", T(0).String(), err)
			}
		}
	})
}

func TestWords(t *testing.T) {
	testWords(t, gomoku.Freestyle, "freestyle", "standard", "renju", "caro", "caro-overline")
	testWords(t, gomoku.Empty, "empty", "black", "white")
	testWords(t, gomoku.NoFoul, "none", "overline", "double four", "double three")
	testWords(t, gomoku.Undecided, "undecided", "black wins", "white wins", "draw")
	testWords(t, gomoku.Level(1), "1", "2", "3", "4", "5", "6", "7", "8", "9", "10")
	testWords(t, gomoku.NoReason, "none", "five", "foul", "resignation", "time", "illegal move", "full board", "agreement", "forfeit", "no legal move", "move limit")
	testWords(t, gomoku.NoShape, "none", "two", "open two", "three", "open three", "four", "open four", "five")
	testWords(t, gomoku.StopDepth, "depth", "time", "nodes", "canceled", "solved", "book", "only move")
	testWords(t, gomoku.NotFound, "not found", "won", "no win")
	testWords(t, gomoku.VCF, "VCF", "VCT")
	testWords(t, gomoku.Identity, "identity", "flip horizontal", "flip vertical", "rotate 180", "flip diagonal", "rotate 270", "rotate 90", "flip antidiagonal")
}

func TestPointText(t *testing.T) {
	list := []gomoku.Point{gomoku.At(7, 7), gomoku.NoPoint, gomoku.At(21, 21)}
	text, err := json.Marshal(list)
	if want := `["h8","-","v22"]`; string(text) != want || err != nil {
		t.Fatalf("json.Marshal = %s, %v, want %s", text, err, want)
	}
	var back []gomoku.Point
	if err := json.Unmarshal(text, &back); err != nil || fmt.Sprint(back) != fmt.Sprint(list) {
		t.Errorf("json.Unmarshal = %v, %v", back, err)
	}
	if text, err := gomoku.Point(0xFFFF).MarshalText(); err == nil {
		t.Errorf("a number that is no point is written as %q", text)
	}
	p := gomoku.At(7, 7)
	if err := p.UnmarshalText([]byte("h")); err == nil || p != gomoku.At(7, 7) {
		t.Errorf("UnmarshalText(h): %v, and the point is %v", err, p)
	}
	// As keys and values of a map, too.
	weights := map[gomoku.Point]int{gomoku.At(0, 0): 3}
	if text, err := json.Marshal(weights); string(text) != `{"a1":3}` || err != nil {
		t.Errorf("json.Marshal(map) = %s, %v", text, err)
	}
}
