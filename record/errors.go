package record

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
)

// A SyntaxError says what is wrong in a file, and where.
type SyntaxError struct {
	Format Format
	Game   int    // number of the game, from 1, in a file of several; otherwise 0
	Line   int    // from 1; 0 in binary formats
	Offset int    // bytes from the beginning of the file, or of the file in UTF-8 if it was decoded
	Msg    string // what is wrong and what was expected
	Err    error  // the cause, such as gomoku.ErrOccupied, or nil
}

// Error returns the format, the line (in binary formats the byte) and the message.
func (e *SyntaxError) Error() string {
	if e.Line > 0 {
		return fmt.Sprintf("record: %v, line %d: %s", e.Format, e.Line, e.Msg)
	}
	return fmt.Sprintf("record: %v, byte %d: %s", e.Format, e.Offset, e.Msg)
}

// Unwrap returns the cause.
func (e *SyntaxError) Unwrap() error { return e.Err }

// newSyntaxError formats like fmt.Errorf; an error wrapped with %w is the cause.
func newSyntaxError(f Format, line, offset int, format string, args ...any) *SyntaxError {
	err := fmt.Errorf(format, args...)
	return &SyntaxError{Format: f, Line: line, Offset: offset, Msg: err.Error(), Err: errors.Unwrap(err)}
}

// bare returns an error without the name of package gomoku or record before its text, to be a part of a longer text.
func bare(err error) error {
	if err == nil {
		return nil
	}
	return bareError{err}
}

type bareError struct{ error }

func (e bareError) Error() string {
	return strings.TrimPrefix(strings.TrimPrefix(e.error.Error(), "gomoku: "), "record: ")
}

func (e bareError) Unwrap() error { return e.error }

// errorAt is a newSyntaxError in text: it counts the lines.
func errorAt(f Format, data []byte, offset int, format string, args ...any) *SyntaxError {
	return newSyntaxError(f, 1+bytes.Count(data[:offset], []byte("\n")), offset, format, args...)
}
