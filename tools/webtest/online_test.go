package webtest

import (
	"net/http"
	"net/http/httptest"
	"os/exec"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Two people play by a link, over a lost connection and a restart of the server that nobody announced.
func TestOnline(t *testing.T) {
	s := startServer(t)
	a := openPage(t, s.url("#online"))
	withSettings(a, s.url("#online"), "online.settings", `{"side":"first","clock":""}`)
	a.click(`.panel button.primary`)
	a.wait("the link", `document.querySelector('[data-link="opponent"]')`)
	link := eval[string](a, `document.querySelector('[data-link="opponent"]').value`)
	watch := eval[string](a, `document.querySelector('[data-link="spectator"]').value`)
	b, c := openPage(t, link), openPage(t, watch)
	a.wait("the opponent", `!document.querySelector('[data-link="opponent"]')`)
	clickPoint(a, "h8")
	for name, p := range map[string]*page{"Black": a, "White": b, "a spectator": c} {
		p.wait("Black's move at "+name, stones+` == 1`)
	}
	if eval[bool](c, `!!document.querySelector(".board.clickable, [data-action=resign]")`) {
		t.Error("a spectator can play")
	}
	clickPoint(b, "h9")
	a.wait("White's move", stones+` == 2`)
	for _, p := range []*page{a, b, c} {
		p.expectErrors(true)
	}
	s.kill()
	a.says("that the connection is lost", "The connection is lost")
	s.start()
	clickPoint(a, "i9")
	b.wait("the move after the restart", stones+` == 3 && document.querySelector(".board.clickable")`)
	b.click(`[data-action="draw"]`)
	a.says("the offer", "offers a draw")
	a.click(`.choices button.primary`)
	b.says("the end", "Draw by agreement")
	c.says("the end", "Draw by agreement")
}

// The exported page is served by any server of files, and works without a network after the first visit.
func TestStaticSite(t *testing.T) {
	if chromium == "" {
		t.Skip("no Chromium in the PATH")
	}
	dir := t.TempDir()
	if out, err := exec.Command(binary, "-export", dir).CombinedOutput(); err != nil {
		t.Fatalf("export: %v\n%s", err, out)
	}
	site := httptest.NewServer(http.StripPrefix("/some/folder", http.FileServer(http.Dir(dir))))
	defer site.Close()
	p := openPage(t, site.URL+"/some/folder/")
	p.expectErrors(true) // the page asks whether there is an api: there is none
	clickPoint(p, "h8")
	p.wait("the answer of the browser's engine", stones+` == 2`)
	p.wait("everything to be kept", `caches.keys().then(all => { globalThis.kept = all.length == 1 && !all[0].endsWith("-loading") }) && globalThis.kept`)
	site.CloseClientConnections()
	site.Close()
	p.do(chromedp.Navigate("about:blank"))
	p.do(chromedp.Navigate(site.URL + "/some/folder/#play"))
	clickPoint(p, "g8")
	p.wait("the answer of the browser's engine, offline", stones+` == 2`)
}

// The analysis streams its lines, follows the position, and proves a win.
func TestAnalysis(t *testing.T) {
	s := startServer(t)
	p := openPage(t, s.url("#analyze/freestyle_15_h8i9h7g7i8h9j8g8i10i7/10"))
	p.wait("marks of the best moves", `document.querySelectorAll(".mark-rank").length >= 1`)
	p.wait("lines", `document.querySelectorAll(".an-lines li").length >= 2`)
	p.press(kb.ArrowLeft)
	p.wait("the move before", stones+` == 9`)
	clickPoint(p, "k8")
	p.wait("a variation", stones+` == 10`)
	p.wait("the address", `location.hash.includes("(")`)
}
