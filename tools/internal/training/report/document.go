package report

import (
	"fmt"
	"strings"

	"gonum.org/v1/plot"
)

// A document is being written.
type document struct {
	text     string
	link     string                  // to the pictures
	pictures map[string][]*plot.Plot // drawn only when all else is right
}

// replacePart puts a text between the marks of a part.
func replacePart(doc, part, text string) (string, error) {
	begin := fmt.Sprintf("<!-- begin %s: written by tune report -->\n", part)
	end := fmt.Sprintf("<!-- end %s -->\n", part)
	before, rest, ok := strings.Cut(doc, begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		return "", fmt.Errorf("wants the lines %q and %q around the part to replace", strings.TrimSpace(begin), strings.TrimSpace(end))
	}
	return before + begin + "\n" + strings.TrimSpace(text) + "\n\n" + end + after, nil
}
