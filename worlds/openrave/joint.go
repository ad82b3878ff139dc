package openrave

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/internal/strictxml"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// joint is a joint between two links.
type joint struct {
	name         string
	at           spot
	path         string
	bodies       [2]*link
	kind         worlds.JointType
	anchor, axis spatial.Vec // in the frame of the first body
	limit        worlds.Limit
	disabled     bool
	equation     strictxml.Field
	mimic        *mimic
	// damping, friction and armature are those of a COLLADA file, see [worlds.Joint].
	damping, friction, armature float64
}

// mimic is a resolved relation: the value is multiplier times that of the leader, plus offset.
type mimic struct {
	leader             *joint // an independent one
	multiplier, offset float64
}

// Tags of a joint.
var (
	jointTags = []string{"body", "offsetfrom", "axis", "axis1", "anchor", "limits", "limitsdeg", "limitsrad", "lostop", "histop", "maxvel", "maxveldeg",
		"maxaccel", "maxacceldeg", "maxjerk", "maxtorque", "maxforce", "mimic_pos", "adjacent"}
	jointIgnored = []string{"weight", "resolution", "initial", "rotorinertia", "maxinertia", "hardmaxvel", "mimic_vel", "mimic_accel", "mode", "readable", "electricmotoractuator", "actuator"}
)

// jointKinds are the types of joints that can be expressed.
var jointKinds = []string{"hinge", "slider"}

// joint reads an element joint.
func (r *reader) joint(f *file, e *strictxml.Element, b *kinbody) {
	j := &joint{name: attribute(e, "name").Text, at: spot{file: f, offset: e.Offset}, axis: spatial.Vec{Z: 1}, limit: worlds.Unlimited()}
	if j.name == "" {
		j.name = fmt.Sprintf("J_%d", len(b.joints))
	}
	j.path = b.name + ".joints[" + source.Clip(j.name, 40) + "]"
	if len(b.joints) >= MaxLinks {
		r.fail(f, e.Offset, j.path, "there are too many joints", fmt.Sprintf("at most %d", MaxLinks), "")
		return
	}
	for _, have := range b.joints {
		if have.name == j.name {
			r.fail(f, e.Offset, j.path, "a joint named "+source.Quote(j.name)+" was declared already", "distinct names", "the first is at "+have.at.position().String())
		}
	}
	switch kind := attribute(e, "type"); strings.ToLower(kind.Text) {
	case "hinge", "revolute":
		j.kind = worlds.Revolute
	case "slider", "prismatic":
		j.kind = worlds.Prismatic
	default:
		r.fail(f, max(e.Offset, kind.Offset), j.path, "a joint of type "+source.Quote(source.Clip(kind.Text, 40))+" cannot be expressed", "one of "+strings.Join(jointKinds, ", "),
			source.DidYouMean(strings.ToLower(kind.Text), jointKinds))
		j.kind = worlds.Revolute
	}
	j.disabled = isFalse(attribute(e, "enable"))
	if circular := attribute(e, "circular"); circular.Set && !isFalse(circular) && j.kind == worlds.Revolute {
		j.kind = worlds.Continuous
	}
	for i := range e.Attributes {
		if strings.HasPrefix(strings.ToLower(e.Attributes[i].Name), "mimic_pos") {
			j.equation = e.Attributes[i].Value
		}
	}
	p := &jointParts{r: r, f: f, b: b, j: j}
	for _, c := range e.Children {
		p.part(c)
	}
	p.finish(e)
}

func isFalse(f strictxml.Field) bool {
	return f.Set && (strings.EqualFold(f.Text, "false") || f.Text == "0")
}

// jointParts reads the children of a joint.
type jointParts struct {
	r              *reader
	f              *file
	b              *kinbody
	j              *joint
	bodies         []*link
	named          int // bodies that are named, known or not
	from           *link
	bounded, stops bool
}

// degrees is the unit of rotations in tags that end with deg.
const degrees = math.Pi / 180

func (p *jointParts) part(e *strictxml.Element) {
	r, f, j := p.r, p.f, p.j
	unit := 1.0
	if j.kind != worlds.Prismatic {
		unit = degrees
	}
	switch name := tag(e); name {
	case "body":
		p.named++
		if l := r.link(f, p.b, e.Text(), j.path+".body"); l != nil {
			p.bodies = append(p.bodies, l)
		}
	case "offsetfrom":
		p.from = r.link(f, p.b, e.Text(), j.path+".offsetfrom")
	case "axis", "axis1":
		if v, ok := r.numbers(f, e, j.path+".axis", 3); ok {
			j.axis = spatial.Vec{X: v[0], Y: v[1], Z: v[2]}
			if n := j.axis.Norm(); !(n > 0) || math.IsInf(n, 0) {
				r.fail(f, e.Offset, j.path+".axis", "the axis is zero", "a direction", "")
				j.axis = spatial.Vec{Z: 1}
			}
		}
	case "anchor":
		if v, ok := r.numbers(f, e, j.path+".anchor", 3); ok {
			j.anchor = spatial.Vec{X: v[0], Y: v[1], Z: v[2]}
		}
	case "limits", "limitsrad", "limitsdeg":
		factor := 1.0
		if name == "limitsdeg" {
			factor = unit
		}
		if v, ok := r.numbers(f, e, j.path+"."+name, 2); ok {
			p.bounded = true
			j.limit.Lower, j.limit.Upper = factor*min(v[0], v[1]), factor*max(v[0], v[1])
		}
	case "lostop":
		j.limit.Lower, p.stops, p.bounded = unit*r.number(f, e, j.path, 0), true, true
	case "histop":
		j.limit.Upper, p.stops, p.bounded = unit*r.number(f, e, j.path, 0), true, true
	case "maxvel", "maxveldeg", "maxaccel", "maxacceldeg", "maxjerk", "maxtorque", "maxforce":
		p.rate(e, name, unit)
	case "mimic_pos":
		j.equation = e.Text()
	default:
		r.other(f, e, jointTags, jointIgnored)
	}
}

// rate reads a limit of an absolute value.
func (p *jointParts) rate(e *strictxml.Element, name string, unit float64) {
	v := p.r.number(p.f, e, p.j.path+"."+name, math.Inf(1))
	if v < 0 {
		p.r.fail(p.f, e.Offset, p.j.path+"."+name, fmt.Sprintf("the limit is %v", v), "at least 0", "")
		return
	}
	if strings.HasSuffix(name, "deg") {
		v *= unit
	}
	switch name {
	case "maxvel", "maxveldeg":
		p.j.limit.Velocity = v
	case "maxaccel", "maxacceldeg":
		p.j.limit.Acceleration = v
	case "maxjerk":
		p.j.limit.Jerk = v
	default:
		p.j.limit.Effort = v
	}
}

// finish brings anchor and axis into the frame of the first body, and fills in what is missing.
func (p *jointParts) finish(e *strictxml.Element) {
	r, f, j := p.r, p.f, p.j
	if len(p.bodies) != 2 {
		if p.named != 2 {
			r.fail(f, e.Offset, j.path, fmt.Sprintf("the joint has %d bodies", p.named), "two elements <body>", "")
		}
		return
	}
	if p.bodies[0] == p.bodies[1] {
		r.fail(f, e.Offset, j.path, "the joint connects body "+source.Quote(p.bodies[0].name)+" to itself", "two different bodies", "")
		return
	}
	j.bodies = [2]*link(p.bodies)
	frame := spatial.IdentityPose()
	if p.from != nil {
		frame = p.from.pose
	}
	in := j.bodies[0].pose.InverseTimes(&frame)
	j.anchor, j.axis = in.Apply(j.anchor), in.R.Apply(j.axis.Unit())
	if p.stops { // the old tags mean the opposite direction
		j.axis = j.axis.Neg()
	}
	switch {
	case j.kind == worlds.Continuous:
		j.limit.Lower, j.limit.Upper = math.Inf(-1), math.Inf(1)
	case !p.bounded && j.kind == worlds.Revolute:
		j.limit.Lower, j.limit.Upper = -halfTurn, halfTurn
	case !p.bounded && j.equation.Set:
		j.limit.Lower, j.limit.Upper = -mostTravel, mostTravel
	case !p.bounded:
		r.fail(f, e.Offset, j.path, "the slider has no limits", "<limits>lower upper</limits>, m", "")
	case math.IsInf(j.limit.Lower, 0) || math.IsInf(j.limit.Upper, 0):
		r.fail(f, e.Offset, j.path, "one of lostop and histop is missing", "both, or <limits>", "")
	}
	p.b.joints = append(p.b.joints, j)
}

// mostTravel bounds a slider that only follows another joint, m.
const mostTravel = 1e3

// resolveMimics replaces equations by relations to one independent joint each.
func (r *reader) resolveMimics(b *kinbody, joints []*joint) {
	byName := map[string]*joint{}
	for _, j := range b.joints {
		byName[j.name] = j
	}
	forms := map[*joint]linear{}
	for _, j := range joints {
		if !j.equation.Set || j.mimic != nil || b.incomplete {
			continue
		}
		form, err := parseLinear(j.equation.Text)
		if err != nil {
			r.fail(j.at.file, j.equation.Offset, j.path+".mimic_pos", err.Error(), "for example 2*J0+0.1", "")
			continue
		}
		forms[j] = form
	}
	defer func() { // what failed here would fail again where the element around this one ends
		for _, j := range joints {
			j.equation.Set = false
		}
	}()
	resolved := map[*joint]*mimic{}
	for _, j := range joints {
		if _, follows := forms[j]; follows && resolved[j] == nil {
			r.follow(j, forms, byName, resolved)
		}
	}
}

// follow returns the relation of a joint, nil after an error was reported. A nil entry of resolved
// is one that is being resolved, and one without a leader has failed.
func (r *reader) follow(j *joint, forms map[*joint]linear, byName map[string]*joint, resolved map[*joint]*mimic) *mimic {
	if j.mimic != nil {
		return j.mimic
	}
	fail := func(problem, expected, hint string) *mimic {
		r.fail(j.at.file, j.equation.Offset, j.path+".mimic_pos", problem, expected, hint)
		resolved[j] = &mimic{}
		return nil
	}
	if m, begun := resolved[j]; begun {
		if m == nil {
			return fail("the equations of joints form a cycle", "joints that follow an independent one", "")
		}
		return nil
	}
	resolved[j] = nil
	out := &mimic{offset: forms[j].constant}
	names := slices.Sorted(maps.Keys(forms[j].factors))
	for _, name := range names {
		factor, leader := forms[j].factors[name], byName[name]
		if leader == nil {
			known := slices.Sorted(maps.Keys(byName))
			return fail("no joint is named "+source.Quote(name), "one of "+source.Listed(known, 12), source.DidYouMean(name, known))
		}
		if _, follows := forms[leader]; follows || leader.mimic != nil {
			via := r.follow(leader, forms, byName, resolved)
			if via == nil {
				resolved[j] = &mimic{}
				return nil
			}
			out.offset += factor * via.offset
			factor *= via.multiplier
			leader = via.leader
		}
		if out.leader != nil && out.leader != leader {
			return fail("the joint follows two independent joints, "+source.Quote(out.leader.name)+" and "+source.Quote(leader.name), onlyOne, "")
		}
		out.leader = leader
		out.multiplier += factor
	}
	if out.leader == nil {
		return fail("the equation names no joint", onlyOne, "")
	}
	j.mimic, resolved[j] = out, out
	return out
}

// onlyOne is what the equation of a joint must be.
const onlyOne = "an equation that leads to one independent joint"
