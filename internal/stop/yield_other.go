//go:build !wasm

package stop

// A yielder does nothing where the scheduler preempts goroutines.
type yielder struct{}

func (*yielder) begin() {}
func (*yielder) yield() {}
