package gomoku_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/gomoku-go/gomoku"
)

// The lines of a search for all lines tell which moves the radius allows.
func TestWithRadius(t *testing.T) {
	t.Parallel()
	b := quiet(t)
	for radius := 1; radius <= gomoku.MaxSize; radius++ {
		near := 0
		for _, p := range b.AppendLegal(nil) {
			for _, q := range b.Moves() {
				if distance(p, q) <= radius {
					near++
					break
				}
			}
		}
		r := search(t, newSearcher(t, gomoku.WithRadius(radius), gomoku.WithDepth(1)), b, gomoku.WithMultiPV(1000))
		if len(r.Lines) != near {
			t.Errorf("radius %d: %d moves, want the %d that near", radius, len(r.Lines), near)
		}
	}
	// A five, and the block of one, count from any distance.
	for _, c := range []struct{ black, white, want string }{
		{"a1 b1 c1 d1", "o15 a15 h8 k5", "e1"},
		{"o15 a15 h8 k5", "a1 b1 c1 d1", "e1"},
		{"a1 o1 a15 o15", "g8 h8 k8 j8", "i8"},
	} {
		b := setUp(t, 15, gomoku.Freestyle, c.black, c.white, gomoku.Black)
		r := search(t, newSearcher(t, gomoku.WithRadius(1), gomoku.WithWidth(1), gomoku.WithDepth(4)), b)
		if r.Best != point(t, c.want) {
			t.Errorf("radius 1, width 1: %v, want %s\n%v", r.Best, c.want, b)
		}
	}
}

// A search of one ply makes as many of its candidates as the width says, but all threats and answers to them, and a narrow search
// overlooks no threat.
func TestWithWidth(t *testing.T) {
	t.Parallel()
	b := quiet(t)
	threats := int64(0)
	for _, p := range b.AppendLegal(nil) {
		if max(b.Shape(gomoku.Black, p), b.Shape(gomoku.White, p)) >= gomoku.OpenThree {
			threats++
		}
	}
	all := search(t, newSearcher(t), b, gomoku.WithDepth(1)).Stats
	if threats < 2 || all.Searched != all.Generated || all.Searched < 20 {
		t.Fatalf("%d threats among %d moves, of %d: the position does not fit the test", threats, all.Searched, all.Generated)
	}
	for _, n := range []int64{1, 2, threats, 8, 20, 1000} {
		want := min(max(n, threats), all.Searched)
		if got := search(t, newSearcher(t, gomoku.WithWidth(int(n))), b, gomoku.WithDepth(1)).Stats; got.Searched != want || got.Generated != all.Generated {
			t.Errorf("width %d: %d moves of %d, want %d of %d", n, got.Searched, got.Generated, want, all.Generated)
		}
	}
	for _, c := range []struct{ black, white, want string }{
		{"h8 i8 j8 k8", "g8 c3 c12", "l8"},
		{"h8 i8 k8 l8", "c3 c12 m3", "j8"},
		{"h8 i8 j8", "c3 m12", "f8 g8 k8 l8"},
	} {
		for _, rule := range []gomoku.Rule{gomoku.Freestyle, gomoku.Standard, gomoku.Renju} {
			b := setUp(t, 15, rule, c.black, c.white, gomoku.White)
			if r := search(t, newSearcher(t, gomoku.WithWidth(1)), b, gomoku.WithDepth(4)); !slices.Contains(points(t, c.want), r.Best) {
				t.Errorf("%v: a search of width 1 plays %v, want one of %s\n%v", rule, r.Best, c.want, b)
			}
		}
	}
}

func TestWithExcluded(t *testing.T) {
	t.Parallel()
	b := setUp(t, 15, gomoku.Freestyle, "h8 i8 j8 k8", "a1 c1 e1 g1", gomoku.Black)
	s := newSearcher(t, gomoku.WithDepth(3))
	g8, l8 := point(t, "g8"), point(t, "l8")
	for _, c := range []struct{ excluded, want []gomoku.Point }{
		{nil, []gomoku.Point{g8, l8}},
		{[]gomoku.Point{g8}, []gomoku.Point{l8}},
		{[]gomoku.Point{l8, gomoku.At(21, 21), point(t, "a1")}, []gomoku.Point{g8}},
	} {
		if r := search(t, s, b, gomoku.WithExcluded(c.excluded...)); !slices.Contains(c.want, r.Best) {
			t.Errorf("excluded %v: %v, want one of %v", c.excluded, r.Best, c.want)
		}
	}
	if r := search(t, s, b, gomoku.WithExcluded(g8, l8), gomoku.WithMultiPV(500)); slices.ContainsFunc(r.Lines, func(l gomoku.Line) bool {
		return l.Moves[0] == g8 || l.Moves[0] == l8
	}) {
		t.Errorf("excluded points in %v", r.Lines)
	}
	all := b.AppendLegal(nil)
	if _, err := s.Search(t.Context(), b, gomoku.WithExcluded(all...)); err != gomoku.ErrNoMove {
		t.Errorf("all points excluded: %v, want ErrNoMove", err)
	}
	for _, err := range s.Analyze(t.Context(), b, gomoku.WithExcluded(all...)) {
		if err != gomoku.ErrNoMove {
			t.Errorf("all points excluded: Analyze yields %v, want ErrNoMove", err)
		}
	}
	last := all[len(all)-1]
	if r := search(t, s, b, gomoku.WithExcluded(all[:len(all)-1]...)); r.Best != last {
		t.Errorf("all but %v excluded: %v", last, r.Best)
	}
	// At every level as well, even where another move would be safer.
	block := setUp(t, 15, gomoku.Freestyle, "a1 c1 e1 g1", "h8 i8 j8 k8 l9", gomoku.Black)
	for level := gomoku.Level(1); level <= gomoku.Expert; level++ {
		if r := search(t, s, block, gomoku.WithExcluded(g8, l8), gomoku.WithNodes(5000)); r.Best == g8 || r.Best == l8 {
			t.Errorf("level %v: %v, which is excluded", level, r.Best)
		}
		s = newSearcher(t, gomoku.WithLevel(level))
	}
	empty := newBoard(t, 15, gomoku.Freestyle, "")
	if r := search(t, s, empty, gomoku.WithExcluded(gomoku.At(7, 7)), gomoku.WithDepth(2)); r.Best == gomoku.At(7, 7) {
		t.Error("the excluded center is played")
	}
}

func TestWithMoves(t *testing.T) {
	t.Parallel()
	b := newBoard(t, 15, gomoku.Renju, "h8 i9 g6 i7 k8 i5")
	far, near, taken := point(t, "a15"), point(t, "i8"), point(t, "h8")
	for name, opts := range map[string][]gomoku.Option{
		"default": nil, "shapes": {gomoku.WithEvaluator(new(gomoku.ShapeEvaluator))}, "width": {gomoku.WithWidth(1), gomoku.WithRadius(1)},
		"threads": {gomoku.WithThreads(2)}, "level": {gomoku.WithLevel(gomoku.Easy)}, "book": {gomoku.WithBook(gomoku.DefaultBook())},
	} {
		s := newSearcher(t, append(opts, gomoku.WithDepth(3))...)
		// A single move is searched, wherever it lies; what may not be played does no harm.
		for _, list := range [][]gomoku.Point{{far}, {taken, far}, {far, point(t, "v22")}} {
			if r := search(t, s, b, gomoku.WithMoves(list...)); r.Best != far || len(r.Lines) != 1 || r.Depth < 1 {
				t.Errorf("%s, among %v: %v to depth %d, want %v", name, list, r.Lines, r.Depth, far)
			}
		}
		r := search(t, s, b, gomoku.WithMoves(far, near), gomoku.WithMultiPV(9))
		if len(r.Lines) != 2 || r.Best != near {
			t.Errorf("%s: lines %v, want those of %v and %v", name, r.Lines, near, far)
		}
		if r := search(t, s, b, gomoku.WithMoves(far, near), gomoku.WithExcluded(near)); r.Best != far {
			t.Errorf("%s: %v, want %v, which is not excluded", name, r.Best, far)
		}
		if r := search(t, s, b, gomoku.WithMoves(far), gomoku.WithMoves()); r.Best == far {
			t.Errorf("%s: %v although the restriction has ended", name, r.Best)
		}
		for _, limits := range [][]gomoku.SearchOption{{gomoku.WithMoves(taken)}, {gomoku.WithMoves(far), gomoku.WithExcluded(far)}, {gomoku.WithMoves(point(t, "v22"))}} {
			if r, err := s.Search(t.Context(), b, limits...); !errors.Is(err, gomoku.ErrNoMove) {
				t.Errorf("%s: %v, %v; want ErrNoMove", name, r, err)
			}
			for _, err := range s.Analyze(t.Context(), b, limits...) {
				if !errors.Is(err, gomoku.ErrNoMove) {
					t.Errorf("%s: Analyze: %v, want ErrNoMove", name, err)
				}
			}
		}
	}
	// A five is left alone where it is not asked about, and the score says what becomes of that.
	won := setUp(t, 15, gomoku.Freestyle, "d8 e8 f8 g8", "d4 e4 f4 g4", gomoku.Black)
	s := newSearcher(t, gomoku.WithDepth(4))
	if r := search(t, s, won, gomoku.WithMoves(far)); r.Best != far || r.Score != gomoku.LossIn(2) {
		t.Errorf("%v with score %v, want a loss in 2", r.Best, r.Score)
	}
	// Symmetric moves are all kept: they were asked for.
	b = newBoard(t, 15, gomoku.Freestyle, "h8")
	corners := points(t, "a1 a15 o1 o15")
	if r := search(t, s, b, gomoku.WithMoves(corners...), gomoku.WithMultiPV(9)); len(r.Lines) != 4 {
		t.Errorf("lines %v, want those of %v", r.Lines, corners)
	}
	if r := search(t, s, newBoard(t, 15, gomoku.Freestyle, ""), gomoku.WithMoves(corners...)); !slices.Contains(corners, r.Best) {
		t.Errorf("%v on the empty board, want one of %v", r.Best, corners)
	}
	if _, err := s.Search(t.Context(), b, gomoku.WithMoves(gomoku.NoPoint)); !errors.As(err, new(*gomoku.OptionError)) {
		t.Errorf("NoPoint: %v, want an OptionError", err)
	}
}

// A move chosen by chance is as good as it was said to be.
func TestRandomTieBreak(t *testing.T) {
	t.Parallel()
	zero := gomoku.WithEvaluator(gomoku.EvaluatorFunc(func(*gomoku.Board) gomoku.Score { return 0 }))
	b := setUp(t, 15, gomoku.Freestyle, "h8 i8 j8 e4", "g8 c3 c12 m3", gomoku.White)
	// The three is closed at one end: nothing is forced yet, and many moves are equal.
	chosen := make(map[gomoku.Point]int)
	for seed := range uint64(40) {
		s := newSearcher(t, zero, gomoku.WithSeed(seed), gomoku.WithHashSize(1<<20))
		r := search(t, s, b, gomoku.WithDepth(2), gomoku.WithRandomTieBreak(0))
		again := search(t, newSearcher(t, zero, gomoku.WithSeed(seed), gomoku.WithHashSize(1<<20)), b, gomoku.WithDepth(2), gomoku.WithRandomTieBreak(0))
		if r.Best != again.Best {
			t.Errorf("seed %d chooses %v and %v", seed, r.Best, again.Best)
		}
		chosen[r.Best]++
	}
	if len(chosen) < 10 {
		t.Errorf("only %d moves are chosen: %v", len(chosen), chosen)
	}
	// Only one move blocks, and only it may be chosen.
	four := setUp(t, 15, gomoku.Freestyle, "h8 i8 j8 k8 e4", "g8 c3 c12 m3 n13", gomoku.White)
	for seed := range uint64(20) {
		s := newSearcher(t, gomoku.WithSeed(seed), gomoku.WithHashSize(1<<20))
		if r := search(t, s, four, gomoku.WithDepth(3), gomoku.WithRandomTieBreak(20)); r.Best != point(t, "l8") {
			t.Errorf("seed %d: %v leaves a four open", seed, r.Best)
		}
	}
}

func TestTiesTakeAFive(t *testing.T) {
	// Twenty stones that lie apart give every depth much to do before it comes to the five at d2 or i2.
	black := "b14 d12 f10 m9 e7 n3 e2 f2 g2 h2"
	white := "g14 m14 k12 c9 j9 k7 h5 i5 j5 b3"
	b := setUp(t, 15, gomoku.Freestyle, black, white, gomoku.Black)
	for _, margin := range []gomoku.Score{0, 50} {
		for nodes := int64(1); nodes < 3000; nodes += 1 + nodes/8 {
			r := search(t, newSearcher(t, gomoku.WithHashSize(64<<10)), b, gomoku.WithNodes(nodes), gomoku.WithRandomTieBreak(margin))
			if b.Shape(gomoku.Black, r.Best) != gomoku.Five || r.Score != gomoku.WinIn(1) {
				t.Errorf("margin %v, %d nodes: %v with %v, want a five", margin, nodes, r.Best, r.Score)
			}
		}
	}
}

func TestTiesKeepTheBalance(t *testing.T) {
	t.Parallel()
	// Most moves after the open three win; balance seeks one that does not.
	b := setUp(t, 9, gomoku.Freestyle, "d5 e5 f5", "d7 e6 f3", gomoku.Black)
	const margin = 10
	for _, target := range []gomoku.Score{0, 200, -200} {
		off := func(v gomoku.Score) gomoku.Score { return max(v-target, target-v) }
		limits := []gomoku.SearchOption{gomoku.WithBalance(target), gomoku.WithDepth(4)}
		nearest := search(t, newSearcher(t, gomoku.WithHashSize(1<<20)), b, limits...)
		limits = append(limits, gomoku.WithRandomTieBreak(margin))
		low, high := gomoku.WinIn(1), gomoku.Score(0) // distances of the moves chosen
		for seed := range uint64(12) {
			r := search(t, newSearcher(t, gomoku.WithHashSize(1<<20), gomoku.WithSeed(seed)), b, limits...)
			low, high = min(low, off(r.Score)), max(high, off(r.Score))
			// The score must be the move's own: most moves win.
			c := b.Clone()
			if err := c.Play(r.Best); err != nil {
				t.Fatal(err)
			}
			reply := search(t, newSearcher(t, gomoku.WithHashSize(1<<20)), c, gomoku.WithDepth(3))
			if _, decided := reply.Score.Mate(); decided { // another search may see another value, but no proof
				t.Errorf("target %v, seed %d: %v is said to be worth %v, and is worth %v", target, seed, r.Best, r.Score, -reply.Score)
			}
		}
		// The seed chooses and changes nothing else, so all chose from one tree. Without a margin the tree is another, but not far off.
		if high > low+margin || low > off(nearest.Score)+margin {
			t.Errorf("target %v: moves chosen lie %v to %v off, the nearest of a search without a margin %v", target, low, high, off(nearest.Score))
		}
	}
}

func TestWithBalance(t *testing.T) {
	t.Parallel()
	shape := new(gomoku.ShapeEvaluator)
	b := newBoard(t, 15, gomoku.Freestyle, "h8 i9 i8")
	s := newSearcher(t, gomoku.WithEvaluator(shape), gomoku.WithDepth(1))
	all := search(t, s, b, gomoku.WithMultiPV(1000))
	for _, target := range []gomoku.Score{-gomoku.MaxEval, -100, -6, 0, 3, 5, 100, gomoku.MaxEval} {
		s.Clear()
		r := search(t, s, b, gomoku.WithBalance(target))
		far := func(v gomoku.Score) gomoku.Score { return max(v-target, target-v) }
		for _, l := range all.Lines {
			if far(l.Score) < far(r.Score) {
				t.Errorf("balance %v: %v with %v, but %v has %v", target, r.Best, r.Score, l.Moves[0], l.Score)
			}
		}
	}
}
