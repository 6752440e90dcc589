package gtp

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/gomocup"
)

// A session is the state of a conversation with a controller.
type session struct {
	player  gomocup.Player
	options Options
	rule    gomoku.Rule
	board   *gomoku.Board
	turns   []int // how many moves of the board each play was: two, where a color played twice in a row
	clock   clock
	quit    bool
}

// A command takes so many arguments.
type command struct {
	least, most int
	usage       string
	do          func(s *session, ctx context.Context, args []string) (string, error)
}

// commands returns the commands by name. It is a function because list_commands uses it too.
func commands() map[string]command {
	return map[string]command{
		"protocol_version": {do: func(*session, context.Context, []string) (string, error) { return "2", nil }},
		"name":             {do: (*session).name},
		"version":          {do: func(s *session, _ context.Context, _ []string) (string, error) { return s.options.Version, nil }},
		"known_command":    {1, 1, "name", (*session).known},
		"list_commands":    {do: (*session).list},
		"quit":             {do: func(s *session, _ context.Context, _ []string) (string, error) { s.quit = true; return "", nil }},
		"boardsize":        {1, 2, "size", (*session).boardsize}, // some controllers say 15 15
		"clear_board":      {do: (*session).clear},
		"komi":             {1, 1, "number", (*session).komi},
		"gomoku-rule":      {0, 1, "[rule]", (*session).gomokuRule},
		"play":             {2, 2, "color vertex", (*session).play},
		"genmove":          {1, 1, "color", (*session).genmove},
		"undo":             {do: (*session).undo},
		"showboard":        {do: (*session).showboard},
		"final_score":      {do: (*session).finalScore},
		"time_settings":    {3, 3, "main_time byo_yomi_time byo_yomi_stones", (*session).timeSettings},
		"time_left":        {3, 3, "color time stones", (*session).timeLeft},
	}
}

func (s *session) name(context.Context, []string) (string, error) {
	if s.options.Name == "" {
		return "gomoku", nil
	}
	return s.options.Name, nil
}

func (s *session) known(_ context.Context, args []string) (string, error) {
	_, ok := commands()[args[0]]
	return strconv.FormatBool(ok), nil
}

func (s *session) list(context.Context, []string) (string, error) {
	return strings.Join(slices.Sorted(maps.Keys(commands())), "\n"), nil
}

// newGame begins a game, or leaves everything as it is.
func (s *session) newGame(size int, rule gomoku.Rule) error {
	b, err := gomoku.NewBoard(size, rule)
	if err != nil {
		return err
	}
	settings := gomocup.Settings{
		Size: size, Rule: rule, Memory: gomocup.MemoryUnknown, Threads: max(s.options.Threads, 1), NewGame: true, Message: func(string) {},
	}
	if err := s.player.Prepare(settings); err != nil {
		return err
	}
	s.board, s.rule, s.turns = b, rule, nil
	s.clock.restart()
	return nil
}

func (s *session) boardsize(_ context.Context, args []string) (string, error) {
	size, err := strconv.Atoi(args[0])
	if err != nil || len(args) == 2 && args[1] != args[0] || s.newGame(size, s.rule) != nil {
		return "", errors.New("unacceptable size")
	}
	return "", nil
}

func (s *session) clear(context.Context, []string) (string, error) {
	return "", s.newGame(s.board.Size(), s.rule)
}

func (s *session) komi(_ context.Context, args []string) (string, error) {
	if _, err := strconv.ParseFloat(args[0], 64); err != nil {
		return "", errors.New("syntax error: komi is not a number")
	}
	return "", nil
}

func (s *session) gomokuRule(_ context.Context, args []string) (string, error) {
	if len(args) == 0 {
		return s.rule.String(), nil
	}
	var rule gomoku.Rule
	if err := rule.UnmarshalText([]byte(args[0])); err != nil {
		return "", errors.New("unacceptable rule")
	}
	return "", s.newGame(s.board.Size(), rule)
}

// turn returns the board with a color to move, and how many moves that took: none, or a pass of the other color.
func (s *session) turn(c gomoku.Color) (b *gomoku.Board, passes int, err error) {
	b = s.board.Clone()
	if b.Outcome() != gomoku.Undecided {
		return nil, 0, gomoku.ErrGameOver
	}
	if b.Turn() != c {
		return b, 1, b.Pass()
	}
	return b, 0, nil
}

func (s *session) play(_ context.Context, args []string) (string, error) {
	color, ok := parseColor(args[0])
	point, ok2 := parseVertex(args[1], s.board.Size())
	if !ok || !ok2 {
		return "", errors.New("invalid color or coordinate")
	}
	b, passes, err := s.turn(color)
	switch {
	case err != nil:
	case point == gomoku.NoPoint:
		err = b.Pass()
	default:
		err = b.Play(point)
	}
	if err != nil {
		return "", illegal(err)
	}
	s.board, s.turns = b, append(s.turns, passes+1)
	return "", nil
}

// illegal is an error that begins as the protocol demands and ends with the reason.
func illegal(err error) error {
	return fmt.Errorf("illegal move: %s", strings.TrimPrefix(err.Error(), "gomoku: "))
}

func (s *session) genmove(ctx context.Context, args []string) (string, error) {
	color, ok := parseColor(args[0])
	if !ok {
		return "", errors.New("invalid color")
	}
	b, passes, err := s.turn(color)
	if err != nil {
		return pass, nil // the game is over, and GTP has no other word for it
	}
	started := time.Now()
	limits := gomocup.Limits{Time: s.clock.budget(color, len(s.turns)/2), Progress: func(gomoku.Info) {}}
	r, err := s.player.Move(ctx, b, limits)
	if errors.Is(err, gomoku.ErrNoMove) {
		r.Best, err = gomoku.NoPoint, b.Pass()
	} else if err == nil {
		err = b.Play(r.Best)
	}
	if err != nil {
		return "", err
	}
	s.clock.spend(color, time.Since(started))
	s.board, s.turns = b, append(s.turns, passes+1)
	return vertex(r.Best), nil
}

func (s *session) undo(context.Context, []string) (string, error) {
	last := len(s.turns) - 1
	if last < 0 {
		return "", errors.New("cannot undo")
	}
	for range s.turns[last] {
		s.board.Undo()
	}
	s.turns = s.turns[:last]
	return "", nil
}

// showboard draws the board with the protocol's own letters.
func (s *session) showboard(context.Context, []string) (string, error) {
	size := s.board.Size()
	letters := "   " + strings.Join(strings.Split(columns[:size], ""), " ")
	lines := []string{fmt.Sprintf("%d×%d %v", size, size, s.rule), letters}
	for y := size - 1; y >= 0; y-- {
		row := fmt.Sprintf("%2d", y+1)
		for x := range size {
			switch s.board.At(gomoku.At(x, y)) {
			case gomoku.Black:
				row += " X"
			case gomoku.White:
				row += " O"
			default:
				row += " ."
			}
		}
		lines = append(lines, row)
	}
	return "\n" + strings.Join(append(lines, letters), "\n"), nil
}

// finalScore says who won. Gomoku has no points, so the winner leads by one.
func (s *session) finalScore(context.Context, []string) (string, error) {
	switch s.board.Outcome() {
	case gomoku.BlackWins:
		return "B+1", nil
	case gomoku.WhiteWins:
		return "W+1", nil
	case gomoku.Draw:
		return "0", nil
	}
	return "", errors.New("cannot score: the game goes on")
}

func (s *session) timeSettings(_ context.Context, args []string) (string, error) {
	mainTime, ok := seconds(args[0])
	period, ok2 := seconds(args[1])
	moves, err := strconv.ParseUint(args[2], 10, 31)
	if !ok || !ok2 || err != nil {
		return "", errors.New("syntax error: want seconds, seconds and a number of stones")
	}
	s.clock.settings(mainTime, period, int(moves))
	return "", nil
}

func (s *session) timeLeft(_ context.Context, args []string) (string, error) {
	color, ok := parseColor(args[0])
	left, ok2 := seconds(args[1])
	moves, err := strconv.ParseUint(args[2], 10, 31)
	if !ok || !ok2 || err != nil {
		return "", errors.New("syntax error: want a color, seconds and a number of stones")
	}
	s.clock.set(color, left, int(moves))
	return "", nil
}

// seconds reads a number of seconds, up to a year.
func seconds(s string) (time.Duration, bool) {
	const most = 365 * 24 * 3600
	n, err := strconv.ParseFloat(s, 64)
	if err != nil || !(n >= 0) {
		return 0, false
	}
	return time.Duration(min(n, most) * float64(time.Second)), true
}
