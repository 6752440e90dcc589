package duel

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/gomoku-go/gomoku"
)

// An engine is a process that speaks the Gomocup protocol, a fresh one for every game.
type engine struct {
	command string
	clock   Clock

	cmd     *exec.Cmd
	in      io.WriteCloser
	lines   chan string // replies; closed at the end of output
	ended   chan struct{}
	last    string // the last ERROR or UNKNOWN
	told    bool   // it has the position before the opponent's move
	history int    // moves on the board when it made its last one
	size    int
	thought *thought
}

const (
	startTime = 10 * time.Second       // for the answer to START
	endTime   = 500 * time.Millisecond // from END until it is killed
	settle    = 150 * time.Millisecond // after INFO: engines allocate their tables then
	noLimit   = 1_000_000_000          // of the match time; some engines fail on 0, which the protocol has
)

var ruleNumber = map[gomoku.Rule]int{gomoku.Freestyle: 0, gomoku.Standard: 1, gomoku.Renju: 4, gomoku.CaroOverline: 8, gomoku.Caro: 9}

func (e *engine) NewGame(size int, rule gomoku.Rule, seed uint64) error {
	e.Close()
	e.size, e.told, e.last = size, false, ""
	cmd := shell(e.command)
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	e.cmd, e.in, e.lines, e.ended, e.thought = cmd, in, make(chan string, 64), make(chan struct{}), &thought{}
	go read(out, e.lines, e.thought, cmd, e.ended)
	if err := e.send(fmt.Sprint("START ", size)); err != nil {
		return err
	}
	timeout := time.After(startTime)
	for started := false; !started; {
		reply, err := e.reply(context.Background(), timeout)
		if err != nil {
			return fmt.Errorf("START: %w", err)
		}
		if strings.HasPrefix(reply, "ERROR") {
			return errors.New(reply)
		}
		started = strings.HasPrefix(reply, "OK")
	}
	if err := e.send(
		fmt.Sprint("INFO max_memory ", e.clock.Memory),
		fmt.Sprint("INFO timeout_match ", noLimit),
		fmt.Sprint("INFO timeout_turn ", e.clock.Turn.Milliseconds()),
		"INFO game_type 1",
		fmt.Sprint("INFO rule ", ruleNumber[rule]),
	); err != nil {
		return err
	}
	time.Sleep(settle)
	return nil
}

// read passes the replies on. Of MESSAGE lines the thoughts are noted; DEBUG and what else there may be is for people.
func read(out io.Reader, lines chan<- string, thought *thought, cmd *exec.Cmd, ended chan<- struct{}) {
	defer close(ended)
	defer close(lines)
	s := bufio.NewScanner(out)
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		text := strings.TrimSpace(s.Text())
		word, _, _ := strings.Cut(text, " ")
		if word = strings.ToUpper(word); word == "OK" || word == "ERROR" || word == "UNKNOWN" || coordinates.MatchString(text) {
			lines <- text
		} else if word == "MESSAGE" {
			thought.note(text)
		}
	}
	io.Copy(io.Discard, out) // after a line too long
	cmd.Wait()
}

var coordinates = regexp.MustCompile(`^(\d+)\s*,\s*(\d+)$`)

func (e *engine) send(lines ...string) error {
	if _, err := io.WriteString(e.in, strings.Join(lines, "\n")+"\n"); err != nil {
		return fmt.Errorf("the engine has ended (%v)%s", err, e.lastError())
	}
	return nil
}

func (e *engine) reply(ctx context.Context, timeout <-chan time.Time) (string, error) {
	select {
	case l, ok := <-e.lines:
		if !ok {
			return "", errors.New("the engine has ended" + e.lastError())
		}
		return l, nil
	case <-timeout:
		return "", fmt.Errorf("%w%s", errTime, e.lastError())
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
}

func (e *engine) lastError() string {
	if e.last == "" {
		return ""
	}
	return "; last: " + e.last
}

// square writes a point as the protocol does, y from the top.
func (e *engine) square(p gomoku.Point) string {
	x, y := p.XY()
	return fmt.Sprintf("%d,%d", x, e.size-1-y)
}

// Move asks with TURN where the engine knows the rest, with BEGIN or BOARD otherwise.
func (e *engine) Move(ctx context.Context, b *gomoku.Board) (Move, error) {
	ask := []string{fmt.Sprint("INFO time_left ", noLimit)}
	var moves []gomoku.Point
	for _, p := range b.Moves() {
		moves = append(moves, p)
	}
	switch n := len(moves); {
	case n == 0:
		ask = append(ask, "BEGIN")
	case n == 1 || e.told && n == e.history+1:
		ask = append(ask, "TURN "+e.square(moves[n-1]))
	default:
		ask = append(ask, "BOARD")
		for i, p := range moves {
			field := 1 // its own
			if (n-i)%2 == 1 {
				field = 2
			}
			ask = append(ask, fmt.Sprintf("%s,%d", e.square(p), field))
		}
		ask = append(ask, "DONE")
	}
	for stray := true; stray; { // lines that nobody asked for
		select {
		case _, ok := <-e.lines:
			stray = ok
		default:
			stray = false
		}
	}
	e.thought.take()
	if err := e.send(ask...); err != nil {
		return Move{}, err
	}
	timeout := time.After(e.clock.Turn + e.clock.Tolerance)
	for {
		reply, err := e.reply(ctx, timeout)
		if err != nil {
			return Move{}, err
		}
		c := coordinates.FindStringSubmatch(reply)
		if c == nil {
			e.last = reply // perhaps the reason for what follows
			continue
		}
		x, _ := strconv.Atoi(c[1]) // a number too big is off the board
		y, _ := strconv.Atoi(c[2])
		e.told, e.history = true, len(moves)+1
		m := e.thought.take() // MESSAGE lines come before the move
		m.Point = gomoku.At(x, e.size-1-y)
		return m, nil
	}
}

// Close ends the process: END, a short wait, then a kill.
func (e *engine) Close() error {
	if e.cmd == nil {
		return nil
	}
	_ = e.send("END")
	e.in.Close()
	timeout := time.After(endTime)
	for done := false; !done; {
		select {
		case <-e.ended:
			done = true
		case <-e.lines: // so that its reader comes to the end
		case <-timeout:
			kill(e.cmd)
			timeout = nil
		}
	}
	e.cmd = nil
	return nil
}
