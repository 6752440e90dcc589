package charset_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/gomoku-go/gomoku/record"
	"github.com/gomoku-go/gomoku/record/charset"
)

func TestDecode(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"GBK", "\xba\xda\xb0\xd7", "黑白"}, {"gb2312", "\xba\xda", "黑"}, {"GB18030", "\x81\x30\x81\x30", "\u0080"}, {"GBK", "\x81\x5d", "乚"},
		{"Big5", "\xa5\x5c", "功"}, {"Shift_JIS", "\x83\x5d", "ゾ"}, {"EUC-KR", "\xb0\xa1", "가"}, {"ISO-2022-JP", "\x1b$B%>\x1b(B", "ゾ"},
		{"windows-1252", "\x80", "€"}, {" latin1 ", "\xe9", "é"}, {"UTF-8", "黑", "黑"}, {"IBM437", "\x81", "ü"},
	} {
		if got, err := charset.Decode(c.name, []byte(c.text)); got != c.want || err != nil {
			t.Errorf("Decode(%q, %q) = %q, %v; want %q", c.name, c.text, got, err, c.want)
		}
	}
	for _, c := range []struct{ name, text, want string }{
		{"GBK", "ab\xff\xff", `after "ab"`}, {"klingon", "x", `called "klingon"`}, {"", "x", "does not say"}, {"UTF-8", "\xff", "not in UTF-8"},
	} {
		if got, err := charset.Decode(c.name, []byte(c.text)); got != "" || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Decode(%q, %q) = %q, %v; want an error with %q", c.name, c.text, got, err, c.want)
		}
	}
	if _, err := charset.Decode("", nil); !errors.Is(err, charset.ErrNoName) {
		t.Errorf("no name: %v", err)
	}
	if _, err := charset.Fallback("klingon"); err == nil {
		t.Error("Fallback takes any name")
	}
}

// The second byte of a letter may be a bracket or a backslash: files in all usual charsets give their moves, with and without a
// name for the charset.
func TestRecords(t *testing.T) {
	for _, c := range []struct{ charset, letter, want string }{
		{"GBK", "\x81\x5d", "乚"}, {"GBK", "\x81\x5c", "乗"}, {"Big5", "\xa5\x5c", "功"}, {"Shift_JIS", "\x83\x5d", "ゾ"}, {"Shift_JIS", "\x95\x5c", "表"},
		{"EUC-KR", "\xb0\xa1", "가"},
	} {
		fallback, err := charset.Fallback(c.charset)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range []struct {
			text    string
			decoder func(string, []byte) (string, error)
		}{
			{"(;CA[" + c.charset + "]GM[4]SZ[15]PB[" + c.letter + "];B[hh]C[" + c.letter + "];W[ig])", charset.Decode},
			{"(;GM[4]SZ[15]PB[" + c.letter + "];B[hh]C[" + c.letter + "];W[ig])", fallback},
		} {
			trees, err := record.Read(strings.NewReader(file.text), &record.Options{Decoder: file.decoder})
			if err != nil || len(trees[0].Game.Moves) != 2 || trees[0].Game.Tags["black"] != c.want || trees[0].Root.Children[0].Comment != c.want {
				t.Errorf("%s, %q: %v", c.charset, file.text, err)
			}
		}
	}
}

func ExampleDecode() {
	file := strings.NewReader("(;CA[GBK]SZ[15]PB[\xba\xda];B[hh])")
	trees, err := record.Read(file, &record.Options{Decoder: charset.Decode})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(trees[0].Game.Tags["black"])
	// Output: 黑
}
