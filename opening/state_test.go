package opening_test

import (
	"encoding"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/opening"
)

const (
	black, white  = opening.TakeBlack, opening.TakeWhite
	first, second = opening.FirstPlayer, opening.SecondPlayer
)

var protocols = []opening.Protocol{opening.Swap, opening.Swap2, opening.RIFSwap, opening.Soosorv8, opening.Taraguchi10, opening.Yamaguchi}

func begin(t *testing.T, p opening.Protocol, size int) *opening.State {
	t.Helper()
	s, err := opening.NewState(p, size, gomoku.Renju)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// act makes an action of words: "put h8 h9", "black", "declare 3", "offer a1 b1 c1", "choose i9".
func act(t *testing.T, text string) opening.Action {
	t.Helper()
	words := strings.Fields(text)
	switch words[0] {
	case "put":
		return opening.Action{Kind: opening.PutStones, Points: points(t, words[1:]...)}
	case "offer":
		return opening.Action{Kind: opening.OfferFifths, Points: points(t, words[1:]...)}
	case "choose":
		return opening.Action{Kind: opening.ChooseFifth, Points: points(t, words[1:]...)}
	case "declare":
		a := opening.Action{Kind: opening.DeclareFifths}
		fmt.Sscan(words[1], &a.Fifths)
		return a
	case "black":
		return opening.Action{Kind: black}
	}
	return opening.Action{Kind: white}
}

// Whole protocols, action by action: who acts, what is allowed, and who plays what at the end.
func TestProtocols(t *testing.T) {
	for _, c := range []struct {
		protocol opening.Protocol
		steps    []string // player: allowed: action
		first    gomoku.Color
		stones   string
	}{
		{opening.Swap, []string{"first: put 3 stones: put a1 b1 o15", "second: take black, take white: black"}, gomoku.White, "a1 b1 o15"},
		{opening.Swap, []string{"first: put 3 stones: put h8 h9 h7", "second: take black, take white: white"}, gomoku.Black, "h8 h9 h7"},
		{opening.Swap2, []string{"first: put 3 stones: put h8 h9 h7", "second: take black, take white, put 2 stones: black"}, gomoku.White, "h8 h9 h7"},
		{opening.Swap2, []string{"first: put 3 stones: put h8 h9 h7", "second: take black, take white, put 2 stones: white"}, gomoku.Black, "h8 h9 h7"},
		{opening.Swap2, []string{
			"first: put 3 stones: put h8 h9 h7", "second: take black, take white, put 2 stones: put a1 a2", "first: take black, take white: black",
		}, gomoku.Black, "h8 h9 h7 a1 a2"},
		{opening.Swap2, []string{
			"first: put 3 stones: put h8 h9 h7", "second: take black, take white, put 2 stones: put a1 a2", "first: take black, take white: white",
		}, gomoku.White, "h8 h9 h7 a1 a2"},
		{opening.RIFSwap, []string{
			"first: put 3 stones: put h8 i9 f6", "second: take black, take white: white", "second: put 1 stone: put a1",
			"first: offer 2 fifth moves: offer o15 o14", "second: choose one of the fifth moves [o15 o14]: choose o14",
		}, gomoku.Black, "h8 i9 f6 a1 o14"},
		{opening.RIFSwap, []string{
			"first: put 3 stones: put h8 i9 f6", "second: take black, take white: black", "first: put 1 stone: put a1",
			"second: offer 2 fifth moves: offer o15 o14", "first: choose one of the fifth moves [o15 o14]: choose o15",
		}, gomoku.White, "h8 i9 f6 a1 o15"},
		{opening.Soosorv8, []string{
			"first: put 3 stones: put h8 h9 h10", "second: take black, take white: white", "second: put 1 stone: put i9", "second: declare 1 to 8 fifth moves: declare 3",
			"first: take black, take white: black", "first: offer 3 fifth moves: offer a1 a2 a3", "second: choose one of the fifth moves [a1 a2 a3]: choose a2",
		}, gomoku.Black, "h8 h9 h10 i9 a2"},
		{opening.Soosorv8, []string{
			"first: put 3 stones: put h8 h9 h10", "second: take black, take white: white", "second: put 1 stone: put i9", "second: declare 1 to 8 fifth moves: declare 1",
			"first: take black, take white: white", "second: offer 1 fifth move: offer i10",
		}, gomoku.White, "h8 h9 h10 i9 i10"},
		{opening.Yamaguchi, []string{
			"first: put 3 stones: put h8 h9 h10", "first: declare 1 to 12 fifth moves: declare 3", "second: take black, take white: white", "second: put 1 stone: put i9",
			"first: offer 3 fifth moves: offer a1 a2 a3", "second: choose one of the fifth moves [a1 a2 a3]: choose a2",
		}, gomoku.Black, "h8 h9 h10 i9 a2"},
		{opening.Yamaguchi, []string{
			"first: put 3 stones: put h8 i9 f6", "first: declare 1 to 12 fifth moves: declare 1", "second: take black, take white: black", "first: put 1 stone: put i8",
			"second: offer 1 fifth move: offer i10",
		}, gomoku.White, "h8 i9 f6 i8 i10"},
		{opening.Taraguchi10, []string{
			"first: put 1 stone: put h8", "second: take black, take white: white", "second: put 1 stone: put i9", "first: take black, take white: black",
			"first: put 1 stone: put f10", "second: take black, take white: white", "second: put 1 stone: put k11",
			"first: take black, take white, declare 10 fifth moves: black", "first: put 1 stone: put l12", "second: take black, take white: white",
		}, gomoku.Black, "h8 i9 f10 k11 l12"},
		{opening.Taraguchi10, []string{
			"first: put 1 stone: put h8", "second: take black, take white: black", "first: put 1 stone: put i9", "second: take black, take white: white",
			"first: put 1 stone: put f10", "second: take black, take white: black", "first: put 1 stone: put k11",
			"second: take black, take white, declare 10 fifth moves: white", "first: put 1 stone: put l12", "second: take black, take white: black",
		}, gomoku.White, "h8 i9 f10 k11 l12"},
		{opening.Taraguchi10, []string{
			"first: put 1 stone: put h8", "second: take black, take white: white", "second: put 1 stone: put i9", "first: take black, take white: white",
			"second: put 1 stone: put f10", "first: take black, take white: white", "first: put 1 stone: put k11",
			"second: take black, take white, declare 10 fifth moves: declare 10", "second: offer 10 fifth moves: offer a1 a2 a3 a4 a5 a6 a7 a8 a9 o15",
			"first: choose one of the fifth moves [a1 a2 a3 a4 a5 a6 a7 a8 a9 o15]: choose o15",
		}, gomoku.White, "h8 i9 f10 k11 o15"},
	} {
		s := begin(t, c.protocol, 15)
		for _, line := range c.steps {
			want, text, _ := strings.Cut(line, ": ")
			allowed, text, _ := strings.Cut(text, ": ")
			player, actions := s.Next()
			var got []string
			for _, a := range actions {
				got = append(got, a.String())
			}
			if player.String() != want || strings.Join(got, ", ") != allowed {
				t.Fatalf("%v: Next = %v, %v, want %s\n%v", c.protocol, player, got, line, s.Board())
			}
			if s.Done() {
				t.Fatalf("%v: done before %s", c.protocol, line)
			}
			if err := s.Apply(act(t, text)); err != nil {
				t.Fatalf("%v: %s: %v", c.protocol, line, err)
			}
		}
		if !s.Done() {
			t.Errorf("%v: not done after %v", c.protocol, c.steps)
		}
		if player, actions := s.Next(); player != 0 || actions != nil {
			t.Errorf("%v: Next = %v, %v when done", c.protocol, player, actions)
		}
		b := s.Board()
		stones := strings.Trim(fmt.Sprint(b.Moves()), "[]")
		if s.Color(first) != c.first || s.Color(second) != c.first.Opponent() || stones != c.stones || b.Turn() != gomoku.White {
			t.Errorf("%v: first is %v, second %v, stones %v, %v to move, want first %v, stones %s, white to move",
				c.protocol, s.Color(first), s.Color(second), stones, b.Turn(), c.first, c.stones)
		}
		if err := s.Apply(opening.Action{Kind: black}); err == nil || !strings.Contains(err.Error(), "over") {
			t.Errorf("%v: an action after the end: %v", c.protocol, err)
		}
	}
}

// What the protocols refuse, and with what words.
func TestRefused(t *testing.T) {
	taraguchi := func(n int) string {
		steps := []string{"put h8", "white", "put i9", "black", "put f10", "white", "put k11", "black", "put l12"}
		return strings.Join(steps[:n], "; ")
	}
	const soosorv, rif = "put h8 h9 h7; white; put h6", "put h8 h9 h7; white; put h6"
	for _, c := range []struct {
		protocol       opening.Protocol
		before, action string
		want           string
		is             error
	}{
		{opening.Swap, "", "put h8 h9", "put 3 stones, not 2", nil},
		{opening.Swap, "", "put h8 h9 h7 h6", "put 3 stones, not 4", nil},
		{opening.Swap, "", "black", "the first player may put 3 stones, not take black", nil},
		{opening.Swap, "", "put h8 h9 h8", "stone 3 on h8", gomoku.ErrOccupied},
		{opening.Swap, "", "put h8 h9 p1", "stone 3 on p1", gomoku.ErrOffBoard},
		{opening.Swap, "put h8 h9 h7", "put a1 a2", "the second player may take black or take white, not put", nil},
		{opening.Swap2, "put h8 h9 h7", "put a1", "take black, take white or put 2 stones, not 1", nil},
		{opening.Swap2, "put h8 h9 h7; put a1 a2", "put a3 a4", "the first player may take black or take white", nil},
		{opening.RIFSwap, "", "put h9 h8 h7", "stone 1 must lie on the center, h8, not on h9", nil},
		{opening.RIFSwap, "", "put h8 h10 h7", "stone 2 must lie within the central 3×3 points, g7 to i9, not on h10", nil},
		{opening.RIFSwap, "", "put h8 h9 h11", "stone 3 must lie within the central 5×5 points, f6 to j10, not on h11", nil},
		{opening.Yamaguchi, "", "put h8 h9 h11", "stone 3 must lie within the central 5×5 points, f6 to j10, not on h11", nil},
		{opening.Yamaguchi, "put h8 h9 h7", "declare 13", "there may be 1 to 12 fifth moves, not 13", nil},
		{opening.Yamaguchi, "put h8 h9 h7", "declare 0", "there may be 1 to 12 fifth moves, not 0", nil},
		{opening.Yamaguchi, "put h8 h9 h7", "white", "the first player may declare 1 to 12 fifth moves, not take white", nil},
		{opening.Yamaguchi, "put h8 h9 h7; declare 2; white; put h6", "offer g8 i8", "the fifth moves must differ, and i8 makes the same shape as g8", nil},
		{opening.Yamaguchi, "put h8 h9 h7; declare 3; white; put h6", "offer g8 h10", "offer 3 fifth moves, not 2", nil},
		{opening.RIFSwap, rif, "offer g8 i8", "the fifth moves must differ, and i8 makes the same shape as g8", nil},
		{opening.RIFSwap, rif, "offer h10 h5", "the fifth moves must differ, and h5 makes the same shape as h10", nil}, // the edges do not count
		{opening.RIFSwap, rif, "offer g8 g8", "g8 is there twice", nil},
		{opening.RIFSwap, rif, "offer g8 h8", "stone 5 on h8", gomoku.ErrOccupied},
		{opening.RIFSwap, rif, "offer g8 a16", "stone 5 on a16", gomoku.ErrOffBoard},
		{opening.RIFSwap, rif, "offer g8", "offer 2 fifth moves, not 1", nil},
		{opening.RIFSwap, rif + "; offer g8 h10", "choose h5", "h5 is none of the fifth moves to choose from: [g8 h10]", nil},
		{opening.RIFSwap, rif + "; offer g8 h10", "choose g8 h10", "choose one of the fifth moves [g8 h10], not 2", nil},
		{opening.Soosorv8, soosorv, "declare 0", "there may be 1 to 8 fifth moves, not 0", nil},
		{opening.Soosorv8, soosorv, "declare 9", "there may be 1 to 8 fifth moves, not 9", nil},
		{opening.Soosorv8, soosorv, "declare -1", "there may be 1 to 8 fifth moves, not -1", nil},
		{opening.Soosorv8, soosorv, "black", "the second player may declare 1 to 8 fifth moves, not take black", nil},
		{opening.Soosorv8, soosorv + "; declare 3; black", "offer g8 i9 g9", "g9 makes the same shape as i9", nil},
		{opening.Taraguchi10, taraguchi(0), "put h9", "stone 1 must lie on the center", nil},
		{opening.Taraguchi10, taraguchi(2), "put j9", "stone 2 must lie within the central 3×3 points", nil},
		{opening.Taraguchi10, taraguchi(4), "put k9", "stone 3 must lie within the central 5×5 points", nil},
		{opening.Taraguchi10, taraguchi(6), "put l9", "stone 4 must lie within the central 7×7 points, e5 to k11", nil},
		{opening.Taraguchi10, taraguchi(8), "put m9", "stone 5 must lie within the central 9×9 points, d4 to l12", nil},
		{opening.Taraguchi10, taraguchi(5), "declare 10", "take black or take white, not declare", nil},
		{opening.Taraguchi10, taraguchi(7), "declare 9", "there must be 10 fifth moves, not 9", nil},
		{opening.Taraguchi10, taraguchi(9), "declare 10", "take black or take white, not declare", nil},
	} {
		s := begin(t, c.protocol, 15)
		for _, text := range strings.Split(c.before, "; ") {
			if text == "" {
				continue
			}
			if err := s.Apply(act(t, text)); err != nil {
				t.Fatalf("%v: %s: %s: %v", c.protocol, c.before, text, err)
			}
		}
		before := describe(s)
		err := s.Apply(act(t, c.action))
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "opening: "+c.protocol.String()+": ") {
			t.Errorf("%v: %s: %s: %v, want %q", c.protocol, c.before, c.action, err, c.want)
		}
		if c.is != nil && !errors.Is(err, c.is) {
			t.Errorf("%v: %s: %v is no %v", c.protocol, c.action, err, c.is)
		}
		if after := describe(s); after != before {
			t.Errorf("%v: %s: a refused action changed\n%s\nto\n%s", c.protocol, c.action, before, after)
		}
	}
}

// describe is all that can be seen of a state.
func describe(s *opening.State) string {
	player, actions := s.Next()
	low, high := s.Area()
	return fmt.Sprint(s.Protocol(), player, actions, s.Done(), s.Color(first), s.Color(second), low, high, "\n", s.Board())
}

func TestBegin(t *testing.T) {
	for _, c := range []struct {
		protocol opening.Protocol
		size     int
		rule     gomoku.Rule
		want     string // in the error; none: it begins
	}{
		{opening.Swap, 5, gomoku.Freestyle, ""},
		{opening.Swap2, 22, gomoku.Caro, ""},
		{opening.RIFSwap, 5, gomoku.Renju, ""},
		{opening.Soosorv8, 7, gomoku.Renju, ""},
		{opening.Taraguchi10, 9, gomoku.Standard, ""},
		{opening.RIFSwap, 14, gomoku.Renju, "odd size"},
		{opening.Soosorv8, 5, gomoku.Renju, "from 7 on"},
		{opening.Taraguchi10, 7, gomoku.Renju, "from 9 on"},
		{opening.Yamaguchi, 7, gomoku.Renju, ""},
		{opening.Yamaguchi, 5, gomoku.Renju, "from 7 on"},
		{opening.Swap, 4, gomoku.Renju, "size"},
		{opening.Swap, 23, gomoku.Renju, "size"},
		{opening.Swap2, 15, 77, "rule"},
		{0, 15, gomoku.Renju, "want one of swap, swap2, rif, soosorv8, taraguchi10, yamaguchi"},
		{7, 15, gomoku.Renju, "no protocol has the number 7"},
	} {
		s, err := opening.NewState(c.protocol, c.size, c.rule)
		switch {
		case c.want == "" && (err != nil || s.Done()):
			t.Errorf("NewState(%v, %d, %v): %v", c.protocol, c.size, c.rule, err)
		case c.want != "" && (err == nil || s != nil || !strings.Contains(strings.ToLower(err.Error()), c.want)):
			t.Errorf("NewState(%v, %d, %v) = %v, %v, want an error with %q", c.protocol, c.size, c.rule, s, err, c.want)
		}
	}
}

func TestZeroState(t *testing.T) {
	for _, s := range []*opening.State{nil, new(opening.State)} {
		player, actions := s.Next()
		low, high := s.Area()
		if s.Apply(act(t, "black")) == nil || player != 0 || actions != nil || s.Done() || s.Color(first) != gomoku.Empty ||
			s.Protocol() != 0 || low != gomoku.NoPoint || high != gomoku.NoPoint {
			t.Error("the zero State allows something")
		}
		if s.Board() != nil {
			t.Error("the zero State has a board")
		}
		_ = s.Clone()
	}
}

// Boards that are handed out are copies, and so are clones and the points of an action.
func TestCopies(t *testing.T) {
	s := begin(t, opening.RIFSwap, 15)
	if err := s.Apply(act(t, "put h8 h9 h7")); err != nil {
		t.Fatal(err)
	}
	before := describe(s)
	play(t, s.Board(), points(t, "a1", "b1")...)
	c := s.Clone()
	for _, text := range []string{"white", "put h6"} {
		if err := c.Apply(act(t, text)); err != nil {
			t.Fatal(err)
		}
	}
	if after := describe(s); after != before {
		t.Errorf("the state changed with its copies:\n%s", after)
	}
	fifths := act(t, "offer g8 h10")
	if err := c.Apply(fifths); err != nil {
		t.Fatal(err)
	}
	fifths.Points[0] = gomoku.At(0, 0)
	_, actions := c.Next()
	actions[0].Candidates[1] = gomoku.At(0, 1)
	if err := c.Apply(act(t, "choose g8")); err != nil {
		t.Error(err)
	}
}

// randomAction fills in one of the allowed choices by chance; it may still be refused for its points.
func randomAction(r *rand.Rand, s *opening.State, size int) opening.Action {
	_, choices := s.Next()
	c := choices[r.IntN(len(choices))]
	low, high := s.Area()
	left, bottom := low.XY()
	right, top := high.XY()
	anywhere := func() gomoku.Point {
		switch {
		case c.Points > 1 && r.IntN(3) > 0: // several stones lie mostly near the center
			return gomoku.At(size/2-2+r.IntN(5), size/2-2+r.IntN(5))
		case c.Points > 1:
			return gomoku.At(r.IntN(size), r.IntN(size))
		}
		return gomoku.At(left+r.IntN(right-left+1), bottom+r.IntN(top-bottom+1))
	}
	a := opening.Action{Kind: c.Kind}
	switch c.Kind {
	case opening.PutStones, opening.OfferFifths:
		for range c.Points {
			a.Points = append(a.Points, anywhere())
		}
		if c.Kind == opening.PutStones && c.Points == 3 && s.Protocol() > opening.Swap2 && r.IntN(4) > 0 {
			a.Points[0] = gomoku.At(size/2, size/2)
		}
	case opening.DeclareFifths:
		a.Fifths = c.MinFifths + r.IntN(c.MaxFifths-c.MinFifths+1)
	case opening.ChooseFifth:
		a.Points = []gomoku.Point{c.Candidates[r.IntN(len(c.Candidates))]}
	}
	return a
}

// anything is an action that may be complete nonsense.
func anything(r *rand.Rand, size int) opening.Action {
	a := opening.Action{Kind: opening.ActionKind(r.IntN(8)), Fifths: max(r.IntN(18)-4, 0)}
	for range r.IntN(12) {
		a.Points = append(a.Points, gomoku.Point(r.IntN(1<<(10+r.IntN(7)))))
		if r.IntN(3) > 0 {
			a.Points[len(a.Points)-1] = gomoku.At(r.IntN(size+1), r.IntN(size+1))
		}
	}
	return a
}

// Random play comes to the end of every protocol with a legal board, both colors given, and White to move. On the way nonsense is
// refused, and what is refused changes nothing.
func TestRandomPlay(t *testing.T) {
	games := 150
	switch {
	case os.Getenv("GOMOKU_LONG") != "":
		games = 4000
	case testing.Short():
		games = 60
	}
	for _, protocol := range protocols {
		t.Run(protocol.String(), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(1, uint64(protocol)))
			refused, ends := 0, make(map[int]int)
			for range games {
				sizes := []int{9, 11, 15, 21}
				if protocol <= opening.Swap2 {
					sizes = []int{5, 6, 15, 20, 22}
				}
				size := sizes[r.IntN(len(sizes))]
				s := begin(t, protocol, size)
				for tries := 0; !s.Done(); tries++ {
					if tries > 100_000 {
						t.Fatalf("no end in sight:\n%s", describe(s))
					}
					before := describe(s)
					a := randomAction(r, s, size)
					if r.IntN(2) == 0 {
						a = anything(r, size)
					}
					player, allowed := s.Next()
					err := s.Apply(a)
					if err != nil {
						refused++
						if after := describe(s); after != before {
							t.Fatalf("%v: refused with %v, but changed\n%s\nto\n%s", a, err, before, after)
						}
						if !strings.HasPrefix(err.Error(), "opening: "+protocol.String()+": ") {
							t.Fatalf("%v: %v does not name the protocol", a, err)
						}
						continue
					}
					if !slices.ContainsFunc(allowed, func(c opening.Choice) bool { return c.Kind == a.Kind }) {
						t.Fatalf("%v was done, allowed was %v", a, allowed)
					}
					if want := map[opening.ActionKind]gomoku.Color{black: gomoku.Black, white: gomoku.White}[a.Kind]; want != gomoku.Empty && s.Color(player) != want {
						t.Fatalf("%v: %v has %v", a, player, s.Color(player))
					}
				}
				b := s.Board()
				ends[b.Stones()]++
				if b.Outcome() != gomoku.Undecided || b.Turn() != gomoku.White || b.Stones() != b.Len() || b.Stones() != 3 && b.Stones() != 5 {
					t.Fatalf("%v ended with %v, %v to move:\n%v", protocol, b.Outcome(), b.Turn(), b)
				}
				if _, err := gomoku.NewGame(b).Board(); err != nil {
					t.Fatalf("%v: the game cannot be replayed: %v\n%v", protocol, err, b)
				}
				one, two := s.Color(first), s.Color(second)
				if one == gomoku.Empty || two != one.Opponent() {
					t.Fatalf("%v: colors %v and %v", protocol, one, two)
				}
				if _, ok := opening.Identify(b); protocol > opening.Swap2 && !ok {
					t.Fatalf("%v: none of the 26 openings:\n%v", protocol, b)
				}
			}
			if refused < games {
				t.Errorf("only %d actions refused", refused)
			}
			t.Log(refused, "refused; games by stones at the end:", ends)
		})
	}
}

// testNames checks the text of all values of a type, which count from one.
func testNames[T interface {
	~uint8
	fmt.Stringer
	encoding.TextMarshaler
}, P interface {
	*T
	encoding.TextUnmarshaler
}](t *testing.T, names ...string) {
	t.Helper()
	for i, name := range names {
		v := T(i + 1)
		text, err := v.MarshalText()
		if string(text) != name || v.String() != name || err != nil {
			t.Errorf("%T: text %q, string %q, %v; want %q", v, text, v, err, name)
		}
		for _, s := range []string{name, strings.ToUpper(name), strings.ReplaceAll(name, " ", "-")} {
			var back T
			if err := P(&back).UnmarshalText([]byte(s)); err != nil || back != v {
				t.Errorf("%T: UnmarshalText(%q) = %v, %v; want %v", v, s, back, err, v)
			}
		}
	}
	for _, v := range []T{0, T(len(names) + 1)} {
		if text, err := v.MarshalText(); err == nil || !strings.Contains(err.Error(), strings.Join(names, ", ")) {
			t.Errorf("MarshalText of %v = %q, %v; want an error with the names", v, text, err)
		}
		back := T(1)
		if err := P(&back).UnmarshalText([]byte(v.String())); err == nil || back != 1 {
			t.Errorf("%v is read as %v, %v", v, back, err)
		}
	}
}

func TestText(t *testing.T) {
	testNames[opening.Protocol](t, "swap", "swap2", "rif", "soosorv8", "taraguchi10", "yamaguchi")
	testNames[opening.Player](t, "first", "second")
	testNames[opening.ActionKind](t, "put", "take black", "take white", "declare", "offer", "choose")
	var p opening.Protocol
	for text, want := range map[string]opening.Protocol{"Taraguchi-10": opening.Taraguchi10, "SWAP2": opening.Swap2, "soosorv-8": opening.Soosorv8} {
		if err := p.UnmarshalText([]byte(text)); err != nil || p != want {
			t.Errorf("UnmarshalText(%q) = %v, %v", text, p, err)
		}
	}
	for _, text := range []string{"", "swap3", "Protocol(0)", " swap"} {
		if err := p.UnmarshalText([]byte(text)); err == nil || !strings.Contains(err.Error(), "swap, swap2, rif, soosorv8, taraguchi10, yamaguchi") {
			t.Errorf("UnmarshalText(%q) = %v", text, err)
		}
	}
	if got := fmt.Sprint(opening.Protocol(9), opening.Player(7), opening.ActionKind(0), first.Other(), opening.Player(3).Other()); got != "Protocol(9) Player(7) ActionKind(0) second Player(0)" {
		t.Error(got)
	}
}
