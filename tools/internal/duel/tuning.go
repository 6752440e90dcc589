package duel

import (
	"fmt"

	"github.com/gomoku-go/gomoku"
)

// A setting names a switch or constant of the search and gives it a value (set:name=value in a spec), for matches that
// ask what a technique is worth. They are no business of the public API.
type setting struct{ name, value string }

// tune hands the settings to the search. This is their one place: internal/engine has no such hook yet, and packages
// under the library's own path, such as this one, may import it when it does.
func tune(s *gomoku.Searcher, settings []setting) error {
	for _, t := range settings {
		return fmt.Errorf("set:%s=%s: the search has no such switch", t.name, t.value)
	}
	return nil
}
