package weightfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/internal/eval"
	"github.com/gomoku-go/gomoku/tools/internal/atomicfile"
	"github.com/gomoku-go/gomoku/tools/internal/checksum"
)

// A File is a set of weights with what is known of their fits.
type File struct {
	Set       eval.Set
	Summaries []Summary // what the file says, by rule
	Comments  []string  // the lines of the summaries, as a file that was read has them
	Records   []Record  // what lies beside it, by rule
}

// mark begins the comment of a summary.
const mark = "fit "

// Read reads a weight file and the records beside it, which need not be there. It returns the file's bytes too.
func Read(name string) (*File, []byte, error) {
	content, err := os.ReadFile(name)
	if err != nil {
		return nil, nil, err
	}
	f := new(File)
	if f.Set, err = eval.Read(bytes.NewReader(content)); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	header, _, _ := bytes.Cut(content, []byte("\n\n"))
	for line := range strings.Lines(string(header)) {
		if text, ok := strings.CutPrefix(line, "# "+mark); ok {
			var s Summary
			if err := json.Unmarshal([]byte(text), &s); err != nil {
				return nil, nil, fmt.Errorf("%s: comment %.40q: %w", name, line, err)
			}
			f.Summaries, f.Comments = append(f.Summaries, s), append(f.Comments, strings.TrimSpace(line))
		}
	}
	text, err := os.ReadFile(name + RecordEnding)
	switch {
	case errors.Is(err, os.ErrNotExist):
	case err != nil:
		return nil, nil, err
	default:
		if err := json.Unmarshal(text, &f.Records); err != nil {
			return nil, nil, fmt.Errorf("%s%s: %w", name, RecordEnding, err)
		}
	}
	return f, content, nil
}

// Summary returns what the file says of a rule, nil if nothing.
func (f *File) Summary(rule gomoku.Rule) *Summary {
	for i := range f.Summaries {
		if f.Summaries[i].Rule == rule {
			return &f.Summaries[i]
		}
	}
	return nil
}

// replace puts the record of a new fit in the place of that of its rule.
func (f *File) replace(r *Record) {
	f.Summaries = slices.DeleteFunc(f.Summaries, func(s Summary) bool { return s.Rule == r.Rule })
	f.Records = slices.DeleteFunc(f.Records, func(old Record) bool { return old.Rule == r.Rule })
	f.Summaries, f.Records = append(f.Summaries, r.Summary), append(f.Records, *r)
	slices.SortFunc(f.Summaries, func(a, b Summary) int { return int(a.Rule) - int(b.Rule) })
	slices.SortFunc(f.Records, func(a, b Record) int { return int(a.Rule) - int(b.Rule) })
}

// Write writes the weight file and the records with that of the last fit, if there was one. The weight file comes last: once it
// is there, all is.
func (f *File) Write(name string, last *Record) error {
	if last != nil {
		f.replace(last)
	}
	var comment strings.Builder
	for _, s := range f.Summaries {
		text, err := json.Marshal(s)
		if err != nil {
			return err
		}
		fmt.Fprintf(&comment, "%s%s\n", mark, text)
	}
	var b bytes.Buffer
	if err := f.Set.Write(&b, comment.String()); err != nil {
		return err
	}
	if last != nil {
		format, _, _ := strings.Cut(b.String(), "\n")
		program, err := checksum.Program()
		if err != nil {
			return err
		}
		last.Format, last.Weights, last.Program = format, SHA256(b.Bytes()), program
		last.Go = fmt.Sprintf("%s %s", runtime.Version(), runtime.GOARCH)
		f.replace(last)
		text, err := json.MarshalIndent(f.Records, "", "\t")
		if err != nil {
			return err
		}
		if err := atomicfile.Write(name+RecordEnding, append(text, '\n')); err != nil {
			return err
		}
	}
	return atomicfile.Write(name, b.Bytes())
}
