package reference

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"reflect"
	"slices"
	"strconv"
	"testing"
)

// TestReferee compares wins and fouls with a program that has no code in
// common with this module. GOMOKU_REFEREE is the command, run by sh;
// GOMOKU_REFEREE_POSITIONS the number of positions, 2,000 if unset. The
// program reads questions and writes answers, one a line:
//
//	{"rule":"renju","size":15,"black":[[4,4],[5,5]],"white":[],"ask":"forbidden","side":"black"}
//	{"forbidden":[{"point":[7,7],"kinds":["double-three"]}]}
//	{"rule":"caro","size":15,"black":[[0,9]],"white":[],"ask":"wins","side":"white"}
//	{"wins":[[0,10]]}
//
// Answers list all empty points concerned, row by row.
func TestReferee(t *testing.T) {
	t.Parallel()
	command := os.Getenv("GOMOKU_REFEREE")
	if command == "" {
		t.Skip("GOMOKU_REFEREE is not set: no referee to compare with")
	}
	positions := 2000
	if s := os.Getenv("GOMOKU_REFEREE_POSITIONS"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatal(err)
		}
		positions = n
	}
	cmd := exec.CommandContext(t.Context(), "sh", "-c", "exec "+command)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		in.Close()
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	}()
	answers := bufio.NewReader(out)

	type foul struct {
		Point [2]int   `json:"point"`
		Kinds []string `json:"kinds"`
	}
	type answer struct {
		Wins      [][2]int `json:"wins"`
		Forbidden []foul   `json:"forbidden"`
		Error     string   `json:"error"`
	}
	ask := func(b *Board, what string, c Color) (a answer) {
		stones := map[Color][][2]int{Black: {}, White: {}}
		for _, p := range b.Points() {
			if s := b.At(p); s != Empty {
				stones[s] = append(stones[s], [2]int{p.X, p.Y})
			}
		}
		q, err := json.Marshal(map[string]any{
			"rule": b.Rule().String(), "size": b.Size(), "black": stones[Black], "white": stones[White],
			"ask": what, "side": c.String(),
		})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := fmt.Fprintf(in, "%s\n", q); err != nil {
			t.Fatal(err)
		}
		text, err := answers.ReadBytes('\n')
		if err == nil {
			err = json.Unmarshal(text, &a)
		}
		if err != nil || a.Error != "" {
			t.Fatalf("%s: answer %s, %v", q, text, err)
		}
		return a
	}

	memo := NewMemo()
	wins, fouls, bad := 0, map[string]int{}, 0
	for seed := range positions {
		r := rand.New(rand.NewPCG(uint64(seed), 0))
		b := Random(r, 5+r.IntN(18), Rules[seed%len(Rules)], memo)
		for _, c := range [2]Color{Black, White} {
			want := [][2]int{}
			for _, p := range b.Points() {
				if b.At(p) == Empty && b.Wins(c, p) {
					want = append(want, [2]int{p.X, p.Y})
				}
			}
			wins += len(want)
			if got := ask(b, "wins", c).Wins; len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
				bad++
				t.Errorf("seed %d: %v wins at %v, the referee says %v\n%v", seed, c, want, got, b)
			}
		}
		if b.Rule() == Renju {
			want := []foul{}
			for _, p := range b.Points() {
				if b.At(p) != Empty {
					continue
				}
				if f := b.Fouls(p); len(f) > 0 {
					kinds := names(f)
					want = append(want, foul{[2]int{p.X, p.Y}, kinds})
					for _, k := range kinds {
						fouls[k]++
					}
				}
			}
			got := ask(b, "forbidden", Black).Forbidden
			for _, f := range got {
				slices.Sort(f.Kinds)
			}
			if len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
				bad++
				t.Errorf("seed %d: fouls at %v, the referee says %v\n%v", seed, want, got, b)
			}
		}
		if bad > 5 {
			t.Fatal("too many")
		}
	}
	t.Logf("%d positions, %d winning points, fouls %v", positions, wins, fouls)
	if wins == 0 || len(fouls) != 3 {
		t.Error("the positions hold nothing to compare")
	}
}
