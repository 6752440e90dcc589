// Package tuning lets the project's own tools set the numbers of the search techniques and watch the search, which are no
// part of the public API.
package tuning

import "github.com/gomoku-go/gomoku/internal/engine"

// Option returns a gomoku.Option that makes a Searcher use p. Package gomoku sets it when it is initialized.
var Option func(p engine.Params) any

// Trace returns a gomoku.Option that makes a Searcher tell t of the first plies of its trees. Package gomoku sets it when it
// is initialized.
var Trace func(t engine.Tracer, plies int) any
