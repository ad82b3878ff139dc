package report

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/messages"
)

// modeEvent is a change of the mode of a joint of the world arm, at a number of milliseconds.
func modeEvent(ms int, joint string, from, to messages.Mode, cause messages.Cause) messages.Event {
	return messages.Event{Time: messages.Instant(time.Duration(ms) * time.Millisecond), Kind: messages.EventModeChanged, Source: "arm/gate",
		Joint: joint, From: from, To: to, Cause: cause}
}

func TestAStopLastsFromRunToRun(t *testing.T) {
	var s Stops
	for _, e := range []messages.Event{
		modeEvent(10, "elbow", messages.ModeOff, messages.ModeRun, messages.CauseRearm), // the start is no stop
		modeEvent(10, "wrist", messages.ModeOff, messages.ModeRun, messages.CauseRearm),
		modeEvent(100, "wrist", messages.ModeRun, messages.ModeDamp, messages.CausePanic),
		modeEvent(100, "elbow", messages.ModeRun, messages.ModeDamp, messages.CausePanic),
		modeEvent(150, "elbow", messages.ModeDamp, messages.ModeOff, messages.CauseDrive), // it climbs in the same stop
		modeEvent(150, "wrist", messages.ModeDamp, messages.ModeOff, messages.CauseDrive),
		modeEvent(300, "elbow", messages.ModeOff, messages.ModeRun, messages.CauseRearm),
		modeEvent(300, "wrist", messages.ModeOff, messages.ModeRun, messages.CauseRearm),
		modeEvent(400, "elbow", messages.ModeRun, messages.ModeLimited, messages.CauseOverrun), // it accepts commands
		modeEvent(500, "elbow", messages.ModeLimited, messages.ModeRampHold, messages.CauseStale),
		modeEvent(600, "spare", messages.ModeOff, messages.ModeBrake, messages.CauseStartup), // it has never run
	} {
		s.Add(&e)
	}
	all, earlier := s.All()
	want := []Stop{
		{World: "arm", Joints: []string{"elbow", "wrist"}, Mode: messages.ModeOff, Cause: messages.CausePanic, At: messages.Instant(100 * time.Millisecond), Length: 200 * time.Millisecond},
		{World: "arm", Joints: []string{"elbow"}, Mode: messages.ModeRampHold, Cause: messages.CauseStale, At: messages.Instant(500 * time.Millisecond), Length: -1},
	}
	if earlier != 0 || !slices.EqualFunc(all, want, func(a, b Stop) bool {
		return a.World == b.World && slices.Equal(a.Joints, b.Joints) && a.Mode == b.Mode && a.Cause == b.Cause && a.At == b.At && a.Length == b.Length
	}) {
		t.Errorf("%+v", all)
	}
	if !s.Stopped("arm", "elbow") || s.Stopped("arm", "wrist") || s.Stopped("arm", "spare") {
		t.Error("the elbow is stopped; the wrist runs, and the spare joint has not run")
	}
	r := Report{Stops: all}
	var text strings.Builder
	if err := r.Text(&text); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"  0.100000s for 0.200 s  arm elbow, wrist: off (panic)\n", "  0.500000s until the end  arm elbow: ramp_hold (stale)\n"} {
		if !strings.Contains(text.String(), line) {
			t.Errorf("%q is not in%s", line, text.String())
		}
	}
}

func TestAJointIsStoppedWhileItsGateHasFailed(t *testing.T) {
	var s Stops
	for _, e := range []messages.Event{
		modeEvent(10, "elbow", messages.ModeOff, messages.ModeRun, messages.CauseRearm),
		{Time: messages.Instant(time.Second), Kind: messages.EventFailed, Source: "arm/gate", Cause: messages.CausePanic},
		{Time: messages.Instant(time.Second), Kind: messages.EventFailed, Source: "base/gate", Cause: messages.CausePanic},
	} {
		s.Add(&e)
	}
	if present := s.Present(); len(present) != 1 || present[0].Cause != messages.CausePanic || present[0].At != messages.Instant(time.Second) {
		t.Errorf("%+v", present)
	}
}

// Joints of two worlds stop and come back over and over, those of a world together. Each of their
// stops is one, however many there are.
func TestJointsThatStopTogetherShareEachOfManyStops(t *testing.T) {
	var s Stops
	joints := []string{"elbow", "shoulder", "wrist"}
	change := func(at time.Duration, world, joint string, from, to messages.Mode) {
		s.Add(&messages.Event{Time: messages.Instant(at), Kind: messages.EventModeChanged, Source: world + "/gate", Joint: joint, From: from, To: to, Cause: messages.CauseStale})
	}
	random := testkit.Random(t)
	const stops = 2*maxStops + 300
	now := time.Duration(0)
	for range stops / 2 {
		now += time.Duration(20+random.IntN(300)) * time.Millisecond
		for _, to := range []messages.Mode{messages.ModeDamp, messages.ModeRun} {
			for _, world := range []string{"left", "right"} {
				for _, i := range random.Perm(len(joints)) {
					from := messages.ModeRun
					if to == messages.ModeRun {
						from = messages.ModeDamp
					}
					change(now+time.Duration(random.IntN(400))*time.Microsecond, world, joints[i], from, to)
				}
			}
			now += 5 * time.Millisecond
		}
	}
	all, earlier := s.All()
	if len(all) != maxStops || earlier != stops-maxStops {
		t.Errorf("%d stops and %d earlier ones, want %d and %d", len(all), earlier, maxStops, stops-maxStops)
	}
	for _, stop := range all {
		if !slices.Equal(stop.Joints, joints) {
			t.Fatalf("%+v", stop)
		}
	}
}

// A robot that stops again and again for days must not fill the memory.
func TestOnlyTheNewestStopsAreKept(t *testing.T) {
	var s Stops
	random := rand.New(rand.NewPCG(1, 2))
	e := modeEvent(0, "elbow", messages.ModeOff, messages.ModeRun, messages.CauseRearm)
	s.Add(&e)
	now := 0
	for range 3 * maxStops {
		now += 2 + random.IntN(50)
		down := modeEvent(now, "elbow", messages.ModeRun, messages.ModeDamp, messages.CauseStale)
		now += 2 + random.IntN(50)
		up := modeEvent(now, "elbow", messages.ModeDamp, messages.ModeRun, messages.CauseRearm)
		s.Add(&down)
		s.Add(&up)
	}
	all, earlier := s.All()
	if len(all) != maxStops || earlier != 2*maxStops || !slices.IsSortedFunc(all, func(a, b Stop) int { return int(a.At - b.At) }) {
		t.Errorf("%d stops and %d earlier ones", len(all), earlier)
	}
}
