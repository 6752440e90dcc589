// Package level has the numbers by which the levels of play differ. Each was set by matches; tools/ladder plays them, and
// docs/testing.md has the results.
package level

import "fmt"

// Top is full strength: the only level without a plan.
const Top = 10

// A Plan is how a level plays.
type Plan struct {
	Depth int   // plies that it looks ahead
	Nodes int64 // moves that it makes in a search at most

	// Horizon is the number of plies up to which it is sure of wins and losses. Those beyond, which the search of fours finds
	// at its leaves, only look good or bad to it. 0: it is always sure.
	Horizon int

	// Choices is among how many of the best moves it chooses, and Temperature how boldly, in percentage points of the chance to
	// win: a move that is worth so much less than the best is chosen e times less often. With one choice it plays the best move.
	Choices     int
	Temperature float64

	// Guard is within how many moves it leaves the opponent no win by fours, the five included: 1 is a five, and 2 an open four
	// besides. Oversight is how often, in a hundred, it lets an open three stand nevertheless.
	Guard     int
	Oversight int
}

var plans = [Top]Plan{
	1: {Depth: 2, Nodes: 20_000, Horizon: 6, Choices: 10, Temperature: 11.5, Guard: 2, Oversight: 10},
	2: {Depth: 2, Nodes: 20_000, Horizon: 6, Choices: 8, Temperature: 6.8, Guard: 2, Oversight: 5},
	3: {Depth: 3, Nodes: 20_000, Horizon: 8, Choices: 8, Temperature: 6, Guard: 2},
	4: {Depth: 4, Nodes: 20_000, Choices: 6, Temperature: 4.1, Guard: 3},
	5: {Depth: 5, Nodes: 20_000, Choices: 5, Temperature: 2.4, Guard: 3},
	6: {Depth: 7, Nodes: 20_000, Choices: 4, Temperature: 2, Guard: 3},
	7: {Depth: 8, Nodes: 55_000, Choices: 3, Temperature: 1.5, Guard: 3},
	8: {Depth: 12, Nodes: 65_000, Choices: 1, Guard: 3},
	9: {Depth: 14, Nodes: 150_000, Choices: 1, Guard: 3},
}

// Of returns the plan of a level from 1 to 9.
func Of(level int) Plan { return plans[level] }

// String returns the plan in one line.
func (p Plan) String() string {
	return fmt.Sprintf("depth %d, %d nodes, horizon %d, %d choices at %g, guard %d, oversight %d", p.Depth, p.Nodes, p.Horizon, p.Choices, p.Temperature, p.Guard, p.Oversight)
}
