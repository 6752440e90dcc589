package match

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/gomoku-go/gomoku"
)

func makeOpenings(t *testing.T, size int, rule gomoku.Rule, seed uint64, n, parallel int) [][]gomoku.Point {
	t.Helper()
	o, err := NewOpenings(size, rule, seed)
	if err != nil {
		t.Fatal(err)
	}
	list, err := o.Make(t.Context(), n, parallel)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// Openings are legal, leave the game open, all differ, and follow from the seed and the number alone.
func TestOpenings(t *testing.T) {
	t.Parallel()
	const most = 6
	for size, rules := range map[int][]gomoku.Rule{5: {gomoku.Freestyle, gomoku.Renju}, 9: {gomoku.Renju}, 15: {gomoku.Freestyle}} {
		for _, rule := range rules {
			got := makeOpenings(t, size, rule, 4, most, 1)
			seen := map[uint64]bool{}
			for _, o := range got {
				b, err := setUp(size, rule, o)
				if err != nil {
					t.Fatalf("size %d, %v: %v: %v", size, rule, o, err)
				}
				if len(o) < 3 || len(o) > 6 {
					t.Errorf("size %d, %v: %d stones", size, rule, len(o))
				}
				seen[b.CanonicalHash()] = true
			}
			if len(seen) != most {
				t.Errorf("size %d, %v: %d different openings of %d", size, rule, len(seen), most)
			}
			o, err := NewOpenings(size, rule, 4)
			if err != nil {
				t.Fatal(err)
			}
			for _, n := range []int{2, 1, most} {
				if again, err := o.Make(t.Context(), n, 3); err != nil || !reflect.DeepEqual(got[:n], again) {
					t.Errorf("size %d, %v: the first %d are others when made step by step, %v", size, rule, n, err)
				}
			}
			if other := makeOpenings(t, size, rule, 5, 3, 2); reflect.DeepEqual(got[:3], other) {
				t.Errorf("size %d, %v: another seed gives the same openings", size, rule)
			}
		}
	}
}

func TestOpeningsEnd(t *testing.T) {
	t.Parallel()
	o, err := NewOpenings(0, gomoku.Freestyle, 1)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := o.Make(ctx, 3, 2); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
	if list, err := o.Make(t.Context(), 3, 2); err != nil || len(list) != 3 || !reflect.DeepEqual(list, makeOpenings(t, 15, gomoku.Freestyle, 1, 3, 1)) {
		t.Errorf("after that: %v, %v", list, err)
	}
	if _, err := NewOpenings(4, gomoku.Freestyle, 1); err == nil || !strings.HasPrefix(err.Error(), "match: ") {
		t.Errorf("size 4: %v", err)
	}
	// A first try that ended the game is followed by another one.
	few, err := NewOpenings(15, gomoku.Freestyle, 1)
	if err != nil {
		t.Fatal(err)
	}
	first, err := gomoku.NewBoard(15, gomoku.Freestyle)
	if err != nil {
		t.Fatal(err)
	}
	few.adopt(first)
	ready := make(chan *gomoku.Board, 1)
	ready <- nil
	few.drafts[1] = ready
	if moves, err := few.take(t.Context(), 1); err != nil || len(moves) < 3 {
		t.Errorf("second try: %v, %v", moves, err)
	}
}
