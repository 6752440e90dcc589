package games

import (
	"cmp"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/examples/web/exchange"
	"github.com/gomoku-go/gomoku/opening"
)

// Options configure a [Handler].
type Options struct {
	Journal string // the file that keeps the games; its directory is made if it is not there

	MaxGames  int           // games at once; 0 means 2000
	PerClient int           // games that a client may have open at once; 0 means 20
	Streams   int           // streams of events at once; 0 means 5000
	PerPerson int           // streams of a client at once; 0 means 40
	Idle      time.Duration // a game in which nothing happens for so long is removed; 0 means a week
	Ended     time.Duration // a game that has ended is removed after so long; 0 means a day

	// Client returns who makes a request, for the limits. Nil means the IP address that the connection comes from.
	Client func(*http.Request) string

	Log *slog.Logger // nil means none
}

// A Handler has all the games. It is safe for concurrent use.
type Handler struct {
	o       Options
	mux     *http.ServeMux
	origins *http.CrossOriginProtection
	done    chan struct{} // closed by Close

	mu      sync.Mutex
	journal *journal
	games   map[string]*game
	byWhom  map[string]int // open games by client
	streams map[string]int // by client
	stats   Stats
	closed  bool
}

// A game is a table and those who look at it.
type game struct {
	id      string
	opened  opened
	client  string // who opened it; "" after a restart
	table   *table
	changed chan struct{}          // closed when something has changed
	present map[opening.Player]int // streams by player; those of spectators under 0
	flag    *time.Timer
	next    string // the rematch
}

// Stats counts what a [Handler] has done.
type Stats struct {
	Games    int   // at the moment
	Streams  int   // at the moment
	Opened   int64 // games since the start
	Acts     int64 // acts acknowledged
	Refused  int64 // requests refused
	Restored int   // games that the journal had
}

// Open reads the journal and returns a Handler with its games.
func Open(o Options) (*Handler, error) {
	o.MaxGames, o.PerClient = cmp.Or(o.MaxGames, 2000), cmp.Or(o.PerClient, 20)
	o.Streams, o.PerPerson = cmp.Or(o.Streams, 5000), cmp.Or(o.PerPerson, 40)
	o.Idle, o.Ended = cmp.Or(o.Idle, 7*24*time.Hour), cmp.Or(o.Ended, 24*time.Hour)
	if o.Journal == "" {
		return nil, errors.New("games: Options.Journal is empty: name a file that keeps the games")
	}
	if o.Client == nil {
		o.Client = exchange.Address
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	h := &Handler{o: o, origins: http.NewCrossOriginProtection(), done: make(chan struct{}), games: map[string]*game{}, byWhom: map[string]int{}, streams: map[string]int{}}
	if err := h.restore(); err != nil {
		return nil, fmt.Errorf("games: %w", err)
	}
	h.mux = http.NewServeMux()
	h.mux.HandleFunc("POST /games", h.open)
	h.mux.HandleFunc("GET /games/{id}/events", h.events)
	h.mux.HandleFunc("POST /games/{id}/act", h.act)
	go h.sweep()
	return h, nil
}

// restore plays the journal, and writes it anew with the games that are left.
func (h *Handler) restore() error {
	entries, err := readJournal(h.o.Journal)
	if err != nil {
		return err
	}
	now := clockNow()
	for n, e := range entries {
		if err := h.replay(e); err != nil {
			return fmt.Errorf("%s: line %d: %w", h.o.Journal, n+1, err)
		}
	}
	for id, g := range h.games {
		if h.expired(g, now) {
			delete(h.games, id)
		}
	}
	// What games that are gone have left behind goes, and of several starts in a row all but the last.
	var fresh []entry
	for _, e := range entries {
		if e.Game != "" && h.games[e.Game] == nil {
			continue
		}
		if n := len(fresh); e.Game == "" && n > 0 && fresh[n-1].Game == "" {
			fresh = fresh[:n-1]
		}
		fresh = append(fresh, e)
	}
	start := entry{Time: now.UnixMilli()}
	if h.journal, err = writeJournal(h.o.Journal, append(fresh, start)); err != nil {
		return err
	}
	h.stats.Restored = len(h.games)
	for _, g := range h.games {
		g.table.resume(now)
		h.setFlag(g, now)
	}
	return nil
}

// replay carries out an entry of the journal.
func (h *Handler) replay(e entry) error {
	at := time.UnixMilli(e.Time)
	g := h.games[e.Game]
	switch {
	case e.Game == "": // the program was started
		for _, g := range h.games {
			g.table.resume(at)
		}
	case e.New != nil:
		t, err := newTable(e.New.setting, at)
		if err != nil {
			return err
		}
		h.games[e.Game] = newGame(e.Game, *e.New, t)
		if before := h.games[e.New.Before]; before != nil {
			before.next = e.Game
		}
	case g == nil: // it has expired
	case e.Gone:
		delete(h.games, e.Game)
	case e.Act != nil:
		return g.table.do(e.By, *e.Act, at)
	}
	return nil
}

// clockNow returns the time as the journal keeps it, so that a game goes the same way when it is replayed.
func clockNow() time.Time { return time.UnixMilli(time.Now().UnixMilli()) }

func newGame(id string, o opened, t *table) *game {
	return &game{id: id, opened: o, table: t, changed: make(chan struct{}), present: map[opening.Player]int{}}
}

func (h *Handler) expired(g *game, now time.Time) bool {
	quiet := now.Sub(g.table.last)
	return quiet > h.o.Idle || g.table.over && quiet > h.o.Ended
}

// sweep removes games that have expired, now and then.
func (h *Handler) sweep() {
	tick := time.NewTicker(time.Minute)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			h.removeExpired(clockNow())
		case <-h.done:
			return
		}
	}
}

func (h *Handler) removeExpired(now time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for id, g := range h.games {
		if !h.expired(g, now) {
			continue
		}
		if err := h.journal.add(entry{Time: now.UnixMilli(), Game: id, Gone: true}); err != nil {
			h.o.Log.Error("a game that has expired stays", "error", err)
			return
		}
		h.remove(g)
	}
}

func (h *Handler) remove(g *game) {
	delete(h.games, g.id)
	if g.flag != nil {
		g.flag.Stop()
	}
	if h.byWhom[g.client]--; h.byWhom[g.client] <= 0 {
		delete(h.byWhom, g.client)
	}
	close(g.changed)
	g.changed = make(chan struct{})
}

// Limits that were reached.
var (
	errTooMany  = errors.New("too many games are open: finish some, or come again later")
	errStreams  = errors.New("too many connections: close some pages")
	errStopping = errors.New("the program is stopping")
	errUnknown  = errors.New("there is no such game, or the link is not right")
	errStale    = errors.New("the game has gone on since")
)

// openGame opens a game for a client.
func (h *Handler) openGame(s setting, client string) (*game, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.closed:
		return nil, errStopping
	case len(h.games) >= h.o.MaxGames, h.byWhom[client] >= h.o.PerClient:
		return nil, errTooMany
	}
	return h.add(opened{setting: s, First: rand.Text(), Second: rand.Text(), Spectator: rand.Text()}, client)
}

// add begins a game, on the disk first. The lock is held.
func (h *Handler) add(o opened, client string) (*game, error) {
	now := clockNow()
	t, err := newTable(o.setting, now)
	if err != nil {
		return nil, err
	}
	g := newGame(rand.Text()[:12], o, t)
	g.client = client
	if err := h.journal.add(entry{Time: now.UnixMilli(), Game: g.id, New: &o}); err != nil {
		return nil, err
	}
	h.games[g.id] = g
	h.byWhom[client]++
	h.stats.Opened++
	return g, nil
}

// find returns a game and what a token may do in it: who it is, or 0 for a spectator. The lock is held.
func (h *Handler) find(id, token string) (*game, opening.Player, error) {
	g := h.games[id]
	if g == nil || token == "" {
		return nil, 0, errUnknown
	}
	same := func(secret string) bool { return subtle.ConstantTimeCompare([]byte(token), []byte(secret)) == 1 }
	switch {
	case same(g.opened.First):
		return g, opening.FirstPlayer, nil
	case same(g.opened.Second):
		return g, opening.SecondPlayer, nil
	case same(g.opened.Spectator):
		return g, 0, nil
	}
	return nil, 0, errUnknown
}

// actIn carries out an act of the holder of a token, if the game is still in the state with the number seq. It returns the number of the
// new state, or of the present one with an error.
func (h *Handler) actIn(id, token string, seq int, a act) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	g, by, err := h.find(id, token)
	switch {
	case err != nil:
		return 0, err
	case by == 0:
		return g.table.seq, errForeign
	case a.Kind == "flag":
		return g.table.seq, errors.New("only the clock can do that")
	case seq != g.table.seq:
		return g.table.seq, errStale
	}
	return h.do(g, by, a)
}

// do carries out an act, on the disk first. The lock is held.
func (h *Handler) do(g *game, by opening.Player, a act) (int, error) {
	if h.closed {
		return g.table.seq, errStopping
	}
	now := clockNow()
	after := g.table.clone()
	if err := after.do(by, a, now); err != nil {
		return g.table.seq, err
	}
	if err := h.journal.add(entry{Time: now.UnixMilli(), Game: g.id, By: by, Act: &a}); err != nil {
		return g.table.seq, err
	}
	g.table = after
	h.stats.Acts++
	if after.rematch[opening.FirstPlayer] && after.rematch[opening.SecondPlayer] && g.next == "" {
		o := g.opened
		next, err := h.add(opened{setting: o.setting, First: rand.Text(), Second: rand.Text(), Spectator: rand.Text(), Before: g.id}, g.client)
		if err != nil {
			h.o.Log.Error("no rematch", "error", err)
		} else {
			g.next = next.id
		}
	}
	h.setFlag(g, now)
	g.tell()
	return after.seq, nil
}

// tell wakes those who look at the game. The lock is held.
func (g *game) tell() {
	close(g.changed)
	g.changed = make(chan struct{})
}

// come counts a stream that begins or ends. The others hear of a player at once, and of spectators with the next act: a crowd would
// make each of its members wake all others. The lock is held.
func (g *game) come(who opening.Player, n int) {
	g.present[who] += n
	if who != 0 {
		g.tell()
	}
}

// setFlag sets the timer that ends the game when a player's time is up. The lock is held, or nobody knows the game yet.
func (h *Handler) setFlag(g *game, now time.Time) {
	if g.flag != nil {
		g.flag.Stop()
		g.flag = nil
	}
	c := g.table.running()
	if c == gomoku.Empty {
		return
	}
	seq := g.table.seq
	g.flag = time.AfterFunc(g.table.remaining(c, now)+2*time.Millisecond, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		if h.games[g.id] == g && g.table.seq == seq {
			if _, err := h.do(g, g.table.mover(), act{Kind: "flag"}); err != nil && !h.closed {
				h.o.Log.Error("a player's time is up, but the game goes on", "game", g.id, "error", err)
			}
		}
	})
}

// Stats returns the counts.
func (h *Handler) Stats() Stats {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := h.stats
	s.Games = len(h.games)
	for _, n := range h.streams {
		s.Streams += n
	}
	return s
}

// Close ends all streams and closes the journal. The games are kept there.
func (h *Handler) Close() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return nil
	}
	h.closed = true
	close(h.done)
	for _, g := range h.games {
		if g.flag != nil {
			g.flag.Stop()
		}
	}
	return h.journal.close()
}
