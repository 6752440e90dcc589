package main

import (
	"regexp"
	"slices"
	"strings"
)

// A term is a word of the page with its meaning. Names, meanings and anchors are those of the glossary in docs/search.md, which a test
// holds them to.
type term struct {
	Anchor, Name, Meaning string

	phrase string // what the page says, as a regular expression; empty: the term only helps to explain the others
}

var glossary = []term{
	{"alpha", "alpha", "the lower end of the window: what the side to move is already sure of", ""},
	{"aspiration-window", "aspiration window", "a narrow window around the last iteration's score", "(?:above|below) the window"},
	{"beta", "beta", "the upper end of the window: more than this the opponent will not allow", ""},
	{"bound", "bound", `a score of which only "at least" or "at most" is known`, ""},
	{"cutoff", "cutoff", "the end of a node because a move reached beta; that move refutes the move before", "refuted"},
	{"depth", "depth", "how many plies are still to be searched; reductions and extensions make it differ from the number of moves", "depth"},
	{"evaluation", "evaluation", "the score of a position without looking ahead", "evaluated"},
	{"evasions", "evasions", "the only moves that can meet the opponent's threat", "threatens"},
	{"excluded", "excluded move", "the table move, left out for the search that decides on its singular extension", "without"},
	{"four", "four", "four stones that one more makes a five", ""},
	{"four-three", "four-three", "a stone that makes a four and an open three at once; it nearly always wins", "four with an open three"},
	{"futility", "(reverse) futility", "to stop where the evaluation is so far above beta that a few plies will not change that", "futility"},
	{"iteration", "iteration", "one pass of iterative deepening, to one depth", ""},
	{"leaf", "leaf", "a node with no depth left", "leaf"},
	{"mate", "mate", "a certain win: +M7 is a win in seven plies, −M6 a loss in six", ""},
	{"mate-distance", "mate distance pruning", "to stop where even a win or loss at once would not change what is known", "quicker end"},
	{"move-count", "move-count pruning", "to leave out the last quiet moves at a small depth", "late quiet moves"},
	{"node", "node", "a position in the tree; as a count, a move made by the search", ""},
	{"null-window", "null window", "a window of width one: asks only whether a score is above alpha", ""},
	{"open-four", "open four", "a four that can become five at two points", "open four"},
	{"open-three", "open three", "three stones that one more makes an open four", "open threes?"},
	{"ply", "ply", "one move of one side", ""},
	{"pv", "principal variation (PV)", "the line that both sides are expected to play", ""},
	{"quiet", "quiet move", "a move that makes and takes less than an open three", ""},
	{"razoring", "razoring", "to look only for a win by fours where the evaluation is far below alpha", "razoring"},
	{"root", "root", "the position whose move is wanted", ""},
	{"singular", "singular extension", "a ply more for a table move that is much better than all others", "two good answers"},
	{"static", "static", "seen from the position itself, without a search", "static"},
	{"table", "table, transposition table", "the memory of positions", "table"},
	{"vcf", "VCF", "victory by continuous fours", "wins? by fours"},
	{"width", "width", "how many moves of a node are looked at, if the caller sets a limit", "width"},
	{"window", "window", "the scores between alpha and beta", "window"},
}

// A span is a piece of text, with the term that it stands for if there is one.
type span struct{ Text, Anchor string }

// phrases finds all phrases of the glossary, each as a group of its own in the order of phraseTerms: the longest first, because one may
// begin with another.
var phrases, phraseTerms = func() (*regexp.Regexp, []term) {
	var terms []term
	for _, t := range glossary {
		if t.phrase != "" {
			terms = append(terms, t)
		}
	}
	slices.SortStableFunc(terms, func(a, b term) int { return len(b.phrase) - len(a.phrase) })
	var groups []string
	for _, t := range terms {
		groups = append(groups, `\b(`+t.phrase+`)\b`)
	}
	return regexp.MustCompile(strings.Join(groups, "|")), terms
}()

// spans cuts a text at the terms in it.
func spans(text string) (list []span) {
	for text != "" {
		at := phrases.FindStringSubmatchIndex(text)
		if at == nil {
			return append(list, span{Text: text})
		}
		if at[0] > 0 {
			list = append(list, span{Text: text[:at[0]]})
		}
		for i, t := range phraseTerms {
			if at[2*i+2] >= 0 {
				list = append(list, span{text[at[0]:at[1]], t.Anchor})
			}
		}
		text = text[at[1]:]
	}
	return list
}
