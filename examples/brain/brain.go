package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/opening"
)

// A thinker finds moves; the brain knows nothing else of the search.
type thinker interface {
	// prepare gets everything ready for games of this kind, so that think has nothing to allocate.
	prepare(settings) error
	// think finds a move. The end of ctx means to answer now, not to fail, unless its cause is errEnd.
	think(ctx context.Context, b *gomoku.Board, t task) (gomoku.Result, error)
	// decide chooses what to do in an opening, under the same terms.
	decide(ctx context.Context, s *opening.State, t task) (opening.Action, error)
}

// settings are what the thinker has to get ready for.
type settings struct {
	size    int
	rule    gomoku.Rule
	memory  int64 // bytes that the whole program may use, 0 for no limit, or memoryUnsaid
	hash    int64 // bytes of the hash table, 0 for what suits the memory
	threads int   // 0 for what the program was started with
	fresh   bool  // to forget what earlier games left
}

const memoryUnsaid = -1

// A task is one search.
type task struct {
	budget   time.Duration
	atOnce   bool // answer without a search
	depth    int  // in plies, 0 for no limit
	nodes    int64
	lines    int // how many of the best moves to look for
	balance  bool
	target   gomoku.Score // with balance: the score to come near, from the view of the side that moves
	excluded []gomoku.Point
	report   func(gomoku.Info) // called for every line of a finished depth
}

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

	clock    clock
	settings settings // size is that of the game
	depth    int      // limits of a search, 0 for none
	nodes    int64
	blocked  []gomoku.Point // not to be played
	game     *position      // nil before START
	stale    bool           // the thinker is not prepared for the settings
	yixin    bool           // the manager speaks the dialect of Yixin-Board
	rule2    bool           // INFO rule was 2, which means something in that dialect alone
}

func newBrain(t thinker, say func(string), now func() time.Time) *brain {
	return &brain{thinker: t, say: say, now: now, clock: clock{turn: defaultTurn}, settings: settings{memory: memoryUnsaid}}
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
		return true
	case reply != "":
		b.say(reply)
	}
	b.recognize(cmd)
	return true
}

func (b *brain) do(ctx context.Context, cmd command, asked time.Time) (reply string, err error) {
	switch cmd := cmd.(type) { // what needs no board
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
	case givenUpCommand:
		b.say(fmt.Sprintf("MESSAGE %s was not ended by DONE and is given up", cmd.list))
		return "", nil
	case showInfoCommand:
		b.say(fmt.Sprintf("MESSAGE INFO MAX_THREAD_NUM %d", runtime.NumCPU()))
		b.say(fmt.Sprintf("MESSAGE INFO MAX_HASH_SIZE %d", bits.Len64(uint64(mostHash>>10))-1))
		return "", nil
	case blockResetCommand:
		b.blocked = nil
		return "", nil
	case hashClearCommand:
		b.settings.fresh, b.stale = true, true
		return "", nil
	}
	if least := leastMemory(b.settings.threads); b.settings.memory > 0 && b.settings.memory < least {
		return "", fmt.Errorf("max_memory %d is too small: %d bytes are needed", b.settings.memory, least)
	}
	if cmd, ok := cmd.(startCommand); ok {
		return b.start(cmd.width, cmd.height)
	}
	if b.game == nil {
		return "", errors.New("there is no board yet: send START first")
	}
	switch cmd := cmd.(type) {
	case restartCommand:
		b.settings.fresh = true
		return b.start(b.game.size, b.game.size)
	case beginCommand:
		if len(b.game.stones) > 0 {
			return "", errors.New("BEGIN wants an empty board: send TURN, BOARD or RESTART")
		}
		return b.move(ctx, b.game, asked, task{lines: 1})
	case turnCommand:
		next, err := b.game.play(cmd.square)
		if err != nil {
			return "", err
		}
		return b.move(ctx, next, asked, task{lines: 1})
	case boardCommand:
		next, err := listedPosition(b.game.size, b.settings.rule, cmd.stones)
		if err != nil {
			return "", err
		}
		if cmd.quiet {
			b.game = next
			return "", nil
		}
		return b.move(ctx, next, asked, task{lines: 1})
	case swap2Command:
		return b.swap2(ctx, cmd.stones, asked)
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
	case nbestCommand:
		return b.move(ctx, b.game, asked, task{lines: cmd.lines})
	case balanceCommand:
		// The second stone is the other side's, which sees the score from its own view.
		tasks := []task{
			{lines: 1, balance: true, target: gomoku.Score(cmd.target)},
			{lines: 1, balance: true, target: -gomoku.Score(cmd.target)},
		}
		return b.move(ctx, b.game, asked, tasks[:cmd.stones]...)
	case blockCommand:
		return "", b.block(cmd.squares, cmd.undo)
	case forbidCommand:
		return b.game.forbidden(), nil
	}
	panic(fmt.Sprintf("unreachable: command %T", cmd))
}

const about = `name="gomoku", version="0.1", author="the gomoku authors", country="none", www="https://github.com/gomoku-go/gomoku"`

func (b *brain) start(width, height int) (string, error) {
	if width != height {
		return "", fmt.Errorf("size %dx%d: only square boards are supported", width, height)
	}
	next, err := newPosition(width, b.settings.rule, nil, gomoku.Black)
	if err != nil {
		return "", fmt.Errorf("size %d is not supported: use %d to %d", width, gomoku.MinSize, gomoku.MaxSize)
	}
	b.game = next
	b.clock.newGame()
	b.settings.size, b.stale = width, true
	if !b.yixin { // Yixin-Board says START before every move, and yxhashclear where it means that
		b.settings.fresh = true
	}
	b.idle()
	return "OK", nil
}

// idle is called when no command waits: what settings cost is paid here, not on a move's clock.
func (b *brain) idle() {
	if !b.stale || b.game == nil {
		return
	}
	if err := b.thinker.prepare(b.settings); err != nil {
		b.say("MESSAGE " + printable(err.Error(), maxLine))
	}
	b.stale, b.settings.fresh = false, false
}

// move answers with our moves in the position, one for each task, and makes them.
func (b *brain) move(ctx context.Context, next *position, asked time.Time, tasks ...task) (string, error) {
	b.idle()
	defer func() { b.clock.spend(b.now().Sub(asked)) }()
	terms := b.terms(next, asked, len(tasks))
	var reply []string
	var finals []func()
	for _, t := range tasks {
		t.budget, t.atOnce, t.depth, t.nodes = terms.budget, terms.atOnce, terms.depth, terms.nodes
		after, best, final, err := b.search(ctx, next, t)
		if err != nil {
			return "", err
		}
		next = after
		reply = append(reply, best.String())
		finals = append(finals, final)
	}
	for _, final := range finals {
		final()
	}
	b.game = next
	return strings.Join(reply, " "), nil
}

// terms are the limits of each of n searches that together answer what was asked then.
func (b *brain) terms(p *position, asked time.Time, n int) task {
	budget, atOnce := b.clock.budget(len(p.stones)/2, b.now().Sub(asked))
	return task{budget: max(budget/time.Duration(n), leastBudget), atOnce: atOnce, depth: b.depth, nodes: b.nodes}
}

// search finds one move. final prints what it is worth, once it is sure to be played.
func (b *brain) search(ctx context.Context, p *position, t task) (after *position, best square, final func(), err error) {
	if p.board.Outcome() != gomoku.Undecided {
		return nil, best, nil, errGameOver
	}
	reporter := reporter{say: b.say, size: p.size, lines: t.lines, now: b.now, last: b.now()}
	t.excluded, t.report = b.blocked, reporter.progress
	result, err := b.thinker.think(ctx, p.board, t)
	switch {
	case errors.Is(context.Cause(ctx), errEnd):
		err = errEnd
	case errors.Is(err, gomoku.ErrNoMove) && len(b.blocked) > 0:
		err = errors.New("no legal move is left beside the blocked points: send yxblockreset")
	case errors.Is(err, gomoku.ErrNoMove):
		err = errors.New("no legal move is left")
	}
	if err != nil {
		return nil, best, nil, err
	}
	best = squareOf(result.Best, p.size)
	after, err = p.play(best)
	return after, best, func() { reporter.final(result) }, err
}

// swap2 is our part in a Swap2 opening, of which these stones lie on the board. The manager sends BOARD once it is over,
// but TURN would do as well: the position is what it is after our answer.
func (b *brain) swap2(ctx context.Context, stones []square, asked time.Time) (string, error) {
	state, next, err := swap2State(b.game.size, b.settings.rule, stones)
	if err != nil {
		return "", err
	}
	b.idle()
	defer func() { b.clock.spend(b.now().Sub(asked)) }()
	t := b.terms(next, asked, 2) // a choice of color, and perhaps a move
	t.lines = 1
	action, err := b.thinker.decide(ctx, state, t)
	if errors.Is(context.Cause(ctx), errEnd) {
		return "", errEnd
	}
	if err != nil {
		return "", err
	}
	if err := state.Apply(action); err != nil {
		return "", err
	}
	switch action.Kind {
	case opening.TakeBlack:
		b.game = next
		return "SWAP", nil
	case opening.TakeWhite: // whose move it is
		after, best, final, err := b.search(ctx, next, t)
		if err != nil {
			return "", err
		}
		final()
		b.game = after
		return best.String(), nil
	}
	var reply []string
	for _, p := range action.Points {
		s := squareOf(p, next.size)
		if next, err = next.play(s); err != nil {
			return "", err
		}
		reply = append(reply, s.String())
	}
	b.game = next
	return strings.Join(reply, " "), nil
}

// block changes the points that are not to be played. They stay through new games, as Yixin-Board wants.
func (b *brain) block(squares []square, undo bool) error {
	blocked := slices.Clone(b.blocked)
	for _, s := range squares {
		p, err := s.point(b.game.size)
		if err != nil {
			return err
		}
		blocked = slices.DeleteFunc(blocked, func(q gomoku.Point) bool { return q == p })
		if !undo {
			blocked = append(blocked, p)
		}
	}
	b.blocked = blocked
	return nil
}

// recognize notes that the manager speaks the dialect of Yixin-Board.
func (b *brain) recognize(cmd command) {
	yixin := false
	switch cmd := cmd.(type) {
	case startCommand:
		yixin = cmd.yixin
	case boardCommand:
		yixin = cmd.quiet
	case nbestCommand, balanceCommand, blockCommand, blockResetCommand, forbidCommand, showInfoCommand, hashClearCommand:
		yixin = true
	}
	if !yixin || b.yixin {
		return
	}
	b.yixin = true
	if b.rule2 {
		b.setRule(gomoku.Renju)
	}
}

// settingKeys are what INFO can set, and the least value that makes sense.
var settingKeys = map[string]int64{
	"timeout_turn": 0, "timeout_match": 0, "time_left": math.MinInt64, "max_memory": 0, "rule": 0,
	"time_increment": 0, "thread_num": 1, "hash_size": 0, "max_depth": math.MinInt64, "max_node": math.MinInt64,
}

// info takes a setting. What it does not know or understand it leaves alone, as the protocol wants.
func (b *brain) info(key, value string) {
	least, known := settingKeys[key]
	if !known {
		return
	}
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil || n < least {
		b.ignored(key, value)
		return
	}
	const mostMS = 1 << 40 // 34 years, which a Duration holds
	ms := max(min(n, mostMS), -mostMS)
	switch key {
	case "timeout_turn":
		b.clock.turn = time.Duration(ms) * time.Millisecond
	case "timeout_match":
		b.clock.setMatch(time.Duration(ms) * time.Millisecond)
	case "time_left":
		b.clock.setLeft(ms)
	case "time_increment":
		b.clock.added = time.Duration(ms) * time.Millisecond
	case "max_memory":
		b.stale = b.stale || n != b.settings.memory
		b.settings.memory = n
	case "hash_size": // in KiB
		if n != 0 && (n < leastHash>>10 || n > mostHash>>10) {
			b.ignored(key, fmt.Sprintf("%d, which is not from %d to %d", n, leastHash>>10, mostHash>>10))
			return
		}
		b.stale = b.stale || n<<10 != b.settings.hash
		b.settings.hash = n << 10
	case "thread_num":
		if n > mostThreads {
			b.ignored(key, fmt.Sprintf("%d, which is more than %d", n, mostThreads))
			return
		}
		b.stale = b.stale || int(n) != b.settings.threads
		b.settings.threads = int(n)
	case "max_depth": // less than 1: no limit
		b.depth = int(max(0, min(n, math.MaxInt32)))
	case "max_node":
		b.nodes = max(0, n)
	case "rule":
		b.rule2 = n == 2
		rule, ok := ruleNumbers[n]
		if b.rule2 && b.yixin {
			rule, ok = gomoku.Renju, true
		}
		if !ok {
			b.ignored(key, fmt.Sprintf("%d, which is not supported: the rule stays %v", n, b.settings.rule))
			return
		}
		b.setRule(rule)
	}
}

func (b *brain) ignored(key, value string) {
	b.say(fmt.Sprintf("MESSAGE ignored: INFO %s %s", key, quote(value)))
}

var ruleNumbers = map[int64]gomoku.Rule{
	0: gomoku.Freestyle, 1: gomoku.Standard, 4: gomoku.Renju, 8: gomoku.CaroOverline, 9: gomoku.Caro,
}

// setRule also puts the stones of a game that has begun under the new rule.
func (b *brain) setRule(rule gomoku.Rule) {
	if rule == b.settings.rule {
		return
	}
	b.settings.rule, b.stale = rule, true
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
	say   func(string)
	size  int
	lines int
	now   func() time.Time
	last  time.Time
	open  bool // the lines of this depth are shown
}

// Managers show the lines to a person, or write them to a file; either has enough of a few a second.
const messageEvery = 200 * time.Millisecond

func (r *reporter) progress(i gomoku.Info) {
	if i.Rank == 0 {
		now := r.now()
		if r.open = now.Sub(r.last) >= messageEvery; r.open {
			r.last = now
		}
	}
	if r.open {
		r.message(fmt.Sprintf("%d-%d", i.Depth, i.SelDepth), i.Rank, i.Line, i.Stats)
	}
}

func (r *reporter) final(result gomoku.Result) {
	for rank, line := range result.Lines {
		r.message(strconv.Itoa(result.Depth), rank, line, result.Stats)
	}
}

// message has the shape that tools for other brains know: fields parted by bars, one of them "Eval".
func (r *reporter) message(depth string, rank int, line gomoku.Line, stats gomoku.Stats) {
	const most = 12 // moves
	moves := make([]string, 0, most)
	for _, p := range line.Moves[:min(most, len(line.Moves))] {
		moves = append(moves, squareOf(p, r.size).String())
	}
	if r.lines > 1 {
		depth += fmt.Sprintf(" | Rank %d", rank+1)
	}
	r.say(fmt.Sprintf("MESSAGE Depth %s | Eval %v | Nodes %d | Speed %.0f | Time %d | Line %s",
		depth, line.Score, stats.Nodes, stats.NodesPerSecond(), stats.Elapsed.Milliseconds(), strings.Join(moves, " ")))
}
