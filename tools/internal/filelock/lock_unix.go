//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

// Package filelock keeps two processes from writing one file.
package filelock

import (
	"errors"
	"os"
	"syscall"
)

// Lock keeps other processes from writing the file, until this one closes it or ends in any way. A kill of "go run" does not
// reach the program that it runs, so this happens.
func Lock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if err == syscall.EWOULDBLOCK {
		return errors.New("another process is writing this file: wait for its end, or end it")
	}
	return err
}
