// Package charset decodes game records that are not in UTF-8, such as those of Chinese, Japanese and Korean programs. It is separate
// from package record because the tables of golang.org/x/text, which it uses, add some megabytes to a program.
//
//	trees, err := record.Read(f, &record.Options{Decoder: charset.Decode})
//
// Many files do not name their charset. With Decode their texts are kept as bytes, and files whose moves could be misread are refused.
// If you know where such files come from, name the charset that is likely there:
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

// ErrNoName is the error for a text that does not name its charset. It wraps [errors.ErrUnsupported]. See [Fallback].
var ErrNoName = fmt.Errorf("charset: the text does not say which charset it is in: choose one for such texts, such as GBK (%w)", errors.ErrUnsupported)

// Decode returns the text in UTF-8. The name is that of a charset, as records and web pages give it: "GBK", "Shift_JIS",
// "windows-1252" and so on, in upper or lower case. Bytes that are not text in that charset are an error, and an empty name is
// [ErrNoName]. Decode may be called from several goroutines at once.
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
		return "", fmt.Errorf("charset: the text is not in %s: the bytes after %q are not valid", name, last(string(decoded[:i])))
	}
	return string(decoded), nil
}

// last returns the end of a text, to show where something is.
func last(text string) string {
	const most = 20
	runes := []rune(text)
	return string(runes[max(len(runes)-most, 0):])
}

// Fallback returns a function that is like [Decode], but decodes texts that do not name their charset as texts in the charset of
// that name. It is an error if there is no such charset.
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
