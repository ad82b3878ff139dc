package constrained

import (
	"errors"
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Errors of this package, to be told apart with errors.Is.
var (
	// ErrConfig marks a configuration that cannot be: a friction coefficient of zero, a body that the model has not.
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
	// Followers are joints that follow others (worlds.Reduction.Followers), those of the levels' binding: what a follower's limits
	// leave its leader, that keeps to. Its limit of effort bounds what its own joint bears, see the package.
	Followers rigidbody.Followers
	// Unactuated are the velocities that no drive acts on, ascending: 0 to 5 for a floating base. Followers are not among them.
	Unactuated []int
	Contacts   []Contact
	Collisions []Collision
	Boxes      []Box
	// PeriodS is the time between two ticks, s, above 0.
	PeriodS float64
	// HorizonS is the time, s, in which limits of position and velocity may take all of a joint's speed at torque level; 0 means
	// PeriodS, less counts as that. Drives that follow late need some three times their delay: told to make up for all in one
	// tick, a joint that is pressed against its limit goes to and fro there.
	HorizonS float64
	// RestDamping is the rate, 1/s, at which motion calms down that no level asks for. 0 means 5.
	RestDamping float64
	// SingularRegion is the share of a level's greatest direction below which a direction is damped, as far as it is below: it
	// calms down like what no level asks for, and lower levels get as large a share of it. 0 means 0.06. With Weighted nothing is
	// damped but by lower levels.
	SingularRegion float64
	// Weighted makes one level of all: a level counts WeightStep times the one above it. The problem is then one quadratic
	// programme, and lower levels do disturb higher ones.
	Weighted bool
	// WeightStep is above 0 and below 1; 0 means 1e-3. What counts 1e-14 of the most is rounding: of more than four or five levels the
	// last have no say.
	WeightStep float64
}

// Limits of the joints, one entry a velocity of the model; nil means none, and infinite entries too. Planar and floating
// joints have no positions here.
type Limits struct {
	PositionMin, PositionMax []float64 // rad or m
	Velocity                 []float64 // rad/s or m/s, above 0
	Acceleration             []float64 // rad/s2 or m/s2, above 0; where there is a position limit it says how hard the joint can brake
	Effort                   []float64 // N m or N, above 0
}

// Contact is a body that may not move against the ground, and the points through which the ground presses.
type Contact struct {
	Name string
	Body string
	// Points are where forces act, in the body's frame, m. One point holds its position only; three or more hold the whole
	// pose of the body.
	Points [][3]float64
	// Normal points from the ground into the robot, world axes. Zero means z.
	Normal [3]float64
	// Friction is the coefficient of Coulomb friction, above 0.
	Friction float64
	// PressureMin and PressureMax bound the normal force of each point, N. PressureMax of 0 means no bound.
	PressureMin, PressureMax float64
}

// Collision keeps two shapes apart.
type Collision struct {
	Name string
	A, B Shape
	// Margin is the least distance between the surfaces, m, not negative.
	Margin float64
	// Rate is how fast the distance may be used up, 1/s: a share of Rate of what is left each second. 0 means 10. The robot
	// must be able to brake with Rate times its velocity; where it cannot, the constraints clash.
	Rate float64
}

// Shape is a sphere, or a capsule where the two points differ: all points within Radius of the line from From to To.
type Shape struct {
	Body     string // a body of the model; empty for the world
	From, To [3]float64
	Radius   float64 // m, not negative
}

// Box keeps a point of a body inside of a box in the world.
type Box struct {
	Name     string
	Body     string
	Point    [3]float64 // in the body's frame, m
	Min, Max [3]float64 // m, world axes; infinite where there is no face
	Rate     float64    // as in Collision
}

// RowsOf gives Config.Rows for the levels of an evaluator.
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

// Check finds everything that is wrong with a configuration. Its errors are ErrConfig.
func (c *Config) Check() error {
	if c.Model == nil {
		return fmt.Errorf("%w: no model", ErrConfig)
	}
	var faults []error
	bad := func(format string, a ...any) {
		faults = append(faults, fmt.Errorf("%w: "+format, append([]any{ErrConfig}, a...)...))
	}
	if !(c.PeriodS > 0) || math.IsInf(c.PeriodS, 1) {
		bad("the period is %g s; expected a finite time above 0", c.PeriodS)
	}
	if !(c.HorizonS >= 0) || math.IsInf(c.HorizonS, 1) {
		bad("the horizon is %g s; expected 0 (for the period) or a finite time", c.HorizonS)
	}
	if !(c.RestDamping >= 0) || math.IsInf(c.RestDamping, 1) {
		bad("rest damping is %g 1/s; expected 0 (for %d) or more", c.RestDamping, defaultRest)
	}
	if !(c.WeightStep >= 0 && c.WeightStep < 1) {
		bad("the step of weights is %g; expected 0 (for %g), or between 0 and 1", c.WeightStep, defaultWeightStep)
	}
	if !(c.SingularRegion >= 0 && c.SingularRegion < 1) {
		bad("the singular region is %g; expected 0 (for %g), or between 0 and 1", c.SingularRegion, defaultRegion)
	}
	for i, rows := range c.Rows {
		if rows < 0 || rows > rowsMost {
			bad("level %d has %d rows; expected 0 to %d", i, rows, rowsMost)
		}
	}
	for i, dof := range c.Unactuated {
		if dof < 0 || dof >= c.Model.NV() || i > 0 && dof <= c.Unactuated[i-1] {
			bad("unactuated velocities are %v; expected ascending numbers from 0 to %d", c.Unactuated, c.Model.NV()-1)
			break
		}
	}
	if err := c.Followers.Check(c.Model); err != nil {
		bad("followers: %v", err)
	} else {
		c.checkFollowers(bad)
	}
	c.Limits.check(c.Model.NV(), bad)
	names := map[string]bool{}
	named := func(what, name string, i int) string {
		switch {
		case name == "":
			bad("%s %d has no name", what, i)
		case names[name]:
			bad("two constraints have the name %q", name)
		}
		names[name] = true
		return fmt.Sprintf("%s %q", what, name)
	}
	for i := range c.Contacts {
		c.Contacts[i].check(named("contact", c.Contacts[i].Name, i), c.Model, bad)
	}
	for i := range c.Collisions {
		c.Collisions[i].check(named("collision", c.Collisions[i].Name, i), c.Model, bad)
	}
	for i := range c.Boxes {
		c.Boxes[i].check(named("box", c.Boxes[i].Name, i), c.Model, bad)
	}
	return errors.Join(faults...)
}

func (l *Limits) check(nv int, bad func(string, ...any)) {
	for _, part := range []struct {
		name     string
		values   []float64
		positive bool
	}{{"position min", l.PositionMin, false}, {"position max", l.PositionMax, false}, {"velocity", l.Velocity, true},
		{"acceleration", l.Acceleration, true}, {"effort", l.Effort, true}} {
		if part.values != nil && len(part.values) != nv {
			bad("limits of %s have %d entries; expected one a velocity, %d", part.name, len(part.values), nv)
			continue
		}
		for i, v := range part.values {
			if math.IsNaN(v) || part.positive && v <= 0 {
				bad("the limit of %s of velocity %d is %g; expected a number%s", part.name, i, v, map[bool]string{true: " above 0", false: ""}[part.positive])
			}
		}
	}
	if (l.PositionMin == nil) != (l.PositionMax == nil) {
		bad("limits of position have one side; expected both, infinite where there is none")
		return
	}
	for i := range min(len(l.PositionMin), len(l.PositionMax)) {
		if l.PositionMin[i] > l.PositionMax[i] || math.IsInf(l.PositionMin[i], 1) || math.IsInf(l.PositionMax[i], -1) {
			bad("the position limits of velocity %d are %g and %g; expected the lower one first, -Inf and +Inf where there is none", i, l.PositionMin[i], l.PositionMax[i])
		}
	}
}

func checkBody(m *rigidbody.Model, owner, name string, bad func(string, ...any)) {
	if _, err := m.BodyIndex(name); err != nil { // names the bodies
		bad("%s: %v", owner, err)
	}
}

func (k *Contact) check(owner string, m *rigidbody.Model, bad func(string, ...any)) {
	checkBody(m, owner, k.Body, bad)
	if n := len(k.Points); n != 1 && n < 3 {
		bad("%s has %d points; expected 1, or 3 and more that span a surface", owner, n)
	} else if n >= 3 && !spanSurface(k.Points) {
		bad("%s: the points %v lie on a line; expected 1, or 3 and more that span a surface", owner, k.Points)
	}
	for i, p := range k.Points {
		if !finite(p[:]...) {
			bad("%s: point %d is %v", owner, i, p)
		}
	}
	if !finite(k.Normal[:]...) {
		bad("%s: the normal is %v", owner, k.Normal)
	}
	if !(k.Friction > 0) || math.IsInf(k.Friction, 1) {
		bad("%s: the friction coefficient is %g; expected a number above 0, for without friction a contact holds nothing in its plane", owner, k.Friction)
	}
	if !(k.PressureMin >= 0) || math.IsInf(k.PressureMin, 1) || !(k.PressureMax == 0 || k.PressureMax > k.PressureMin) {
		bad("%s: the pressure is between %g and %g N; expected 0 or more, and the greater second", owner, k.PressureMin, k.PressureMax)
	}
}

// spanSurface tells whether points do not all lie on a line, up to a millionth of the way to the farthest from the first.
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

func (k *Collision) check(owner string, m *rigidbody.Model, bad func(string, ...any)) {
	for _, s := range []Shape{k.A, k.B} {
		if s.Body != "" {
			checkBody(m, owner, s.Body, bad)
		}
		if !finite(s.From[:]...) || !finite(s.To[:]...) || !(s.Radius >= 0) || math.IsInf(s.Radius, 1) {
			bad("%s: a shape from %v to %v with radius %g m", owner, s.From, s.To, s.Radius)
		}
	}
	if k.A.Body == k.B.Body {
		bad("%s: both shapes are on body %q; their distance never changes", owner, k.A.Body)
	}
	if !(k.Margin >= 0) || math.IsInf(k.Margin, 1) || !(k.Rate >= 0) || math.IsInf(k.Rate, 1) {
		bad("%s: margin %g m, rate %g 1/s; expected 0 or more", owner, k.Margin, k.Rate)
	}
}

func (k *Box) check(owner string, m *rigidbody.Model, bad func(string, ...any)) {
	checkBody(m, owner, k.Body, bad)
	if !finite(k.Point[:]...) || !(k.Rate >= 0) || math.IsInf(k.Rate, 1) {
		bad("%s: point %v, rate %g 1/s; expected finite numbers, the rate 0 or more", owner, k.Point, k.Rate)
	}
	for i, axis := range "xyz" {
		if !(k.Min[i] < k.Max[i]) {
			bad("%s: along %c it reaches from %g to %g m; expected the lower face first", owner, axis, k.Min[i], k.Max[i])
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
