package session

import "github.com/robo-actors/robo-actors/messages"

// maxEvents is the number of newest events that a long run keeps for its report and for explain.
// The recording has all.
const maxEvents = 100_000

// eventLog keeps the newest events in blocks that never change once they are full. A reader
// therefore copies only the list of blocks while it holds the lock of the writer.
type eventLog struct{ blocks [][]messages.Event }

// blockEvents is the number of events in a block.
const blockEvents = 1024

// add adds an event, and drops the oldest block beyond maxEvents.
func (l *eventLog) add(e messages.Event) {
	last := len(l.blocks) - 1
	if last < 0 || len(l.blocks[last]) == blockEvents {
		if len(l.blocks) > maxEvents/blockEvents {
			l.blocks = l.blocks[1:]
		}
		l.blocks = append(l.blocks, make([]messages.Event, 0, blockEvents))
		last = len(l.blocks) - 1
	}
	l.blocks[last] = append(l.blocks[last], e)
}

// snapshot returns the present events; later ones do not change it. It copies no event.
func (l *eventLog) snapshot() eventLog { return eventLog{append([][]messages.Event(nil), l.blocks...)} }

// all returns the events in one list.
func (l *eventLog) all() []messages.Event {
	n := 0
	for _, b := range l.blocks {
		n += len(b)
	}
	all := make([]messages.Event, 0, n)
	for _, b := range l.blocks {
		all = append(all, b...)
	}
	return all
}
