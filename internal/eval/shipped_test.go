package eval

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/gomoku-go/gomoku/internal/pattern"
)

// The embedded file is one that Read takes, with all its bounds; every rule has its weights from it, or those of freestyle as
// Adapt makes them; and only renju's know Black from White. Package evaltest looks at what follows for positions.
func TestShipped(t *testing.T) {
	t.Parallel()
	s, err := Read(bytes.NewReader(defaultFile))
	if err != nil {
		t.Fatal(err)
	}
	if s[pattern.Freestyle] == nil {
		t.Fatal("the embedded file has no weights for freestyle, which stand in for those of other rules")
	}
	for rule := range pattern.NumRules {
		w := BuiltIn(rule)
		if err := w.valid(); err != nil {
			t.Errorf("%s: %v", ruleNames[rule], err)
		}
		want := s[rule]
		if want == nil {
			want = Adapt(s[pattern.Freestyle], rule)
		}
		if !reflect.DeepEqual(w, want) {
			t.Errorf("%s: the weights in use are not those of the file, nor freestyle's", ruleNames[rule])
		}
		if w.Net == nil || w.Point == [2][pattern.NumCodes]int16{} || w.Attack == [2][pattern.NumCodes]int16{} || w.Defend == [2][pattern.NumCodes]int16{} {
			t.Errorf("%s: a table is empty", ruleNames[rule])
		}
		if rule != pattern.Renju && (w.Point[0] != w.Point[1] || w.Threat[0] != w.Threat[1] || w.Attack[0] != w.Attack[1] || w.Defend[0] != w.Defend[1] || w.Net.Head[0] != w.Net.Head[1] || w.Net.Embed[0] != w.Net.Embed[1]) {
			t.Errorf("%s: Black and White have different weights", ruleNames[rule])
		}
	}
	for code, lines := range codes() {
		if w := BuiltIn(pattern.Renju); lines.Class(true) == pattern.ClassFoul && s[pattern.Renju] == nil &&
			(w.Point[pattern.Black][code] != 0 || w.Attack[pattern.Black][code] != 0 || w.Defend[pattern.White][code] != 0 || w.Net.Embed[pattern.Black][code] != [Lanes]int16{}) {
			t.Errorf("renju: Black gains from a foul, code %d", code)
		}
	}
}
