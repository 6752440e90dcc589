package duel

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/gomoku-go/gomoku"
)

// A Log is a file of finished games, one JSON object a line in the order in which they ended, below a line with the
// configuration of the match. What is in it need not be played again after a crash or a kill.
type Log struct {
	file *os.File
	Done map[int]*Game // the games that it held when it was opened, by number
}

// A header is the first line of a log: all that decides how games go. How many there are, and how many run at a time,
// decides nothing, so a match may go on with more of them.
type header struct {
	Match config `json:"match"`
}

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

// OpenLog opens the log of a match at path, or begins one. The games that it holds go into m.Done. A log of another
// match, or one that is damaged anywhere but in a last line that a kill has cut, is an error and stays as it is.
func (m *Match) OpenLog(path string) (l *Log, err error) {
	now, err := m.config()
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			f.Close()
		}
	}()
	l = &Log{file: f, Done: map[int]*Game{}}
	end, err := l.read(now)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if err := f.Truncate(end); err != nil {
		return nil, err
	}
	if _, err := f.Seek(end, io.SeekStart); err != nil {
		return nil, err
	}
	if end == 0 {
		if err := l.write(header{now}); err != nil {
			return nil, err
		}
	}
	m.Done = l.Done
	return l, nil
}

// read reads the log and returns where its last complete line ends.
func (l *Log) read(now config) (end int64, err error) {
	r := bufio.NewReader(l.file)
	for n := 1; ; n++ {
		line, err := r.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			// What is behind the last newline was being written when the program was killed. But a file without any
			// line is only a log if nothing but the beginning of one is there.
			const begin = `{"match":{`
			if k := min(len(line), len(begin)); n == 1 && string(line[:k]) != begin[:k] {
				return 0, errNoLog
			}
			return end, nil
		}
		if err != nil {
			return 0, err
		}
		if n == 1 {
			err = readHeader(line, now)
		} else {
			err = l.add(line)
		}
		if err != nil {
			return 0, fmt.Errorf("line %d: %w", n, err)
		}
		end += int64(len(line))
	}
}

var errNoLog = errors.New("this is no log of a match that can go on: give -log another file")

func readHeader(line []byte, now config) error {
	var h struct {
		Match *config `json:"match"`
	}
	if err := json.Unmarshal(line, &h); err != nil || h.Match == nil {
		return errNoLog
	}
	if d := h.Match.differences(now); len(d) > 0 {
		return fmt.Errorf("the log is of another match; to go on with it everything must be as it was, or give -log another file. Changed: %s", strings.Join(d, ", "))
	}
	return nil
}

func (l *Log) add(line []byte) error {
	var g Game
	if err := json.Unmarshal(line, &g); err != nil {
		return err
	}
	if l.Done[g.Number] != nil {
		return fmt.Errorf("game %d for the second time", g.Number)
	}
	l.Done[g.Number] = &g
	return nil
}

// Add appends a game. It is on the disk's side of the program when Add returns, so a kill cannot take it back.
func (l *Log) Add(g *Game) error { return l.write(g) }

func (l *Log) write(v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = l.file.Write(append(line, '\n')) // one call, so that lines are whole
	return err
}

// Close closes the file.
func (l *Log) Close() error { return l.file.Close() }
