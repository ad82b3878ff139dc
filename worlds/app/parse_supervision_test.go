package app

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/supervision"
)

// supervised loads the test application with another policy of its world top.
func supervised(t *testing.T, policy string) (*Config, error) {
	t.Helper()
	return Load(edited(t, "app.yaml", "  top: {strategy: rest_for_one, max: 2}\n", policy), "app.yaml", testRegistry(t))
}

func TestAPolicyIsDeclaredInFull(t *testing.T) {
	c, err := supervised(t, `  application: {strategy: degrade, count: per_supervisor, stop_deadline: 9s}
  top:
    strategy: one_for_all
    max: 7
    within: 4s
    count: per_supervisor
    backoff: {min: 10ms, max: 80ms, factor: 3, jitter: 0.5, reset: 2s}
    start_deadline: 3s
    stop_deadline: 1s
    children:
      controller: {lifetime: transient, significant: true, start_deadline: 6s}
      model: {lifetime: temporary, stop_deadline: 20ms}
      gate: {stop_deadline: 2s}
`)
	if err != nil {
		t.Fatal(err)
	}
	r := c.World("top").Restart
	want := supervision.Restart{Strategy: supervision.OneForAll, Max: 7, Within: 4 * time.Second, Count: supervision.PerSupervisor,
		BackoffMin: 10 * time.Millisecond, BackoffMax: 80 * time.Millisecond, BackoffFactor: 3, BackoffJitter: 0.5, ResetAfter: 2 * time.Second,
		StartDeadline: 3 * time.Second, StopDeadline: time.Second, Escalate: "application"}
	if r.Restart != want {
		t.Errorf("%+v\nwant %+v", r.Restart, want)
	}
	children := []supervision.Child{{Name: "top/controller", Lifetime: supervision.Transient, Significant: true, StartDeadline: 6 * time.Second},
		{Name: "top/model", Lifetime: supervision.Temporary, StopDeadline: 20 * time.Millisecond}, {Name: "top/gate", StopDeadline: 2 * time.Second}}
	if !slices.Equal(r.Children, children) {
		t.Errorf("%+v\nwant %+v", r.Children, children)
	}
	if s := c.Supervision; s.Strategy != supervision.Degrade || s.Count != supervision.PerSupervisor || s.StopDeadline != 9*time.Second {
		t.Errorf("%+v", s)
	}
	if other := c.World("low").Restart; other.Children != nil || other.StopDeadline != 5*time.Second {
		t.Errorf("another world has %+v", other)
	}
	w := c.World("top")
	for name, want := range map[string][2]time.Duration{"controller": {6 * time.Second, time.Second}, "model": {3 * time.Second, 20 * time.Millisecond},
		GateActor: {3 * time.Second, 2 * time.Second}, PerceptionActor: {3 * time.Second, time.Second}} {
		if spec := w.spec(name, 0, nil); [2]time.Duration{spec.StartWithin, spec.StopWithin} != want {
			t.Errorf("%s starts within %s and stops within %s, want %s", name, spec.StartWithin, spec.StopWithin, want)
		}
	}
}

func TestAWrongPolicyIsReportedWithItsPlace(t *testing.T) {
	for policy, want := range map[string]string{
		"  top: {children: {controler: {}}}\n":                             `world top has no actor "controler"`,
		"  top: {children: {controller: {lifetime: eternal}}}\n":           "eternal",
		"  top: {children: {controller: {significant: true}}}\n":           "significant and permanent: it never ends for good",
		"  top: {count: both}\n":                                           "both",
		"  top: {stop_deadline: 0s}\n":                                     "supervision.top.stop_deadline",
		"  application: {children: {top: {}}}\n":                           "children of a world: it starts its actors",
		"  top: {children: {controller: {lifetime: transient, max: 3}}}\n": "max",
	} {
		_, err := supervised(t, policy)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "app.yaml:") {
			t.Errorf("%s: %v, want %s", policy, err, want)
		}
	}
}

func TestASignificantActorMayBePermanentWhereTheRestDegrades(t *testing.T) {
	c, err := supervised(t, "  top: {strategy: degrade, children: {controller: {significant: true}}}\n")
	if err != nil || !c.World("top").Restart.Children[0].Significant {
		t.Error(err)
	}
}
