package invariant

import (
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// rattles stops the elbow from standstill, which rests for so long in a row, and is shaken when the
// time to settle is over.
func rattles(rest time.Duration) func(*play) {
	return func(p *play) {
		t := p.truths[elbow]
		p.stop(elbow, messages.ModeRampHold, messages.CauseStale)
		began := p.now
		p.truth = func(p *play) {
			since := p.now.Sub(began)
			if t.Velocity = 0.03; since%(2*rest) < rest && since < patience-20*time.Millisecond {
				t.Velocity = 0
			}
		}
		p.run(1050)
	}
}

// What shakes a joint that has come to rest, as a base that speeds up, does not make its ramp a
// longer one.
func TestAJointHasComeToRestOnceItWasSlowForAWhile(t *testing.T) {
	try(t, []trial{{"it swings", "V13", []string{elbow, "still moves at 0.0300 rad/s"}, rattles(restFor - 5*time.Millisecond), rattles(restFor + 5*time.Millisecond)}})
}

// heaves starts a ramp of the elbow, which keeps its speed for so many steps, with that share of
// its effort.
func heaves(steps int, share float64) func(*play) {
	return func(p *play) {
		t := p.truths[elbow]
		for _, m := range p.w.worlds {
			if j := m.driven(elbow); j != nil {
				j.truth.model.Limits.Effort = 20
			}
		}
		p.stop(elbow, messages.ModeRampHold, messages.CauseStale)
		t.Velocity, t.Effort = 1, share*20
		p.run(steps)
		t.Effort = 0
	}
}

// keeps has the elbow keep that speed for longer, without effort.
func keeps(steps int) func(*play) {
	return func(p *play) {
		p.truths[elbow].Velocity = 1
		p.run(steps)
		p.truths[elbow].Velocity = 0
		p.run(5)
	}
}

// No ramp is faster than all that a motor can give.
func TestAMotorThatGivesAllItCanMayBeLate(t *testing.T) {
	try(t, []trial{
		{"it gives half of it", "V6", []string{elbow, "moves at 1.0000 rad/s"}, heaves(50, -0.5), all(heaves(50, -1), keeps(10))},
		{"it gives it with the motion", "V6", []string{elbow}, heaves(50, 1), all(heaves(10, 1), keeps(1))},
		{"it still does not slow down afterwards", "V6", []string{elbow, "moves at 1.0000 rad/s"}, all(heaves(50, -1), keeps(50)), all(heaves(50, -1), keeps(10))},
	})
}

// A servo that follows its ramp is late by no more than its law makes it; the numbers are those of
// the play: 10 rad/s^2, 20 ms.
func TestATubeIsTheRampAndWhatAServoIsBehind(t *testing.T) {
	r := ramp{speed: 1}
	for elapsed, want := range map[float64]float64{0: 1.17, 0.05: 0.67, 0.1: 0.17, 0.139: 0.17, 0.141: 0.09, 2: 0.09} {
		if got := r.tube(elapsed, deceleration, 0.02, 0, 0); math.Abs(got-want) > 1e-12 {
			t.Errorf("after %g s: %g rad/s, want %g", elapsed, got, want)
		}
	}
}

// sways stops the elbow, which then moves for two seconds, the first of which the wheels run with.
func sways(running int) func(*play) {
	return func(p *play) {
		p.stop(elbow, messages.ModeRampHold, messages.CauseStale)
		p.truths[elbow].Velocity, p.truths[wheel].Velocity = 0.03, 0.1
		p.run(running)
		p.truths[wheel].Velocity = 0
		p.run(2000 - running)
	}
}

// A held leg sways with a body that balances: it has to come to rest once what runs is at rest.
func TestAHeldJointMaySwayWhileOthersRun(t *testing.T) {
	try(t, []trial{
		{"what runs is at rest", "V13", []string{elbow, "still moves at 0.0300 rad/s"}, sways(500), sways(1900)},
		{"nothing runs", "V13", []string{elbow, "still moves at 0.0300 rad/s 1.0"}, sways(0), sways(1100)},
	})
}

// swung stops the elbow and disturbs its drive. Afterwards it swings back at 0.5 rad/s for so long,
// rests, and perhaps moves again.
func swung(steps int, again bool) func(*play) {
	return func(p *play) {
		p.stop(elbow, messages.ModeRampHold, messages.CauseStale)
		p.truths[elbow].Disturbed = true
		p.run(100)
		p.truths[elbow].Disturbed, p.truths[elbow].Velocity = false, 0.5
		p.run(steps)
		p.truths[elbow].Velocity = 0
		p.run(300)
		if again {
			p.truths[elbow].Velocity = 0.5
			p.run(20)
		}
	}
}

// After an excuse a joint may be anywhere: it comes to rest in its time, and is held from then on.
func TestAJointSwingsBackAfterAnExcuse(t *testing.T) {
	after := int(excuse / time.Millisecond)
	try(t, []trial{
		{"for too long", "V13", []string{elbow, "still moves at 0.5000 rad/s"}, swung(after+1600, false), swung(after+400, false)},
		{"it moves again", "V6", []string{elbow, "moves at 0.5000 rad/s"}, swung(after+400, true), swung(after+400, false)},
	})
}

// A servo takes the effort with which a controller accelerated its joint for load.
func TestAnAcceleratingEffortGoesOnForAMomentInARamp(t *testing.T) {
	for _, c := range []struct {
		control               messages.ControlMode
		effort, velocity, may float64
	}{
		{messages.ControlEffort, 40, 2, 4},
		{messages.ControlEffort, -40, -2, 4},
		{messages.ControlEffort, -40, 2, 0}, // it brakes
		{messages.ControlVelocity, 40, 2, 0},
	} {
		var tr truth
		tr.model.Damping = 10
		tr.before.Control, tr.Velocity = c.control, c.velocity
		tr.efforts.note(1, c.effort, loadWindow)
		r := ramp{speed: 2, push: tr.pushes()}
		if r.push != c.may {
			t.Errorf("%s, %g N m at %g rad/s: %g rad/s, expected %g", c.control, c.effort, c.velocity, r.push, c.may)
		}
		const deceleration, lag = 5, 0.06
		none := ramp{speed: 2}
		if more := r.tube(0.1, deceleration, lag, 0, 0) - none.tube(0.1, deceleration, lag, 0, 0); math.Abs(more-c.may) > 1e-12 {
			t.Errorf("%s: the tube is wider by %g, expected %g", c.control, more, c.may)
		}
		if r.tube(1, deceleration, lag, 0, 0) != none.tube(1, deceleration, lag, 0, 0) {
			t.Errorf("%s: the tube is wider after the ramp", c.control)
		}
	}
}

// A joint that began at 0.4 m/s with a limit of 0.28 m/s has at 0.1 s a ramp of 1 m/s^2 that has
// come 35 mm: until then, and for its lag of 10 ms, it may move at its limit.
func TestAJointThatBeganTooFastMayMoveAtItsLimitUntilItHasComeAsFarAsItsRamp(t *testing.T) {
	r := ramp{speed: 0.4, from: 1}
	for _, c := range []struct{ elapsed, position, want float64 }{{0.1, 1.037, 0.28}, {0.1, 0.963, 0.28}, {0.1, 1.038, 0}, {9, 1.082, 0.28}, {9, 1.083, 0}} {
		if got := r.limited(c.elapsed, 1, 0.01, 0.28, c.position); got != c.want {
			t.Errorf("after %g s at %g m: %g m/s, want %g", c.elapsed, c.position, got, c.want)
		}
	}
	if got := r.limited(0.1, 1, 0.01, 0.5, 1.01); got != 0 {
		t.Errorf("a joint within its limit may move at %g m/s", got)
	}
	if with, without := r.tube(0.3, 1, 0.02, 0.28, 0), r.tube(0.3, 1, 0.02, 0, 0); math.Abs(with-without-0.18) > 1e-12 {
		t.Errorf("the bound is %g m/s, %g without the limit", with, without)
	}
}
