package literal

import (
	"fmt"
	"math/bits"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
)

// causes is a set of causes.
type causes uint32

func (s causes) has(c messages.Cause) bool { return s&(1<<c) != 0 }

func (s causes) String() string {
	var names []string
	for ; s != 0; s &= s - 1 {
		names = append(names, messages.Cause(bits.TrailingZeros32(uint32(s))).String())
	}
	if names == nil {
		return "none"
	}
	return strings.Join(names, "+")
}

// stopped is the condition of one joint: "it is in run exactly while it has no cause".
type stopped struct {
	mode     messages.Mode
	asked    messages.Mode          // the most severe one that a cause has asked for
	causes   causes                 // of the present stop until re-arm
	present  [numCauses]presentBits // what still holds, by cause
	held     causes                 // what still holds, for the joint or for those that stop with it
	since    messages.Instant       // the first cause
	clear    messages.Instant       // when the last cause went
	required modes.Level            // by faults of a joint with a kind
	clean    time.Duration
	within   time.Duration    // longest stop from which it comes back by itself, where a fault bounds it
	later    []later          // what follows, by the faults of a joint with a kind
	resting  messages.Instant // since when it has rested in ramp_hold, zero while it does not
	nonce    uint64
	arm      uint32
}

// later is a stage that follows, and when its fault came.
type later struct {
	stage
	from messages.Instant
}

// presentBits has a bit for each reason for which a cause still holds.
type presentBits uint32

const numCauses = int(messages.CauseCoupledJoint) + 1

// The reasons for which a cause holds.
const (
	reasonCommand presentBits = 1 << iota
	reasonState
	reasonDrive
	reasonBus
	reasonController
	reasonInvalid
	reasonPartner
	reasonLimits
	reasonOverrun
	reasonsOfJoint = iota // how many there are
)

// reasonReported is the reason of a class of faults that was reported to the gate.
func reasonReported(f modes.FaultClass) presentBits { return 1 << (reasonsOfJoint + int(f)) }

// own are the causes that hold for reasons of the joint itself.
func (s *stopped) own() (c causes) {
	for k, p := range s.present {
		if p != 0 {
			c |= 1 << k
		}
	}
	return c
}

// shared are those of them that hold for the other joints of the controller, too.
func (s *stopped) shared() (c causes) {
	for k, p := range s.present {
		if p&(reasonCommand|reasonState|reasonDrive|reasonBus|reasonLimits) != 0 {
			c |= 1 << k
		}
	}
	return c
}

// demand is a cause that comes and asks for a mode.
func (s *stopped) demand(c messages.Cause, reason presentBits, m messages.Mode, now messages.Instant) {
	if s.causes == 0 {
		s.since = now
	}
	if !s.causes.has(c) || s.present[c] == 0 && !s.held.has(c) && reason != 0 {
		s.nonce++
	}
	s.causes |= 1 << c
	s.present[c] |= reason
	s.clear = now
	s.mode, s.asked = max(s.mode, m), max(s.asked, m)
}

// gone is the end of a reason.
func (s *stopped) gone(c messages.Cause, reason presentBits) {
	s.present[c] &^= reason
}

// climb is a more severe mode without a new cause.
func (s *stopped) climb(m messages.Mode) {
	if s.causes != 0 {
		s.mode = max(s.mode, m)
	}
}

// rearm is the return to run.
func (s *stopped) rearm() {
	*s = stopped{nonce: s.nonce + 1, arm: s.arm + 1}
}

// level is the re-arm level that the joint's causes and faults require.
func (j *joint) level() modes.Level {
	level := j.required
	for c := range messages.Cause(numCauses) {
		if j.causes.has(c) {
			level = max(level, j.levelFor(c))
		}
	}
	return level
}

// levelFor is the level that a cause requires: by the joint's rules, or, for a joint with a kind,
// what a start, a person, a supervisor, an error and a hang require. Faults may require more.
func (j *joint) levelFor(c messages.Cause) modes.Level {
	if j.kind == modes.AnyJoint {
		return requires(c, j.rearmWay, j.startWay)
	}
	switch c {
	case messages.CauseStartup:
		return levelOf(j.startWay)
	case messages.CauseOperator, messages.CauseEscalation, messages.CauseError, messages.CauseHang:
		return byAck
	}
	return byAuto
}

// returns reports whether a stopped joint may re-arm without a person now.
func (j *joint) returns(now messages.Instant) bool {
	switch {
	case j.causes == 0 || j.held != 0 || j.level() > byAuto || j.outside():
		return false
	case j.within > 0 && j.clear.Sub(j.since) > j.within:
		return false
	}
	return now.Sub(j.clear) >= max(j.settle, j.clean)
}

// beyond is the distance beyond its limits up to which a joint may be re-armed, rad or m.
const beyond = 0.01

// outside reports whether a joint with a drive is too far beyond its limits.
func (j *joint) outside() bool {
	return j.bus >= 0 && (j.position < j.limits[0].Lower-beyond || j.position > j.limits[0].Upper+beyond)
}

// obeys reports whether a request may re-arm a stopped joint.
func (j *joint) obeys(way modes.Rearm) bool {
	if j.own()&j.causes != 0 || j.outside() {
		return false
	}
	level := j.level()
	return level <= byAck || level == byRst && way == modes.Reset
}

func (s *stopped) String() string {
	return fmt.Sprintf("%s by %s, present %s, arm %d", s.mode, s.causes, s.held, s.arm)
}
