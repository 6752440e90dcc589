// Package webtest has the tests of examples/web in a real browser. It has no code of its own.
//
//	cd tools
//	go test ./webtest                                   # needs Chromium in the PATH: skipped with a word where there is none
//	GOMOKU_SHOTS=/tmp/shots go test -run Shots ./webtest  # screenshots, on phone and desktop, light and dark
//
// A test starts the program of examples/web on a free port, opens a page of its own, and does what a person would: it clicks on
// the board, presses keys, and reads what the page says. An error on the page's console fails the test.
package webtest
