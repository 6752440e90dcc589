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
	"strings"

	"github.com/gomoku-go/gomoku/internal/pattern"
)

// A Set holds weights for some rules; where it has none the built-in ones are meant.
type Set [pattern.NumRules]*Weights

// A weight file is a few lines of text and a compressed table:
//
//	gomoku weights 3
//	# comments: where the weights come from; those that begin with "fit" go on in JSON, see tools/tune
//	rules freestyle renju
//	check 0123abcd
//
//	(flate, little endian: for each rule Point, Threat, Attack and Defend, each for Black and White, then a byte that says how
//	many nets follow: none, one for both colors, or two; a net is its Embedding and its Head; then a byte that says whether a
//	Policy follows)
//
// Version 1 had no nets, and is still read. Version 2 had something else in their place.
//
// The check is the CRC-32 of the uncompressed table.
const (
	fileHeader  = "gomoku weights 3"
	fileHeader2 = "gomoku weights 2"
	fileHeader1 = "gomoku weights 1"
)

var ruleNames = [pattern.NumRules]string{"freestyle", "standard", "renju", "caro", "caro-overline"}

// tables returns the weights in the order of the file, but for nets.
func (w *Weights) tables() []any { return []any{&w.Point, &w.Threat, &w.Attack, &w.Defend} }

// tables returns what the file has of a net for a color.
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

// Write writes the rules that the set has, with a comment of any number of lines.
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
func Read(in io.Reader) (s Set, err error) {
	r := bufio.NewReader(io.LimitReader(in, 4<<20))
	line := 0
	next := func() (string, error) {
		line++
		text, err := r.ReadString('\n')
		switch {
		case err != nil && err != io.EOF:
			return "", fmt.Errorf("line %d: %w", line, err)
		case err == io.EOF && line > 1:
			return "", fmt.Errorf("line %d: the file ends early", line)
		}
		return strings.TrimRight(text, "\r\n"), nil
	}
	text, err := next()
	if err != nil {
		return Set{}, err
	}
	if text == fileHeader2 {
		return s, fmt.Errorf("line 1: %q: weights of this version are no longer read; fit them anew or use those of another version", text)
	}
	nets := text == fileHeader
	if !nets && text != fileHeader1 { // perhaps a file of another kind, without lines
		return s, fmt.Errorf("line 1: %.40q: want %q", text, fileHeader)
	}
	var rules []pattern.Rule
	var check uint32
	checked := false
	for {
		if text, err = next(); err != nil {
			return Set{}, err
		}
		if text == "" {
			break
		}
		if strings.HasPrefix(text, "#") {
			continue
		}
		word, rest, _ := strings.Cut(text, " ")
		switch word {
		case "rules":
			for _, name := range strings.Fields(rest) {
				rule := pattern.NumRules
				for i, n := range ruleNames {
					if n == name {
						rule = pattern.Rule(i)
					}
				}
				if rule == pattern.NumRules || s[rule] != nil {
					return Set{}, fmt.Errorf("line %d: %.40q: want rules, each once, out of %s", line, name, strings.Join(ruleNames[:], ", "))
				}
				s[rule] = new(Weights)
				rules = append(rules, rule)
			}
		case "check":
			if _, err := fmt.Sscanf(text, "check %08x", &check); err != nil {
				return Set{}, fmt.Errorf("line %d: %.40q: want check and eight hexadecimal digits", line, text)
			}
			checked = true
		default:
			return Set{}, fmt.Errorf("line %d: %.40q: want rules, check or an empty line", line, text)
		}
	}
	if len(rules) == 0 || !checked {
		return Set{}, fmt.Errorf("line %d: the header wants a line rules and a line check", line)
	}
	each, most := sizeOf(new(Weights).tables()), 0
	if nets {
		most = 1 + 2*sizeOf(new(Net).tables(0)) + 1 + binary.Size(new(Policy))
	}
	data, err := io.ReadAll(io.LimitReader(flate.NewReader(r), int64(len(rules)*(each+most)+1))) // reads not a byte of r beyond the table
	var corrupt flate.CorruptInputError
	switch {
	case errors.As(err, &corrupt):
		return Set{}, fmt.Errorf("the table after line %d is damaged: %w", line, err)
	case err != nil && err != io.ErrUnexpectedEOF: // the reader's own
		return Set{}, fmt.Errorf("the table after line %d: %w", line, err)
	case crc32.ChecksumIEEE(data) != check:
		return Set{}, fmt.Errorf("the table after line %d does not fit its check %08x: the file is damaged", line, check)
	}
	switch _, err := r.ReadByte(); {
	case err == nil:
		return Set{}, errors.New("there is more behind the table: the file is damaged, or two in one")
	case err != io.EOF:
		return Set{}, fmt.Errorf("behind the table: %w", err)
	}
	body := bytes.NewReader(data)
	fill := func(tables []any) {
		for _, t := range tables {
			if err == nil {
				err = binary.Read(body, binary.LittleEndian, t)
			}
		}
	}
	err = nil
	for _, rule := range rules {
		w := s[rule]
		fill(w.tables())
		if nets {
			var n uint8
			fill([]any{&n})
			if n > 2 {
				return Set{}, fmt.Errorf("%s: %d nets: want at most two", ruleNames[rule], n)
			}
			if n > 0 {
				w.Net = new(Net)
			}
			for color := range int(n) {
				fill(w.Net.tables(color))
			}
			if n == 1 {
				w.Net.Embed[1], w.Net.Head[1] = w.Net.Embed[0], w.Net.Head[0]
			}
			fill([]any{&n})
			if n > 1 {
				return Set{}, fmt.Errorf("%s: %d policies: want at most one", ruleNames[rule], n)
			}
			if n == 1 {
				w.Policy = new(Policy)
				fill([]any{w.Policy})
			}
		}
		if err != nil {
			return Set{}, fmt.Errorf("the table after line %d has too few numbers for its rules", line)
		}
		if err := w.valid(); err != nil {
			return Set{}, fmt.Errorf("%s: %w", ruleNames[rule], err)
		}
	}
	if body.Len() > 0 {
		return Set{}, fmt.Errorf("the table after line %d has %d bytes too many for its rules", line, body.Len())
	}
	return s, nil
}

// valid checks the bounds that positions rely on.
func (w *Weights) valid() error {
	for color := range w.Point {
		for code := range w.Point[color] {
			if v := w.Point[color][code]; v < -MaxPoint || v > MaxPoint {
				return fmt.Errorf("point value %d of code %d: want at most %d either way", v, code, MaxPoint)
			}
			if a, d := w.Attack[color][code], w.Defend[color][code]; a < 0 || d < 0 || a > MaxMove || d > MaxMove {
				return fmt.Errorf("move scores %d and %d of code %d: want 0 to %d", a, d, code, MaxMove)
			}
		}
		for mask, v := range w.Threat[color] {
			if v < -MaxPoint || v > MaxPoint {
				return fmt.Errorf("threat value %d of mask %d: want at most %d either way", v, mask, MaxPoint)
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
