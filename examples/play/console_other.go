//go:build !unix

package main

// canEdit says whether the line editor works on this system's terminals. Windows terminals have an editor of their own.
const canEdit = false

func (c *console) watch() {}

func (c *console) suspend() {}
