package faults

import "time"

// Timing has the times of an application on which it depends how soon a fault is seen.
type Timing struct {
	// Period is that of the world that has to see the fault, Source that of the actor at the other end of a link.
	Period, Source time.Duration
	// MaxAge bounds the age of a value at its receiver, Silence how long a drive may not answer.
	MaxAge, Silence time.Duration
	// Watchdog is that of the drive, Hang the time after which a tick that does not return counts as hung.
	Watchdog, Hang time.Duration
	// Tolerated is how many missed releases fail an actor, at least 1.
	Tolerated int
}

// Detection says by what a fault is seen, and within which time from its beginning.
type Detection struct {
	// By names the detector in words; where nothing has to see the fault, why that is so.
	By string
	// bound is nil where nothing has to see it.
	bound func(Timing) time.Duration
}

// Detected reports whether something has to see the fault. What need not be seen is borne: nothing unsafe follows.
func (d Detection) Detected() bool { return d.bound != nil }

// Bound returns the time from the beginning of the fault to the moment when the condition of its detector holds, for a
// fault that is there all the time from then on: with p=1, at the largest value of its parameter. It is false where
// nothing has to see the fault.
func (d Detection) Bound(t Timing) (time.Duration, bool) {
	if d.bound == nil {
		return 0, false
	}
	return d.bound(t), true
}

// The detectors.
var (
	// borne faults need not be seen.
	borne = func(why string) Detection { return Detection{By: why} }
	// nextCycle sees a value that has arrived, or an actor that fails, at its next release.
	nextCycle = func(by string) Detection {
		return Detection{By: by, bound: func(t Timing) time.Duration { return t.Source + t.Period }}
	}
	// aged sees that a value has become too old.
	aged = Detection{By: "the newest value is older than its bound", bound: func(t Timing) time.Duration { return t.MaxAge + t.Source + t.Period }}
	// failed sees an actor that fails in its tick.
	failed = Detection{By: "the actor fails in its next release", bound: func(t Timing) time.Duration { return t.Period }}
	// hung sees code that does not return.
	hung = Detection{By: "the tick outlives its limit", bound: func(t Timing) time.Duration { return t.Period + t.Hang }}
	// overrun sees releases that are missed.
	overrun = Detection{By: "missed releases fill the tolerance, or a receiver finds the value too old", bound: func(t Timing) time.Duration {
		return max(time.Duration(t.Tolerated)*t.Period, t.MaxAge+t.Period)
	}}
	// silent sees a drive that does not answer.
	silent = Detection{By: "the drive has not answered for too long", bound: func(t Timing) time.Duration { return t.Silence + t.Source + t.Period }}
	// shown sees what a drive answers.
	shown = Detection{By: "the drive shows it in its next answer", bound: func(t Timing) time.Duration { return 2*t.Source + t.Period }}
	// bitten is the drive's own watchdog.
	bitten = Detection{By: "the drive's own watchdog, which nobody feeds any more", bound: func(t Timing) time.Duration { return t.Watchdog + t.Source }}
)
