package stop

import (
	"runtime"
	"strings"
	"sync"
	"syscall/js"
)

// newPause returns a function that lets the event loop of JavaScript take a turn: Go's timers and other goroutines run, and
// so do JavaScript's events, network requests and the drawing of the page.
//
// A function of Go that JavaScript has called and waits for must not wait for the event loop: that would be a deadlock (see
// [js.FuncOf]). Work that begins there gives way to goroutines only.
func newPause() func() {
	if calledFromJavaScript() {
		return runtime.Gosched
	}
	return eventLoop().turn
}

// calledFromJavaScript reports whether the calling goroutine handles a call of JavaScript.
func calledFromJavaScript() bool {
	callers := make([]uintptr, 64)
	for skip := 0; ; skip += len(callers) {
		n := runtime.Callers(skip, callers)
		frames := runtime.CallersFrames(callers[:n])
		for {
			frame, more := frames.Next()
			if strings.HasPrefix(frame.Function, "syscall/js.handleEvent") {
				return true
			}
			if !more {
				break
			}
		}
		if n < len(callers) {
			return false
		}
	}
}

// A loop is JavaScript's event loop.
type loop struct {
	request func()        // asks the event loop for an event
	events  chan struct{} // gets a value for each
}

// turn waits until the event loop has come round. The wait for the event is what makes the runtime return to JavaScript,
// once no other goroutine can run: runtime.Gosched and time.Sleep for less than a millisecond do not. Sleeping for longer
// does, but a browser makes four milliseconds of one, and a second in a tab that is not seen.
func (l *loop) turn() {
	l.request()
	<-l.events
}

// eventLoop returns the event loop of the program. What it allocates in JavaScript stays.
var eventLoop = sync.OnceValue(func() *loop {
	l := &loop{events: make(chan struct{})}
	wake := js.FuncOf(func(js.Value, []js.Value) any {
		l.events <- struct{}{} // never waits: whoever requested the event waits for it
		return nil
	})
	global := js.Global()
	// Both of these come round after waiting events, and at once if there are none. Node's messages do not: up to a thousand
	// are handled in a row.
	if immediate := global.Get("setImmediate"); immediate.Type() == js.TypeFunction {
		l.request = func() { immediate.Invoke(wake) }
		return l
	}
	channel := global.Get("MessageChannel").New()
	channel.Get("port1").Set("onmessage", wake)
	port := channel.Get("port2")
	l.request = func() { port.Call("postMessage", js.Null()) }
	return l
})
