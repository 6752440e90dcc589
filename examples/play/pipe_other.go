//go:build !unix && !windows

package main

import (
	"errors"
	"io"
)

func survivePipes() {}

func brokenPipe(err error) bool { return errors.Is(err, io.ErrClosedPipe) }
