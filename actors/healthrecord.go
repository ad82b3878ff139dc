package actors

import (
	"fmt"
	"math"
	"time"

	"github.com/robo-actors/robo-actors/internal/usercode"
	"github.com/robo-actors/robo-actors/messages"
)

// HealthRecorder is a Recorder that also takes the health of all actors: every 200 ms of the
// system's time, and once after everything has stopped. A longer pause of virtual time is recorded
// once. Health is called as Record is.
type HealthRecorder interface {
	Recorder
	// Health takes the health of every actor, as System.Health returns it. It is valid during the
	// call only.
	Health(at messages.Instant, all []messages.Health)
}

// healthInterval is the time between two records of health.
const healthInterval = 200 * time.Millisecond

// healthLog sends the health of the actors to recorders.
type healthLog struct {
	recorders []HealthRecorder
	next      messages.Instant // when it is due; never without a recorder
}

// newHealthLog finds the recorders that take health.
func newHealthLog(all []Recorder) healthLog {
	l := healthLog{next: math.MaxInt64}
	for _, r := range all {
		if h, ok := r.(HealthRecorder); ok {
			l.recorders, l.next = append(l.recorders, h), messages.Instant(healthInterval)
		}
	}
	return l
}

// skipTo makes the next record due after t.
func (l *healthLog) skipTo(t messages.Instant) {
	l.next = (t - t%messages.Instant(healthInterval)).Add(healthInterval)
}

// recordHealth sends the health of the actors to the recorders.
func (s *System) recordHealth() {
	if len(s.health.recorders) == 0 {
		return
	}
	at, all := s.now(), s.Health()
	for _, r := range s.health.recorders {
		if err := usercode.Call(func() error { r.Health(at, all); return nil }); err != nil {
			s.halt(fmt.Errorf("a recorder failed to write actor health: %w", err))
		}
	}
}
