// Package openings reads files of openings.
package openings

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/tools/internal/checksum"
)

// Load reads a file of openings, with its checksum. A file without any is an error.
func Load(name string, size int, rule gomoku.Rule) (list [][]gomoku.Point, sum string, err error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, "", err
	}
	if list, err = Read(bytes.NewReader(data), size, rule); err != nil {
		return nil, "", fmt.Errorf("%s: %w", name, err)
	}
	if len(list) == 0 {
		return nil, "", fmt.Errorf("%s holds no opening", name)
	}
	sum, err = checksum.Of(bytes.NewReader(data))
	return list, sum, err
}

// Read reads one opening a line, "x,y x,y …", 0-based, Black first; # begins a comment. Which way y runs makes
// no difference to a game. An opening that breaks the rules or ends the game is an error that names the line.
func Read(r io.Reader, size int, rule gomoku.Rule) ([][]gomoku.Point, error) {
	var all [][]gomoku.Point
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		text, _, _ := strings.Cut(lines.Text(), "#")
		words := strings.Fields(text)
		if len(words) == 0 {
			continue
		}
		var opening []gomoku.Point
		for _, w := range words {
			xs, ys, _ := strings.Cut(w, ",")
			x, errX := strconv.Atoi(xs)
			y, errY := strconv.Atoi(ys)
			if errX != nil || errY != nil {
				return nil, fmt.Errorf("line %d: bad point %q: want x,y", n, w)
			}
			opening = append(opening, gomoku.At(x, y))
		}
		if err := check(size, rule, opening); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		all = append(all, opening)
	}
	return all, lines.Err()
}

// check reports what makes the moves no opening.
func check(size int, rule gomoku.Rule, opening []gomoku.Point) error {
	b, err := gomoku.NewBoard(size, rule)
	if err != nil {
		return err
	}
	for i, p := range opening {
		if err := b.Play(p); err != nil { // a point off the board is no pass here
			return fmt.Errorf("move %d, %v: %w", i+1, p, err)
		}
	}
	if b.Outcome() != gomoku.Undecided {
		return errors.New("the opening ends the game")
	}
	return nil
}
