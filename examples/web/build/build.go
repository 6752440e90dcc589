// Package build compiles the engine of examples/web for the browser.
package build

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// The files of the engine, by their names in the page.
const (
	Engine = "js/engine/engine.wasm"
	Loader = "js/engine/wasm_exec.js" // Go's own: it connects a program in WebAssembly with JavaScript
)

// source is the program that runs in the browser.
const source = "github.com/gomoku-go/gomoku/examples/web/wasm"

// Wasm returns the files of the engine. It calls the go command, which takes half a minute the first time; the engine is kept in the
// user's cache directory, and made anew only when the source has changed. say is told what takes long.
//
// The working directory must be inside the module, or inside one that requires it. Without a go command Wasm returns what an
// earlier call has left, or an error.
func Wasm(ctx context.Context, say func(string)) (map[string][]byte, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return nil, fmt.Errorf("no place for the browser's engine: %w", err)
	}
	dir := filepath.Join(cache, "gomoku", "web-"+runtime.Version())
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	wasm, loader := filepath.Join(dir, "engine.wasm"), filepath.Join(dir, "wasm_exec.js")
	_, missing := os.Stat(wasm)
	if missing != nil {
		say("building the engine for the browser: this takes a minute, but only once")
	}
	if err := compile(ctx, wasm, loader); err != nil && (missing != nil || !errors.Is(err, exec.ErrNotFound)) {
		return nil, err
	}
	files := map[string][]byte{}
	for name, path := range map[string]string{Engine: wasm, Loader: loader} {
		if files[name], err = os.ReadFile(path); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// compile brings both files up to date. The go command compiles nothing if they are.
func compile(ctx context.Context, wasm, loader string) error {
	command, err := exec.LookPath("go")
	if err != nil {
		return fmt.Errorf("the browser's engine needs the go command: %w", err)
	}
	// A process that dies while it writes, or another one that does the same, must not leave half a file behind.
	fresh, err := os.CreateTemp(filepath.Dir(wasm), "engine-*.tmp")
	if err != nil {
		return err
	}
	fresh.Close()
	defer os.Remove(fresh.Name())
	if old, err := os.ReadFile(wasm); err == nil { // go build leaves it as it is if it is up to date
		if err := os.WriteFile(fresh.Name(), old, 0o666); err != nil {
			return err
		}
	}
	build := exec.CommandContext(ctx, command, "build", "-trimpath", "-ldflags=-s -w", "-o", fresh.Name(), source)
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("the browser's engine does not compile: %w: %s", err, strings.TrimSpace(string(out)))
	}
	if err := os.Rename(fresh.Name(), wasm); err != nil {
		return err
	}
	out, err := exec.CommandContext(ctx, command, "env", "GOROOT").Output()
	if err != nil {
		return fmt.Errorf("go env GOROOT: %w", err)
	}
	js, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(out)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return err
	}
	return os.WriteFile(loader, js, 0o666)
}
