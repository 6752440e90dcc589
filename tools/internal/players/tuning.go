package players

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

// searchParams returns the option that hands the settings to the search.
func searchParams(settings []setting) (gomoku.Option, error) {
	params := search.DefaultParams()
	for _, t := range settings {
		v, err := strconv.Atoi(t.value)
		if err != nil {
			return nil, fmt.Errorf("set:%s=%s: want a number", t.name, t.value)
		}
		if err := params.Set(t.name, v); err != nil {
			return nil, fmt.Errorf("set:%s=%s: %w", t.name, t.value, err)
		}
	}
	return tuning.Option(params).(gomoku.Option), nil
}
