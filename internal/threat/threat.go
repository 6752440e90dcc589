// Package threat finds wins by force: the attacker leaves the opponent nothing but replies to threats.
//
// A VCF (victory by continuous fours) is searched depth-first, a VCT (victory by continuous threats: fours and threes) with
// a proof-number search. That such sequences can be searched on their own is the idea of threat-space search (Allis, van den
// Herik & Huntjens, 1993). Theirs answers a threat with all its replies at once and looks for refutations afterwards; here
// every reply leads to a position of its own, so that counter-threats and fouls are seen.
//
//	vcf.go         the solver for fours
//	fours.go       its moves and their order
//	vct.go         the solver for fours and threes
//	dfpn.go        its proof-number search
//	expand.go      the moves of a position with their first proof and disproof numbers
//	attacks.go     the attacker's threats
//	defenses.go    the defender's replies
//	simulation.go  proofs carried over from similar positions
//	prooftable.go  what is known of the positions
//	verify.go      a win played out against every legal reply
package threat

// A Verdict is the outcome of a search for a forced win, numbered as in the public package.
type Verdict uint8

// The verdicts.
const (
	NotFound Verdict = iota // the budget ended
	Won
	NoWin // proved: there is none of this kind
)
