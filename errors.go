package gomoku

import (
	"errors"
	"fmt"
	"strconv"
)

// These errors can be told apart with [errors.Is]. Many errors wrap one of them and say more. Refusing a move allocates nothing.
var (
	ErrOffBoard  = newError("point is not on the board")
	ErrOccupied  = newError("point is occupied")
	ErrForbidden = newError("point is forbidden for Black")
	ErrGameOver  = newError("the game is over")
	ErrNoMove    = newError("no legal move")      // only forbidden points are left, or the options allow none
	ErrBusy      = newError("searcher is in use") // by a concurrent call

	ErrSize         = newError("no such board size")
	ErrRule         = newError("no such rule")
	ErrName         = newError("no such name") // a text that should be the name of a rule, a color, a shape…
	ErrThreatSearch = newError("no such search for threats")

	ErrNoBoard    = newError("the board is nil or its zero value: make one with NewBoard")
	ErrNoGame     = newError("the game is nil: make one with NewGame")
	ErrNoBook     = newError("the book is nil: make one with new(Book), ReadBook or DefaultBook")
	ErrNoSearcher = newError("the searcher is nil or its zero value: make one with NewSearcher")
)

// A packageError is an error of this package. Within the package messages are without its name, so that one error may be part
// of another; Error puts the name before the whole.
type packageError struct {
	plain error
	kind  error // one of those above that it is, without saying so, or nil
}

func (e *packageError) Error() string        { return "gomoku: " + e.plain.Error() }
func (e *packageError) Unwrap() error        { return e.plain }
func (e *packageError) Is(target error) bool { return e.kind != nil && target == e.kind }
func (e *packageError) message() string      { return e.plain.Error() }

func newError(message string) error { return &packageError{plain: errors.New(message)} }

// errorf is fmt.Errorf for this package.
func errorf(format string, args ...any) error {
	for i, a := range args {
		if err, ok := a.(error); ok {
			args[i] = plainError{err}
		}
	}
	return &packageError{plain: fmt.Errorf(format, args...)}
}

// kindError is an error that is kind, in words of its own.
func kindError(kind error, format string, args ...any) error {
	return &packageError{fmt.Errorf(format, args...), kind}
}

// explain puts err into words that name the place.
func explain(err error, format string, args ...any) error {
	return errorf("%s: %w", fmt.Sprintf(format, args...), err)
}

// plainError is an error within the message of another one.
type plainError struct{ error }

func (e plainError) Error() string { return messageOf(e.error) }
func (e plainError) Unwrap() error { return e.error }

// messageOf is the text of an error, without the name of this package.
func messageOf(err error) string {
	if m, ok := err.(interface{ message() string }); ok {
		return m.message()
	}
	return err.Error()
}

// quote makes foreign text fit for an error message.
func quote(s string) string {
	const most = 40
	if len(s) > most {
		return strconv.Quote(s[:most]) + "…"
	}
	return strconv.Quote(s)
}
