package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gomoku-go/gomoku"
)

// A thinker finds moves; the brain knows nothing else of the search.
type thinker interface {
	// prepare gets everything ready for games of this kind, so that think has nothing to allocate. memory is what the
	// whole program may use in bytes, 0 for no limit, or memoryUnsaid; fresh forgets what earlier games left.
	prepare(size int, rule gomoku.Rule, memory int64, fresh bool) error
	// think finds a move within the budget, or at once. It calls report for every finished depth. The end of ctx means
	// to answer now, not to fail, unless its cause is errEnd.
	think(ctx context.Context, b *gomoku.Board, budget time.Duration, atOnce bool, report func(gomoku.Info)) (gomoku.Result, error)
}

const memoryUnsaid = -1

// Why a context ended.
var (
	errStop = errors.New("told to stop")
	errEnd  = errors.New("told to end") // nothing more may be printed
)

// A brain is the state machine of the protocol. A command that is answered by ERROR has changed nothing.
type brain struct {
	thinker thinker
	say     func(line string)
	now     func() time.Time

	clock  clock
	rule   gomoku.Rule
	memory int64
	game   *position // nil before START
	stale  bool      // the thinker is not prepared for the settings
	fresh  bool      // nor cleared for a new game
}

func newBrain(t thinker, say func(string), now func() time.Time) *brain {
	return &brain{thinker: t, say: say, now: now, clock: clock{turn: defaultTurn}, memory: memoryUnsaid}
}

// handle does a command and prints its reply, if there is any: one line, whatever happens. asked is when the command
// was read. It reports whether the session goes on, which it does not once a move was given up for END.
func (b *brain) handle(ctx context.Context, cmd command, asked time.Time) bool {
	if _, ok := cmd.(endCommand); ok {
		return false
	}
	reply, err := b.do(ctx, cmd, asked)
	switch {
	case errors.Is(err, errEnd):
		// The move was given up, so what was sent after it would be answered for a position that nobody meant.
		return false
	case err != nil:
		b.say("ERROR " + err.Error())
	case reply != "":
		b.say(reply)
	}
	return true
}

func (b *brain) do(ctx context.Context, cmd command, asked time.Time) (reply string, err error) {
	switch cmd := cmd.(type) {
	case infoCommand:
		b.info(cmd.key, cmd.value)
		return "", nil
	case stopCommand:
		return "", nil
	case aboutCommand:
		return about, nil
	case unknownCommand:
		return "UNKNOWN " + cmd.text, nil
	case badCommand:
		return "", errors.New(cmd.reason)
	}
	if b.memory > 0 && b.memory < leastMemory {
		return "", fmt.Errorf("max_memory %d is too small: %d bytes are needed", b.memory, leastMemory)
	}
	if cmd, ok := cmd.(startCommand); ok {
		return b.start(cmd.width, cmd.height)
	}
	if b.game == nil {
		return "", errors.New("there is no board yet: send START first")
	}
	switch cmd := cmd.(type) {
	case restartCommand:
		return b.start(b.game.size, b.game.size)
	case beginCommand:
		if len(b.game.stones) > 0 {
			return "", errors.New("BEGIN wants an empty board: send TURN, BOARD or RESTART")
		}
		return b.move(ctx, b.game, asked)
	case turnCommand:
		next, err := b.game.play(cmd.square)
		if err != nil {
			return "", err
		}
		return b.move(ctx, next, asked)
	case boardCommand:
		next, err := listedPosition(b.game.size, b.rule, cmd.stones)
		if err != nil {
			return "", err
		}
		return b.move(ctx, next, asked)
	case playCommand:
		next, err := b.game.play(cmd.square)
		if err != nil {
			return "", err
		}
		b.game = next
		return cmd.square.String(), nil
	case takebackCommand:
		next, err := b.game.takeBack(cmd.square)
		if err != nil {
			return "", err
		}
		b.game = next
		return "OK", nil
	}
	panic(fmt.Sprintf("unreachable: command %T", cmd))
}

const about = `name="gomoku", version="0.1", author="the gomoku authors", country="none", www="https://github.com/gomoku-go/gomoku"`

func (b *brain) start(width, height int) (string, error) {
	if width != height {
		return "", fmt.Errorf("size %dx%d: only square boards are supported", width, height)
	}
	next, err := newPosition(width, b.rule, nil, gomoku.Black)
	if err != nil {
		return "", fmt.Errorf("size %d is not supported: use %d to %d", width, gomoku.MinSize, gomoku.MaxSize)
	}
	b.game = next
	b.clock.newGame()
	b.stale, b.fresh = true, true
	b.idle()
	return "OK", nil
}

// idle is called when no command waits: what settings cost is paid here, not on a move's clock.
func (b *brain) idle() {
	if !b.stale || b.game == nil {
		return
	}
	if err := b.thinker.prepare(b.game.size, b.rule, b.memory, b.fresh); err != nil {
		b.say("MESSAGE " + err.Error())
	}
	b.stale, b.fresh = false, false
}

// move answers with our move in the position, and makes it.
func (b *brain) move(ctx context.Context, next *position, asked time.Time) (string, error) {
	if next.board.Outcome() != gomoku.Undecided {
		return "", errors.New("the game is over: send START, RESTART or TAKEBACK")
	}
	b.idle()
	gone := b.now().Sub(asked)
	budget, atOnce := b.clock.budget(len(next.stones)/2, gone)
	reporter := reporter{say: b.say, size: next.size, now: b.now, last: b.now()}
	result, err := b.thinker.think(ctx, next.board, budget, atOnce, reporter.progress)
	b.clock.spend(b.now().Sub(asked))
	if errors.Is(context.Cause(ctx), errEnd) {
		return "", errEnd
	}
	if errors.Is(err, gomoku.ErrNoMove) {
		return "", errors.New("no legal move is left")
	}
	if err != nil {
		return "", err
	}
	best := squareOf(result.Best, next.size)
	after, err := next.play(best)
	if err != nil {
		return "", err
	}
	reporter.final(result)
	b.game = after
	return best.String(), nil
}

// info takes a setting. What it does not know or understand it leaves alone, as the protocol wants.
func (b *brain) info(key, value string) {
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil {
		if isSetting(key) {
			b.say(fmt.Sprintf("MESSAGE ignored: INFO %s wants a number", key))
		}
		return
	}
	const mostMS = 1 << 40 // 34 years, which a Duration holds
	switch key {
	case "timeout_turn":
		if n >= 0 {
			b.clock.turn = time.Duration(min(n, mostMS)) * time.Millisecond
		}
	case "timeout_match":
		if n >= 0 {
			b.clock.setMatch(time.Duration(min(n, mostMS)) * time.Millisecond)
		}
	case "time_left":
		b.clock.setLeft(max(min(n, mostMS), -mostMS))
	case "max_memory":
		if n >= 0 && n != b.memory {
			b.memory = n
			b.stale = true
		}
	case "rule":
		rule, ok := ruleNumbers[n]
		if !ok {
			b.say(fmt.Sprintf("MESSAGE ignored: INFO rule %d is not supported, the rule stays %v", n, b.rule))
			return
		}
		b.setRule(rule)
	}
}

func isSetting(key string) bool {
	return slices.Contains([]string{"timeout_turn", "timeout_match", "time_left", "max_memory", "rule"}, key)
}

var ruleNumbers = map[int64]gomoku.Rule{
	0: gomoku.Freestyle, 1: gomoku.Standard, 4: gomoku.Renju, 8: gomoku.CaroOverline, 9: gomoku.Caro,
}

// setRule also puts the stones of a game that has begun under the new rule.
func (b *brain) setRule(rule gomoku.Rule) {
	if rule == b.rule {
		return
	}
	b.rule, b.stale = rule, true
	if b.game == nil {
		return
	}
	next, err := newPosition(b.game.size, rule, b.game.stones, b.game.turn)
	if err != nil {
		b.say(fmt.Sprintf("MESSAGE the rule %v holds from the next game on: %v", rule, err))
		return
	}
	b.game = next
}

// A reporter writes what the search thinks as MESSAGE lines.
type reporter struct {
	say  func(string)
	size int
	now  func() time.Time
	last time.Time
}

// Managers show the lines to a person, or write them to a file; either has enough of a few a second.
const messageEvery = 200 * time.Millisecond

func (r *reporter) progress(i gomoku.Info) {
	if i.Rank > 0 || r.now().Sub(r.last) < messageEvery {
		return
	}
	r.last = r.now()
	r.message(fmt.Sprintf("%d-%d", i.Depth, i.SelDepth), i.Line, i.Stats)
}

func (r *reporter) final(result gomoku.Result) {
	line := gomoku.Line{Moves: []gomoku.Point{result.Best}, Score: result.Score}
	if len(result.Lines) > 0 && len(result.Lines[0].Moves) > 0 {
		line.Moves = result.Lines[0].Moves
	}
	r.message(strconv.Itoa(result.Depth), line, result.Stats)
}

// message has the shape that tools for other brains know: fields parted by bars, one of them "Eval".
func (r *reporter) message(depth string, line gomoku.Line, stats gomoku.Stats) {
	const most = 12 // moves
	moves := make([]string, 0, most)
	for _, p := range line.Moves[:min(most, len(line.Moves))] {
		moves = append(moves, squareOf(p, r.size).String())
	}
	r.say(fmt.Sprintf("MESSAGE Depth %s | Eval %v | Nodes %d | Speed %.0f | Time %d | Line %s",
		depth, line.Score, stats.Nodes, stats.NodesPerSecond(), stats.Elapsed.Milliseconds(), strings.Join(moves, " ")))
}
