package gomoku_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gomoku-go/gomoku"
)

func TestStats(t *testing.T) {
	var zero gomoku.Stats
	if p, h, n := zero.PruningRate(), zero.HashHitRate(), zero.NodesPerSecond(); p != 0 || h != 0 || n != 0 {
		t.Errorf("rates of no work: %v, %v, %v, want 0", p, h, n)
	}
	s := gomoku.Stats{Nodes: 3000, Generated: 400, Searched: 100, HashProbes: 50, HashHits: 20, Elapsed: 1500 * time.Millisecond}
	if got := s.PruningRate(); got != 0.75 {
		t.Errorf("PruningRate() = %v, want 0.75", got)
	}
	if got := s.HashHitRate(); got != 0.4 {
		t.Errorf("HashHitRate() = %v, want 0.4", got)
	}
	if got := s.NodesPerSecond(); got != 2000 {
		t.Errorf("NodesPerSecond() = %v, want 2000", got)
	}
}

// What a search found is written with names in lower case and comes back as it was.
func TestResultJSON(t *testing.T) {
	stats := gomoku.Stats{Nodes: 1, Evals: 2, Generated: 3, Searched: 4, Cutoffs: 5, FirstMoveCutoffs: 6, HashProbes: 7, HashHits: 8, Elapsed: 1234567891}
	const statsText = `{"nodes":1,"evals":2,"generated":3,"searched":4,"cutoffs":5,"firstMoveCutoffs":6,"hashProbes":7,"hashHits":8,"elapsedNanos":1234567891}`
	h8, i9 := gomoku.At(7, 7), gomoku.At(8, 8)
	win := gomoku.Line{Moves: []gomoku.Point{h8, gomoku.NoPoint, i9}, Score: gomoku.WinIn(3)}
	loss := gomoku.Line{Moves: []gomoku.Point{i9}, Score: gomoku.LossIn(4)}

	roundTrip(t, gomoku.Result{Best: h8, Score: win.Score, Depth: 9, Lines: []gomoku.Line{win, loss}, Stop: gomoku.StopOnlyMove, Stats: stats},
		`{"best":"h8","score":29997,"depth":9,"lines":[{"moves":["h8","-","i9"],"score":29997},{"moves":["i9"],"score":-29996}],`+
			`"stop":"only move","stats":`+statsText+`}`)
	roundTrip(t, gomoku.Info{Depth: 3, SelDepth: 7, Rank: 1, Line: loss, Stats: stats},
		`{"depth":3,"selDepth":7,"rank":1,"line":{"moves":["i9"],"score":-29996},"stats":`+statsText+`}`)
	roundTrip(t, gomoku.Solution{Verdict: gomoku.Won, Line: win, Stop: gomoku.StopSolved, Stats: stats},
		`{"verdict":"won","line":{"moves":["h8","-","i9"],"score":29997},"stop":"solved","stats":`+statsText+`}`)
	roundTrip(t, gomoku.Solution{Verdict: gomoku.NoWin, Stop: gomoku.StopSolved, Stats: stats}, `{"verdict":"no win","stop":"solved","stats":`+statsText+`}`)
	roundTrip(t, gomoku.BookMove{Point: h8, Weight: 3}, `{"point":"h8","weight":3}`)

	// Zero values, too: a program may write a result that it has not got yet.
	const noStats = `{"nodes":0,"evals":0,"generated":0,"searched":0,"cutoffs":0,"firstMoveCutoffs":0,"hashProbes":0,"hashHits":0,"elapsedNanos":0}`
	roundTrip(t, gomoku.Result{}, `{"best":"-","score":0,"depth":0,"lines":null,"stats":`+noStats+`}`)
	roundTrip(t, gomoku.Info{}, `{"depth":0,"selDepth":0,"rank":0,"line":{"moves":null,"score":0},"stats":`+noStats+`}`)
	roundTrip(t, gomoku.Solution{}, `{"verdict":"not found","stats":`+noStats+`}`)

	// From a search.
	s, err := gomoku.NewSearcher(gomoku.WithDepth(4), gomoku.WithMultiPV(3))
	if err != nil {
		t.Fatal(err)
	}
	b := newBoard(t, 9, gomoku.Freestyle, "e5 e6 f5")
	found, err := s.Search(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	roundTrip(t, found, "")
	for info, err := range s.Analyze(t.Context(), b) {
		if err != nil {
			t.Fatal(err)
		}
		roundTrip(t, info, "")
	}
	solved, err := s.Solve(t.Context(), b, gomoku.VCF, gomoku.WithTimeBudget(time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	roundTrip(t, solved, "")
}

// roundTrip writes v as JSON and reads it again. An empty text is not compared.
func roundTrip[T any](t *testing.T, v T, want string) {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil || want != "" && string(text) != want {
		t.Errorf("json.Marshal(%+v) = %s, %v\nwant %s", v, text, err, want)
	}
	var back T
	if err := json.Unmarshal(text, &back); err != nil {
		t.Errorf("json.Unmarshal(%s): %v", text, err)
	} else if diff := cmp.Diff(v, back); diff != "" {
		t.Errorf("%s comes back changed (-written +read):\n%s", text, diff)
	}
}
