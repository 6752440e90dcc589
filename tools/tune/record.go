package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/internal/eval"
	"github.com/gomoku-go/gomoku/tools/internal/checksum"
)

// A summary is what a weight file says of the fit of a rule, as a comment "fit" and this in JSON.
type summary struct {
	Rule      gomoku.Rule        `json:"rule"`
	Data      string             `json:"data"` // games.Sum of the games of the rule, those kept back too
	Games     int                `json:"games"`
	KeptBack  int                `json:"keptBack"`  // of the games
	Positions int                `json:"positions"` // learned from
	Checked   int                `json:"checked"`   // of the games kept back
	Settings  fitSettings        `json:"settings"`
	Losses    map[string]float64 `json:"losses"`         // on the games kept back, by the names of the curves, and "without net"
	Kept      *summary           `json:"kept,omitempty"` // with Settings.Keep: where all but the net comes from
}

// A fitRecord is all that is known of a fit. Beside a weight file lies one for each rule that it has fits of.
type fitRecord struct {
	summary
	Format  string  `json:"format"`  // first line of the weight file
	Weights string  `json:"weights"` // SHA-256 of the weight file that the fit wrote
	Program string  `json:"program"` // checksum of the program, short
	Go      string  `json:"go"`      // its compiler and processor: on another kind of processor sums may be rounded otherwise
	Curves  []curve `json:"curves"`
}

const (
	fitMark      = "fit " // begins the comment of a summary
	recordEnding = ".fit.json"
)

// rounded is a loss as it is told.
func rounded(x float64) float64 { return math.Round(x*1e5) / 1e5 }

func sumOf(data []byte) string {
	h := sha256.Sum256(data)
	return hex.EncodeToString(h[:])
}

// A weightFile is a set of weights with what is known of their fits.
type weightFile struct {
	set     eval.Set
	fits    []summary   // what the file says
	records []fitRecord // what lies beside it
}

// readWeightFile reads a weight file and the records beside it, which need not be there.
func readWeightFile(name string) (*weightFile, []byte, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, nil, err
	}
	f := new(weightFile)
	if f.set, err = eval.Read(bytes.NewReader(data)); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	header, _, _ := bytes.Cut(data, []byte("\n\n"))
	for line := range strings.Lines(string(header)) {
		if text, ok := strings.CutPrefix(line, "# "+fitMark); ok {
			var s summary
			if err := json.Unmarshal([]byte(text), &s); err != nil {
				return nil, nil, fmt.Errorf("%s: comment %.40q: %w", name, line, err)
			}
			f.fits = append(f.fits, s)
		}
	}
	text, err := os.ReadFile(name + recordEnding)
	switch {
	case errors.Is(err, os.ErrNotExist):
	case err != nil:
		return nil, nil, err
	default:
		if err := json.Unmarshal(text, &f.records); err != nil {
			return nil, nil, fmt.Errorf("%s%s: %w", name, recordEnding, err)
		}
	}
	return f, data, nil
}

// fitOf is what the file says of a rule, nil if nothing.
func (f *weightFile) fitOf(rule gomoku.Rule) *summary {
	for i := range f.fits {
		if f.fits[i].Rule == rule {
			return &f.fits[i]
		}
	}
	return nil
}

// replace puts the record of a new fit in the place of that of its rule.
func (f *weightFile) replace(r *fitRecord) {
	f.fits = slices.DeleteFunc(f.fits, func(s summary) bool { return s.Rule == r.Rule })
	f.records = slices.DeleteFunc(f.records, func(old fitRecord) bool { return old.Rule == r.Rule })
	f.fits, f.records = append(f.fits, r.summary), append(f.records, *r)
	slices.SortFunc(f.fits, func(a, b summary) int { return int(a.Rule) - int(b.Rule) })
	slices.SortFunc(f.records, func(a, b fitRecord) int { return int(a.Rule) - int(b.Rule) })
}

// write writes the weight file and the records with that of the last fit, if there was one; the weight file comes last: once
// it is there, all is.
func (f *weightFile) write(name string, last *fitRecord) error {
	if last != nil {
		f.replace(last)
	}
	var comment strings.Builder
	for _, s := range f.fits {
		text, err := json.Marshal(s)
		if err != nil {
			return err
		}
		fmt.Fprintf(&comment, "%s%s\n", fitMark, text)
	}
	var b bytes.Buffer
	if err := f.set.Write(&b, comment.String()); err != nil {
		return err
	}
	if last != nil {
		format, _, _ := strings.Cut(b.String(), "\n")
		program, err := checksum.Program()
		if err != nil {
			return err
		}
		last.Format, last.Weights, last.Program = format, sumOf(b.Bytes()), program
		last.Go = fmt.Sprintf("%s %s", runtime.Version(), runtime.GOARCH)
		f.replace(last)
		text, err := json.MarshalIndent(f.records, "", "\t")
		if err != nil {
			return err
		}
		if err := writeFile(name+recordEnding, append(text, '\n')); err != nil {
			return err
		}
	}
	return writeFile(name, b.Bytes())
}
