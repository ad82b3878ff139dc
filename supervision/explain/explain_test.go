package explain

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// story is a fabricated run: a base with a controller and wheels, and an arm above it, coupled by
// the joint planar.
type story struct{ History }

var links = []Link{
	{"base/wheels.state", "base/perception.wheels"}, {"base/wheels.state", "base/gate.wheels_state"},
	{"base/perception.snapshot", "base/controller.snapshot"}, {"base/perception.snapshot", "base/gate.snapshot"},
	{"base/controller.command", "base/gate.command_controller"}, {"base/gate.wheels", "base/wheels.command"},
	{"base/controller.state", "arm/perception.joint_planar"}, {"arm/perception.snapshot", "arm/controller.snapshot"},
	{"arm/controller.command", "arm/gate.command_controller"}, {"arm/gate.joint_planar", "base/coupling_planar.in"},
	{"base/coupling_planar.out", "base/controller.target"},
}

// told begins a story in which both gates have started and every joint runs.
func told() *story {
	s := &story{History{Links: links, Carriers: map[string][]string{"base/left": {"base/wheels", "plant/robot"}, "base/right": {"base/wheels", "plant/robot"}},
		Joints: map[string][]string{"base": {"left", "right"}, "arm": {"planar", "shoulder"}},
		Groups: map[string][]string{"base/controller": {"left", "right"}}}}
	for _, world := range []string{"base", "arm"} {
		s.add(0, messages.Event{Kind: messages.EventStarted, Source: world + "/gate", Incarnation: 1})
	}
	for _, j := range []string{"base/left", "base/right", "arm/planar", "arm/shoulder"} {
		s.mode(500, j, messages.ModeOff, messages.ModeRun, messages.CauseRearm)
	}
	return s
}

func (s *story) add(ms int, e messages.Event) {
	e.Time = messages.Instant(ms) * messages.Instant(time.Millisecond)
	s.Events = append(s.Events, e)
}

func (s *story) mode(ms int, joint string, from, to messages.Mode, cause messages.Cause) {
	world, name, _ := strings.Cut(joint, "/")
	s.add(ms, messages.Event{Kind: messages.EventModeChanged, Source: world + "/gate", Joint: name, From: from, To: to, Cause: cause, Incarnation: 1})
}

func (s *story) inject(ms int, target, text string) {
	s.add(ms, messages.Event{Kind: messages.EventFaultInjected, Source: target, Text: text})
}

func (s *story) fail(ms int, actor string, cause messages.Cause) {
	s.add(ms, messages.Event{Kind: messages.EventFailed, Source: actor, Cause: cause, Incarnation: 1, Text: "it broke"})
}

func (s *story) stale(ms int, actor, port, from string) {
	s.add(ms, messages.Event{Kind: messages.EventStale, Source: actor, Port: port, Cause: messages.CauseStale, Text: "from " + from})
}

// chainOf prints the chain of an explanation, one event a word.
func chainOf(x Explanation) string {
	var all []string
	for _, s := range x.Chain {
		e := &s.Event
		text := e.Kind.String() + ":" + e.Source
		switch e.Kind {
		case messages.EventModeChanged:
			text = fmt.Sprintf("%s/%s=%s", worldOf(e.Source), e.Joint, e.To)
		case messages.EventStale:
			text += "." + e.Port
		}
		all = append(all, text)
	}
	return strings.Join(all, " ")
}

const end = messages.Instant(time.Hour)

func TestAChainLeadsFromTheFirstFaultToTheMode(t *testing.T) {
	run, damp, hold := messages.ModeRun, messages.ModeDamp, messages.ModeRampHold
	for name, c := range map[string]struct {
		tell  func(*story)
		joint string
		want  string
	}{
		"a driver panics": {func(s *story) {
			s.inject(4000, "base/wheels", "panic base/wheels")
			s.fail(4000, "base/wheels", messages.CausePanic)
			s.mode(4002, "base/left", run, damp, messages.CausePanic)
		}, "base/left", "fault_injected:base/wheels failed:base/wheels base/left=damp"},

		"a driver fails at every start, until its world begins anew": {func(s *story) {
			s.inject(4000, "base/wheels", "crash_loop base/wheels")
			s.fail(4000, "base/wheels", messages.CausePanic)
			s.mode(4002, "base/left", run, damp, messages.CausePanic)
			s.fail(4100, "base/wheels", messages.CauseError)
			s.add(4100, messages.Event{Kind: messages.EventEscalated, Source: "base/wheels", Cause: messages.CauseEscalation})
			s.add(4100, messages.Event{Kind: messages.EventRestarting, Source: "base", Cause: messages.CauseEscalation})
			s.add(4200, messages.Event{Kind: messages.EventStarted, Source: "base/gate", Incarnation: 2})
			s.mode(4202, "base/left", messages.ModeOff, damp, messages.CauseStartup)
		}, "base/left", "fault_injected:base/wheels failed:base/wheels escalated:base/wheels restarting:base started:base/gate base/left=damp"},

		"a gate starts once more after its world did": {func(s *story) {
			s.fail(3000, "base/wheels", messages.CauseError)
			s.add(3000, messages.Event{Kind: messages.EventEscalated, Source: "base/wheels", Cause: messages.CauseEscalation})
			s.add(3000, messages.Event{Kind: messages.EventRestarting, Source: "base", Cause: messages.CauseEscalation})
			s.add(3100, messages.Event{Kind: messages.EventStarted, Source: "base/gate", Incarnation: 2})
			s.add(4000, messages.Event{Kind: messages.EventStarted, Source: "base/gate", Incarnation: 3})
			s.mode(4002, "base/left", messages.ModeOff, damp, messages.CauseStartup)
		}, "base/left", "started:base/gate base/left=damp"},

		"a simulated robot fails and is back before its drives notice": {func(s *story) {
			s.inject(4000, "plant/robot", "error plant/robot")
			s.fail(4000, "plant/robot", messages.CauseError)
			s.add(4100, messages.Event{Kind: messages.EventStarted, Source: "plant/robot", Incarnation: 2})
			s.mode(4102, "base/left", run, damp, messages.CauseDrive)
		}, "base/left", "fault_injected:plant/robot failed:plant/robot base/left=damp"},

		"a bus loses the drives of a simulated robot that pauses": {func(s *story) {
			s.inject(4000, "plant/robot", "suspend plant/robot pause=200ms")
			s.fail(4100, "base/wheels", messages.CauseError)
			s.mode(4102, "base/left", run, damp, messages.CauseError)
		}, "base/left", "fault_injected:plant/robot failed:base/wheels base/left=damp"},

		"a gate that paused finds its drives stopped": {func(s *story) {
			s.inject(4000, "base/gate", "suspend base/gate pause=200ms")
			s.add(4200, messages.Event{Kind: messages.EventOverrun, Source: "base/gate"})
			s.mode(4200, "base/left", run, damp, messages.CauseDrive)
		}, "base/left", "fault_injected:base/gate overrun:base/gate base/left=damp"},

		"a pause that ended long before is not blamed": {func(s *story) {
			s.inject(4000, "base/gate", "suspend base/gate pause=200ms")
			s.mode(4600, "base/left", run, damp, messages.CauseDrive)
		}, "base/left", "base/left=damp"},

		"a failure of the simulated robot that ended long before is not blamed": {func(s *story) {
			s.fail(2000, "plant/robot", messages.CauseError)
			s.add(2100, messages.Event{Kind: messages.EventStarted, Source: "plant/robot", Incarnation: 2})
			s.mode(4600, "base/left", run, damp, messages.CauseDrive)
		}, "base/left", "base/left=damp"},

		"a drive gets no commands": {func(s *story) {
			s.inject(4000, "base/gate.wheels->base/wheels.command", "drop base/gate.wheels")
			s.mode(4100, "base/left", run, damp, messages.CauseDrive)
		}, "base/left", "fault_injected:base/gate.wheels->base/wheels.command base/left=damp"},

		"a drive does not answer, and its controller waits for it": {func(s *story) {
			s.inject(4000, "right", "no_reply right")
			s.stale(4010, "base/gate", "command_controller", "base/controller.command")
			s.mode(4010, "base/right", run, damp, messages.CauseStale)
			s.mode(4010, "base/left", run, damp, messages.CauseStale)
		}, "base/left", "fault_injected:right stale:base/gate.command_controller base/left=damp"},

		"a drive does not answer, and its neighbours stop with it": {func(s *story) {
			s.inject(4000, "right", "no_reply right")
			s.mode(4010, "base/left", run, damp, messages.CauseStale)
			s.mode(4010, "base/right", run, damp, messages.CauseStale)
		}, "base/left", "fault_injected:right base/left=damp"},

		"the gate of the world below fails": {func(s *story) {
			s.inject(4000, "base/gate", "panic base/gate")
			s.fail(4000, "base/gate", messages.CausePanic)
			s.mode(4010, "arm/planar", run, hold, messages.CauseCoupledJoint)
		}, "arm/planar", "fault_injected:base/gate failed:base/gate arm/planar=ramp_hold"},

		"an actor is late because of another one on its thread": {func(s *story) {
			s.Domains = map[string]string{"base/gate": "main", "arm/model": "main", "arm/gate": "other"}
			s.inject(3000, "arm/gate", "slow arm/gate delay=300ms")
			s.inject(4000, "arm/model", "slow arm/model delay=300ms")
			s.add(4300, messages.Event{Kind: messages.EventOverrun, Source: "base/gate"})
			s.mode(4300, "base/left", run, damp, messages.CauseDrive)
		}, "base/left", "fault_injected:arm/model overrun:base/gate base/left=damp"},

		"a controller fails by itself": {func(s *story) {
			s.fail(3000, "base/controller", messages.CauseError)
			s.mode(3001, "base/left", run, damp, messages.CauseError)
		}, "base/left", "failed:base/controller base/left=damp"},

		"a link drops what the gate waits for": {func(s *story) {
			s.inject(2000, "base/controller.command->base/gate.command_controller", "drop base/controller.command p=1")
			s.stale(2030, "base/gate", "command_controller", "base/controller.command")
			s.mode(2030, "base/left", run, damp, messages.CauseStale)
		}, "base/left", "fault_injected:base/controller.command->base/gate.command_controller stale:base/gate.command_controller base/left=damp"},

		"values stay away far upstream": {func(s *story) {
			s.inject(2000, "base/wheels.state->base/perception.wheels", "drop base/wheels.state")
			s.stale(2010, "base/perception", "wheels", "base/wheels.state")
			s.stale(2012, "base/gate", "command_controller", "base/controller.command")
			s.mode(2012, "base/left", run, damp, messages.CauseStale)
		}, "base/left", "fault_injected:base/wheels.state->base/perception.wheels stale:base/perception.wheels stale:base/gate.command_controller base/left=damp"},

		"perception alone waits, and both joints of its bus are too old": {func(s *story) {
			s.inject(2000, "base/wheels.state->base/perception.wheels", "drop base/wheels.state->base/perception.wheels")
			s.stale(2015, "base/perception", "wheels", "base/wheels.state")
			s.mode(2015, "base/left", run, damp, messages.CauseStale)
			s.mode(2015, "base/right", run, damp, messages.CauseStale)
		}, "base/right", "fault_injected:base/wheels.state->base/perception.wheels stale:base/perception.wheels base/right=damp"},

		"the world below stops, and the one above with it": {func(s *story) {
			s.inject(4000, "base/wheels", "panic base/wheels")
			s.fail(4000, "base/wheels", messages.CausePanic)
			s.stale(4001, "base/perception", "wheels", "base/wheels.state")
			s.mode(4002, "base/left", run, damp, messages.CausePanic)
			s.stale(4003, "arm/perception", "joint_planar", "base/controller.state")
			s.mode(4020, "arm/planar", run, hold, messages.CauseCoupledJoint)
		}, "planar", "fault_injected:base/wheels failed:base/wheels stale:base/perception.wheels stale:arm/perception.joint_planar arm/planar=ramp_hold"},

		"a person stops a joint": {func(s *story) {
			s.mode(4000, "base/left", run, hold, messages.CauseOperator)
		}, "left", "base/left=ramp_hold"},

		"a controller sends a value that is not finite": {func(s *story) {
			s.inject(1000, "base/controller.command->base/gate.command_controller", "nan base/controller.command")
			for ms := 1002; ms <= 1006; ms += 2 {
				s.add(ms, messages.Event{Kind: messages.EventRefused, Source: "base/gate", Cause: messages.CauseInvalid, Text: "not finite"})
			}
			s.mode(1006, "base/left", run, damp, messages.CauseInvalid)
		}, "left", "fault_injected:base/controller.command->base/gate.command_controller refused:base/gate base/left=damp"},

		"a drive reports a fault, and its neighbour stops too": {func(s *story) {
			s.inject(1000, "right", "drive_fault right code=3")
			s.mode(1001, "base/right", run, messages.ModeOff, messages.CauseDrive)
			s.mode(1001, "base/left", run, damp, messages.CauseDrive)
		}, "left", "fault_injected:right base/left=damp"},

		"a drive fails by itself, and all its neighbours stop too": {func(s *story) {
			stop := func(joint string, to messages.Mode, text string) {
				s.add(1001, messages.Event{Kind: messages.EventModeChanged, Source: "base/gate", Joint: joint, From: run, To: to, Cause: messages.CauseDrive, Text: text})
			}
			stop("right", messages.ModeOff, `the drive of "right" reports a fault`)
			stop("middle", damp, `another joint of the controller of "middle" stopped`)
			stop("left", damp, `another joint of the controller of "left" stopped`)
		}, "left", "base/right=off base/left=damp"},

		"the drives of two joints fail at once": {func(s *story) {
			for _, joint := range []string{"right", "left"} {
				s.add(1001, messages.Event{Kind: messages.EventModeChanged, Source: "base/gate", Joint: joint, From: run, To: messages.ModeOff, Cause: messages.CauseDrive,
					Text: fmt.Sprintf("the drive of %q reports a fault", joint)})
			}
		}, "left", "base/left=off"},

		"a ramp ends in a harder mode": {func(s *story) {
			s.mode(1000, "base/left", run, messages.ModeRampOff, messages.CauseOperator)
			s.mode(1400, "base/left", messages.ModeRampOff, messages.ModeOff, messages.CauseNone)
		}, "left", "base/left=ramp_off base/left=off"},

		"a second fault joins the first": {func(s *story) {
			s.fail(1000, "base/controller", messages.CausePanic)
			s.mode(1001, "base/left", run, hold, messages.CausePanic)
			s.inject(1300, "left", "drive_fault left")
			s.mode(1301, "base/left", hold, messages.ModeOff, messages.CauseDrive)
		}, "left", "failed:base/controller base/left=ramp_hold fault_injected:left base/left=off"},

		"the gate itself fails": {func(s *story) {
			s.inject(1000, "base/gate", "panic base/gate")
			s.fail(1000, "base/gate", messages.CausePanic)
			s.add(1100, messages.Event{Kind: messages.EventStarted, Source: "base/gate", Incarnation: 2})
		}, "left", "fault_injected:base/gate failed:base/gate started:base/gate"},

		"an actor is late": {func(s *story) {
			s.inject(1000, "process", "cpu_load process count=2")
			s.add(1010, messages.Event{Kind: messages.EventOverrun, Source: "base/controller", Cause: messages.CauseOverrun, Text: "9 releases skipped"})
			s.fail(1020, "base/controller", messages.CauseOverrun)
			s.mode(1021, "base/left", run, damp, messages.CauseOverrun)
		}, "left", "fault_injected:process overrun:base/controller failed:base/controller base/left=damp"},

		"a controller panics over a value that was cut off": {func(s *story) {
			s.inject(1000, "base/perception.snapshot->base/controller.snapshot", "truncate base/perception.snapshot->base/controller.snapshot")
			s.fail(1001, "base/controller", messages.CausePanic)
			s.mode(1002, "base/left", run, damp, messages.CausePanic)
		}, "left", "fault_injected:base/perception.snapshot->base/controller.snapshot failed:base/controller base/left=damp"},

		"the states of a virtual joint arrive cut off": {func(s *story) {
			s.inject(1000, "base/controller.state->arm/perception.joint_planar", "truncate base/controller.state->arm/perception.joint_planar")
			s.mode(1020, "arm/planar", run, hold, messages.CauseCoupledJoint)
		}, "planar", "fault_injected:base/controller.state->arm/perception.joint_planar arm/planar=ramp_hold"},

		"a bus is lost by a fault of its drives": {func(s *story) {
			s.inject(1000, "left", "no_reply left")
			s.fail(1003, "base/wheels", messages.CauseError)
			s.mode(1004, "base/left", run, damp, messages.CauseError)
		}, "left", "fault_injected:left failed:base/wheels base/left=damp"},
	} {
		t.Run(name, func(t *testing.T) {
			s := told()
			c.tell(s)
			world, joint, err := s.Find(c.joint)
			if err != nil {
				t.Fatal(err)
			}
			x := s.Explain(world, joint, end)
			if got := chainOf(x); got != c.want {
				t.Errorf("%s\nwant %s\n%s", got, c.want, x)
			}
			if !x.Known {
				t.Errorf("the first fault counts as unknown:\n%s", x)
			}
		})
	}
}

func TestJointsThatAGateReportsOneByOneStoppedTogether(t *testing.T) {
	s := told()
	s.inject(4000, "right", "fault_code right")
	for i, joint := range []string{"right", "left"} {
		text := "the drive of \"right\" has a fault"
		if i > 0 {
			text = "another joint of the controller of \"left\" stopped"
		}
		s.Events = append(s.Events, messages.Event{Time: messages.Instant(4002*time.Millisecond) + messages.Instant(i*3000), Kind: messages.EventModeChanged,
			Source: "base/gate", Joint: joint, From: messages.ModeRun, To: messages.ModeDamp, Cause: messages.CauseDrive, Text: text})
	}
	x, other := s.Explain("base", "left", end), s.Explain("base", "right", end)
	if got := chainOf(x); got != "fault_injected:right base/left=damp" {
		t.Errorf("3 us later: %s", got)
	}
	if !x.SameReason(&other) {
		t.Errorf("%s\n%s", x, other)
	}
}

func TestAJointWithoutAControllerSaysSo(t *testing.T) {
	s := told()
	s.Idle = []string{"arm/pan"}
	for _, name := range []string{"pan", "arm/pan"} {
		if _, _, err := s.Find(name); err == nil || !strings.HasPrefix(err.Error(), `no controller commands joint "pan" of world "arm": it stays off; commanded are arm/planar`) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, _, err := s.Find("base/pan"); err == nil || !strings.HasPrefix(err.Error(), "unknown joint") {
		t.Error(err)
	}
}

func TestTheOrderlyEndOfARunIsNoStopOfItsActors(t *testing.T) {
	s := told()
	s.fail(1000, "base/wheels", messages.CausePanic)
	s.mode(1002, "base/left", messages.ModeRun, messages.ModeDamp, messages.CausePanic)
	for _, actor := range []string{"base/gate", "arm/gate"} {
		s.add(9000, messages.Event{Kind: messages.EventStopped, Source: actor, Incarnation: 1})
	}
	if x := s.Explain("base", "left", end); len(x.After) > 0 {
		t.Errorf("%s", x)
	}
	if x := s.Until(end).ExplainActor("arm/gate"); x.State != "runs" {
		t.Errorf("%s", x)
	}
}

func TestAnAutomaticRearmSaysWhatItWaitsFor(t *testing.T) {
	s := told()
	s.fail(1000, "base/wheels", messages.CausePanic)
	s.mode(1002, "base/left", messages.ModeRun, messages.ModeDamp, messages.CausePanic)
	s.stale(1003, "arm/perception", "joint_planar", "base/controller.state")
	s.mode(1020, "arm/planar", messages.ModeRun, messages.ModeRampHold, messages.CauseCoupledJoint)
	want := []string{"input joint_planar of arm/perception, from base/controller.state", "joint left of world base to leave damp"}
	if x := s.Explain("arm", "planar", end); !slices.Equal(x.Awaits, want) {
		t.Errorf("%q, expected %q", x.Awaits, want)
	}
	if x := s.Explain("base", "left", end); !slices.Equal(x.Awaits, []string{"base/wheels to restart"}) {
		t.Errorf("%q", x.Awaits)
	}
	s.add(1100, messages.Event{Kind: messages.EventRecovered, Source: "arm/perception", Port: "joint_planar"})
	s.mode(1200, "base/left", messages.ModeDamp, messages.ModeRun, messages.CauseRearm)
	if x := s.Explain("arm", "planar", end); len(x.Awaits) != 0 {
		t.Errorf("%q", x.Awaits)
	}
}

func TestAVirtualJointAwaitsOnlyTheJointsOfTheControllerThatRealisesIt(t *testing.T) {
	s := told()
	s.Groups = map[string][]string{"base/controller": {"left", "right"}}
	s.mode(1000, "base/pan", messages.ModeRun, messages.ModeRampHold, messages.CauseOperator)
	s.mode(1002, "base/left", messages.ModeRun, messages.ModeDamp, messages.CauseOperator)
	s.mode(1020, "arm/planar", messages.ModeRun, messages.ModeRampHold, messages.CauseCoupledJoint)
	if x := s.Explain("arm", "planar", end); !slices.Equal(x.Awaits, []string{"joint left of world base to leave damp"}) {
		t.Errorf("%q, expected left, and not pan, which is no wheel", x.Awaits)
	}
}

func TestWithoutLinksWorldsTellTheWay(t *testing.T) {
	s := told()
	s.Links = nil
	s.fail(4000, "base/wheels", messages.CausePanic)
	s.stale(4003, "arm/perception", "joint_planar", "base/controller.state")
	s.mode(4020, "arm/planar", messages.ModeRun, messages.ModeRampHold, messages.CauseCoupledJoint)
	if got := chainOf(s.Explain("arm", "planar", end)); got != "failed:base/wheels stale:arm/perception.joint_planar arm/planar=ramp_hold" {
		t.Error(got)
	}
}

func TestAFaultThatIsOverIsNotBlamedAgain(t *testing.T) {
	s := told()
	s.inject(1000, "base/wheels", "panic base/wheels")
	s.fail(1000, "base/wheels", messages.CausePanic)
	s.mode(1001, "base/left", messages.ModeRun, messages.ModeDamp, messages.CausePanic)
	s.add(1100, messages.Event{Kind: messages.EventStarted, Source: "base/wheels", Incarnation: 2})
	s.mode(2000, "base/left", messages.ModeDamp, messages.ModeRun, messages.CauseRearm)
	s.inject(2500, "base/controller.command->base/gate.command_controller", "for 20ms drop base/controller.command")
	s.add(2520, messages.Event{Kind: messages.EventFaultEnded, Source: "base/controller.command->base/gate.command_controller", Text: "for 20ms drop base/controller.command"})
	s.fail(3000, "base/wheels", messages.CausePanic)
	s.mode(3001, "base/left", messages.ModeRun, messages.ModeDamp, messages.CausePanic)
	if got := chainOf(s.Explain("base", "left", end)); got != "failed:base/wheels base/left=damp" {
		t.Error(got)
	}
	s.stale(3500, "base/gate", "command_controller", "base/controller.command")
	if got := chainOf(s.Explain("base", "left", end)); strings.Contains(got, "fault_injected") {
		t.Errorf("a fault that ended long before was blamed: %s", got)
	}
}

func TestTheEarliestOfSeveralReasonsIsBlamed(t *testing.T) {
	s := told()
	s.fail(900, "base/wheels", messages.CausePanic)
	s.stale(950, "base/gate", "wheels_state", "base/wheels.state")
	s.inject(980, "base/controller.command->base/gate.command_controller", "drop base/controller.command")
	s.stale(1000, "base/gate", "command_controller", "base/controller.command")
	s.mode(1000, "base/left", messages.ModeRun, messages.ModeDamp, messages.CauseStale)
	if got := chainOf(s.Explain("base", "left", end)); got != "failed:base/wheels stale:base/gate.wheels_state base/left=damp" {
		t.Error(got)
	}
}

// The name of one virtual joint may end as that of another one does.
func TestAJointWhoseNameEndsAlikeIsNotBlamed(t *testing.T) {
	s := told()
	s.Links = append(slices.Clone(links), Link{"cart/controller.state", "arm/perception.joint_old_planar"})
	s.stale(900, "arm/perception", "joint_old_planar", "cart/controller.state")
	s.mode(950, "cart/wheel", messages.ModeRun, messages.ModeDamp, messages.CauseDrive)
	s.mode(1000, "base/left", messages.ModeRun, messages.ModeDamp, messages.CauseOperator)
	s.mode(1010, "arm/planar", messages.ModeRun, messages.ModeRampHold, messages.CauseCoupledJoint)
	if got, want := chainOf(s.Explain("arm", "planar", end)), "base/left=damp arm/planar=ramp_hold"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestWhatNoEventTellsIsSaidToBeUnknown(t *testing.T) {
	s := told()
	s.mode(1000, "base/left", messages.ModeRun, messages.ModeDamp, messages.CauseStale)
	x := s.Explain("base", "left", end)
	if x.Known || chainOf(x) != "base/left=damp" || !strings.Contains(x.String(), "no event explains") {
		t.Errorf("%v %s", x.Known, x)
	}
}

func TestValuesThatGoRoundAreNotFollowedForever(t *testing.T) {
	s := told()
	s.stale(1000, "base/coupling_planar", "in", "arm/gate.joint_planar")
	s.stale(1001, "arm/perception", "joint_planar", "base/controller.state")
	s.mode(1002, "arm/planar", messages.ModeRun, messages.ModeRampHold, messages.CauseCoupledJoint)
	s.mode(1003, "base/left", messages.ModeRun, messages.ModeDamp, messages.CauseStale)
	if got := chainOf(s.Explain("arm", "planar", end)); !strings.HasPrefix(got, "stale:base/coupling_planar.in") {
		t.Error(got)
	}
}

func TestAJointIsExplainedAtAnyTime(t *testing.T) {
	s := told()
	s.inject(4000, "base/wheels", "panic base/wheels")
	s.fail(4000, "base/wheels", messages.CausePanic)
	s.mode(4002, "base/left", messages.ModeRun, messages.ModeDamp, messages.CausePanic)
	s.add(4003, messages.Event{Kind: messages.EventNote, Source: "base/gate", Joint: "left", Cause: messages.CauseStale, Text: "too old"})
	s.add(4100, messages.Event{Kind: messages.EventStarted, Source: "base/wheels", Incarnation: 2})
	s.mode(5000, "base/left", messages.ModeDamp, messages.ModeRun, messages.CauseRearm)
	ms := func(n int) messages.Instant { return messages.Instant(n) * messages.Instant(time.Millisecond) }
	for _, c := range []struct {
		at     messages.Instant
		mode   messages.Mode
		since  messages.Instant
		chain  string
		causes []messages.Cause
	}{
		{ms(100), messages.ModeOff, 0, "started:base/gate", []messages.Cause{messages.CauseStartup}},
		{ms(3999), messages.ModeRun, ms(500), "started:base/gate", nil},
		{ms(4002), messages.ModeDamp, ms(4002), "fault_injected:base/wheels failed:base/wheels base/left=damp", []messages.Cause{messages.CausePanic}},
		{ms(4500), messages.ModeDamp, ms(4002), "fault_injected:base/wheels failed:base/wheels base/left=damp", []messages.Cause{messages.CausePanic, messages.CauseStale}},
		{ms(6000), messages.ModeRun, ms(5000), "fault_injected:base/wheels failed:base/wheels base/left=damp", nil},
	} {
		x := s.Explain("base", "left", c.at)
		if x.Mode != c.mode || x.Since != c.since || chainOf(x) != c.chain || !slices.Equal(x.Causes, c.causes) {
			t.Errorf("at %s: %s since %s, %q, causes %v; want %s since %s, %q, %v", c.at, x.Mode, x.Since, chainOf(x), x.Causes, c.mode, c.since, c.chain, c.causes)
		}
	}
}

func TestTheOrderOfTellingDoesNotMatter(t *testing.T) {
	s := told()
	s.fail(4000, "base/wheels", messages.CausePanic)
	s.mode(4002, "base/left", messages.ModeRun, messages.ModeDamp, messages.CausePanic)
	want := s.Explain("base", "left", end).String()
	slices.Reverse(s.Events)
	if got := s.Explain("base", "left", end).String(); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

func TestAJointWithoutAReportIsOff(t *testing.T) {
	h := History{Joints: map[string][]string{"base": {"left"}}}
	x := h.Explain("base", "left", end)
	if x.Mode != messages.ModeOff || x.Chain != nil || !strings.Contains(x.String(), "there is no event; every joint is off until it is armed") {
		t.Errorf("%s", x)
	}
}

func TestJointsThatStopTogetherHaveTheSameReason(t *testing.T) {
	s := told()
	s.fail(4000, "base/wheels", messages.CausePanic)
	for _, joint := range []string{"base/left", "base/right"} {
		s.mode(4002, joint, messages.ModeRun, messages.ModeDamp, messages.CausePanic)
	}
	s.mode(4003, "base/rear", messages.ModeRun, messages.ModeDamp, messages.CausePanic)
	left, right, rear := s.Explain("base", "left", end), s.Explain("base", "right", end), s.Explain("base", "rear", end)
	if !left.SameReason(&right) || left.SameReason(&rear) {
		t.Errorf("left as right %t, left as rear %t; expected true, false", left.SameReason(&right), left.SameReason(&rear))
	}
	if got := left.Text("right"); !strings.HasPrefix(got, "joints left, right of world base are in damp at ") || !strings.Contains(got, "because (shown for left):") {
		t.Error(got)
	}
}

func TestJointsAreFoundByName(t *testing.T) {
	s := told()
	s.mode(900, "arm/left", messages.ModeRun, messages.ModeDamp, messages.CauseOperator)
	s.Joints = map[string][]string{"base": {"rear"}}
	for name, want := range map[string]string{"right": "base/right", "base/left": "base/left", "rear": "base/rear"} {
		if world, joint, err := s.Find(name); err != nil || world+"/"+joint != want {
			t.Errorf("%s: %s/%s, %v", name, world, joint, err)
		}
	}
	for name, want := range map[string]string{
		"left": `joint "left" is commanded in several worlds; expected one of arm/left, base/left`,
		"nose": `unknown joint "nose"; expected one of arm/left, arm/planar, arm/shoulder, base/left, base/rear, base/right`,
	} {
		if _, _, err := s.Find(name); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
	if _, _, err := (&History{}).Find("x"); err == nil || !strings.Contains(err.Error(), "no event names a joint") {
		t.Error(err)
	}
}

func TestAnExplanationReadsAsAStory(t *testing.T) {
	s := told()
	s.inject(4000, "base/wheels", "panic base/wheels")
	s.add(4000, messages.Event{Kind: messages.EventStopSent, Source: "base/wheels", Cause: messages.CausePanic, Incarnation: 1})
	s.fail(4000, "base/wheels", messages.CausePanic)
	s.add(4000, messages.Event{Kind: messages.EventRestarting, Source: "base/wheels", Delay: 100 * time.Millisecond, Text: "failure 1 of at most 3 within 10s"})
	s.mode(4002, "base/left", messages.ModeRun, messages.ModeDamp, messages.CausePanic)
	s.add(4100, messages.Event{Kind: messages.EventStarted, Source: "base/wheels", Incarnation: 2})
	const want = `joint left of world base is in damp at 4.500000s, since 4.002000s
because:
     4.000000s  +0.00 ms  injected fault: panic base/wheels
     4.000000s  +0.00 ms  base/wheels (incarnation 1) failed: it broke
     4.002000s  +2.00 ms  joint left: run -> damp (panic)
then:
     4.000000s  +0.00 ms  safe command sent to the driver of base/wheels
     4.000000s  +0.00 ms  base/wheels restarts after 100ms: failure 1 of at most 3 within 10s
     4.100000s  +100.00 ms  base/wheels started, incarnation 2
causes: panic
`
	if got := s.Explain("base", "left", messages.Instant(4500*time.Millisecond)).String(); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

func TestEveryKindOfEventHasWords(t *testing.T) {
	for _, k := range messages.EventKinds() {
		for _, joint := range []string{"", "left"} {
			e := messages.Event{Kind: k, Source: "base/gate", Joint: joint, Text: "so it was", Cause: messages.CauseHang, Incarnation: 3}
			if w := Words(&e); !strings.Contains(w, "base") && !strings.Contains(w, "so it was") {
				t.Errorf("%s: %q", k, w)
			}
		}
	}
}

func TestAJointWhoseGateHasFailedIsNotInRun(t *testing.T) {
	s := told()
	s.SafeModes = map[string]messages.Mode{"base/left": messages.ModeDamp}
	s.inject(1000, "base/gate", "panic base/gate")
	s.fail(1001, "base/gate", messages.CausePanic)
	for joint, want := range map[string]messages.Mode{"left": messages.ModeDamp, "right": messages.ModeOff} {
		x := s.Explain("base", joint, 2*messages.Instant(time.Second))
		if x.Mode != want || !x.Gateless || x.Since != 1001*messages.Instant(time.Millisecond) || !slices.Equal(x.Causes, []messages.Cause{messages.CausePanic}) {
			t.Errorf("want %s is in %s by its driver since the failure\n%s", joint, want, x)
		}
	}
	s.add(1100, messages.Event{Kind: messages.EventStarted, Source: "base/gate", Incarnation: 2})
	s.mode(1500, "base/left", messages.ModeOff, messages.ModeRun, messages.CauseRearm)
	if x := s.Explain("base", "left", 2*messages.Instant(time.Second)); x.Mode != messages.ModeRun || x.Gateless {
		t.Errorf("want it in run again\n%s", x)
	}
}
