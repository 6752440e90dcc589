package review

import (
	"fmt"
	"slices"
	"strings"
)

var (
	labelNames   = []string{"", "best", "good", "inaccuracy", "mistake", "blunder", "missed win", "missed block", "forced", "lost", "foul", "book"}
	winKindNames = []string{"", "five", "fours", "threes", "search"}
)

// String returns the label in words: best, good, inaccuracy, mistake, blunder, missed win, missed block, forced, lost, foul or
// book.
func (l Label) String() string { return nameOf("Label", labelNames, uint8(l)) }

// MarshalText returns the label in words, or an error if l is no label.
func (l Label) MarshalText() ([]byte, error) { return marshalName("Label", labelNames, uint8(l)) }

// UnmarshalText sets l to the label that the words name, in any case, with spaces or hyphens.
func (l *Label) UnmarshalText(text []byte) error { return unmarshalName(l, "label", labelNames, text) }

// String returns the kind in a word: five, fours, threes or search.
func (k WinKind) String() string { return nameOf("WinKind", winKindNames, uint8(k)) }

// MarshalText returns the kind in a word, or an error if k is no kind of win.
func (k WinKind) MarshalText() ([]byte, error) { return marshalName("WinKind", winKindNames, uint8(k)) }

// UnmarshalText sets k to the kind of that name, in any case.
func (k *WinKind) UnmarshalText(text []byte) error {
	return unmarshalName(k, "kind of win", winKindNames, text)
}

func nameOf(typ string, names []string, v uint8) string {
	if int(v) < len(names) && names[v] != "" {
		return names[v]
	}
	return fmt.Sprintf("%s(%d)", typ, v)
}

func marshalName(typ string, names []string, v uint8) ([]byte, error) {
	if int(v) >= len(names) || names[v] == "" {
		return nil, fmt.Errorf("review: %s has no name", nameOf(typ, names, v))
	}
	return []byte(names[v]), nil
}

func unmarshalName[T ~uint8](to *T, what string, names []string, text []byte) error {
	want := strings.ReplaceAll(string(text), "-", " ")
	i := slices.IndexFunc(names, func(name string) bool { return name != "" && strings.EqualFold(name, want) })
	if i < 0 {
		return fmt.Errorf("review: %s %.40q: want one of: %s", what, text, strings.Join(names[1:], ", "))
	}
	*to = T(i)
	return nil
}
