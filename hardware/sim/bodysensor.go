package sim

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// BaseSensor measures the joint that lets a robot move in the room: what a motion capture, or a good estimator, would say.
// The standard deviations of its noise are independent from sample to sample; zero means exact.
type BaseSensor struct {
	// Joint is a floating or planar joint. Required.
	Joint string
	// PositionNoise, m, and OrientationNoise, rad, a component.
	PositionNoise, OrientationNoise float64
	// VelocityNoise, m/s, and AngularVelocityNoise, rad/s, a component.
	VelocityNoise, AngularVelocityNoise float64
}

// InertialSensor is an inertial measurement unit.
type InertialSensor struct {
	// Body carries it, with the sensor's frame at Pose in the body's frame. A pose of zeros is that of the body.
	Body string
	Pose messages.Pose
	// GyroNoise, rad/s, AccelerationNoise, m/s^2, and OrientationNoise, rad, are standard deviations a component.
	GyroNoise, AccelerationNoise, OrientationNoise float64
}

// ForceSensor adds noise to what the soles of feet feel: the wrench of each set of contacts on its body.
type ForceSensor struct {
	// ForceNoise, N, and MomentNoise, N m, are standard deviations a component.
	ForceNoise, MomentNoise float64
}

// baseSensor is a BaseSensor, resolved.
type baseSensor struct {
	BaseSensor
	slot   worlds.Slot
	random *rand.Rand
}

func (p *Plant) newBaseSensor(o BaseSensor, random *rand.Rand) (*baseSensor, error) {
	i, err := p.world.JointIndex(o.Joint)
	if err != nil {
		return nil, fmt.Errorf("base: joint: %w", err)
	}
	slot := p.world.Slot(i)
	if slot.Type != worlds.Floating && slot.Type != worlds.Planar {
		return nil, fmt.Errorf("base: joint %q is %s; expected floating or planar", o.Joint, slot.Type)
	}
	for _, x := range []float64{o.PositionNoise, o.OrientationNoise, o.VelocityNoise, o.AngularVelocityNoise} {
		if !(x >= 0) || !isFinite(x) {
			return nil, fmt.Errorf("base: noise of %g; expected at least 0", x)
		}
	}
	return &baseSensor{BaseSensor: o, slot: slot, random: random}, nil
}

// read writes the state of the joint: position m and quaternion w, x, y, z or x, y, theta; velocities in the body's axes.
func (b *baseSensor) read(p *Plant, out *messages.VirtualState) {
	s := b.slot
	copy(out.Position, p.position[s.Position:s.Position+s.PositionLength])
	copy(out.Velocity, p.velocity[s.Velocity:s.Velocity+s.VelocityLength])
	out.Mode = messages.ModeRun
	linear := 3
	if s.Type == worlds.Planar {
		linear = 2
	}
	for i := range linear {
		out.Position[i] += b.draw(b.PositionNoise)
		out.Velocity[i] += b.draw(b.VelocityNoise)
	}
	for i := linear; i < s.VelocityLength; i++ {
		out.Velocity[i] += b.draw(b.AngularVelocityNoise)
	}
	if s.Type == worlds.Planar {
		out.Position[2] += b.draw(b.OrientationNoise)
		return
	}
	tilt := [3]float64{b.draw(b.OrientationNoise), b.draw(b.OrientationNoise), b.draw(b.OrientationNoise)}
	copy(out.Position[3:], turnedBy([4]float64(out.Position[3:7]), tilt))
}

func (b *baseSensor) draw(deviation float64) float64 { return drawn(b.random, deviation) }

func drawn(random *rand.Rand, deviation float64) float64 {
	if deviation == 0 {
		return 0
	}
	return deviation * random.NormFloat64()
}

// turnedBy is a quaternion turned by a rotation vector in its own axes.
func turnedBy(q [4]float64, v [3]float64) []float64 {
	angle := norm(v)
	if angle == 0 {
		return q[:]
	}
	s, c := math.Sincos(angle / 2)
	r := [4]float64{c, s * v[0] / angle, s * v[1] / angle, s * v[2] / angle}
	out := [4]float64{
		q[0]*r[0] - q[1]*r[1] - q[2]*r[2] - q[3]*r[3],
		q[0]*r[1] + q[1]*r[0] + q[2]*r[3] - q[3]*r[2],
		q[0]*r[2] - q[1]*r[3] + q[2]*r[0] + q[3]*r[1],
		q[0]*r[3] + q[1]*r[2] - q[2]*r[1] + q[3]*r[0],
	}
	return out[:]
}

// inertialSensor is an InertialSensor, resolved.
type inertialSensor struct {
	InertialSensor
	body   int
	inBody spatial.Pose
	random *rand.Rand

	acceleration []float64 // scratch
}

func (p *Plant) newInertialSensor(o InertialSensor, random *rand.Rand) (*inertialSensor, error) {
	body, err := p.world.BodyIndex(o.Body)
	if err != nil {
		return nil, fmt.Errorf("imu: body: %w", err)
	}
	pose, err := poseOf(o.Pose)
	if err != nil {
		return nil, fmt.Errorf("imu: pose: %w", err)
	}
	for _, x := range []float64{o.GyroNoise, o.AccelerationNoise, o.OrientationNoise} {
		if !(x >= 0) || !isFinite(x) {
			return nil, fmt.Errorf("imu: noise of %g; expected at least 0", x)
		}
	}
	return &inertialSensor{InertialSensor: o, body: body, inBody: pose, random: random, acceleration: make([]float64, p.model.NV())}, nil
}

// read writes the sensor's orientation in the room, its angular velocity, and the specific force: acceleration of the last
// step without gravity's.
func (s *inertialSensor) read(p *Plant, out *messages.Inertial) {
	w := p.trueState()
	p.bodyAcceleration(s.acceleration)
	_ = w.SetAcceleration(s.acceleration) // its length is right
	pose, motion := w.Pose(s.body), w.Velocity(s.body, rigidbody.LocalWorldAligned)
	a := w.ClassicalAcceleration(s.body, rigidbody.LocalWorldAligned)
	arm := turn(pose.R, s.inBody.P)
	force := plus(a.Linear, plus(cross(a.Angular, arm), cross(motion.Angular, cross(motion.Angular, arm))))
	force = minus(force, p.model.Gravity())
	sensor := joined(&pose, &s.inBody)
	turning, specific := turnBack(sensor.R, motion.Angular), turnBack(sensor.R, force)
	var tilt [3]float64
	for i := range 3 {
		out.AngularVelocity[i] = turning[i] + drawn(s.random, s.GyroNoise)
		out.Acceleration[i] = specific[i] + drawn(s.random, s.AccelerationNoise)
		tilt[i] = drawn(s.random, s.OrientationNoise)
	}
	copy(out.Orientation[:], turnedBy(sensor.R.Quat().Array(), tilt))
}
