// Package weightfile reads and writes weight files together with what is known of the training that they come from: a summary
// in the comments of the file, and a record beside it.
package weightfile

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/tools/internal/training"
	"github.com/gomoku-go/gomoku/tools/internal/training/curve"
)

// A Summary is what a weight file says of the fit of a rule, as a comment "fit" and this in JSON.
type Summary struct {
	Rule       gomoku.Rule        `json:"rule"`
	Data       string             `json:"data"` // games.Sum of the games of the rule, with those held out
	Games      int                `json:"games"`
	HeldOut    int                `json:"heldOut"`             // of the games
	Training   int                `json:"positions"`           // for training
	Validation int                `json:"validationPositions"` // of the games held out
	Settings   training.Settings  `json:"settings"`
	Losses     map[string]float64 `json:"losses"`         // on the games held out, by the names of the curves, and "without net"
	Kept       *Summary           `json:"kept,omitempty"` // with Settings.Keep: where the values come from
}

// A Record is all that is known of a fit. Beside a weight file lies one for each rule whose fit is known.
type Record struct {
	Summary
	Origin
}

// An Origin says which file a fit made, with what, and how.
type Origin struct {
	Format  string        `json:"format"`  // first line of the weight file
	Weights string        `json:"weights"` // SHA-256 of the weight file that the fit wrote
	Program string        `json:"program"` // checksum of the program, short
	Go      string        `json:"go"`      // its compiler and processor: another kind of processor may round sums differently
	Curves  []curve.Curve `json:"curves"`
}

// RecordEnding is what the name of the records' file has behind that of the weight file.
const RecordEnding = ".fit.json"

// SHA256 returns the hash of a file in hexadecimal digits.
func SHA256(data []byte) string {
	h := sha256.Sum256(data)
	return hex.EncodeToString(h[:])
}
