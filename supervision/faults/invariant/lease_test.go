package invariant

import (
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/app"
)

func TestTheMildestMeasureFollowsTheLadder(t *testing.T) {
	l := lease{period: time.Millisecond, silentAfter: 50 * time.Millisecond, ladder: []rung{{balance, time.Second}, {damp, 500 * time.Millisecond}}}
	for silence, want := range map[time.Duration]measure{
		0: obey, 52 * time.Millisecond: obey, 53 * time.Millisecond: balance, 1052 * time.Millisecond: balance,
		1053 * time.Millisecond: damp, 1552 * time.Millisecond: damp, 1553 * time.Millisecond: stop, time.Hour: stop,
	} {
		if got := l.mildest(silence); got != want {
			t.Errorf("after %v: %s, want %s", silence, got, want)
		}
	}
	l.ladder[1].lasts = 0
	if got := l.mildest(time.Hour); got != damp {
		t.Errorf("a last rung without an end: %s", got)
	}
}

// alone is a spine with one joint, whose gate and drive do not matter.
func alone() (*Watch, *world, *lease) {
	now := messages.Instant(10 * time.Second)
	w := &Watch{now: func() messages.Instant { return now }}
	l := &lease{path: "upkie/agent", period: time.Millisecond, silentAfter: 50 * time.Millisecond, startWithin: 80 * time.Millisecond, dampEffort: 0.3,
		ladder: []rung{{hold, time.Second}, {damp, time.Second}}, request: &linkModel{}, snapshot: &linkModel{}, commands: true}
	m := &world{controllers: []controller{{path: l.path, joints: []int{0}, link: &linkModel{}}}, joints: []joint{{name: "wheel", bus: -1, limits: []worlds.Limit{{Effort: 10}}}}, leases: []*lease{l}}
	w.worlds = []*world{m}
	return w, m, l
}

func TestV23OfTheCommandsOfASpine(t *testing.T) {
	agents := messages.JointCommand{Control: []messages.ControlMode{messages.ControlVelocity}, Position: []float64{0}, Velocity: []float64{3}, Effort: []float64{0}, MaxEffort: []float64{10}}
	holds := messages.JointCommand{Control: []messages.ControlMode{messages.ControlPosition}, Position: []float64{1}, Velocity: []float64{0}, Effort: []float64{0}, MaxEffort: []float64{10}}
	damps := messages.JointCommand{Control: []messages.ControlMode{messages.ControlVelocity}, Position: []float64{0}, Velocity: []float64{0}, Effort: []float64{0}, MaxEffort: []float64{3}}
	for _, c := range []struct {
		name    string
		command messages.JointCommand
		silence time.Duration
		answers bool
		id      string
	}{
		{"the agent's, within its lease", agents, 40 * time.Millisecond, false, ""},
		{"the agent's, beyond its lease", agents, 60 * time.Millisecond, false, "V23"},
		{"the agent's, which answers an action", agents, time.Second, true, ""},
		{"that of the first rung", holds, 60 * time.Millisecond, false, ""},
		{"a more severe one", damps, 60 * time.Millisecond, false, ""},
		{"that of the first rung, on the second", holds, 1100 * time.Millisecond, false, "V23"},
		{"that of the second rung", damps, 1100 * time.Millisecond, false, ""},
		{"any, after the ladder", damps, 3 * time.Second, false, "V23"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w, m, l := alone()
			l.alive = w.now().Add(-c.silence)
			l.asks(7, actionRequest, w.now())
			w.leased(m, l, &c.command, w.now())
			if c.answers {
				l.answers(&messages.SpineAnswer{Number: 7}, w.now())
			}
			w.judgeLeases(w.now())
			wantFirst(t, w, c.id)
		})
	}
}

func TestARejectedOrRepeatedRequestIsNoSignOfLife(t *testing.T) {
	w, _, l := alone()
	l.asks(7, actionRequest, w.now())
	l.answers(&messages.SpineAnswer{Number: 7}, 1)
	l.answers(&messages.SpineAnswer{Number: 7}, 2)
	l.asks(8, actionRequest, w.now())
	l.answers(&messages.SpineAnswer{Number: 8, Rejected: true}, 3)
	l.asks(9, startRequest, w.now())
	l.answers(&messages.SpineAnswer{Number: 9}, 4) // the robot runs already
	if l.alive != 1 {
		t.Errorf("alive at %d, want 1", l.alive)
	}
}

func TestV25OfStarts(t *testing.T) {
	w, _, l := alone()
	l.asks(7, startRequest, w.now().Add(-84*time.Millisecond))
	w.judgeLeases(w.now())
	wantFirst(t, w, "")
	w.judgeLeases(w.now().Add(time.Millisecond))
	wantFirst(t, w, "V25")

	w, _, l = alone()
	l.asks(7, startRequest, w.now().Add(-84*time.Millisecond))
	l.answers(&messages.SpineAnswer{Number: 7, Rejected: true}, w.now())
	w.judgeLeases(w.now().Add(time.Second))
	wantFirst(t, w, "")
}

func TestTheLargestCapOfAWindowCountsForTwoWindowsAtMost(t *testing.T) {
	const window = 100 * time.Millisecond
	var c capWindow
	if c.most() < math.MaxFloat64 {
		t.Errorf("without a command the cap is %g", c.most())
	}
	at := func(ms int) messages.Instant { return messages.Instant(ms) * messages.Instant(time.Millisecond) }
	c.note(at(1000), window, 5)
	for ms := 1001; ms <= 1250; ms++ {
		c.note(at(ms), window, 2)
		if want := ms <= 1201; (c.most() == 5) != want {
			t.Fatalf("after %d ms the cap is %g", ms-1000, c.most())
		}
	}
	c.note(at(5000), window, 1)
	if c.most() != 1 {
		t.Errorf("after a pause the cap is %g", c.most())
	}
}

func TestV24OfADrive(t *testing.T) {
	gives := func(effort float64) func(*play) {
		return func(p *play) {
			j := p.w.world("whole_body").driven(elbow)
			j.truth.model.Limits.Effort = 10
			p.truths[elbow].Effort = effort
		}
	}
	try(t, []trial{{"more than its limit", "V24", []string{elbow, "delivers an effort of -10.1", "limit is 10"}, gives(-10.1), gives(-10)}})
}

func TestTheTiltIsThatOfTheVerticalAxis(t *testing.T) {
	for _, angle := range []float64{0, 0.3, 1.2, 3} {
		for _, axis := range [][3]float64{{1, 0, 0}, {0, 1, 0}} {
			var l lease
			q := [4]float64{math.Cos(angle / 2), axis[0] * math.Sin(angle/2), axis[1] * math.Sin(angle/2), 0}
			l.leans(&messages.BodyState{Pose: messages.Pose{Orientation: q}})
			if math.Abs(l.falls.tilt-angle) > 1e-7 {
				t.Errorf("about %v by %g: %g", axis, angle, l.falls.tilt)
			}
		}
	}
	var l lease
	l.leans(&messages.BodyState{Pose: messages.Pose{Orientation: [4]float64{math.Cos(0.6), 0, 0, math.Sin(0.6)}}})
	if l.falls.tilt > 1e-7 {
		t.Errorf("a turn about the vertical leans by %g", l.falls.tilt)
	}
}

func TestV39OfAnAnswerWhileADriveIsStopped(t *testing.T) {
	for _, c := range []struct {
		name    string
		request uint32
		mode    messages.Mode
		since   time.Duration
		answer  messages.SpineAnswer
		id      string
		blind   time.Duration // since the newest snapshot
	}{
		{"an action, long after the stop", actionRequest, messages.ModeDamp, 20 * time.Millisecond, messages.SpineAnswer{Number: 7}, "V39", 0},
		{"an action, with a state of before the stop that is fresh", actionRequest, messages.ModeDamp, 20 * time.Millisecond, messages.SpineAnswer{Number: 7}, "", 21 * time.Millisecond},
		{"an action, with a state that is too old", actionRequest, messages.ModeDamp, 40 * time.Millisecond, messages.SpineAnswer{Number: 7}, "V39", 41 * time.Millisecond},
		{"a start, while the drive is off", startRequest, messages.ModeOff, time.Second, messages.SpineAnswer{Number: 7}, "V39", 0},
		{"an action that is rejected", actionRequest, messages.ModeDamp, 20 * time.Millisecond, messages.SpineAnswer{Number: 7, Rejected: true}, "", 0},
		{"an action just after the stop", actionRequest, messages.ModeDamp, 3 * time.Millisecond, messages.SpineAnswer{Number: 7}, "", 0},
		{"an action, while the drive runs", actionRequest, messages.ModeRun, time.Second, messages.SpineAnswer{Number: 7}, "", 0},
		{"a stop", stopRequest, messages.ModeOff, time.Second, messages.SpineAnswer{Number: 7}, "", 0},
		{"an answer to another request", actionRequest, messages.ModeOff, time.Second, messages.SpineAnswer{Number: 6}, "", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			w, m, l := alone()
			now := w.now()
			w.config = &app.Config{}
			m.World = &app.World{Period: time.Millisecond}
			m.buses = []bus{{Drive: &app.Drive{Period: time.Millisecond, MaxAge: 30 * time.Millisecond}, command: &linkModel{}, state: &linkModel{}, reading: &linkModel{}}}
			m.sensed = now.Add(-c.blind)
			m.joints[0].bus, m.watchedOver, m.buses[0].started = 0, now, now
			m.joints[0].truth = &truth{Truth: hardware.Truth{Mode: c.mode}, stopped: now.Add(-c.since)}
			l.asks(7, c.request, now)
			w.answersAgent(m, &spine{lease: l}, &c.answer, now)
			wantFirst(t, w, c.id)
		})
	}
}

// wantFirst fails the test unless the first violation is of that invariant; "" wants none.
func wantFirst(t *testing.T, w *Watch, id string) {
	t.Helper()
	if v := w.First(); (v == nil) != (id == "") || v != nil && v.Invariant != id {
		t.Errorf("found %v, want %q", v, id)
	}
}

func TestV26OfARobotThatFalls(t *testing.T) {
	for _, c := range []struct {
		name   string
		fault  string // at 2.5 s
		source string
		target float64 // velocity that the drive follows, rad/s
		silent bool
		id     string
	}{
		{"it falls by itself", "", "", 0, false, "V26"},
		{"it falls as its agent panics", "panic upkie/driver", "upkie/driver", 0, false, "V26"},
		{"it falls by a fault of something else", "panic upkie/orientation", "upkie/orientation", 0, true, ""},
		{"it is driven then, although its agent is silent", "panic upkie/orientation", "upkie/orientation", 3, true, "V26"},
		{"it is driven by its agent", "panic upkie/orientation", "upkie/orientation", 3, false, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			w, m, l := alone()
			now := messages.Instant(10 * time.Second)
			w.now = func() messages.Instant { return now }
			w.config = &app.Config{}
			m.World = &app.World{Period: time.Millisecond}
			m.buses = []bus{{Drive: &app.Drive{Period: time.Millisecond}, command: &linkModel{}, state: &linkModel{}, reading: &linkModel{}}}
			m.joints[0].bus = 0
			m.joints[0].truth = &truth{Truth: hardware.Truth{Mode: messages.ModeRun, TargetVelocity: c.target}}
			l.balancer = &balancer{fallPitch: 1, link: &linkModel{}}
			l.falls = falls{known: true, agents: []string{"upkie/driver"}}
			for ms := 0; ms < 5000 && w.First() == nil; ms++ {
				now += messages.Instant(time.Millisecond)
				m.watchedOver, m.buses[0].started = now, now
				if !c.silent {
					l.alive = now
				}
				if ms == 2500 && c.fault != "" {
					action, err := faults.Parse("at 0s " + c.fault)
					if err != nil {
						t.Fatal(err)
					}
					l.struck(messages.Event{Kind: messages.EventFaultInjected, Time: now, Source: c.source}, &action.Fault, true)
				}
				if ms == 3000 {
					l.falls.tilt = 1.5
				}
				w.staysUp(m, l, now)
			}
			wantFirst(t, w, c.id)
		})
	}
}
