package wholebody

import (
	"math"
	"slices"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/hardware/sim/physics"
	"github.com/robo-actors/robo-actors/messages"
)

// lawOf makes options those of a law; weighted is the constrained one as a single problem.
func lawOf(base, law string) Options {
	o := linkageOptions(base, law)
	if law == "weighted" {
		o.Law, o.Weighted = "constrained", true
	}
	if o.Law == "constrained" { // limits have tests of their own
		o.Limits.Without = []string{"position", "velocity", "acceleration", "effort"}
	}
	return o
}

// wanted are the rows of the first level, which can always be met, with what they want and their
// drift.
func (c *coupled) wanted() (jacobian, acceleration []float64) {
	level := c.problem.levels[0]
	for r := range level.Rows {
		acceleration = append(acceleration, level.Acceleration[r]-level.Drift[r])
	}
	return level.Jacobian, acceleration
}

// met reports whether the law in force gives the first level all that it wants: the constrained one
// damps singular places, and keeps forces of contacts in their cones.
func (c *coupled) met() bool {
	s, limited := c.sets[0].solver.(*limitedSolver)
	return !limited || s.out.Levels[0].Missing < 1e-9 && !c.options.Weighted
}

// accelerates checks that accelerations are those that were decided and, where it can be met, what
// the first level wants, to a share of 1e-9 of the greatest.
func (c *coupled) accelerates(acceleration []float64) {
	c.t.Helper()
	decided := append([]float64(nil), c.problem.decided.acceleration...)
	c.followers.Velocities(decided)
	greatest := 1.0
	for _, a := range decided {
		greatest = math.Max(greatest, math.Abs(a))
	}
	for i, a := range acceleration {
		near(c.t, "the acceleration of joint "+c.names[i], a, decided[i], 1e-9*greatest)
	}
	if !c.met() {
		return
	}
	jacobian, wanted := c.wanted()
	n := len(acceleration)
	for r, want := range wanted {
		got := 0.0
		for i, a := range acceleration {
			got += jacobian[r*n+i] * a
		}
		near(c.t, "the acceleration of a task", got, want, 1e-9*greatest)
	}
}

func TestEffortsGiveBodiesThatMimicJointsCarryTheirAccelerations(t *testing.T) {
	eachLinkage(t, func(t *testing.T, base, law string) {
		c := newCoupled(t, linkageText(base), lawOf(base, law))
		const states = 40
		met := 0
		for seed := range uint64(states) {
			c.at(seed, 1.5)
			if base == "floating" {
				clear(c.in.Velocity) // the foot is at rest
			}
			c.step()
			c.accelerates(c.multiplied(c.decidedEfforts()))
			if c.met() {
				met++
			}
		}
		if law != "weighted" && met < states/2 {
			t.Errorf("the first level was met in %d of %d states", met, states)
		}
	})
}

// turned is a velocity with the linear part of that of the base, if it has one, in axes that it has
// from a time later on.
func turned(c *coupled, base string, velocity []float64, dt float64) []float64 {
	out := slices.Clone(velocity)
	term, size := slices.Clone(velocity), 1.0
	for k := 1.0; k < 6; k++ { // the exponential of the turn, as a series
		size *= -dt / k
		term = carried(c, base, term, velocity)
		for i := range out {
			out[i] += size * term[i]
		}
	}
	return out
}

// carried is the spin of the base times the linear part of a velocity of the base, zero elsewhere.
func carried(c *coupled, base string, velocity, spin []float64) []float64 {
	out := make([]float64, len(velocity))
	if base == "fixed" {
		return out
	}
	index, _ := c.world.JointIndex("base")
	at := c.world.Slot(index).Velocity
	v, w := velocity[at:], [3]float64{0, 0, spin[at+2]}
	if base == "planar" {
		out[at], out[at+1] = -w[2]*v[1], w[2]*v[0]
		return out
	}
	copy(w[:], spin[at+3:])
	out[at], out[at+1], out[at+2] = w[1]*v[2]-w[2]*v[1], w[2]*v[0]-w[0]*v[2], w[0]*v[1]-w[1]*v[0]
	return out
}

// Package physics reduces mimic joints by itself. A step of its integration changes the velocity by
// dt times the acceleration in the middle of the step, in axes that are fixed for the step: begun
// half a step before the state, it is that of the state.
func TestThePlantAcceleratesAsTheLawDecided(t *testing.T) {
	for _, law := range []string{"exact", "constrained"} {
		for _, base := range []string{"fixed", "planar", "floating"} {
			o := lawOf(base, law)
			o.Contacts = nil // in the air: what tasks want is relative to the body
			c := newCoupled(t, linkageText(base), o)
			p, err := physics.New(c.world, physics.Options{Step: time.Millisecond}, nil)
			if err != nil {
				t.Fatal(err)
			}
			n, dt := c.n, p.StepLength().Seconds()
			begin, before, after := make([]float64, c.nq), make([]float64, n), make([]float64, n)
			for seed := range uint64(20) {
				c.at(seed, 1)
				c.step()
				if err := c.model.Integrate(begin, c.in.Position, c.in.Velocity, -dt/2); err != nil {
					t.Fatal(err)
				}
				copy(before, c.in.Velocity)
				if err := p.SetState(begin, turned(c, base, before, -dt/2)); err != nil {
					t.Fatal(err)
				}
				if err := p.PushJoints(c.decidedEfforts()); err != nil {
					t.Fatal(err)
				}
				if err := p.Step(nil); err != nil {
					t.Fatal(err)
				}
				if err := p.CopyState(begin, after); err != nil {
					t.Fatal(err)
				}
				after, turning := turned(c, base, after, -dt/2), carried(c, base, before, before)
				for i := range after {
					after[i] = (after[i]-before[i])/dt - turning[i]
				}
				c.accelerates(after)
			}
		}
	}
}

// Without a usable model, or with clashing constraints, the degraded law carries the weight of
// mimic joints by their leaders.
func TestTheDegradedLawCarriesWhatMimicJointsWeigh(t *testing.T) {
	o := fromOwn(lawOf("fixed", "exact"))
	c := newCoupled(t, linkageText("fixed"), o)
	c.at(3, 0)
	c.step()
	c.in.Valid[c.velocity("turn")] = false
	if err := c.Step(c.in, c.out); err != nil {
		t.Fatal(err)
	}
	if c.out.Status.Phase != messages.TaskDegraded {
		t.Fatalf("the law is %v", c.out.Status.Phase)
	}
	for range 200 { // until the hand-over is done
		if err := c.Step(c.in, c.out); err != nil {
			t.Fatal(err)
		}
	}
	acceleration := c.multiplied(c.out.Effort)
	for i, a := range acceleration {
		near(t, "the acceleration of joint "+c.names[i], a, 0, 1e-9)
	}
}

// fromOwn lets the degraded law last.
func fromOwn(o Options) Options {
	o.DegradedFor = time.Minute
	return o
}

func TestATickWithMimicJointsDoesNotAllocate(t *testing.T) {
	eachLinkage(t, func(t *testing.T, base, law string) {
		c := newCoupled(t, linkageText(base), lawOf(base, law))
		c.at(1, 0)
		c.step()
		if n := testing.AllocsPerRun(50, c.step); n != 0 {
			t.Errorf("a tick allocates %v times", n)
		}
	})
}

// The degraded law and the constrained one slow joints with what they carry: a drive's effort that
// is cut is no reason for a mimic joint to be commanded.
func TestMimicJointsAreNeverCommanded(t *testing.T) {
	eachLinkage(t, func(t *testing.T, base, law string) {
		o := lawOf(base, law)
		c := newCoupled(t, linkageText(base), fromOwn(o))
		c.at(2, 0.5)
		for tick := range 60 {
			c.in.Valid[c.velocity("elbow")] = tick%20 < 10
			if err := c.Step(c.in, c.out); err != nil {
				t.Fatal(err)
			}
			for i := range c.out.Effort {
				if c.follows(i) && (c.out.Effort[i] != 0 || c.out.Velocity[i] != 0) || math.IsNaN(c.out.Effort[i]) {
					t.Fatalf("tick %d: joint %s is commanded with %g and %g", tick, c.names[i], c.out.Effort[i], c.out.Velocity[i])
				}
			}
		}
	})
}
