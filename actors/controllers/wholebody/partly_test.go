package wholebody

import (
	"errors"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// stopping is an arm of which one joint's brake closes.
type stopping struct {
	*pursuit
	trace
	joint  int
	closed bool
}

// partly has the arm move, and one of its joints stop in the middle of its way: commands do not
// reach it, and its state may not be known.
func partly(t *testing.T, o Options, joint int, known bool) *stopping {
	t.Helper()
	p := &stopping{pursuit: newPursuit(t, o), joint: joint}
	for i := range p.in.Mode {
		p.in.Mode[i] = messages.ModeRun
	}
	for range 400 {
		p.step()
	}
	p.closed, p.v[joint] = true, 0
	p.in.Passes[joint], p.in.Valid[joint], p.in.Mode[joint] = false, known, messages.ModeBrake
	return p
}

// step is a tick. What a closed brake bears is what its joint's sensor measures.
func (p *stopping) step() {
	p.t.Helper()
	copy(p.in.Position, p.q)
	copy(p.in.Velocity, p.v)
	copy(p.in.Effort, p.tau)
	if err := p.law.Step(p.in, p.out); err != nil {
		p.t.Fatal(err)
	}
	p.note(p.pursuit)
	copy(p.tau, p.out.Effort)
	if p.closed {
		p.tau[p.joint] = 0
		without := p.acceleration()
		p.tau[p.joint] = 1
		p.tau[p.joint] = -without / (p.acceleration() - without)
	}
	if err := p.move(1e-3); err != nil {
		p.t.Fatal(err)
	}
}

// acceleration of the joint that stops, as the efforts are.
func (p *stopping) acceleration() float64 {
	p.t.Helper()
	if err := errors.Join(p.workspace.SetState(p.q, p.v), p.workspace.ForwardDynamics(p.acc, p.tau, nil)); err != nil {
		p.t.Fatal(err)
	}
	return p.acc[p.joint]
}

// A joint that stops alone leaves the others to the degraded law: they come to rest, and do not go
// on with the efforts of that moment.
func TestJointsThatRunOnBesideOneThatHasStoppedComeToRest(t *testing.T) {
	for _, law := range bothLaws() {
		for _, degraded := range []string{"damp", "hold"} {
			for joint := range 4 {
				for _, known := range []bool{true, false} {
					what := fmt.Sprintf("%s, %s, joint %d, its state known: %t", law, degraded, joint, known)
					o := steady(armOptions())
					o.Law, o.Degraded, o.DegradedFor = law, degraded, time.Minute
					p := partly(t, o, joint, known)
					from := append([]float64(nil), p.q...)
					for range 1500 {
						p.step()
					}
					for i, v := range p.v {
						if !(math.Abs(v) < 2e-3) || !(math.Abs(p.q[i]-from[i]) < 0.2) {
							t.Errorf("%s: joint %d moves with %g rad/s after 1.5 s, and has gone %g rad", what, i, v, p.q[i]-from[i])
						}
					}
					p.steps(what)
				}
			}
		}
	}
}

// steps checks every tick for steps of the joints that run on.
func (p *stopping) steps(what string) {
	p.t.Helper()
	for k := 1; k < len(p.effort); k++ {
		for i, x := range p.effort[k] {
			own := math.Abs(p.own[k][i] - p.own[k-1][i])
			if k == 400 {
				own = 0 // the law changes: what was put out before stays for this tick
			}
			if excess := (math.Abs(x-p.effort[k-1][i]) - own) / p.law.limit[i]; i != p.joint && excess > 0.02*(1+1e-9) {
				p.t.Fatalf("%s, tick %d: joint %d steps by %g of its limit beyond the law's own", what, k, i, excess)
			}
		}
	}
}

// When the joint comes back it begins with what is measured of it, and the others where they were.
func TestAJointThatComesBackAloneLeavesTheOthersEffortsWhereTheyWere(t *testing.T) {
	p := partly(t, steady(armOptions()), 2, true)
	for range 300 {
		p.step()
	}
	before := append([]float64(nil), p.out.Effort...)
	before[2] = p.tau[2] // what its sensor measures
	p.closed, p.in.Passes[2], p.in.Mode[2] = false, true, messages.ModeRun
	p.step()
	for i, x := range p.out.Effort {
		if math.Abs(x-before[i]) > 0.02*p.law.limit[i] {
			t.Errorf("joint %d begins with %g, expected %g", i, x, before[i])
		}
	}
	for range 4000 {
		p.step()
	}
	if e := p.out.Status.Error[3]; !(e < 1e-2) {
		t.Errorf("the posture is off by %g rad at last", e)
	}
}
