package games

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gomoku-go/gomoku"
)

func start(t testing.TB, o Options) (*Handler, string) {
	t.Helper()
	if o.Journal == "" {
		o.Journal = filepath.Join(t.TempDir(), "games.jsonl")
	}
	h, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(h)
	t.Cleanup(func() {
		h.Close()
		server.Close()
	})
	return h, server.URL
}

// post sends a request, and returns the status and the answer.
func post(t testing.TB, url, body string, headers ...string) (int, map[string]any) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, _ := io.ReadAll(response.Body)
	var answer map[string]any
	_ = json.Unmarshal(text, &answer)
	return response.StatusCode, answer
}

// A match is a game with the tokens of both sides.
type match struct {
	t                          testing.TB
	url                        string
	id, first, second, watcher string
}

func open(t testing.TB, url, settings string) *match {
	t.Helper()
	status, a := post(t, url+"/games", settings)
	if status != http.StatusCreated {
		t.Fatalf("%s: %d %v", settings, status, a)
	}
	return &match{t, url, a["id"].(string), a["you"].(string), a["opponent"].(string), a["spectator"].(string)}
}

// act acts for the holder of a token, and checks the status.
func (m *match) act(token string, seq int, rest string, want int) map[string]any {
	m.t.Helper()
	status, a := post(m.t, m.url+"/games/"+m.id+"/act", fmt.Sprintf(`{"token":%q,"seq":%d,%s}`, token, seq, rest))
	if status != want {
		m.t.Errorf("%s at %d: %d %v, want %d", rest, seq, status, a, want)
	}
	return a
}

// moves plays moves of both sides in turn, Black first.
func (m *match) moves(seq int, points string) int {
	m.t.Helper()
	for i, p := range strings.Fields(points) {
		m.act([]string{m.first, m.second}[i%2], seq, fmt.Sprintf(`"act":"move","point":%q`, p), 200)
		seq++
	}
	return seq
}

// A stream reads states.
type stream struct {
	t     testing.TB
	body  io.Closer
	lines *bufio.Scanner
}

func (m *match) watch(token string) *stream {
	m.t.Helper()
	r, err := http.Get(m.url + "/games/" + m.id + "/events?token=" + token)
	if err != nil {
		m.t.Fatal(err)
	}
	if r.StatusCode != 200 {
		m.t.Fatalf("status %d", r.StatusCode)
	}
	m.t.Cleanup(func() { r.Body.Close() })
	s := &stream{m.t, r.Body, bufio.NewScanner(r.Body)}
	s.lines.Buffer(nil, 1<<20)
	return s
}

// until reads states until one fits.
func (s *stream) until(what string, fits func(State) bool) State {
	s.t.Helper()
	timer := time.AfterFunc(30*time.Second, func() { s.body.Close() })
	defer timer.Stop()
	for s.lines.Scan() {
		data, ok := strings.CutPrefix(s.lines.Text(), "data: ")
		if !ok {
			continue
		}
		var state State
		if err := json.Unmarshal([]byte(data), &state); err != nil {
			s.t.Fatalf("%s: %v", data, err)
		}
		if fits(state) {
			return state
		}
	}
	s.t.Fatalf("no state in which %s", what)
	return State{}
}

func (m *match) state(token string) State {
	m.t.Helper()
	s := m.watch(token)
	defer s.body.Close()
	return s.until("anything", func(State) bool { return true })
}

const five = "h8 a1 i8 a3 j8 a5 k8 a7 l8"

func TestGame(t *testing.T) {
	_, url := start(t, Options{})
	m := open(t, url, `{"rule":"freestyle","size":15}`)
	black, white, crowd := m.watch(m.first), m.watch(m.second), m.watch(m.watcher)
	m.moves(0, five)
	for name, s := range map[string]*stream{"first": black, "second": white, "spectator": crowd} {
		end := s.until("the game has ended", func(s State) bool { return s.Over })
		if end.You != name || end.Seq != 9 || end.Outcome != gomoku.BlackWins || end.Reason != gomoku.ByFive || len(end.Board.Row) != 5 {
			t.Errorf("%s sees %+v", name, end)
		}
		if name != "spectator" && !end.Here["first"] {
			t.Errorf("%s sees no first player", name)
		}
	}
	if s := m.state(m.watcher); strings.Contains(fmt.Sprint(s), m.first) || strings.Contains(fmt.Sprint(s), m.second) {
		t.Error("a spectator sees the tokens of the players")
	}
	m.act(m.first, 9, `"act":"rematch"`, 200)
	m.act(m.second, 10, `"act":"rematch"`, 200)
	next := m.state(m.first).Next
	if next == nil {
		t.Fatal("no rematch")
	}
	again := &match{t, url, next.ID, "", "", ""}
	if s := again.state(next.Token); s.You != "second" || s.Colors["second"] != "white" {
		t.Errorf("the first player of the game is %q with %q in the rematch", s.You, s.Colors["second"])
	}
	if s := again.state(m.state(m.second).Next.Token); s.You != "first" {
		t.Errorf("the second player of the game is %q in the rematch", s.You)
	}
}

// What is not allowed is refused with the right status, and changes nothing.
func TestRefused(t *testing.T) {
	_, url := start(t, Options{})
	m := open(t, url, `{"rule":"renju","size":15}`)
	other := open(t, url, `{}`)
	seq := m.moves(0, "h8 h9")
	before := m.state(m.first)
	for _, c := range []struct {
		name, token string
		seq         int
		act, code   string
		want        int
	}{
		{"a move of the other player", m.second, seq, `"act":"move","point":"i9"`, "", 422},
		{"a move of a spectator", m.watcher, seq, `"act":"move","point":"i9"`, "", 403},
		{"a token of another game", other.first, seq, `"act":"move","point":"i9"`, "", 404},
		{"a guess", "AAAAAAAAAAAAAAAAAAAAAAAAAA", seq, `"act":"move","point":"i9"`, "", 404},
		{"no token", "", seq, `"act":"move","point":"i9"`, "", 404},
		{"a move twice", m.first, seq - 2, `"act":"move","point":"h8"`, "", 409},
		{"a move too early", m.first, seq + 1, `"act":"move","point":"i9"`, "", 409},
		{"an occupied point", m.first, seq, `"act":"move","point":"h8"`, "occupied", 422},
		{"a point beside the board", m.first, seq, `"act":"move","point":"t20"`, "offBoard", 422},
		{"no point", m.first, seq, `"act":"move"`, "", 422},
		{"a pass", m.first, seq, `"act":"move","point":"-"`, "", 422},
		{"a point that is none", m.first, seq, `"act":"move","point":"<script>"`, "", 400},
		{"an unknown act", m.first, seq, `"act":"dance"`, "", 422},
		{"the clock's act", m.first, seq, `"act":"flag"`, "", 422},
		{"an answer without an offer", m.first, seq, `"act":"accept"`, "", 422},
		{"an opening act", m.first, seq, `"act":"opening","action":{"kind":"take white"}`, "", 422},
		{"a rematch before the end", m.first, seq, `"act":"rematch"`, "", 422},
		{"an unknown field", m.first, seq, `"act":"move","point":"i9","by":"second"`, "", 400},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := &match{t, m.url, m.id, m.first, m.second, m.watcher}
			if a := m.act(c.token, c.seq, c.act, c.want); a["type"] != "error" || a["message"] == "" || c.code != "" && a["code"] != c.code {
				t.Errorf("the answer is %v", a)
			}
		})
	}
	for _, c := range []struct {
		name, path, body string
		headers          []string
		want             int
	}{
		{"another site", "/games", `{}`, []string{"Origin", "https://elsewhere.example"}, 403},
		{"another site, by a newer browser", "/games/" + m.id + "/act", `{}`, []string{"Sec-Fetch-Site", "cross-site"}, 403},
		{"a long body", "/games", `{"rule":"` + strings.Repeat("x", 5000) + `"}`, nil, 413},
		{"a long act", "/games/" + m.id + "/act", `{"act":"` + strings.Repeat("x", 5000) + `"}`, nil, 413},
		{"no JSON", "/games", `{"rule"`, nil, 400},
		{"two objects", "/games", `{}{}`, nil, 400},
		{"no such rule", "/games", `{"rule":"chess"}`, nil, 400},
		{"no such size", "/games", `{"size":99}`, nil, 422},
		{"no such clock", "/games", `{"clock":{"seconds":-1}}`, nil, 422},
		{"a clock of years", "/games", `{"clock":{"seconds":99999999}}`, nil, 422},
		{"no such side", "/games", `{"side":"both"}`, nil, 400},
		{"an opening that does not fit", "/games", `{"size":8,"opening":"rif"}`, nil, 422},
		{"no seq", "/games/" + m.id + "/act", `{"token":"` + m.first + `","act":"resign"}`, nil, 400},
		{"no such game", "/games/nothing/act", `{"seq":0}`, nil, 404},
		{"a path with tricks", "/games/..%2f..%2fetc/act", `{"seq":0}`, nil, 404},
		{"a deep path", "/games/a/b/c", `{}`, nil, 404},
	} {
		t.Run(c.name, func(t *testing.T) {
			if status, a := post(t, url+c.path, c.body, c.headers...); status != c.want {
				t.Errorf("%d %v, want %d", status, a, c.want)
			}
		})
	}
	for _, token := range []string{"", "x", other.first} {
		r, err := http.Get(url + "/games/" + m.id + "/events?token=" + token)
		if err != nil {
			t.Fatal(err)
		}
		r.Body.Close()
		if r.StatusCode != 404 {
			t.Errorf("events with the token %q: %d", token, r.StatusCode)
		}
	}
	after := m.state(m.first)
	if after.Seq != before.Seq || fmt.Sprint(after.Board) != fmt.Sprint(before.Board) {
		t.Errorf("it was %+v and is %+v", before, after)
	}
}

func TestFouls(t *testing.T) {
	_, url := start(t, Options{})
	m := open(t, url, `{"rule":"renju"}`)
	seq := m.moves(0, "h7 a1 h9 a3 g8 a5 i8 o1")
	if a := m.act(m.first, seq, `"act":"move","point":"h8"`, 422); a["code"] != "forbidden" {
		t.Errorf("%v", a)
	}
	if s := m.state(m.first); len(s.Board.Forbidden) != 1 {
		t.Errorf("forbidden points: %v", s.Board.Forbidden)
	}
}

func TestOffers(t *testing.T) {
	_, url := start(t, Options{})
	m := open(t, url, `{}`)
	m.act(m.first, 0, `"act":"offer-undo"`, 422) // nothing to take back
	seq := m.moves(0, "h8 h9 i9")
	m.act(m.first, seq, `"act":"offer-undo"`, 200)
	m.act(m.first, seq+1, `"act":"accept"`, 422) // one's own offer
	m.act(m.second, seq+1, `"act":"accept"`, 200)
	if s := m.state(m.first); len(s.Board.Moves) != 2 || s.Mover != "first" {
		t.Errorf("after an undo: %v, to move %s", s.Board.Moves, s.Mover)
	}
	seq += 2
	m.act(m.first, seq, `"act":"offer-undo"`, 200)
	m.act(m.second, seq+1, `"act":"accept"`, 200) // two plies: it was the first player's turn
	if s := m.state(m.first); len(s.Board.Moves) != 0 || s.Mover != "first" {
		t.Errorf("after another undo: %v, to move %s", s.Board.Moves, s.Mover)
	}
	seq = m.moves(seq+2, "h8 h9")
	m.act(m.second, seq, `"act":"offer-draw"`, 200)
	m.act(m.first, seq+1, `"act":"decline"`, 200)
	if s := m.state(m.first); s.Offer != nil || s.Over {
		t.Errorf("after no to a draw: %+v", s)
	}
	m.act(m.second, seq+2, `"act":"offer-draw"`, 200)
	m.act(m.first, seq+3, `"act":"move","point":"i9"`, 200) // an answer, too
	m.act(m.first, seq+4, `"act":"offer-draw"`, 200)
	m.act(m.second, seq+5, `"act":"offer-draw"`, 200) // both want it
	if s := m.state(m.first); !s.Over || s.Outcome != gomoku.Draw || s.Reason != gomoku.ByAgreement {
		t.Errorf("after two offers: %+v", s)
	}

	m = open(t, url, `{}`)
	m.act(m.second, 0, `"act":"resign"`, 200)
	if s := m.state(m.watcher); s.Outcome != gomoku.BlackWins || s.Reason != gomoku.ByResignation {
		t.Errorf("after White resigned: %+v", s)
	}
	m.act(m.first, 1, `"act":"move","point":"h8"`, 422)
}

func TestOpening(t *testing.T) {
	_, url := start(t, Options{})
	m := open(t, url, `{"opening":"swap2"}`)
	m.act(m.first, 0, `"act":"move","point":"h8"`, 422)
	m.act(m.second, 0, `"act":"opening","action":{"kind":"take white"}`, 422)
	m.act(m.first, 0, `"act":"opening","action":{"kind":"put","points":["h8","h9","i10"]}`, 200)
	if s := m.state(m.second); s.Opening == nil || s.Mover != "second" || len(s.Opening.Choices) != 3 {
		t.Fatalf("%+v", s)
	}
	m.act(m.second, 1, `"act":"opening","action":{"kind":"take white"}`, 200)
	s := m.state(m.second)
	if s.Opening != nil || s.Mover != "second" || s.Colors["second"] != "white" || s.Fixed != 3 {
		t.Errorf("after the opening: %+v", s)
	}
	m.act(m.second, 2, `"act":"move","point":"g9"`, 200)
	m.act(m.first, 3, `"act":"offer-undo"`, 422) // the opening stays
}

func TestClock(t *testing.T) {
	_, url := start(t, Options{})
	m := open(t, url, `{"clock":{"seconds":1,"increment":2}}`)
	watcher := m.watch(m.watcher)
	if s := m.state(m.first); s.Clock == nil || s.Clock.Running != "" || s.Clock.Left["black"] != 1000 {
		t.Errorf("before the first move: %+v", s.Clock)
	}
	seq := m.moves(0, "h8 h9 i9") // the third move is the first one on the clock
	if s := m.state(m.first); s.Clock.Running != "white" || s.Clock.Left["black"] <= 1500 || s.Clock.Left["black"] > 3000 {
		t.Errorf("after %d moves: %+v", seq, s.Clock)
	}
	end := watcher.until("White's time is up", func(s State) bool { return s.Over })
	if end.Outcome != gomoku.BlackWins || end.Reason != gomoku.ByTime || end.Clock.Left["white"] != 0 {
		t.Errorf("%+v", end)
	}
}

// All games go on after a restart, whatever happened to the last line of the journal.
func TestRestart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deep", "games.jsonl")
	h, url := start(t, Options{Journal: path})
	m := open(t, url, `{"rule":"renju","clock":{"seconds":60,"increment":1}}`)
	swap := open(t, url, `{"opening":"swap2"}`)
	done := open(t, url, `{}`)
	seq := m.moves(0, "h8 h9 i9")
	m.act(m.second, seq, `"act":"offer-draw"`, 200)
	swap.act(swap.first, 0, `"act":"opening","action":{"kind":"put","points":["h8","h9","i10"]}`, 200)
	done.moves(0, five)
	want := []State{m.state(m.first), swap.state(swap.second), done.state(done.watcher)}
	h.Close()
	for _, tail := range []string{"", `{"t":1,"game":"`, "{\"t\":17\n"} {
		file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(file, tail)
		file.Close()
		h, url := start(t, Options{Journal: path})
		if s := h.Stats(); s.Restored != 3 {
			t.Fatalf("after %q: %+v", tail, s)
		}
		for i, g := range []struct {
			m     *match
			token string
		}{{m, m.first}, {swap, swap.second}, {done, done.watcher}} {
			again := *g.m
			again.url = url
			got := again.state(g.token)
			if got.Clock != nil && want[i].Clock.Left["white"]-got.Clock.Left["white"] > 5000 {
				t.Errorf("the clock ran while the program was down: %+v, and now %+v", want[i].Clock, got.Clock)
			}
			expected := want[i]
			got.Clock, expected.Clock = nil, nil
			if a, b := toJSON(t, got), toJSON(t, expected); a != b {
				t.Errorf("after %q, game %d is\n%s\nwant\n%s", tail, i, a, b)
			}
		}
		h.Close()
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(text, []byte("\n"))
	lines[1] = []byte("{damaged\n")
	if err := os.WriteFile(path, bytes.Join(lines, nil), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(Options{Journal: path}); err == nil || !strings.Contains(err.Error(), "line 2 is damaged") {
		t.Errorf("a damaged line in the middle: %v", err)
	}
}

func toJSON(t testing.TB, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestLimits(t *testing.T) {
	h, url := start(t, Options{PerClient: 2, PerPerson: 3})
	m := open(t, url, `{}`)
	open(t, url, `{}`)
	if status, a := post(t, url+"/games", `{}`); status != http.StatusTooManyRequests || a["code"] != "busy" {
		t.Errorf("the third game: %d %v", status, a)
	}
	for range 3 {
		m.watch(m.watcher)
	}
	r, err := http.Get(url + "/games/" + m.id + "/events?token=" + m.watcher)
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	if r.StatusCode != http.StatusTooManyRequests {
		t.Errorf("the fourth stream: %d", r.StatusCode)
	}
	h.removeExpired(clockNow().Add(8 * 24 * time.Hour))
	if s := h.Stats(); s.Games != 0 {
		t.Errorf("%d games after eight days in which nothing happened", s.Games)
	}
	open(t, url, `{}`) // there is room again
}

// A page that does not read its stream delays nobody.
func TestSlowReader(t *testing.T) {
	_, url := start(t, Options{})
	m := open(t, url, `{}`)
	c, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	fmt.Fprintf(c, "GET /games/%s/events?token=%s HTTP/1.1\r\nHost: x\r\n\r\n", m.id, m.watcher)
	m.moves(0, five)
	if s := m.state(m.first); !s.Over {
		t.Errorf("%+v", s)
	}
}

// Players who come and go see the state as it is, and each other.
func TestPresence(t *testing.T) {
	_, url := start(t, Options{})
	m := open(t, url, `{}`)
	first := m.watch(m.first)
	first.until("nobody else is there", func(s State) bool { return !s.Here["second"] })
	second := m.watch(m.second)
	first.until("the other player is there", func(s State) bool { return s.Here["second"] })
	second.body.Close()
	m.moves(0, "h8")
	first.until("the other player has left", func(s State) bool { return !s.Here["second"] })
	if s := m.watch(m.second).until("the move is there", func(s State) bool { return s.Seq == 1 }); s.Mover != "second" {
		t.Errorf("%+v", s)
	}
}

// Many games and idle pages at once. GOMOKU_LONG=1 makes it 200 games and 1,000 pages.
func TestLoad(t *testing.T) {
	games, pages := 20, 50
	if os.Getenv("GOMOKU_LONG") != "" {
		games, pages = 200, 1000
	}
	h, url := start(t, Options{PerClient: games + 1, PerPerson: pages + 1})
	m := open(t, url, `{}`)
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	client := &http.Client{Transport: &http.Transport{}}
	defer client.CloseIdleConnections()
	for range pages {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, url+"/games/"+m.id+"/events?token="+m.watcher, nil)
		if err != nil {
			t.Fatal(err)
		}
		response, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
	}
	done := make(chan bool)
	for range games {
		go func() {
			defer func() { done <- true }()
			m := open(t, url, `{"clock":{"seconds":600,"increment":1}}`)
			m.moves(0, five)
		}()
	}
	for range games {
		<-done
	}
	if s := h.Stats(); s.Games != games+1 || s.Acts != int64(9*games) || s.Streams != pages {
		t.Errorf("%+v", s)
	}
}
