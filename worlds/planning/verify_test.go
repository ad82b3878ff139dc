package planning_test

import (
	"math"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/planning"
)

func TestAPathIsCheckedAgainAmongOtherObstacles(t *testing.T) {
	path := planning.Path{{0.2, 0.2}, {0.2, 0.95}, {0.8, 0.95}, {0.8, 0.2}}
	for name, c := range map[string]struct {
		obstacles []disc
		path      planning.Path
		want      planning.Check
	}{
		"free":       {nil, path, planning.Check{Status: planning.Solved, Free: 3}},
		"one":        {nil, path[:1], planning.Check{Status: planning.Solved}},
		"in the way": {[]disc{{[]float64{0.5, 0.95}, 0.02}}, path, planning.Check{Status: planning.PathInCollision, Free: 1, Detail: "the motion to configuration 2 is not free: inside of a disc"}},
		"start":      {[]disc{{[]float64{0.2, 0.2}, 0.02}}, path, planning.Check{Status: planning.StartInCollision, Detail: "inside of a disc"}},
		"outside": {nil, planning.Path{{0.2, 0.2}, {0.2, 1.5}}, planning.Check{Status: planning.PathInCollision,
			Detail: "degree of freedom 1 of configuration 1 of the path is 1.5; the limits are 0 .. 1"}},
	} {
		s := newPlane([]float64{0, 0}, []float64{1, 1}, c.obstacles, nil)
		if got, err := planning.CheckPath(s, c.path); err != nil || got != c.want {
			t.Errorf("%s: %+v, %v; expected %+v", name, got, err, c.want)
		}
	}
	for _, bad := range []planning.Path{nil, {{1}}, {{0.5, math.NaN()}}} {
		if _, err := planning.CheckPath(walled(0.1), bad); err == nil {
			t.Errorf("%v is no error", bad)
		}
	}
}

func TestATrajectoryIsFreeUpToTheObstacle(t *testing.T) {
	m := retimed(t, planning.Path{{0, 0.5}, {1, 0.5}}, planning.Limits{Velocity: []float64{1, 1}, Acceleration: []float64{4, 4}}, planning.RetimeOptions{})
	s := newPlane([]float64{0, 0}, []float64{1, 1}, []disc{{[]float64{0.7, 0.5}, 0.1}}, nil)
	// It reaches 0.6 m at full speed, after 1/4 s of acceleration over 1/8 m.
	want := 0.25 + (0.6 - 0.125)
	for _, from := range []float64{-1, 0, 0.3} {
		if got, err := m.FreeUntil(s, from, 1e-3); err != nil || got > want || got < want-1.1e-3 {
			t.Errorf("from %g s: %g s, %v; expected %g s", from, got, err, want)
		}
	}
	if got, err := m.FreeUntil(s, 0.95, 1e-3); err != nil || got != m.Duration() {
		t.Errorf("behind the obstacle: %g s, %v; expected %g s", got, err, m.Duration())
	}
	if got, err := m.FreeUntil(s, 0.75, 1e-3); err != nil || got != 0.75 {
		t.Errorf("in the obstacle: %g s, %v", got, err)
	}
	if _, err := m.FreeUntil(s, 0, 0); err == nil || !strings.Contains(err.Error(), "positive step") {
		t.Error(err)
	}
}
