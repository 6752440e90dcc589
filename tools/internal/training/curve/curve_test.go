package curve

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestCurve(t *testing.T) {
	var c Curve
	var taken []bool
	for i, kept := range []float64{5, 4, 4, 6, 3, 3.5, 3.2} {
		taken = append(taken, c.Add(Loss{1, kept}, 2))
		if want := i == 3 || i == 6; c.Stalled(2) != want {
			t.Errorf("after epoch %d: stalled %v, want %v", i+1, c.Stalled(2), want)
		}
	}
	if want := []bool{true, true, false, false, true, false, false}; !slices.Equal(taken, want) || c.Best != 5 || c.Taken() != (Loss{1, 3}) {
		t.Errorf("taken %v, best %d", taken, c.Best)
	}
	var last Curve // without patience
	for range 9 {
		if !last.Add(Loss{1, rand.Float64()}, 0) || last.Stalled(0) {
			t.Error("without patience an epoch is not taken, or the last one")
		}
	}
	if last.Best != 9 {
		t.Errorf("best %d", last.Best)
	}
	if text, err := json.Marshal(c); err != nil || !strings.HasPrefix(string(text), `{"name":"","best":5,"losses":[{"training":1,"validation":5}`) {
		t.Errorf("%s, %v", text, err)
	}
}
