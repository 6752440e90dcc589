// Package data turns games of self-play into training examples: it reads the files, holds games out for validation, and visits
// the positions that a model can learn from.
package data

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/gomoku-go/gomoku/tools/games"
)

// Read reads files of games, those of each file by their numbers: which of them ended first was chance. Games that are there
// twice would be trained on and validated with at once, so they are an error.
func Read(names []string) (list []*games.Game, err error) {
	sums := map[string]string{} // names of the files by their games
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return nil, fmt.Errorf("%s is there twice: its games would be used for training and for validation at once", name)
		}
		start := len(list)
		for g, err := range games.All(name) {
			if err != nil {
				return nil, err
			}
			list = append(list, g)
		}
		slices.SortFunc(list[start:], func(a, b *games.Game) int { return cmp.Compare(a.Number, b.Number) })
		if len(list) == start {
			continue
		}
		sum := games.Sum(list[start:])
		if first, ok := sums[sum]; ok {
			return nil, fmt.Errorf("%s and %s hold the same games, which would be used for training and for validation at once: leave one out", first, name)
		}
		sums[sum] = name
	}
	return list, nil
}
