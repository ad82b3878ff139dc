package taskspace

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/messages"
)

// entry describes one parameter and where it is in a task.
type entry struct {
	name, doc, unit string
	kind            Type
	uses            use
	min, max        float64
	open            bool
	structural      bool
	lengths         func(*Task) []int
	get             func(*Task) Value
	set             func(*Task, Value) error
}

var infinite = math.Inf(1)

func gainLengths(t *Task) []int { return lengths(t.Kind) }
func anyLength(*Task) []int     { return nil }
func fixedLength(n int) func(*Task) []int {
	return func(*Task) []int { return []int{n} }
}

// vector is a parameter that is a slice of numbers.
func vector(name, doc, unit string, u use, open bool, max float64, field func(*Task) *[]float64) entry {
	return entry{name: name, doc: doc, unit: unit, kind: Vector, uses: u, max: max, open: open, lengths: gainLengths,
		get: func(t *Task) Value { return Number(slices.Clone(*field(t))...) },
		set: func(t *Task, v Value) error { *field(t) = slices.Clone(v.Real); return nil }}
}

// free is a vector of any length and sign.
func free(name, doc, unit string, u use, field func(*Task) *[]float64) entry {
	e := vector(name, doc, unit, u, false, NumberMax, field)
	e.min, e.lengths = -NumberMax, anyLength
	return e
}

// fixed is a parameter that is an array of numbers.
func fixed(name, doc, unit string, u use, field func(*Task) []float64) entry {
	return entry{name: name, doc: doc, unit: unit, kind: Vector, uses: u, min: -NumberMax, max: NumberMax,
		lengths: func(t *Task) []int { return []int{len(field(t))} },
		get:     func(t *Task) Value { return Number(slices.Clone(field(t))...) },
		set:     func(t *Task, v Value) error { copy(field(t), v.Real); return nil }}
}

// number is a parameter of one number.
func number(name, doc, unit string, u use, open bool, field func(*Task) *float64) entry {
	return entry{name: name, doc: doc, unit: unit, kind: Real, uses: u, max: NumberMax, open: open, lengths: fixedLength(1),
		get: func(t *Task) Value { return Number(*field(t)) },
		set: func(t *Task, v Value) error { *field(t) = v.Real[0]; return nil }}
}

// word is a structural parameter that is a text.
func word(name, doc string, u use, field func(*Task) *string) entry {
	return entry{name: name, doc: doc, kind: Text, uses: u, structural: true,
		get: func(t *Task) Value { return Word(*field(t)) },
		set: func(t *Task, v Value) error { *field(t) = v.Text; return nil }}
}

// axesEntry is a selection of axes, written as Axes.String does.
func axesEntry(name, doc string, u use, field func(*Task) *Axes) entry {
	return entry{name: name, doc: doc, kind: Text, uses: u, structural: true,
		get: func(t *Task) Value { return Word(field(t).String()) },
		set: func(t *Task, v Value) (err error) { *field(t), err = ParseAxes(v.Text); return err }}
}

// entries are all parameters, in the order in which they are listed.
var entries = []entry{
	{name: "level", doc: "priority, 0 the highest", kind: Integer, max: LevelsMax - 1, structural: true, lengths: fixedLength(1),
		get: func(t *Task) Value { return Number(float64(t.Level)) },
		set: func(t *Task, v Value) error { t.Level = int(v.Real[0]); return nil }},
	within(WeightMin, WeightMax, number("weight", "how much the task counts against the others of its level", "", 0, false, func(t *Task) *float64 { return &t.Weight })),
	word("frame", "body that is moved", usesFrame, func(t *Task) *string { return &t.Frame }),
	word("base", "body that the pose is relative to", usesBase, func(t *Task) *string { return &t.Base }),
	structurally(fixed("point", "controlled point in frame", "m", usesPoint, func(t *Task) []float64 { return t.Point[:] })),
	structurally(fixed("direction", "axis of frame that points at the goal", "", usesDirection, func(t *Task) []float64 { return t.Direction[:] })),
	structurally(fixed("rotation", "quaternion w, x, y, z of the task's axes", "", usesAxes, func(t *Task) []float64 { return t.Rotation[:] })),
	axesEntry("axes", "selected components, joined by commas", usesAxes, func(t *Task) *Axes { return &t.Axes }),
	axesEntry("force_axes", "components under force control", usesForceAxes, func(t *Task) *Axes { return &t.ForceAxes }),
	{name: "joints", doc: "names of joints", kind: Names, uses: usesJoints, structural: true,
		get: func(t *Task) Value { return Value{Names: slices.Clone(t.Joints)} },
		set: func(t *Task, v Value) error { t.Joints = slices.Clone(v.Names); return nil }},
	number("margin", "distance from a limit at which to act", "rad|m", usesMargin, true, func(t *Task) *float64 { return &t.Margin }),
	vector("gains.proportional", "kp", "1/s2", usesProportional, false, NumberMax, func(t *Task) *[]float64 { return &t.Gains.Proportional }),
	vector("gains.derivative", "kd", "1/s", 0, false, NumberMax, func(t *Task) *[]float64 { return &t.Gains.Derivative }),
	vector("gains.velocity_max", "what the proportional part may ask for", "m/s|rad/s", usesProportional, true, infinite, func(t *Task) *[]float64 { return &t.Gains.VelocityMax }),
	{name: "gains.saturation", doc: "how velocity_max is kept", kind: Choice, uses: usesProportional,
		get: func(t *Task) Value { return Word(t.Gains.Saturation.String()) },
		set: func(t *Task, v Value) (err error) { t.Gains.Saturation, err = ParseSaturation(v.Text); return err }},
	vector("gains.force", "acceleration for a missing force", "1/kg|1/(kg m2)", usesForce, false, NumberMax, func(t *Task) *[]float64 { return &t.Gains.Force }),
	vector("gains.force_integral", "rate at which a missing force is made up for", "1/s", usesForce, false, NumberMax, func(t *Task) *[]float64 { return &t.Gains.ForceIntegral }),
	number("gains.force_integral_max", "bound of the force so added", "N|N m", usesForce, false, func(t *Task) *float64 { return &t.Gains.ForceIntegralMax }),
	vector("motion.velocity", "bound on the way to a goal", "m/s|rad/s", usesMotion, true, NumberMax, func(t *Task) *[]float64 { return &t.Motion.Velocity }),
	vector("motion.acceleration", "bound on the way to a goal", "m/s2|rad/s2", usesMotion, true, NumberMax, func(t *Task) *[]float64 { return &t.Motion.Acceleration }),
	vector("motion.jerk", "bound on the way to a goal", "m/s3|rad/s3", usesMotion, true, NumberMax, func(t *Task) *[]float64 { return &t.Motion.Jerk }),
	fixed("goal.position", "where to", "m", usesPosition, func(t *Task) []float64 { return t.Goal.Position[:] }),
	turned(fixed("goal.orientation", "where to: unit quaternion w, x, y, z", "", usesOrientation, func(t *Task) []float64 { return t.Goal.Orientation[:] })),
	free("goal.joints", "where to, joint after joint", "rad|m", usesGoalJoints, func(t *Task) *[]float64 { return &t.Goal.Joints }),
	fixed("goal.momentum", "momentum, linear then angular", "kg m/s|kg m2/s", usesMomentum, func(t *Task) []float64 { return t.Goal.Momentum[:] }),
	fixed("goal.wrench", "force and moment on the surroundings", "N|N m", usesWrench, func(t *Task) []float64 { return t.Goal.Wrench[:] }),
	fixed("goal.twist", "velocity of the goal, linear then angular", "m/s|rad/s", usesTwist, func(t *Task) []float64 { return t.Goal.Twist[:] }),
	fixed("goal.acceleration", "acceleration of the goal, or rate of the momentum", "m/s2|rad/s2|N|N m", usesAcceleration, func(t *Task) []float64 { return t.Goal.Acceleration[:] }),
	free("goal.joint_velocity", "velocity of the goal", "rad/s|m/s", usesGoalJoints, func(t *Task) *[]float64 { return &t.Goal.JointVelocity }),
	free("goal.joint_acceleration", "acceleration of the goal", "rad/s2|m/s2", usesGoalJoints, func(t *Task) *[]float64 { return &t.Goal.JointAcceleration }),
}

func within(least, most float64, e entry) entry {
	e.min, e.max = least, most
	return e
}

func structurally(e entry) entry {
	e.structural = true
	return e
}

// turned rejects zeros, which mean no rotation only where none was given: the sender forgot the
// quaternion. They are reported as what they mean.
func turned(e entry) entry {
	put, told := e.set, e.get
	e.get = func(t *Task) Value {
		v := told(t)
		if zero(v.Real) {
			v.Real[0] = 1
		}
		return v
	}
	e.set = func(t *Task, v Value) error {
		if zero(v.Real) {
			return t.parameterError(goalError(e.name, "the quaternion %v (w, x, y, z) has the norm 0; expected unit length", v.Real))
		}
		return put(t, v)
	}
	return e
}

// Parameters lists the parameters of a task with their values. The error is ErrUnknown.
func (s *Set) Parameters(task string) ([]Parameter, error) {
	i, err := s.Index(task)
	if err != nil {
		return nil, err
	}
	return parametersOf(&s.tasks[i]), nil
}

// parametersOf lists the parameters that a task's kind has.
func parametersOf(t *Task) (list []Parameter) {
	for i := range entries {
		e := &entries[i]
		if !t.Kind.has(e.uses) {
			continue
		}
		p := Parameter{Name: e.name, Doc: e.doc, Type: e.kind, Unit: e.unit, Min: e.min, Max: e.max, Open: e.open,
			Structural: e.structural, Value: e.get(t)}
		if e.lengths != nil {
			p.Lengths = e.lengths(t)
		}
		if e.kind == Choice {
			p.Choices = slices.Clone(saturationNames[:])
		}
		list = append(list, p)
	}
	return list
}

// findEntry finds a parameter that a task's kind has.
func findEntry(t *Task, name string) (*entry, error) {
	var known []string
	for i := range entries {
		if !t.Kind.has(entries[i].uses) {
			continue
		}
		if entries[i].name == name {
			return &entries[i], nil
		}
		known = append(known, entries[i].name)
	}
	return nil, &TaskError{t.Name, unknown("", "parameter", name, known)}
}

// setParameter checks a value by itself and puts it into a task, which the caller then checks as a
// whole.
func setParameter(t *Task, name string, v Value) error {
	e, err := findEntry(t, name)
	if err != nil {
		return err
	}
	if err := e.check(t, v); err != nil {
		return t.parameterError(&messages.OptionError{Path: name, Err: err})
	}
	if part, is := goalParts[name]; is {
		t.Goal.settle(t.Kind, part)
	}
	return e.set(t, v)
}

// goalParts are the parameters that say where a goal is. What is measured of its other parts stays
// measured.
var goalParts = map[string]use{"goal.position": usesPosition, "goal.orientation": usesOrientation, "goal.joints": usesGoalJoints}

// settle ends that a part of a goal is measured.
func (g *Goal) settle(k Kind, part use) {
	if g.Measured {
		g.Measured, g.open = false, uses[k]&(usesPosition|usesOrientation|usesGoalJoints)
	}
	g.open &^= part
}

// measures reports whether a part of the goal is what is measured when the evaluator starts.
func (g *Goal) measures(part use) bool { return g.Measured || g.open&part != 0 }

// check checks type, length and range.
func (e *entry) check(t *Task, v Value) error {
	switch e.kind {
	case Text, Choice:
		if v.Real != nil || v.Names != nil {
			return fmt.Errorf("expected a text, as for every %v", e.kind)
		}
		return nil
	case Names:
		if v.Real != nil || v.Text != "" {
			return errors.New("expected a list of names")
		}
		return nil
	}
	if v.Text != "" || v.Names != nil {
		return fmt.Errorf("expected numbers, as for every %v", e.kind)
	}
	if n := e.lengths(t); n != nil && !slices.Contains(n, len(v.Real)) {
		return fmt.Errorf("there are %d numbers; expected %s", len(v.Real), lengthsText(n))
	}
	for i, x := range v.Real {
		if math.IsNaN(x) || x < e.min || x > e.max || e.open && x <= e.min || math.IsInf(x, 0) && e.name != "gains.velocity_max" {
			return fmt.Errorf("number %d is %g; expected %s", i, x, e.interval())
		}
		if e.kind == Integer && x != math.Trunc(x) {
			return fmt.Errorf("%g is not a whole number", x)
		}
	}
	return nil
}

// interval reports what numbers are allowed.
func (e *entry) interval() string {
	switch {
	case e.open && e.max == infinite:
		return fmt.Sprintf("a number above %g", e.min)
	case e.open:
		return fmt.Sprintf("a number above %g, and at most %g", e.min, e.max)
	case e.min == 0:
		return fmt.Sprintf("a finite number of at least 0, and at most %g", e.max)
	case e.max == NumberMax:
		return fmt.Sprintf("a finite number from %g to %g", e.min, e.max)
	}
	return fmt.Sprintf("a number from %g to %g", e.min, e.max)
}

// setParameter changes the parameter of a task that is in use.
func (b *bound) setParameter(name string, v Value) error {
	entry, err := findEntry(&b.task, name)
	if err != nil {
		return err
	}
	if entry.structural {
		return b.task.parameterError(goalError(name, "it shapes the levels, which are fixed while a task set runs; declare another task with it, in a task set of its own"))
	}
	if strings.HasPrefix(name, "motion.") && len(b.task.Motion.Velocity) == 0 {
		return b.task.parameterError(goalError(name, "the task has no motion profile; declare one with the task"))
	}
	trial := b.task.clone()
	if err := setParameter(&trial, name, v); err != nil {
		return err
	}
	if err := trial.check(); err != nil {
		return trial.parameterError(err)
	}
	if strings.HasPrefix(name, "goal.") {
		if err := b.checkJointGoal(&trial.Goal); trial.Kind == Posture && err != nil {
			return trial.parameterError(err)
		}
		b.takeGoal(&trial.Goal)
		return nil
	}
	for _, j := range b.joints {
		if room := (j.max - j.min) / 2; trial.Kind == JointLimits && !(trial.Margin < room) {
			return trial.parameterError(goalError(name, "%g; expected less than %g, half of the way that the joints have", trial.Margin, room))
		}
	}
	wide := bound{task: trial, n: b.n}
	if err := wide.expand(); err != nil {
		return trial.parameterError(err)
	}
	b.task = wide.task
	b.tune()
	if strings.HasPrefix(name, "motion.") && b.reference.moving {
		b.depart()
	}
	return nil
}
