// Package engine serves package service over HTTP: any program can mount its [Handler].
//
//	h, err := engine.New(engine.Options{})
//	http.Handle("POST /engine/run", h)
//
// A request is the JSON of package service. The response is a stream of server-sent events, each a line "data: " with the JSON of an
// event and an empty line, in the order of the service; a line that begins with a colon keeps the connection open. When the client
// leaves, its search stops.
//
// # Fairness
//
// Searches need a processor each, so only Options.Searches run at once, and Options.Queue requests wait. Those that wait are served
// in turn by client: one who asks a hundred times delays the others by one search, not by a hundred. A client is an IP address
// unless Options.Client says otherwise, and may have Options.PerClient searches running and waiting. Requests that do not search, such as
// describe and read, do not wait in the queue. Options.Requests bounds how many of any kind are on the way.
//
// A client that sends or reads slowly holds up nobody: a searcher is lent from the moment that the whole request is there until the
// search is over.
//
// # Errors
//
// A request that is refused as a whole is answered by the error event of the service as JSON, with one of these status codes:
//
//	403  the request comes from a page of another origin
//	405  not a POST request
//	413  the request is too large
//	429  the client has too many requests on the way, or there are too many of all; Retry-After says when to try again
//	503  no searcher became free in Options.Wait, or the handler was closed
//
// Other errors come in the stream.
package engine
