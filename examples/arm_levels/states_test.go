package armlevels

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/controllers/wholebody"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// states draws states of the arm that are away from its singular ones, and goals.
type states struct {
	r *rand.Rand
	n int
}

func newStates(t *testing.T, w *worlds.World) *states {
	t.Helper()
	const seed = 20
	t.Logf("seed %d", seed)
	return &states{rand.New(rand.NewPCG(seed, seed)), w.NumPositions()}
}

func (s *states) uniform(low, high float64) float64 { return low + (high-low)*s.r.Float64() }

// next is an arm that is bent at joints 2, 4 and 6, and moves.
func (s *states) next() (q, v []float64) {
	for i := range s.n {
		at := s.uniform(-1.5, 1.5)
		if i%2 == 1 {
			at = s.uniform(0.4, 1.4)
		}
		q, v = append(q, at), append(v, s.uniform(-1, 1))
	}
	return q, v
}

// disturb gives a task other gains and another goal.
func (s *states) disturb(o wholebody.TaskOptions) wholebody.TaskOptions {
	o.Gains.Proportional, o.Gains.Derivative = []float64{s.uniform(0.5, 3)}, []float64{s.uniform(0.5, 3)}
	switch o.Kind {
	case "frame_orientation":
		var q [4]float64
		norm := 0.0
		for i := range q {
			q[i] = s.r.NormFloat64()
			norm += q[i] * q[i]
		}
		for i := range q {
			q[i] /= math.Sqrt(norm)
		}
		o.Goal.Orientation = q[:]
	case "posture":
		o.Goal.Joints, _ = s.next()
	}
	return o
}

// accelerations are those that the law's torques give the gripper, x, y, z m/s^2 and about x, y, z
// rad/s^2, and then the joints, rad/s^2. They are computed forwards from the torques, not by the
// law. There are no bounds of efforts, which no hierarchy could keep beyond.
func accelerations(t *testing.T, w *worlds.World, o wholebody.Options, q, v []float64) []float64 {
	t.Helper()
	o.Behavior = wholebody.BehaviorOptions{}
	for i := range o.Tasks {
		o.Tasks[i].Motion = wholebody.MotionOptions{} // goals are taken at once
	}
	group, err := w.Group(o.JointGroup)
	if err != nil {
		t.Fatal(err)
	}
	law, err := wholebody.New(w, group, time.Millisecond, &o)
	if err != nil {
		t.Fatal(err)
	}
	in, out := law.NewInput(), law.NewOutput()
	copy(in.Position, q)
	copy(in.Velocity, v)
	in.StepS = 1 // a hand-over ends within a second
	for i := range in.Valid {
		in.Valid[i], in.Passes[i] = true, true
	}
	for range 3 {
		if err := law.Step(in, out); err != nil {
			t.Fatal(err)
		}
	}
	if taken := uint32(6); out.Status.Handover != 0 || out.Status.Damped != taken { // of the posture's seven, by the levels above
		t.Fatalf("at q = %v %g of a hand-over is left and %d directions are lost; expected %d", q, out.Status.Handover, out.Status.Damped, taken)
	}
	for i, l := range w.Limits() {
		if math.Abs(out.Effort[i]) >= l.Effort {
			t.Fatalf("joint %d needs %g N m, its limit: the trial shows nothing", i, out.Effort[i])
		}
	}
	return forward(t, w, q, v, out.Effort)
}

func forward(t *testing.T, w *worlds.World, q, v, effort []float64) []float64 {
	t.Helper()
	model, err := w.Model()
	if err != nil {
		t.Fatal(err)
	}
	gripper, err := model.BodyIndex("gripper")
	if err != nil {
		t.Fatal(err)
	}
	workspace, joints := model.NewWorkspace(), make([]float64, model.NV())
	if err := workspace.SetState(q, v); err != nil {
		t.Fatal(err)
	}
	if err := workspace.ForwardDynamics(joints, effort, nil); err != nil {
		t.Fatal(err)
	}
	if err := workspace.SetAcceleration(joints); err != nil {
		t.Fatal(err)
	}
	a := workspace.ClassicalAcceleration(gripper, rigidbody.LocalWorldAligned)
	return append(append(a.Linear[:], a.Angular[:]...), joints...)
}
