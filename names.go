package gomoku

import (
	"fmt"
	"strings"
)

// What the types with names have in common: [Rule], [Color], [Shape] and the others. Values count from zero; a value whose
// name is empty has none.

func nameOf(typ string, names []string, v uint8) string {
	if int(v) < len(names) && names[v] != "" {
		return names[v]
	}
	return fmt.Sprintf("%s(%d)", typ, v)
}

func marshalName(typ string, names []string, v uint8) ([]byte, error) {
	if int(v) >= len(names) || names[v] == "" {
		return nil, kindError(ErrName, "%s has no name", nameOf(typ, names, v))
	}
	return []byte(names[v]), nil
}

// unmarshalName takes any case, and a hyphen for a space: flags are easier to type so.
func unmarshalName[T ~uint8](to *T, what string, names []string, text []byte) error {
	plain := func(s string) string { return strings.ReplaceAll(s, "-", " ") }
	for i, name := range names {
		if name != "" && strings.EqualFold(plain(name), plain(string(text))) {
			*to = T(i)
			return nil
		}
	}
	known := make([]string, 0, len(names))
	for _, name := range names {
		if name != "" {
			known = append(known, name)
		}
	}
	return kindError(ErrName, "%s %s: want one of: %s", what, quote(string(text)), strings.Join(known, ", "))
}
