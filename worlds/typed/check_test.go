package typed

import (
	"math"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/app"
)

func structureOf(w *worlds.World) Structure {
	h := w.Hashes()
	return Structure{World: "arm", Kinematics: h.Kinematics.String(), Limits: h.Limits.String(), Names: h.Names.String()}
}

func TestACheckNamesWhatDiffersFromTheFile(t *testing.T) {
	made := structureOf(robot(t))
	for name, c := range map[string]struct {
		change func(*worlds.Description)
		want   []string // none: it is in order
		not    string
	}{
		"nothing":      {func(*worlds.Description) {}, nil, ""},
		"a friction":   {func(d *worlds.Description) { d.Joint("arm").Friction = 1 }, nil, ""},
		"a limit":      {func(d *worlds.Description) { d.Joint("arm").Limits[0].Upper = 1.5 }, []string{"limits or control modes"}, "kinematics"},
		"a length":     {func(d *worlds.Description) { d.Joint("arm").Origin.P[0] = 1 }, []string{"kinematics"}, "limits"},
		"a type":       {func(d *worlds.Description) { d.Joint("wheel").Type = worlds.Floating }, []string{"kinematics"}, "names"},
		"a new name":   {func(d *worlds.Description) { d.Joint("lift").Name = "mast"; d.Groups[0].Joints[4] = "mast" }, []string{"names of links and joints"}, "limits"},
		"a group":      {func(d *worlds.Description) { d.Groups[0].Joints = d.Groups[0].Joints[1:] }, []string{"joint groups"}, "limits"},
		"another role": {func(d *worlds.Description) { d.Joint("wheel").Role = worlds.Passive }, []string{"control modes"}, "names"},
	} {
		config := &app.Config{Name: "plant", Worlds: []app.World{{Name: "other", Model: robot(t)}, {Name: "arm", Model: robot(t, c.change)}}}
		err := Check(config, made)
		if c.want == nil {
			if err != nil {
				t.Errorf("%s: %v, expected no difference that counts", name, err)
			}
			continue
		}
		for _, want := range append(c.want, `world "arm"`, "run robo-actors generate") {
			if err == nil || !strings.Contains(err.Error(), want) || c.not != "" && strings.Contains(err.Error(), c.not) {
				t.Errorf("%s: error %v, expected one with %q and without %q", name, err, want, c.not)
			}
		}
	}
}

func TestACheckNamesWorldsThatAreGone(t *testing.T) {
	made := structureOf(robot(t))
	config := &app.Config{Name: "plant", Worlds: []app.World{{Name: "a", Model: robot(t)}, {Name: "b", Model: robot(t)}}}
	if err := Check(config, made); err == nil || !strings.Contains(err.Error(), `application "plant" has no world "arm"; it has a, b`) {
		t.Errorf("error %v, expected one with the worlds there are", err)
	}
}

func TestACheckNeedsAConfiguration(t *testing.T) {
	if err := Check(nil, Structure{World: "arm"}); err == nil || !strings.Contains(err.Error(), "the configuration is nil") {
		t.Errorf("error %v", err)
	}
}

func TestLimitsHaveTheirUnitsInOrder(t *testing.T) {
	l := func(from float64) worlds.Limit {
		return worlds.Limit{Lower: from, Upper: from + 1, Velocity: from + 2, Acceleration: from + 3, Jerk: from + 4, Effort: math.Inf(1)}
	}
	rotary := func(from float64) RotaryLimits { return RotaryLimit(l(from)) }
	linear := func(from float64) LinearLimits { return LinearLimit(l(from)) }
	if want := (RotaryLimits{Lower: 1, Upper: 2, Velocity: 3, Acceleration: 4, Jerk: 5, Effort: rotary(0).Effort}); rotary(1) != want || !math.IsInf(float64(want.Effort), 1) {
		t.Errorf("got %+v, expected %+v", rotary(1), want)
	}
	if want := (LinearLimits{Lower: 1, Upper: 2, Velocity: 3, Acceleration: 4, Jerk: 5, Effort: linear(0).Effort}); linear(1) != want || !math.IsInf(float64(want.Effort), 1) {
		t.Errorf("got %+v, expected %+v", linear(1), want)
	}
	if got, want := PlanarLimit(l(1), l(2), l(3)), (PlanarLimits{X: linear(1), Y: linear(2), Theta: rotary(3)}); got != want {
		t.Errorf("got %+v, expected %+v", got, want)
	}
	want := FloatingLimits{Linear: [3]LinearLimits{linear(1), linear(2), linear(3)}, Angular: [3]RotaryLimits{rotary(4), rotary(5), rotary(6)}}
	if got := FloatingLimit(l(1), l(2), l(3), l(4), l(5), l(6)); got != want {
		t.Errorf("got %+v, expected %+v", got, want)
	}
}
