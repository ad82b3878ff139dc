package worlds

import (
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// PartKind says what kind of thing a [Part] is.
type PartKind uint8

// The kinds of parts.
const (
	RobotPart PartKind = iota
	LinkPart
	JointPart
	GroupPart
	ManipulatorPart
	SensorPart
)

// Part names a part of a description, so that the reader of a file can say where it stands.
type Part struct {
	Kind  PartKind
	Index int    // in Links, Joints, Groups, Manipulators or Sensors
	Field string // "name", "limit.lower", "limits[2].velocity", ...; empty for the whole thing
}

// Locate returns a diagnostic with position, excerpt and caret of a part filled in, and perhaps the
// path.
type Locate func(Part) source.Diagnostic

// Check returns all errors of the description as *[source.Diagnostics]: invalid names, links and
// joints that are declared twice or missing, two parents of one link, cycles, loose links,
// impossible inertias, limits, axes, mimic relations, groups, manipulators and sensors. Where
// several roots are wrong, each is reported once.
func (d *Description) Check() error { return d.CheckAt(nil) }

// CheckAt is Check with positions from locate. A nil locate takes the positions that links, joints
// and groups carry.
func (d *Description) CheckAt(locate Locate) error {
	c := &checker{d: d, locate: locate}
	c.checkLinks()
	c.checkJoints()
	c.checkTree()
	c.checkMimics()
	c.checkGroups()
	c.checkTools()
	return c.list.Err()
}

// mostSuggestions bounds the searches for near names, so that a file of thousands of errors is
// refused quickly.
const mostSuggestions = 32

// checker collects the errors of one description.
type checker struct {
	d           *Description
	locate      Locate
	list        source.Diagnostics
	links       map[string]int // name -> first link of that name
	joints      map[string]int // name -> first joint of that name
	suggestions int            // searches for near names so far
}

// add reports a problem of a part.
func (c *checker) add(p Part, problem, expected, hint string) {
	if c.list.Full() { // only counted from here on
		c.list.Add(source.Diagnostic{Problem: problem})
		return
	}
	var found source.Diagnostic
	if c.locate != nil {
		found = c.locate(p)
	} else {
		found = source.Diagnostic{Position: c.positionOf(p)}
	}
	if found.Path == "" {
		found.Path = c.pathOf(p)
	}
	found.Problem, found.Expected, found.Hint = problem, expected, hint
	c.list.Add(found)
}

// positionOf returns where the thing that p is part of was declared.
func (c *checker) positionOf(p Part) source.Position {
	switch p.Kind {
	case LinkPart:
		return c.d.Links[p.Index].At
	case JointPart:
		return c.d.Joints[p.Index].At
	case GroupPart:
		return c.d.Groups[p.Index].At
	case ManipulatorPart:
		return c.d.Manipulators[p.Index].At
	case SensorPart:
		return c.d.Sensors[p.Index].At
	}
	return source.Position{}
}

// pathOf returns the path of a part: robot.joints[elbow].limit.lower.
func (c *checker) pathOf(p Part) string {
	list, name := "", ""
	switch p.Kind {
	case LinkPart:
		list, name = "links", c.d.Links[p.Index].Name
	case JointPart:
		list, name = "joints", c.d.Joints[p.Index].Name
	case GroupPart:
		list, name = "joint_groups", c.d.Groups[p.Index].Name
	case ManipulatorPart:
		list, name = "manipulators", c.d.Manipulators[p.Index].Name
	case SensorPart:
		list, name = "sensors", c.d.Sensors[p.Index].Name
	default:
		list, name = "", c.d.Name
		if name == "" {
			name = "robot"
		}
		return joinPath(name, p.Field)
	}
	if name == "" {
		name = fmt.Sprint(p.Index)
	}
	return joinPath(c.d.path(list, source.Clip(name, 40)), p.Field)
}

func joinPath(path, field string) string {
	if field == "" {
		return path
	}
	return path + "." + field
}

// suggest returns a hint with the nearest of the known names, within the budget.
func (c *checker) suggest(name string, known []string) string {
	if c.suggestions >= mostSuggestions {
		return ""
	}
	c.suggestions++
	return source.DidYouMean(name, known)
}

// expectedNames lists known names for an error, cut short.
func expectedNames(known []string) string {
	if len(known) == 0 {
		return ""
	}
	return "one of " + source.Listed(known, 12)
}

func (c *checker) checkLinks() {
	c.links = make(map[string]int, len(c.d.Links))
	if len(c.d.Links) == 0 {
		c.add(Part{}, "there are no links", "at least one link", "")
	}
	for i := range c.d.Links {
		link := &c.d.Links[i]
		name := Part{LinkPart, i, "name"}
		if err := CheckName(link.Name); err != nil {
			c.add(name, err.Error(), "", "")
		}
		if first, found := c.links[link.Name]; found {
			c.add(name, "a link named "+source.Quote(link.Name)+" was declared already"+c.where(Part{LinkPart, first, "name"}), "", "")
		} else {
			c.links[link.Name] = i
		}
		for _, problem := range InertiaProblems(link.Inertia) {
			switch {
			case problem.Fatal:
				c.add(Part{LinkPart, i, "inertial"}, problem.Text, "a mass of at least 0 kg and a positive definite tensor", "")
			case problem.Indefinite && !link.IndefiniteInertia:
				c.add(Part{LinkPart, i, "inertial"}, problem.Text, "a positive definite tensor", indefiniteHint)
			}
		}
		c.checkSizes(i, link)
		c.checkShapes(i, link)
	}
}

// indefiniteHint names the option for descriptions that are wrong on purpose.
const indefiniteHint = "to load the tensor as it is: accept: [indefinite_inertia] beside the path of the model in an application file, " +
	"--accept indefinite_inertia for check, the option IndefiniteInertia in Go"

// where returns " at line 3", or nothing if the place of the part is not known.
func (c *checker) where(p Part) string {
	at := c.positionOf(p)
	if c.locate != nil {
		at = c.locate(p).Position
	}
	if at.Line == 0 {
		return ""
	}
	return " at " + at.String()
}

func (c *checker) checkJoints() {
	c.joints = make(map[string]int, len(c.d.Joints))
	for i := range c.d.Joints {
		joint := &c.d.Joints[i]
		name := Part{JointPart, i, "name"}
		if err := CheckName(joint.Name); err != nil {
			c.add(name, err.Error(), "", "")
		}
		if first, found := c.joints[joint.Name]; found {
			c.add(name, "a joint named "+source.Quote(joint.Name)+" was declared already"+c.where(Part{JointPart, first, "name"}), "", "")
		} else {
			c.joints[joint.Name] = i
		}
		c.checkGeometry(i, joint)
		c.checkLimits(i, joint)
		c.checkNumbers(i, joint)
		c.checkControl(i, joint)
	}
}

// checkGeometry checks type, origin and axis of a joint.
func (c *checker) checkGeometry(i int, joint *Joint) {
	if int(joint.Type) >= len(JointTypes()) {
		c.add(Part{JointPart, i, "type"}, fmt.Sprintf("joint type %d is unknown", joint.Type), "", "")
	}
	for _, v := range joint.Origin.P {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			c.add(Part{JointPart, i, "origin"}, fmt.Sprintf("the position of the origin has the value %v", v), "finite numbers, m", "")
			break
		}
	}
	if problem := lengthProblem(joint.Origin.P); problem != "" {
		c.add(Part{JointPart, i, "origin"}, "the origin "+problem, fmt.Sprintf("at most %g m", mostLength), "")
	}
	if !joint.Origin.R.Valid() {
		c.add(Part{JointPart, i, "origin"}, "the orientation of the origin is not a rotation matrix", "an orthonormal matrix with determinant 1",
			"RotationFromRPY and RotationFromQuaternion make one")
	}
	if !usesAxis(joint.Type) {
		return
	}
	sum := math.Abs(joint.Axis[0]) + math.Abs(joint.Axis[1]) + math.Abs(joint.Axis[2])
	switch {
	case joint.Axis == [3]float64{}:
		c.add(Part{JointPart, i, "axis"}, "the axis of a "+joint.Type.String()+" joint is zero", "a direction, for example 0 0 1", "")
	case math.IsNaN(sum) || sum > math.MaxFloat64/4:
		c.add(Part{JointPart, i, "axis"}, fmt.Sprintf("the axis has the value %v", joint.Axis), "finite numbers", "")
	}
}

// checkNumbers checks damping, friction and armature.
func (c *checker) checkNumbers(i int, joint *Joint) {
	for _, n := range []struct {
		field string
		value float64
	}{{"dynamics.damping", joint.Damping}, {"dynamics.friction", joint.Friction}, {"dynamics.armature", joint.Armature}} {
		if !(n.value >= 0) || math.IsInf(n.value, 0) {
			c.add(Part{JointPart, i, n.field}, fmt.Sprintf("the value is %v", n.value), "a finite number of at least 0", "")
		} else if n.value > mostDynamics {
			c.add(Part{JointPart, i, n.field}, fmt.Sprintf("the value is %v", n.value), fmt.Sprintf("at most %g", mostDynamics), "")
		}
	}
	if joint.Armature != 0 && joint.Type.Velocities() != 1 {
		c.add(Part{JointPart, i, "dynamics.armature"}, "a "+joint.Type.String()+" joint has no armature",
			"an armature of joints with one degree of freedom only", "")
	}
}

// checkControl checks role and control modes.
func (c *checker) checkControl(i int, joint *Joint) {
	if int(joint.Role) >= len(roleNames) {
		c.add(Part{JointPart, i, "role"}, fmt.Sprintf("role %d is unknown", joint.Role), "driven, virtual or passive", "")
	}
	switch {
	case !joint.Control.Valid():
		c.add(Part{JointPart, i, "control"}, "the control mode "+joint.Control.String()+" is unknown", "position, velocity, effort or a mix of them", "")
	case joint.Control != messages.ControlNone && !joint.takesCommands():
		c.add(Part{JointPart, i, "control"}, "fixed, mimic and passive joints take no command", "no control mode", "")
	}
}
