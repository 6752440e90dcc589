// Package games lets two people play over HTTP: whoever opens a game gets three links, one for each player and one for spectators. There
// are no accounts; a link is all that is needed, and nobody can guess one.
//
//	h, err := games.Open(games.Options{Journal: "games.jsonl"})
//	http.Handle("/games", h)
//	http.Handle("/games/", h)
//
// # Requests
//
// POST /games opens a game: {"rule": "renju", "size": 15, "side": "first", "clock": {"seconds": 300, "increment": 3}, "opening": "swap2"}.
// All fields may be left out. The first player has Black unless an opening protocol says otherwise. "side" is that of whoever asks:
// first, second or random. The answer is {"id": "…", "you": "…", "opponent": "…", "spectator": "…"} with a token for each.
//
// GET /games/{id}/events?token=… is a stream of server-sent events. Each is the whole [State], as the holder of the token sees it; its
// id is the number of the last action. A client that lost the connection opens another stream, and has missed nothing.
//
// POST /games/{id}/act acts: {"token": "…", "seq": 12, "act": "move", "point": "h8"}. "seq" is the number of the state that the
// player saw. If the game has gone on since, nothing happens, and the answer is 409: so a request that comes twice, or too late, does
// no harm. The acts are move, resign, offer-draw, offer-undo, accept, decline, rematch, and opening with an "action" (see package
// opening).
//
// Errors are {"type": "error", "code": "…", "message": "…"}, as of package service, with the status 400 for requests that make no
// sense, 403 for acts that the token does not allow, 404 for unknown games and tokens, 409 for old states, 413 for long requests,
// 422 for acts that the rules do not allow, and 429 and 503 beyond the limits of [Options].
//
// # What is kept
//
// Every act is written to the journal, and is on the disk before it is acknowledged and before anybody sees it. After a restart, or
// after a crash in the middle of a line, all games go on where they were. Clocks do not run while the program is down.
package games
