package main

import (
	"archive/zip"
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/tools/games"
)

// export writes the searched positions of files as arrays for NumPy.
func export(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	f := newFlags("selfplay export", stderr)
	out := f.String("out", "", "NAME.npz, one file with all arrays, compressed; or a directory for NAME/planes.npy and so on, which NumPy can map into memory")
	var rule *gomoku.Rule
	f.Func("rule", "take only games under this rule", func(text string) error {
		rule = new(gomoku.Rule)
		return rule.UnmarshalText([]byte(text))
	})
	size := f.Int("size", 0, "take only games on boards of this size; 0: all, which must be one size")
	if err := parse(f, args); err != nil {
		return err
	}
	switch {
	case *out == "" || f.NArg() == 0:
		return usageError("export needs -out and files to read: see -help")
	case *size != 0 && (*size < gomoku.MinSize || *size > gomoku.MaxSize):
		return usageError("-size %d: want %d to %d", *size, gomoku.MinSize, gomoku.MaxSize)
	}
	x := exporter{names: f.Args(), wanted: func(g *games.Game) bool {
		return (rule == nil || g.Rule == *rule) && (*size == 0 || g.Size == *size)
	}}
	if err := x.count(ctx); err != nil {
		return err
	}
	if x.positions == 0 {
		return fmt.Errorf("there are no such positions in %s", strings.Join(x.names, ", "))
	}
	write := x.writeDirectory
	if strings.HasSuffix(*out, ".npz") {
		write = x.writeZip
	}
	if err := write(ctx, *out); err != nil {
		return err
	}
	fmt.Fprintf(stdout, "%d positions of %d games, %v: planes %v, policy, result, score, game\n", x.positions, x.games, x.board, x.planesShape())
	return nil
}

// An exporter goes through the files twice: an array begins with its length.
type exporter struct {
	names  []string
	wanted func(*games.Game) bool

	board            board // of all games
	games, positions int

	policy, result, score, game bytes.Buffer // arrays that are small
}

func (x *exporter) planesShape() []int {
	return []int{x.positions, gomoku.Planes, x.board.size, x.board.size}
}

// all yields the games that are wanted; an error is the last.
func (x *exporter) all(ctx context.Context) iter.Seq2[*games.Game, error] {
	return func(yield func(*games.Game, error) bool) {
		for g, err := range games.All(x.names...) {
			if err == nil {
				err = ctx.Err()
			}
			if err == nil && !x.wanted(g) {
				continue
			}
			if !yield(g, err) || err != nil {
				return
			}
		}
	}
}

func (x *exporter) count(ctx context.Context) error {
	for g, err := range x.all(ctx) {
		if err != nil {
			return err
		}
		b := board{g.Rule, g.Size}
		if x.games > 0 && b != x.board {
			return fmt.Errorf("there are games of %v and of %v: choose by -rule and -size", x.board, b)
		}
		x.board = b
		x.games++
		x.positions += len(g.Plies)
	}
	return nil
}

// writePlanes writes the planes of all positions, and keeps what belongs to the other arrays.
func (x *exporter) writePlanes(ctx context.Context, w io.Writer) error {
	n := 0
	var planes []float32
	var row []byte
	for g, err := range x.all(ctx) {
		if err != nil {
			return err
		}
		if n == x.games { // the file has grown
			break
		}
		b, err := gomoku.NewBoard(g.Size, g.Rule)
		if err != nil {
			return err
		}
		for i, p := range g.Moves {
			if k := i - g.Random; k >= 0 {
				planes = b.AppendPlanes(planes[:0])
				row = row[:0]
				for _, v := range planes {
					row = append(row, byte(v))
				}
				if _, err := w.Write(row); err != nil {
					return err
				}
				x.keep(g, i, n)
			}
			if err := b.Play(p); err != nil {
				return fmt.Errorf("game %d: move %d, %v: %w", g.Number, i+1, p, err)
			}
		}
		n++
	}
	if n < x.games || x.policy.Len() != 2*x.positions {
		return errors.New("a file has changed while it was read: export it again")
	}
	return nil
}

// keep takes what the arrays other than planes say of the i-th move of the n-th game.
func (x *exporter) keep(g *games.Game, i, n int) {
	le := binary.LittleEndian
	ply := g.Plies[i-g.Random]
	col, row := ply.Best.XY()
	x.policy.Write(le.AppendUint16(nil, uint16(row*g.Size+col)))
	x.result.WriteByte(byte(int8(2*g.Points(g.Mover(i)) - 1)))
	x.score.Write(le.AppendUint16(nil, uint16(ply.Score)))
	x.game.Write(le.AppendUint32(nil, uint32(n)))
}

// arrays writes all arrays, planes first, to where create says.
func (x *exporter) arrays(ctx context.Context, create func(name string) (io.Writer, error)) error {
	for _, a := range []struct {
		name, kind string
		shape      []int
		data       *bytes.Buffer
	}{
		{"planes", "|u1", x.planesShape(), nil},
		{"policy", "<i2", []int{x.positions}, &x.policy},
		{"result", "|i1", []int{x.positions}, &x.result},
		{"score", "<i2", []int{x.positions}, &x.score},
		{"game", "<i4", []int{x.positions}, &x.game},
	} {
		w, err := create(a.name + ".npy")
		if err != nil {
			return err
		}
		b := bufio.NewWriter(w)
		b.Write(npyHeader(a.kind, a.shape))
		if a.data == nil {
			err = x.writePlanes(ctx, b)
		} else {
			_, err = a.data.WriteTo(b)
		}
		if err = errors.Join(err, b.Flush()); err != nil {
			return err
		}
	}
	return nil
}

// npyHeader is how a file of an array begins, in version 1.0 of NumPy's format: numbers by rows, the type as NumPy names it.
func npyHeader(kind string, shape []int) []byte {
	var dims strings.Builder
	for _, n := range shape {
		fmt.Fprintf(&dims, "%d, ", n)
	}
	text := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", kind, strings.TrimSuffix(dims.String(), " "))
	const head, align = 10, 64
	text += strings.Repeat(" ", align-1-(head+len(text))%align) + "\n"
	b := append([]byte("\x93NUMPY"), 1, 0)
	return append(binary.LittleEndian.AppendUint16(b, uint16(len(text))), text...)
}

// writeZip writes one file, whole or not at all.
func (x *exporter) writeZip(ctx context.Context, name string) error {
	return whole(name, func(f *os.File) error {
		z := zip.NewWriter(f)
		if err := x.arrays(ctx, z.Create); err != nil {
			return err
		}
		return z.Close()
	})
}

// writeDirectory writes a file for each array. They get their names when all are there.
func (x *exporter) writeDirectory(ctx context.Context, dir string) (err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	var files []*os.File
	defer func() {
		for _, f := range files {
			err = errors.Join(err, f.Close())
		}
		for _, f := range files {
			if err == nil {
				err = os.Rename(f.Name(), strings.TrimSuffix(f.Name(), part))
			} else {
				os.Remove(f.Name())
			}
		}
	}()
	return x.arrays(ctx, func(name string) (io.Writer, error) {
		f, err := os.Create(filepath.Join(dir, name+part))
		if err == nil {
			files = append(files, f)
		}
		return f, err
	})
}

// part ends the names of files that are not whole yet.
const part = ".part"

func whole(name string, write func(*os.File) error) error {
	f, err := os.Create(name + part)
	if err != nil {
		return err
	}
	err = errors.Join(write(f), f.Close())
	if err == nil {
		return os.Rename(f.Name(), name)
	}
	os.Remove(f.Name())
	return err
}
