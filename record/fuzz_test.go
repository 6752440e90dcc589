package record_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/record"
)

// seed adds the samples with these suffixes and some texts.
func seed(f *testing.F, suffixes []string, texts ...string) {
	f.Helper()
	for _, suffix := range suffixes {
		names, err := filepath.Glob("testdata/*" + suffix)
		if err != nil || len(names) == 0 {
			f.Fatalf("samples *%s: %q, %v", suffix, names, err)
		}
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(data, uint8(0))
		}
	}
	for i, text := range texts {
		f.Add([]byte(text), uint8(i))
	}
}

// fuzz reads whatever comes, with options that depend on a number. An error is a SyntaxError with a place in the file; what is
// read without one follows the rules, and comes back when it is written.
func fuzz(f *testing.F, format record.Format) {
	f.Fuzz(func(t *testing.T, data []byte, number uint8) {
		o := &record.Options{Format: format, Rule: gomoku.Rule(number % 5), MaxBytes: 1 << 16, MaxNodes: 1 << 12}
		most := len(data) // of the file in UTF-8
		if format == 0 || format == record.RIF {
			most *= 2 // it may be ISO-8859-1
		}
		if n := int(number / 5); n >= gomoku.MinSize && n <= gomoku.MaxSize {
			o.Size = n
		}
		if number >= 128 {
			o.Decoder = func(b []byte) (string, error) { return strings.ToValidUTF8(string(b), "?"), nil }
		}
		trees, err := record.Read(bytes.NewReader(data), o)
		if err != nil {
			var syntax *record.SyntaxError
			if !errors.As(err, &syntax) || trees != nil {
				t.Fatalf("%d games, %v; want a SyntaxError alone", len(trees), err)
			}
			if syntax.Line < 0 || syntax.Offset < 0 || o.Decoder == nil && syntax.Offset > most || syntax.Msg == "" {
				t.Fatalf("%+v is no place in %d bytes", syntax, len(data))
			}
			if format != 0 && syntax.Format != format {
				t.Fatalf("the error is one of %v, want %v", syntax.Format, format)
			}
			return
		}
		for _, tree := range trees {
			roundTrip(t, tree)
		}
	})
}

func FuzzRead(f *testing.F) {
	seed(f, []string{".lib", ".txt", ".psq", ".sgf", ".rif"}, "\x03\x70\x00\xe0", "\x78\x00\x79\x40", "\ufeff(;W[aa])")
	fuzz(f, 0)
}

func FuzzSGF(f *testing.F) {
	seed(f, []string{".sgf"},
		"(;FF[3]GaMe[4]SZ[9:9]RU[renju, RIF]PB[One]RE[B+T]CA[UTF-8]TAG[a\\:b:c:d]C[x\\\ny\\]];B[ee]BL[1];W[ED];B[g3](;W[ff]MA[aa])(;W[];B[tt]))",
		"(;AB[aa:bb]AE[aa]AW[cc]PL[W];W[dd];W[ee];C[x];C[y])(;RE[?]GM[4];RE[Draw])",
		"(;RU[renju];B[gh];W[aa];B[fh];W[ca];B[hg];W[ea];B[hf];W[ga];B[hh])", "(;SZ[22]B[vv](;W[aa](;B[ab])(;B[ac]))(;B[]))")
	fuzz(f, record.SGF)
}

func FuzzPSQ(f *testing.F) {
	seed(f, []string{".psq"}, "piskvorky 15x15, 11:3, 1\r\n8,8,0\r\n 9, 9 ,125\r\n10,8\r\na.zip\r\nb.zip\r\n-1\r\n2,x\r\n", "Piskvorky 20x20 , 0 - 0\n1,20,0")
	fuzz(f, record.PSQ)
}

func FuzzPos(f *testing.F) {
	seed(f, nil, "\x03\x70\x00\xe0", "\x00", "\x0b\x00\x0f\x01\x10\x02\x11\x03\x12\x05\x13\x04")
	fuzz(f, record.Pos)
}

func FuzzRenLib(f *testing.F) {
	seed(f, []string{".lib"}, lib("\x00\x08root\x00\x00\x78\x10\x79\xc9\x00\x01one\r\ntwo\x00\x00A\x00\x00\x20old\x00\x68\x40"), "\x78\x00\x79\x40",
		lib("\x78\x00\x79\x80\x7a\x80\x7b\x40\x7c\x40\x88\x40"))
	fuzz(f, record.RenLib)
}

func FuzzRIF(f *testing.F) {
	seed(f, []string{".rif"}, "<database><game><move>h8--a1</move><info>x<b>y</b>&eacute;</info></game></database>",
		`<?xml version="1.0" encoding="latin1"?><database><rule id="1" name="freestyle, Swap2"/><game rule="1" bresult="0.5"/></database>`)
	fuzz(f, record.RIF)
}
