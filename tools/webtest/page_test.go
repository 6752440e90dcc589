package webtest

import (
	"context"
	"fmt"
	"os/exec"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// chromium is the browser's program; empty if there is none.
var chromium = findChromium()

func findChromium() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

var browser struct {
	once  sync.Once
	ctx   context.Context
	close []context.CancelFunc
	err   error
}

// startBrowser starts the browser that all tests share.
func startBrowser() (context.Context, error) {
	browser.once.Do(func() {
		options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]),
			chromedp.ExecPath(chromium),
			chromedp.NoSandbox, // root in a container has no user namespaces
			chromedp.WSURLReadTimeout(2*time.Minute),
			chromedp.Flag("force-prefers-reduced-motion", true), // no test waits for an animation
		)
		allocator, closeAllocator := chromedp.NewExecAllocator(context.Background(), options...)
		ctx, closeTab := chromedp.NewContext(allocator)
		browser.ctx, browser.close = ctx, []context.CancelFunc{closeTab, closeAllocator}
		browser.err = chromedp.Do(ctx)
	})
	return browser.ctx, browser.err
}

func closeBrowser() {
	for _, f := range browser.close {
		f()
	}
}

// A page is a tab of the browser, with storage of its own.
type page struct {
	t   *testing.T
	ctx context.Context

	mu     sync.Mutex
	errors []string
	mute   bool // errors are expected: the server is gone
}

// patience is how long a page may take to show something: long, because other work may keep the machine busy. No test waits for
// it unless it fails.
const patience = 90 * time.Second

type action = chromedp.Action[chromedp.Void]

// openPage opens url in a tab. At the end of the test the tab is closed, and errors on its console fail the test.
func openPage(t *testing.T, url string, options ...action) *page {
	t.Helper()
	if chromium == "" {
		t.Skip("no Chromium in the PATH: this test needs one (Debian's package is chromium)")
	}
	root, err := startBrowser()
	if err != nil {
		t.Fatalf("%s does not start: %v", chromium, err)
	}
	ctx, done := chromedp.NewContext(root, chromedp.WithNewBrowserContext())
	p := &page{t: t, ctx: ctx}
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("no tab: %v", err)
	}
	go p.listen()
	t.Cleanup(func() {
		if t.Failed() {
			p.show()
		}
		done()
		p.mu.Lock()
		defer p.mu.Unlock()
		for _, e := range p.errors {
			t.Errorf("on the page's console: %s", e)
		}
	})
	p.do(chromedp.EmulateViewport(1280, 900))
	p.do(options...)
	p.do(chromedp.Navigate(url))
	return p
}

func (p *page) listen() {
	for m, err := range chromedp.Console(p.ctx) {
		if err != nil {
			return
		}
		p.mu.Lock()
		if !p.mute && (m.Type == chromedp.ConsoleException || m.Type == "error" || m.Type == "assert") {
			p.errors = append(p.errors, m.Text+" "+m.URL)
		}
		p.mu.Unlock()
	}
}

// expectErrors says whether errors on the console are expected from here on.
func (p *page) expectErrors(yes bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.mute = yes
}

// do carries out actions, and fails the test if one does not work.
func (p *page) do(actions ...action) {
	p.t.Helper()
	ctx, done := context.WithTimeout(p.ctx, patience)
	defer done()
	if err := chromedp.Do(ctx, actions...); err != nil {
		p.t.Fatalf("on the page: %v", err)
	}
}

// eval evaluates an expression of JavaScript, a promise included, and returns its value.
func eval[T any](p *page, expression string) T {
	p.t.Helper()
	ctx, done := context.WithTimeout(p.ctx, patience)
	defer done()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("%s: %v", expression, err)
	}
	return value
}

// wait waits until an expression of JavaScript is true.
func (p *page) wait(what, expression string) {
	p.t.Helper()
	ctx, done := context.WithTimeout(p.ctx, patience)
	defer done()
	poll := chromedp.Poll[bool]("!!("+expression+")", chromedp.WithPollingInterval(30*time.Millisecond), chromedp.WithPollingTimeout(0))
	if _, err := chromedp.Run(ctx, poll); err != nil {
		p.t.Fatalf("waiting for %s: %v", what, err)
	}
}

// show logs what the page says.
func (p *page) show() {
	ctx, done := context.WithTimeout(p.ctx, 10*time.Second)
	defer done()
	if text, err := chromedp.Run(ctx, chromedp.Evaluate[string](`location.href + "\n" + document.body.innerText`)); err == nil {
		p.t.Logf("the page:\n%s", text)
	}
}

// quote makes a string of JavaScript.
func quote(s string) string { return fmt.Sprintf("%q", s) }

// clickPoint clicks on a point of the board as a mouse does.
func clickPoint(p *page, point string) {
	p.t.Helper()
	p.wait("the board", `document.querySelector(".board.clickable .board-cell[data-point=`+point+`]")`)
	at := eval[struct{ X, Y float64 }](p, `(e => { e.scrollIntoView({block: "center"}); const r = e.getBoundingClientRect(); return {x: r.x + r.width / 2, y: r.y + r.height / 2} })(document.querySelector(".board-cell[data-point=`+point+`]"))`)
	p.do(chromedp.MouseClickXY(at.X, at.Y))
}
