package modes

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

func TestASetIsReadFromItsText(t *testing.T) {
	for _, want := range []Causes{0, SetOf(messages.CauseStale), SetOf(messages.CauseStale, messages.CauseOperator, messages.CauseHang)} {
		text, err := want.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		got := SetOf(messages.CauseEscalation) // what the set had before goes
		if err := got.UnmarshalText(text); err != nil || got != want {
			t.Errorf("%q is read as %s, %v", text, got, err)
		}
	}
	var s Causes
	if err := s.UnmarshalText([]byte("stale+nonsense")); err == nil {
		t.Error("nonsense is a cause")
	}
}

func TestNamesBeyondTheLastAreUndeclared(t *testing.T) {
	for want, got := range map[string]string{
		fmt.Sprintf("fault(%d)", int(numFaults)): FaultClass(numFaults).String(),
		fmt.Sprintf("kind(%d)", int(numKinds)):   JointKind(numKinds).String(),
	} {
		if got != want {
			t.Errorf("the first value beyond the declared ones is %q; expected %q", got, want)
		}
	}
	if meaning := FaultClass(numFaults).Meaning(); meaning != "" {
		t.Errorf("its meaning is %q", meaning)
	}
}

func TestASetHoldsWhatWasPutIntoIt(t *testing.T) {
	for _, a := range messages.Causes() {
		for _, b := range messages.Causes() {
			s := SetOf(a, b)
			for _, c := range messages.Causes() {
				if want := (c == a || c == b) && slices.Contains(stopCauses, c); s.Has(c) != want {
					t.Fatalf("{%s %s} has %s: %v", a, b, c, s.Has(c))
				}
			}
			if s.Without(a).Has(a) || s.Without(a).With(a) != s {
				t.Fatalf("{%s %s} without %s is %s", a, b, a, s.Without(a))
			}
			if list := s.List(); len(list) != s.Len() || !slices.IsSorted(list) {
				t.Fatalf("%s lists %v", s, list)
			}
		}
	}
}

func TestASetIgnoresUndeclaredCauses(t *testing.T) {
	if s := SetOf(13, 31, 32, 255); s != 0 || s.Has(255) || s.Without(200) != 0 {
		t.Errorf("%s", s)
	}
}

func TestBitsBeyondTheLastCauseAreNoCauses(t *testing.T) {
	all := Causes(math.MaxUint32)
	for c := messages.CauseCoupledJoint + 1; c < 40; c++ {
		if all.Has(c) || all.Without(c) != all {
			t.Errorf("%d counts as a cause", c)
		}
	}
}

func TestASetPrintsItsNamesInOrder(t *testing.T) {
	if got := SetOf(messages.CauseCoupledJoint, messages.CauseStale).String(); got != "stale+coupled_joint" {
		t.Error(got)
	}
	if got := SetOf().String(); got != "none" {
		t.Error(got)
	}
	if c, rest := SetOf().Pop(); c != messages.CauseNone || rest != 0 {
		t.Error(c, rest)
	}
}

func TestReasonsAreAllCausesButNoneAndRearm(t *testing.T) {
	if got := StopCauses(); !slices.Equal(got, stopCauses) {
		t.Errorf("%v, want %v", got, stopCauses)
	}
}

func TestWaysOfReArmAreReadAsTheyPrint(t *testing.T) {
	for _, r := range Rearms() {
		if got, err := ParseRearm(r.String()); err != nil || got != r || !r.Valid() {
			t.Errorf("%s: %s, %v", r, got, err)
		}
	}
	_, err := ParseRearm("sometimes")
	if err == nil || err.Error() != `re-arm "sometimes" is unknown; expected one of acknowledge, reset, auto` {
		t.Error(err)
	}
	if Rearm(7).Valid() || Rearm(7).String() != "rearm(7)" {
		t.Error(Rearm(7))
	}
}

func TestTheMostDemandingCauseCounts(t *testing.T) {
	r := NewRules(Auto, Auto, 0)
	for _, c := range []struct {
		causes Causes
		want   Rearm
	}{
		{0, Auto},
		{SetOf(messages.CauseStale, messages.CauseCoupledJoint, messages.CausePanic, messages.CauseStartup), Auto},
		{SetOf(messages.CauseStale, messages.CauseHang), Acknowledge},
		{SetOf(messages.CauseOperator), Acknowledge},
		{SetOf(messages.CauseEscalation, messages.CauseCoupledJoint), Acknowledge},
		{SetOf(messages.CauseDrive, messages.CauseStale), Reset},
	} {
		if got := r.Way(c.causes); got != c.want {
			t.Errorf("%s takes %s, want %s", c.causes, got, c.want)
		}
	}
	r.By[messages.CauseStale] = 9
	if got := r.Way(SetOf(messages.CauseStale)); got != Reset {
		t.Errorf("an undeclared way takes %s, want reset", got)
	}
}

func TestRulesOfEachWay(t *testing.T) {
	for _, way := range Rearms() {
		for _, start := range []Rearm{Acknowledge, Auto} {
			r := NewRules(way, start, time.Second)
			if err := r.Check(); err != nil {
				t.Errorf("%s, start %s: %v", way, start, err)
			}
			if r.By[messages.CauseStartup] != start || r.By[messages.CauseDrive] != Reset || r.By[messages.CauseStale] != way {
				t.Errorf("%s, start %s: %v", way, start, r.By)
			}
			if healed := r.By[messages.CauseCoupledJoint] == Auto; healed != (way != Reset) {
				t.Errorf("%s: the loss of a peer takes %s", way, r.By[messages.CauseCoupledJoint])
			}
		}
	}
}

func TestBadRulesAreRefused(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(*Rules)
		want  string
	}{
		"undeclared":     {func(r *Rules) { r.By[messages.CauseStale] = 8 }, "re-arm after stale is rearm(8)"},
		"settle":         {func(r *Rules) { r.Settle = -1 }, "settle time is -1ns"},
		"bound":          {func(r *Rules) { r.AutoWithin = -1 }, "expected zero or more"},
		"operator heals": {func(r *Rules) { r.By[messages.CauseOperator] = Auto }, "re-arm after operator is auto"},
		"escalation":     {func(r *Rules) { r.By[messages.CauseEscalation] = Auto }, "re-arm after escalation is auto"},
	} {
		r := NewRules(Auto, Auto, 0)
		c.spoil(&r)
		if err := r.Check(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}
