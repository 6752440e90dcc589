package gomocup

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/gomoku-go/gomoku"
)

// settingKeys are what INFO can set, and the least value that makes sense.
var settingKeys = map[string]int64{
	"timeout_turn": 0, "timeout_match": 0, "time_left": math.MinInt64, "max_memory": 0, "rule": 0,
	"time_increment": 0, "thread_num": 1, "hash_size": 0, "max_depth": math.MinInt64, "max_node": math.MinInt64,
}

// info applies a setting. It ignores what it does not know or understand, as the protocol demands.
func (s *session) info(key, value string) {
	least, known := settingKeys[key]
	if !known {
		return
	}
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil || n < least {
		s.ignored(key, value)
		return
	}
	switch key {
	case "timeout_turn":
		s.clock.turn = milliseconds(n)
	case "timeout_match":
		s.clock.setMatch(milliseconds(n))
	case "time_left":
		s.clock.setLeft(milliseconds(n).Milliseconds())
	case "time_increment":
		s.clock.added = milliseconds(n)
	case "max_memory":
		s.stale = s.stale || n != s.settings.Memory
		s.settings.Memory = n
	case "hash_size": // in KiB
		if n != 0 && (n < leastHash>>10 || n > mostHash>>10) {
			s.ignored(key, fmt.Sprintf("%d, which is not from %d to %d", n, leastHash>>10, mostHash>>10))
			return
		}
		s.stale = s.stale || n<<10 != s.settings.HashSize
		s.settings.HashSize = n << 10
	case "thread_num":
		if n > mostThreads {
			s.ignored(key, fmt.Sprintf("%d, which is more than %d", n, mostThreads))
			return
		}
		s.stale = s.stale || int(n) != s.settings.Threads
		s.settings.Threads = int(n)
	case "max_depth": // less than 1: no limit
		s.depth = int(max(0, min(n, math.MaxInt32)))
	case "max_node":
		s.nodes = max(0, n)
	case "rule":
		s.infoRule(n)
	}
}

// milliseconds limits the time to 34 years, which fit a Duration.
func milliseconds(n int64) time.Duration {
	const most = 1 << 40
	return time.Duration(max(min(n, most), -most)) * time.Millisecond
}

func (s *session) ignored(key, value string) {
	s.message(fmt.Sprintf("ignored: INFO %s %s", key, quote(value)))
}

func (s *session) infoRule(n int64) {
	s.rule2 = n == 2
	rule, ok := ruleOf(n)
	if s.rule2 && s.yixin {
		rule, ok = gomoku.Renju, true
	}
	if !ok {
		s.ignored("rule", fmt.Sprintf("%d, which is not supported: the rule stays %v", n, s.settings.Rule))
		return
	}
	s.setRule(rule)
}

// setRule also applies the new rule to the game that has begun.
func (s *session) setRule(rule gomoku.Rule) {
	if rule == s.settings.Rule {
		return
	}
	s.settings.Rule, s.stale = rule, true
	if s.game == nil {
		return
	}
	next, err := newPosition(s.game.size, rule, s.game.stones, s.game.turn)
	if err != nil {
		s.message(fmt.Sprintf("the rule %v holds from the next game on: %v", rule, err))
		return
	}
	s.game = next
}
