package main

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
	open func(p *process, game int)
	// ask has the brain move after these moves of the game, and returns its answer.
	ask func(p *process, moves []square) string
	// over ends the session.
	over func(p *process)
}

const replyTime = 5 * time.Second

func (p *process) expect(want string) {
	p.t.Helper()
	if got := p.reply(replyTime); !matches(got, want) {
		p.t.Fatalf("got %q, want %q", got, want)
	}
}

// sendList sends the stones as a list of which the side to move owns field 1.
func (p *process) sendList(word string, moves []square, last string) {
	p.t.Helper()
	p.send(word)
	for i, m := range moves {
		p.send(fmt.Sprintf("%v,%d", m, 1+(len(moves)-i)%2))
	}
	p.send(last)
}

func askByTurn(p *process, moves []square) string {
	p.send("INFO time_left 60000")
	if len(moves) == 0 {
		p.send("BEGIN")
	} else {
		p.send(fmt.Sprint("TURN ", moves[len(moves)-1]))
	}
	return p.reply(replyTime)
}

var managers = []manager{
	{
		name: "GomocupJudge", rule: gomoku.Standard, size: 15,
		open: func(p *process, game int) { // the settings follow START without a pause
			p.send("START 15", "INFO timeout_turn 30", "INFO timeout_match 60000", "INFO max_memory 73400320", "INFO game_type 1", "INFO rule 1", `INFO folder C:\data\some where`)
			p.expect("OK")
		},
		ask: func(p *process, moves []square) string { // never BEGIN
			p.send("INFO time_left 60000")
			if len(moves) < 2 {
				p.sendList("BOARD", moves, "DONE")
			} else {
				p.send(fmt.Sprint("TURN ", moves[len(moves)-1]))
			}
			return p.reply(replyTime)
		},
		over: func(p *process) { p.send("END") },
	},
	{
		name: "GomocupJudge, BOARD for every move", rule: gomoku.Caro, size: 12,
		open: func(p *process, game int) {
			p.send("START 12", "INFO timeout_turn 30", "INFO timeout_match 0", "INFO max_memory 0", "INFO game_type 1", "INFO rule 9")
			p.expect("OK")
		},
		ask: func(p *process, moves []square) string {
			p.send("INFO time_left 2147483647")
			p.sendList("BOARD", moves, "DONE")
			return p.reply(replyTime)
		},
		over: func(p *process) { p.send("END") },
	},
	{
		name: "Piskvork", rule: gomoku.Freestyle, size: 15,
		open: func(p *process, game int) {
			settings := []string{"INFO max_memory 367001600", "INFO timeout_match 60000", "INFO timeout_turn 30", "INFO game_type 0", "INFO rule 0", "INFO time_left 60000"}
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
		ask:  askByTurn,
		over: func(p *process) { p.send("END") },
	},
	{
		name: "qpiskvork", rule: gomoku.Renju, size: 15,
		open: func(p *process, game int) {
			p.send("ABOUT")
			p.expect("name=")
			p.send("START 15")
			p.expect("OK")
			p.send("INFO timeout_match 60000", "INFO timeout_turn 30", "INFO max_memory 367001600", "INFO game_type 0", "INFO rule 4")
		},
		ask:  askByTurn,
		over: func(p *process) { p.send("END") },
	},
	{
		name: "Yixin-Board", rule: gomoku.Renju, size: 15,
		open: func(p *process, game int) {
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
		ask: func(p *process, moves []square) string { // rows first, so that the board lies on its side
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
		over: func(p *process) { p.send("yxstop", "end") },
	},
	{
		name: "PyGomo", rule: gomoku.CaroOverline, size: 9,
		open: func(p *process, game int) {
			p.send("START 9")
			p.expect("OK")
			p.send("INFO timeout_turn 30", "INFO timeout_match 60000", "INFO rule 8", "INFO thread_num 1", "INFO game_type 1", "YXSHOWINFO")
		},
		ask: func(p *process, moves []square) string {
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
		over: func(p *process) { p.in.Close() },
	},
}

// Under each manager the brain plays two whole games, one with either color.
func TestManagers(t *testing.T) {
	for _, m := range managers {
		t.Run(m.name, func(t *testing.T) {
			p := startProcess(t)
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
func play(t *testing.T, p *process, m manager, first bool) {
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
