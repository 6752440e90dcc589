package engine_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gomoku-go/gomoku/examples/web/engine"
	"github.com/gomoku-go/gomoku/examples/web/service"
)

func start(t testing.TB, o engine.Options) (*engine.Handler, *httptest.Server) {
	t.Helper()
	o.Service.HashBytes = 1 << 20
	h, err := engine.New(o)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(h)
	t.Cleanup(func() {
		h.Close()
		server.Close()
	})
	return h, server
}

func post(t testing.TB, ctx context.Context, url, body string, headers ...string) (*http.Response, error) {
	t.Helper()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	return http.DefaultClient.Do(r)
}

// events reads a stream to its end.
func events(t testing.TB, body io.Reader) (all []map[string]any) {
	t.Helper()
	for lines := bufio.NewScanner(body); lines.Scan(); {
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok {
			continue
		}
		var event map[string]any
		if err := json.Unmarshal([]byte(data), &event); err != nil {
			t.Fatalf("%q: %v", data, err)
		}
		all = append(all, event)
	}
	return all
}

func TestStream(t *testing.T) {
	h, server := start(t, engine.Options{})
	for _, c := range []struct{ request, want string }{
		{`{"op":"describe","position":"h8"}`, "described"},
		{`{"op":"move","position":"h8h9","limits":{"depth":4},"book":false}`, "move"},
		{`{"op":"move","position":"z99"}`, "error"},
		{`nonsense`, "error"},
		{``, "error"},
	} {
		r, err := post(t, t.Context(), server.URL, c.request)
		if err != nil {
			t.Fatal(err)
		}
		got := events(t, r.Body)
		r.Body.Close()
		if r.StatusCode != 200 || r.Header.Get("Content-Type") != "text/event-stream" || len(got) == 0 || got[len(got)-1]["type"] != c.want {
			t.Errorf("%s: status %d, %v, want %s", c.request, r.StatusCode, got, c.want)
		}
		for _, e := range got[:max(len(got)-1, 0)] {
			if e["type"] != "info" {
				t.Errorf("%s: %v before the end", c.request, e)
			}
		}
	}
	if s := h.Stats(); s.Searches != 2 || s.Quick != 3 || s.Running != 0 || s.Waiting != 0 {
		t.Errorf("%+v", s)
	}
}

func TestRefused(t *testing.T) {
	_, server := start(t, engine.Options{Service: service.Options{MaxRequest: 1000}})
	for _, c := range []struct {
		name, method, body string
		headers            []string
		want               int
	}{
		{"GET", http.MethodGet, "", nil, http.StatusMethodNotAllowed},
		{"another site", http.MethodPost, `{"op":"openings"}`, []string{"Origin", "https://elsewhere.example"}, http.StatusForbidden},
		{"another site, by a newer browser", http.MethodPost, `{"op":"openings"}`, []string{"Sec-Fetch-Site", "cross-site"}, http.StatusForbidden},
		{"a large request", http.MethodPost, strings.Repeat(" ", 1001), nil, http.StatusRequestEntityTooLarge},
		{"this site", http.MethodPost, `{"op":"openings"}`, []string{"Sec-Fetch-Site", "same-origin"}, http.StatusOK},
	} {
		r, err := http.NewRequest(c.method, server.URL, strings.NewReader(c.body))
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(c.headers); i += 2 {
			r.Header.Set(c.headers[i], c.headers[i+1])
		}
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(response.Body)
		response.Body.Close()
		if response.StatusCode != c.want || c.want != 200 && !strings.Contains(string(text), `"type":"error"`) {
			t.Errorf("%s: %d %s, want %d", c.name, response.StatusCode, text, c.want)
		}
	}
}

const endless = `{"op":"analyze","position":"h8i9h7"}`

// eventually waits until something holds. Only a failing test waits long.
func eventually(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("still not: %s", what)
		}
	}
}

// When a client leaves, its search ends and the next one begins.
func TestClientLeaves(t *testing.T) {
	h, server := start(t, engine.Options{Searches: 1, PerClient: 2, Queue: 1})
	ctx, leave := context.WithCancel(t.Context())
	first, err := post(t, ctx, server.URL, endless)
	if err != nil {
		t.Fatal(err)
	}
	defer first.Body.Close()
	answered := make(chan []map[string]any)
	go func() {
		r, err := post(t, t.Context(), server.URL, `{"op":"move","position":"h8","limits":{"nodes":100}}`)
		if err != nil {
			t.Error(err)
			close(answered)
			return
		}
		defer r.Body.Close()
		answered <- events(t, r.Body)
	}()
	eventually(t, "the second request waits", func() bool { return h.Stats().Waiting == 1 })
	third, err := post(t, t.Context(), server.URL, endless)
	if err != nil {
		t.Fatal(err)
	}
	third.Body.Close()
	if third.StatusCode != http.StatusTooManyRequests || third.Header.Get("Retry-After") == "" {
		t.Errorf("the third request of a client: status %d", third.StatusCode)
	}
	// Requests that do not search need no place.
	quick, err := post(t, t.Context(), server.URL, `{"op":"openings"}`)
	if err != nil {
		t.Fatal(err)
	}
	if got := events(t, quick.Body); len(got) != 1 || got[0]["type"] != "protocols" {
		t.Errorf("openings during a search: %v", got)
	}
	quick.Body.Close()
	leave()
	if got := <-answered; len(got) == 0 || got[len(got)-1]["type"] != "move" {
		t.Errorf("the second request: %v", got)
	}
	eventually(t, "all is idle", func() bool { return h.Stats().Running == 0 })
	if s := h.Stats(); s.Canceled != 1 {
		t.Errorf("%+v, want one search canceled", s)
	}
}

// A request that waits too long is refused.
func TestWait(t *testing.T) {
	h, server := start(t, engine.Options{Searches: 1, Wait: 10 * time.Millisecond})
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	first, err := post(t, ctx, server.URL, endless)
	if err != nil {
		t.Fatal(err)
	}
	defer first.Body.Close()
	eventually(t, "the first search runs", func() bool { return h.Stats().Running == 1 })
	second, err := post(t, t.Context(), server.URL, endless)
	if err != nil {
		t.Fatal(err)
	}
	second.Body.Close()
	if second.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("status %d", second.StatusCode)
	}
}

// A stuck client takes no bytes until it is let go.
type stuck struct {
	*httptest.ResponseRecorder
	free chan struct{}
}

func (s stuck) Write(text []byte) (int, error) {
	<-s.free
	return s.ResponseRecorder.Write(text)
}

// A client that does not read holds no searcher, misses events, and gets the last one when it reads on.
func TestSlowReader(t *testing.T) {
	h, server := start(t, engine.Options{Searches: 1})
	slow, left := stuck{httptest.NewRecorder(), make(chan struct{})}, make(chan struct{})
	go func() {
		defer close(left)
		h.ServeHTTP(slow, httptest.NewRequest(http.MethodPost, "/", strings.NewReader(`{"op":"analyze","position":"h8i9h7","lines":200,"limits":{"depth":3}}`)))
	}()
	eventually(t, "the search is over", func() bool { s := h.Stats(); return s.Searches == 1 && s.Running == 0 })
	r, err := post(t, t.Context(), server.URL, `{"op":"move","position":"h8h9","limits":{"nodes":100}}`)
	if err != nil {
		t.Fatal(err)
	}
	if got := events(t, r.Body); len(got) == 0 || got[len(got)-1]["type"] != "move" {
		t.Errorf("another client: %v", got)
	}
	r.Body.Close()
	close(slow.free)
	<-left
	got := events(t, slow.Body)
	if len(got) < 2 || len(got) > 70 || got[len(got)-1]["type"] != "analyzed" {
		t.Errorf("%d events, the last one %.200v; want at most 64 and the answer", len(got), got[max(len(got)-1, 0):])
	}
}

// A client may have so many requests on the way, and so may all together, even if they do not get beyond sending them.
func TestRequestsAtOnce(t *testing.T) {
	h, server := start(t, engine.Options{PerClient: 1, Requests: 6, Client: func(r *http.Request) string { return r.Header.Get("Client") }})
	ask := func(client string, body io.Reader) int {
		r, err := http.NewRequest(http.MethodPost, server.URL, body)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Client", client)
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Error(err)
			return 0
		}
		response.Body.Close()
		return response.StatusCode
	}
	const request = `{"op":"openings"}`
	var all sync.WaitGroup
	var rest []*io.PipeWriter
	onTheWay := func(n int) {
		t.Helper()
		eventually(t, fmt.Sprintf("%d requests are on the way", n), func() bool { return h.Stats().OnTheWay == n })
	}
	slowly := func(client string) {
		from, to := io.Pipe()
		rest = append(rest, to)
		all.Go(func() {
			if status := ask(client, from); status != http.StatusOK {
				t.Errorf("a slow request of %s: status %d", client, status)
			}
		})
		if _, err := io.WriteString(to, request[:5]); err != nil {
			t.Error(err)
		}
		onTheWay(len(rest))
	}
	for range 4 {
		slowly("a")
	}
	if status := ask("a", strings.NewReader(request)); status != http.StatusTooManyRequests {
		t.Errorf("the fifth request of a client: status %d", status)
	}
	if status := ask("b", strings.NewReader(request)); status != http.StatusOK {
		t.Errorf("another client: status %d", status)
	}
	onTheWay(4)
	slowly("b")
	slowly("b")
	if status := ask("c", strings.NewReader(request)); status != http.StatusTooManyRequests {
		t.Errorf("the seventh request of all: status %d", status)
	}
	for _, to := range rest {
		io.WriteString(to, request[5:])
		to.Close()
	}
	all.Wait()
	onTheWay(0)
	if status := ask("c", strings.NewReader(request)); status != http.StatusOK {
		t.Errorf("afterwards: status %d", status)
	}
	if h.Stats().Refused < 2 {
		t.Errorf("%+v", h.Stats())
	}
}

// Two hundred games go on side by side, beside a client that wants all for itself: none falls behind, and nothing is left over.
func TestManyGames(t *testing.T) {
	games, moves := 200, 8
	if testing.Short() || race {
		games = 20
	}
	h, server := start(t, engine.Options{
		Searches: 2, Queue: 400, Requests: 800, Wait: 5 * time.Minute,
		Service: service.Options{MaxTime: 50 * time.Millisecond},
		Client:  func(r *http.Request) string { return r.Header.Get("Client") },
	})
	before := memory()
	greedy, leave := context.WithCancel(t.Context())
	var others, all sync.WaitGroup
	for range 4 {
		others.Go(func() {
			for greedy.Err() == nil {
				if r, err := post(t, greedy, server.URL, endless, "Client", "greedy"); err == nil {
					io.Copy(io.Discard, r.Body)
					r.Body.Close()
				}
			}
		})
	}
	var mu sync.Mutex
	done := make([]int, games)
	spread := 0
	var here sync.WaitGroup // all have a connection: how long that takes says nothing of the queue
	here.Add(games)
	for g := range games {
		all.Go(func() {
			r, err := post(t, t.Context(), server.URL, `{"op":"openings"}`, "Client", fmt.Sprint(g))
			here.Done()
			if err != nil {
				t.Error(err)
				return
			}
			events(t, r.Body)
			r.Body.Close()
			here.Wait()
			position := "freestyle 15 h8"
			for range moves {
				r, err := post(t, t.Context(), server.URL, fmt.Sprintf(`{"op":"move","position":%q,"limits":{"nodes":300},"book":false}`, position), "Client", fmt.Sprint(g))
				if err != nil {
					t.Error(err)
					return
				}
				got := events(t, r.Body)
				r.Body.Close()
				if len(got) == 0 || got[len(got)-1]["type"] != "move" {
					t.Errorf("game %d, after %s: %v", g, position, got)
					return
				}
				position += got[len(got)-1]["point"].(string)
				mu.Lock()
				done[g]++
				spread = max(spread, slices.Max(done)-slices.Min(done))
				mu.Unlock()
			}
		})
	}
	all.Wait()
	leave()
	others.Wait()
	eventually(t, "all is idle", func() bool { s := h.Stats(); return s.Running == 0 && s.Waiting == 0 })
	t.Logf("%d games: at most %d moves between the first and the last; %+v", games, spread, h.Stats())
	if spread > moves/2 {
		t.Errorf("a game was %d moves ahead of another", spread)
	}
	http.DefaultClient.CloseIdleConnections()
	if after := memory(); after > before+32<<20 {
		t.Errorf("%d MiB of memory before, %d after", before>>20, after>>20)
	}
}

func memory() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// Close ends the searches, which are answered, and refuses new ones.
func TestClose(t *testing.T) {
	h, server := start(t, engine.Options{Searches: 1})
	answered := make(chan []map[string]any)
	go func() {
		r, err := post(t, t.Context(), server.URL, endless)
		if err != nil {
			t.Error(err)
			close(answered)
			return
		}
		defer r.Body.Close()
		answered <- events(t, r.Body)
	}()
	eventually(t, "the search runs", func() bool { return h.Stats().Running == 1 })
	h.Close()
	if got := <-answered; len(got) == 0 || got[len(got)-1]["type"] != "analyzed" && got[len(got)-1]["code"] != "canceled" {
		t.Errorf("the search that ran: %v", got)
	}
	r, err := post(t, t.Context(), server.URL, endless)
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	if r.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("after Close: status %d", r.StatusCode)
	}
	if r, err = post(t, t.Context(), server.URL, `{"op":"openings"}`); err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	if r.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("a quick request after Close: status %d", r.StatusCode)
	}
}
