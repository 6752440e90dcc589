// Command tune fits the numbers of the built-in evaluation to the engine's own games.
//
//	go run ./tune selfplay -games 5000 -out games.jsonl
//	go run ./tune fit -data games.jsonl -out freestyle.weights
package main

import (
	"fmt"
	"os"

	"github.com/gomoku-go/gomoku/internal/eval"
)

func main() {
	commands := map[string]func([]string) error{"selfplay": selfplay, "fit": fit, "spsa": spsa}
	if len(os.Args) < 2 || commands[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: tune selfplay|fit|spsa [flags]; -h after a command lists its flags")
		os.Exit(2)
	}
	if err := commands[os.Args[1]](os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, "tune:", err)
		os.Exit(1)
	}
}

// readWeights reads a weight file; without a name it returns the empty set, which stands for the built-in weights.
func readWeights(name string) (eval.Set, error) {
	if name == "" {
		return eval.Set{}, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return eval.Set{}, err
	}
	defer f.Close()
	return eval.Read(f)
}
