package hierarchy

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
	"github.com/robo-actors/robo-actors/examples/mobile_manipulator/models"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
	"github.com/robo-actors/robo-actors/worlds/urdf"
)

func must(t testing.TB, err error) {
	if err != nil { // t.Helper costs more than a tick
		t.Helper()
		t.Fatal(err)
	}
}

// shared returns a folder that lies beside the repository, or skips the test.
func shared(t testing.TB, parts ...string) string {
	t.Helper()
	dir, err := os.Getwd()
	must(t, err)
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		if dir == filepath.Dir(dir) {
			t.Fatal("no go.mod above the test; expected that tests run inside of the module")
		}
		dir = filepath.Dir(dir)
	}
	path := filepath.Join(append([]string{dir, "..", "shared"}, parts...)...)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("the files shared between projects are not here: %v", err)
	}
	return path
}

// robot is a model with what tests ask about it.
type robot struct {
	name       string
	model      *rigidbody.Model
	low, high  []float64 // position limits
	tip        string
	base       string // body that moves with the virtual joint, or ""
	unactuated []int
}

// build makes a robot of a description. floating adds a floating joint below its root.
func build(t testing.TB, d *worlds.Description, name, tip string, floating bool) *robot {
	t.Helper()
	if floating {
		root, err := d.RootLink()
		must(t, err)
		d.Links = append(d.Links, worlds.Link{Name: "ground"})
		d.Joints = append(d.Joints, worlds.Joint{Name: "free", Type: worlds.Floating, Parent: "ground", Child: root,
			Origin: spatial.IdentityPose(), Role: worlds.Passive})
	}
	w, err := worlds.Build(d)
	must(t, err)
	m, err := w.Model()
	must(t, err)
	r := &robot{name: name, model: m, tip: tip}
	for _, l := range w.Limits() {
		r.low, r.high = append(r.low, l.Lower), append(r.high, l.Upper)
	}
	for v := 0; floating && v < 6; v++ {
		r.unactuated = append(r.unactuated, v)
	}
	return r
}

func load(t testing.TB, folder, file, tip string, floating bool) *robot {
	t.Helper()
	d, err := urdf.Load(os.DirFS(folder), file, urdf.Options{BoundlessRevoluteIsContinuous: true, AnyMeshURI: true})
	must(t, err)
	return build(t, d, file, tip, floating)
}

// ownArm is the arm of the project's own example, of seven axes.
func ownArm(t testing.TB) *robot {
	t.Helper()
	d, err := urdf.Load(models.Files, "arm.urdf", urdf.Options{})
	must(t, err)
	return build(t, d, "arm", lastBody(d), false)
}

// lastBody is the deepest link of a serial chain.
func lastBody(d *worlds.Description) string {
	name, err := d.RootLink()
	if err != nil {
		return ""
	}
	for {
		next := ""
		for _, j := range d.Joints {
			if j.Parent == name {
				next = j.Child
			}
		}
		if next == "" {
			return name
		}
		name = next
	}
}

// onWheels puts a robot on a planar joint, as a mobile base has it.
func onWheels(t testing.TB) *robot {
	t.Helper()
	d, err := urdf.Load(models.Files, "arm.urdf", urdf.Options{})
	must(t, err)
	root, err := d.RootLink()
	must(t, err)
	tip := lastBody(d)
	up := spatial.IdentityPose()
	up.P = [3]float64{0.1, 0, 0.4}
	d.Links = append(d.Links, worlds.Link{Name: "room"}, worlds.Link{Name: "platform",
		Inertia: rigidbody.Inertia{Mass: 60, Com: [3]float64{-0.02, 0, 0.15}, Ixx: 2.3, Iyy: 3.1, Izz: 4.2}})
	d.Joints = append(d.Joints,
		worlds.Joint{Name: "drive", Type: worlds.Planar, Parent: "room", Child: "platform", Axis: [3]float64{0, 0, 1}, Origin: spatial.IdentityPose()},
		worlds.Joint{Name: "mount", Type: worlds.Fixed, Parent: "platform", Child: root, Origin: up})
	r := build(t, d, "arm on wheels", tip, false)
	r.base = "platform"
	return r
}

// state is a random state, within limits, and its workspace.
type state struct {
	w    *rigidbody.Workspace
	q, v []float64
}

func (r *robot) newState() *state {
	return &state{w: r.model.NewWorkspace(), q: make([]float64, r.model.NQ()), v: make([]float64, r.model.NV())}
}

func (r *robot) randomise(t testing.TB, s *state, rng *rand.Rand) {
	t.Helper()
	must(t, r.model.RandomPosition(s.q, rng.Float64))
	for i := range r.model.NumBodies() {
		if r.model.Body(i).Kind.Velocities() != 1 {
			continue
		}
		p, _ := r.model.PositionRange(i)
		k, _ := r.model.VelocityRange(i)
		if !math.IsInf(r.low[k], 0) && !math.IsInf(r.high[k], 0) {
			s.q[p] = r.low[k] + rng.Float64()*(r.high[k]-r.low[k])
		}
	}
	for i := range s.v {
		s.v[i] = 2*rng.Float64() - 1
	}
	must(t, s.w.SetState(s.q, s.v))
}

// bench joins an evaluator and a law.
type bench struct {
	r   *robot
	e   *taskspace.Evaluator
	law *Law
	in  Input
	out *Output
}

func newBench(t testing.TB, r *robot, tasks ...taskspace.Task) *bench {
	t.Helper()
	set, err := taskspace.NewSet(tasks...)
	must(t, err)
	e, err := set.Bind(taskspace.Binding{Model: r.model, PositionMin: r.low, PositionMax: r.high})
	must(t, err)
	c := ConfigFor(r.model.NV(), e.Levels())
	c.Unactuated = r.unactuated
	law, err := New(c)
	must(t, err)
	nv := r.model.NV()
	return &bench{r: r, e: e, law: law, out: law.NewOutput(),
		in: Input{MassMatrix: make([]float64, nv*nv), Bias: make([]float64, nv)}}
}

// tick evaluates and solves at a state.
func (b *bench) tick(t testing.TB, s *state) {
	must(t, b.e.Evaluate(s.w, s.q, s.v, 0.001))
	must(t, s.w.MassMatrix(b.in.MassMatrix))
	must(t, s.w.Bias(b.in.Bias))
	b.in.Levels, b.in.Forces = b.e.Levels(), b.e.Forces()
	must(t, b.law.Solve(&b.in, b.out))
}

// product returns m x, m of rows x n.
func product(m, x []float64) []float64 {
	n := len(x)
	out := make([]float64, len(m)/n)
	for i := range out {
		for j, y := range x {
			out[i] += m[i*n+j] * y
		}
	}
	return out
}

func greatest(x []float64) (g float64) {
	for _, v := range x {
		if !(math.Abs(v) <= g) {
			g = math.Abs(v)
		}
	}
	return g
}

func difference(a, b []float64) []float64 {
	out := make([]float64, len(a))
	for i := range a {
		out[i] = a[i] - b[i]
	}
	return out
}
