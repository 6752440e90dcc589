package gomocup

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/gomoku-go/gomoku"
)

// A manager is a program that the brain plays under: what it sends, in which order, and what it waits for.
type manager struct {
	name string
	rule gomoku.Rule
	size int
	// open begins a game, of which the brain is to make the first move or not. Several games follow on one process.
	open func(p *brain, game int)
	// ask has the brain move after these moves of the game, and returns its answer.
	ask func(p *brain, moves []square) string
	// over ends the session.
	over func(p *brain)
}

const replyTime = 5 * time.Second

func (p *brain) expect(want string) {
	p.t.Helper()
	if got := p.reply(replyTime); !matches(got, want) {
		p.t.Fatalf("got %q, want %q", got, want)
	}
}

// sendList sends the stones as a list of which the side to move owns field 1.
func (p *brain) sendList(word string, moves []square, last string) {
	p.t.Helper()
	p.send(word)
	for i, m := range moves {
		p.send(fmt.Sprintf("%v,%d", m, 1+(len(moves)-i)%2))
	}
	p.send(last)
}

// askByTurn says how much time is left and asks with BEGIN or TURN.
func askByTurn(left int) func(p *brain, moves []square) string {
	return func(p *brain, moves []square) string {
		p.send(fmt.Sprint("INFO time_left ", left))
		if len(moves) == 0 {
			p.send("BEGIN")
		} else {
			p.send(fmt.Sprint("TURN ", moves[len(moves)-1]))
		}
		return p.reply(replyTime)
	}
}

var managers = []manager{
	{
		name: "GomocupJudge", rule: gomoku.Standard, size: 15,
		open: func(p *brain, game int) { // the settings follow START without a pause
			p.send("START 15", "INFO timeout_turn 10", "INFO timeout_match 60000", "INFO max_memory 73400320", "INFO game_type 1", "INFO rule 1", `INFO folder C:\data\some where`)
			p.expect("OK")
		},
		ask: func(p *brain, moves []square) string { // never BEGIN
			p.send("INFO time_left 60000")
			if len(moves) < 2 {
				p.sendList("BOARD", moves, "DONE")
			} else {
				p.send(fmt.Sprint("TURN ", moves[len(moves)-1]))
			}
			return p.reply(replyTime)
		},
		over: func(p *brain) { p.send("END") },
	},
	{
		name: "GomocupJudge, BOARD for every move", rule: gomoku.Caro, size: 12,
		open: func(p *brain, game int) {
			p.send("START 12", "INFO timeout_turn 10", "INFO timeout_match 0", "INFO max_memory 0", "INFO game_type 1", "INFO rule 9")
			p.expect("OK")
		},
		ask: func(p *brain, moves []square) string {
			p.send("INFO time_left 2147483647")
			p.sendList("BOARD", moves, "DONE")
			return p.reply(replyTime)
		},
		over: func(p *brain) { p.send("END") },
	},
	{
		name: "Piskvork", rule: gomoku.Freestyle, size: 15,
		open: func(p *brain, game int) {
			settings := []string{"INFO max_memory 367001600", "INFO timeout_match 60000", "INFO timeout_turn 10", "INFO game_type 0", "INFO rule 0", "INFO time_left 60000"}
			p.send(settings...)
			if game == 0 {
				p.send("START 15")
			} else {
				p.send("RESTART")
			}
			p.expect("OK")
			p.send(settings...)
			p.send("INFO evaluate 3,3")
		},
		ask:  askByTurn(60000),
		over: func(p *brain) { p.send("END") },
	},
	{
		name: "qpiskvork", rule: gomoku.Renju, size: 15,
		open: func(p *brain, game int) { // it does not wait either, and a game without a limit has no time left
			p.send("START 15", "ABOUT", "INFO timeout_match 0", "INFO timeout_turn 10", "INFO max_memory 367001600", "INFO game_type 0", "INFO rule 4", "INFO time_left 0")
			p.expect("OK")
			p.expect("name=")
		},
		ask:  askByTurn(0),
		over: func(p *brain) { p.send("END") },
	},
	{
		name: "Yixin-Board", rule: gomoku.Renju, size: 15,
		open: func(p *brain, game int) {
			if game == 0 {
				p.send("info show_detail 1", "yxshowinfo", "START 15 15")
				p.expect("OK")
				p.send("INFO timeout_match 100000000", "INFO time_left 100000000", "INFO timeout_turn 2000000", "INFO max_depth 225", "INFO time_increment 0",
					"INFO max_node 10000", "INFO caution_factor 1", "INFO thread_num 2", "INFO thread_split_depth 8", "INFO hash_size 16384", "INFO pondering 0",
					"INFO vcthread 0", "INFO rule 2", "info usedatabase 0")
			}
			p.send("start 15 15")
			p.expect("OK")
			p.send("yxboard", "done", "yxshowforbid")
			p.expect("FORBID .")
		},
		ask: func(p *brain, moves []square) string { // rows first, so that the board lies on its side
			turned := make([]square, len(moves))
			for i, m := range moves {
				turned[i] = square{m.y, m.x}
			}
			p.send("INFO time_left 100000000", "yxhashclear")
			if len(moves) < 2 || len(moves)%6 < 2 {
				p.send("start 15 15")
				p.expect("OK")
				p.sendList("board", turned, "done")
			} else {
				p.send(fmt.Sprint("turn ", turned[len(turned)-1]))
			}
			var m square
			if _, err := fmt.Sscanf(p.reply(replyTime), "%d,%d", &m.x, &m.y); err != nil {
				p.t.Fatal(err)
			}
			p.send("yxblockreset", "yxshowforbid")
			if got := p.reply(replyTime); !strings.HasPrefix(got, "FORBID ") || !strings.HasSuffix(got, ".") {
				p.t.Errorf("yxshowforbid: %q", got)
			}
			return square{m.y, m.x}.String()
		},
		over: func(p *brain) { p.send("yxstop", "end") },
	},
	{
		name: "PyGomo", rule: gomoku.CaroOverline, size: 9,
		open: func(p *brain, game int) {
			p.send("START 9")
			p.expect("OK")
			p.send("INFO timeout_turn 10", "INFO timeout_match 60000", "INFO rule 8", "INFO thread_num 1", "INFO game_type 1", "YXSHOWINFO")
		},
		ask: func(p *brain, moves []square) string {
			p.send("INFO time_left 60000")
			switch len(moves) % 3 {
			case 0:
				p.sendList("YXBOARD", moves, "DONE")
				p.send("YXNBEST 2")
			case 1:
				p.sendList("BOARD", moves, "DONE")
			case 2: // a move taken back and made again
				last := moves[len(moves)-1]
				p.sendList("YXBOARD", moves, "DONE")
				p.send(fmt.Sprint("TAKEBACK ", last))
				p.expect("OK")
				p.send(fmt.Sprint("TURN ", last))
			}
			return p.reply(replyTime)
		},
		over: func(p *brain) { p.in.Close() },
	},
}

// Under each manager the brain plays two whole games, one with either color.
func TestManagers(t *testing.T) {
	for _, m := range managers {
		t.Run(m.name, func(t *testing.T) {
			p := startBrain(t)
			for game := range 2 {
				m.open(p, game)
				play(t, p, m, game == 0)
				p.silent()
			}
			m.over(p)
			select {
			case got, ok := <-p.lines:
				if ok {
					t.Errorf("%q after the end", got)
				}
			case <-time.After(time.Second):
				t.Error("still there a second after the end")
			}
		})
	}
}

// play plays a game against an opponent that looks two plies ahead.
func play(t *testing.T, p *brain, m manager, first bool) {
	t.Helper()
	b, err := gomoku.NewBoard(m.size, m.rule)
	if err != nil {
		t.Fatal(err)
	}
	opponent, err := gomoku.NewSearcher(gomoku.WithDepth(2), gomoku.WithSeed(3), gomoku.WithRandomTieBreak(20))
	if err != nil {
		t.Fatal(err)
	}
	var moves []square
	for b.Outcome() == gomoku.Undecided {
		var point gomoku.Point
		if len(moves)%2 == 0 == first {
			var s square
			answer := m.ask(p, moves)
			if _, err := fmt.Sscanf(answer, "%d,%d", &s.x, &s.y); err != nil {
				t.Fatalf("answer %q in\n%v", answer, b)
			}
			if point, err = s.point(m.size); err != nil {
				t.Fatal(err)
			}
		} else {
			r, err := opponent.Search(context.Background(), b)
			if err != nil {
				t.Fatalf("%v in\n%v", err, b)
			}
			point = r.Best
		}
		if err := b.Play(point); err != nil {
			t.Fatalf("move %v: %v in\n%v", point, err, b)
		}
		moves = append(moves, squareOf(point, m.size))
	}
	t.Logf("%v after %d moves", b.Outcome(), len(moves))
}

// Two brains agree on an opening by Swap2 as the tournament's judge runs it, and play the game.
func TestSwap2Game(t *testing.T) {
	for _, c := range []struct{ size, rule int }{{15, 0}, {20, 1}, {15, 4}, {9, 8}, {5, 9}} {
		t.Run(fmt.Sprintf("size %d, rule %d", c.size, c.rule), func(t *testing.T) {
			players := []*brain{startBrain(t), startBrain(t)} // who puts three stones, who chooses first
			for _, p := range players {
				p.send(fmt.Sprint("START ", c.size), "INFO timeout_turn 20", "INFO timeout_match 60000", fmt.Sprint("INFO rule ", c.rule), "INFO time_left 60000")
				p.expect("OK")
			}
			var moves []square
			// ask has a player do its part and puts the stones of its answer, or reports that it swaps.
			ask := func(player int) (swap bool) {
				t.Helper()
				p := players[player]
				p.send("SWAP2BOARD")
				for _, m := range moves {
					p.send(m.String())
				}
				p.send("DONE")
				answer := p.reply(replyTime)
				t.Logf("player %d: %s", player, answer)
				if answer == "SWAP" {
					return true
				}
				for s := range strings.FieldsSeq(answer) {
					m, err := parseSquare(s)
					if err != nil {
						t.Fatalf("answer %q", answer)
					}
					moves = append(moves, m)
				}
				return false
			}
			black := 0 // whose stones are black
			if swap := ask(0); swap || len(moves) != 3 {
				t.Fatalf("swap %v, stones %v", swap, moves)
			}
			if ask(1) {
				black = 1
			} else if len(moves) == 5 {
				if black = 1; ask(0) {
					black = 0
				}
			}
			rule, _ := ruleOf(int64(c.rule))
			b, err := gomoku.NewBoard(c.size, rule)
			if err != nil {
				t.Fatal(err)
			}
			put := func(m square) {
				t.Helper()
				point, err := m.point(c.size)
				if err == nil {
					err = b.Play(point)
				}
				if err != nil {
					t.Fatalf("%v: %v in\n%v", m, err, b)
				}
			}
			for _, m := range moves {
				put(m)
			}
			for i := 0; b.Outcome() == gomoku.Undecided && i < 20; i++ {
				p := players[black]
				if b.Turn() == gomoku.White {
					p = players[1-black]
				}
				p.sendList("BOARD", moves, "DONE")
				m, err := parseSquare(p.reply(replyTime))
				if err != nil {
					t.Fatal(err)
				}
				put(m)
				moves = append(moves, m)
			}
			for _, p := range players {
				p.silent()
			}
		})
	}
}

// Swap2 is as punctual as a move, and takes being stopped as one does.
func TestSwap2InTime(t *testing.T) {
	lists := [][]string{{"SWAP2BOARD", "DONE"}, {"SWAP2BOARD", "7,7", "7,6", "4,4", "DONE"}, {"SWAP2BOARD", "7,7", "7,6", "4,4", "9,9", "3,8", "DONE"}}
	for _, list := range lists {
		punctual(t, 100*time.Millisecond+tolerance, func() time.Duration {
			p := startBrain(t)
			p.send("START 15", "INFO timeout_turn 100")
			p.expect("OK")
			time.Sleep(150 * time.Millisecond)
			start := time.Now()
			p.send(list...)
			p.reply(replyTime)
			return time.Since(start)
		})
		p := startBrain(t)
		p.send("START 15", "INFO timeout_turn 60000")
		p.expect("OK")
		p.send(list...)
		time.Sleep(100 * time.Millisecond)
		p.send("STOP")
		p.reply(interruptLimit)
		p.send("INFO timeout_turn 0")
		p.send(list...)
		p.reply(interruptLimit)
		p.send("INFO timeout_turn 60000")
		p.send(list...)
		time.Sleep(100 * time.Millisecond)
		p.end()
	}
}

// The proposal is another one with another seed.
func TestSwap2Varies(t *testing.T) {
	seen := make(map[string]bool)
	for seed := range 4 {
		p := startBrain(t, gomoku.WithSeed(uint64(seed+1)))
		p.send("START 15", "INFO timeout_turn 0", "SWAP2BOARD", "DONE")
		p.expect("OK")
		seen[p.reply(replyTime)] = true
	}
	if len(seen) < 3 {
		t.Errorf("four seeds propose no more than %d openings: %v", len(seen), seen)
	}
}

// Who chooses takes the better side, and two more stones where there is none.
func TestSwap2Choice(t *testing.T) {
	p := startBrain(t)
	p.send("START 15", "INFO timeout_turn 100")
	p.expect("OK")
	for _, c := range []struct{ stones, want string }{
		{"7,7 0,0 8,8", "SWAP"},             // black has two in the middle, white is in the corner
		{"0,0 7,7 14,14", "COORD"},          // the other way round
		{"7,7 0,0 8,8 14,14 9,9", "SWAP"},   // black has an open three, white to move
		{"0,0 7,7 14,14 8,8 0,14", "COORD"}, // white has two in the middle and moves
	} {
		p.send("SWAP2BOARD")
		p.send(strings.Fields(c.stones)...)
		p.send("DONE")
		if got := p.reply(replyTime); !matches(got, c.want) {
			t.Errorf("%s: %q, want %s", c.stones, got, c.want)
		}
	}
}
