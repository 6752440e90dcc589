package threat

import "github.com/gomoku-go/gomoku/internal/position"

// This is depth-first proof-number search (df-pn: Nagai, 2002). The attacker's nodes are OR nodes, the defender's AND nodes.
// The search goes down into the child that is easiest to prove, or to disprove, and stays there until the child's numbers
// reach thresholds at which another child would be preferred. Two things differ from the original:
//
//   - Where the numbers of children add up, the greatest of them plus one for each other undecided child is taken instead of
//     their sum (weak proof-number search: Ueda, Hashimoto, Hashimoto & Iida, 2008). Most children fall to the same moves,
//     and a sum would count these again and again.
//   - A child may exceed the second best by a quarter before the search turns away from it (1+ε trick: Pawlewicz & Lew, 2007).
//     Otherwise it would jump back and forth between equal children, and lose what the table forgets meanwhile.

// A choice is what the children say about their node: its numbers, and which child to search for how long.
type choice struct {
	pn, dn    uint32
	best      int    // the child that is easiest to prove, or to disprove where the defender moves; -1 without any
	second    uint32 // the second best child's number of that kind
	undecided uint32 // children that are not settled yet
}

// threshold returns the threshold of the best child, given that of its node: it may exceed the second best by a quarter.
func (n *choice) threshold(node uint32) uint32 { return min(node, n.second+n.second/4+1) }

// chooseAttack sums up the children of a position with the attacker to move.
func chooseAttack(list []child) choice {
	n := choice{pn: infinite, best: -1, second: infinite}
	for i := range list {
		c := &list[i]
		if n.best < 0 || c.pn < n.pn || c.pn == n.pn && c.score > list[n.best].score {
			n.second = n.pn
			n.pn, n.best = c.pn, i
		} else if c.pn < n.second {
			n.second = c.pn
		}
		if c.dn > 0 {
			n.dn = max(n.dn, c.dn)
			n.undecided++
		}
	}
	if n.undecided > 0 {
		n.dn = min(n.dn+n.undecided-1, infinite)
	}
	if n.pn == 0 {
		n.dn = infinite
	}
	if n.dn == 0 {
		n.pn = infinite
	}
	return n
}

// chooseDefense sums up the children of a position with the defender to move. Those that are proved are settled. onlyFours
// is true when none but fours of the defender are left.
func chooseDefense(list []child) (n choice, onlyFours bool) {
	n = choice{dn: infinite, best: -1, second: infinite}
	onlyFours = true
	for i := range list {
		c := &list[i]
		if c.pn == 0 {
			continue
		}
		if n.best < 0 || c.dn < n.dn || c.dn == n.dn && c.score > list[n.best].score {
			n.second = n.dn
			n.dn, n.best = c.dn, i
		} else if c.dn < n.second {
			n.second = c.dn
		}
		n.pn = max(n.pn, c.pn)
		n.undecided++
		onlyFours = onlyFours && c.four
	}
	if n.undecided > 0 {
		n.pn = min(n.pn+n.undecided-1, infinite)
	}
	if n.dn == 0 {
		n.pn = infinite
	}
	if n.pn == 0 {
		n.dn = infinite
	}
	return n, onlyFours
}

// attack searches the position with the attacker to move until its proof number reaches tp or its disproof number td.
func (v *VCT) attack(tp, td uint32) (pn, dn uint32) {
	p := v.p
	before := v.nodes
	v.visits++
	key := v.key(p.Hash())
	first := len(v.children)
	v.expandAttack()
	list := v.children[first:]
	move := position.None
	for {
		n := chooseAttack(list)
		pn, dn = n.pn, n.dn
		if pn == 0 {
			move = list[n.best].cell
		}
		if pn >= tp || dn >= td || pn == 0 || dn == 0 || v.over() {
			break
		}
		c := &list[n.best]
		p.Play(c.cell)
		v.nodes++
		c.pn, c.dn = v.defend(n.threshold(tp), td-n.undecided+1)
		p.Undo()
	}
	v.children = v.children[:first]
	v.store(key, pn, dn, move, v.nodes-before)
	return pn, dn
}

// defend searches the position with the defender to move until its proof number reaches tp or its disproof number td.
func (v *VCT) defend(tp, td uint32) (pn, dn uint32) {
	p := v.p
	before := v.nodes
	v.visits++
	key := v.key(p.Hash())
	first := len(v.children)
	v.expandDefense()
	list := v.children[first:]
	for {
		n, onlyFours := chooseDefense(list)
		pn, dn = n.pn, n.dn
		if pn >= tp || dn >= td || pn == 0 || dn == 0 || v.over() {
			break
		}
		c := &list[n.best]
		if onlyFours && c.four && !c.simulated {
			c.simulated = true
			if v.simulate(c.cell) {
				c.pn, c.dn = 0, infinite
				continue
			}
		}
		p.Play(c.cell)
		v.nodes++
		c.pn, c.dn = v.attack(tp-n.undecided+1, n.threshold(td))
		p.Undo()
	}
	v.children = v.children[:first]
	v.store(key, pn, dn, position.None, v.nodes-before)
	return pn, dn
}
