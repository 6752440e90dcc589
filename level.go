package gomoku

import (
	"context"
	"slices"
	"time"

	"github.com/gomoku-go/gomoku/internal/engine"
)

// A Level is a strength of play, for people to choose from. See [WithLevel].
type Level uint8

const (
	Easy   Level = iota + 1 // for beginners: looks three plies ahead and often slips
	Medium                  // looks six plies ahead and slips at times
	Hard                    // looks nine plies ahead and does not slip
	Expert                  // full strength
)

var levelNames = []string{"", "easy", "medium", "hard", "expert"}

// String returns the level's name in lower case: easy, medium, hard or expert.
func (l Level) String() string { return nameOf("Level", levelNames, uint8(l)) }

// MarshalText returns the level's name, or an error if l is none of the levels.
func (l Level) MarshalText() ([]byte, error) { return marshalName("Level", levelNames, uint8(l)) }

// UnmarshalText sets l to the level of that name.
func (l *Level) UnmarshalText(text []byte) error { return unmarshalName(l, "level", levelNames, text) }

// WithLevel makes the search play no better than people of that level. Default: full strength, as with [Expert]. The other
// levels look at most three, six and nine plies ahead, whatever [WithDepth] and [WithTimeBudget] say, so they answer
// within half a second or so. Analyze and Solve know no level.
func WithLevel(l Level) Option {
	return option(func(c *config) error {
		if l < Easy || l > Expert {
			return &OptionError{"WithLevel", l, "Easy, Medium, Hard or Expert"}
		}
		c.level = l
		return nil
	})
}

// A levelPlan is how far a level looks and how often, in a hundred, it takes one of the five best moves by chance.
type levelPlan struct{ depth, slips int }

var levelPlans = [...]levelPlan{Easy: {3, 25}, Medium: {6, 12}, Hard: {9, 0}}

// slipChoice is among how many moves a slip chooses.
const slipChoice = 5

// atLevel searches as far as the level looks and slips as it does. No level misses its own five, and from Medium on the
// move leaves the opponent no win by three fours or fewer if any move does.
func (s *Searcher) atLevel(ctx context.Context, b *Board, c *config, l engine.Limits, start time.Time) (Result, error) {
	plan := levelPlans[c.level]
	if l.Depth == 0 || l.Depth > plan.depth {
		l.Depth = plan.depth
	}
	wanted := l.MultiPV
	l.MultiPV = max(l.MultiPV, slipChoice)
	found := s.engine.Search(ctx, &b.pos, l)
	r, err := resultOf(found, time.Since(start))
	if err != nil {
		return r, err
	}
	pick := 0
	random := mix(c.seed, b.Hash())
	if int(random>>32%100) < plan.slips && r.Score < WinIn(1) {
		pick = int(random % uint64(min(slipChoice, len(r.Lines))))
	}
	if c.level >= Medium && r.Score < WinIn(1) {
		pick = s.safest(b, &r, pick, c.excluded)
	}
	r.Best, r.Score = r.Lines[pick].Moves[0], r.Lines[pick].Score
	r.Lines = slices.Insert(slices.Delete(slices.Clone(r.Lines), pick, pick+1), 0, r.Lines[pick])
	r.Lines = r.Lines[:min(len(r.Lines), max(wanted, 1))]
	return r, nil
}

// safest returns the line to play, pick if it is safe: the first whose move leaves the opponent no short win by fours. If
// none of the lines does, it looks for another move that is not excluded and appends it.
func (s *Searcher) safest(b *Board, r *Result, pick int, excluded []Point) int {
	const fours = 3
	board := b.Clone()
	safe := func(p Point) bool {
		if board.Play(p) != nil {
			return false
		}
		defer board.Undo()
		return board.outcome != Undecided || s.engine.Safe(&board.pos, fours)
	}
	if safe(r.Lines[pick].Moves[0]) {
		return pick
	}
	for i, l := range r.Lines {
		if safe(l.Moves[0]) {
			return i
		}
	}
	for _, p := range b.AppendLegal(nil) {
		if !slices.Contains(excluded, p) && safe(p) {
			line := Line{Moves: []Point{p}, Score: r.Lines[len(r.Lines)-1].Score}
			if b.Shape(b.Turn(), p) == Five { // a search for balance leaves fives alone
				line.Score = WinIn(1)
			}
			r.Lines = append(r.Lines, line)
			return len(r.Lines) - 1
		}
	}
	return pick
}
