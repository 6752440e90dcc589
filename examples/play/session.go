package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/opening"
)

// A session is one run of the program: the running game, and who plays it how.
type session struct {
	ctx   context.Context // ends with Ctrl-C
	set   *settings
	w     *words
	scr   *screen
	lines <-chan input
	book  *gomoku.Book
	games int     // games begun, for their seeds
	seats [3]bool // by gomoku.Color: what -color says, before an opening gives the colors
	match

	done   bool
	status int
}

// A match is the running game. A session replaces it as a whole, or not at all.
type match struct {
	size     int
	rule     gomoku.Rule
	board    *gomoku.Board
	tags     map[string]string // of a loaded game
	outcome  gomoku.Outcome    // as the board has it, or by resignation or time
	reason   gomoku.Reason
	foul     gomoku.Point // the move that ended a loaded game by a foul; it does not lie on the board
	told     bool         // the result has been shown
	clocks   *clocks
	machines [3]*gomoku.Searcher // by color, made when first needed
	adviser  *gomoku.Searcher
	seed     uint64
	protocol *opening.State // of -opening; nil: none
	floor    int            // moves of the opening, which undo leaves alone
}

// newSession makes a session and its first game; what is wrong with the flags or their files comes out here.
func newSession(ctx context.Context, set *settings, scr *screen, lines <-chan input) (*session, error) {
	s := &session{ctx: ctx, set: set, w: scr.words, scr: scr, lines: lines, seats: set.human}
	var err error
	if s.book, err = set.openBook(s.w); err != nil {
		return nil, err
	}
	if set.load != "" {
		r, err := loadGame(s.w, set.load, set.size, set.rule)
		if err != nil {
			return nil, err
		}
		s.resume(r)
	} else if err := s.begin(set.size, set.rule); err != nil {
		return nil, err
	}
	// Searchers check their options; better now than at the first move.
	if _, err := gomoku.NewSearcher(set.machineOptions(s.book, s.seed)...); err != nil {
		return nil, optionError(s.w, err)
	}
	return s, nil
}

// begin starts a new game.
func (s *session) begin(size int, rule gomoku.Rule) error {
	board, err := gomoku.NewBoard(size, rule)
	if err != nil {
		return err
	}
	m := match{board: board, clocks: newClocks(s.set.clock)}
	if err := s.beginOpening(&m, size, rule); err != nil {
		return err
	}
	s.replace(m)
	return nil
}

// resume goes on with a loaded game. A file without clocks is played with those of -clock, if any.
func (s *session) resume(r *restored) {
	m := match{board: r.board, tags: r.game.Tags, outcome: r.game.Outcome, reason: r.game.Reason, clocks: r.clocks}
	if m.reason == gomoku.ByFoul {
		m.foul = r.game.Moves[len(r.game.Moves)-1]
	}
	if m.clocks == nil {
		m.clocks = newClocks(s.set.clock)
	}
	s.replace(m)
}

func (s *session) replace(m match) {
	m.size, m.rule = m.board.Size(), m.board.Rule()
	m.seed = s.set.seed + uint64(s.games)
	s.games++
	s.set.human = s.seats
	s.match = m
}

// run plays until the session is done and returns the exit status.
func (s *session) run() int {
	s.greet()
	for !s.done {
		turn := s.board.Turn()
		switch {
		case s.scr.failed != nil:
			return s.failedWrite()
		case s.ctx.Err() != nil:
			s.interrupt()
		case s.outcome != gomoku.Undecided:
			s.afterEnd()
		case s.choosing():
			s.openingTurn()
		case s.stuck():
			s.passFor(turn)
		case s.set.human[turn]:
			s.humanTurn(turn)
		default:
			s.machineTurn(turn)
		}
	}
	// The last line of the output is the result, whatever was asked for after it.
	if result := s.resultLine(); s.scr.last != result {
		s.scr.line(result)
	}
	if s.scr.failed != nil {
		return s.failedWrite()
	}
	return s.status
}

func (s *session) end(status int) { s.done, s.status = true, status }

// failedWrite is the exit status where standard output takes no more.
func (s *session) failedWrite() int {
	if brokenPipe(s.scr.failed) {
		return statusOK // nobody listens any more: no fault of the game
	}
	s.scr.complain(s.w.errorf(s.w.writeFailed, s.scr.failed))
	return statusFailure
}

// interrupt ends the session on Ctrl-C. A game under way is kept in a file, for the player may have meant something else.
func (s *session) interrupt() {
	s.scr.clear()
	s.scr.breakLine()
	s.end(statusInterrupted)
	if s.outcome != gomoku.Undecided || s.board.Len() == 0 || s.choosing() {
		return
	}
	s.clocks.stop(time.Now())
	data, err := encodeGame(s.record(), s.clocks)
	if err != nil {
		return // a courtesy only
	}
	f, err := os.CreateTemp("", "gomoku-*.json")
	if err != nil {
		return
	}
	// No Sync here: a busy disk would hold up the end that Ctrl-C asks for.
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err != nil {
		os.Remove(f.Name())
		return
	}
	s.scr.complain(s.w.errorf(s.w.interrupted, f.Name()))
}

func (s *session) greet() {
	w := s.w
	s.scr.note(fmt.Sprintf(w.greeting, s.size, s.size, w.rules[s.rule]))
	stones := glyphsFor(s.scr.unicode).stones
	var seats []string
	for _, c := range []gomoku.Color{gomoku.Black, gomoku.White} {
		seats = append(seats, fmt.Sprintf(w.seat, w.colors[c], stones[c], s.whoIs(s.set.human[c])))
	}
	if s.choosing() {
		seats = s.openingSeats()
	}
	s.scr.note(strings.Join(seats, w.semicolon))
	if s.set.human != [3]bool{} {
		center := gomoku.At(s.size/2, s.size/2)
		s.scr.note(fmt.Sprintf(w.typeAPoint, s.point(center)))
	}
	if s.set.load != "" {
		s.tellLoaded(s.set.load)
	}
	if s.outcome == gomoku.Undecided {
		s.showBoard()
	}
}

// whoIs names a player.
func (s *session) whoIs(human bool) string {
	if human {
		return s.w.human
	}
	return fmt.Sprintf(s.w.seatLevel, s.w.machine, s.set.level)
}

// showBoard draws the board where eyes are; piped output gets it on request alone.
func (s *session) showBoard() {
	if s.scr.terminal && !s.scr.quiet {
		s.scr.block("\n" + s.drawBoard())
	}
}

// drawBoard is the board and what belongs under it.
func (s *session) drawBoard() string {
	w, b := s.w, s.board
	last, _ := b.LastMove()
	d := drawing{style: s.set.style, unicode: s.scr.unicode, color: s.scr.color, last: last, line: b.WinningRow()}
	d.forbidden = s.outcome == gomoku.Undecided && b.Turn() == gomoku.Black && len(b.AppendForbidden(nil)) > 0
	text := d.draw(b)
	g := glyphsFor(s.scr.unicode)
	caption := []string{
		fmt.Sprintf("%s %s%s%s %s", g.stones[gomoku.Black], w.colors[gomoku.Black], w.comma, g.stones[gomoku.White], w.colors[gomoku.White]),
		fmt.Sprintf(w.captionMoves, b.Len()),
	}
	if d.last != gomoku.NoPoint {
		caption = append(caption, fmt.Sprintf(w.captionLast, s.point(d.last)))
	}
	if s.outcome == gomoku.Undecided {
		caption = append(caption, fmt.Sprintf(w.captionTurn, w.colors[b.Turn()]))
	}
	if d.forbidden {
		caption = append(caption, fmt.Sprintf(w.forbids, g.forbidden))
	}
	if s.clocks != nil {
		now := time.Now()
		caption = append(caption, fmt.Sprintf(w.clock,
			showTime(s.clocks.remaining(gomoku.Black, now)), showTime(s.clocks.remaining(gomoku.White, now))))
	}
	return text + strings.Join(caption, w.semicolon) + "\n"
}

func (s *session) point(p gomoku.Point) string {
	if p == gomoku.NoPoint {
		return s.w.pass
	}
	return s.set.style.point(p, s.size)
}

func (s *session) points(list []gomoku.Point) string {
	text := make([]string, len(list))
	for i, p := range list {
		text[i] = s.point(p)
	}
	return strings.Join(text, " ")
}

// answer writes what a command found: labelled in the player's language on a terminal, by the command's name elsewhere.
func (s *session) answer(label, name, text string) {
	if !s.scr.terminal {
		label = name + ": "
	}
	s.scr.line(label + text)
}

// stuck reports whether the side to move has no legal point though the game goes on: under renju, Black among nothing but forbidden points.
func (s *session) stuck() bool {
	return s.rule == gomoku.Renju && s.board.Turn() == gomoku.Black && len(s.board.AppendLegal(nil)) == 0
}

// passFor passes for a side that has no legal point.
func (s *session) passFor(color gomoku.Color) {
	s.clocks.start(color, s.board.Len(), time.Now())
	if err := s.board.Pass(); err != nil {
		s.fail(err)
		return
	}
	s.scr.note(fmt.Sprintf(s.w.mustPass, s.w.colors[color]))
	s.tellMove(color, gomoku.NoPoint, "")
}

// play puts the stone of the side to move on p and says so. Time that has run out comes first.
func (s *session) play(p gomoku.Point, remark string) error {
	color := s.board.Turn()
	if err := s.board.Play(p); err != nil {
		return err
	}
	s.clocks.stop(time.Now())
	s.tellMove(color, p, remark)
	if outcome := s.board.Outcome(); outcome != gomoku.Undecided {
		s.conclude(outcome, boardReason(s.board))
	}
	return nil
}

// tellMove shows a move: a line of its own in piped output, on a terminal the board and the move.
func (s *session) tellMove(color gomoku.Color, p gomoku.Point, remark string) {
	if !s.scr.terminal {
		point := "pass"
		if p != gomoku.NoPoint {
			point = s.point(p)
		}
		s.scr.line(colorName(color) + " " + point)
		return
	}
	// With a machine to answer at once, a board for every second move is enough.
	if !(s.set.human[color] && !s.set.human[color.Opponent()]) && s.board.Outcome() == gomoku.Undecided {
		s.showBoard()
	}
	s.scr.line(fmt.Sprintf(s.w.moved, s.w.colors[color], s.point(p)) + remark)
}

// conclude ends the game.
func (s *session) conclude(outcome gomoku.Outcome, reason gomoku.Reason) {
	s.clocks.stop(time.Now())
	s.outcome, s.reason, s.told = outcome, reason, false
}

func winFor(c gomoku.Color) gomoku.Outcome {
	if c == gomoku.White {
		return gomoku.WhiteWins
	}
	return gomoku.BlackWins
}

// loseOnTime ends the game if color's time has run out.
func (s *session) loseOnTime(color gomoku.Color) bool {
	if !s.clocks.out(color, time.Now()) {
		return false
	}
	s.conclude(winFor(color.Opponent()), gomoku.ByTime)
	s.scr.note(fmt.Sprintf(s.w.timeIsUp, s.w.colors[color]))
	return true
}

// resultLine is the last line of the output: in fixed words where it is piped, else in the player's language.
func (s *session) resultLine() string {
	if s.scr.terminal {
		return s.w.resultLabel + s.resultText(s.w)
	}
	return "result: " + strings.ToLower(s.resultText(&english))
}

func (s *session) resultText(w *words) string {
	text := fmt.Sprintf(w.won, w.colors[s.outcome.Winner()])
	switch s.outcome {
	case gomoku.Undecided:
		return w.unfinished
	case gomoku.Draw:
		text = w.draw
	}
	if how := s.how(w); how != "" {
		text += fmt.Sprintf(w.parens, how)
	}
	return text
}

// how says in what way the game ended, where that is worth a word.
func (s *session) how(w *words) string {
	switch s.reason {
	case gomoku.ByFive:
		if line := s.board.WinningRow(); len(line) > 0 {
			return fmt.Sprintf(w.byFive, s.point(line[0]), s.point(line[len(line)-1]))
		}
	case gomoku.ByTime:
		return w.byTime
	case gomoku.ByResignation:
		return w.byResignation
	case gomoku.ByFoul:
		return w.byFoul
	case gomoku.ByIllegalMove:
		return w.byIllegalMove
	case gomoku.ByAgreement:
		return w.byAgreement
	}
	return ""
}

// record is the game so far.
func (s *session) record() *gomoku.Game {
	g := gomoku.NewGame(s.board)
	g.Outcome, g.Reason = s.outcome, s.reason
	g.Tags = s.tags
	if s.reason == gomoku.ByFoul {
		g.Moves = append(g.Moves, s.foul)
	}
	return g
}

// await waits for a line, the end of the time that is left (nil: no such end) or Ctrl-C; ok is false for all but a line.
func (s *session) await(timeout <-chan time.Time) (line string, ok, expired bool) {
	select {
	case in := <-s.lines:
		if in.err != nil {
			s.scr.breakLine()
			s.end(statusOK)
			if !errors.Is(in.err, io.EOF) {
				s.scr.complain(s.w.errorf(s.w.readFailed, in.err))
				s.end(statusFailure)
			}
			return "", false, false
		}
		switch in.problem {
		case lineTooLong:
			s.scr.complain(s.w.errorf(s.w.tooLong, maxLine))
		case controlCharacter:
			s.scr.complain(errors.New(s.w.hasControl))
		case invalidUTF8:
			s.scr.complain(errors.New(s.w.notUTF8))
		default:
			return in.text, true, false
		}
		return "", false, false
	case <-timeout:
		return "", false, true
	case <-s.ctx.Done():
		return "", false, false
	}
}

// humanTurn asks a person for a line and does what it says. A move ends the turn; everything else leads back here.
func (s *session) humanTurn(color gomoku.Color) {
	now := time.Now()
	s.clocks.start(color, s.board.Len(), now)
	if s.loseOnTime(color) {
		return
	}
	var timeout <-chan time.Time
	prompt := fmt.Sprintf(s.w.prompt, s.w.colors[color])
	if s.clocks != nil {
		left := s.clocks.remaining(color, now)
		prompt = fmt.Sprintf(s.w.promptClock, s.w.colors[color], showTime(left))
		timer := time.NewTimer(left)
		defer timer.Stop()
		timeout = timer.C
	}
	s.scr.ask(prompt)
	line, ok, expired := s.await(timeout)
	if expired {
		s.scr.breakLine()
	}
	if s.done || s.ctx.Err() != nil || s.loseOnTime(color) || !ok {
		return
	}
	s.obey(line)
}

// afterEnd shows the result and takes commands: undo, save, new and the like. On a terminal the player has all the time of the world;
// elsewhere the program ends with the game, unless the next command is there or follows at once.
func (s *session) afterEnd() {
	patient := s.scr.terminal && s.scr.keyboard
	if !s.told {
		s.told = true
		s.showBoard()
		s.scr.line(s.resultLine())
		if patient {
			s.scr.note(s.w.overHint)
		}
	}
	var timeout <-chan time.Time
	if !patient {
		const grace = time.Second // for a program at the other end that answers the result
		timer := time.NewTimer(grace)
		defer timer.Stop()
		timeout = timer.C
	} else {
		s.scr.ask(s.w.promptOver)
	}
	line, ok, expired := s.await(timeout)
	switch {
	case expired:
		s.end(statusOK)
	case ok:
		s.obey(line)
	}
}

// obey does what a line of input says.
func (s *session) obey(line string) {
	if strings.TrimSpace(line) == "" {
		return
	}
	cmd, name, argument := parseCommand(line)
	if err := s.do(cmd, name, argument); err != nil && !errors.Is(err, errStopped) {
		s.scr.complain(err)
	}
}

func (s *session) do(cmd command, name, argument string) error {
	w := s.w
	switch cmd {
	case cmdSave, cmdLoad:
		if argument == "" {
			return w.errorf(w.needFile, name)
		}
	case cmdPoint, cmdReplay:
	default:
		if argument != "" {
			return w.errorf(w.noArgument, name)
		}
	}
	if s.choosing() {
		if err, ok := s.openingCommand(cmd, name); ok {
			return err
		}
	}
	switch cmd {
	case cmdUndo:
		return s.undo()
	case cmdHint:
		return s.hint()
	case cmdMoves:
		return s.candidates()
	case cmdEval:
		return s.evaluate()
	case cmdBoard:
		s.scr.block(s.drawBoard())
	case cmdSave:
		return s.save(expandHome(argument))
	case cmdLoad:
		return s.load(expandHome(argument))
	case cmdReplay:
		return s.replay(argument)
	case cmdNew:
		return s.newGame()
	case cmdResign:
		return s.resign()
	case cmdHelp:
		s.scr.block(w.help)
	case cmdQuit:
		s.end(statusOK)
	default:
		return s.move(name)
	}
	return nil
}

// move plays a point that somebody typed.
func (s *session) move(text string) error {
	w := s.w
	p, err := parsePoint(w, text, s.size)
	switch {
	case err != nil && !looksLikePoint(text):
		return w.errorf(w.unknown, quote(text), s.point(gomoku.At(s.size/2, s.size/2)))
	case err != nil:
		return err
	case s.outcome != gomoku.Undecided:
		return errors.New(w.gameOver)
	}
	switch err := s.play(p, ""); {
	case errors.Is(err, gomoku.ErrOccupied):
		return w.errorf(w.occupied, s.point(p), w.colors[s.board.At(p)])
	case errors.Is(err, gomoku.ErrForbidden):
		return w.errorf(w.forbidden, s.point(p), w.fouls[s.board.Forbidden(p)])
	default:
		return err
	}
}

// undo goes back to the last turn of the person who plays against the machine; between two people it takes one move back. A game that ended
// in a turn, by resignation or time, goes back to that turn.
func (s *session) undo() error {
	human := s.set.human
	if human == [3]bool{} {
		return errors.New(s.w.noUndoHere)
	}
	if s.board.Outcome() == gomoku.Undecided && s.outcome != gomoku.Undecided && human[s.board.Turn()] {
		s.undone([]string{s.resultText(s.w)})
		return nil
	}
	// The moves of the game with their colors, to find the person's last stone. Passes nobody chose.
	moves, colors := s.history()
	keep := len(moves) - 1
	for keep >= 0 && (moves[keep] == gomoku.NoPoint || !human[colors[keep]]) {
		keep--
	}
	if keep < s.floor {
		return errors.New(s.w.nothingToUndo)
	}
	var taken []string
	for i := len(moves) - 1; i >= keep; i-- {
		if _, ok := s.board.Undo(); !ok {
			return errors.New(s.w.nothingToUndo)
		}
		taken = append(taken, s.nameMove(colors[i], moves[i]))
	}
	s.undone(taken)
	return nil
}

func (s *session) undone(taken []string) {
	s.clocks.rewind(s.board.Len())
	s.outcome, s.reason = gomoku.Undecided, gomoku.NoReason
	s.answer(s.w.undoLabel, "undo", strings.Join(taken, s.w.comma))
	s.showBoard()
}

// history is the moves that undo can reach, each with its color.
func (s *session) history() (moves []gomoku.Point, colors []gomoku.Color) {
	for _, p := range s.board.Moves() {
		moves = append(moves, p)
	}
	first := gomoku.NewGame(s.board).First
	for i := range moves {
		c := first
		if i%2 == 1 {
			c = first.Opponent()
		}
		colors = append(colors, c)
	}
	return moves, colors
}

// nameMove is a move in a list.
func (s *session) nameMove(c gomoku.Color, p gomoku.Point) string {
	if !s.scr.terminal {
		if p == gomoku.NoPoint {
			return colorName(c) + " pass"
		}
		return colorName(c) + " " + s.point(p)
	}
	return fmt.Sprintf(s.w.moved, s.w.colors[c], s.point(p))
}

func (s *session) save(name string) error {
	s.clocks.settle(time.Now())
	if err := saveGame(s.w, name, s.record(), s.clocks); err != nil {
		return err
	}
	s.answer("", "saved", fmt.Sprintf(s.w.saved, name))
	return nil
}

// load replaces the running game by one from a file that has passed every check; anything wrong leaves the game as it is.
func (s *session) load(name string) error {
	r, err := loadGame(s.w, name, s.size, s.rule)
	if err != nil {
		return err
	}
	s.resume(r)
	s.tellLoaded(name)
	if s.outcome == gomoku.Undecided {
		s.showBoard()
	}
	return nil
}

func (s *session) tellLoaded(name string) {
	s.answer("", "loaded", fmt.Sprintf(s.w.loaded, name, s.board.Len()))
}

func (s *session) newGame() error {
	if err := s.begin(s.size, s.rule); err != nil {
		return err
	}
	s.answer("", "new", fmt.Sprintf(s.w.newGame, s.size, s.size, s.w.rules[s.rule]))
	s.showBoard()
	return nil
}

// resign gives the game up for the person to move.
func (s *session) resign() error {
	if s.outcome != gomoku.Undecided {
		return errors.New(s.w.gameOver)
	}
	s.conclude(winFor(s.board.Turn().Opponent()), gomoku.ByResignation)
	return nil
}

// replay lists the moves, or shows the board after one of them.
func (s *session) replay(argument string) error {
	moves, colors := s.history()
	start := s.board.Clone()
	for range moves {
		start.Undo()
	}
	if argument != "" {
		n, err := strconv.Atoi(narrow(argument))
		if err != nil || n < 0 || n > len(moves) {
			return s.w.errorf(s.w.noSuchMove, quote(argument), len(moves))
		}
		for _, p := range moves[:n] {
			if err := again(start, p); err != nil {
				return err
			}
		}
		last, _ := start.LastMove()
		d := drawing{style: s.set.style, unicode: s.scr.unicode, color: s.scr.color, last: last, line: start.WinningRow()}
		if n > 0 {
			s.answer(s.w.replayLabel, "replay", fmt.Sprintf("%d. %s", n, s.nameMove(colors[n-1], moves[n-1])))
		}
		s.scr.block(d.draw(start))
		return nil
	}
	if n := start.Stones(); n > 0 {
		g := gomoku.NewGame(s.board)
		s.answer(s.w.replayLabel, "replay", fmt.Sprintf(s.w.setUp, s.points(g.Black), s.points(g.White)))
	}
	if len(moves) == 0 {
		s.answer(s.w.replayLabel, "replay", s.w.noMovesYet)
	}
	for i, p := range moves {
		s.answer(s.w.replayLabel, "replay", fmt.Sprintf("%d. %s", i+1, s.nameMove(colors[i], p)))
	}
	return nil
}

// again plays a move of a record.
func again(b *gomoku.Board, p gomoku.Point) error {
	if p == gomoku.NoPoint {
		return b.Pass()
	}
	return b.Play(p)
}

// fail ends the session for an error that no input explains.
func (s *session) fail(err error) {
	s.scr.complain(s.w.errorf(s.w.searchFailed, err))
	s.end(statusFailure)
}
