package engine

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Params are the numbers and switches of the search techniques. A technique is off at 0. Matches tune them; each has its
// line in docs/testing.md. Depths are in plies unless they say otherwise, margins in units of the evaluation.
type Params struct {
	// Aspiration: the first window's half width, from depth AspirationDepth on.
	AspirationWindow int
	AspirationDepth  int

	// Reverse futility: below FutilityDepth, a static evaluation FutilityMargin a ply above beta is taken at its word.
	FutilityDepth  int
	FutilityMargin int

	// Lazy evaluation: where the evaluation without its net, less LazyMargin, is enough for reverse futility, the net is
	// not asked.
	LazyMargin int

	// Razoring: below RazorDepth, an evaluation RazorBase + RazorMargin a ply under alpha only gets a search of fours.
	RazorDepth  int
	RazorBase   int
	RazorMargin int

	// Move-count pruning: below CountDepth, after CountBase + depth*depth*CountScale/16 quiet moves the rest is left out.
	CountDepth int
	CountBase  int
	CountScale int

	// Late move reductions: ReductionScale/100 * ln(depth) * ln(number), in sixteenths of a ply.
	// PolicyScale is what each 100 that a move's order lies behind the best adds, at most PolicyMost.
	ReductionScale int
	ReductionBase  int // sixteenths of a ply, like all that follow
	ReductionCut   int // more at expected cut nodes
	ReductionPV    int // less where the position was once on a principal variation
	PolicyScale    int
	PolicyMost     int

	// Alpha-raise reduction: once a move has raised alpha the quiet rest counts for less, in sixteenths of a ply.
	RaiseReduction int

	// Fail-high reduction: at an expected cut node whose evaluation is above beta by the margin, a ply less but for fours.
	FailHighMargin int

	// A four that takes no three and leads nowhere is searched as a quiet move, shallower by so many sixteenths of a ply.
	UnproductiveReduction int

	// Internal iterative reduction: without a table move from this depth on, a ply less.
	IterativeDepth int

	// Singular extension: from this depth on, a table move that beats all others by the margin a ply gets a ply more.
	SingularDepth  int
	SingularMargin int

	// Forced replies do not count as depth: sixteenths of a ply given back.
	ForcedExtension int

	// The search of fours at leaves: most nodes for one, and how many four-points there must be.
	LeafFours      int
	LeafFoursNodes int

	// Histories: their shares in the order of moves, in 1/256.
	History      int
	Continuation int // of the histories of the last two moves; 0 is off
	Countermove  int // added to the order of the move that last answered the same move well
	Killer       int // added to the order of the last two moves that cut at this ply
	Policy       int // whether what the weights know of pairs and of the last moves counts in the order

	// Answers to a threatened open four, and to a threatened four with an open three, restricted to those that can help.
	Restrict  int
	FourThree int

	// The search of fours at the root: nodes before the first iteration.
	RootFoursNodes int

	// The search of fours and threes at the root, after that: nodes for each millisecond that the move may take, and where
	// time is no limit as many as for 200.
	RootThreesNodes int
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
		CountDepth:            7,
		CountBase:             2,
		CountScale:            8,
		ReductionScale:        80,
		ReductionBase:         3,
		ReductionCut:          10,
		ReductionPV:           9,
		PolicyScale:           14,
		PolicyMost:            38,
		RaiseReduction:        16,
		FailHighMargin:        27,
		UnproductiveReduction: 8,
		IterativeDepth:        4,
		SingularDepth:         6,
		SingularMargin:        3,
		ForcedExtension:       16,
		LeafFours:             2,
		LeafFoursNodes:        73,
		History:               5,
		Continuation:          7,
		Countermove:           160,
		Killer:                105,
		Policy:                1,
		Restrict:              1,
		FourThree:             1,
		RootFoursNodes:        20_000,
		RootThreesNodes:       150,
	}
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
