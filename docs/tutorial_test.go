package docs_test

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// block is a piece of code in the tutorial, after a comment that says what it is: verb, name, language, text.
var block = regexp.MustCompile("(?s)(?:<!-- (\\w+) ?(\\S*) -->\n\n)?```(\\w*)\n(.*?)```")

// After <!-- from NAME -->, the code must be in that file of the repository.
func TestTutorialExcerpts(t *testing.T) {
	excerpts := 0
	for _, b := range block.FindAllStringSubmatch(readFile(t, "tutorial.md"), -1) {
		verb, name, text := b[1], b[2], b[4]
		if verb != "from" {
			continue
		}
		excerpts++
		if !strings.Contains(withoutIndent(readFile(t, filepath.Join("..", name))), withoutIndent(text)) {
			t.Errorf("%s does not have this code; change docs/tutorial.md with it:\n%s", name, text)
		}
	}
	if excerpts < 3 {
		t.Errorf("%d excerpts in the tutorial: does the test still know what one looks like?", excerpts)
	}
}

// TestTutorial follows docs/tutorial.md from top to bottom, as a reader would, in a module of its own that is not in this repository:
//
//   - after <!-- file NAME -->, the code is written to that file;
//   - after <!-- server -->, the body that curl sends is sent to examples/server;
//   - of any other console, the lines with a $ are run, and what follows them must come out: … stands for anything.
func TestTutorial(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs several programs")
	}
	if _, err := exec.LookPath("sh"); err != nil || runtime.GOOS == "windows" {
		t.Skip("the tutorial's commands are those of a Unix shell")
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Symlink(root, filepath.Join(dir, "gomoku")); err != nil {
		t.Fatal(err)
	}
	module := filepath.Join(dir, "opponent")
	if err := os.Mkdir(module, 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOWORK", "off")
	t.Setenv("GOPROXY", "off") // nothing is downloaded, as the text promises
	t.Setenv("GOFLAGS", "")

	files := 0
	for _, b := range block.FindAllStringSubmatch(readFile(t, "tutorial.md"), -1) {
		verb, name, language, text := b[1], b[2], b[3], b[4]
		switch {
		case verb == "file" && language == "go":
			files++
			file := filepath.Join(module, name)
			if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			if out, err := exec.Command("gofmt", "-l", file).CombinedOutput(); err != nil || len(out) > 0 {
				t.Errorf("gofmt has something to change in %s: %v %s", name, err, out)
			}
		case verb == "from" && language == "go": // TestTutorialExcerpts
		case verb == "server" && language == "console":
			askServer(t, dir, text)
		case language == "console":
			followConsole(t, module, text)
		case language != "text":
			t.Errorf("nothing is known of this block, %q %q:\n%s", verb, language, text)
		}
	}
	if files < 5 {
		t.Errorf("%d files in the tutorial: does the test still know what one looks like?", files)
	}
	if out, err := command(module, "go vet ./...").CombinedOutput(); err != nil {
		t.Errorf("go vet: %v\n%s", err, out)
	}
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

var leading = regexp.MustCompile(`(?m)^[ \t]+`)

func withoutIndent(s string) string { return leading.ReplaceAllString(s, "") }

func command(dir, line string) *exec.Cmd {
	c := exec.Command("sh", "-c", line)
	c.Dir = dir
	return c
}

// followConsole runs the commands of a console and compares what they print.
func followConsole(t *testing.T, dir, text string) {
	t.Helper()
	for _, part := range regexp.MustCompile(`(?m)^\$ `).Split(text, -1)[1:] {
		line, want, _ := strings.Cut(part, "\n")
		out, err := command(dir, line).CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", line, err, out)
		}
		comparePrinted(t, line, string(out), want)
	}
}

// comparePrinted compares an output with what a document shows of it: a line of … stands for any lines, and … in a line for anything.
func comparePrinted(t *testing.T, line, got, want string) {
	t.Helper()
	pattern := regexp.QuoteMeta(strings.TrimSpace(want))
	pattern = regexp.MustCompile(`(?m)^…\n?`).ReplaceAllString(pattern, "(?s:.*)")
	pattern = strings.ReplaceAll(pattern, "…", ".*")
	if !regexp.MustCompile(`\A` + pattern + `\z`).MatchString(strings.TrimSpace(got)) {
		t.Errorf("%s prints\n%s\nand not\n%s", line, got, want)
	}
}

// askServer starts examples/server, sends it the body of the curl command, and compares the reply.
func askServer(t *testing.T, dir, text string) {
	t.Helper()
	curl := regexp.MustCompile(`(?m)^\$ (curl -d '(.*)' .*)\n`).FindStringSubmatch(text)
	if curl == nil {
		t.Fatalf("no curl in\n%s", text)
	}
	binary := filepath.Join(dir, "server")
	if out, err := exec.Command("go", "build", "-o", binary, "../examples/server").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	server := exec.Command(binary, "-addr", "localhost:0")
	log, err := server.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		server.Process.Kill()
		server.Wait()
	}()
	lines := bufio.NewScanner(log)
	var listening struct{ Addr string }
	if !lines.Scan() || json.Unmarshal(lines.Bytes(), &listening) != nil {
		t.Fatalf("the server's log begins with %q", lines.Text())
	}
	response, err := http.Post("http://"+listening.Addr+"/move", "application/json", strings.NewReader(curl[2]))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	reply, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	_, want, _ := strings.Cut(text, curl[0])
	comparePrinted(t, curl[1], string(reply), want)
}
