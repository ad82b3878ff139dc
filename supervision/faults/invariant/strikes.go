package invariant

import (
	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults"
)

// strikes records the faults that change what an estimator reads.
type strikes struct {
	foreign int              // active ones
	spoilt  bool             // one of them is unknown, and may leave something wrong
	calm    messages.Instant // when the newest of them began or ended
}

// note records that a fault begins or ends.
func (s *strikes) note(e messages.Event, f *actors.Fault, known bool) {
	kind, _ := faults.KindOf(string(f.Kind))
	s.calm, s.spoilt = e.Time, s.spoilt || !known
	switch {
	case e.Kind == messages.EventFaultEnded:
		s.foreign = max(s.foreign-1, 0)
	case f.Duration > 0 || kind.Lasts == faults.UntilEnd:
		s.foreign++
	}
}
