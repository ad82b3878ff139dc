// Package outline makes shapes from the options of application files:
//
//	{shape: cylinder, radius: 0.03, length: 0.1}
//
// Controllers, plants and environments share these options.
package outline

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/geometry"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Options describe a shape about the origin of its frame. A mesh counts as its convex hull: give
// its vertices to a hull.
type Options struct {
	Shape  string       `option:"shape" doc:"kind of shape" one_of:"box,sphere,capsule,cylinder,cone,plane,hull"`
	Size   []float64    `option:"size" unit:"m" doc:"lengths of a box along x, y and z; default: none"`
	Radius float64      `option:"radius" unit:"m" doc:"of a sphere, capsule, cylinder or cone" min:"0"`
	Length float64      `option:"length" unit:"m" doc:"along z of a cylinder, a cone, or a capsule without its caps" min:"0"`
	Points [][3]float64 `option:"points" unit:"m" doc:"points whose convex hull is the shape; default: none"`
}

// needs lists what each kind of shape is made of.
var needs = map[string]string{"box": "size", "sphere": "radius", "capsule": "radius length", "cylinder": "radius length",
	"cone": "radius length", "plane": "", "hull": "points"}

// Build returns the shape. Its errors are *messages.OptionError, joined.
func (o *Options) Build() (geometry.Shape, error) {
	takes, known := needs[o.Shape]
	if !known {
		return nil, &messages.OptionError{Path: "shape", Err: fmt.Errorf("unknown shape %q", o.Shape), Unknown: o.Shape,
			Known: []string{"box", "sphere", "capsule", "cylinder", "cone", "plane", "hull"}}
	}
	var errs []error
	check := func(option string, given bool) {
		switch needed := strings.Contains(takes, option); {
		case needed && !given:
			errs = append(errs, &messages.OptionError{Path: option, Err: fmt.Errorf("the %s has no %s", o.Shape, option), Expected: "its " + takes})
		case given && !needed:
			errs = append(errs, &messages.OptionError{Path: option, Err: fmt.Errorf("a %s has no %s", o.Shape, option), Expected: strings.TrimSpace("only " + takes)})
		}
	}
	check("size", len(o.Size) > 0)
	check("radius", o.Radius != 0)
	check("points", len(o.Points) > 0)
	if o.Length != 0 || takes == "" {
		check("length", o.Length != 0)
	}
	if len(o.Size) > 0 && len(o.Size) != 3 {
		errs = append(errs, &messages.OptionError{Path: "size", Err: fmt.Errorf("%d numbers", len(o.Size)), Expected: "3 lengths"})
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return o.shape()
}

func (o *Options) shape() (geometry.Shape, error) {
	switch o.Shape {
	case "box":
		return orError(geometry.NewBox([3]float64(o.Size)))
	case "sphere":
		return orError(geometry.NewSphere(o.Radius))
	case "capsule":
		return orError(geometry.NewCapsule(o.Radius, o.Length))
	case "cylinder":
		return orError(geometry.NewCylinder(o.Radius, o.Length))
	case "cone":
		return orError(geometry.NewCone(o.Radius, o.Length))
	case "plane":
		return geometry.NewPlane(), nil
	}
	return orError(geometry.NewHull(o.Points))
}

// orError keeps a nil pointer out of the interface.
func orError[S geometry.Shape](s S, err error) (geometry.Shape, error) {
	if err != nil {
		return nil, &messages.OptionError{Err: err}
	}
	return s, nil
}

// Segment returns every point within radius of the line between two points as a shape and its pose:
// a sphere if they are equal, else a capsule.
func Segment(from, to [3]float64, radius float64) (geometry.Shape, spatial.Pose, error) {
	pose := spatial.IdentityPose()
	along := spatial.VecOf(to).Sub(spatial.VecOf(from))
	pose.P = spatial.VecOf(from).AddScaled(0.5, along).Array()
	length := along.Norm()
	if length == 0 {
		s, err := orError(geometry.NewSphere(radius))
		return s, pose, err
	}
	pose.R = aligned(along.Scale(1 / length))
	s, err := orError(geometry.NewCapsule(radius, length))
	return s, pose, err
}

// aligned returns a rotation whose third axis is z.
func aligned(z spatial.Vec) spatial.Rotation {
	x := spatial.Vec{X: 1}.Cross(z)
	if math.Abs(z.X) > 0.8 {
		x = spatial.Vec{Y: 1}.Cross(z)
	}
	x = x.Unit()
	y := z.Cross(x)
	return spatial.Rotation{x.X, y.X, z.X, x.Y, y.Y, z.Y, x.Z, y.Z, z.Z}
}
