package constrained

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// linked has the last joint of an arm of seven axes follow its fourth, and the third follow the
// first.
func linked(r *robot) rigidbody.Followers {
	q, v := r.model.NQ()-7, r.model.NV()-7
	return rigidbody.Followers{
		{Position: q + 6, LeaderPosition: q + 3, Velocity: v + 6, Leader: v + 3, Multiplier: -0.8, Offset: -0.5},
		{Position: q + 2, LeaderPosition: q, Velocity: v + 2, Leader: v, Multiplier: 0.5, Offset: 0.1},
	}
}

// side is how far the box reaches beyond where the tip begins, m; the post is at its corner.
const side = 0.12

// linkedBench is a bench of an arm with joints that follow others, in a box that its tip is to
// leave, and beside a post.
func linkedBench(t *testing.T, planar bool, level func(Config) (*Law, error)) (*bench, rigidbody.Followers) {
	t.Helper()
	r := arm(t, planar)
	f := linked(r)
	q, w := r.elbow(), r.model.NewWorkspace()
	f.Positions(q)
	must(t, w.SetPosition(q))
	tip, err := r.model.BodyIndex(r.tip)
	must(t, err)
	p := w.PointPosition(tip, [3]float64{})
	c := r.config()
	c.Followers = f
	inf := math.Inf(1)
	c.Limits.Effort = nil
	c.Boxes = []Box{{Name: "cell", Body: r.tip, Min: [3]float64{-inf, -inf, p[2] - 0.2}, Max: [3]float64{p[0] + side, p[1] + side, inf}}}
	c.Collisions = []Collision{{Name: "post", A: segment(r.tip, [3]float64{}, [3]float64{}, 0.03), B: segment("", [3]float64{p[0] + side, p[1] + side, -1}, [3]float64{p[0] + side, p[1] + side, 2}, 0.05)}}
	set, err := taskspace.NewSet(reach(r, [3]float64{p[0] + 0.3, p[1] + 0.25, p[2]})...)
	must(t, err)
	e, err := set.Bind(taskspace.Binding{Model: r.model, PositionMin: r.limits.PositionMin, PositionMax: r.limits.PositionMax, Followers: f})
	must(t, err)
	c.Rows = RowsOf(e.Levels())
	law, err := level(c)
	must(t, err)
	b := &bench{r: r, w: w, q: q, v: make([]float64, r.model.NV()), e: e, law: law, out: law.NewOutput()}
	must(t, b.w.SetState(b.q, b.v))
	must(t, e.Start(b.w, b.q))
	return b, f
}

// What is decided is a motion of the followers too, and torques of the leaders that make it: the
// torques that it takes of all joints, moved to the leaders, are those that were decided.
func TestTorquesOfLeadersMoveTheirFollowers(t *testing.T) {
	for _, planar := range []bool{false, true} {
		b, f := linkedBench(t, planar, NewTorqueLaw)
		rng := rand.New(rand.NewPCG(seed, 21))
		start := slices.Clone(b.q)
		for range 100 {
			for i := range b.v {
				b.v[i] = 0.4 * (2*rng.Float64() - 1)
				b.q[i] = start[i] + 0.1*(2*rng.Float64()-1)
			}
			f.Positions(b.q)
			f.Velocities(b.v)
			if err := b.tick(t); errors.Is(err, ErrInfeasible) {
				continue
			} else {
				must(t, err)
			}
			residual := make([]float64, len(b.v))
			must(t, b.w.InverseDynamics(residual, b.out.Acceleration, nil))
			f.Forces(residual)
			for i, x := range residual {
				if math.Abs(x-b.out.Torque[i]) > 1e-9*(1+math.Abs(x)) {
					t.Fatalf("velocity %d takes the torque %g; decided was %g", i, x, b.out.Torque[i])
				}
			}
			for _, x := range f {
				if want := x.Multiplier * b.out.Acceleration[x.Leader]; math.Abs(b.out.Acceleration[x.Velocity]-want) > 1e-12 {
					t.Fatalf("a follower accelerates with %g; expected %g", b.out.Acceleration[x.Velocity], want)
				}
			}
		}
	}
}

// The tip's goal is outside of the box and behind the post.
func TestDistancesAndBoxesHoldForBodiesOnFollowers(t *testing.T) {
	for name, level := range map[string]func(Config) (*Law, error){"torques": NewTorqueLaw, "velocities": NewVelocityLaw} {
		t.Run(name, func(t *testing.T) {
			b, f := linkedBench(t, false, level)
			tip, err := b.r.model.BodyIndex(b.r.tip)
			must(t, err)
			nearest, least := math.Inf(1), math.Inf(1)
			begin := b.w.PointPosition(tip, [3]float64{})
			for tick := range 3000 {
				must(t, b.tick(t))
				b.move(t)
				at := slices.Clone(b.q)
				f.Positions(at)
				for i, q := range at {
					if math.Abs(q-b.q[i]) > 1e-9 {
						t.Fatalf("tick %d: joint %d is at %g, and belongs at %g", tick, i, b.q[i], q)
					}
				}
				copy(b.q, at)
				must(t, b.w.SetPosition(b.q))
				p := b.w.PointPosition(tip, [3]float64{})
				nearest = math.Min(nearest, math.Min(begin[0]+side-p[0], begin[1]+side-p[1]))
				least = math.Min(least, math.Hypot(p[0]-begin[0]-side, p[1]-begin[1]-side)-0.08)
				for i, x := range b.law.axes {
					if b.q[i] < x.min-1e-6 || b.q[i] > x.max+1e-6 {
						t.Fatalf("tick %d: joint %d is at %g; its limits are %g and %g", tick, i, b.q[i], x.min, x.max)
					}
				}
			}
			if nearest < -1e-3 || nearest > 0.02 || least < -1e-3 || least > 0.02 {
				t.Errorf("the tip came to %g m from the box, and to %g m from the post", nearest, least)
			}
		})
	}
}

func TestLimitsThatFollowersLeaveAreThoseOfTheLaw(t *testing.T) {
	r := arm(t, false)
	c := r.config()
	c.Followers = linked(r)
	c.Limits.PositionMin, c.Limits.Velocity = slices.Clone(c.Limits.PositionMin), slices.Clone(c.Limits.Velocity)
	c.Limits.PositionMin[2], c.Limits.Velocity[2] = -0.4, 0.2
	l, err := NewTorqueLaw(c)
	must(t, err)
	if x := l.axes[0]; math.Abs(x.min+1) > 1e-12 || math.Abs(x.velocity-0.4) > 1e-12 {
		t.Errorf("the leader has the limits %+v; expected -1 rad and 0.4 rad/s", x)
	}
	if x := l.axes[2]; !math.IsInf(x.min, -1) || !math.IsInf(x.velocity, 1) {
		t.Errorf("the follower has the limits %+v; expected none of its own", x)
	}
	if c.Limits.PositionMin[0] == -1 {
		t.Error("the limits that were given have changed")
	}
}

func TestFollowersThatCannotBeMeantAreRefused(t *testing.T) {
	for text, spoil := range map[string]func(*Config){
		"velocity 6 is unactuated and follows velocity 3; expected one of both": func(c *Config) { c.Unactuated = []int{6} },
		"followers: joint": func(c *Config) { c.Followers[0].Multiplier = 0 },
		"the position limits of velocity 0 and of those that follow it leave it nothing: from 9.8, and to": func(c *Config) {
			c.Limits.PositionMin, c.Limits.PositionMax = slices.Clone(c.Limits.PositionMin), slices.Clone(c.Limits.PositionMax)
			c.Limits.PositionMin[2], c.Limits.PositionMax[2] = 5, 6
		},
	} {
		r := arm(t, false)
		c := r.config()
		c.Followers = linked(r)
		spoil(&c)
		if _, err := NewTorqueLaw(c); !errors.Is(err, ErrConfig) || !strings.Contains(err.Error(), text) {
			t.Errorf("got %v; expected %q in it", err, text)
		}
	}
}

// With constraints that clash the law only brakes: torques of leaders that slow down both.
func TestALawThatBrakesBrakesFollowersByTheirLeaders(t *testing.T) {
	b, f := linkedBench(t, false, NewTorqueLaw)
	b.q[1] += 0.8 // through the box
	b.q[3] = -0.1
	f.Positions(b.q)
	b.v[3] = 1
	f.Velocities(b.v)
	must(t, b.w.SetState(b.q, b.v))
	must(t, b.e.Start(b.w, b.q))
	in := Input{Workspace: b.w, Position: b.q, Velocity: b.v, Levels: b.e.Levels()}
	b.law.reduceAt(t, &in)
	b.law.brake(&in, b.out)
	residual, wanted := make([]float64, len(b.v)), make([]float64, len(b.v))
	for i, v := range b.v {
		wanted[i] = -calming * v
	}
	must(t, b.w.InverseDynamics(residual, wanted, nil))
	f.Forces(residual)
	for i, x := range residual {
		if math.Abs(x-b.out.Torque[i]) > 1e-9*(1+math.Abs(x)) {
			t.Errorf("velocity %d is braked with %g; expected %g", i, b.out.Torque[i], x)
		}
	}
}

func (l *Law) reduceAt(t *testing.T, in *Input) {
	t.Helper()
	must(t, l.dynamics(in))
}
