package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Games of weak players: every loss by a five gets a cause, always the same one, and what is said of it is true.
func TestCausesOfMatch(t *testing.T) {
	args := []string{"-a", "depth=1,set:LeafVCF=0,set:RootVCFNodes=0", "-b", "depth=4", "-games", "6", "-size", "11", "-parallel", "2", "-causes", "2000"}
	status, out, errs := runMatch(t, args...)
	if status != exitDone || errs != "" || !strings.Contains(out, "causes  of ") {
		t.Fatalf("status %d: %s\n%s", status, errs, out)
	}
	t.Log(out)
	_, again, _ := runMatch(t, args...)
	after := func(s string) []string { return strings.Split(s[strings.Index(s, "causes"):], "\n") }
	if !slices.Equal(after(out), after(again)) {
		t.Errorf("other causes the second time:\n%s", again)
	}
	n := 0
	for line := range strings.Lines(out) {
		if strings.HasPrefix(line, "game ") {
			n++
		}
	}
	var won, drawn, lost int
	if !scan(out, &won, &drawn, &lost) || n != lost || lost == 0 {
		t.Errorf("%d causes, %d losses:\n%s", n, lost, out)
	}
}

// scan reads the tally of a report.
func scan(report string, won, drawn, lost *int) bool {
	i := strings.Index(report, "won ")
	if i < 0 {
		return false
	}
	n, _ := fmt.Sscanf(report[i:], "won %d, drawn %d, lost %d", won, drawn, lost)
	return n == 3
}
