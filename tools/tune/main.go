// Command tune fits the numbers of the built-in evaluation to the engine's own games.
//
//	go run ./selfplay -games 5000 -out f.games
//	go run ./tune fit -data f.games -out freestyle.weights
//	go run ./tune winrate -data f.games
//	go run ./tune road -rounds 3 -dir DIR
//	go run ./tune report
package main

import (
	"fmt"
	"os"
)

func main() {
	commands := map[string]func([]string) error{"fit": fit, "grid": grid, "report": report, "road": road, "spsa": spsa, "winrate": winrate}
	if len(os.Args) < 2 || commands[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: tune fit|grid|report|road|spsa|winrate [flags]; -h after a command lists its flags")
		os.Exit(2)
	}
	if err := commands[os.Args[1]](os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, "tune:", err)
		os.Exit(1)
	}
}
