package service

import (
	"bytes"
	"context"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/gomoku-go/gomoku"
)

// Options configure a [Service]. The zero value is right for a program of one person on one thread.
type Options struct {
	HashBytes int64 // size of the searcher's table; 0 means 16 MiB
	Threads   int   // the most threads that a request may ask for; 0 means 1

	// MaxTime is the longest search that a request may ask for, and how long one without limits takes. A review, which is many
	// searches, may take ten times as long; then it is answered with the moves judged so far. 0 means no bound.
	MaxTime time.Duration

	// MaxRequest is the size of the largest request in bytes; 0 means 8 MiB.
	MaxRequest int

	// Decoder turns texts of files into UTF-8, see record.Options. Nil means that only UTF-8 and what package record
	// itself knows is read.
	Decoder func(charset string, text []byte) (string, error)
}

// A Service answers requests. Its methods may be called by any number of goroutines at once.
type Service struct {
	o        Options
	searcher chan *gomoku.Searcher // holds the searcher while nobody uses it
}

// New returns a Service, or an error if an option makes no sense.
func New(o Options) (*Service, error) {
	if o.HashBytes == 0 {
		o.HashBytes = 16 << 20
	}
	if o.Threads == 0 {
		o.Threads = 1
	}
	if o.MaxRequest == 0 {
		o.MaxRequest = 8 << 20
	}
	if o.MaxTime < 0 || o.MaxRequest < 0 {
		return nil, errors.New("service: MaxTime and MaxRequest must not be negative")
	}
	s, err := gomoku.NewSearcher(gomoku.WithHashSize(o.HashBytes), gomoku.WithThreads(o.Threads))
	if err != nil {
		return nil, err
	}
	service := &Service{o: o, searcher: make(chan *gomoku.Searcher, 1)}
	service.searcher <- s
	return service, nil
}

// An Error is the last event of a request that could not be answered.
type Error struct {
	Type    string `json:"type"` // "error"
	Code    Code   `json:"code"`
	Message string `json:"message"` // in English, for people
}

// A Code says what kind of error it is, for programs.
type Code string

// The codes.
const (
	Syntax    Code = "syntax"    // the request, or a text or file in it, cannot be read
	OffBoard  Code = "offBoard"  // a point that the board does not have
	Occupied  Code = "occupied"  // a move on a stone
	Forbidden Code = "forbidden" // a foul
	GameOver  Code = "gameOver"  // a move after the end of the game
	NoMove    Code = "noMove"    // no legal move is left
	Option    Code = "option"    // a value out of its range
	Canceled  Code = "canceled"  // the context ended before there was an answer
	TooLarge  Code = "tooLarge"  // more bytes than Options.MaxRequest
	Busy      Code = "busy"      // too many requests (package engine)
	Internal  Code = "internal"  // a fault of this program
)

// Fail returns the event for an error.
func Fail(err error) Error { return Error{Type: "error", Code: codeOf(err), Message: err.Error()} }

var errTooLarge = errors.New("the request is too large")

func codeOf(err error) Code {
	for _, c := range []struct {
		err  error
		code Code
	}{
		{context.Canceled, Canceled},
		{context.DeadlineExceeded, Canceled},
		{errTooLarge, TooLarge},
		{gomoku.ErrOffBoard, OffBoard},
		{gomoku.ErrOccupied, Occupied},
		{gomoku.ErrForbidden, Forbidden},
		{gomoku.ErrGameOver, GameOver},
		{gomoku.ErrNoMove, NoMove},
		{gomoku.ErrSize, Option},
		{gomoku.ErrRule, Option},
		{gomoku.ErrName, Option},
		{gomoku.ErrBusy, Internal}, // the searcher is lent to one request at a time
	} {
		if errors.Is(err, c.err) {
			return c.code
		}
	}
	if _, ok := errors.AsType[*gomoku.OptionError](err); ok {
		return Option
	}
	if _, ok := errors.AsType[*optionError](err); ok {
		return Option
	}
	return Syntax
}

// An optionError is a value of a request that is out of its range.
type optionError struct{ message string }

func (e *optionError) Error() string { return e.message }

func optionErrorf(format string, args ...any) error {
	return &optionError{fmt.Sprintf(format, args...)}
}

// A handler answers one kind of request: it may emit events, and returns the last one.
type handler func(s *Service, ctx context.Context, request []byte, emit func(any)) (any, error)

// ops are the kinds of requests.
var ops = map[string]struct {
	handle   handler
	searches bool
}{
	"describe":  {answer(describe), false},
	"move":      {answer(move), true},
	"analyze":   {answer(analyze), true},
	"prove":     {answer(prove), true},
	"threats":   {answer(threats), true},
	"review":    {answer(reviewGame), true},
	"summarize": {answer(summarize), false},
	"read":      {answer(read), false},
	"write":     {answer(write), false},
	"openings":  {answer(openings), false},
	"opening":   {answer(openingState), false},
	"decide":    {answer(decide), true},
}

// answer makes a handler of a function that takes a request of its own type.
func answer[Request, Event any](f func(*Service, context.Context, *Request, func(any)) (Event, error)) handler {
	return func(s *Service, ctx context.Context, text []byte, emit func(any)) (any, error) {
		request := new(Request)
		if err := decode(text, request); err != nil {
			return nil, err
		}
		return f(s, ctx, request, emit)
	}
}

// decode reads one JSON object and nothing else. An unknown field is an error: most often its name is misspelled.
func decode(text []byte, to any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(to); err != nil {
		return decodeError(err)
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("the request goes on after its end: want one JSON object")
	}
	return nil
}

// decodeError says what is wrong with a request in the words of the API, not in those of Go.
func decodeError(err error) error {
	const example = `want an object such as {"op": "describe", "position": "h8i9"}`
	if err == io.EOF {
		return errors.New("the request is empty: " + example)
	}
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		if wrong.Field == "" {
			return fmt.Errorf("the request is a JSON %s: %s", wrong.Value, example)
		}
		field := wrong.Field[strings.LastIndexByte(wrong.Field, '.')+1:]
		return fmt.Errorf("the request is not read: %q must not be a JSON %s: want %s", strings.ToLower(field), wrong.Value, kindOf(wrong.Type))
	}
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Errorf("the request is no JSON, byte %d: %w: %s", syntax.Offset, err, example)
	}
	return fmt.Errorf("the request is not read: %w", err)
}

// kindOf says how a value of a type looks in JSON.
func kindOf(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.Float64:
		return "a number"
	case reflect.Slice, reflect.Array:
		return "an array"
	case reflect.Struct, reflect.Map:
		return "an object"
	}
	if _, text := reflect.Zero(reflect.PointerTo(t)).Interface().(encoding.TextUnmarshaler); text || t.Kind() == reflect.String {
		return "a string"
	}
	return "a whole number"
}

// Run answers a request with the last event of its stream, which may be an [Error]. It calls emit for each event before that, on the
// calling goroutine. When ctx ends, the answer is what has been found until then, or an Error with the code Canceled if that is
// nothing.
func (s *Service) Run(ctx context.Context, request []byte, emit func(event any)) (answer any) {
	answer, err := s.run(ctx, request, emit)
	switch {
	case err == nil:
		return answer
	case ctx.Err() != nil && errors.Is(err, context.Cause(ctx)): // which need not be context.Canceled
		return Error{Type: "error", Code: Canceled, Message: err.Error()}
	}
	return Fail(err)
}

func (s *Service) run(ctx context.Context, request []byte, emit func(any)) (any, error) {
	if len(request) > s.o.MaxRequest {
		return nil, fmt.Errorf("%w: it has %d bytes, and the limit is %d", errTooLarge, len(request), s.o.MaxRequest)
	}
	var kind struct{ Op string }
	if err := json.Unmarshal(request, &kind); err != nil {
		return nil, decode(request, &kind) // in the same words as all others
	}
	op, ok := ops[kind.Op]
	if !ok {
		return nil, optionErrorf("op is %q: want one of %s", kind.Op, strings.Join(slices.Sorted(maps.Keys(ops)), ", "))
	}
	return op.handle(s, ctx, request, emit)
}

// Searches reports whether a request is one that searches. The others are quick.
func Searches(request []byte) bool {
	var kind struct{ Op string }
	return json.Unmarshal(request, &kind) == nil && ops[kind.Op].searches
}

// Clear makes the searcher forget what it has learned, between two people who are not to see each other's analysis. It waits for a
// search that runs.
func (s *Service) Clear() {
	searcher := <-s.searcher
	_ = searcher.Clear() // never fails: nobody else has the searcher
	s.searcher <- searcher
}

// borrow waits for the searcher, sets it to full strength, and returns it with the function that gives it back.
func (s *Service) borrow(ctx context.Context, options ...gomoku.Option) (*gomoku.Searcher, func(), error) {
	select {
	case searcher := <-s.searcher:
		giveBack := func() { s.searcher <- searcher }
		basic := []gomoku.Option{gomoku.WithLevel(gomoku.Expert), gomoku.WithThreads(1), gomoku.WithBook(new(gomoku.Book)), gomoku.WithSeed(0)}
		if err := searcher.Set(append(basic, options...)...); err != nil {
			giveBack()
			return nil, nil, err
		}
		return searcher, giveBack, nil
	case <-ctx.Done():
		return nil, nil, context.Cause(ctx)
	}
}

// head is in every request.
type head struct {
	Op string `json:"op"`
}

// place is a position, and moves played on it.
type place struct {
	Position *string  `json:"position"`
	Moves    []string `json:"moves"`
}

// Bounds of a game. Passes have no end, and each takes memory.
const (
	maxMoves    = 4096
	maxPosition = 4 * maxMoves // bytes
)

// board returns the board with the moves played.
func (p *place) board() (*gomoku.Board, error) {
	switch {
	case p.Position == nil:
		return nil, errors.New(`the request has no position: want one such as "renju 15 h8i9"`)
	case len(*p.Position) > maxPosition:
		return nil, optionErrorf("the position has %d bytes: want at most %d", len(*p.Position), maxPosition)
	case len(p.Moves) > maxMoves:
		return nil, optionErrorf("%d moves: want at most %d", len(p.Moves), maxMoves)
	}
	b, err := gomoku.ParsePosition(*p.Position)
	if err != nil {
		return nil, err
	}
	for i, text := range p.Moves {
		if err := playText(b, text); err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	return b, nil
}

func playText(b *gomoku.Board, text string) error {
	name, unclaimed := text, false
	if n := len(text); n > 0 && text[n-1] == '!' {
		name, unclaimed = text[:n-1], true
	}
	var p gomoku.Point
	if err := p.UnmarshalText([]byte(name)); err != nil {
		return err
	}
	switch {
	case unclaimed:
		return b.PlayUnclaimed(p)
	case p == gomoku.NoPoint:
		return b.Pass()
	}
	return b.Play(p)
}

// checkGame looks at what is not checked by whoever plays the game.
func checkGame(g *gomoku.Game) error {
	switch {
	case g == nil:
		return errors.New(`the request has no game: want one such as {"size": 15, "rule": "freestyle", "moves": ["h8", "i9"]}`)
	case len(g.Moves) > maxMoves:
		return optionErrorf("the game has %d moves: want at most %d", len(g.Moves), maxMoves)
	}
	return nil
}

// limits bound a search.
type limits struct {
	Millis int64 `json:"millis"`
	Depth  int   `json:"depth"`
	Nodes  int64 `json:"nodes"`
}

// options returns the options of a search. If no limit is given, byDefault bounds its time; 0 is no bound.
func (l *limits) options(s *Service, byDefault time.Duration) ([]gomoku.SearchOption, error) {
	var o []gomoku.SearchOption
	budget := time.Duration(0)
	if l != nil {
		most := int64(24 * time.Hour / time.Millisecond)
		if l.Millis < 0 || l.Millis > most {
			return nil, optionErrorf("limits.millis is %d: want 1 to %d", l.Millis, most)
		}
		budget = time.Duration(l.Millis) * time.Millisecond
		if l.Depth != 0 {
			o = append(o, gomoku.WithDepth(l.Depth))
		}
		if l.Nodes != 0 {
			o = append(o, gomoku.WithNodes(l.Nodes))
		}
	}
	if budget == 0 && len(o) == 0 {
		budget = byDefault
	}
	if m := s.o.MaxTime; m > 0 && (budget == 0 || budget > m) {
		budget = m
	}
	if budget > 0 {
		o = append(o, gomoku.WithTimeBudget(budget))
	}
	return o, nil
}
