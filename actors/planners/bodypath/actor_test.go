package bodypath

import (
	"errors"
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/internal/shelltest"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/environment"
)

const slide = `
robot:
  name: robot
  links: [{name: base}, {name: slide}]
  joints: [{name: slide, type: prismatic, parent: base, child: slide, limits: {lower: 0, upper: 1, velocity: 1, effort: 1}}]
`

// hall notes what is observed.
type hall struct{ seen []environment.Observed }

func (h *hall) Receive(_ *actors.Context, message any) error {
	if m, is := message.(environment.Observed); is {
		h.seen = append(h.seen, m)
	}
	return nil
}

func options() Options {
	return Options{Environment: "robot/hall", Object: "cart", Waypoints: []Waypoint{
		{Time: time.Second, Position: []messages.Meters{1, 2, 0}},
		{Time: 3 * time.Second, Position: []messages.Meters{3, 0, 0.5}, Yaw: 1},
	}}
}

func TestTheBodyRestsThenMovesStraightThenRests(t *testing.T) {
	h := &hall{}
	r := shelltest.Blind(t, shelltest.World(t, slide), func() any { return &Actor{Options: options()} })
	r.Add(actors.Spec{Name: "robot/hall", New: func() any { return h }})
	r.Start()
	r.Run(4 * time.Second)
	if len(h.seen) < 400 {
		t.Fatalf("%d observations in 4 s at 100 Hz", len(h.seen))
	}
	for _, o := range h.seen {
		s := min(max((o.Time.Seconds()-1)/2, 0), 1)
		want := [3]float64{1 + 2*s, 2 - 2*s, 0.5 * s}
		for i := range want {
			if math.Abs(o.Pose.P[i]-want[i]) > 1e-12 || o.Object != "cart" {
				t.Fatalf("at %v %s is at %v; expected %v", o.Time, o.Object, o.Pose.P, want)
			}
		}
		if yaw := math.Atan2(o.Pose.R[3], o.Pose.R[0]); math.Abs(yaw-s) > 1e-12 {
			t.Fatalf("at %v the body is turned by %g; expected %g", o.Time, yaw, s)
		}
	}
}

func TestWaypointsThatMakeNoPathAreRejected(t *testing.T) {
	for path, change := range map[string]func(*Options){
		"waypoints":             func(o *Options) { o.Waypoints = nil },
		"waypoints[1].time":     func(o *Options) { o.Waypoints[1].Time = time.Second },
		"waypoints[0].position": func(o *Options) { o.Waypoints[0].Position = nil },
	} {
		o := options()
		change(&o)
		var option *messages.OptionError
		if err := shelltest.Blind(t, shelltest.World(t, slide), func() any { return &Actor{Options: o} }).Build(); !errors.As(err, &option) || option.Path != path {
			t.Errorf("the error is %v; expected one about %s", err, path)
		}
	}
}
