package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gomoku-go/gomoku"
)

func TestConfigFile(t *testing.T) {
	other := config{book: false, level: gomoku.Hard, log: filepath.Join("here", "x.log"), seed: 7, threads: 3}
	for _, c := range []struct {
		name, text string
		want       config
		err        string
	}{
		{"empty", "", defaultConfig(), ""},
		{"all", "\ufeff# a remark\r\n\r\nbook = false\r\n LEVEL=Hard \r\nlog = x.log\r\nseed=7\r\nthreads = 3", other, ""},
		{"the values of the documentation", "book = true\nlevel = expert\nlog =\nseed = 0\nthreads = 1\n", defaultConfig(), ""},
		{"unknown name", "book = false\nhash = 3\n", defaultConfig(), `line 2: "hash = 3": want book, level`},
		{"no value", "book\n", defaultConfig(), `line 1: "book": want`},
		{"wrong value", "book = false\n\nlevel = godlike\n", defaultConfig(), "line 3: level = godlike: "},
		{"wrong number", "threads = 0\n", defaultConfig(), "line 1: threads = 0: want 1 to 256 threads"},
		{"bytes", "\x00\xff\n", defaultConfig(), `line 1: "`},
		{"huge", strings.Repeat("#\n", 1<<16), defaultConfig(), "longer than"},
	} {
		got := defaultConfig()
		err := got.read(strings.NewReader(c.text), "here")
		if got != c.want || err == nil != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: %+v, %v; want %+v, %q", c.name, got, err, c.want, c.err)
		}
	}
}

func TestFlags(t *testing.T) {
	c := config{book: false, level: gomoku.Easy, threads: 2}
	if err := c.parse([]string{"-book", "-threads", "5"}); err != nil || c != (config{book: true, level: gomoku.Easy, threads: 5}) {
		t.Errorf("%+v, %v; a flag wins over the file, and leaves the rest", c, err)
	}
	for _, args := range [][]string{{"-threads", "257"}, {"-level", "x"}, {"-seed", "-1"}, {"-what"}, {"file"}} {
		if out, err := exec.Command(binary, args...).CombinedOutput(); err == nil || len(out) == 0 {
			t.Errorf("%q: %v, printed %q", args, err, out)
		}
	}
}

// install copies the brain into a folder of its own, with a file of settings beside it.
func install(t *testing.T, ini string) (program string) {
	t.Helper()
	dir := t.TempDir()
	data, err := os.ReadFile(binary)
	if err != nil {
		t.Fatal(err)
	}
	program = filepath.Join(dir, "pbrain-gomoku.exe")
	if err := os.WriteFile(program, data, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "pbrain-gomoku.ini"), []byte(ini), 0o666); err != nil {
		t.Fatal(err)
	}
	return program
}

// The file beside the program counts, wherever the program is started; so it can have a log.
func TestSettingsBeside(t *testing.T) {
	program := install(t, "log = talk.txt\nlevel = easy\n")
	cmd := exec.Command(program)
	cmd.Dir = t.TempDir()
	cmd.Stdin = strings.NewReader("START 15\r\nTURN 7,7\r\nFOO\x00\r\nEND\r\n")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if got := replies(string(out)); got != "OK|move|UNKNOWN" {
		t.Errorf("got %q", got)
	}
	log, err := os.ReadFile(filepath.Join(filepath.Dir(program), "talk.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var in, answers []string
	for line := range strings.Lines(string(log)) {
		fields := strings.SplitN(strings.TrimSuffix(line, "\n"), " ", 4) // date, time, direction
		if len(fields) != 4 {
			t.Fatalf("line %q", line)
		}
		if fields[2] == "<" {
			in = append(in, fields[3])
		} else {
			answers = append(answers, fields[3])
		}
	}
	if got := strings.Join(in, "|"); got != "START 15|TURN 7,7|FOO?|END" {
		t.Errorf("the log has as input %q", got)
	}
	if got := strings.Join(answers, "\n") + "\n"; got != string(out) {
		t.Errorf("the log has as output %q, which was %q", got, out)
	}
}

// A mistake in the file is said, and is no reason to leave.
func TestBadSettingsBeside(t *testing.T) {
	program := install(t, "threads = many\n")
	cmd := exec.Command(program)
	cmd.Stdin = strings.NewReader("START 15\nEND\n")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if got := string(out); !strings.HasPrefix(got, "MESSAGE pbrain-gomoku.ini is not used: line 1: threads = many: ") || replies(got) != "OK" {
		t.Errorf("got %q", got)
	}
	cmd = exec.Command(install(t, "log = no/such/folder/x\n"))
	cmd.Stdin = strings.NewReader("START 15\nEND\n")
	if out, err := cmd.Output(); err != nil || !strings.HasPrefix(string(out), "MESSAGE there is no log: ") || replies(string(out)) != "OK" {
		t.Errorf("%v, got %q", err, out)
	}
}
