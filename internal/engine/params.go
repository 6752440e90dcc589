package engine

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
)

// Params are the numbers and switches of the search techniques. A technique is off at 0. Matches tune them; each has its
// line in docs/testing.md. Depths are in plies unless they say otherwise, margins in units of the evaluation.
type Params struct {
	// Aspiration windows: the first window's half width, from depth AspirationDepth on.
	AspirationWindow int
	AspirationDepth  int

	// Reverse futility pruning: below FutilityDepth, a node whose static evaluation lies above beta by FutilityMargin a ply is
	// cut off.
	FutilityDepth  int
	FutilityMargin int

	// Lazy evaluation: where the evaluation without its net, less LazyMargin, is enough for reverse futility pruning, the net
	// is not asked.
	LazyMargin int

	// Razoring: below RazorDepth, a node whose evaluation lies below alpha by RazorBase + RazorMargin a ply only gets a search
	// of fours.
	RazorDepth  int
	RazorBase   int
	RazorMargin int

	// Move-count pruning: below MoveCountDepth, after MoveCountBase + depth*depth*MoveCountScale/16 quiet moves the rest is
	// left out; half as many where the evaluation has not improved.
	MoveCountDepth int
	MoveCountBase  int
	MoveCountScale int

	// Late move reductions: ReductionScale/100 * ln(depth) * ln(number), in sixteenths of a ply.
	// PolicyScale is added for each 100 by which a move's order lies behind that of the best, up to PolicyMax.
	ReductionScale int
	ReductionBase  int // sixteenths of a ply, like all that follow
	ReductionCut   int // more at expected cut nodes
	ReductionPV    int // less where the position was once on a principal variation
	PolicyScale    int
	PolicyMax      int

	// Alpha-raise reduction: once a move has raised alpha the other quiet moves get less depth, in sixteenths of a ply.
	RaiseReduction int

	// Fail-high reduction: at an expected cut node whose evaluation is above beta by the margin, a ply less but for fours.
	FailHighMargin int

	// An unproductive four, one that takes no three and leads nowhere, is searched as a quiet move, shallower by so many
	// sixteenths of a ply.
	UnproductiveReduction int

	// Internal iterative reduction: without a table move from this depth on, a ply less.
	IterativeDepth int

	// Singular extension: from this depth on, a table move that beats all others by the margin, times the depth, is searched a
	// ply deeper.
	SingularDepth  int
	SingularMargin int

	// Forced replies do not count as depth: sixteenths of a ply given back.
	ForcedExtension int

	// The selective VCF at leaves: from how many points on that make a four for us it is tried, and its limit of nodes.
	LeafVCF      int
	LeafVCFNodes int

	// Histories: their shares in the order of moves, in 1/256.
	History      int
	Continuation int // of the countermove history and the follow-up history; 0 is off
	Countermove  int // added to the order of the move that last answered the same move well
	Killer       int // added to the order of the last two moves that cut at this ply
	Policy       int // whether the learned policy counts in the order

	// Evasions: whether only moves that can help are searched against a threatened open four, and against a threatened four
	// with an open three.
	Evasions          int
	FourThreeEvasions int

	// The VCF at the root: nodes before the first iteration.
	RootVCFNodes int

	// The VCT at the root, after that: nodes for each millisecond that the move may take, and where time is no limit as many
	// as for 200.
	RootVCTNodes int
}

// DefaultParams returns the parameters in use.
func DefaultParams() Params {
	return Params{
		AspirationWindow:      39,
		AspirationDepth:       4,
		FutilityDepth:         8,
		FutilityMargin:        31,
		LazyMargin:            190,
		RazorDepth:            3,
		RazorBase:             44,
		RazorMargin:           83,
		MoveCountDepth:        7,
		MoveCountBase:         2,
		MoveCountScale:        8,
		ReductionScale:        80,
		ReductionBase:         3,
		ReductionCut:          10,
		ReductionPV:           9,
		PolicyScale:           14,
		PolicyMax:             38,
		RaiseReduction:        16,
		FailHighMargin:        27,
		UnproductiveReduction: 8,
		IterativeDepth:        4,
		SingularDepth:         6,
		SingularMargin:        3,
		ForcedExtension:       16,
		LeafVCF:               2,
		LeafVCFNodes:          73,
		History:               5,
		Continuation:          7,
		Countermove:           160,
		Killer:                105,
		Policy:                1,
		Evasions:              1,
		FourThreeEvasions:     1,
		RootVCFNodes:          20_000,
		RootVCTNodes:          150,
	}
}

// A reductionTable holds the logarithms of late move reductions: by the depth in plies and the number of the move, in
// sixteenths of a ply. Beyond its ends nothing changes.
type reductionTable [64][64]int16

func (r *reductionTable) fill(p *Params) {
	for d := 1; d < len(r); d++ {
		for n := 1; n < len(r[d]); n++ {
			v := float64(p.ReductionScale) / 100 * math.Log(float64(d)) * math.Log(float64(n)) * onePly
			r[d][n] = int16(math.Round(v)) + int16(p.ReductionBase)
		}
	}
}

// at returns the reduction of move number of a node, searched to depth.
func (r *reductionTable) at(depth, number int) int {
	return int(r[min(depth/onePly, len(r)-1)][min(number, len(r[0])-1)])
}

// Set changes the parameter of that name.
func (p *Params) Set(name string, value int) error {
	f := reflect.ValueOf(p).Elem().FieldByName(name)
	if !f.IsValid() {
		return fmt.Errorf("no search parameter %q; there are %s", name, strings.Join(p.Names(), ", "))
	}
	f.SetInt(int64(value))
	return nil
}

// Names returns the names of all parameters in alphabetical order.
func (p *Params) Names() (names []string) {
	for f := range reflect.TypeOf(*p).Fields() {
		names = append(names, f.Name)
	}
	slices.Sort(names)
	return names
}

// Values returns all parameters by name.
func (p *Params) Values() map[string]int {
	values := map[string]int{}
	for f, v := range reflect.ValueOf(*p).Fields() {
		values[f.Name] = int(v.Int())
	}
	return values
}
