//go:build !race

package engine_test

const race = false
