package invariant

import (
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// badly spoils some commands of the base's controller, with so many good ones in between.
func badly(commands, between int) func(*play) {
	return func(p *play) {
		n := 0
		p.spoil = when("mobile_base/controller.command", func(p *play, _ *messages.Stamp, c *messages.JointCommand) bool {
			if n++; n%(between+1) == 0 && n/(between+1) <= commands {
				c.Velocity[0] = 1e3
			}
			return true
		})
		p.run(1900)
	}
}

func TestV29(t *testing.T) {
	try(t, []trial{
		{"three bad commands in a second", "V29", []string{"3 bad commands of mobile_base/controller"}, badly(3, 100), badly(2, 100)},
		{"three in a row", "V29", []string{baseGate}, badly(3, 0), badly(2, 0)},
		{"three that are farther apart", "V29", []string{"expected it to stop at once"}, badly(3, 240), badly(3, 260)},
	})
}

// escalates has the world of the base start anew from above, its actors in this order.
func escalates(order ...string) func(*play) {
	return func(p *play) {
		all := []string{app.PerceptionActor, app.GateActor, "controller", app.CouplingActor + "_" + virtualJoint, "wheels"}
		p.event(messages.Event{Kind: messages.EventFailed, Source: "mobile_base/controller", Cause: messages.CauseError, Incarnation: 1})
		p.event(messages.Event{Kind: messages.EventEscalated, Source: "mobile_base/controller"})
		p.event(messages.Event{Kind: messages.EventRestarting, Source: "mobile_base", Cause: messages.CauseEscalation, Delay: 100 * time.Millisecond})
		for _, joint := range p.jointsOf(wheels) {
			p.stop(joint, messages.ModeDamp, messages.CauseError)
		}
		p.now = p.now.Add(100 * time.Millisecond)
		if order == nil {
			order = all
		}
		for _, name := range order {
			p.event(messages.Event{Kind: messages.EventStarted, Source: "mobile_base/" + name, Incarnation: 2})
		}
	}
}

func TestV30(t *testing.T) {
	try(t, []trial{
		{"a gate that starts after the controller", "V30", []string{baseGate, "after mobile_base/controller"}, escalates(app.PerceptionActor, "controller", app.GateActor), escalates()},
	})
}

// gaveUpAfter has the supervisor of a bus give up after some failures, so many milliseconds apart.
func gaveUpAfter(failures int, apart time.Duration) func(*play) {
	return func(p *play) {
		p.worn(false)
		g := p.w.groupOf(wheels)
		for i := range failures {
			g.at[0] = append(g.at[0], p.now.Add(-time.Duration(i+1)*apart))
		}
		p.event(messages.Event{Kind: messages.EventFailed, Source: wheels, Cause: messages.CauseError, Incarnation: 1})
		p.event(messages.Event{Kind: messages.EventStopSent, Source: wheels})
		p.event(messages.Event{Kind: messages.EventEscalated, Source: wheels})
	}
}

func TestV31(t *testing.T) {
	try(t, []trial{
		{"a supervisor that gives up too early", "V31", []string{wheels, "after 2 earlier failures within 10s", "restarts 3"}, gaveUpAfter(2, time.Second), gaveUpAfter(3, time.Second)},
		{"a supervisor that does not forget", "V31", []string{"after 2 earlier failures"}, gaveUpAfter(3, 4*time.Second), gaveUpAfter(3, 3*time.Second)},
	})
}

// pulls has the elbow re-armed, or stopped, while it delivers an effort, which then changes.
func pulls(re bool, before, after float64) func(*play) {
	return func(p *play) {
		for _, m := range p.w.worlds {
			if j := m.driven(elbow); j != nil {
				j.truth.model.Stiffness, j.truth.model.Damping = 200, 10
				j.truth.model.Limits.Acceleration, j.truth.model.Limits.Effort = 10, 50
				j.place = &place{of: j.place.of, entry: j.place.entry, reads: 1e-6, filter: servoFilter}
			}
		}
		t := p.truths[elbow]
		t.Effort = before
		p.run(400)
		if re {
			p.stop(elbow, messages.ModeRampHold, messages.CauseOperator)
			p.run(100)
		}
		if re {
			p.arm[elbow]++
			t.Mode, t.Arm = messages.ModeRun, p.arm[elbow]
			p.mode[elbow] = messages.ModeRun
		} else {
			p.stop(elbow, messages.ModeRampHold, messages.CauseOperator)
		}
		t.Effort = after
		p.run(2)
	}
}

// beyond has the same with the joint beyond its upper limit, rad.
func beyond(by float64, then func(*play)) func(*play) {
	return func(p *play) {
		for _, m := range p.w.worlds {
			if j := m.driven(elbow); j != nil {
				j.truth.model.Limits.Upper = p.truths[elbow].Position - by
			}
		}
		then(p)
	}
}

// servoFilter is in Hz.
const servoFilter = 250

func TestV28(t *testing.T) {
	try(t, []trial{
		{"an effort that steps at a re-arm", "V28", []string{elbow, "after re-arm", "21.000"}, pulls(true, 0, 21), pulls(true, 0, 0.7)},
		{"an effort that steps beyond the load", "V28", []string{"delivered 0.000 to 20.000"}, pulls(true, 20, 25), pulls(true, 20, 1)},
		{"an effort that steps as a ramp begins", "V28", []string{"the beginning of its ramp"}, pulls(false, 5, -4), pulls(false, 5, 5.3)},
		{"an effort that steps on an end stop", "V28", []string{"after re-arm"}, beyond(0.01, pulls(true, 0, -6)), beyond(0.01, pulls(true, 0, -4.5))},
		{"an effort that steps within the limits as on an end stop", "V28", []string{"after re-arm"}, pulls(true, 0, -4.5), beyond(0.01, pulls(true, 0, -4.5))},
	})
}
