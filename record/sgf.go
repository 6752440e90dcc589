package record

import (
	"bytes"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/gomoku-go/gomoku"
)

// sgfTags are the properties of the root that are tags of a game, and the names of the tags.
var sgfTags = map[string]string{
	"PB": "black", "PW": "white", "BR": "black rank", "WR": "white rank", "BT": "black team", "WT": "white team",
	"GN": "name", "EV": "event", "RO": "round", "PC": "place", "DT": "date", "TM": "time", "OT": "overtime", "KM": "komi",
	"ON": "opening", "AN": "annotator", "SO": "source", "US": "user", "CP": "copyright", "GC": "game comment",
}

// openingRule is the tag that is written into RU after the rule.
const openingRule = "opening rule"

// renjuOpenings are opening rules that imply renju if RU names them.
var renjuOpenings = []string{"RIF", "Sakata", "Yamaguchi", "Soosorv", "Soosyrv", "Taraguchi", "Tarannikov"}

// gomocupRules are the rules by the numbers that Gomocup gives them, which some programs write into RU.
var gomocupRules = map[string]gomoku.Rule{
	"0": gomoku.Freestyle, "1": gomoku.Standard, "4": gomoku.Renju, "8": gomoku.CaroOverline, "9": gomoku.Caro,
}

// otherRule reports whether a text of RU names a rule that this module does not have: renju with overlines allowed, or omok. To
// read these by another rule would misjudge games, so they are errors.
func otherRule(text string) bool {
	letters := strings.Map(func(r rune) rune {
		if r >= utf8.RuneSelf || isLetter(byte(r)) {
			return r
		}
		return -1
	}, strings.ToLower(text))
	return sgfOtherRule.MatchString(letters)
}

var sgfOtherRule = regexp.MustCompile(`^((korean)?omok|오목|renju(with)?overlines?(allowed)?|overlinerenju|renju(with)?six(es)?(allowed)?)`)

// Rules and results of Go, which tell a short game of it from one of gomoku where GM does not say.
var (
	sgfGoRule  = regexp.MustCompile(`(?i)^(japanese|chinese|korean|aga|ing|goe|nz|new zealand|tromp.?taylor)\b`)
	sgfGoScore = regexp.MustCompile(`(?i)^[BW]\+[0-9]+[.,][0-9]`)
)

// sgfMarkup are properties of which it is known that their points are neither moves nor stones: marks and territory of
// FF[1] to FF[4], and 5A, the offered fifth moves.
var sgfMarkup = map[string]bool{
	"AR": true, "CR": true, "DD": true, "LB": true, "LN": true, "MA": true, "SL": true, "SQ": true, "TR": true, "VW": true,
	"TB": true, "TW": true, "L": true, "M": true, "EL": true, "EX": true, "SE": true, "FG": true, "KO": true, "BO": true,
	"WO": true, "RG": true, "SC": true, "5A": true,
}

// parseRule understands "renju", "renju, Taraguchi-10" and "Taraguchi-10": a rule and an opening rule. If there is no rule
// in it, ok is false and all of the text is the opening rule.
func parseRule(text string) (rule gomoku.Rule, opening string, ok bool) {
	text = strings.TrimSpace(text)
	first, rest, _ := strings.Cut(text, ",")
	if rule, ok = gomocupRules[strings.TrimSpace(first)]; ok {
		return rule, strings.TrimSpace(rest), true
	}
	if rule.UnmarshalText([]byte(strings.TrimSpace(first))) == nil {
		return rule, strings.TrimSpace(rest), true
	}
	for _, name := range renjuOpenings {
		if len(text) >= len(name) && strings.EqualFold(text[:len(name)], name) {
			return gomoku.Renju, text, true
		}
	}
	return 0, text, false
}

// sgfUnclaimed is a private property that marks a foul of Black which White did not claim.
const sgfUnclaimed = "UNCLAIMED"

// sgfBytes is the CA of texts whose letters nobody knows, and which are written byte by byte: a name of the web's for that.
const sgfBytes = "x-user-defined"

// sgfPointOf reads a point: two letters, the column from the left and the row from the top, or a letter and a number, as
// people write it. NoPoint is none. Capitals are the same as small letters: no board is so large that they differ.
func sgfPointOf(text string, size int) gomoku.Point {
	if len(text) == 2 && isLetter(text[0]) && isLetter(text[1]) {
		x, y := int(text[0]|0x20-'a'), size-1-int(text[1]|0x20-'a')
		if x >= size || y < 0 {
			return gomoku.NoPoint
		}
		return gomoku.At(x, y)
	}
	p, err := gomoku.ParsePoint(text)
	if x, y := p.XY(); err != nil || x >= size || y >= size {
		return gomoku.NoPoint
	}
	return p
}

// sgfPoint writes a point, and NoPoint as an empty text.
func sgfPoint(p gomoku.Point, size int) string {
	x, y := p.XY()
	if x < 0 {
		return ""
	}
	return string([]byte{byte('a' + x), byte('a' + size - 1 - y)})
}

// sgfText takes the escapes out of a value: a backslash makes the next byte plain, and a line end after it vanishes.
func sgfText(raw []byte) string {
	if bytes.IndexByte(raw, '\\') < 0 {
		return unixLines(string(raw))
	}
	var b strings.Builder
	text := unixLines(string(raw))
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' {
			if i++; i == len(text) || text[i] == '\n' {
				continue
			}
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// cutColon cuts a value at the first colon that is not escaped.
func cutColon(raw []byte) (before, after []byte) {
	for i := 0; i < len(raw); i++ {
		switch raw[i] {
		case '\\':
			i++
		case ':':
			return raw[:i], raw[i+1:]
		}
	}
	return raw, nil
}
