package taskbench

import (
	"math"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace/constrained"
	"github.com/robo-actors/robo-actors/internal/testrobots"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// robot is a model with its limits and contacts, at the position where its motion begins.
type robot struct {
	model      *rigidbody.Model
	limits     constrained.Limits
	unactuated []int
	contacts   []constrained.Contact
	q          []float64
	moving     []joint
}

// newRobot gives all joints of one degree of freedom the same limits, and others none of position.
func newRobot(bodies []rigidbody.Body, effort, acceleration float64) (*robot, error) {
	m, err := rigidbody.New(bodies)
	if err != nil {
		return nil, err
	}
	r := &robot{model: m, q: make([]float64, m.NQ())}
	if err := m.Neutral(r.q); err != nil {
		return nil, err
	}
	for b := range m.NumBodies() {
		first, n := m.VelocityRange(b)
		position, _ := m.PositionRange(b)
		low, velocity, most := math.Inf(-1), math.Inf(1), math.Inf(1)
		switch {
		case n == 1:
			low, velocity, most = -3, 10, effort
			r.moving = append(r.moving, joint{position, first})
		case m.Body(b).Kind == rigidbody.Planar:
			velocity, most = 1, 600
		case m.Body(b).Kind == rigidbody.Floating:
			r.unactuated = []int{first, first + 1, first + 2, first + 3, first + 4, first + 5}
		}
		for range n {
			l := &r.limits
			l.PositionMin, l.PositionMax, l.Velocity = append(l.PositionMin, low), append(l.PositionMax, -low), append(l.Velocity, velocity)
			l.Acceleration, l.Effort = append(l.Acceleration, acceleration), append(l.Effort, most)
		}
	}
	r.moving = r.moving[max(0, len(r.moving)-7):]
	return r, nil
}

// elbow is a position of an arm away from singular ones.
var elbow = []float64{0.1, 0.5, -0.4, -1.2, 0.2, 0.9, 0.1}

func arm() (*robot, error) {
	r, err := newRobot(testrobots.Arm(), 40, 22)
	if err == nil {
		copy(r.q, elbow)
	}
	return r, err
}

// mobile is the arm on a platform that moves in the plane, 10 degrees of freedom.
func mobile() (*robot, error) {
	bodies := []rigidbody.Body{{Name: "platform", JointName: "drive", Parent: -1, Kind: rigidbody.Planar, Placement: spatial.IdentityPose(), Axis: [3]float64{0, 0, 1},
		Inertia: rigidbody.Inertia{Mass: 60, Com: [3]float64{-0.02, 0, 0.15}, Ixx: 2.3, Iyy: 3.1, Izz: 4.2}}}
	for _, b := range testrobots.Arm() {
		if b.Parent++; b.Parent == 0 {
			b.Placement.P = [3]float64{0.1, 0, 0.4}
		}
		bodies = append(bodies, b)
	}
	r, err := newRobot(bodies, 40, 22)
	if err == nil {
		copy(r.q[3:], elbow)
	}
	return r, err
}

// legged is a robot in its stance. The least pressure of its feet is so great that some points are held there as it moves.
func legged(bodies []rigidbody.Body, feet []testrobots.Foot, effort, friction, pressure float64) (*robot, error) {
	r, err := newRobot(bodies, effort, 500)
	if err != nil {
		return nil, err
	}
	for _, f := range feet {
		r.contacts = append(r.contacts, constrained.Contact{Name: f.Name, Body: f.Body, Points: f.Points, Friction: friction, PressureMin: pressure})
	}
	return r, testrobots.Stance(r.model, r.q)
}

// The tasks of the workloads.

func (r *robot) tip() string { return r.model.Body(r.model.NumBodies() - 1).Name }

// near is a goal that the motion leads past; far one that leaves a robot with limits next to no choice.
var (
	near = taskspace.Goal{Measured: true}
	far  = taskspace.Goal{Position: [3]float64{0.4, 0.1, 0.9}}
)

func armTasks(r *robot) []taskspace.Task {
	return []taskspace.Task{
		{Name: "position", Kind: taskspace.FramePosition, Frame: r.tip(), Goal: near},
		{Name: "orientation", Kind: taskspace.FrameOrientation, Frame: r.tip(), Level: 1, Goal: near},
		{Name: "posture", Kind: taskspace.Posture, Level: 2, Goal: taskspace.Goal{Measured: true}},
	}
}

const plane = taskspace.X | taskspace.Y | taskspace.RZ

func mobileTasks(r *robot) []taskspace.Task {
	return []taskspace.Task{
		{Name: "hand", Kind: taskspace.FramePose, Frame: r.tip(), Goal: near},
		{Name: "base", Kind: taskspace.FramePose, Frame: "platform", Axes: plane, Level: 1},
		{Name: "posture", Kind: taskspace.Posture, Level: 2, Goal: taskspace.Goal{Measured: true}},
	}
}

func fourLevels(r *robot) []taskspace.Task { return levelsTo(r, near) }
func pinned(r *robot) []taskspace.Task     { return levelsTo(r, far) }

func levelsTo(r *robot, goal taskspace.Goal) []taskspace.Task {
	return []taskspace.Task{
		{Name: "position", Kind: taskspace.FramePosition, Frame: r.tip(), Goal: goal},
		{Name: "orientation", Kind: taskspace.FrameOrientation, Frame: r.tip(), Level: 1, Goal: near},
		{Name: "base", Kind: taskspace.FramePose, Frame: "platform", Axes: plane, Level: 2},
		{Name: "posture", Kind: taskspace.Posture, Level: 3, Goal: taskspace.Goal{Measured: true}},
	}
}

func standing(r *robot) []taskspace.Task {
	return []taskspace.Task{
		{Name: "balance", Kind: taskspace.CentreOfMass, Weight: 10, Goal: taskspace.Goal{Measured: true}},
		{Name: "trunk", Kind: taskspace.FrameOrientation, Frame: r.model.Body(0).Name, Weight: 5},
		{Name: "posture", Kind: taskspace.Posture, Weight: 0.1, Goal: taskspace.Goal{Measured: true}},
	}
}
