package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func convert(args, input string) (status int, out, err string) {
	var stdout, stderr bytes.Buffer
	status = run(strings.Fields(args), strings.NewReader(input), &stdout, &stderr)
	return status, stdout.String(), stderr.String()
}

func TestConvert(t *testing.T) {
	two := "(;SZ[15];B[hh];W[ig])\n(;SZ[15];B[ii])\n"
	for _, c := range []struct {
		args, input string
		status      int
		out, err    string // contained
	}{
		{"-to moves", "(;SZ[15];B[hh];W[ig])", 0, "h8i9\n", "1 game converted, 0 skipped"},
		{"-to moves", two, 0, "h8i9\ni7\n", "2 games"},
		{"-to psq", "h8i9", 0, "Piskvorky 15x15, 0:0, 0\n8,8,0\n9,7,0\n", "1 game converted"},
		{"-to sgf -rule renju", "h8i9", 0, "RU[renju]", "1 game converted"},
		{"-to SGF -size 19", "s19", 0, "SZ[19]", "1 game converted"},
		{"-to lib", "h8i9", 0, "\xffRenLib\xff", "1 game converted"},
		{"-to pos", "h8i9", 0, "\x02\x70\x62", "1 game converted"},
		{"-to moves -lenient", "(;SZ[15];B[hh];W[hh])\n(;SZ[15];B[ii])\n", 1, "i7\n", "game 1: record: SGF, line 1: h8: point is occupied"},
		{"-to moves", "(;SZ[15];B[hh];W[hh])\n(;SZ[15];B[ii])\n", 2, "", "occupied"},
		{"-to psq", two, 2, "", "-o"},
		{"-to moves", "(;SZ[15]AB[hh];W[ig])\n(;SZ[15];B[hh])", 1, "h8\n", "set-up"},
		{"-to moves", "(;SZ[15]AB[hh];W[ig])", 2, "", "no game to write"},
		{"-to sgf -charset GBK", "(;SZ[15]PB[\xba\xda];B[hh])", 0, "PB[黑]", "1 game converted"},
		{"-to sgf", "(;SZ[15]C[\x8b\x5c];B[hh];W[ig])", 2, "", "name a charset, as in -charset"},
		{"-to sgf", "(;SZ[15]PB[\xba\xda];B[hh])", 0, "PB[\xba\xda]", "1 game converted"}, {"-to sgf", "(;GM[1]SZ[9])", 2, "", "-any-game"},
		{"-to sgf -charset klingon", "h8", 2, "", "klingon"},
		{"-to doc", "h8", 2, "", "want sgf"}, {"", "h8", 2, "", "want -to sgf"}, {"-to moves -o -", "h8i9", 0, "h8i9\n", "1 game converted"}, {"-to sgf -", "", 2, "", "standard input: record: unknown format, byte 0: the file is empty"}, {"-to sgf -size 4", "h8", 2, "", "board size 4"},
		{"-to sgf -rule chess", "h8", 2, "", "see -h"}, {"-to sgf nowhere", "", 2, "", "nowhere"}, {"-h", "", 0, "", "Usage"},
		{"-to moves -any-game", "(;GM[1]SZ[9])", 0, "\n", "1 game converted"},
		{"-to moves -lines -lenient", "h8 i9\nh8 h8\n\nh8h9\n", 1, "h8i9\nh8h9\n", "game 2: record: moves, line 2: h8: point is occupied"},
		{"-to moves", "h8 i9\nh8 h9\n", 2, "", "use -lines"},
	} {
		status, out, err := convert(c.args, c.input)
		if status != c.status || !strings.Contains(out, c.out) || c.out == "" && out != "" || !strings.Contains(err, c.err) {
			t.Errorf("convert %s < %q: status %d, %q, %q; want %d, %q, %q", c.args, c.input, status, out, err, c.status, c.out, c.err)
		}
	}
}

func TestFiles(t *testing.T) {
	dir := t.TempDir()
	in := filepath.Join(dir, "in.sgf")
	if err := os.WriteFile(in, []byte("(;SZ[15];B[hh])(;SZ[15];B[ig])"), 0o666); err != nil {
		t.Fatal(err)
	}
	if status, _, err := convert("-to psq -o "+dir+"/games/ "+in+" "+in, ""); status != 0 {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"1.psq": "8,8,0", "2.psq": "9,7,0", "4.psq": "9,7,0"} {
		text, err := os.ReadFile(filepath.Join(dir, "games", name))
		if err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s: %q, %v; want %s", name, text, err, want)
		}
	}
	// A file that is there is not overwritten, unless that is asked for.
	if status, _, err := convert("-to sgf -o "+in+" "+in, ""); status != 2 || !strings.Contains(err, "-f overwrites") {
		t.Errorf("onto itself: status %d, %s", status, err)
	}
	if status, _, err := convert("-f -to moves -o "+in+" "+in, ""); status != 0 {
		t.Errorf("-f: %s", err)
	}
	if text, _ := os.ReadFile(in); string(text) != "h8\ni9\n" {
		t.Errorf("written over: %q", text)
	}
}
