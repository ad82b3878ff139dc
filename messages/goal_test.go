package messages

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"
)

func TestTheNumberOfAGoalIsReadAsItIsWritten(t *testing.T) {
	id := NewGoalID(3, 41)
	if got, err := ParseGoalID(id.String()); err != nil || got != id || id.String() != "3.41" || id.Incarnation() != 3 {
		t.Errorf("%s, %v", got, err)
	}
	for _, text := range []string{"", "3", "3.", ".41", "3.41.5", "-1.2", "4294967296.1"} {
		if _, err := ParseGoalID(text); err == nil || !strings.Contains(err.Error(), "such as 1.3") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestStatesAndReasonsOfGoalsMarshalAsText(t *testing.T) {
	for s := range goalStates {
		for r := range goalReasons {
			data, err := json.Marshal(GoalInfo{ID: NewGoalID(1, 2), State: s, Reason: r})
			var got GoalInfo
			if err != nil || json.Unmarshal(data, &got) != nil || got.State != s || got.Reason != r {
				t.Errorf("%s, %v", data, err)
			}
		}
	}
	var s GoalState
	var r GoalReason
	if s.UnmarshalText([]byte("done")) == nil || r.UnmarshalText([]byte("bad")) == nil {
		t.Error("an unknown word is read")
	}
	if goalStates.String() != "goal_state(6)" || goalReasons.String() != "goal_reason(5)" || GoalActive.Ended() || !GoalPreempted.Ended() {
		t.Error(goalStates, goalReasons)
	}
}

func TestAGoalIsCheckedBeforeItIsRead(t *testing.T) {
	value := func(n ...float64) []GoalValue { return []GoalValue{{Name: "elbow", Numbers: n}} }
	for want, g := range map[string]Goal{
		"the goal is empty":     {},
		"256 at most":           {Values: make([]GoalValue, MaxGoalValues+1)},
		"1000 at most":          {Values: value(make([]float64, MaxGoalTimes+1)...)},
		"number 0 is +Inf":      {Values: value(math.Inf(1))},
		"the tolerance is NaN":  {Values: value(1), Tolerance: math.NaN()},
		"the time is -1s":       {Values: value(1), Within: -time.Second},
		"times[0]":              {Values: value(1), Times: []time.Duration{0}},
		"times[1]":              {Values: value(1), Times: []time.Duration{time.Second, 2 * time.Hour}},
		"the name occurs twice": {Values: append(value(1), value(2)...)},
	} {
		if err := g.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v; expected %s", err, want)
		}
	}
	for _, times := range [][]time.Duration{{1, 2}, {0, 1}} {
		if err := (&Goal{Values: value(1, 2), Times: times}).Check(); err != nil {
			t.Error(err)
		}
	}
}
