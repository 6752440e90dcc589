package games

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/gomoku-go/gomoku"
)

// randomGame makes a record that has everything that records have, with up to so many moves.
func randomGame(r *rand.Rand, number uint64, most int) *Game {
	size := gomoku.MinSize + r.IntN(gomoku.MaxSize-gomoku.MinSize+1)
	g := &Game{Number: number, Game: gomoku.Game{Rule: gomoku.Rule(r.IntN(5)), Size: size, Outcome: results[r.IntN(3)], Moves: []gomoku.Point{}}}
	cells := r.Perm(size * size)
	point := func(i int) gomoku.Point { return gomoku.At(cells[i]%size, cells[i]/size) }
	for i := range r.IntN(min(most, size*size) + 1) {
		g.Moves = append(g.Moves, point(i))
	}
	g.Random = r.IntN(len(g.Moves) + 1)
	for i := g.Random; i < len(g.Moves); i++ {
		best := i
		if r.IntN(3) == 0 {
			best += r.IntN(size*size - i)
		}
		g.Plies = append(g.Plies, Ply{gomoku.Score(r.IntN(60_001) - 30_000), point(best)})
	}
	return g
}

var settings = Settings{Nodes: 1000, Size: 15, Seed: 1<<63 + 1, Program: "abc"}

// write makes a file of n games and returns it, and where its blocks end, that of the settings first.
func write(t *testing.T, n, most int) (name string, list []*Game, ends []int) {
	t.Helper()
	name = filepath.Join(t.TempDir(), "games")
	w, err := Open(name, settings)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	size := func() int {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		return int(info.Size())
	}
	ends = append(ends, size())
	r := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		g := randomGame(r, uint64(i)*1_000_003, most)
		if err := w.Add(g); err != nil {
			t.Fatal(err)
		}
		list, ends = append(list, g), append(ends, size())
	}
	return name, list, ends
}

// readAll reads games until there is an error.
func readAll(data []byte) (list []*Game, err error) {
	r, err := NewReader(bytes.NewReader(data))
	for err == nil {
		var g *Game
		if g, err = r.Next(); err == nil {
			list = append(list, g)
		}
	}
	return list, err
}

func TestRoundTrip(t *testing.T) {
	name, want, _ := write(t, 200, 484)
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	got, err := readAll(data)
	if err != io.EOF || len(got) != len(want) {
		t.Fatalf("%d games, %v, want %d", len(got), err, len(want))
	}
	for i := range got {
		if !reflect.DeepEqual(got[i], want[i]) {
			t.Errorf("game %d: got %+v\nwant %+v", i, got[i], want[i])
		}
	}
	r, err := NewReader(bytes.NewReader(data))
	if err != nil || !reflect.DeepEqual(r.Settings(), settings) {
		t.Errorf("settings %+v, %v", r.Settings(), err)
	}
	n := 0
	for g, err := range All(name, name) {
		if err != nil || g.Number != want[n%200].Number {
			t.Fatalf("game %d: %+v, %v", n, g, err)
		}
		n++
	}
	if n != 400 {
		t.Errorf("%d games in twice the file", n)
	}
}

// A file that ends anywhere gives the games that are whole; with zeros behind the end, too. Whoever goes on with it adds the
// others.
func TestTorn(t *testing.T) {
	name, want, ends := write(t, 4, 30)
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	inHead := func(end int) bool {
		return slices.ContainsFunc(append([]int{len(magic)}, ends...), func(e int) bool { return end > e && end < e+headSize })
	}
	for end := range len(data) + 1 {
		whole, between := 0, true
		for i, e := range ends {
			if end >= e {
				whole, between = i, end > e
			}
		}
		for _, zeros := range []int{0, 1, 7, 8, 300} {
			cut := append(data[:end:end], make([]byte, zeros)...)
			got, err := readAll(cut)
			wantErr := io.EOF
			if between || zeros > 0 {
				wantErr = ErrTorn
			}
			switch {
			case end < len(magic) && zeros > 0:
				// Nothing of ours is in it, or a version that is none.
				if err == nil || err == io.EOF || err == ErrTorn || len(got) > 0 {
					t.Fatalf("%d bytes and %d zeros: %d games, %v", end, zeros, len(got), err)
				}
				continue
			case err != wantErr && zeros > 0 && between && inHead(end) && strings.Contains(err.Error(), "damaged at byte"):
				// A head with zeros in it is damage. No writer leaves that: heads are written with their contents.
			case err != wantErr:
				t.Fatalf("%d bytes of %v and %d zeros: %v, want %v", end, ends, zeros, err, wantErr)
			}
			// Zeros may complete a block whose last bytes are zeros.
			if len(got) != whole && !(zeros > 0 && len(got) == whole+1) || !reflect.DeepEqual(got, want[:len(got)]) && len(got) > 0 {
				t.Fatalf("%d bytes of %v and %d zeros: %d games", end, ends, zeros, len(got))
			}
		}
		if err := os.WriteFile(name, data[:end], 0o644); err != nil {
			t.Fatal(err)
		}
		w, err := Open(name, settings)
		if err != nil {
			t.Fatalf("%d bytes: %v", end, err)
		}
		if w.Len() != whole {
			t.Errorf("%d bytes: %d games, want %d", end, w.Len(), whole)
		}
		for i, g := range want {
			if w.Done(g.Number) != (i < whole) {
				t.Errorf("%d bytes: Done(%d) = %v", end, g.Number, i >= whole)
			}
			if i >= whole {
				if err := w.Add(g); err != nil {
					t.Fatal(err)
				}
			}
		}
		if n, numbers := w.Missing(10); n != 9 || len(slices.Collect(numbers)) != 9 { // game 0 is there, the next is 1,000,003
			t.Errorf("%d games are missing, want 9", n)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if again, err := os.ReadFile(name); err != nil || !bytes.Equal(again, data) {
			t.Fatalf("%d bytes: the file that went on is another one, %v", end, err)
		}
	}
}

// A bit that changes never makes another game: what is read is what was written, up to the damage.
func TestDamage(t *testing.T) {
	name, want, ends := write(t, 3, 30)
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	last := ends[len(ends)-2] // where the last game begins
	for bit := range 8 * len(data) {
		bad := bytes.Clone(data)
		bad[bit/8] ^= 1 << (bit % 8)
		got, err := readAll(bad)
		if len(got) > 0 && !reflect.DeepEqual(got, want[:len(got)]) {
			t.Fatalf("bit %d: %d games that are others", bit, len(got))
		}
		if len(got) == len(want) || err == io.EOF {
			t.Fatalf("bit %d: %d games, %v", bit, len(got), err)
		}
		if bit/8 >= last+headSize {
			continue // the last game is played again: that it is damaged and not torn cannot be known
		}
		if err == ErrTorn && bit/8 < last && bit/8 >= len(magic) {
			t.Fatalf("bit %d: called torn, with games behind it", bit)
		}
		if bit/8 < last && bit/8 >= len(magic) {
			if err := os.WriteFile(name, bad, 0o644); err != nil {
				t.Fatal(err)
			}
			if w, err := Open(name, settings); err == nil {
				t.Fatalf("bit %d: a damaged file goes on with %d games", bit, w.Len())
			}
			if after, err := os.ReadFile(name); err != nil || !bytes.Equal(after, bad) {
				t.Fatalf("bit %d: a file that was refused has changed", bit)
			}
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	name, list, _ := write(t, 2, 30)
	before, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	other := settings
	other.Nodes, other.Seed, other.Weights = 2000, 1<<63+2, []string{"x"}
	_, err = Open(name, other)
	for _, want := range []string{name, "nodes (was 1000, is 2000)", "seed (was 9223372036854775809, is 9223372036854775810)", "weights (was not given, is [x])"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("another run: error %v, want one with %q", err, want)
		}
	}
	w, err := Open(name, settings)
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS != "windows" {
		if _, err := Open(name, settings); err == nil || !strings.Contains(err.Error(), "another process") {
			t.Errorf("a file that is being written: %v", err)
		}
	}
	if err := w.Add(list[1]); err == nil || !strings.Contains(err.Error(), "second time") {
		t.Errorf("a game for the second time: %v", err)
	}
	for _, change := range []func(*Game){
		func(g *Game) { g.Outcome = gomoku.Undecided },
		func(g *Game) { g.Outcome = 9 },
		func(g *Game) { g.Black = []gomoku.Point{gomoku.At(0, 0)} },
		func(g *Game) { g.Moves, g.Random, g.Plies = []gomoku.Point{gomoku.NoPoint}, 1, nil },
	} {
		bad := *list[0]
		bad.Number = 77
		if change(&bad); w.Add(&bad) == nil {
			t.Errorf("%+v is taken", bad)
		}
	}
	w.Close()
	if after, err := os.ReadFile(name); err != nil || !bytes.Equal(after, before) {
		t.Errorf("refusals change the file, %v", err)
	}

	for text, want := range map[string]string{
		"hello, world\n": "no file of games",
		"hi":             "no file of games",
		"gomoku:\x02zz":  "version 2",
	} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(name, settings); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want one with %q", text, err, want)
		}
		for _, err := range All(name) {
			if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), name) {
				t.Errorf("%q: error %v, want one with %q and the name", text, err, want)
			}
		}
		if after, err := os.ReadFile(name); err != nil || string(after) != text {
			t.Errorf("%q has become %q, %v", text, after, err)
		}
	}

	// One game twice, which no writer of ours does.
	twice := append(bytes.Clone(before), before[len(before)-len(block(list[1])):]...)
	if err := os.WriteFile(name, twice, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(name, settings); err == nil || !strings.Contains(err.Error(), "twice") {
		t.Errorf("a file with a game twice: %v", err)
	}
}

func block(g *Game) []byte {
	content := g.appendTo(nil)
	b := binary.LittleEndian.AppendUint16(nil, uint16(len(content)))
	b = binary.LittleEndian.AppendUint16(b, ^uint16(len(content)))
	b = binary.LittleEndian.AppendUint32(b, crc32.Checksum(content, castagnoli))
	return append(b, content...)
}

// The bytes of the format, so that it does not change by accident.
func TestFormat(t *testing.T) {
	g := &Game{
		Number: 300, Random: 1,
		Game: gomoku.Game{
			Rule: gomoku.Renju, Size: 15, Outcome: gomoku.WhiteWins,
			Moves: []gomoku.Point{gomoku.At(7, 7), gomoku.At(8, 8), gomoku.At(0, 0)},
		},
		Plies: []Ply{{-5, gomoku.At(8, 8)}, {100, gomoku.At(14, 14)}},
	}
	want := []byte{
		0xac, 0x02, // number 300
		2, 15, 2, 1, 3,
		112,            // h8
		0x80, 0x01, 19, // i9 is 8*15+8 = 128; score -5: -10 as a varint
		0, 0x92, 0x03, 0xe0, 0x01, // a1; score 100: 201 as a varint; o15 is 224
	}
	if got := g.appendTo(nil); !bytes.Equal(got, want) {
		t.Errorf("got  %x\nwant %x", got, want)
	}
}

func FuzzDecode(f *testing.F) {
	r := rand.New(rand.NewPCG(3, 4))
	for i := range 5 {
		f.Add(randomGame(r, uint64(i), 40).appendTo(nil))
	}
	f.Add([]byte{0, 0, 15, 0, 0, 255, 255, 255, 1})
	f.Fuzz(func(t *testing.T, content []byte) {
		g, err := decode(content)
		if err != nil {
			return
		}
		if err := g.check(); err != nil {
			t.Fatalf("decode takes what check does not: %v", err)
		}
		again, err := decode(g.appendTo(nil))
		if err != nil || !reflect.DeepEqual(again, g) {
			t.Fatalf("%+v comes back as %+v, %v", g, again, err)
		}
	})
}

func FuzzReader(f *testing.F) {
	r := rand.New(rand.NewPCG(5, 6))
	data := []byte(magic)
	head := []byte(`{"rule":"renju","seed":1}`)
	data = binary.LittleEndian.AppendUint16(data, uint16(len(head)))
	data = binary.LittleEndian.AppendUint16(data, ^uint16(len(head)))
	data = binary.LittleEndian.AppendUint32(data, crc32.Checksum(head, castagnoli))
	data = append(data, head...)
	f.Add(data)
	for i := range 3 {
		data = append(data, block(randomGame(r, uint64(i), 40))...)
		f.Add(bytes.Clone(data))
		f.Add(data[:len(data)-5])
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := NewReader(bytes.NewReader(data))
		for n := 0; err == nil; n++ {
			var g *Game
			if g, err = r.Next(); err == nil {
				if err := g.check(); err != nil {
					t.Fatal(err)
				}
			}
			if n > len(data)/headSize {
				t.Fatal("more games than there can be")
			}
		}
		if r == nil {
			return
		}
		// What was read is whole by itself.
		if _, again := readAll(data[:r.Offset()]); again != io.EOF {
			t.Fatalf("the first %d bytes end with %v, the whole with %v", r.Offset(), again, err)
		}
		if errors.Is(err, ErrTorn) == errors.Is(err, io.EOF) && !strings.Contains(err.Error(), "byte") {
			t.Fatalf("an error that does not say where: %v", err)
		}
	})
}
