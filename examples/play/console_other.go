//go:build !unix

package main

// canEdit says whether this system's terminals take an editor; Windows has one of its own.
const canEdit = false

func (c *console) watch() {}

func (c *console) suspend() {}
