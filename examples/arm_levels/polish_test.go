package armlevels

import (
	"context"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/examples/internal/handover"
	"github.com/robo-actors/robo-actors/examples/internal/run"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// What polish.yaml claims, of what the plant says is true.
const (
	pressed      = 20.0 // N
	forceBound   = 1.2  // N, from the first to the last stroke, in which the friction of joints changes its sign
	forceRMS     = 0.25 // N, of the same
	lateralBound = 1e-3 // m, of the tool across its stroke
	touchDown    = 0.5  // N s, in the first 10 ms in which the tool meets the table
)

// The states of polish.yaml, in its order.
const (
	approaching = iota
	pressing
	sliding // around the strokes, never the active one
	there
	across
	back
	retreating
)

// strokes are the lines in the plane of the table, from and to, x and y in m.
var strokes = map[uint32][2][2]float64{
	there:  {{0.4, -0.12}, {0.4, 0.12}},
	across: {{0.4, 0.12}, {0.44, 0.12}},
	back:   {{0.44, 0.12}, {0.44, -0.12}},
}

// polished is what was true of a run.
type polished struct {
	force, lateral, along float64 // greatest errors of force, N, across the stroke, and beyond its ends, m
	met                   float64 // impulse of the first 10 ms in which the tool touched, N s
	touched               int     // instants at which it touched, of those 10
	square                float64 // sum of the squares of the error of force, N^2
	judged                int     // instants of strokes
	lost                  int     // instants of strokes at which the tool did not touch
	early, late           float64 // greatest force before it pressed, and half a second after it retreated, N
	ticks                 map[uint32]int
	swept                 map[uint32]float64 // along the stroke, m
	height                float64            // of the tool at the end, m
	stale                 int                // events of an input that fell silent
}

func (p *polished) rms() float64 { return math.Sqrt(p.square / float64(p.judged)) }

func (p *polished) String() string {
	return fmt.Sprintf("force off by %.2f N rms and %.2f N at most, touch-down with %.2f N s, tool off by %.2f mm across its strokes; %d instants without touch; ticks by state %v",
		p.rms(), p.force, p.met, 1e3*p.lateral, p.lost, p.ticks)
}

// polish runs polish.yaml, with what happens to it on the way.
func polish(t *testing.T, happens ...func(*actors.System)) *polished {
	t.Helper()
	config := run.Load(t, "polish.yaml")
	p := &polished{ticks: map[uint32]int{}, swept: map[uint32]float64{}}
	system, err := app.New(config, actors.WithEvents(func(e messages.Event) {
		switch e.Kind {
		case messages.EventFailed:
			t.Errorf("%s failed: %s", e.Source, e.Text)
		case messages.EventStale:
			p.stale++
		}
	}))
	if err != nil {
		t.Fatal(err)
	}
	var tool [3]float64
	var state uint32
	entered := messages.Instant(0)
	run.Tap(t, system, "arm/controller.status", func(at messages.Stamp, s *messages.TaskStatus) {
		if s.State != state {
			state, entered = s.State, at.Time
		}
		p.ticks[state]++
	})
	run.Tap(t, system, "plant/robot.truth", func(_ messages.Stamp, s *messages.BodyState) { tool = s.Pose.Position })
	run.Tap(t, system, "plant/robot.contacts", func(at messages.Stamp, s *messages.Signals) { p.judge(state, at.Time.Sub(entered), tool, s.Value) })
	for _, happen := range happens {
		happen(system)
	}
	if err := system.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	p.height = tool[2]
	return p
}

// judge looks at an instant: contact has the force on the tool in world axes, and in its eighth
// number how many points touch.
func (p *polished) judge(state uint32, since time.Duration, tool [3]float64, contact []float64) {
	up := contact[2]
	if up > 0 && p.touched < 10 {
		p.met, p.touched = p.met+1e-3*up, p.touched+1
	}
	switch stroke, moves := strokes[state]; {
	case moves:
		from, way := stroke[0], [2]float64{stroke[1][0] - stroke[0][0], stroke[1][1] - stroke[0][1]}
		length := math.Hypot(way[0], way[1])
		x, y := tool[0]-from[0], tool[1]-from[1]
		along := (x*way[0] + y*way[1]) / length
		p.lateral = math.Max(p.lateral, math.Abs(x*way[1]-y*way[0])/length)
		p.along = math.Max(p.along, math.Max(-along, along-length))
		p.swept[state] = math.Max(p.swept[state], along)
		p.force = math.Max(p.force, math.Abs(up-pressed))
		p.square, p.judged = p.square+(up-pressed)*(up-pressed), p.judged+1
		if contact[7] != 1 {
			p.lost++
		}
	case state == retreating && since > 500*time.Millisecond:
		p.late = math.Max(p.late, up)
	case state == approaching:
		p.early = math.Max(p.early, up)
	}
}

func TestTheArmPressesAsHardAsDeclaredWhileItMovesAlongItsStrokes(t *testing.T) {
	if testing.Short() {
		t.Skip("9 s of virtual time take a minute under the race detector, which the short run is for; the plain run of this test asserts all of it")
	}
	p := polish(t)
	t.Log(p)
	if p.force > forceBound || p.rms() > forceRMS || p.lost > 0 {
		t.Errorf("while it moves the force is off by %g N, bound %g, rms %g N, bound %g; the tool lost the table at %d instants",
			p.force, forceBound, p.rms(), forceRMS, p.lost)
	}
	if p.lateral > lateralBound || p.along > 3*lateralBound {
		t.Errorf("the tool is off its strokes by %g m across them, bound %g, and %g m beyond their ends", p.lateral, lateralBound, p.along)
	}
	if p.met == 0 || p.met > touchDown {
		t.Errorf("the tool met the table with %g N s, bound %g", p.met, touchDown)
	}
	if p.early != 0 || p.late != 0 || p.height < 0.39 {
		t.Errorf("forces of %g N before and %g N after; the tool ends at a height of %g m", p.early, p.late, p.height)
	}
	for state, line := range strokes {
		length := math.Hypot(line[1][0]-line[0][0], line[1][1]-line[0][1])
		if p.swept[state] < length-4e-3 {
			t.Errorf("of stroke %d, %g m long, it swept %g m", state, length, p.swept[state])
		}
	}
	for _, state := range []uint32{approaching, pressing, there, across, back, retreating} {
		if p.ticks[state] < 100 {
			t.Errorf("state %d was active for %d ticks only", state, p.ticks[state])
		}
	}
}

// The sensor falls silent in the middle of a stroke. The arm goes on with what it feeds forward,
// less exactly, and nothing fails.
func TestWithoutItsSensorTheArmFeedsTheForceForwardAndGoesOn(t *testing.T) {
	if testing.Short() {
		t.Skip("9 s of virtual time take a minute under the race detector, which the short run is for; the plain run of this test asserts all of it")
	}
	p := polish(t, func(s *actors.System) {
		s.At(messages.Instant(2500*time.Millisecond), func() {
			if err := s.Inject(actors.Fault{Kind: actors.FaultDrop, Target: "plant/robot.feet->arm/controller.wrenches", Duration: time.Minute}); err != nil {
				t.Error(err)
			}
		})
	})
	t.Log(p)
	if p.stale != 1 || p.lost > 0 || p.ticks[retreating] < 100 {
		t.Errorf("%d inputs fell silent, the tool lost the table at %d instants, and retreated for %d ticks", p.stale, p.lost, p.ticks[retreating])
	}
	if p.rms() <= forceRMS || p.force > 4*forceBound {
		t.Errorf("the force was off by %g N rms and %g N at most; expected more than with the sensor, %g N, and less than %g N", p.rms(), p.force, forceRMS, 4*forceBound)
	}
}

func TestEveryChangeOfTaskSetsWhilePolishingKeepsTheBoundOfTheTorqueStep(t *testing.T) {
	if testing.Short() {
		t.Skip("16 runs take minutes under the race detector, which the short run is for; the plain run of this test asserts all of it")
	}
	handover.CheckEveryPair(t, polishing)
}

var polishing = handover.Options{File: "polish.yaml", Controller: "arm/controller", States: []string{"approach", "press", "there", "retreat"},
	Ready: 1400 * time.Millisecond, Dwell: 400 * time.Millisecond, After: 150 * time.Millisecond}

// The changes on the way: touch-down, strokes, lift-off. A short test sees the approach and the
// touch-down only.
func TestTheChangesWhilePolishingKeepTheBoundOfTheTorqueStep(t *testing.T) {
	duration, least := 8*time.Second, 5
	if testing.Short() {
		duration, least = 1800*time.Millisecond, 1
	}
	course := polishing
	course.Ready = 700 * time.Millisecond // the drives have begun
	handover.CheckCourse(t, course, duration, least)
}
