package session

import (
	"testing"

	"github.com/robo-actors/robo-actors/messages"
)

func TestTheNewestEventsAreKeptInOrder(t *testing.T) {
	var l eventLog
	var early eventLog
	for i := range 3*maxEvents + 7 {
		l.add(messages.Event{Time: messages.Instant(i)})
		if i == 1500 {
			early = l.snapshot()
		}
	}
	all := l.all()
	if len(all) < maxEvents-blockEvents || len(all) > maxEvents+blockEvents {
		t.Errorf("%d events are kept, expected about %d", len(all), maxEvents)
	}
	for i, e := range all {
		if want := messages.Instant(3*maxEvents + 7 - len(all) + i); e.Time != want {
			t.Fatalf("event %d is that of %d, expected %d", i, e.Time, want)
		}
	}
	if before := early.all(); len(before) != 1501 || before[1500].Time != 1500 {
		t.Errorf("the early snapshot has %d events", len(before))
	}
}

// An observer of a running system holds the lock of Event for a list of a hundred blocks.
func TestASnapshotCopiesNoEvent(t *testing.T) {
	var l eventLog
	for i := range maxEvents {
		l.add(messages.Event{Time: messages.Instant(i)})
	}
	s := l.snapshot()
	for i := range s.blocks {
		if &s.blocks[i][0] != &l.blocks[i][0] {
			t.Fatalf("block %d was copied", i)
		}
	}
}

func BenchmarkEvents(b *testing.B) {
	var l eventLog
	for i := range maxEvents {
		l.add(messages.Event{Time: messages.Instant(i)})
	}
	b.Run("snapshot under the lock", func(b *testing.B) {
		for b.Loop() {
			l.snapshot()
		}
	})
	b.Run("copy without the lock", func(b *testing.B) {
		for b.Loop() {
			l.all()
		}
	})
}
