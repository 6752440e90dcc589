// Package jsonlog is the file of a run that takes hours: what is in it need not be done again after a crash or a kill.
package jsonlog

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/gomoku-go/gomoku/tools/internal/filelock"
)

// A Log is a file of finished things, one JSON object a line in the order in which they ended, below a line with the
// settings that decide how they came out.
type Log struct{ file *os.File }

// Open opens the log of a run of some kind at path, or begins one, and hands every entry that it holds to add. The first
// line is now, under the name of the kind. A log with other settings, for which differences has words, and one that is
// damaged anywhere but in a last line that a kill has cut, is an error and stays as it is. So is a log that another process
// is writing.
func Open[S, E any](path, kind string, now S, differences func(old, now S) []string, add func(*E) error) (l *Log, err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			f.Close()
		}
	}()
	if err := filelock.Lock(f); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	end, err := read(f, kind, now, differences, add)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if err := f.Truncate(end); err != nil {
		return nil, err
	}
	if _, err := f.Seek(end, io.SeekStart); err != nil {
		return nil, err
	}
	l = &Log{f}
	if end == 0 {
		err = l.Add(map[string]S{kind: now})
	}
	return l, err
}

// read reads the log and returns where its last complete line ends.
func read[S, E any](f *os.File, kind string, now S, differences func(old, now S) []string, add func(*E) error) (end int64, err error) {
	r := bufio.NewReader(f)
	for n := 1; ; n++ {
		line, err := r.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			// What is behind the last newline was being written when the program was killed. But a file without any
			// line is only a log if nothing but the beginning of one is there.
			begin := fmt.Sprintf(`{"%s":{`, kind)
			if k := min(len(line), len(begin)); n == 1 && string(line[:k]) != begin[:k] {
				return 0, noLog(kind)
			}
			return end, nil
		}
		if err != nil {
			return 0, err
		}
		if n == 1 {
			err = readHeader(line, kind, now, differences)
		} else {
			entry := new(E)
			if err = json.Unmarshal(line, entry); err == nil {
				err = add(entry)
			}
		}
		if err != nil {
			return 0, fmt.Errorf("line %d: %w", n, err)
		}
		end += int64(len(line))
	}
}

func noLog(kind string) error {
	return fmt.Errorf("this is no log of a %s that can go on: give -log another file", kind)
}

func readHeader[S any](line []byte, kind string, now S, differences func(old, now S) []string) error {
	var h map[string]*S
	if err := json.Unmarshal(line, &h); err != nil || h[kind] == nil {
		return noLog(kind)
	}
	if d := differences(*h[kind], now); len(d) > 0 {
		return fmt.Errorf("the log is of another %s; to go on with it everything must be as it was, or give -log another file. Changed: %s", kind, strings.Join(d, ", "))
	}
	return nil
}

// Add appends an entry. It is on the disk's side of the program when Add returns, so a kill cannot take it back.
func (l *Log) Add(entry any) error {
	line, err := json.Marshal(entry)
	if err != nil {
		return err
	}
	_, err = l.file.Write(append(line, '\n')) // one call, so that lines are whole
	return err
}

// Close closes the file.
func (l *Log) Close() error { return l.file.Close() }
