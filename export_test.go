package gomoku

import "io"

// ReadBookUnverified is ReadBook without its checks of legality, as the built-in book is read.
var ReadBookUnverified = func(r io.Reader) (*Book, error) { return readBook(r, false) }

// BookHeader is the first line of a book.
const BookHeader = bookHeader
