package floorcontact

import (
	"fmt"
	"math"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// WheelContact detects whether one wheel touches the ground. The zero value is in the air.
type WheelContact struct {
	messages.WheelContact
	velocity float64 // filtered, rad/s
	begun    bool
}

// Step takes the velocity (rad/s) and torque (N m) of the wheel after h seconds, which is above 0.
func (w *WheelContact) Step(c *messages.WheelContactConfig, h, velocity, torque float64) {
	if !w.begun {
		w.begun, w.velocity = true, velocity // a wheel that rolls already does not accelerate
	}
	filtered := lowPass(w.velocity, c.CutoffPeriod, velocity, h)
	acceleration := (filtered - w.velocity) / h
	w.velocity = filtered
	w.AbsAcceleration = lowPass(w.AbsAcceleration, c.CutoffPeriod, math.Abs(acceleration), h)
	w.AbsTorque = lowPass(w.AbsTorque, c.CutoffPeriod, math.Abs(torque), h)
	if !w.Contact && (w.AbsAcceleration < c.MinTouchdownAcceleration || w.AbsTorque < c.MinTouchdownTorque) {
		return
	}
	w.Inertia = w.AbsTorque / (w.AbsAcceleration + 1e-4)
	switch {
	case w.Inertia < c.LiftoffInertia:
		w.Contact = false
	case w.Inertia > c.TouchdownInertia:
		w.Contact = true
	}
}

// checkWheel returns an error unless a configuration suits the period of the steps.
func checkWheel(c *messages.WheelContactConfig, period time.Duration) error {
	if err := checkCutoff("cutoff_period", c.CutoffPeriod, period); err != nil {
		return err
	}
	for _, x := range []struct {
		name  string
		value float64
	}{{"liftoff_inertia", c.LiftoffInertia}, {"touchdown_inertia", c.TouchdownInertia},
		{"min_touchdown_acceleration", c.MinTouchdownAcceleration}, {"min_touchdown_torque", c.MinTouchdownTorque}} {
		if !(x.value >= 0) || math.IsInf(x.value, 1) {
			return &messages.OptionError{Path: x.name, Err: fmt.Errorf("the value is %g", x.value), Expected: "a finite number, at least 0"}
		}
	}
	if c.LiftoffInertia > c.TouchdownInertia {
		return &messages.OptionError{Path: "liftoff_inertia", Err: fmt.Errorf("%g kg m^2 is above touchdown_inertia, %g kg m^2", c.LiftoffInertia, c.TouchdownInertia),
			Expected: "at most touchdown_inertia"}
	}
	return nil
}

// checkCutoff returns an error unless a cut-off period (s) exceeds two periods of the steps.
func checkCutoff(name string, cutoff float64, period time.Duration) error {
	least := 2 * period.Seconds()
	if cutoff > least && !math.IsInf(cutoff, 1) {
		return nil
	}
	return &messages.OptionError{Path: name, Err: fmt.Errorf("the cut-off period is %g s and the period of the actor %v", cutoff, period),
		Expected: fmt.Sprintf("more than two periods, %g s", least)}
}
