package faults

import "time"

// Timing holds the times of an application that determine how soon a fault is detected.
type Timing struct {
	// Period is the period of the world that detects the fault, Source that of the actor at the
	// other end of a link.
	Period, Source time.Duration
	// MaxAge is the bound of a value's age at its receiver, Silence how long a drive may leave
	// requests unanswered.
	MaxAge, Silence time.Duration
	// Watchdog is the timeout of the drive, Hang the time after which a tick counts as hung.
	Watchdog, Hang time.Duration
	// Tolerated is the number of missed releases that fail an actor, at least 1.
	Tolerated int
}

// Detection states how a fault is detected, and how soon after its start.
type Detection struct {
	// By names the detector, or states why the fault needs no detection.
	By string
	// bound is nil for a fault that needs no detection.
	bound func(Timing) time.Duration
}

// Detected reports whether the fault is detected. A fault that is not detected is tolerated: it has
// no unsafe consequence.
func (d Detection) Detected() bool { return d.bound != nil }

// Bound returns the time from the start of the fault until its detector responds, for a fault that
// is always present from then on: with p=1, at the largest value of its parameter. It returns false
// for a fault that needs no detection.
func (d Detection) Bound(t Timing) (time.Duration, bool) {
	if d.bound == nil {
		return 0, false
	}
	return d.bound(t), true
}

// The detectors.
var (
	// borne faults need no detection.
	borne = func(why string) Detection { return Detection{By: why} }
	// nextCycle detects a value that has arrived, or an actor that fails, at the next release.
	nextCycle = func(by string) Detection {
		return Detection{By: by, bound: func(t Timing) time.Duration { return t.Source + t.Period }}
	}
	// aged detects a value that is too old.
	aged = Detection{By: "the newest value is older than its bound", bound: func(t Timing) time.Duration { return t.MaxAge + t.Source + t.Period }}
	// failed detects an actor that fails in its tick.
	failed = Detection{By: "the actor fails in its next release", bound: func(t Timing) time.Duration { return t.Period }}
	// hung detects code that does not return.
	hung = Detection{By: "the tick exceeds its limit", bound: func(t Timing) time.Duration { return t.Period + t.Hang }}
	// overrun detects missed releases.
	overrun = Detection{By: "missed releases fill the overrun bucket, or a receiver rejects the value as too old", bound: func(t Timing) time.Duration {
		return max(time.Duration(t.Tolerated)*t.Period, t.MaxAge+t.Period)
	}}
	// silent detects a drive that does not answer.
	silent = Detection{By: "the drive has not answered for too long", bound: func(t Timing) time.Duration { return t.Silence + t.Source + t.Period }}
	// shown detects a fault that a drive reports.
	shown = Detection{By: "the drive reports it in its next answer", bound: func(t Timing) time.Duration { return 2*t.Source + t.Period }}
	// bitten is the drive's own watchdog.
	bitten = Detection{By: "the drive's own watchdog trips", bound: func(t Timing) time.Duration { return t.Watchdog + t.Source }}
)
