package spineagent_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/internal/shelltest"
	"github.com/robo-actors/robo-actors/actors/planners/spineagent"
	"github.com/robo-actors/robo-actors/actors/spine/dictionary"
	"github.com/robo-actors/robo-actors/actors/spine/machine"
	"github.com/robo-actors/robo-actors/messages"
)

const robot = `
robot:
  name: robot
  links: [{name: trunk}, {name: tyre, inertial: {mass: 1, inertia: {ixx: 1, iyy: 1, izz: 1}}}]
  joints: [{name: wheel, type: continuous, parent: trunk, child: tyre, axis: [0, 1, 0], limits: {velocity: 100, effort: 2}}]
  joint_groups: [{name: all, joints: [wheel]}]
`

// bench is the agent with a spine that answers as the test says.
type bench struct {
	*shelltest.Rig
	requests []messages.SpineRequest
	action   *dictionary.Action
	deaf     bool
	rejects  bool
	lenient  bool // its requests may be wrong
}

func newBench(t *testing.T) *bench {
	o := spineagent.DefaultOptions()
	o.JointGroup = "all"
	return benchOf(t, &spineagent.Actor{Options: o})
}

// benchOf is the bench of an agent.
func benchOf(t *testing.T, agent any) *bench {
	b := &bench{action: dictionary.NewAction([]string{"wheel"}, dictionary.DefaultServoAction())}
	b.Rig = shelltest.Blind(t, shelltest.World(t, robot), func() any { return actors.Fresh(agent) })
	one := actors.Sizes{"joints": 1, "positions": 1, "velocities": 1, "gain_scales": 1, "effort_caps": 1}
	shelltest.Feed(b.Rig, "command", one, 50*time.Millisecond, func(_ *actors.Tick, c *messages.JointCommand) bool {
		c.Control[0], c.Velocity[0], c.KpScale[0], c.KdScale[0], c.MaxEffort[0] = messages.ControlVelocity, 5, 0.5, 0.25, 1.5
		return true
	})
	shelltest.Feed(b.Rig, "answer", actors.Sizes{"bytes": 16 << 10}, 0, func(_ *actors.Tick, a *messages.SpineAnswer) bool {
		if b.deaf || len(b.requests) == 0 {
			return false
		}
		a.Number, a.Rejected = b.requests[len(b.requests)-1].Number, b.rejects
		return true
	})
	b.Start()
	shelltest.Tap[messages.SpineRequest](b.Rig, "request", func(_ messages.Stamp, r *messages.SpineRequest) {
		b.requests = append(b.requests, messages.SpineRequest{Number: r.Number, Request: r.Request, Data: slices.Clone(r.Data)})
		if machine.Request(r.Request) == machine.Action {
			if err := b.action.Merge(r.Data); err != nil && !b.lenient {
				t.Error(err)
			}
		}
	})
	return b
}

// asked counts the requests of a kind.
func (b *bench) asked(request machine.Request) (n int) {
	for _, r := range b.requests {
		if machine.Request(r.Request) == request {
			n++
		}
	}
	return n
}

func TestItStartsAndThenSendsWhatItsPlannerCommands(t *testing.T) {
	b := newBench(t)
	b.Ticks(10)
	if b.asked(machine.Start) != 1 || b.asked(machine.Action) < 7 {
		t.Errorf("%d starts, %d actions in ten ticks", b.asked(machine.Start), b.asked(machine.Action))
	}
	if s := b.action.Servos[0]; s.Velocity != 5 || s.Position == s.Position || s.KpScale != 0.5 || s.KdScale != 0.25 || s.MaximumTorque != 1.5 {
		t.Errorf("the action is %+v", s)
	}
}

func TestItStartsAgainAfterARejectionOrASilence(t *testing.T) {
	b := newBench(t)
	b.Ticks(5)
	b.rejects = true
	b.Ticks(2)
	b.rejects = false
	b.Ticks(3)
	if n := b.asked(machine.Start); n != 2 && n != 3 {
		t.Errorf("%d starts after a rejection", n)
	}
	before := len(b.requests)
	b.deaf = true
	b.Ticks(25) // at 10 ms: the patience of 100 ms is over twice
	if n := len(b.requests) - before; n < 2 || n > 3 {
		t.Errorf("%d requests to a spine that is silent for 250 ms, with a patience of 100 ms", n)
	}
	b.WantNoFailure()
}

func TestAnUnknownGroupIsRefused(t *testing.T) {
	o := spineagent.DefaultOptions()
	o.JointGroup = "legs"
	shelltest.Blind(t, shelltest.World(t, robot), func() any { return &spineagent.Actor{Options: o} }).WantRefused("joint_group")
}

// faulty is an agent whose injected faults a test sets.
func faulty(t *testing.T) (*bench, actors.FaultSite) {
	o := spineagent.DefaultOptions()
	o.JointGroup = "all"
	instance, site := spineagent.Actor{Options: o}.WithFaults("robot/driver")
	b := benchOf(t, instance)
	b.Ticks(10)
	b.requests = nil
	return b, site
}

// misbehave has an agent send requests for a number of ticks of a fault.
func misbehave(t *testing.T, f actors.Fault, ticks int) (*bench, func()) {
	b, site := faulty(t)
	end, err := site.InjectFault(f.Completed(), "robot/driver", 0, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	b.lenient = true
	b.Ticks(ticks)
	return b, end
}

func TestASilentAgentSendsNothingUntilTheFaultEnds(t *testing.T) {
	b, end := misbehave(t, actors.Fault{Kind: actors.FaultAgentSilent}, 30)
	if len(b.requests) != 0 {
		t.Errorf("it sent %d requests", len(b.requests))
	}
	end()
	b.Ticks(10)
	if len(b.requests) < 5 {
		t.Errorf("after the fault it sent %d requests in ten ticks", len(b.requests))
	}
	b.WantNoFailure()
}

func TestAHostileAgentSendsWhatNoAgentShould(t *testing.T) {
	for _, sends := range []string{"noise", "limits", "unknown", "stops"} {
		b, _ := misbehave(t, actors.Fault{Kind: actors.FaultAgentHostile, Choice: sends}, 50)
		numbers := map[uint32]bool{}
		wrong := 0
		for _, r := range b.requests {
			numbers[r.Number] = true
			if machine.Request(r.Request) != machine.Action || dictionary.NewAction([]string{"wheel"}, dictionary.DefaultServoAction()).Merge(r.Data) != nil ||
				sends == "limits" {
				wrong++
			}
		}
		if len(b.requests) < 40 || wrong < len(b.requests)-2 || len(numbers) != len(b.requests) {
			t.Errorf("%s: %d requests with %d numbers, of which %d are wrong", sends, len(b.requests), len(numbers), wrong)
		}
		b.WantNoFailure()
	}
}

func TestASecondAgentTakesTurnsWithTheFirst(t *testing.T) {
	b, _ := misbehave(t, actors.Fault{Kind: actors.FaultAgentSecond}, 60)
	own, others := 0, 0
	for _, r := range b.requests {
		a := dictionary.NewAction([]string{"wheel"}, dictionary.DefaultServoAction())
		if machine.Request(r.Request) == machine.Action && a.Merge(r.Data) == nil && a.Servos[0].Velocity == 5 {
			own++
		} else {
			others++
		}
	}
	if own < 10 || others < 10 || b.asked(machine.Start) == 0 {
		t.Errorf("%d requests of the first, %d of the second agent, %d starts", own, others, b.asked(machine.Start))
	}
}
