// Brain is a gomoku engine for managers that speak the Gomocup protocol: Piskvork, qpiskvork, Yixin-Board and others.
//
//	go build -o pbrain-gomoku ./examples/brain
//
// Managers want the prefix pbrain- in the program's name. It stands on the public API of the library alone.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"time"

	"github.com/gomoku-go/gomoku"
)

func main() {
	book := flag.Bool("book", true, "use the opening book")
	seed := flag.Uint64("seed", 0, "seed of every random choice, 0 for another one each time")
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "brain: unexpected argument %q\n", flag.Arg(0))
		os.Exit(2)
	}
	if *seed == 0 {
		*seed = rand.Uint64()
	}
	options := []gomoku.Option{gomoku.WithSeed(*seed)}
	if *book {
		options = append(options, gomoku.WithBook(gomoku.DefaultBook()))
	}
	serve(os.Stdin, os.Stdout, &searcher{options: options})
}

// serve runs a session until END or the end of input.
func serve(in io.Reader, out io.Writer, t thinker) {
	w := bufio.NewWriter(out)
	b := newBrain(t, func(s string) {
		w.WriteString(s)
		w.WriteByte('\n')
		w.Flush() // nobody is left to tell of an error; the end of input follows
	}, time.Now)
	box := newInbox(in)
	var p parser
	for {
		if len(box.lines) == 0 {
			b.idle()
		}
		l, ok := <-box.lines
		if !ok {
			return
		}
		for _, cmd := range p.feed(l.text) {
			ctx, done := box.watch(l.number)
			goOn := b.handle(ctx, cmd, l.at)
			done()
			if !goOn {
				return
			}
		}
	}
}
