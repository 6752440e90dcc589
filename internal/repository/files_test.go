package repository_test

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// layered are the packages whose files use each other one way only: whoever reads a file need not know those above it.
var layered = []string{".", "opening", "internal/engine"}

// TestFilesRunOneWay looks for circles among the files of a package: a file must not use a name of one that uses a name of it,
// whether itself or by way of others.
func TestFilesRunOneWay(t *testing.T) {
	t.Chdir(root)
	for _, dir := range layered {
		uses := fileUses(t, dir)
		if len(uses) == 0 {
			t.Errorf("%s: no file uses another: does the test still see them?", dir)
		}
		for from := range uses {
			for to, names := range uses[from] {
				if back := way(uses, to, from, nil); back != nil {
					t.Errorf("%s: %s uses %s of %s, which comes back by %s", dir, from, slices.Sorted(maps.Keys(names))[0], to, strings.Join(back, " -> "))
				}
			}
		}
	}
}

// way returns a chain of files that use each other, or nil.
func way(uses map[string]map[string]map[string]bool, from, to string, seen []string) []string {
	if slices.Contains(seen, from) {
		return nil
	}
	seen = append(seen, from)
	if from == to {
		return seen
	}
	for _, next := range slices.Sorted(maps.Keys(uses[from])) {
		if found := way(uses, next, to, seen); found != nil {
			return found
		}
	}
	return nil
}

// fileUses returns, for each file of a package, the names that it uses of each other one.
func fileUses(t *testing.T, dir string) map[string]map[string]map[string]bool {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range names {
		if fits, err := build.Default.MatchFile(dir, filepath.Base(name)); err != nil || !fits || strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	// What other packages hold does not matter: they are taken for empty, and the errors that follow are passed over.
	info := &types.Info{Uses: make(map[*ast.Ident]types.Object)}
	config := types.Config{Importer: nothing{}, Error: func(error) {}}
	pkg, _ := config.Check(dir, fset, files, info)
	file := func(pos token.Pos) string { return filepath.Base(fset.Position(pos).Filename) }
	uses := make(map[string]map[string]map[string]bool)
	for id, object := range info.Uses {
		from, to := file(id.Pos()), file(object.Pos())
		if object.Pkg() != pkg || from == to {
			continue
		}
		if uses[from] == nil {
			uses[from] = make(map[string]map[string]bool)
		}
		if uses[from][to] == nil {
			uses[from][to] = make(map[string]bool)
		}
		uses[from][to][object.Name()] = true
	}
	return uses
}

// nothing imports packages without content.
type nothing struct{}

func (nothing) Import(name string) (*types.Package, error) {
	p := types.NewPackage(name, path.Base(strings.TrimSuffix(name, "/v2")))
	p.MarkComplete()
	return p, nil
}
