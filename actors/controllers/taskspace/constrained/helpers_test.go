package constrained

import (
	"fmt"
	"math"
	"testing"

	"github.com/robo-actors/robo-actors/actors/controllers/taskspace"
	"github.com/robo-actors/robo-actors/examples/mobile_manipulator/models"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/urdf"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// robot is a model with its limits and contacts.
type robot struct {
	model    *rigidbody.Model
	limits   Limits
	tip      string
	free     []int
	contacts []Contact
}

// arm is that of the project's own example, of seven axes, on a wall or on a planar joint.
func arm(t testing.TB, planar bool) *robot {
	t.Helper()
	d, err := urdf.Load(models.Files, "arm.urdf", urdf.Options{})
	must(t, err)
	if planar {
		root, err := d.RootLink()
		must(t, err)
		up := rigidbody.IdentityPose()
		up.P = [3]float64{0.1, 0, 0.4}
		d.Links = append(d.Links, worlds.Link{Name: "room"}, worlds.Link{Name: "platform",
			Inertia: rigidbody.Inertia{Mass: 60, Com: [3]float64{-0.02, 0, 0.15}, Ixx: 2.3, Iyy: 3.1, Izz: 4.2}})
		d.Joints = append(d.Joints,
			worlds.Joint{Name: "drive", Type: worlds.Planar, Parent: "room", Child: "platform", Axis: [3]float64{0, 0, 1}, Origin: rigidbody.IdentityPose()},
			worlds.Joint{Name: "mount", Type: worlds.Fixed, Parent: "platform", Child: root, Origin: up})
	}
	w, err := worlds.Build(d)
	must(t, err)
	m, err := w.Model()
	must(t, err)
	r := &robot{model: m, tip: "gripper"}
	for i, l := range w.Limits() {
		joint := i
		if planar {
			joint -= 3
		}
		r.limits.Acceleration = append(r.limits.Acceleration, 20)
		if joint < 0 {
			r.limits.PositionMin, r.limits.PositionMax = append(r.limits.PositionMin, math.Inf(-1)), append(r.limits.PositionMax, math.Inf(1))
			r.limits.Velocity, r.limits.Effort = append(r.limits.Velocity, 1), append(r.limits.Effort, 600)
			continue
		}
		r.limits.PositionMin, r.limits.PositionMax = append(r.limits.PositionMin, l.Lower), append(r.limits.PositionMax, l.Upper)
		r.limits.Velocity, r.limits.Effort = append(r.limits.Velocity, l.Velocity), append(r.limits.Effort, l.Effort)
	}
	for i := range m.NumBodies() {
		r.tip = m.Body(i).Name
	}
	return r
}

// legs makes a robot of a floating trunk, limbs of revolute joints, and point contacts or soles at the feet.
type builder struct {
	bodies []rigidbody.Body
}

func (b *builder) add(name string, parent int, kind rigidbody.JointKind, axis, at [3]float64, mass float64, size [3]float64) int {
	place := rigidbody.IdentityPose()
	place.P = at
	b.bodies = append(b.bodies, rigidbody.Body{Name: name, JointName: name + "_joint", Parent: parent, Kind: kind, Placement: place, Axis: axis,
		Inertia: rigidbody.Inertia{Mass: mass, Com: [3]float64{0, 0, size[2] / 2},
			Ixx: mass * (size[1]*size[1] + size[2]*size[2]) / 12, Iyy: mass * (size[0]*size[0] + size[2]*size[2]) / 12, Izz: mass * (size[0]*size[0] + size[1]*size[1]) / 12}})
	return len(b.bodies) - 1
}

var (
	alongX = [3]float64{1, 0, 0}
	alongY = [3]float64{0, 1, 0}
	alongZ = [3]float64{0, 0, 1}
)

func (b *builder) finish(t testing.TB, effort float64) *robot {
	t.Helper()
	m, err := rigidbody.New(b.bodies)
	must(t, err)
	r := &robot{model: m, free: []int{0, 1, 2, 3, 4, 5}}
	for i := range m.NV() {
		low, velocity := -3.0, 20.0
		if i < 6 {
			low, velocity = math.Inf(-1), math.Inf(1)
		}
		r.limits.PositionMin, r.limits.PositionMax = append(r.limits.PositionMin, low), append(r.limits.PositionMax, -low)
		r.limits.Velocity, r.limits.Acceleration, r.limits.Effort = append(r.limits.Velocity, velocity), append(r.limits.Acceleration, 500), append(r.limits.Effort, effort)
	}
	return r
}

// quadruped has 18 velocities and four point feet.
func quadruped(t testing.TB) *robot {
	b := &builder{}
	trunk := b.add("trunk", -1, rigidbody.Floating, [3]float64{}, [3]float64{}, 16, [3]float64{0.5, 0.3, 0.1})
	for i, at := range [][2]float64{{0.25, 0.15}, {0.25, -0.15}, {-0.25, 0.15}, {-0.25, -0.15}} {
		leg := fmt.Sprintf("leg_%d", i)
		hip := b.add(leg+"_hip", trunk, rigidbody.Revolute, alongX, [3]float64{at[0], at[1], 0}, 1, [3]float64{0.05, 0.05, 0.05})
		upper := b.add(leg+"_upper", hip, rigidbody.Revolute, alongY, [3]float64{0, 0, 0}, 1, [3]float64{0.04, 0.04, -0.25})
		b.add(leg+"_lower", upper, rigidbody.Revolute, alongY, [3]float64{0, 0, -0.25}, 0.4, [3]float64{0.03, 0.03, -0.25})
	}
	r := b.finish(t, 60)
	for i := range 4 {
		r.contacts = append(r.contacts, Contact{Name: fmt.Sprintf("foot_%d", i), Body: fmt.Sprintf("leg_%d_lower", i), Points: [][3]float64{{0, 0, -0.25}}, Friction: 0.6})
	}
	return r
}

// humanoid has 38 velocities and two soles of four points: 62 unknowns.
func humanoid(t testing.TB) *robot {
	b := &builder{}
	pelvis := b.add("pelvis", -1, rigidbody.Floating, [3]float64{}, [3]float64{}, 12, [3]float64{0.2, 0.3, 0.15})
	for _, side := range []string{"left", "right"} {
		y := map[string]float64{"left": 0.1, "right": -0.1}[side]
		at := b.add(side+"_hip_yaw", pelvis, rigidbody.Revolute, alongZ, [3]float64{0, y, 0}, 1, [3]float64{0.08, 0.08, -0.05})
		at = b.add(side+"_hip_roll", at, rigidbody.Revolute, alongX, [3]float64{}, 1, [3]float64{0.08, 0.08, -0.05})
		at = b.add(side+"_thigh", at, rigidbody.Revolute, alongY, [3]float64{}, 5, [3]float64{0.1, 0.1, -0.4})
		at = b.add(side+"_shank", at, rigidbody.Revolute, alongY, [3]float64{0, 0, -0.4}, 3, [3]float64{0.08, 0.08, -0.4})
		at = b.add(side+"_ankle", at, rigidbody.Revolute, alongY, [3]float64{0, 0, -0.4}, 0.5, [3]float64{0.05, 0.05, -0.03})
		b.add(side+"_foot", at, rigidbody.Revolute, alongX, [3]float64{}, 1, [3]float64{0.2, 0.1, -0.05})
	}
	at := pelvis
	for i, axis := range [][3]float64{alongZ, alongX, alongY} {
		at = b.add(fmt.Sprintf("waist_%d", i), at, rigidbody.Revolute, axis, [3]float64{0, 0, 0.05}, 1+9*float64(i/2), [3]float64{0.2, 0.3, 0.1 + 0.3*float64(i/2)})
	}
	chest := at
	for _, side := range []string{"left", "right"} {
		y := map[string]float64{"left": 0.2, "right": -0.2}[side]
		at, place := chest, [3]float64{0, y, 0.35}
		for i, axis := range [][3]float64{alongY, alongX, alongZ, alongY, alongZ, alongX, alongY} {
			name := fmt.Sprintf("%s_arm_%d", side, i)
			at = b.add(name, at, rigidbody.Revolute, axis, place, 0.7, [3]float64{0.05, 0.05, -0.1})
			place = [3]float64{0, 0, -0.1}
		}
	}
	at = chest
	for i, axis := range [][3]float64{alongZ, alongY, alongX} {
		at = b.add(fmt.Sprintf("neck_%d", i), at, rigidbody.Revolute, axis, [3]float64{0, 0, 0.4 * float64(1-min(i, 1))}, 0.5, [3]float64{0.1, 0.1, 0.1})
	}
	r := b.finish(t, 200)
	for _, side := range []string{"left", "right"} {
		r.contacts = append(r.contacts, Contact{Name: side, Body: side + "_foot", Friction: 0.7,
			Points: [][3]float64{{0.12, 0.05, -0.05}, {0.12, -0.05, -0.05}, {-0.08, 0.05, -0.05}, {-0.08, -0.05, -0.05}}})
	}
	return r
}

// bent is a position with bent knees, the trunk at the origin.
func (r *robot) bent(t testing.TB) []float64 {
	q := make([]float64, r.model.NQ())
	must(t, r.model.Neutral(q))
	for i := range r.model.NumBodies() {
		p, n := r.model.PositionRange(i)
		if n != 1 {
			continue
		}
		name := r.model.Body(i).Name
		switch {
		case contains(name, "_upper"), contains(name, "_thigh"):
			q[p] = -0.5
		case contains(name, "_lower"), contains(name, "_shank"):
			q[p] = 1
		case contains(name, "_ankle"):
			q[p] = -0.5
		case contains(name, "arm_3"):
			q[p] = -0.8
		}
	}
	return q
}

func contains(s, part string) bool {
	for i := 0; i+len(part) <= len(s); i++ {
		if s[i:i+len(part)] == part {
			return true
		}
	}
	return false
}

// bench joins a robot in a state, an evaluator and a law.
type bench struct {
	r    *robot
	w    *rigidbody.Workspace
	q, v []float64
	e    *taskspace.Evaluator
	law  *Law
	in   Input
	out  *Output
}

const period = 0.001

func (r *robot) config() Config {
	return Config{Model: r.model, Limits: r.limits, Unactuated: r.free, Contacts: r.contacts, PeriodS: period}
}

func newBench(t testing.TB, r *robot, c Config, make_ func(Config) (*Law, error), q []float64, tasks ...taskspace.Task) *bench {
	t.Helper()
	set, err := taskspace.NewSet(tasks...)
	must(t, err)
	e, err := set.Bind(taskspace.Binding{Model: r.model, PositionMin: r.limits.PositionMin, PositionMax: r.limits.PositionMax})
	must(t, err)
	c.Rows = RowsOf(e.Levels())
	law, err := make_(c)
	must(t, err)
	b := &bench{r: r, w: r.model.NewWorkspace(), q: append([]float64{}, q...), v: make([]float64, r.model.NV()), e: e, law: law, out: law.NewOutput()}
	must(t, b.w.SetState(b.q, b.v))
	must(t, e.Start(b.w, b.q))
	return b
}

// tick decides at the present state.
func (b *bench) tick(t testing.TB) error {
	t.Helper()
	must(t, b.w.SetState(b.q, b.v))
	must(t, b.e.Evaluate(b.w, b.q, b.v, period))
	b.in = Input{Workspace: b.w, Position: b.q, Velocity: b.v, Levels: b.e.Levels(), Forces: b.e.Forces(), Touching: b.in.Touching}
	return b.law.Solve(&b.in, b.out)
}

// move lets the robot do what was decided for one period: an ideal robot, contacts holding.
func (b *bench) move(t testing.TB) {
	t.Helper()
	mean := make([]float64, len(b.v))
	for i, v := range b.v {
		mean[i] = (v + b.out.Velocity[i]) / 2
		if b.law.velocity {
			mean[i] = b.out.Velocity[i]
		}
		b.v[i] = b.out.Velocity[i]
	}
	must(t, b.r.model.Integrate(b.q, b.q, mean, period))
}

// position is that of the velocity's axis.
func (b *bench) position(i int) float64 { return b.q[b.law.position[i]] }

// unbalanced is the greatest entry of M a + h + e - tau - J^T f, by the inverse dynamics and forces as wrenches.
func (b *bench) unbalanced(t testing.TB) float64 {
	t.Helper()
	wrenches := make([]rigidbody.Wrench, b.r.model.NumBodies())
	at := 0
	for _, k := range b.law.contacts {
		origin := b.w.Pose(k.body).P
		for _, point := range k.points {
			f := b.out.Forces[at]
			m := cross(sub(b.w.PointPosition(k.body, point), origin), f)
			for i := range 3 {
				wrenches[k.body].Force[i] += f[i]
				wrenches[k.body].Moment[i] += m[i]
			}
			at++
		}
	}
	tau := make([]float64, b.r.model.NV())
	must(t, b.w.InverseDynamics(tau, b.out.Acceleration, wrenches))
	worst := 0.0
	for i := range tau {
		worst = math.Max(worst, math.Abs(tau[i]-b.out.Torque[i]))
	}
	return worst
}
