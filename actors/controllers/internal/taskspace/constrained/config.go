package constrained

import (
	"errors"
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
	"github.com/robo-actors/robo-actors/worlds/geometry"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Errors of this package, which errors.Is distinguishes.
var (
	// ErrConfig marks a configuration that cannot be: a friction coefficient of zero, a body that
	// the model has not.
	ErrConfig = errors.New("constrained: configuration")
	// ErrInput marks an input that a tick cannot use: a wrong length, a number that is not finite.
	ErrInput = errors.New("constrained: input")
	// ErrInfeasible marks constraints that clash; the error is an *InfeasibleError.
	ErrInfeasible = errors.New("constrained: no motion keeps all constraints")
	// ErrUnsolved marks a problem that was not solved within the limit of iterations.
	ErrUnsolved = errors.New("constrained: the solver did not come to an end")
)

// Config is what a Law is made from.
type Config struct {
	Model *rigidbody.Model
	// Rows are the most rows of each level; see RowsOf.
	Rows   []int
	Limits Limits
	// Followers are joints that follow others (worlds.Reduction.Followers), those of the levels'
	// binding: what a follower's limits leave its leader, that keeps to. Its limit of effort bounds
	// what its own joint bears, see the package.
	Followers rigidbody.Followers
	// Unactuated are the velocities that no drive acts on, ascending: 0 to 5 for a floating base.
	// Followers are not among them.
	Unactuated []int
	Contacts   []Contact
	Collisions []Collision
	Boxes      []Box
	// PeriodS is the time between two ticks, s, above 0.
	PeriodS float64
	// HorizonS is the time, s, in which limits of position and velocity may take all of a joint's
	// speed at torque level; 0 means PeriodS, less counts as that. Drives that follow late need
	// about three times their delay: if it corrects all in one tick, a joint that is pressed
	// against its limit oscillates there.
	HorizonS float64
	// RestDamping is the rate, 1/s, at which motion calms down that no level asks for. 0 means 5.
	RestDamping float64
	// SingularRegion is the share of a level's greatest direction below which a direction is
	// damped, as far as it is below: it calms down like what no level asks for, and lower levels
	// get as large a share of it. It has no unit: the length of a direction is the speed of the
	// level's rows, each in units of its Scale, for joint velocities of norm 1. 0 means 0.06. With
	// Weighted nothing is damped but by lower levels.
	SingularRegion float64
	// Weighted makes one level of all: a level counts WeightStep times the one above it. The
	// problem is then one quadratic programme, and lower levels do disturb higher ones.
	Weighted bool
	// WeightStep is above 0 and below 1; 0 means 1e-3. What counts 1e-14 of the most is rounding:
	// of more than four or five levels the last have no say.
	WeightStep float64
}

// Limits of the joints, one entry a velocity of the model; nil means none, and infinite entries
// too. Planar and floating joints have no positions here.
type Limits struct {
	PositionMin, PositionMax []float64 // rad or m
	Velocity                 []float64 // rad/s or m/s, above 0
	Acceleration             []float64 // rad/s2 or m/s2, above 0; where there is a position limit it says how hard the joint can brake
	Effort                   []float64 // N m or N, above 0
}

// Contact is a body that may not move against the ground, and the points through which the ground
// presses.
type Contact struct {
	Name string
	Body string
	// Points are where forces act, in the body's frame, m. One point holds its position only; three
	// or more hold the whole pose of the body.
	Points [][3]float64
	// Normal points from the ground into the robot, world axes. Zero means z.
	Normal [3]float64
	// Friction is the coefficient of Coulomb friction, above 0.
	Friction float64
	// PressureMin and PressureMax bound the normal force of each point, N. PressureMax of 0 means
	// no bound.
	PressureMin, PressureMax float64
}

// Collision keeps two shapes apart.
type Collision struct {
	Name string
	A, B Shape
	// Margin is the least distance between the surfaces, m, not negative.
	Margin float64
	// Rate is how fast the distance may be used up, 1/s: a share of Rate of what is left each
	// second. 0 means 10. The robot must be able to brake with Rate times its velocity; where it
	// cannot, the constraints clash.
	Rate float64
}

// Shape is a shape of a body. A mesh serves as any other shape; it is the surface of its triangles.
type Shape struct {
	Body  string // a body of the model; empty for the world
	Shape geometry.Shape
	Pose  spatial.Pose // of the shape's frame in the body's
}

// Box keeps a point of a body inside of a box in the world.
type Box struct {
	Name     string
	Body     string
	Point    [3]float64 // in the body's frame, m
	Min, Max [3]float64 // m, world axes; infinite where there is no face
	Rate     float64    // as in Collision
}

// RowsOf returns Config.Rows for the levels of an evaluator.
func RowsOf(levels []taskspace.Level) []int {
	rows := make([]int, len(levels))
	for i := range levels {
		rows[i] = levels[i].RowsMax
	}
	return rows
}

// rowsMost bounds the rows of a level.
const rowsMost = 1024

// Defaults of Config.
const (
	defaultRate       = 10
	defaultRest       = 5
	defaultWeightStep = 1e-3
	defaultRegion     = 0.06
)

// Check returns every error of a configuration, each a *messages.OptionError whose path is that of
// the field, such as "contacts[0].friction". They are ErrConfig.
func (c *Config) Check() error {
	if c.Model == nil {
		return fmt.Errorf("%w: no model", ErrConfig)
	}
	f := &findings{}
	c.checkNumbers(f)
	if err := c.Followers.Check(c.Model); err != nil {
		f.add("", "followers: %w", err)
	} else {
		c.checkFollowers(f)
	}
	c.Limits.check(c.Model.NV(), f)
	names := map[string]bool{}
	for i := range c.Contacts {
		k := &c.Contacts[i]
		k.check(c.Model, f.constraint(fmt.Sprintf("contacts[%d]", i), "contact", k.Name, names))
	}
	for i := range c.Collisions {
		k := &c.Collisions[i]
		k.check(c.Model, f.constraint(fmt.Sprintf("collisions[%d]", i), "collision", k.Name, names))
	}
	for i := range c.Boxes {
		k := &c.Boxes[i]
		k.check(c.Model, f.constraint(fmt.Sprintf("boxes[%d]", i), "box", k.Name, names))
	}
	return errors.Join(f.errors...)
}

func (c *Config) checkNumbers(f *findings) {
	if !(c.PeriodS > 0) || math.IsInf(c.PeriodS, 1) {
		f.add("", "the period is %g s; expected a finite time above 0", c.PeriodS)
	}
	if !(c.HorizonS >= 0) || math.IsInf(c.HorizonS, 1) {
		f.add("", "the horizon is %g s; expected 0 (for the period) or a finite time", c.HorizonS)
	}
	if !(c.RestDamping >= 0) || math.IsInf(c.RestDamping, 1) {
		f.add("rest_damping", "%g 1/s; expected 0 (for %d) or more", c.RestDamping, defaultRest)
	}
	if !(c.WeightStep >= 0 && c.WeightStep < 1) {
		f.add("weight_step", "%g; expected 0 (for %g), or between 0 and 1", c.WeightStep, defaultWeightStep)
	}
	if !(c.SingularRegion >= 0 && c.SingularRegion < 1) {
		f.add("", "the singular region is %g; expected a share of the level's greatest direction below 1, or 0 for %g", c.SingularRegion, defaultRegion)
	}
	for i, rows := range c.Rows {
		if rows < 0 || rows > rowsMost {
			f.add("", "level %d has %d rows; expected 0 to %d", i, rows, rowsMost)
		}
	}
	for i, dof := range c.Unactuated {
		if dof < 0 || dof >= c.Model.NV() || i > 0 && dof <= c.Unactuated[i-1] {
			f.add("", "unactuated velocities are %v; expected ascending numbers from 0 to %d", c.Unactuated, c.Model.NV()-1)
			break
		}
	}
}

func (l *Limits) check(nv int, f *findings) {
	for _, part := range []struct {
		name     string
		values   []float64
		positive bool
	}{{"position min", l.PositionMin, false}, {"position max", l.PositionMax, false}, {"velocity", l.Velocity, true},
		{"acceleration", l.Acceleration, true}, {"effort", l.Effort, true}} {
		if part.values != nil && len(part.values) != nv {
			f.add("limits", "limits of %s have %d entries; expected one a velocity, %d", part.name, len(part.values), nv)
			continue
		}
		for i, v := range part.values {
			if math.IsNaN(v) || part.positive && v <= 0 {
				f.add("limits", "the limit of %s of velocity %d is %g; expected a number%s", part.name, i, v, map[bool]string{true: " above 0", false: ""}[part.positive])
			}
		}
	}
	if (l.PositionMin == nil) != (l.PositionMax == nil) {
		f.add("limits", "limits of position have one side; expected both, infinite for no limit")
		return
	}
	for i := range min(len(l.PositionMin), len(l.PositionMax)) {
		if l.PositionMin[i] > l.PositionMax[i] || math.IsInf(l.PositionMin[i], 1) || math.IsInf(l.PositionMax[i], -1) {
			f.add("limits", "the position limits of velocity %d are %g and %g; expected the lower one first, -Inf and +Inf for no limit", i, l.PositionMin[i], l.PositionMax[i])
		}
	}
}

func checkBody(m *rigidbody.Model, f *constraint, field, name string) {
	if _, err := m.BodyIndex(name); err == nil {
		return
	}
	known := make([]string, m.NumBodies())
	for i := range known {
		known[i] = m.Body(i).Name
	}
	f.unknown(field, "body", name, known)
}

func (k *Contact) check(m *rigidbody.Model, f *constraint) {
	checkBody(m, f, "frame", k.Body)
	if n := len(k.Points); n != 1 && n < 3 {
		f.add("points", "there are %d points; expected 1, or 3 and more that span a surface", n)
	} else if n >= 3 && !spanSurface(k.Points) {
		f.add("points", "the points %v lie on a line; expected 1, or 3 and more that span a surface", k.Points)
	}
	for i, p := range k.Points {
		if !finite(p[:]...) {
			f.add(fmt.Sprintf("points[%d]", i), "%v; expected finite numbers", p)
		}
	}
	if !finite(k.Normal[:]...) {
		f.add("normal", "%v; expected finite numbers", k.Normal)
	}
	if !(k.Friction > 0) || math.IsInf(k.Friction, 1) {
		f.add("friction", "the friction coefficient is %g; expected a number above 0: without friction a contact holds nothing in its plane", k.Friction)
	}
	if !(k.PressureMin >= 0) || math.IsInf(k.PressureMin, 1) || !(k.PressureMax == 0 || k.PressureMax > k.PressureMin) {
		f.add("", "the pressure is between %g and %g N; expected 0 or more, and the greater second", k.PressureMin, k.PressureMax)
	}
}

// spanSurface reports whether points do not all lie on a line, up to a millionth of the way to the
// farthest from the first.
func spanSurface(points [][3]float64) bool {
	var along spatial.Vec
	first, longest := spatial.VecOf(points[0]), 0.0
	for _, p := range points {
		if way := spatial.VecOf(p).Sub(first); way.Dot(way) > longest {
			along, longest = way, way.Dot(way)
		}
	}
	for _, p := range points {
		if across := along.Cross(spatial.VecOf(p).Sub(first)); across.Dot(across) > 1e-12*longest*longest {
			return true
		}
	}
	return false
}

func (k *Collision) check(m *rigidbody.Model, f *constraint) {
	k.A.check(m, f, "a")
	k.B.check(m, f, "b")
	if k.A.Body == k.B.Body {
		f.add("", "both shapes are on body %q; their distance never changes", k.A.Body)
	}
	if !(k.Margin >= 0) || math.IsInf(k.Margin, 1) {
		f.add("margin", "%g m; expected 0 or more", k.Margin)
	}
	if !(k.Rate >= 0) || math.IsInf(k.Rate, 1) {
		f.add("rate", "%g 1/s; expected 0 or more", k.Rate)
	}
}

func (s *Shape) check(m *rigidbody.Model, f *constraint, field string) {
	if s.Body != "" {
		checkBody(m, f, field+".frame", s.Body)
	}
	if s.Shape == nil {
		f.add(field, "the shape is missing")
	}
	if !finite(s.Pose.P[:]...) || !s.Pose.R.Valid() {
		f.add(field, "the pose of the shape has the position %v and the rotation %v; expected finite numbers and a rotation matrix", s.Pose.P, s.Pose.R)
	}
}

func (k *Box) check(m *rigidbody.Model, f *constraint) {
	checkBody(m, f, "frame", k.Body)
	if !finite(k.Point[:]...) {
		f.add("point", "%v; expected finite numbers", k.Point)
	}
	if !(k.Rate >= 0) || math.IsInf(k.Rate, 1) {
		f.add("rate", "%g 1/s; expected 0 or more", k.Rate)
	}
	for i, axis := range "xyz" {
		if !(k.Min[i] < k.Max[i]) {
			f.add("", "along %c it reaches from %g to %g m; expected the lower face first", axis, k.Min[i], k.Max[i])
		}
	}
}

func finite(values ...float64) bool {
	for _, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}
