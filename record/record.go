package record

import (
	"fmt"
	"strings"
)

// A Format is a file format. The zero value is none: [Read] then detects the format from the content.
type Format uint8

const (
	SGF    Format = iota + 1 // Smart Game Format, FF[3] and FF[4]; .sgf
	PSQ                      // what Piskvork and the Gomocup archives write; .psq
	Moves                    // a string of moves, such as h8i9h7
	Pos                      // the number of moves, and a byte for each, 15×15 only; .pos
	RenLib                   // a library of RenLib, 15×15 only; .lib
	RIF                      // the database of RenjuNet in XML, 15×15 only; .rif; read only
	PGN                      // moves with tags as in chess, from PlayOK; .pgn, .txt; read only
	Sav                      // saved positions of Yixin-Board; .sav; read only
	Rec                      // games of Gomotur, which Piskvork can write too, 20×20; .rec; read only
)

var formatNames = []string{"unknown format", "SGF", "PSQ", "moves", "pos", "RenLib", "RIF", "PGN", "sav", "rec"}

// String returns the format's name.
func (f Format) String() string {
	if int(f) < len(formatNames) {
		return formatNames[f]
	}
	return fmt.Sprintf("Format(%d)", uint8(f))
}

// MarshalText returns the format's name, or an error if f is none of the formats.
func (f Format) MarshalText() ([]byte, error) {
	if f == 0 || int(f) >= len(formatNames) {
		return nil, fmt.Errorf("record: %v has no name", f)
	}
	return []byte(f.String()), nil
}

// UnmarshalText sets f to the format of that name, in either case.
func (f *Format) UnmarshalText(text []byte) error {
	for i, name := range formatNames[1:] {
		if strings.EqualFold(name, string(text)) {
			*f = Format(i + 1)
			return nil
		}
	}
	return fmt.Errorf("record: format %q: want one of: %s", text, strings.Join(formatNames[1:], ", "))
}
