// Package gtp speaks the Go Text Protocol, version 2 (Gunnar Farnebäck, 2002), for gomoku. With it a player can be used in programs
// for Go boards that know only this protocol, such as Sabaki and GoGui. These programs are called controllers.
//
// A controller writes one command per line. The answer begins with = if the command succeeded and with ? if it failed, and ends with
// an empty line. A conversation, with > from the controller:
//
//	> boardsize 15
//	< =
//	> play black H8
//	< =
//	> 7 genmove white
//	< =7 J9
//
// Columns are letters from the left, without I, and rows are numbers from the bottom: J9 is what this library calls i9.
//
// [Serve] knows boardsize, clear_board, komi (which has no effect), play, genmove, undo, showboard, final_score, time_settings,
// time_left, name, version, protocol_version, known_command, list_commands and quit. It adds gomoku-rule: without an argument it
// answers the rule, and with one it begins a new game under that rule. When a color plays twice in a row, the other one passes in
// between. The player passes when there is no legal move, and when the game is over.
package gtp
