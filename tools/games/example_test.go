package games_test

import (
	"fmt"
	"log"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/tools/games"
)

// Count how often the search believed in a win that did not come, for each rule.
func ExampleAll() {
	wrong := map[gomoku.Rule]int{}
	for g, err := range games.All("f.games") {
		if err != nil {
			log.Fatal(err)
		}
		for i, p := range g.Plies {
			mover := g.Mover(g.Random + i)
			if p.Score.WinRate(g.Rule) > 0.9 && g.Points(mover) == 0 {
				wrong[g.Rule]++
			}
		}
	}
	fmt.Println(wrong)
}
