package openings

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/gomoku-go/gomoku"
)

func TestRead(t *testing.T) {
	got, err := Read(strings.NewReader("# comment\n\n7,7 8,8 0,14  # 50%\r\n1,2\n"), 15, gomoku.Freestyle)
	want := [][]gomoku.Point{{gomoku.At(7, 7), gomoku.At(8, 8), gomoku.At(0, 14)}, {gomoku.At(1, 2)}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
	for text, want := range map[string]string{
		"1,1\n7":                              "line 2",
		"1,1\n\n1,1 1,1":                      "line 3",
		"15,1":                                "line 1",
		"99,99":                               "line 1",
		"h8":                                  "line 1",
		"0,0 0,1 1,0 1,1 2,0 2,1 3,0 3,1 4,0": "line 1",
	} {
		if _, err := Read(strings.NewReader(text), 15, gomoku.Freestyle); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want one that names %s", text, err, want)
		}
	}
}

// Openings that are taken can be played.
func FuzzRead(f *testing.F) {
	f.Add("7,7 8,8 # even\n0,0\n", uint8(15), uint8(0))
	f.Add("1,1\r\n2,2 2,2", uint8(5), uint8(2))
	f.Add("-1,3\n99999999999999999999,1", uint8(22), uint8(4))
	f.Fuzz(func(t *testing.T, text string, size, rule uint8) {
		n, r := int(size)%24, gomoku.Rule(rule%5)
		openings, err := Read(strings.NewReader(text), n, r)
		if err != nil {
			return
		}
		for _, o := range openings {
			if err := check(n, r, o); err != nil {
				t.Errorf("%v: %v", o, err)
			}
		}
	})
}

func TestLoad(t *testing.T) {
	file := func(name, text string) string {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	list, sum, err := Load(file("good", "7,7 8,8\n"), 15, gomoku.Freestyle)
	if err != nil || len(list) != 1 || len(sum) != 16 {
		t.Errorf("%v, %q, %v", list, sum, err)
	}
	if _, other, err := Load(file("other", "7,7 8,9\n"), 15, gomoku.Freestyle); err != nil || other == sum {
		t.Errorf("another file has the checksum %q, %v", other, err)
	}
	for want, name := range map[string]string{"holds no opening": file("empty", "# none\n"), "bad: line 1": file("bad", "x\n"), "no such file": "/no/such/file"} {
		if _, _, err := Load(name, 15, gomoku.Freestyle); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", name, err, want)
		}
	}
}
