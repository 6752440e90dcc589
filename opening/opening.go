// Package opening names openings and runs the protocols by which two players agree on a fair one.
//
// In five in a row the side that moves first is far ahead. An opening protocol takes the advantage away: one player puts
// stones, and the other one chooses a color, as one person cuts the cake and the other one takes the first piece.
//
//	s, err := opening.NewState(opening.Swap2, 15, gomoku.Freestyle)
//	err = s.Apply(opening.Action{Kind: opening.PutStones, Points: three}) // the first player: black, white, black
//	player, choices := s.Next()                                           // the second: take black, take white, or put two more
//	err = s.Apply(opening.Action{Kind: opening.TakeWhite})
//	b := s.Board()                                                        // s.Done(): the game goes on from here, White to move
//
// # Protocols
//
// A [State] always knows whose turn it is and what that player may do, and refuses everything else with an error that names
// the protocol and the rule; what is refused changes nothing.
//
//   - [Swap]: the first player puts three stones anywhere, the second one takes a color.
//   - [Swap2]: the same, but the second player may put two more stones instead, and then the first one takes a color.
//   - [RIFSwap], the rule of the Renju International Federation from 1996: the first player puts one of the 26 openings, the
//     second one takes a color. White puts the fourth stone anywhere, Black puts two candidates for the fifth, and White chooses
//     one of them.
//   - [Soosorv8]: one of the 26 openings, a choice of color; White puts the fourth stone anywhere and declares how many fifth
//     moves there will be, 1 to 8. The other player takes a color, Black puts so many candidates, and White chooses.
//   - [Taraguchi10]: the stones come one by one, the first on the center and the others within the central 3×3, 5×5, 7×7 and
//     9×9 points, and after each the other player takes a color. After the fourth stone that player may instead stay Black and
//     offer ten fifth moves anywhere, among which White chooses.
//
// Candidates for the fifth move must differ: no two of them may make the same shape of five stones, turned, mirrored or moved
// along the board. All protocols end with White to move, and nobody may pass in them.
//
// # The machine
//
// [Decide] makes the machine's choice at any step with a [gomoku.Searcher], and [Balanced] makes openings that are fair
// without any protocol, for matches between programs.
package opening

import "github.com/gomoku-go/gomoku"

// An Opening is one of the 26 of the Renju International Federation: the first stone on the center, the second beside it, and
// the third within two points of the center.
type Opening struct {
	Code string // "D1" to "D13", where the second stone touches the first on a side (direct), and "I1" to "I13" (indirect)
	Name string // the traditional one, "Kansei"
}

// A pair is where the second and third stone lie, seen from the center.
type pair struct{ second, third [2]int }

var openings = map[pair]Opening{
	{up, at(0, 2)}:   {"D1", "Kansei"},
	{up, at(1, 2)}:   {"D2", "Keigetsu"},
	{up, at(2, 2)}:   {"D3", "Sosei"},
	{up, at(1, 1)}:   {"D4", "Kagetsu"},
	{up, at(2, 1)}:   {"D5", "Zangetsu"},
	{up, at(1, 0)}:   {"D6", "Ugetsu"},
	{up, at(2, 0)}:   {"D7", "Kinsei"},
	{up, at(0, -1)}:  {"D8", "Shogetsu"},
	{up, at(1, -1)}:  {"D9", "Kyugetsu"},
	{up, at(2, -1)}:  {"D10", "Shingetsu"},
	{up, at(0, -2)}:  {"D11", "Zuisei"},
	{up, at(1, -2)}:  {"D12", "Sangetsu"},
	{up, at(2, -2)}:  {"D13", "Yusei"},
	{out, at(2, 2)}:  {"I1", "Chosei"},
	{out, at(2, 1)}:  {"I2", "Kyogetsu"},
	{out, at(2, 0)}:  {"I3", "Kosei"},
	{out, at(2, -1)}: {"I4", "Suigetsu"},
	{out, at(2, -2)}: {"I5", "Ryusei"},
	{out, at(1, 0)}:  {"I6", "Ungetsu"},
	{out, at(1, -1)}: {"I7", "Hogetsu"},
	{out, at(1, -2)}: {"I8", "Rangetsu"},
	{out, at(0, -1)}: {"I9", "Gingetsu"},
	{out, at(0, -2)}: {"I10", "Myojo"},

	{out, at(-1, -1)}: {"I11", "Shagetsu"},
	{out, at(-1, -2)}: {"I12", "Meigetsu"},
	{out, at(-2, -2)}: {"I13", "Suisei"},
}

var up, out = at(0, 1), at(1, 1)

func at(x, y int) [2]int { return [2]int{x, y} }

// Identify returns the opening that b's game began with, whichever way it is turned or mirrored; ok is false where the first three
// stones are none of the 26, or fewer. Later moves do not change the answer. Only the stones count, in whatever order they were
// put, under any rule and on every board with a center, one of an odd size. A position that was set up with more than three
// stones does not tell its opening.
func Identify(b *gomoku.Board) (o Opening, ok bool) {
	if b == nil || b.Stones() < 3 || b.Size()%2 == 0 {
		return Opening{}, false
	}
	if b.Stones() > 3 {
		b = b.Clone()
		for b.Stones() > 3 {
			if _, ok := b.Undo(); !ok {
				return Opening{}, false
			}
		}
	}
	var second, third gomoku.Point
	black, white, center := 0, 0, gomoku.At(b.Size()/2, b.Size()/2)
	for _, s := range stonesOf(b) {
		p := gomoku.At(s.x, s.y)
		switch {
		case s.color == gomoku.White:
			second = p
			white++
		case p != center:
			third = p
			black++
		}
	}
	if black != 1 || white != 1 { // the other black stone lies on the center
		return Opening{}, false
	}
	from := func(p gomoku.Point) [2]int {
		x, y := p.XY()
		return at(x-b.Size()/2, y-b.Size()/2)
	}
	for t := range gomoku.Symmetries {
		if o, ok = openings[pair{from(t.Point(second, b.Size())), from(t.Point(third, b.Size()))}]; ok {
			return o, true
		}
	}
	return Opening{}, false
}
