package wheeled

import (
	"errors"
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// Spot is where a wheel belongs, relative to the centre of all wheels: Ahead and Left are 1, -1, or
// 0 where it does not matter.
type Spot struct {
	Name        string // such as "the front left wheel"
	Ahead, Left float64
}

const (
	offCentre = 0.01 // m, largest distance of the wheels' centre from the origin of the virtual joint's body
	straight  = 0.9  // least share of a wheel's axis that is along y
)

// stand is how a wheel stands on the body that the virtual joint moves, in that body's axes.
type stand struct {
	place [3]float64 // m
	axis  [3]float64 // unit vector
}

// place compares the wheels with the description, where that says how they stand on the body that
// the virtual joint moves: a robot whose wheels are no more than names is taken as it is. Wheels
// whose axes point to the right turn backward to drive forward.
func (b *Base) place(world *worlds.World, spots []Spot) error {
	stands := b.stands(world)
	for i, s := range stands {
		if s.axis[1] < -straight {
			b.signs[i] = -1
		}
	}
	middle := middleOf(stands)
	if !spread(stands, middle) {
		return nil
	}
	body := world.Joint(b.virtual).Child
	var errs []error
	for i, s := range stands {
		name := world.Joint(b.joints[i]).Name
		if math.Abs(s.axis[1]) < straight {
			errs = append(errs, &messages.OptionError{Path: "joint_group",
				Err:      fmt.Errorf("wheel %q turns about (%.3g, %.3g, %.3g) of body %q", name, s.axis[0], s.axis[1], s.axis[2], body),
				Expected: "its y axis, to the left or to the right"})
		}
		if x, y := s.place[0]-middle[0], s.place[1]-middle[1]; spots[i].Ahead*x < 0 || spots[i].Left*y < 0 {
			errs = append(errs, &messages.OptionError{Path: "joint_group",
				Err:      fmt.Errorf("%q is number %d, %s, and is at (%.3g, %.3g) m of body %q, x forward, y to the left", name, i+1, spots[i].Name, s.place[0], s.place[1], body),
				Expected: "the wheels in the order that the option names"})
		}
	}
	if math.Hypot(middle[0], middle[1]) > offCentre {
		errs = append(errs, &messages.OptionError{Path: "virtual_joint",
			Err:      fmt.Errorf("the middle of the wheels is at (%.3g, %.3g) m of body %q, which joint %q moves", middle[0], middle[1], body, world.Joint(b.virtual).Name),
			Expected: fmt.Sprintf("its origin: have the joint move a body there, and fix %q to it", body)})
	}
	return errors.Join(errs...)
}

func middleOf(stands []stand) (middle [2]float64) {
	for _, s := range stands {
		middle[0] += s.place[0] / float64(len(stands))
		middle[1] += s.place[1] / float64(len(stands))
	}
	return middle
}

// spread reports whether wheels have places of their own.
func spread(stands []stand, middle [2]float64) bool {
	for _, s := range stands {
		if math.Hypot(s.place[0]-middle[0], s.place[1]-middle[1]) > offCentre {
			return true
		}
	}
	return false
}

// stands returns how the wheels are placed on the body that the virtual joint moves in its plane x,
// y; nil where it does not carry all of them.
func (b *Base) stands(world *worlds.World) []stand {
	model, err := world.Model()
	carrier := world.BodyOfJoint(b.virtual)
	if err != nil || model.Body(carrier).Axis[2] < 1-1e-9 {
		return nil
	}
	w := model.NewWorkspace()
	list := make([]stand, len(b.joints))
	for i, j := range b.joints {
		body := world.BodyOfJoint(j)
		if carriedBy(model, body) != carrier {
			return nil
		}
		pose, axis := w.RelativePose(body, carrier), model.Body(body).Axis
		list[i].place = pose.P
		for r := range 3 {
			list[i].axis[r] = pose.R[3*r]*axis[0] + pose.R[3*r+1]*axis[1] + pose.R[3*r+2]*axis[2]
		}
	}
	return list
}

// carriedBy is the body whose joint moves what a body is fixed to, -1 where nothing does.
func carriedBy(model *rigidbody.Model, body int) int {
	parent := model.Body(body).Parent
	for parent >= 0 && model.Body(parent).Kind == rigidbody.Fixed {
		parent = model.Body(parent).Parent
	}
	return parent
}
