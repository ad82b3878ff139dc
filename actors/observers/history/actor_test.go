package history_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/internal/shelltest"
	"github.com/robo-actors/robo-actors/actors/observers/history"
	"github.com/robo-actors/robo-actors/messages"
)

const robot = `
robot:
  name: robot
  links: [{name: trunk, inertial: {mass: 1, inertia: {ixx: 1, iyy: 1, izz: 1}}}, {name: left, inertial: {mass: 1, inertia: {ixx: 1, iyy: 1, izz: 1}}}]
  joints: [{name: wheel, type: continuous, parent: trunk, child: left, axis: [0, 1, 0]}]
`

func options(quantity string) history.Options {
	o := history.DefaultOptions()
	o.Quantity, o.Samples, o.Initial = quantity, 4, -1
	if quantity != "pitch" {
		o.Joint = "wheel"
	}
	return o
}

func rig(t *testing.T, o history.Options) *shelltest.Rig {
	t.Helper()
	return shelltest.New(t, shelltest.World(t, robot), func() any { return &history.Actor{Options: o} })
}

func started(t *testing.T, quantity string) (*shelltest.Rig, *shelltest.Output[messages.History]) {
	t.Helper()
	r := rig(t, options(quantity))
	r.Start()
	return r, shelltest.Tap[messages.History](r, "history", nil)
}

func TestTheNewestValueComesFirst(t *testing.T) {
	for quantity, of := range map[string]func(*shelltest.Rig) *float64{
		"position": func(r *shelltest.Rig) *float64 { return &r.Robot.Position[0] },
		"velocity": func(r *shelltest.Rig) *float64 { return &r.Robot.Velocity[0] },
		"effort":   func(r *shelltest.Rig) *float64 { return &r.Robot.Effort[0] },
	} {
		r, out := started(t, quantity)
		value := of(r)
		r.Ticks(1)
		r.Plant = func() { *value++ }
		var sent [][]float64
		for len(sent) < 6 {
			before := out.Count
			r.Ticks(1)
			if out.Count > before {
				sent = append(sent, slices.Clone(out.Value.Values))
			}
		}
		want := [][]float64{{1, 0, 0, -1}, {2, 1, 0, 0}, {3, 2, 1, 0}, {4, 3, 2, 1}, {5, 4, 3, 2}, {6, 5, 4, 3}}
		if !slices.EqualFunc(sent, want, slices.Equal) {
			t.Errorf("%s: %v, expected %v", quantity, sent, want)
		}
		if err := r.Sys.Send(shelltest.Shell, messages.SpineConfig{}); err != nil {
			t.Fatal(err)
		}
		r.Ticks(1)
		if got, want := out.Value.Values, []float64{7, -1, -1, -1}; !slices.Equal(got, want) {
			t.Errorf("%s: %v after a configuration, expected %v", quantity, got, want)
		}
		r.WantNoFailure()
	}
}

func TestThePitchOfTheBaseIsKept(t *testing.T) {
	r := rig(t, options("pitch"))
	pitch, paused := 0.0, false
	shelltest.Feed(r, "orientation", nil, 3*shelltest.Period, func(_ *actors.Tick, o *messages.BaseOrientation) bool {
		pitch += 0.25
		o.Pitch = pitch
		return !paused
	})
	r.Start()
	out := shelltest.Tap[messages.History](r, "history", nil)
	r.Ticks(6)
	got := out.Value.Values
	if want := []float64{pitch, pitch - 0.25, pitch - 0.5, pitch - 0.75}; !slices.Equal(got, want) {
		t.Errorf("%v, expected %v", got, want)
	}
	paused = true
	r.Ticks(5)
	before := out.Count
	r.Ticks(10)
	if out.Count != before {
		t.Errorf("without an orientation it sent %d values", out.Count-before)
	}
	r.WantNoFailure()
}

func TestUnknownAndInvalidValuesAreLeftOut(t *testing.T) {
	r, out := started(t, "velocity")
	r.Robot.Velocity[0] = 1
	r.Ticks(6)
	for what, x := range map[string]struct{ spoil, repair func() }{
		"invalid": {func() { r.Robot.Valid[0] = false }, func() { r.Robot.Valid[0] = true }},
		"NaN":     {func() { r.Robot.Velocity[0] = math.NaN() }, func() { r.Robot.Velocity[0] = 1 }},
		"silent":  {func() { r.Silent = true }, func() { r.Silent = false }},
	} {
		x.spoil()
		r.Ticks(5)
		before := out.Count
		r.Ticks(10)
		if out.Count != before {
			t.Errorf("%s: it sent %d values", what, out.Count-before)
		}
		x.repair()
		r.Ticks(2)
		if got, want := out.Value.Values, []float64{1, 1, 1, 1}; !slices.Equal(got, want) || out.Count == before {
			t.Errorf("%s: afterwards %v, expected %v", what, got, want)
		}
	}
	if notes := r.Told(messages.EventNote); !slices.Equal(notes, []string{"the velocity is NaN; expected a finite number"}) {
		t.Errorf("notes %q", notes)
	}
	r.WantNoFailure()
}

func TestOptionsThatCannotBeAreRejected(t *testing.T) {
	for want, spoil := range map[string]func(*history.Options){
		"joint: no joint is named; expected the joint whose velocity is kept": func(o *history.Options) { o.Joint = "" },
		`joint: joint "wheel" has no pitch`:                                   func(o *history.Options) { o.Quantity = "pitch" },
		"joint: ":                                                             func(o *history.Options) { o.Joint = "weel" },
		"initial: the value is NaN":                                           func(o *history.Options) { o.Initial = math.NaN() },
		"orientation (messages.BaseOrientation) has no link and needs one: option quantity is pitch": func(o *history.Options) { o.Quantity, o.Joint = "pitch", "" },
	} {
		o := options("velocity")
		spoil(&o)
		rig(t, o).WantRefused(want)
	}
}

func TestATickAllocatesNothing(t *testing.T) {
	r, _ := started(t, "effort")
	r.WantNoAllocation()
}

// A history is the reversed end of everything that was pushed.
func TestRandomHistoriesAreTheEndOfTheSeries(t *testing.T) {
	const seed = 20261124
	r := rand.New(rand.NewPCG(seed, 1))
	for range 200 {
		values, series := make([]float64, 1+r.IntN(20)), []float64(nil)
		history.Fill(values, -7)
		for range r.IntN(60) {
			x := r.NormFloat64()
			series = append(series, x)
			history.Push(values, x)
		}
		for i, got := range values {
			want := -7.0
			if i < len(series) {
				want = series[len(series)-1-i]
			}
			if got != want {
				t.Fatalf("seed %d: value %d of %v is %g, expected %g", seed, i, values, got, want)
			}
		}
	}
}
