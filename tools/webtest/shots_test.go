package webtest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestShots takes pictures of the page for people to look at: GOMOKU_SHOTS names the directory.
func TestShots(t *testing.T) {
	dir := os.Getenv("GOMOKU_SHOTS")
	if dir == "" {
		t.Skip("GOMOKU_SHOTS names no directory for the pictures")
	}
	s := startServer(t)
	for _, device := range []struct {
		name          string
		width, height int64
	}{{"phone", 390, 844}, {"small", 320, 640}, {"tablet", 820, 1100}, {"desktop", 1280, 860}} {
		for _, theme := range []string{"light", "dark"} {
			for _, language := range []string{"en", "zh"} {
				if language == "zh" && (theme == "dark" || device.name == "tablet") || theme == "dark" && device.name == "small" {
					continue
				}
				p := openPage(t, s.url(""), chromedp.EmulateViewport(device.width, device.height))
				p.wait("the page", `document.querySelector("#view > *")`)
				eval[any](p, `(localStorage.setItem("gomoku.theme", JSON.stringify(`+quote(theme)+`)), localStorage.setItem("gomoku.language", JSON.stringify(`+quote(language)+`)), 0)`)
				for _, view := range []struct{ name, hash, ready string }{
					{"play", "#play", `document.querySelector(".stone") || document.querySelector(".board-cell[aria-label]")`},
					{"analyze", "#analyze/h8i9h7g7i8h9j8g8i10i7/9", `document.querySelector("#view > *")`},
					{"puzzles", "#puzzles", `document.querySelector("#view > *")`},
					{"online", "#online", `document.querySelector("#view > *")`},
				} {
					p.do(chromedp.Navigate(s.url("?" + view.name + view.hash)))
					p.wait(view.name, view.ready)
					if view.name == "play" {
						clickPoint(p, "h8")
						p.wait("an answer", `document.querySelectorAll(".stone").length >= 2`)
					} else {
						p.do(chromedp.Sleep(4e9))
					}
					shoot(p, filepath.Join(dir, view.name+"-"+device.name+"-"+theme+"-"+language+".png"))
				}
			}
		}
	}
}

func shoot(p *page, path string) {
	p.t.Helper()
	picture, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(path, picture, 0o666); err != nil {
		p.t.Fatal(err)
	}
}
