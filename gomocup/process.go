package gomocup

import (
	"bufio"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// A process is a running engine with its children.
type process struct {
	cmd    *exec.Cmd
	group  *group // the engine and what it started
	in     *os.File
	out    *os.File
	log    *journal
	lines  chan string   // its output, without DEBUG lines; closed at the end of the output
	quit   chan struct{} // closed when nobody wants lines any more
	exited chan struct{} // closed once the engine itself has ended
	status error         // of cmd.Wait, valid after exited

	stop sync.Once
}

const (
	endTime  = 500 * time.Millisecond // from END until the engine is killed, as in the tournament
	killTime = 2 * time.Second        // for what was killed to be gone
)

// startProcess starts an engine whose input and output are pipes.
func startProcess(cmd *exec.Cmd, log *journal) (*process, error) {
	childIn, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	out, childOut, err := os.Pipe()
	if err != nil {
		childIn.Close()
		in.Close()
		return nil, err
	}
	cmd.Stdin, cmd.Stdout = childIn, childOut
	// If Stderr is not a file, Wait copies it until the last child has closed it, but no longer than this.
	cmd.WaitDelay = endTime
	group, err := startGroup(cmd)
	childIn.Close()
	childOut.Close()
	if err != nil {
		in.Close()
		out.Close()
		return nil, err
	}
	p := &process{
		cmd: cmd, group: group, in: in, out: out, log: log,
		lines: make(chan string, 64), quit: make(chan struct{}), exited: make(chan struct{}),
	}
	go p.read()
	go func() {
		p.status = cmd.Wait()
		close(p.exited)
	}()
	return p, nil
}

// read passes on the output of the engine. DEBUG lines are for its author only.
func (p *process) read() {
	defer close(p.lines)
	r := bufio.NewReader(p.out)
	for {
		text, err := readLine(r)
		if word, _ := split(text); word != "" && word != "DEBUG" {
			p.log.note('<', text)
			select {
			case p.lines <- text:
			case <-p.quit:
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// readLine reads to LF or CR and cuts what is longer than any reply.
func readLine(r *bufio.Reader) (string, error) {
	var text []byte
	for {
		c, err := r.ReadByte()
		if err != nil || c == '\n' || c == '\r' {
			return strings.TrimSpace(string(text)), err
		}
		if len(text) < maxLine {
			text = append(text, c)
		}
	}
}

// send writes lines. If the engine does not read them in time, the error is errSlow.
func (p *process) send(patience <-chan struct{}, lines ...string) error {
	for _, l := range lines {
		p.log.note('>', l)
	}
	done := make(chan error, 1)
	go func() { // ends at the latest when the pipe is closed
		_, err := io.WriteString(p.in, strings.Join(lines, "\r\n")+"\r\n")
		done <- err
	}()
	select {
	case err := <-done:
		return err
	case <-patience:
		return errSlow
	}
}

// errSlow is a process that does not read what it is sent.
var errSlow = errors.New("input is not read")

// outcome returns how the process ended, after a short wait; nil if it ended without an error.
func (p *process) outcome() error {
	select {
	case <-p.exited:
		return p.status
	case <-time.After(settle):
		return errors.New("output is closed")
	}
}

// end asks the engine to leave, gives it some time for that, and kills it and its children. Nothing of it is left after that.
func (p *process) end(patience time.Duration) {
	p.stop.Do(func() {
		close(p.quit)
		if patience > 0 {
			limit := after(patience)
			if p.send(limit, "END") == nil {
				p.in.Close()
				select {
				case <-p.exited:
				case <-limit:
				}
			}
		}
		p.group.kill()
		p.in.Close()
		select {
		case <-p.exited:
		case <-time.After(killTime): // stuck in the kernel: there is nothing left to try
		}
		p.group.kill() // what was started in the meantime
		p.group.close()
		p.out.Close() // ends read, should a child hold the other end
	})
}
