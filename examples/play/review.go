package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strconv"
	"time"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/record"
	"github.com/gomoku-go/gomoku/review"
)

// reviewSettings is what the flags of -review say.
type reviewSettings struct {
	file string // empty: no review
	game int    // which one of the file; 0: the only one, allGames: one after the other
	json bool
}

const allGames = -1

// reviewFlags are the flags that mean something beside -review; the others are for playing.
var reviewFlags = []string{"review", "json", "game", "charset", "size", "rule", "time", "depth", "nodes", "coords", "lang", "ascii", "quiet"}

// settleReview refuses flags that would be ignored.
func (set *settings) settleReview(w *words) error {
	if set.review.file == "" {
		for _, name := range []string{"game", "json"} {
			if set.given[name] && (name != "game" || set.load == "" || set.review.game == allGames) {
				return w.errorf(w.review.withReview, name)
			}
		}
		return nil
	}
	for _, name := range flagOrder {
		if set.given[name] && !slices.Contains(reviewFlags, name) {
			return w.errorf(w.badFlag, "review", quote(set.review.file), fmt.Sprintf(w.review.without, name))
		}
	}
	return nil
}

// parseGame reads the value of -game.
func (r *reviewSettings) parseGame(w *words, value string) (want string) {
	n, err := strconv.Atoi(value)
	switch {
	case value == "all":
		r.game = allGames
	case err != nil || n < 1:
		return w.review.wantGame
	default:
		r.game = n
	}
	return ""
}

// limits are those of one search: two of them are what a move takes, the one after the move and the one after the best move.
func (set *settings) limits() []gomoku.SearchOption {
	var limits []gomoku.SearchOption
	if set.depth > 0 {
		limits = append(limits, gomoku.WithDepth(set.depth))
	}
	if set.nodes > 0 {
		limits = append(limits, gomoku.WithNodes(max(int64(set.nodes)/2, 1)))
	}
	if set.time > 0 {
		limits = append(limits, gomoku.WithTimeBudget(max(set.time/2, 1)))
	}
	return limits
}

// runReview reviews the games that the flags choose and returns the exit status.
func runReview(ctx context.Context, set *settings, scr *screen, stdin io.Reader) int {
	w := scr.words
	refuse := func(err error) int {
		scr.complain(w.errorf("play: "+w.review.cannot, set.review.file, cause(err)))
		return statusUsage
	}
	status := statusOK
	one := func(number int, g *gomoku.Game) error {
		complete, err := reviewGame(ctx, scr, set, g, number)
		if err == nil && !complete {
			status = statusInterrupted
		}
		return err
	}
	only, number := (*gomoku.Game)(nil), 0
	for g, err := range reviewGames(w, set, stdin) {
		number++
		wanted := set.review.game
		switch {
		case wanted > number:
			continue // also where it is damaged
		case wanted == 0 && number > 1:
			return refuse(errors.New(w.review.moreGames))
		case err != nil && wanted == allGames: // of RIF, the others may be sound
			if number > 1 {
				err = fmt.Errorf(w.review.gameFailed, number, cause(err))
			}
			status = refuse(err)
			continue
		case err != nil:
			return refuse(err)
		case wanted == 0:
			only = g
			continue
		}
		if err := one(number, g); err != nil {
			return refuse(err)
		}
		if wanted == number || status == statusInterrupted || scr.failed != nil {
			break
		}
	}
	switch {
	case number == 0:
		return refuse(errors.New(w.review.noGame))
	case set.review.game > number:
		return refuse(fmt.Errorf(w.review.fewGames, set.review.game, number))
	case only != nil:
		if err := one(1, only); err != nil {
			return refuse(err)
		}
	}
	switch {
	case scr.failed == nil:
		return status
	case brokenPipe(scr.failed):
		return statusOK // nobody reads any more
	}
	scr.complain(w.errorf(w.writeFailed, scr.failed))
	return statusFailure
}

// reviewGames yields the games of a file: a saved game of this program or any record. The format is detected from the content.
func reviewGames(w *words, set *settings, stdin io.Reader) iter.Seq2[*gomoku.Game, error] {
	return func(yield func(*gomoku.Game, error) bool) {
		fail := func(err error) { yield(nil, err) }
		from := stdin
		if name := set.review.file; name != "-" {
			info, err := os.Stat(name) // before opening, which would wait at a named pipe
			if err != nil {
				fail(err)
				return
			}
			if !info.Mode().IsRegular() {
				fail(errors.New(w.notRegular))
				return
			}
			f, err := os.Open(name)
			if err != nil {
				fail(err)
				return
			}
			defer f.Close()
			from = f
		}
		r := bufio.NewReader(from)
		head, err := r.Peek(512)
		if err != nil && !errors.Is(err, io.EOF) {
			fail(err)
			return
		}
		if isJSON(head) {
			data, err := readAll(w, r)
			if err == nil && len(data) > maxSaveSize {
				err = w.errorf(w.tooBig, maxSaveSize)
			}
			if err != nil {
				fail(err)
				return
			}
			saved, err := restore(w, data)
			if err != nil {
				fail(err)
				return
			}
			yield(saved.game, nil)
			return
		}
		for t, err := range record.Games(r, &record.Options{Size: set.size, Rule: set.rule, Decoder: set.decoder}) {
			if err != nil {
				if !set.given["rule"] && (errors.Is(err, gomoku.ErrGameOver) || errors.Is(err, gomoku.ErrForbidden)) {
					err = fmt.Errorf(w.review.otherRule, err)
				}
				if !yield(nil, err) {
					return
				}
				continue
			}
			if !yield(t.Game, nil) {
				return
			}
		}
	}
}

// reviewGame reviews a game with the limits of the settings and writes what comes out, in the words of the screen: a line a move as it
// comes, or all at once for programs. An end by Ctrl-C, or of the reader, leaves the review incomplete and is no error. The number is
// that of the game in its file, which -game all shows.
func reviewGame(ctx context.Context, scr *screen, set *settings, g *gomoku.Game, number int) (complete bool, err error) {
	p := &reviewPrinter{scr: scr, w: scr.words, set: set, game: g, number: number}
	if _, err := g.Board(); err != nil {
		return false, err
	}
	if !set.review.json && !scr.quiet {
		scr.block(p.typeset(p.head()))
	}
	progress := func(done int) {
		if done < len(g.Moves) {
			scr.progress(fmt.Sprintf(p.w.review.progress, done+1, len(g.Moves)), time.Now())
		}
	}
	progress(0)
	var moves []review.Move
	for m, err := range review.Moves(ctx, g, &review.Options{Limits: set.limits()}) {
		if err != nil {
			scr.clear()
			return false, err
		}
		if moves = append(moves, m); !set.review.json {
			scr.line(p.typeset(p.line(&m)))
		}
		if scr.failed != nil {
			break
		}
		progress(len(moves))
	}
	scr.clear()
	r, err := review.Summarize(g, moves)
	if err != nil {
		return false, err
	}
	if !set.review.json {
		scr.block(p.typeset(p.summary(r)))
		return r.Complete, nil
	}
	data, err := json.Marshal(numberedReview{number, r})
	scr.block(string(data) + "\n")
	return r.Complete, err
}

// A numberedReview is the line of JSON for a game: the review, and the game's number in its file.
type numberedReview struct {
	Number int `json:"number"`
	*review.Review
}
