package invariant

import (
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// deceleration is that of every ramp in a play, rad/s^2.
const deceleration = 10.0

// ramps stops the elbow from a speed, which falls by so much of its ramp's deceleration, but not
// below a rest.
func ramps(mode messages.Mode, speed, share, rest float64, milliseconds int) func(*play) {
	return func(p *play) {
		t := p.truths[elbow]
		t.Velocity = speed
		p.stop(elbow, mode, messages.CauseStale)
		began := p.now
		p.truth = func(p *play) {
			t.Velocity = max(speed-share*deceleration*p.now.Sub(began).Seconds(), rest)
			t.Position += t.Velocity * 0.001
		}
		p.run(milliseconds)
	}
}

// leaves brings the elbow to rest, and then moves it away.
func leaves(linkModel float64) func(*play) {
	return func(p *play) {
		ramps(messages.ModeRampHold, 1, 1, 0, 1500)(p)
		p.truth = nil
		p.truths[elbow].Position += linkModel
		p.run(20)
	}
}

// yields gives the drive of the elbow no stiffness, before what follows.
func yields(then func(*play)) func(*play) {
	return func(p *play) {
		for _, m := range p.w.worlds {
			for i := range m.joints {
				if j := &m.joints[i]; j.name == elbow {
					j.truth.model.Yields = true
				}
			}
		}
		then(p)
	}
}

func TestV6(t *testing.T) {
	try(t, []trial{
		{"a joint that slows down more slowly than its ramp", "V6", []string{elbow, "the ramp permits"},
			ramps(messages.ModeRampHold, 5, 0.5, 0, 2000), ramps(messages.ModeRampHold, 5, 1, 0, 2000)},
		{"the same in ramp_off", "V6", []string{"in ramp_off"}, ramps(messages.ModeRampOff, 5, 0, 0, 500), ramps(messages.ModeRampOff, 5, 1.2, 0, 2000)},
		{"a joint that leaves its place of rest", "V6", []string{"left its place of rest", "the window is 0.0349"}, leaves(0.036), leaves(-0.034)},
		{"a joint with stiffness that leaves its place of rest", "V6", []string{"left its place of rest"}, leaves(0.036), yields(leaves(0.036))},
		{"a joint that speeds up in a stop", "V6", []string{"it moves at"},
			func(p *play) {
				ramps(messages.ModeRampHold, 1, 1, 0, 1500)(p)
				p.truth = nil
				p.truths[elbow].Velocity = 1
				p.run(5)
			},
			func(p *play) { // damp has no ramp
				p.stop(elbow, messages.ModeDamp, messages.CauseStale)
				p.truths[elbow].Velocity = 1
				p.run(500)
			}},
	})
}

// brings hands the energy over that motors did in a stop, and what the robot's weight gained.
func works(watts, lifted float64) func(*play) {
	return func(p *play) {
		p.stopAll(armBus, messages.ModeRampHold, messages.CauseStale)
		p.run(50)
		p.truths[elbow].Velocity, p.truths[elbow].Effort = 0.01, watts/0.01
		p.truth = func(p *play) { p.robot.potential += lifted * 0.001 }
		p.run(500)
	}
}

func TestV13(t *testing.T) {
	try(t, []trial{
		{"a joint that creeps on after its ramp", "V13", []string{elbow, "still moves at 0.0300 rad/s"},
			ramps(messages.ModeRampHold, 1, 1, 0.03, 2000), ramps(messages.ModeRampHold, 1, 1, 0.019, 1500)},
		{"motors that drive what they should stop", "V13", []string{armBus, "J of work"}, works(10, 0), works(1.9, 0)},
		{"motors that only lift weight", "V13", []string{"of which 1."}, works(10, 5), works(10, 10)},
		{"motors that brake", "V13", []string{"J of work"}, works(10, -20), works(-30, 0)},
	})
}

func TestADriveThatIsDisturbedIsNotJudgedByHowItMoves(t *testing.T) {
	p := newPlay(t)
	p.run(100)
	p.truths[elbow].Disturbed = true
	ramps(messages.ModeRampHold, 5, 0, 0, 300)(p)
	p.want("")
	p.truths[elbow].Disturbed = false
	p.run(4000) // by then it must have come to rest
	p.want("V13", elbow)
}

func TestAFaultOfADriveExcusesItForAWhile(t *testing.T) {
	p := newPlay(t)
	p.run(100)
	p.event(messages.Event{Kind: messages.EventFaultInjected, Source: elbow, Text: "free_wheel " + elbow})
	p.stop(elbow, messages.ModeRampHold, messages.CauseDrive)
	p.truths[elbow].Velocity = 3
	p.run(1900)
	p.want("")
	p.truths[elbow].Velocity = 0
	p.run(500)
	p.truths[elbow].Velocity = 3
	p.run(5)
	p.want("V6", elbow)
}

// closes has the brake of the elbow, which takes 30 ms, close so long after the joint last stood.
func closes(after int) func(*play) {
	return func(p *play) {
		for _, m := range p.w.worlds {
			if j := m.driven(elbow); j != nil {
				j.truth.model.BrakeCloses = 30 * time.Millisecond
			}
		}
		p.stop(elbow, messages.ModeRampOff, messages.CauseStale)
		p.truths[elbow].Velocity = 0.1
		p.run(after)
		p.truths[elbow].BrakeClosed = true
		p.run(2)
	}
}

// twitches has the elbow move for a moment, and then rest for so many milliseconds.
func twitches(p *play, rests int) {
	p.truths[elbow].Velocity = 0.5
	p.run(5)
	p.truths[elbow].Velocity = 0
	p.run(rests)
}

// What falls, and what its brake catches, shakes what holds beside it.
func TestAJointThatFallsShakesTheOthers(t *testing.T) {
	shaken := func(torque, closed bool) func(*play) {
		return func(p *play) {
			p.stop(elbow, messages.ModeRampHold, messages.CauseStale)
			p.stop(elbowNeighbour, messages.ModeOff, messages.CauseOperator)
			neighbour := p.truths[elbowNeighbour]
			neighbour.Torque, neighbour.BrakeClosed = true, false
			p.run(1500)
			neighbour.Torque, neighbour.BrakeClosed = torque, closed
			p.run(1)
			twitches(p, 300)
		}
	}
	try(t, []trial{
		{"the neighbour keeps its torque", "V6", []string{elbow, "moves at 0.5000 rad/s"}, shaken(true, false), shaken(false, false)},
		{"it is held by its brake before it gives its torque up", "V6", []string{elbow}, shaken(true, true), shaken(false, false)},
		{"it is shaken long afterwards", "V6", []string{elbow}, func(p *play) {
			shaken(false, false)(p)
			p.truths[elbow].Velocity = 0.5
			p.run(5)
		}, shaken(false, true)},
	})
}

// Set-points that a fault changes at once jerk what follows them, which shakes joints that stand on
// it.
func TestSetPointsThatJumpShakeTheRobot(t *testing.T) {
	jerked := func(text string, after int) func(*play) {
		return func(p *play) {
			p.stop(elbow, messages.ModeRampHold, messages.CauseStale)
			p.run(1500)
			linkModel := "mobile_base/controller.state->whole_body/perception.joint_mobile_planar"
			p.event(messages.Event{Kind: messages.EventFaultInjected, Source: linkModel, Text: text + " " + linkModel})
			p.run(after)
			twitches(p, 20)
		}
	}
	begins := func(text string) func(*play) {
		return func(p *play) {
			p.stop(elbow, messages.ModeRampHold, messages.CauseStale)
			p.stop(wheel, messages.ModeDamp, messages.CauseStale)
			p.run(1200)
			linkModel := "mobile_base/perception.snapshot->mobile_base/gate.snapshot"
			p.event(messages.Event{Kind: messages.EventFaultInjected, Source: linkModel, Text: text + " " + linkModel})
			p.run(300)
			p.rearmed(wheel)
			p.truths[wheel].Mode, p.truths[wheel].Arm = messages.ModeRun, p.arm[wheel]
			p.run(100)
			twitches(p, 20)
		}
	}
	try(t, []trial{
		{"numbers that stay as they are", "V6", []string{elbow}, jerked("delay", 10), jerked("extreme", 10)},
		{"long after they changed", "V6", []string{elbow}, jerked("extreme", 500), jerked("extreme", 30)},
		{"a joint that begins to move by numbers as they are", "V6", []string{elbow}, begins("delay"), begins("extreme")},
	})
}

// offAndOn has a person switch a wheel off within a ramp and re-arm it in the next cycle. Its drive
// removes torque some milliseconds later.
func offAndOn(later int) func(*play) {
	return func(p *play) {
		const cycle = 2 // ms, of the base's gate
		truth := p.truths[wheel]
		p.stop(wheel, messages.ModeRampOff, messages.CauseOperator)
		p.run(10)
		p.stop(wheel, messages.ModeOff, messages.CauseOperator)
		truth.Mode, truth.Torque, truth.BrakeClosed = messages.ModeRampOff, true, false
		p.run(cycle)
		p.w.Asked("mobile_base", true)
		p.arm[wheel]++
		p.changed(wheel, messages.ModeRun, messages.CauseRearm)
		p.w.Answered("mobile_base")
		p.run(later)
		truth.Mode, truth.Torque = messages.ModeOff, false
		p.run(1)
	}
}

func TestV14(t *testing.T) {
	from := func(mode messages.Mode, before, after func(p *play)) func(*play) {
		return func(p *play) {
			p.stop(elbow, mode, messages.CauseStale)
			before(p)
			p.run(1200)
			after(p)
			p.run(5)
		}
	}
	truth := func(torque, closed bool) func(*play) {
		return func(p *play) { t := p.truths[elbow]; t.Torque, t.BrakeClosed = torque, closed }
	}
	try(t, []trial{
		{"a brake that is closed while commands pass", "V14", []string{"the brake is closed in mode run"}, truth(true, true), truth(true, false)},
		{"torque that goes before the brake has closed", "V14", []string{"torque was removed in ramp_off while the brake was open"},
			from(messages.ModeRampOff, truth(true, false), truth(false, false)),
			from(messages.ModeRampOff, truth(true, false), func(p *play) { truth(true, true)(p); p.run(1); truth(false, true)(p) })},
		{"torque that goes where it was not asked to", "V14", []string{"torque was removed in ramp_off"},
			from(messages.ModeRampOff, truth(true, false), func(p *play) {
				truth(false, false)(p)
				p.run(1)
				p.stop(elbow, messages.ModeOff, messages.CauseOperator)
			}),
			from(messages.ModeRampOff, truth(true, false), func(p *play) { // a person asks for off while it ramps
				p.stop(elbow, messages.ModeOff, messages.CauseOperator)
				p.truths[elbow].Mode = messages.ModeRampOff
				truth(true, false)(p)
				p.run(3)
				p.truths[elbow].Mode = messages.ModeOff
				truth(false, false)(p)
				p.run(1)
				truth(false, true)(p)
			})},
		{"torque that goes long after it was asked to", "V14", []string{"torque was removed in ramp_off"}, offAndOn(20), offAndOn(0)},
		{"the same in brake", "V14", []string{"torque was removed in brake"},
			from(messages.ModeBrake, truth(true, false), truth(false, false)),
			from(messages.ModeBrake, truth(true, false), truth(true, true))},
		{"a brake that closes on a joint that moves", "V14", []string{"the brake closed at 0.5000 rad/s", "standstill is"},
			func(p *play) {
				p.stop(elbow, messages.ModeRampOff, messages.CauseStale)
				p.truths[elbow].Velocity = 0.5
				p.run(2)
				p.truths[elbow].BrakeClosed = true
				p.run(2)
			},
			func(p *play) { // torque was lost: the spring is all that is left
				p.stop(elbow, messages.ModeDamp, messages.CauseStale)
				p.truths[elbow].Velocity = 0.5
				p.run(1)
				p.truths[elbow].Torque, p.truths[elbow].BrakeClosed = false, true
				p.run(2)
			}},
		{"a brake that closes on a joint that has not been at rest since the command", "V14", []string{"the brake closed at 0.1000 rad/s"}, closes(35), closes(25)},
		{"a brake that opens without torque", "V14", []string{"the brake opened without torque"},
			from(messages.ModeOff, truth(false, true), truth(false, false)),
			from(messages.ModeOff, truth(false, true), func(p *play) { truth(true, true)(p); p.run(1); truth(true, false)(p) })},
	})
	t.Run("a drive without a brake has no such rule", func(t *testing.T) {
		p := newPlay(t)
		for _, m := range p.w.worlds {
			if j := m.driven(elbow); j != nil {
				j.truth.model.Brake = false
			}
		}
		p.truths[elbow].BrakeClosed = true
		p.run(50)
		p.want("")
	})
}

// demands makes the gate stop the arm; its drives follow after some time, and an escalation reports
// it before.
func demands(follow, told int) func(*play) {
	return func(p *play) {
		for _, joint := range p.jointsOf(armBus) {
			p.changed(joint, messages.ModeRampHold, messages.CauseOperator)
		}
		for k := range 400 {
			if k == told {
				for _, joint := range p.jointsOf(armBus) {
					p.event(messages.Event{Kind: messages.EventEscalated, Source: armGate, Joint: joint})
				}
			}
			if k == follow {
				for _, joint := range p.jointsOf(armBus) {
					p.truths[joint].Mode = messages.ModeRampHold
				}
			}
			if k >= follow { // the gate is fed by what it reads
				p.spoil = nil
			}
			p.run(1)
		}
	}
}

func TestV12(t *testing.T) {
	const never = 1000
	seen := func(through string, do func(*play)) func(*play) {
		return func(p *play) {
			target := armBus + ".state->" + armGate + ".arm_state"
			p.event(messages.Event{Kind: messages.EventFaultInjected, Source: target, Text: through + " " + target})
			do(p)
		}
	}
	try(t, []trial{
		{"a stop that its drive obeys late", "V12", []string{elbowNeighbour, "after the gate demanded ramp_hold; expected it within 32ms"}, demands(50, never), demands(30, never)},
		{"a stop that it never obeys", "V12", []string{"expected it within"}, demands(never, never), demands(95, 25)},
		{"a stop without confirmation or escalation", "V12", []string{"the gate did not escalate"}, seen("drop", demands(200, never)), seen("drop", demands(125, 115))},
		{"a stop that nobody confirms, while states are lost", "V12", []string{"the gate did not escalate"}, seen("partition", demands(125, never)), seen("freeze", demands(125, never))},
	})
}

// elbowNeighbour is the first joint of the arm.
const elbowNeighbour = "arm_joint_1"

func TestARobotWhoseApplicationHasEndedStands(t *testing.T) {
	ended := func(change func(p *play)) *Violation {
		p := newPlay(t)
		p.run(100)
		for _, bus := range []string{armBus, wheels} {
			p.stopAll(bus, messages.ModeRampHold, messages.CauseOperator)
		}
		p.w.Halting()
		change(p)
		return p.w.Ended(p.now.Add(3 * time.Second))
	}
	for name, c := range map[string]struct {
		want   string
		change func(p *play)
	}{
		"everything stands":                                               {"", func(*play) {}},
		"a drive that runs":                                               {"V5", func(p *play) { p.truths[elbow].Mode = messages.ModeRun }},
		"a drive that runs because of a fault":                            {"", func(p *play) { p.truths[elbow].Mode, p.truths[elbow].Disturbed = messages.ModeRun, true }},
		"a joint that moves":                                              {"V13", func(p *play) { p.truths[elbow].Velocity = -0.05 }},
		"a joint that hardly moves":                                       {"", func(p *play) { p.truths[elbow].Velocity = -0.03 }},
		"a joint that moves because its coupling is broken":               {"", func(p *play) { p.truths[elbow].Velocity, p.truths[elbow].Disturbed = -0.05, true }},
		"a joint that moves because its neighbour is broken":              {"", func(p *play) { p.truths[elbow].Velocity, p.truths[elbowNeighbour].Disturbed = -0.05, true }},
		"a joint that sinks without torque":                               {"", func(p *play) { p.truths[elbow].Velocity, p.truths[elbow].Mode = -0.05, messages.ModeOff }},
		"a joint of a wheel that rolls out against its own short circuit": {"", func(p *play) { p.truths[wheel].Velocity, p.truths[wheel].Mode = 2, messages.ModeDamp }},
	} {
		v := ended(c.change)
		if c.want == "" && v != nil || c.want != "" && (v == nil || v.Invariant != c.want) {
			t.Errorf("%s: %v, want %q", name, v, c.want)
		}
	}
}

func TestARobotWithAFreeBaseHasFallenBeyondOneRadian(t *testing.T) {
	config, err := load("upkie", "campaign.yaml")
	if err != nil {
		t.Fatal(err)
	}
	w, err := New(config, nil)
	if err != nil {
		t.Fatal(err)
	}
	if w.Fallen() {
		t.Error("a robot whose place is unknown has fallen")
	}
	for _, plant := range w.plants {
		h := newPlaces(plant)
		w.places = map[string]*places{plant.Path: h}
		q := make([]float64, h.world.NumPositions())
		for lean, want := range map[float64]bool{0: false, 0.9: false, 1.1: true, -1.1: true, math.Pi: true} {
			q[h.floats+3], q[h.floats+5] = math.Cos(lean/2), math.Sin(lean/2)
			h.note(1, time.Millisecond, &messages.JointState{Position: q})
			if got := w.Fallen(); got != want {
				t.Errorf("a base that leans by %g rad has fallen: %v", lean, got)
			}
		}
	}
}

func TestADistanceFromSetPointsIsAShareOfItsBound(t *testing.T) {
	p := newPlay(t)
	p.run(20)
	truth := p.truths[elbow]
	truth.Disturbed = true // what it follows is nobody's command
	truth.Control, truth.Position, truth.TargetPosition = messages.ControlPositionVelocity, 1, 1.025
	p.run(1)
	if share, joint := p.w.Errors(); math.Abs(share-0.5) > 1e-9 || joint != elbow {
		t.Errorf("%g of %s", share, joint)
	}
	truth.TargetVelocity = p.limit(elbow).Velocity // beside any load that is more than its loop follows
	truth.Effort = 5
	for _, m := range p.w.worlds {
		if j := m.driven(elbow); j != nil {
			j.truth.model.Damping = 50
		}
	}
	p.run(1)
	if share, joint := p.w.Errors(); share != 0 {
		t.Errorf("%g of %s, whose set-point outran it", share, joint)
	}
	truth.Control, truth.Velocity, truth.TargetVelocity = messages.ControlVelocity, 0, 0.1*p.limit(elbow).Velocity*2
	p.run(1)
	if share, _ := p.w.Errors(); math.Abs(share-2) > 1e-9 {
		t.Errorf("%g", share)
	}
	truth.Control = messages.ControlEffort
	p.run(1)
	if share, joint := p.w.Errors(); share != 0 {
		t.Errorf("%g of %s, which follows no motion", share, joint)
	}
}

func TestAJointFarBeyondItsEndIsStranded(t *testing.T) {
	p := newPlay(t)
	p.run(20)
	l := p.limit(elbow)
	for q, want := range map[float64]bool{l.Lower: false, l.Lower - 0.009: false, l.Lower - 0.011: true, l.Upper + 0.009: false, l.Upper + 0.011: true} {
		p.truths[elbow].Position = q
		p.run(1)
		if joint, stranded := p.w.Stranded(); stranded != want || stranded && joint != elbow {
			t.Errorf("at %g: %v %s", q, stranded, joint)
		}
	}
}

// A drive takes up the set-points of young and good commands, and no others.
func TestADriveFollowsOnlyWhatItWasSent(t *testing.T) {
	follow := func(velocity float64) func(*play) {
		return func(p *play) {
			truth := p.truths[wheel]
			truth.Control, truth.TargetVelocity = messages.ControlVelocity, velocity
			p.run(1)
		}
	}
	commanded := func(p *play) { p.at[wheel] = 0.1; p.run(10) }
	try(t, []trial{
		{"what nobody has sent", "V3", []string{wheel, "velocity 0.2", "which no good command of the last 10ms contains"},
			func(p *play) { commanded(p); follow(0.2)(p) }, func(p *play) { commanded(p); follow(0.1)(p) }},
		{"what was sent long ago", "V3", []string{"velocity 0.1"},
			func(p *play) { commanded(p); p.at[wheel] = 0; p.run(20); follow(0.1)(p) }, func(p *play) { commanded(p); p.at[wheel] = 0; p.run(2); follow(0.1)(p) }},
		{"a number of before it stopped", "V8", []string{wheel, "by arm number 1, which it had when it stopped"},
			func(p *play) {
				truth := p.truths[wheel]
				truth.Mode, truth.Starting = messages.ModeDamp, true
				p.run(1)
				truth.Mode, truth.Starting = messages.ModeRun, false
			},
			func(p *play) {
				truth := p.truths[wheel]
				truth.Mode, truth.Starting = messages.ModeDamp, true
				p.run(1)
				truth.Mode, truth.Starting, truth.Arm = messages.ModeRun, false, 2
			}},
	})
}

func TestAJointThatRollsOutWithoutABrakeIsCoasting(t *testing.T) {
	p := newPlay(t)
	truth := p.truths[wheel]
	truth.Velocity = 2
	p.run(2)
	if joint, coasts := p.w.Coasting(); coasts {
		t.Errorf("%s runs", joint)
	}
	p.stop(wheel, messages.ModeOff, messages.CauseOperator)
	p.run(2)
	if joint, coasts := p.w.Coasting(); coasts {
		t.Errorf("%s has a brake", joint)
	}
	for _, m := range p.w.worlds {
		if j := m.driven(wheel); j != nil {
			j.truth.model.Brake = false
		}
	}
	if joint, coasts := p.w.Coasting(); !coasts || joint != wheel {
		t.Errorf("%q, %v", joint, coasts)
	}
	truth.Velocity = 0.01
	p.run(2)
	if _, coasts := p.w.Coasting(); !coasts {
		t.Error("a joint that swings does not rest where it returns")
	}
	p.now += 1000 * millisecond
	if joint, coasts := p.w.Coasting(); coasts {
		t.Errorf("%s rests", joint)
	}
}

func TestADriveThatShowsThatItLostItsConfigurationIsUnconfigured(t *testing.T) {
	p := newPlay(t)
	for code, want := range map[uint16]bool{0: false, 33: false, 36: true} {
		p.truths[elbow].Fault = code
		p.run(1)
		if joint, is := p.w.Unconfigured(); is != want || is && joint != elbow {
			t.Errorf("code %d: %q, %v", code, joint, is)
		}
	}
}
