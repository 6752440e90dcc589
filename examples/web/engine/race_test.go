//go:build race

package engine_test

const race = true // the race detector makes everything ten times slower
