//go:build unix

package main

import (
	"errors"
	"os/signal"
	"syscall"
)

// survivePipes makes a write to a pipe that nobody reads fail with an error. Left alone, Go ends the program with SIGPIPE, and "play | head"
// would not leave with status 0.
func survivePipes() { signal.Ignore(syscall.SIGPIPE) }

func brokenPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }
