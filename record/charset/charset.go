// Package charset decodes game records that are not in UTF-8: those of Chinese, Japanese and Korean programs, and of old ones
// elsewhere. It brings the tables of golang.org/x/text, some megabytes of a program, and so is apart from package record.
//
//	trees, err := record.Read(f, &record.Options{Decoder: charset.Decode})
//
// Texts that do not say what they are in keep their bytes then, or are refused where that could hide moves. Many files do not say what they are in. For these, name the charset that is likely where they come from:
//
//	decoder, err := charset.Fallback("GBK")
//	trees, err := record.Read(f, &record.Options{Decoder: decoder})
package charset

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"
)

// ErrNoName says that a text does not name its charset; it is an [errors.ErrUnsupported]. See [Fallback].
var ErrNoName = fmt.Errorf("charset: the text does not say what it is in: name a charset, such as GBK, for texts like this (%w)", errors.ErrUnsupported)

// Decode returns the text in UTF-8. The name is that of a charset, as records and web pages give it: "GBK", "Shift_JIS",
// "windows-1252", and so on, in either case. It is an error, and not a question mark, where bytes are no letters of that
// charset, and [ErrNoName] where the name is empty. Decode may be called from several goroutines.
func Decode(name string, text []byte) (string, error) {
	if strings.TrimSpace(name) == "" {
		return "", ErrNoName
	}
	e, err := lookUp(name)
	if err != nil {
		return "", err
	}
	decoded, err := e.NewDecoder().Bytes(text)
	if err != nil {
		return "", fmt.Errorf("charset: %s: %w", name, err)
	}
	if i := strings.IndexRune(string(decoded), utf8.RuneError); i >= 0 {
		return "", fmt.Errorf("charset: the text is not in %s: bytes that are no letter of it come after %q", name, last(string(decoded[:i])))
	}
	return string(decoded), nil
}

// last returns the end of a text, to show where something is.
func last(text string) string {
	const most = 20
	runes := []rune(text)
	return string(runes[max(len(runes)-most, 0):])
}

// Fallback returns a function that decodes as [Decode] does, and takes texts that do not name their charset to be in the one
// of that name. It is an error if nobody knows such a charset.
func Fallback(name string) (func(name string, text []byte) (string, error), error) {
	if _, err := lookUp(name); err != nil {
		return nil, err
	}
	return func(own string, text []byte) (string, error) {
		if strings.TrimSpace(own) == "" {
			own = name
		}
		return Decode(own, text)
	}, nil
}

// lookUp finds a charset by the names of web pages, which are more liberal, or by those of the IANA.
func lookUp(name string) (encoding.Encoding, error) {
	name = strings.TrimSpace(name)
	if e, err := htmlindex.Get(name); err == nil {
		return e, nil
	}
	if e, err := ianaindex.IANA.Encoding(name); err == nil && e != nil {
		return e, nil
	}
	return nil, fmt.Errorf("charset: no charset is called %q: want a name such as GBK, Big5, Shift_JIS, EUC-KR or windows-1252", name)
}
