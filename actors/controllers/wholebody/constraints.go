package wholebody

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace/behavior"
	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace/constrained"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/geometry"
	"github.com/robo-actors/robo-actors/worlds/geometry/outline"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// horizon is the time in which limits may stop a joint: three times what passes between a state and
// the effort that it leads to, a cycle and what encoders and current loops take.
func horizon(period time.Duration) time.Duration { return 3 * (period + driveDelay) }

const driveDelay = 2500 * time.Microsecond

// constrain makes the configuration of the constrained law from the options, and checks contacts
// for the exact one too.
func (l *Law) constrain(w *worlds.World, period time.Duration) error {
	if err := l.checkRanges(); err != nil {
		return err
	}
	o := l.options
	c := constrained.Config{Model: l.measured.Model(), Followers: l.followers, Unactuated: l.unactuated, PeriodS: period.Seconds(), HorizonS: horizon(period).Seconds(),
		RestDamping: float64(o.RestDamping), Weighted: o.Weighted, WeightStep: o.WeightStep, SingularRegion: o.speedRegion()}
	errs := append(o.checkSingular(), l.checkLaw())
	limits := l.jointLimits()
	c.Limits = limits.Led(l.followers)
	for i := range o.Contacts {
		k := &o.Contacts[i]
		c.Contacts = append(c.Contacts, constrained.Contact{Name: k.Name, Body: k.Frame, Points: k.Points, Normal: k.Normal, Friction: k.Friction,
			PressureMin: k.PressureMin, PressureMax: k.PressureMax})
	}
	for i := range o.Collisions {
		k, err := o.Collisions[i].collision(fmt.Sprintf("collisions[%d]", i))
		c.Collisions, errs = append(c.Collisions, k), append(errs, err)
	}
	for i := range o.Boxes {
		k, err := o.Boxes[i].box(fmt.Sprintf("boxes[%d]", i))
		c.Boxes, errs = append(c.Boxes, k), append(errs, err)
	}
	for i := range o.TaskSets {
		for _, name := range o.TaskSets[i].Lifted {
			if !slices.ContainsFunc(o.Contacts, func(k ContactOptions) bool { return k.Name == name }) {
				errs = append(errs, &messages.OptionError{Path: fmt.Sprintf("task_sets[%d].lifted", i), Err: fmt.Errorf("unknown contact %q", name),
					Unknown: name, Known: contactNames(o.Contacts)})
			}
		}
	}
	errs = append(errs, c.Check())
	l.constraints, l.contacts = c, newContacts(c.Model, l.followers, o.Contacts)
	return errors.Join(errs...)
}

func contactNames(options []ContactOptions) []string {
	names := make([]string, len(options))
	for i := range options {
		names[i] = options[i].Name
	}
	return names
}

// checkRanges rejects axes which those that mimic them leave nowhere to be.
func (l *Law) checkRanges() error {
	lower, upper := slices.Clone(l.min), slices.Clone(l.max)
	l.followers.Bounds(lower, upper)
	var errs []error
	for i := range lower {
		if l.min[i] <= l.max[i] && lower[i] > upper[i] {
			errs = append(errs, &messages.OptionError{Joint: l.names[i],
				Err: fmt.Errorf("its position limits, %.6g to %.6g, and those of the joints that mimic it have nothing in common: from %.6g, and to %.6g; correct a limit, or a multiplier or offset",
					l.min[i], l.max[i], lower[i], upper[i])})
		}
	}
	return errors.Join(errs...)
}

// checkLaw rejects options that the law has no use for.
func (l *Law) checkLaw() error {
	o := l.options
	if o.Law == "constrained" {
		return nil
	}
	var errs []error
	refuse := func(given bool, option string) {
		if given {
			errs = append(errs, invalid(option, "the exact law does not have it; set law: constrained, or leave it out"))
		}
	}
	refuse(len(o.Collisions) > 0, "collisions")
	refuse(len(o.Boxes) > 0, "boxes")
	refuse(o.Weighted, "weighted")
	if l.velocities {
		errs = append(errs, invalid("law", "the exact law gives efforts, and the joints take velocities; set law: constrained"))
	}
	if len(o.Contacts) > 0 && len(l.unactuated) == 0 {
		errs = append(errs, invalid("contacts", "the exact law has contacts only with a passive joint, the base of the robot; set law: constrained, or leave them out"))
	}
	return errors.Join(errs...)
}

// jointLimits are those of the world, except for kinds that are left out. Virtual joints have no
// efforts, passive ones nothing. Those of joints that mimic others are for their leaders; a
// velocity or an effort of 0, which descriptions give joints that nothing drives, bounds none.
func (l *Law) jointLimits() constrained.Limits {
	o, n, inf := &l.options.Limits, l.n, math.Inf(1)
	v := constrained.Limits{PositionMin: make([]float64, n), PositionMax: make([]float64, n), Velocity: make([]float64, n),
		Acceleration: make([]float64, n), Effort: make([]float64, n)}
	keeps := func(kind string) bool { return !slices.Contains(o.Without, kind) }
	for i, limit := range l.bounds {
		v.PositionMin[i], v.PositionMax[i], v.Velocity[i], v.Acceleration[i], v.Effort[i] = -inf, inf, inf, inf, inf
		follows := l.follows(i)
		if l.passive[i] && !follows {
			continue
		}
		if keeps("position") {
			v.PositionMin[i], v.PositionMax[i] = l.min[i]+o.PositionMargin, l.max[i]-o.PositionMargin
		}
		if keeps("velocity") && !(follows && limit.Velocity == 0) {
			v.Velocity[i] = limit.Velocity
		}
		if keeps("acceleration") {
			if v.Acceleration[i] = limit.Acceleration; math.IsInf(limit.Acceleration, 1) && !follows {
				v.Acceleration[i] = o.Acceleration
			}
		}
		if l.velocities && !follows { // the bound of a hand-over, which then needs nothing else
			v.Acceleration[i] = math.Min(v.Acceleration[i], behavior.Share/behavior.PerMillisecond*l.limit[i])
		}
		if keeps("effort") && !l.virtual[i] && !(follows && limit.Effort == 0) {
			v.Effort[i] = limit.Effort
		}
	}
	return v
}

func (o *CollisionOptions) collision(path string) (constrained.Collision, error) {
	a, errA := o.A.shape()
	b, errB := o.B.shape()
	err := errors.Join(messages.InOption(path+".a", errA), messages.InOption(path+".b", errB))
	for _, s := range []*constrained.Shape{&a, &b} {
		if s.Shape == nil { // was reported
			s.Shape = geometry.NewPlane()
		}
	}
	return constrained.Collision{Name: o.Name, A: a, B: b, Margin: o.Margin, Rate: o.Rate}, err
}

func (o *ShapeOptions) shape() (s constrained.Shape, err error) {
	s = constrained.Shape{Body: o.Frame, Pose: spatial.IdentityPose()}
	if o.Shape == "" {
		return o.segment(s)
	}
	var position, rotation [3]float64
	errs := []error{messages.InOption("position", fixed(position[:], o.Position)), messages.InOption("rotation", fixed(rotation[:], o.Rotation))}
	if len(o.From)+len(o.To) > 0 {
		errs = append(errs, inOption("from", "position and rotation, or no shape", "a %s has no ends", o.Shape))
	}
	shape, err := o.Build()
	errs = append(errs, err)
	s.Shape, s.Pose = shape, spatial.PoseFromRPY(position, rotation)
	return s, errors.Join(errs...)
}

// segment is the shape of options without a kind.
func (o *ShapeOptions) segment(s constrained.Shape) (constrained.Shape, error) {
	var from, to [3]float64
	errs := []error{messages.InOption("from", fixed(from[:], o.From))}
	if to = from; len(o.To) > 0 {
		errs = append(errs, messages.InOption("to", fixed(to[:], o.To)))
	}
	if o.Length != 0 || len(o.Size)+len(o.Points)+len(o.Position)+len(o.Rotation) > 0 {
		errs = append(errs, inOption("shape", "the kind of the shape, or only from, to and radius", "the kind is missing"))
	}
	shape, pose, err := outline.Segment(from, to, o.Radius)
	s.Shape, s.Pose = shape, pose
	return s, errors.Join(append(errs, err)...)
}

func (o *BoxOptions) box(path string) (constrained.Box, error) {
	b := constrained.Box{Name: o.Name, Body: o.Frame, Rate: o.Rate}
	axes, err := taskspace.Axes(0), error(nil)
	if o.Axes != "" {
		axes, err = taskspace.ParseAxes(o.Axes)
	}
	if err == nil && axes&^(taskspace.X|taskspace.Y|taskspace.Z) != 0 {
		err = inOption("", "some of x, y, z", "%s are not axes of a box", axes)
	}
	errs := []error{messages.InOption("axes", err), messages.InOption("point", fixed(b.Point[:], o.Point)),
		messages.InOption("min", fixed(b.Min[:], o.Min)), messages.InOption("max", fixed(b.Max[:], o.Max))}
	for i := range 3 {
		face := axes == 0 || axes&(1<<i) != 0
		if !face || len(o.Min) == 0 {
			b.Min[i] = math.Inf(-1)
		}
		if !face || len(o.Max) == 0 {
			b.Max[i] = math.Inf(1)
		}
	}
	return b, messages.InOption(path, errors.Join(errs...))
}

// newSolver makes the solver of a set with these levels.
func (l *Law) newSolver(levels []taskspace.Level) (solver, error) {
	if l.options.Law == "constrained" {
		return newLimited(l, levels)
	}
	return newExact(l, levels)
}

// workspaceOf returns the workspace that is set to the state of the matrices.
func (l *Law) workspaceOf() *rigidbody.Workspace {
	if l.fromActor {
		return l.ofModel
	}
	return l.measured
}
