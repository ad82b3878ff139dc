package wholebody

import (
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace/constrained"
	"github.com/robo-actors/robo-actors/messages"
)

func TestAGoalHasTheWholeOfItsTime(t *testing.T) {
	r := running(t, manual(armOptions()))
	q := sendGoal("arm_posture", goalOf("elbow", -0.8))
	q.Goal.Within = 30 * time.Second
	id := r.goal(q).Goals[0].ID
	r.run(5 * time.Second)
	r.wantGoal(id, messages.GoalSucceeded, messages.GoalNoReason)
}

func TestANumberBeyondEitherEndOfItsRangeIsRefused(t *testing.T) {
	p := &taskspace.Parameter{Name: "gains.proportional", Type: taskspace.Real, Min: 1, Max: 5}
	open := &taskspace.Parameter{Name: "margin", Type: taskspace.Real, Min: 1, Max: 5, Open: true}
	for _, c := range []struct {
		p      *taskspace.Parameter
		number float64
		passes bool
	}{{p, 0.5, false}, {p, 1, true}, {p, 3, true}, {p, 5, true}, {p, 5.5, false}, {open, 1, false}, {open, 1.5, true}, {open, 5.5, false}} {
		reply := examine(&messages.TaskRequest{Task: "reach", Parameter: c.p.Name, Numbers: []float64{c.number}}, c.p)
		if (reply == nil) != c.passes || reply != nil && reply.Result != messages.TaskOutOfRange {
			t.Errorf("%g of %+v: %+v", c.number, c.p, reply)
		}
	}
}

func TestAxesOfAForceThatDoNotExistAreRefusedByName(t *testing.T) {
	o := armOptions().Tasks[1]
	o.ForceAxes = "q"
	if _, err := o.task("tasks[1]"); err == nil || !strings.Contains(err.Error(), "force_axes") {
		t.Errorf("%v", err)
	}
	o.ForceAxes = "z"
	if task, err := o.task("tasks[1]"); err != nil || task.ForceAxes == 0 {
		t.Errorf("%+v, %v", task, err)
	}
}

// The joints along and across slide, and turn turns.
func TestAPostureHasTheUnitsOfItsOwnJoints(t *testing.T) {
	g := newGantry(t, "prismatic", gantryOptions("position"))
	for task, want := range map[string]string{"posture": "m", "rest": "rad|m", "pose": "rad|m"} {
		for i := range g.law.tasks {
			if g.law.tasks[i] != task {
				continue
			}
			if got := g.law.unitOf(g.w, i, "rad|m"); got != want {
				t.Errorf("task %s has the unit %s; expected %s", task, got, want)
			}
		}
	}
}

func TestDampedDirectionsAreThoseThatALevelWantsAndDoesNotHave(t *testing.T) {
	for want, levels := range map[int][]constrained.LevelReport{
		0: {{Rows: 3, Rank: 3}, {Rows: 4, Rank: 0}}, // the second level has no task at the moment
		1: {{Rows: 3, Rank: 2}},
		6: {{Rows: 3, Rank: 3, Damped: 2}, {Rows: 6, Rank: 3, Damped: 1}},
	} {
		s := &limitedSolver{out: &constrained.Output{Levels: levels}}
		if got := s.damped(); got != want {
			t.Errorf("%+v: %d damped directions, expected %d", levels, got, want)
		}
	}
}

func TestOnlyTheBeginAndTheEndOfAPostureThatFollowsAreHandOvers(t *testing.T) {
	p := newPursuit(t, postureOptions())
	for range 10 {
		p.tick(nil)
	}
	for i, c := range []struct{ sent, handOver bool }{{false, false}, {true, true}, {true, false}, {false, true}, {false, false}} {
		p.in.Posture, p.law.changed = nil, false
		if c.sent {
			p.in.Posture = wave(0)
		}
		if err := p.law.pursuePosture(p.law.active(), p.in); err != nil || p.law.changed != c.handOver {
			t.Errorf("step %d: hand-over %v, expected %v; %v", i, p.law.changed, c.handOver, err)
		}
	}
}

// Between two models the parameter applies to the matrices of the older one.
func TestAChangedParameterHasTheMatricesOfTheSameModelEvaluatedAgain(t *testing.T) {
	_, law := newLaw(t, fromActor(armOptions()))
	s := law.active()
	if s.matrices == nil {
		t.Fatal("the set has no matrices of a model")
	}
	s.at = 7
	if err := s.setParameter("nothing", "weight", taskspace.Value{Real: []float64{2}}); err == nil || s.at != 7 {
		t.Errorf("%v; evaluated at %d", err, s.at)
	}
	if err := s.setParameter(law.tasks[s.tasks[0]], "weight", taskspace.Value{Real: []float64{2}}); err != nil || s.at != 0 {
		t.Errorf("%v; evaluated at %d, expected that nothing is", err, s.at)
	}
}
