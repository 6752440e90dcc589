// Package matchlog keeps the games of a match in a file, so that the match can go on after a crash or a kill.
package matchlog

import (
	"fmt"
	"io"
	"os"

	"github.com/gomoku-go/gomoku/match"
	"github.com/gomoku-go/gomoku/tools/internal/checksum"
	"github.com/gomoku-go/gomoku/tools/internal/filelock"
)

// Open opens the log of a match at path, or begins one, and makes o continue from it: see [match.OpenLog]. The header names this
// program too, and what with adds, which may be nil. No other process can open the log until it is closed.
func Open(path string, a, b *match.Contender, o *match.Options, with map[string]string) (log io.Closer, err error) {
	header, err := match.NewHeader(a, b, o)
	if err != nil {
		return nil, err
	}
	program, err := checksum.Program()
	if err != nil {
		return nil, err
	}
	header.With = map[string]string{"build of this program, which holds the searcher": program}
	for name, v := range with {
		if v != "" {
			header.With[name] = v
		}
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			file.Close()
		}
	}()
	if err := filelock.Lock(file); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	l, err := match.OpenLog(file, header)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	o.Done, o.Finished = l.Games, l.Add
	return file, nil
}
