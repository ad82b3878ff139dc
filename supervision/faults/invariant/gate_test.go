package invariant

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// elbowAt is the place of the elbow among the drives of its bus.
const elbowAt = 3

// hands has what the gate of the arm hands to the elbow changed, from now on.
func hands(change func(p *play, d *messages.DriveCommand)) func(*play, string, *messages.Stamp, any) bool {
	return when(armGate+".arm", func(p *play, _ *messages.Stamp, d *messages.DriveCommand) bool { change(p, d); return true })
}

func position(q float64) func(*play) {
	return func(p *play) {
		p.spoil = hands(func(_ *play, d *messages.DriveCommand) { d.Position[elbowAt] = q })
		p.run(10)
	}
}

func effort(share float64) func(*play) {
	return func(p *play) {
		p.spoil = hands(func(p *play, d *messages.DriveCommand) { d.Effort[elbowAt] = share * p.limit(elbow).Effort })
		p.run(10)
	}
}

// speed hands a velocity over that the acceleration allows to be reached by then.
func speed(share float64) func(*play) {
	return func(p *play) {
		v := 0.0
		p.spoil = hands(func(p *play, d *messages.DriveCommand) {
			l := p.limit(elbow)
			v = min(v+0.99*l.Acceleration*0.01, share*l.Velocity)
			d.Velocity[elbowAt] = v
		})
		p.run(2000)
	}
}

// limited brings the elbow to mode limited with a velocity.
func limited(share float64) func(*play) {
	return func(p *play) {
		p.changed(elbow, messages.ModeLimited, messages.CauseOverrun)
		p.truths[elbow].Mode = messages.ModeLimited
		p.run(50)
		speed(share)(p)
	}
}

// slows has the elbow enter mode limited at full speed, and slow down by so much of its
// acceleration in each cycle.
func slows(share float64) func(*play) {
	return func(p *play) {
		speed(1)(p)
		v := p.limit(elbow).Velocity
		p.changed(elbow, messages.ModeLimited, messages.CauseOverrun)
		p.truths[elbow].Mode = messages.ModeLimited
		p.spoil = hands(func(p *play, d *messages.DriveCommand) {
			l := p.limit(elbow)
			v = max(v-share*l.Acceleration*0.01, 0.25*l.Velocity)
			d.Velocity[elbowAt] = v
		})
		p.run(500)
	}
}

func step(positions, velocities float64) func(*play) {
	return func(p *play) {
		q, v := p.at[elbow], 0.0
		p.spoil = hands(func(p *play, d *messages.DriveCommand) {
			l := p.limit(elbow)
			q, v = q+positions*l.Velocity*0.01, v+velocities*l.Acceleration*0.01
			d.Position[elbowAt], d.Velocity[elbowAt] = q, v
		})
		p.run(20)
	}
}

// A number that is not finite never reaches a drive, in any mode.
func TestV1(t *testing.T) {
	try(t, []trial{
		{"a position that is not a number", "V1", []string{elbow, "NaN"}, position(math.NaN()), position(-1)},
		{"an infinite velocity", "V1", []string{"+Inf rad/s"},
			func(p *play) {
				p.spoil = hands(func(_ *play, d *messages.DriveCommand) { d.Velocity[elbowAt] = math.Inf(1) })
				p.run(10)
			}, position(-1)},
		{"an effort that is not a number, in a mode that stops", "V1", []string{"ramp_hold"},
			func(p *play) {
				p.stop(elbow, messages.ModeRampHold, messages.CauseStale)
				p.spoil = hands(func(_ *play, d *messages.DriveCommand) { d.Effort[elbowAt] = math.NaN() })
				p.run(10)
			},
			func(p *play) { p.stop(elbow, messages.ModeRampHold, messages.CauseStale); p.run(10) }},
		{"a command for fewer drives than there are", "V1", []string{"6 modes for 7 drives"},
			func(p *play) {
				p.spoil = hands(func(_ *play, d *messages.DriveCommand) { d.Mode = d.Mode[:6] })
				p.run(10)
			}, position(-1)},
		{"a drive that follows a value that is not finite", "V1", []string{armBus, "effort NaN"},
			func(p *play) {
				p.truths[elbow].TargetEffort, p.truths[elbow].Control = math.NaN(), messages.ControlPositionVelocityEffort
			},
			func(p *play) {
				p.stop(elbow, messages.ModeOff, messages.CauseStale) // it follows nothing
				p.truths[elbow].TargetEffort = math.NaN()
				p.run(20)
			}},
	})
}

// Every command is within the limits; exactly at them is within.
func TestV2(t *testing.T) {
	lower := newPlay(t).limit(elbow).Lower
	near := func(q float64) func(*play) {
		return func(p *play) { // it is there from the first cycle after a pause in which nothing passes
			p.stop(elbow, messages.ModeRampHold, messages.CauseStale)
			p.run(20)
			p.event(messages.Event{Kind: messages.EventAcknowledged, Source: armGate})
			p.w.Asked("whole_body", true)
			p.changed(elbow, messages.ModeRun, messages.CauseRearm)
			p.w.Answered("whole_body")
			p.arm[elbow] = 2
			position(q)(p)
		}
	}
	asked := func(do func(*play)) func(*play) {
		return func(p *play) { p.w.Asked("whole_body", true); do(p) }
	}
	try(t, []trial{
		{"a position beyond its bound", "V2", []string{elbow, "outside of"}, asked(near(math.Nextafter(lower, -10))), asked(near(lower))},
		{"an effort beyond its limit", "V2", []string{"effort", "limit"}, effort(1.001), effort(-1)},
		{"a velocity beyond its limit", "V2", []string{"velocity", "rad/s in mode run, limit"}, speed(1.001), speed(1)},
		{"a velocity beyond what mode limited leaves", "V2", []string{"in mode limited"}, limited(0.26), limited(0.25)},
		{"a velocity that stays high in mode limited", "V2", []string{"in mode limited"}, slows(0), slows(1)},
		{"a velocity that falls too slowly in mode limited", "V2", []string{"in mode limited"}, slows(0.9), slows(1)},
		{"a position that moves faster than the joint may", "V2", []string{"position moved by"}, step(1.01, 0), step(-0.999, 0)},
		{"a velocity that changes faster than the joint may", "V2", []string{"velocity changed by"}, step(0, 1.01), step(0, 0.999)},
		{"set-points in a mode that stops", "V2", []string{"expected no control mode"},
			func(p *play) {
				p.stop(elbow, messages.ModeRampHold, messages.CauseStale)
				p.spoil = hands(func(_ *play, d *messages.DriveCommand) { d.Control[elbowAt] = messages.ControlPosition })
				p.run(10)
			},
			func(p *play) { p.stop(elbow, messages.ModeRampHold, messages.CauseStale); p.run(10) }},
		{"a velocity for another world beyond its limit", "V2", []string{"mobile_planar", "velocity[0]"},
			func(p *play) { p.velocity = 1e3; p.run(10) },
			func(p *play) { p.velocity = -0.1; p.run(3) }},
		{"a velocity from another world that changes faster than the joint may", "V2", []string{receiver, "changed by"},
			func(p *play) { p.velocity = 0.3; p.run(30); p.out = 0.3; p.run(2) },
			func(p *play) { p.velocity = 0.3; p.run(30); p.out = 0.002; p.run(2) }},
	})
}

// A cycle that comes late may go as far as the periods that it took; the one behind it, a whole
// period.
func TestALateCycleGoesFartherAndTheNextOneOnlyAPeriod(t *testing.T) {
	for after, want := range map[messages.Instant]float64{1: 1, 9 * millisecond: 1, 10 * millisecond: 1, 11 * millisecond: 2, 25 * millisecond: 3} {
		if got := cycles(time.Duration(after), 10*time.Millisecond); math.Abs(got-want*0.01) > 1e-12 {
			t.Errorf("after %v: %g s, want %g periods", time.Duration(after), got, want)
		}
	}
}

// silent has the controller of the arm send nothing any more.
func silent(p *play) {
	p.spoil = when(commander+".command", func(*play, *messages.Stamp, *messages.JointCommand) bool { return false })
}

// bad has it send commands that must be refused.
func bad(p *play) {
	p.spoil = when(commander+".command", func(_ *play, _ *messages.Stamp, c *messages.JointCommand) bool {
		c.Position[3+elbowAt] = math.NaN()
		return true
	})
}

// refusedBy are the ways in which a command is bad.
var refusedBy = map[string]func(p *play, c *messages.JointCommand){
	"NaN":              func(_ *play, c *messages.JointCommand) { c.Position[3+elbowAt] = math.NaN() },
	"too far":          func(p *play, c *messages.JointCommand) { c.Position[3+elbowAt] = p.limit(elbow).Upper + 1e-6 },
	"too fast":         func(p *play, c *messages.JointCommand) { c.Velocity[3+elbowAt] = -1.0001 * p.limit(elbow).Velocity },
	"an infinite one":  func(_ *play, c *messages.JointCommand) { c.Velocity[3+elbowAt] = math.Inf(-1) },
	"an unknown mode":  func(_ *play, c *messages.JointCommand) { c.Control[1+elbowAt] = 0x80 },
	"too short":        func(_ *play, c *messages.JointCommand) { c.Position = c.Position[:9] },
	"of one joint too": func(_ *play, c *messages.JointCommand) { c.Control = append(c.Control, 0) },
	"too strong": func(p *play, c *messages.JointCommand) {
		c.Control[1+elbowAt], c.Effort[3+elbowAt] = messages.ControlPositionVelocityEffort, 2*p.limit(elbow).Effort
	},
}

func stopsAt(milliseconds int, do func(*play)) func(*play) {
	return func(p *play) {
		do(p)
		p.run(milliseconds)
		p.stopAll(armBus, messages.ModeRampHold, messages.CauseStale)
		p.run(300)
	}
}

func goesOn(do func(*play)) func(*play) { return func(p *play) { do(p); p.run(300) } }

func TestV3(t *testing.T) {
	try(t, []trial{
		{"a gate that goes on with a command that is too old", "V3", []string{armGate, "bound 30ms"}, goesOn(silent), stopsAt(20, silent)},
		{"a gate that goes on though the command was taken back", "V3", []string{"withdrew its command"},
			func(p *play) { silent(p); p.run(1); p.withdraw(commander + ".command"); p.run(20) },
			func(p *play) {
				silent(p)
				p.withdraw(commander + ".command")
				p.stopAll(armBus, messages.ModeRampHold, messages.CauseStale)
				p.run(200)
			}},
		{"commands of a gate out of sequence", "V3", []string{"comes after number"},
			func(p *play) {
				p.spoil = when(armGate+".arm", func(_ *play, s *messages.Stamp, _ *messages.DriveCommand) bool { s.Sequence -= 2; return true })
				p.run(20)
			},
			func(p *play) { // one is missing
				p.sent[armGate+".arm"]++
				p.run(20)
			}},
		{"a drive that runs though nothing feeds it", "V3", []string{armBus, "watchdog 100ms"},
			func(p *play) {
				p.spoil = when(armGate+".arm", func(*play, *messages.Stamp, *messages.DriveCommand) bool { return false })
				p.run(300)
			},
			func(p *play) {
				p.spoil = when(armGate+".arm", func(*play, *messages.Stamp, *messages.DriveCommand) bool { return false })
				p.run(130) // its watchdog, after the bound of the newest command
				for _, joint := range p.jointsOf(armBus) {
					p.truths[joint].Mode = messages.ModeRampHold
				}
				p.run(200)
			}},
	})
}

func TestV3BeforeTheFirstCommand(t *testing.T) {
	p := newPlay(t)
	silent(p)
	p.run(30)
	p.want("V3", "has sent no good command")
}

// A gate may let a joint pass by the good command of the cycle before, though the newest one is
// bad.
func TestAGoodCommandCountsThoughNothingPassedWhenItCame(t *testing.T) {
	p := newPlay(t)
	for _, joint := range p.jointsOf(armBus) {
		p.mode[joint], p.truths[joint].Mode = messages.ModeOff, messages.ModeOff
		p.truths[joint].Torque, p.truths[joint].BrakeClosed = false, true
	}
	p.run(50)
	bad(p)
	for _, joint := range p.jointsOf(armBus) {
		p.mode[joint], p.arm[joint] = messages.ModeRun, 2
	}
	p.run(30)
	p.want("")
	p.run(10)
	p.want("V4")
}

func TestV4(t *testing.T) {
	try(t, []trial{
		{"a gate that takes a bad command for a fresh one", "V4", []string{"a bad one came"}, goesOn(bad), stopsAt(20, bad)},
		{"a drive that is fed by commands of which nothing is left", "V4", []string{armBus, "bad or old command"},
			func(p *play) { spoilLink(p, actors.FaultFreeze); late(p); p.run(300) },
			func(p *play) {
				late(p)
				p.run(130)
				for _, joint := range p.jointsOf(armBus) { // its watchdog has acted, and the gate sees it
					p.stop(joint, messages.ModeRampHold, messages.CauseDrive)
				}
				p.run(200)
			}},
		{"a drive that is fed by commands of before its last re-arm", "V4", []string{armBus, "bad or old command"},
			func(p *play) { spentNumbers(p); p.run(300) },
			func(p *play) {
				spentNumbers(p)
				p.run(100)
				for _, joint := range p.jointsOf(armBus) { // its watchdog has acted, and the gate sees it
					p.stop(joint, messages.ModeRampHold, messages.CauseDrive)
				}
				p.run(200)
			}},
	})
	for name, change := range refusedBy {
		t.Run("by a command that is "+name, func(t *testing.T) {
			p := newPlay(t)
			p.run(500)
			p.spoil = when(commander+".command", func(p *play, _ *messages.Stamp, c *messages.JointCommand) bool { change(p, c); return true })
			p.run(300)
			p.want("V4", armGate, "a bad one came 0s ago")
		})
	}
}

// spentNumbers has what the gate hands to the arm recorded, the arm stopped and re-armed, and the
// record come again.
func spentNumbers(p *play) {
	target := armGate + ".arm->" + armBus + ".command"
	p.event(messages.Event{Kind: messages.EventFaultInjected, Source: target, Text: "replay " + target + " values=5 after=200ms"})
	p.run(60)
	p.stopAll(armBus, messages.ModeRampHold, messages.CauseStale)
	p.run(40)
	armReturns(p, 2)
	p.run(100)
}

// late has what the gate hands to the arm arrive too late to be a command any more.
func late(p *play) {
	f := actors.Fault{Kind: actors.FaultDelay, Target: armGate + ".arm->" + armBus + ".command", Delay: 100 * time.Millisecond}
	p.event(messages.Event{Kind: messages.EventFaultInjected, Source: f.Target, Text: "delay " + f.Target + " delay=100ms"})
}

func spoilLink(p *play, kind actors.FaultKind) {
	target := armGate + ".arm->" + armBus + ".command"
	p.event(messages.Event{Kind: messages.EventFaultInjected, Source: target, Text: string(kind) + " " + target})
	p.event(messages.Event{Kind: messages.EventFaultEnded, Source: target, Text: string(kind) + " " + target})
}

// fails reports that an actor fails; a bus has handed the safe command to its driver.
func fails(p *play, actor string) {
	if actor == armBus || actor == wheels {
		p.event(messages.Event{Kind: messages.EventStopSent, Source: actor, Cause: messages.CausePanic})
	}
	failsSilently(p, actor)
}

func failsSilently(p *play, actor string) {
	p.event(messages.Event{Kind: messages.EventFailed, Source: actor, Incarnation: max(1, p.lives[actor]), Cause: messages.CausePanic})
}

// mutes has the drives of the wheels not answer so many times, again and again.
func mutes(times int) func(*play, string, *messages.Stamp, any) bool {
	n := 0
	return when(wheels+".state", func(_ *play, _ *messages.Stamp, s *messages.DriveState) bool {
		if n++; n%(times+1) != 0 {
			clear(s.Answered)
		}
		return true
	})
}

func begins(p *play, actor string) {
	p.lives[actor] = max(1, p.lives[actor]) + 1
	p.w.comebackOf(actor).allowed = true
	p.event(messages.Event{Kind: messages.EventStarted, Source: actor, Incarnation: p.lives[actor]})
}

func TestV5(t *testing.T) {
	try(t, []trial{
		{"a gate that goes on though its controller failed", "V5", []string{armGate, commander, "expected ramp_hold or a more severe mode"},
			func(p *play) { p.run(5); fails(p, commander); silent(p); p.run(10) },
			func(p *play) {
				p.run(5)
				fails(p, commander)
				silent(p)
				p.stopAll(armBus, messages.ModeRampHold, messages.CausePanic)
				p.run(100)
			}},
		{"a gate that goes on though the bus failed", "V5", []string{armGate, armBus + " failed"},
			func(p *play) { p.run(9); fails(p, armBus); p.run(2) },
			func(p *play) {
				p.run(9)
				fails(p, armBus)
				p.stopAll(armBus, messages.ModeRampHold, messages.CausePanic)
				p.run(100)
			}},
		{"a gate that never notices, though the news is only late", "V5", []string{armGate, armBus + " failed"},
			func(p *play) { p.run(9); newsIsLate(p, armBus); fails(p, armBus); busStops(p); p.run(60) },
			func(p *play) {
				p.run(9)
				newsIsLate(p, armBus)
				fails(p, armBus)
				busStops(p)
				p.run(35) // by then nothing of the bus is young enough
				p.stopAll(armBus, messages.ModeRampHold, messages.CauseStale)
				p.run(100)
			}},
		{"a gate that does not notice once the news is not late any more", "V5", []string{armGate, armBus + " failed"},
			func(p *play) {
				p.run(9)
				newsIsLate(p, armBus)
				p.event(messages.Event{Kind: messages.EventFaultEnded, Source: armBus, Text: "watch_late " + armBus})
				fails(p, armBus)
				p.run(2)
			},
			func(p *play) { newsIsLate(p, armBus); p.run(100) }},
		{"a bus that fails and does not stop its drives", "V5", []string{wheels, "its driver did not receive the safe command"},
			func(p *play) {
				failsSilently(p, wheels)
				p.stopAll(wheels, messages.ModeDamp, messages.CausePanic) // which they do by themselves
				p.run(2)
			},
			func(p *play) {
				fails(p, wheels)
				p.stopAll(wheels, messages.ModeDamp, messages.CausePanic)
				p.run(2)
			}},
		{"a bus whose drives do not answer any more", "V5", []string{wheels, "3 times in a row"},
			func(p *play) { p.spoil = mutes(3); p.run(5) }, func(p *play) { p.spoil = mutes(2); p.run(50) }},
		{"a joint that goes to less than its safe mode first", "V5", []string{wheel, "it went to ramp_hold; expected damp or a more severe mode"},
			func(p *play) { p.changed(wheel, messages.ModeRampHold, messages.CausePanic) },
			func(p *play) {
				p.changed(wheel, messages.ModeRampHold, messages.CauseOperator)
				p.truths[wheel].Mode = messages.ModeRampHold
			}},
		{"a drive that runs on though its bus failed", "V5", []string{armBus, "after its bus failed"},
			func(p *play) {
				fails(p, armBus)
				for _, joint := range p.jointsOf(armBus) {
					p.mode[joint] = messages.ModeRampHold // the gate does its part
				}
				p.run(9)
			},
			func(p *play) {
				fails(p, armBus)
				p.run(2)
				p.stopAll(armBus, messages.ModeRampHold, messages.CausePanic)
				p.run(50)
			}},
	})
}

// newsIsLate delays the failures of an actor for its watchers; busStops has the driver of the
// arm stop its drives.
func newsIsLate(p *play, actor string) {
	p.event(messages.Event{Kind: messages.EventFaultInjected, Source: actor, Text: "watch_late " + actor})
}

func busStops(p *play) {
	for _, joint := range p.jointsOf(armBus) {
		p.truths[joint].Mode = messages.ModeRampHold
	}
}

// Where the driver cannot hand the safe command over, the drive's own watchdog is what stops it.
func TestV5WithoutASafeCommand(t *testing.T) {
	for after, want := range map[int]string{100: "", 140: "V5"} {
		p := newPlay(t)
		p.run(509)
		p.event(messages.Event{Kind: messages.EventStopSent, Source: armBus, Cause: messages.CauseError, Text: "the safe command could not be handed over"})
		fails(p, armBus)
		for _, joint := range p.jointsOf(armBus) {
			p.changed(joint, messages.ModeRampHold, messages.CausePanic) // the gate does its part
		}
		p.run(after)
		busStops(p)
		p.run(200)
		p.want(want)
	}
}

func TestV8(t *testing.T) {
	restart := func(again, late bool) func(*play) {
		return func(p *play) {
			if p.run(5); late {
				newsIsLate(p, commander)
			}
			fails(p, commander)
			silent(p)
			p.stopAll(armBus, messages.ModeRampHold, messages.CausePanic)
			p.run(10)
			if p.spoil = nil; again {
				begins(p, commander) // what it sends is of its next life
			}
			p.run(10)
			p.w.Asked("whole_body", false)
			for _, joint := range p.jointsOf(armBus) {
				p.arm[joint]++
				p.changed(joint, messages.ModeRun, messages.CauseRearm)
				p.truths[joint].Mode, p.truths[joint].Arm = messages.ModeRun, p.arm[joint]
			}
			p.w.Answered("whole_body")
			p.run(20)
		}
	}
	try(t, []trial{
		{"a gate that obeys what its controller sent before it failed", "V8", []string{"incarnation 1", "which failed"}, restart(false, false), restart(true, false)},
		{"the same where the news of the failure comes after the next life", "V8", []string{"incarnation 1", "which failed"}, restart(false, true), restart(true, true)},
		{"a drive that runs again by the number of before its bus failed", "V8", []string{"by arm number 1"},
			func(p *play) { busReturns(p, 1) },
			func(p *play) { busReturns(p, 2) }},
	})
}

// busReturns has the arm's bus fail and come back, and its drives run by this arm number.
func busReturns(p *play, arm uint32) {
	fails(p, armBus)
	p.stopAll(armBus, messages.ModeRampHold, messages.CausePanic)
	p.run(50)
	begins(p, armBus)
	p.run(20)
	armReturns(p, arm)
}

// armReturns has a person reset the arm, and its drives run by this arm number.
func armReturns(p *play, arm uint32) {
	p.w.Asked("whole_body", true)
	for _, joint := range p.jointsOf(armBus) {
		p.arm[joint] = 2
		p.changed(joint, messages.ModeRun, messages.CauseRearm)
	}
	p.w.Answered("whole_body")
	p.run(20)
	for _, joint := range p.jointsOf(armBus) {
		p.truths[joint].Mode, p.truths[joint].Arm = messages.ModeRun, arm
	}
	p.run(5)
}

func TestV15(t *testing.T) {
	asks := func(answer bool, obeys int) func(*play) {
		return func(p *play) {
			p.run(3)
			p.w.StopAsked("mobile_base", messages.ModeDamp)
			p.run(obeys)
			if answer {
				p.w.Stopped("mobile_base", p.w.newestStop("mobile_base"))
			}
			p.stopAll(wheels, messages.ModeDamp, messages.CauseOperator)
			p.run(30)
		}
	}
	twice := func(answered int) func(*play) {
		return func(p *play) {
			p.run(2)
			p.w.StopAsked("mobile_base", messages.ModeDamp)
			p.stopAll(wheels, messages.ModeDamp, messages.CauseOperator)
			p.w.StopAsked("mobile_base", messages.ModeRampOff)
			p.w.Stopped("mobile_base", answered)
			p.run(1)
			p.stopAll(wheels, messages.ModeRampOff, messages.CauseOperator)
			p.run(10)
		}
	}
	try(t, []trial{
		{"a stop that takes effect late", "V15", []string{baseGate, "but an operator requested a stop to damp"}, asks(true, 5), asks(true, 1)},
		{"a stop that was accepted and has no effect", "V15", []string{"was accepted"},
			func(p *play) {
				p.w.StopAsked("mobile_base", messages.ModeDamp)
				p.w.Stopped("mobile_base", p.w.newestStop("mobile_base"))
				p.run(2)
			},
			func(p *play) {
				p.w.StopAsked("mobile_base", messages.ModeDamp)
				p.w.StopLost("mobile_base", p.w.newestStop("mobile_base"))
				p.run(30)
			}},
		{"a stop that was accepted after another one", "V15", []string{"in damp, but an operator's stop to ramp_off was accepted"}, twice(2), twice(1)},
		{"a stop that leads to less than was asked for", "V15", []string{"in ramp_hold"},
			func(p *play) {
				p.w.StopAsked("mobile_base", messages.ModeDamp)
				p.w.Stopped("mobile_base", p.w.newestStop("mobile_base"))
				p.stopAll(wheels, messages.ModeRampHold, messages.CauseOperator)
				p.run(4)
			},
			func(p *play) {
				p.w.StopAsked("mobile_base", messages.ModeDamp)
				p.w.Stopped("mobile_base", p.w.newestStop("mobile_base"))
				p.stopAll(wheels, messages.ModeOff, messages.CauseOperator)
				p.run(4)
			}},
	})
}

// Once a stop is acknowledged its drives stop, though the gate says nothing any more.
func TestAnAcknowledgedStopIsInTheDrives(t *testing.T) {
	asks := func(answer func(*Watch, string, int)) func(*play) {
		return func(p *play) {
			p.w.StopAsked("mobile_base", messages.ModeDamp)
			p.spoil = func(_ *play, topic string, _ *messages.Stamp, _ any) bool { return !strings.HasPrefix(topic, baseGate) }
			answer(p.w, "mobile_base", p.w.newestStop("mobile_base"))
			p.run(30)
		}
	}
	demands := func(answer func(*Watch, string, int)) func(*play) {
		return func(p *play) {
			p.w.StopAsked("mobile_base", messages.ModeDamp)
			answer(p.w, "mobile_base", p.w.newestStop("mobile_base"))
			for _, joint := range wheelNames {
				p.changed(joint, messages.ModeDamp, messages.CauseOperator)
			}
			p.run(6)
		}
	}
	try(t, []trial{
		{"its gate ends before it has told them", "V12", []string{"after the gate acknowledged a stop to damp"}, asks((*Watch).Stopped), asks((*Watch).StopLost)},
		{"they have not heard of it", "V12", []string{"after the gate acknowledged a stop to damp"}, demands((*Watch).Stopped), demands((*Watch).StopTaken)},
	})
}

func TestAWheelThatNoControllerCommandsMustNotPass(t *testing.T) {
	p := newPlay(t)
	p.run(20)
	for _, m := range p.w.worlds {
		if j := m.driven(wheel); j != nil {
			j.controller = -1
		}
	}
	p.run(4)
	p.want("V3", wheel, "no controller commands it")
}

// A gate hands out velocities on their way to what is commanded, and nothing else.
func TestAVelocityGoesTowardWhatIsCommanded(t *testing.T) {
	drift := func(rate float64) func(*play) { // of the velocity handed out, rad/s^2
		return func(p *play) {
			v := 0.0
			p.spoil = when(baseGate+".wheels", func(_ *play, _ *messages.Stamp, d *messages.DriveCommand) bool {
				v += rate * 0.002
				d.Velocity[0] = v
				return true
			})
			p.at[wheel] = 0.5
			p.run(40)
		}
	}
	try(t, []trial{
		{"away from it", "V3", []string{wheel, "but the newest good command is 0.5"}, drift(-1), drift(1)},
		{"beyond it", "V3", []string{baseGate, "its velocity went from"},
			func(p *play) { drift(20)(p) }, drift(10)},
	})
}

// What leaves a world for a virtual joint needs a command that may move it, as what goes to its
// drives does.
func TestAVirtualJointPassesByCommandsOnly(t *testing.T) {
	stopsTheArm := func(p *play) {
		for i := range 7 {
			p.stop(armJoint(i), messages.ModeRampHold, messages.CauseStale)
		}
	}
	slows := func(to float64) func(*play) {
		return func(p *play) {
			p.velocity = 0.3
			p.run(10)
			p.stopAll(armBus, messages.ModeRampHold, messages.CauseStale)
			p.run(10)
			p.velocity = to
			p.run(1)
		}
	}
	try(t, []trial{
		{"a command that is too old", "V3", []string{virtualJoint, "bound 30ms"},
			func(p *play) { silent(p); p.run(15); stopsTheArm(p); p.run(100) }, stopsAt(20, silent)},
		{"a controller that failed", "V8", []string{virtualJoint, commander + ", which failed"},
			func(p *play) { fails(p, commander); stopsTheArm(p); p.run(30) },
			func(p *play) {
				fails(p, commander)
				p.stopAll(armBus, messages.ModeRampHold, messages.CausePanic)
				p.run(30)
			}},
		{"a stop in which it gets faster", "V6", []string{virtualJoint, "grew from 0 to 0.3"},
			func(p *play) {
				p.stopAll(armBus, messages.ModeRampHold, messages.CauseStale)
				p.velocity = 0.3
				p.run(10)
			},
			func(p *play) {
				p.velocity = 0.3
				p.run(10)
				p.stopAll(armBus, messages.ModeRampHold, messages.CauseStale)
				p.run(10)
				p.velocity = 0.28
				p.run(1)
			}},
		{"a stop in which it slows down too little", "V6", []string{virtualJoint, "went from 0.3 to 0.29", "slow down by 0.015"}, slows(0.29), slows(0.28)},
	})
}
