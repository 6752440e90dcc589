package data

import "github.com/gomoku-go/gomoku/tools/games"

// HeldOut reports whether the i-th game of a rule is held out for validation. Whole games are, because the positions of one
// game are much alike.
func HeldOut(i int) bool { return i%20 == 0 }

// Split makes examples of games, those for training and those for validation.
func Split[E any](list []*games.Game, examples func(*games.Game) []E) (train, validation []E) {
	for i, g := range list {
		if e := examples(g); HeldOut(i) {
			validation = append(validation, e...)
		} else {
			train = append(train, e...)
		}
	}
	return train, validation
}

// Sample returns some of the training examples, spread over all games. Their loss, measured after every epoch, stands for that
// of all.
func Sample[E any](train []E) (some []E) {
	const most = 20_000
	for i := 0; i < len(train); i += 1 + (len(train)-1)/most {
		some = append(some, train[i])
	}
	return some
}
