// Puzzles makes the puzzles of examples/web out of games of self-play: positions in which the side to move has a forced win that
// begins with one move alone.
//
//	go run ./selfplay -games 1500 -nodes 1500 -seed 77 -out p.games
//	go run ./puzzles -out ../examples/web/page/files/puzzles.json p.games
//
// A position becomes a puzzle if gomoku.Searcher.Solve proves a win of five plies or more, by fours or by threes, and if that win is
// unique as far as these tests can tell:
//
//   - a search of -nodes nodes that leaves the winning move out finds no certain win;
//   - no other four begins a win: Solve finds none after the forced reply, so that no other order of fours wins;
//   - no other move that makes a three and threatens a win by fours begins a win: there is a reply after which Solve finds none. A
//     reply with a four does not count as one, because it may only put the end off;
//   - the position has no symmetry, so that no twin of the move wins.
//
// Each game gives one puzzle at most, the longest. The difficulty, 1 to 5, divides all puzzles into fifths by the length of the win,
// its kind, how many moves look like a beginning of it but are not, and the nodes of its proof.
//
// The same games and flags give the same file, whatever -parallel says.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"sync"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/tools/games"
	"github.com/gomoku-go/gomoku/tools/internal/atomicfile"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stderr); err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "puzzles:", err)
		}
		os.Exit(1)
	}
}

// settings are what the flags say.
type settings struct {
	out      string
	most     int
	nodes    int64
	plies    int
	parallel int
}

// byDefault are the settings of the page's puzzles.
var byDefault = settings{out: "puzzles.json", most: 700, nodes: 60_000, plies: 5, parallel: runtime.GOMAXPROCS(0)}

func run(ctx context.Context, args []string, stderr io.Writer) error {
	s := byDefault
	f := flag.NewFlagSet("puzzles", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.StringVar(&s.out, "out", s.out, "the file to write")
	f.IntVar(&s.most, "most", s.most, "puzzles at most")
	f.Int64Var(&s.nodes, "nodes", s.nodes, "nodes of the search for another win")
	f.IntVar(&s.plies, "plies", s.plies, "plies of the shortest win")
	f.IntVar(&s.parallel, "parallel", s.parallel, "games at a time")
	if err := f.Parse(args); err != nil {
		return err
	}
	switch {
	case f.NArg() == 0:
		return errors.New("want files of games, as selfplay writes them: see -help")
	case s.most < 1 || s.nodes < 1 || s.plies < 1 || s.parallel < 1:
		return errors.New("-most, -nodes, -plies and -parallel: want at least 1")
	}
	found, err := s.find(ctx, f.Args(), stderr)
	if err != nil {
		return err
	}
	text, err := format(grade(found, s.most))
	if err != nil {
		return err
	}
	return atomicfile.Write(s.out, text)
}

// find returns the puzzles of the games in files, in the order of the games.
func (s settings) find(ctx context.Context, files []string, stderr io.Writer) ([]Puzzle, error) {
	var list []*gomoku.Game
	for g, err := range games.All(files...) {
		if err != nil {
			return nil, err
		}
		list = append(list, &g.Game)
	}
	var (
		wg     sync.WaitGroup
		mu     sync.Mutex
		next   int
		done   int
		count  int
		failed error
		found  = make([]*Puzzle, len(list))
	)
	// take returns the number of a game that nobody has looked at.
	take := func() (int, bool) {
		mu.Lock()
		defer mu.Unlock()
		if failed != nil || next == len(list) {
			return 0, false
		}
		next++
		return next - 1, true
	}
	note := func(i int, p *Puzzle, err error) {
		mu.Lock()
		defer mu.Unlock()
		if found[i] = p; p != nil {
			count++
		}
		if failed == nil {
			failed = err
		}
		if done++; done%50 == 0 {
			fmt.Fprintf(stderr, "%d of %d games, %d puzzles\n", done, len(list), count)
		}
	}
	for range s.parallel {
		f, err := newFinder(s)
		if err != nil {
			return nil, err
		}
		wg.Go(func() {
			for i, ok := take(); ok; i, ok = take() {
				p, err := f.game(ctx, list[i])
				note(i, p, err)
			}
		})
	}
	wg.Wait()
	if failed != nil {
		return nil, failed
	}
	var puzzles []Puzzle
	seen := map[uint64]bool{}
	for _, p := range found {
		if p != nil && !seen[p.hash] {
			seen[p.hash] = true
			puzzles = append(puzzles, *p)
		}
	}
	return puzzles, nil
}

// format writes puzzles as JSON, one a line.
func format(puzzles []Puzzle) ([]byte, error) {
	text := []byte("[\n")
	for i, p := range puzzles {
		line, err := json.Marshal(p)
		if err != nil {
			return nil, err
		}
		if text = append(text, line...); i < len(puzzles)-1 {
			text = append(text, ',')
		}
		text = append(text, '\n')
	}
	return append(text, "]\n"...), nil
}
