// Package atomicfile writes files that are either complete or unchanged.
package atomicfile

import "os"

// Write writes a file by way of a temporary one beside it, so that the file is whole or as it was, whatever ends the program.
func Write(name string, data []byte) error {
	if err := os.WriteFile(name+".new", data, 0o644); err != nil {
		return err
	}
	return os.Rename(name+".new", name)
}
