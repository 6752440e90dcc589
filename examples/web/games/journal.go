package games

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/gomoku-go/gomoku/opening"
)

// An entry is a line of the journal: a game that begins, an act, or the start of the program.
type entry struct {
	Time int64          `json:"t"` // Unix time in milliseconds
	Game string         `json:"game,omitempty"`
	New  *opened        `json:"new,omitempty"`
	By   opening.Player `json:"by,omitempty"`
	Act  *act           `json:"do,omitempty"`
	Gone bool           `json:"gone,omitempty"` // the game has expired
}

// opened is what is known of a game when it begins.
type opened struct {
	setting
	First     string `json:"first"` // tokens
	Second    string `json:"second"`
	Spectator string `json:"spectator"`
	Before    string `json:"before,omitempty"` // the game that this one is the rematch of
}

// A journal is a file of entries. Its methods must not be called concurrently.
type journal struct {
	file *os.File
	bad  error // of a write that failed: what is in the file then is not known
}

// readJournal returns the entries of a journal. The last line may be torn, as by a crash in the middle of a write: nobody was told of it,
// and it is left out. Any other line that cannot be read is an error.
func readJournal(path string) (entries []entry, err error) {
	file, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	defer file.Close()
	r := bufio.NewReader(file)
	for n := 1; ; n++ {
		line, err := r.ReadBytes('\n')
		if err == io.EOF {
			return entries, nil // what is on the line has no end, so it was not acknowledged
		} else if err != nil {
			return nil, err
		}
		var e entry
		d := json.NewDecoder(bytes.NewReader(line))
		d.DisallowUnknownFields()
		if err := d.Decode(&e); err != nil {
			if _, last := r.Peek(1); last == io.EOF {
				return entries, nil
			}
			return nil, fmt.Errorf("%s: line %d is damaged: %w. Mend it, or move the file away to begin without these games", path, n, err)
		}
		entries = append(entries, e)
	}
}

// writeJournal makes a journal of these entries, in the place of the one that may be there, and opens it. A crash leaves either the old
// one or the new one.
func writeJournal(path string, entries []entry) (*journal, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(path+".new", os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600) // the tokens are secrets
	if err != nil {
		return nil, err
	}
	j := &journal{file: file}
	if err := j.add(entries...); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	if err := os.Rename(path+".new", path); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	if dir, err := os.Open(filepath.Dir(path)); err == nil { // so that the new name outlives a crash; not every system has this
		_ = dir.Sync()
		_ = dir.Close()
	}
	return j, nil
}

// add writes entries and returns when they are on the disk.
func (j *journal) add(entries ...entry) error {
	if j.bad != nil {
		return j.bad
	}
	var text []byte
	for _, e := range entries {
		line, err := json.Marshal(e)
		if err != nil {
			return err
		}
		text = append(append(text, line...), '\n')
	}
	if _, err := j.file.Write(text); err != nil {
		j.bad = fmt.Errorf("the journal cannot be written: %w", err)
		return j.bad
	}
	if err := j.file.Sync(); err != nil {
		j.bad = fmt.Errorf("the journal cannot be written: %w", err)
		return j.bad
	}
	return nil
}

func (j *journal) close() error { return j.file.Close() }
