package hierarchy

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
	"github.com/robo-actors/robo-actors/examples/mobile_manipulator/models"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/urdf"
)

// standing is a robot with a floating base that touches its surroundings with some bodies: with
// points of them, or flat.
type standing struct {
	*bench
	feet []int
	flat bool
}

func newStanding(t testing.TB, r *robot, flat bool, feet []string, tasks ...taskspace.Task) *standing {
	t.Helper()
	b := &standing{bench: newBench(t, r, tasks...), flat: flat}
	for _, name := range feet {
		i, err := r.model.BodyIndex(name)
		must(t, err)
		b.feet = append(b.feet, i)
	}
	each := 3
	if flat {
		each = 6
	}
	c := ConfigFor(r.model.NV(), b.e.Levels())
	c.Unactuated, c.ContactRows = r.unactuated, each*len(feet)
	law, err := New(c)
	must(t, err)
	b.law, b.out = law, law.NewOutput()
	return b
}

// stand solves at a state with contacts of the first count feet.
func (b *standing) stand(t testing.TB, s *state, count int) {
	t.Helper()
	nv := b.r.model.NV()
	c := &b.in.Contacts
	force := c.Force
	*c = Contacts{Force: force}
	for _, foot := range b.feet[:count] {
		d := s.w.Drift(foot, rigidbody.LocalWorldAligned)
		if b.flat {
			j := make([]float64, 6*nv)
			must(t, s.w.Jacobian(j, foot, rigidbody.LocalWorldAligned))
			c.Jacobian = append(c.Jacobian, j...)
			c.Drift = append(append(c.Drift, d.Linear[:]...), d.Angular[:]...)
			c.Rows += 6
			continue
		}
		j := make([]float64, 3*nv)
		must(t, s.w.PointJacobian(j, foot, [3]float64{}))
		c.Jacobian = append(c.Jacobian, j...)
		c.Drift = append(c.Drift, d.Linear[:]...)
		c.Rows += 3
	}
	b.tick(t, s)
}

// check checks that the answer is a motion of the robot: the equation of motion with the forces and
// torques of the output, no torque without a drive, contacts that stay, and levels that are met.
func (b *standing) check(t *testing.T, i int) {
	t.Helper()
	o, c := b.out, &b.in.Contacts
	left := product(b.in.MassMatrix, o.Acceleration)
	nv := len(left)
	size := 1 + greatest(left) + greatest(b.in.Bias) + greatest(o.ContactForce)
	for k := range left {
		left[k] += b.in.Bias[k] - o.Torque[k]
		for r, f := range o.ContactForce {
			left[k] -= c.Jacobian[r*nv+k] * f
		}
	}
	if miss := greatest(left); !(miss <= identityTolerance*size) {
		t.Fatalf("%s state %d: the equation of motion is off by %g of %g; unbalanced %g", b.r.name, i, miss, size, o.Unbalanced)
	}
	for _, v := range b.r.unactuated {
		if o.Torque[v] != 0 {
			t.Fatalf("%s state %d: torque %g on velocity %d, which has no drive", b.r.name, i, o.Torque[v], v)
		}
	}
	if c.Rows > 0 {
		slip := product(c.Jacobian, o.Acceleration)
		for r := range slip {
			slip[r] += c.Drift[r]
		}
		if miss := greatest(slip); !(miss <= identityTolerance*o.Contact.Condition*(1+greatest(o.Acceleration))) {
			t.Fatalf("%s state %d: contacts slip with %g m/s2", b.r.name, i, miss)
		}
	}
	condition := o.Contact.Condition
	for k := range b.in.Levels {
		l, report := &b.in.Levels[k], &o.Levels[k]
		if report.Damped > 0 {
			return
		}
		condition *= report.Condition
		got := product(l.Jacobian, o.Acceleration)
		for row := range got {
			miss := math.Abs(got[row] + l.Drift[row] + report.Missing[row] - l.Acceleration[row])
			if !(miss <= identityTolerance*condition*(1+greatest(l.Acceleration)+greatest(o.Acceleration))) {
				t.Fatalf("%s state %d: level %d row %d is off by %g; %+v", b.r.name, i, k, row, miss, report)
			}
		}
	}
}

func freeArm(t testing.TB) (*robot, string) {
	t.Helper()
	d, err := urdf.Load(models.Files, "arm.urdf", urdf.Options{})
	must(t, err)
	root, err := d.RootLink()
	must(t, err)
	for i := range d.Links {
		if d.Links[i].Name == root { // a floating base needs inertia
			d.Links[i].Inertia = rigidbody.Inertia{Mass: 8, Com: [3]float64{0, 0, 0.05}, Ixx: 0.1, Iyy: 0.12, Izz: 0.15}
		}
	}
	return build(t, d, "free arm", lastBody(d), true), root
}

// atRest is a posture of all joints, where they are.
var atRest = taskspace.Task{Name: "posture", Kind: taskspace.Posture, Level: 2, Goal: taskspace.Goal{Measured: true}}

func TestARobotInFlightMovesAsItsMomentumMust(t *testing.T) {
	r, _ := freeArm(t)
	b := newStanding(t, r, false, nil, append(armTasks(r)[:2], atRest)...)
	s := r.newState()
	rng := rand.New(rand.NewPCG(1, 9))
	for i := range 200 {
		r.randomise(t, s, rng)
		must(t, b.e.Start(s.w, s.q))
		b.stand(t, s, 0)
		b.check(t, i)
		if b.out.Unsupported != 6 {
			t.Fatalf("%d directions without support; a robot in flight has 6", b.out.Unsupported)
		}
		// The centre of mass falls, the angular momentum stays.
		nv := r.model.NV()
		matrix := make([]float64, 6*nv)
		must(t, s.w.CentroidalMomentumMatrix(matrix))
		rate, d := product(matrix, b.out.Acceleration), s.w.CentroidalMomentumDrift()
		want := [6]float64{2: -9.81 * r.model.Mass()}
		for k := range 6 {
			got := rate[k] + append(d.Linear[:], d.Angular[:]...)[k]
			if math.Abs(got-want[k]) > 1e-8*(1+greatest(b.out.Acceleration)) {
				t.Fatalf("state %d: rate %d of the momentum is %g; expected %g", i, k, got, want[k])
			}
		}
	}
}

func TestARobotClampedByAContactIsOneWithAFixedBase(t *testing.T) {
	free, root := freeArm(t)
	fixed := ownArm(t)
	b := newStanding(t, free, true, []string{root}, append(armTasks(free)[:2], atRest)...)
	f := newBench(t, fixed, armTasks(fixed)...)
	set, err := taskspace.NewSet(append(armTasks(free)[:2], postureOf(fixed))...)
	must(t, err)
	b.e, err = set.Bind(taskspace.Binding{Model: free.model})
	must(t, err)
	c := ConfigFor(free.model.NV(), b.e.Levels())
	c.Unactuated, c.ContactRows = free.unactuated, 6
	b.law, err = New(c)
	must(t, err)
	b.out = b.law.NewOutput()
	s, sf := free.newState(), fixed.newState()
	rng := rand.New(rand.NewPCG(2, 9))
	compared := 0
	for i := range 200 {
		fixed.randomise(t, sf, rng)
		must(t, free.model.Neutral(s.q))
		clear(s.v)
		copy(s.q[7:], sf.q)
		copy(s.v[6:], sf.v)
		must(t, s.w.SetState(s.q, s.v))
		must(t, b.e.Start(s.w, s.q))
		must(t, f.e.Start(sf.w, sf.q))
		b.stand(t, s, 1)
		b.check(t, i)
		f.tick(t, sf)
		// What the posture cannot have, it must miss in the same norm.
		f.in.Levels = append([]taskspace.Level(nil), f.in.Levels...)
		f.in.Levels[2].Identity, f.in.Levels[2].Scale = false, b.in.Levels[2].Scale
		must(t, f.law.Solve(&f.in, f.out))
		if b.out.Levels[0].Damped+b.out.Levels[1].Damped+f.out.Levels[0].Damped+f.out.Levels[1].Damped+b.out.Levels[2].Damped > 0 {
			continue
		}
		compared++
		if miss := greatest(difference(b.out.Torque[6:], f.out.Torque)); !(miss <= 1e-7*f.out.Levels[1].Condition*(1+greatest(f.out.Torque))) {
			t.Fatalf("state %d: torques differ by %g of %g: %+v", i, miss, greatest(f.out.Torque), b.out.Levels)
		}
	}
	if compared < 150 {
		t.Errorf("compared in %d of 200 states only", compared)
	}
}

// postureOf is the posture of an arm's own joints, on whatever it stands.
func postureOf(r *robot) taskspace.Task {
	p := taskspace.Task{Name: "posture", Kind: taskspace.Posture, Level: 2, Goal: taskspace.Goal{Joints: make([]float64, r.model.NQ())}}
	for i := range r.model.NumBodies() {
		if b := r.model.Body(i); b.Kind != rigidbody.Fixed {
			p.Joints = append(p.Joints, b.JointName)
		}
	}
	return p
}

func TestLeggedRobotsStandOnTheirContacts(t *testing.T) {
	folder := shared(t, "robots")
	states := 300
	if testing.Short() {
		states = 30
	}
	for _, c := range []struct {
		file, trunk, hand string
		flat              bool
		feet              []string
	}{
		{"anymal.urdf", "base", "", false, []string{"LF_FOOT", "RH_FOOT", "RF_FOOT", "LH_FOOT"}},
		{"simple_humanoid.urdf", "", "r_wrist", true, []string{"l_ankle", "r_ankle"}},
	} {
		r := load(t, folder, c.file, c.trunk, true)
		tasks := []taskspace.Task{{Name: "balance", Kind: taskspace.CentreOfMass, Goal: taskspace.Goal{Measured: true}},
			{Name: "spin", Kind: taskspace.Momentum, Axes: taskspace.RX | taskspace.RY | taskspace.RZ, Level: 1},
			{Name: "posture", Kind: taskspace.Posture, Level: 2, Goal: taskspace.Goal{Measured: true}}}
		if c.hand != "" {
			tasks[1] = taskspace.Task{Name: "hand", Kind: taskspace.FramePosition, Frame: c.hand, Level: 1, Goal: taskspace.Goal{Measured: true}}
		}
		b := newStanding(t, r, c.flat, c.feet, tasks...)
		s := r.newState()
		rng := rand.New(rand.NewPCG(3, 9))
		for i := range states {
			r.randomise(t, s, rng)
			must(t, b.e.Start(s.w, s.q))
			count := 1 + i%len(c.feet)
			b.in.Contacts.Force = nil
			b.stand(t, s, count)
			b.check(t, i)
			want := 0
			if !c.flat {
				want = []int{0, 3, 1, 0, 0}[count] // a point leaves all turns, two leave the turn about their line
			}
			if b.out.Unsupported != want {
				t.Fatalf("%s on %d contacts: %d directions without support; expected %d", c.file, count, b.out.Unsupported, want)
			}
			b.checkAgainstSimulation(t, s, i)
			b.checkForce(t, rng, i, s, count)
		}
	}
}

// checkAgainstSimulation solves the motion that torques and contacts give, by the equations of a
// constrained body as a whole, and compares.
func (b *standing) checkAgainstSimulation(t *testing.T, s *state, i int) {
	t.Helper()
	n, m := b.r.model.NV(), b.in.Contacts.Rows
	if b.out.Contact.Lost > 0 || b.out.Contact.Condition > 1e4 {
		return
	}
	kkt, right := mat.NewDense(n+m, n+m, nil), mat.NewVecDense(n+m, nil)
	for r := range n {
		for c := range n {
			kkt.Set(r, c, b.in.MassMatrix[r*n+c])
		}
		for c := range m {
			kkt.Set(r, n+c, -b.in.Contacts.Jacobian[c*n+r])
			kkt.Set(n+c, r, b.in.Contacts.Jacobian[c*n+r])
		}
		right.SetVec(r, b.out.Torque[r]-b.in.Bias[r])
	}
	for c := range m {
		right.SetVec(n+c, -b.in.Contacts.Drift[c])
	}
	var x mat.VecDense
	if err := x.SolveVec(kkt, right); err != nil {
		return // too close to a singular contact for a plain solver
	}
	a := x.RawVector().Data[:n]
	if miss := greatest(difference(a, b.out.Acceleration)); !(miss <= 1e-6*(1+greatest(a))) {
		t.Fatalf("%s state %d: simulated accelerations differ by %g of %g", b.r.name, i, miss, greatest(a))
	}
}

// checkForce checks that a preferred force is met as nearly as the motion allows: what is added to
// it has no part that balances itself.
func (b *standing) checkForce(t *testing.T, rng *rand.Rand, i int, s *state, count int) {
	t.Helper()
	must(t, b.law.Solve(&b.in, b.out))
	before := append([]float64(nil), b.out.Acceleration...)
	must(t, b.law.Solve(&b.in, b.out))
	if miss := greatest(difference(before, b.out.Acceleration)); miss != 0 {
		t.Fatalf("%s state %d: the same input gives another answer, by %g", b.r.name, i, miss)
	}
	rows := b.in.Contacts.Rows
	b.in.Contacts.Force = make([]float64, rows)
	for k := range b.in.Contacts.Force {
		b.in.Contacts.Force[k] = 100 * rng.NormFloat64()
	}
	b.stand(t, s, count)
	b.check(t, i)
	if miss := greatest(difference(before, b.out.Acceleration)); !(miss <= 1e-10*(1+greatest(before))) {
		t.Fatalf("%s state %d: a preferred force changes the motion by %g", b.r.name, i, miss)
	}
	n := b.r.model.NV()
	added := difference(b.out.ContactForce, b.in.Contacts.Force)
	var columns mat.Dense
	columns.ReuseAs(rows, len(b.r.unactuated))
	for r := range rows {
		for k, v := range b.r.unactuated {
			columns.Set(r, k, b.in.Contacts.Jacobian[r*n+v])
		}
	}
	var svd mat.SVD
	svd.Factorize(&columns, mat.SVDFull)
	var u mat.Dense
	svd.UTo(&u)
	values := svd.Values(nil)
	for c := range rows {
		if c < len(values) && values[c] > 1e-6*values[0] {
			continue
		}
		along := 0.0
		for r, f := range added {
			along += u.At(r, c) * f
		}
		if math.Abs(along) > 1e-7*(1+greatest(added)) {
			t.Fatalf("%s state %d: the added force holds %g N against itself", b.r.name, i, along)
		}
	}
}

// A robot in a plane touches its surroundings with a point. Across the plane nothing moves, and
// what the Jacobian says about that is zero or the rounding of a turned axis. It forbids no motion.
func TestContactsDoNotHoldWhatOnlyRoundingMoves(t *testing.T) {
	const n = 6
	var want []float64
	for _, noise := range []float64{0, 1e-17, -3e-16, 1e-13} {
		in := Input{MassMatrix: make([]float64, n*n), Bias: make([]float64, n), Levels: []taskspace.Level{levelOf(n, n)},
			Contacts: Contacts{Rows: 3, Jacobian: make([]float64, 3*n), Drift: []float64{0.1, noise / 3, 0.2}}}
		in.Levels[0].Identity = true
		for i := range n {
			in.MassMatrix[i*n+i] = 1 + float64(i)
			in.Levels[0].Acceleration[i] = 1
		}
		x, y, z := in.Contacts.Jacobian[:n], in.Contacts.Jacobian[n:2*n], in.Contacts.Jacobian[2*n:]
		x[0], x[4], z[1], z[2] = 1, 0.5, 1, 0.3
		y[3], y[5] = noise, 0.7*noise
		law, err := New(Config{Velocities: n, Rows: []int{n}, Unactuated: []int{0, 1, 2}, ContactRows: 3})
		must(t, err)
		out := law.NewOutput()
		must(t, law.Solve(&in, out))
		if out.Contact.Rank != 2 || out.Contact.Lost != 1 || math.Abs(out.ContactForce[1]) > 1e-12 {
			t.Errorf("noise %g: %+v, forces %v", noise, out.Contact, out.ContactForce)
		}
		if want == nil {
			want = append([]float64(nil), out.Acceleration...)
		}
		if miss := greatest(difference(out.Acceleration, want)); miss > 1e-12 {
			t.Errorf("noise %g: acceleration %v, without %v", noise, out.Acceleration, want)
		}
	}
}
