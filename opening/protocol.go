package opening

import (
	"fmt"
	"strings"

	"github.com/gomoku-go/gomoku"
)

// A Protocol is a way for two players to agree on an opening. The package documentation describes each.
type Protocol uint8

const (
	Swap        Protocol = iota + 1 // three stones, then a choice of color
	Swap2                           // the same, or two more stones and the other player's choice
	RIFSwap                         // one of the 26 openings, a choice of color, two fifth moves
	Soosorv8                        // one of the 26 openings, two choices of color, up to eight fifth moves
	Taraguchi10                     // a choice of color after each of five stones, or ten fifth moves
	Yamaguchi                       // one of the 26 openings, up to twelve fifth moves, a choice of color
)

var protocolNames = []string{"", "swap", "swap2", "rif", "soosorv8", "taraguchi10", "yamaguchi"}

// String returns the protocol's name in lower case: swap, swap2, rif, soosorv8, taraguchi10 or yamaguchi.
func (p Protocol) String() string { return nameOf("Protocol", protocolNames, uint8(p)) }

// MarshalText returns the protocol's name, or an error if p is none of the protocols.
func (p Protocol) MarshalText() ([]byte, error) {
	return marshalName("Protocol", protocolNames, uint8(p))
}

// UnmarshalText sets p to the protocol of that name, in any case and with or without hyphens: "Taraguchi-10".
func (p *Protocol) UnmarshalText(text []byte) error {
	return unmarshalName(p, "protocol", protocolNames, text)
}

func (p Protocol) valid() bool { return p >= Swap && p <= Yamaguchi }

func errProtocol(p Protocol) error {
	return fmt.Errorf("opening: no protocol has the number %d: want one of %s", uint8(p), strings.Join(protocolNames[1:], ", "))
}

// A Player is the first or the second person at the table, whatever colors they play in the end.
type Player uint8

const (
	FirstPlayer  Player = iota + 1 // puts the first stone
	SecondPlayer                   // makes the first choice
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

// Other returns the other player, or 0 if p is neither of the two.
func (p Player) Other() Player {
	switch p {
	case FirstPlayer:
		return SecondPlayer
	case SecondPlayer:
		return FirstPlayer
	}
	return 0
}

// An ActionKind is what an [Action] does.
type ActionKind uint8

const (
	PutStones     ActionKind = iota + 1 // put stones, black and white in turn
	TakeBlack                           // play Black from here on, or until the next choice of color
	TakeWhite                           // the same with White
	DeclareFifths                       // say how many candidates for the fifth move there will be
	OfferFifths                         // name the candidates for the fifth move, which is Black's
	ChooseFifth                         // choose the fifth move from the candidates
)

var actionNames = []string{"", "put", "take black", "take white", "declare", "offer", "choose"}

// String returns the kind in words: put, take black, take white, declare, offer or choose.
func (k ActionKind) String() string { return nameOf("ActionKind", actionNames, uint8(k)) }

// MarshalText returns the kind in words, or an error if k is no kind of action.
func (k ActionKind) MarshalText() ([]byte, error) {
	return marshalName("ActionKind", actionNames, uint8(k))
}

// UnmarshalText sets k to the kind that the words name.
func (k *ActionKind) UnmarshalText(text []byte) error {
	return unmarshalName(k, "action", actionNames, text)
}

// An Action is what a player does at one step of a protocol. [State.Next] says which actions are allowed.
type Action struct {
	Kind ActionKind `json:"kind"`
	// Points are the stones of PutStones, in the order of play; the candidates of OfferFifths; or the one point of ChooseFifth.
	// The other kinds have none.
	Points []gomoku.Point `json:"points,omitempty"`
	// Fifths is the number of candidates that DeclareFifths declares. It is 0 for the other kinds.
	Fifths int `json:"fifths,omitempty"`
}

// String returns the action in words, as in "put h8 h9 i10", "take white" and "declare 3".
func (a Action) String() string {
	var s strings.Builder
	s.WriteString(a.Kind.String())
	for _, p := range a.Points {
		fmt.Fprintf(&s, " %v", p)
	}
	if a.Fifths != 0 {
		fmt.Fprintf(&s, " %d", a.Fifths)
	}
	return s.String()
}

// A Choice is a kind of action that a player may take next, with its limits.
type Choice struct {
	Kind ActionKind
	// Points is how many points the action must have, for PutStones, OfferFifths and ChooseFifth.
	Points int
	// MinFifths and MaxFifths limit the number that DeclareFifths may declare.
	MinFifths, MaxFifths int
	// Candidates are the points that ChooseFifth may choose from.
	Candidates []gomoku.Point
}

// String returns the choice in words, as in "put 3 stones", "take white" and "declare 1 to 8 fifth moves".
func (c Choice) String() string {
	switch {
	case c.Kind == PutStones && c.Points == 1:
		return "put 1 stone"
	case c.Kind == PutStones:
		return fmt.Sprintf("put %d stones", c.Points)
	case c.Kind == DeclareFifths && c.MinFifths < c.MaxFifths:
		return fmt.Sprintf("declare %d to %d fifth moves", c.MinFifths, c.MaxFifths)
	case c.Kind == DeclareFifths:
		return fmt.Sprintf("declare %d fifth moves", c.MaxFifths)
	case c.Kind == OfferFifths && c.Points == 1:
		return "offer 1 fifth move"
	case c.Kind == OfferFifths:
		return fmt.Sprintf("offer %d fifth moves", c.Points)
	case c.Kind == ChooseFifth:
		return fmt.Sprintf("choose one of the fifth moves %v", c.Candidates)
	}
	return c.Kind.String()
}
