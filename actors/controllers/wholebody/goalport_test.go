package wholebody

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// goalPlanner sends one goal of the test in a tick.
type goalPlanner struct {
	Goal actors.Out[messages.GoalCommand] `port:"goal"`

	next []messages.GoalCommand
}

func (p *goalPlanner) Configure(s *actors.Setup) error {
	s.Size(&p.Goal, actors.Sizes{"points": 1, "values": 4})
	return nil
}

func (p *goalPlanner) Tick(t *actors.Tick) error {
	if len(p.next) == 0 {
		return nil
	}
	command := p.next[0]
	p.next = p.next[1:]
	return p.Goal.Send(t, command)
}

// planned is a rig with a planner, and the status of its goals.
type planned struct {
	*rig
	planner *goalPlanner
	goals   messages.GoalStatus
}

func newPlanned(t *testing.T) *planned {
	t.Helper()
	p := &planned{planner: &goalPlanner{}}
	p.rig = newRig(t, manual(armOptions()), rigOptions{planner: p.planner})
	if _, err := actors.Tap(p.sys, "arm/controller.goals", func(_ messages.Stamp, s *messages.GoalStatus) {
		p.goals = messages.GoalStatus{Goal: slices.Clone(s.Goal), Rejected: s.Rejected}
	}); err != nil {
		t.Fatal(err)
	}
	p.start()
	p.run(100 * time.Millisecond)
	return p
}

// send sends a goal of one point, which the controller has taken when it returns.
func (p *planned) send(task uint32, values ...float64) {
	p.t.Helper()
	p.planner.next = append(p.planner.next, messages.GoalCommand{Task: task, Points: 1, TimeS: []float64{0}, Value: values})
	p.run(5 * time.Millisecond)
}

// notes returns the texts of the controller's notes that have a part.
func (p *planned) notes(part string) (texts []string) {
	for _, e := range p.events {
		if e.Kind == messages.EventNote && e.Source == "arm/controller" && strings.Contains(e.Text, part) {
			texts = append(texts, e.Text)
		}
	}
	return texts
}

func TestAPlannersGoalIsPursuedAndItsNextOnePreemptsIt(t *testing.T) {
	p := newPlanned(t)
	p.ask(messages.TaskRequest{Verb: messages.TaskState, Name: "reaching"})
	p.send(1, 0.4, -0.2, 0.45)
	first := p.goals.Goal[1]
	if first.State != messages.GoalActive || first.Command != 1 || first.ID == 0 {
		t.Fatalf("the first goal is %+v; expected an active one of command 1", first)
	}
	p.run(500 * time.Millisecond)
	p.send(1, 0.5, 0.1, 0.4)
	if second := p.goals.Goal[1]; second.State != messages.GoalActive || second.Command != 2 || second.ID == first.ID {
		t.Fatalf("the second goal is %+v; expected an active one of command 2", second)
	}
	p.wantGoal(first.ID, messages.GoalPreempted, messages.GoalNoReason)
	p.run(6 * time.Second)
	if at := p.hand(); math.Hypot(at[0]-0.5, math.Hypot(at[1]-0.1, at[2]-0.4)) > 5e-3 {
		t.Errorf("the hand is at %v", at)
	}
	if g := p.goals.Goal[1]; g.State != messages.GoalSucceeded || g.Command != 2 || p.goals.Rejected != 0 {
		t.Errorf("at the goal: %+v", p.goals)
	}
}

// The numbers of a posture are those of its joints in order; a goal by request preempts one of the
// planner, and the other way round.
func TestGoalsOfAPlannerAndOfRequestsPreemptEachOther(t *testing.T) {
	p := newPlanned(t)
	p.run(4 * time.Second)
	p.send(3, 0, 0.7, -0.9, 0.1)
	planned := p.goals.Goal[3]
	asked := p.goal(sendGoal("arm_posture", goalOf("elbow", -0.8))).Goals[0].ID
	p.run(20 * time.Millisecond)
	p.wantGoal(planned.ID, messages.GoalPreempted, messages.GoalNoReason)
	if g := p.goals.Goal[3]; g.ID != asked || g.Command != 0 {
		t.Errorf("after a request the goal is %+v; expected %s without a command", g, asked)
	}
	p.send(3, 0.2, 0.6, -0.7, 0)
	p.wantGoal(asked, messages.GoalPreempted, messages.GoalNoReason)
	p.run(4 * time.Second)
	for i, want := range []float64{0.2, 0.6, -0.7, 0} {
		if math.Abs(p.q[i]-want) > 1e-2 {
			t.Errorf("joint %d is at %g, want %g", i, p.q[i], want)
		}
	}
}

// Each wrong goal of a planner is rejected by its sequence, with a note that says why, and the
// robot stays.
func TestAWrongGoalOfAPlannerIsRejectedAndMovesNothing(t *testing.T) {
	p := newPlanned(t)
	p.run(4 * time.Second)
	posture := []float64{0, 0.7, -0.9, 0.1}
	sequence := uint64(0)
	for name, c := range map[string]struct {
		goal messages.GoalCommand
		want string
	}{
		"an unknown task":         {messages.GoalCommand{Task: 5, Points: 1, TimeS: []float64{0}, Value: posture}, "task 5 with 1 points; expected a task from 0 to 4"},
		"a far number of a task":  {messages.GoalCommand{Task: math.MaxUint32, Points: 1, TimeS: []float64{0}, Value: posture}, "task 4294967295"},
		"no point":                {messages.GoalCommand{Task: 3, TimeS: []float64{0}, Value: posture}, "with 0 points"},
		"two points":              {messages.GoalCommand{Task: 3, Points: 2, TimeS: []float64{0}, Value: posture}, "with 2 points; expected"},
		"a time":                  {messages.GoalCommand{Task: 3, Points: 1, TimeS: []float64{1}, Value: posture}, "one point at time 0"},
		"a time that is NaN":      {messages.GoalCommand{Task: 3, Points: 1, TimeS: []float64{math.NaN()}, Value: posture}, "one point at time 0"},
		"no numbers":              {messages.GoalCommand{Task: 3, Points: 1, TimeS: []float64{0}}, `0 numbers; expected 4 for task "arm_posture"`},
		"too few numbers":         {messages.GoalCommand{Task: 3, Points: 1, TimeS: []float64{0}, Value: posture[:3]}, "3 numbers; expected 4"},
		"a number that is NaN":    {messages.GoalCommand{Task: 3, Points: 1, TimeS: []float64{0}, Value: []float64{0, math.NaN(), 0, 0}}, "arm_posture"},
		"an infinite number":      {messages.GoalCommand{Task: 3, Points: 1, TimeS: []float64{0}, Value: []float64{0, 0.7, math.Inf(-1), 0}}, "arm_posture"},
		"a task of another set":   {messages.GoalCommand{Task: 1, Points: 1, TimeS: []float64{0}, Value: posture[:3]}, `task "reach" is not in task set "hold"`},
		"a task without any goal": {messages.GoalCommand{Task: 0, Points: 1, TimeS: []float64{0}, Value: posture}, `task "limits" has no goal`},
	} {
		p.events = p.events[:0]
		p.planner.next = append(p.planner.next, c.goal)
		sequence++
		p.run(5 * time.Millisecond)
		if p.goals.Rejected != sequence {
			t.Errorf("%s: command %d is rejected; expected %d", name, p.goals.Rejected, sequence)
		}
		if notes := p.notes("goal at input goal rejected: "); len(notes) != 1 || !strings.Contains(notes[0], c.want) {
			t.Errorf("%s: the notes are %q; expected one with %q", name, notes, c.want)
		}
		for task, g := range p.goals.Goal {
			if g.ID != 0 {
				t.Errorf("%s: task %d has the goal %+v", name, task, g)
			}
		}
	}
	if moved := p.still(time.Second); moved > 1e-3 {
		t.Errorf("after wrong goals a joint moves by %g rad", moved)
	}
}

func TestAPlannersGoalToAStoppedRobotIsRejectedAndItsReArmMovesNothing(t *testing.T) {
	p := newPlanned(t)
	p.run(4 * time.Second)
	p.stopped = true
	p.run(200 * time.Millisecond)
	p.send(3, 0.5, 0.5, -0.5, 0)
	if notes := p.notes("goal at input goal rejected: "); p.goals.Rejected != 1 || len(notes) != 1 || !strings.Contains(notes[0], "turn (ramp_hold)") {
		t.Errorf("command %d is rejected, with the notes %q", p.goals.Rejected, notes)
	}
	p.stopped = false
	if moved := p.still(2 * time.Second); moved > 0.02 {
		t.Errorf("a joint moves by %g rad after the re-arm", moved)
	}
}

// The goal that came while the controller was down belongs to its predecessor.
func TestAGoalOfAPlannerIsNotForTheNextIncarnation(t *testing.T) {
	p := newPlanned(t)
	p.run(4 * time.Second)
	p.send(3, 0.2, 0.7, -0.9, 0.1)
	if err := p.sys.Inject(actors.Fault{Kind: actors.FaultPanic, Target: "arm/controller", Choice: "tick"}); err != nil {
		t.Fatal(err)
	}
	p.run(time.Second)
	if g := p.goals.Goal[3]; g.ID != 0 || g.Command != 0 {
		t.Errorf("the restarted controller pursues %+v", g)
	}
}
