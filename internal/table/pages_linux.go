package table

import (
	"syscall"
	"unsafe"
)

// largePages asks the system to hold the table's memory in pages of two megabytes. Probes hit random places, and with pages of
// four kilobytes most of them wait for the page tables too. It is advice: where it is refused, nothing is lost.
func largePages(buckets []bucket) {
	const page = 1 << 12
	memory := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(buckets))), len(buckets)*BucketSize)
	begin := int(-uintptr(unsafe.Pointer(unsafe.SliceData(buckets))) % page)
	if n := (len(memory) - begin) / page * page; n > 0 {
		_ = syscall.Madvise(memory[begin:begin+n], madvHugePage)
	}
}

const madvHugePage = 14 // package syscall does not name it
