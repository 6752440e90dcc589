package match

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/gomoku-go/gomoku"
)

// A Header is the first line of a log: everything that decides how the games of a match go.
type Header struct {
	Version   int           `json:"version"` // of the format
	A         string        `json:"a"`       // name of the contender
	B         string        `json:"b"`
	ClockA    *gomoku.Clock `json:"clockA,omitempty"`
	ClockB    *gomoku.Clock `json:"clockB,omitempty"`
	Tolerance time.Duration `json:"tolerance,omitempty"`
	Size      int           `json:"size"`
	Rule      gomoku.Rule   `json:"rule"`
	Seed      uint64        `json:"seed"`
	Openings  string        `json:"openings,omitempty"` // a checksum of Options.Openings; empty if the match makes them
	MaxMoves  int           `json:"maxMoves,omitempty"`

	// With is for what the program knows beyond that, such as the checksum of a weight file, by names of its choice.
	With map[string]string `json:"with,omitempty"`
}

// logVersion counts the formats. The first one was that of tools/match before this package, and had no version.
const logVersion = 2

// NewHeader returns the header of a match's log. Nil options mean the defaults.
func NewHeader(a, b *Contender, o *Options) (*Header, error) {
	r, err := newRunner(a, b, o)
	if err != nil {
		return nil, err
	}
	h := &Header{Version: logVersion, A: a.Name, B: b.Name, Size: r.o.Size, Rule: r.o.Rule, Seed: r.o.Seed, MaxMoves: r.o.MaxMoves}
	timed := false
	for side, to := range []**gomoku.Clock{&h.ClockA, &h.ClockB} {
		if k := r.fixture.Players[side].Clock; k != (gomoku.Clock{}) {
			*to, timed = &k, true
		}
	}
	if timed {
		h.Tolerance = r.fixture.tolerance()
	}
	if len(r.o.Openings) > 0 {
		sum := sha256.Sum256(fmt.Appendln(nil, r.o.Openings))
		h.Openings = hex.EncodeToString(sum[:8])
	}
	return h, nil
}

// differences names what is not the same in another header.
func (h *Header) differences(now *Header) (list []string) {
	old, new := h.fields(), now.fields()
	all := maps.Clone(old)
	maps.Copy(all, new)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if was, is := old[name], new[name]; was != is {
			list = append(list, fmt.Sprintf("%s (was %s, is %s)", name, orMissing(was), orMissing(is)))
		}
	}
	return list
}

// orMissing writes a value that may be missing.
func orMissing(v string) string {
	if v == "" {
		return "not given"
	}
	return v
}

// fields returns the fields of the header by their names in JSON, those of With by their own.
func (h *Header) fields() map[string]string {
	c := *h
	c.With = nil
	text, err := json.Marshal(c)
	if err != nil {
		panic(err) // plain data
	}
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(text, &raw); err != nil {
		panic(err)
	}
	fields := maps.Clone(h.With)
	if fields == nil {
		fields = map[string]string{}
	}
	for name, v := range raw {
		fields[name] = strings.Trim(string(v), `"`)
	}
	return fields
}

// A Log is a file with the games of a match: a line with the header, {"match":{…}}, and then one JSON object a line for each
// game, in the order in which they ended. With it a match continues after a crash or a kill, and loses only the games that were
// being played:
//
//	header, err := match.NewHeader(a, b, o)
//	…
//	file, err := os.OpenFile("match.jsonl", os.O_RDWR|os.O_CREATE, 0o666)
//	…
//	log, err := match.OpenLog(file, header)
//	…
//	o.Done, o.Finished = log.Games, log.Add
type Log struct {
	Header *Header
	Games  []*Game // what the file held when it was opened

	file io.Writer // nil after ReadLog
}

var errNoLog = errors.New("this is no log of a match")

// ReadLog reads a log. It leaves out a last line that was cut short by a crash; any other damage is an error that names the line.
func ReadLog(r io.Reader) (*Log, error) {
	l, _, err := readLog(r)
	if err == nil && l.Header == nil {
		err = errNoLog
	}
	if err != nil {
		return nil, fmt.Errorf("match: %w", err)
	}
	return l, nil
}

// OpenLog reads the log in the file and prepares it for more games: it removes a last line that was cut short by a crash, and
// writes the header to an empty file. A file that holds the log of another match, or anything else, is an error and is not
// changed. Games, SPRT and Parallel of the [Options] may differ from those of before.
//
// Two programs must not write to one log at the same time.
func OpenLog(file *os.File, header *Header) (*Log, error) {
	l, end, err := readLog(file)
	if err != nil {
		return nil, fmt.Errorf("match: %w: give the log another file", err)
	}
	if l.Header != nil {
		if list := l.Header.differences(header); len(list) > 0 {
			return nil, fmt.Errorf("match: the log is of another match: to continue it, change back: %s", strings.Join(list, ", "))
		}
	}
	if err := file.Truncate(end); err != nil {
		return nil, err
	}
	if _, err := file.Seek(end, io.SeekStart); err != nil {
		return nil, err
	}
	l.file = file
	if l.Header == nil {
		l.Header = header
		return l, l.write(logLine{header})
	}
	return l, nil
}

// Add appends a game; it can serve as Options.Finished. When it returns, the game is safe from a crash of the program.
func (l *Log) Add(g *Game) error {
	if l.file == nil {
		return errors.New("match: this log was read by ReadLog: open it with OpenLog to add games")
	}
	return l.write(g)
}

func (l *Log) write(v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = l.file.Write(append(line, '\n')) // one call, so that lines are whole
	return err
}

// A logLine is the first line.
type logLine struct {
	Match *Header `json:"match"`
}

// readLog reads a log and returns where its last complete line ends. An empty file has no header.
func readLog(r io.Reader) (l *Log, end int64, err error) {
	l = &Log{}
	seen := map[int]bool{}
	lines := bufio.NewReader(r)
	for n := 1; ; n++ {
		line, err := lines.ReadBytes('\n')
		switch {
		case err == io.EOF && n == 1 && !beginsLog(line):
			return nil, 0, errNoLog
		case err == io.EOF: // what follows the last newline was being written when the program ended
			return l, end, nil
		case err != nil:
			return nil, 0, err
		case n == 1:
			l.Header, err = readHeader(line)
		default:
			g := new(Game)
			if err = json.Unmarshal(line, g); err == nil {
				err = g.check()
			}
			if err == nil && seen[g.Number] {
				err = fmt.Errorf("game %d for the second time", g.Number)
			}
			seen[g.Number] = true
			l.Games = append(l.Games, g)
		}
		if err != nil {
			return nil, 0, fmt.Errorf("line %d of the log: %w", n, err)
		}
		end += int64(len(line))
	}
}

// beginsLog reports whether a file with this single line, which is not complete, may be a log that was cut short.
func beginsLog(line []byte) bool {
	const begin = `{"match":{`
	n := min(len(line), len(begin))
	return bytes.Equal(line[:n], []byte(begin)[:n])
}

func readHeader(line []byte) (*Header, error) {
	var first logLine
	if err := json.Unmarshal(line, &first); err != nil || first.Match == nil {
		return nil, errNoLog
	}
	if v := first.Match.Version; v != logVersion {
		return nil, fmt.Errorf("the log has version %d, and this program reads version %d: finish it with the program that began it", max(v, 1), logVersion)
	}
	return first.Match, nil
}
