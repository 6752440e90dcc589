// Package opening names openings and runs the protocols by which two players agree on a fair one.
//
// In five in a row the first player has a large advantage. An opening protocol removes it: one player puts stones, and the other
// chooses a color, as when one person cuts the cake and the other takes the first piece.
//
//	s, err := opening.NewState(opening.Swap2, 15, gomoku.Freestyle)
//	err = s.Apply(opening.Action{Kind: opening.PutStones, Points: three}) // the first player: black, white, black
//	player, choices := s.Next()                                           // the second: take black, take white, or put two more
//	err = s.Apply(opening.Action{Kind: opening.TakeWhite})
//	b := s.Board()                                                        // s.Done(): the game goes on from here, White to move
//
// # Protocols
//
// A [State] always knows whose turn it is and what that player may do. It refuses everything else with an error that names the
// protocol and its rule, and then nothing changes.
//
//   - [Swap]: the first player puts three stones anywhere, and the second chooses a color.
//   - [Swap2]: the same, but the second player may put two more stones instead; then the first player chooses a color.
//   - [RIFSwap], the rule of the Renju International Federation from 1996: the first player puts one of the 26 openings, and the
//     second chooses a color. White puts the fourth stone anywhere, Black offers two candidates for the fifth, and White chooses
//     one of them.
//   - [Soosorv8]: one of the 26 openings, then a choice of color. White puts the fourth stone anywhere and declares how many
//     candidates for the fifth move there will be, 1 to 8. The other player chooses a color, Black offers that many candidates,
//     and White chooses one.
//   - [Taraguchi10]: the stones are put one by one, the first on the center and the others within the central 3×3, 5×5, 7×7 and
//     9×9 points. After each, the other player chooses a color. After the fourth stone that player may instead take Black and
//     offer ten candidates for the fifth move, anywhere, of which White chooses one.
//   - [Yamaguchi]: the first player puts one of the 26 openings and declares how many fifth moves there will be, 1 to 12 (the
//     federation's rule sets no limit). The second player chooses a color. White puts the fourth stone anywhere, Black puts
//     that many candidates, and White chooses one of them.
//
// Candidates for the fifth move must be different: no two of them may make the same pattern of five stones, even if it is turned,
// mirrored or shifted. At the end of every protocol White is to move. Nobody may pass.
//
// # Playing against a program
//
// [Decide] makes a program's choice at any step, with a [gomoku.Searcher]. [Balanced] makes fair openings without a protocol, for
// matches between programs.
package opening

import "github.com/gomoku-go/gomoku"

// An Opening is one of the 26 openings of the Renju International Federation: the first stone on the center, the second next to it, and
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

// Identify returns the opening that the game on b began with, however it is turned or mirrored. ok is false if there are fewer than three
// stones, or if the first three are not one of the 26 openings. Later moves do not change the answer. Only the stones count, in any
// order and under any rule, on every board that has a center, which means one of odd size. If more than three stones were set up,
// the opening cannot be told.
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
