package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/internal/engine"
)

const quiet = "h8 h9 h10 i8 g10 i10 i9 g11 j11 k10"

func runTree(t *testing.T, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	status = run(t.Context(), args, &out, &errs)
	return status, out.String(), errs.String()
}

func searchTree(t *testing.T, args ...string) *tree {
	t.Helper()
	o, err := parse(args, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := o.search(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// Black has a four with one end and an open three: the one block loses to an open four. No evaluation has a say.
func TestText(t *testing.T) {
	status, out, errs := runTree(t, "-moves", "b1 a1 c1 a15 d1 o15 e1 o1 g8 a13 h8 c15 i8", "-depth", "2", "-nodes", "1000")
	if status != exitDone || errs != "" {
		t.Fatalf("status %d: %s", status, errs)
	}
	want := `freestyle 15x15, white to move after 13 stones
best f1 -M4 at depth 2, N nodes, ended by depth
line -M4: f1 L

iterations
  depth 1  (-∞, ∞)  -M4  inside the window: f1
  depth 2  (-∞, ∞)  -M4  inside the window: f1

tree of depth 2
` + legend + `

depth 2  (-∞, ∞)  -M4  inside the window: f1
     a five threatens: blocks only
    *f1   -M4      (-∞, ∞)          depth 1, the opponent has an open four or two fours
`
	// The win's line may go either way.
	lines := strings.Split(out, "\n")
	var nodes int
	if _, err := fmt.Sscanf(lines[1], "best f1 -M4 at depth 2, %d nodes", &nodes); err != nil {
		t.Fatalf("%v:\n%s", err, out)
	}
	lines[1] = strings.Replace(lines[1], fmt.Sprint(nodes, " nodes"), "N nodes", 1)
	_, rest, _ := strings.Cut(lines[2], "f1 ")
	lines[2] = strings.Replace(lines[2], rest, "L", 1)
	if got := strings.Join(lines, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// What is recorded fits together: windows lie in their parents', scores are bounds or inside their windows, the best of the
// moves is the score of the node, and the line of the search is a way through the tree.
func TestTree(t *testing.T) {
	for _, args := range [][]string{
		{"-moves", quiet, "-depth", "8", "-plies", "4"},
		{"-moves", quiet, "-depth", "6", "-plies", "3", "-lines", "4"},
		{"-moves", "j6 k8 k9 j5 i5 l8 j8 i7", "-rule", "renju", "-depth", "7", "-plies", "3"},
		{"-moves", "h8 a1 h9 c1 h10", "-depth", "6", "-plies", "3"},
		{"-moves", quiet, "-player", "nodes=20000,width=6", "-plies", "3"},
	} {
		tree := searchTree(t, args...)
		if len(tree.roots) == 0 {
			t.Fatalf("%q: no tree", args)
		}
		visits := 0
		for _, r := range tree.roots {
			visits += checkVisit(t, r, tree.plies)
		}
		if visits < 50 {
			t.Errorf("%q: %d visits", args, visits)
		}
		if tree.partial {
			continue
		}
		// The best line is that of the first rank, or of a later one whose move turned out to be better after all.
		line := tree.result.Lines[0]
		var v *visit
		for _, r := range tree.roots {
			found := slices.ContainsFunc(r.children, func(c *visit) bool {
				score, b, _, _ := c.value()
				return !c.again && c.move == line.Moves[0] && b == exact && score == line.Score
			})
			if found && (v == nil || r.Rank < v.Rank) {
				v = r
			}
		}
		if v == nil {
			t.Errorf("%q: no visit of the root has %v with %v", args, line.Moves[0], line.Score)
			continue
		}
		for i, m := range line.Moves[:min(tree.plies, len(line.Moves))] {
			var next *visit
			for _, c := range v.children {
				if !c.again && c.move == m {
					next = c
				}
			}
			if next == nil {
				if v.exit == engine.ExitStatic { // the line goes on where the tree need not
					break
				}
				t.Errorf("%q: move %d of %v is not in the tree", args, i+1, line.Moves)
				break
			}
			score, b, _, _ := next.value()
			if want := line.Score; i%2 == 0 && score != want || i%2 == 1 && score != -want || b != exact {
				t.Errorf("%q: move %d, %v, has %s, the line %v", args, i+1, m, valueText(score, b), want)
			}
			v = next
		}
	}
}

func checkVisit(t *testing.T, v *visit, plies int) (visits int) {
	t.Helper()
	if v.exit == engine.ExitStopped {
		return 1
	}
	score, b, low, high := v.value()
	if low >= high || b == exact && !(low < score && score < high) && v.exit != engine.ExitFive || b == atMost && score > low || b == atLeast && score < high {
		t.Errorf("ply %d %s: %s in (%v, %v)", v.Ply, v.name(), valueText(score, b), low, high)
	}
	if v.Ply > plies || v.Ply == plies && len(v.children) > 0 {
		t.Fatalf("ply %d of %d with %d children", v.Ply, plies, len(v.children))
	}
	best := gomoku.Score(-endless)
	for _, c := range v.children {
		visits += checkVisit(t, c, plies)
		if !c.again && (c.Alpha < -v.Beta || c.Beta > -v.Alpha) { // without a move, the window is one of its own
			t.Errorf("ply %d %s: window (%d, %d) in (%d, %d)", c.Ply, c.name(), c.Alpha, c.Beta, v.Alpha, v.Beta)
		}
	}
	groups, rest := v.groups(0)
	if rest != "" {
		t.Errorf("all shown, and %s", rest)
	}
	marked, moves := 0, 0
	for _, g := range groups {
		if g.last().again {
			continue
		}
		moves++
		score, _, _, _ := g.last().value()
		best = max(best, score)
		if g.best {
			marked++
		}
	}
	if moves > 0 {
		if int(best) != v.score {
			t.Errorf("ply %d %s: score %d, best move %d", v.Ply, v.name(), v.score, best)
		}
		if marked != 1 {
			t.Errorf("ply %d %s: %d best moves", v.Ply, v.name(), marked)
		}
		if few, rest := v.groups(2); len(groups) > 2 && (len(few) != 2 || rest == "" || !few[0].best && !few[1].best) {
			t.Errorf("ply %d %s: %d moves of 2, %q", v.Ply, v.name(), len(few), rest)
		}
	}
	return visits + 1
}

// The tree along a line is the same as in the whole tree, and only there is more.
func TestFollow(t *testing.T) {
	whole := searchTree(t, "-moves", quiet, "-depth", "7", "-plies", "4")
	line := whole.result.Lines[0].Moves[:2]
	part := searchTree(t, "-moves", quiet, "-depth", "7", "-plies", "2", "-move", joinPoints(line))
	if part.missing != "" || len(part.path) != 2 {
		t.Fatalf("%d moves, %q", len(part.path), part.missing)
	}
	if got, want := part.result.Stats.Nodes, whole.result.Stats.Nodes; got != want {
		t.Errorf("%d nodes, want %d", got, want)
	}
	at := whole.roots
	for _, m := range line {
		var next []*visit
		for _, v := range at {
			for _, c := range v.children {
				if c.move == m {
					next = append(next, c)
				}
			}
		}
		at = next
	}
	var got, want strings.Builder
	for _, v := range part.top() {
		part.writeBelow(&got, v, 1)
	}
	for _, v := range at {
		part.writeBelow(&want, v, 1)
	}
	if got.String() != want.String() || got.Len() == 0 {
		t.Errorf("got\n%s\nwant\n%s", got.String(), want.String())
	}
	for _, r := range part.roots {
		for _, c := range r.children {
			if c.move != line[0] && len(c.children) > 0 {
				t.Errorf("%v has children", c.move)
			}
		}
	}
}

// Why a move was not searched.
func TestMissing(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"-moves", quiet, "-depth", "4", "-move", "a1"}, "a1 was no choice at the root: it is too far"},
		{[]string{"-moves", "h8 h7 h9 c1 h10 e1 h11", "-depth", "4", "-move", "i9"}, "i9 was no choice at the root: a five threatens: blocks only (h12)"},
		{[]string{"-moves", "h8 a1 h9 c1 h10", "-depth", "4", "-move", "a15"}, "a15 was no choice at the root: an open four or the like threatens"},
		{[]string{"-moves", "h8 g7 f10 f8 h6 h5 g10 d7 j6 g6 g5", "-depth", "4", "-move", "a15"}, "a15 was no choice at the root: a four with an open three threatens"},
		{[]string{"-moves", "h8 a1 h9 c1 h10", "-depth", "6", "-move", "a3 h11"}, "a3 was no choice"},
		{[]string{"-moves", "h8 a1 h9 c1 h10", "-depth", "3", "-lines", "4", "-move", "a3 h11"}, "no move was searched after a3: the opponent has an open four"},
		{[]string{"-moves", quiet, "-depth", "4", "-player", "width=1", "-move", "f8"}, "f8 was left out at the root: beyond the width"},
		{[]string{"-moves", "h8 a1 h9 c1 h10 e1", "-move", "a15"}, "no tree was searched: a forced win was found first"},
	} {
		if status, out, errs := runTree(t, c.args...); status != exitDone || !strings.Contains(out, c.want) {
			t.Errorf("%q lacks %q: status %d, %s\n%s", c.args, c.want, status, errs, out)
		}
	}
}

// The page is well formed, asks for nothing from outside, and draws what it should.
func TestHTML(t *testing.T) {
	for _, args := range [][]string{
		{"-moves", quiet, "-depth", "7", "-plies", "3"},
		{"-moves", quiet, "-depth", "6", "-lines", "3", "-move", "g7", "-most", "0"},
		{"-moves", "h8 a1 h9 c1 h10 e1"}, // no tree
		{"-depth", "2"},                  // an empty board
		{"-size", "20", "-rule", "renju", "-moves", "j10 k11 k10", "-depth", "4", "-player", "name=<b>&\"x"},
	} {
		path := filepath.Join(t.TempDir(), "tree.html")
		if status, out, errs := runTree(t, append(args, "-html", path)...); status != exitDone || out != "" || errs != "" {
			t.Fatalf("%q: status %d, %s%s", args, status, out, errs)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, no := range []string{"http:", "https:", "src=", "url(", "<script", "@import", "<link", "ZgotmplZ"} {
			if bytes.Contains(data, []byte(no)) {
				t.Errorf("%q: the page has %q", args, no)
			}
		}
		count := elements(t, data)
		tree := searchTree(t, args...)
		stones, boards := tree.board.Stones(), 2
		circles := 2*stones + len(candidates(tree.roots)) + len(tree.result.Lines[0].Moves)
		if len(tree.path) > 0 {
			boards++
			circles += stones + len(tree.path) + len(candidates(tree.top()[len(tree.top())-1:]))
		}
		if count["svg"] != boards || count["circle"] != circles {
			t.Errorf("%q: %d boards, want %d; %d circles, want %d", args, count["svg"], boards, count["circle"], circles)
		}
		if size := tree.board.Size(); count["line"] != 2*size*boards {
			t.Errorf("%q: %d lines on %d boards", args, count["line"], boards)
		}
		if (count["details"] > 2) != (len(tree.roots) > 0) || count["details"] != count["summary"] {
			t.Errorf("%q: %d details, %d summaries", args, count["details"], count["summary"])
		}
	}
}

// The glossary of the page is that of docs/search.md, and what the page links to is there.
func TestGlossary(t *testing.T) {
	data, err := os.ReadFile("../../docs/search.md")
	if err != nil {
		t.Fatal(err)
	}
	docs := strings.ReplaceAll(string(data), "*", "")
	for _, g := range glossary {
		if row := fmt.Sprintf("| <a id=%q></a>%s | %s |", g.Anchor, g.Name, g.Meaning); !strings.Contains(docs, row) {
			t.Errorf("docs/search.md has no row %s", row)
		}
	}
	if !slices.IsSortedFunc(glossary, func(a, b term) int { return strings.Compare(a.Anchor, b.Anchor) }) {
		t.Error("the glossary is not in the order of the alphabet")
	}
	for text, want := range map[string]string{
		"depth 3, leaf, the opponent wins by fours; static -5": "depth:depth leaf:leaf wins by fours:vcf static:static",
		"above the window, searched again":                     "above the window:aspiration-window",
		"inside the window":                                    "window:window",
		"a four with an open three threatens":                  "four with an open three:four-three threatens:evasions",
		"two open threes, an open four":                        "open threes:open-three open four:open-four",
		"leaflets":                                             "",
	} {
		var whole strings.Builder
		var got []string
		for _, s := range spans(text) {
			whole.WriteString(s.Text)
			if s.Anchor != "" {
				got = append(got, s.Text+":"+s.Anchor)
			}
		}
		if whole.String() != text || strings.Join(got, " ") != want {
			t.Errorf("%q: terms %q, want %q; in all %q", text, got, want, whole.String())
		}
	}
}

// Scores stay inside of their circles, whose diameter is 30.
func TestFittingSize(t *testing.T) {
	for _, text := range []string{"0", "+35", "-121", "+1245", "+M7", "-M12", "+M123", "-29000", "∞"} {
		size := fittingSize(text)
		if size == 0 {
			size = 11
		}
		if width := 7 * size * utf8.RuneCountInString(text) / 10; width > 28 || size < 6 {
			t.Errorf("%s: %d pixels wide at size %d", text, width, size)
		}
	}
}

// elements counts the elements of a page by name.
func elements(t *testing.T, page []byte) map[string]int {
	t.Helper()
	count := map[string]int{}
	d := xml.NewDecoder(bytes.NewReader(page))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return count
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok {
			count[e.Name.Local]++
		}
	}
}

func TestUsage(t *testing.T) {
	for want, args := range map[string][]string{
		"unexpected argument":          {"h8"},
		"-size 3":                      {"-size", "3"},
		"move 2, h8":                   {"-moves", "h8h8"},
		"move 2, p1":                   {"-moves", "h8 p1"},
		"byte 3: \"9\": want a letter": {"-moves", "h8 9"},
		"the game is over":             {"-moves", "a1 a15 b1 b15 c1 c15 d1 d15 e1"},
		"-move: gomoku: move 1, h8":    {"-moves", "h8", "-move", "h8"},
		"-plies 0":                     {"-plies", "0"},
		"-plies 100":                   {"-plies", "100"},
		"-most -1":                     {"-most", "-1"},
		"-depth: at least 1":           {"-depth", "0"},
		"-nodes: at least 1":           {"-nodes", "-5"},
		"-lines 0":                     {"-lines", "0"},
		"\"speed=1\"":                  {"-player", "speed=1"},
		"invalid value \"chess\"":      {"-rule", "chess"},
	} {
		if status, out, errs := runTree(t, args...); status != exitUsage || out != "" || !strings.Contains(errs, want) {
			t.Errorf("%q: status %d, %q, %q, want %q", args, status, out, errs, want)
		}
	}
	if status, _, errs := runTree(t, "-player", "random"); status != exitFailed || !strings.Contains(errs, "not the library's searcher") {
		t.Errorf("random: status %d, %q", status, errs)
	}
	if status, _, errs := runTree(t, "-help"); status != exitDone || !strings.Contains(errs, "-plies") {
		t.Errorf("help: status %d, %q", status, errs)
	}
}
