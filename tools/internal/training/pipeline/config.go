// Package pipeline trains weights round by round: self-play, a fit to the games of all rounds so far, and a match that decides
// whether the new weights are taken. Everything that it makes lies in one directory, so that it continues after a kill.
package pipeline

import (
	"errors"
	"fmt"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/internal/eval"
	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/tools/internal/training"
	"github.com/gomoku-go/gomoku/tools/internal/training/weightfile"
)

// A Config decides what comes of a pipeline. Its names in JSON are those of the flags of tune pipeline.
type Config struct {
	Rule       gomoku.Rule       `json:"rule"`
	Size       int               `json:"size"`
	From       string            `json:"from"` // none, builtin, or the SHA-256 of the weight file
	Games      int               `json:"games"`
	Nodes      int64             `json:"nodes"`
	MatchGames int               `json:"match-games"`
	MatchNodes int64             `json:"match-nodes"`
	Elo0       float64           `json:"elo0"`
	Elo1       float64           `json:"elo1"`
	Seed       uint64            `json:"seed"`
	Fit        training.Settings `json:"fit"`
}

const leastNodes = 10

// Check returns an error in the words of the flags if the configuration makes no sense.
func (c *Config) Check() error {
	switch {
	case c.Games < 2 || c.MatchGames < 2:
		return errors.New("-games, of which one is held out, and -match-games: want at least 2")
	case c.Nodes < leastNodes || c.MatchNodes < leastNodes:
		return fmt.Errorf("-nodes and -match-nodes: want at least %d", leastNodes)
	case !(c.Elo1 >= c.Elo0 && c.Elo0 >= -1000 && c.Elo1 <= 1000):
		return fmt.Errorf("-elo0 %v, -elo1 %v: want -1000 to 1000, -elo1 not below -elo0", c.Elo0, c.Elo1)
	}
	if _, err := gomoku.NewBoard(c.Size, c.Rule); err != nil {
		return fmt.Errorf("-size %d: %w", c.Size, err)
	}
	return c.Fit.Check()
}

// Start makes the weights to begin with: none, which are all zero, the builtin ones, or those of a file. It notes in the
// configuration which they are.
func (c *Config) Start(from string) (*weightfile.File, error) {
	f := new(weightfile.File)
	c.From = from
	switch from {
	case "none":
		f.Set[c.Rule] = new(eval.Weights)
	case "builtin":
		f.Set[c.Rule] = eval.BuiltIn(pattern.Rule(c.Rule))
	default:
		var content []byte
		var err error
		if f, content, err = weightfile.Read(from); err != nil {
			return nil, err
		}
		c.From = weightfile.SHA256(content)
	}
	start, _, err := f.Start(c.Rule, c.Fit.Warm)
	if err != nil {
		return nil, fmt.Errorf("-from %s: %w", from, err)
	}
	f.Set[c.Rule] = start
	return f, nil
}
