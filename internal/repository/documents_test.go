package repository_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gomoku-go/gomoku"
)

// publicPackages returns the parsed files of every package that others can import, tests left out, by directory.
func publicPackages(t *testing.T) (*token.FileSet, map[string][]*ast.File) {
	t.Helper()
	fset, packages := token.NewFileSet(), make(map[string][]*ast.File)
	for dir, files := range moduleFiles(t) {
		if strings.HasPrefix(dir+"/", "internal/") || strings.HasPrefix(dir, "examples/") {
			continue
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			packages[dir] = append(packages[dir], f)
		}
	}
	return fset, packages
}

// TestDocComments: every exported name of the public packages says what it is, in a sentence that starts with the name.
// Constants and variables may have their comment at the end of the line or above their group, or speak for themselves in the
// group of a type that is documented.
func TestDocComments(t *testing.T) {
	t.Chdir(root)
	fset, packages := publicPackages(t)
	for _, dir := range slices.Sorted(maps.Keys(packages)) {
		packageDocs := 0
		for _, f := range packages[dir] {
			if f.Doc != nil {
				packageDocs++
			}
			for _, decl := range f.Decls {
				switch d := decl.(type) {
				case *ast.FuncDecl:
					if d.Name.IsExported() && exportedReceiver(d) {
						checkDoc(t, fset, d.Name, d.Doc)
					}
				case *ast.GenDecl:
					for _, spec := range d.Specs {
						switch s := spec.(type) {
						case *ast.TypeSpec:
							if s.Name.IsExported() {
								doc := s.Doc
								if doc == nil {
									doc = d.Doc
								}
								checkDoc(t, fset, s.Name, doc)
							}
						case *ast.ValueSpec:
							for _, name := range s.Names {
								if name.IsExported() && s.Doc == nil && s.Comment == nil && d.Doc == nil && !enumeration(d) {
									t.Errorf("%v: %s has no comment", fset.Position(name.Pos()), name)
								}
							}
						}
					}
				}
			}
		}
		if packageDocs != 1 {
			t.Errorf("package in %s: %d files have a package comment, want one", dir, packageDocs)
		}
	}
}

func checkDoc(t *testing.T, fset *token.FileSet, name *ast.Ident, doc *ast.CommentGroup) {
	t.Helper()
	if doc == nil {
		t.Errorf("%v: %s has no doc comment", fset.Position(name.Pos()), name)
		return
	}
	words := strings.Fields(doc.Text())
	if len(words) > 0 && (words[0] == "A" || words[0] == "An" || words[0] == "The") {
		words = words[1:]
	}
	if len(words) == 0 || words[0] != name.Name {
		t.Errorf("%v: the doc comment of %s does not start with its name: %q", fset.Position(name.Pos()), name, strings.Join(words[:min(len(words), 4)], " "))
	}
}

func exportedReceiver(f *ast.FuncDecl) bool {
	if f.Recv == nil {
		return true
	}
	typ := f.Recv.List[0].Type
	if star, ok := typ.(*ast.StarExpr); ok {
		typ = star.X
	}
	if index, ok := typ.(*ast.IndexExpr); ok {
		typ = index.X
	}
	name, ok := typ.(*ast.Ident)
	return ok && name.IsExported()
}

// enumeration reports whether the group lists the values of a type: the first of them is written with it.
func enumeration(d *ast.GenDecl) bool {
	first, ok := d.Specs[0].(*ast.ValueSpec)
	return ok && d.Tok == token.CONST && first.Type != nil
}

// The READMEs, in English and Chinese, have the same content.
var readmes = []string{"README.md", "README.zh-CN.md"}

// The READMEs show what there is: every option and level and rule has a row in its table, and no row is stale.
func TestREADMETables(t *testing.T) {
	t.Chdir(root)
	var options []string
	_, packages := publicPackages(t)
	for _, f := range packages["."] {
		for _, decl := range f.Decls {
			d, ok := decl.(*ast.FuncDecl)
			if !ok || d.Recv != nil || !d.Name.IsExported() || d.Type.Results == nil || len(d.Type.Results.List) != 1 {
				continue
			}
			if result, ok := d.Type.Results.List[0].Type.(*ast.Ident); ok && (result.Name == "Option" || result.Name == "SearchOption") {
				options = append(options, d.Name.Name)
			}
		}
	}
	if len(options) < 10 {
		t.Fatalf("found only the options %v: does the test still know what one looks like?", options)
	}
	for _, name := range readmes {
		readme := readFile(t, name)
		rows := regexp.MustCompile("(?m)^\\| `(With[A-Za-z]+)\\(").FindAllStringSubmatch(readme, -1)
		var listed []string
		for _, r := range rows {
			listed = append(listed, r[1])
		}
		for _, o := range options {
			if !slices.Contains(listed, o) {
				t.Errorf("%s: the options table has no row for %s", name, o)
			}
		}
		for _, o := range listed {
			if !slices.Contains(options, o) {
				t.Errorf("%s: the options table has a row for %s, which is no option", name, o)
			}
		}
		for r := gomoku.Freestyle; r <= gomoku.CaroOverline; r++ {
			if !strings.Contains(readme, "\n| "+r.String()+" |") {
				t.Errorf("%s: the rules table has no row for %v", name, r)
			}
		}
		for l := gomoku.Level(1); l <= gomoku.Expert; l++ {
			if !strings.Contains(readme, "\n| "+l.String()+" |") {
				t.Errorf("%s: the levels table has no row for %v", name, l)
			}
		}
	}
}

// The READMEs' Go code is that of the examples that go test runs, line by line.
func TestREADMECode(t *testing.T) {
	t.Chdir(root)
	examples := withoutIndent(readFile(t, "readme_example_test.go"))
	for _, name := range readmes {
		blocks := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllStringSubmatch(readFile(t, name), -1)
		if len(blocks) == 0 {
			t.Errorf("%s has no Go code", name)
		}
		for _, b := range blocks {
			if !strings.Contains(examples, withoutIndent(b[1])) {
				t.Errorf("%s: no example in readme_example_test.go has this code:\n%s", name, b[1])
			}
		}
	}
}

var leading = regexp.MustCompile(`(?m)^[ \t]+`)

func withoutIndent(s string) string { return leading.ReplaceAllString(s, "") }

// Links from one file of the repository to another lead somewhere, to the heading or anchor that they name.
func TestDocumentLinks(t *testing.T) {
	t.Chdir(root)
	link := regexp.MustCompile(`\]\(([^)#: ]*)(?:#([^)]*))?\)`)
	for _, dir := range []string{"", "docs/", "tools/"} {
		entries, err := os.ReadDir("./" + dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if !strings.HasSuffix(e.Name(), ".md") {
				continue
			}
			for _, m := range link.FindAllStringSubmatch(readFile(t, dir+e.Name()), -1) {
				file := dir + m[1]
				if m[1] == "" {
					file += e.Name()
				}
				if _, err := os.Stat(file); err != nil {
					t.Errorf("%s%s: link to %s: %v", dir, e.Name(), m[1], err)
				} else if m[2] != "" && !slices.Contains(anchors(readFile(t, file)), m[2]) {
					t.Errorf("%s%s: link to %s#%s, which has no such heading", dir, e.Name(), m[1], m[2])
				}
			}
		}
	}
}

// anchors returns what a link to a place in a Markdown text may name: its headings, as GitHub writes them, and its own anchors.
func anchors(markdown string) (list []string) {
	for _, m := range regexp.MustCompile("(?m)^#+ (.*)$").FindAllStringSubmatch(markdown, -1) {
		name := regexp.MustCompile(`[^\p{L}\p{N}_ -]`).ReplaceAllString(strings.ToLower(m[1]), "")
		list = append(list, strings.ReplaceAll(name, " ", "-"))
	}
	for _, m := range regexp.MustCompile(`<a id="([^"]+)">`).FindAllStringSubmatch(markdown, -1) {
		list = append(list, m[1])
	}
	return list
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(b), "\r\n", "\n")
}
