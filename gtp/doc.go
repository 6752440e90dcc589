// Package gtp speaks the Go Text Protocol, version 2 (Gunnar Farnebäck, 2002), for Gomoku: with it a player appears in
// programs for Go boards such as Sabaki and GoGui, which know no other protocol.
//
// A controller writes one command a line, and gets an answer that begins with = where all is well and with ? where it is
// not, and ends with an empty line. A conversation, with > from the controller:
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
// [Serve] knows boardsize, clear_board, komi (which means nothing here), play, genmove, undo, showboard, final_score,
// time_settings, time_left, name, version, protocol_version, known_command, list_commands and quit, and beside them
// gomoku-rule, which asks for the rule or begins a new game by another one. A color that plays twice in a row lets the
// other one pass. The machine passes when no legal move is left, and when the game is over.
package gtp
