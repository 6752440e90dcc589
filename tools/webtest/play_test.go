package webtest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// withSettings opens a page with what somebody chose before.
func withSettings(p *page, url string, values ...string) {
	p.t.Helper()
	p.wait("the page", `document.querySelector("#view > *")`)
	for i := 0; i < len(values); i += 2 {
		eval[any](p, fmt.Sprintf(`(localStorage.setItem("gomoku." + %s, %s), 0)`, quote(values[i]), quote(values[i+1])))
	}
	p.do(chromedp.Navigate("about:blank"), chromedp.Navigate(url))
}

const stones = `document.querySelectorAll(".stone").length`

// press presses a key on whatever has the focus.
func (p *page) press(key string) {
	p.t.Helper()
	p.do(chromedp.KeyEvent(key))
}

// click clicks on the first element that fits.
func (p *page) click(selector string) {
	p.t.Helper()
	p.wait(selector, fmt.Sprintf(`document.querySelector(%s) && !document.querySelector(%s).disabled`, quote(selector), quote(selector)))
	p.do(chromedp.Click(selector))
}

func (p *page) says(what, text string) {
	p.t.Helper()
	p.wait(what, fmt.Sprintf(`document.body.innerText.includes(%s)`, quote(text)))
}

// A game against the machine: moves, an illegal click, a hint, undo, and giving up.
func TestPlay(t *testing.T) {
	s := startServer(t)
	p := openPage(t, s.url(""))
	clickPoint(p, "h8")
	p.wait("the machine's answer", stones+` == 2 && document.querySelector(".board.clickable")`)
	clickPoint(p, "h8") // there is a stone
	p.do(chromedp.Sleep(3e8))
	if n := eval[int](p, stones); n != 2 {
		t.Errorf("%d stones after a click on a stone", n)
	}
	p.click(`[data-action="hint"]`)
	p.wait("a hint", `document.querySelector(".mark-rank")`)
	p.click(`[data-action="undo"]`)
	p.wait("an empty board", stones+` == 0`)
	clickPoint(p, "g7")
	p.wait("the machine's answer", stones+` == 2`)
	p.click(`[data-action="resign"]`)
	p.click(`dialog [data-value="yes"]`)
	p.says("the result", "The machine won by resignation")
	p.click(`.choices a`)
	p.wait("the analysis of the game", `location.hash.startsWith("#analyze/") && document.querySelectorAll(".stone").length == 2`)
}

// A whole game to its end. On 5×5 points it is soon over.
func TestWholeGame(t *testing.T) {
	s := startServer(t)
	p := openPage(t, s.url(""))
	withSettings(p, s.url("#play"), "play.settings", `{"rule":"freestyle","size":5,"side":"black","level":10}`)
	for range 20 {
		p.wait("the next move", `document.querySelector(".board.clickable") || document.querySelector(".choices .button")`)
		if eval[bool](p, `!!document.querySelector(".choices .button")`) {
			break
		}
		free := eval[string](p, `[...document.querySelectorAll(".board-cell")].find(c => c.getAttribute("aria-label").includes("empty")).dataset.point`)
		n := eval[int](p, stones)
		clickPoint(p, free)
		p.wait("a stone", fmt.Sprintf(`%s > %d || document.querySelector(".choices .button")`, stones, n))
	}
	p.wait("the end", `document.querySelector(".choices .button") && /won|Draw/.test(document.getElementById("status").textContent)`)
}

// Undo while the machine thinks takes back the move, and no move comes later.
func TestUndoWhileThinking(t *testing.T) {
	s := startServer(t)
	p := openPage(t, s.url(""))
	withSettings(p, s.url("#play"), "play.settings", `{"rule":"freestyle","size":15,"side":"black","level":3,"seconds":30}`)
	clickPoint(p, "h8")
	p.wait("an answer from the book", stones+` == 2 && document.querySelector(".board.clickable")`)
	clickPoint(p, "b2") // not in the book
	p.wait("the machine to think", `document.querySelector('[data-action="moveNow"]')`)
	p.click(`[data-action="undo"]`)
	p.wait("the move to be gone", stones+` == 2`)
	p.do(chromedp.Sleep(1e9))
	if n := eval[int](p, stones); n != 2 {
		t.Errorf("%d stones a second after undo: a ghost move", n)
	}
	clickPoint(p, "b3")
	p.wait("a thought", `/\d/.test(document.getElementById("status").textContent)`)
	p.click(`[data-action="moveNow"]`)
	p.wait("the move", stones+` == 4`)
}

// The keyboard is enough, and a screen reader hears what happens.
func TestKeyboard(t *testing.T) {
	s := startServer(t)
	p := openPage(t, s.url(""))
	p.wait("the board", `document.querySelector(".board.clickable")`)
	for range 30 {
		p.press(kb.Tab)
		if eval[bool](p, `document.activeElement.classList.contains("board-cell")`) {
			break
		}
	}
	p.press(kb.ArrowUp) // from h8 to h9
	p.press(kb.Enter)
	p.wait("both moves", stones+` == 2`)
	if label := eval[string](p, `document.querySelector(".board-cell[data-point=h9]").getAttribute("aria-label")`); !strings.Contains(label, "black stone") {
		t.Errorf("h9 is called %q", label)
	}
	p.wait("an announcement", `document.getElementById("live").textContent.includes("played")`)
	p.press("u")
	p.wait("undo by a key", stones+` == 0`)
}

// Under renju the fouls are marked with their reason, and refused.
func TestRenju(t *testing.T) {
	s := startServer(t)
	p := openPage(t, s.url("#analyze/renju_15_black_h7h9g8i8_white_a1a3a5o1_turn_black"))
	p.wait("the mark", `document.querySelector(".forbidden title")?.textContent.includes("two open threes")`)
	if label := eval[string](p, `document.querySelector(".board-cell[data-point=h8]").getAttribute("aria-label")`); !strings.Contains(label, "forbidden") {
		t.Errorf("h8 is called %q", label)
	}
}

// An opening protocol: the person puts three stones, the machine chooses, and the game goes on. The form of a new game offers it.
func TestOpening(t *testing.T) {
	s := startServer(t)
	p := openPage(t, s.url(""))
	withSettings(p, s.url("#play"), "play.settings", `{"rule":"freestyle","size":15,"level":3,"opening":"swap2","first":true}`)
	for n, point := range []string{"h8", "h9", "b2"} {
		clickPoint(p, point)
		p.wait("the stone", fmt.Sprintf(`%s == %d`, stones, n+1))
	}
	clickPoint(p, "b2") // another thought
	p.wait("the stone to be gone", stones+` == 2`)
	clickPoint(p, "i10")
	p.wait("the stone", stones+` == 3`)
	p.click(".choices button.primary")
	p.wait("the game, or the choice after two more stones", stones+` > 3 || document.querySelectorAll(".choices button").length == 2 || /turn/.test(document.getElementById("status").textContent)`)
	p.press("n")
	p.wait("the form of a new game", `[...document.querySelectorAll("dialog option")].some(o => o.value == "swap2" && o.parentElement.value == "swap2")`)
}
