package invariant

import (
	"testing"

	"github.com/robo-actors/robo-actors/messages"
)

func TestADriveMovesWithItsVelocity(t *testing.T) {
	for _, c := range []struct {
		name            string
		set, moves      float64 // shares of the velocity limit
		effort, damping float64 // N m and N m s/rad
		milliseconds    int
		wrong           bool
	}{
		{"as it should", 0.3, 0.3, 1, 0, 3000, false},
		{"nearly", 0.3, 0.16, 1, 0, 3000, false},
		{"too slowly", 0.3, 0.14, 1, 0, 3000, true},
		{"the other way round", -0.3, 0.3, 1, 0, 3000, true},
		{"the other way round, for a short time", -0.3, 0.3, 1, 0, 1000, false},
		{"too slowly, under a load that its damping yields to", 0.3, 0.1, 5, 2, 3000, false},
		{"slower than its load explains", 0.3, -0.3, 5, 2, 3000, true},
		{"too slowly, with all its effort", 0.3, -0.3, 9.5, 0, 3000, false},
		{"without a set-point", 0, 0.14, 1, 0, 3000, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newPlay(t)
			p.run(10)
			m := p.w.world("mobile_base")
			j := m.driven(wheel)
			limit, drive := j.limits[0].Velocity, j.truth
			drive.model.Limits.Effort, drive.model.Damping = 10, c.damping
			drive.Mode, drive.Control, drive.TargetVelocity = messages.ModeRun, messages.ControlVelocity, c.set*limit
			drive.Velocity, drive.Effort = c.moves*limit, c.effort
			for k := range c.milliseconds {
				p.w.tracks(&m.buses[j.bus], j, p.now+messages.Instant(k)*millisecond)
			}
			if c.wrong {
				p.want("V51", wheel, "its set-point has been")
			} else {
				p.want("")
			}
		})
	}
}
