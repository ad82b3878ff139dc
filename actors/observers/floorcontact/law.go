package floorcontact

import (
	"fmt"
	"math"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// Config configures the law.
type Config struct {
	Wheel messages.WheelContactConfig
	// UpperLegTorque is the norm of the torques of the upper legs above which they carry the robot,
	// N m. LegCutoff is the cut-off period of its filter, s.
	UpperLegTorque, LegCutoff float64
}

// check returns an error unless a configuration suits the period of the steps.
func (c *Config) check(period time.Duration) error {
	if err := checkWheel(&c.Wheel, period); err != nil {
		return messages.InOption("wheel_contact", err)
	}
	if err := checkCutoff("upper_leg_cutoff_period", c.LegCutoff, period); err != nil {
		return err
	}
	return checkThreshold(c.UpperLegTorque)
}

func checkThreshold(torque float64) error {
	if torque >= 0 && !math.IsInf(torque, 1) {
		return nil
	}
	return &messages.OptionError{Path: "upper_leg_torque_threshold", Err: fmt.Errorf("the value is %g", torque), Expected: "a finite torque, at least 0 N m"}
}

// Law is the detector with its state. Its Config may be changed between steps.
type Law struct {
	Config
	wheels []WheelContact
	torque float64 // filtered norm of the torques of the upper legs, N m
}

// New returns the law of a robot with that number of wheels, in the air.
func New(c Config, wheels int) *Law { return &Law{Config: c, wheels: make([]WheelContact, wheels)} }

// Reset puts the robot into the air again.
func (l *Law) Reset() {
	l.torque = 0
	clear(l.wheels)
}

// Input is a sample of the joints: velocities (rad/s) and torques (N m) of the wheels, torques of
// the upper legs.
type Input struct{ WheelVelocity, WheelTorque, LegTorque []float64 }

// Step takes a sample after h seconds, which is above 0, and writes the contacts into out.
func (l *Law) Step(h float64, in *Input, out *messages.FloorContact) {
	norm := 0.0
	for _, torque := range in.LegTorque {
		norm = math.Hypot(norm, torque)
	}
	l.torque = lowPass(l.torque, l.LegCutoff, norm, h)
	out.UpperLegTorque, out.Contact = l.torque, l.torque > l.UpperLegTorque
	for i := range l.wheels {
		w := &l.wheels[i]
		w.Step(&l.Wheel, h, in.WheelVelocity[i], in.WheelTorque[i])
		out.Wheel[i] = w.WheelContact
		out.Contact = out.Contact || w.Contact
	}
}
