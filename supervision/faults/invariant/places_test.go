package invariant

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/app"
	"github.com/robo-actors/robo-actors/worlds/urdf"
)

// circles has the base drive on a circle of 1 m, and its estimate go by a share of the angles and a
// factor to the left.
func circles(share, left float64, milliseconds int) func(*play) {
	return func(p *play) {
		p.located = &[3]float64{}
		began := p.now
		p.truth = func(p *play) {
			a := 0.5 * p.now.Sub(began).Seconds()
			*p.located = [3]float64{math.Sin(a), 1 - math.Cos(a), a}
			a *= share
			p.planar = [3]float64{math.Sin(a), left * (1 - math.Cos(a)), a}
		}
		p.run(milliseconds)
	}
}

// bends puts the elbow somewhere, of which its world reads some of it.
func bends(read float64) func(*play) {
	return func(p *play) {
		p.located = &[3]float64{}
		p.run(50)
		p.truths[elbow].Position = 1
		p.record(app.PlantActor+".state", &messages.JointState{Position: p.positions()})
		p.spoil = when("whole_body/perception.snapshot", func(p *play, _ *messages.Stamp, s *messages.Snapshot) bool {
			j := p.w.worlds[0].driven(elbow)
			s.Position[j.at.Position] = read
			return true
		})
		p.run(50)
	}
}

func TestV27(t *testing.T) {
	try(t, []trial{
		{"an estimate with the wrong sign sideways", "V27", []string{virtualJoint, "away from the true pose"}, circles(1, -1, 1000), circles(1, 1, 3000)},
		{"an estimate that loses a hundredth of its way", "V27", []string{"since they agreed"}, circles(0.99, 1, 3000), circles(0.9999, 1, 3000)},
		{"a world that uses another position than the true one", "V27", []string{elbow, "is outside of what was true"}, bends(0.999), bends(1 + 1e-5)},
	})
}

// Odometry counts what the wheels turned while values are late, and no fault of a link that only
// delays is an excuse. One that changes numbers is.
func TestAnEstimateIsExcusedByWhatChangesNumbers(t *testing.T) {
	for text, want := range map[string]string{"delay %s delay=10ms": "V27", "drop %s": "V27", "partition %s": "V27", "nan %s": "", "extreme %s": "", "freeze %s": ""} {
		p := newPlay(t)
		p.located = &[3]float64{}
		p.run(500)
		const link = wheels + ".state->mobile_base/perception.wheels"
		p.event(messages.Event{Kind: messages.EventFaultInjected, Source: link, Text: fmt.Sprintf(text, link)})
		p.planar[0] = 0.05 // the estimate jumps by itself
		p.run(100)
		if p.want(want); want != "" {
			continue
		}
		p.event(messages.Event{Kind: messages.EventFaultEnded, Source: link, Text: fmt.Sprintf(text, link)})
		p.run(int(excuse/time.Millisecond) + 100)
		p.want("")
		p.planar[0] = 0 // and once more
		p.run(100)
		if p.want("V27"); t.Failed() {
			t.Fatal(text)
		}
	}
}

// bodyOn is a body that a joint of some type moves in the room.
func bodyOn(t *testing.T, joint string) *worlds.World {
	t.Helper()
	d, err := urdf.Parse("robot.urdf.yaml", []byte(`
robot:
  name: robot
  links: [{name: room}, {name: trunk}]
  joints: [{name: base, type: `+joint+`, parent: room, child: trunk, axis: [0, 0, 1]}]
`), urdf.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w, err := worlds.Build(d)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestABaseThatMovesExcusesJointsForAMoment(t *testing.T) {
	w := bodyOn(t, "floating")
	h := newPlaces(&app.Plant{Model: w})
	if !h.free() || h.tumbles(0) {
		t.Fatalf("a floating base: free %v, tumbles %v", h.free(), h.tumbles(0))
	}
	q := make([]float64, w.NumPositions())
	now, turn := messages.Instant(0), 0.0
	step := func(slide, turns float64) {
		now += millisecond
		q[0] += slide
		turn += turns
		q[3], q[6] = math.Cos(turn/2), math.Sin(turn/2)
		h.note(now, time.Millisecond, &messages.JointState{Position: q})
	}
	still := 0.9 * restSpeed * 0.001
	step(0, 0)
	step(still, 0)
	step(0, still)
	if h.tumbles(now) {
		t.Error("a base at rest")
	}
	step(1.1*restSpeed*0.001, 0)
	if !h.tumbles(now) || !h.tumbles(now.Add(patience)) || h.tumbles(now.Add(patience+1)) {
		t.Error("a base that slides")
	}
	now = now.Add(2 * patience)
	step(0, 0) // the instants differ by much: it has not moved
	step(0, 1.1*restSpeed*0.001)
	if !h.tumbles(now) {
		t.Error("a base that turns")
	}
	if held := newPlaces(&app.Plant{Model: bodyOn(t, "planar")}); held.free() || (*places)(nil).free() {
		t.Error("a robot that stands on its base is not free")
	}
}
