package exchange_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/gomoku-go/gomoku/examples/web/exchange"
)

func TestWhoAsks(t *testing.T) {
	const header = "X-Forwarded-For"
	for _, c := range []struct {
		name   string
		values []string
		want   string
	}{
		{"no proxy", nil, "192.0.2.1"},
		{"a proxy", []string{"198.51.100.7"}, "198.51.100.7"},
		{"a client that names itself", []string{"10.0.0.1, 198.51.100.7"}, "198.51.100.7"},
		{"a client that sends the header, too", []string{"10.0.0.1", "198.51.100.7"}, "198.51.100.7"},
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		for _, v := range c.values {
			r.Header.Add(header, v)
		}
		if got := exchange.Header(header)(r); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		if got := exchange.Address(r); got != "192.0.2.1" {
			t.Errorf("%s: the address is %q", c.name, got)
		}
	}
}

func TestStream(t *testing.T) {
	w := httptest.NewRecorder()
	s := exchange.NewStream(w)
	if err := s.Event(7, map[string]int{"a": 1}); err != nil {
		t.Fatal(err)
	}
	if err := s.Data("x"); err != nil {
		t.Fatal(err)
	}
	if err := s.Alive(); err != nil {
		t.Fatal(err)
	}
	if err := s.Data(func() {}); err == nil {
		t.Error("a function is no event")
	}
	if got, want := w.Body.String(), "id: 7\ndata: {\"a\":1}\n\ndata: \"x\"\n\n: still here\n\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if w.Header().Get("Content-Type") != "text/event-stream" || !w.Flushed {
		t.Errorf("%v, flushed %v", w.Header(), w.Flushed)
	}
}

func TestJSON(t *testing.T) {
	w := httptest.NewRecorder()
	exchange.JSON(w, http.StatusTeapot, map[string]string{"a": "b"})
	if w.Code != http.StatusTeapot || strings.TrimSpace(w.Body.String()) != `{"a":"b"}` || w.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("%d %s %v", w.Code, w.Body, w.Header())
	}
}
