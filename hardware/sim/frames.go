package sim

import "github.com/robo-actors/robo-actors/messages"

// driveCommand is what a bus hands to one drive.
type driveCommand struct {
	mode messages.Mode
	arm  uint32
	setPoints
}

// driveReply is what a drive answers.
type driveReply struct {
	position, velocity, effort float64
	mode                       messages.Mode
	fault                      uint16
	arm                        uint32
	answered                   bool
	deaf                       bool // no demand to stop reaches the drive
	// at is when the answer was true, sequence its number, drive the place on the bus whose address it has.
	at       messages.Instant
	sequence uint64
	drive    int
}

// replyFrame is what the drives of a bus answered at one instant.
type replyFrame struct {
	drives []driveReply
}
