package weightfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/internal/eval"
	"github.com/gomoku-go/gomoku/tools/internal/training"
	"github.com/gomoku-go/gomoku/tools/internal/training/curve"
)

// Files of earlier versions have other names for what is held out.
func TestReadOld(t *testing.T) {
	const values0 = `{"rule":"freestyle","data":"da","games":60,"keptBack":3,"positions":700,"checked":40,"settings":{"epochs":3,"lambda":0.8,"seed":1},"losses":{"values":0.5}`
	const net0 = `{"rule":"renju","data":"da","games":60,"keptBack":3,"positions":700,"checked":40,"settings":{"epochs":3,"lambda":0.8,"keep":true,"seed":1},"losses":{"values":0.5},"kept":` + values0 + "}}"
	var b bytes.Buffer
	if err := (&eval.Set{new(eval.Weights)}).Write(&b, "fit "+values0+"}\nfit "+net0+"\n"); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "old.weights")
	record := "[" + values0 + `,"format":"gomoku weights 3","weights":"00","program":"11","go":"go1.26 amd64","curves":[{"name":"values","best":2,"losses":[{"learned":0.75,"kept":0.625},{"learned":0.5,"kept":0.5}]}]}]`
	if err := errors.Join(os.WriteFile(name, b.Bytes(), 0o644), os.WriteFile(name+RecordEnding, []byte(record), 0o644)); err != nil {
		t.Fatal(err)
	}
	f, _, err := Read(name)
	if err != nil {
		t.Fatal(err)
	}
	values := Summary{
		Rule: gomoku.Freestyle, Data: "da", Games: 60, HeldOut: 3, Training: 700, Validation: 40,
		Settings: training.Settings{Epochs: 3, Lambda: 0.8, Seed: 1}, Losses: map[string]float64{"values": 0.5},
	}
	net := values
	net.Rule, net.Settings.Keep, net.Kept = gomoku.Renju, true, &values
	if want := []Summary{values, net}; !reflect.DeepEqual(f.Summaries, want) {
		t.Errorf("summaries %+v, want %+v", f.Summaries, want)
	}
	want := []Record{{values, Origin{
		Format: "gomoku weights 3", Weights: "00", Program: "11", Go: "go1.26 amd64",
		Curves: []curve.Curve{{Name: "values", Best: 2, Losses: []curve.Loss{{Training: 0.75, Validation: 0.625}, {Training: 0.5, Validation: 0.5}}}},
	}}}
	if !reflect.DeepEqual(f.Records, want) {
		t.Errorf("records %+v, want %+v", f.Records, want)
	}
}

// What is written is read again as it was.
func TestRecordJSON(t *testing.T) {
	want := Record{
		Summary{Rule: gomoku.Caro, Data: "da", Games: 40, HeldOut: 2, Training: 500, Validation: 20, Losses: map[string]float64{"net": 0.25}},
		Origin{Format: "f", Curves: []curve.Curve{{Name: "net", Best: 1, Losses: []curve.Loss{{Training: 0.5, Validation: 0.25}}}}},
	}
	text, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var got Record
	if err := json.Unmarshal(text, &got); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v: %+v, want %+v, of %s", err, got, want, text)
	}
}
