package core

import (
	"fmt"
	"math"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
)

// StartupCheck is one of the checks that a joint has to pass before a reset is accepted.
type StartupCheck uint8

// The checks, in the order in which they are made. The zero value says that none has failed.
const (
	// NoCheck: everything is as it should be.
	NoCheck StartupCheck = iota
	// Answers: the drive answers, and what it measures is young and a number.
	Answers
	// Configuration: the drive has its limits and its watchdog. Drivers read them back when their bus opens; a drive that
	// loses them afterwards says so by its fault code.
	Configuration
	// FaultCode: the drive shows no fault but the one that the stop is about, whose cause it looks at when it is re-armed.
	FaultCode
	// InsideLimits: the joint stands inside its bounds of position.
	InsideLimits
	// Plausible: the joint stands where it can have come to since it was last known to be right. Who was told of a jump and
	// asks again has looked, and takes it upon himself.
	Plausible
	// AtRest: the joint does not move, by its speed or by its positions.
	AtRest
	// BrakeKnown: the brake has had its time to open or to close.
	BrakeKnown
)

var startupCheckNames = [...]string{"none", "answers", "configuration", "fault_code", "inside_limits", "plausible", "at_rest", "brake_known"}

// String returns the name of the check.
func (c StartupCheck) String() string {
	if int(c) < len(startupCheckNames) {
		return startupCheckNames[c]
	}
	return fmt.Sprintf("check(%d)", uint8(c))
}

// StartupChecks lists the checks in their order.
func StartupChecks() []StartupCheck {
	return []StartupCheck{Answers, Configuration, FaultCode, InsideLimits, Plausible, AtRest, BrakeKnown}
}

// Readiness is what is known of a joint when a reset is asked for. SI units: rad or m.
type Readiness struct {
	// Silent is how long the drive has not answered, or its answer was no number; at most MaxAge will do.
	Silent, MaxAge time.Duration
	// Fault is the code that the drive shows, and Told says that the stop is about a fault of the drive.
	Fault uint16
	Told  bool
	// Position stands within Lower and Upper, or outside by no more than Outside.
	Position, Lower, Upper, Outside float64
	// Unexplained is how far the position has jumped in all, and Explicable how far it may have moved meanwhile.
	Unexplained, Explicable float64
	// Speed is the measured one, in which the steps of an encoder show; Stays is for how long the positions have moved no
	// farther than at Standstill in restTime. A joint rests if its speed says so, or its positions, and its speed nearly.
	Speed, Standstill float64
	Stays             time.Duration
	// Brake says that there is a spring brake; Settled for how long the stop is confirmed, and Closes how long it takes.
	Brake           bool
	Settled, Closes time.Duration
}

// notConfigured is the fault code of a drive that has lost its configuration.
const notConfigured = 36

// Check returns the first check that fails and what is wrong, or NoCheck.
func (r *Readiness) Check() (failed StartupCheck, problem string) {
	switch {
	case r.Silent > r.MaxAge:
		return Answers, fmt.Sprintf("its drive has not answered for %v; expected an answer within %v", r.Silent, r.MaxAge)
	case r.Fault == notConfigured:
		return Configuration, "its drive has lost its limits and its watchdog; write them anew, or restart its bus, which reads them back"
	case r.Fault != 0 && (!r.Told || faultOf(r.Fault) == modes.Derated):
		return FaultCode, fmt.Sprintf("its drive shows code %d; expected none but that of the stop", r.Fault)
	case !(r.Position >= r.Lower-r.Outside && r.Position <= r.Upper+r.Outside):
		return InsideLimits, fmt.Sprintf("it stands at %.4g; expected it in [%.4g, %.4g], or outside by at most %.4g", r.Position, r.Lower, r.Upper, r.Outside)
	case !(math.Abs(r.Unexplained) <= r.Explicable):
		return Plausible, fmt.Sprintf("its position has jumped by %.4g, of which motion explains at most %.4g; look where it stands: a second reset takes that for right", r.Unexplained, r.Explicable)
	case !(r.Speed <= r.Standstill || r.Stays >= restTime && r.Speed <= seemingMotion*r.Standstill):
		return AtRest, fmt.Sprintf("it moves at %.4g; expected at most %.4g", r.Speed, r.Standstill)
	case r.Brake && r.Settled < r.Closes:
		return BrakeKnown, fmt.Sprintf("its stop is confirmed for %v; its brake takes %v", r.Settled, r.Closes)
	}
	return NoCheck, ""
}

// readiness is that of a driven joint.
func (j *joint) readiness(now messages.Instant) Readiness {
	s := &j.stopping
	r := Readiness{Silent: max(now.Sub(j.drive.at), now.Sub(j.measured.at)), MaxAge: j.StateMaxAge, Fault: j.drive.fault, Told: j.state.Causes.Has(messages.CauseDrive),
		Position: j.measured.position[0], Lower: j.Limits[0].Lower, Upper: j.Limits[0].Upper, Outside: j.Outside,
		Unexplained: j.track.unseen(j.Limits[0].Velocity), Explicable: j.track.explicable(j.Limits[0].Velocity),
		Speed: j.speed(), Standstill: j.Standstill, Stays: j.still.stays(), Brake: j.Brake, Closes: j.BrakeCloses}
	if s.confirmed {
		r.Settled = now.Sub(s.confirmedAt)
	}
	return r
}

// A joint that has stayed where it is for restTime rests, though it seem to move at up to seemingMotion times its standstill.
const (
	restTime      = 50 * time.Millisecond
	seemingMotion = 3
)

// stillness follows a measured position for how long it has stayed where it is.
type stillness struct {
	known        bool
	position     float64 // rad or m, from which it has moved no farther than at standstill in restTime
	since, until messages.Instant
}

// see takes in a position at an instant; standstill is the speed of a joint that rests.
func (r *stillness) see(position float64, at messages.Instant, standstill float64) {
	if !r.known || math.Abs(position-r.position) > standstill*restTime.Seconds() {
		*r = stillness{known: true, position: position, since: at}
	}
	r.until = max(r.since, at)
}

// stays is how long the position has stayed.
func (r *stillness) stays() time.Duration { return r.until.Sub(r.since) }

// track follows a measured position, and adds up what no motion explains. A joint that jumps and jumps back is where it
// was; garbage between two good readings adds up to the way that the joint has made meanwhile; an offset that stays is seen
// for good.
type track struct {
	known       bool
	at          messages.Instant
	position    float64
	unexplained float64          // rad or m
	first, last messages.Instant // begin and end of what is unexplained
	told        float64          // of what is unexplained, that which an operator was told of; 0 before
}

// The greatest motion that counts as one, as a multiple of the velocity limit, and what is granted at any time beside it, as
// the time that the limit takes for it.
const (
	fastest    = 3
	jitterTime = 0.05 // s
)

// see takes in a position at an instant; limit is that of the velocity.
func (k *track) see(position float64, at messages.Instant, limit float64) {
	if k.known && at <= k.at {
		return
	}
	if step := position - k.position; k.known && math.Abs(step) > limit*(fastest*at.Sub(k.at).Seconds()+jitterTime) {
		if k.unexplained == 0 {
			k.first = k.at
		}
		k.unexplained, k.last = k.unexplained+step, at
	}
	k.known, k.at, k.position = true, at, position
}

// explicable is how far the joint may have moved while its position could not be believed.
func (k *track) explicable(limit float64) float64 {
	return limit * (fastest*k.last.Sub(k.first).Seconds() + 2*jitterTime)
}

// unseen is what is unexplained, and nothing where that is what an operator was told of.
func (k *track) unseen(limit float64) float64 {
	if k.told != 0 && math.Abs(k.unexplained-k.told) <= limit*2*jitterTime {
		return 0
	}
	return k.unexplained
}

// accepted has the joint be right where it stands.
func (k *track) accepted() { k.unexplained, k.told = 0, 0 }
