package page_test

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gomoku-go/gomoku/examples/web/page"
)

func newSite(t *testing.T) *page.Site {
	t.Helper()
	s, err := page.New("js/late.js")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func get(s http.Handler, path string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.URL.Path = path
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

func TestServe(t *testing.T) {
	s := newSite(t)
	s.Add(map[string][]byte{"js/late.js": []byte("late()")}, nil)
	for path, mime := range map[string]string{
		"/": "text/html; charset=utf-8", "/index.html": "text/html; charset=utf-8", "/css/page.css": "text/css; charset=utf-8",
		"/js/app.js": "text/javascript; charset=utf-8", "/icon.svg": "image/svg+xml", "/js/late.js": "text/javascript; charset=utf-8",
		"/" + page.List: "application/json", "/gomoku.webmanifest": "application/manifest+json",
	} {
		w := get(s, path)
		if w.Code != http.StatusOK || w.Header().Get("Content-Type") != mime || w.Body.Len() == 0 {
			t.Errorf("%s: %d %s", path, w.Code, w.Header().Get("Content-Type"))
		}
		policy := w.Header().Get("Content-Security-Policy")
		if !strings.HasPrefix(policy, "default-src 'none'") || strings.Contains(policy, "unsafe-inline") || w.Header().Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: headers %v", path, w.Header())
		}
		tag := w.Header().Get("ETag")
		if again := get(s, path, "If-None-Match", tag); again.Code != http.StatusNotModified || again.Body.Len() != 0 {
			t.Errorf("%s again: %d", path, again.Code)
		}
	}
	zipped := get(s, "/js/board.js", "Accept-Encoding", "br, gzip;q=0.8")
	z, err := gzip.NewReader(zipped.Body)
	if err != nil || zipped.Header().Get("Content-Encoding") != "gzip" {
		t.Fatalf("%v, %v", zipped.Header(), err)
	}
	if text, err := io.ReadAll(z); err != nil || string(text) != get(s, "/js/board.js").Body.String() {
		t.Errorf("gzip changes the file: %v", err)
	}
	if w := get(s, "/js/board.js", "Accept-Encoding", "gzip;q=0"); w.Header().Get("Content-Encoding") != "" {
		t.Error("gzip for who does not want it")
	}
}

// There is nothing but the files.
func TestRefused(t *testing.T) {
	s := newSite(t)
	s.Add(nil, errors.New("no engine"))
	for _, path := range []string{"/page.go", "/../page.go", "/files/index.html", "//index.html", "/js/", "/js/../index.html", "/index.html/", "/\x00", "/..\\page.go", "/etc/passwd"} {
		if w := get(s, path); w.Code != http.StatusNotFound {
			t.Errorf("%q: %d", path, w.Code)
		}
	}
	if w := get(s, "/js/late.js"); w.Code != http.StatusServiceUnavailable || !strings.Contains(w.Body.String(), "no engine") {
		t.Errorf("a file that will never come: %d %s", w.Code, w.Body)
	}
	r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader("x"))
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	if w.Code != http.StatusMethodNotAllowed {
		t.Errorf("POST: %d", w.Code)
	}
}

// The export has every file of the list, and the list every file.
func TestExport(t *testing.T) {
	s := newSite(t)
	s.Add(map[string][]byte{"js/late.js": []byte("late()")}, nil)
	dir := t.TempDir()
	if err := s.Export(dir); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, page.List))
	if err != nil {
		t.Fatal(err)
	}
	var list struct {
		Version string
		Files   []string
	}
	if err := json.Unmarshal(text, &list); err != nil || list.Version == "" {
		t.Fatal(string(text), err)
	}
	var files []string
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		name, _ := filepath.Rel(dir, path)
		if name = filepath.ToSlash(name); err == nil && !d.IsDir() && name != page.List && !strings.HasSuffix(name, ".gz") {
			files = append(files, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(files)
	if !slices.Equal(files, list.Files) {
		t.Errorf("the list has %v, the directory %v", list.Files, files)
	}
	size := 0
	for _, name := range files {
		if strings.HasSuffix(name, ".wasm") {
			continue
		}
		if slices.Contains(first, name) {
			info, err := os.Stat(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			size += int(info.Size())
		}
	}
	if size == 0 || size > 150_000 {
		t.Errorf("what the first view needs has %d bytes: want at most 150,000", size)
	}
}

// first are the files that the first view needs.
var first = []string{
	"index.html", "icon.svg", "css/page.css", "css/board.css", "css/analyze.css", "css/puzzles.css", "js/app.js", "js/board.js", "js/i18n.js", "js/points.js",
	"js/settings.js", "js/share.js", "js/sound.js", "js/tree.js", "js/ui.js", "js/engine/engine.js", "js/engine/browser.js", "js/engine/server.js",
	"js/engine/errors.js", "js/play/game.js", "js/play/clock.js", "js/play/form.js", "js/play/opening.js", "js/play/table.js", "js/rules.js", "js/views/play.js", "js/words/app.js", "js/words/board.js",
	"js/words/form.js", "js/words/play.js", "js/words/opening.js",
}
