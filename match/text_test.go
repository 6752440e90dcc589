package match_test

import (
	"testing"

	"github.com/gomoku-go/gomoku/match"
)

func TestText(t *testing.T) {
	for _, s := range []match.Side{match.A, match.B} {
		text, err := s.MarshalText()
		var back match.Side
		if err != nil || back.UnmarshalText(text) != nil || back != s {
			t.Errorf("%v is written %q, %v, and read as %v", s, text, err, back)
		}
	}
	for d := match.Undecided; d <= match.AcceptedH1; d++ {
		text, err := d.MarshalText()
		var back match.Decision
		if err != nil || back.UnmarshalText(text) != nil || back != d {
			t.Errorf("%v is written %q, %v, and read as %v", d, text, err, back)
		}
	}
	var s match.Side
	var d match.Decision
	if s.UnmarshalText([]byte("C")) == nil || d.UnmarshalText([]byte("maybe")) == nil {
		t.Error("a name of nothing is read")
	}
	if _, err := match.Side(2).MarshalText(); err == nil {
		t.Error("a third side has a name")
	}
	if _, err := match.Decision(3).MarshalText(); err == nil {
		t.Error("a fourth decision has a name")
	}
}
