package engine

import (
	"testing"

	"github.com/gomoku-go/gomoku/internal/pattern"
)

func TestSearching(t *testing.T) {
	var s searching
	p := play(t, 15, pattern.Freestyle, quiet[0])
	k, other := searchingKey(p.Hash(), 5), searchingKey(p.Hash(), 6)
	s.add(k)
	if !s.has(k) || s.has(other) {
		t.Fatalf("one move is being searched: has %v, has another %v", s.has(k), s.has(other))
	}
	s.remove(other)
	if !s.has(k) {
		t.Error("removing another move removed this one")
	}
	s.remove(k)
	if s.has(k) {
		t.Error("still there after remove")
	}
	s.add(k)
	s.clear()
	if s.has(k) {
		t.Error("still there after clear")
	}
}
