package pickplace

import (
	"math/rand/v2"
	"reflect"
	"testing"
)

func TestEveryObjectGoesThroughThePhasesInTurn(t *testing.T) {
	s := Sequence{Objects: []string{"red", "blue"}}
	s.Begin()
	var got []string
	for s.Phase != Done {
		got = append(got, s.Object()+" "+s.Phase.String())
		s.Succeeded()
	}
	var want []string
	for _, object := range s.Objects {
		for p := Approach; p <= Retreat; p++ {
			want = append(want, object+" "+p.String())
		}
	}
	want = append(want, " go_home")
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the work was %q; expected %q", got, want)
	}
	if placed := []Outcome{{"red", true, ""}, {"blue", true, ""}}; !reflect.DeepEqual(s.Outcomes, placed) {
		t.Errorf("the outcomes are %+v; expected both placed", s.Outcomes)
	}
}

func TestWithoutObjectsTheArmGoesHome(t *testing.T) {
	var s Sequence
	if s.Begin(); s.Phase != GoHome {
		t.Errorf("the work begins with %v; expected go_home", s.Phase)
	}
}

func TestAFailureGivesUpWhatItMustAndNoMore(t *testing.T) {
	for _, c := range []struct {
		fails    Phase
		next     Phase // after the failure
		outcomes []Outcome
	}{
		{Approach, Approach, []Outcome{{"red", false, "why"}}},
		{Reach, Retreat, nil},
		{Grasp, Retreat, nil},
		{Lift, Done, []Outcome{{"red", false, "why"}, {"blue", false, "the gripper still holds red"}}},
		{Carry, Done, []Outcome{{"red", false, "why"}, {"blue", false, "the gripper still holds red"}}},
		{Lower, Done, []Outcome{{"red", false, "why"}, {"blue", false, "the gripper still holds red"}}},
		{Release, Done, []Outcome{{"red", false, "why"}, {"blue", false, "the gripper still holds red"}}},
		{Retreat, Approach, []Outcome{{"red", true, ""}}},
	} {
		s := Sequence{Objects: []string{"red", "blue"}}
		for s.Begin(); s.Phase != c.fails; {
			s.Succeeded()
		}
		s.Failed("why")
		if s.Phase != c.next || !reflect.DeepEqual(s.Outcomes, c.outcomes) {
			t.Errorf("a failure of %v leads to %v with %+v; expected %v with %+v", c.fails, s.Phase, s.Outcomes, c.next, c.outcomes)
		}
	}
}

func TestAnObjectThatWasReachedForInVainIsNotPlaced(t *testing.T) {
	s := Sequence{Objects: []string{"red"}}
	s.Begin()
	s.Succeeded()
	s.Failed("it slipped")
	s.Succeeded() // the retreat
	if want := []Outcome{{"red", false, "it slipped"}}; s.Phase != GoHome || !reflect.DeepEqual(s.Outcomes, want) {
		t.Errorf("the work goes on with %v after %+v; expected go_home after %+v", s.Phase, s.Outcomes, want)
	}
}

// Whatever fails, the work ends, each object has one outcome, and failed ones say why.
func TestTheWorkEndsWithAnOutcomeForEachObject(t *testing.T) {
	for seed := range uint64(2000) {
		rng := rand.New(rand.NewPCG(seed, 1))
		s := Sequence{Objects: []string{"a", "b", "c", "d"}[:rng.IntN(5)]}
		steps := 0
		for s.Begin(); s.Phase != Done; steps++ {
			if steps > 8*len(s.Objects)+1 {
				t.Fatalf("seed %d: the work has not ended after %d steps", seed, steps)
			}
			if rng.IntN(6) == 0 {
				s.Failed("a reason")
			} else {
				s.Succeeded()
			}
		}
		if len(s.Outcomes) != len(s.Objects) {
			t.Fatalf("seed %d: %d outcomes of %d objects", seed, len(s.Outcomes), len(s.Objects))
		}
		for i, o := range s.Outcomes {
			if o.Object != s.Objects[i] || o.Placed == (o.Reason != "") {
				t.Fatalf("seed %d: outcome %d is %+v", seed, i, o)
			}
		}
	}
}
