package record

import (
	"bytes"
	"errors"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

const byteOrderMark = "\ufeff"

// text returns a text file in UTF-8, if possible. The charset is the one that the file names, or empty. UTF-8
// comes first, for many programs write it whatever they say.
func (rd *reader) text(f Format, data []byte, charset string) ([]byte, error) {
	if wide, ok := fromUTF16(data); ok {
		return wide, nil
	}
	if utf8.Valid(data) && !isStateful(charset, data) {
		return bytes.TrimPrefix(data, []byte(byteOrderMark)), nil
	}
	if isUTF8(charset) {
		charset = "" // it is not
	}
	if rd.Decoder != nil {
		text, err := rd.Decoder(charset, data)
		switch {
		case err == nil:
			return []byte(strings.TrimPrefix(text, byteOrderMark)), nil
		case !errors.Is(err, errors.ErrUnsupported):
			return nil, newSyntaxError(f, 0, 0, "the file is not UTF-8, and the Decoder says: %w", err)
		}
	}
	switch {
	case isLatin1(charset):
		return []byte(latin1(data)), nil
	case isStateful(charset, data), isTwoByte(charset):
		return nil, newSyntaxError(f, 0, 0, "the file is in %s, whose letters may contain the bytes of \\ and ]: "+
			"set Options.Decoder, for which package record/charset has a function", quote([]byte(charset)))
	}
	return data, nil
}

// decode returns a text in UTF-8, or its bytes if nobody can say what they mean.
func (rd *reader) decode(text []byte) (string, error) {
	if rd.Decoder == nil || utf8.Valid(text) {
		return string(text), nil
	}
	decoded, err := rd.Decoder("", text)
	if errors.Is(err, errors.ErrUnsupported) {
		return string(text), nil
	}
	return decoded, err
}

// fromUTF16 reads a text that begins with the byte order mark of UTF-16.
func fromUTF16(data []byte) ([]byte, bool) {
	if len(data) < 2 || len(data)%2 != 0 {
		return nil, false
	}
	low := 0
	switch {
	case data[0] == 0xff && data[1] == 0xfe:
	case data[0] == 0xfe && data[1] == 0xff:
		low = 1
	default:
		return nil, false
	}
	units := make([]uint16, 0, len(data)/2)
	for i := 2; i < len(data); i += 2 {
		units = append(units, uint16(data[i+low])|uint16(data[i+1-low])<<8)
	}
	return []byte(string(utf16.Decode(units))), true
}

// normal is the name of a charset without what people write differently.
func normal(charset string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r == ' ' || r == ':' {
			return -1
		}
		return r
	}, strings.ToLower(charset))
}

func isUTF8(charset string) bool { return normal(charset) == "utf8" }

func isLatin1(charset string) bool {
	switch normal(charset) {
	case "iso88591", "iso885911987", "latin1", "l1", "ascii", "usascii":
		return true
	}
	return false
}

// latin1 decodes ISO-8859-1, which is the beginning of Unicode.
func latin1(text []byte) string {
	runes := make([]rune, len(text))
	for i, c := range text {
		runes[i] = rune(c)
	}
	return string(runes)
}

// isTwoByte reports whether the second byte of a letter may be that of a backslash or a bracket.
func isTwoByte(charset string) bool {
	name := normal(charset)
	for _, prefix := range []string{"gb", "cp936", "ms936", "windows936", "big5", "cp950", "cnbig5", "xxbig5", "shiftjis", "xsjis",
		"sjis", "mskanji", "windows31j", "cp932", "ms932", "johab", "uhc", "cp949", "windows949", "ksc", "korean", "euckr", "chinese"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// isSingleByte reports whether the bytes of letters never look like ASCII.
func isSingleByte(charset string) bool {
	name := normal(charset)
	for _, prefix := range []string{"iso8859", "latin", "windows125", "cp125", "cp43", "cp85", "cp86", "ibm", "koi8", "mac", "tis620", "eucjp", normal(sgfBytes)} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// isStateful reports whether the charset writes letters by sequences of ASCII, and the text has some.
func isStateful(charset string, text []byte) bool {
	name := normal(charset)
	switch {
	case strings.HasPrefix(name, "iso2022"):
		return bytes.IndexByte(text, 0x1b) >= 0
	case strings.HasPrefix(name, "hz"):
		return bytes.Contains(text, []byte("~{"))
	case name == "utf7":
		return bytes.IndexByte(text, '+') >= 0
	}
	return false
}

// endsInDoubt returns where a backslash or bracket may be the second byte of a letter, or -1: where it stands after an odd
// number of bytes beyond ASCII.
func endsInDoubt(text []byte) int {
	for i := 1; i < len(text); i++ {
		if text[i] != '\\' && text[i] != ']' {
			continue
		}
		run := 0
		for run < i && text[i-1-run] >= utf8.RuneSelf {
			run++
		}
		if run%2 == 1 {
			return i
		}
	}
	return -1
}

const space = " \t\r\n\v\f"

var lineEnds = strings.NewReplacer("\r\n", "\n", "\n\r", "\n", "\r", "\n")

// unixLines makes all line ends \n.
func unixLines(s string) string { return lineEnds.Replace(s) }
