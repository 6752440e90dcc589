//go:build race

package gomoku_test

// raceEnabled says that the race detector slows everything down: times mean nothing.
const raceEnabled = true
