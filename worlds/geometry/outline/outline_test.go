package outline_test

import (
	"math"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/geometry"
	"github.com/robo-actors/robo-actors/worlds/geometry/outline"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

func TestEveryKindIsBuiltFromItsSizes(t *testing.T) {
	for _, c := range []struct {
		options outline.Options
		kind    geometry.Kind
		top     float64 // of its bounds, m
	}{
		{outline.Options{Shape: "box", Size: []float64{1, 2, 3}}, geometry.KindBox, 1.5},
		{outline.Options{Shape: "sphere", Radius: 0.5}, geometry.KindSphere, 0.5},
		{outline.Options{Shape: "capsule", Radius: 0.5, Length: 2}, geometry.KindCapsule, 1.5},
		{outline.Options{Shape: "cylinder", Radius: 0.5, Length: 2}, geometry.KindCylinder, 1},
		{outline.Options{Shape: "cone", Radius: 0.5, Length: 2}, geometry.KindCone, 1},
		{outline.Options{Shape: "plane"}, geometry.KindPlane, 0},
		{outline.Options{Shape: "hull", Points: [][3]float64{{}, {1, 0, 0}, {0, 1, 0}, {0, 0, 2}}}, geometry.KindHull, 2},
	} {
		s, err := c.options.Build()
		if err != nil {
			t.Fatal(err)
		}
		if s.Kind() != c.kind || s.Bounds().Max[2] != c.top {
			t.Errorf("%+v is a %s up to %g m, want a %s up to %g m", c.options, s.Kind(), s.Bounds().Max[2], c.kind, c.top)
		}
	}
}

func TestWrongSizesAreRefusedByName(t *testing.T) {
	for want, o := range map[string]outline.Options{
		`shape: unknown shape "ball"`:           {Shape: "ball"},
		"size: the box has no size":             {Shape: "box"},
		"size: 2 numbers; expected 3 lengths":   {Shape: "box", Size: []float64{1, 2}},
		"radius: a box has no radius":           {Shape: "box", Size: []float64{1, 2, 3}, Radius: 1},
		"radius: the cone has no radius":        {Shape: "cone", Length: 1},
		"length: a sphere has no length":        {Shape: "sphere", Radius: 1, Length: 1},
		"length: a plane has no length":         {Shape: "plane", Length: 1},
		"points: a cylinder has no points":      {Shape: "cylinder", Radius: 1, Length: 1, Points: [][3]float64{{}}},
		"points: the hull has no points":        {Shape: "hull"},
		"the radius is NaN m":                   {Shape: "sphere", Radius: math.NaN()},
		"at least 0 and at most":                {Shape: "box", Size: []float64{1, -2, 3}},
		"geometry: hull: point 0 is":            {Shape: "hull", Points: [][3]float64{{math.Inf(1), 0, 0}}},
		"radius: the capsule has no radius":     {Shape: "capsule", Length: 1},
		"size: a hull has no size":              {Shape: "hull", Points: [][3]float64{{}}, Size: []float64{1, 1, 1}},
		"size: a sphere has no size":            {Shape: "sphere", Radius: 1, Size: []float64{1, 1, 1}},
		"points: a plane has no points":         {Shape: "plane", Points: [][3]float64{{}}},
		"radius: a plane has no radius":         {Shape: "plane", Radius: 1},
		"radius: a hull has no radius":          {Shape: "hull", Points: [][3]float64{{}}, Radius: 2},
		"radius: the sphere has no radius":      {Shape: "sphere"},
		"expected only radius length":           {Shape: "cylinder", Radius: 1, Length: 1, Size: []float64{1}},
		"length: a hull has no length":          {Shape: "hull", Points: [][3]float64{{}}, Length: 1},
		"length: a box has no length":           {Shape: "box", Size: []float64{1, 1, 1}, Length: 1},
		"points: a box has no points; expected": {Shape: "box", Size: []float64{1, 1, 1}, Points: [][3]float64{{}}},
	} {
		s, err := o.Build()
		if err == nil || s != nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v gives %v, %v; want %q", o, s, err, want)
		}
	}
}

func TestASegmentGoesFromOneEndToTheOther(t *testing.T) {
	for _, to := range [][3]float64{{1, 2, 3}, {0, 0, -1}, {3, 1e-9, 0}, {0, -2, 0}} {
		from := [3]float64{0.5, -0.1, 0.2}
		s, pose, err := outline.Segment(from, to, 0.1)
		if err != nil {
			t.Fatal(err)
		}
		half := s.(*geometry.Capsule).Length() / 2
		for sign, want := range map[float64][3]float64{-1: from, 1: to} {
			got := pose.Apply(spatial.Vec{Z: sign * half})
			if got.Sub(spatial.VecOf(want)).Norm() > 1e-12 {
				t.Errorf("the end is %v, want %v", got, want)
			}
		}
		if !pose.R.Valid() {
			t.Errorf("%v is no rotation", pose.R)
		}
	}
	if s, pose, err := outline.Segment([3]float64{1, 2, 3}, [3]float64{1, 2, 3}, 0.1); err != nil || s.Kind() != geometry.KindSphere || pose.P != [3]float64{1, 2, 3} {
		t.Errorf("a segment without a length is %v at %v, %v", s, pose.P, err)
	}
	if s, _, err := outline.Segment([3]float64{}, [3]float64{0, 0, 1}, -1); err == nil || s != nil {
		t.Errorf("a negative radius gives %v, %v", s, err)
	}
}
