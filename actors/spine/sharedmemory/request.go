package sharedmemory

import "strconv"

// A Request is the word with which an agent and a spine take turns.
type Request uint32

// The requests of the protocol. A file may hold any other number, which an agent has no right to
// write.
const (
	// None is the spine's answer: the data in the file are its own, and an agent may post.
	None Request = iota
	// Action carries an action; the answer carries an observation.
	Action
	// Start carries a configuration; the answer carries an observation.
	Start
	// Stop carries no data, and neither does its answer.
	Stop
	// Error is the spine's answer to a request that it rejects. The agent writes None back.
	Error
)

var requestNames = [...]string{"none", "action", "start", "stop", "error"}

// String returns the name of a request, or its number.
func (r Request) String() string {
	if int(r) < len(requestNames) {
		return requestNames[r]
	}
	return "request " + strconv.FormatUint(uint64(r), 10)
}

// DefaultSize is the size of the classic file, bytes.
const DefaultSize = 1 << 20

// Offsets in the classic file.
const (
	requestOffset = 0
	sizeOffset    = 4
	dataOffset    = 8
)

// minSize holds an empty MessagePack map.
const minSize = dataOffset + 8

// maxSize is the largest size of a file that Create accepts, bytes.
const maxSize = 1 << 28
