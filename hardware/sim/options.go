package sim

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/robo-actors/robo-actors/hardware/sim/physics"
	"github.com/robo-actors/robo-actors/hardware/sim/servo"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

// PlantOptions are the options of the plant. Every zero value stands for its default.
type PlantOptions struct {
	physics.Options
	Servos []servo.Options `option:"servos" doc:"the drives, several joints of one kind at a time"`
	// Rotors of these joints have the armature of the description.
	Actuated []string        `option:"actuated" doc:"joints that drives outside of the plant move, as emulated servos do"`
	Truth    string          `option:"truth" doc:"body whose true state is sent, for reports; controllers never see it"`
	Base     BaseOptions     `option:"base" doc:"sensor of a floating or planar base, sent by port base"`
	Imu      InertialOptions `option:"imu" doc:"inertial measurement unit, sent by port imu"`
	Feet     FeetOptions     `option:"feet" doc:"noise of the force sensors of contacts, sent by port feet"`
	Reset    ResetOptions    `option:"reset" doc:"what the configuration of a spine places anew"`
}

// ResetOptions name what a messages.SpineConfig places: the base, and joints.
type ResetOptions struct {
	Base       string `option:"base" doc:"floating joint of the base" required:"true"`
	JointGroup string `option:"joint_group" doc:"joints whose positions a configuration may give, that of the spine; left out: it gives none" refers:"none"`
}

// BaseOptions describe a sensor of the joint that lets a robot move in the room: what a motion
// capture, or a good estimator, measures. The noise of its samples is independent.
type BaseOptions struct {
	Joint                string  `option:"joint" doc:"floating or planar joint whose state is sent" required:"true"`
	PositionNoise        float64 `option:"position_noise" unit:"m" doc:"standard deviation of a component" min:"0"`
	OrientationNoise     float64 `option:"orientation_noise" unit:"rad" doc:"standard deviation of a component" min:"0"`
	VelocityNoise        float64 `option:"velocity_noise" unit:"m/s" doc:"standard deviation of a component" min:"0"`
	AngularVelocityNoise float64 `option:"angular_velocity_noise" unit:"rad/s" doc:"standard deviation of a component" min:"0"`
}

// InertialOptions describe an inertial measurement unit.
type InertialOptions struct {
	Body              string     `option:"body" doc:"body that carries it" required:"true"`
	Position          [3]float64 `option:"position" unit:"m" doc:"of the sensor's frame in the body's frame"`
	Orientation       [4]float64 `option:"orientation" doc:"of the sensor's frame, quaternion w, x, y, z; zeros: that of the body"`
	GyroNoise         float64    `option:"gyro_noise" unit:"rad/s" doc:"standard deviation of a component" min:"0"`
	AccelerationNoise float64    `option:"acceleration_noise" unit:"m/s^2" doc:"standard deviation of a component" min:"0"`
	OrientationNoise  float64    `option:"orientation_noise" unit:"rad" doc:"standard deviation of a component" min:"0"`
}

// FeetOptions describe the force sensors of the sets of contacts.
type FeetOptions struct {
	ForceNoise  float64 `option:"force_noise" unit:"N" doc:"standard deviation of a component" min:"0"`
	MomentNoise float64 `option:"moment_noise" unit:"N m" doc:"standard deviation of a component" min:"0"`
}

// Units implements worlds.UnitResolver: the units of numbers depend on whether a joint turns or
// slides.
func (o *PlantOptions) Units(w *worlds.World) map[string]string {
	units := map[string]string{}
	for i, s := range o.Start {
		for k, unit := range startUnits(w, s.Joint) {
			units[fmt.Sprintf("start[%d].position[%d]", i, k)] = unit
		}
	}
	t := reflect.TypeFor[servo.Options]()
	for i := range o.Servos {
		alternative, known := motionOf(w, o.Servos[i].Joints)
		for f := range t.NumField() {
			if both := strings.Split(t.Field(f).Tag.Get("unit"), "|"); known && len(both) == 2 {
				units[fmt.Sprintf("servos[%d].%s", i, t.Field(f).Tag.Get("option"))] = both[alternative]
			}
		}
	}
	return units
}

// motionOf returns 0 for joints that all turn and 1 for joints that all slide. It knows neither
// where they differ, or where one of them does not exist.
func motionOf(w *worlds.World, joints []string) (motion int, known bool) {
	for k, name := range joints {
		joint, err := w.JointIndex(name)
		if err != nil {
			return 0, false
		}
		one := 0
		if w.Slot(joint).Type == worlds.Prismatic {
			one = 1
		}
		if k > 0 && one != motion {
			return 0, false
		}
		motion = one
	}
	return motion, len(joints) > 0
}

// startUnits are those of the position of a joint, number by number.
func startUnits(w *worlds.World, name string) []string {
	joint, err := w.JointIndex(name)
	if err != nil {
		return nil
	}
	switch t := w.Slot(joint).Type; t {
	case worlds.Planar:
		return []string{"m", "m", "rad"}
	case worlds.Floating:
		return []string{"m", "m", "m"}
	default:
		return []string{worlds.UnitOf(t, messages.ControlPosition)}
	}
}
