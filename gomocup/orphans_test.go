package gomocup

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
)

// noOrphans checks that of the processes whose numbers stand in the file none lives.
func noOrphans(t *testing.T, file string) {
	t.Helper()
	if runtime.GOOS != "linux" {
		return
	}
	data, err := os.ReadFile(file)
	if err != nil {
		if !os.IsNotExist(err) {
			t.Error(err)
		}
		return
	}
	for pid := range strings.FieldsSeq(string(data)) {
		// A kill takes effect when the system comes to it.
		for deadline := time.Now().Add(time.Second); alive(pid); time.Sleep(5 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Errorf("process %s is still there", pid)
				break
			}
		}
	}
}

// alive reports whether a process runs. One that has ended, and whose parent has not asked for its status, does not.
func alive(pid string) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%s/stat", pid))
	if err != nil {
		return false
	}
	_, state, _ := strings.Cut(string(stat), ") ")
	return !strings.HasPrefix(state, "Z") && !strings.HasPrefix(state, "X")
}
