//go:build !race

package gomoku_test

const raceEnabled = false
