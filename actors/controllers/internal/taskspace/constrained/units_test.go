package constrained

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// scaledBy is the same robot in other units: lengths and masses times powers of two, and gravity
// and the limits of torque such that the same accelerations of joints belong to the same tasks.
func (r *robot) scaledBy(t *testing.T, length, mass float64) *robot {
	t.Helper()
	inertia := mass * length * length
	var bodies []rigidbody.Body
	for i := range r.model.NumBodies() {
		b := r.model.Body(i)
		in := &b.Inertia
		for k := range 3 {
			b.Placement.P[k] *= length
			in.Com[k] *= length
		}
		in.Mass *= mass
		for _, entry := range []*float64{&in.Ixx, &in.Iyy, &in.Izz, &in.Ixy, &in.Ixz, &in.Iyz, &b.Armature} {
			*entry *= inertia
		}
		bodies = append(bodies, b)
	}
	g := r.model.Gravity()
	m, err := rigidbody.New(bodies, rigidbody.WithGravity([3]float64{g[0] * length, g[1] * length, g[2] * length}))
	must(t, err)
	s := &robot{model: m, limits: r.limits, tip: r.tip, free: r.free, contacts: r.contacts}
	s.limits.Effort = nil
	for _, e := range r.limits.Effort {
		s.limits.Effort = append(s.limits.Effort, e*inertia)
	}
	return s
}

// A finger of ten grams has accelerations like an arm of ten kilograms: nothing that the laws add
// of their own is in kilograms, metres or newtons.
func TestSmallAndLightRobotsMoveAsLargeAndHeavyOnesDo(t *testing.T) {
	for name, c := range map[string]struct {
		robot  *robot
		scales [][2]int // exponents of length and mass; lengths only where no base has metres beside its radians
	}{
		"arm":       {arm(t, false), [][2]int{{-10, 0}, {-6, -10}, {0, -20}, {4, 6}, {0, 20}}},
		"quadruped": {quadruped(t), [][2]int{{0, -20}, {0, -10}, {0, 20}}},
	} {
		for law, make_ := range map[string]func(Config) (*Law, error){"torque": NewTorqueLaw, "velocity": NewVelocityLaw} {
			for _, weighted := range []bool{false, true} {
				tolerance := 1e-7
				if weighted { // what the regularisation takes
					tolerance = 1e-3
				}
				t.Run(fmt.Sprint(name, " ", law, " weighted ", weighted), func(t *testing.T) {
					for _, scale := range c.scales {
						for i := range uint64(6) {
							want := c.robot.moveInUnits(t, 0, 0, i, weighted, make_)
							got := c.robot.moveInUnits(t, scale[0], scale[1], i, weighted, make_)
							size := 1 + greatest(want)
							for k := range want {
								if !(math.Abs(got[k]-want[k]) <= tolerance*size) {
									t.Fatalf("length times 2^%d, mass times 2^%d, state %d: joint %d has %g, %g without, of %g", scale[0], scale[1], i, k, got[k], want[k], size)
								}
							}
						}
					}
				})
			}
		}
	}
}

// moveInUnits returns what a tick decides for the robot in such units, accelerations and
// velocities.
func (r *robot) moveInUnits(t *testing.T, length, mass int, state uint64, weighted bool, make_ func(Config) (*Law, error)) []float64 {
	t.Helper()
	m := math.Ldexp(1, length)
	s := r.scaledBy(t, m, math.Ldexp(1, mass))
	rng := rand.New(rand.NewPCG(seed, state))
	q, low := make([]float64, s.model.NQ()), 0
	if s.tip == "" {
		s.tip = s.model.Body(s.model.NumBodies() - 1).Name
	}
	if len(s.contacts) > 0 {
		q, low = s.bent(t), 7
	}
	for k := low; k < len(q); k++ {
		q[k] += 0.1 * rng.NormFloat64()
	}
	c := s.config()
	c.Weighted = weighted
	b := newBench(t, s, c, make_, q,
		taskspace.Task{Name: "place", Kind: taskspace.FramePosition, Frame: s.tip, Goal: taskspace.Goal{Measured: true}},
		taskspace.Task{Name: "balance", Kind: taskspace.CentreOfMass, Level: 1, Goal: taskspace.Goal{Measured: true}},
		taskspace.Task{Name: "posture", Kind: taskspace.Posture, Level: 2, Goal: taskspace.Goal{Measured: true}})
	for k := range b.v {
		b.v[k] = 0.05 * rng.NormFloat64()
	}
	body, err := s.model.BodyIndex(s.tip)
	must(t, err)
	goal := b.w.PointPosition(body, [3]float64{})
	for k := range goal {
		goal[k] += 0.02 * m * rng.NormFloat64()
	}
	must(t, b.e.SetGoal(0, &taskspace.Goal{Position: goal}))
	must(t, b.tick(t))
	return append(append([]float64(nil), b.out.Acceleration...), b.out.Velocity...)
}
