package stop

import (
	"testing"
	"time"
)

// TestFlag checks that work which polls ends when another goroutine wants it to, with one thread too: there this test would
// not end without giving way.
func TestFlag(t *testing.T) {
	var f Flag
	for range 3 {
		f.Reset()
		if f.IsSet() || f.Poll() {
			t.Fatal("set after Reset")
		}
		go func() {
			time.Sleep(10 * time.Millisecond)
			f.Set()
		}()
		for !f.Poll() {
		}
		if !f.IsSet() {
			t.Fatal("Poll and IsSet differ")
		}
	}
}

// TestZeroFlag checks that a flag may be polled before the first Reset.
func TestZeroFlag(t *testing.T) {
	var f Flag
	for range 100 {
		if f.Poll() {
			t.Fatal("the zero value is set")
		}
	}
	f.Set()
	if !f.Poll() {
		t.Fatal("not set after Set")
	}
}
