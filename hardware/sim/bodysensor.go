package sim

import (
	"math/rand/v2"

	"github.com/robo-actors/robo-actors/hardware/sim/internal/optioncheck"
	"github.com/robo-actors/robo-actors/hardware/sim/physics"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// baseSensor measures the state of the joint of a base.
type baseSensor struct {
	BaseOptions
	slot   worlds.Slot
	random *rand.Rand
}

func newBaseSensor(world *worlds.World, o BaseOptions, random *rand.Rand) (*baseSensor, error) {
	c := &optioncheck.Errors{}
	c.AtLeast("position_noise", o.PositionNoise, 0)
	c.AtLeast("orientation_noise", o.OrientationNoise, 0)
	c.AtLeast("velocity_noise", o.VelocityNoise, 0)
	c.AtLeast("angular_velocity_noise", o.AngularVelocityNoise, 0)
	i, err := world.JointIndex(o.Joint)
	if err != nil {
		c.Unknown("joint", "joint", o.Joint, world.JointNames())
		return nil, c.Err()
	}
	slot := world.Slot(i)
	if slot.Type != worlds.Floating && slot.Type != worlds.Planar {
		c.Add("joint", "a floating or planar joint", "joint %q is %s", o.Joint, slot.Type)
	}
	return &baseSensor{BaseOptions: o, slot: slot, random: random}, c.Err()
}

// read writes the state of the joint: position m and quaternion w, x, y, z or x, y, theta;
// velocities in the body's axes.
func (b *baseSensor) read(m *physics.Mechanism, out *messages.VirtualState) {
	s := b.slot
	copy(out.Position, m.Position()[s.Position:s.Position+s.PositionLength])
	copy(out.Velocity, m.Velocity()[s.Velocity:s.Velocity+s.VelocityLength])
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
	spatial.QuatAt(out.Position[3:]).Times(spatial.Exp(spatial.VecOf(tilt))).Put(out.Position[3:])
}

func (b *baseSensor) draw(deviation float64) float64 { return drawn(b.random, deviation) }

func drawn(random *rand.Rand, deviation float64) float64 {
	if deviation == 0 {
		return 0
	}
	return deviation * random.NormFloat64()
}

// inertialSensor is an inertial measurement unit on a body.
type inertialSensor struct {
	InertialOptions
	body   int
	inBody spatial.Pose
	random *rand.Rand
	// The biases of a messages.ImuUncertainty, m/s^2 and rad/s.
	accelerationBias, gyroBias [3]float64
}

// disturb takes the uncertainty of a configuration in place of that of the options.
func (s *inertialSensor) disturb(u *messages.ImuUncertainty) error {
	c := &optioncheck.Errors{}
	c.AtLeast("accelerometer_noise", u.AccelerometerNoise, 0)
	c.AtLeast("gyroscope_noise", u.GyroscopeNoise, 0)
	if !optioncheck.Finite(u.AccelerometerBias[:]...) || !optioncheck.Finite(u.GyroscopeBias[:]...) {
		c.Add("", "finite numbers", "the biases are %v m/s^2 and %v rad/s", u.AccelerometerBias, u.GyroscopeBias)
	}
	if c.Count() > 0 {
		return c.Err()
	}
	s.AccelerationNoise, s.GyroNoise = u.AccelerometerNoise, u.GyroscopeNoise
	s.accelerationBias, s.gyroBias = u.AccelerometerBias, u.GyroscopeBias
	return nil
}

func newInertialSensor(world *worlds.World, o InertialOptions, random *rand.Rand) (*inertialSensor, error) {
	c := &optioncheck.Errors{}
	c.AtLeast("gyro_noise", o.GyroNoise, 0)
	c.AtLeast("acceleration_noise", o.AccelerationNoise, 0)
	c.AtLeast("orientation_noise", o.OrientationNoise, 0)
	body, err := world.BodyIndex(o.Body)
	if err != nil {
		c.Unknown("body", "body", o.Body, world.BodyNames())
	}
	pose, err := physics.PoseOf(o.Position, o.Orientation)
	c.In("", err)
	return &inertialSensor{InertialOptions: o, body: body, inBody: pose, random: random}, c.Err()
}

// read writes the sensor's orientation in the room, its angular velocity, and the specific force:
// the acceleration of the last step without gravity's.
func (s *inertialSensor) read(m *physics.Mechanism, out *messages.Inertial) {
	axes, turning, force := m.Inertial(s.body, &s.inBody)
	var tilt [3]float64
	for i := range 3 {
		out.AngularVelocity[i] = turning[i] + s.gyroBias[i] + drawn(s.random, s.GyroNoise)
		out.Acceleration[i] = force[i] + s.accelerationBias[i] + drawn(s.random, s.AccelerationNoise)
		tilt[i] = drawn(s.random, s.OrientationNoise)
	}
	out.Orientation = axes.Quat().Times(spatial.Exp(spatial.VecOf(tilt))).Array()
}
