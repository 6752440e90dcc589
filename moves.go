package gomoku

import (
	"fmt"
	"strings"
)

// passText is a pass in a string of moves.
const passText = "--"

// moveSeparators may stand between moves, in any number. A hyphen too, but two of them are a pass.
const moveSeparators = "-, \t\r\n"

// ParseMoves reads a list of moves: for each a letter from the left and a number from the bottom, as in "h8i9h7" or "H8, i9-h7". Spaces,
// commas, hyphens and line ends may separate moves; two hyphens are a pass, which gives NoPoint. A move takes two digits if it can:
// "k11a1" is k11 and a1. A text without moves gives an empty list. Errors are of type [*SyntaxError].
//
// Only the text is checked. [Board.PlayMoves] plays the moves if they are legal.
func ParseMoves(text string) ([]Point, error) {
	moves := make([]Point, 0, len(text)/2)
	scan := moveScanner{text: text, what: "moves"}
	for scan.next() {
		moves = append(moves, scan.move)
	}
	if scan.err != nil {
		return nil, scan.err
	}
	return moves, nil
}

// FormatMoves returns the moves as text without separators, as in "h8i9--h7", where "--" is a pass. [ParseMoves] reads it.
func FormatMoves(moves []Point) string {
	return string(appendMoves(make([]byte, 0, 3*len(moves)), moves))
}

func appendMoves(text []byte, moves []Point) []byte {
	for _, p := range moves {
		switch {
		case p == NoPoint:
			text = append(text, passText...)
		case p.valid():
			text = append(text, p.String()...)
		default:
			text = append(text, '?') // a number that is no point: no move, and nobody reads it as one
		}
	}
	return text
}

// A SyntaxError says what is wrong in a text, and where. [ParseMoves] and [ParsePosition] return it.
type SyntaxError struct {
	Offset int    // bytes before the word that is wrong
	Msg    string // what is wrong and what would be right
	Err    error  // the cause, such as ErrOccupied, or nil

	what string // what the text is
}

// Error returns a line such as "gomoku: moves, byte 4: ...".
func (e *SyntaxError) Error() string { return "gomoku: " + e.message() }

func (e *SyntaxError) message() string {
	return fmt.Sprintf("%s, byte %d: %s", e.what, e.Offset, e.Msg)
}

// Unwrap returns the cause.
func (e *SyntaxError) Unwrap() error { return e.Err }

// A moveScanner takes a string of moves apart.
type moveScanner struct {
	text  string
	what  string // for errors
	pos   int
	start int // of move
	move  Point
	err   *SyntaxError
}

// next finds the next move. At the end, or at an error, it returns false.
func (s *moveScanner) next() bool {
	for s.pos < len(s.text) && !strings.HasPrefix(s.text[s.pos:], passText) && strings.IndexByte(moveSeparators, s.text[s.pos]) >= 0 {
		s.pos++
	}
	s.start = s.pos
	rest := s.text[s.start:]
	switch {
	case s.err != nil || rest == "":
		return false
	case strings.HasPrefix(rest, passText):
		s.pos += len(passText)
		s.move = NoPoint
		return true
	case !isLetter(rest[0]):
		return s.fail(nil, "%s: want a letter and a number, such as h8, or %s for a pass", quote(rest), passText)
	}
	n := 1
	for n < len(rest) && n <= 2 && isDigit(rest[n]) {
		n++
	}
	if n == 1 {
		return s.fail(nil, "%s has no number: want a letter and a number, such as h8", quote(rest[:1]))
	}
	p, err := ParsePoint(rest[:n])
	if err != nil {
		return s.fail(ErrOffBoard, "%s is a point of no board: want a1 to %v", quote(rest[:n]), At(MaxSize-1, MaxSize-1))
	}
	s.pos += n
	s.move = p
	return true
}

func (s *moveScanner) fail(cause error, format string, args ...any) bool {
	s.err = &SyntaxError{Offset: s.start, Msg: fmt.Sprintf(format, args...), Err: cause, what: s.what}
	return false
}
