package gomoku

import "strings"

// A Level is a strength of play for people to choose from: a number from 1, for beginners, to 10, full strength. Each is about
// 180 Elo above the one below: it scores 74 % against it. See [WithLevel] for how the levels play.
type Level uint8

// Names for some of the levels.
const (
	Easy   Level = 2  // for people who know the rules
	Medium Level = 5  // for people who play now and then
	Hard   Level = 8  // for people who play often
	Expert Level = 10 // full strength
)

var (
	levelNames   = []string{"", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"}
	levelAliases = map[string]Level{"easy": Easy, "medium": Medium, "hard": Hard, "expert": Expert}
)

// String returns the level's number, "1" to "10".
func (l Level) String() string { return nameOf("Level", levelNames, uint8(l)) }

// MarshalText returns the level's number, or an error if l is none of the levels.
func (l Level) MarshalText() ([]byte, error) { return marshalName("Level", levelNames, uint8(l)) }

// UnmarshalText sets l to the level of that number, "1" to "10", or of that name: easy is 2, medium 5, hard 8 and expert 10.
func (l *Level) UnmarshalText(text []byte) error {
	if named, ok := levelAliases[strings.ToLower(string(text))]; ok {
		*l = named
		return nil
	}
	if unmarshalName(l, "level", levelNames, text) != nil {
		return kindError(ErrName, "level %s: want 1 to 10, easy, medium, hard or expert", quote(string(text)))
	}
	return nil
}

// isWeak reports whether l holds the search back.
func (l Level) isWeak() bool { return l != 0 && l != Expert }

// knowsBooks reports whether l may play from a book. Beginners know no openings.
func (l Level) knowsBooks() bool { return l == 0 || l >= 4 }
