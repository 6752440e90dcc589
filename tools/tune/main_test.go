package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// The test binary is also the program, so that it can be killed.
const programVariable = "TUNE_TEST_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(programVariable) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// program returns a command that runs tune in a process of its own.
func program(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), self, args...)
	c.Env = append(os.Environ(), programVariable+"=1")
	c.Stderr = os.Stderr
	return c
}

// quiet runs a command inside the test, without what it prints.
func quiet(name string, args ...string) error {
	return run(append([]string{name}, args...), io.Discard, io.Discard)
}

// mustEnd runs the command to its end.
func mustEnd(t *testing.T, args ...string) {
	t.Helper()
	if err := program(t, args...).Run(); err != nil {
		t.Fatalf("tune %s: %v", strings.Join(args, " "), err)
	}
}

// killWhen runs the command and kills it as soon as the file is larger than it was, or there at all, by so many bytes. It
// reports whether the command was killed before its end.
func killWhen(t *testing.T, file string, more int64, args ...string) bool {
	t.Helper()
	size := func() int64 {
		info, err := os.Stat(file)
		if err != nil {
			return 0
		}
		return info.Size()
	}
	before := size()
	c := program(t, args...)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(200 * time.Microsecond) {
		select {
		case err := <-ended:
			if err != nil {
				t.Fatalf("tune %s: %v", strings.Join(args, " "), err)
			}
			return false
		default:
		}
		if size() >= before+more {
			break
		}
		if time.Now().After(deadline) {
			t.Errorf("%s does not grow", file)
			break
		}
	}
	_ = c.Process.Kill()
	<-ended
	return true
}

func mustRead(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Help says for each command what it is for, how long it takes and what it writes; that of a command begins with an introduction.
func TestHelp(t *testing.T) {
	help := func(args ...string) string {
		t.Helper()
		var out bytes.Buffer
		if err := run(args, &out, io.Discard); err != nil {
			t.Errorf("tune %q: %v", args, err)
		}
		for line := range strings.Lines(out.String()) {
			if n := len([]rune(line)) - 1; n > 100 {
				t.Errorf("tune %q: a line of %d characters: %s", args, n, line)
			}
		}
		return out.String()
	}
	all := help("-h")
	for _, c := range commands {
		if !strings.Contains(all, "\n  "+c.name+" ") || !strings.Contains(all, "takes "+c.takes+"; writes "+c.writes) {
			t.Errorf("help without %s:\n%s", c.name, all)
		}
		text := help(c.name, "-h")
		introduction, flags, ok := strings.Cut(text, "\nflags:\n")
		if !ok || !strings.HasPrefix(text, "usage: go run ./tune "+c.name+" [flags]\n\n") || strings.Count(introduction, "\n") < 5 || !strings.Contains(flags, "  -") {
			t.Errorf("tune %s -h:\n%s", c.name, text)
		}
	}
}

func TestCommandErrors(t *testing.T) {
	for _, c := range []struct{ want, command string }{
		{"which command?", ""},
		{`no command "nonsense": tune -h lists them`, "nonsense"},
		{"the command road is called pipeline now", "road"},
	} {
		if err := run(strings.Fields(c.command), io.Discard, io.Discard); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("tune %s: %v, want %q", c.command, err, c.want)
		}
	}
	if err := quiet("fit", "-nonsense"); err == nil || !strings.Contains(err.Error(), "not defined: -nonsense; tune fit -h lists the flags") {
		t.Errorf("an unknown flag: %v", err)
	}
}
