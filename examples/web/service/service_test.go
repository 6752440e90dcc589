package service_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gomoku-go/gomoku/examples/web/service"
	"github.com/gomoku-go/gomoku/record/charset"
)

func newService(t testing.TB) *service.Service {
	t.Helper()
	s, err := service.New(service.Options{HashBytes: 1 << 20, MaxTime: 2 * time.Second, MaxRequest: 1 << 20, Decoder: charset.Decode})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// ask returns the events of a request as objects, the answer last. Each goes through JSON, as on its way to a page.
func ask(t testing.TB, s *service.Service, ctx context.Context, request string) []map[string]any {
	t.Helper()
	var events []map[string]any
	add := func(event any) {
		text, err := json.Marshal(event)
		if err != nil {
			t.Fatalf("%s: %v", request, err)
		}
		var m map[string]any
		if err := json.Unmarshal(text, &m); err != nil {
			t.Fatal(err)
		}
		events = append(events, m)
	}
	add(s.Run(ctx, []byte(request), add))
	return events
}

// contains reports whether got has all that want has, want being JSON.
func contains(got any, want any) bool {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			return false
		}
		for k := range w {
			if !contains(g[k], w[k]) {
				return false
			}
		}
		return true
	case []any:
		g, ok := got.([]any)
		return ok && slices.EqualFunc(g, w, contains)
	}
	return got == want
}

// Each answer has at least what is listed.
func TestAnswers(t *testing.T) {
	const four = "freestyle 15 h8a1i8a3j8a5k8"
	sgf := base64.StdEncoding.EncodeToString([]byte("(;GM[4]FF[4]SZ[15]RU[0];B[hh]C[center];W[ih](;B[ii])(;B[hi]))"))
	gbk := base64.StdEncoding.EncodeToString([]byte("(;GM[4]SZ[15]C[\xc4\xe3\xba\xc3];B[hh])"))
	game := `{"size": 15, "rule": "freestyle", "moves": ["h8","h9","i8","i9","j8","j9","k8","a1","l8"], "outcome": "black wins", "reason": "five"}`
	for _, c := range []struct{ name, request, want string }{
		{"empty board", `{"op":"describe","position":"renju 15"}`, `{"type":"described","size":15,"rule":"renju","black":[],"white":[],"moves":[],"turn":"black","outcome":"undecided","winner":"empty"}`},
		{"moves", `{"op":"describe","position":"renju 15 h8","moves":["h9","-","i8"]}`, `{"black":["h8"],"white":["i8","h9"],"moves":["h8","h9","-","i8"],"turn":"black","last":"i8"}`},
		{"position of moves", `{"op":"describe","position":"h8","moves":["h9"]}`, `{"position":"freestyle 15 h8h9","turn":"black"}`},
		{"set-up", `{"op":"describe","position":"standard 9 black e5 e6 white a1 turn white","moves":["a2"]}`, `{"black":["e5","e6"],"white":["a1","a2"],"moves":["a2"],"size":9,"turn":"black"}`},
		{"five", `{"op":"describe","position":"h8a1i8a3j8a5k8a7l8"}`, `{"outcome":"black wins","winner":"black","row":["h8","i8","j8","k8","l8"]}`},
		{"fouls", `{"op":"describe","position":"renju 15 black h7 h9 g8 i8 white a1 a3 a5 o1 turn black"}`, `{"forbidden":[{"point":"h8","foul":"double three"}]}`},
		{"opening", `{"op":"describe","position":"h8h9h10"}`, `{"opening":{"code":"D1","name":"Kansei"}}`},
		{"unclaimed foul", `{"op":"describe","position":"renju 15 black h7 h9 g8 i8 white a1 a3 a5 o1 turn black","moves":["h8!"]}`, `{"moves":["h8"],"turn":"white"}`},
		{"the five is taken", `{"op":"move","position":"` + four + `","moves":["a7"],"level":"1"}`, `{"type":"move","mate":1,"chances":1}`},
		{"the four is stopped", `{"op":"move","position":"h8a1i8b3j8l8","level":"5","moves":["a5","b1"],"seed":7}`, `{"type":"move"}`},
		{"by a clock", `{"op":"move","position":"h8h9","clock":{"leftMillis":60000,"incrementMillis":100,"moveMillis":20},"book":false}`, `{"type":"move"}`},
		{"nodes", `{"op":"move","position":"h8h9","limits":{"nodes":500}}`, `{"type":"move"}`},
		{"analysis", `{"op":"analyze","position":"h8i9","lines":3,"limits":{"depth":4}}`, `{"type":"analyzed","stop":"depth"}`},
		{"analysis by nodes", `{"op":"analyze","position":"h8i9","limits":{"nodes":3000}}`, `{"type":"analyzed","stop":"nodes"}`},
		{"analysis by time", `{"op":"analyze","position":"h8i9","limits":{"millis":30}}`, `{"type":"analyzed","stop":"time"}`},
		{"analysis of a win", `{"op":"analyze","position":"h8a1i8a3j8a5k8a7","limits":{"millis":2000}}`, `{"type":"analyzed","stop":"solved"}`},
		{"a win by fours", `{"op":"prove","position":"freestyle 15 black h8 i8 j8 white a1 a3 a5 turn black","kind":"vcf"}`, `{"type":"proof","found":true,"kind":"vcf","side":"black","exhausted":false}`},
		{"no win", `{"op":"prove","position":"h8"}`, `{"type":"proof","found":false,"side":"white","exhausted":true}`},
		{"what Black threatens", `{"op":"prove","position":"freestyle 15 black h8 i8 j8 white a1 a3 turn white","side":"black"}`, `{"found":true,"side":"black"}`},
		{"threats", `{"op":"threats","position":"freestyle 15 black h8 i8 j8 white a1 a3 turn white","side":"black"}`, `{"type":"threats","side":"black"}`},
		{"no threats after the end", `{"op":"threats","position":"h8a1i8a3j8a5k8a7l8","side":"white"}`, `{"type":"threats","points":[]}`},
		{"review", `{"op":"review","game":` + game + `,"limits":{"nodes":500}}`, `{"type":"review","review":{"complete":true}}`},
		{"SGF", `{"op":"read","data":"` + sgf + `"}`, `{"type":"games","games":[{"game":{"size":15,"moves":["h8","i8","i7"]},"tree":{"children":[{"move":"h8","comment":"center","children":[{"move":"i8","children":[{"move":"i7"},{"move":"h7"}]}]}]}}],"skipped":[]}`},
		{"moves", `{"op":"read","text":"h8 i9 h7","rule":"renju"}`, `{"games":[{"game":{"rule":"renju","moves":["h8","i9","h7"]}}]}`},
		{"a charset", `{"op":"read","data":"` + gbk + `","charset":"GBK"}`, `{"games":[{"tree":{"comment":"你好"}}]}`},
		{"two lines of moves", `{"op":"read","text":"h8i9\nh8h9","lines":true}`, `{"games":[{"game":{"moves":["h8","i9"]}},{"game":{"moves":["h8","h9"]}}]}`},
		{"one game of two", `{"op":"read","text":"(;GM[4]SZ[15];B[hh];W[hh])(;GM[4]SZ[15];B[hh])"}`, `{"games":[{"game":{"moves":["h8"]}}],"skipped":[{"game":1}]}`},
		{"write", `{"op":"write","format":"moves","game":` + game + `}`, `{"type":"file","name":"gomoku.txt","mime":"text/plain"}`},
		{"write a tree", `{"op":"write","format":"SGF","game":{"size":15,"moves":["h8"],"tags":{"date":"2026-12-01"}},"tree":{"children":[{"move":"h8","comment":"a"},{"move":"h9"}]}}`, `{"type":"file","name":"gomoku-2026-12-01.sgf"}`},
		{"protocols", `{"op":"openings"}`, `{"type":"protocols"}`},
		{"opening begins", `{"op":"opening","protocol":"swap2"}`, `{"type":"opening","player":"first","choices":[{"kind":"put","points":3}],"area":["a1","o15"],"first":"empty","done":false}`},
		{"opening goes on", `{"op":"opening","protocol":"Swap2","actions":[{"kind":"put","points":["h8","h9","i10"]},{"kind":"take white"}]}`, `{"done":true,"first":"black","second":"white","position":"freestyle 15 h8h9i10"}`},
		{"the machine chooses", `{"op":"decide","protocol":"swap2","actions":[{"kind":"put","points":["h8","h9","i10"]}],"limits":{"millis":30}}`, `{"type":"decided"}`},

		{"nothing", ``, `{"type":"error","code":"syntax"}`},
		{"no JSON", `{"op":`, `{"type":"error","code":"syntax"}`},
		{"two objects", `{"op":"openings"}{}`, `{"type":"error","code":"syntax"}`},
		{"unknown op", `{"op":"dance"}`, `{"type":"error","code":"option"}`},
		{"unknown field", `{"op":"describe","position":"h8","level":"3"}`, `{"type":"error","code":"syntax"}`},
		{"no position", `{"op":"describe"}`, `{"type":"error","code":"syntax"}`},
		{"off the board", `{"op":"describe","position":"standard 9 k1"}`, `{"type":"error","code":"offBoard"}`},
		{"occupied", `{"op":"describe","position":"h8","moves":["h8"]}`, `{"type":"error","code":"occupied"}`},
		{"forbidden", `{"op":"describe","position":"renju 15 black h7 h9 g8 i8 white a1 a3 a5 o1 turn black","moves":["h8"]}`, `{"type":"error","code":"forbidden"}`},
		{"after the end", `{"op":"move","position":"h8a1i8a3j8a5k8a7l8"}`, `{"type":"error","code":"gameOver"}`},
		{"no size", `{"op":"describe","position":"freestyle 99"}`, `{"type":"error"}`},
		{"level 11", `{"op":"move","position":"h8","level":"11"}`, `{"type":"error"}`},
		{"negative time", `{"op":"move","position":"h8","limits":{"millis":-1}}`, `{"type":"error","code":"option"}`},
		{"negative nodes", `{"op":"move","position":"h8","limits":{"nodes":-1}}`, `{"type":"error","code":"option"}`},
		{"negative clock", `{"op":"move","position":"h8","clock":{"leftMillis":-1}}`, `{"type":"error","code":"option"}`},
		{"many threads", `{"op":"analyze","position":"h8","threads":99}`, `{"type":"error","code":"option"}`},
		{"no such kind", `{"op":"prove","position":"h8","kind":"x"}`, `{"type":"error","code":"option"}`},
		{"a game against the rules", `{"op":"review","game":{"size":15,"moves":["h8","h8"]}}`, `{"type":"error","code":"occupied"}`},
		{"review of no move", `{"op":"review","game":{"size":15,"moves":["h8"]},"first":2}`, `{"type":"error","code":"option"}`},
		{"a file of nothing", `{"op":"read","text":"(;GM"}`, `{"type":"error","code":"syntax"}`},
		{"a format that is read only", `{"op":"write","format":"RIF","game":` + game + `}`, `{"type":"error","code":"option"}`},
		{"a tree of another game", `{"op":"write","format":"SGF","game":{"size":15,"moves":["h8"]},"tree":{"children":[{"move":"h9"}]}}`, `{"type":"error"}`},
		{"a choice that is not offered", `{"op":"opening","protocol":"swap2","actions":[{"kind":"take white"}]}`, `{"type":"error"}`},
		{"an opening that is over", `{"op":"decide","protocol":"swap","actions":[{"kind":"put","points":["h8","h9","i10"]},{"kind":"take white"}]}`, `{"type":"error","code":"gameOver"}`},
		{"no object", `[]`, `{"type":"error","code":"syntax","message":"the request is a JSON array: want an object such as {\"op\": \"describe\", \"position\": \"h8i9\"}"}`},
		{"a level that is a number", `{"op":"move","position":"h8","level":3}`, `{"code":"syntax","message":"the request is not read: \"level\" must not be a JSON number: want a string"}`},
		{"half a millisecond", `{"op":"move","position":"h8","limits":{"millis":0.5}}`, `{"code":"syntax","message":"the request is not read: \"millis\" must not be a JSON number 0.5: want a whole number"}`},
		{"one move", `{"op":"describe","position":"h8","moves":"h9"}`, `{"code":"syntax","message":"the request is not read: \"moves\" must not be a JSON string: want an array"}`},
		{"passes without end", `{"op":"describe","position":"h8","moves":[` + strings.Repeat(`"-",`, 4096) + `"-"]}`, `{"code":"option","message":"4097 moves: want at most 4096"}`},
		{"a text of passes", `{"op":"move","position":"freestyle 15 ` + strings.Repeat("--", 10_000) + `"}`, `{"code":"option","message":"the position has 20013 bytes: want at most 16384"}`},
		{"a review of passes", `{"op":"review","game":{"size":15,"moves":[` + strings.Repeat(`"-",`, 100_000) + `"h8"]}}`, `{"code":"option","message":"the game has 100001 moves: want at most 4096"}`},
		{"a file of passes", `{"op":"write","format":"SGF","game":{"size":15,"moves":[` + strings.Repeat(`"-",`, 5000) + `"h8"]}}`, `{"code":"option"}`},
		{"deeper than any tree", `{"op":"write","format":"SGF","game":{"size":15},"tree":` + strings.Repeat(`{"children":[`, 20_000), `{"code":"syntax"}`},
		{"a request of a megabyte", `{"op":"` + strings.Repeat("x", 1<<20) + `"}`, `{"type":"error","code":"tooLarge"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			events := ask(t, newService(t), t.Context(), c.request)
			var want any
			if err := json.Unmarshal([]byte(c.want), &want); err != nil {
				t.Fatal(err)
			}
			if got := events[len(events)-1]; !contains(got, want) {
				text, _ := json.Marshal(got)
				t.Errorf("%.300s\nanswer %s\nwant   %s", c.request, text, c.want)
			}
		})
	}
}

// What is written can be read again.
func TestWriteAndRead(t *testing.T) {
	s := newService(t)
	for _, format := range []string{"SGF", "PSQ", "moves", "pos", "RenLib"} {
		file := ask(t, s, t.Context(), `{"op":"write","format":"`+format+`","game":{"size":15,"moves":["h8","i9","h7"]}}`)[0]
		games := ask(t, s, t.Context(), fmt.Sprintf(`{"op":"read","name":%q,"data":%q}`, file["name"], file["data"]))[0]
		var want any
		json.Unmarshal([]byte(`{"type":"games","games":[{"game":{"size":15,"moves":["h8","i9","h7"]}}]}`), &want)
		if !contains(games, want) {
			t.Errorf("%s: %v becomes %v", format, file, games)
		}
	}
}

// An analysis tells its lines as it goes on, and ends soon after its context does.
func TestAnalysisIsCanceled(t *testing.T) {
	s, err := service.New(service.Options{HashBytes: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var infos []service.Info
	answer := s.Run(ctx, []byte(`{"op":"analyze","position":"freestyle 15 h8i9h7","lines":2}`), func(event any) {
		infos = append(infos, event.(service.Info))
		if len(infos) == 12 {
			cancel()
		}
	})
	a, ok := answer.(service.Analyzed)
	if !ok || len(infos) != 12 || len(a.Lines) != 2 {
		t.Fatalf("%d events, and then %+v", len(infos), answer)
	}
	for i, info := range infos {
		if info.Rank != i%2 || len(info.Moves) == 0 {
			t.Errorf("event %d: %+v", i, info)
		}
	}
	if a.Lines[0].Moves[0] == a.Lines[1].Moves[0] {
		t.Errorf("one move twice: %+v", a.Lines)
	}
}

// Requests that do not search are answered while a search runs, and searches wait for each other.
func TestTurns(t *testing.T) {
	s := newService(t)
	ctx, cancel := context.WithCancel(t.Context())
	begun, ended := make(chan struct{}, 1000), make(chan struct{})
	go func() {
		defer close(ended)
		s.Run(ctx, []byte(`{"op":"analyze","position":"h8i9h7"}`), func(any) {
			select {
			case begun <- struct{}{}:
			default:
			}
		})
	}()
	<-begun
	if got := ask(t, s, t.Context(), `{"op":"describe","position":"h8"}`); got[0]["type"] != "described" {
		t.Errorf("describe during a search: %v", got)
	}
	impatient, leave := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer leave()
	if got := ask(t, s, impatient, `{"op":"move","position":"h8"}`); got[0]["code"] != "canceled" {
		t.Errorf("a move whose client left in the queue: %v", got)
	}
	cancel()
	<-ended
	if got := ask(t, s, t.Context(), `{"op":"move","position":"h8h9","limits":{"nodes":100}}`); got[len(got)-1]["type"] != "move" {
		t.Errorf("after the search: %v", got)
	}
}

// A review may not hold the searcher for ever, whatever limits its searches have.
func TestReviewEnds(t *testing.T) {
	s, err := service.New(service.Options{HashBytes: 1 << 20, MaxTime: 10 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	var moves []string
	for n := range 100 {
		moves = append(moves, fmt.Sprintf(`"%c%d"`, 'a'+(n%20/2*5+n/20*3)%22, n%2*4+n/20*2+1))
	}
	game := `{"size":22,"rule":"freestyle","moves":[` + strings.Join(slices.Compact(moves), ",") + `]}`
	events := ask(t, s, t.Context(), `{"op":"review","game":`+game+`,"limits":{"millis":3600000}}`)
	last := events[len(events)-1]
	if judged := len(events) - 1; !contains(last, map[string]any{"type": "review", "review": map[string]any{"complete": false}}) || judged >= 100 {
		t.Errorf("after %d moves: %.300v, want a part of the review", judged, last)
	}
}

// The end of a context is told as such, whatever its cause.
func TestCanceled(t *testing.T) {
	s := newService(t)
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("the server is stopping"))
	for _, request := range []string{`{"op":"move","position":"h8h9"}`, `{"op":"prove","position":"h8h9"}`} {
		if got := ask(t, s, ctx, request); got[0]["code"] != "canceled" || got[0]["message"] != "the server is stopping" {
			t.Errorf("%s: %v", request, got)
		}
	}
}

// A review that several share judges each move once, and adds up. It is not the same to the last digit, because the searches of one
// review share a table.
func TestSharedReview(t *testing.T) {
	const game = `{"size":15,"rule":"freestyle","moves":["h8","h9","i9","g7","j10","k11","i8","g8","i10","i7","g9"],"outcome":"undecided","reason":"none"}`
	var moves []string
	for _, part := range [][2]int{{1, 5}, {6, 11}} {
		request := fmt.Sprintf(`{"op":"review","game":%s,"limits":{"nodes":2000},"first":%d,"last":%d}`, game, part[0], part[1])
		events := ask(t, newService(t), t.Context(), request)
		for i, e := range events[:len(events)-1] {
			if all := part[1] - part[0] + 1; e["type"] != "judged" || e["done"] != float64(i+1) || e["all"] != float64(all) {
				t.Errorf("event %d of %d: %v", i, all, e)
			}
			text, _ := json.Marshal(e["move"])
			moves = append(moves, string(text))
		}
		if last := events[len(events)-1]; !contains(last, map[string]any{"type": "review", "review": map[string]any{"complete": true}}) {
			t.Errorf("moves %v: %v", part, last)
		}
	}
	sum := ask(t, newService(t), t.Context(), `{"op":"summarize","game":`+game+`,"moves":[`+strings.Join(moves, ",")+`]}`)[0]
	whole, ok := sum["review"].(map[string]any)
	if !ok || whole["complete"] != true {
		t.Fatalf("the sum: %v", sum)
	}
	for i, m := range whole["moves"].([]any) {
		if number := m.(map[string]any)["number"]; number != float64(i+1) {
			t.Errorf("move %v at place %d", number, i+1)
		}
	}
	if n := len(whole["winRates"].([]any)); n != 12 {
		t.Errorf("%d chances, want one before the first move and one after each", n)
	}
}

func FuzzRequests(f *testing.F) {
	for _, s := range []string{
		`{"op":"describe","position":"renju 15 h8i9","moves":["h7","-"]}`,
		`{"op":"move","position":"h8i9","level":"3","limits":{"nodes":50},"seed":3}`,
		`{"op":"analyze","position":"freestyle 6","lines":2,"limits":{"nodes":50}}`,
		`{"op":"prove","position":"h8i9","side":"white","kind":"vct","limits":{"nodes":50}}`,
		`{"op":"threats","position":"caro 15 h8i9","side":"black"}`,
		`{"op":"read","text":"(;GM[4]SZ[15];B[hh])"}`,
		`{"op":"write","format":"SGF","game":{"size":15,"moves":["h8"]},"tree":{"children":[{"move":"h8"}]}}`,
		`{"op":"opening","protocol":"rif","size":15,"actions":[{"kind":"put","points":["h8","h9","h10"]}]}`,
		`{"op":"review","game":{"size":5,"moves":["c3"]},"limits":{"nodes":9}}`,
	} {
		f.Add(s)
	}
	s, err := service.New(service.Options{HashBytes: 1 << 16, MaxTime: 10 * time.Millisecond, MaxRequest: 1 << 14})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, request string) {
		events := ask(t, s, t.Context(), request)
		for i, e := range events {
			if kind, ok := e["type"].(string); !ok || (kind == "info" || kind == "judged") != (i < len(events)-1) {
				t.Errorf("event %d of %d: %v", i+1, len(events), e)
			}
		}
	})
}
