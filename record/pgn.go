package record

import (
	"bytes"
	"cmp"
	"regexp"
	"strings"

	"github.com/gomoku-go/gomoku"
)

// PGN as PlayOK writes it: tags in brackets, then the moves with their numbers and the result.
//
//	[Black "a"]
//	[White "b"]
//	[Result "1-0"]
//
//	1. h8 i9 2. h7 g6 1-0

var pgnTag = regexp.MustCompile(`^\[([A-Za-z0-9_]+)\s+"((?:[^"\\]|\\.)*)"\]\s*$`)

// pgnTags are the PGN tags that have another name here.
var pgnTags = map[string]string{"site": "place", "result": ""}

func looksLikePGN(text []byte) bool {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	return pgnTag.Match(bytes.TrimSpace(line))
}

// A pgnGame is a game as its lines.
type pgnGame struct {
	line    int // of the moves
	offset  int
	tags    [][2]string
	moves   []byte
	inMoves bool
}

func (rd *reader) readPGN(data []byte, yield func(*Tree, error) bool) error {
	data, err := rd.text(PGN, data, "")
	if err != nil {
		return err
	}
	var games []*pgnGame
	var g *pgnGame
	line, offset := 0, 0
	for text := range bytes.Lines(data) {
		line++
		trimmed := bytes.TrimSpace(text)
		isTag := bytes.HasPrefix(trimmed, []byte("["))
		if g == nil || isTag && g.inMoves {
			g = new(pgnGame)
			games = append(games, g)
		}
		switch tag := pgnTag.FindSubmatch(trimmed); {
		case tag != nil:
			g.tags = append(g.tags, [2]string{strings.ToLower(string(tag[1])), strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(string(tag[2]))})
		case isTag:
			return newSyntaxError(PGN, line, offset, "%s: want a tag such as [Black \"name\"]", quote(trimmed))
		case len(trimmed) > 0 || g.inMoves:
			if !g.inMoves {
				g.line, g.offset, g.inMoves = line, offset, true
			}
			g.moves = append(g.moves, text...)
		}
		offset += len(text)
		if err := rd.count(); err != nil {
			return newSyntaxError(PGN, line, offset, "%w", err)
		}
	}
	for i, g := range games {
		t, err := g.read(rd)
		if syntax, ok := err.(*SyntaxError); ok {
			syntax.Line += max(g.line, 1) - 1
			syntax.Offset += g.offset
			if len(games) > 1 {
				syntax.Game = i + 1
			}
		}
		if !yield(t, err) || err != nil && len(games) == 1 {
			return nil
		}
	}
	return nil
}

var (
	pgnResult  = regexp.MustCompile(`(1-0|0-1|1/2-1/2|½-½|\*)\s*$`)
	pgnComment = regexp.MustCompile(`\{[^}]*\}`)
)

func (g *pgnGame) read(rd *reader) (*Tree, error) {
	game := &gomoku.Game{Size: rd.Size, Rule: rd.Rule, First: gomoku.Black}
	result := ""
	first := gomoku.Empty // the player named first, whose points come first in the result
	for _, tag := range g.tags {
		name, value := tag[0], tag[1]
		switch name {
		case "result":
			result = value
		case "black":
			first = cmp.Or(first, gomoku.Black)
		case "white":
			first = cmp.Or(first, gomoku.White)
		}
		if as, ok := pgnTags[name]; ok {
			name = as
		}
		if name != "" && value != "" && value != "?" && value != "-" {
			setTag(game, name, value)
		}
	}
	moves := g.moves
	if m := pgnResult.FindSubmatchIndex(moves); m != nil {
		if result == "" {
			result = string(moves[m[2]:m[3]])
		}
		moves = moves[:m[2]]
	}
	if i := bytes.IndexAny(moves, "({$"); i >= 0 && moves[i] != '{' {
		return nil, errorAt(PGN, moves, i, "%s: variations and glyphs are not known in this format: write SGF", quote(moves[i:]))
	}
	// Comments give way to blanks, so that errors still name the right line.
	root := new(Node)
	var comments []string
	moves = pgnComment.ReplaceAllFunc(moves, func(c []byte) []byte {
		comments = append(comments, strings.TrimSpace(string(c[1:len(c)-1])))
		return []byte(strings.Map(func(r rune) rune {
			if r == '\n' {
				return r
			}
			return ' '
		}, string(c)))
	})
	root.Comment = unixLines(strings.Join(comments, "\n"))
	scan := &moveScanner{format: PGN, data: narrow(moves), size: game.Size}
	t, err := rd.readLine(game, root, scan)
	if err != nil || t.Game.Outcome != gomoku.Undecided {
		return t, err // the board knows better than an abbreviation
	}
	winner := gomoku.Undecided
	switch {
	case result == "1/2-1/2", result == "½-½":
		winner = gomoku.Draw
		t.Game.Reason = gomoku.ByAgreement
	case result == "1-0" && first != gomoku.White, result == "0-1" && first == gomoku.White:
		winner = gomoku.BlackWins
	case result == "0-1", result == "1-0":
		winner = gomoku.WhiteWins
	}
	t.Game.Outcome = winner
	return t, nil
}
