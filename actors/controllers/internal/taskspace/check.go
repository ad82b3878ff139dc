package taskspace

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// checker collects the errors of one task.
type checker struct {
	task   *Task
	errors []error
}

func (c *checker) reject(field, format string, args ...any) {
	c.errors = append(c.errors, c.task.invalid(field, format, args...))
}

// check returns every error of a task that does not depend on a robot.
func (t *Task) check() error {
	c := &checker{task: t}
	if t.Kind >= kinds {
		c.reject("kind", "unknown kind %v; known kinds: %s", t.Kind, strings.Join(kindNames[:], ", "))
		return errors.Join(c.errors...)
	}
	c.place()
	c.subject()
	c.gains()
	c.motion()
	c.goal()
	return errors.Join(c.errors...)
}

// place checks name, level and weight.
func (c *checker) place() {
	t := c.task
	if !validName(t.Name) {
		c.reject("name", "expected 1 to 128 characters of A-Z a-z 0-9 _ -, without a digit in front")
	}
	if t.Level < 0 || t.Level >= LevelsMax {
		c.reject("level", "%d; expected 0 to %d", t.Level, LevelsMax-1)
	}
	if t.Weight != 0 && !(t.Weight >= WeightMin && t.Weight <= WeightMax) {
		c.reject("weight", "%g; expected %g to %g, or 0 for the default, 1", t.Weight, WeightMin, WeightMax)
	}
}

func validName(name string) bool {
	if name == "" || len(name) > 128 || name[0] >= '0' && name[0] <= '9' {
		return false
	}
	for _, r := range name {
		if !(r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '_' || r == '-') {
			return false
		}
	}
	return true
}

// subject checks what the task is about.
func (c *checker) subject() {
	t := c.task
	c.named("frame", t.Frame, usesFrame)
	c.named("base", t.Base, usesBase)
	if t.Kind == RelativePose && t.Frame == t.Base && t.Frame != "" {
		c.reject("frame", "%q is its own base; expected another body: a frame does not move relative to itself", t.Frame)
	}
	c.given("point", !zero(t.Point[:]), usesPoint, t.Point[:])
	c.given("direction", !zero(t.Direction[:]), usesDirection, t.Direction[:])
	c.given("rotation", !zero(t.Rotation[:]), usesAxes, t.Rotation[:])
	c.unit("rotation", t.Rotation)
	c.axes("axes", t.Axes, usesAxes)
	c.axes("force_axes", t.ForceAxes, usesForceAxes)
	if t.Axes != 0 && t.ForceAxes&^t.Axes != 0 {
		c.reject("force_axes", "%v are not all among the axes %v", t.ForceAxes, t.Axes)
	}
	c.given("joints", len(t.Joints) > 0, usesJoints, nil)
	for i, name := range t.Joints {
		if name == "" {
			c.reject(fmt.Sprintf("joints[%d]", i), "the name is empty")
		}
		for _, other := range t.Joints[:i] {
			if other == name {
				c.reject(fmt.Sprintf("joints[%d]", i), "joint %q is listed twice", name)
			}
		}
	}
	c.given("margin", t.Margin != 0, usesMargin, []float64{t.Margin})
	if t.Margin < 0 {
		c.reject("margin", "%g; expected a number above 0, or 0 for the default, %g", t.Margin, defaultMargin)
	}
}

// named checks a name that a kind needs or must not have.
func (c *checker) named(field, name string, u use) {
	switch needs := c.task.Kind.has(u); {
	case needs && name == "":
		c.reject(field, "a %v needs the name of a body", c.task.Kind)
	case !needs && name != "":
		c.reject(field, "a %v has no %s; leave %q out", c.task.Kind, field, name)
	}
}

// given checks a field that a kind may have: that it is left out otherwise, and finite.
func (c *checker) given(field string, is bool, u use, values []float64) {
	if is && !c.task.Kind.has(u) {
		c.reject(field, "a %v has no %s; leave it out", c.task.Kind, field)
	}
	if !usable(values) {
		c.reject(field, "%v; expected finite numbers from %g to %g", values, -NumberMax, NumberMax)
	}
}

// usable reports whether all numbers are in the range of those of a task.
func usable(values []float64) bool {
	return !slices.ContainsFunc(values, func(v float64) bool { return !(math.Abs(v) <= NumberMax) })
}

// unit checks a quaternion, whose zero value stands for no rotation.
func (c *checker) unit(field string, q [4]float64) {
	if n := math.Sqrt(q[0]*q[0] + q[1]*q[1] + q[2]*q[2] + q[3]*q[3]); n != 0 && math.Abs(n-1) > unitTolerance {
		c.reject(field, "the quaternion %v (w, x, y, z) has the norm %.6g; expected unit length", q, n)
	}
}

// axes checks a selection against the components of the kind.
func (c *checker) axes(field string, a Axes, u use) {
	c.given(field, a != 0, u, nil)
	if !c.task.Kind.has(u) {
		return
	}
	first, count := c.task.Kind.spatial()
	if all := Axes((1<<count - 1) << first); a&^all != 0 {
		c.reject(field, "%v; a %v has the axes %v", a, c.task.Kind, all)
	}
}

const (
	unitTolerance = 1e-3 // of the norm of a quaternion; it is normalised
	defaultMargin = 0.1
)

// gains checks the gains.
func (c *checker) gains() {
	g := &c.task.Gains
	c.perComponent("gains.proportional", g.Proportional, usesProportional, false)
	c.perComponent("gains.derivative", g.Derivative, 0, false)
	c.perComponent("gains.velocity_max", g.VelocityMax, usesProportional, true)
	c.perComponent("gains.force", g.Force, usesForce, false)
	c.perComponent("gains.force_integral", g.ForceIntegral, usesForce, false)
	c.given("gains.force_integral_max", g.ForceIntegralMax != 0, usesForce, []float64{g.ForceIntegralMax})
	if g.ForceIntegralMax < 0 {
		c.reject("gains.force_integral_max", "%g; expected at least 0", g.ForceIntegralMax)
	}
	switch {
	case g.Saturation >= saturations:
		c.reject("gains.saturation", "unknown policy %v; known policies: %s", g.Saturation, strings.Join(saturationNames[:], ", "))
	case g.Saturation != Off && !c.task.Kind.has(usesProportional):
		c.reject("gains.saturation", "a %v has no proportional part to saturate; leave it out", c.task.Kind)
	case g.Saturation != Off && len(g.VelocityMax) == 0:
		c.reject("gains.saturation", "%v needs gains.velocity_max", g.Saturation)
	case g.Saturation == ByNorm && !(uniform(g.Proportional) && uniform(g.Derivative) && uniform(g.VelocityMax)):
		c.reject("gains.saturation", "by_norm needs equal gains and limits for the linear components, and for the angular ones")
	}
}

// perComponent checks a slice with an entry for all components, for each half of six, or for each.
func (c *checker) perComponent(field string, values []float64, u use, limit bool) {
	if len(values) == 0 {
		return
	}
	if !c.task.Kind.has(u) {
		c.reject(field, "a %v has no %s; leave it out", c.task.Kind, field)
	}
	if n := c.task.Kind.components(); n >= 0 && len(values) != 1 && len(values) != n && !(n == 6 && len(values) == 2) {
		c.reject(field, "there are %d entries; a %v takes %s", len(values), c.task.Kind, lengthsText(lengths(c.task.Kind)))
	}
	for i, v := range values {
		switch {
		case limit && !(v > 0):
			c.reject(fmt.Sprintf("%s[%d]", field, i), "%g; expected a number above 0", v)
		case !limit && !(v >= 0 && v <= NumberMax):
			c.reject(fmt.Sprintf("%s[%d]", field, i), "%g; expected 0 to %g", v, NumberMax)
		}
	}
}

// lengths are the lengths of slices of gains; nil where the joints of the model decide.
func lengths(k Kind) []int {
	switch n := k.components(); n {
	case -1:
		return nil
	case 6:
		return []int{1, 2, 6}
	default:
		return []int{1, n}
	}
}

func lengthsText(lengths []int) string {
	if lengths == nil {
		return "1, or one a joint"
	}
	texts := make([]string, len(lengths))
	for i, n := range lengths {
		texts[i] = fmt.Sprint(n)
	}
	return strings.Join(texts, " or ")
}

// uniform reports whether the entries are equal, within each half where there are six.
func uniform(v []float64) bool {
	if len(v) == 6 {
		return uniform(v[:3]) && uniform(v[3:])
	}
	if len(v) == 2 {
		return true
	}
	for _, x := range v {
		if x != v[0] {
			return false
		}
	}
	return true
}

// motion checks the bounds of the way to a goal.
func (c *checker) motion() {
	m := &c.task.Motion
	given := 0
	for _, f := range []struct {
		name   string
		values []float64
	}{{"motion.velocity", m.Velocity}, {"motion.acceleration", m.Acceleration}, {"motion.jerk", m.Jerk}} {
		c.perComponent(f.name, f.values, usesMotion, true)
		for _, v := range f.values {
			if v > NumberMax {
				c.reject(f.name, "%v; expected finite numbers, at most %g", f.values, NumberMax)
			}
		}
		given += min(len(f.values), 1)
	}
	if given != 0 && given != 3 {
		c.reject("motion", "expected velocity, acceleration and jerk, or none of them")
	}
}

// goal checks the goal.
func (c *checker) goal() {
	t, g := c.task, &c.task.Goal
	measurable := t.Kind.has(usesPosition) || t.Kind.has(usesOrientation) || t.Kind.has(usesGoalJoints)
	c.given("goal.measured", g.Measured && !(measurable && t.Kind != Gaze), 1<<31, nil)
	c.given("goal.position", !zero(g.Position[:]), usesPosition, g.Position[:])
	c.given("goal.orientation", !zero(g.Orientation[:]), usesOrientation, g.Orientation[:])
	c.unit("goal.orientation", g.Orientation)
	c.given("goal.joints", len(g.Joints) > 0, usesGoalJoints, g.Joints)
	c.given("goal.momentum", !zero(g.Momentum[:]), usesMomentum, g.Momentum[:])
	c.given("goal.wrench", !zero(g.Wrench[:]), usesWrench, g.Wrench[:])
	c.given("goal.twist", !zero(g.Twist[:]), usesTwist, g.Twist[:])
	c.given("goal.acceleration", !zero(g.Acceleration[:]), usesAcceleration, g.Acceleration[:])
	c.given("goal.joint_velocity", len(g.JointVelocity) > 0, usesGoalJoints, g.JointVelocity)
	c.given("goal.joint_acceleration", len(g.JointAcceleration) > 0, usesGoalJoints, g.JointAcceleration)
	if t.Kind == Posture && !g.Measured && len(g.Joints) == 0 {
		c.reject("goal.joints", "a posture needs one entry for each position of its joints, or goal.measured")
	}
	still := zero(g.Twist[:]) && zero(g.Acceleration[:]) && zero(g.JointVelocity) && zero(g.JointAcceleration)
	if len(t.Motion.Velocity) > 0 && !still {
		c.reject("goal", "with motion the goal is at rest; leave its velocity and acceleration out")
	}
}

func zero(v []float64) bool {
	for _, x := range v {
		if x != 0 {
			return false
		}
	}
	return true
}

func allFinite(v []float64) bool {
	nothing := 0.0
	for _, x := range v {
		nothing += x - x // NaN of what is not finite
	}
	return nothing == 0
}
