// Package gomocup speaks the Gomocup protocol, also known as the Piskvork protocol, at both ends. In this protocol a playing program
// is called a brain, and the program that shows the board and runs the brains is the manager. [Serve] turns any player into a brain
// for managers such as Piskvork, qpiskvork, Yixin-Board and the program that runs the Gomocup tournament. An [Engine] runs any other
// brain and asks it for moves.
//
// # The protocol
//
// Manager and brain exchange lines of text through the brain's standard input and output. Points are x,y, both from 0, with y
// counted from the top: 0,0 is the top left corner, which is a15 on a board of 15×15. A conversation, with > from the manager:
//
//	> START 15                 a new game on 15×15 points
//	< OK
//	> INFO rule 4              renju; INFO has no answer
//	> INFO timeout_turn 5000   milliseconds for a move
//	> TURN 7,7                 the opponent's move
//	< MESSAGE Depth 9-17 | …   for people; any number of such lines
//	< 8,8                      the brain's answer
//	> TURN 6,8
//	< 8,6
//	> END
//
// BEGIN asks for the first move of a game. A list of stones between BOARD and DONE asks for a move in any position. A brain answers
// ERROR to what it cannot do, and UNKNOWN to a command that it does not know.
//
// # Brains
//
// Serve knows all commands of the protocol: START, RECTSTART (square boards only), RESTART, BEGIN, TURN, PLAY, BOARD, SWAP2BOARD,
// TAKEBACK, INFO, ABOUT and END; and also STOP. It knows the analysis commands of Yixin-Board: yxboard, yxnbest, yxblock,
// yxblockundo, yxblockreset, yxbalanceone, yxbalancetwo, yxshowforbid, yxshowinfo, yxhashclear and yxstop. INFO sets timeout_turn,
// timeout_match, time_left, max_memory and rule, and the settings of Yixin-Board: thread_num, hash_size, max_depth, max_node and
// time_increment.
//
// Boards have 5×5 to 22×22 points. The rules are 0 freestyle, 1 standard, 4 renju, 8 caro with overlines and 9 caro. Rule 2 means
// renju if the manager has used a command of Yixin-Board, or "START w h". Continuous games and databases are not supported.
//
// A [Player] finds the moves. It sees boards and time limits, and nothing of the protocol. [NewPlayer] makes one from a
// gomoku.Searcher. A command that is answered by ERROR has changed nothing.
//
// # Engines
//
// An Engine is a process for one game. It takes scores and depths from the brain's MESSAGE lines as far as it understands them,
// confirms a SUGGEST, and checks every move on the board. An engine that does not answer in time is killed, together with the
// processes that it has started: its process group on Unix, its job on Windows, and the program alone elsewhere. The errors tell what
// went wrong: [ErrStart], [ErrTimeout], [ErrCrashed], [ErrIllegalMove], [ErrRefused] and [ErrClosed].
//
// The protocol was written by Petr Laštovička for Piskvork (https://plastovicka.github.io/protocl2en.htm), and its extensions for
// Yixin-Board by Kai Sun.
package gomocup
