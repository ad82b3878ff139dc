package invariant

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

func TestTheListHasEachInvariantOnceInOrder(t *testing.T) {
	seen := map[string]bool{}
	runs := 0
	for i, v := range List() {
		if want := fmt.Sprintf("V%d", i+1); v.ID != want {
			t.Errorf("%s is number %d of the list", v.ID, i+1)
		}
		if seen[v.ID] || v.Holds == "" || v.Needs == "" {
			t.Errorf("%d: %+v", i+1, v)
		}
		seen[v.ID] = true
		if v.Needs == OneRun {
			runs++
		}
	}
	if runs < 20 {
		t.Errorf("%d of %d invariants need one run", runs, len(seen))
	}
	List()[0].ID = "changed"
	if List()[0].ID != "V1" {
		t.Error("the list can be changed from outside")
	}
}

func TestAViolationPrintsEverythingInOneLine(t *testing.T) {
	v := &Violation{Invariant: "V2", Time: 1500 * millisecond, Actor: "arm/gate", Joint: "elbow", Text: "velocity 3 rad/s, limit 2"}
	if want := "V2 at 1.500000s arm/gate joint elbow: velocity 3 rad/s, limit 2"; v.Error() != want {
		t.Errorf("%q, want %q", v.Error(), want)
	}
	var err error = &Violation{Invariant: "mine", Text: "x"}
	if want := "mine at 0.000000s: x"; err.Error() != want {
		t.Errorf("%q, want %q", err, want)
	}
}

func TestOnlyTheFirstViolationCounts(t *testing.T) {
	p := newPlay(t)
	told := 0
	p.w.Attach(func() messages.Instant { return p.now }, func(v *Violation) {
		if told++; v.Invariant != "V1" {
			t.Error(v)
		}
	})
	p.run(20)
	p.out = math.NaN()
	p.base()
	hash := p.w.Hash()
	p.w.StopAsked("mobile_base", messages.ModeDamp)
	p.w.Stopped("mobile_base", p.w.newestStop("mobile_base"))
	p.base()
	if told != 1 || p.w.First().Invariant != "V1" || p.w.Hash() != hash {
		t.Errorf("%d violations were reported, the first is %v", told, p.w.First())
	}
}

func TestTheSameGivesTheSameHashAndAnythingElseAnother(t *testing.T) {
	hash := func(change func(p *play)) uint64 {
		p := newPlay(t)
		p.run(200)
		if change != nil {
			change(p)
		}
		p.run(50)
		p.want("")
		return p.w.Hash()
	}
	seen := map[uint64]string{hash(nil): "nothing"}
	if again := hash(nil); seen[again] == "" {
		t.Errorf("the same play has the hashes %v and %x", seen, again)
	}
	for name, change := range map[string]func(p *play){
		"a position":        func(p *play) { p.at[elbow] = math.Nextafter(p.at[elbow], 0) },
		"a velocity":        func(p *play) { p.at[wheel] = 1e-12 },
		"a planar position": func(p *play) { p.planar[2] = 1e-300 },
		"a command":         func(p *play) { p.velocity = 1e-15 },
		"an arm number":     func(p *play) { p.arm[elbow]++ },
		"a mode":            func(p *play) { p.stop(elbow, messages.ModeRampHold, messages.CauseStale) },
		"an event":          func(p *play) { p.event(messages.Event{Kind: messages.EventNote, Source: armGate}) },
		"its joint":         func(p *play) { p.event(messages.Event{Kind: messages.EventNote, Source: armGate, Joint: "x"}) },
		"its cause": func(p *play) {
			p.event(messages.Event{Kind: messages.EventNote, Source: armGate, Cause: messages.CauseDrive})
		},
		"a number":         func(p *play) { p.sent[armGate+".arm"]++ },
		"a drive's answer": func(p *play) { p.truths[elbow].Fault = 1; p.run(10); p.truths[elbow].Fault = 0 },
	} {
		h := hash(change)
		if other, have := seen[h]; have {
			t.Errorf("the hash is the same after a change of %s and of %s", name, other)
		}
		seen[h] = name
	}
}

func TestTheNewestEventsAreKeptInTheirOrder(t *testing.T) {
	p := newPlay(t)
	for k := range lastEvents + 10 {
		p.w.Event(messages.Event{Time: messages.Instant(k), Kind: messages.EventNote})
		if got := p.w.LastEvents(); len(got) != min(k+1, lastEvents) || got[len(got)-1].Time != messages.Instant(k) {
			t.Fatalf("after %d events %d are kept, the last of %v", k+1, len(got), got[len(got)-1].Time)
		}
	}
	if first := p.w.LastEvents()[0].Time; first != 10 {
		t.Errorf("the oldest is number %d", first)
	}
}

func TestOnlyWhatMattersIsLookedAt(t *testing.T) {
	p := newPlay(t)
	for topic, value := range map[string]any{"whole_body/model.model": messages.JointState{}, "elsewhere/gate.arm": messages.DriveCommand{}, app.PlantActor + ".truth": messages.JointState{},
		"whole_body/gate.nothing": messages.DriveCommand{}, "": messages.JointState{}} {
		if _, ok := p.w.Channel(topic, reflect.TypeOf(value)); ok {
			t.Errorf("%q is looked at", topic)
		}
	}
}

func TestAWatchWithoutARobotLooksAtTheRest(t *testing.T) {
	config, err := manipulator()
	if err != nil {
		t.Fatal(err)
	}
	w, err := New(config, nil)
	if err != nil {
		t.Fatal(err)
	}
	p := newPlay(t)
	p.w = w
	controllersAre(w, "mine")
	w.Attach(func() messages.Instant { return p.now }, nil)
	p.run(100)
	p.want("")
	if v := w.Ended(p.now); v != nil {
		t.Error(v)
	}
	p.at[elbow] = math.NaN()
	p.run(20)
	p.want("V1")
}

// blind knows no joint.
type blind struct{}

func (blind) DriveModel(string) (hardware.DriveModel, func(*hardware.Truth), error) {
	return hardware.DriveModel{}, nil, errors.New("no such joint")
}
func (blind) Energy() (float64, float64) { return 0, 0 }

func TestARobotThatLacksAJointIsRefused(t *testing.T) {
	config, err := manipulator()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := New(config, map[string]hardware.GroundTruth{app.PlantActor: blind{}}); err == nil || !strings.Contains(err.Error(), armBus+": no such joint") {
		t.Error(err)
	}
}

// again returns a function that plays the next ten milliseconds without making anything up anew.
func (p *play) again() func() {
	type seen struct {
		at    messages.Instant
		topic string
		value any
	}
	var all []seen
	begin := p.now
	p.spoil = func(p *play, topic string, _ *messages.Stamp, value any) bool {
		all = append(all, seen{p.now - begin, topic, value})
		return true
	}
	p.run(10)
	p.spoil = nil
	return func() {
		begin := p.now
		for i := range all {
			v := &all[i]
			p.now = begin + v.at
			if s, is := v.value.(*messages.Snapshot); is {
				for k := range s.Time {
					s.Time[k] = p.now
				}
			}
			p.sent[v.topic]++
			p.w.Record(p.ids[v.topic], messages.Stamp{Time: p.now, Sequence: p.sent[v.topic], Incarnation: 1}, v.value)
		}
		p.now = begin + 10*millisecond
	}
}

func TestWatchingAllocatesNothing(t *testing.T) {
	p := newPlay(t)
	p.run(100)
	before := p.w.Decisions()
	if n := testing.AllocsPerRun(100, p.again()); n != 0 {
		t.Errorf("ten milliseconds allocate %v times", n)
	}
	p.want("")
	if p.w.Decisions() < before+100*(7+5*4) {
		t.Error("nothing was watched")
	}
}

func TestConditionsOfTargets(t *testing.T) {
	p := newPlay(t)
	p.run(20)
	check := func(want string, targets ...string) {
		t.Helper()
		for _, target := range targets {
			if got := p.w.condition(target); got != want {
				t.Errorf("%s: %s, want %s", target, got, want)
			}
			if !slices.Contains(Conditions(), p.w.condition(target)) {
				t.Errorf("%s is no condition", want)
			}
		}
	}
	check("run", elbow, armBus, commander, "whole_body", armGate+".arm->"+armBus+".command")
	check(Elsewhere, "nowhere", "nowhere/x", "", "plant")
	p.stop(elbow, messages.ModeRampHold, messages.CauseStale)
	p.run(10)
	check("ramp_hold", elbow, armBus, "whole_body", stateLink)
	check("run", "arm_joint_1", wheels, commandLink)
	fails(p, armBus)
	check(Restarting, armBus, armGate+".arm->"+armBus+".command")
	check("ramp_hold", armGate, armBus+".state->"+armGate+".arm_state")
	begins(p, armBus)
	check("ramp_hold", armBus)
}

func TestWhatWasVisitedIsCounted(t *testing.T) {
	p := newPlay(t)
	p.run(100)
	inject(p, commandLink, "drop "+commandLink)
	inject(p, commandLink, "no sense at all")
	p.stop(elbow, messages.ModeDamp, messages.CauseStale)
	p.run(20)
	p.event(messages.Event{Kind: messages.EventFaultInjected, Source: elbow, Text: "sensor_off " + elbow})
	v := p.w.Visited()
	if v.Met["drop"]["run"] != 1 || v.Met["unknown"]["run"] != 1 || v.Met["sensor_off"]["damp"] != 1 {
		t.Errorf("%v", v.Met)
	}
	if v.Modes[messages.ModeDamp] != 1 || v.Modes[messages.ModeRun] != 11 {
		t.Errorf("%v", v.Modes)
	}
	if v.Events[messages.EventFaultInjected] != 3 || v.Events[messages.EventModeChanged] != 1 || v.Events[messages.EventHang] != 0 {
		t.Errorf("%v", v.Events)
	}
}

func TestNothingIsJudgedOnceTheApplicationEnds(t *testing.T) {
	p := newPlay(t)
	p.run(100)
	p.w.Halting()
	p.event(messages.Event{Kind: messages.EventAcknowledged, Source: armGate})
	crash(p.w, armBus, messages.CausePanic, 1, 2, 3, 4, 5, 6)
	p.want("")
}

func BenchmarkTenMillisecondsOfWatching(b *testing.B) {
	p := newPlay(&testing.T{})
	p.run(100)
	next := p.again()
	b.ReportAllocs()
	for b.Loop() {
		next()
	}
	if v := p.w.First(); v != nil {
		b.Fatal(v)
	}
}
