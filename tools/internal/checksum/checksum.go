// Package checksum names what decides how games go: files of weights and openings, and the program itself.
package checksum

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
)

// Of returns a short name for a content.
func Of(r io.Reader) (string, error) {
	h := sha256.New()
	if _, err := io.Copy(h, r); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)[:8]), nil
}

// Program returns the checksum of this program, which holds the library's searcher.
func Program() (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(self)
	if err != nil {
		return "", err
	}
	defer f.Close()
	return Of(f)
}
