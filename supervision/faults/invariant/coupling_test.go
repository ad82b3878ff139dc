package invariant

import (
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

const (
	commandLink = "whole_body/gate.joint_mobile_planar->mobile_base/coupling_mobile_planar.in"
	stateLink   = "mobile_base/controller.state->whole_body/perception.joint_mobile_planar"
)

// inject reports the start of a link fault, clears its end.
func inject(p *play, link, text string) {
	p.event(messages.Event{Kind: messages.EventFaultInjected, Source: link, Text: text})
}

func clears(p *play, link, text string) {
	p.event(messages.Event{Kind: messages.EventFaultEnded, Source: link, Text: text})
}

// follows has the receiver's output go to the newest command as fast as it may, which moves the
// base at 0.3 m/s.
func follows(p *play) {
	rate := p.w.couplings[0].rate[0] * 0.002
	known := 0.0
	p.spoil = func(p *play, topic string, _ *messages.Stamp, value any) bool {
		switch topic {
		case "whole_body/gate.joint_mobile_planar":
			known = p.velocity
		case receiver + ".out":
			v := value.(*messages.JointCommand)
			p.out += min(max(known-p.out, -rate), rate)
			for d := range v.Velocity {
				v.Velocity[d] = p.out
			}
		}
		return true
	}
	p.velocity = 0.3
	p.run(400)
}

// away has the command of the virtual joint not be sent any more; the receiver follows the test
// to.
func away(receives func(out float64, since int) float64) func(*play) {
	return func(p *play) {
		follows(p)
		began := p.now
		p.spoil = func(p *play, topic string, _ *messages.Stamp, value any) bool {
			switch topic {
			case "whole_body/gate.joint_mobile_planar":
				return false
			case receiver + ".out":
				v := value.(*messages.JointCommand)
				p.out = receives(p.out, int((p.now-began)/millisecond))
				for d := range v.Velocity {
					v.Velocity[d] = p.out
				}
			}
			return true
		}
		p.run(300)
	}
}

func TestV9(t *testing.T) {
	old := func(topic string, joint int, age messages.Instant) func(*play) {
		return func(p *play) {
			p.spoil = when(topic, func(p *play, _ *messages.Stamp, s *messages.Snapshot) bool {
				s.Time[joint] = p.now - age
				return true
			})
			p.run(20)
		}
	}
	try(t, []trial{
		{"a world that moves on by a command that is too old", "V9", []string{receiver, "expected it to slow down", "bound 30ms"},
			away(func(out float64, since int) float64 {
				if since > 60 {
					return out + 1e-4
				}
				return out
			}),
			away(func(out float64, since int) float64 {
				if since > 21 {
					return max(0, out-0.003)
				}
				return out
			})},
		{"a state of a drive that is too old and called valid", "V9", []string{"whole_body/perception", "its state with an age of 31ms is marked valid"},
			old("whole_body/perception.snapshot", 1, 31*millisecond), old("whole_body/perception.snapshot", 1, 30*millisecond)},
		{"a state of a drive whose velocity alone is not a number, called valid", "V1", []string{"whole_body/perception", "the number NaN is marked valid"},
			func(p *play) {
				p.spoil = when("whole_body/perception.snapshot", func(_ *play, _ *messages.Stamp, s *messages.Snapshot) bool {
					s.Velocity[len(s.Velocity)-1] = math.NaN()
					return true
				})
				p.run(20)
			},
			func(p *play) { p.run(20) }},
		{"a state of a drive that was never sent", "V20", []string{"whole_body/perception", "was never sent"},
			old("whole_body/perception.snapshot", 1, 5*millisecond), old("whole_body/perception.snapshot", 1, 10*millisecond)},
		{"a state of another world that is too old and called valid", "V9", []string{"mobile_planar"},
			old("whole_body/perception.snapshot", 0, 32*millisecond), old("whole_body/perception.snapshot", 0, 30*millisecond)},
	})
}

func TestV20(t *testing.T) {
	amplified := func(share float64) func(*play) {
		return func(p *play) {
			follows(p)
			p.velocity = 0.3
			at := p.out
			p.spoil = when(receiver+".out", func(p *play, _ *messages.Stamp, v *messages.JointCommand) bool {
				at += share * p.w.couplings[0].rate[0] * 0.002
				for d := range v.Velocity {
					v.Velocity[d] = at
				}
				return true
			})
			p.run(20)
		}
	}
	differs := func(by float64) func(*play) {
		return func(p *play) {
			p.planar = [3]float64{1, 2, 0.3}
			p.run(10)
			p.spoil = when("whole_body/perception.snapshot", func(_ *play, _ *messages.Stamp, s *messages.Snapshot) bool {
				s.Position[1] += by
				return true
			})
			p.run(20)
		}
	}
	try(t, []trial{
		{"a velocity that is amplified on its way", "V20", []string{receiver, "or the command before"}, amplified(0.5), amplified(0)},
		{"a velocity of the other sign", "V20", []string{"expected a value between"}, amplified(-0.5), follows},
		{"a position that is another one where it arrives", "V20", []string{"position[1] is", "where it was sent"}, differs(1e-9), differs(0)},
		{"a state that was never sent", "V20", []string{"was never sent"},
			func(p *play) {
				p.spoil = when("whole_body/perception.snapshot", func(p *play, _ *messages.Stamp, s *messages.Snapshot) bool {
					s.Time[0] = p.now - 3*millisecond // the other world sends at even milliseconds
					return true
				})
				p.run(20)
			},
			func(p *play) {
				p.spoil = when("whole_body/perception.snapshot", func(p *play, _ *messages.Stamp, s *messages.Snapshot) bool {
					s.Time[0] = p.now - 4*millisecond
					return true
				})
				p.run(20)
			}},
	})
}

// What a fault makes of a state on its way is no fault of the world that takes it.
func TestAStateThatAFaultSpoilsIsNotCompared(t *testing.T) {
	p := newPlay(t)
	p.run(100)
	inject(p, stateLink, "corrupt "+stateLink)
	spoiled := func(on bool) func(*play, string, *messages.Stamp, any) bool {
		return when("whole_body/perception.snapshot", func(_ *play, _ *messages.Stamp, s *messages.Snapshot) bool {
			if on {
				s.Position[0] += 1
			}
			return true
		})
	}
	p.spoil = spoiled(true)
	p.run(100)
	p.want("")
	p.spoil = spoiled(false)
	clears(p, stateLink, "corrupt "+stateLink)
	p.run(2500)
	p.spoil = spoiled(true)
	p.run(20)
	p.want("V20", "position[0]")
}

func TestNumbersBetweenWorlds(t *testing.T) {
	p := newPlay(t)
	p.run(50)
	p.velocity = math.NaN()
	p.run(10)
	p.want("V1", "whole_body/gate.joint_mobile_planar", "velocity[0] is NaN")
	p = newPlay(t)
	p.run(50)
	p.out = math.Inf(1)
	p.run(3)
	p.want("V1", receiver, "+Inf")
}

// A command whose content a fault has frozen is what the receiver is held to.
func TestAFrozenCommandIsTheOneThatCounts(t *testing.T) {
	p := newPlay(t)
	follows(p)
	inject(p, commandLink, string(actors.FaultFreeze)+" "+commandLink)
	p.run(20)
	p.velocity = -0.3 // is not what arrives
	p.spoil = nil
	p.run(200)
	p.want("")
	clears(p, commandLink, string(actors.FaultFreeze)+" "+commandLink)
	p.run(50)
	p.out = 0.301
	p.run(10)
	p.want("V20")
}

// What was sent before the receiver of a coupling began its life, or by a life of the sender that
// is over, moves nothing.
func TestACouplingActsOnNothingOfAnOlderLife(t *testing.T) {
	begins := func(actor string) func(*play) {
		return func(p *play) {
			p.velocity = 0.3
			p.run(1)
			p.w.Withdraw(p.ids[receiver+".out"], messages.Stamp{Time: p.now, Sequence: 1 << 40})
			p.w.comebackOf(actor).allowed = true
			p.event(messages.Event{Kind: messages.EventStarted, Source: actor, Incarnation: 2})
			p.lives[actor] = 2
		}
	}
	moves := func(p *play) { p.out = 0.003; p.run(2) }
	try(t, []trial{
		{"of before it began", "V8", []string{receiver, "the present incarnation began at"},
			func(p *play) { begins(receiver)(p); moves(p) }, func(p *play) { begins(receiver)(p); p.run(11); moves(p) }},
		{"of a life that is over", "V8", []string{receiver, "incarnation 1", "up to 1 are over"},
			func(p *play) { begins(armGate)(p); moves(p) }, func(p *play) { begins(armGate)(p); p.run(11); moves(p) }},
	})
}

// omitted has the controller omit the virtual joint, and then say nothing if it falls silent; the
// gate's velocity changes by slower in each of its cycles until it is zero.
func omitted(slower float64, silentAfter int) func(*play) {
	return func(p *play) {
		for _, joint := range p.jointsOf(armBus) { // so that only the virtual joint still needs a command
			p.stop(joint, messages.ModeRampHold, messages.CauseStale)
		}
		p.velocity = 0.3
		p.run(100)
		began := p.now
		p.spoil = func(p *play, topic string, _ *messages.Stamp, value any) bool {
			switch topic {
			case commander + ".command":
				value.(*messages.JointCommand).Control[0] = messages.ControlNone
				return silentAfter == 0 || p.now-began < messages.Instant(silentAfter)*millisecond
			case "whole_body/gate.joint_mobile_planar":
				p.velocity = max(p.velocity-slower, 0)
				v := value.(*messages.JointCommand)
				for d := range v.Velocity {
					v.Velocity[d] = p.velocity
				}
			}
			return true
		}
		p.run(200)
	}
}

// omittedLate has the controller omit the virtual joint for two cycles, by commands that are some
// time late, while the gate keeps the joint's velocity.
func omittedLate(late time.Duration) func(*play) {
	return func(p *play) {
		for _, joint := range p.jointsOf(armBus) {
			p.stop(joint, messages.ModeRampHold, messages.CauseStale)
		}
		p.velocity = 0.3
		p.run(100)
		p.spoil = func(_ *play, topic string, stamp *messages.Stamp, value any) bool {
			if topic == commander+".command" {
				value.(*messages.JointCommand).Control[0] = messages.ControlNone
				stamp.Time = stamp.Time.Add(-late)
			}
			return true
		}
		p.run(20)
	}
}

// A controller that omits a virtual joint releases it: its gate slows it down, which no command
// about the joint itself demands.
func TestAVirtualJointThatItsControllerOmitsComesToRest(t *testing.T) {
	slower := fastestSlowing(newPlay(t).w.world("whole_body")) * 0.01 // in a cycle
	try(t, []trial{
		{"it goes on", "V3", []string{virtualJoint, "its controller omits it", "expected it to slow down"}, omitted(0, 0), omitted(slower, 0)},
		{"it takes four times as long", "V3", []string{virtualJoint, "its controller omits it"}, omitted(slower/4, 0), omitted(slower/2, 0)},
		{"its controller is on time", "V3", []string{virtualJoint, "its controller omits it"}, omittedLate(0), omittedLate(time.Second)},
		{"its controller falls silent", "V3", []string{virtualJoint, "by a command with an age of", "bound 30ms"}, omitted(slower, 50), omitted(slower, 190)},
	})
}

// fastestSlowing is the largest acceleration of the virtual joints of a world, m/s^2 or rad/s^2.
func fastestSlowing(m *world) (most float64) {
	for i := range m.joints {
		if j := &m.joints[i]; j.virtual {
			for _, l := range j.limits {
				most = max(most, l.Acceleration)
			}
		}
	}
	return most
}

// handsOn has the receiver hand on its first command after a withdrawal, as a share of what its
// acceleration allows in a period.
func handsOn(share float64) func(*play) {
	return func(p *play) {
		p.velocity = 0.3
		p.run(10)
		p.withdraw(receiver + ".out")
		p.out = share * p.w.couplings[0].rate[0] * 0.002
		p.run(2)
	}
}

func TestACouplingBeginsAtRest(t *testing.T) {
	try(t, []trial{{"a first command with its velocity", "V2", []string{receiver, "begins at", "from rest"}, handsOn(1.01), handsOn(1)}})
}

// interpolates has the receiver go from the command before to the newest one over some time of
// which a period of the sender is 10 ms.
func interpolates(over time.Duration) func(*play) {
	return func(p *play) {
		p.resampling(true)
		k := p.w.couplings[0]
		for d := range k.n {
			k.rate[d] = 1000
		}
		before, newest, since := 0.0, 0.0, p.now
		p.spoil = func(p *play, topic string, _ *messages.Stamp, value any) bool {
			switch v := value.(type) {
			case *messages.JointCommand:
				switch topic {
				case armGate + ".joint_mobile_planar":
					before, newest, since = newest, v.Velocity[0], p.now
				case receiver + ".out":
					share := min(float64(p.now-since)/float64(over), 1)
					for d := range v.Velocity {
						v.Velocity[d] = before + share*(newest-before)
					}
				}
			}
			return true
		}
		for step := range 6 {
			p.velocity = 0.05 * float64(step)
			p.run(10)
		}
	}
}

func TestACommandIsResampledOverAPeriodOfItsSender(t *testing.T) {
	try(t, []trial{{"over the period of the receiver", "V20", []string{receiver, "expected it to be resampled over 10ms"}, interpolates(2 * time.Millisecond), interpolates(10 * time.Millisecond)},
		{"over two periods", "V20", []string{receiver}, interpolates(20 * time.Millisecond), interpolates(10 * time.Millisecond)}})
}

// interrupted has the receiver resample the first command after an interruption: from the one of
// before, or alone.
func interrupted(fromBefore bool) func(*play) {
	return func(p *play) {
		p.resampling(true)
		k := p.w.couplings[0]
		for d := range k.n {
			k.rate[d] = 1000
		}
		link := k.command.from + "->" + k.command.to
		before, newest, since, lost, over := 0.0, 0.0, p.now, false, false
		p.spoil = func(p *play, topic string, _ *messages.Stamp, value any) bool {
			switch v := value.(type) {
			case *messages.JointCommand:
				switch topic {
				case armGate + ".joint_mobile_planar":
					if lost = lost && !over; !lost {
						before, newest, since = newest, v.Velocity[0], p.now
					}
				case receiver + ".out":
					share, from := min(float64(p.now-since)/float64(10*time.Millisecond), 1), before
					if p.now.Sub(since) > k.maxAge {
						share = 0
					}
					for d := range v.Velocity {
						switch v.Velocity[d] = from + share*(newest-from); {
						case share == 0 && lost:
							v.Velocity[d] = 0
						case !fromBefore && !lost && newest < 0:
							v.Velocity[d] = newest
						}
					}
				}
			}
			return true
		}
		p.velocity = 0.3
		p.run(100)
		p.want("")
		inject(p, link, "drop "+link)
		lost = true
		p.run(int((k.maxAge + 100*time.Millisecond).Milliseconds()))
		clears(p, link, "drop "+link)
		over, p.velocity = true, -0.1
		p.run(6)
	}
}

func TestTheFirstCommandAfterAnInterruptionCountsByItself(t *testing.T) {
	try(t, []trial{{"a mixture with the command of before", "V20", []string{receiver, "the newest command -0.1"}, interrupted(true), interrupted(false)}})
}
