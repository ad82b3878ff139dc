package constrained

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace/hierarchy"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

func armTasks(r *robot) []taskspace.Task {
	return []taskspace.Task{
		{Name: "position", Kind: taskspace.FramePosition, Frame: r.tip, Goal: taskspace.Goal{Position: [3]float64{0.5, 0.2, 0.6}}},
		{Name: "orientation", Kind: taskspace.FrameOrientation, Frame: r.tip, Level: 1},
		{Name: "posture", Kind: taskspace.Posture, Level: 2, Goal: taskspace.Goal{Measured: true}},
	}
}

func reach(r *robot, goal [3]float64) []taskspace.Task {
	return []taskspace.Task{
		{Name: "reach", Kind: taskspace.FramePosition, Frame: r.tip, Goal: taskspace.Goal{Position: goal}},
		{Name: "posture", Kind: taskspace.Posture, Level: 1, Goal: taskspace.Goal{Measured: true}},
	}
}

// elbow is a position away from singular ones.
func (r *robot) elbow() []float64 {
	q := make([]float64, r.model.NQ())
	copy(q[len(q)-7:], []float64{0.1, 0.3, -0.2, -1.2, 0.2, 0.6, 0.1})
	return q
}

func unlimited(c Config) Config {
	c.Limits = Limits{}
	return c
}

// The exact hierarchy and this law agree on what tasks get. Where levels leave a choice they differ
// in what is least: there the norm of the mass matrix, here the weighted miss of the next level.
func TestWithoutLimitsLevelsGetWhatTheExactHierarchyGivesThem(t *testing.T) {
	for name, planar := range map[string]bool{"arm": false, "arm on a platform": true} {
		t.Run(name, func(t *testing.T) {
			r := arm(t, planar)
			b := newBench(t, r, unlimited(r.config()), NewTorqueLaw, r.elbow(), armTasks(r)...)
			exact, err := hierarchy.New(hierarchy.ConfigFor(r.model.NV(), b.e.Levels()))
			must(t, err)
			out, free := exact.NewOutput(), make([]float64, r.model.NV()*r.model.NV())
			rng := rand.New(rand.NewPCG(seed, 10))
			compared := 0
			for range 200 {
				for i := range b.q {
					b.q[i] = r.elbow()[i] + 0.6*(2*rng.Float64()-1)
				}
				for i := range b.v {
					b.v[i] = 2*rng.Float64() - 1
				}
				must(t, b.tick(t))
				in := hierarchy.Input{MassMatrix: b.law.mass, Bias: b.law.bias, Levels: b.e.Levels()}
				must(t, exact.Solve(&in, out))
				if out.Levels[0].Damped+out.Levels[1].Damped > 0 || b.out.Levels[0].Damped+b.out.Levels[1].Damped > 0 {
					continue
				}
				compared++
				must(t, exact.NullSpace(free, 1))
				compare(t, b, out.Acceleration, free)
			}
			if compared < 100 {
				t.Errorf("only %d states were compared", compared)
			}
		})
	}
}

// compare checks the first two levels against accelerations of the exact hierarchy, and the third
// against its own optimum: what it misses has no part in the motions that are free.
func compare(t *testing.T, b *bench, exact, free []float64) {
	t.Helper()
	nv := b.law.nv
	for k, level := range b.e.Levels()[:2] {
		for row := range level.Rows {
			got, want, size := 0.0, 0.0, 1.0
			for j, a := range level.Jacobian[row*nv:][:nv] {
				got += a * b.out.Acceleration[j]
				want += a * exact[j]
				size += math.Abs(a * exact[j])
			}
			if math.Abs(got-want) > 1e-7*size {
				t.Fatalf("seed %d: row %d of level %d gets %g, by the exact hierarchy %g", seed, row, k, got, want)
			}
		}
	}
	wanted, weight := b.e.Levels()[2].Acceleration, b.law.tasks[2].Weight
	for j := range nv {
		along, size := 0.0, 1.0
		for i := range nv {
			part := free[i*nv+j] * weight[i] * (b.out.Acceleration[i] - wanted[i])
			along, size = along+part, size+math.Abs(part)
		}
		if math.Abs(along) > 1e-6*size {
			t.Fatalf("seed %d: the posture could come nearer by %g", seed, along)
		}
	}
}

func TestLimitsHoldWhateverTheTasksWant(t *testing.T) {
	for name, weighted := range map[string]bool{"levels": false, "weights": true} {
		t.Run(name, func(t *testing.T) {
			r := arm(t, false)
			c := r.config()
			c.Weighted = weighted
			for goal := range 6 {
				far := [3]float64{3 * math.Cos(float64(goal)), 3 * math.Sin(float64(goal)), float64(goal%3) - 1} // out of reach
				b := newBench(t, r, c, NewTorqueLaw, r.elbow(), reach(r, far)...)
				for range 1500 {
					if err := b.tick(t); err != nil {
						t.Fatal(err)
					}
					for i := range b.v {
						if math.Abs(b.out.Torque[i]) > r.limits.Effort[i] || math.Abs(b.out.Acceleration[i]) > r.limits.Acceleration[i]+1e-6 {
							t.Fatalf("joint %d: torque %g of %g, acceleration %g", i, b.out.Torque[i], r.limits.Effort[i], b.out.Acceleration[i])
						}
					}
					if u := b.unbalanced(t); u > 1e-6 {
						t.Fatalf("the equation of motion is open by %g N m", u)
					}
					b.move(t)
					for i, v := range b.v {
						if q := b.position(i); q < r.limits.PositionMin[i]-1e-6 || q > r.limits.PositionMax[i]+1e-6 || math.Abs(v) > r.limits.Velocity[i]+1e-6 {
							t.Fatalf("joint %d is at %g, %g; limits %g, %g, %g", i, q, v, r.limits.PositionMin[i], r.limits.PositionMax[i], r.limits.Velocity[i])
						}
					}
				}
			}
		})
	}
}

func TestALowerLevelCannotDisturbAHigherOneUnderLimits(t *testing.T) {
	r := arm(t, false)
	tasks := armTasks(r)
	alone := newBench(t, r, r.config(), NewTorqueLaw, r.elbow(), tasks[0])
	all := newBench(t, r, r.config(), NewTorqueLaw, r.elbow(), tasks...)
	rng := rand.New(rand.NewPCG(seed, 11))
	held := 0
	for range 300 {
		for i := range all.v {
			all.q[i] = r.elbow()[i] + 0.3*(2*rng.Float64()-1)
			all.v[i] = 0.5 * (2*rng.Float64() - 1)
		}
		copy(alone.q, all.q)
		copy(alone.v, all.v)
		must(t, alone.tick(t))
		must(t, all.tick(t))
		if len(all.out.Active) > 0 {
			held++
		}
		a, b := alone.out.Levels[0].Missing, all.out.Levels[0].Missing
		if math.Abs(a-b) > 1e-6*(1+a) {
			t.Fatalf("seed %d: the first level misses %g alone and %g with others below it", seed, a, b)
		}
	}
	if held == 0 {
		t.Error("no limit was ever active")
	}
}

func TestFeetStayInTheirConesAndBearTheRobot(t *testing.T) {
	for name, r := range map[string]*robot{"quadruped": quadruped(t), "humanoid": humanoid(t)} {
		t.Run(name, func(t *testing.T) {
			q := r.bent(t)
			tasks := []taskspace.Task{
				{Name: "balance", Kind: taskspace.CentreOfMass, Goal: taskspace.Goal{Measured: true}},
				{Name: "trunk", Kind: taskspace.FrameOrientation, Frame: r.model.Body(0).Name, Level: 1},
				{Name: "posture", Kind: taskspace.Posture, Level: 2, Goal: taskspace.Goal{Measured: true}},
			}
			b := newBench(t, r, r.config(), NewTorqueLaw, q, tasks...)
			rng := rand.New(rand.NewPCG(seed, 12))
			weight := r.model.Mass() * 9.81
			rounding := 1e-8 * weight // N, the programme keeps its rows to this share of what they hold
			for k := range 40 {
				for i := range b.v {
					b.v[i] = 0 // contacts at rest
				}
				must(t, b.tick(t))
				sum := [3]float64{}
				for p, f := range b.out.Forces {
					if f[2] < -rounding || math.Hypot(f[0], f[1]) > r.contacts[0].Friction*f[2]+rounding {
						t.Fatalf("tick %d, point %d: the force %v is outside of its cone", k, p, f)
					}
					sum = add(sum, f)
				}
				if k == 0 {
					if math.Abs(sum[2]-weight) > 1e-3*weight || math.Hypot(sum[0], sum[1]) > 1e-3*weight {
						t.Errorf("at rest the feet bear %v of %g N", sum, weight)
					}
				}
				if u := b.unbalanced(t); u > 1e-6*weight {
					t.Fatalf("tick %d: the equation of motion is open by %g", k, u)
				}
				for _, i := range r.free {
					if b.out.Torque[i] != 0 {
						t.Fatalf("velocity %d has no drive and gets %g", i, b.out.Torque[i])
					}
				}
				for _, c := range b.law.contacts {
					if a := footAcceleration(b, c); a > 1e-6 {
						t.Fatalf("tick %d: foot %s accelerates with %g", k, c.c.Name, a)
					}
				}
				must(t, b.e.SetGoal(0, &taskspace.Reference{Position: add(b.w.CentreOfMass(), [3]float64{0.3 * (rng.Float64() - 0.5), 0.3 * (rng.Float64() - 0.5), 0.1 * (rng.Float64() - 0.5)})}))
			}
		})
	}
}

func footAcceleration(b *bench, k contact) float64 {
	worst := 0.0
	for r := range k.motionRows() {
		a := 0.0
		for j, x := range b.out.Acceleration {
			a += k.whole[r*b.law.nv+j] * x
		}
		worst = math.Max(worst, math.Abs(a)) // no drift at rest
	}
	return worst
}

func TestAFootThatDoesNotTouchBearsNothing(t *testing.T) {
	r := quadruped(t)
	b := newBench(t, r, r.config(), NewTorqueLaw, r.bent(t), taskspace.Task{Name: "posture", Kind: taskspace.Posture, Goal: taskspace.Goal{Measured: true}})
	b.in.Touching = []bool{true, true, true, false}
	must(t, b.tick(t))
	if f := b.out.Forces[3]; f != ([3]float64{}) {
		t.Errorf("the lifted foot bears %v", f)
	}
	b.in.Touching[3] = true
	must(t, b.tick(t))
	if f := b.out.Forces[3]; f[2] < 1 {
		t.Errorf("the foot is back and bears %v", f)
	}
}

func TestConstraintsThatClashAreNamedAndTheRobotBrakes(t *testing.T) {
	r := quadruped(t)
	for i := 6; i < r.model.NV(); i++ {
		r.limits.Effort[i] = 5 // too weak to stand on feet that must press
	}
	for i := range r.contacts {
		r.contacts[i].PressureMin = 200
	}
	b := newBench(t, r, r.config(), NewTorqueLaw, r.bent(t), taskspace.Task{Name: "posture", Kind: taskspace.Posture, Goal: taskspace.Goal{Measured: true}})
	b.v[8] = 1
	err := b.tick(t)
	var clash *InfeasibleError
	if !errors.Is(err, ErrInfeasible) || !errors.As(err, &clash) || len(clash.Constraints) < 2 {
		t.Fatalf("got %v", err)
	}
	for _, part := range []string{"pressure of contact foot_", "relax one of them"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q is missing in %v", part, err)
		}
	}
	if !b.out.Braking {
		t.Error("the output does not say that it brakes")
	}
	for i, tau := range b.out.Torque {
		if math.IsNaN(tau) || math.Abs(tau) > 5 || i < 6 && tau != 0 {
			t.Errorf("torque %d is %g", i, tau)
		}
	}
	for i := range r.contacts {
		b.law.contacts[i].c.PressureMin = 0 // the law may be given another chance
	}
	for i := range b.law.torques {
		if tr := &b.law.torques[i]; tr.effort > 0 {
			tr.effort = 60
		}
	}
	b.law.c.Limits.Effort = nil
	if err := b.tick(t); err != nil || b.out.Braking {
		t.Errorf("it did not recover: %v", err)
	}
}

func TestAPointStaysInItsBoxAndBodiesApart(t *testing.T) {
	for name, make_ := range map[string]func(Config) (*Law, error){"torque level": NewTorqueLaw, "velocity level": NewVelocityLaw} {
		t.Run(name, func(t *testing.T) {
			r := arm(t, false)
			b := newBench(t, r, r.config(), NewTorqueLaw, r.elbow(), reach(r, [3]float64{})...)
			begin := b.w.PointPosition(mustBody(t, r, r.tip), [3]float64{})
			c := r.config()
			c.Boxes = []Box{{Name: "cell", Body: r.tip, Min: [3]float64{begin[0] - 0.1, begin[1] - 0.1, math.Inf(-1)}, Max: [3]float64{begin[0] + 0.1, begin[1] + 0.2, math.Inf(1)}, Rate: 4}}
			post := add(begin, [3]float64{0, 0, 0.3})
			c.Collisions = []Collision{{Name: "post", A: segment(r.tip, [3]float64{}, [3]float64{}, 0.05), B: segment("", add(post, [3]float64{-1, 0, 0}), add(post, [3]float64{1, 0, 0}), 0.1), Margin: 0.02, Rate: 4}}
			for _, goal := range [][3]float64{add(begin, [3]float64{0.4, 0, 0}), add(begin, [3]float64{0, -0.4, 0}), add(begin, [3]float64{-0.4, 0.4, 0}), add(begin, [3]float64{0, 0, 0.5})} {
				b := newBench(t, r, c, make_, r.elbow(), reach(r, goal)...)
				nearest, out := math.Inf(1), 0.0
				for range 2500 {
					if err := b.tick(t); err != nil {
						t.Fatal(err)
					}
					b.move(t)
					must(t, b.w.SetState(b.q, b.v))
					p := b.w.PointPosition(b.law.boxes[0].body, [3]float64{})
					for i := range p {
						out = math.Max(out, math.Max(c.Boxes[0].Min[i]-p[i], p[i]-c.Boxes[0].Max[i]))
					}
					y, z := p[1]-post[1], p[2]-post[2]
					nearest = math.Min(nearest, math.Hypot(y, z)-0.15)
				}
				if out > 1e-3 {
					t.Errorf("goal %v: the point left its box by %g m", goal, out)
				}
				if nearest < 0.02-1e-3 {
					t.Errorf("goal %v: the post came as near as %g m", goal, nearest)
				}
				if goal[0] == begin[0]+0.4 && out < -0.01 {
					t.Errorf("the point came no nearer to the face than %g m", -out)
				}
			}
		})
	}
}

func mustBody(t testing.TB, r *robot, name string) int {
	t.Helper()
	i, err := r.model.BodyIndex(name)
	must(t, err)
	return i
}

func TestVelocitiesReachTheGoalWithinTheirLimits(t *testing.T) {
	r := arm(t, true)
	b := newBench(t, r, r.config(), NewVelocityLaw, r.elbow(), reach(r, [3]float64{2, 1, 0.9})...)
	for range 8000 {
		was := append([]float64{}, b.v...)
		if err := b.tick(t); err != nil {
			t.Fatal(err)
		}
		b.move(t)
		for i, v := range b.v {
			if math.Abs(v) > r.limits.Velocity[i]+1e-9 || math.Abs(v-was[i]) > r.limits.Acceleration[i]*period+1e-9 {
				t.Fatalf("velocity %d goes from %g to %g", i, was[i], v)
			}
		}
	}
	must(t, b.w.SetState(b.q, b.v))
	p := b.w.PointPosition(mustBody(t, r, r.tip), [3]float64{})
	if d := sub(p, [3]float64{2, 1, 0.9}); spatial.VecOf(d).Norm() > 1e-3 {
		t.Errorf("the hand is at %v", p)
	}
}

func TestAContactAtVelocityLevelDoesNotMove(t *testing.T) {
	r := humanoid(t)
	b := newBench(t, r, r.config(), NewVelocityLaw, r.bent(t), taskspace.Task{Name: "balance", Kind: taskspace.CentreOfMass, Goal: taskspace.Goal{Position: [3]float64{0.05, 0.03, 0}}})
	must(t, b.w.SetState(b.q, b.v))
	foot := mustBody(t, r, "left_foot")
	begin, com := b.w.Pose(foot), b.w.CentreOfMass()
	for range 300 {
		must(t, b.tick(t))
		b.move(t)
	}
	must(t, b.w.SetState(b.q, b.v))
	end, now := b.w.Pose(foot), b.w.CentreOfMass()
	if d := sub(end.P, begin.P); spatial.VecOf(d).Norm() > 1e-3 {
		t.Errorf("the foot moved by %v", d)
	}
	if d := sub(now, com); spatial.VecOf(d).Norm() < 0.01 {
		t.Errorf("the centre of mass moved by %v only", d)
	}
}

func TestAJointThatStartsBeyondItsLimitIsLedBack(t *testing.T) {
	r := arm(t, false)
	q := r.elbow()
	q[3] = r.limits.PositionMin[3] - 0.05
	home := r.elbow()
	b := newBench(t, r, r.config(), NewTorqueLaw, q, taskspace.Task{Name: "posture", Kind: taskspace.Posture, Goal: taskspace.Goal{Joints: home}})
	b.v[3] = -0.5
	must(t, b.tick(t))
	if b.out.Beyond != 1 || b.out.Acceleration[3] <= 0 {
		t.Errorf("%d are beyond, acceleration %g", b.out.Beyond, b.out.Acceleration[3])
	}
	for range 4000 {
		must(t, b.tick(t))
		b.move(t)
	}
	if b.out.Beyond != 0 || math.Abs(b.position(3)-home[3]) > 1e-3 {
		t.Errorf("it is at %g, beyond %d", b.position(3), b.out.Beyond)
	}
}

func TestTheInputOfALawMustFit(t *testing.T) {
	r := arm(t, false)
	b := newBench(t, r, r.config(), NewTorqueLaw, r.elbow(), armTasks(r)...)
	must(t, b.tick(t))
	good := b.in
	for name, spoil := range map[string]func(*Input){
		"no workspace":  func(in *Input) { in.Workspace = nil },
		"short state":   func(in *Input) { in.Velocity = in.Velocity[:3] },
		"a NaN":         func(in *Input) { in.Velocity = append([]float64{math.NaN()}, in.Velocity[1:]...) },
		"missing level": func(in *Input) { in.Levels = in.Levels[:1] },
		"forces":        func(in *Input) { in.Forces = []float64{1} },
		"touching":      func(in *Input) { in.Touching = []bool{true} },
		"long level":    func(in *Input) { in.Levels = append([]taskspace.Level{{Rows: 100}}, in.Levels[1:]...) },
		"infinite goal": func(in *Input) {
			level := in.Levels[0]
			level.Acceleration = []float64{math.Inf(1), 0, 0}
			in.Levels = append([]taskspace.Level{level}, in.Levels[1:]...)
		},
	} {
		in := good
		spoil(&in)
		if err := b.law.Solve(&in, b.out); !errors.Is(err, ErrInput) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if err := b.law.Solve(&good, b.out); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

func TestATickAllocatesNothing(t *testing.T) {
	for name, b := range map[string]*bench{"arm": armBench(t, false, false), "weighted": armBench(t, true, true), "humanoid": humanoidBench(t), "velocity": velocityBench(t)} {
		must(t, b.tick(t))
		if n := testing.AllocsPerRun(50, func() {
			if err := b.tick(t); err != nil {
				t.Error(err)
			}
		}); n != 0 {
			t.Errorf("%s: %g allocations a tick", name, n)
		}
	}
}
