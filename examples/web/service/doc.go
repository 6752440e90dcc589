// Package service answers questions about positions and games: a JSON object asks, and a stream of JSON objects answers. The page of
// examples/web talks to it in two places, in the browser, where it runs as WebAssembly in a worker, and on a server (package
// engine), so both give the same answers.
//
//	s, err := service.New(service.Options{})
//	out := json.NewEncoder(os.Stdout)
//	answer := s.Run(ctx, []byte(`{"op": "move", "position": "renju 15 h8i9", "level": "3"}`), func(event any) { out.Encode(event) })
//	out.Encode(answer)
//
// # Requests
//
// A request has the field "op" and those below. Only fields without a default have to be there, and an unknown field is an error. A
// "position" is a text as gomoku.ParsePosition reads it; the points of "moves", if there are any, are played on it: "h8", "-" for a
// pass, and "h8!" for a foul that White did not claim. "limits" is an object with "millis", "depth" and "nodes".
//
//	describe   position, moves                              what is on the board; quick, for every move of a game
//	move       position, moves, level or limits, clock,     the machine's move; "clock" has "leftMillis", "incrementMillis"
//	           seed, book                                   and "moveMillis"; with "book": false it plays from no book
//	analyze    position, moves, lines, limits, threads      the best moves with their lines, deeper and deeper, until it is canceled
//	prove      position, moves, kind, side, limits          a forced win: kind is "vcf", "vct" or "any" (the default)
//	threats    position, moves, side                        the points where a side makes a three or more, and the win it threatens
//	review     game, limits, first, last                    every move of a game judged, or those from number first to last
//	summarize  game, moves                                  the review that judged moves add up to
//	read       data (Base64) or text, name, format, size,   the games of a file in any format that package record knows
//	           rule, charset, lines, anyGame
//	write      format, game, tree                           a file
//	openings                                                the opening protocols, and the sizes of boards that each is for
//	opening    protocol, size, rule, actions                what may be done next in an opening
//	decide     protocol, size, rule, actions, level, limits what the machine does next in an opening
//
// # Events
//
// An event has the field "type". The last one of a stream is the answer, of a type of its own for each op (Described, Moved,
// Analyzed, Proof, Threats, Reviewed, Games, File, Protocols, Opening, Decided), or an [Error]. Before it, move and analyze tell
// what the search has found so far ([Info]), and review each judged move ([Judged]).
//
// Scores and chances are those of the side to move. Points, colors, rules and the like are the words of package gomoku.
//
// # Time
//
// The ops that search take turns, one at a time in a Service: a request waits for the one before it. The others are answered at once,
// also while a search runs. When the context of a request ends, its search stops within a few milliseconds.
package service
