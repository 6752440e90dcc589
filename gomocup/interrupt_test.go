package gomocup

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// startProgram runs a brain as a process of its own, to be driven as startBrain's.
func startProgram(t *testing.T) *brain {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), mannersVariable+"=brain", pidsVariable+"="+os.DevNull)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	b := &brain{t: t, in: in, lines: make(chan string, 1000), ended: make(chan struct{})}
	go func() {
		defer close(b.ended)
		defer close(b.lines)
		for s := bufio.NewScanner(out); s.Scan(); {
			if !strings.HasPrefix(s.Text(), "MESSAGE ") {
				b.lines <- s.Text()
			}
		}
	}()
	t.Cleanup(func() {
		in.Close()
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	})
	return b
}

// replacements are commands that come while the brain thinks, with a check that follows, and the replies that are due.
var replacements = []struct {
	name, script string
	want         []string
}{
	{"START", "START 15", []string{"OK"}},
	{"RESTART", "RESTART", []string{"OK"}},
	{"BOARD", "BOARD|0,0,1|0,14,2|1,0,1|2,14,2|2,0,1|4,14,2|3,0,1|6,14,2|DONE", []string{"4,0"}},
	{"TAKEBACK", "TAKEBACK 12,4", []string{"OK"}},
	{"YXBOARD", "yxboard|7,7,2|done|TAKEBACK 7,7", []string{"OK"}},
	{"yxshowforbid", "yxshowforbid", []string{"FORBID ."}},
	{"INFO", "INFO timeout_turn 100|ABOUT", []string{"name="}},
}

// interruptions says how often each case is tried, and by how many busy goroutines beside it: none, and in a long test as many
// as there are processors too.
func interruptions() (tries int, loads []int) {
	if os.Getenv("GOMOKU_LONG") != "" {
		return 100, []int{0, runtime.GOMAXPROCS(0)}
	}
	return 3, []int{0}
}

// busy keeps n goroutines busy until the test ends.
func busy(t *testing.T, n int) {
	var quit atomic.Bool
	t.Cleanup(func() { quit.Store(true) })
	for range n {
		go func() {
			for !quit.Load() {
			}
		}()
	}
}

// replaceLimit is what ending a search and answering something else may take. The quickest of the tries counts: the others
// may be the fault of a machine that does much else.
const replaceLimit = 20 * time.Millisecond

// A command that takes the place of a search ends it at once: the next line is its own reply, and none of the search's
// comes after it.
func TestReplaceSearch(t *testing.T) {
	tries, loads := interruptions()
	for _, load := range loads {
		for _, c := range replacements {
			t.Run(fmt.Sprintf("%s beside %d", c.name, load), func(t *testing.T) {
				busy(t, load)
				b := startProgram(t)
				var took []time.Duration
				for try := 0; try < tries || try < 10 && slices.Min(took) > replaceLimit; try++ {
					b.send("INFO timeout_turn 60000", "START 15")
					b.expect("OK")
					b.send("BOARD", "7,7,2", "8,8,1", "7,5,2", "3,3,1", "12,4,2", "DONE")
					time.Sleep(time.Duration(30+try%50) * time.Millisecond)
					took = append(took, b.replace(c.script, c.want...))
				}
				slices.Sort(took)
				t.Logf("%d replies after %v at least, %v in the middle, %v at most", len(took), took[0], took[len(took)/2], took[len(took)-1])
				if took[0] > replaceLimit {
					t.Errorf("replies after %v at least, want %v", took[0], replaceLimit)
				}
			})
		}
	}
}

// replace sends a script in one piece while the brain thinks, and returns how long its replies took.
func (p *brain) replace(script string, want ...string) time.Duration {
	p.t.Helper()
	start := time.Now()
	if _, err := io.WriteString(p.in, strings.ReplaceAll(script, "|", "\r\n")+"\r\n"); err != nil {
		p.t.Fatal(err)
	}
	for _, w := range want {
		p.expect(w)
	}
	took := time.Since(start)
	p.silent()
	return took
}

// Whatever the brain thinks about can be replaced, and the position is then that which the manager has given, without a
// move of the brain's.
func TestReplaceEverySearch(t *testing.T) {
	for _, c := range []struct{ name, ask, then, want string }{
		{"TURN", "TURN 7,7", "TAKEBACK 7,7", "OK"},
		{"BOARD", "BOARD|7,7,2|8,8,1|7,5,2|3,3,1|12,4,2|DONE", "TAKEBACK 12,4", "OK"},
		{"SWAP2BOARD", "SWAP2BOARD|7,7|7,6|4,4|DONE", "TAKEBACK 4,4", "OK"},
		{"yxnbest", "yxboard|7,7,2|8,8,1|7,5,2|done|yxnbest 5", "TAKEBACK 7,5", "OK"},
		{"yxbalancetwo", "yxboard|7,7,2|8,8,1|7,5,2|done|yxbalancetwo", "TAKEBACK 7,5", "OK"},
		{"with threads", "INFO thread_num 2|BOARD|7,7,2|8,8,1|7,5,2|3,3,1|12,4,2|DONE", "START 15", "OK"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := startPlayer(t, NewPlayer(newSearcher(t))) // without a book
			p.send("INFO timeout_turn 60000", "START 15")
			p.expect("OK")
			p.send(strings.Split(c.ask, "|")...)
			time.Sleep(50 * time.Millisecond)
			p.replace(c.then, c.want)
			p.send("yxshowforbid", "TURN 0,0", "STOP") // it is still a board to play on
			p.expect("FORBID .")
			p.expect("COORD")
			p.silent()
		})
	}
}

// Where a command comes just as the search ends by itself, the move may come before its reply, and never after it.
func TestReplaceAtTheEnd(t *testing.T) {
	tries, _ := interruptions()
	p := startBrain(t)
	before := 0
	for try := range tries * 5 {
		p.send("INFO timeout_turn 60", "START 15")
		p.expect("OK")
		p.send("BOARD", "7,7,2", "8,8,1", "7,5,2", "3,3,1", "12,4,2", "DONE")
		time.Sleep(40*time.Millisecond + time.Duration(try%50)*time.Millisecond/5)
		p.send("START 15")
		got := p.reply(replyTime)
		if matches(got, "COORD") {
			before++
			got = p.reply(replyTime)
		}
		if got != "OK" {
			t.Fatalf("got %q, want OK", got)
		}
		p.silent()
	}
	t.Logf("%d of %d moves came before", before, tries*5)
}
