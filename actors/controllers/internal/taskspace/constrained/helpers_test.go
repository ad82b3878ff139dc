package constrained

import (
	"math"
	"testing"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
	"github.com/robo-actors/robo-actors/examples/mobile_manipulator/models"
	"github.com/robo-actors/robo-actors/internal/testrobots"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/geometry/outline"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
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
		up := spatial.IdentityPose()
		up.P = [3]float64{0.1, 0, 0.4}
		d.Links = append(d.Links, worlds.Link{Name: "room"}, worlds.Link{Name: "platform",
			Inertia: rigidbody.Inertia{Mass: 60, Com: [3]float64{-0.02, 0, 0.15}, Ixx: 2.3, Iyy: 3.1, Izz: 4.2}})
		d.Joints = append(d.Joints,
			worlds.Joint{Name: "drive", Type: worlds.Planar, Parent: "room", Child: "platform", Axis: [3]float64{0, 0, 1}, Origin: spatial.IdentityPose()},
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

// onFeet makes a robot that stands on feet from its bodies.
func onFeet(t testing.TB, bodies []rigidbody.Body, feet []testrobots.Foot, effort, friction float64) *robot {
	t.Helper()
	m, err := rigidbody.New(bodies)
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
	for _, f := range feet {
		r.contacts = append(r.contacts, Contact{Name: f.Name, Body: f.Body, Points: f.Points, Friction: friction})
	}
	return r
}

// quadruped has 18 velocities and four point feet.
func quadruped(t testing.TB) *robot {
	bodies, feet := testrobots.Quadruped()
	return onFeet(t, bodies, feet, 60, 0.6)
}

// humanoid has 38 velocities and two soles of four points: 62 unknowns.
func humanoid(t testing.TB) *robot {
	bodies, feet := testrobots.Biped()
	return onFeet(t, bodies, feet, 200, 0.7)
}

// bent is a position with bent knees, the trunk at the origin.
func (r *robot) bent(t testing.TB) []float64 {
	q := make([]float64, r.model.NQ())
	must(t, testrobots.Stance(r.model, q))
	return q
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

// unbalanced is the greatest entry of M a + h + e - tau - J^T f, by the inverse dynamics and forces
// as wrenches.
func (b *bench) unbalanced(t testing.TB) float64 {
	t.Helper()
	wrenches := make([]rigidbody.Wrench, b.r.model.NumBodies())
	at := 0
	for _, k := range b.law.contacts {
		origin := b.w.Pose(k.body).P
		for _, point := range k.points {
			f := b.out.Forces[at]
			m := spatial.VecOf(sub(b.w.PointPosition(k.body, point), origin)).Cross(spatial.VecOf(f)).Array()
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

func add(a, b [3]float64) [3]float64 { return spatial.VecOf(a).Add(spatial.VecOf(b)).Array() }

func sub(a, b [3]float64) [3]float64 { return spatial.VecOf(a).Sub(spatial.VecOf(b)).Array() }

// segment returns a sphere or capsule of a body.
func segment(body string, from, to [3]float64, radius float64) Shape {
	shape, pose, err := outline.Segment(from, to, radius)
	if err != nil {
		panic(err)
	}
	return Shape{Body: body, Shape: shape, Pose: pose}
}
