package record

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/gomoku-go/gomoku"
)

// A line of a PSQ file, without its end.
type psqLine struct {
	number int
	offset int
	text   string
}

func (l psqLine) error(format string, args ...any) error {
	return newSyntaxError(PSQ, l.number, l.offset, format, args...)
}

func (rd *reader) readPSQ(data []byte) (*Tree, error) {
	var lines []psqLine
	offset := 0
	for text := range strings.Lines(string(data)) {
		if len(lines) > 2*maxDepth {
			return nil, psqLine{len(lines) + 1, offset, ""}.error("more than %d lines", 2*maxDepth)
		}
		lines = append(lines, psqLine{len(lines) + 1, offset, strings.TrimSpace(strings.ReplaceAll(text, "\r", " "))})
		offset += len(text)
	}
	for len(lines) > 0 && lines[len(lines)-1].text == "" {
		lines = lines[:len(lines)-1]
	}
	for len(lines) > 0 && lines[0].text == "" {
		lines = lines[1:]
	}
	if len(lines) == 0 {
		return nil, psqLine{number: 1}.error("empty: want %s", psqHeader)
	}
	size, players, secondBegins, err := parsePSQHeader(lines[0])
	if err != nil {
		return nil, err
	}
	game := &gomoku.Game{Size: size, Rule: rd.Rule, First: gomoku.Black}
	root := new(Node)
	g, err := rd.grow(game, root)
	if err != nil {
		return nil, lines[0].error("%w", err)
	}
	i := 1
	for ; i < len(lines); i++ {
		x, y, ms, ok := parsePSQMove(lines[i].text)
		if !ok {
			break
		}
		if x < 1 || x > size || y < 1 || y > size {
			return nil, lines[i].error("%d,%d: %w: want 1,1 to %d,%d", x, y, bare(gomoku.ErrOffBoard), size, size)
		}
		n, err := g.play(gomoku.At(x-1, size-y))
		if err != nil {
			return nil, lines[i].error("%w", err)
		}
		if ms > 0 {
			n.addProp("MS", strconv.Itoa(ms))
		}
	}
	rest := lines[i:]
	// At most two names, then the code of the result and whatever archives add. Programs with people at the board write the
	// code alone.
	names := rest[:min(2, len(rest))]
	for k, l := range names {
		// A damaged line would silently cut a game short otherwise.
		if _, _, _, ok := parsePSQMove(l.text); ok {
			return nil, l.error("%s: a move after the end of the moves in line %d", quote([]byte(l.text)), rest[0].number)
		}
		if isCode(l.text) && (k == 0 || len(rest) == 2 || !isCode(rest[2].text)) {
			names = names[:k]
			break
		}
	}
	for _, l := range names {
		if psqDamaged.MatchString(l.text) {
			return nil, l.error("%s: want a move such as 8,8,0, or the name of a player", quote([]byte(l.text)))
		}
	}
	tags := []string{"black", "white"}
	if secondBegins {
		slices.Reverse(tags)
		if a, b, ok := strings.Cut(players, ":"); ok {
			players = b + ":" + a
		}
	}
	for i, l := range names {
		if l.text != "" {
			setTag(game, tags[i], l.text)
		}
	}
	rest = rest[len(names):]
	if players == psqHumans && len(rest) == 0 {
		players = "" // as if nothing had been said
	}
	if players != "" || len(rest) > 0 {
		root.addProp("PSQ", players)
		for _, l := range rest {
			root.addProp("PSQ", l.text)
		}
	}
	t, err := g.finish(game)
	if err != nil {
		return nil, lines[i-1].error("%w", err)
	}
	return t, nil
}

// psqDamaged finds lines that must have been moves: a number, a separator, and something that begins like a number.
var psqDamaged = regexp.MustCompile(`^[-+]?[0-9]+\s*[,;.:/]\s*[-+]?[0-9]`)

// isCode reports whether a line is the code of the result: -1, 0 or the number of the judge's reason.
func isCode(text string) bool {
	_, err := strconv.Atoi(text)
	return err == nil
}

func looksLikePSQ(text []byte) bool {
	return len(text) >= len(psqWord) && strings.EqualFold(string(text[:len(psqWord)]), psqWord)
}

// psqHumans are the players of a game between people, and of one of which nothing is known.
const psqHumans = "0:0"

// psqWord is what a file begins with.
const psqWord = "Piskvorky"

const psqHeader = `a first line such as "Piskvorky 15x15, 0:0, 0"`

// psqPlayers are the two players, as numbers: 0 for a person, else a level. Some writers put a hyphen between them.
var psqPlayers = regexp.MustCompile(`^\s*([0-9]{1,4})\s*[:-]\s*([0-9]{1,4})\s*$`)

// parsePSQHeader reads "Piskvorky 15x15, a:b, s": a and b are the players, and s says which of them began, 0 or 1. Other
// writers' ways after the size are kept as the players.
func parsePSQHeader(l psqLine) (size int, players string, secondBegins bool, err error) {
	if !looksLikePSQ([]byte(l.text)) {
		return 0, "", false, l.error("%s: want %s", quote([]byte(l.text)), psqHeader)
	}
	board, rest, _ := strings.Cut(l.text[len(psqWord):], ",")
	width, height, ok := strings.Cut(strings.ToLower(strings.TrimSpace(board)), "x")
	w, err1 := strconv.Atoi(strings.TrimSpace(width))
	h, err2 := strconv.Atoi(strings.TrimSpace(height))
	if !ok || err1 != nil || err2 != nil {
		return 0, "", false, l.error("%s: no size of the board: want %s", quote([]byte(l.text)), psqHeader)
	}
	if w != h {
		return 0, "", false, l.error("board %dx%d: want as many columns as rows, from %d to %d", w, h, gomoku.MinSize, gomoku.MaxSize)
	}
	if err := checkSize(w); err != nil {
		return 0, "", false, l.error("%w", err)
	}
	players, begins, _ := strings.Cut(rest, ",")
	if two := psqPlayers.FindStringSubmatch(players); two != nil {
		players = two[1] + ":" + two[2]
	} else {
		players = psqHumans
	}
	return w, players, strings.TrimSpace(begins) == "1", nil
}

// parsePSQMove reads "x,y" or "x,y,ms". Numbers that are too large come back as the largest one.
func parsePSQMove(text string) (x, y, ms int, ok bool) {
	fields := strings.Split(text, ",")
	if len(fields) != 2 && len(fields) != 3 {
		return 0, 0, 0, false
	}
	numbers := [3]int{}
	for i, f := range fields {
		n, err := strconv.Atoi(strings.TrimSpace(f))
		if err != nil && !errors.Is(err, strconv.ErrRange) {
			return 0, 0, 0, false
		}
		numbers[i] = n
	}
	return numbers[0], numbers[1], numbers[2], true
}

func writePSQ(buf *bytes.Buffer, t *Tree) error {
	g := t.Game
	if err := errors.Join(plainGame(g), noPasses(g)); err != nil {
		return err
	}
	root := t.Root
	if root == nil {
		root = rootOf(g)
	}
	players, tail := psqHumans, []string(nil)
	if p := root.Props["PSQ"]; len(p) > 0 {
		players, tail = p[0], p[1:]
	}
	black, white := g.Tags["black"], g.Tags["white"]
	for _, name := range []string{black, white} {
		if _, _, _, ok := parsePSQMove(name); ok || psqDamaged.MatchString(name) {
			return fmt.Errorf("the name %q would be taken for a move", name)
		}
		if isCode(name) {
			return fmt.Errorf("the name %q would be taken for the code of the result", name)
		}
	}
	for _, text := range append([]string{black, white, players}, tail...) {
		if strings.ContainsAny(text, "\r\n") {
			return fmt.Errorf("%q has more than one line", text)
		}
	}
	if strings.Contains(players, ",") {
		return fmt.Errorf("the first PSQ property %q has a comma", players)
	}
	if two := psqPlayers.FindStringSubmatch(players); two == nil || players != two[1]+":"+two[2] {
		return fmt.Errorf("the first PSQ property is %q: want the players as two numbers, such as 0:0, or Piskvork does not read the file", players)
	}
	fmt.Fprintf(buf, "Piskvorky %dx%d, %s, 0\n", g.Size, g.Size, players)
	n := root
	for i, p := range g.Moves {
		n = n.Children[0]
		ms := 0
		if v := n.Props["MS"]; len(v) > 0 {
			var err error
			if ms, err = strconv.Atoi(v[0]); err != nil || ms < 0 {
				return fmt.Errorf("move %d: the property MS is %q: want milliseconds", i+1, v[0])
			}
		}
		x, y := p.XY()
		fmt.Fprintf(buf, "%d,%d,%d\n", x+1, g.Size-y, ms)
	}
	if black != "" || white != "" || len(tail) > 0 {
		for _, text := range append([]string{black, white}, tail...) {
			buf.WriteString(text)
			buf.WriteByte('\n')
		}
	}
	return nil
}

// setTag sets a tag of a game.
func setTag(g *gomoku.Game, key, value string) {
	if g.Tags == nil {
		g.Tags = make(map[string]string)
	}
	g.Tags[key] = value
}
