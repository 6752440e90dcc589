package eval

import (
	"bufio"
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"strings"

	"github.com/gomoku-go/gomoku/internal/pattern"
)

// A Set holds weights for some rules; where it has none the built-in ones are meant.
type Set [pattern.NumRules]*Weights

// A weight file is a few lines of text and a compressed table:
//
//	gomoku weights 3
//	# comments: where the weights come from; after "fit" comes JSON, see tools/tune
//	rules freestyle renju
//	check 0123abcd
//
//	(flate, little endian: for each rule Point, Threat, Attack and Defend, each for Black and White, then a byte that says how
//	many nets follow: none, one for both colors, or two; a net is its Embedding and its Head; then a byte that says whether a
//	Policy follows)
//
// Version 1 had no nets, and is still read. The nets of version 2 had another form.
//
// The check is the CRC-32 of the uncompressed table.
const (
	fileHeader  = "gomoku weights 3"
	fileHeader2 = "gomoku weights 2"
	fileHeader1 = "gomoku weights 1"
)

var ruleNames = [pattern.NumRules]string{"freestyle", "standard", "renju", "caro", "caro-overline"}

// tables returns the weights in the order of the file, without net and policy.
func (w *Weights) tables() []any { return []any{&w.Point, &w.Threat, &w.Attack, &w.Defend} }

// tables returns the parts of a net for a color, in the order of the file.
func (n *Net) tables(color int) []any { return []any{&n.Embed[color], &n.Head[color]} }

// sizeOf is the number of bytes of tables.
func sizeOf(tables []any) (n int) {
	for _, t := range tables {
		n += binary.Size(t)
	}
	return n
}

// nets says how many nets a file must have.
func (w *Weights) nets() int {
	switch {
	case w.Net == nil:
		return 0
	case w.Net.Embed[0] == w.Net.Embed[1] && w.Net.Head[0] == w.Net.Head[1]:
		return 1
	}
	return 2
}

// Write writes the weights of the set, with a comment of any number of lines.
func (s *Set) Write(out io.Writer, comment string) error {
	var data bytes.Buffer
	var names []string
	for rule, w := range s {
		if w == nil {
			continue
		}
		names = append(names, ruleNames[rule])
		for _, t := range w.tables() {
			binary.Write(&data, binary.LittleEndian, t) // a buffer takes everything
		}
		n := w.nets()
		data.WriteByte(byte(n))
		for color := range n {
			for _, t := range w.Net.tables(color) {
				binary.Write(&data, binary.LittleEndian, t)
			}
		}
		if w.Policy == nil {
			data.WriteByte(0)
		} else {
			data.WriteByte(1)
			binary.Write(&data, binary.LittleEndian, w.Policy)
		}
	}
	b := bufio.NewWriter(out)
	fmt.Fprintln(b, fileHeader)
	for line := range strings.Lines(comment) {
		fmt.Fprintln(b, "#", strings.TrimRight(line, "\n"))
	}
	fmt.Fprintln(b, "rules", strings.Join(names, " "))
	fmt.Fprintf(b, "check %08x\n\n", crc32.ChecksumIEEE(data.Bytes()))
	z, err := flate.NewWriter(b, flate.BestCompression)
	if err != nil {
		return err
	}
	z.Write(data.Bytes())
	if err := z.Close(); err != nil {
		return err
	}
	return b.Flush()
}

// Read reads a weight file.
func Read(in io.Reader) (Set, error) {
	r := bufio.NewReader(io.LimitReader(in, maxFile))
	h, err := readHeader(r)
	if err != nil {
		return Set{}, err
	}
	data, err := h.readTable(r)
	if err != nil {
		return Set{}, err
	}
	return h.decode(data)
}

// maxFile is how many bytes of a file are read at most: many times what all rules take.
const maxFile = 4 << 20

// A header is what the lines of text before the table say.
type header struct {
	rules []pattern.Rule
	nets  bool // the version has nets and policies
	check uint32
	line  int // its last one
}

// readHeader reads the lines up to the empty one.
func readHeader(r *bufio.Reader) (h header, err error) {
	text, err := h.nextLine(r)
	if err != nil {
		return h, err
	}
	switch text {
	case fileHeader:
		h.nets = true
	case fileHeader1:
	case fileHeader2:
		return h, fmt.Errorf("line 1: %q: weights of this version are no longer read: train them again, or use weights of another version", text)
	default: // perhaps a file of another kind, without lines
		return h, fmt.Errorf("line 1: %.40q: want %q", text, fileHeader)
	}
	checked := false
	for {
		if text, err = h.nextLine(r); err != nil {
			return h, err
		}
		if text == "" {
			break
		}
		switch word, rest, _ := strings.Cut(text, " "); {
		case strings.HasPrefix(text, "#"):
		case word == "rules":
			if err := h.addRules(rest); err != nil {
				return h, err
			}
		case word == "check":
			if _, err := fmt.Sscanf(text, "check %08x", &h.check); err != nil {
				return h, fmt.Errorf("line %d: %.40q: want check and eight hexadecimal digits", h.line, text)
			}
			checked = true
		default:
			return h, fmt.Errorf("line %d: %.40q: want rules, check or an empty line", h.line, text)
		}
	}
	if len(h.rules) == 0 || !checked {
		return h, fmt.Errorf("line %d: the header must have a line rules and a line check", h.line)
	}
	return h, nil
}

// nextLine returns the next line without its end. A first line may lack it.
func (h *header) nextLine(r *bufio.Reader) (string, error) {
	h.line++
	text, err := r.ReadString('\n')
	switch {
	case err != nil && err != io.EOF:
		return "", fmt.Errorf("line %d: %w", h.line, err)
	case err == io.EOF && h.line > 1:
		return "", fmt.Errorf("line %d: the file ends early", h.line)
	}
	return strings.TrimRight(text, "\r\n"), nil
}

// addRules adds the rules that a line names.
func (h *header) addRules(names string) error {
	for _, name := range strings.Fields(names) {
		i := slices.Index(ruleNames[:], name)
		if i < 0 || slices.Contains(h.rules, pattern.Rule(i)) {
			return fmt.Errorf("line %d: %.40q: want rules, each once, out of %s", h.line, name, strings.Join(ruleNames[:], ", "))
		}
		h.rules = append(h.rules, pattern.Rule(i))
	}
	return nil
}

// readTable reads the compressed table, with which the file must end.
func (h *header) readTable(r *bufio.Reader) ([]byte, error) {
	size := sizeOf(new(Weights).tables())
	if h.nets {
		size += 1 + 2*sizeOf(new(Net).tables(0)) + 1 + binary.Size(new(Policy))
	}
	limit := int64(len(h.rules)*size + 1)                              // one byte too many is noticed
	data, err := io.ReadAll(io.LimitReader(flate.NewReader(r), limit)) // reads not a byte of r beyond the table
	var corrupt flate.CorruptInputError
	switch {
	case errors.As(err, &corrupt):
		return nil, fmt.Errorf("the table after line %d is damaged: %w", h.line, err)
	case err != nil && err != io.ErrUnexpectedEOF: // the reader's own
		return nil, fmt.Errorf("the table after line %d: %w", h.line, err)
	case crc32.ChecksumIEEE(data) != h.check:
		return nil, fmt.Errorf("the table after line %d does not fit its check %08x: the file is damaged", h.line, h.check)
	}
	switch _, err := r.ReadByte(); {
	case err == nil:
		return nil, errors.New("there is more after the table: the file is damaged, or two in one")
	case err != io.EOF:
		return nil, fmt.Errorf("after the table: %w", err)
	}
	return data, nil
}

// decode makes weights of the table's data.
func (h *header) decode(data []byte) (s Set, err error) {
	body := bytes.NewReader(data)
	for _, rule := range h.rules {
		w := new(Weights)
		if err := w.read(body, h.nets); err != nil {
			if err == io.EOF || err == io.ErrUnexpectedEOF {
				return Set{}, fmt.Errorf("the table after line %d has too few numbers for its rules", h.line)
			}
			return Set{}, fmt.Errorf("%s: %w", ruleNames[rule], err)
		}
		if err := w.valid(); err != nil {
			return Set{}, fmt.Errorf("%s: %w", ruleNames[rule], err)
		}
		s[rule] = w
	}
	if body.Len() > 0 {
		return Set{}, fmt.Errorf("the table after line %d has %d bytes too many for its rules", h.line, body.Len())
	}
	return s, nil
}

// read reads the weights of one rule, with nets and a policy where the version has them.
func (w *Weights) read(r io.Reader, nets bool) error {
	if err := readTables(r, w.tables()...); err != nil || !nets {
		return err
	}
	var n uint8
	if err := readTables(r, &n); err != nil {
		return err
	}
	if n > 2 {
		return fmt.Errorf("%d nets: want at most two", n)
	}
	if n > 0 {
		w.Net = new(Net)
	}
	for color := range int(n) {
		if err := readTables(r, w.Net.tables(color)...); err != nil {
			return err
		}
	}
	if n == 1 {
		w.Net.Embed[1], w.Net.Head[1] = w.Net.Embed[0], w.Net.Head[0]
	}
	if err := readTables(r, &n); err != nil {
		return err
	}
	switch n {
	case 0:
		return nil
	case 1:
		w.Policy = new(Policy)
		return readTables(r, w.Policy)
	}
	return fmt.Errorf("%d policies: want at most one", n)
}

// readTables fills tables one after the other.
func readTables(r io.Reader, tables ...any) error {
	for _, t := range tables {
		if err := binary.Read(r, binary.LittleEndian, t); err != nil {
			return err
		}
	}
	return nil
}

// valid checks the bounds that positions rely on.
func (w *Weights) valid() error {
	for color := range w.Point {
		for code := range w.Point[color] {
			if v := w.Point[color][code]; v < -MaxPoint || v > MaxPoint {
				return fmt.Errorf("point value %d of code %d: want -%d to %[3]d", v, code, MaxPoint)
			}
			if a, d := w.Attack[color][code], w.Defend[color][code]; a < 0 || d < 0 || a > MaxMove || d > MaxMove {
				return fmt.Errorf("move scores %d and %d of code %d: want 0 to %d", a, d, code, MaxMove)
			}
		}
		for mask, v := range w.Threat[color] {
			if v < -MaxPoint || v > MaxPoint {
				return fmt.Errorf("threat value %d of mask %d: want -%d to %[3]d", v, mask, MaxPoint)
			}
		}
	}
	if w.Policy != nil {
		if err := w.Policy.valid(); err != nil {
			return fmt.Errorf("policy: %w", err)
		}
	}
	if w.Net != nil {
		if err := w.Net.valid(); err != nil {
			return fmt.Errorf("net: %w", err)
		}
	}
	return nil
}
