package gomoku

import (
	"bufio"
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// A Book holds good moves for positions in the opening. It recognizes a position by its stones, the side to move, size and rule,
// regardless of how it came about and of how the board is turned or mirrored. The zero Book is empty and ready for [Book.Add].
//
// Any number of goroutines may read a book at the same time, but not while Add is called.
//
// # Format
//
// As text, a book begins with the line "gomoku book 1". Each further line holds a position and its moves: rule, size, the moves from
// the empty board to the position, a colon, and then book moves with their weights.
//
//	gomoku book 1
//	# A comment. Empty lines are skipped, too.
//	freestyle 15 : h8 1
//	freestyle 15 h8 : i9 3 i8 2
//
// The order of the moves that lead to a position does not matter. A position that cannot arise by alternating moves is given by
// its stones and the side to move:
//
//	renju 15 black h8 i9 white h9 turn black : g10 1
//
// A position must not occur twice, nor a move twice in a line, where turned and mirrored ones count as the same.
type Book struct {
	entries map[string]bookEntry // by canonical key
	shared  bool                 // entries belong to other books, too: copy before writing
}

// bookEntry holds moves in the orientation of the key. It never changes: Add makes a new one.
type bookEntry struct {
	moves []BookMove // by point
}

// A BookMove is a move of a [Book]. The probability that it is chosen is proportional to its weight, which is at least 1.
type BookMove struct {
	Point  Point `json:"point"`
	Weight int   `json:"weight"`
}

// Limits of a book, so that a damaged or hostile file ends in an error.
const (
	maxBookWeight  = 1_000_000_000
	maxBookEntries = 1 << 20
	maxBookLine    = 1 << 14 // bytes
)

// ---- keys ----

// A bookKey is a position in the orientation whose text is least among the eight.
type bookKey struct {
	text string
	size int
	to   []Symmetry // symmetries that lead from the board to that orientation: more than one if the position has symmetries
}

// bookPosition is a position as the book sees it.
type bookPosition struct {
	size   int
	rule   Rule
	turn   Color
	stones [White + 1][]Point
}

// bookPositionOf returns false where there is nothing to play.
func bookPositionOf(b *Board) (bookPosition, bool) {
	if b == nil || b.Turn() == Empty {
		return bookPosition{}, false
	}
	q := bookPosition{size: b.size, rule: b.rule, turn: b.Turn()}
	for y := range b.size {
		for x := range b.size {
			p := At(x, y)
			if c := b.At(p); c != Empty {
				q.stones[c] = append(q.stones[c], p)
			}
		}
	}
	return q, true
}

// key returns the whole position, no hash of it: two positions never share an entry.
func (q *bookPosition) key() bookKey {
	k := bookKey{size: q.size}
	var buf, least []byte
	for s := range Symmetries {
		buf = append(buf[:0], byte(q.rule), byte(q.size), byte(q.turn), byte(len(q.stones[Black])>>8), byte(len(q.stones[Black])))
		for c := Black; c <= White; c++ {
			points := s.Points(q.stones[c], q.size)
			slices.Sort(points)
			for _, p := range points {
				buf = append(buf, byte(p>>8), byte(p))
			}
		}
		switch order := strings.Compare(string(buf), string(least)); {
		case s == 0 || order < 0:
			least = append(least[:0], buf...)
			k.to = append(k.to[:0], s)
		case order == 0:
			k.to = append(k.to, s)
		}
	}
	k.text = string(least)
	return k
}

// parseKey is the inverse of key.
func parseKey(text string) bookPosition {
	q := bookPosition{rule: Rule(text[0]), size: int(text[1]), turn: Color(text[2])}
	black := int(text[3])<<8 | int(text[4])
	for i := 5; i < len(text); i += 2 {
		c := White
		if black > 0 {
			c, black = Black, black-1
		}
		q.stones[c] = append(q.stones[c], Point(text[i])<<8|Point(text[i+1]))
	}
	return q
}

// canonical returns p in the orientation of the key: of the points that the position's own symmetries make equal, the
// least.
func (k *bookKey) canonical(p Point) Point {
	least := k.to[0].Point(p, k.size)
	for _, s := range k.to[1:] {
		least = min(least, s.Point(p, k.size))
	}
	return least
}

// images returns the points of the board that p, in the orientation of the key, stands for: each once, sorted.
func (k *bookKey) images(p Point) []Point {
	var images []Point
	for _, s := range k.to {
		images = append(images, s.Inverse().Point(p, k.size))
	}
	slices.Sort(images)
	return slices.Compact(images)
}

// ---- reading and writing moves ----

// Moves returns the book's moves for the position on b, heaviest first, or nil if there are none. All of them are legal. Of moves that
// are equivalent by symmetry, such as the eight neighbors of a first stone, it returns one, which stands for all. A nil book has no
// moves.
func (k *Book) Moves(b *Board) []BookMove {
	var moves []BookMove
	k.look(b, func(m BookMove, images []Point) {
		moves = append(moves, BookMove{images[0], m.Weight})
	})
	slices.SortFunc(moves, func(m, n BookMove) int {
		return cmp.Or(cmp.Compare(n.Weight, m.Weight), cmp.Compare(m.Point, n.Point))
	})
	return moves
}

// look calls f with every move for b's position and with the points of b that the move stands for, all of them legal.
func (k *Book) look(b *Board, f func(m BookMove, images []Point)) {
	if k == nil || len(k.entries) == 0 {
		return
	}
	q, ok := bookPositionOf(b)
	if !ok {
		return
	}
	key := q.key()
	for _, m := range k.entries[key.text].moves {
		if images := key.images(m.Point); b.IsLegal(images[0]) {
			f(m, images)
		}
	}
}

// Draw returns one of the book's moves for the position on b at random: with a probability proportional to its weight, and each of
// several symmetric moves as often as the others. The choice depends only on the seed and the position. ok is false if the book has no
// move.
func (k *Book) Draw(b *Board, seed uint64) (p Point, ok bool) {
	type choice struct {
		weight uint64
		images []Point
	}
	var choices []choice
	var total uint64
	k.look(b, func(m BookMove, images []Point) {
		choices = append(choices, choice{uint64(m.Weight), images})
		total += uint64(m.Weight)
	})
	if total == 0 {
		return NoPoint, false
	}
	random := mix(seed, b.Hash())
	at, rest := random%total, random/total
	for _, c := range choices {
		if at < c.weight {
			return c.images[rest%uint64(len(c.images))], true
		}
		at -= c.weight
	}
	panic("gomoku: unreachable: book weights do not add up")
}

// Add adds the move p in the position on b. If the book has the move already, the weights are added up, so a book can be counted from
// games. p must be legal on b; the weight must be at least 1, and the sum at most 1,000,000,000.
func (k *Book) Add(b *Board, p Point, weight int) error {
	if k == nil {
		return ErrNoBook
	}
	if b == nil || b.size == 0 {
		return ErrNoBoard
	}
	if err := b.check(p); err != nil {
		return explain(err, "book move %v", p)
	}
	if err := checkWeight(weight); err != nil {
		return explain(err, "book move %v", p)
	}
	q, _ := bookPositionOf(b) // ok: a legal move says so
	key := q.key()
	point := key.canonical(p)
	moves := slices.Clone(k.entries[key.text].moves)
	i, known := slices.BinarySearchFunc(moves, point, func(m BookMove, p Point) int { return cmp.Compare(m.Point, p) })
	switch {
	case !known && len(k.entries) >= maxBookEntries && len(moves) == 0:
		return errorf("book is full: want at most %d positions", maxBookEntries)
	case !known:
		moves = slices.Insert(moves, i, BookMove{point, weight})
	case moves[i].Weight > maxBookWeight-weight:
		return errorf("book move %v: weights add up to more than %d", p, maxBookWeight)
	default:
		moves[i].Weight += weight
	}
	k.own()
	k.entries[key.text] = bookEntry{moves}
	return nil
}

func checkWeight(weight int) error {
	if weight < 1 || weight > maxBookWeight {
		return errorf("weight %d: want 1 to %d", weight, maxBookWeight)
	}
	return nil
}

// own makes the entries safe to change.
func (k *Book) own() {
	if k.entries == nil {
		k.entries = make(map[string]bookEntry)
	}
	if k.shared {
		k.entries, k.shared = maps.Clone(k.entries), false
	}
}

// ---- text ----

const bookHeader = "gomoku book 1"

//go:embed internal/book/default.book
var defaultBookText string

var defaultBook = sync.OnceValue(func() *Book {
	k, err := readBook(strings.NewReader(defaultBookText), false)
	if err != nil {
		panic("gomoku: unreachable: the built-in book is damaged: " + err.Error()) // a test reads it
	}
	k.shared = true
	return k
})

// DefaultBook returns the book that comes with the library: the first plies under each rule. Each call returns a new book, which the
// caller may add to; that is cheap as long as nothing is added.
func DefaultBook() *Book {
	k := *defaultBook()
	return &k
}

// ReadBook reads a book in the format described at [Book]. An error names the first line that is wrong: one that is malformed, holds an
// illegal move, or repeats the position of another line.
func ReadBook(r io.Reader) (*Book, error) { return readBook(r, true) }

// readBook takes legal for granted if verify is false: setting up boards is nearly all of the work.
func readBook(r io.Reader, verify bool) (*Book, error) {
	k := &Book{entries: make(map[string]bookEntry)}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxBookLine)
	seen := make(map[string]int) // line by key
	header := false
	n := 0
	for lines.Scan() {
		n++
		line := lines.Text()
		if !header {
			if strings.TrimSpace(strings.TrimPrefix(line, byteOrderMark)) != bookHeader {
				return nil, errorf("book line %d: %s: want the header %q", n, quote(line), bookHeader)
			}
			header = true
			continue
		}
		fields := strings.Fields(line)
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		key, entry, err := parseBookLine(fields, verify)
		if err != nil {
			return nil, explain(err, "book line %d", n)
		}
		if first, ok := seen[key]; ok {
			return nil, errorf("book line %d: line %d has the same position, perhaps turned or mirrored", n, first)
		}
		if len(k.entries) == maxBookEntries {
			return nil, errorf("book line %d: want at most %d positions", n, maxBookEntries)
		}
		seen[key] = n
		k.entries[key] = entry
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, errorf("book line %d: want at most %d bytes", n+1, maxBookLine)
	case err != nil:
		return nil, explain(err, "book line %d", n+1)
	case !header:
		return nil, errorf("book line 1: empty: want the header %q", bookHeader)
	}
	return k, nil
}

func parseBookLine(fields []string, verify bool) (key string, e bookEntry, err error) {
	colon := slices.Index(fields, ":")
	if colon < 2 {
		return "", e, newError(`want rule, size, moves, " : ", moves with weights`)
	}
	q, err := parseBookPosition(strings.Join(fields[:colon], " "))
	if err != nil {
		return "", e, err
	}
	var b *Board
	if verify {
		b, err = NewPosition(q.size, q.rule, q.stones[Black], q.stones[White], q.turn)
		if err != nil {
			return "", e, err
		}
	}
	k := q.key()
	replies := fields[colon+1:]
	if len(replies) == 0 || len(replies)%2 != 0 {
		return "", e, newError("want one or more moves after the colon, each followed by its weight")
	}
	for i := 0; i < len(replies); i += 2 {
		p, err := ParsePoint(replies[i])
		if err != nil {
			return "", e, err
		}
		if b != nil {
			if err := b.check(p); err != nil {
				return "", e, explain(err, "move %v", p)
			}
		}
		weight, err := strconv.Atoi(replies[i+1])
		if err != nil {
			return "", e, errorf("weight %s of %v: want a number", quote(replies[i+1]), p)
		}
		if err := checkWeight(weight); err != nil {
			return "", e, explain(err, "move %v", p)
		}
		e.moves = append(e.moves, BookMove{k.canonical(p), weight})
	}
	slices.SortFunc(e.moves, func(m, n BookMove) int { return cmp.Compare(m.Point, n.Point) })
	for i := 1; i < len(e.moves); i++ {
		if e.moves[i].Point == e.moves[i-1].Point {
			return "", e, errorf("two moves are the same, perhaps turned or mirrored: both stand for %v", k.images(e.moves[i].Point)[0])
		}
	}
	return k.text, e, nil
}

// parseBookPosition reads a position without a past: rule and size, and then the moves from the empty board, in whatever order,
// or stones and the side to move.
func parseBookPosition(text string) (q bookPosition, err error) {
	n := notation{text: text}
	if err := n.parse(); err != nil {
		return q, err
	}
	switch {
	case n.bare:
		return q, errorf("position %s: want rule and size before the moves", quote(text))
	case n.setUp && len(n.moves) > 0:
		return q, newError("moves after the stones: want the stones alone and the side to move")
	}
	q = bookPosition{size: n.size, rule: n.rule, turn: n.first, stones: n.stones}
	on := make(map[Point]bool, len(n.moves))
	for _, m := range n.moves {
		p := m.point
		switch {
		case p == NoPoint || m.unclaimed:
			return q, newError("want points alone, neither passes nor fouls")
		case !p.on(q.size):
			return q, explain(ErrOffBoard, "%v", p)
		case on[p]:
			return q, explain(ErrOccupied, "%v", p)
		}
		on[p] = true
		q.stones[q.turn] = append(q.stones[q.turn], p)
		q.turn = q.turn.Opponent()
	}
	return q, nil
}

// WriteTo writes the book in the format described at [Book], sorted, so that equal books make equal text. It returns the number of
// bytes written, and implements [io.WriterTo].
func (k *Book) WriteTo(w io.Writer) (int64, error) {
	if k == nil {
		return 0, ErrNoBook
	}
	keys := slices.SortedFunc(maps.Keys(k.entries), func(a, b string) int {
		// By rule and size, then by the number of stones: as a reader would.
		return cmp.Or(strings.Compare(a[:2], b[:2]), cmp.Compare(len(a), len(b)), strings.Compare(a, b))
	})
	out := countingWriter{w: w}
	buf := bufio.NewWriter(&out)
	buf.WriteString(bookHeader + "\n") // buf keeps the first error for Flush
	for _, key := range keys {
		q := parseKey(key)
		fmt.Fprintf(buf, "%v %d%s :", q.rule, q.size, q.text())
		moves := slices.Clone(k.entries[key].moves)
		slices.SortStableFunc(moves, func(m, n BookMove) int { return cmp.Compare(n.Weight, m.Weight) })
		for _, m := range moves {
			fmt.Fprintf(buf, " %v %d", m.Point, m.Weight)
		}
		buf.WriteByte('\n')
	}
	err := buf.Flush()
	return out.n, err
}

// text returns the stones as moves where that is possible, each with a space before it.
func (q *bookPosition) text() string {
	var s strings.Builder
	black, white := q.stones[Black], q.stones[White]
	if len(black) == len(white) && q.turn == Black || len(black) == len(white)+1 && q.turn == White {
		for i := range black {
			fmt.Fprintf(&s, " %v", black[i])
			if i < len(white) {
				fmt.Fprintf(&s, " %v", white[i])
			}
		}
		return s.String()
	}
	for c := Black; c <= White; c++ {
		if len(q.stones[c]) > 0 {
			fmt.Fprintf(&s, " %v", c)
		}
		for _, p := range q.stones[c] {
			fmt.Fprintf(&s, " %v", p)
		}
	}
	fmt.Fprintf(&s, " turn %v", q.turn)
	return s.String()
}

type countingWriter struct {
	w io.Writer
	n int64
}

func (c *countingWriter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}
