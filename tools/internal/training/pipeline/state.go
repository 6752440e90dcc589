package pipeline

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/gomoku-go/gomoku/match"
	"github.com/gomoku-go/gomoku/tools/internal/atomicfile"
	"github.com/gomoku-go/gomoku/tools/internal/training/weightfile"
)

// A Round is what came of a round.
type Round struct {
	Games     int                `json:"games"` // played in the round
	Positions int                `json:"positions"`
	Fit       weightfile.Summary `json:"fit"` // to the games of all rounds so far
	Match     match.Count        `json:"match"`
	Low       float64            `json:"low"` // 95 % interval of the score
	High      float64            `json:"high"`
	Verdict   string             `json:"verdict"`
	Adopted   bool               `json:"adopted"`
}

// A Pipeline is one that has come so far. Its state is a file in the directory with all that it made: start.weights, and for
// each round N.games, N.weights with the record of the fit, and N.match.jsonl.
type Pipeline struct {
	Config Config  `json:"pipeline"`
	Rounds []Round `json:"rounds"` // those that are over

	dir string
}

const (
	stateFile    = "pipeline.json"
	oldStateFile = "road.json" // of the versions before, whose rounds have other names for the same
)

// Open begins a pipeline in a directory, or continues the one that it holds, which must have the same configuration.
func Open(dir string, c Config, start *weightfile.File) (*Pipeline, error) {
	p, err := Read(dir)
	switch {
	case errors.Is(err, os.ErrNotExist):
		p = &Pipeline{Config: c, dir: dir}
		if err := start.Write(p.Weights(0), nil); err != nil {
			return nil, err
		}
		return p, p.save()
	case err != nil:
		return nil, err
	case p.Config != c:
		was, err1 := json.Marshal(p.Config)
		is, err2 := json.Marshal(c)
		return nil, errors.Join(fmt.Errorf("%s holds another pipeline; to continue it only -rounds and -parallel may change, or give another directory.\nwas %s\nis  %s", dir, was, is), err1, err2)
	}
	return p, nil
}

// Read reads the state of the pipeline in a directory.
func Read(dir string) (*Pipeline, error) {
	name := filepath.Join(dir, stateFile)
	text, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		if _, old := os.Stat(filepath.Join(dir, oldStateFile)); old == nil {
			return nil, fmt.Errorf("%s holds a run of an earlier version (%s), which this one cannot continue: give another directory; its weights serve with -from", dir, oldStateFile)
		}
	}
	if err != nil {
		return nil, err
	}
	p := &Pipeline{dir: dir}
	if err := json.Unmarshal(text, p); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return p, nil
}

func (p *Pipeline) save() error {
	text, err := json.MarshalIndent(p, "", "\t")
	if err != nil {
		return err
	}
	return atomicfile.Write(p.path(stateFile), append(text, '\n'))
}

func (p *Pipeline) path(name string) string { return filepath.Join(p.dir, name) }

// Weights names the weight file of a round; round 0 is the start.
func (p *Pipeline) Weights(n int) string {
	if n == 0 {
		return p.path("start.weights")
	}
	return p.path(fmt.Sprintf("%d.weights", n))
}

// gamesFile names the file of a round's games.
func (p *Pipeline) gamesFile(n int) string { return p.path(fmt.Sprintf("%d.games", n)) }

// Taken is the last round whose weights were taken, 0 if none was.
func (p *Pipeline) Taken() int {
	for n := len(p.Rounds); n > 0; n-- {
		if p.Rounds[n-1].Adopted {
			return n
		}
	}
	return 0
}

// seed is that of a round: 256 rounds from one seed share nothing with those of another.
func (p *Pipeline) seed(n int) uint64 { return p.Config.Seed<<8 + uint64(n) }
