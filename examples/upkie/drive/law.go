// Package drive is the law of the agent of this example: it keeps an Upkie upright and drives it
// along a route. It knows nothing of shared memory, so that tests and simulations call it too.
package drive

import (
	"errors"
	"math"

	"github.com/robo-actors/robo-actors/actors/spine/dictionary"
)

// ErrBlind means that an observation lacks what the law needs.
var ErrBlind = errors.New("the spine observes no base_orientation or no wheel_odometry; the law needs both")

// Servos names the servos in the order of an action.
func Servos() []string {
	return []string{"left_hip", "left_knee", "left_wheel", "right_hip", "right_knee", "right_wheel"}
}

const (
	leftWheel, rightWheel = 2, 5 // places in Servos
	wheelRadiusM          = 0.06
	trackM                = 0.31 // distance of the wheels
	legTorqueNm           = 16.0
	wheelTorqueNm         = 1.7
	fallRad               = 1.0 // beyond it the robot has fallen
	fastestMS             = 2.0 // of the wheels over the ground
)

// Gains of the state feedback, which were found by trial.
const (
	pitchGain    = 60.0 // m/s^2 for 1 rad
	rateGain     = 9.0  // m/s^2 for 1 rad/s
	positionGain = 4.0  // m/s^2 for 1 m
	speedGain    = 7.0  // m/s^2 for 1 m/s
)

// Driver keeps the robot up and drives it. The wheels accelerate to where the robot leans, so that
// its pitch, and its way and speed over the ground, go to what is wanted. With a zero route the
// robot stays where it is.
type Driver struct {
	Route Route

	velocity float64 // of the wheels over the ground, m/s
	wanted   float64 // way over the ground that is wanted, m
	began    float64 // time of the first observation, s
	before   float64 // time of the observation before, s
	begun    bool
}

// Act writes the action that follows an observation.
func (d *Driver) Act(o *dictionary.Observation, a *dictionary.Action) error {
	if o.BaseOrientation == nil || o.WheelOdometry == nil {
		return ErrBlind
	}
	pitch, rate := o.BaseOrientation.Pitch, o.BaseOrientation.AngularVelocity[1]
	if !d.begun || math.Abs(pitch) > fallRad {
		*d = Driver{Route: d.Route, velocity: o.WheelOdometry.Velocity, wanted: o.WheelOdometry.Position, began: o.TimeS, before: o.TimeS, begun: true}
	}
	step := o.TimeS - d.before
	d.before = o.TimeS
	speed, turn := d.Route.at(o.TimeS - d.began)
	d.wanted += speed * step
	acceleration := pitchGain*pitch + rateGain*rate + positionGain*(o.WheelOdometry.Position-d.wanted) + speedGain*(o.WheelOdometry.Velocity-speed)
	d.velocity = min(max(d.velocity+acceleration*step, -fastestMS), fastestMS)
	write(a, d.velocity, turn)
	return nil
}

// write writes the velocities of the wheels, and legs that stay straight.
func write(a *dictionary.Action, velocity, turn float64) {
	for i := range a.Servos {
		a.Servos[i] = dictionary.ServoAction{KpScale: 1, KdScale: 1, MaximumTorque: legTorqueNm}
	}
	for _, w := range [...]struct {
		place int
		side  float64
	}{{leftWheel, 1}, {rightWheel, -1}} {
		a.Servos[w.place] = dictionary.ServoAction{Position: math.NaN(), Velocity: w.side * (velocity - w.side*turn*trackM/2) / wheelRadiusM,
			KdScale: 1, MaximumTorque: wheelTorqueNm}
	}
}
