package models_test

import (
	"math"
	"testing"

	"github.com/robo-actors/robo-actors/actors/internal/shelltest"
	"github.com/robo-actors/robo-actors/actors/models"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

// A planar arm of two links of 1 m and 0.5 m, with point-like masses of 2 kg and 1 kg at their
// ends.
const armRobot = `
robot:
  name: arm
  links:
    - {name: room}
    - {name: upper, inertial: {mass: 2, origin: {xyz: [1, 0, 0]}, inertia: {ixx: 1e-6, iyy: 1e-6, izz: 1e-6}}}
    - {name: lower, inertial: {mass: 1, origin: {xyz: [0.5, 0, 0]}, inertia: {ixx: 1e-6, iyy: 1e-6, izz: 1e-6}}}
    - {name: hand}
  joints:
    - {name: shoulder, type: revolute, parent: room, child: upper, axis: [0, -1, 0], limits: {lower: -3, upper: 3, velocity: 2, effort: 50}}
    - {name: elbow, type: revolute, parent: upper, child: lower, origin: {xyz: [1, 0, 0]}, axis: [0, -1, 0], limits: {lower: -3, upper: 3, velocity: 2, effort: 50}}
    - {name: grasp, type: fixed, parent: lower, child: hand, origin: {xyz: [0.5, 0, 0]}}
`

func armOptions() models.Options {
	o := models.DefaultOptions()
	o.Frames, o.Dynamics = []string{"hand", "lower"}, true
	return o
}

func newRig(t *testing.T, o models.Options) (*shelltest.Rig, *worlds.World) {
	t.Helper()
	w := shelltest.World(t, armRobot)
	return shelltest.New(t, w, func() any { return &models.Actor{Options: o} }), w
}

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-5 {
		t.Errorf("%s is %g, want %g", what, got, want)
	}
}

func TestAModelIsOfOneSnapshotAndSaysWhich(t *testing.T) {
	r, _ := newRig(t, armOptions())
	r.Plant = func() { r.Robot.Position[0] += 0.01; r.Robot.Velocity[0] = 1 }
	r.Start()
	checked := 0
	shelltest.Tap(r, "model", func(stamp messages.Stamp, m *messages.Model) {
		checked++
		q := m.Position[0]
		near(t, "the hand's height", m.Pose[0].Position[2], 1.5*math.Sin(q))
		near(t, "the position of the snapshot it names", q, 0.01*float64(m.SnapshotSequence))
		if m.SnapshotTime != stamp.Time {
			t.Errorf("the model is of %s and stamped %s", m.SnapshotTime, stamp.Time)
		}
	})
	r.Ticks(50)
	if checked < 50 {
		t.Errorf("%d models were sent in 50 periods", checked)
	}
	r.WantNoFailure()
}

// Kinematics and dynamics of two links in a vertical plane, by hand.
func TestAModelHasTheKinematicsAndDynamicsOfTheArm(t *testing.T) {
	r, _ := newRig(t, armOptions())
	q1, q2, v1, v2 := 0.4, -0.9, 0.7, 1.1
	copy(r.Robot.Position, []float64{q1, q2})
	copy(r.Robot.Velocity, []float64{v1, v2})
	r.Start()
	m := shelltest.Tap[messages.Model](r, "model", nil)
	r.Ticks(2)
	v := m.Value
	s1, c1, s12, c12 := math.Sin(q1), math.Cos(q1), math.Sin(q1+q2), math.Cos(q1+q2)
	near(t, "x of the hand", v.Pose[0].Position[0], c1+0.5*c12)
	near(t, "z of the hand", v.Pose[0].Position[2], s1+0.5*s12)
	near(t, "x of the lower arm", v.Pose[1].Position[0], c1)
	near(t, "dx/dq1", v.Jacobian[0], -s1-0.5*s12)
	near(t, "dz/dq2", v.Jacobian[2*2+1], 0.5*c12)
	near(t, "turning about y", v.Jacobian[4*2], -1)
	near(t, "velocity of the hand in x", v.Twist[0].Linear[0], -s1*v1-0.5*s12*(v1+v2))
	near(t, "drift of the hand in z", v.Drift[2], -s1*v1*v1-0.5*s12*(v1+v2)*(v1+v2))
	near(t, "the centre of mass in x", v.CenterOfMass[0], (2*c1+c1+0.5*c12)/3)
	near(t, "mass matrix, elbow", v.MassMatrix[3], 0.25)
	near(t, "mass matrix, shoulder", v.MassMatrix[0], 2+1+0.25+math.Cos(q2))
	near(t, "mass matrix, between", v.MassMatrix[1], 0.25+0.5*math.Cos(q2))
	near(t, "gravity at the elbow", v.Gravity[1]/9.81, 0.5*c12)
	near(t, "bias without gravity at the elbow", v.Bias[1]-v.Gravity[1], 0.5*math.Sin(q2)*v1*v1)
}

func TestWhatIsNotAskedForIsLeftOut(t *testing.T) {
	o := armOptions()
	o.Dynamics, o.ForwardVelocity = false, false
	r, _ := newRig(t, o)
	r.Robot.Velocity[0] = 1
	r.Start()
	m := shelltest.Tap[messages.Model](r, "model", nil)
	r.Ticks(2)
	if v := m.Value; len(v.MassMatrix)+len(v.Bias)+len(v.Gravity) != 0 || v.Twist[0] != (messages.Twist{}) || v.Pose[0].Position[0] == 0 {
		t.Errorf("the model is %+v", v)
	}
}

func TestAModelWaitsForItsFirstSnapshotAndFailsOnAStaleOne(t *testing.T) {
	r, _ := newRig(t, armOptions())
	r.Silent = true
	r.Start()
	m := shelltest.Tap[messages.Model](r, "model", nil)
	r.Ticks(10)
	if m.Count != 0 {
		t.Errorf("%d models were sent without a snapshot", m.Count)
	}
	r.Silent = false
	r.Ticks(1)
	sent := m.Count
	r.Silent = true
	r.Ticks(3)
	if sent == 0 || m.Count != sent {
		t.Errorf("%d models of the same snapshot", m.Count-sent)
	}
	r.WantNoFailure()
	r.Ticks(3)
	r.WantFailure("robot/shell.snapshot", "stale")
}

func TestWhatIsNoNumberFailsTheModelAndIsNeverSent(t *testing.T) {
	r, _ := newRig(t, armOptions())
	r.Start()
	m := shelltest.Tap[messages.Model](r, "model", func(_ messages.Stamp, m *messages.Model) {
		if math.IsNaN(m.Pose[0].Position[0]) || math.IsNaN(m.Position[1]) {
			t.Error("NaN was sent")
		}
	})
	r.Ticks(5)
	sent := m.Count
	r.Robot.Position[1] = math.NaN()
	r.Ticks(3)
	if m.Count != sent {
		t.Errorf("%d models were sent for a position of NaN", m.Count-sent)
	}
	r.WantFailure("position[1] is NaN")
}

func TestAnUnknownFrameIsRefused(t *testing.T) {
	o := armOptions()
	o.Frames[1] = "lowr"
	r, _ := newRig(t, o)
	r.WantRefused("frames[1]", "lower")
}

func TestAModelDoesNotAllocate(t *testing.T) {
	r, _ := newRig(t, armOptions())
	r.Start()
	r.WantNoAllocation()
}
