package wholebody

import (
	"math"
	"testing"
)

// A sensor may read a number that is finite, but with which the dynamics overflow. The degraded law
// slows down where a joint has stopped.
func TestAStateWithWhichTheDynamicsOverflowIsAnError(t *testing.T) {
	for _, stopped := range []bool{false, true} {
		p := newPursuit(t, postureOptions())
		p.tick(nil)
		copy(p.in.Velocity, p.v)
		p.in.Velocity[1], p.in.Passes[0] = 0.9*math.MaxFloat64, !stopped
		if err := p.law.Step(p.in, p.out); err == nil {
			t.Errorf("joint stopped %t: efforts %v; expected an error", stopped, p.out.Effort)
		}
	}
}
