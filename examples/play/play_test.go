package main

import (
	"fmt"
	"io"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/gomoku-go/gomoku"
)

// TestWords holds that both languages say everything, about the same things.
func TestWords(t *testing.T) {
	en, zh := reflect.ValueOf(english), reflect.ValueOf(chinese)
	for i := range en.NumField() {
		name := en.Type().Field(i).Name
		switch en.Field(i).Kind() {
		case reflect.String:
			a, b := en.Field(i).String(), zh.Field(i).String()
			if (a == "") != (b == "") || a == "" && !strings.HasSuffix(name, "Label") {
				t.Errorf("%s is %q in English, %q in Chinese", name, a, b)
			}
			if !strings.HasPrefix(name, "usage") && name != "help" {
				if va, vb := verbs(a), verbs(b); !slices.Equal(va, vb) {
					t.Errorf("%s takes %q in English, %q in Chinese", name, va, vb)
				}
			}
		case reflect.Array:
			for j := range en.Field(i).Len() {
				if en.Field(i).Index(j).String() == "" || zh.Field(i).Index(j).String() == "" {
					t.Errorf("%s[%d] is empty", name, j)
				}
			}
		}
	}
	for _, w := range []*words{&english, &chinese} {
		if len(w.flags) != len(flagOrder) {
			t.Errorf("%d flags explained, %d listed", len(w.flags), len(flagOrder))
		}
		for _, name := range flagOrder {
			if w.flags[name].text == "" {
				t.Errorf("-%s is not explained", name)
			}
			if name != "h" && w.flags[name].def == "" {
				t.Errorf("-%s has no default", name)
			}
		}
		for name := range commands {
			if name[0] >= 'a' && !slices.Contains([]string{"q", "exit"}, name) && name[0] < 0x80 && !strings.Contains(w.help, "  "+name+" ") {
				t.Errorf("help lacks %s", name)
			}
		}
	}
}

func verbs(format string) []string {
	return regexp.MustCompile(`%(\[\d\])?[a-z]`).FindAllString(format, -1)
}

func TestParsePoint(t *testing.T) {
	w := &english
	for _, size := range []int{5, 8, 15, 22} {
		for y := range size {
			for x := range size {
				p := gomoku.At(x, y)
				row := size - 1 - y
				for _, text := range []string{
					letters.point(p, size), rowCol.point(p, size), strings.ToUpper(p.String()), fmt.Sprintf("%d %d", row, x),
					fmt.Sprintf("%d，%d", row, x), fmt.Sprintf(" ( %d ,%d ) ", row, x), fmt.Sprintf("%d\t%d", row, x),
				} {
					if got, err := parsePoint(w, text, size); err != nil || got != p {
						t.Fatalf("parsePoint(%q, %d) = %v, %v, want %v", text, size, got, err, p)
					}
				}
			}
		}
	}
	for _, text := range []string{"", " ", ",", "h", "8", "8h", "1,", ",1", "1,2,3", "h8h", "--1,2", "+1,2", "0x1,2", "h 8 8", "é1", "(1,2", "，"} {
		if p, err := parsePoint(w, text, 15); err == nil {
			t.Errorf("parsePoint(%q) = %v, want an error", text, p)
		}
	}
}

func FuzzParsePoint(f *testing.F) {
	for _, text := range []string{"h8", "7,7", "7 7", "７，７", "(1,2)", "-1,99999999999", "\xff"} {
		f.Add(text, 15)
	}
	f.Fuzz(func(t *testing.T, text string, size int) {
		if size < gomoku.MinSize || size > gomoku.MaxSize {
			return
		}
		p, err := parsePoint(&chinese, text, size)
		if err != nil {
			return
		}
		if x, y := p.XY(); x < 0 || x >= size || y < 0 || y >= size {
			t.Errorf("parsePoint(%q, %d) = %v, which is off the board", text, size, p)
		}
		for _, s := range []style{letters, rowCol} {
			if q, err := parsePoint(&english, s.point(p, size), size); err != nil || q != p {
				t.Errorf("%v shown and read is %v, %v", p, q, err)
			}
		}
	})
}

func FuzzRestore(f *testing.F) {
	f.Add([]byte(`{"version":1,"game":{},"clocks":{"black":"1m","white":"2m"}}`))
	f.Add([]byte(`{"version":1,"game":{"Size":15,"Rule":"renju","Moves":["h8","-","a1"],"Outcome":"white wins","Reason":3}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := restore(&english, data)
		if (err == nil) != (r != nil) {
			t.Fatalf("restore = %v, %v", r, err)
		}
		if r != nil && (r.board == nil || r.game == nil) {
			t.Fatal("a restored game lacks its board")
		}
	})
}

func TestParseCommand(t *testing.T) {
	for _, c := range []struct {
		line     string
		cmd      command
		argument string
	}{
		{"undo", cmdUndo, ""}, {" UNDO ", cmdUndo, ""}, {"悔棋", cmdUndo, ""}, {"save my game.json", cmdSave, "my game.json"},
		{"保存　对局.json", cmdSave, "对局.json"}, {"ｕｎｄｏ", cmdUndo, ""}, {"？", cmdHelp, ""}, {"h8", cmdPoint, ""}, {"undoo", cmdPoint, ""}, {"7 7", cmdPoint, ""},
	} {
		if cmd, _, argument := parseCommand(c.line); cmd != c.cmd || argument != c.argument {
			t.Errorf("parseCommand(%q) = %d, %q, want %d, %q", c.line, cmd, argument, c.cmd, c.argument)
		}
	}
}

func TestReadLines(t *testing.T) {
	long := strings.Repeat("x", maxLine)
	text := "a\r\n\n" + long + "\n" + strings.Repeat("y", 3*maxLine) + "\nb\x00\nc\xff\n\tok\nlast"
	want := []input{
		{text: "a"}, {}, {problem: lineTooLong}, {problem: lineTooLong}, {text: "b\x00", problem: controlCharacter},
		{text: "c\xff", problem: invalidUTF8}, {text: "\tok"}, {text: "last"}, {err: io.EOF},
	}
	for name, r := range map[string]io.Reader{"whole": strings.NewReader(text), "in bytes": iotest.OneByteReader(strings.NewReader(text))} {
		lines := readLines(r)
		for i, w := range want {
			got := <-lines
			if got.text != w.text || got.problem != w.problem || got.err != w.err {
				t.Errorf("%s: line %d = %.40q, problem %d, %v, want %.40q, %d, %v", name, i+1, got.text, got.problem, got.err, w.text, w.problem, w.err)
			}
		}
	}
}

func TestClocks(t *testing.T) {
	t0 := time.Unix(0, 0)
	at := func(s int) time.Time { return t0.Add(time.Duration(s) * time.Second) }
	c := newClocks(60 * time.Second)
	c.start(gomoku.Black, 0, at(0))
	c.start(gomoku.Black, 0, at(5)) // runs already
	c.stop(at(10))
	c.start(gomoku.White, 1, at(10))
	c.settle(at(13))
	if got := c.remaining(gomoku.White, at(15)); got != 55*time.Second {
		t.Errorf("White has %v, want 55s", got)
	}
	if got := c.remaining(gomoku.Black, at(15)); got != 50*time.Second {
		t.Errorf("Black has %v, want 50s", got)
	}
	if c.out(gomoku.White, at(69)) || !c.out(gomoku.White, at(70)) {
		t.Error("White's time runs out at another time than 70")
	}
	if got := c.budget(gomoku.White, time.Second, at(15)); got != time.Second {
		t.Errorf("budget %v, want 1s", got)
	}
	if got := c.budget(gomoku.White, time.Minute, at(15)); got >= 5*time.Second || got <= 0 {
		t.Errorf("budget %v of 55s left", got)
	}
	c.rewind(0)
	if c.left != [3]time.Duration{0, 60 * time.Second, 60 * time.Second} || c.running != gomoku.Empty {
		t.Errorf("rewound to %+v", c)
	}
	var none *clocks
	none.start(gomoku.Black, 0, t0)
	none.settle(t0)
	none.stop(t0)
	none.rewind(0)
	if none.out(gomoku.Black, t0) || none.budget(gomoku.Black, time.Second, t0) != time.Second {
		t.Error("no clock has run out")
	}
}

func TestShowTime(t *testing.T) {
	for d, want := range map[time.Duration]string{
		10 * time.Minute: "10:00", 9*time.Minute + 58900*time.Millisecond: "9:58", time.Hour: "1:00:00", 61 * time.Second: "1:01",
		9990 * time.Millisecond: "0:09.9", 0: "0:00.0", 10 * time.Second: "0:10",
	} {
		if got := showTime(d); got != want {
			t.Errorf("showTime(%v) = %s, want %s", d, got, want)
		}
	}
}

func TestDrawBoard(t *testing.T) {
	b, err := gomoku.NewBoard(6, gomoku.Freestyle)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"a1", "a6", "b1", "b6", "c1", "c6", "d1", "d6", "e1"} {
		p, err := gomoku.ParsePoint(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := b.Play(p); err != nil {
			t.Fatal(err)
		}
	}
	d := drawing{last: gomoku.At(4, 0), line: b.WinningRow()}
	want := `   a b c d e f
 6 O O O O . . 6
 5 . . . . . . 5
 4 . . . . . . 4
 3 . . . . . . 3
 2 . . . . . . 2
 1[X-X-X-X(X). 1
   a b c d e f
`
	if got := d.draw(b); got != want {
		t.Errorf("drawn\n%swant\n%s", got, want)
	}
	d.style = rowCol
	want = `    0  1  2  3  4  5
 0  O  O  O  O  .  . 0
 1  .  .  .  .  .  . 1
 2  .  .  .  .  .  . 2
 3  .  .  .  .  .  . 3
 4  .  .  .  .  .  . 4
 5 [X--X--X--X-(X) . 5
    0  1  2  3  4  5
`
	if got := d.draw(b); strings.ReplaceAll(got, "  \n", "\n") != want {
		t.Errorf("drawn\n%swant\n%s", got, want)
	}
	d.color = true
	if got := d.draw(b); strings.Count(got, ansiLine) != 5 || strings.Count(got, "\x1b[") != 2*strings.Count(got, ansiReset) {
		t.Errorf("colors do not end where they should:\n%q", got)
	}
}

func TestTextWidth(t *testing.T) {
	for text, want := range map[string]int{"abc": 3, "黑方思考": 8, "●·": 2, "：": 2} {
		if got := textWidth(text); got != want {
			t.Errorf("textWidth(%q) = %d, want %d", text, got, want)
		}
	}
	if got := clip("a黑方", 4); got != "a黑" {
		t.Errorf("clip = %q", got)
	}
}

func TestQuote(t *testing.T) {
	if got := quote("\x1b[31m" + strings.Repeat("x", 100)); strings.Contains(got, "\x1b") || len(got) > 60 {
		t.Errorf("quote = %s", got)
	}
}
