package tables

import (
	"strings"
	"testing"
)

func TestWrite(t *testing.T) {
	var b strings.Builder
	Table{{"name", "n"}, {"ä", "10"}}.Write(&b, 1)
	if want := "  name   n\n     ä  10\n"; b.String() != want {
		t.Errorf("\n%s\nwant\n%s", b.String(), want)
	}
}

// A wide table is divided between columns, and each part begins with the keys.
func TestWriteWide(t *testing.T) {
	wide := func(n int) Table {
		head, row := []string{"key"}, []string{"1"}
		for range n {
			head, row = append(head, strings.Repeat("h", 18)), append(row, "cell")
		}
		return Table{head, row}
	}
	for n, lines := range map[int]int{0: 2, 1: 2, 4: 2, 5: 5, 8: 5, 9: 8} { // 5 + 20·n characters, an empty line between parts
		var b strings.Builder
		wide(n).Write(&b, 1)
		if got := strings.Count(b.String(), "\n"); got != lines {
			t.Errorf("%d columns: %d lines, want %d:\n%s", n, got, lines, b.String())
		}
		if cells, keys := strings.Count(b.String(), "cell"), strings.Count(b.String(), "key"); cells != n || keys != (lines+1)/3 {
			t.Errorf("%d columns: %d cells, %d keys:\n%s", n, cells, keys, b.String())
		}
		for line := range strings.Lines(b.String()) {
			if len(line)-1 > Width {
				t.Errorf("%d columns: a line of %d characters", n, len(line)-1)
			}
		}
	}
	// A column that is too wide by itself is there all the same.
	var b strings.Builder
	Table{{"key", strings.Repeat("x", 2*Width), "y"}}.Write(&b, 1)
	if got := strings.Fields(b.String()); len(got) != 4 || got[3] != "y" {
		t.Errorf("%q", got)
	}
}

func TestMarkdown(t *testing.T) {
	got := Table{{"a", "b"}, {"c", "1"}}.Markdown(1)
	if want := "| a | b |\n| --- | ---: |\n| c | 1 |\n"; got != want {
		t.Errorf("\n%s\nwant\n%s", got, want)
	}
}
