package record_test

import (
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/record"
	"github.com/gomoku-go/gomoku/record/charset"
)

const rifTables = `<?xml version="1.0"?>
<database version="1.0" date="2026-01-02">
<rules><rule id="1" name="RIF" category="1">Renju International Federation</rule><rule id="2" name="Gomoku Swap2" category="2" /></rules>
<players><player id="1" name="A" surname="B" country="1" /><player id="3" surname="Solo" country="1" /></players>
<games>
`

func packed(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write([]byte(text))
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func unhex(t *testing.T, text string) string {
	t.Helper()
	b, err := hex.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// Files as people and their programs write them, reported in public.
func TestReports(t *testing.T) {
	psq := "Piskvorky 15x15, 0:0, 0\n8,8,0\n9,7,3\n7,9,1\n"
	fallback, err := charset.Fallback("GBK")
	if err != nil {
		t.Fatal(err)
	}
	libHead := "ff52656e4c6962ff0304ffffffffffffffffffff"
	for _, c := range []struct {
		name, text string
		options    record.Options
		moves      string // of the main line
		wrong      string // in the error, where there is one
		rule       gomoku.Rule
		outcome    gomoku.Outcome
		reason     gomoku.Reason
		tags       map[string]string
	}{
		{name: "PSQ: a code, no names", text: psq + "-1\n", moves: "h8 i9 g7"},
		{name: "PSQ: code 15", text: psq + "15\n", moves: "h8 i9 g7"},
		{name: "PSQ: blanks around the numbers", text: "Piskvorky 15x15, 0:0, 0\n8, 8, 0\n9 ,7,3\n0\n", moves: "h8 i9"},
		{name: "PSQ: one name and a code", text: "Piskvorky 15x15, 0:0, 0\n8,8,0\nhomo-1\n0\n", moves: "h8", tags: map[string]string{"black": "homo-1"}},
		{name: "PSQ: two names and a code", text: psq + "a.zip\nb.zip\n0\n", moves: "h8 i9 g7", tags: map[string]string{"black": "a.zip", "white": "b.zip"}},
		{name: "PSQ: a name of digits among names", text: psq + "a\n12\n-1\n", moves: "h8 i9 g7", tags: map[string]string{"black": "a", "white": "12"}},
		{name: "PSQ: more after the code", text: psq + "-1\nsome trailing junk\n", moves: "h8 i9 g7"},
		{name: "PSQ: a time with a fraction", text: "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,12\n10,10,1.5\na\nb\n0\n", wrong: "line 4"},
		{name: "PSQ: fractions only", text: "Piskvorky 15x15, 11:11, 0\n8,8,0.5\n9,9,1.25\na\nb\n0\n", wrong: "line 2"},
		{name: "PSQ: a move cut off", text: psq + "10,1\xff,3\na\n", wrong: "line 5"},
		{name: "PSQ: a semicolon", text: psq + "10;10;3\na\nb\n", wrong: "line 5"},
		{name: "PSQ: a rectangle", text: "Piskvorky 19x15, 0:0, 0\n8,8,0\n", wrong: "from 5 to 22"},

		{name: "SGF: GM[5] and text after the tree", text: "(;\nGM[5]FF[4]\nSW[NO]\n5A[gg][ii]\nRE[W+Resign]\nPW[a]PB[b]SZ[15]TM[300]\n\n;B[hh];W[ig];B[jh];W[gi]C[\n c looks on.\n]\n;B[gg];W[ki]\n;)\n\n---",
			moves: "h8 i9 j8 g7 g9 k7", outcome: gomoku.WhiteWins, reason: gomoku.ByResignation, tags: map[string]string{"black": "b", "white": "a", "time": "300"}},
		{name: "SGF: GM[1] of an editor for Go", text: "(;GM[1]FF[4]CA[UTF-8]AP[Sabaki:0.52.2]KM[6.5]SZ[15];B[hh];W[hg];B[ii])", moves: "h8 h9 i7", tags: map[string]string{"komi": "6.5"}},
		{name: "SGF: GM[1] of a game of Go", text: "(;GM[1]SZ[9];B[ee];W[ed];B[ee])", wrong: "occupied"},
		{name: "SGF: GM[1] without moves", text: "(;GM[1]SZ[9])", wrong: "another game"},
		{name: "SGF: GM[1] without moves, but asked for", text: "(;GM[1]SZ[9])", options: record.Options{AnyGame: true}},
		{name: "SGF: a short game of Go, by its handicap", text: "(;GM[1]SZ[19]HA[2]AB[dd][pp];W[qd];B[dp])", wrong: "another game"},
		{name: "SGF: a short game of Go, by its rule", text: "(;GM[1]SZ[19]RU[Japanese]KM[6.5];B[qd];W[dp])", wrong: "another game"},
		{name: "SGF: a short game of Go, by its score", text: "(;GM[1]SZ[9]RE[W+3.5];B[ee];W[ec])", wrong: "another game"},
		{name: "SGF: a short game of Go, but asked for", text: "(;GM[1]SZ[9]RE[W+3.5];B[ee];W[ec])", options: record.Options{AnyGame: true},
			moves: "e5 e7", outcome: gomoku.WhiteWins},
		{name: "SGF: GM[1] without a handicap, and a result in moves", text: "(;GM[1]SZ[15]HA[0]RE[B+7];B[hh];W[ig])", moves: "h8 i9", outcome: gomoku.BlackWins},
		{name: "SGF: RU[1]", text: "(;FF[4]GM[4]RU[1]SZ[15];B[dh];W[aa];B[eh];W[ac];B[fh];W[ae];B[hh];W[ag];B[ih];W[ai];B[gh];W[ak])",
			moves: "d8 a15 e8 a13 f8 a11 h8 a9 i8 a7 g8 a5", rule: gomoku.Standard},
		{name: "SGF: RU[4]", text: "(;RU[4];B[hh])", moves: "h8", rule: gomoku.Renju},
		{name: "SGF: RU[8]", text: "(;RU[8];B[hh])", moves: "h8", rule: gomoku.CaroOverline},
		{name: "SGF: RU[9]", text: "(;RU[9];B[hh])", moves: "h8", rule: gomoku.Caro},
		{name: "SGF: RU[0]", text: "(;RU[0];B[hh])", options: record.Options{Rule: gomoku.Renju}, moves: "h8", rule: gomoku.Freestyle},
		{name: "SGF: RU[omok]", text: "(;GM[4]RU[Omok]SZ[15];B[hh])", wrong: `RU is "Omok", a rule that is not offered`},
		{name: "SGF: renju with overlines", text: "(;GM[4]RU[renju, overlines allowed]SZ[15];B[hh])", wrong: "not offered"},
		{name: "SGF: renju with overlines, another way", text: "(;GM[4]RU[Renju+Overline]SZ[15];B[hh])", wrong: "not offered"},
		{name: "SGF: omok, read by another rule on demand", text: "(;GM[4]RU[korean omok]SZ[15];B[hh])", options: record.Options{AnyGame: true, Rule: gomoku.Standard},
			moves: "h8", rule: gomoku.Standard, tags: map[string]string{"rule": "korean omok"}},
		{name: "SGF: a rule nobody knows", text: "(;GM[4]RU[house rules]SZ[15];B[hh])", moves: "h8", tags: map[string]string{"opening rule": "house rules"}},
		{name: "SGF: Yamaguchi", text: "(;GM[4]RU[Yamaguchi]SZ[15];B[hh])", moves: "h8", rule: gomoku.Renju, tags: map[string]string{"opening rule": "Yamaguchi"}},
		{name: "SGF: an opening of Gomoku Quest", text: "(;GM[4]SZ[15];QPR[hh,hg,jf];B[ig];W[gg])", moves: "h8 h9 j10 i9 g9"},
		{name: "SGF: an opening in which a later move is taken", text: "(;GM[4]SZ[15]GN[gomokuquest];QPR[hh,hg,jf];QSLW[ig];B[gg];W[jf];B[ih])", wrong: "j10: point is occupied"},
		{name: "SGF: an opening with a point off the board", text: "(;SZ[15];QPR[hh,pp])", wrong: "QPR"},
		{name: "SGF: a list of points of nobody's", text: "(;SZ[15]OPENING[hh,ig];B[gg])", wrong: "OPENING"},
		{name: "SGF: points of nobody's", text: "(;SZ[15];XY[hh][ig];B[gg])", wrong: "XY"},
		{name: "SGF: marks", text: "(;SZ[15];B[gg]TR[hh][ig]LB[aa:1]XX[aa])", moves: "g9"},
		{name: "SGF: resignation as a move", text: "(;FF[4]SZ[19]RE[B];B[jj];W[kk];B[ji];W[resign])", moves: "j10 k9 j11", outcome: gomoku.BlackWins, reason: gomoku.ByResignation},
		{name: "SGF: resignation of Black, no result", text: "(;SZ[15];B[hh];W[ig];B[resign])", moves: "h8 i9", outcome: gomoku.WhiteWins, reason: gomoku.ByResignation},
		{name: "SGF: swap as a move", text: "(;SZ[15];B[hh];W[ig];B[ih];W[swap];W[gg])", moves: "h8 i9 i8 g9", tags: map[string]string{"swap": "3"}},

		{name: "SGF: a comment that may swallow moves", text: "(;GM[4]SZ[15]C[\x8b\x5c];B[hh];W[ig])", wrong: "Options.Decoder"},
		{name: "SGF: Big5", text: "(;CA[Big5]GM[4]SZ[15]C[\xa5\x5c];B[hh];W[ig];B[ii])", wrong: "Big5"},
		{name: "SGF: Shift_JIS", text: "(;CA[Shift_JIS]GM[4]SZ[15]PB[\x83\x5d]PW[a];B[hh];W[ig];B[ii])", wrong: "Shift_JIS"},
		{name: "SGF: GBK", text: "(;CA[GBK]SZ[15]C[\x81\x5d];B[hh])", wrong: "GBK"},
		{name: "SGF: EUC-KR", text: "(;CA[euc-kr]SZ[15]C[\xb0\xa1];B[hh])", wrong: "euc-kr"},
		{name: "SGF: ISO-2022-JP", text: "(;CA[ISO-2022-JP]SZ[15]C[\x1b$B%]\x1b(B];B[hh])", wrong: "ISO-2022-JP"},
		{name: "SGF: GBK by its name only", text: "(;CA[gb2312]SZ[15]PB[黑]C[好];B[hh])", moves: "h8", tags: map[string]string{"black": "黑"}},
		{name: "SGF: ISO-8859-1", text: "(;CA[ISO-8859-1]SZ[15]PB[Andr\xe9];B[hh])", moves: "h8", tags: map[string]string{"black": "André"}},
		{name: "SGF: GBK that says it is UTF-8", text: "(;CA[UTF-8]SZ[15]LB[hh:\xcc\xec];B[hh])", options: record.Options{Decoder: charset.Decode}, moves: "h8"},
		{name: "SGF: GBK that says it is UTF-8, by a fallback", text: "(;CA[utf8]SZ[15]PB[\xba\xda];B[hh])", options: record.Options{Decoder: fallback}, moves: "h8",
			tags: map[string]string{"black": "黑"}},
		{name: "SGF: GBK that says it is UTF-8 and may swallow moves", text: "(;CA[UTF-8]SZ[15]C[\x8b\x5c];B[hh];W[ig])", options: record.Options{Decoder: charset.Decode}, wrong: "Options.Decoder"},
		{name: "SGF: a charset that nobody knows, a byte before the bracket", text: "(;CA[own]SZ[15]PB[\\\xe9];B[hh])", moves: "h8", tags: map[string]string{"black": "\xe9"}},
		{name: "SGF: a name in a charset that is not named", text: "(;SZ[15]PB[Andr\xe9];B[hh])", moves: "h8", tags: map[string]string{"black": "Andr\xe9"}, wrong: "Options.Decoder"},
		{name: "SGF: letters of two bytes that end before the bracket", text: "(;SZ[15]PB[\xba\xda];B[hh])", moves: "h8", tags: map[string]string{"black": "\xba\xda"}},

		{name: "RenLib: labels", text: unhex(t, libHead+"0000780068c300014100694300014200"), moves: "h8"},
		{name: "a C static library", text: "!<arch>\n/               1700000000  0     0     0       4         `\n\x00\x00(;B[hh])", wrong: "C static library"},
		{name: "RenLib: a label before the moves", text: unhex(t, libHead+"0000780001c3000174657874000069009a40"), moves: "h8 i9 j6"},
		{name: "RenLib: a label with a mark", text: unhex(t, libHead+"00007800680023d3000177696e006940"), moves: "h8 h9 i9"},
		{name: "RenLib: a label at the end", text: unhex(t, libHead+"000078006800694300013f00"), moves: "h8 h9"},
		{name: "RenLib: moves below a label", text: unhex(t, libHead+"0000780069030001410068406840"), wrong: "no move by its flags"},

		{name: "RIF: a foul that was not claimed", text: rifTables + "<game id=\"2\" rule=\"1\" black=\"1\" white=\"3\" bresult=\"1\"><move>h10 a1 h9 o1 f8 a15 g8 o15 h8 a8 c3</move></game></games></database>",
			moves: "h10 a1 h9 o1 f8 a15 g8 o15 h8 a8 c3", rule: gomoku.Renju, outcome: gomoku.BlackWins, tags: map[string]string{"black": "A B", "white": "Solo", "id": "2", "opening rule": "RIF"}},
		{name: "RIF: a foul that was claimed", text: rifTables + "<game id=\"2\" rule=\"1\" bresult=\"0\"><move>h10 a1 h9 o1 f8 a15 g8 o15 h8</move></game></games></database>",
			moves: "h10 a1 h9 o1 f8 a15 g8 o15 h8", rule: gomoku.Renju, outcome: gomoku.WhiteWins, reason: gomoku.ByFoul, tags: map[string]string{"id": "2", "opening rule": "RIF"}},
		{name: "RIF: a foul in the last move that Black won with", text: rifTables + "<game id=\"2\" rule=\"1\" bresult=\"1\"><move>h10 a1 h9 o1 f8 a15 g8 o15 h8</move></game></games></database>",
			moves: "h10 a1 h9 o1 f8 a15 g8 o15 h8", rule: gomoku.Renju, outcome: gomoku.BlackWins, tags: map[string]string{"id": "2", "opening rule": "RIF"}},
		{name: "RIF: gomoku", text: rifTables + "<game id=\"5\" rule=\"2\" bresult=\"1\"><move>a1 a3 b1 b3 c1 c3 d1 d3 f1 f3 e1 h8</move></game></games></database>",
			moves: "a1 a3 b1 b3 c1 c3 d1 d3 f1 f3 e1 h8", rule: gomoku.Standard, outcome: gomoku.BlackWins, tags: map[string]string{"id": "5", "opening rule": "Gomoku Swap2"}},
		{name: "RIF: packed", text: packed(t, rifTables+"<game id=\"1\" rule=\"1\"><move>h8 h9 h7</move></game></games></database>"),
			moves: "h8 h9 h7", rule: gomoku.Renju, tags: map[string]string{"id": "1", "opening rule": "RIF"}},
		{name: "SGF: packed", text: packed(t, "(;SZ[15];B[hh])"), moves: "h8"},
		{name: "packed and cut", text: packed(t, "(;SZ[15];B[hh])")[:20], wrong: "gzip"},
		{name: "packed with a damaged sum", text: packed(t, "h8")[:22] + "\x00\x00\x00\x00", wrong: "gzip"},

		{name: "moves with numbers", text: "1. h8 i9 2. h7 g6", moves: "h8 i9 h7 g6"},
		{name: "moves with wide commas", text: "h8，i9，h7", moves: "h8 i9 h7"},
		{name: "moves with underscores", text: "h8_i9_h7", moves: "h8 i9 h7"},
		{name: "moves: lines, each a game", text: "h8 i9\nh8 h9\n", wrong: "line 2: h8: point is occupied; if every line is a game, set Options.Lines"},
		{name: "moves in UTF-16", text: "\xff\xfeh\x008\x00i\x009\x00", moves: "h8 i9"},
		{name: "moves: prose", text: "Black is better after h8.", wrong: "not a game record"},
		{name: ".sav", text: "15\n15\n3\n7 7\n6 8\n8 6\n", moves: "h8 i9 g7"},
		{name: ".sav with a rule", text: "15\n2\n1\n7 7\n", moves: "h8", rule: gomoku.Renju},
		{name: ".sav: occupied", text: "15\n15\n2\n7 7\n7 7\n", wrong: "line 5"},
		{name: ".pos with zeros behind the moves", text: "\x03\x70\x62\x7f" + strings.Repeat("\x00", 140), moves: "h8 i9 h7"},
		{name: ".pos without moves", text: "\x00"},
		{name: ".rec", text: "homo-1\nbrain.exe\n9,9,120\n10,10,7\n0\n", moves: "j11 k10", tags: map[string]string{"black": "homo-1", "white": "brain.exe"}},
		{name: ".rec: off the board", text: "a\nb\n9,9,120\n20,10,7\n0\n", wrong: "line 4"},
		{name: "PGN", text: "[Event \"?\"]\n[Site \"PlayOK\"]\n[Date \"2020.01.01\"]\n[Round \"-\"]\n[Black \"a\"]\n[White \"b\"]\n[Result \"1-0\"]\n\n1. h8 i9 2. h7 g6 1-0\n",
			moves: "h8 i9 h7 g6", outcome: gomoku.BlackWins, tags: map[string]string{"place": "PlayOK", "date": "2020.01.01", "black": "a", "white": "b"}},
		{name: "PGN: White first among the tags", text: "[White \"b\"]\n[Black \"a\"]\n[Result \"1-0\"]\n\n1. h8 i9 1-0\n",
			moves: "h8 i9", outcome: gomoku.WhiteWins, tags: map[string]string{"black": "a", "white": "b"}},
		{name: "PGN: a draw, comments", text: "[Black \"a\"]\n\n1. h8 {center} i9 1/2-1/2\n", moves: "h8 i9", outcome: gomoku.Draw, reason: gomoku.ByAgreement, tags: map[string]string{"black": "a"}},
		{name: "PGN: variations", text: "[Black \"a\"]\n\n1. h8 (i9) 1-0\n", wrong: "line 3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			trees, err := record.Read(strings.NewReader(c.text), &c.options)
			if c.wrong != "" && c.moves == "" {
				var syntax *record.SyntaxError
				if !errors.As(err, &syntax) || !strings.Contains(err.Error(), c.wrong) || trees != nil {
					t.Fatalf("%d games, %v; want a SyntaxError with %q", len(trees), err, c.wrong)
				}
				return
			}
			if c.wrong != "" && err != nil { // either a sound reading or a clear error
				if !strings.Contains(err.Error(), c.wrong) {
					t.Fatalf("%v; want %q", err, c.wrong)
				}
				return
			}
			if err != nil || len(trees) != 1 {
				t.Fatalf("%d games, %v; want one", len(trees), err)
			}
			g := trees[0].Game
			if line(g.Moves) != c.moves || g.Rule != c.rule || g.Outcome != c.outcome || g.Reason != c.reason {
				t.Errorf("%s, %v, %v (%v); want %s, %v, %v (%v)", line(g.Moves), g.Rule, g.Outcome, g.Reason, c.moves, c.rule, c.outcome, c.reason)
			}
			if d := cmp.Diff(c.tags, g.Tags); d != "" {
				t.Errorf("tags (-want +got):\n%s", d)
			}
			if _, err := g.Board(); err != nil {
				t.Errorf("the game cannot be replayed: %v", err)
			}
			roundTrip(t, trees[0])
		})
	}
}

// Piskvork reads a first line only if the players are two numbers with a colon; other writers do otherwise.
func TestPSQPlayers(t *testing.T) {
	for header, want := range map[string]string{
		"Piskvorky 15x15 , 0 - 0": "Piskvorky 15x15, 0:0, 0", "Piskvorky 15x15, 3 - 11, 1": "Piskvorky 15x15, 11:3, 0",
		"Piskvorky 15x15, 11 : 3 ,0": "Piskvorky 15x15, 11:3, 0", "Piskvorky 15x15, people, 0": "Piskvorky 15x15, 0:0, 0", "Piskvorky 15x15": "Piskvorky 15x15, 0:0, 0",
	} {
		var b bytes.Buffer
		if err := record.Write(&b, record.PSQ, read(t, header+"\n8,8,0\na\nb\n-1\n", nil)); err != nil {
			t.Fatalf("%s: %v", header, err)
		}
		if got, _, _ := strings.Cut(b.String(), "\n"); got != want {
			t.Errorf("%s is written as %s, want %s", header, got, want)
		}
	}
	tree := read(t, "h8", nil)
	tree.Root.Props = map[string][]string{"PSQ": {"0 - 0"}}
	if err := record.Write(new(bytes.Buffer), record.PSQ, tree); err == nil || !strings.Contains(err.Error(), "two numbers") {
		t.Errorf("players with a hyphen: %v", err)
	}
}

// Lists of openings have a game in each line.
func TestLines(t *testing.T) {
	const list = "k11 i9 l10\n\nd4e5d5 \r\nk11 k11\n1. s20 r19\n"
	o := record.Options{Lines: true, Size: 20}
	_, err := record.Read(strings.NewReader(list), &o)
	var syntax *record.SyntaxError
	if !errors.As(err, &syntax) || syntax.Line != 4 || syntax.Game != 3 || syntax.Offset != strings.Index(list, " k11\n")+1 || !errors.Is(err, gomoku.ErrOccupied) {
		t.Errorf("%#v; want the second k11 in line 4", err)
	}
	skipped := 0
	o.Skipped = func(*record.SyntaxError) { skipped++ }
	trees, err := record.Read(strings.NewReader(list), &o)
	if err != nil || len(trees) != 3 || skipped != 1 {
		t.Fatalf("%d games, %d skipped, %v; want 3 and 1", len(trees), skipped, err)
	}
	for i, want := range []string{"k11 i9 l10", "d4 e5 d5", "s20 r19"} {
		if got := line(trees[i].Game.Moves); got != want || trees[i].Game.Size != 20 {
			t.Errorf("game %d: %s, want %s", i+1, got, want)
		}
	}
	trees, err = record.Read(strings.NewReader("h8 i9\nh7 g6\n"), nil)
	if err != nil || len(trees) != 1 || line(trees[0].Game.Moves) != "h8 i9 h7 g6" {
		t.Errorf("%v, %v; want one game in two lines", trees, err)
	}
	for _, text := range []string{"", "\n", "h8"} {
		if trees, err := record.Read(strings.NewReader(text), &record.Options{Lines: true, Format: record.Moves}); err != nil || len(trees) != 1 {
			t.Errorf("%q: %d games, %v; want one", text, len(trees), err)
		}
	}
}

// Labels and marks of RenLib belong to the position that they stand on, and comments keep their title apart.
func TestRenLibLabels(t *testing.T) {
	head := unhex(t, "ff52656e4c6962ff0304ffffffffffffffffffff0000")
	for _, c := range []struct {
		name, nodes string
		path        int // moves from the root
		comment     string
		props       map[string][]string
	}{
		{"two labels", "780068c300014100694300014200", 1, "", map[string][]string{"LB": {"hg:A", "ig:B"}}},
		{"label and mark", "7800680023d3000177696e006940", 2, "", map[string][]string{"LB": {"cc:win"}, "MA": {"cc"}}},
		{"an old comment of odd length", "78206162e3006840", 1, "abc", nil},
		{"an old comment of even length", "7820676f6fe468006940", 1, "good", nil},
		{"a title", "78087469746c65086c696e65310d0a6c696e653200006840", 1, "title\nline1\nline2", nil},
		{"where to begin", "78046840", 1, "", map[string][]string{"START": {"1"}}},
	} {
		tree := read(t, head+unhex(t, c.nodes), nil)
		n := tree.Root
		for range c.path {
			n = n.Children[0]
		}
		if n.Comment != c.comment {
			t.Errorf("%s: comment %q, want %q", c.name, n.Comment, c.comment)
		}
		if d := cmp.Diff(c.props, n.Props); d != "" {
			t.Errorf("%s: properties (-want +got):\n%s", c.name, d)
		}
		var b bytes.Buffer
		if err := record.Write(&b, record.RenLib, tree); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if d := cmp.Diff(tree, read(t, b.String(), nil)); d != "" {
			t.Errorf("%s: written and read again (-want +got):\n%s", c.name, d)
		}
	}
}

// A label without a text shows nothing, and is not written.
func TestRenLibEmptyLabel(t *testing.T) {
	var with, without bytes.Buffer
	if err := record.Write(&with, record.RenLib, read(t, "(;SZ[15]LB[g7];B[hh]LB[ig][hg:])", nil)); err != nil {
		t.Fatal(err)
	}
	if err := record.Write(&without, record.RenLib, read(t, "(;SZ[15];B[hh])", nil)); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(with.Bytes(), without.Bytes()) {
		t.Errorf("%x with empty labels, %x without", with.Bytes(), without.Bytes())
	}
}

// Positions that are set up after the beginning are nodes of the tree, and come back from SGF.
func TestSetups(t *testing.T) {
	for _, c := range []struct {
		name, text   string
		main         string
		child        []int // the way to the set-up
		black, white string
		turn         gomoku.Color
		next         string // the moves after it
	}{
		{"in a variation", "(;GM[4]FF[4]SZ[15];B[hh];W[ig](;B[gj])(;AE[ig]AW[hg]AB[ii]PL[B];B[jj]))", "h8 i9 g6", []int{0, 0, 1}, "i7 h8", "h9", gomoku.Black, "j6"},
		{"in the main line", "(;SZ[15];B[hh];AW[ii]PL[B];B[jj];W[aa])", "h8", []int{0, 0}, "h8", "i7", gomoku.Black, "j6 a15"},
		{"a stone more, the turn as it was", "(;SZ[15];B[hh];W[ig];AB[oo];B[jj])", "h8 i9", []int{0, 0, 0}, "o1 h8", "i9", gomoku.Black, "j6"},
		{"as the first node of a variation", "(;SZ[15](;AB[hh]AW[ii];B[jj])(;B[ig]))", "", []int{0}, "h8", "i7", gomoku.Black, "j6"},
		{"only another turn", "(;SZ[15];B[hh];PL[B];B[ii])", "h8", []int{0, 0}, "h8", "", gomoku.Black, "i7"},
		{"twice", "(;SZ[15];B[hh];AE[hh]AW[aa]PL[W];W[bb];AE[aa]PL[B];B[cc])", "h8", []int{0, 0, 0, 0}, "", "b14", gomoku.Black, "c13"},
	} {
		tree := read(t, c.text, nil)
		if got := line(tree.Game.Moves); got != c.main {
			t.Errorf("%s: main line %q, want %q", c.name, got, c.main)
		}
		n := tree.Root
		for _, i := range c.child {
			n = n.Children[i]
		}
		if n.Setup == nil {
			t.Fatalf("%s: no set-up", c.name)
		}
		if s := n.Setup; line(s.Black) != c.black || line(s.White) != c.white || s.Turn != c.turn {
			t.Errorf("%s: %s, %s, %v to move; want %s, %s, %v", c.name, line(s.Black), line(s.White), s.Turn, c.black, c.white, c.turn)
		}
		if got := branch(n); got != c.next {
			t.Errorf("%s: then %q, want %q", c.name, got, c.next)
		}
		roundTrip(t, tree)
		if err := tree.Walk(func(n *record.Node, b *gomoku.Board) error {
			if n.Setup != nil && b.Turn() != n.Setup.Turn {
				t.Errorf("%s: %v to move, want %v", c.name, b.Turn(), n.Setup.Turn)
			}
			return nil
		}); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// A lenient reader leaves out what it cannot read, says so, and goes on.
func TestSkipped(t *testing.T) {
	for _, c := range []struct {
		name, text string
		games      string
		skipped    []int
	}{
		{"SGF", "(;SZ[15];B[hh])\n(;SZ[15];B[hh];W[hh])\n(;SZ[15];B[ii])", "h8/i7", []int{2}},
		{"SGF: no end", "(;SZ[15];B[hh]\n(;SZ[15];B[ii])\n(;SZ[15];B[jj];W[jj])", "i7", []int{1, 3}},
		{"SGF: a bracket too few", "(;SZ[15]C[x;B[hh])\n(;SZ[15];B[ii])\n", "", nil},
		{"RIF", rifTables + "<game><move>h8 h8</move></game><game><move>h9</move></game><game><move>z</move></game></games></database>", "h9", []int{1, 3}},
		{"PGN", "[Black \"a\"]\n\n1. h8 h8\n\n[Black \"b\"]\n\n1. i9\n", "i9", []int{1}},
	} {
		var skipped []int
		trees, err := record.Read(strings.NewReader(c.text), &record.Options{Skipped: func(e *record.SyntaxError) {
			if e.Msg == "" || e.Line == 0 {
				t.Errorf("%s: skipped without a place or a reason: %+v", c.name, e)
			}
			skipped = append(skipped, e.Game)
		}})
		if c.skipped == nil { // not to be taken apart: an error or another reading, but no panic
			continue
		}
		var games []string
		for _, tree := range trees {
			games = append(games, line(tree.Game.Moves))
		}
		if err != nil || strings.Join(games, "/") != c.games || !cmp.Equal(skipped, c.skipped) {
			t.Errorf("%s: %v, skipped %v, %v; want %s, skipped %v", c.name, games, skipped, err, c.games, c.skipped)
		}
		if _, err := record.Read(strings.NewReader(c.text), nil); err == nil {
			t.Errorf("%s: a strict reader reads it", c.name)
		}
	}
}

func TestAddAndWalk(t *testing.T) {
	tree := record.FromGame(&gomoku.Game{Size: 15, First: gomoku.Black, Moves: points("h8 i9 h7")})
	n := tree.Root.Add(points("h8 i9 g6 f5")...)
	if n.Move != points("f5")[0] || tree.Root.Add(points("h8 i9 g6 f5")...) != n {
		t.Errorf("Add returns %v, and not the same node twice", n.Move)
	}
	n.Comment = "here"
	var seen []string
	err := tree.Walk(func(n *record.Node, b *gomoku.Board) error {
		seen = append(seen, n.Move.String())
		if n.Comment == "here" && (b.Len() != 4 || b.At(points("f5")[0]) != gomoku.White) {
			t.Errorf("the board at f5:\n%v", b)
		}
		return nil
	})
	if d := cmp.Diff("- h8 i9 h7 g6 f5", strings.Join(seen, " ")); err != nil || d != "" {
		t.Errorf("%v, order of Walk (-want +got):\n%s", err, d)
	}
	roundTrip(t, tree)
	stop := errors.New("stop")
	if err := tree.Walk(func(*record.Node, *gomoku.Board) error { return stop }); err != stop {
		t.Errorf("Walk returns %v, want the error of visit", err)
	}
	tree.Root.Add(points("h8 h8")...)
	if err := tree.Walk(func(*record.Node, *gomoku.Board) error { return nil }); !errors.Is(err, gomoku.ErrOccupied) {
		t.Errorf("Walk over a move on a stone: %v", err)
	}
}

// Fouls that were not claimed come back from SGF, in the game and in variations.
func TestUnclaimedFouls(t *testing.T) {
	foul := "(;RU[renju];B[gh];W[aa];B[fh];W[ca];B[hg];W[ea];B[hf];W[ga];B[hh](;W[ia];B[ib])(;W[ka]))"
	if _, err := record.Read(strings.NewReader(foul), nil); err == nil {
		t.Error("a move after a foul is read without being asked for")
	}
	tree := read(t, foul, &record.Options{UnclaimedFouls: true})
	if !cmp.Equal(tree.Game.Unclaimed, []int{8}) || len(tree.Game.Moves) != 11 {
		t.Errorf("%s, unclaimed %v; want 11 moves, and number 8 a foul", line(tree.Game.Moves), tree.Game.Unclaimed)
	}
	roundTrip(t, tree)
	for _, f := range []record.Format{record.Moves, record.PSQ, record.Pos, record.RenLib} {
		if err := record.Write(new(bytes.Buffer), f, tree); err == nil || !strings.Contains(err.Error(), "not claimed") {
			t.Errorf("%v: %v; want an error", f, err)
		}
	}
}
