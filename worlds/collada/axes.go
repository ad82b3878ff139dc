package collada

import (
	"math"
	"strings"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/internal/strictxml"
)

// axes reads what the articulated systems say about axes: limits, activity, speeds.
func (b *builder) axes() {
	infos := map[string]*joint{} // by the sid of the kinematics' axis_info
	for pass := range 2 {        // kinematics first: motion refers to it
		for _, around := range b.s.around {
			body := around.Child([]string{"kinematics", "motion"}[pass])
			for info := range body.Child("technique_common").All("axis_info") {
				at := info.Attribute("axis")
				j := b.joints[jointSID(at.Text)]
				if pass == 1 {
					j = infos[lastSID(at.Text)]
				}
				if j == nil {
					b.r.fail(max(info.Offset, at.Offset), b.s.name, "the address of the axis leads to no joint of the model", "model/joint/axis, or system/axis_info", "")
					continue
				}
				if pass == 0 {
					infos[info.Attr("sid")] = j
					b.kinematicsInfo(j, info)
				} else {
					b.motionInfo(j, info)
				}
			}
		}
	}
}

// value returns the field that an element holds, directly, or through the parameter of the same
// axis_info that it names.
func value(e, info *strictxml.Element) strictxml.Field {
	if e == nil {
		return strictxml.Field{}
	}
	if param := e.Child("param"); param != nil && info != nil {
		for p := range info.All("newparam") {
			if p.Attr("sid") == param.Text().Text {
				return value(p, nil)
			}
		}
		return strictxml.Field{}
	}
	for _, kind := range []string{"float", "bool", "int"} {
		if c := e.Child(kind); c != nil {
			f := c.Text()
			f.Set = true
			return f
		}
	}
	if f := e.Text(); f.Text != "" {
		f.Set = true
		return f
	}
	return strictxml.Field{}
}

// number returns the number of an element times a factor, and whether there is one.
func (b *builder) number(e, info *strictxml.Element, factor float64) (float64, bool) {
	f := value(e, info)
	if !f.Set {
		return 0, false
	}
	v, ok := b.r.parse(f)
	return v * factor, ok
}

// unit returns the factor from the file's numbers to rad or m.
func (b *builder) unit(j *joint) float64 {
	if j.kind == worlds.Prismatic {
		return b.r.unit
	}
	return math.Pi / 180
}

// limits reads bounds of position.
func (b *builder) limits(j *joint, e, info *strictxml.Element) {
	before := b.r.list.Len()
	lower, okLower := b.number(e.Child("min"), info, b.unit(j))
	upper, okUpper := b.number(e.Child("max"), info, b.unit(j))
	switch {
	case okLower && okUpper:
		j.limit.Lower, j.limit.Upper, j.bounded = lower, upper, true
	case (okLower || okUpper) && b.r.list.Len() == before:
		b.fail(e, "one of min and max is missing", "both", "")
	}
}

func isTrue(f strictxml.Field) bool { return strings.EqualFold(f.Text, "true") || f.Text == "1" }

// kinematicsInfo reads an axis_info of kinematics.
func (b *builder) kinematicsInfo(j *joint, info *strictxml.Element) {
	b.limits(j, info.Child("limits"), info)
	if active := value(info.Child("active"), info); active.Set {
		j.inactive = !isTrue(active)
	}
	j.locked = j.locked || isTrue(value(info.Child("locked"), info))
	for p := range info.All("newparam") {
		if p.Attr("sid") == "circular" && isTrue(value(p, nil)) && j.kind == worlds.Revolute {
			free := worlds.Unlimited()
			j.limit.Lower, j.limit.Upper, j.bounded = free.Lower, free.Upper, false
		}
	}
}

// motionInfo reads an axis_info of motion.
func (b *builder) motionInfo(j *joint, info *strictxml.Element) {
	for _, l := range []struct {
		name string
		into *float64
	}{{"speed", &j.limit.Velocity}, {"acceleration", &j.limit.Acceleration}, {"jerk", &j.limit.Jerk}} {
		if v, ok := b.number(info.Child(l.name), info, b.unit(j)); ok {
			if v < 0 {
				b.fail(info, "the "+l.name+" is negative", "at least 0", "")
				continue
			}
			*l.into = v
		}
	}
}

// actuators reads the attached actuators.
func (b *builder) actuators() {
	for technique := range b.r.extensions(b.s.around, "attach_actuator") {
		bind, instance := technique.Child("bind_actuator"), technique.Child("instance_actuator")
		if bind == nil || instance == nil {
			continue
		}
		j := b.joints[lastSID(bind.Attr("joint"))]
		actuator := b.r.target(instance, "url", "actuator")
		if j == nil {
			b.fail(bind, "the actuator is bound to no joint of the model", "model/joint", "")
			continue
		}
		gear, given := b.number(actuator.Child("gear_ratio"), nil, 1)
		if !given {
			gear = 1
		}
		for _, name := range []string{"nominal_torque", "stall_torque", "max_instantaneous_torque"} { // the last one counts
			if v, ok := b.number(actuator.Child(name), nil, math.Abs(gear)); ok && v >= 0 {
				j.limit.Effort = v
			}
		}
		if v, ok := b.number(actuator.Child("rotor_inertia"), nil, gear*gear); ok && v >= 0 {
			j.armature = v
		}
	}
}
