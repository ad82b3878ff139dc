package app

import (
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/internal/strictyaml"
)

// limits reads the section limits of a world or fragment into a description: limits that a model
// does not have, and tighter ones. A limit is never looser than that of the model.
func (l *loader) limits(f fields, d *worlds.Description) {
	c, found := f.get("limits")
	if !found {
		return
	}
	joints := jointsOf(d)
	for _, n := range c.named("joint", worlds.CheckName) {
		at := n.cursor
		at.Node = n.key
		if !joints.check(at, n.name) {
			continue
		}
		joint := joints.find(n.name)
		for len(joint.Limits) < joint.Type.Velocities() {
			joint.Limits = append(joint.Limits, worlds.Unlimited())
		}
		readLimits(n.cursor, joint, true)
	}
}

// readLimits reads the limits of one joint: a mapping for a joint of one degree of freedom, a list
// of them for others. With tighter, a limit that is looser than the present one is refused.
func readLimits(c cursor, joint *worlds.Joint, tighter bool) {
	n := joint.Type.Velocities()
	form := fmt.Sprintf("a list of %d mappings, one a degree of freedom of a %s joint", n, joint.Type)
	if n == 1 && c.Kind == strictyaml.Mapping {
		readLimit(c, joint, 0, tighter)
		return
	}
	if n == 1 {
		form = "a mapping, as {velocity: 1, acceleration: 10}"
	}
	items := c.elements(form)
	if items != nil && len(items) != n {
		c.refuse(fmt.Sprintf("there are limits of %d degrees of freedom", len(items)), form, "")
		return
	}
	for i, item := range items {
		if !item.IsNull() {
			readLimit(item, joint, i, tighter)
		}
	}
}

// readLimit reads the limits of one degree of freedom.
func readLimit(c cursor, joint *worlds.Joint, dof int, tighter bool) {
	l := &joint.Limits[dof]
	length, effort := "m", "N"
	if angularAxis(joint.Type, dof) {
		length, effort = "rad", "N m"
	}
	f := c.fields(keyNames(limitKeys)...)
	for _, q := range []struct {
		key, unit string
		value     *float64
		atLeast   bool // the value is a lower bound: tighter is greater
	}{
		{"lower", length, &l.Lower, true}, {"upper", length, &l.Upper, false}, {"velocity", length + "/s", &l.Velocity, false},
		{"acceleration", length + "/s^2", &l.Acceleration, false}, {"jerk", length + "/s^3", &l.Jerk, false}, {"effort", effort, &l.Effort, false},
	} {
		given, found := f.get(q.key)
		if !found {
			continue
		}
		v, ok := given.quantity(q.unit)
		if !ok {
			continue
		}
		position := q.key == "lower" || q.key == "upper"
		loose := tighter && (q.atLeast && v < *q.value || !q.atLeast && v > *q.value)
		switch {
		case !position && v <= 0:
			given.refuse(fmt.Sprintf("the limit %s is not positive", withUnit(v, q.unit)), "a positive number in "+q.unit, "")
		case position && (joint.Type == worlds.Continuous || joint.Type == worlds.Floating):
			given.refuse("a "+joint.Type.String()+" joint has no bounds of position", "no bounds", "")
		case loose:
			given.refuse(fmt.Sprintf("the limit %s is looser than that of the model, %s", withUnit(v, q.unit), withUnit(*q.value, q.unit)),
				"a tighter limit", "change the model where its limit is wrong")
		default:
			*q.value = v
		}
	}
	if l.Lower > l.Upper && !math.IsInf(l.Lower, 0) {
		c.refuse(fmt.Sprintf("the lower bound %g is above the upper bound %g", l.Lower, l.Upper), "lower <= upper", "")
	}
}

// angularAxis reports whether degree of freedom dof of a joint is a rotation.
func angularAxis(t worlds.JointType, dof int) bool {
	switch t {
	case worlds.Planar:
		return dof == 2
	case worlds.Floating:
		return dof >= 3
	}
	return t != worlds.Prismatic
}
