package invariant

import (
	"math"

	"github.com/robo-actors/robo-actors/messages"
	worldscoupling "github.com/robo-actors/robo-actors/worlds/coupling"
)

// resampled reports whether a velocity that the receiver hands on is the commanded one, resampled
// as the coupling declares: from the command before to the newest one over one period of the
// sender, counted from the stamp of the newest. A velocity that is elsewhere must be on its way
// there, as fast as the acceleration allows; slower is the time that its step counts at least, s.
// The first command after an interruption counts by itself: what was commanded before is over.
func (k *coupling) resampled(w *Watch, d int, x, slower float64) bool {
	now := w.now()
	if !k.resamples || !k.given || k.vague > 0 || k.have == 0 || k.control.Has(messages.ControlPosition) || !k.certain(now) || w.blocking.at(now) {
		return true
	}
	share := 1.0
	if k.resample != worldscoupling.Hold && k.source > 0 && k.have == 2 {
		share = min(max(now.Sub(k.newest.stamp.Time).Seconds()/k.source.Seconds(), 0), 1)
	}
	if k.resample == worldscoupling.Cubic {
		share = share * share * (3 - 2*share)
	}
	wanted := k.before.asks(d) + share*(k.newest.asks(d)-k.before.asks(d))
	wanted = min(max(wanted, -k.limits[d]), k.limits[d])
	was := k.last[d]
	return math.Abs(x-wanted) <= 1e-9*(1+math.Abs(wanted)) || between(x, was, wanted, wanted) && math.Abs(x-was) >= k.rate[d]*slower*(1-1e-6)
}

// certain reports whether the commands that count are known: no fault has acted on the link for the
// time in which one may still count, or what it did to them is known and over.
func (k *coupling) certain(now messages.Instant) bool {
	known := func(l *inFlightValue) bool { return !l.unsure && !l.vague && l.ahead == 0 && l.scale == 1 }
	l := k.command
	return l.calm(now, k.maxAge) || len(l.faults)+len(l.pending) == 0 && now >= l.unsureUntil && !l.unsure && known(&k.newest) && (k.have == 1 || known(&k.before))
}
