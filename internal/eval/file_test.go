package eval

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/gomoku-go/gomoku/internal/pattern"
)

func weightFile(t testing.TB) []byte {
	var b bytes.Buffer
	if err := (&Set{pattern.Freestyle: BuiltIn(pattern.Freestyle), pattern.Renju: BuiltIn(pattern.Renju)}).Write(&b, "two rules\nfor a test"); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	s, err := Read(bytes.NewReader(weightFile(t)))
	if err != nil {
		t.Fatal(err)
	}
	want := Set{pattern.Freestyle: BuiltIn(pattern.Freestyle), pattern.Renju: BuiltIn(pattern.Renju)}
	if !reflect.DeepEqual(want, s) {
		t.Errorf("weights changed on the way through a file (-want +got):\n%s", cmp.Diff(want, s))
	}
}

func TestReadErrors(t *testing.T) {
	t.Parallel()
	good := string(weightFile(t))
	for name, test := range map[string]struct{ text, want string }{
		"empty":          {"", "line 1"},
		"other file":     {"gomoku book 1\n", "line 1"},
		"binary file":    {strings.Repeat("\x00\xff", 9000), `want "gomoku weights 3"`},
		"blank line":     {"gomoku weights 1\n   \n", "line 2"},
		"tab":            {"gomoku weights 1\n\t\nrules", "line 2"},
		"unknown rule":   {strings.Replace(good, "renju", "go", 1), "line 4"},
		"rule twice":     {strings.Replace(good, "renju", "freestyle", 1), "line 4"},
		"unknown line":   {strings.Replace(good, "\nrules", "\nlaws", 1), "line 4"},
		"no check":       {"gomoku weights 1\nrules renju\n\n", "check"},
		"damaged check":  {strings.Replace(good, "check ", "check zz", 1), "line 5"},
		"cut":            {good[:len(good)-100], "table"},
		"flipped":        {good[:len(good)-60] + "?" + good[len(good)-59:], "table"},
		"version 2":      {"gomoku weights 2\nrules renju\n", "no longer"},
		"header only":    {"gomoku weights 1\nrules renju\n", "early"},
		"more behind":    {good + "x", "after the table"},
		"two files":      {good + good, "after the table"},
		"too few tables": {strings.Replace(good, "freestyle renju", "freestyle", 1), "table"},
		"too many rules": {strings.Replace(good, "freestyle renju", "freestyle standard renju", 1), "too few"},
	} {
		if s, err := Read(strings.NewReader(test.text)); err == nil || !strings.Contains(err.Error(), test.want) || s != (Set{}) {
			t.Errorf("%s: error %v, want one with %q and no weights", name, err, test.want)
		}
	}
}

// Whatever goes wrong with the reader is told as it is, not as a fault of the file.
func TestReadBrokenReader(t *testing.T) {
	t.Parallel()
	good := string(weightFile(t))
	broken := errors.New("disk on fire")
	for _, n := range []int{0, 5, len("gomoku weights 1\n"), len("gomoku weights 1\n# two"), len(good) - 100, len(good) - 1} {
		_, err := Read(io.MultiReader(strings.NewReader(good[:n]), iotest.ErrReader(broken)))
		if !errors.Is(err, broken) || strings.Contains(err.Error(), "damaged") || strings.Contains(err.Error(), "early") {
			t.Errorf("after %d bytes: %v, want the reader's error", n, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(weightFile(f))
	f.Add([]byte("gomoku weights 1\nrules renju\ncheck 00000000\n\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := Read(bytes.NewReader(data))
		for _, w := range s {
			if w != nil && (err != nil || w.valid() != nil) {
				t.Fatalf("weights out of bounds or beside an error: %v", err)
			}
		}
	})
}
