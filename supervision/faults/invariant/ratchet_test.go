package invariant

import (
	"testing"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
)

// returns brings the arm to run again, a joint after the other, with arm numbers that have grown.
func returns(p *play) {
	for _, joint := range p.jointsOf(armBus) {
		p.arm[joint]++
		p.changed(joint, messages.ModeRun, messages.CauseRearm)
		p.truths[joint].Mode, p.truths[joint].Arm = messages.ModeRun, p.arm[joint]
	}
	p.run(20)
}

// stopped stops the arm for a cause, and waits for a while.
func stopped(cause messages.Cause) func(p *play) {
	return func(p *play) {
		p.stopAll(armBus, messages.ModeRampHold, cause)
		p.run(50)
	}
}

// asks has an operator ask for re-arm, before what follows.
func asks(reset bool, then ...func(*play)) func(*play) {
	return func(p *play) {
		p.w.Asked("whole_body", reset)
		for _, do := range then {
			do(p)
		}
	}
}

// shown has the drive of the elbow show a fault for a moment, after what comes first.
func shown(first func(*play)) func(*play) {
	return func(p *play) {
		first(p)
		p.truths[elbow].Fault = 33
		p.run(50)
		p.truths[elbow].Fault = 0
	}
}

func all(then ...func(*play)) func(*play) {
	return func(p *play) {
		for _, do := range then {
			do(p)
		}
	}
}

func TestV7(t *testing.T) {
	answered := func(p *play) { p.w.Answered("whole_body") }
	acknowledged := func(p *play) { p.event(messages.Event{Kind: messages.EventAcknowledged, Source: armGate}) }
	later := func(p *play) { p.run(1) }
	try(t, []trial{
		{"a joint that comes back by itself", "V7", []string{"without a request", "re-arm is acknowledge", "cause stale"},
			all(stopped(messages.CauseStale), returns), all(stopped(messages.CauseStale), asks(false, returns))},
		{"an acknowledgement that nobody gave", "V7", []string{"without a request"},
			all(stopped(messages.CauseStale), acknowledged), all(stopped(messages.CauseStale), asks(false, acknowledged, returns))},
		{"an acknowledgement that was answered before", "V7", []string{"without a request"},
			all(stopped(messages.CauseStale), asks(false, answered, later, acknowledged)), all(stopped(messages.CauseStale), asks(false, answered, acknowledged))},
		{"an acknowledgement of what requires a reset", "V7", []string{"requires a reset"},
			all(stopped(messages.CauseDrive), asks(false, returns)), all(stopped(messages.CauseDrive), asks(true, returns))},
		{"an acknowledgement of a fault that the drive shows while it stands", "V7", []string{elbow, "requires a reset"},
			all(stopped(messages.CauseStale), shown(func(*play) {}), asks(false, returns)),
			all(stopped(messages.CauseStale), shown(func(p *play) { // its gate sees the state before
				target := armBus + ".state->" + armGate + ".arm_state"
				p.event(messages.Event{Kind: messages.EventFaultInjected, Source: target, Text: "freeze " + target})
			}), asks(false, returns))},
		{"a second acknowledgement for what requires a reset", "V7", []string{"requires a reset"},
			all(stopped(messages.CauseDrive), asks(true, answered, later), asks(false, returns)),
			all(stopped(messages.CauseDrive), asks(true), asks(false, returns))}, // the reset still waits for its answer
		{"a joint that comes down to a mode that stops less", "V7", []string{"from damp to ramp_hold", "expected run, or no change"},
			func(p *play) {
				p.stop(elbow, messages.ModeDamp, messages.CauseStale)
				p.run(20)
				p.stop(elbow, messages.ModeRampHold, messages.CauseRearm)
			},
			func(p *play) { // a gate that finds its drive there
				p.stop(elbow, messages.ModeOff, messages.CauseStartup)
				p.truths[elbow].Mode = messages.ModeRampHold // which is not reported yet
				p.run(20)
				p.stop(elbow, messages.ModeRampHold, messages.CauseStartup)
				p.run(10)
			}},
		{"a command that passes again by the old arm number", "V7", []string{"fell from ramp_hold to run", "arm number is 1 after 1"},
			all(stopped(messages.CauseStale), func(p *play) { p.mode[elbow] = messages.ModeRun; p.run(20) }),
			all(stopped(messages.CauseStale), func(p *play) { p.mode[elbow] = messages.ModeDamp; p.run(20) })},
		{"an arm number that falls", "V7", []string{"fell from 1 to 0"},
			func(p *play) { p.arm[elbow] = 0; p.run(10) }, func(p *play) { p.arm[elbow] = 9; p.run(10) }},
		{"an acknowledgement with a nonce of its own", "V7", []string{"wrong nonce"},
			func(p *play) { p.w.Mistaken("whole_body", "wrong nonce") }, func(p *play) { p.w.Mistaken("nowhere", "wrong nonce") }},
	})
}

// Who may come back without a person: by the file's word for re-arm and start, and by the causes.
func TestV7ByCauses(t *testing.T) {
	set := func(causes ...messages.Cause) (s causeSet) {
		for _, c := range causes {
			s = s.with(c)
		}
		return s
	}
	const ack, auto, reset = modes.Acknowledge, modes.Auto, modes.Reset
	for name, c := range map[string]struct {
		rearm, start modes.Rearm
		ran          bool
		lives        messages.Incarnation
		causes       causeSet
		want         bool
	}{
		"at the first start, which needs nobody":    {ack, auto, false, 1, set(messages.CauseStartup), true},
		"at a start without any cause":              {ack, auto, false, 1, 0, true},
		"at a start that needs a person":            {ack, ack, false, 1, set(messages.CauseStartup), false},
		"at the start of a gate that failed":        {ack, auto, false, 2, set(messages.CauseStartup), false},
		"after it ran once":                         {ack, auto, true, 1, set(messages.CauseStartup), false},
		"after a peer was away":                     {ack, auto, true, 1, set(messages.CauseCoupledJoint), true},
		"after a peer was away, of what is reset":   {reset, auto, true, 1, set(messages.CauseCoupledJoint), false},
		"after a peer was away and a stale command": {ack, auto, true, 1, set(messages.CauseCoupledJoint, messages.CauseStale), false},
		"after a stale command":                     {ack, auto, true, 1, set(messages.CauseStale), false},
		"by itself as the file says":                {auto, auto, true, 1, set(messages.CauseStale), true},
		"after an operator's stop":                  {auto, auto, true, 1, set(messages.CauseOperator), false},
		"after a hang":                              {auto, auto, true, 1, set(messages.CauseHang), false},
		"after an escalation":                       {auto, auto, true, 1, set(messages.CauseEscalation), false},
		"after a fault of the drive":                {auto, auto, true, 1, set(messages.CauseDrive, messages.CauseStale), false},
	} {
		j := joint{rearm: c.rearm, start: c.start, everRan: c.ran, causes: c.causes}
		if got := j.mayReturn(&world{lives: c.lives}); got != c.want {
			t.Errorf("%s: %v, want %v (%s)", name, got, c.want, j.why())
		}
	}
}

func TestAStopOfAnOperatorStaysInForceUntilReArm(t *testing.T) {
	p := newPlay(t)
	p.run(100)
	p.w.StopAsked("whole_body", messages.ModeRampHold)
	p.w.Stopped("whole_body", p.w.newestStop("whole_body"))
	stopped(messages.CauseOperator)(p)
	returns(p)
	p.want("V7", "cause operator") // nobody asked
	p = newPlay(t)
	p.run(100)
	p.w.StopAsked("whole_body", messages.ModeRampHold)
	p.w.Stopped("whole_body", p.w.newestStop("whole_body"))
	stopped(messages.CauseOperator)(p)
	asks(false, returns)(p)
	p.run(100)
	p.want("")
}

func TestAFaultThatTheDriveShowsAsksForAReset(t *testing.T) {
	for reset, want := range map[bool]string{false: "V7", true: ""} {
		p := newPlay(t)
		p.run(100)
		p.truths[elbow].Fault = 42
		p.run(15)
		stopped(messages.CauseStale)(p)
		p.truths[elbow].Fault = 0
		asks(reset, returns)(p)
		p.want(want)
	}
}

func TestAGateThatBeginsAnewHasForgottenNothing(t *testing.T) {
	p := newPlay(t)
	p.run(100)
	fails(p, armGate)
	stopped(messages.CauseStartup)(p)
	begins(p, armGate)
	p.run(20)
	returns(p)
	p.want("V7", "without a request", "cause error")
}

// TestV7OfJointsOfAKind: what a fault code asks for depends on the kind of the joint.
func TestV7OfJointsOfAKind(t *testing.T) {
	shows := func(kind modes.JointKind, code uint16, then ...func(*play)) func(*play) {
		return func(p *play) {
			m := p.w.world("whole_body")
			for i := range m.joints {
				m.joints[i].kind = kind
			}
			for i := range m.joints {
				if m.joints[i].name == elbow {
					m.shown(&m.joints[i], code)
				}
			}
			all(then...)(p)
		}
	}
	acknowledged := all(stopped(messages.CauseDrive), asks(false, returns))
	try(t, []trial{
		{"a fault that requires a reset", "V7", []string{"requires a reset"},
			shows(modes.Gravity, 33, acknowledged), shows(modes.Gravity, 33, stopped(messages.CauseDrive), asks(true, returns))},
		{"a supply that a vertical axis asks a reset for", "V7", []string{"requires a reset"},
			shows(modes.Vertical, 40, acknowledged), shows(modes.Wheel, 40, acknowledged)},
		{"a limit code of a joint without a kind", "V7", []string{"requires a reset"},
			shows(modes.AnyJoint, 98, acknowledged), shows(modes.Gravity, 98, acknowledged)},
		{"a fault behind a limit code", "V7", []string{"requires a reset"},
			shows(modes.Gravity, 98, shows(modes.Gravity, 35, acknowledged)), shows(modes.Gravity, 98, shows(modes.Gravity, 100, acknowledged))},
		{"a joint that comes back from a limit by itself", "V7", []string{"without a request"},
			shows(modes.Gravity, 98, stopped(messages.CauseDrive), returns), shows(modes.Balancing, 98, stopped(messages.CauseDrive), returns)},
		{"a balancing one that comes back from a fault by itself", "V7", []string{"without a request"},
			shows(modes.Balancing, 33, stopped(messages.CauseOverrun), returns), shows(modes.Balancing, 98, stopped(messages.CauseOverrun), returns)},
	})
}

// A reset of a joint that moves is one whose start-up checks were left out.
func TestAResetNeedsRest(t *testing.T) {
	reset := func(speed float64, cause messages.Cause, beside bool) func(*play) {
		return func(p *play) {
			p.stopAll(wheels, messages.ModeDamp, cause)
			p.truths[wheel].Velocity = speed
			p.run(100)
			if beside { // two people ask at once
				p.w.Asked("mobile_base", false)
			}
			for _, joint := range wheelNames {
				p.truths[joint].Mode, p.truths[joint].Arm = messages.ModeRun, 2
				if p.rearmed(joint) != "" {
					return
				}
			}
			p.truths[wheel].Velocity = 0
			p.run(20)
		}
	}
	try(t, []trial{
		{"a wheel that turns fast", "V7", []string{wheel, "by a reset while it moved at 3.0000 rad/s"},
			reset(3, messages.CauseStale, false), reset(0.3, messages.CauseStale, false)},
		{"one for which an acknowledgement beside the reset is not enough", "V7", []string{wheel, "by a reset while it moved"},
			reset(3, messages.CauseDrive, true), reset(3, messages.CauseStale, true)},
	})
}
