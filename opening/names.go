package opening

import (
	"fmt"
	"strings"
)

// What the types with names have in common: [Protocol], [Player] and [ActionKind]. Values count from one.

// nameOf is the name of a value, or the type and number of one that has none.
func nameOf(typ string, names []string, v uint8) string {
	if v > 0 && int(v) < len(names) {
		return names[v]
	}
	return fmt.Sprintf("%s(%d)", typ, v)
}

func marshalName(typ string, names []string, v uint8) ([]byte, error) {
	if v == 0 || int(v) >= len(names) {
		return nil, fmt.Errorf("opening: %s has no name: want one of: %s", nameOf(typ, names, v), strings.Join(names[1:], ", "))
	}
	return []byte(names[v]), nil
}

// unmarshalName takes any case, hyphens anywhere, and a hyphen for a space.
func unmarshalName[T ~uint8](to *T, what string, names []string, text []byte) error {
	word := strings.ReplaceAll(string(text), "-", "")
	for i, name := range names {
		if name != "" && (strings.EqualFold(word, name) || strings.EqualFold(word, strings.ReplaceAll(name, " ", ""))) {
			*to = T(i)
			return nil
		}
	}
	return fmt.Errorf("opening: %s %.40q: want one of: %s", what, text, strings.Join(names[1:], ", "))
}
