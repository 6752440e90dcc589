// Package record reads and writes game records: SGF, PSQ of Piskvork, strings of moves, .pos, and libraries of RenLib; and
// reads the RIF database of RenjuNet, PGN of PlayOK, .sav of Yixin-Board and .rec of Gomotur.
//
//	trees, err := record.Read(f, nil)         // the format is detected from the content
//	board, err := trees[0].Game.Board()       // the position where the game ended
//	err = record.Write(f, record.SGF, trees...)
//
// # Trees
//
// A game is a [Tree]: its main line as a [gomoku.Game], and a [Node] for every move of every variation, with comments and
// whatever else the file says. [FromGame] makes a tree of a game that was played, [Node.Add] adds variations to it, and
// [Tree.Walk] visits all nodes with their positions. In memory rows count from the bottom, as everywhere in this module,
// however the file counts them.
//
// # Checks
//
// A file is read as a whole or not at all, unless [Options].Skipped is set, and every move of every variation is checked: it
// must be on the board, on an empty point, and before the end of the game. Under renju a foul of Black ends a line, unless
// White did not claim it: see [Node].Unclaimed. Errors are a [*SyntaxError] that names the line, or the byte where there are
// no lines, what was wrong, and what was expected. No input makes a reader panic, and there are limits to size and depth:
// see [Options].
//
// Most formats do not say by which rule a game was played. If a sound game is refused because it went on after its end, it
// was played by another rule than [Options].Rule.
//
// # Charsets
//
// Texts are in UTF-8 in memory. Package [github.com/gomoku-go/gomoku/record/charset] decodes files in other charsets, such
// as GBK, Big5, Shift_JIS and EUC-KR; it is a package of its own because its tables are large.
//
// # Tags and properties
//
// Tags of [gomoku.Game] have the same names in all formats: "black", "white", "event", "round", "place", "date", "opening",
// "opening rule" and others. In SGF these are the properties PB, PW, EV, RO, PC, DT, ON and RU, and the private property TAG
// for names that SGF does not know. All other properties are in [Node].Props, under their SGF names, with the escapes
// taken out of their values. The formats add some of their own:
//
//   - MS: the time that a move took, in milliseconds (PSQ, .rec)
//   - PSQ: the players of the first line, and the lines after the names of the programs: the code of the result, and what
//     archives add (PSQ)
//   - MA: a mark; LB: a text on the board; START: the node that RenLib shows first (RenLib)
//   - UNCLAIMED: a foul that White did not claim, in files that this package writes (SGF)
//
// # SGF
//
// A file may hold any number of games. A point is written "hh", the column from the left and the row from the top, and is
// also read as "h8"; capitals are as good. An empty value is a pass, and so is "tt" on boards smaller than 20×20. A node
// without a move belongs to the move before it. Stones that are set up (AB, AW, AE, PL) before the first move of the main
// line belong to the game; everywhere else they make a [Setup]. RU may be the name of a rule or its number at Gomocup;
// any other text is the tag "opening rule", and the rule is [Options].Rule. But renju with overlines allowed and omok, rules
// that are not offered, are errors. A file whose GM names another game than gomoku is read if its moves make a game of gomoku
// and no handicap, rule or score is one of Go. [Options].AnyGame reads these files too.
//
// QPR and QSLW of Gomoku Quest are the first moves. The moves "resign" and "swap" of Little Golem are a result and the tag
// "swap". Other properties of unknown names are kept, but one that holds a list of points is an error, for it may hold moves.
//
// # RenLib
//
// A node of a library is a byte for the point, a byte of flags, and what these announce:
//
//   - 80, a sibling follows after this subtree; 40, no child follows: the tree
//   - 20, an old comment, which ends at a byte with its highest bit set; 08, a comment, which ends at a zero byte:
//     Node.Comment, where a line end stands for the byte 08 between title and text
//   - 10, a mark: MA
//   - 04, where to begin: START
//   - 02, no move: a mark or text on the position before; its MA or LB goes to the node above. Children of such a node are an
//     error
//   - 01, two bytes of extension: 0001 is a text on the board, LB; other bits are left out
//
// Written libraries are of version 3.4, with their texts in UTF-8.
//
// # RIF
//
// RenjuNet's database, packed or not. Games are renju, or standard where their rule is one of gomoku. A foul of Black that
// White did not claim stands, and the game goes on (rule 9.8 of the Renju International Federation).
package record
