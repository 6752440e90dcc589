package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/record"
)

const (
	saveVersion = 1
	maxSaveSize = 1 << 20 // bytes; the longest game takes a few thousand
	maxClock    = 1000 * time.Hour
)

// A savedGame is the file that save writes: the record of a game, and what the clocks hold where there are any.
type savedGame struct {
	Version int          `json:"version"`
	Game    *gomoku.Game `json:"game"`
	Clocks  *savedClocks `json:"clocks,omitempty"`
}

// savedClocks is the time left, as time.Duration writes it: "9m58.2s".
type savedClocks struct {
	Black string `json:"black"`
	White string `json:"white"`
}

// A restored game has passed every check.
type restored struct {
	game   *gomoku.Game
	board  *gomoku.Board
	clocks *clocks // nil: none in the file
}

// saveGame writes a game to a file: into a new one beside it first, which then takes its place, so that a full disk or a crash leaves
// either the old file or the new one. A file that is there is replaced only with overwrite; without it the error is errExists.
// A name that ends like that of a record makes one for other programs, which has no clocks.
func saveGame(w *words, name string, game *gomoku.Game, c *clocks, overwrite bool) error {
	var data []byte
	var err error
	if format := formatOf(name); format == 0 {
		data, err = encodeGame(game, c)
	} else {
		var buf bytes.Buffer
		err = record.Write(&buf, format, record.FromGame(game))
		data = buf.Bytes()
	}
	if err == nil {
		err = replaceFile(w, name, data, overwrite)
	}
	switch {
	case errors.Is(err, errExists):
		return err
	case err != nil:
		return w.errorf(w.cannotSave, name, cause(err))
	}
	return nil
}

// errExists says that a file is there already.
var errExists = errors.New("the file exists")

// formatOf returns the format that a file of that name has, or 0 for the program's own.
func formatOf(name string) record.Format {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".sgf":
		return record.SGF
	case ".psq":
		return record.PSQ
	case ".lib":
		return record.RenLib
	case ".pos":
		return record.Pos
	}
	return 0
}

func encodeGame(game *gomoku.Game, c *clocks) ([]byte, error) {
	saved := savedGame{Version: saveVersion, Game: game}
	if c != nil {
		saved.Clocks = &savedClocks{savedTime(c.left[gomoku.Black]), savedTime(c.left[gomoku.White])}
	}
	data, err := json.MarshalIndent(saved, "", "  ")
	return append(data, '\n'), err
}

// savedTime cuts to milliseconds, but what is left stays something.
func savedTime(d time.Duration) string {
	if d > 0 {
		d = max(d.Truncate(time.Millisecond), time.Millisecond)
	}
	return d.String()
}

// replaceFile writes a file anew.
func replaceFile(w *words, name string, data []byte, overwrite bool) error {
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target // a link stays a link
	}
	perm := fs.FileMode(0o666)
	switch info, err := os.Stat(name); {
	case err == nil && !info.Mode().IsRegular():
		return errors.New(w.notRegular)
	case err == nil && !overwrite:
		return errExists
	case err == nil:
		perm = info.Mode().Perm()
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	}
	temp, f, err := createBeside(name, perm)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(temp, name)
	}
	if err != nil {
		os.Remove(temp)
	}
	return err
}

// createBeside makes a new file in the same directory, so that a rename can move it into place. Unlike os.CreateTemp it leaves the
// permissions to the umask: others may read the game where they may read such files.
func createBeside(name string, perm fs.FileMode) (string, *os.File, error) {
	for i := 0; ; i++ {
		temp := fmt.Sprintf("%s.%d-%d.tmp", name, os.Getpid(), i)
		f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
		if err == nil || !errors.Is(err, fs.ErrExist) || i == 100 {
			return temp, f, err
		}
	}
}

// A loader says where a game comes from and how it is read.
type loader struct {
	name    string // of the file; - is standard input
	size    int    // of boards, where the file does not say it
	rule    gomoku.Rule
	number  int                                               // of the game, from 1; 0: the only one
	decoder func(charset string, text []byte) (string, error) // of texts that are not in UTF-8
	stdin   io.Reader
}

func (set *settings) loader(name string, stdin io.Reader) loader {
	return loader{name: name, size: set.size, rule: set.rule, number: max(set.review.game, 0), decoder: set.decoder, stdin: stdin}
}

// load reads a saved game, or the main line of a record, and checks all of it. The format is detected from the content.
func (l loader) load(w *words) (*restored, error) {
	data, err := l.read(w)
	var r *restored
	switch {
	case err != nil:
	case isJSON(data) && len(data) > maxSaveSize:
		err = w.errorf(w.tooBig, maxSaveSize)
	case isJSON(data):
		r, err = restore(w, data)
	default:
		r, err = l.record(w, data)
	}
	if err != nil {
		return nil, w.errorf(w.cannotLoad, l.name, cause(err))
	}
	return r, nil
}

func (l loader) read(w *words) ([]byte, error) {
	if l.name != "-" {
		return readFile(w, l.name)
	}
	if l.stdin == nil {
		return nil, errors.New(w.stdinTaken)
	}
	return readAll(w, l.stdin)
}

// isJSON tells a saved game, perhaps a damaged one, from a record.
func isJSON(data []byte) bool {
	return bytes.HasPrefix(bytes.TrimSpace(bytes.TrimPrefix(data, []byte("\ufeff"))), []byte("{"))
}

// record takes the main line of a record.
func (l loader) record(w *words, data []byte) (*restored, error) {
	trees, err := record.Read(bytes.NewReader(data), &record.Options{Size: l.size, Rule: l.rule, Decoder: l.decoder})
	if err != nil {
		return nil, err
	}
	if l.number == 0 && len(trees) != 1 || l.number > len(trees) {
		return nil, w.errorf(w.manyGames, len(trees))
	}
	game := trees[max(l.number, 1)-1].Game
	board, err := game.Board()
	if err != nil {
		return nil, err
	}
	return &restored{game: game, board: board}, nil
}

func restore(w *words, data []byte) (*restored, error) {
	var saved savedGame
	dec := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff"))))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&saved); err != nil {
		var syntax *json.SyntaxError
		var kind *json.UnmarshalTypeError
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.As(err, &syntax) || errors.As(err, &kind) {
			return nil, errors.New(w.notASave)
		}
		if field, ok := strings.CutPrefix(err.Error(), "json: "); ok { // one that is not known has no type of its own
			return nil, errors.New(w.notASave + ": " + field)
		}
		return nil, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New(w.trailing)
	}
	switch {
	case saved.Version != saveVersion:
		return nil, w.errorf(w.badVersion, saved.Version, saveVersion)
	case saved.Game == nil:
		return nil, errors.New(w.notASave)
	}
	board, err := saved.Game.Board()
	if err != nil {
		return nil, err
	}
	if over := board.Outcome(); over != gomoku.Undecided { // a record may leave the end to the board
		saved.Game.Outcome, saved.Game.Reason = over, boardReason(board)
	}
	r := &restored{game: saved.Game, board: board}
	if saved.Clocks != nil {
		r.clocks = new(clocks)
		for color, text := range map[gomoku.Color]string{gomoku.Black: saved.Clocks.Black, gomoku.White: saved.Clocks.White} {
			d, err := time.ParseDuration(text)
			if err != nil || d < 0 || d > maxClock || d == 0 && saved.Game.Outcome == gomoku.Undecided {
				return nil, w.errorf(w.badClock, w.colors[color], quote(text))
			}
			r.clocks.left[color] = d
		}
	}
	return r, nil
}

// boardReason is how a game ended that ended on the board.
func boardReason(b *gomoku.Board) gomoku.Reason {
	switch b.Outcome() {
	case gomoku.Undecided:
		return gomoku.NoReason
	case gomoku.Draw:
		return gomoku.ByFullBoard
	}
	return gomoku.ByFive
}

// maxFile is the largest file that is read, in bytes.
const maxFile = 16 << 20

// readFile reads a regular file. Asking first keeps it from waiting at a named pipe or device.
func readFile(w *words, name string) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New(w.notRegular)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readAll(w, f)
}

func readAll(w *words, r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err == nil && len(data) > maxFile {
		err = w.errorf(w.tooBig, maxFile)
	}
	return data, err
}

// cause is err without the operation and path that the messages name themselves.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	var link *os.LinkError
	if errors.As(err, &link) {
		return link.Err
	}
	if syntax, ok := errors.AsType[*record.SyntaxError](err); ok {
		return errors.New(strings.Replace(err.Error(), syntax.Error(), inFlags.Replace(syntax.Error()), 1))
	}
	return err
}

// inFlags puts what a reader of records advises in terms of this program, which has a flag for one of its options.
var inFlags = strings.NewReplacer(
	"Options.Size", "-size",
	": raise Options.MaxBytes to read it", "", ": raise Options.MaxNodes to read them", "", ": raise Options.MaxBytes to read them", "",
	"set Options.Decoder, for which package record/charset has functions", "name a charset, as in -charset GBK",
	", or set Options.AnyGame", "", "; if every line is a game, set Options.Lines", "", ", unless Options.UnclaimedFouls is set", "",
)

// expandHome lets "save ~/game.json" mean what it does in a shell, and keeps "save ~" from making a file of that name.
func expandHome(name string) string {
	if name == "~" {
		name += "/"
	}
	rest, ok := strings.CutPrefix(name, "~/")
	if !ok {
		return name
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return name
	}
	return filepath.Join(home, rest)
}
