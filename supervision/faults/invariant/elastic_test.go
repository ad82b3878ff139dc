package invariant

import (
	"testing"
	"time"
)

func TestV33OfAnArmWhoseElasticPlanDoesNotGiveWay(t *testing.T) {
	for name, c := range map[string]struct {
		before   func(s *shelf)
		velocity float64 // of the ball, m/s
		id       string
	}{
		"a ball that comes slowly":            {nil, 0.2, "V33"},
		"a ball that no plan gives way to":    {nil, 2, ""},
		"a ball that is pushed":               {func(s *shelf) { s.strike("body_moved arm/environment.ball") }, 0.2, "V33"},
		"with a planner that is dead":         {func(s *shelf) { s.strike("panic arm/planner") }, 0.2, "V33"},
		"with a plan that is dead":            {func(s *shelf) { s.strike("for 20s crash_loop arm/plan") }, 0.2, ""},
		"with an environment that is dead":    {func(s *shelf) { s.strike("for 20s crash_loop arm/environment") }, 0.2, ""},
		"while deformations have no answer":   {func(s *shelf) { s.strike("for 20s job_hang arm/plan") }, 0.2, ""},
		"with a fault of another part":        {func(s *shelf) { s.strike("drop arm/perception.snapshot->arm/plan.snapshot") }, 0.2, ""},
		"after a motion that began with that": {func(s *shelf) { s.arm.calm = s.now }, 0.2, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSwing(t)
			target := s.gripper()
			from := target
			from[1] -= 0.3 + c.velocity*0.2
			s.place("ball", from)
			s.run(500)
			if c.before != nil {
				c.before(s)
			}
			s.speed = 0.5
			s.run(200)
			for range int(0.5 / c.velocity / 0.01) {
				from[1] += c.velocity * 0.01
				s.place("ball", from)
				s.run(10)
			}
			s.want(c.id)
		})
	}
}

func TestAnElasticPlanGivesWayWithinATimeThatFollowsFromTheFile(t *testing.T) {
	s := newSwing(t)
	// Environment 100 Hz, period 20 ms, deformation 5 ms, plan 250 Hz.
	if want := 2*10*time.Millisecond + 2*20*time.Millisecond + 5*time.Millisecond + 3*4*time.Millisecond; s.arm.stops != want {
		t.Errorf("the plan gives way within %v; expected %v", s.arm.stops, want)
	}
	if ball := s.arm.keeps[s.arm.bodyNamed("ball")]; ball != 0.04 {
		t.Errorf("the plan keeps %g m away from the ball; expected its 0.04 m", ball)
	}
}
