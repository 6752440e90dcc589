package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/opening"
)

// A game with -opening begins with a protocol that decides who plays which color. Until then there are a first and a second player:
// what -color says about Black and White holds for them. Clocks do not run.

// openingWords is what is said about openings, in one language.
type openingWords struct {
	players     [3]string // by opening.Player; of 0: nobody
	seat        string    // player, who
	prompt      string    // player
	center      string    // point
	square      string    // first and last point of a square
	putOne      string    // where
	putTwo      string    // example
	putThree    string    // example
	fifths      string    // number
	fifth       string
	colors      string
	declare     string // most
	ten         string // number
	choose      string // points
	alternative string // two actions
	took        string // player, color
	offered     string // player, number
	candidates  string // player, points
	result      string // color, who, color, who
	name        string // code, name
	label       string
	notNow      string // command
	twice       string
	refused     string // why
	notAnAction string // text, what may be done
	withLoad    string
	wantSize    string // smallest
	help        string
}

// choosing reports whether the protocol is still going on.
func (s *session) choosing() bool { return s.protocol != nil && !s.protocol.Done() }

// beginOpening starts the protocol of -opening, if any.
func (s *session) beginOpening(m *match, size int, rule gomoku.Rule) error {
	if s.set.opening == 0 {
		return nil
	}
	var err error
	if m.protocol, err = opening.NewState(s.set.opening, size, rule); err != nil {
		smallest := map[opening.Protocol]int{opening.RIFSwap: 5, opening.Soosorv8: 7, opening.Taraguchi10: 9, opening.Yamaguchi: 7}[s.set.opening]
		return s.w.errorf(s.w.badFlag, "opening", quote(s.set.opening.String()), fmt.Sprintf(s.w.opening.wantSize, smallest))
	}
	return nil
}

// isPerson reports whether a person sits on that side of the table.
func (s *session) isPerson(p opening.Player) bool { return s.seats[seatOf(p)] }

// seatOf is where a player's searcher is kept while nobody has a color, and which half of -color speaks of the player.
func seatOf(p opening.Player) gomoku.Color {
	if p == opening.SecondPlayer {
		return gomoku.White
	}
	return gomoku.Black
}

// openingSeats says who sits where.
func (s *session) openingSeats() []string {
	var seats []string
	for _, p := range []opening.Player{opening.FirstPlayer, opening.SecondPlayer} {
		seats = append(seats, fmt.Sprintf(s.w.opening.seat, s.w.opening.players[p], s.whoIs(s.isPerson(p))))
	}
	return seats
}

// openingTurn lets whoever is next act.
func (s *session) openingTurn() {
	player, _ := s.protocol.Next()
	if s.isPerson(player) {
		s.scr.note(s.openingForms())
		s.scr.ask(fmt.Sprintf(s.w.opening.prompt, s.w.opening.players[player]))
		if line, ok, _ := s.await(nil); ok && !s.done && s.ctx.Err() == nil {
			s.obey(line)
		}
		return
	}
	searcher, err := s.machine(seatOf(player))
	if err == nil {
		s.scr.progress(fmt.Sprintf(s.w.thinking, s.w.opening.players[player]), time.Now())
		var a opening.Action
		ctx, done := s.brk.search(s.ctx)
		a, err = opening.Decide(ctx, searcher, s.protocol)
		done()
		s.scr.clear()
		if s.ctx.Err() != nil { // what was found so far is nobody's choice
			return
		}
		if err == nil {
			err = s.carryOut(a)
		}
	}
	if err != nil {
		s.fail(err)
	}
}

// openingForms says what the player may do.
func (s *session) openingForms() string {
	w := &s.w.opening
	_, choices := s.protocol.Next()
	var forms []string
	for _, c := range choices {
		switch {
		case c.Kind == opening.TakeBlack:
			forms = append(forms, w.colors)
		case c.Kind == opening.DeclareFifths && c.MinFifths < c.MaxFifths:
			forms = append(forms, fmt.Sprintf(w.declare, c.MaxFifths))
		case c.Kind == opening.DeclareFifths:
			forms = append(forms, fmt.Sprintf(w.ten, c.MaxFifths))
		case c.Kind == opening.ChooseFifth:
			forms = append(forms, fmt.Sprintf(w.choose, s.points(c.Candidates)))
		case c.Kind == opening.OfferFifths && c.Points == 1:
			forms = append(forms, w.fifth)
		case c.Kind == opening.OfferFifths:
			forms = append(forms, fmt.Sprintf(w.fifths, c.Points))
		case c.Kind == opening.PutStones:
			forms = append(forms, s.putForm(c.Points))
		}
	}
	if len(forms) == 2 {
		return fmt.Sprintf(w.alternative, forms[0], forms[1])
	}
	return forms[0]
}

func (s *session) putForm(n int) string {
	w := &s.w.opening
	center := gomoku.At(s.size/2, s.size/2)
	x, y := center.XY()
	beside, far := gomoku.At(x+1, y+1), gomoku.At(x-1, y-2)
	switch low, high := s.protocol.Area(); {
	case n == 3:
		return fmt.Sprintf(w.putThree, s.points([]gomoku.Point{center, beside, far}))
	case n == 2:
		return fmt.Sprintf(w.putTwo, s.points([]gomoku.Point{beside, far}))
	case low == high:
		return fmt.Sprintf(w.putOne, fmt.Sprintf(w.center, s.point(low)))
	default:
		return fmt.Sprintf(w.putOne, fmt.Sprintf(w.square, s.point(low), s.point(high)))
	}
}

// openingMove carries out what a person typed.
func (s *session) openingMove(text string) error {
	a, err := s.parseAction(text)
	if err != nil {
		return err
	}
	return s.carryOut(a)
}

// parseAction reads an action: points, a color, or a number of fifth moves. Which of them is due is clear from the state.
func (s *session) parseAction(text string) (opening.Action, error) {
	word := strings.ToLower(strings.TrimSpace(narrow(text)))
	_, choices := s.protocol.Next()
	for _, c := range choices {
		a := opening.Action{Kind: c.Kind}
		switch a.Kind {
		case opening.TakeBlack, opening.TakeWhite:
			names := []string{"black", "黑", "黑方", "执黑"}
			if a.Kind == opening.TakeWhite {
				names = []string{"white", "白", "白方", "执白"}
			}
			if slices.Contains(names, word) {
				return a, nil
			}
		case opening.DeclareFifths:
			if n, err := strconv.Atoi(word); err == nil {
				a.Fifths = n
				return a, nil
			}
		case opening.PutStones, opening.OfferFifths, opening.ChooseFifth:
			if !looksLikePoint(word) {
				continue
			}
			fields := strings.Fields(word)
			if c.Points == 1 {
				fields = []string{word} // "7 7" is a point too
			}
			for _, f := range fields {
				p, err := parsePoint(s.w, f, s.size)
				if err != nil {
					return opening.Action{}, err
				}
				a.Points = append(a.Points, p)
			}
			return a, nil
		}
	}
	return opening.Action{}, s.w.errorf(s.w.opening.notAnAction, quote(text), s.openingForms())
}

// carryOut does what a player does and tells about it: stones as the moves they are, all else on a line of its own.
func (s *session) carryOut(a opening.Action) error {
	player, _ := s.protocol.Next()
	before := s.board.Len()
	switch err := s.protocol.Apply(a); {
	case errors.Is(err, gomoku.ErrOccupied):
		for _, p := range a.Points {
			if c := s.board.At(p); c != gomoku.Empty {
				return s.w.errorf(s.w.occupied, s.point(p), s.w.colors[c])
			}
		}
		return errors.New(s.w.opening.twice)
	case err != nil:
		return s.w.errorf(s.w.opening.refused, strings.TrimPrefix(err.Error(), "opening: "))
	}
	s.board = s.protocol.Board()
	w := s.openingOut()
	switch {
	case a.Kind == opening.TakeBlack || a.Kind == opening.TakeWhite:
		s.tellOpening(fmt.Sprintf(w.took, w.players[player], s.colorWord(s.protocol.Color(player))))
	case a.Kind == opening.DeclareFifths:
		s.tellOpening(fmt.Sprintf(w.offered, w.players[player], a.Fifths))
	case a.Kind == opening.OfferFifths && len(a.Points) > 1:
		s.tellOpening(fmt.Sprintf(w.candidates, w.players[player], s.points(a.Points)))
	}
	for i, p := range s.board.Moves() {
		if i >= before {
			color := gomoku.Black
			if i%2 == 1 {
				color = gomoku.White
			}
			s.scr.line(s.nameMove(color, p))
		}
	}
	if s.protocol.Done() {
		s.endOpening()
	}
	if s.board.Len() > before || s.protocol.Done() {
		s.showBoard()
	}
	return nil
}

// openingOut is the language of standard output, which stays English where it is piped.
func (s *session) openingOut() *openingWords {
	if !s.scr.terminal {
		return &english.opening
	}
	return &s.w.opening
}

// colorWord is the name of a color in the language of the output.
func (s *session) colorWord(c gomoku.Color) string {
	if !s.scr.terminal {
		return colorName(c)
	}
	return s.w.colors[c]
}

// openingHelp is what help says beside the commands while the protocol goes on.
func (s *session) openingHelp() string {
	if !s.choosing() {
		return ""
	}
	return "\n" + s.w.opening.help + "\n"
}

// tellOpening writes what happened in the protocol.
func (s *session) tellOpening(text string) { s.answer(s.w.opening.label, "opening", text) }

// endOpening gives the colors to those who chose them.
func (s *session) endOpening() {
	s.floor = s.board.Len()
	if s.protocol.Color(opening.FirstPlayer) == gomoku.White {
		s.set.human[gomoku.Black], s.set.human[gomoku.White] = s.seats[gomoku.White], s.seats[gomoku.Black]
		s.machines[gomoku.Black], s.machines[gomoku.White] = s.machines[gomoku.White], s.machines[gomoku.Black]
	}
	w := s.openingOut()
	var seats []any
	for _, c := range []gomoku.Color{gomoku.Black, gomoku.White} {
		p := opening.FirstPlayer
		if s.protocol.Color(p) != c {
			p = opening.SecondPlayer
		}
		seats = append(seats, s.colorWord(c), w.players[p])
	}
	s.tellOpening(fmt.Sprintf(w.result, seats...))
	for _, c := range []gomoku.Color{gomoku.Black, gomoku.White} {
		if s.set.human[c] && !s.set.human[c.Opponent()] {
			s.scr.note(fmt.Sprintf(s.w.swapped, s.w.colors[c]))
		}
	}
	if o, ok := opening.Identify(s.board); ok {
		s.tellOpening(fmt.Sprintf(w.name, o.Code, o.Name))
	}
}

// openingCommand takes the commands that mean something else during a protocol, or nothing yet; ok is false for all others.
func (s *session) openingCommand(cmd command, name string) (err error, ok bool) {
	switch cmd {
	case cmdPoint:
		return s.openingMove(name), true
	case cmdHint:
		return s.openingHint(), true
	case cmdUndo, cmdSave, cmdForceSave, cmdResign, cmdReview, cmdSwap:
		return s.w.errorf(s.w.opening.notNow, name), true
	}
	return nil, false
}

// openingHint says what the machine would do.
func (s *session) openingHint() error {
	if s.adviser == nil {
		adviser, err := gomoku.NewSearcher(append(s.set.searchOptions(), gomoku.WithSeed(s.seed))...)
		if err != nil {
			return err
		}
		s.adviser = adviser
	}
	s.scr.progress(s.w.searching, time.Now())
	a, err := opening.Decide(s.ctx, s.adviser, s.protocol)
	s.scr.clear()
	if s.ctx.Err() != nil {
		return errStopped
	}
	if err != nil {
		return err
	}
	text := s.points(a.Points)
	switch a.Kind {
	case opening.TakeBlack:
		text = s.colorWord(gomoku.Black)
	case opening.TakeWhite:
		text = s.colorWord(gomoku.White)
	case opening.DeclareFifths:
		text = strconv.Itoa(a.Fifths)
	}
	s.answer(s.w.hintLabel, "hint", text)
	return nil
}

// openingNames are the values of -opening, which may also have capitals and hyphens.
const openingNames = "none, swap, swap2, rif, soosorv8, taraguchi10, yamaguchi"

// settleOpening checks -opening against other flags. Where no rule is given, the openings of renju bring theirs.
func (set *settings) settleOpening(w *words) error {
	if set.opening == 0 {
		return nil
	}
	if set.load != "" {
		return w.errorf(w.badFlag, "opening", quote(set.opening.String()), w.opening.withLoad)
	}
	if set.opening >= opening.RIFSwap && !set.given["rule"] {
		set.rule = gomoku.Renju
	}
	return nil
}
