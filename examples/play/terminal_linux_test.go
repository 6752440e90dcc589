package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"
)

// A typist sits at a terminal that the program runs in.
type typist struct {
	cmd    *exec.Cmd
	master *os.File
	seen   strings.Builder
}

// openTerminal makes a pseudo-terminal of Linux, with the standard library alone.
func openTerminal(t *testing.T) (master, slave *os.File) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no pseudo-terminals here: %v", err)
	}
	t.Cleanup(func() { master.Close() })
	var n, unlock uint32
	conn, err := master.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	var errno1, errno2 syscall.Errno
	conn.Control(func(fd uintptr) {
		_, _, errno1 = syscall.Syscall(syscall.SYS_IOCTL, fd, syscall.TIOCSPTLCK, uintptr(unsafe.Pointer(&unlock)))
		_, _, errno2 = syscall.Syscall(syscall.SYS_IOCTL, fd, syscall.TIOCGPTN, uintptr(unsafe.Pointer(&n)))
	})
	if errno1 != 0 || errno2 != 0 {
		t.Skipf("no pseudo-terminals here: %v, %v", errno1, errno2)
	}
	slave, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no pseudo-terminals here: %v", err)
	}
	return master, slave
}

func sitDown(t *testing.T, args string, env ...string) *typist {
	t.Helper()
	master, slave := openTerminal(t)
	cmd := program(t, args, env...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = slave, slave, slave
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	slave.Close()
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	return &typist{cmd: cmd, master: master}
}

// read waits until want has come on the screen since the last call, and returns all that came.
func (y *typist) read(t *testing.T, want string) string {
	t.Helper()
	var fresh strings.Builder
	buf := make([]byte, 4096)
	y.master.SetReadDeadline(time.Now().Add(15 * time.Second))
	for !strings.Contains(fresh.String(), want) {
		n, err := y.master.Read(buf)
		fresh.WriteString(strings.ReplaceAll(string(buf[:n]), "\u200b", "")) // the editor's, after wide characters
		y.seen.Write(buf[:n])
		if err != nil {
			t.Fatalf("waiting for %q: %v; the screen has\n%s", want, err, y.seen.String())
		}
	}
	return fresh.String()
}

func (y *typist) send(t *testing.T, text string) {
	t.Helper()
	if _, err := y.master.WriteString(text); err != nil {
		t.Fatal(err)
	}
}

// status waits for the program's end.
func (y *typist) status(t *testing.T) int {
	t.Helper()
	for buf := make([]byte, 4096); ; {
		n, err := y.master.Read(buf)
		y.seen.Write(buf[:n])
		if err != nil {
			break // the terminal's other side has closed
		}
	}
	y.cmd.Wait()
	return y.cmd.ProcessState.ExitCode()
}

func TestTerminal(t *testing.T) {
	t.Parallel()
	y := sitDown(t, "-time 2s -book none -level expert -seed 1 -stats")
	first := y.read(t, "Black> ")
	for _, want := range []string{"Five in a row on 15×15, freestyle.", "Black (●): you", "White (○): the machine, level 10", `Type a point such as h8, or "help".`, "15 "} {
		if !strings.Contains(stripColor(first), want) {
			t.Errorf("the screen lacks %q:\n%s", want, first)
		}
	}
	if strings.Contains(first, "●(") {
		t.Error("a last move is marked before any")
	}
	y.send(t, "h8\n")
	answer := y.read(t, "Black> ")
	if !strings.Contains(answer, "White thinks … depth ") {
		t.Errorf("no live line:\n%q", answer)
	}
	plain := stripColor(answer)
	for _, want := range []string{`White [a-o]\d+ \(score \S+ \(\d+%\), depth \d+, \S+ nodes, [\d.]+ s\)`, `\(○\)`, `last [a-o]\d+`, `pruning rate`} {
		if !regexp.MustCompile(want).MatchString(plain) {
			t.Errorf("the screen lacks %s:\n%s", want, plain)
		}
	}
	if !strings.Contains(answer, ansiLast+"○"+ansiReset) {
		t.Errorf("the last move has no color:\n%q", answer)
	}
	y.send(t, "resign\n")
	if over := y.read(t, "game over> "); !strings.Contains(over, "Result: White wins (resignation)") {
		t.Errorf("no result:\n%s", over)
	}
	time.Sleep(1100 * time.Millisecond) // longer than piped input would be given
	y.send(t, "undo\n")
	y.read(t, "Black> ")
	y.send(t, "quit\n")
	if status := y.status(t); status != 0 || !strings.HasSuffix(y.seen.String(), "Result: unfinished\r\n") {
		t.Errorf("status %d after\n%s", status, y.seen.String())
	}
}

func stripColor(text string) string {
	return regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(text, "")
}

func TestTerminalWithoutColor(t *testing.T) {
	t.Parallel()
	for _, env := range []string{"NO_COLOR=1", "TERM=dumb"} {
		y := sitDown(t, "-depth 2 -book none -lang zh -color white", env)
		y.read(t, "白方> ")
		y.send(t, "hint\n")
		y.read(t, "白方> ")
		y.send(t, "\x04") // Ctrl-D
		if status := y.status(t); status != 0 || !strings.HasSuffix(y.seen.String(), "结果：未下完\r\n") {
			t.Errorf("%s: status %d after\n%s", env, status, y.seen.String())
		}
		if seen := y.seen.String(); stripColor(seen) != seen || env == "TERM=dumb" && strings.Contains(seen, "\x1b") {
			t.Errorf("%s: escape sequences in\n%q", env, seen)
		}
		if env == "TERM=dumb" && strings.Contains(strings.ReplaceAll(y.seen.String(), "\r\n", ""), "\r") {
			t.Errorf("a dumb terminal got a live line:\n%q", y.seen.String())
		}
	}
}

func TestTerminalInterrupt(t *testing.T) {
	t.Parallel()
	y := sitDown(t, "-time 1h -level expert -book none")
	y.read(t, "Black> ")
	y.send(t, "g7\n")
	y.read(t, "depth")
	y.send(t, "\x03") // Ctrl-C: move now
	if answer := y.read(t, "Black> "); !regexp.MustCompile(`White [a-o]\d+ \(`).MatchString(answer) {
		t.Errorf("no move after Ctrl-C:\n%s", answer)
	}
	y.send(t, "\x03") // at the prompt: leave
	if status := y.status(t); status != 130 || !strings.HasSuffix(y.seen.String(), "Result: unfinished\r\n") {
		t.Errorf("status %d after\n%s", status, y.seen.String())
	}
}

// Two of them leave at once, also where the machine plays both sides.
func TestTerminalInterruptTwice(t *testing.T) {
	t.Parallel()
	y := sitDown(t, "-time 1h -level expert -book none -color none")
	y.read(t, "thinks … depth ")
	y.send(t, "\x03\x03")
	if status := y.status(t); status != 130 || !strings.HasSuffix(strings.TrimRight(y.seen.String(), "\x1b[K "), "Result: unfinished\r\n") {
		t.Errorf("status %d after\n%q", status, y.seen.String())
	}
}

// A line can be edited, an earlier one comes back with the arrow key, Tab completes a command, and keys pressed while the machine
// thinks are kept for later.
func TestTerminalEditing(t *testing.T) {
	t.Parallel()
	y := sitDown(t, "-color both -size 9")
	y.read(t, "Black> ")
	y.send(t, "e4\x1b[D\x7f5\x1b[C\x7f\r") // e4, left, backspace, 5, right, backspace: 5 goes where e was
	y.read(t, "> ")
	y.send(t, "e5\r")
	y.read(t, "White> ")
	y.send(t, "rep\t\r")
	y.read(t, "1. Black e5")
	y.send(t, "\x1b[A\r")
	y.read(t, "1. Black e5")
	y.send(t, "f5\rd5\rsave game.json\rsave game.json\r")
	y.read(t, "Overwrite it? [y/N] ")
	y.send(t, "n\r")
	y.read(t, "not saved")
	y.send(t, "save game.json\ry\r")
	y.read(t, "game saved")
	y.send(t, "quit\r")
	if status := y.status(t); status != 0 {
		t.Errorf("status %d after\n%q", status, y.seen.String())
	}
}

func TestTerminalClock(t *testing.T) {
	t.Parallel()
	y := sitDown(t, "-color both -clock 500ms -quiet")
	y.read(t, "Result: White wins (time)")
	y.send(t, "quit\n")
	if status := y.status(t); status != 0 {
		t.Errorf("status %d", status)
	}
}

// A review shows where it is on a line of its own, which leaves no trace in what stays, and draws the graph as wide as the terminal is.
func TestTerminalReview(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "game")
	if err := os.WriteFile(name, []byte("h8i9"+"a1a2a3a4b1b2b3b4c5c6c7c8d5d6d7d8e1e2e3e4"), 0o666); err != nil {
		t.Fatal(err)
	}
	y := sitDown(t, "-nodes 1000 -review "+name, "COLUMNS=20")
	screen := y.read(t, "Result: ")
	if status := y.status(t); status != 0 || !strings.Contains(screen, "\rmove 1 of 22 …") || !strings.Contains(screen, "\r  1. Black h8 ") {
		t.Errorf("status %d after\n%q", status, screen)
	}
	if graph := regexp.MustCompile(`(?m)^ +\d+ +20\r?$`).FindString(screen); graph == "" || len(strings.TrimRight(graph, "\r")) > 20 {
		t.Errorf("the numbers under the graph are %q on\n%s", graph, screen)
	}
	y = sitDown(t, "-time 1h -review "+name)
	y.read(t, "move 1 of 22")
	y.send(t, "\x03") // Ctrl-C
	if status := y.status(t); status != 130 || !strings.HasSuffix(y.seen.String(), " of 22 moves.\r\nResult: unfinished\r\n") {
		t.Errorf("status %d after\n%s", status, y.seen.String())
	}
}

func TestFullDisk(t *testing.T) {
	t.Parallel()
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	cmd := program(t, "-color none -size 5 -depth 1 -load=/dev/null")
	if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), "not a regular file") {
		t.Errorf("a device is no saved game: %v\n%s", err, out)
	}
	cmd = program(t, "-color both -quiet")
	var stderr strings.Builder
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader("h8\n"), full, &stderr
	cmd.Run()
	if status := cmd.ProcessState.ExitCode(); status != 1 || !strings.Contains(stderr.String(), "no space left") {
		t.Errorf("status %d, stderr %q", status, stderr.String())
	}
	cmd = program(t, "-nodes 100 -review game")
	if err := os.WriteFile(filepath.Join(cmd.Dir, "game"), []byte("h8i9"), 0o666); err != nil {
		t.Fatal(err)
	}
	stderr.Reset()
	cmd.Stdout, cmd.Stderr = full, &stderr
	cmd.Run()
	if status := cmd.ProcessState.ExitCode(); status != 1 || !strings.Contains(stderr.String(), "no space left") {
		t.Errorf("status %d, stderr %q", status, stderr.String())
	}
}
