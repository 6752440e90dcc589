package record_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

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
		if format == 0 || format == record.RIF || format == record.SGF {
			most *= 2 // it may be ISO-8859-1
		}
		if bytes.HasPrefix(data, []byte("\x1f\x8b")) {
			most = o.MaxBytes // unpacked
		}
		if n := int(number / 5); n >= gomoku.MinSize && n <= gomoku.MaxSize {
			o.Size = n
		}
		o.Lines, o.AnyGame = number%2 == 1, number%3 == 1
		if number >= 128 {
			o.Decoder = func(_ string, b []byte) (string, error) { return strings.ToValidUTF8(string(b), "?"), nil }
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
			libraryTrip(t, tree)
		}
	})
}

// libraryTrip writes a tree as a library of RenLib, if that has a place for it, and reads it again: moves and comments are
// the same, and so is a second library.
func libraryTrip(t *testing.T, tree *record.Tree) {
	t.Helper()
	var first, second bytes.Buffer
	if record.Write(&first, record.RenLib, tree) != nil {
		return
	}
	again := read(t, first.String(), &record.Options{Format: record.RenLib, Rule: tree.Game.Rule})
	if a, b := moves(tree.Root), moves(again.Root); !reflect.DeepEqual(a, b) {
		t.Fatalf("written as a library and read again (-before +after):\n%s", cmp.Diff(a, b))
	}
	if err := record.Write(&second, record.RenLib, again); err != nil || !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Fatalf("the same library is written in two ways (%v):\n%q\n%q", err, first.Bytes(), second.Bytes())
	}
}

// moves is a tree with its moves and comments alone.
func moves(n *record.Node) *record.Node {
	c := &record.Node{Move: n.Move, Comment: n.Comment}
	for _, child := range n.Children {
		c.Children = append(c.Children, moves(child))
	}
	return c
}

func FuzzRead(f *testing.F) {
	seed(f, []string{".lib", ".txt", ".psq", ".sgf", ".rif"}, "\x03\x70\x00\xe0", "\x78\x00\x79\x40", "\ufeff(;W[aa])")
	fuzz(f, 0)
}

func FuzzSGF(f *testing.F) {
	seed(f, []string{".sgf"},
		"(;FF[3]GaMe[4]SZ[9:9]RU[renju, RIF]PB[One]RE[B+T]CA[UTF-8]TAG[a\\:b:c:d]C[x\\\ny\\]];B[ee]BL[1];W[ED];B[g3](;W[ff]MA[aa])(;W[];B[tt]))",
		"(;AB[aa:bb]AE[aa]AW[cc]PL[W];W[dd];W[ee];C[x];C[y])(;RE[?]GM[4];RE[Draw])",
		"(;SZ[15];B[hh];W[ig](;B[gj])(;AE[ig]AW[hg]AB[ii]PL[B];B[jj];PL[B]))text(;GM[1]SZ[9];B[ee];W[resign])", "(;QPR[hh,hg,jf];QSLW[ig];B[gg];W[swap];B[gk])",
		"(\n  ;GM[1]CA[UTF-8]SZ[15]LB[hh:\xcc\xec]\n  ;B[hh]LB[ig:\xd6\xb1](;W[ig])(;W[hg]))", "(;GM[1]RU[omok]HA[2]RE[W+3.5]SZ[9]AB[cc][gg];W[ee])", "(;RU[renju, overlines]FG[259:]PM[2];B[hh];;W[ig](;)(;B[gg]))",
		"(;LB[A1][hh:];B[hh]MA[hh])", "(;CA[ISO-8859-1]PB[\xe9];B[aa])", "(;PB[\xe9];B[aa]C[\x83\x5c])", "(;RU[4];B[hk];W[ao];B[hj];W[oo];B[fi];W[aa];B[gi];W[oa];B[hi]UNCLAIMED[1];W[ah])",
		"(;RU[renju];B[gh];W[aa];B[fh];W[ca];B[hg];W[ea];B[hf];W[ga];B[hh])", "(;SZ[22]B[vv](;W[aa](;B[ab])(;B[ac]))(;B[]))")
	fuzz(f, record.SGF)
}

func FuzzPSQ(f *testing.F) {
	seed(f, []string{".psq"}, "Piskvorky 20x20, 11:11, 0\n5,5,0\n6,6,0\n7,5,0\n12,11,8125\nPBRAIN.zip\nOTHER64.zip\n-1\n1,Freestyle1\n", "Piskvorky 15x15 , 0 - 0\r\n8,8,0\r\n-1", "piskvorky 15x15, 11:3, 1\r\n8,8,0\r\n 9, 9 ,125\r\n10,8\r\na.zip\r\nb.zip\r\n-1\r\n2,x\r\n", "Piskvorky 20x20 , 0 - 0\n1,20,0")
	fuzz(f, record.PSQ)
}

func FuzzMoves(f *testing.F) {
	seed(f, []string{".txt"}, "d3e5f6d7\nk10j10i9j9\n\nq3o5 x\n", "1. h8 i9\n2. h7--g6", "Ｈ８，i09→j10 k11\r\n h8", "h8_i9|j10/k11 --> l12.")
	fuzz(f, record.Moves)
}

func FuzzPos(f *testing.F) {
	seed(f, nil, "\x03\x70\x00\xe0", "\x00", "\x0b\x00\x0f\x01\x10\x02\x11\x03\x12\x05\x13\x04")
	fuzz(f, record.Pos)
}

func FuzzRenLib(f *testing.F) {
	seed(f, []string{".lib"}, lib("\x00\x08root\x00\x00\x78\x10\x79\xc9\x00\x01one\bx\r\ntwo\x00\x00A\x00\x00\x20ol\xe4\x00\x68\x40"), lib("\x00\x00\x78\x04\x68\x00\x23\xd3\x00\x01win\x00\x69\x40"), "\x78\x00\x79\x40",
		lib("\x78\x00\x79\x80\x7a\x80\x7b\x40\x7c\x40\x88\x40"))
	fuzz(f, record.RenLib)
}

func FuzzPGN(f *testing.F) {
	seed(f, nil, "[Black \"a\"]\n[White \"b\"]\n[Result \"1-0\"]\n\n1. h8 {x\ny} i9 2. h7 1-0\n[Black \"c\"]\n\n1. h8 *\n", "[A \"\\\"\"]\nh8 0-1")
	fuzz(f, record.PGN)
}

func FuzzSav(f *testing.F) {
	seed(f, nil, "15\n15\n3\n7 7\n6 8\n8 6\n", "20\n2\n1\n0 19", "5 5 0")
	fuzz(f, record.Sav)
}

func FuzzRec(f *testing.F) {
	seed(f, nil, "homo-1\nbrain.exe\n9,9,120\n10,10,7\n0\n", "\n\n0,19,0\r\n1,1,1")
	fuzz(f, record.Rec)
}

func FuzzRIF(f *testing.F) {
	seed(f, []string{".rif"}, "<database><game><move>h8--a1</move><info>x<b>y</b>&eacute;</info></game></database>",
		`<?xml version="1.0" encoding="latin1"?><database><rule id="1" name="freestyle, Swap2"/><game rule="1" bresult="0.5"/></database>`)
	fuzz(f, record.RIF)
}
