package ledger

import (
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
)

func TestANewerGoalPreemptsTheActiveOneOfItsTaskOnly(t *testing.T) {
	l := New([]string{"reach", "rest"}, []string{"m", "rad"})
	l.Begin(2)
	l.Accept(0, 0, 10)
	other, _ := l.Accept(1, 5, 20)
	second, preempted := l.Accept(0, 0, 30)
	if preempted == nil || preempted.ID != messages.NewGoalID(2, 1) || preempted.State != messages.GoalPreempted || preempted.Ended != 30 {
		t.Errorf("%+v is preempted", preempted)
	}
	if second.ID != messages.NewGoalID(2, 3) || second.Unit != "m" || other.State != messages.GoalActive {
		t.Errorf("%+v, %+v", second, other)
	}
	status := messages.GoalStatus{Goal: make([]messages.GoalProgress, 2)}
	l.Reject(8)
	l.Fill(&status)
	if status.Goal[0].ID != second.ID || status.Goal[1].Command != 5 || status.Rejected != 8 {
		t.Errorf("%+v", status)
	}
}

func TestALedgerKeepsTheLastGoalsInTheirOrder(t *testing.T) {
	l := New([]string{"reach"}, []string{"m"})
	l.Begin(1)
	for range 100 {
		l.Accept(0, 0, 0)
	}
	l.End(0, messages.GoalAborted, messages.GoalMissed, "off", 7)
	shown := l.Show(&messages.GoalRequest{}).Goals
	if len(shown) != keep+1 || shown[keep].ID != messages.NewGoalID(1, 100) || shown[0].ID != messages.NewGoalID(1, 100-keep) {
		t.Fatalf("%d goals, from %s to %s", len(shown), shown[0].ID, shown[len(shown)-1].ID)
	}
	if text := Sentence(&shown[keep]); text != `goal 1.100 of task "reach" aborted (missed): off` {
		t.Error(text)
	}
	if r := l.Show(&messages.GoalRequest{ID: messages.NewGoalID(1, 3)}); r.Result != messages.TaskUnknownGoal || !strings.Contains(r.Text, "the last 32") {
		t.Errorf("%+v", r)
	}
}

func TestOnlyActiveGoalsAreCanceledAndEnded(t *testing.T) {
	l := New([]string{"reach", "rest"}, []string{"m", "rad"})
	if _, refusal := l.Canceled(&messages.GoalRequest{}); refusal == nil || refusal.Result != messages.TaskNotNow {
		t.Errorf("%+v", refusal)
	}
	l.Accept(0, 0, 0)
	l.Accept(1, 0, 0)
	for task, want := range map[string]int{"": 2, "rest": 1} {
		if tasks, _ := l.Canceled(&messages.GoalRequest{Task: task}); len(tasks) != want {
			t.Errorf("task %q: %v", task, tasks)
		}
	}
	if _, refusal := l.Canceled(&messages.GoalRequest{Task: "raech"}); refusal == nil || refusal.Result != messages.TaskUnknownTask || refusal.Unknown != "raech" {
		t.Errorf("%+v", refusal)
	}
	if l.End(1, messages.GoalSucceeded, 0, "", 0) == nil || l.End(1, messages.GoalCanceled, 0, "", 0) != nil || l.Active(1) {
		t.Error("an ended goal ends again")
	}
	if _, refusal := l.Find(""); refusal == nil || !strings.Contains(refusal.Text, "names no task; known tasks are reach, rest") {
		t.Errorf("%+v", refusal)
	}
}
