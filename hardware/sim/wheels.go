package sim

import (
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// wheel is one wheel of a set, resolved.
type wheel struct {
	joint      string
	base, spin int     // where the planar joint and the wheel's joint stand in the velocity vector
	radius     float64 // m
	borne      float64 // kg, what the base carries, itself and its wheels included
	among      float64 // the number of wheels that carry it
	load       float64 // N
	resistance float64 // N m, rolling resistance at the wheel's joint
	firstRow   int     // its contact rows
	rows       int
}

// rollWheels resolves the wheel sets: the rows of contact and the wheels they belong to. A row is a velocity of the
// contact point that the ground holds. In the axes of the base, where the wheel rolls along the unit vector d, its
// contact point lies at p, and the ground holds the unit vector u,
//
//	u . (v + omega z x p) - (u . d) r w = 0
//
// with body twist v, omega of the base and wheel speed w. All of it is constant: the planar joint's velocity is the
// twist of the base in its own axes.
func rollWheels(sets []WheelSet, model *rigidbody.Model) (rows []contactRow, wheels []wheel, faults []error) {
	w := model.NewWorkspace() // at the neutral position, where the base's axes are those of its planar joint
	var places []placedWheel
	for k := range sets {
		set := &sets[k]
		c := &checker{where: fmt.Sprintf("wheels %d (%s)", k, set.Kind)}
		set.check(c)
		for _, joint := range set.Joints {
			if place, ok := placeWheel(c, w, joint, set.Radius); ok && len(c.errors) == 0 {
				place.set = set
				places = append(places, place)
			}
		}
		faults = append(faults, c.errors...)
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
	return rows, wheels, faults
}

// shareMass tells the wheels what their bases carry, and among how many wheels. What stands or floats beside a base, as another
// robot, is no load of its wheels.
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

func (set *WheelSet) check(c *checker) {
	if set.Kind != Mecanum && set.Kind != Standard {
		c.report("Kind is %s; expected mecanum or standard", set.Kind)
	}
	if len(set.Joints) == 0 {
		c.report("Joints is empty; expected the joints of the wheels")
	}
	c.positive("Radius", set.Radius)
	c.within("RollerAngle", math.Abs(set.RollerAngle), 0, 1.4, " rad")
	if set.Omni && set.RollerAngle != 0 {
		c.report("Omni is set and RollerAngle is %g rad; expected one of them", set.RollerAngle)
	}
	if set.Kind == Standard && (set.Omni || set.RollerAngle != 0) {
		c.report("standard wheels have no rollers; remove RollerAngle and Omni, or make Kind mecanum")
	}
	c.least("Grip", set.Grip, 0)
	c.within("RollingResistance", set.RollingResistance, 0, 0.5, "")
}

// placedWheel is a wheel with its place in the axes of the base.
type placedWheel struct {
	wheel
	set     *WheelSet
	carrier int        // the body that the planar joint moves
	contact [2]float64 // m
	rolls   [2]float64 // unit vector along which the wheel rolls at a positive speed
}

// placeWheel finds the base that carries a wheel, and the wheel's place on it.
func placeWheel(c *checker, w *rigidbody.Workspace, joint string, radius float64) (p placedWheel, ok bool) {
	model := w.Model()
	body, err := model.JointIndex(joint)
	if err != nil {
		c.report("%v", err)
		return p, false
	}
	b := model.Body(body)
	if b.Kind != rigidbody.Continuous && b.Kind != rigidbody.Revolute {
		c.report("joint %q is %s; expected continuous", joint, b.Kind)
		return p, false
	}
	base := b.Parent
	for base >= 0 && model.Body(base).Kind == rigidbody.Fixed {
		base = model.Body(base).Parent
	}
	if base < 0 || model.Body(base).Kind != rigidbody.Planar {
		c.report("joint %q is not carried by a planar joint; expected its parent link to be fixed to the child of one", joint)
		return p, false
	}
	normal := model.Body(base).Axis
	frame, place := w.Pose(base), w.Pose(body)
	up := turn(frame.R, normal)
	if up[2] < 1-1e-9 || normal[2] < 1-1e-9 {
		c.report("the planar joint %q has the normal (%.3g, %.3g, %.3g) in the room; expected (0, 0, 1), given as axis z of its frame",
			model.Body(base).JointName, up[0], up[1], up[2])
		return p, false
	}
	axis := turnBack(frame.R, turn(place.R, b.Axis))
	centre := turnBack(frame.R, minus(place.P, frame.P))
	if math.Abs(axis[2]) > levelWithin {
		c.report("joint %q turns about (%.3g, %.3g, %.3g) of the base; expected a horizontal axis", joint, axis[0], axis[1], axis[2])
		return p, false
	}
	p.joint, p.radius, p.carrier = joint, radius, base
	p.base, _ = model.VelocityRange(base)
	p.spin, _ = model.VelocityRange(body)
	p.contact = [2]float64{centre[0], centre[1]}
	level := math.Hypot(axis[0], axis[1])
	p.rolls = [2]float64{axis[1] / level, -axis[0] / level} // axis x up: to the left of the axis seen from above
	return p, true
}

// levelWithin is how far the axis of a wheel may point up or down, rad: descriptions turn wheels by 1.57 and 3.14. Such a wheel
// rolls as one with a level axis does.
const levelWithin = 0.01

// held lists the unit vectors along which the ground holds a wheel, in the axes of the base.
func (set *WheelSet) held(p placedWheel) [][2]float64 {
	across := [2]float64{-p.rolls[1], p.rolls[0]} // to the left of the rolling direction
	if set.Kind == Standard {
		return [][2]float64{p.rolls, across}
	}
	angle := set.RollerAngle
	if angle == 0 && !set.Omni {
		angle = math.Pi / 4
	}
	// The quadrant of the wheel, seen along its rolling direction: front left and rear right turn to the right.
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

func turn(r [9]float64, v [3]float64) [3]float64 {
	return [3]float64{
		r[0]*v[0] + r[1]*v[1] + r[2]*v[2],
		r[3]*v[0] + r[4]*v[1] + r[5]*v[2],
		r[6]*v[0] + r[7]*v[1] + r[8]*v[2],
	}
}

func turnBack(r [9]float64, v [3]float64) [3]float64 {
	return [3]float64{
		r[0]*v[0] + r[3]*v[1] + r[6]*v[2],
		r[1]*v[0] + r[4]*v[1] + r[7]*v[2],
		r[2]*v[0] + r[5]*v[1] + r[8]*v[2],
	}
}

func minus(a, b [3]float64) [3]float64 {
	return [3]float64{a[0] - b[0], a[1] - b[1], a[2] - b[2]}
}
