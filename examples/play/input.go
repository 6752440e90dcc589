package main

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxLine is the longest line of input in bytes: enough for the path of a file. A longer line is read to its end and dropped.
const maxLine = 4096

// An input is a line that somebody typed, or what is wrong with it; err is io.EOF at the end, or what ended the reading.
type input struct {
	text    string
	problem problem
	err     error
}

type problem uint8

const (
	noProblem problem = iota
	lineTooLong
	controlCharacter
	invalidUTF8
)

// readLines reads r in a goroutine of its own, so that the session can watch the clock and Ctrl-C while nobody types.
// The last thing sent has an err. The goroutine ends with the program, because a read from a terminal cannot be interrupted.
func readLines(r io.Reader) <-chan input {
	lines := make(chan input)
	go func() {
		br := bufio.NewReaderSize(r, maxLine)
		for first := true; ; first = false {
			in, ok := readLine(br)
			if ok {
				if first {
					in.text = strings.TrimPrefix(in.text, "\ufeff") // some editors begin a file with this
				}
				lines <- input{text: in.text, problem: in.problem}
			}
			if in.err != nil {
				lines <- input{err: in.err}
				return
			}
		}
	}()
	return lines
}

// readLine reads up to the next end of line; ok is false where nothing is left. A last line without an end counts.
func readLine(br *bufio.Reader) (in input, ok bool) {
	text, err := br.ReadSlice('\n')
	in.text = strings.TrimRight(string(text), "\r\n")
	for errors.Is(err, bufio.ErrBufferFull) {
		in.problem, in.text = lineTooLong, ""
		_, err = br.ReadSlice('\n')
	}
	if err != nil && len(text) == 0 {
		return input{err: err}, false
	}
	if in.problem == noProblem {
		in = checkLine(in.text)
	}
	in.err = err
	return in, true
}

// checkLine makes an input of a line that was read whole.
func checkLine(text string) (in input) {
	in.text = text
	switch {
	case len(text) > maxLine:
		in.text, in.problem = "", lineTooLong
	case !utf8.ValidString(text):
		in.problem = invalidUTF8
	case strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) && r != '\t' }):
		in.problem = controlCharacter
	}
	return in
}
