package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gomoku-go/gomoku"
)

// patience is how long a test waits for what must come soon. It is no measure of speed: a machine may be busy.
const patience = 20 * time.Second

// small is a server with little of everything, so that a test can use it up.
var small = config{searchers: 2, queue: 3, wait: patience, search: patience, hashBytes: 1 << 20}

// long asks for a search that ends by its limit of time only, which no test waits for.
const long = `{"position": "h8i9", "limits": {"millis": 20000}}`

// start runs a handler and returns its address and its pool. At the end of the test everything must be over.
func start(t *testing.T, c config) (url string, p *pool) {
	t.Helper()
	before := runtime.NumGoroutine()
	p, err := newPool(c)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(newHandler(p, c, slog.New(slog.DiscardHandler)))
	t.Cleanup(func() {
		server.Close()
		http.DefaultClient.CloseIdleConnections()
		eventually(t, "all goroutines end", func() bool { return runtime.NumGoroutine() <= before })
		if p.running() != 0 || len(p.places) != 0 {
			t.Errorf("%d searchers and %d places were not given back", p.running(), len(p.places))
		}
	})
	return server.URL, p
}

// eventually waits until what must come soon is there.
func eventually(t *testing.T, what string, there func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !there(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			stacks := make([]byte, 1<<20)
			t.Fatalf("%s: not within %v\n%s", what, patience, stacks[:runtime.Stack(stacks, true)])
		}
	}
}

// post sends a body and returns what came back.
func post(ctx context.Context, url, body string) (status int, header http.Header, text string, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url+"/move", strings.NewReader(body))
	if err != nil {
		return 0, nil, "", err
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, nil, "", err
	}
	defer response.Body.Close()
	b, err := io.ReadAll(response.Body)
	return response.StatusCode, response.Header, string(b), err
}

func TestMove(t *testing.T) {
	url, _ := start(t, small)
	for _, c := range []struct {
		name, body, move string
		mate             int
	}{
		{"the first move", `{"position": "freestyle 15"}`, "h8", 0},
		{"size and rule", `{"position": "renju 9"}`, "e5", 0},
		{"stones set up", `{"position": "freestyle 9 black a1a2a3a4 white e5 turn black"}`, "a5", 1},
		{"a level", `{"position": "h8i9i8", "level": "3"}`, "", 0},
		{"full strength", `{"position": "h8i9i8", "level": "expert", "limits": {"nodes": 2000}}`, "", 0},
		{"several lines", `{"position": "h8i9", "limits": {"nodes": 2000, "lines": 3}}`, "", 0},
		{"a five", `{"position": "h8a1h9a3h10a5h11h12", "limits": {"millis": 2000}}`, "h7", 1},
		{"a block", `{"position": "h8a1h9a3h10h11a5h7h12", "limits": {"nodes": 2000}}`, "", 0},
		{"a pass", `{"position": "h8--a1", "limits": {"depth": 3}}`, "", 0},
	} {
		status, header, text, err := post(t.Context(), url, c.body)
		if err != nil || status != http.StatusOK || header.Get("Content-Type") != "application/json" {
			t.Errorf("%s: %d %v %v", c.name, status, header, err)
			continue
		}
		var r reply
		d := json.NewDecoder(strings.NewReader(text))
		d.DisallowUnknownFields()
		if err := d.Decode(&r); err != nil {
			t.Errorf("%s: %s: %v", c.name, text, err)
			continue
		}
		if mate, _ := r.Score.Mate(); c.move != "" && r.Best.String() != c.move || mate != c.mate {
			t.Errorf("%s: %s, want the move %s, mate %d", c.name, text, c.move, c.mate)
		}
		if len(r.Lines) == 0 || r.Lines[0].Moves[0] != r.Best || r.Chances < 0 || r.Chances > 1 || r.Stop == 0 {
			t.Errorf("%s: %s", c.name, text)
		}
		if c.name == "several lines" && len(r.Lines) != 3 {
			t.Errorf("%s: %d, want 3", c.name, len(r.Lines))
		}
	}
}

// The same request gets the same answer, whoever asked for what before: a searcher forgets.
func TestRepeatable(t *testing.T) {
	url, _ := start(t, config{searchers: 1, queue: 0, wait: patience, search: patience, hashBytes: 1 << 20})
	const body = `{"position": "h8i9i8", "limits": {"nodes": 20000, "millis": 20000}}`
	var first reply
	for i := range 3 {
		_, _, text, err := post(t.Context(), url, body)
		if err != nil {
			t.Fatal(err)
		}
		var r reply
		if err := json.Unmarshal([]byte(text), &r); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		r.WaitedMillis, r.Stats.Elapsed = 0, 0
		if i == 0 {
			first = r
		} else if got, want := fmt.Sprint(r), fmt.Sprint(first); got != want {
			t.Errorf("answer %d: %s, want %s", i+1, got, want)
		}
		if _, _, _, err := post(t.Context(), url, `{"position": "h8i9i8h9", "limits": {"nodes": 5000}}`); err != nil {
			t.Fatal(err)
		}
	}
}

// hostile are requests that get an error, which says what is wrong.
var hostile = []struct {
	body   string
	status int
	says   string
}{
	{"", http.StatusBadRequest, "not a request: it is empty"},
	{"moves=h8", http.StatusBadRequest, "not a request"},
	{`["h8"]`, http.StatusBadRequest, "not a request: the body is a JSON array: want an object"},
	{`{"position": "h8"`, http.StatusBadRequest, "not a request"},
	{`{"position": "h8"} {"position": "h8"}`, http.StatusBadRequest, "goes on"},
	{`{"position": "h8"}]`, http.StatusBadRequest, "goes on"},
	{`{"position": "h8", "rule": "renju"}`, http.StatusBadRequest, `unknown field "rule"`},
	{`{"position": "h8", "level": "11"}`, http.StatusBadRequest, "level"},
	{`{"position": "h8", "limits": {"time": 5}}`, http.StatusBadRequest, `unknown field "time"`},
	{`{"position": "z99"}`, http.StatusBadRequest, "z99"},
	{`{"position": "h8i9h8"}`, http.StatusBadRequest, "move 3, h8: point is occupied"},
	{`{"position": "p1"}`, http.StatusBadRequest, "move 1, p1"},
	{`{"position": "renju 15 h8a1g7a3i9a5h9a7g9a9i7a11h7c1g8c3i8"}`, http.StatusBadRequest, "forbidden"},
	{`{"position": "renju 15 black h8 white i9"}`, http.StatusBadRequest, "turn"},
	{`{"position": 5}`, http.StatusBadRequest, "not a request: position is a JSON number: want a string"},
	{`{"position": "h8", "level": 5}`, http.StatusBadRequest, "not a request: level is a JSON number: want a string"},
	{`{"position": "h8", "limits": 5}`, http.StatusBadRequest, "not a request: limits is a JSON number: want an object"},
	{`{"position": "h8", "limits": {"millis": "5"}}`, http.StatusBadRequest, "not a request: limits.millis is a JSON string: want a whole number"},
	{`{"position": null}`, http.StatusBadRequest, "no position"},
	{`{}`, http.StatusBadRequest, "no position"},
	{`{"position": "renju 4"}`, http.StatusBadRequest, "4"},
	{`{"position": "chess 15"}`, http.StatusBadRequest, "chess"},
	{`{"position": "h8", "limits": {"millis": 20001}}`, http.StatusBadRequest, "want 1 to 20000"},
	{`{"position": "h8", "limits": {"millis": -1}}`, http.StatusBadRequest, "want 1 to 20000"},
	{`{"position": "h8", "limits": {"millis": 9223372036854775807}}`, http.StatusBadRequest, "want 1 to 20000"},
	{`{"position": "h8", "limits": {"depth": -1}}`, http.StatusBadRequest, "WithDepth(-1)"},
	{`{"position": "h8", "limits": {"nodes": -1}}`, http.StatusBadRequest, "WithNodes(-1)"},
	{`{"position": "h8", "limits": {"lines": -1}}`, http.StatusBadRequest, "WithMultiPV(-1)"},
	{`{"position": "h8a1h9a3h10a5h11a7h12"}`, http.StatusUnprocessableEntity, "the game is over"},
	{`{"position": "` + strings.Repeat("h", maxBody) + `"}`, http.StatusRequestEntityTooLarge, "too large"},
	{strings.Repeat(" ", 2*maxBody), http.StatusRequestEntityTooLarge, "too large"},
	{strings.Repeat("[", maxBody/2), http.StatusBadRequest, "not a request"},
}

func TestErrors(t *testing.T) {
	url, _ := start(t, small)
	for _, c := range hostile {
		status, _, text, err := post(t.Context(), url, c.body)
		if err != nil {
			t.Errorf("%.80s: %v", c.body, err)
			continue
		}
		var said struct{ Error string }
		if err := json.Unmarshal([]byte(text), &said); err != nil || status != c.status || !strings.Contains(said.Error, c.says) {
			t.Errorf("%.80s: %d %s, want %d and an error with %q", c.body, status, text, c.status, c.says)
		}
	}
	for _, c := range []struct {
		method, path string
		status       int
	}{{"GET", "/move", http.StatusMethodNotAllowed}, {"POST", "/healthz", http.StatusMethodNotAllowed}, {"GET", "/", http.StatusNotFound}} {
		r, err := http.NewRequestWithContext(t.Context(), c.method, url+c.path, nil)
		if err != nil {
			t.Fatal(err)
		}
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != c.status {
			t.Errorf("%s %s: %d, want %d", c.method, c.path, response.StatusCode, c.status)
		}
	}
}

// health returns the status of GET /healthz and what it says.
func health(t *testing.T, url string) (status int, text string) {
	t.Helper()
	response, err := http.Get(url + "/healthz")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	b, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, strings.TrimSpace(string(b))
}

// TestFull fills all searchers and the whole queue: the next request is refused at once, and clients that leave make room.
func TestFull(t *testing.T) {
	url, p := start(t, small)
	ctx, leave := context.WithCancel(t.Context())
	var clients sync.WaitGroup
	for range small.searchers + small.queue {
		clients.Go(func() {
			if status, _, text, err := post(ctx, url, long); err == nil {
				t.Errorf("a client that left got %d %s", status, text)
			}
		})
	}
	eventually(t, "searchers and queue are full", func() bool { return p.running() == small.searchers && p.waiting() == small.queue })
	if status, text := health(t, url); status != http.StatusOK || text != `{"running":2,"status":"ok","waiting":3}` {
		t.Errorf("healthz: %d %s", status, text)
	}
	status, header, text, err := post(t.Context(), url, `{"position": "h8"}`)
	if err != nil || status != http.StatusTooManyRequests || !strings.Contains(text, "queue is full") {
		t.Errorf("one too many: %d %s %v, want %d", status, text, err, http.StatusTooManyRequests)
	}
	if seconds, err := strconv.Atoi(header.Get("Retry-After")); err != nil || seconds < 1 {
		t.Errorf("Retry-After: %q, want seconds", header.Get("Retry-After"))
	}
	leave()
	clients.Wait()
	eventually(t, "the searches of clients that left end", func() bool { return p.running() == 0 && p.waiting() == 0 })
	if status, _, text, err := post(t.Context(), url, `{"position": "h8", "limits": {"nodes": 1000}}`); err != nil || status != http.StatusOK {
		t.Errorf("afterwards: %d %s %v", status, text, err)
	}
}

// TestWait: a request does not wait longer than it may, and the time of its search does not begin while it waits.
func TestWait(t *testing.T) {
	url, p := start(t, config{searchers: 1, queue: 1, wait: 50 * time.Millisecond, search: patience, hashBytes: 1 << 20})
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	var client sync.WaitGroup
	client.Go(func() { post(ctx, url, long) })
	eventually(t, "a search begins", func() bool { return p.running() == 1 })
	status, header, text, err := post(t.Context(), url, `{"position": "h8"}`)
	if err != nil || status != http.StatusServiceUnavailable || header.Get("Retry-After") == "" || !strings.Contains(text, errWaited.Error()) {
		t.Errorf("%d %v %s %v, want %d and Retry-After", status, header, text, err, http.StatusServiceUnavailable)
	}
	leave()
	client.Wait()
}

func TestWaitIsNotSearch(t *testing.T) {
	url, p := start(t, config{searchers: 1, queue: 1, wait: patience, search: patience, hashBytes: 1 << 20})
	s, err := p.borrow(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var client sync.WaitGroup
	client.Go(func() {
		status, _, text, err := post(t.Context(), url, `{"position": "h8i9", "limits": {"millis": 20, "depth": 2}}`)
		var r reply
		if err != nil || status != http.StatusOK || json.Unmarshal([]byte(text), &r) != nil {
			t.Errorf("%d %s %v", status, text, err)
		}
		if r.WaitedMillis < 50 || r.Depth == 0 {
			t.Errorf("%s: want a wait of 50 ms or more, and a search after it", text)
		}
	})
	eventually(t, "a request waits", func() bool { return p.waiting() == 1 })
	time.Sleep(50 * time.Millisecond)
	p.giveBack(s)
	client.Wait()
}

// TestLoad sends some hundred requests from many clients at once, proper and hostile ones, and clients that leave.
func TestLoad(t *testing.T) {
	url, _ := start(t, config{searchers: 4, queue: 8, wait: patience, search: patience, hashBytes: 1 << 20})
	const clients, each = 24, 20
	proper := []string{
		`{"position": "freestyle 15"}`,
		`{"position": "h8i9i8", "limits": {"nodes": 3000}}`,
		`{"position": "renju 15 h8i9i8h7", "limits": {"depth": 4}}`,
		`{"position": "caro 19 k10", "limits": {"nodes": 2000}}`,
	}
	var mutex sync.Mutex
	counts := map[int]int{} // by status; 0 for those that left
	var all sync.WaitGroup
	for client := range clients {
		all.Go(func() {
			for i := range each {
				n := client*each + i
				body, want := proper[n%len(proper)], http.StatusOK
				ctx, cancel := context.WithCancel(t.Context())
				switch n % 6 {
				case 4:
					c := hostile[n%len(hostile)]
					body, want = c.body, c.status
				case 5: // leaves in the middle
					body, want = long, 0
					time.AfterFunc(5*time.Millisecond, cancel)
				}
				status, header, text, err := post(ctx, url, body)
				cancel()
				switch {
				case want == 0 && err != nil:
					status = 0
				case err != nil:
					t.Errorf("%.80s: %v", body, err)
				case status == http.StatusTooManyRequests:
					if header.Get("Retry-After") == "" {
						t.Errorf("%.80s: %d without Retry-After", body, status)
					}
				case status != want:
					t.Errorf("%.80s: %d %s, want %d", body, status, text, want)
				case status == http.StatusOK:
					var r reply
					if err := json.Unmarshal([]byte(text), &r); err != nil || r.Best == gomoku.NoPoint {
						t.Errorf("%.80s: %s: %v", body, text, err)
					}
				}
				mutex.Lock()
				counts[status]++
				mutex.Unlock()
			}
		})
	}
	all.Wait()
	t.Logf("%d requests, by status: %v", clients*each, counts)
	if counts[http.StatusOK] < clients {
		t.Errorf("only %d of %d requests were answered", counts[http.StatusOK], clients*each)
	}
	if status, text := health(t, url); status != http.StatusOK {
		t.Errorf("healthz afterwards: %d %s", status, text)
	}
}

// TestStop ends the server while searches run and wait: those that run are answered, those that wait are refused, and serve returns.
func TestStop(t *testing.T) {
	before := runtime.NumGoroutine()
	listener, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	url := "http://" + listener.Addr().String()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var log bytes.Buffer
	served := make(chan error)
	c := config{searchers: 1, queue: 1, wait: patience, search: 2 * time.Second, hashBytes: 1 << 20}
	go func() { served <- serve(ctx, listener, c, slog.New(slog.NewJSONHandler(&log, nil))) }()

	says := func(text string) func() bool {
		return func() bool { _, got := health(t, url); return got == text }
	}
	eventually(t, "the server listens", says(`{"running":0,"status":"ok","waiting":0}`))
	type outcome struct {
		status int
		text   string
		err    error
	}
	send := func() chan outcome {
		got := make(chan outcome, 1)
		go func() {
			status, _, text, err := post(t.Context(), url, `{"position": "h8i9", "limits": {"millis": 2000}}`)
			got <- outcome{status, text, err}
		}()
		return got
	}
	runs := send()
	eventually(t, "a search runs", says(`{"running":1,"status":"ok","waiting":0}`))
	waits := send()
	eventually(t, "a request waits", says(`{"running":1,"status":"ok","waiting":1}`))
	stop()
	if got := <-waits; got.status != http.StatusServiceUnavailable || !strings.Contains(got.text, errStopping.Error()) {
		t.Errorf("the request that waited: %+v, want %d", got, http.StatusServiceUnavailable)
	}
	if got := <-runs; got.status != http.StatusOK {
		t.Errorf("the request whose search ran: %+v, want %d", got, http.StatusOK)
	}
	if err := <-served; err != nil {
		t.Error(err)
	}
	for line := range strings.Lines(log.String()) {
		if !json.Valid([]byte(line)) {
			t.Errorf("the log has a line that is no JSON: %q", line)
		}
	}
	if !strings.Contains(log.String(), `"msg":"stopped"`) {
		t.Errorf("the log does not tell the end:\n%s", &log)
	}
	http.DefaultClient.CloseIdleConnections()
	eventually(t, "all goroutines end", func() bool { return runtime.NumGoroutine() <= before })
}

func TestConfig(t *testing.T) {
	for _, c := range []config{
		{},
		{searchers: 1, queue: -1, wait: 1, search: time.Second, hashBytes: 1 << 20},
		{searchers: 1, wait: 1, search: time.Microsecond, hashBytes: 1 << 20},
		{searchers: 1, wait: 1, search: time.Second, hashBytes: 1},
	} {
		if _, err := newPool(c); err == nil {
			t.Errorf("%+v is accepted", c)
		}
	}
}
