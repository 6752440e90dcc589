// Package record reads and writes game records. It reads and writes SGF, PSQ of Piskvork, strings of moves, .pos, and libraries of
// RenLib. It also reads the RIF database of RenjuNet, PGN of PlayOK, .sav of Yixin-Board and .rec of Gomotur.
//
//	trees, err := record.Read(f, nil)         // the format is detected from the content
//	board, err := trees[0].Game.Board()       // the position at the end of the game
//	err = record.Write(f, record.SGF, trees...)
//
// # Trees
//
// A record is a [Tree]: its main line as a [gomoku.Game], and a [Node] for every move of every variation, with comments and whatever
// else the file says. [FromGame] makes a tree from a game, [Node.Add] adds variations, and [Tree.Walk] visits all nodes with their
// positions. In memory, rows count from the bottom, as everywhere in this module, however the file counts them.
//
// # Checks
//
// A file is read completely or not at all, unless [Options].Skipped is set. Every move of every variation is checked: it must be on
// the board, on an empty point, and before the end of the game. Under renju a foul of Black ends the game, unless White did not claim
// it: see [Node].Unclaimed. An error in a file is a [*SyntaxError], which says where it is (the line, or the byte in binary formats),
// what is wrong, and what was expected. No input makes a reader panic. Size and depth are limited: see [Options].
//
// Most formats do not name the rule of a game. If a correct record is refused because the game went on after its end, it was played
// by a rule other than [Options].Rule.
//
// # Charsets
//
// In memory, text is UTF-8. Package [github.com/gomoku-go/gomoku/record/charset] decodes files in other charsets, such as GBK, Big5,
// Shift_JIS and EUC-KR. It is a separate package because its tables are large.
//
// # Tags and properties
//
// Tags of [gomoku.Game] have the same names in all formats: "black", "white", "event", "round", "place", "date", "opening",
// "opening rule" and others. In SGF these are the properties PB, PW, EV, RO, PC, DT, ON and RU; names that SGF does not have go into
// the private property TAG. All other properties are in [Node].Props, under their SGF names and without escapes. Other formats use
// these:
//
//   - MS: the time that a move took, in milliseconds (PSQ, .rec)
//   - PSQ: the players of the first line as two numbers, and the lines after the names of the programs: the code of the
//     result, and what archives add (PSQ)
//   - MA: a mark; LB: a text on the board; START: the node that RenLib shows first (RenLib)
//   - UNCLAIMED: a foul that White did not claim, in files that this package writes (SGF)
//
// # SGF
//
// A file may hold any number of games. A point is written "hh", with the column from the left and the row from the top; "h8" and
// capitals are read as well. An empty value is a pass, and so is "tt" on boards smaller than 20×20. A node without a move belongs to
// the move before it. Stones that are set up (AB, AW, AE, PL) before the first move of the main line belong to the game; anywhere
// else they make a [Setup].
//
// RU may be the name of a rule or its number at Gomocup. Any other text becomes the tag "opening rule", and the rule is
// [Options].Rule. But omok, and renju with overlines allowed, are errors, because this module does not have these rules. A file whose
// GM names another game is read if its moves make a game of gomoku, and if it has no handicap, rule or score of Go. With
// [Options].AnyGame all these files are read.
//
// QPR and QSLW of Gomoku Quest are the first moves. The moves "resign" and "swap" of Little Golem become a result and the tag "swap".
// Other unknown properties are kept, except lists of points, which are an error because they may hold moves.
//
// # RenLib
//
// A node of a library is a byte for the point, a byte of flags, and data that depend on the flags (in hexadecimal):
//
//   - 80: a sibling follows this subtree
//   - 40: the node has no children
//   - 20: an old comment, which ends at a byte with its highest bit set
//   - 08: a comment, which ends at a zero byte. In Node.Comment a line end replaces the byte 08 between title and text
//   - 10: a mark, MA
//   - 04: the start node, START
//   - 02: no move, but a mark or text on the position before: its MA or LB goes to the node above. Such a node with children is an
//     error
//   - 01: two bytes of extension: 0001 is a text on the board, LB; other bits are ignored
//
// Libraries are written as version 3.4, with their texts in UTF-8.
//
// # RIF
//
// The database of RenjuNet, compressed by gzip or not. The rule of a game is standard if its rules are those of gomoku, and renju
// otherwise. After a foul of Black that White did not claim the game goes on (rule 9.8 of the Renju International Federation).
package record
