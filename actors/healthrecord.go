package actors

import (
	"fmt"
	"math"
	"time"

	"github.com/robo-actors/robo-actors/internal/usercode"
	"github.com/robo-actors/robo-actors/messages"
)

// HealthRecorder is a Recorder that also wants to know how the actors are: every 200 ms of the system's time, and once after
// everything has stopped. Where nothing happens in virtual time for longer, it is told once of that. It is called as
// Record is.
type HealthRecorder interface {
	Recorder
	// Health takes the condition of every actor, as System.Health tells it; it is valid during the call only.
	Health(at messages.Instant, all []messages.Health)
}

// healthInterval is how often recorders are told how the actors are.
const healthInterval = 200 * time.Millisecond

// healthLog tells recorders how the actors are.
type healthLog struct {
	recorders []HealthRecorder
	next      messages.Instant // when it is due; never without a recorder
}

// newHealthLog finds the recorders that want to be told.
func newHealthLog(all []Recorder) healthLog {
	l := healthLog{next: math.MaxInt64}
	for _, r := range all {
		if h, ok := r.(HealthRecorder); ok {
			l.recorders, l.next = append(l.recorders, h), messages.Instant(healthInterval)
		}
	}
	return l
}

// skipTo has the next one be due after t.
func (l *healthLog) skipTo(t messages.Instant) {
	l.next = (t - t%messages.Instant(healthInterval)).Add(healthInterval)
}

// recordHealth tells the recorders how the actors are.
func (s *System) recordHealth() {
	if len(s.health.recorders) == 0 {
		return
	}
	at, all := s.now(), s.Health()
	for _, r := range s.health.recorders {
		if err := usercode.Call(func() error { r.Health(at, all); return nil }); err != nil {
			s.halt(fmt.Errorf("a recorder failed on the health of the actors: %w", err))
		}
	}
}
