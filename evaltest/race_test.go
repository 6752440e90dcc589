//go:build race

package evaltest

const raceEnabled = true
