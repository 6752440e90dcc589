package gomocup

import (
	"testing"
	"time"
)

func TestBudget(t *testing.T) {
	const ms = time.Millisecond
	for _, c := range []struct {
		name   string
		clock  clock
		moves  int
		gone   time.Duration
		lo, hi time.Duration
		atOnce bool
	}{
		{name: "turn 100 ms", clock: clock{turn: 100 * ms}, lo: 75 * ms, hi: 90 * ms},
		{name: "turn 5 ms", clock: clock{turn: 5 * ms}, lo: leastBudget, hi: leastBudget},
		{name: "turn 30 s", clock: clock{turn: 30000 * ms}, lo: 29000 * ms, hi: 29900 * ms},
		{name: "at once", clock: clock{}, lo: 0, hi: ms, atOnce: true},
		{name: "waited", clock: clock{turn: 1000 * ms}, gone: 400 * ms, lo: 500 * ms, hi: 590 * ms},
		{name: "waited too long", clock: clock{turn: 1000 * ms}, gone: 4000 * ms, lo: leastBudget, hi: leastBudget},
		{name: "first of a match", clock: clock{turn: 30000 * ms, left: 180000 * ms, bound: true}, lo: 4000 * ms, hi: 6500 * ms},
		{name: "last of a match", clock: clock{turn: 30000 * ms, left: 4000 * ms, bound: true}, moves: 50, lo: 200 * ms, hi: 800 * ms},
		{name: "below zero", clock: clock{turn: 30000 * ms, left: -20 * ms, bound: true}, lo: leastBudget, hi: leastBudget},
		{name: "little left, but more with every move", clock: clock{turn: 30000 * ms, left: 1250 * ms, added: 500 * ms, bound: true}, lo: 500 * ms, hi: 600 * ms},
		{name: "nothing left, but more with every move", clock: clock{turn: 30000 * ms, left: 0, added: 500 * ms, bound: true}, lo: leastBudget, hi: leastBudget},
		{name: "left without bound", clock: clock{turn: 500 * ms, left: ms}, lo: 470 * ms, hi: 490 * ms},
	} {
		d, atOnce := c.clock.budget(c.moves, c.gone)
		if d < c.lo || d > c.hi || atOnce != c.atOnce {
			t.Errorf("%s: %v, %v; want %v to %v, %v", c.name, d, atOnce, c.lo, c.hi, c.atOnce)
		}
	}
}

// A whole game fits in the match time although every move costs a little more than planned.
func TestMatchLasts(t *testing.T) {
	for _, match := range []time.Duration{2 * time.Second, 20 * time.Second, 180 * time.Second, 1000 * time.Second} {
		c := clock{turn: 30 * time.Second}
		c.setMatch(match)
		for move := range 200 {
			d, _ := c.budget(move, 0)
			if d > max(c.left/5, leastBudget) {
				t.Fatalf("match %v, move %d: %v of %v left", match, move, d, c.left)
			}
			if move == 40 && d < match/1000 {
				t.Errorf("match %v: only %v for move 40", match, d)
			}
			c.spend(d + 500*time.Microsecond)
		}
		if c.left < 0 {
			t.Errorf("match %v: %v left after 200 moves", match, c.left)
		}
	}
}

func TestTimeLeft(t *testing.T) {
	var c clock
	c.setMatch(10 * time.Second)
	c.setLeft(unlimited)
	if c.bound {
		t.Error("2147483647 is no limit")
	}
	c.setLeft(300)
	if !c.bound || c.left != 300*time.Millisecond {
		t.Errorf("%v, %v", c.left, c.bound)
	}
	c.newGame()
	if !c.bound || c.left != 300*time.Millisecond {
		t.Errorf("START after time_left: %v, %v; what the manager has just said holds", c.left, c.bound)
	}
	c.spend(time.Millisecond)
	c.newGame()
	if !c.bound || c.left != 10*time.Second {
		t.Errorf("new game: %v, %v", c.left, c.bound)
	}
	c.setLeft(0)
	if !c.bound || c.left != 0 {
		t.Error("time_left 0 is the end of the time where a match has a limit")
	}
	for _, none := range []time.Duration{0, unlimited * time.Millisecond} {
		c.setMatch(none)
		if c.bound {
			t.Errorf("timeout_match %d is no limit", none.Milliseconds())
		}
		c.setLeft(0)
		if c.bound {
			t.Error("time_left 0 says nothing where a match has no limit")
		}
		c.setLeft(-1)
		if !c.bound {
			t.Error("a time_left below zero is the end of the time")
		}
	}
}
