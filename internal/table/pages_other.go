//go:build !linux

package table

func largePages([]bucket) {}
