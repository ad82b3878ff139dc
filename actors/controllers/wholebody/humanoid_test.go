package wholebody

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace/constrained"
	"github.com/robo-actors/robo-actors/actors/internal/shelltest"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// bipedText is a robot of 21 velocities: a trunk on a passive floating joint, two legs of six axes,
// an arm of three.
func bipedText() string {
	var links, joints strings.Builder
	var group []string
	link := func(name string, mass, length, width float64) {
		x, z := mass*(width*width+length*length)/12, mass*width*width/6
		fmt.Fprintf(&links, "    - {name: %s, inertial: {mass: %g, origin: {xyz: [0, 0, %g]}, inertia: {ixx: %g, iyy: %g, izz: %g}}}\n", name, mass, length/2, x, x, z)
	}
	joint := func(name, parent string, axis, at [3]float64, lower, upper, effort float64) {
		fmt.Fprintf(&joints, "    - {name: %s_joint, type: revolute, parent: %s, child: %s, axis: [%g, %g, %g], origin: {xyz: [%g, %g, %g]}, limits: {lower: %g, upper: %g, velocity: 12, effort: %g}}\n",
			name, parent, name, axis[0], axis[1], axis[2], at[0], at[1], at[2], lower, upper, effort)
		group = append(group, name+"_joint")
	}
	x, y, z := [3]float64{1, 0, 0}, [3]float64{0, 1, 0}, [3]float64{0, 0, 1}
	link("trunk", 30, 0.5, 0.3)
	for _, side := range []struct {
		name string
		y    float64
	}{{"left", 0.1}, {"right", -0.1}} {
		at := "trunk"
		for _, p := range []struct {
			part                string
			axis, from          [3]float64
			mass, length, width float64
			lower, upper        float64
		}{
			{"hip_yaw", z, [3]float64{0, side.y, 0}, 1, -0.05, 0.1, -1, 1},
			{"hip_roll", x, [3]float64{}, 1, -0.05, 0.1, -1, 1},
			{"thigh", y, [3]float64{}, 5, -0.4, 0.12, -2, 1},
			{"shank", y, [3]float64{0, 0, -0.4}, 3, -0.4, 0.1, 0, 2.4},
			{"ankle", y, [3]float64{0, 0, -0.4}, 0.5, -0.04, 0.08, -1.2, 1},
			{"foot", x, [3]float64{}, 1, -0.05, 0.15, -0.8, 0.8},
		} {
			name := side.name + "_" + p.part
			link(name, p.mass, p.length, p.width)
			joint(name, at, p.axis, p.from, p.lower, p.upper, 250)
			at = name
		}
	}
	at, from := "trunk", [3]float64{0, -0.2, 0.4}
	for i, axis := range [][3]float64{y, x, y} {
		name := fmt.Sprintf("arm_%d", i)
		link(name, 1.5, -0.25*float64(i%2+i/2), 0.08)
		joint(name, at, axis, from, -2.5, 2.5, 80)
		at, from = name, [3]float64{0, 0, -0.25 * float64(i%2)}
	}
	return "\nrobot:\n  name: biped\n  links:\n    - {name: room}\n" + links.String() +
		"    - {name: hand}\n  joints:\n    - {name: base, type: floating, parent: room, child: trunk, role: passive}\n" + joints.String() +
		"    - {name: palm, type: fixed, parent: arm_2, child: hand, origin: {xyz: [0, 0, -0.25]}}\n  joint_groups: {all: [" + strings.Join(group, ", ") + "]}\n"
}

// bipedOptions have the robot stand on both feet, with its hand at a goal.
func bipedOptions() Options {
	o := DefaultOptions()
	o.JointGroup, o.Law, o.Degraded = "all", "constrained", "hold"
	sole := [][3]float64{{0.12, 0.05, -0.05}, {0.12, -0.05, -0.05}, {-0.08, 0.05, -0.05}, {-0.08, -0.05, -0.05}}
	for _, side := range []string{"left", "right"} {
		o.Contacts = append(o.Contacts, ContactOptions{Name: side, Frame: side + "_foot", Points: sole, Friction: 0.7, PressureMin: 1})
	}
	o.Tasks = []TaskOptions{
		{Name: "balance", Kind: "centre_of_mass"},
		{Name: "upright", Kind: "frame_orientation", Frame: "trunk"},
		{Name: "hand", Kind: "frame_position", Frame: "hand"},
		{Name: "stance", Kind: "posture", Joints: strings.Split("left_shank_joint,right_shank_joint,arm_0_joint,arm_1_joint,arm_2_joint", ","), Gains: GainOptions{Proportional: []float64{25}, Derivative: []float64{10}}},
	}
	o.TaskSets = []TaskSetOptions{{Name: "stand", Levels: [][]string{{"balance"}, {"upright", "hand"}, {"stance"}}},
		{Name: "rest", Levels: [][]string{{"balance", "upright"}, {"stance"}}}}
	return o
}

// biped is the robot with feet that stick to the ground: its law, and what the torques do.
type biped struct {
	*Law
	t         testing.TB
	in        *Input
	out       *Output
	m         *rigidbody.Model
	w         *rigidbody.Workspace
	feet      []int
	hand      int
	push      rigidbody.Wrench // on the trunk
	wrench    []float64        // of the ground on the feet, linear first, about their origins
	leastCone float64          // least of mu f_z - |f_t| over both feet, as a share of the weight
}

func newBiped(t testing.TB, o Options) *biped {
	t.Helper()
	w := shelltest.World(t, bipedText())
	g, err := w.Group("all")
	if err != nil {
		t.Fatal(err)
	}
	b := &biped{t: t, wrench: make([]float64, 12), leastCone: math.Inf(1)}
	if b.Law, err = New(w, g, time.Millisecond, &o); err != nil {
		t.Fatal(err)
	}
	if b.m, err = w.Model(); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"left_foot", "right_foot", "hand"} {
		body, err := b.m.BodyIndex(name)
		if err != nil {
			t.Fatal(err)
		}
		b.feet = append(b.feet, body)
	}
	b.feet, b.hand = b.feet[:2], b.feet[2]
	b.w, b.in, b.out = b.m.NewWorkspace(), b.NewInput(), b.NewOutput()
	b.in.StepS = 1e-3
	if err := w.Neutral(b.in.Position); err != nil {
		t.Fatal(err)
	}
	for name, q := range map[string]float64{"left_thigh_joint": -0.5, "right_thigh_joint": -0.5, "left_shank_joint": 1, "right_shank_joint": 1,
		"left_ankle_joint": -0.5, "right_ankle_joint": -0.5, "arm_0_joint": -0.6, "arm_2_joint": -0.8} {
		i, err := w.JointIndex(name)
		if err != nil {
			t.Fatal(err)
		}
		b.in.Position[w.Slot(i).Position] = q
	}
	for i := range b.in.Valid {
		b.in.Valid[i], b.in.Passes[i] = true, i >= 6
	}
	return b
}

// step decides, and moves the robot on: M a + h = S tau + J^T f, J a + drift = -50 J v, solved by
// elimination.
func (b *biped) step() {
	b.t.Helper()
	if err := b.Step(b.in, b.out); err != nil {
		b.t.Fatal(err)
	}
	b.move()
}

func (b *biped) move() {
	b.t.Helper()
	n := b.n
	mass, bias, jacobian := make([]float64, n*n), make([]float64, n), make([]float64, 12*n)
	err := errors.Join(b.w.SetState(b.in.Position, b.in.Velocity), b.w.MassMatrix(mass), b.w.Bias(bias))
	external := make([]rigidbody.Wrench, b.m.NumBodies())
	external[0] = b.push
	pushed := make([]float64, n)
	err = errors.Join(err, b.w.InverseDynamics(pushed, make([]float64, n), external))
	size := n + 12
	a, x := make([][]float64, size), make([]float64, size)
	for i := range a {
		a[i] = make([]float64, size)
	}
	for k, foot := range b.feet {
		err = errors.Join(err, b.w.Jacobian(jacobian[6*n*k:6*n*(k+1)], foot, rigidbody.LocalWorldAligned))
		drift, v := b.w.Drift(foot, rigidbody.LocalWorldAligned), b.w.Velocity(foot, rigidbody.LocalWorldAligned)
		for r := range 3 {
			x[n+6*k+r], x[n+6*k+3+r] = -drift.Linear[r]-50*v.Linear[r], -drift.Angular[r]-50*v.Angular[r]
		}
	}
	if err != nil {
		b.t.Fatal(err)
	}
	for i := range n {
		copy(a[i], mass[i*n:(i+1)*n])
		x[i] = b.out.Effort[i] - pushed[i]
		for r := range 12 {
			a[i][n+r], a[n+r][i] = -jacobian[r*n+i], jacobian[r*n+i]
		}
	}
	eliminate(a, x)
	copy(b.wrench, x[n:])
	weight := 9.81 * b.m.Mass()
	for k := range b.feet {
		f := b.wrench[6*k : 6*k+6]
		b.leastCone = math.Min(b.leastCone, (0.7*f[2]-math.Hypot(f[0], f[1]))/weight)
	}
	mean := make([]float64, n)
	for i := range mean {
		mean[i] = b.in.Velocity[i] + x[i]*5e-4
		b.in.Velocity[i] += x[i] * 1e-3
	}
	if err := b.m.Integrate(b.in.Position, b.in.Position, mean, 1e-3); err != nil {
		b.t.Fatal(err)
	}
	copy(b.in.Effort, b.out.Effort)
}

// eliminate solves a x = b in place by Gauss with pivots.
func eliminate(a [][]float64, x []float64) {
	for c := range a {
		p := c
		for r := c; r < len(a); r++ {
			if math.Abs(a[r][c]) > math.Abs(a[p][c]) {
				p = r
			}
		}
		a[c], a[p], x[c], x[p] = a[p], a[c], x[p], x[c]
		for r := range a {
			if f := a[r][c] / a[c][c]; r != c && f != 0 {
				for k := c; k < len(a); k++ {
					a[r][k] -= f * a[c][k]
				}
				x[r] -= f * x[c]
			}
		}
	}
	for c := range a {
		x[c] /= a[c][c]
	}
}

func (b *biped) handAt() [3]float64 {
	if err := b.w.SetState(b.in.Position, b.in.Velocity); err != nil {
		b.t.Fatal(err)
	}
	return b.w.PointPosition(b.hand, [3]float64{})
}

// A robot on a passive floating joint stands on two feet, its hand follows a goal that is asked
// for, forces stay inside of their cones; without the exact law knowing about cones, it does the
// same.
func TestARobotOnTwoFeetStandsAndMovesItsHand(t *testing.T) {
	laws := []string{"constrained", "weighted", "exact"}
	if testing.Short() {
		laws = laws[1:] // under the race detector, which the short run is for: the weighted law is a constrained one
	}
	for _, law := range laws {
		t.Run(law, func(t *testing.T) {
			o := bipedOptions()
			if o.Law, o.Weighted = law, law == "weighted"; o.Weighted {
				o.Law = "constrained"
			}
			b := newBiped(t, o)
			for range 200 {
				b.step()
			}
			begin := b.handAt()
			goal := []float64{begin[0] - 0.08, begin[1] - 0.05, begin[2] + 0.06}
			reply, _ := b.Answer(&messages.TaskRequest{Verb: messages.TaskSet, Task: "hand", Parameter: "goal.position", Numbers: goal}, b.in)
			if reply.Result != messages.TaskSuccess {
				t.Fatalf("%+v", reply)
			}
			ticks := 2000
			if testing.Short() {
				ticks = 900
			}
			for range ticks {
				b.step()
				if b.out.Status.Phase != messages.TaskRunning {
					t.Fatalf("the phase is %s: %v", b.out.Status.Phase, b.out.Why)
				}
			}
			at := b.handAt()
			for i := range 3 {
				if math.Abs(at[i]-goal[i]) > 5e-3 {
					t.Errorf("the hand is at %v, its goal is %v", at, goal)
					break
				}
			}
			up := b.wrench[2] + b.wrench[8]
			if weight := 9.81 * b.m.Mass(); math.Abs(up-weight) > 0.02*weight {
				t.Errorf("the ground bears %g N of %g", up, weight)
			}
			if b.leastCone < 0 && law != "exact" {
				t.Errorf("a foot left its cone by %g of the weight", -b.leastCone)
			}
			for i := range 6 {
				if b.out.Effort[i] != 0 {
					t.Errorf("the passive joint is commanded %g", b.out.Effort[i])
				}
			}
		})
	}
}

// A push that no admissible force balances makes constraints clash: the rows are named, the
// degraded law holds the robot on its feet, and once the reason is gone it runs again.
func TestConstraintsThatClashAreNamedAndLeadToTheDegradedLawAndBack(t *testing.T) {
	o := bipedOptions()
	b := newBiped(t, o)
	for range 100 {
		b.step()
	}
	// A foot that slips by much, as a sensor may claim, cannot be brought to rest by the available
	// torques.
	clash := append([]float64(nil), b.in.Velocity...)
	for i, name := range b.names {
		if name == "left_thigh_joint" || name == "left_shank_joint" {
			b.in.Velocity[i] = 80
		}
	}
	degraded := 0
	if err := b.Step(b.in, b.out); err != nil {
		t.Fatal(err)
	}
	if b.out.Status.Phase != messages.TaskDegraded || !b.out.Entered || !errors.Is(b.out.Why, constrained.ErrInfeasible) {
		t.Fatalf("the phase is %s, because %v", b.out.Status.Phase, b.out.Why)
	}
	t.Logf("degraded: %v", b.out.Why)
	for _, want := range []string{`task set "stand"`, "contact", "left"} {
		if !strings.Contains(b.out.Why.Error(), want) {
			t.Errorf("the reason %q does not name %q", b.out.Why, want)
		}
	}
	for i, e := range b.out.Effort {
		if math.IsNaN(e) || math.Abs(e) > b.limit[i] {
			t.Errorf("axis %d is commanded %g", i, e)
		}
	}
	copy(b.in.Velocity, clash)
	for range 500 {
		b.step()
		if b.out.Status.Phase == messages.TaskDegraded {
			degraded++
		}
	}
	if degraded != o.GoodCycles-1 || b.out.Status.Phase != messages.TaskRunning {
		t.Errorf("it was degraded for %d ticks more; now it is %s, because %v", degraded, b.out.Status.Phase, b.out.Why)
	}
}
