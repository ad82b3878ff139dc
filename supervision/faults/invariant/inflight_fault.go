package invariant

import (
	"math"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// linkFault is an injected fault of a link with all its parameters, defaults included.
type linkFault struct {
	actors.Fault
	text string
	// mixed means that another fault acted on the link at the same time, so its memory of values is
	// unknown.
	mixed bool
	// clings means that it has ended but acts until an end of the link restarts.
	clings bool

	since messages.Instant // start
	until messages.Instant // end; forever if an operator ends it

	met   bool
	last  messages.Instant // when the last value passed
	first messages.Instant // the first stamp that it saw

	frozen inFlightValue // the first value that it saw and repeats
	vague  bool          // the first value or stamp is uncertain

	record []inFlightValue // recorded values and the number of replays
	played int
}

// over reports whether it has no effect any more. The event of its end may follow later in the same
// instant.
func (f *linkFault) over(now messages.Instant) bool {
	return now >= f.until && f.Kind != actors.FaultHalfOpen
}

// sure reports whether it affects every value.
func (f *linkFault) sure() bool { return f.Probability == 0 || f.Probability == 1 }

// modelled reports whether the watch knows the effect on a value.
func (f *linkFault) modelled(m *inFlightValue) bool {
	switch f.Kind {
	case actors.FaultDrop, actors.FaultOversize, actors.FaultMisdirect, actors.FaultTruncate, actors.FaultNaN:
		return f.sure()
	case actors.FaultPartition, actors.FaultHalfOpen, actors.FaultDelay, actors.FaultOldSchema, actors.FaultFreeze,
		actors.FaultStamp, actors.FaultClockStep, actors.FaultClockSkew, actors.FaultClockDrift:
		return true
	case actors.FaultReplay:
		return !f.mixed
	case actors.FaultExtreme: // large or small numbers may be good
		return f.Choice == "inf" || f.Choice == "-inf" || m.share >= 0 && math.Abs(math.Abs(f.Amount*m.scale)*m.share-1) > 1e-6
	case actors.FaultSlowReader, actors.FaultClog, actors.FaultDuplicate:
		return !f.mixed
	case actors.FaultMasquerade:
		return !f.mixed && f.sure() && f.Choice == "older"
	}
	return false
}

// soon is how far ahead of a receiver with late cycles a stamp may lie and still be accepted.
const soon = time.Second

// lingers is how long it may act after its end.
func (f *linkFault) lingers() time.Duration {
	switch {
	case f.modelled(&inFlightValue{share: -1}):
		return 0
	case f.Kind == actors.FaultSlowReader:
		return max(2*time.Second, f.Delay)
	case f.Kind == actors.FaultDrop, f.Kind == actors.FaultOversize, f.Kind == actors.FaultMisdirect, f.Kind == actors.FaultTruncate, f.Kind == actors.FaultCorrupt,
		f.Kind == actors.FaultNaN, f.Kind == actors.FaultExtreme, f.Kind == actors.FaultClockStep, f.Kind == actors.FaultClockSkew, f.Kind == actors.FaultClockDrift, f.Kind == actors.FaultStamp, f.Kind == actors.FaultReplay:
		return 0 // values have the fault or not, and none is held back
	}
	return 2 * time.Second
}

// suffer returns a value after the fault, and false if it does not arrive.
func (f *linkFault) suffer(m inFlightValue, now messages.Instant) (inFlightValue, bool) {
	switch f.Kind {
	case actors.FaultDrop, actors.FaultPartition, actors.FaultHalfOpen, actors.FaultMisdirect:
		return m, false
	case actors.FaultOversize: // a withdrawal has no length
		return m, !m.valid
	case actors.FaultSlowReader:
		if f.met && now.Sub(f.last) < f.Delay {
			return m, false
		}
		f.met, f.last = true, now
	case actors.FaultNaN:
		m = m.spoil()
	case actors.FaultExtreme:
		m = f.exaggerated(m)
	case actors.FaultTruncate, actors.FaultOldSchema:
		m.good, m.ruined, m.content = false, true, 0
	case actors.FaultFreeze:
		m = f.freeze(m)
	case actors.FaultReplay:
		m = f.replay(m, now)
	case actors.FaultStamp, actors.FaultClockStep, actors.FaultClockSkew, actors.FaultClockDrift:
		m = f.stamp(m)
	case actors.FaultMasquerade:
		return m.forged(now), true
	}
	return m, true
}

// freeze gives a value the content of the first one that the fault saw. Withdrawals have no
// content.
func (f *linkFault) freeze(m inFlightValue) inFlightValue {
	if !m.valid {
		return m
	}
	if !f.met {
		f.met, f.frozen, f.vague = true, m, m.unsure
	}
	repeated := f.frozen
	repeated.stamp, repeated.vague, repeated.unsure = m.stamp, f.vague, m.unsure || f.vague
	return repeated
}

// replay gives a value the content of a recorded one. Withdrawals have no content.
func (f *linkFault) replay(m inFlightValue, now messages.Instant) inFlightValue {
	if !m.valid {
		return m
	}
	if now.Sub(f.since) < f.Delay || len(f.record) == 0 {
		if len(f.record) < f.Count {
			f.record = append(f.record, m)
		}
		return m
	}
	again := f.record[f.played%len(f.record)]
	f.played++
	again.vague = again.unsure
	again.stamp, again.unsure = m.stamp, m.unsure || again.vague
	return again
}

// stamp gives a value a wrong stamp. Stamps that depend on the first one are unknown if that one
// is.
func (f *linkFault) stamp(m inFlightValue) inFlightValue {
	t := &m.stamp.Time
	if !f.met {
		f.met, f.first, f.vague = true, *t, m.unsure
	}
	switch {
	case f.Kind == actors.FaultClockDrift:
		*t = t.Add(time.Duration(float64(t.Sub(f.since)) * f.Amount * 1e-6))
	case f.Kind != actors.FaultStamp:
		*t = t.Add(time.Duration(f.Amount * float64(time.Second)))
	case f.Choice == "frozen":
		*t = f.first
		m.unsure = m.unsure || f.vague
	case f.Choice == "backwards":
		*t = f.first - (*t - f.first)
		m.unsure = m.unsure || f.vague
	default:
		*t = t.Add(f.Delay)
	}
	return m
}

// spoil returns a value whose numbers are not finite. Numbers that it does not name have no effect.
func (m inFlightValue) spoil() inFlightValue {
	m.spoilt = m.named != 0
	m.good = m.good && !m.spoilt
	m.content = 0
	return m
}

// exaggerated returns a value with infinite, huge, tiny or multiplied numbers. The last two may
// repair what an earlier fault corrupted; the final numbers decide.
func (f *linkFault) exaggerated(m inFlightValue) inFlightValue {
	switch f.Choice {
	case "scaled":
		m.scale *= f.Amount
	case "denormal":
		m.scale, m.spoilt = 0, false
	default:
		return m.spoil()
	}
	m.good = !m.ruined && !m.spoilt && math.Abs(m.scale)*m.share <= 1
	return m
}

// forged returns the value with an older incarnation of its sender that overtakes this one, if
// there is such an incarnation.
func (m inFlightValue) forged(now messages.Instant) inFlightValue {
	if !m.valid || m.stamp.Incarnation <= 1 {
		return m
	}
	m.stamp.Time, m.stamp.Sequence, m.stamp.Incarnation = now, m.stamp.Sequence+1, m.stamp.Incarnation-1
	m.good, m.content = false, 0
	return m
}
