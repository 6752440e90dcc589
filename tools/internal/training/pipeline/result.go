package pipeline

import (
	"errors"
	"fmt"
	"os"

	"github.com/gomoku-go/gomoku/match"
	"github.com/gomoku-go/gomoku/tools/internal/atomicfile"
	"github.com/gomoku-go/gomoku/tools/internal/tables"
	"github.com/gomoku-go/gomoku/tools/internal/training/weightfile"
)

// Finish writes what came of the pipeline: the weights that were taken last, named by their rule, and the table of rounds. It
// returns the name of the weight file.
func (p *Pipeline) Finish() (weights string, err error) {
	from, to := p.Weights(p.Taken()), p.path(p.Config.Rule.String()+".weights")
	for _, ending := range []string{weightfile.RecordEnding, ""} {
		content, err := os.ReadFile(from + ending)
		if errors.Is(err, os.ErrNotExist) && ending != "" {
			if err := os.Remove(to + ending); err != nil && !errors.Is(err, os.ErrNotExist) {
				return "", err
			}
			continue // the start has no record
		}
		if err == nil {
			err = atomicfile.Write(to+ending, content)
		}
		if err != nil {
			return "", err
		}
	}
	return to, atomicfile.Write(p.path("rounds.md"), []byte(p.Markdown()))
}

// Title says in a line how the rounds were played.
func (p *Pipeline) Title() string {
	c := p.Config
	start := c.From
	if start != "none" && start != "builtin" {
		start = "the file with the SHA-256 " + start
	}
	return fmt.Sprintf("%v %dx%d, weights to begin with: %s. %d games a round at %d nodes a move; matches at %d nodes; seed %d.", c.Rule, c.Size, c.Size, start, c.Games, c.Nodes, c.MatchNodes, c.Seed)
}

// Markdown is the title and the table of rounds.
func (p *Pipeline) Markdown() string { return p.Title() + "\n\n" + p.Table().Markdown(0) }

// Table is the table of rounds.
func (p *Pipeline) Table() tables.Table {
	t := tables.Table{{"Round", "Games", "Positions searched", "Training positions, all rounds", "Loss of values", "of moves", "of the net, without → with", "Match against the weights before", "Score [95 %]", "Elo", "Verdict"}}
	for i, r := range p.Rounds {
		l := r.Fit.Losses
		net := "none"
		if v, ok := l["net"]; ok {
			net = fmt.Sprintf("%.5f → %.5f", l["without net"], v)
		}
		loss := func(name string) string {
			if v, ok := l[name]; ok {
				return fmt.Sprintf("%.5f", v)
			}
			return "kept"
		}
		t = append(t, []string{
			fmt.Sprint(i + 1), fmt.Sprint(r.Games), fmt.Sprint(r.Positions), fmt.Sprint(r.Fit.Training),
			loss("values"), loss("moves"), net,
			fmt.Sprintf("%d games: +%d =%d −%d", r.Match.Games(), r.Match.Won, r.Match.Drawn, r.Match.Lost),
			fmt.Sprintf("%.1f %% [%.1f, %.1f]", 100*r.Match.Score(), 100*r.Low, 100*r.High),
			fmt.Sprintf("%+.0f", match.Elo(r.Match.Score())), r.Verdict,
		})
	}
	return t
}
