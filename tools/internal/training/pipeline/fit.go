package pipeline

import (
	"errors"
	"fmt"
	"os"

	"github.com/gomoku-go/gomoku/tools/games"
	"github.com/gomoku-go/gomoku/tools/internal/training/data"
	"github.com/gomoku-go/gomoku/tools/internal/training/weightfile"
)

// fit makes the weight file of a round from the games of all rounds so far, unless it is there. It returns what the file says,
// and the games.
func (r Runner) fit(n int) (*weightfile.Summary, []*games.Game, error) {
	var names []string
	for k := range n {
		names = append(names, r.gamesFile(k+1))
	}
	list, err := data.Read(names)
	if err != nil {
		return nil, nil, err
	}
	name := r.Weights(n)
	f, _, err := weightfile.Read(name)
	if errors.Is(err, os.ErrNotExist) {
		if f, _, err = weightfile.Read(r.Weights(0)); err != nil {
			return nil, nil, err
		}
		record, fitErr := f.Fit(list, r.Config.Rule, r.Config.Fit, r.Log)
		if fitErr != nil {
			return nil, nil, fitErr
		}
		err = f.Write(name, record)
	}
	if err != nil {
		return nil, nil, err
	}
	summary := f.Summary(r.Config.Rule)
	if summary == nil || summary.Data != games.Sum(list) {
		return nil, nil, fmt.Errorf("%s was not fitted to the games of this pipeline: remove it, and the same command makes it anew", name)
	}
	return summary, list, nil
}
