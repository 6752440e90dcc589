// Package page serves the page of examples/web: the files in the folder files, and what is added to them when the program runs, such
// as the engine for the browser.
package page

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"mime"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed files
var embedded embed.FS

// List is the name of the list of all files, which the service worker reads: {"version": "…", "files": ["index.html", …]}. The
// version changes when any file does.
const List = "files.json"

// policy is the Content-Security-Policy: everything comes from this site, and nothing is inline. 'wasm-unsafe-eval' lets the engine
// be compiled; it does not allow eval.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
	"worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Secure sets the headers that every response of the page's server has.
func Secure(h http.Header) {
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
}

// A file is ready to be sent.
type file struct {
	body   []byte
	zipped []byte // by gzip; nil if that is not shorter
	tag    string
	mime   string
}

func newFile(name string, body []byte) *file {
	sum := sha256.Sum256(body)
	f := &file{body: body, tag: `"` + hex.EncodeToString(sum[:12]) + `"`, mime: mimeOf(name)}
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // the error is that of another level
	if _, err := z.Write(body); err == nil && z.Close() == nil && b.Len() < len(body) {
		f.zipped = b.Bytes()
	}
	return f
}

// mimeOf does not ask the system, whose tables differ.
func mimeOf(name string) string {
	types := map[string]string{
		".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
		".json": "application/json", ".svg": "image/svg+xml", ".png": "image/png", ".wasm": "application/wasm",
		".webmanifest": "application/manifest+json", ".txt": "text/plain; charset=utf-8",
	}
	if t, ok := types[path.Ext(name)]; ok {
		return t
	}
	if t := mime.TypeByExtension(path.Ext(name)); t != "" {
		return t
	}
	return "application/octet-stream"
}

// A Site is the page with all its files. It is safe for concurrent use.
type Site struct {
	embedded map[string]*file
	pending  map[string]bool // names that Add will bring

	once  sync.Once
	added chan struct{}    // closed by Add, which sets what follows
	all   map[string]*file // with those of embedded
	err   error
}

// New returns the page without what is added later. A request for one of the names that are to come waits for Add.
func New(toCome ...string) (*Site, error) {
	s := &Site{embedded: map[string]*file{}, pending: map[string]bool{List: true}, added: make(chan struct{})}
	for _, name := range toCome {
		s.pending[name] = true
	}
	err := fs.WalkDir(embedded, "files", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		body, err := embedded.ReadFile(name)
		if err != nil {
			return err
		}
		name = strings.TrimPrefix(name, "files/")
		s.embedded[name] = newFile(name, body)
		return nil
	})
	return s, err
}

// Add adds files, or says with an error why there will be none. Only the first call counts.
func (s *Site) Add(more map[string][]byte, err error) {
	s.once.Do(func() {
		s.all, s.err = maps.Clone(s.embedded), err
		for name, body := range more {
			s.all[name] = newFile(name, body)
		}
		sum := sha256.New()
		names := slices.Sorted(maps.Keys(s.all))
		for _, name := range names {
			fmt.Fprintln(sum, name, s.all[name].tag)
		}
		list, _ := json.Marshal(map[string]any{"version": hex.EncodeToString(sum.Sum(nil)[:12]), "files": names}) // strings have no errors
		s.all[List] = newFile(List, list)
		close(s.added)
	})
}

var errNotFound = errors.New("there is no such page")

// file returns the file of that name, and waits for it if it is yet to come.
func (s *Site) file(ctx context.Context, name string) (*file, error) {
	if f := s.embedded[name]; f != nil {
		return f, nil
	}
	if !s.pending[name] {
		return nil, errNotFound
	}
	select {
	case <-s.added:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if f := s.all[name]; f != nil {
		return f, nil
	}
	return nil, cmp.Or(s.err, errNotFound)
}

// ServeHTTP serves a file by its name: "/" is index.html. Browsers keep files, and ask each time whether they have changed.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	Secure(w.Header())
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "want GET or HEAD", http.StatusMethodNotAllowed)
		return
	}
	f, err := s.file(r.Context(), cmp.Or(strings.TrimPrefix(r.URL.Path, "/"), "index.html"))
	switch {
	case errors.Is(err, errNotFound):
		http.Error(w, err.Error(), http.StatusNotFound)
		return
	case err != nil:
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	h := w.Header()
	h.Set("Content-Type", f.mime)
	h.Set("Cache-Control", "no-cache")
	h.Set("Vary", "Accept-Encoding")
	body, tag := f.body, f.tag
	if f.zipped != nil && acceptsGzip(r) {
		h.Set("Content-Encoding", "gzip")
		body, tag = f.zipped, strings.TrimSuffix(f.tag, `"`)+`-gz"`
	}
	h.Set("ETag", tag)
	if r.Header.Get("If-None-Match") == tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	if r.Method == http.MethodGet {
		_, _ = w.Write(body) // an error means that the client has left
	}
}

func acceptsGzip(r *http.Request) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, q, _ := strings.Cut(strings.TrimSpace(part), ";")
		if name == "gzip" && strings.TrimRight(strings.TrimSpace(q), "0.") != "q=" { // q=0 and q=0.000 mean no
			return true
		}
	}
	return false
}

// Export writes all files into a directory, for any server of files. Beside each file that gzip makes shorter lies the compressed
// one, with .gz behind its name, for servers that send such files. It waits for Add, and its error is one of writing or that of Add.
func (s *Site) Export(dir string) error {
	<-s.added
	if s.err != nil {
		return s.err
	}
	for name, f := range s.all {
		to := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(to, f.body, 0o666); err != nil {
			return err
		}
		if f.zipped != nil {
			if err := os.WriteFile(to+".gz", f.zipped, 0o666); err != nil {
				return err
			}
		}
	}
	return nil
}
