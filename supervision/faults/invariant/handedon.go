package invariant

import (
	"fmt"
	"math"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// effortRise is the time in which a receiver lets an effort rise from zero to its limit.
const effortRise = 100 * time.Millisecond

// efforts checks the efforts that the receiver hands on: they begin at zero, change by their limit
// in effortRise at most, and grow by a fresh command only: V1, V2, V9.
func (k *coupling) efforts(w *Watch, v *messages.JointCommand, fresh bool) {
	now := w.now()
	if !v.Control[0].Has(messages.ControlEffort) {
		return
	}
	if !k.given {
		clear(k.effort[:])
	}
	dt := cycles(now.Sub(k.lastAt), k.period)
	if !k.given {
		dt = k.period.Seconds()
	}
	for d := range k.n {
		x, was := v.Effort[d], k.effort[d]
		switch most := k.rise[d]*dt*(1+1e-6) + 1e-9; {
		case !finite(x):
			w.violate("V1", k.actor, k.joint, fmt.Sprintf("effort[%d] is %g", d, x))
		case !fresh && !k.command.unsure && math.Abs(x) > math.Abs(was)+1e-12:
			w.violate("V9", k.actor, k.joint, fmt.Sprintf("effort[%d] grew from %g to %g, but the newest command has an age of %v, bound %v", d, was, x, now.Sub(k.newest.stamp.Time), k.maxAge))
		case math.Abs(x-was) > most && !w.blocking.at(now): // a late first cycle counts its releases
			w.violate("V2", k.actor, k.joint, fmt.Sprintf("effort[%d] went from %g to %g; expected it to change by at most %g", d, was, x, most))
		}
		k.effort[d] = x
	}
}

// returns checks that the position that the receiver hands on begins its way back after an
// interruption as its velocity and the acceleration of the joint allow: V2.
func (k *coupling) returns(w *Watch, v *messages.JointCommand, fresh bool) {
	if !v.Control[0].Has(messages.ControlPosition) || k.n != 1 || len(v.Position) != 1 {
		return
	}
	dt := cycles(w.now().Sub(k.lastAt), k.period)
	most := (math.Abs(k.last[0])+k.rate[0]*dt)*dt*(1+1e-6) + 1e-9
	if moved := math.Abs(v.Position[0] - k.place); k.given && k.broken && fresh && k.vague == 0 && !k.command.unsure && moved > most && !w.blocking.at(w.now()) {
		w.violate("V2", k.actor, k.joint, fmt.Sprintf("after an interruption its position went from %g to %g at once; expected at most %g, from a velocity of %g", k.place, v.Position[0], most, k.last[0]))
	}
	k.place, k.broken = v.Position[0], !fresh
}
