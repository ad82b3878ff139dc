package physics

import (
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/hardware/sim/internal/optioncheck"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// wheel is one wheel of a set, resolved.
type wheel struct {
	joint      string
	path       string  // of the option that names the joint
	base, spin int     // places of the planar joint and of the wheel's joint in the velocity vector
	radius     float64 // m
	borne      float64 // kg, what the base carries, itself and its wheels included
	among      float64 // the number of wheels that carry it
	load       float64 // N
	resistance float64 // N m, rolling resistance at the wheel's joint
	firstRow   int     // its contact rows
	rows       int
}

// rollWheels resolves the wheel sets: the rows of contact and the wheels they belong to. A row is a
// velocity of the contact point that the ground holds. In the axes of the base, where the wheel
// rolls along the unit vector d, its contact point lies at p, and the ground holds the unit vector
// u,
//
//	u . (v + omega z x p) - (u . d) r w = 0
//
// with body twist v, omega of the base and wheel speed w. All of it is constant: the planar joint's
// velocity is the twist of the base in its own axes.
func rollWheels(c *optioncheck.Errors, sets []WheelOptions, model *rigidbody.Model) (rows []contactRow, wheels []wheel) {
	w := model.NewWorkspace() // at the neutral position, where the base's axes are those of its planar joint
	var places []placedWheel
	for k := range sets {
		set := &sets[k]
		path, before := fmt.Sprintf("wheels[%d]", k), c.Count()
		c.In(path, set.check())
		for i, joint := range set.Joints {
			at := fmt.Sprintf("%s.joints[%d]", path, i)
			place, err := placeWheel(w, joint, float64(set.Radius))
			c.In(at, err)
			if c.Count() == before {
				place.set, place.path = set, at
				places = append(places, place)
			}
		}
	}
	shareMass(places, model)
	g := model.Gravity()
	pull := math.Sqrt(g[0]*g[0] + g[1]*g[1] + g[2]*g[2])
	for i := range places {
		place := &places[i]
		place.load = place.borne * pull / place.among
		place.resistance = place.set.RollingResistance * place.load * place.radius
		place.firstRow = len(rows)
		for _, u := range place.set.held(*place) {
			rows = append(rows, place.row(u, place.set.Grip))
		}
		place.rows = len(rows) - place.firstRow
		wheels = append(wheels, place.wheel)
	}
	return rows, wheels
}

// shareMass tells the wheels what their bases carry, and among how many wheels. What stands or
// floats beside a base, as another robot, is no load of its wheels.
func shareMass(places []placedWheel, model *rigidbody.Model) {
	count := make(map[int]float64)
	for i := range places {
		count[places[i].carrier]++
	}
	for i := range places {
		place := &places[i]
		place.borne, place.among = model.Mass()-massBeside(model, place.carrier), count[place.carrier]
	}
}

// massBeside is the mass of all that moves, but not with a body, kg.
func massBeside(model *rigidbody.Model, body int) (mass float64) {
	moves, carried := make([]bool, model.NumBodies()), make([]bool, model.NumBodies())
	for i := range moves {
		b := model.Body(i)
		moves[i], carried[i] = b.Kind != rigidbody.Fixed, i == body
		if b.Parent >= 0 {
			moves[i], carried[i] = moves[i] || moves[b.Parent], carried[i] || carried[b.Parent]
		}
		if moves[i] && !carried[i] {
			mass += b.Inertia.Mass
		}
	}
	return mass
}

// check returns the errors about the options that need no mechanism.
func (set *WheelOptions) check() error {
	c := &optioncheck.Errors{}
	if set.Type != Mecanum && set.Type != Standard {
		c.Unknown("type", "type of wheels", set.Type, []string{Mecanum, Standard})
	}
	if len(set.Joints) == 0 {
		c.Add("joints", "the joints of the wheels", "there are no joints")
	}
	c.Positive("radius", float64(set.Radius))
	c.Within("roller_angle", math.Abs(float64(set.RollerAngle)), 0, 1.4, " rad")
	if set.Omni && set.RollerAngle != 0 {
		c.Add("omni", "one of omni and roller_angle", "omni is set, and roller_angle is %g rad", set.RollerAngle)
	}
	if set.Type == Standard && (set.Omni || set.RollerAngle != 0) {
		c.Add("type", "mecanum, or neither roller_angle nor omni", "standard wheels have no rollers")
	}
	c.AtLeast("grip", set.Grip, 0)
	c.Within("rolling_resistance", set.RollingResistance, 0, 0.5, "")
	return c.Err()
}

// placedWheel is a wheel with its place in the axes of the base.
type placedWheel struct {
	wheel
	set     *WheelOptions
	carrier int        // the body that the planar joint moves
	contact [2]float64 // m
	rolls   [2]float64 // unit vector along which the wheel rolls at a positive speed
}

// placeWheel finds the base that carries a wheel, and the wheel's place on it.
func placeWheel(w *rigidbody.Workspace, joint string, radius float64) (p placedWheel, err error) {
	model := w.Model()
	body, err := model.JointIndex(joint)
	if err != nil {
		return p, err
	}
	b := model.Body(body)
	if b.Kind != rigidbody.Continuous && b.Kind != rigidbody.Revolute {
		return p, &messages.OptionError{Err: fmt.Errorf("joint %q is %s", joint, b.Kind), Expected: "a continuous joint"}
	}
	base := b.Parent
	for base >= 0 && model.Body(base).Kind == rigidbody.Fixed {
		base = model.Body(base).Parent
	}
	if base < 0 || model.Body(base).Kind != rigidbody.Planar {
		return p, &messages.OptionError{Err: fmt.Errorf("no planar joint carries joint %q", joint),
			Expected: "a joint whose parent link is fixed to the child of a planar joint"}
	}
	normal := model.Body(base).Axis
	frame, place := w.Pose(base), w.Pose(body)
	up := frame.R.Apply(spatial.VecOf(normal)).Array()
	if up[2] < 1-1e-9 || normal[2] < 1-1e-9 {
		return p, &messages.OptionError{Err: fmt.Errorf("the planar joint %q has the normal (%.3g, %.3g, %.3g) in the room", model.Body(base).JointName, up[0], up[1], up[2]),
			Expected: "(0, 0, 1), given as axis z of its frame"}
	}
	axis := frame.R.ApplyInverse(place.R.Apply(spatial.VecOf(b.Axis))).Array()
	centre := frame.R.ApplyInverse(spatial.VecOf(place.P).Sub(spatial.VecOf(frame.P))).Array()
	if math.Abs(axis[2]) > levelWithin {
		return p, &messages.OptionError{Err: fmt.Errorf("joint %q turns about (%.3g, %.3g, %.3g) of the base", joint, axis[0], axis[1], axis[2]),
			Expected: "a horizontal axis"}
	}
	p.joint, p.radius, p.carrier = joint, radius, base
	p.base, _ = model.VelocityRange(base)
	p.spin, _ = model.VelocityRange(body)
	p.contact = [2]float64{centre[0], centre[1]}
	level := math.Hypot(axis[0], axis[1])
	p.rolls = [2]float64{axis[1] / level, -axis[0] / level} // axis x up: to the left of the axis seen from above
	return p, nil
}

// levelWithin is how far the axis of a wheel may point up or down, rad: descriptions turn wheels by
// 1.57 and 3.14. Such a wheel rolls as one with a level axis does.
const levelWithin = 0.01

// held lists the unit vectors along which the ground holds a wheel, in the axes of the base.
func (set *WheelOptions) held(p placedWheel) [][2]float64 {
	across := [2]float64{-p.rolls[1], p.rolls[0]} // to the left of the rolling direction
	if set.Type == Standard {
		return [][2]float64{p.rolls, across}
	}
	angle := float64(set.RollerAngle)
	if angle == 0 && !set.Omni {
		angle = math.Pi / 4
	}
	// The quadrant of the wheel, seen along its rolling direction: front left and rear right turn
	// to the right.
	along := p.contact[0]*p.rolls[0] + p.contact[1]*p.rolls[1]
	left := p.contact[0]*across[0] + p.contact[1]*across[1]
	if along*left > 0 {
		angle = -angle
	}
	cos, sin := math.Cos(angle), math.Sin(angle)
	return [][2]float64{{cos*p.rolls[0] + sin*across[0], cos*p.rolls[1] + sin*across[1]}}
}

// row is the contact along u.
func (p *placedWheel) row(u [2]float64, grip float64) contactRow {
	hold := math.Inf(1)
	if grip > 0 {
		hold = grip * p.load // N; the plant makes it an impulse
	}
	return contactRow{
		base:  p.base,
		slope: [3]float64{u[0], u[1], p.contact[0]*u[1] - p.contact[1]*u[0]},
		wheel: p.spin,
		reach: -(u[0]*p.rolls[0] + u[1]*p.rolls[1]) * p.radius,
		hold:  hold,
	}
}
