package gomocup

import (
	"errors"
	"fmt"
	"strings"
)

// The kinds of errors of an [Engine]. Tell them apart with errors.Is. The errors are of type [*EngineError].
var (
	ErrStart       = errors.New("engine did not start")
	ErrTimeout     = errors.New("engine did not answer in time")
	ErrCrashed     = errors.New("engine ended")
	ErrIllegalMove = errors.New("engine made an illegal move")
	ErrRefused     = errors.New("engine refused") // it answered ERROR to the size, the rule or the position
	ErrClosed      = errors.New("engine is closed")
)

// An EngineError says what an [Engine] was asked and what it answered.
type EngineError struct {
	Kind    error  // one of ErrStart, ErrTimeout, ErrCrashed, ErrIllegalMove, ErrRefused and ErrClosed
	Command string // the last line that the engine was sent as a question, such as "TURN 7,7"; empty if there was no question
	Said    string // the last ERROR, UNKNOWN or answer of the engine, if there was one
	Err     error  // the cause, such as [gomoku.ErrOccupied] or an error of the operating system; may be nil
}

// Error returns one line such as `gomocup: engine made an illegal move: asked "TURN 7,7", said "7,7": gomoku: point is occupied`.
func (e *EngineError) Error() string {
	text := "gomocup: " + e.Kind.Error()
	var facts []string
	if e.Command != "" {
		facts = append(facts, fmt.Sprintf("asked %q", e.Command))
	}
	if e.Said != "" {
		facts = append(facts, fmt.Sprintf("said %q", e.Said))
	}
	if len(facts) > 0 {
		text += ": " + strings.Join(facts, ", ")
	}
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap returns the kind and the cause.
func (e *EngineError) Unwrap() []error {
	if e.Err == nil {
		return []error{e.Kind}
	}
	return []error{e.Kind, e.Err}
}
