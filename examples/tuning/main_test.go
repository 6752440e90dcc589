package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/evaltest"
)

func TestRun(t *testing.T) {
	var out strings.Builder
	if err := run(t.Context(), &out, 7, 2); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	if n := strings.Count(text, " % ["); n < 25+4+1 || n > 25+9+1 {
		t.Errorf("%d scores, want those of 25 cells, 4 to 9 finer ones, and the last", n)
	}
	for _, want := range []string{
		`(?m)^  20   20  2\.0 of 4, 50\.0 % \[[\d.]+, [\d.]+\]$`, // the start against itself
		`(?m)^SPSA: open three \d+\.\d, four \d+\.\d, move -?\d+\.\d$`,
		`(?m)^against the start: [\d.]+ of 20, [\d.]+ % \[[\d.]+, [\d.]+\]$`,
	} {
		if !regexp.MustCompile(want).MatchString(text) {
			t.Errorf("no line %s in\n%s", want, text)
		}
	}
}

func TestThreats(t *testing.T) {
	evaltest.Run(t, func() gomoku.Evaluator { return threats([]float64{20, 30, 2}) }, nil)
}
