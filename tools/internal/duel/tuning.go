package duel

import (
	"fmt"
	"strconv"

	"github.com/gomoku-go/gomoku"
	search "github.com/gomoku-go/gomoku/internal/engine"
	"github.com/gomoku-go/gomoku/internal/tuning"
)

// A setting names a switch or constant of the search and gives it a value (set:name=value in a spec), for matches that
// ask what a technique is worth. They are no business of the public API.
type setting struct{ name, value string }

// tune hands the settings to the search.
func tune(s *gomoku.Searcher, settings []setting) error {
	if len(settings) == 0 {
		return nil
	}
	params := search.DefaultParams()
	for _, t := range settings {
		v, err := strconv.Atoi(t.value)
		if err != nil {
			return fmt.Errorf("set:%s=%s: want a number", t.name, t.value)
		}
		if err := params.Set(t.name, v); err != nil {
			return fmt.Errorf("set:%s=%s: %w", t.name, t.value, err)
		}
	}
	return s.Set(tuning.Option(params).(gomoku.Option))
}
