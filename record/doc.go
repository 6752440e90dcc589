// Package record reads and writes game records: SGF, PSQ of Piskvork, strings of moves, and .pos; and reads RenLib
// libraries and the RIF database of RenjuNet.
//
//	trees, err := record.Read(f, nil)         // what format it is, the content says
//	board, err := trees[0].Game.Board()       // the position where the game ended
//	err = record.Write(f, record.SGF, trees...)
//
// # Trees
//
// A game is a [Tree]: its main line as a [gomoku.Game], and a [Node] for every move of every variation, with comments and
// whatever else the file says. Use [FromGame] to write a game that was played. In memory rows count from the bottom, as
// everywhere in this module, however the file counts them.
//
// # Checks
//
// A file is read as a whole or not at all, and every move of every variation is checked: it must be on the board, on an
// empty point, and before the end of the game. Under renju a foul of Black may be the last move of a line. Errors are a
// [*SyntaxError] that names the line, or the byte where there are no lines, what was wrong, and what was expected. No
// input makes a reader panic, and there are limits to size and depth, see [Options].
//
// Most formats do not say by which rule a game was played. If a sound game is refused because it went on after its end,
// it was another one than [Options].Rule.
//
// # Tags and properties
//
// Tags of [gomoku.Game] have the same names in all formats: "black", "white", "event", "round", "place", "date", "opening",
// "opening rule" and others. In SGF these are the properties PB, PW, EV, RO, PC, DT, ON and RU, and the private property TAG
// for names that SGF does not know. All other properties are in [Node].Props, under their SGF names, with the escapes
// taken out of their values. The formats add some of their own:
//
//   - MS: the time that a move took, in milliseconds (PSQ)
//   - PSQ: the players of the first line, and the lines after the names of the programs: the code of the result, and what
//     archives add (PSQ)
//   - MA: a mark; LB: a text on the board (RenLib)
//
// # SGF
//
// A file may hold any number of games. Both ways to write a point are understood: "hh", the column from the left and the row from
// the top, which is also what is written, and "h8", as people do it; capitals too. An empty value is a pass, and so is "tt" on boards
// smaller than 20×20. A node without a move belongs to the move before it. Stones can be set up (AB, AW, AE, PL) before
// the first move of the main line only.
package record
