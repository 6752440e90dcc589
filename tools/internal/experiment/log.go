package experiment

import (
	"fmt"
	"maps"
	"slices"

	"github.com/gomoku-go/gomoku/tools/internal/checksum"
	"github.com/gomoku-go/gomoku/tools/internal/jsonlog"
	"github.com/gomoku-go/gomoku/tune"
)

// Settings are what decides how games of given values go, by the names of the flags.
type Settings map[string]string

// Settings returns those of the games. An experiment adds its own.
func (r *Runner) Settings() (Settings, error) {
	program, err := checksum.Program()
	g := &r.Games
	return Settings{
		"-evaluator":           r.Evaluator,
		"content of -weights":  r.target.sum,
		"-set":                 r.Set,
		"-depth":               fmt.Sprint(r.Depth),
		"-nodes":               fmt.Sprint(r.Nodes),
		"-rule":                g.Rule.String(),
		"-size":                fmt.Sprint(g.Size),
		"-seed":                fmt.Sprint(g.Seed),
		"content of -openings": r.openingsSum,
		"build of this program, which holds the searcher": program,
	}, err
}

// differences says what is not as it was.
func (s Settings) differences(now Settings) (list []string) {
	all := maps.Clone(s)
	maps.Copy(all, now)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if s[name] != now[name] {
			list = append(list, fmt.Sprintf("%s (was %q, is %q)", name, s[name], now[name]))
		}
	}
	return list
}

// An entry is a game in the log.
type entry struct {
	tune.Game
	Confirmation bool `json:"confirmation,omitempty"` // it is of the confirmation match
}

// OpenLog makes the games that end go into the file, and those that it holds count. Without Log they only count.
func (r *Runner) OpenLog(kind string, now Settings) (closeLog func() error, err error) {
	r.Run.Finished = func(g tune.Game) error {
		r.Run.Done = append(r.Run.Done, g)
		return r.add(entry{Game: g})
	}
	if r.Log == "" {
		return func() error { return nil }, nil
	}
	r.log, err = jsonlog.Open(r.Log, kind, now, Settings.differences, func(e *entry) error {
		if e.Opening < 0 || e.Opening > len(e.Moves) || len(e.Plies) != len(e.Moves)-e.Opening {
			return fmt.Errorf("game %d: an opening of %d stones and %d plies in %d moves", e.Number, e.Opening, len(e.Plies), len(e.Moves))
		}
		if e.Confirmation {
			r.confirmed = append(r.confirmed, e.Game)
		} else {
			r.Run.Done = append(r.Run.Done, e.Game)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return r.log.Close, nil
}

// add writes a game to the log, if there is one.
func (r *Runner) add(e entry) error {
	if r.log == nil {
		return nil
	}
	return r.log.Add(e)
}
