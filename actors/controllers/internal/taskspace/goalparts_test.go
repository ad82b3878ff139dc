package taskspace

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// parts are tasks whose goals begin where the robot is.
func parts() []Task {
	return []Task{
		{Name: "place", Kind: FramePose, Frame: "tool", Goal: Goal{Measured: true}},
		{Name: "beside", Kind: RelativePose, Frame: "other", Base: "middle", Level: 1, Goal: Goal{Measured: true}},
		{Name: "point", Kind: FramePosition, Frame: "hand", Level: 2, Goal: Goal{Measured: true}},
		{Name: "way", Kind: FrameOrientation, Frame: "hand", Level: 2, Goal: Goal{Measured: true}},
		{Name: "rest", Kind: Posture, Joints: []string{"joint_a", "joint_b"}, Level: 3, Goal: Goal{Measured: true}},
		{Name: "slow", Kind: FramePose, Frame: "lower", Level: 4, Goal: Goal{Measured: true},
			Motion: Motion{Velocity: []float64{0.5}, Acceleration: []float64{1}, Jerk: []float64{10}}},
	}
}

// errors of a task: how far the goal is, m and rad.
func (r *trial) off(t *testing.T, task string) (linear, angular float64) {
	t.Helper()
	i, err := r.e.Index(task)
	must(t, err)
	s := r.e.Status(i)
	return s.LinearError, s.AngularError
}

// A set that has not run yet knows nothing of where the robot will be: a part of a goal that is set
// is kept, and what is not said of it is measured when the set takes over, as before.
func TestAGoalThatIsSetInPartIsMeasuredInTheRest(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	m := testRobot(t, rigidbody.Floating)
	for _, started := range []bool{false, true} { // it has run before, or not
		r := newTrial(t, m, Binding{}, parts()...)
		if started {
			r.randomise(t, rng)
			r.evaluate(t, 1e-3)
		}
		away := [3]float64{1, -2, 3}
		turned := [4]float64{math.Cos(0.2), math.Sin(0.2), 0, 0}
		for _, c := range []struct {
			task, parameter string
			value           []float64
		}{{"place", "goal.position", away[:]}, {"beside", "goal.orientation", turned[:]}, {"point", "goal.twist", []float64{0.1, 0, 0, 0, 0, 0}},
			{"way", "goal.acceleration", []float64{0, 0, 0, 0.2, 0, 0}}, {"rest", "goal.joint_velocity", []float64{0.1, -0.1}}, {"slow", "goal.position", away[:]}} {
			must(t, r.e.SetParameter(c.task, c.parameter, Number(c.value...)))
		}
		r.randomise(t, rng)
		r.evaluate(t, 0)
		if linear, angular := r.off(t, "place"); linear < 0.5 || angular > 1e-9 {
			t.Errorf("started %t: place is %g m and %g rad from a goal of which the position was set", started, linear, angular)
		}
		if linear, angular := r.off(t, "beside"); linear > 1e-9 || angular < 1e-3 {
			t.Errorf("started %t: beside is %g m and %g rad from a goal of which the orientation was set", started, linear, angular)
		}
		for _, task := range []string{"point", "way", "rest"} {
			if linear, angular := r.off(t, task); linear > 1e-9 || angular > 1e-9 {
				t.Errorf("started %t: %s is %g m and %g rad from a goal of which a velocity or an acceleration was set", started, task, linear, angular)
			}
		}
		for range 100_000 { // 100 s: the way is over
			must(t, r.e.Evaluate(r.w, r.q, r.v, 0.1))
			if !r.e.tasks[5].reference.moving {
				break
			}
		}
		if goal := r.e.Set().Task(5).Goal; goal.Position != away || r.e.tasks[5].reference.position != spatial.VecOf(away) {
			t.Errorf("started %t: slow goes to %v, want %v", started, goal.Position, away)
		}
	}
}

// A goal that is given whole is nowhere measured any more, and one that is taken from a set is
// whole.
func TestAGoalThatIsGivenWholeIsNotMeasured(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	r := newTrial(t, testRobot(t, rigidbody.Planar), Binding{}, parts()...)
	must(t, r.e.SetParameter("place", "goal.position", Number(1, 1, 1)))
	must(t, r.e.SetParameter("place", "goal.orientation", Number(1, 0, 0, 0)))
	r.randomise(t, rng)
	r.evaluate(t, 0)
	if linear, angular := r.off(t, "place"); linear < 0.1 || angular < 0.1 {
		t.Errorf("place is %g m and %g rad from its goal, both parts of which were set", linear, angular)
	}
	must(t, r.e.SetParameter("beside", "goal.position", Number(1, 1, 1)))
	taken := r.e.Set().Task(1).Goal
	must(t, r.e.SetGoal(1, &taken))
	r.randomise(t, rng)
	if got := r.e.Set().Task(1).Goal; got.Orientation != taken.Orientation || got.Position != taken.Position {
		t.Errorf("a goal that was given whole changes from %+v to %+v where the robot moves", taken, got)
	}
}

// Numbers whose products overflow are rejected by the reported range, in a definition and
// while a task runs.
func TestNumbersHaveARange(t *testing.T) {
	m := testRobot(t, rigidbody.Planar)
	r := newTrial(t, m, Binding{}, parts()...)
	r.randomise(t, rand.New(rand.NewPCG(1, 2)))
	for _, p := range []string{"gains.proportional", "gains.derivative", "motion.jerk", "goal.position"} {
		value := []float64{1, 1, 1e10}
		if !strings.HasPrefix(p, "goal") {
			value = []float64{1e10}
		}
		if err := r.e.SetParameter("slow", p, Number(value...)); !errors.Is(err, ErrParameter) || !strings.Contains(err.Error(), "1e+09") {
			t.Errorf("%s = %v: %v; expected %v with the range", p, value, err, ErrParameter)
		}
	}
	for name, spoil := range map[string]func(*Task){
		"gains.derivative[0]: 1e+10": func(t *Task) { t.Gains.Derivative = []float64{1e10} },
		"motion.velocity":            func(t *Task) { t.Motion.Velocity = []float64{1e10} },
		"goal.position":              func(t *Task) { t.Goal = Goal{Position: [3]float64{0, 1e10, 0}} },
		"point":                      func(t *Task) { t.Point[1] = math.Inf(-1) },
	} {
		task := parts()[5]
		task.Level = 0
		spoil(&task)
		if _, err := NewSet(task); err == nil || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), "1e+09") {
			t.Errorf("%s: the error is %v", name, err)
		}
	}
	free := parts()[0]
	free.Gains.VelocityMax = []float64{math.Inf(1)}
	if _, err := NewSet(free); err != nil {
		t.Errorf("without a bound on the velocity: %v", err)
	}
}
