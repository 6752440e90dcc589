package gomoku

// mix makes a random number of a seed and a position's hash.
func mix(seed, hash uint64) uint64 {
	x := seed*0x9e3779b97f4a7c15 ^ hash
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
