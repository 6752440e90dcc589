package main

import (
	"errors"
	"syscall"
)

func survivePipes() {}

func brokenPipe(err error) bool {
	const errorNoData = syscall.Errno(232) // "the pipe is being closed"
	return errors.Is(err, syscall.ERROR_BROKEN_PIPE) || errors.Is(err, errorNoData)
}
