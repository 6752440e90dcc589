// Package repository_test checks the repository itself: who imports whom, and what the documentation says.
package repository_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// root is where the module begins: the tests look at it from there.
const root = "../.."

const modulePath = "github.com/gomoku-go/gomoku"

// importGraph is the policy on who may import whom inside the module: a package, an arrow, and the packages it may import.
// Beside those, every package may import the standard library, and nothing else but what outsideModules lists. The root package is ".", and an asterisk
// stands for any name.
//
// A new edge is a decision about the design, not a line to add until the test is green: arrows run from the public packages
// down to the leaves, and internal packages never see the root.
const importGraph = `
	# Leaves.
	internal/pattern   ->
	internal/table     ->
	internal/stop      ->
	internal/reference ->
	internal/testprogram ->
	internal/repository ->
	internal/cases     ->
	internal/level     ->

	# The board and what it is worth.
	internal/eval      -> internal/pattern
	internal/position  -> internal/pattern internal/eval

	# What moves on it.
	internal/threat    -> internal/pattern internal/position internal/stop
	internal/engine    -> internal/pattern internal/position internal/eval internal/table internal/threat internal/stop
	internal/tuning    -> internal/engine

	# The door.
	.                  -> internal/pattern internal/position internal/eval internal/table internal/threat internal/engine internal/level internal/tuning

	# Public packages beside it, and programs: they know what every user knows.
	record             -> .
	record/charset     ->
	opening            -> . record
	review             -> .
	gomocup            -> . opening
	gtp                -> . gomocup
	evaltest           -> .
	match              -> . opening
	tune               -> . match
	docs               ->
	examples/web/service -> . record review opening
	examples/web/wasm  -> examples/web/service
	examples/web/exchange ->
	examples/web/engine -> examples/web/service examples/web/exchange
	examples/web/page  ->
	examples/web/build ->
	examples/web/games -> . opening examples/web/service examples/web/exchange
	examples/web       -> record/charset examples/web/exchange examples/web/games examples/web/service examples/web/engine examples/web/page examples/web/build
	examples/*         -> . record record/charset review opening gomocup gtp evaltest match tune
`

// testGraph is what tests may import beside their own package and what that may import.
const testGraph = `
	.                  -> evaltest record opening internal/reference
	internal/position  -> internal/reference
	internal/threat    -> internal/reference
	internal/engine    -> internal/reference
	record             -> opening record/charset
	record/charset     -> record
	examples/web/service -> record/charset
	examples/web       -> internal/testprogram
	examples/*         -> internal/testprogram
	internal/repository -> .
	internal/cases     -> .
`

// outsideModules are the modules that a package may import: who does not import the package does not compile them.
const outsideModules = `
	record/charset     -> golang.org/x/text
	examples/*         -> golang.org/x/term
`

// testModules are the modules that tests may import.
var testModules = []string{"github.com/google/go-cmp/"}

// parseGraph reads a graph as written above.
func parseGraph(t *testing.T, text string) map[string][]string {
	t.Helper()
	graph := make(map[string][]string)
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		from, to, ok := strings.Cut(line, "->")
		from = strings.TrimSpace(from)
		if _, twice := graph[from]; !ok || from == "" || twice {
			t.Fatalf("graph: %q: want one line for each package: package -> packages", line)
		}
		graph[from] = strings.Fields(to)
	}
	return graph
}

// lookUp returns what the graph says of a package, by its name or by an asterisk.
func lookUp(graph map[string][]string, dir string) (allowed []string, ok bool) {
	if allowed, ok = graph[dir]; ok {
		return allowed, true
	}
	for pattern, allowed := range graph {
		if match, err := path.Match(pattern, dir); err == nil && match {
			return allowed, true
		}
	}
	return nil, false
}

// moduleFiles returns the Go files of the module by directory, with slashes, relative to the root. Nested modules, testdata
// and hidden directories are no part of it. Files for all platforms and build tags are.
func moduleFiles(t *testing.T) map[string][]string {
	t.Helper()
	files := make(map[string][]string)
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name == "." {
				return nil
			}
			if strings.HasPrefix(d.Name(), ".") || strings.HasPrefix(d.Name(), "_") || d.Name() == "testdata" {
				return fs.SkipDir
			}
			if _, err := os.Stat(filepath.Join(name, "go.mod")); err == nil {
				return fs.SkipDir
			}
			return nil
		}
		if strings.HasSuffix(name, ".go") {
			dir := filepath.ToSlash(filepath.Dir(name))
			files[dir] = append(files[dir], name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestImports holds the module to the graph: nothing outside the standard library is compiled into a user's program, and
// no package knows more of the others than it should.
func TestImports(t *testing.T) {
	t.Chdir(root)
	graph, tests, outside := parseGraph(t, importGraph), parseGraph(t, testGraph), parseGraph(t, outsideModules)
	files := moduleFiles(t)
	for _, dir := range slices.Sorted(maps.Keys(files)) {
		allowed, ok := lookUp(graph, dir)
		if !ok {
			t.Errorf("package %s is not in the graph: give it a line in internal/repository/imports_test.go that says what it may import", dir)
			continue
		}
		extra, _ := lookUp(tests, dir)
		modules, _ := lookUp(outside, dir)
		for _, name := range files[dir] {
			f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
			if err != nil {
				t.Error(err)
				continue
			}
			isTest := strings.HasSuffix(name, "_test.go")
			for _, spec := range f.Imports {
				imported, err := strconv.Unquote(spec.Path.Value)
				if err != nil {
					t.Errorf("%s: import %s: %v", name, spec.Path.Value, err)
					continue
				}
				inside, ours := cutModule(imported)
				first, _, _ := strings.Cut(imported, "/")
				switch {
				case imported == "C":
					t.Errorf("%s imports C: the library is pure Go", name)
				case ours && slices.Contains(allowed, inside):
				case ours && isTest && (inside == dir || slices.Contains(extra, inside)):
				case ours:
					t.Errorf("%s imports %s: the graph in internal/repository/imports_test.go has no such arrow", name, inside)
				case !strings.Contains(first, "."): // the standard library
				case slices.ContainsFunc(modules, func(m string) bool { return strings.HasPrefix(imported, m+"/") || imported == m }):
				case isTest && slices.ContainsFunc(testModules, func(m string) bool { return strings.HasPrefix(imported, m) }):
				default:
					t.Errorf("%s imports %s: a user's program must not depend on other modules", name, imported)
				}
			}
		}
	}
}

// cutModule returns the directory of a package of this module.
func cutModule(imported string) (dir string, ok bool) {
	if imported == modulePath {
		return ".", true
	}
	return strings.CutPrefix(imported, modulePath+"/")
}

// TestImportGraphRunsDown looks at the policy itself: it has no cycles, and no internal package sees a public one.
func TestImportGraphRunsDown(t *testing.T) {
	graph := parseGraph(t, importGraph)
	done, path := make(map[string]bool), []string(nil)
	var visit func(dir string)
	visit = func(dir string) {
		if slices.Contains(path, dir) {
			t.Fatalf("the graph has a cycle: %s", strings.Join(append(path, dir), " -> "))
		}
		if done[dir] {
			return
		}
		path = append(path, dir)
		for _, to := range graph[dir] {
			if _, ok := graph[to]; !ok {
				t.Errorf("%s -> %s: the graph has no line for %s", dir, to, to)
			}
			if strings.HasPrefix(dir, "internal/") && !strings.HasPrefix(to, "internal/") {
				t.Errorf("%s -> %s: internal packages never see public ones", dir, to)
			}
			visit(to)
		}
		path = path[:len(path)-1]
		done[dir] = true
	}
	for _, dir := range slices.Sorted(maps.Keys(graph)) {
		visit(dir)
	}
}
