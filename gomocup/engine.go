package gomocup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"sync"
	"time"

	"github.com/gomoku-go/gomoku"
)

// An Engine runs a program that speaks the Gomocup protocol, and asks it for moves. Set the fields before the first call; only Path
// is needed. The methods are for one goroutine at a time, except Close, which may be called at any time and ends a running call.
//
// Every game has a new process. It is killed, together with the processes that it has started, when it does not answer in time, when
// the context of a call ends, and by Close. After an error of Move the next Move starts another process. Errors are of type
// [*EngineError], except those of a context and of wrong arguments. An *Engine is a Player of package match.
type Engine struct {
	Path string   // the program: a file, or a name to be found in $PATH
	Args []string // its arguments
	Dir  string   // its working directory; empty: that of the calling program
	Env  []string // its environment; nil: that of the calling program

	Memory       int64         // bytes that it may use, told by INFO max_memory; 0: no limit
	Info         []string      // further settings, sent with INFO at the beginning of a game, each a key and a value: "thread_num 2"
	StartTimeout time.Duration // for the answer to START; 0: ten seconds
	Grace        time.Duration // how far a move may exceed its time before the engine is killed; 0: one second

	Stderr io.Writer // gets its standard error; nil: it is discarded
	Log    io.Writer // gets a copy of the conversation, each line with its time and direction; nil: no log

	mu      sync.Mutex
	process *process // nil: none runs
	closed  bool     // until the next game

	size  int // 0 before NewGame
	rule  gomoku.Rule
	empty uint64 // hash of the empty board
	knows uint64 // hash of the position that the process has, 0 for one that is not known
	told  clockInfo
	log   *journal
}

const (
	startTimeout = 10 * time.Second
	grace        = time.Second
	settle       = 150 * time.Millisecond // wait after INFO: engines allocate their tables then, and may refuse the rule
	noLimit      = 1_000_000_000          // of a match, in milliseconds; some engines fail on 0, which the protocol has
	mostStray    = 1000                   // lines that are dropped before a question
)

// NewGame ends the process of the last game and starts one for a game of that size and rule. The seed is ignored, because the protocol
// has no command for it. An error is one of ErrStart, ErrRefused and ErrTimeout, or says which field or argument has a wrong value.
func (e *Engine) NewGame(size int, rule gomoku.Rule, seed uint64) error {
	b, err := gomoku.NewBoard(size, rule)
	if err != nil {
		return err
	}
	if err := e.checkFields(); err != nil {
		return err
	}
	e.Close()
	e.mu.Lock()
	e.closed = false
	e.mu.Unlock()
	if e.log == nil {
		e.log = newJournal(e.Log)
	}
	e.size, e.rule, e.empty = size, rule, b.Hash()
	return e.start(context.Background())
}

// Close ends the process: it sends END, and kills the process after half a second. It returns nil. A second Close does nothing.
// NewGame may be called after it.
func (e *Engine) Close() error {
	e.mu.Lock()
	p := e.process
	e.process, e.closed = nil, true
	e.mu.Unlock()
	if p != nil {
		p.end(endTime)
	}
	return nil
}

// Move asks for a move of the side to move on b. It does not change b.
//
// The engine is told the clock: PerMove as the limit of the move, Left as the time left for the game. A deadline of ctx limits the
// move too. Without any limit the move has one second. Best of the result is a legal move. Score, Depth and Stats.Nodes come from the
// engine's messages, and are 0 if it does not send them.
//
// The error is one of ErrTimeout, ErrCrashed, ErrRefused and ErrClosed, the cause of ctx, [gomoku.ErrGameOver], or an error of
// [Engine.NewGame] if the process had to be started again. If it is ErrIllegalMove, its cause is the reason, such as
// [gomoku.ErrOccupied], and Best is the point that the engine named, or [gomoku.NoPoint] if that is not on any board.
func (e *Engine) Move(ctx context.Context, b *gomoku.Board, c gomoku.Clock) (gomoku.Result, error) {
	if err := e.check(ctx, b, c); err != nil {
		return gomoku.Result{}, err
	}
	began := time.Now()
	p, err := e.ready(ctx, b)
	if err != nil {
		return gomoku.Result{}, err
	}
	info, patience := timing(ctx, c)
	question := e.question(b)
	asked := question[0]
	e.knows = 0
	p.drain()
	timeout := after(patience + cmp.Or(e.Grace, grace))
	at, t, err := p.answer(ctx, asked, append(e.told.changes(info), question...), timeout)
	if err != nil {
		return gomoku.Result{}, e.failed(p, err)
	}
	e.told = info
	r := gomoku.Result{Score: t.score, Depth: t.depth, Stats: gomoku.Stats{Nodes: t.nodes, Elapsed: time.Since(began)}}
	point, err := at.point(e.size)
	next := b.Clone()
	if r.Best = point; err != nil {
		err = fmt.Errorf("%w: %w", gomoku.ErrOffBoard, err)
	} else {
		err = next.Play(point)
	}
	if err != nil {
		return r, &EngineError{ErrIllegalMove, asked, at.String(), err}
	}
	e.knows = next.Hash()
	return r, nil
}

// answer sends a question and waits for the move. It notes the messages that come before it.
func (p *process) answer(ctx context.Context, asked string, lines []string, timeout <-chan struct{}) (at square, t thought, err error) {
	err = p.ask(ctx, asked, lines, timeout, func(word, text string) bool {
		switch m := coordinates.FindStringSubmatch(text); {
		case m != nil:
			at.x, _ = strconv.Atoi(m[1]) // a number too big is off the board
			at.y, _ = strconv.Atoi(m[2])
			return true
		case word == "MESSAGE":
			t.note(text)
		case word == "SUGGEST": // the engine waits until its move is confirmed
			_, move := split(text)
			_ = p.send(timeout, "PLAY "+move) // if that fails, no answer comes
		}
		return false
	})
	return at, t, err
}

// drain drops lines that nobody asked for.
func (p *process) drain() {
	for range mostStray {
		select {
		case _, ok := <-p.lines:
			if !ok {
				return // the question will find out
			}
		default:
			return
		}
	}
}

// after returns a channel that is closed after some time. Unlike that of time.After it can be waited for more than once.
func after(d time.Duration) <-chan struct{} {
	c := make(chan struct{})
	time.AfterFunc(d, func() { close(c) })
	return c
}

// checkFields says which field has a value that makes no sense.
func (e *Engine) checkFields() error {
	switch {
	case e.Path == "":
		return errors.New("gomocup: Engine.Path is empty: want the file of a program, or its name in $PATH")
	case e.Memory < 0:
		return fmt.Errorf("gomocup: Engine.Memory is %d: want a number of bytes, or 0 for no limit", e.Memory)
	case e.StartTimeout < 0:
		return fmt.Errorf("gomocup: Engine.StartTimeout is %v: want more than 0, or 0 for %v", e.StartTimeout, startTimeout)
	case e.Grace < 0:
		return fmt.Errorf("gomocup: Engine.Grace is %v: want more than 0, or 0 for %v", e.Grace, grace)
	}
	for _, setting := range e.Info {
		if key, value := split(setting); key == "" || value == "" || printable(setting, maxLine) != setting {
			return fmt.Errorf("gomocup: Engine.Info has %q: want a key and a value in one line, such as \"thread_num 2\"", setting)
		}
	}
	return nil
}

// check looks at the arguments of Move.
func (e *Engine) check(ctx context.Context, b *gomoku.Board, c gomoku.Clock) error {
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case e.size == 0:
		return errors.New("gomocup: Move wants a game: call NewGame first")
	case b == nil:
		return errors.New("gomocup: Move wants a board")
	case c.Left < 0 || c.Increment < 0 || c.PerMove < 0:
		return fmt.Errorf("gomocup: the clock %v has a negative time: want 0, which is no limit, or more", c)
	case b.Size() != e.size || b.Rule() != e.rule:
		return fmt.Errorf("gomocup: the board is %d×%d, %v, and the game %d×%d, %v", b.Size(), b.Size(), b.Rule(), e.size, e.size, e.rule)
	case b.Outcome() != gomoku.Undecided:
		return gomoku.ErrGameOver
	}
	return nil
}

// ready returns a process that can be asked about b. It starts a new one if the last was killed or has stones that b has not.
func (e *Engine) ready(ctx context.Context, b *gomoku.Board) (*process, error) {
	e.mu.Lock()
	p, closed := e.process, e.closed
	e.mu.Unlock()
	if closed {
		return nil, &EngineError{Kind: ErrClosed}
	}
	if p == nil || b.Stones() == 0 && e.knows != e.empty {
		e.drop(p)
		if err := e.start(ctx); err != nil {
			return nil, err
		}
		e.mu.Lock()
		p = e.process
		e.mu.Unlock()
		if p == nil {
			return nil, &EngineError{Kind: ErrClosed}
		}
	}
	return p, nil
}

// drop kills a process.
func (e *Engine) drop(p *process) {
	if p == nil {
		return
	}
	e.mu.Lock()
	if e.process == p {
		e.process = nil
	}
	e.mu.Unlock()
	p.end(0)
}

// start runs the program and tells it the kind of game.
func (e *Engine) start(ctx context.Context) error {
	path := e.Path
	if path != filepath.Base(path) { // a file, relative to the working directory of this program and not to Dir
		var err error
		if path, err = filepath.Abs(path); err != nil {
			return &EngineError{Kind: ErrStart, Err: err}
		}
	}
	cmd := exec.Command(path, e.Args...)
	cmd.Dir, cmd.Env, cmd.Stderr = e.Dir, e.Env, e.Stderr
	p, err := startProcess(cmd, e.log)
	if err != nil {
		return &EngineError{Kind: ErrStart, Err: err}
	}
	e.mu.Lock()
	e.process = p
	closed := e.closed
	e.mu.Unlock()
	if closed {
		e.drop(p)
		return &EngineError{Kind: ErrClosed}
	}
	e.knows, e.told = e.empty, clockInfo{}

	asked := fmt.Sprint("START ", e.size)
	timeout := after(cmp.Or(e.StartTimeout, startTimeout))
	err = p.ask(ctx, asked, []string{asked}, timeout, func(word, text string) bool { return word == "OK" })
	var what *EngineError
	if errors.As(err, &what) && what.Kind != ErrRefused {
		err = &EngineError{ErrStart, what.Command, what.Said, errors.Join(what.Kind, what.Err)}
	}
	if err != nil {
		return e.failed(p, err)
	}

	asked = fmt.Sprint("INFO rule ", ruleNumbers[e.rule])
	info := []string{fmt.Sprint("INFO max_memory ", e.Memory), "INFO game_type 1", asked}
	for _, setting := range e.Info {
		info = append(info, "INFO "+setting)
	}
	err = p.ask(ctx, asked, info, after(settle), func(string, string) bool { return false })
	if errors.As(err, &what) && what.Kind == ErrTimeout && what.Err == nil {
		return nil // silence is consent
	}
	return e.failed(p, err)
}

var coordinates = regexp.MustCompile(`^(\d+)\s*,\s*(\d+)$`)

// reply reads lines until one is wanted.
func (p *process) reply(ctx context.Context, asked string, timeout <-chan struct{}, wanted func(word, text string) bool) error {
	said, exited := "", p.exited
	var silent <-chan struct{}
	for {
		select {
		case text, ok := <-p.lines:
			word, _ := split(text)
			switch {
			case !ok:
				return &EngineError{ErrCrashed, asked, said, p.outcome()}
			case wanted(word, text):
				return nil
			case word == "ERROR":
				return &EngineError{ErrRefused, asked, text, nil}
			case word == "UNKNOWN":
				said = text // perhaps the reason for what follows
			}
		case <-exited: // its last lines may still be on their way, and a child may hold the other end
			exited, silent = nil, after(settle)
		case <-silent:
			return &EngineError{ErrCrashed, asked, said, p.outcome()}
		case <-timeout:
			return &EngineError{ErrTimeout, asked, said, nil}
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// ask sends lines and waits for a reply.
func (p *process) ask(ctx context.Context, asked string, lines []string, timeout <-chan struct{}, wanted func(word, text string) bool) error {
	switch err := p.send(timeout, lines...); {
	case errors.Is(err, errSlow):
		return &EngineError{ErrTimeout, asked, "", err}
	case err != nil: // how it ended is the better reason, and there may be last lines
		return p.reply(ctx, asked, after(settle), func(string, string) bool { return false })
	}
	return p.reply(ctx, asked, timeout, wanted)
}

// failed kills a process and returns the error for the caller: ErrClosed, if Close was the reason.
func (e *Engine) failed(p *process, err error) error {
	e.drop(p)
	e.mu.Lock()
	defer e.mu.Unlock()
	var what *EngineError
	if e.closed && errors.As(err, &what) {
		return &EngineError{Kind: ErrClosed, Command: what.Command}
	}
	return err
}
