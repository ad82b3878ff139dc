package urdf

import (
	"fmt"
	"math"
	"strings"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// buildLimits reads the limits of a joint whose type is known. It may make a revolute joint
// continuous.
func (r *reader) buildLimits(j *draftJoint, p place, out *worlds.Joint) {
	switch out.Type {
	case worlds.Fixed:
		if len(j.limits) > 0 {
			r.note(j.limitsAt, p.in("limits"), "a fixed joint has no limits; they are ignored")
		}
	case worlds.Planar, worlds.Floating:
		r.buildLimitList(j, p, out)
	default:
		r.buildSingleLimit(j, p, out)
	}
}

// buildLimitList reads the limits of a joint with several degrees of freedom. A single limit, as
// XML has it, would bound metres and radians by one number, so it is not read.
func (r *reader) buildLimitList(j *draftJoint, p place, out *worlds.Joint) {
	if len(j.limits) == 0 {
		return
	}
	if !j.limitList {
		r.note(j.limitsAt, p.in("limit"), "one limit for metres and radians alike means nothing for a "+out.Type.String()+" joint; it is ignored")
		return
	}
	for k := range j.limits {
		at := p.in(fmt.Sprintf("limits[%d]", k))
		limit := r.limitValues(&j.limits[k], at)
		if out.Type == worlds.Floating {
			r.noBounds(&j.limits[k], at, &limit, "floating")
		}
		out.Limits = append(out.Limits, limit)
		out.LimitsAt = append(out.LimitsAt, r.text.Position(j.limits[k].offset))
	}
}

// buildSingleLimit reads the limits of a joint with one degree of freedom.
func (r *reader) buildSingleLimit(j *draftJoint, p place, out *worlds.Joint) {
	p = p.in("limit")
	if len(j.limits) > 1 {
		r.fail(j.limitsAt, p, fmt.Sprintf("%d limits for a %s joint", len(j.limits), out.Type), "one", "")
	}
	at := j.offset
	read := &draftLimit{}
	if len(j.limits) > 0 {
		read, at = &j.limits[0], j.limits[0].offset
	}
	limit := r.limitValues(read, p)
	if out.Type == worlds.Revolute && !read.lower.set && !read.upper.set && r.options.BoundlessRevoluteIsContinuous {
		r.note(at, p, "a revolute joint without bounds is read as a continuous one")
		out.Type = worlds.Continuous
	}
	if out.Type == worlds.Continuous {
		r.noBounds(read, p, &limit, "continuous")
	} else {
		r.needBounds(read, at, p, &limit, out.Type)
	}
	if out.Type == worlds.Revolute {
		r.doubtDegrees(read, p, limit)
	}
	out.Limits, out.LimitsAt = []worlds.Limit{limit}, []source.Position{r.text.Position(at)}
}

// limitValues reads what is given of a limit; what is not given limits nothing.
func (r *reader) limitValues(l *draftLimit, p place) worlds.Limit {
	limit := worlds.Unlimited()
	limit.Lower = r.optional(l.lower, p.in("lower"), limit.Lower)
	limit.Upper = r.optional(l.upper, p.in("upper"), limit.Upper)
	limit.Acceleration = r.optional(l.acceleration, p.in("acceleration"), limit.Acceleration)
	limit.Jerk = r.optional(l.jerk, p.in("jerk"), limit.Jerk)
	limit.Velocity = r.optional(l.velocity, p.in("velocity"), limit.Velocity)
	limit.Effort = r.optional(l.effort, p.in("effort"), limit.Effort)
	r.noteZero(l.velocity, limit.Velocity, p, "velocity")
	r.noteZero(l.effort, limit.Effort, p, "effort")
	return limit
}

// noteZero notes a limit of zero: a joint that cannot move is rarely what was meant.
func (r *reader) noteZero(f field, value float64, p place, name string) {
	if f.set && value == 0 {
		r.note(f.offset, p.in(name), "the "+name+" limit of 0 lets no command pass")
	}
}

// noBounds drops the bounds of position of a joint that has none.
func (r *reader) noBounds(l *draftLimit, p place, limit *worlds.Limit, kind string) {
	free := worlds.Unlimited()
	limit.Lower, limit.Upper = free.Lower, free.Upper
	if l.lower.set || l.upper.set {
		r.note(l.offset, p, "a "+kind+" joint has no bounds of position; they are ignored")
	}
}

// needBounds reports what is missing in the limit of a revolute or prismatic joint, and fills it
// in.
func (r *reader) needBounds(l *draftLimit, at int, p place, limit *worlds.Limit, kind worlds.JointType) {
	var missing []string
	for _, need := range []struct {
		name string
		f    field
	}{{"lower", l.lower}, {"upper", l.upper}, {"velocity", l.velocity}, {"effort", l.effort}} {
		if !need.f.set {
			missing = append(missing, need.name)
		}
	}
	if len(missing) > 0 {
		hint := ""
		if kind == worlds.Revolute && !l.lower.set && !l.upper.set {
			hint = `a joint that turns without end has type="continuous": write that, or read it so: ` +
				acceptHint("boundless_revolute", "BoundlessRevoluteIsContinuous")
		}
		r.fail(at, p, "the "+kind.String()+" joint lacks the limits "+strings.Join(missing, ", "), "lower, upper, velocity and effort", hint)
	}
	if math.IsInf(limit.Lower, 0) || math.IsInf(limit.Upper, 0) {
		limit.Lower, limit.Upper = 0, 0 // one is missing or no number, which has been reported
	}
}
