package duel

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/tools/internal/jsonlog"
)

// A config is the first line of a match's log: all that decides how games go.
type config struct {
	A         string        `json:"a"`
	B         string        `json:"b"`
	Weights   []string      `json:"weights,omitempty"` // checksums of the weight files of A and B
	Rule      gomoku.Rule   `json:"rule"`
	Size      int           `json:"size"`
	Seed      uint64        `json:"seed"`
	Openings  string        `json:"openings,omitempty"` // checksum of the file
	MaxPly    int           `json:"maxPly,omitempty"`
	Turn      time.Duration `json:"turn,omitempty"` // of protocol engines, as the rest
	Tolerance time.Duration `json:"tolerance,omitempty"`
	Memory    int64         `json:"memory,omitempty"`
	Program   string        `json:"program"` // checksum of this program, which holds the library's searcher
}

func (m *Match) config() (c config, err error) {
	c = config{A: m.Players[A].Text, B: m.Players[B].Text, Rule: m.Rule, Size: m.Size, Seed: m.Seed, Openings: m.OpeningsSum, MaxPly: m.MaxPly}
	if w := [2]string{m.Players[A].weightsSum, m.Players[B].weightsSum}; w != [2]string{} {
		c.Weights = w[:]
	}
	if m.Players[A].protocol || m.Players[B].protocol {
		c.Turn, c.Tolerance, c.Memory = m.Clock.Turn, m.Clock.Tolerance, m.Clock.Memory
	}
	c.Program, err = ProgramSum()
	return c, err
}

// ProgramSum is the Checksum of this program, which holds the library's searcher.
func ProgramSum() (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(self)
	if err != nil {
		return "", err
	}
	defer f.Close()
	return Checksum(f)
}

// Checksum is a short name for a content.
func Checksum(r io.Reader) (string, error) {
	h := sha256.New()
	if _, err := io.Copy(h, r); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)[:8]), nil
}

// differences names what is not the same in both.
func (c config) differences(now config) (list []string) {
	for _, d := range []struct {
		name     string
		old, new any
		same     bool
	}{
		{"-a", c.A, now.A, c.A == now.A},
		{"-b", c.B, now.B, c.B == now.B},
		{"weight files", c.Weights, now.Weights, strings.Join(c.Weights, " ") == strings.Join(now.Weights, " ")},
		{"-rule", c.Rule, now.Rule, c.Rule == now.Rule},
		{"-size", c.Size, now.Size, c.Size == now.Size},
		{"-seed", c.Seed, now.Seed, c.Seed == now.Seed},
		{"content of -openings", c.Openings, now.Openings, c.Openings == now.Openings},
		{"-max-ply", c.MaxPly, now.MaxPly, c.MaxPly == now.MaxPly},
		{"-turn", c.Turn, now.Turn, c.Turn == now.Turn},
		{"-tolerance", c.Tolerance, now.Tolerance, c.Tolerance == now.Tolerance},
		{"-memory", c.Memory, now.Memory, c.Memory == now.Memory},
		{"build of this program, which holds the searcher", c.Program, now.Program, c.Program == now.Program},
	} {
		if !d.same {
			list = append(list, fmt.Sprintf("%s (was %v, is %v)", d.name, d.old, d.new))
		}
	}
	return list
}

// OpenLog opens the log of a match at path, or begins one: see [jsonlog.Open]. The games that it holds go into m.Done. How
// many games there are, and how many run at a time, decides nothing, so a match may go on with more of them.
func (m *Match) OpenLog(path string) (*jsonlog.Log, error) {
	now, err := m.config()
	if err != nil {
		return nil, err
	}
	done := map[int]*Game{}
	l, err := jsonlog.Open(path, "match", now, config.differences, func(g *Game) error {
		if done[g.Number] != nil {
			return fmt.Errorf("game %d for the second time", g.Number)
		}
		done[g.Number] = g
		return nil
	})
	if err != nil {
		return nil, err
	}
	m.Done = done
	return l, nil
}
