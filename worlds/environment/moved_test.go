package environment_test

import (
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/environment"
)

// roomWithPosts starts an environment with two bodies, of which somebody may move each.
func roomWithPosts(t *testing.T, variant string) *actors.System {
	t.Helper()
	o := environment.DefaultOptions()
	o.Kind, o.Robot = variant, "-"
	for _, name := range []string{"post", "can"} {
		o.Bodies = append(o.Bodies, environment.BodyOptions{Name: name, Shape: "sphere", Radius: 0.1, Position: []messages.Meters{0, 0, 1}})
	}
	instance, site := environment.Actor{Options: o}.WithFaults(address)
	actor := *instance.(*environment.Actor)
	return start(t, actors.Application{Name: "app", Actors: []actors.Spec{spec(10*time.Millisecond, actor)}, FaultSites: []actors.FaultSite{site}},
		actors.WithVirtualTime(), actors.WithFaults())
}

// wantPlace lets the time pass and compares the place of a body then. The answer takes a step more.
func wantPlace(t *testing.T, sys *actors.System, wait time.Duration, name string, want [3]float64) {
	t.Helper()
	check(t, sys.Advance(wait))
	var a answers
	a.request(t, sys, environment.Read{})
	check(t, sys.Advance(10*time.Millisecond))
	got := pose(t, a.replies[0].(*environment.Scene), name)
	for k := range got {
		if math.Abs(got[k]-want[k]) > 1e-12 {
			t.Fatalf("at %v: %s is at %v; expected %v", sys.Now(), name, got, want)
		}
	}
}

func TestAMovedBodyGoesItsWayAndComesBack(t *testing.T) {
	sys := roomWithPosts(t, "mirror")
	check(t, sys.Advance(5*time.Millisecond))
	check(t, sys.Inject(actors.Fault{Kind: actors.FaultBodyMoved, Target: address + ".post", Choice: "y", Amount: -0.4, Delay: 200 * time.Millisecond, Duration: 500 * time.Millisecond}))
	wantPlace(t, sys, 100*time.Millisecond, "post", [3]float64{0, -0.2, 1})
	wantPlace(t, sys, 190*time.Millisecond, "post", [3]float64{0, -0.4, 1})
	// Where a sensor sees it counts without the fault, and a second fault adds to the first.
	check(t, sys.Send(address, environment.Observed{Object: "post", Pose: at(1, 0, 1), Time: sys.Now()}))
	check(t, sys.Inject(actors.Fault{Kind: actors.FaultBodyMoved, Target: address + ".*", Choice: "x", Amount: 0.5, Duration: 50 * time.Millisecond}))
	wantPlace(t, sys, 20*time.Millisecond, "post", [3]float64{1.5, -0.4, 1})
	wantPlace(t, sys, 0, "can", [3]float64{0.5, 0, 1})
	wantPlace(t, sys, 60*time.Millisecond, "can", [3]float64{0, 0, 1})
	wantPlace(t, sys, 0, "post", [3]float64{1, -0.4, 1})
	wantPlace(t, sys, 500*time.Millisecond, "post", [3]float64{1, 0, 1})
}

func TestABodyInAHandIsNotMovedByAnybody(t *testing.T) {
	sys := roomWithPosts(t, "ideal")
	check(t, sys.Advance(5*time.Millisecond))
	check(t, sys.Inject(actors.Fault{Kind: actors.FaultBodyMoved, Target: address + ".can", Choice: "z", Amount: 0.3}))
	wantPlace(t, sys, 10*time.Millisecond, "can", [3]float64{0, 0, 1.3})
	check(t, sys.Send(address, environment.Attach{Object: "can", To: "post"}))
	wantPlace(t, sys, 20*time.Millisecond, "can", [3]float64{0, 0, 1.3})
	sys.ClearFaults()
	wantPlace(t, sys, 20*time.Millisecond, "can", [3]float64{0, 0, 1.3})
}

func TestNobodyMovesBodiesOfASimulation(t *testing.T) {
	o := environment.DefaultOptions()
	o.Kind, o.Bodies = "physics", []environment.BodyOptions{{Name: "post"}}
	if _, site := (environment.Actor{Options: o}).WithFaults(address); len(site.FaultTargets()) > 0 {
		t.Errorf("a simulation has the targets %v", site.FaultTargets())
	}
}
