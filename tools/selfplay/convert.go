package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/internal/position"
	"github.com/gomoku-go/gomoku/tools/internal/games"
)

// An oldGame is a line of the format that tune selfplay wrote.
type oldGame struct {
	Rule   gomoku.Rule     `json:"-"`
	Number uint8           `json:"rule"`
	Size   int             `json:"size"`
	Random int             `json:"random"`
	Moves  []position.Cell `json:"moves"`
	Scores []gomoku.Score  `json:"scores"`
	Result int             `json:"result"` // 1 Black won, 0 draw, -1 White won
}

// convert rewrites old files. A last line that is cut is left out, as it always was.
func convert(ctx context.Context, args []string, stdout, stderr io.Writer) (err error) {
	f := newFlags("selfplay convert", stderr)
	out := f.String("out", "", "file of games to write")
	if err := parse(f, args); err != nil {
		return err
	}
	if *out == "" || f.NArg() == 0 {
		return usageError("convert needs -out FILE and files to read: see -help")
	}
	var names []string
	for _, name := range f.Args() {
		names = append(names, filepath.Base(name))
	}
	w, err := games.Open(*out, games.Settings{Source: strings.Join(names, " ")})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	number := uint64(0)
	for _, name := range f.Args() {
		if number, err = convertFile(ctx, w, name, number); err != nil {
			return err
		}
	}
	fmt.Fprintf(stdout, "%d games\n", number)
	return nil
}

func convertFile(ctx context.Context, w *games.Writer, name string, number uint64) (uint64, error) {
	in, err := os.Open(name)
	if err != nil {
		return number, err
	}
	defer in.Close()
	d := json.NewDecoder(bufio.NewReader(in))
	for line := 1; ctx.Err() == nil; line++ {
		var old oldGame
		switch err := d.Decode(&old); {
		case err == io.EOF || err == io.ErrUnexpectedEOF:
			return number, nil
		case err != nil:
			return number, fmt.Errorf("%s: game %d: %w", name, line, err)
		case len(old.Scores) != len(old.Moves)-old.Random || old.Result < -1 || old.Result > 1:
			return number, fmt.Errorf("%s: game %d: %d scores for %d moves, %d of them by chance, result %d", name, line, len(old.Scores), len(old.Moves), old.Random, old.Result)
		}
		g := &games.Game{Number: number, Rule: gomoku.Rule(old.Number), Size: old.Size, Random: old.Random}
		g.Winner = [...]gomoku.Color{gomoku.White, gomoku.Empty, gomoku.Black}[old.Result+1]
		for i, c := range old.Moves {
			p := gomoku.At(c.XY())
			g.Moves = append(g.Moves, p)
			if k := i - old.Random; k >= 0 {
				g.Plies = append(g.Plies, games.Ply{Score: old.Scores[k], Best: p})
			}
		}
		if !w.Done(number) { // by an earlier run that was killed
			if err := w.Add(g); err != nil {
				return number, fmt.Errorf("%s: game %d: %w", name, line, err)
			}
		}
		number++
	}
	return number, ctx.Err()
}
