package duel

import (
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/gomoku-go/gomoku"
)

// A thought is what an engine has said in MESSAGE lines since its last move. There is no standard for them; most engines
// write words with numbers, such as "Depth 12-24 | Eval +57 | Node 123K" or "depth: 8 val=-M6".
type thought struct {
	mu   sync.Mutex
	move Move
}

var (
	saidDepth = regexp.MustCompile(`(?i)\bdepth\s*[:=]?\s*(\d+)`)
	saidScore = regexp.MustCompile(`(?i)\b(?:eval|ev|score|value|val)\s*[:=]?\s*([+-]?)([M#]?)(\d+)\b`)
	saidNodes = regexp.MustCompile(`(?i)\bnodes?\s*[:=]?\s*(\d+(?:\.\d+)?)([KMG]?)\b`)
	saidBest  = regexp.MustCompile(`(?i)\|\s*(?:best|pv|line)\b[^|]*`) // moves, which may look like anything
)

var magnitude = map[string]float64{"": 1, "K": 1e3, "M": 1e6, "G": 1e9}

// note reads a line. Later words win: engines write a line for every depth.
func (t *thought) note(line string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	line = saidBest.ReplaceAllString(line, "")
	if m := saidDepth.FindStringSubmatch(line); m != nil {
		if depth, err := strconv.Atoi(m[1]); err == nil && depth <= 1000 {
			t.move.Depth = depth
		}
	}
	if m := saidScore.FindStringSubmatch(line); m != nil {
		if n, err := strconv.ParseInt(m[3], 10, 32); err == nil {
			score := gomoku.Score(min(n, int64(gomoku.MaxEval)))
			if m[2] != "" {
				score = gomoku.WinIn(int(n))
			}
			if m[1] == "-" {
				score = -score
			}
			t.move.Score = score
		}
	}
	if m := saidNodes.FindStringSubmatch(line); m != nil {
		if n, err := strconv.ParseFloat(m[1], 64); err == nil && n < 1e12 {
			t.move.Nodes = int64(n * magnitude[strings.ToUpper(m[2])])
		}
	}
}

// take returns what was said, and forgets it.
func (t *thought) take() Move {
	t.mu.Lock()
	defer t.mu.Unlock()
	m := t.move
	t.move = Move{}
	return m
}
