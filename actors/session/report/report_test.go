package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/record/mpack"
	"github.com/robo-actors/robo-actors/messages"
)

const ms = messages.Instant(time.Millisecond)

func at(x float64, yaw float64) messages.Pose {
	return messages.Pose{Position: [3]float64{x, 0, 0}, Orientation: [4]float64{math.Cos(yaw / 2), 0, 0, math.Sin(yaw / 2)}}
}

func TestTheTruthIsInterpolatedToTheInstantOfTheReference(t *testing.T) {
	var tr Tracking
	for k := range 11 {
		tr.AddTruth(messages.Instant(k)*10*ms, at(0.1*float64(k), 0.02*float64(k)))
		if k > 0 {
			tr.AddReference(messages.Instant(k)*10*ms-3*ms, at(0.1*(float64(k)-0.3)+0.004, 0.02*(float64(k)-0.3)+0.001))
		}
	}
	r := tr.Result("gripper", FollowedPose, 0, 1000*ms)
	if r.Samples != 10 {
		t.Fatalf("%d samples, expected 10", r.Samples)
	}
	for _, got := range []float64{r.PositionP50, r.PositionMax} {
		if math.Abs(got-0.004) > 1e-12 {
			t.Errorf("position error %g m, expected 0.004", got)
		}
	}
	if math.Abs(r.AngleMax-0.001) > 1e-7 {
		t.Errorf("angle %g rad, expected 0.001", r.AngleMax)
	}
}

func TestReferencesThatComeBeforeTheTruthWaitForIt(t *testing.T) {
	var tr Tracking
	tr.AddReference(5*ms, at(1, 0))
	tr.AddTruth(0, at(0, 0))
	if n := tr.Result("", FollowedPose, 0, 100*ms).Samples; n != 0 {
		t.Errorf("%d samples before the truth came that far", n)
	}
	tr.AddTruth(10*ms, at(2, 0))
	if r := tr.Result("", FollowedPose, 0, 100*ms); r.Samples != 1 || r.PositionMax > 1e-12 {
		t.Errorf("got %+v", r)
	}
}

func TestAReferenceBeforeTheFirstTruthIsNotCompared(t *testing.T) {
	var tr Tracking
	tr.AddTruth(10*ms, at(0, 0))
	tr.AddReference(5*ms, at(1, 0))
	tr.AddReference(10*ms, at(0.5, 0))
	if r := tr.Result("", FollowedPose, 0, 100*ms); r.Samples != 1 || r.PositionMax != 0.5 {
		t.Errorf("got %+v", r)
	}
}

func TestOnlyTheGivenIntervalCounts(t *testing.T) {
	var tr Tracking
	for k := range 101 {
		tr.AddTruth(messages.Instant(k)*ms, at(0, 0))
		tr.AddReference(messages.Instant(k)*ms, at(float64(k), 0))
	}
	r := tr.Result("", FollowedPose, 50*ms, 100*ms)
	if r.Samples != 51 || r.PositionMax != 100 || r.PositionP50 != 75 || r.PositionP99 != 100 {
		t.Errorf("got %+v", r)
	}
}

func TestTheAngleIgnoresTheSignOfAQuaternion(t *testing.T) {
	q := at(0, 1).Orientation
	for i := range q {
		q[i] = -q[i]
	}
	if a := angle(q, at(0, 1.25).Orientation); math.Abs(a-0.25) > 1e-12 {
		t.Errorf("got %g rad, expected 0.25", a)
	}
	p := between(messages.Pose{Orientation: q}, at(0, 1.2), 0.5)
	if a := angle(p.Orientation, at(0, 1.1).Orientation); a > 1e-12 {
		t.Errorf("the middle of both ways of writing an orientation is off by %g rad", a)
	}
}

var panicked = []messages.Event{
	{Time: 4000 * ms, Kind: messages.EventFailed, Cause: messages.CausePanic, Source: "base/wheels", Text: "panic: injected\nstack"},
	{Time: 4000 * ms, Kind: messages.EventStopSent, Source: "base/wheels"},
	{Time: 4000 * ms, Kind: messages.EventRestarting, Source: "base/wheels", Delay: 100 * time.Millisecond, Text: "failure 1 of 3"},
	{Time: 4002 * ms, Kind: messages.EventModeChanged, Source: "base/gate", Joint: "wheel_1", To: messages.ModeDamp, Cause: messages.CausePanic},
	{Time: 4002 * ms, Kind: messages.EventModeChanged, Source: "base/gate", Joint: "wheel_2", To: messages.ModeDamp, Cause: messages.CausePanic},
	{Time: 4002 * ms, Kind: messages.EventModeChanged, Source: "arm/gate", Joint: "joint_1", To: messages.ModeDamp, Cause: messages.CausePanic},
	{Time: 4100 * ms, Kind: messages.EventStarted, Source: "base/wheels", Incarnation: 2},
	{Time: 5000 * ms, Kind: messages.EventAcknowledged, Source: "base/gate"},
	{Time: 5002 * ms, Kind: messages.EventModeChanged, Source: "base/gate", Joint: "wheel_1", From: messages.ModeDamp, To: messages.ModeRun, Cause: messages.CauseRearm},
}

func TestAStoryNamesWhatFollowedAFailure(t *testing.T) {
	stories := Stories(panicked)
	if len(stories) != 1 {
		t.Fatalf("%d stories, expected 1", len(stories))
	}
	s := stories[0]
	if s.SafeCommand != 0 || s.Restarted != 100*time.Millisecond || s.Rearmed != 1002*time.Millisecond {
		t.Errorf("safe command %v, restarted %v, re-armed %v", s.SafeCommand, s.Restarted, s.Rearmed)
	}
	want := []string{
		"+0.0ms safe command handed to the driver of base/wheels", "+0.0ms restart in 100ms: failure 1 of 3", "+2.0ms joint wheel_1: run -> damp (panic), and 1 more joint",
		"+100.0ms incarnation 2 started", "+1000.0ms acknowledged", "+1002.0ms joint wheel_1: damp -> run (rearm)"}
	if got := strings.Join(s.Reason, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("got\n%s", got)
	}
}

func TestAStoryEndsOnceAllItsJointsRunAgain(t *testing.T) {
	wheel := func(ms64 messages.Instant, joint string, from, to messages.Mode, cause messages.Cause) messages.Event {
		return messages.Event{Time: ms64 * ms, Kind: messages.EventModeChanged, Source: "base/gate", Joint: joint, From: from, To: to, Cause: cause}
	}
	later := append(slices.Clone(panicked), wheel(5002, "wheel_2", messages.ModeDamp, messages.ModeRun, messages.CauseRearm),
		wheel(7000, "wheel_1", messages.ModeRun, messages.ModeOff, messages.CauseDrive))
	if got := strings.Join(Stories(later)[0].Reason, "\n"); !strings.HasSuffix(got, "joint wheel_1: damp -> run (rearm), and 1 more joint") {
		t.Errorf("got\n%s", got)
	}
	stopped := slices.Delete(slices.Clone(later), len(later)-2, len(later)-1) // wheel_2 has not come back
	if got := strings.Join(Stories(stopped)[0].Reason, "\n"); !strings.HasSuffix(got, "joint wheel_1: run -> off (drive)") {
		t.Errorf("got\n%s", got)
	}
}

func TestAStoryEndsWhereTheNextFailureOfTheActorBegins(t *testing.T) {
	again := panicked[0]
	again.Time = 6000 * ms
	stories := Stories(append(append([]messages.Event{}, panicked...), again, messages.Event{Time: 6000 * ms, Kind: messages.EventStopSent, Source: "base/wheels"}))
	if len(stories) != 2 || len(stories[0].Reason) != 6 || stories[1].SafeCommand != 0 || stories[1].Restarted != -1 {
		t.Errorf("got %+v", stories)
	}
}

func TestOnlyLinksBetweenWorldsAreCouplings(t *testing.T) {
	actors := []messages.Health{
		{Actor: "arm/controller", World: "arm", Inputs: []messages.InputHealth{
			{Port: "state", From: "arm/perception.snapshot"}, {Port: "base", From: "base/controller.state", MaxAge: 30 * time.Millisecond}}},
		{Actor: "arm/perception", World: "arm"},
		{Actor: "base/controller", World: "base"},
	}
	events := []messages.Event{{Kind: messages.EventStale, Source: "arm/controller", Port: "base"}, {Kind: messages.EventStale, Source: "arm/controller", Port: "state"}}
	got := Couplings(actors, events)
	if len(got) != 1 || got[0].From != "base/controller.state" || got[0].To != "arm/controller.base" || got[0].Stale != 1 {
		t.Errorf("got %+v", got)
	}
}

// One that follows a point may turn as it likes.
func TestWhatIsNotFollowedIsNotCompared(t *testing.T) {
	for of, want := range map[Followed]struct{ has, lacks string }{
		FollowedBy(true, true):  {"gripper pose against its reference, 0s to 0.1s, 1 samples:\n  position  p50 100.00 mm  p99 100.00 mm  max 100.00 mm\n  angle     p50 90.000 deg", "nothing"},
		FollowedBy(true, false): {"gripper position against its reference, 0s to 0.1s, 1 samples:\n  position  p50 100.00 mm", "angle"},
		FollowedBy(false, true): {"gripper orientation against its reference, 0s to 0.1s, 1 samples:\n  angle     p50 90.000 deg", "position"},
	} {
		var tr Tracking
		tr.AddReference(50*ms, messages.Pose{Orientation: [4]float64{1}})
		turned := messages.Pose{Position: [3]float64{0.1}, Orientation: [4]float64{math.Sqrt2 / 2, math.Sqrt2 / 2}}
		tr.AddTruth(0, turned)
		tr.AddTruth(100*ms, turned)
		r := Report{Tracking: []TrackingResult{tr.Result("gripper", of, 0, 100*ms)}}
		var text, encoded bytes.Buffer
		if err := errors.Join(r.Text(&text), r.JSON(&encoded)); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(text.String(), want.has) || strings.Contains(text.String(), want.lacks) {
			t.Errorf("of %q the page tells\n%s", of, text.String())
		}
		if got := encoded.String(); !strings.Contains(got, `"of": "`+string(of)+`"`) || strings.Contains(got, want.lacks+"_max") {
			t.Errorf("of %q JSON tells\n%s", of, got)
		}
	}
	if of := FollowedBy(false, false); of != FollowedNothing {
		t.Errorf("who follows neither follows %q", of)
	}
}

func TestThePageHasEveryPart(t *testing.T) {
	r := Report{Application: "mobile", Clock: "virtual", Seed: 7, Duration: 10 * time.Second, Wall: 100 * time.Millisecond, Reason: "the time was over",
		Recording: "run.mcap", Unrecorded: "it has stopped\nno space left", Actors: []messages.Health{{Actor: "base/wheels", Period: 2 * time.Millisecond, Ticks: 5000, Missed: 3, Restarts: 1}},
		Couplings: []Coupling{{From: "a.x", To: "b.y"}}, Faults: Stories(panicked),
		Tracking: []TrackingResult{{Body: "gripper", Of: FollowedPose, Samples: 2, PositionMax: 0.0042, AngleMax: 0.01}, {Body: "camera", Of: FollowedPosition}}}
	var text bytes.Buffer
	if err := r.Text(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"mobile: 10s in virtual time (100ms on the wall, 100 times faster), seed 7; 5000 releases, 3 missed", "500 Hz",
		"a.x -> b.y", "4.000000s base/wheels failed: panic: injected\n", "max 4.20 mm", "max 0.573 deg", "camera position against its reference: nothing to compare", "run.mcap (0 values dropped)\n  it is incomplete: it has stopped\n    no space left\n"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the page lacks %q:\n%s", want, text.String())
		}
	}
	var encoded bytes.Buffer
	r.Tracking = append(r.Tracking, (&Tracking{}).Result("nothing", FollowedPose, 0, 1))
	if err := r.JSON(&encoded); err != nil {
		t.Fatal(err)
	}
	var back Report
	if err := json.Unmarshal(encoded.Bytes(), &back); err != nil || back.Seed != 7 || len(back.Tracking) != 1 {
		t.Errorf("JSON came back as %+v, %v", back, err)
	}
}

func TestTheLogsOfSpinesAreReportedWithWhatTheyLost(t *testing.T) {
	r := &Report{Recording: "run.mcap", Logs: []mpack.Log{
		{Path: "a.mpack", Records: 7}, {Path: "b.mpack", Dropped: mpack.Drops{Queue: 2, Write: 3, Invalid: 1}},
	}}
	var b strings.Builder
	if err := r.Text(&b); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"\nlog: a.mpack (7 records, 0 dropped)\n", "\nlog: b.mpack (0 records, 6 dropped: 2 full queue, 3 failed write, 1 invalid)\n"} {
		if !strings.Contains(b.String(), line) {
			t.Errorf("no line %q in %s", line, b.String())
		}
	}
}
