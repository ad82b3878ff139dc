package fleet

import (
	"strings"
	"testing"
)

// Observers of bipeds have something to observe: noise, a filter of the floating base, and pushes.
func TestBipedsAreObservedAndPushed(t *testing.T) {
	found := map[string]int{}
	bipeds := 0
	for seed := range uint64(600) {
		a, err := Draw(seed)
		if err != nil {
			t.Fatal(err)
		}
		app := a.Files[File]
		if !strings.Contains(app, "type: wheel_balancer") {
			continue
		}
		bipeds++
		for _, what := range []string{"gyro_noise:", "type: floating_base", "position_noise:", "pushes:", "{body: torso, force:"} {
			if strings.Contains(app, what) {
				found[what]++
			}
		}
		if filtered := strings.Contains(app, "type: floating_base"); filtered != strings.Contains(app, "state: base.state") {
			t.Errorf("seed %d: the filter of the base and the state of the joint do not belong together:\n%s", seed, app)
		}
	}
	for _, what := range []string{"gyro_noise:", "type: floating_base", "position_noise:", "pushes:", "{body: torso, force:"} {
		if n := found[what]; n == 0 || n == bipeds {
			t.Errorf("%d of %d bipeds have %q; expected some", n, bipeds, what)
		}
	}
}
