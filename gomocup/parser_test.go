package gomocup

import (
	"reflect"
	"strings"
	"testing"
)

func TestFeed(t *testing.T) {
	for _, c := range []struct {
		name  string
		lines string
		want  []command
	}{
		{"start", "START 15", []command{startCommand{15, 15, false}}},
		{"start in lower case, with CR", "start 20\r", []command{startCommand{20, 20, false}}},
		{"start twice the size", "start 15 15", []command{startCommand{15, 15, true}}},
		{"start too big a number", "START 99999999999", []command{startCommand{1<<31 - 1, 1<<31 - 1, false}}},
		{"rectstart", "RECTSTART 15,20", []command{startCommand{15, 20, false}}},
		{"begin", "  BEGIN  ", []command{beginCommand{}}},
		{"turn", "TURN 3,14", []command{turnCommand{square{3, 14}}}},
		{"turn with blanks", "TURN 3 , 14", []command{turnCommand{square{3, 14}}}},
		{"takeback", "TAKEBACK 0,0", []command{takebackCommand{square{}}}},
		{"play", "PLAY 0,1", []command{playCommand{square{0, 1}}}},
		{"info", "INFO Timeout_Turn 500", []command{infoCommand{"timeout_turn", "500"}}},
		{"info with a path", `INFO folder C:\my brains\x`, []command{infoCommand{"folder", `C:\my brains\x`}}},
		{"info alone", "INFO", []command{infoCommand{}}},
		{"empty lines", "\n \n\t\n", nil},
		{"board", "BOARD\n1,2,1\n3,4,2\nDONE", []command{boardCommand{[]listed{{square{1, 2}, own}, {square{3, 4}, theirs}}, false}}},
		{"empty board", "board\ndone", []command{boardCommand{}}},
		{"board without end", "BOARD\n1,2,1", nil},
		{"end within a board", "BOARD\n1,2,1\nEND", []command{endCommand{}}},
		{"board after a bad board", "BOARD\nx\nDONE\nBOARD\nDONE", []command{badCommand{`bad line "x" in BOARD: want x,y,field`}, boardCommand{}}},
		{"game within a board", "BOARD\nTURN 1,1\nRESTART", []command{givenUpCommand{"BOARD"}, restartCommand{}}},
		{"stop within a board", "BOARD\n1,2,1\nyxstop\nSTOP\nDONE", []command{boardCommand{[]listed{{square{1, 2}, own}}, false}}},
		{"yxboard", "yxboard\n1,2,1\ndone", []command{boardCommand{[]listed{{square{1, 2}, own}}, true}}},
		{"yxblock", "yxblock\n1,2\n3,4\ndone\nyxblockundo\n1,2\ndone\nyxblockreset", []command{blockCommand{[]square{{1, 2}, {3, 4}}, false}, blockCommand{[]square{{1, 2}}, true}, blockResetCommand{}}},
		{"yxblock with a field", "yxblock\n1,2,3\ndone", []command{badCommand{`bad line "1,2,3" in YXBLOCK: want x,y`}}},
		{"yxnbest", "yxnbest 3\nYXNBEST 0\nyxnbest", []command{nbestCommand{3}, badCommand{`bad number of lines "0": want yxnbest n, 1 or more`}, badCommand{`bad number of lines "": want yxnbest n, 1 or more`}}},
		{"yxbalance", "yxbalanceone\nyxbalancetwo -100\nyxbalanceone 30000\nyxbalanceone x", []command{balanceCommand{1, 0}, balanceCommand{2, -100},
			badCommand{`bad score "30000": want yxbalanceone b, from -29000 to 29000`}, badCommand{`bad score "x": want yxbalanceone b, from -29000 to 29000`}}},
		{"other words of Yixin", "yxshowforbid\nyxshowinfo\nyxhashclear", []command{forbidCommand{}, showInfoCommand{}, hashClearCommand{}}},
		{"unknown word of Yixin with a list", "yxquerydatabaseall\n1,2\n3,4\ndone\n5,6", []command{unknownCommand{"yxquerydatabaseall"}, unknownCommand{"5,6"}}},
		{"unknown word of Yixin without a list", "yxdbfix\nBEGIN\ndone", []command{unknownCommand{"yxdbfix"}, beginCommand{}, unknownCommand{"done"}}},
		{"first fault counts", "BOARD\n1,1,3\nx\nDONE", []command{badCommand{"field 3 at 1,1: continuous games are not supported"}}},
		{"bad square", "TURN 7", []command{badCommand{`TURN: bad square "7": want x,y`}}},
		{"unknown", "FOO bar's\x00baz", []command{unknownCommand{"FOO bar's?baz"}}},
		{"unknown and long", strings.Repeat("x", 100), []command{unknownCommand{strings.Repeat("x", 60) + "…"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var p parser
			var got []command
			for line := range strings.SplitSeq(c.lines, "\n") {
				got = append(got, p.feed(line)...)
			}
			if !reflect.DeepEqual(got, c.want) {
				t.Errorf("got %#v, want %#v", got, c.want)
			}
		})
	}
}

func TestBoardTooLong(t *testing.T) {
	var p parser
	p.feed("BOARD")
	for range maxListed + 1 {
		p.feed("1,1,1")
	}
	got := p.feed("DONE")
	if len(got) != 1 || got[0] != (badCommand{"more stones than any board holds"}) {
		t.Errorf("got %v", got)
	}
}
