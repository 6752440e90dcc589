package gomocup

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/gomoku-go/gomoku"
)

// A thought is what an engine has told in MESSAGE lines since it was asked. There is no standard for them; most engines
// write words with numbers, such as "Depth 12-24 | Eval +57 | Node 123K" or "depth: 8 val=-M6".
type thought struct {
	depth int
	score gomoku.Score
	nodes int64
}

var (
	saidDepth = regexp.MustCompile(`(?i)\bdepth\s*[:=]?\s*(\d+)`)
	saidScore = regexp.MustCompile(`(?i)\b(?:eval|ev|score|value|val)\s*[:=]?\s*([+-]?)([M#]?)(\d+)\b`)
	saidNodes = regexp.MustCompile(`(?i)\bnodes?\s*[:=]?\s*(\d+(?:\.\d+)?)([KMG]?)\b`)
	saidBest  = regexp.MustCompile(`(?i)\|\s*(?:best|pv|line)\b[^|]*`) // moves, which may look like anything
)

var magnitude = map[string]float64{"": 1, "K": 1e3, "M": 1e6, "G": 1e9}

// note reads a line. Later lines replace earlier ones: engines write a line for every depth.
func (t *thought) note(line string) {
	line = saidBest.ReplaceAllString(line, "")
	if m := saidDepth.FindStringSubmatch(line); m != nil {
		if depth, err := strconv.Atoi(m[1]); err == nil && depth <= 1000 {
			t.depth = depth
		}
	}
	if m := saidScore.FindStringSubmatch(line); m != nil {
		if n, err := strconv.ParseInt(m[3], 10, 32); err == nil {
			t.score = gomoku.Score(min(n, int64(gomoku.MaxEval)))
			if m[2] != "" {
				t.score = gomoku.WinIn(int(n))
			}
			if m[1] == "-" {
				t.score = -t.score
			}
		}
	}
	if m := saidNodes.FindStringSubmatch(line); m != nil {
		if n, err := strconv.ParseFloat(m[1], 64); err == nil && n < 1e12 {
			t.nodes = int64(n * magnitude[strings.ToUpper(m[2])])
		}
	}
}
