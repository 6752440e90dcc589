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
	const most = 8
	for _, size := range []int{5, 9, 15} {
		for _, rule := range []gomoku.Rule{gomoku.Freestyle, gomoku.Renju} {
			got := makeOpenings(t, size, rule, 4, most, 1)
			seen := map[string]bool{}
			for _, o := range got {
				if _, err := setUp(size, rule, o); err != nil {
					t.Errorf("size %d, %v: %v: %v", size, rule, o, err)
				}
				if len(o) < 3 || len(o) > 6 {
					t.Errorf("size %d, %v: %d stones", size, rule, len(o))
				}
				seen[canonical(o, size)] = true
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
	// The same opening whenever one is asked for.
	few := &Openings{size: 15, seen: map[string]bool{}, drafts: map[int]<-chan []gomoku.Point{}}
	few.adopt(nil)
	ready := make(chan []gomoku.Point, 1)
	ready <- nil // as if the first try had ended the game
	few.drafts[1] = ready
	if moves, err := few.take(t.Context(), 1); err != nil || len(moves) < 3 {
		t.Errorf("second try: %v, %v", moves, err)
	}
}

func TestCanonical(t *testing.T) {
	o := []gomoku.Point{gomoku.At(3, 4), gomoku.At(5, 9), gomoku.At(7, 7)}
	turned := []gomoku.Point{gomoku.At(10, 3), gomoku.At(5, 5), gomoku.At(7, 7)} // x, y -> 14-y, x
	if canonical(o, 15) != canonical(turned, 15) {
		t.Error("a turned opening counts as another one")
	}
	other := []gomoku.Point{gomoku.At(5, 9), gomoku.At(3, 4), gomoku.At(7, 7)} // colors changed
	if canonical(o, 15) == canonical(other, 15) {
		t.Error("colors make no difference")
	}
}
