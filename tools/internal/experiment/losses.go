package experiment

import (
	"context"
	"fmt"
	"io"

	"github.com/gomoku-go/gomoku/match"
	"github.com/gomoku-go/gomoku/tools/internal/causes"
	"github.com/gomoku-go/gomoku/tune"
)

// lossKey names a lost game: the same one may stand in several rounds.
func lossKey(c *tune.Cell, g *tune.Game) string { return fmt.Sprint(g.Number, c.Values) }

// FindCauses looks at every game that the tried values lost.
func (s *Grid) FindCauses(ctx context.Context, nodes int, stderr io.Writer) error {
	if nodes == 0 {
		return nil
	}
	var keys []string
	var lost []*match.Game
	seen := map[string]bool{}
	for _, t := range s.tables {
		for _, r := range t.rounds {
			for i := range r.Cells {
				for j := range r.Cells[i].Games {
					c, g := &r.Cells[i], &r.Cells[i].Games[j]
					if key := lossKey(c, g); g.Points() == 0 && !seen[key] {
						seen[key] = true
						keys, lost = append(keys, key), append(lost, &g.Game)
					}
				}
			}
		}
	}
	verdicts, err := causes.Find(ctx, lost, nodes, s.runner.Run.Parallel, stderr)
	if err == nil {
		err = ctx.Err()
	}
	s.causes = map[string]*causes.Verdict{}
	for i, v := range verdicts {
		s.causes[keys[i]] = v
	}
	return err
}

// lossCauses counts the causes of a cell's losses.
func (s *Grid) lossCauses(c *tune.Cell) (count causes.Count) {
	for i := range c.Games {
		if v := s.causes[lossKey(c, &c.Games[i])]; v != nil && c.Games[i].Points() == 0 {
			count[v.Cause]++
		}
	}
	return count
}

// missedThree says how many of these losses came of a three: an open one of the opponent that was let stand, or one's own
// that could have become an open four.
func missedThree(c causes.Count) int { return c[causes.LeftThree] + c[causes.MissedFour] }
