package core

import (
	"fmt"
	"math"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
)

// StartupCheck is a check that a joint must pass before a reset.
type StartupCheck uint8

// The checks, in their order. The zero value means that no check failed.
const (
	// NoCheck: no check failed.
	NoCheck StartupCheck = iota
	// Answers: the drive answers, and its measurements are fresh and finite.
	Answers
	// Configuration: the drive has its limits and its watchdog. Drivers read them back when their
	// bus opens; a drive that loses them later reports a fault code.
	Configuration
	// FaultCode: the drive reports no fault except that of the stop, which the drive itself checks
	// at re-arm.
	FaultCode
	// InsideLimits: the joint is within its position limits.
	InsideLimits
	// Plausible: motion explains the joint's position. An operator who resets again after a
	// reported jump confirms the position.
	Plausible
	// AtRest: the joint is at rest, by its speed or by its positions.
	AtRest
	// BrakeKnown: the opening or closing time of the brake has passed.
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

// Readiness is the state of a joint at the request of a reset, in SI units (rad or m).
type Readiness struct {
	// Silent is the time since the newest finite answer of the drive, MaxAge its limit.
	Silent, MaxAge time.Duration
	// Fault is the fault code of the drive. DriveStop means that the stop has the cause drive.
	Fault     uint16
	DriveStop bool
	// Position must be within Lower and Upper, extended by Outside.
	Position, Lower, Upper, Outside float64
	// Unexplained is the sum of the jumps of the position, Explicable the largest motion possible
	// meanwhile.
	Unexplained, Explicable float64
	// Speed is the measured speed, which includes encoder steps. Stays is the time for which the
	// position has moved no farther than Standstill allows in restTime. A joint is at rest by its
	// speed, or by its position if the speed is nearly at rest.
	Speed, Standstill float64
	Stays             time.Duration
	// Brake means that the joint has a spring brake. Settled is the time since the confirmation of
	// the stop, Closes the closing time of the brake.
	Brake           bool
	Settled, Closes time.Duration
}

// notConfigured is the fault code of a drive that has lost its configuration.
const notConfigured = 36

// Check returns the first check that fails and its problem, or NoCheck.
func (r *Readiness) Check() (failed StartupCheck, problem string) {
	switch {
	case r.Silent > r.MaxAge:
		return Answers, fmt.Sprintf("its drive has not answered for %v; expected an answer within %v", r.Silent, r.MaxAge)
	case r.Fault == notConfigured:
		return Configuration, "its drive has lost its limits and its watchdog; configure the drive, then restart its bus"
	case r.Fault != 0 && (!r.DriveStop || faultOf(r.Fault) == modes.Derated):
		return FaultCode, fmt.Sprintf("its drive reports fault code %d; expected none, or that of the stop", r.Fault)
	case !(r.Position >= r.Lower-r.Outside && r.Position <= r.Upper+r.Outside):
		return InsideLimits, r.beyond()
	case !(math.Abs(r.Unexplained) <= r.Explicable):
		return Plausible, fmt.Sprintf("its position has jumped by %.4g, of which motion explains at most %.4g; check the position: a second reset confirms it", r.Unexplained, r.Explicable)
	case !(r.Speed <= r.Standstill || r.Stays >= restTime && r.Speed <= seemingMotion*r.Standstill):
		return AtRest, fmt.Sprintf("it moves at %.4g; expected at most %.4g", r.Speed, r.Standstill)
	case r.Brake && r.Settled < r.Closes:
		return BrakeKnown, fmt.Sprintf("its stop has been confirmed for %v; its brake takes %v to close", r.Settled, r.Closes)
	}
	return NoCheck, ""
}

// beyond is the problem of a position beyond the limits.
func (r *Readiness) beyond() string {
	return fmt.Sprintf("its position is %.4g; expected [%.4g, %.4g], or at most %.4g outside", r.Position, r.Lower, r.Upper, r.Outside)
}

// readiness returns the Readiness of a driven joint.
func (j *joint) readiness(now messages.Instant) Readiness {
	s := &j.stopping
	r := Readiness{Silent: max(now.Sub(j.drive.at), now.Sub(j.measured.at)), MaxAge: j.StateMaxAge, Fault: j.drive.fault, DriveStop: j.state.Causes.Has(messages.CauseDrive),
		Position: j.measured.position[0], Lower: j.Limits[0].Lower, Upper: j.Limits[0].Upper, Outside: j.Outside,
		Unexplained: j.track.unseen(j.Limits[0].Velocity), Explicable: j.track.explicable(j.Limits[0].Velocity),
		Speed: j.speed(), Standstill: j.Standstill, Stays: j.still.stays(), Brake: j.Brake, Closes: j.BrakeCloses}
	if s.confirmed {
		r.Settled = now.Sub(s.confirmedAt)
	}
	return r
}

// A joint that has stayed at its position for restTime is at rest, even if its measured speed is up
// to seemingMotion times Standstill.
const (
	restTime      = 50 * time.Millisecond
	seemingMotion = 3
)

// stillness tracks the time for which a measured position has not changed.
type stillness struct {
	known        bool
	position     float64 // reference, rad or m
	since, until messages.Instant
}

// see adds a position measured at an instant. Standstill is the highest speed of a joint at rest.
func (r *stillness) see(position float64, at messages.Instant, standstill float64) {
	if !r.known || math.Abs(position-r.position) > standstill*restTime.Seconds() {
		*r = stillness{known: true, position: position, since: at}
	}
	r.until = max(r.since, at)
}

// stays returns the time for which the position has not changed.
func (r *stillness) stays() time.Duration { return r.until.Sub(r.since) }

// track sums the steps of a measured position that no motion explains. A jump and the jump back
// cancel out. Garbage between two good readings leaves the motion of the joint meanwhile. An
// offset remains.
type track struct {
	known       bool
	at          messages.Instant
	position    float64
	unexplained float64          // rad or m
	first, last messages.Instant // of the unexplained steps
	reported    float64          // the unexplained sum that a refused reset reported, or 0
}

// A step counts as motion up to fastest times the velocity limit, plus the motion at the limit in
// jitterTime.
const (
	fastest    = 3
	jitterTime = 0.05 // s
)

// see adds a position measured at an instant. Limit is the velocity limit.
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

// explicable returns the largest motion possible during the unexplained steps.
func (k *track) explicable(limit float64) float64 {
	return limit * (fastest*k.last.Sub(k.first).Seconds() + 2*jitterTime)
}

// unseen returns the unexplained sum, or zero if a refused reset has reported it.
func (k *track) unseen(limit float64) float64 {
	if k.reported != 0 && math.Abs(k.unexplained-k.reported) <= limit*2*jitterTime {
		return 0
	}
	return k.unexplained
}

// accepted takes the present position as right.
func (k *track) accepted() { k.unexplained, k.reported = 0, 0 }
