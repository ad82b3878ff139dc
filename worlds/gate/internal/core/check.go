package core

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// Check returns every error of the configuration, joined, or nil. Errors of a joint carry its name
// as data.
func (c Config) Check() error {
	filled := c.filled()
	return filled.check()
}

// check is Check for a configuration with filled defaults.
func (c *Config) check() error {
	k := &checker{config: c}
	k.general()
	for i := range c.Joints {
		k.joint(&c.Joints[i])
	}
	k.controllers()
	k.buses()
	return errors.Join(k.errs...)
}

// checker collects the errors of a configuration with filled defaults.
type checker struct {
	config *Config
	errs   []error
}

func (k *checker) add(format string, arguments ...any) {
	k.errs = append(k.errs, fmt.Errorf(format, arguments...))
}

// ofJoint returns a function that adds an error of a joint.
func (k *checker) ofJoint(name string) report {
	return func(format string, arguments ...any) {
		k.errs = append(k.errs, &messages.OptionError{Joint: name, Err: fmt.Errorf(format, arguments...)})
	}
}

func (k *checker) general() {
	c := k.config
	if c.Source == "" {
		k.add("the gate has no path; expected a path like mobile_base/gate")
	}
	if c.Period <= 0 {
		k.add("the period is %s; expected more than zero", c.Period)
	}
	if len(c.Joints) == 0 {
		k.add("the gate has no joints; expected the movable joints of its world")
	}
	names := map[string]bool{}
	for i := range c.Joints {
		name := c.Joints[i].Name
		if name == "" || names[name] {
			k.add("joint %d has the name %s; expected a unique name", i, source.Quote(name))
		}
		names[name] = true
	}
}

func (k *checker) joint(j *Joint) {
	wrong := k.ofJoint(j.Name)
	if !j.Type.Valid() || int(j.Role) >= len(roleNames) {
		wrong("the type is %d and the role %d; expected revolute, continuous, prismatic, planar or floating, and driven, virtual or passive", j.Type, j.Role)
		return
	}
	if len(j.Limits) != j.Type.Velocities() {
		wrong("it has %d limits; expected %d for a %s joint, one for each degree of freedom", len(j.Limits), j.Type.Velocities(), j.Type)
		return
	}
	if j.Role == Passive {
		return
	}
	if j.Role == Driven && j.Type.Velocities() != 1 {
		wrong("its drive would move %d degrees of freedom; expected a revolute, continuous or prismatic joint, or a virtual joint", j.Type.Velocities())
	}
	for i := range j.Limits {
		j.Limits[i].check(j, i, wrong)
	}
	j.checkControls(wrong)
	j.checkModes(wrong)
	j.checkTimes(wrong)
	if err := j.Rearm.Check(); err != nil {
		wrong("%v", err)
	}
}

// report adds an error.
type report func(format string, arguments ...any)

func (l *Limit) check(j *Joint, i int, wrong report) {
	free := math.IsInf(l.Lower, -1) && math.IsInf(l.Upper, 1)
	switch {
	case !(l.Lower < l.Upper):
		wrong("degree of freedom %d has the position limits %g and %g; expected the lower below the upper", i, l.Lower, l.Upper)
	case (j.Type == Continuous || j.Type == Floating) && !free:
		wrong("degree of freedom %d has the position limits %g and %g; expected none for a %s joint", i, l.Lower, l.Upper, j.Type)
	}
	if !(l.Velocity > 0 && l.Acceleration > 0 && l.Effort > 0) {
		wrong("degree of freedom %d has the limits velocity %g, acceleration %g, effort %g; expected all above zero", i, l.Velocity, l.Acceleration, l.Effort)
		return
	}
	for _, p := range [...]struct {
		name  string
		value float64
	}{{"stop deceleration", l.StopDeceleration}, {"re-arm acceleration", l.RearmAcceleration}} {
		if !(p.value > 0) || math.IsInf(p.value, 1) {
			wrong("degree of freedom %d has the %s %g; expected a finite number above zero", i, p.name, p.value)
		} else if p.value > l.Acceleration {
			wrong("degree of freedom %d has the %s %g; expected at most the acceleration limit %g", i, p.name, p.value, l.Acceleration)
		}
	}
	if !(l.RearmEffortRate > 0) || math.IsInf(l.RearmEffortRate, 1) {
		wrong("degree of freedom %d has the re-arm effort rate %g; expected a finite number above zero", i, l.RearmEffortRate)
	}
}

func (j *Joint) checkControls(wrong report) {
	if len(j.Controls) == 0 {
		wrong("it accepts no control mode; expected at least one")
	}
	for _, c := range j.Controls {
		if c == messages.ControlNone || !c.Valid() {
			wrong("it accepts control mode %s; expected combinations of position, velocity and effort", c)
		}
	}
}

func (j *Joint) checkModes(wrong report) {
	for _, m := range [...]struct {
		name string
		mode messages.Mode
	}{{"safe mode", j.SafeMode}, {"on_stale for position", j.OnStale.Position}, {"on_stale for velocity", j.OnStale.Velocity}, {"on_stale for effort", j.OnStale.Effort}} {
		switch {
		case !m.mode.Valid() || m.mode.Passes():
			wrong("%s is %s; expected one of ramp_hold, damp, ramp_off, brake, off", m.name, m.mode)
		case m.mode == messages.ModeBrake && !j.Brake:
			wrong("%s is brake, but the joint has no brake; expected one of ramp_hold, damp, ramp_off, off", m.name)
		case m.mode >= messages.ModeRampOff && j.Gravity && !j.Brake:
			wrong("%s is %s, but the joint carries weight and has no brake, so it would fall; expected ramp_hold or damp", m.name, m.mode)
		}
	}
	j.checkReactions(wrong)
	if j.HoldFor > 0 && !j.Brake {
		wrong("the brake closes after %s of hold, but the joint has no brake; expected a brake, or no such time", j.HoldFor)
	}
}

// checkReactions compares the reactions with the equipment of the joint.
func (j *Joint) checkReactions(wrong report) {
	if j.Reactions == nil {
		return
	}
	if j.Role != Driven {
		wrong("it has reactions to faults, but no drive; expected reactions of the joint that moves it")
	}
	for _, f := range modes.FaultClasses() {
		for _, s := range j.Reactions[f].Stages {
			switch {
			case !s.Mode.Valid() || s.Mode == messages.ModeRun:
				wrong("%s leads to mode %s; expected one of limited, ramp_hold, damp, ramp_off, brake, off", f, s.Mode)
			case s.Mode == messages.ModeBrake && !j.Brake:
				wrong("%s leads to mode brake, but the joint has no brake; expected another mode, or a joint of kind vertical", f)
			}
		}
	}
}

func (j *Joint) checkTimes(wrong report) {
	for _, d := range [...]struct {
		name  string
		value time.Duration
	}{{"patience", j.Patience}, {"arm within", j.ArmWithin}, {"stop within", j.StopWithin}, {"state max age", j.StateMaxAge}} {
		if d.value <= 0 {
			wrong("%s is %s; expected more than zero", d.name, d.value)
		}
	}
	if j.BrakeOpens < 0 || j.BrakeCloses < 0 || j.HoldFor < 0 {
		wrong("the brake opens in %s, closes in %s and waits for %s; expected zero or more", j.BrakeOpens, j.BrakeCloses, j.HoldFor)
	}
	for _, v := range [...]struct {
		name  string
		value float64
	}{{"hold window", j.HoldWindow}, {"damp effort", j.DampEffort}, {"standstill", j.Standstill}, {"outside", j.Outside}} {
		if !(v.value >= 0) || math.IsInf(v.value, 1) {
			wrong("%s is %g; expected a finite number, zero or more", v.name, v.value)
		}
	}
	if !(j.LimitedShare > 0 && j.LimitedShare <= 1) {
		wrong("the velocity share of mode limited is %g; expected a number in (0, 1]", j.LimitedShare)
	}
}

func (k *checker) controllers() {
	var known []string
	byName := map[string]*Joint{}
	for i := range k.config.Joints {
		known = append(known, k.config.Joints[i].Name)
		byName[k.config.Joints[i].Name] = &k.config.Joints[i]
	}
	claimed, names := map[string]string{}, map[string]bool{}
	for i := range k.config.Controllers {
		c := &k.config.Controllers[i]
		wrong := func(format string, arguments ...any) {
			k.add("controller %s: "+format, append([]any{source.Quote(c.Name)}, arguments...)...)
		}
		if c.Name == "" || names[c.Name] {
			wrong("the name of controller %d is empty or used twice; expected a unique name", i)
		}
		names[c.Name] = true
		if len(c.Joints) == 0 {
			wrong("it claims no joints; expected at least one")
		}
		for _, name := range c.Joints {
			switch j := byName[name]; {
			case j == nil:
				wrong("it claims the unknown joint %s; expected one of %s", source.Quote(name), source.Listed(known, 30))
			case j.Role == Passive:
				wrong("it claims the passive joint %s; expected a driven or virtual joint", source.Quote(name))
			case claimed[name] != "":
				wrong("it claims joint %s, which controller %s also claims; expected one controller for each joint", source.Quote(name), source.Quote(claimed[name]))
			}
			claimed[name] = c.Name
		}
		c.checkTimes(wrong)
	}
}

func (c *Controller) checkTimes(wrong report) {
	if c.Period < 0 || c.MaxAge < c.Period || c.MaxAge <= 0 {
		wrong("the period is %s and max_age %s; expected a period of zero or more, and a max_age that is not shorter", c.Period, c.MaxAge)
	}
	if c.Faults < 1 || c.Faults > maxFaults || c.FaultWindow <= 0 {
		wrong("%d rejected commands in %s are a fault; expected 1 to %d, in a time above zero", c.Faults, c.FaultWindow, maxFaults)
	}
}

func (k *checker) buses() {
	var names []string
	movers := make([][]string, len(k.config.Buses))
	for i, b := range k.config.Buses {
		if b.Name == "" || slices.Contains(names, b.Name) {
			k.add("bus %d has the name %s; expected a unique name", i, source.Quote(b.Name))
		}
		names = append(names, b.Name)
		if b.Drives < 1 {
			k.add("bus %s has %d drives; expected at least one", source.Quote(b.Name), b.Drives)
			return
		}
		movers[i] = make([]string, b.Drives)
	}
	for i := range k.config.Joints {
		j := &k.config.Joints[i]
		if j.Role != Driven {
			continue
		}
		if j.Bus < 0 || j.Bus >= len(movers) || j.Drive < 0 || j.Drive >= len(movers[j.Bus]) {
			k.ofJoint(j.Name)("drive %d of bus %d does not exist; the buses are %s", j.Drive, j.Bus, source.Listed(names, 30))
			continue
		}
		if other := movers[j.Bus][j.Drive]; other != "" {
			k.ofJoint(j.Name)("drive %d of bus %s also moves joint %s; expected one drive for each joint", j.Drive, source.Quote(names[j.Bus]), source.Quote(other))
		}
		movers[j.Bus][j.Drive] = j.Name
	}
	for i, m := range movers {
		for d, name := range m {
			if name == "" {
				k.add("bus %s: drive %d moves no joint; expected one joint for each drive", source.Quote(names[i]), d)
			}
		}
	}
}
