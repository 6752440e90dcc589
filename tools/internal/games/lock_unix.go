//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package games

import (
	"errors"
	"os"
	"syscall"
)

// lock keeps other processes from writing the file, until this one closes it or ends in any way. A kill of "go run" does not
// reach the program that it runs, so this happens.
func lock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if err == syscall.EWOULDBLOCK {
		return errors.New("another process is writing this file: wait for its end, or end it")
	}
	return err
}
