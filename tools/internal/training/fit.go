package training

import (
	"io"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/internal/eval"
	"github.com/gomoku-go/gomoku/tools/games"
)

// Fit fits weights to games, all of one rule, and tells log how it goes. With Settings.Keep it begins with start.
func Fit(list []*games.Game, rule gomoku.Rule, start *eval.Weights, s Settings, log io.Writer) (*Result, error) {
	f := &fit{settings: s, rule: rule, games: list, colors: 1, log: log}
	f.Losses = map[string]float64{}
	if rule == gomoku.Renju {
		f.colors = 2
	}
	if s.Keep {
		copied := *start
		f.Weights = &copied
	} else if err := f.values(); err != nil {
		return nil, err
	}
	if s.PolicyEpochs > 0 {
		if err := f.policy(); err != nil {
			return nil, err
		}
	}
	if s.NetEpochs > 0 {
		if err := f.net(); err != nil {
			return nil, err
		}
	}
	return &f.Result, nil
}
