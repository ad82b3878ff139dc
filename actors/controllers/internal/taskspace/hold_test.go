package taskspace

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// Every kind of task with a goal elsewhere is held: from the next start on it is where it is, again
// at every start, until another goal is set.
func TestATaskThatIsHeldStaysWhereItIs(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	tasks := parts()
	for i := range tasks {
		tasks[i].Goal = Goal{Position: [3]float64{3, 1, 2}, Orientation: [4]float64{math.Cos(1), math.Sin(1), 0, 0}}
	}
	tasks[2].Goal.Orientation, tasks[3].Goal.Position, tasks[4].Goal = [4]float64{}, [3]float64{}, Goal{Joints: []float64{2, -2}}
	tasks = append(tasks, Task{Name: "look", Kind: Gaze, Frame: "hand", Level: 5, Goal: Goal{Position: [3]float64{3, 1, 2}}},
		Task{Name: "push", Kind: Force, Frame: "tool", Level: 6, Goal: Goal{Wrench: [6]float64{1, 2, 3, 0, 0, 0}}},
		Task{Name: "swing", Kind: Momentum, Level: 7, Goal: Goal{Momentum: [6]float64{1, 2, 3, 0, 0, 0}}})
	r := newTrial(t, testRobot(t, rigidbody.Floating), Binding{}, tasks...)
	r.randomise(t, rng)
	r.evaluate(t, 0)
	if linear, angular := r.off(t, "place"); linear < 0.5 || angular < 0.1 {
		t.Fatalf("before it is held, place is %g m and %g rad from its goal", linear, angular)
	}
	for i := range tasks {
		r.e.Hold(i)
	}
	for range 2 {
		r.randomise(t, rng)
		r.evaluate(t, 0)
		for i, task := range tasks {
			if s := r.e.Status(i); task.Kind != Momentum && task.Kind != Force && (s.LinearError > 1e-9 || s.AngularError > 1e-6) {
				t.Errorf("%s is %g m and %g rad from where it is held", task.Name, s.LinearError, s.AngularError)
			}
		}
	}
	if set := r.e.Set(); set.Task(7).Goal.Wrench != ([6]float64{}) || set.Task(8).Goal.Momentum != ([6]float64{}) {
		t.Error("a force or a momentum is held")
	}
	must(t, r.e.SetParameter("look", "goal.position", Number(5, 5, 5)))
	must(t, r.e.SetParameter("rest", "goal.joints", Number(1, 1)))
	r.randomise(t, rng)
	r.evaluate(t, 0)
	for _, task := range []string{"look", "rest"} {
		if _, angular := r.off(t, task); angular < 1e-3 {
			t.Errorf("%s has a new goal and is %g rad from it", task, angular)
		}
	}
}

func TestOneTaskBeginsAnewByItself(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 10))
	tasks := []Task{{Name: "place", Kind: FramePosition, Frame: "tool", Goal: Goal{Position: [3]float64{3, 1, 2}}},
		{Name: "other", Kind: FramePosition, Frame: "other", Level: 1, Goal: Goal{Position: [3]float64{3, 1, 2}}}}
	r := newTrial(t, testRobot(t, rigidbody.Floating), Binding{}, tasks...)
	r.randomise(t, rng)
	r.evaluate(t, 0)
	r.e.Hold(0)
	must(t, r.e.Begin(0, r.w, r.q))
	must(t, r.e.Evaluate(r.w, r.q, r.v, 0))
	held, _ := r.off(t, "place")
	other, _ := r.off(t, "other")
	if held > 1e-9 || other < 0.1 {
		t.Errorf("the held task is %g m off, the other one %g m", held, other)
	}
	r.e.Hold(2)
	if err := r.e.Begin(2, r.w, r.q); !errors.Is(err, ErrUnknown) {
		t.Errorf("a task that does not exist begins: %v", err)
	}
}
