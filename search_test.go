package gomoku_test

import (
	"fmt"
	"testing"
	"time"

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

func TestSearchWords(t *testing.T) {
	for want, v := range map[string]fmt.Stringer{
		"VCF": gomoku.VCF, "VCT": gomoku.VCT, "ThreatSearch(0)": gomoku.ThreatSearch(0),
		"not found": gomoku.NotFound, "won": gomoku.Won, "no win": gomoku.NoWin,
		"depth": gomoku.StopDepth, "time": gomoku.StopTime, "nodes": gomoku.StopNodes, "canceled": gomoku.StopCanceled,
		"solved": gomoku.StopSolved, "book": gomoku.StopBook, "only move": gomoku.StopOnlyMove, "StopReason(8)": gomoku.StopReason(8),
	} {
		if v.String() != want {
			t.Errorf("String() of %#v = %q, want %q", v, v, want)
		}
	}
}
