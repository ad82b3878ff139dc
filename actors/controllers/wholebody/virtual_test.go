package wholebody

import (
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/internal/shelltest"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// A heavy base in the plane, which another world moves, with an arm of two links.
const mobileText = `
robot:
  name: mobile
  links:
    - {name: room}
    - {name: body, inertial: {mass: 20, origin: {xyz: [0, 0, 0.2]}, inertia: {ixx: 0.5, iyy: 0.5, izz: 0.8}}}
    - {name: upper, inertial: {mass: 2, origin: {xyz: [0.2, 0, 0]}, inertia: {ixx: 0.004, iyy: 0.03, izz: 0.03}}}
    - {name: lower, inertial: {mass: 1, origin: {xyz: [0.2, 0, 0]}, inertia: {ixx: 0.002, iyy: 0.02, izz: 0.02}}}
    - {name: hand}
  joints:
    - {name: planar, type: planar, parent: room, child: body, axis: [0, 0, 1], role: virtual, limits: [{velocity: 0.8, acceleration: 2}, {velocity: 0.8, acceleration: 2}, {velocity: 1.5, acceleration: 4}]}
    - {name: one, type: revolute, parent: body, child: upper, origin: {xyz: [0.1, 0, 0.4]}, axis: [0, 0, 1], limits: {lower: -2.5, upper: 2.5, velocity: 3, effort: 40}}
    - {name: two, type: revolute, parent: upper, child: lower, origin: {xyz: [0.4, 0, 0]}, axis: [0, -1, 0], limits: {lower: -2.5, upper: 2.5, velocity: 3, effort: 40}}
    - {name: grasp, type: fixed, parent: lower, child: hand, origin: {xyz: [0.4, 0, 0]}}
  joint_groups: {all: [planar, one, two]}
`

// mobile is a base that follows its velocity at once, and an arm that is moved by its efforts.
type mobile struct {
	t         *testing.T
	law       *Law
	in        *Input
	out       *Output
	workspace *rigidbody.Workspace
	m         *rigidbody.Model
	hand      int
}

const mobileStep = 1e-3

func newMobile(t *testing.T, law string) *mobile {
	t.Helper()
	o := DefaultOptions()
	o.JointGroup, o.Law = "all", law
	o.Tasks = []TaskOptions{
		{Name: "reach", Kind: "frame_position", Frame: "hand", Motion: MotionOptions{Velocity: []float64{0.4}, Acceleration: []float64{1}, Jerk: []float64{10}}, Goal: GoalOptions{Position: []float64{1.2, 0.4, 0.5}}},
		{Name: "folded", Kind: "posture", Joints: []string{"one", "two"}, Goal: GoalOptions{Joints: []float64{0.5, 0.7}}},
		{Name: "calm", Kind: "posture", Gains: GainOptions{Proportional: []float64{0}, Derivative: []float64{4}}},
	}
	o.TaskSets = []TaskSetOptions{{Name: "go", Levels: [][]string{{"reach"}, {"folded"}, {"calm"}}}}
	w := shelltest.World(t, mobileText)
	g, err := w.Group("all")
	if err != nil {
		t.Fatal(err)
	}
	b := &mobile{t: t}
	if b.law, err = New(w, g, time.Millisecond, &o); err != nil {
		t.Fatal(err)
	}
	if b.m, err = w.Model(); err != nil {
		t.Fatal(err)
	}
	if b.hand, err = b.m.BodyIndex("hand"); err != nil {
		t.Fatal(err)
	}
	b.workspace, b.in, b.out = b.m.NewWorkspace(), b.law.NewInput(), b.law.NewOutput()
	b.in.StepS = mobileStep
	copy(b.in.Position[3:], []float64{0.5, 0.7})
	for i := range b.in.Valid {
		b.in.Valid[i], b.in.Passes[i] = true, true
	}
	return b
}

// step lets the law decide and the robot move for a tick: accelerations of the base follow from its
// commanded velocity, those of the arm from M a + h = tau in the arm's rows.
func (b *mobile) step() {
	b.t.Helper()
	if err := b.law.Step(b.in, b.out); err != nil {
		b.t.Fatal(err)
	}
	n := 5
	acc, mass, bias := make([]float64, n), make([]float64, n*n), make([]float64, n)
	for i := range 3 {
		if b.in.Valid[i] && b.in.Passes[i] {
			acc[i] = (b.out.Velocity[i] - b.in.Velocity[i]) / mobileStep
		}
	}
	if err := b.workspace.SetState(b.in.Position, b.in.Velocity); err != nil {
		b.t.Fatal(err)
	}
	if err := b.workspace.MassMatrix(mass); err != nil {
		b.t.Fatal(err)
	}
	if err := b.workspace.Bias(bias); err != nil {
		b.t.Fatal(err)
	}
	var rest [2]float64
	for k := range rest {
		rest[k] = b.out.Effort[3+k] - bias[3+k]
		for j := range 3 {
			rest[k] -= mass[(3+k)*n+j] * acc[j]
		}
	}
	p, q, r := mass[3*n+3], mass[3*n+4], mass[4*n+4]
	det := p*r - q*q
	acc[3], acc[4] = (r*rest[0]-q*rest[1])/det, (p*rest[1]-q*rest[0])/det
	for i := range acc {
		b.in.Velocity[i] += acc[i] * mobileStep
	}
	if err := b.m.Integrate(b.in.Position, b.in.Position, b.in.Velocity, mobileStep); err != nil {
		b.t.Fatal(err)
	}
	copy(b.in.Effort, b.out.Effort)
}

func (b *mobile) at() [3]float64 {
	if err := b.workspace.SetState(b.in.Position, b.in.Velocity); err != nil {
		b.t.Fatal(err)
	}
	return b.workspace.Pose(b.hand).P
}

func (b *mobile) wantAt(want [3]float64, within float64) {
	b.t.Helper()
	if at := b.at(); math.Abs(at[0]-want[0])+math.Abs(at[1]-want[1])+math.Abs(at[2]-want[2]) > within {
		b.t.Errorf("the hand is at %v, want %v", at, want)
	}
}

// The hand goes where the arm alone cannot reach; the arm keeps its posture as far as the hand
// allows, and the base's commands stay within its limits.
func TestAVirtualJointIsMovedByVelocitiesWithinItsLimits(t *testing.T) {
	for _, law := range []string{"exact", "constrained"} {
		t.Run(law, func(t *testing.T) { moveABase(t, newMobile(t, law)) })
	}
}

func moveABase(t *testing.T, b *mobile) {
	last := make([]float64, 3)
	for range 6000 {
		b.step()
		for i, v := range b.out.Velocity[:3] {
			if math.Abs(v) > b.law.speed[i]+1e-12 || math.Abs(v-last[i]) > b.law.limit[i]*mobileStep*(1+1e-9) {
				t.Fatalf("axis %d of the base is commanded %g m/s after %g", i, v, last[i])
			}
			last[i] = v
		}
		if b.out.Effort[0] != 0 || b.out.Velocity[3] != 0 {
			t.Fatalf("the base has the effort %g, the arm the velocity %g", b.out.Effort[0], b.out.Velocity[3])
		}
	}
	b.wantAt([3]float64{1.2, 0.4, 0.5}, 5e-3)
	if d := math.Hypot(b.in.Position[0], b.in.Position[1]); d < 0.2 {
		t.Errorf("the base moved %g m only", d)
	}
}

// The base's world is gone: its joint is not valid. The arm goes on without it, and takes it back
// without a jump.
func TestABaseThatIsGoneIsLeftOutAndTakenBack(t *testing.T) {
	for _, law := range []string{"exact", "constrained"} {
		t.Run(law, func(t *testing.T) { loseABase(t, newMobile(t, law)) })
	}
}

func loseABase(t *testing.T, b *mobile) {
	for range 600 {
		b.step()
	}
	for i := range 3 {
		b.in.Valid[i], b.in.Passes[i] = false, false
		b.in.Velocity[i] = 0 // as the actor has it
	}
	efforts := append([]float64(nil), b.out.Effort...)
	for range 1000 {
		b.step()
		for i := 3; i < 5; i++ {
			if step := math.Abs(b.out.Effort[i] - efforts[i]); step > 0.02*40*1.5 {
				t.Fatalf("the effort of axis %d steps by %g N m", i, step)
			}
		}
		copy(efforts, b.out.Effort)
		for i := range 3 {
			if a := b.law.problem.decided.acceleration[i]; math.Abs(a) > 1e-9 {
				t.Fatalf("axis %d of the base, which is gone, is given the acceleration %g", i, a)
			}
		}
	}
	if b.out.Status.Phase != messages.TaskRunning {
		t.Errorf("the phase is %s", b.out.Status.Phase)
	}
	for i := range 3 {
		b.in.Valid[i], b.in.Passes[i] = true, true
	}
	for k := range 6000 {
		b.step()
		for i := 3; i < 5; i++ {
			if step := math.Abs(b.out.Effort[i] - efforts[i]); step > 0.02*40*1.5 {
				t.Fatalf("the effort of axis %d steps by %g N m", i, step)
			}
		}
		copy(efforts, b.out.Effort)
		if k == 0 {
			for i, v := range b.out.Velocity[:3] {
				if math.Abs(v) > b.law.limit[i]*mobileStep*(1+1e-9) {
					t.Errorf("axis %d of the base comes back with %g m/s", i, v)
				}
			}
		}
	}
	b.wantAt([3]float64{1.2, 0.4, 0.5}, 5e-3)
}
