package games

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"iter"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/tools/internal/filelock"
)

const (
	magic    = "gomoku:\x01"
	headSize = 8
	mostSize = 1<<16 - 1 // of a content
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Settings are what decides how the games of a file went. Their names in JSON are those of the flags of selfplay.
type Settings struct {
	A       string      `json:"a,omitempty"` // players, where they are not the engine itself
	B       string      `json:"b,omitempty"`
	Nodes   int64       `json:"nodes,omitempty"` // a move, of the engine itself
	Rule    gomoku.Rule `json:"rule"`
	Size    int         `json:"size,omitempty"`
	Seed    uint64      `json:"seed"`
	Weights []string    `json:"weights,omitempty"` // checksums of the weight files
	Program string      `json:"program,omitempty"` // checksum of the program, which holds the engine
}

// differences names what is not the same in both.
func (s Settings) differences(now Settings) (list []string) {
	fields := func(s Settings) (m map[string]any) {
		text, err := json.Marshal(s)
		if err == nil {
			d := json.NewDecoder(bytes.NewReader(text))
			d.UseNumber() // seeds have 64 bits
			_ = d.Decode(&m)
		}
		return m
	}
	old, new := fields(s), fields(now)
	all := maps.Clone(old)
	maps.Copy(all, new)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if was, is := fmt.Sprint(old[name]), fmt.Sprint(new[name]); was != is {
			list = append(list, strings.ReplaceAll(fmt.Sprintf("%s (was %s, is %s)", name, was, is), "<nil>", "not given"))
		}
	}
	return list
}

var (
	// ErrTorn is how a file ends whose writer was killed, or is at work. All games before are good.
	ErrTorn = errors.New("the file ends in the midst of a game")

	errNoGames = errors.New("this is no file of games from selfplay")
)

// A Reader reads a file of games from the beginning, one game after the other.
type Reader struct {
	r        *bufio.Reader
	settings Settings
	offset   int64 // of the first block that is not read yet
	content  []byte
	err      error // how it ended
}

// NewReader reads the settings. A file whose writer was killed before it had written them is ErrTorn.
func NewReader(r io.Reader) (*Reader, error) {
	g := &Reader{r: bufio.NewReaderSize(r, 1<<17)}
	begin, err := g.r.Peek(len(magic))
	if err != nil && err != io.EOF {
		return nil, err
	}
	if string(begin) != magic {
		switch {
		case strings.HasPrefix(magic, string(begin)):
			return nil, ErrTorn
		case len(begin) == len(magic) && string(begin[:len(magic)-1]) == magic[:len(magic)-1]:
			return nil, fmt.Errorf("version %d of the format: this program knows version %d", begin[len(magic)-1], magic[len(magic)-1])
		}
		return nil, errNoGames
	}
	g.discard(len(magic))
	content, err := g.block()
	if err == io.EOF {
		err = ErrTorn
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(content, &g.settings); err != nil {
		return nil, fmt.Errorf("settings: %w", err)
	}
	return g, nil
}

// Settings are those of the run.
func (g *Reader) Settings() Settings { return g.settings }

// Offset is where the last game that was read ends.
func (g *Reader) Offset() int64 { return g.offset }

func (g *Reader) discard(n int) {
	_, _ = g.r.Discard(n) // it was peeked at
	g.offset += int64(n)
}

// block returns the content of the next block, which is good until the next call.
func (g *Reader) block() ([]byte, error) {
	head, err := g.r.Peek(headSize)
	switch {
	case err == io.EOF && len(head) == 0:
		return nil, io.EOF
	case err != nil && err != io.EOF:
		return nil, err
	}
	if len(head) == headSize {
		n := binary.LittleEndian.Uint16(head)
		if binary.LittleEndian.Uint16(head[2:]) == ^n {
			whole, err := g.r.Peek(headSize + int(n))
			if err != nil && err != io.EOF {
				return nil, err
			}
			if len(whole) < headSize+int(n) { // the file ends
				return nil, ErrTorn
			}
			sum := binary.LittleEndian.Uint32(whole[4:])
			g.content = append(g.content[:0], whole[headSize:]...)
			if crc32.Checksum(g.content, castagnoli) == sum {
				g.discard(headSize + int(n))
				return g.content, nil
			}
			_, _ = g.r.Discard(headSize + int(n))
		}
	}
	return nil, g.torn(len(head) < headSize)
}

// torn says whether a block that is not good is a torn tail: whether the file ends there but for zeros.
func (g *Reader) torn(ended bool) error {
	for !ended {
		switch c, err := g.r.ReadByte(); {
		case err == io.EOF:
			ended = true
		case err != nil:
			return err
		case c != 0:
			return fmt.Errorf("damaged at byte %d, with more behind it", g.offset)
		}
	}
	return ErrTorn
}

// Next returns the next game. After the last one it returns io.EOF, or ErrTorn if the file ends in the midst of a game; any
// other error is damage, and says where. It goes on returning the same error.
func (g *Reader) Next() (*Game, error) {
	if g.err != nil {
		return nil, g.err
	}
	start := g.offset
	content, err := g.block()
	if err == nil {
		var game *Game
		if game, err = decode(content); err == nil {
			return game, nil
		}
		g.offset = start
		err = fmt.Errorf("game at byte %d: %w", start, err)
	}
	g.err = err
	return nil, err
}

// All yields the games of files, one file after the other. A file may end torn: it may be that of a run that goes on. An
// error, which names the file, comes last.
func All(names ...string) iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		for _, name := range names {
			for g, err := range file(name) {
				if err != nil {
					yield(nil, fmt.Errorf("%s: %w", name, err))
					return
				}
				if !yield(g, nil) {
					return
				}
			}
		}
	}
}

func file(name string) iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		f, err := os.Open(name)
		if err != nil {
			yield(nil, err)
			return
		}
		defer f.Close()
		r, err := NewReader(f)
		for err == nil {
			var g *Game
			if g, err = r.Next(); err == nil && !yield(g, nil) {
				return
			}
		}
		if err != io.EOF && err != ErrTorn {
			yield(nil, err)
		}
	}
}

// A Writer appends games to a file.
type Writer struct {
	file *os.File
	done map[uint64]bool
	buf  []byte
}

// Open opens a file of games to append to, or begins one. A torn tail is cut off. A file of another run, a damaged one, and
// one that another process is writing, are errors, and stay as they are.
func Open(name string, s Settings) (w *Writer, err error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			f.Close()
			err = fmt.Errorf("%s: %w", name, err)
		}
	}()
	if err := filelock.Lock(f); err != nil {
		return nil, err
	}
	w = &Writer{file: f, done: map[uint64]bool{}}
	r, err := NewReader(f)
	if errors.Is(err, ErrTorn) {
		return w, w.begin(s)
	}
	if err != nil {
		return nil, err
	}
	if d := r.settings.differences(s); len(d) > 0 {
		return nil, fmt.Errorf("the games are of another run; to go on everything must be as it was, or give another file. Changed: %s", strings.Join(d, ", "))
	}
	for {
		g, err := r.Next()
		if err == io.EOF || err == ErrTorn {
			break
		}
		if err != nil {
			return nil, err
		}
		if w.done[g.Number] {
			return nil, fmt.Errorf("game %d is there twice", g.Number)
		}
		w.done[g.Number] = true
	}
	return w, w.cut(r.offset)
}

func (w *Writer) cut(at int64) error {
	if err := w.file.Truncate(at); err != nil {
		return err
	}
	_, err := w.file.Seek(at, io.SeekStart)
	return err
}

// begin writes the head of the file by one call.
func (w *Writer) begin(s Settings) error {
	if err := w.cut(0); err != nil {
		return err
	}
	content, err := json.Marshal(s)
	if err != nil {
		return err
	}
	w.buf = append(w.buf[:0], magic...)
	return w.write(content)
}

// write writes what buf holds and a block by one call.
func (w *Writer) write(content []byte) error {
	n := len(content)
	if n > mostSize {
		return fmt.Errorf("%d bytes do not fit into a block", n)
	}
	w.buf = binary.LittleEndian.AppendUint16(w.buf, uint16(n))
	w.buf = binary.LittleEndian.AppendUint16(w.buf, ^uint16(n))
	w.buf = binary.LittleEndian.AppendUint32(w.buf, crc32.Checksum(content, castagnoli))
	w.buf = append(w.buf, content...)
	_, err := w.file.Write(w.buf)
	w.buf = w.buf[:0]
	return err
}

// Done reports whether the file has the game.
func (w *Writer) Done(number uint64) bool { return w.done[number] }

// Missing counts the games below n that the file does not have, and yields their numbers. Games that are added from then on
// make no difference, so another goroutine may go through them.
func (w *Writer) Missing(n int) (count int, numbers iter.Seq[uint64]) {
	done := maps.Clone(w.done)
	count = n
	for number := range done {
		if number < uint64(n) {
			count--
		}
	}
	return count, func(yield func(uint64) bool) {
		for number := range uint64(n) {
			if !done[number] && !yield(number) {
				return
			}
		}
	}
}

// Len is how many games the file has.
func (w *Writer) Len() int { return len(w.done) }

// Add appends a game. It is on the disk's side of the program when Add returns, so a kill cannot take it back. After an error
// of the disk the file may end torn; do not go on.
func (w *Writer) Add(g *Game) error {
	if err := g.check(); err != nil {
		return fmt.Errorf("game %d: %w", g.Number, err)
	}
	if w.done[g.Number] {
		return fmt.Errorf("game %d for the second time", g.Number)
	}
	if err := w.write(g.appendTo(nil)); err != nil {
		return err
	}
	w.done[g.Number] = true
	return nil
}

// Close closes the file.
func (w *Writer) Close() error { return w.file.Close() }
