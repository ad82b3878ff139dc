package wholebody

import (
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// A gaze cannot look at where its eye is, which is found out as it moves. That is a goal like one
// out of reach: no reason to let the joints go, and another goal mends it.
func TestAGazeAtItsOwnEyeIsDegradedByNameUntilItsGoalIsAnother(t *testing.T) {
	for _, law := range []string{"exact", "constrained"} {
		o := steady(armOptions())
		o.Law = law
		o.Tasks = append(o.Tasks, TaskOptions{Name: "look", Kind: "gaze", Frame: "turret", Goal: GoalOptions{Position: []float64{1, 0, 0.5}}})
		o.TaskSets[0].Levels = append(o.TaskSets[0].Levels, []string{"look"})
		r := running(t, o)
		look := func(at ...float64) {
			t.Helper()
			if reply := r.ask(messages.TaskRequest{Verb: messages.TaskSet, Task: "look", Parameter: "goal.position", Numbers: at}); reply.Result != messages.TaskSuccess {
				t.Fatalf("law %s: %+v", law, reply)
			}
			r.run(100 * time.Millisecond)
		}
		look(0, 0, 0)
		if f := r.failures(); len(f) > 0 || r.status.Phase != messages.TaskDegraded {
			t.Fatalf("law %s: the law is %v; failures: %q", law, r.status.Phase, f)
		}
		told := ""
		for _, e := range r.events {
			if e.Kind == messages.EventNote && strings.Contains(e.Text, "law: degraded") {
				told = e.Text
			}
		}
		if !strings.Contains(told, `task "look"`) || !strings.Contains(told, "where the eye is") {
			t.Errorf("law %s: the event reads %q", law, told)
		}
		look(1, 0, 0.5)
		if f := r.failures(); len(f) > 0 || r.status.Phase != messages.TaskRunning {
			t.Errorf("law %s: the law is %v; failures: %q", law, r.status.Phase, f)
		}
	}
}
