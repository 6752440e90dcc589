// Package tuning lets the project's own tools set the numbers of the search techniques, which are no part of the public API.
package tuning

import "github.com/gomoku-go/gomoku/internal/engine"

// Option returns a gomoku.Option that makes a Searcher use p. Package gomoku sets it when it is initialised.
var Option func(p engine.Params) any
