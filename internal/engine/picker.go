package engine

// next makes the next move of the node its current one and reports whether there is one: first the table move, then the
// others by their order, at the end those that were deferred. The excluded move and quiet moves that are left out never show.
func (t *thread) next(n *node, ply int) bool {
	p, m := &n.picker, &n.current
	for {
		word := pickBest(p.list)
		m.number = n.searched() + len(p.deferred) - p.resumed
		if word == 0 {
			if p.resumed == len(p.deferred) {
				return false
			}
			word, m.number = p.deferred[p.resumed].word, p.deferred[p.resumed].number
			p.resumed++
		}
		m.cell = cellOf(word)
		if m.cell == n.excluded {
			continue
		}
		m.behind = 0
		if m.cell != n.tableMove {
			if p.top == 0 {
				p.top = orderOf(word)
			}
			m.behind = p.top - orderOf(word)
		}
		t.classify(n, m)
		if n.kind == NodeQuiet && !m.tactical && n.best > -MaxEval {
			if reason, skip := t.skipQuiet(n, n.searched()); skip {
				if ply+1 < t.traced {
					t.tracer.Skip(ply, m.cell, reason)
				}
				continue
			}
		}
		m.sharedKey = 0
		if n.sharing && m.number > 0 {
			m.sharedKey = searchingKey(n.hash, m.cell)
			if p.resumed == 0 && t.shared.searching.has(m.sharedKey) {
				p.deferred = append(p.deferred, deferredMove{word, m.number})
				continue
			}
		}
		return true
	}
}
