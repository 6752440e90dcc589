package engine

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Files of the package use one another in one direction only: the order in which its comment lists them.
func TestFileOrder(t *testing.T) {
	set := token.NewFileSet()
	all, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	var names, order []string
	for _, name := range all {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(set, name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
		if name != "doc.go" {
			names = append(names, name)
			continue
		}
		for _, m := range regexp.MustCompile(`(?m)^\t(\w+\.go) `).FindAllStringSubmatch(f.Doc.Text(), -1) {
			order = append(order, m[1])
		}
	}
	if listed := slices.Sorted(slices.Values(order)); !slices.Equal(listed, names) {
		t.Fatalf("the package comment lists %v, the files are %v", listed, names)
	}
	file := func(p token.Pos) string { return filepath.Base(set.Position(p).Filename) }

	// Other packages are not read, so their names have no types; those of this package do.
	info := types.Info{Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: noImporter{}, Error: func(error) {}}
	pkg, _ := config.Check("engine", set, files, &info)
	uses := 0
	for id, o := range info.Uses {
		if o.Pkg() != pkg || o.Pos() == token.NoPos {
			continue
		}
		from, to := file(id.Pos()), file(o.Pos())
		if from == to {
			continue
		}
		uses++
		if slices.Index(order, from) < slices.Index(order, to) {
			t.Errorf("%v uses %s of %s, which stands below it", set.Position(id.Pos()), id.Name, to)
		}
	}
	if uses < 500 {
		t.Errorf("found %d uses between files: the test sees too little", uses)
	}
}

type noImporter struct{}

func (noImporter) Import(string) (*types.Package, error) { return nil, errors.New("not read") }
