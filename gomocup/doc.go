// Package gomocup speaks the Gomocup protocol, also known as that of Piskvork, at both ends: [Serve] makes any player a
// brain for managers such as Piskvork, qpiskvork, Yixin-Board and the tournament's judge, and an [Engine] runs somebody
// else's brain and asks it for moves.
//
// # The protocol
//
// Manager and brain talk through the brain's standard input and output, in lines of text. Points are x,y, both from 0, with
// y counted from the top: 0,0 is the top left corner, a15 on a board of 15×15. A conversation, with > from the manager:
//
//	> START 15                 a new game on 15×15 points
//	< OK
//	> INFO rule 4              renju; no answer is due
//	> INFO timeout_turn 5000   milliseconds for a move
//	> TURN 7,7                 the opponent's move
//	< MESSAGE Depth 9-17 | …   for people; any number of such lines
//	< 8,8                      the brain's answer
//	> TURN 6,8
//	< 8,6
//	> END
//
// BEGIN asks for the first move, and a list of stones from BOARD to DONE for a move in any position. A brain answers ERROR
// to what it cannot do, and UNKNOWN to a word that it does not know.
//
// # Brains
//
// Serve knows all commands of the protocol: START, RECTSTART (for squares), RESTART, BEGIN, TURN, PLAY, BOARD, SWAP2BOARD,
// TAKEBACK, INFO, ABOUT and END, and STOP beside them. Of Yixin-Board's dialect it knows the words for analysis: yxboard,
// yxnbest, yxblock, yxblockundo, yxblockreset, yxbalanceone, yxbalancetwo, yxshowforbid, yxshowinfo, yxhashclear and
// yxstop. INFO sets timeout_turn, timeout_match, time_left, max_memory and rule, and from that dialect thread_num,
// hash_size, max_depth, max_node and time_increment.
//
// Boards have 5×5 to 22×22 points. The rules are 0 freestyle, 1 standard, 4 renju, 8 caro with overlines and 9 caro; 2 is
// renju once a word of Yixin-Board's, or "START w h", has shown its dialect. There are no continuous games and no databases.
//
// The player is an implementation of [Player]: NewPlayer makes one of a gomoku.Searcher. It sees boards, limits of time and
// nothing of the protocol. A command that is answered by ERROR has changed nothing.
//
// # Engines
//
// An Engine is a process for one game. It reads what a brain says beside its answers, takes scores and depths from MESSAGE
// lines as far as they can be understood, confirms a SUGGEST, and checks every answer on the board. An engine that does not
// answer in time is killed with all that it has started: its process group on Unix, its job on Windows, and elsewhere the
// program alone. Errors tell apart what went wrong: [ErrStart], [ErrTimeout], [ErrCrashed], [ErrIllegalMove], [ErrRefused]
// and [ErrClosed].
//
// The protocol was written by Petr Laštovička for Piskvork (https://plastovicka.github.io/protocl2en.htm), and Yixin's
// extensions by Kai Sun.
package gomocup
