package worlds

import (
	"math"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

func planarJoint() Joint {
	limit := Unlimited()
	limit.Velocity = 1
	return Joint{
		Name: "base_planar", Type: Planar, Parent: "world", Child: "base", Origin: spatial.IdentityPose(), Axis: [3]float64{0, 0, 1},
		Limits: []Limit{limit, limit, limit}, Role: Virtual,
	}
}

func TestTheTwoEndsOfAVirtualJointCompareEqual(t *testing.T) {
	a, b := planarJoint(), planarJoint()
	b.Name, b.Parent, b.Child, b.Role, b.Damping = "mobile_base_planar", "room", "mobile_base", Driven, 3
	b.Axis = [3]float64{0, 0, 2}
	b.Origin.P[0] = 1e-12
	b.Limits[0].Velocity = 1 + 1e-12
	if got := CompareJoint(a, b); len(got) != 0 {
		t.Errorf("differences %v, want none", got)
	}
}

func TestEachDifferenceOfTwoJointsIsNamedWithUnits(t *testing.T) {
	cases := map[string]struct {
		change func(*Joint)
		want   string
	}{
		"type":         {func(j *Joint) { j.Type = Floating; j.Limits = nil }, "type: planar, floating"},
		"position":     {func(j *Joint) { j.Origin.P[1] = 0.1 }, "origin.position: [0 0 0] m, [0 0.1 0] m"},
		"orientation":  {func(j *Joint) { j.Origin.R = spatial.RotationFromRPY([3]float64{0, 0, 0.5}) }, "origin.orientation: rpy [0 0 0] rad, rpy [0 0 0.5] rad"},
		"axis":         {func(j *Joint) { j.Axis = [3]float64{0, 1, 0} }, "axis: [0 0 1], [0 1 0]"},
		"linear limit": {func(j *Joint) { j.Limits[1].Velocity = 0.5 }, "limits[1].velocity: 1 m/s, 0.5 m/s"},
		"angular":      {func(j *Joint) { j.Limits[2].Acceleration = 4 }, "limits[2].acceleration: none, 4 rad/s2"},
		"no limit":     {func(j *Joint) { j.Limits[0].Velocity = math.Inf(1) }, "limits[0].velocity: 1 m/s, none"},
		"effort":       {func(j *Joint) { j.Limits[2].Effort = 4 }, "limits[2].effort: none, 4 N m"},
		"jerk":         {func(j *Joint) { j.Limits[0].Jerk = 4 }, "limits[0].jerk: none, 4 m/s3"},
		"lower":        {func(j *Joint) { j.Limits[0].Lower = -4 }, "limits[0].lower: none, -4 m"},
	}
	for name, c := range cases {
		b := planarJoint()
		c.change(&b)
		if got := CompareJoint(planarJoint(), b); len(got) != 1 || got[0].String() != c.want {
			t.Errorf("%s: %v, want %q", name, got, c.want)
		}
	}
	a, b := hinge("a", "b"), hinge("a", "b")
	b.Mimic = &Mimic{Joint: "x", Multiplier: 2, Offset: 0.5}
	if got := CompareJoint(a, b); len(got) != 1 || got[0].String() != "mimic: none, 2 q + 0.5" {
		t.Errorf("mimic: %v", got)
	}
	b = hinge("a", "b")
	b.Limits = bounds(-2, 2.5)
	if got := CompareJoint(a, b); len(got) != 1 || got[0].String() != "limit.upper: 2 rad, 2.5 rad" {
		t.Errorf("hinge: %v", got)
	}
	if got := CompareJoint(planarJoint(), Joint{Type: Planar, Origin: spatial.IdentityPose(), Axis: [3]float64{0, 0, 1}}); len(got) != 3 {
		t.Errorf("against a joint without limits: %v, want three differences", got)
	}
}

func TestAllDifferencesAreListed(t *testing.T) {
	b := planarJoint()
	b.Origin.P[0], b.Axis, b.Limits[0].Jerk = 1, [3]float64{1, 0, 0}, 5
	if got := CompareJoint(planarJoint(), b); len(got) != 3 {
		t.Errorf("differences %v, want three", got)
	}
}
