package record

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/gomoku-go/gomoku"
)

// Limits of the RIF reader, which never holds the file.
const (
	rifMaxToken = 1 << 20 // bytes of a tag, a comment, or text without tags, and of what a game holds
	rifMaxDepth = 32      // elements within each other
)

// looksLikeRIF looks at the beginning of a file.
func looksLikeRIF(head []byte) bool {
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte(byteOrderMark)), space)
	return bytes.HasPrefix(head, []byte("<?xml")) || bytes.HasPrefix(head, []byte("<")) && bytes.Contains(head, []byte("<database"))
}

// A contentError is an error in the content of a file, not in reading it.
type contentError struct{ error }

func (e contentError) Unwrap() error { return errors.Unwrap(e.error) }

// errTooLong ends the reading of a token that would fill the memory.
var errTooLong = contentError{fmt.Errorf("more than %d bytes without a tag, or in one tag or comment", rifMaxToken)}

// A rifSource hands bytes to the XML decoder. It turns text that is not UTF-8 into UTF-8, piece by piece, and limits what
// the decoder takes for one token.
type rifSource struct {
	src    *bufio.Reader
	decode func(charset string, text []byte) (string, error)
	name   string // of the charset, as the file gives it
	always bool   // the file has said that it is not UTF-8
	piece  []byte // of the source, up to a > or a line end: no letter of any usual encoding goes across
	out    []byte // what is left of the piece, decoded
	taken  int    // bytes of this token
}

func (s *rifSource) ReadByte() (byte, error) {
	if s.taken++; s.taken > rifMaxToken {
		return 0, errTooLong
	}
	for len(s.out) == 0 {
		if err := s.fill(); err != nil {
			return 0, err
		}
	}
	c := s.out[0]
	s.out = s.out[1:]
	return c, nil
}

// Read is there for io.Reader; the decoder takes single bytes.
func (s *rifSource) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	c, err := s.ReadByte()
	if err != nil {
		return 0, err
	}
	p[0] = c
	return 1, nil
}

func (s *rifSource) fill() error {
	s.piece = s.piece[:0]
	for {
		c, err := s.src.ReadByte()
		if err != nil && len(s.piece) == 0 {
			return err
		}
		if err != nil {
			break // it comes again
		}
		s.piece = append(s.piece, c)
		if c == '>' || c == '\n' {
			break
		}
		if len(s.piece) > rifMaxToken {
			return errTooLong
		}
	}
	s.out = s.piece
	if s.decode != nil && (s.always || !utf8.Valid(s.piece)) {
		text, err := s.decode(s.name, s.piece)
		if err != nil {
			return contentError{fmt.Errorf("the Decoder says: %w", err)}
		}
		s.out = []byte(text)
	}
	return nil
}

// charset is called when the file says that it is not UTF-8.
func (s *rifSource) charset(label string, input io.Reader) (io.Reader, error) {
	s.always, s.name = true, label
	if s.decode != nil {
		return s, nil
	}
	if !isLatin1(label) {
		return nil, fmt.Errorf("the file is in %s: set Options.Decoder, for which package record/charset has a function", quote([]byte(label)))
	}
	s.decode = func(_ string, text []byte) (string, error) { return latin1(text), nil }
	return s, nil
}

// A rifReader streams through the database: it remembers the tables, which come before the games, and one game.
type rifReader struct {
	rd     *reader
	src    *rifSource
	dec    *xml.Decoder
	tables map[string]map[string]rifEntry // by the name of the element and its id
	size   int                            // bytes in tables
	number int                            // of the game, from 1
}

// A rifEntry is an element of a table: its attributes.
type rifEntry map[string]string

// error is about the place where the decoder is.
func (r *rifReader) error(format string, args ...any) error {
	line, _ := r.dec.InputPos()
	return newSyntaxError(RIF, line, int(r.dec.InputOffset()), format, args...)
}

// readRIF yields game after game. If all of them count against MaxNodes, an error in a game is the last thing it yields.
func (rd *reader) readRIF(src *bufio.Reader, all bool, yield func(*Tree, error) bool) {
	rd.UnclaimedFouls = true // rule 9.8
	r := &rifReader{rd: rd, src: &rifSource{src: src, decode: rd.Decoder}, tables: make(map[string]map[string]rifEntry)}
	if bom, err := src.Peek(len(byteOrderMark)); err == nil && string(bom) == byteOrderMark {
		src.Discard(len(bom))
	}
	r.dec = xml.NewDecoder(r.src)
	r.dec.CharsetReader = r.src.charset
	r.dec.Entity = xml.HTMLEntity
	depth, seen := 0, false
	for {
		token, err := r.token()
		if err == io.EOF && seen {
			return
		}
		if err != nil {
			yield(nil, r.wrap(err))
			return
		}
		switch t := token.(type) {
		case xml.StartElement:
			name := strings.ToLower(t.Name.Local)
			if depth == 0 && (seen || name != "database") {
				yield(nil, r.error("<%s>: want one <database>", quoteName(name)))
				return
			}
			seen = true
			if name == "game" && depth > 0 {
				if !all {
					rd.nodes = rd.MaxNodes
				}
				tree, broken, err := r.game(attributes(t))
				if !yield(tree, err) || broken {
					return
				}
				continue // its end has been read
			}
			if depth++; depth > rifMaxDepth {
				yield(nil, r.error("more than %d elements within each other", rifMaxDepth))
				return
			}
			if err := r.remember(name, attributes(t)); err != nil {
				yield(nil, err)
				return
			}
		case xml.EndElement:
			depth--
		}
	}
}

func (r *rifReader) token() (xml.Token, error) {
	r.src.taken = 0
	return r.dec.Token()
}

// wrap turns an error of the decoder into a SyntaxError, and passes on those of the caller's reader.
func (r *rifReader) wrap(err error) error {
	var syntax *xml.SyntaxError
	var content contentError
	switch {
	case errors.As(err, &syntax):
		return r.error("%s", syntax.Msg)
	case err == io.EOF:
		return r.error("the file ends: want <database>")
	case errors.As(err, &content):
		return r.error("%w", content.error)
	case strings.HasPrefix(err.Error(), "xml: "): // another encoding or version
		return r.error("%s", strings.TrimPrefix(err.Error(), "xml: "))
	}
	return err
}

func quoteName(name string) string { return strings.Trim(quote([]byte(name)), `"`) }

func attributes(t xml.StartElement) rifEntry {
	e := make(rifEntry, len(t.Attr))
	for _, a := range t.Attr {
		e[strings.ToLower(a.Name.Local)] = a.Value
	}
	return e
}

// remember puts an element of a table where games can find it.
func (r *rifReader) remember(name string, e rifEntry) error {
	switch name {
	case "country", "city", "month", "rule", "opening", "player", "tournament":
	default:
		return nil
	}
	const overhead = 100 // bytes that an attribute takes besides its text
	for k, v := range e {
		r.size += len(k) + len(v) + overhead
	}
	if r.size > r.rd.MaxBytes {
		return r.error("the tables before the games take more than %d bytes: raise Options.MaxBytes to read them", r.rd.MaxBytes)
	}
	if r.tables[name] == nil {
		r.tables[name] = make(map[string]rifEntry)
	}
	r.tables[name][e["id"]] = e
	return nil
}

// game reads the rest of a game. If broken, there is no way to go on after the error.
func (r *rifReader) game(e rifEntry) (t *Tree, broken bool, err error) {
	r.number++
	line, _ := r.dec.InputPos()
	offset := int(r.dec.InputOffset())
	var moves, info []byte
	var in []string // elements within the game
	for done := false; !done; {
		token, err := r.token()
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return nil, true, r.wrap(err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			if in = append(in, strings.ToLower(t.Name.Local)); len(in) > rifMaxDepth {
				return nil, true, r.error("more than %d elements within each other", rifMaxDepth)
			}
		case xml.EndElement:
			if done = len(in) == 0; !done {
				in = in[:len(in)-1]
			}
		case xml.CharData:
			if len(in) == 0 {
				continue
			}
			switch in[0] {
			case "move":
				moves = append(moves, t...)
			case "info":
				info = append(info, t...)
			}
			if len(moves)+len(info) > rifMaxToken {
				return nil, true, r.error("more than %d bytes in a game", rifMaxToken)
			}
		}
	}
	game := &gomoku.Game{Size: gomoku.DefaultSize, Rule: gomoku.Renju, First: gomoku.Black}
	root := &Node{Comment: unixLines(strings.TrimSpace(string(info)))}
	r.describe(game, e)
	t, err = r.rd.readLine(game, root, &moveScanner{format: RIF, data: moves, size: game.Size})
	if err != nil {
		// The place is that of the game. That of a move within it is unknown, because of entities and comments.
		id := e["id"]
		var syntax *SyntaxError
		if errors.As(err, &syntax) {
			e := newSyntaxError(RIF, line, offset, "game %s: %s", quote([]byte(id)), syntax.Msg)
			e.Err, e.Game = syntax.Err, r.number
			err = e
		}
		return nil, false, err
	}
	return t, false, nil
}

// describe fills in the tags and the result of a game from its attributes and the tables.
func (r *rifReader) describe(game *gomoku.Game, e rifEntry) {
	set := func(tag, value string) {
		if value != "" {
			setTag(game, tag, value)
		}
	}
	join := func(sep string, parts ...string) string {
		var some []string
		for _, p := range parts {
			if p != "" {
				some = append(some, p)
			}
		}
		return strings.Join(some, sep)
	}
	for _, color := range []string{"black", "white"} {
		p := r.tables["player"][e[color]]
		set(color, join(" ", p["name"], p["surname"]))
		set(color+" time", e[color[:1]+"time"])
	}
	tournament := r.tables["tournament"][e["tournament"]]
	city := r.tables["city"][tournament["city"]]
	country := tournament["country"]
	if country == "" {
		country = city["country"]
	}
	set("event", tournament["name"])
	set("place", join(", ", city["name"], r.tables["country"][country]["name"]))
	set("date", join("-", tournament["year"], twoDigits(tournament["month"])))
	opening := r.tables["opening"][e["opening"]]
	set("opening", join(" ", opening["abbr"], opening["name"]))
	for _, name := range []string{"id", "publisher", "round", "alt", "swap"} {
		set(name, e[name])
	}
	entry := r.tables["rule"][e["rule"]]
	rule, protocol, ok := parseRule(entry["name"])
	switch {
	case ok:
		game.Rule = rule
	case entry["category"] == rifGomoku:
		game.Rule = gomoku.Standard
	}
	set(openingRule, protocol)
	switch e["bresult"] {
	case "1":
		game.Outcome = gomoku.BlackWins
	case "0":
		game.Outcome = gomoku.WhiteWins
	case "0.5":
		game.Outcome, game.Reason = gomoku.Draw, gomoku.ByAgreement
	}
}

// rifGomoku is the category of rules of gomoku, for which the federation holds tournaments too: exactly five wins.
const rifGomoku = "2"

// twoDigits makes dates sort.
func twoDigits(month string) string {
	if n, err := strconv.Atoi(month); err == nil && n > 0 && n < 10 {
		return "0" + strconv.Itoa(n)
	}
	return month
}
