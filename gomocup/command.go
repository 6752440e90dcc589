package gomocup

// A command is what the manager asks for, parsed but not checked: the session finds out whether a square is on the board and free. A
// list such as BOARD … DONE is one command.
type command interface{}

type (
	startCommand struct {
		width, height int  // START n, RECTSTART w,h
		yixin         bool // START w h, as Yixin-Board writes
	}
	restartCommand  struct{}
	beginCommand    struct{}
	turnCommand     struct{ square square }
	playCommand     struct{ square square }
	takebackCommand struct{ square square }
	boardCommand    struct {
		stones []listed
		quiet  bool // yxboard: nothing is answered
	}
	swap2Command   struct{ stones []square }
	infoCommand    struct{ key, value string } // the key in lower case
	aboutCommand   struct{}
	stopCommand    struct{} // the inbox has acted on it when it was read
	endCommand     struct{}
	badCommand     struct{ reason string } // known, but malformed: ERROR
	unknownCommand struct{ text string }   // UNKNOWN
	givenUpCommand struct{ list string }   // a list that was not completed: nobody waits for an answer

	// The words of Yixin-Board.
	nbestCommand   struct{ lines int }
	balanceCommand struct {
		stones int // 1 or 2
		target int
	}
	blockCommand struct {
		squares []square
		undo    bool
	}
	blockResetCommand struct{}
	forbidCommand     struct{}
	showInfoCommand   struct{}
	hashClearCommand  struct{}
)

// A listed stone is a line of BOARD … DONE.
type listed struct {
	square square
	field  int // own or theirs
}

const (
	own    = 1
	theirs = 2
	// 3 marks stones of a finished line in a continuous game, and forbidden points; we take neither.
)

// needsBoard reports whether the command makes sense only after START.
func needsBoard(cmd command) bool {
	switch cmd.(type) {
	case restartCommand, beginCommand, turnCommand, playCommand, takebackCommand, boardCommand, swap2Command,
		nbestCommand, balanceCommand, blockCommand, forbidCommand:
		return true
	}
	return false
}

// isYixin reports whether only a manager that speaks the dialect of Yixin-Board sends the command.
func isYixin(cmd command) bool {
	switch cmd := cmd.(type) {
	case startCommand:
		return cmd.yixin
	case boardCommand:
		return cmd.quiet
	case nbestCommand, balanceCommand, blockCommand, blockResetCommand, forbidCommand, showInfoCommand, hashClearCommand:
		return true
	}
	return false
}
