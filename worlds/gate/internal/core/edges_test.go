package core

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
)

func TestTheListOfRefusalsHasRoomForOneCommandWithoutAClaim(t *testing.T) {
	r := running(t, armConfig(), messages.ControlPosition)
	for range 5 {
		r.in.Commands = append(r.in.Commands, Command{Value: newCommand(1, 1, 1), OK: true})
	}
	r.send(0)
	r.in.Commands[0].Value.Position[0] = 99
	r.cycle()
	if got := r.g.Refusals(); len(got) != 2 || got[0].Reason != BeyondLimit || got[1].Reason != Unclaimed {
		t.Errorf("%+v", got)
	}
}

func TestTheFirstCommandOfALaterIncarnationIsNoJumpOfAStrictController(t *testing.T) {
	c := armConfig()
	c.Controllers[0].Strict = true
	r := running(t, c, messages.ControlPosition)
	r.in.Commands[0].Stamp.Incarnation = 2
	r.in.Commands[0].Value.Position[0] = 0.5
	r.run(1)
	if got := r.g.Refusals(); len(got) != 0 {
		t.Error(got)
	}
	r.in.Commands[0].Value.Position[0] = -0.5
	for r.run(1); !r.g.Status()[0].Following; r.run(1) {
		r.wantMode(0, messages.ModeRun)
	}
	r.in.Commands[0].Value.Position[0] = 0
	r.run(1)
	if got := r.g.Refusals(); len(got) != 1 || got[0].Reason != Jump {
		t.Errorf("%v; expected a jump within an incarnation", got)
	}
}

func TestAnEffortBeyondItsLimitByRoundingIsSentAsTheLimit(t *testing.T) {
	r := running(t, armConfig(), messages.ControlEffort)
	for _, sign := range []float64{1, -1} {
		r.in.Commands[0].Value.Effort[0] = sign * 30 * (1 + 0.9e-9)
		r.run(600)
		if got := r.g.Refusals(); len(got) != 0 || r.bus.Effort[0] != sign*30 {
			t.Errorf("sent %v, refused %v", r.bus.Effort[0], got)
		}
	}
}

func TestQuantitiesThatACommandDoesNotControlAreSentAsZero(t *testing.T) {
	r := running(t, armConfig(), messages.ControlPosition)
	v := r.in.Commands[0].Value
	v.Velocity[0], v.Effort[0] = 1, 7
	for range 100 {
		v.Position[0] += 0.5 * dt
		r.run(1)
		if r.bus.Position[0] != v.Position[0] || r.bus.Velocity[0] != 0 || r.bus.Effort[0] != 0 {
			t.Fatalf("sent %+v", r.bus)
		}
	}
}

func TestTheCommandOfAFloatingJointHasAUnitQuaternionBeforeItMayBeSent(t *testing.T) {
	r := newRig(t, bodyConfig())
	r.cycle()
	got := r.virtual[2]
	if r.active[2] || norm(got.Position[3:7]) != 1 || slices.ContainsFunc(got.Velocity, func(v float64) bool { return v != 0 }) {
		t.Errorf("active %v, %+v", r.active[2], got)
	}
}

// A virtual joint reports the efforts of the drives behind it. They are no set-points of a
// controller that commands velocities.
func TestTheMeasuredEffortOfAVirtualJointDoesNotDelayItsRelease(t *testing.T) {
	for _, first := range []messages.ControlMode{messages.ControlVelocity, messages.ControlEffort} {
		r, v := followingBody(t, func(c *Config) { c.Joints[1].Limits[0].RearmEffortRate = 10 })
		r.in.Snapshot.Effort[r.g.joints[1].v] = 40
		v.Control[2], v.Effort[7] = messages.ControlNone, 40
		r.run(5)
		v.Control[2] = first
		r.run(50)
		v.Control[2] = messages.ControlVelocity
		r.run(5)
		if got := r.virtual[1]; !r.active[1] || got.Effort[0] != 0 {
			t.Fatalf("after %s: active %v, %+v", first, r.active[1], got)
		}
		v.Control[2] = messages.ControlNone
		if r.run(1); r.active[1] {
			t.Errorf("after %s: a joint at rest is still commanded", first)
		}
	}
}

func TestAStoppedVirtualJointHasNoEffortLeft(t *testing.T) {
	r, v := followingBody(t, nil)
	v.Control[2], v.Effort[7] = messages.ControlEffort, 40
	r.run(400)
	if got := r.virtual[1].Effort[0]; got != 40 {
		t.Fatalf("sent %v", got)
	}
	r.g.Stop(1, messages.ModeOff, r.now)
	if r.run(1); r.active[1] || r.virtual[1].Effort[0] != 0 {
		t.Errorf("active %v, %+v", r.active[1], r.virtual[1])
	}
}

func TestAPositionBeyondItsLimitIsTakenUpAtTheLimit(t *testing.T) {
	var sent [2][]float64
	for i, measured := range []float64{2.5, 2.505} {
		r := running(t, armConfig(), messages.ControlVelocity)
		r.servos[0].q = measured
		r.read()
		r.run(1)
		r.control(0, messages.ControlPosition)
		r.in.Commands[0].Value.Position[0] = 2
		for range 50 {
			r.run(1)
			sent[i] = append(sent[i], r.bus.Position[0])
		}
		r.wantMode(0, messages.ModeRun)
	}
	if !slices.Equal(sent[0], sent[1]) {
		t.Errorf("from the limit %v\nfrom beyond it %v", sent[0], sent[1])
	}
}

func TestAnAnswerAtTheLastInstantConfirmsAStop(t *testing.T) {
	for late := range 2 {
		r := running(t, armConfig(), messages.ControlPosition)
		r.servos[0].deaf = true
		r.g.Stop(0, messages.ModeOff, r.now)
		r.run(int(r.g.StopWithin(0)/period) + late)
		r.servos[0].deaf = false
		r.servos[0].mode = messages.ModeOff
		r.read()
		r.run(20)
		escalated := slices.ContainsFunc(r.events, func(e messages.Event) bool { return e.Kind == messages.EventEscalated })
		if escalated || !r.g.Confirmed(0) {
			t.Errorf("%d cycles late: confirmed %v, events %v", late, r.g.Confirmed(0), r.events)
		}
	}
}

func TestTheFirstDecisionCountsAsOneOfThePeriod(t *testing.T) {
	for _, step := range []time.Duration{0, -time.Second} {
		r := newRig(t, armConfig())
		r.control(0, messages.ControlPosition)
		r.send(0)
		r.in.Commands[0].Stamp.Time = r.now.Add(period / 2) // ahead by less than a cycle
		r.in.Now, r.in.Step = r.now, step
		r.g.Decide(&r.in)
		if got := r.g.Refusals(); len(got) != 0 {
			t.Errorf("step %s: %v", step, got)
		}
	}
}

func TestEventsAreAppendedUpToTheCapacityOfTheirBuffer(t *testing.T) {
	r := chain(t, 3, messages.ControlVelocity)
	for i := range 3 {
		r.g.Stop(i, messages.ModeOff, r.now)
	}
	into := make([]messages.Event, 1, 3)
	got, lost := r.g.Events(into)
	if len(got) != 3 || cap(got) != 3 || lost != 0 {
		t.Errorf("%d events in a buffer of %d, %d lost", len(got), cap(got), lost)
	}
	if got, _ := r.g.Events(got); len(got) != 3 {
		t.Errorf("%d events in a buffer that is full", len(got))
	}
}

func TestAWaitIsReportedOnceItIsLongerThanASecond(t *testing.T) {
	r := newRig(t, armConfig())
	for range int(time.Second/period) + 1 {
		r.cycle()
	}
	if text, _ := r.g.Waiting(0); text != "" {
		t.Errorf("after a second: %s", text)
	}
	r.cycle()
	if text, since := r.g.Waiting(0); !strings.Contains(text, `first command of "elbow" from arm/controller:`) || since != 1_000_000 {
		t.Errorf("since %s: %s", since, text)
	}
}

func TestADrivenJointWaitsForNoOtherWorld(t *testing.T) {
	c := armConfig()
	c.Joints[0].ArmWithin = 5 * time.Second
	r := newRig(t, c)
	r.servos[0].deaf = true
	r.control(0, messages.ControlPosition)
	r.run(int(2 * time.Second / period))
	r.wantMode(0, messages.ModeRun)
	if text, _ := r.g.Waiting(0); text != "" {
		t.Error(text)
	}
}

func TestADriveMayTakeTheTimeOfItsBrakeToFollow(t *testing.T) {
	opens := 300 * time.Millisecond
	for late := range 2 {
		c := armConfig()
		c.Joints[0].Brake, c.Joints[0].BrakeOpens, c.Joints[0].ArmWithin = true, opens, 20*time.Millisecond
		r := newRig(t, c)
		r.servos[0].opens = int((opens+20*time.Millisecond)/period) - 1 + 10*late
		r.control(0, messages.ControlPosition)
		r.run(400)
		if follows := r.g.Mode(0) == messages.ModeRun; follows != (late == 0) {
			t.Errorf("%d cycles late: mode %s, events %v", 10*late, r.g.Mode(0), r.events)
		}
	}
}

func TestALostStopChannelIsAStopByAPerson(t *testing.T) {
	for f, want := range map[modes.FaultClass]messages.Cause{modes.EmergencyStop: messages.CauseOperator, modes.StopChannelLost: messages.CauseOperator,
		modes.SupplyVoltage: messages.CauseDrive, modes.SensorImplausible: messages.CauseDrive} {
		r := running(t, armOfKind(modes.Gravity), messages.ControlPosition)
		r.g.SetFault(0, f, r.now)
		if s := r.g.Status()[0]; s.Causes != modes.SetOf(want) || s.Present != modes.SetOf(want) {
			t.Errorf("%s has the causes %s, present %s; expected %s", f, s.Causes, s.Present, want)
		}
		r.g.ClearFault(0, f, r.now)
		if s := r.g.Status()[0]; s.Present != 0 {
			t.Errorf("%s: %s is still present", f, s.Present)
		}
	}
}

func TestAnEmergencyStopThatIsRepeatedDelaysNoStage(t *testing.T) {
	r := running(t, armOfKind(modes.Balancing), messages.ControlPosition)
	begun := r.now
	for r.g.Mode(0) != messages.ModeOff {
		r.g.Stop(0, messages.ModeRun, r.now)
		r.run(10)
		if r.now.Sub(begun) > 600*time.Millisecond {
			t.Fatalf("after %s it is in %s", r.now.Sub(begun), r.g.Mode(0))
		}
	}
}

func TestASecondFailureHasItsOwnGrace(t *testing.T) {
	r := running(t, armOfKind(modes.Balancing), messages.ControlPosition)
	for life := messages.Incarnation(1); life < 4; life++ {
		r.g.ControllerFailed(0, messages.CausePanic, life, r.now)
		r.wantMode(0, messages.ModeRun)
		r.in.Commands[0].Stamp.Incarnation = life + 1
		r.run(20)
		r.wantMode(0, messages.ModeRun)
	}
}

func TestAGraceKeepsACommandThatIsThereAndNoWithdrawnOne(t *testing.T) {
	for _, withdrawn := range []bool{false, true} {
		r := running(t, armOfKind(modes.Balancing), messages.ControlPosition)
		r.g.ControllerFailed(0, messages.CausePanic, 1, r.now)
		r.in.Commands[0].OK = !withdrawn
		r.cycle()
		if stops := r.g.Mode(0).Stops(); stops != withdrawn {
			t.Errorf("withdrawn %v: mode %s", withdrawn, r.g.Mode(0))
		}
	}
}

// The model keeps every missed release and looks at all of them.
func TestOverrunsAreThoseOfAModelThatForgetsNothing(t *testing.T) {
	random := testkit.Random(t)
	for range 200 {
		var o overrun
		var missed, overruns []messages.Instant
		now := messages.Instant(0)
		for range 60 {
			now = now.Add(time.Duration(1+random.IntN(4)) * 100 * time.Millisecond)
			releases := max(0, random.IntN(6)-2)
			recent := 0
			for range releases {
				missed = append(missed, now)
			}
			for _, at := range missed {
				if now.Sub(at) <= time.Second {
					recent++
				}
			}
			if releases >= 3 || releases > 0 && recent > 5 {
				overruns = append(overruns, now)
			}
			o.note(releases, now)
			later := now.Add(time.Duration(random.IntN(15)) * 100 * time.Millisecond)
			want := len(overruns) > 0 && later.Sub(overruns[len(overruns)-1]) <= time.Second
			if got := o.holds(later); got != want {
				t.Fatalf("at %s an overrun holds: %v, expected %v; missed %v, overruns %v", later, got, want, missed, overruns)
			}
		}
	}
}

func TestASnapshotThatIsTooShortHasNoStateOfItsLastJoint(t *testing.T) {
	for name, shorten := range map[string]func(s *messages.Snapshot){
		"position": func(s *messages.Snapshot) { s.Position = s.Position[:1] },
		"velocity": func(s *messages.Snapshot) { s.Velocity = s.Velocity[:1] },
		"effort":   func(s *messages.Snapshot) { s.Effort = s.Effort[:1] },
		"mode":     func(s *messages.Snapshot) { s.Mode = s.Mode[:1] },
		"valid":    func(s *messages.Snapshot) { s.Valid = s.Valid[:1] },
		"time":     func(s *messages.Snapshot) { s.Time = s.Time[:1] },
	} {
		r := chain(t, 2, messages.ControlPosition)
		short := *r.in.Snapshot
		shorten(&short)
		for range 10 {
			r.send(0)
			r.in.Now, r.in.Step, r.in.Snapshot = r.now, period, &short
			r.g.Decide(&r.in)
			r.now = r.now.Add(period)
			for i := range short.Time {
				short.Time[i] = r.now
			}
		}
		if got := r.g.Status()[1]; !got.Causes.Has(messages.CauseStale) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestADriveThatIsCalmForAMomentHasItsPatienceAnew(t *testing.T) {
	strain := func(cycles ...int) messages.Mode {
		r := movingAt(t, 1, func(j *Joint) { j.DampEffort, j.Patience = 5, 20*time.Millisecond })
		r.g.Stop(0, messages.ModeDamp, r.now)
		r.run(100)
		for i, n := range cycles {
			r.servos[0].e = 6.1 * float64(1-i%2)
			r.read()
			r.run(n)
		}
		return r.g.Mode(0)
	}
	if got := strain(10); got != messages.ModeDamp {
		t.Errorf("after exactly the patience it is in %s", got)
	}
	if got := strain(11); got != messages.ModeOff {
		t.Errorf("after more than the patience it is in %s", got)
	}
	if got := strain(7, 1, 7, 1, 7); got != messages.ModeDamp {
		t.Errorf("after three moments it is in %s", got)
	}
}

// The brake has no closing time: what ends the reaction is that the joint comes to rest.
func TestAVerticalAxisGoesOffInTheCycleInWhichItsBrakeHasStoppedIt(t *testing.T) {
	c := armOfKind(modes.Vertical)
	c.Joints[0].BrakeCloses = 0
	r := running(t, c, messages.ControlVelocity)
	r.in.Commands[0].Value.Velocity[0] = 1
	r.run(200)
	r.servos[0].fault = 33
	r.read()
	r.run(1)
	r.wantMode(0, messages.ModeBrake)
	for r.servos[0].v > r.g.joints[0].Standstill {
		r.run(1)
		r.wantMode(0, messages.ModeBrake)
	}
	r.run(1)
	r.wantMode(0, messages.ModeOff)
}

func TestMistakesAreReportedInTheOrderOfTheConfiguration(t *testing.T) {
	c := bodyConfig()
	c.Joints[0].Controls, c.Joints[0].Patience = nil, -1
	c.Joints[0].OnStale = OnStale{Position: messages.ModeBrake, Velocity: messages.ModeLimited, Effort: 30}
	c.Joints[1].Patience = -1
	c.Controllers[0].Joints[1] = "finger"
	c.Buses[0].Drives = 2
	text, at := c.Check().Error(), 0
	for _, want := range []string{`"elbow": it accepts no control mode`, "on_stale for position is brake", "on_stale for velocity is limited", "on_stale for effort is mode(30)",
		`"elbow": patience`, `"base": patience`, `claims the passive joint "finger"`, "drive 1 moves no joint"} {
		next := strings.Index(text[at:], want)
		if next < 0 {
			t.Fatalf("%q does not follow in\n%s", want, text)
		}
		at += next
	}
}
