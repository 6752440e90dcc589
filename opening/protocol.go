package opening

import (
	"fmt"
	"strings"

	"github.com/gomoku-go/gomoku"
)

// A Protocol is a way for two players to agree on an opening; the package documentation describes each.
type Protocol uint8

const (
	Swap        Protocol = iota + 1 // three stones, then a choice of color
	Swap2                           // the same, or two more stones and the other player's choice
	RIFSwap                         // one of the 26 openings, a choice of color, two fifth moves
	Soosorv8                        // one of the 26 openings, two choices of color, up to eight fifth moves
	Taraguchi10                     // a choice of color after each of five stones, or ten fifth moves
)

var protocolNames = []string{"", "swap", "swap2", "rif", "soosorv8", "taraguchi10"}

// String returns the protocol's name in lower case: swap, swap2, rif, soosorv8 or taraguchi10.
func (p Protocol) String() string { return nameOf("Protocol", protocolNames, uint8(p)) }

// MarshalText returns the protocol's name, or an error if p is none of the protocols.
func (p Protocol) MarshalText() ([]byte, error) {
	return marshalName("Protocol", protocolNames, uint8(p))
}

// UnmarshalText sets p to the protocol of that name, in any case and with or without hyphens: "Taraguchi-10".
func (p *Protocol) UnmarshalText(text []byte) error {
	return unmarshalName(p, "protocol", protocolNames, text)
}

func (p Protocol) valid() bool { return p >= Swap && p <= Taraguchi10 }

func errProtocol(p Protocol) error {
	return fmt.Errorf("opening: no protocol has the number %d: want one of %s", uint8(p), strings.Join(protocolNames[1:], ", "))
}

// A Player is the first or second person at the table, whatever colors they end up with.
type Player uint8

const (
	First  Player = iota + 1 // puts the first stone
	Second                   // makes the first choice
)

var playerNames = []string{"", "first", "second"}

// String returns "first" or "second".
func (p Player) String() string { return nameOf("Player", playerNames, uint8(p)) }

// MarshalText returns the player's name, or an error if p is neither player.
func (p Player) MarshalText() ([]byte, error) { return marshalName("Player", playerNames, uint8(p)) }

// UnmarshalText sets p to the player of that name.
func (p *Player) UnmarshalText(text []byte) error {
	return unmarshalName(p, "player", playerNames, text)
}

// Other returns the other player; of neither, neither.
func (p Player) Other() Player {
	switch p {
	case First:
		return Second
	case Second:
		return First
	}
	return 0
}

// A ActionKind is what an [Action] does.
type ActionKind uint8

const (
	Put       ActionKind = iota + 1 // put stones on Points, in playing order, colors by turns; as candidates where fifth moves are due
	TakeBlack                       // play Black from here on, or until the next choice of color
	TakeWhite                       // the same with White
	Offer                           // declare that there will be N fifth moves to choose from
	Choose                          // choose one of the fifth moves that were put
)

var actionNames = []string{"", "put", "take black", "take white", "offer", "choose"}

// String returns the kind in words: put, take black, take white, offer or choose.
func (k ActionKind) String() string { return nameOf("ActionKind", actionNames, uint8(k)) }

// MarshalText returns the kind in words, or an error if k is no kind of action.
func (k ActionKind) MarshalText() ([]byte, error) {
	return marshalName("ActionKind", actionNames, uint8(k))
}

// UnmarshalText sets k to the kind that the words name.
func (k *ActionKind) UnmarshalText(text []byte) error {
	return unmarshalName(k, "action", actionNames, text)
}

// An Action is what a player does at a step of a protocol, and in [State.Next] the form of what the player may do:
//
//   - Put: Points are the stones in playing order, the color to move first. In Next, N says how many; in an action N may be that
//     number or 0.
//   - TakeBlack, TakeWhite: neither Points nor N.
//   - Offer: N is the number of fifth moves, without Points. In Next, N is the most; Soosorv8 allows any number from 1 up to it.
//   - Choose: Points is the one fifth move that is chosen. In Next, Points are all there are.
type Action struct {
	Kind   ActionKind
	Points []gomoku.Point
	N      int
}

// String returns the action in words, "put h8 h9 i10".
func (a Action) String() string {
	var s strings.Builder
	s.WriteString(a.Kind.String())
	for _, p := range a.Points {
		fmt.Fprintf(&s, " %v", p)
	}
	if a.N != 0 && a.N != len(a.Points) {
		fmt.Fprintf(&s, " %d", a.N)
	}
	return s.String()
}
