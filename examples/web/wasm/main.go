//go:build js && wasm

// Wasm is the engine of examples/web in the browser: package service in a worker. Package build compiles it; js/engine/worker.js of
// the page runs it.
//
// The worker posts {id, request} with a request as JSON text, and is answered by {id, event} for every event, the last one with
// {last: true}; {cancel: id} ends a request. Several requests may be on the way: those that do not search are answered while
// another one searches.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"syscall/js"

	"github.com/gomoku-go/gomoku/examples/web/service"
)

func main() {
	s, err := service.New(service.Options{Decoder: decode})
	if err != nil {
		panic(err)
	}
	running := map[int]context.CancelFunc{} // by the id of the request; touched by the event loop's goroutine alone
	js.Global().Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		message := args[0].Get("data")
		if id := message.Get("cancel"); id.Type() == js.TypeNumber {
			if cancel := running[id.Int()]; cancel != nil {
				cancel()
			}
			return nil
		}
		id, request := message.Get("id").Int(), message.Get("request").String()
		ctx, cancel := context.WithCancel(context.Background())
		running[id] = cancel
		go func() {
			defer delete(running, id)
			defer cancel()
			answer(ctx, s, id, request)
		}()
		return nil
	}))
	js.Global().Call("postMessage", map[string]any{"ready": true})
	select {}
}

// answer posts the events of a request.
func answer(ctx context.Context, s *service.Service, id int, request string) {
	post := func(event any, last bool) {
		text, err := json.Marshal(event)
		if err != nil { // a score that is no number, say
			text, _ = json.Marshal(service.Fail(err))
			last = true
		}
		js.Global().Call("postMessage", map[string]any{"id": id, "event": string(text), "last": last})
	}
	post(s.Run(ctx, []byte(request), func(event any) { post(event, false) }), true)
}

// decode uses the browser's own tables of charsets, which are larger than the rest of this program.
func decode(charset string, text []byte) (decoded string, err error) {
	if charset == "" {
		return "", errors.ErrUnsupported
	}
	defer func() {
		if e, ok := recover().(js.Error); ok { // TextDecoder throws
			err = errors.Join(errors.ErrUnsupported, e)
		}
	}()
	decoder := js.Global().Get("TextDecoder").New(charset, map[string]any{"fatal": true})
	bytes := js.Global().Get("Uint8Array").New(len(text))
	js.CopyBytesToJS(bytes, text)
	return decoder.Call("decode", bytes).String(), nil
}
