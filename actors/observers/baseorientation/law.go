package baseorientation

import (
	"math"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Config describes a unit on a base.
type Config struct {
	// BaseToImu turns vectors of the base into vectors of the unit.
	BaseToImu spatial.Rotation
	// ReferenceToWorld turns vectors of the unit's reference into vectors of the world.
	ReferenceToWorld spatial.Rotation
}

// UpkieBaseToImu returns how an Upkie's unit is mounted.
func UpkieBaseToImu() spatial.Rotation { return spatial.Rotation{0: -1, 4: 1, 8: -1} }

// ArsToWorld returns the rotation from an attitude reference system (z down) to the world (z up).
func ArsToWorld() spatial.Rotation { return spatial.Rotation{0: 1, 4: -1, 8: -1} }

// Estimate returns the orientation of the base from a valid sample of the unit.
func (c *Config) Estimate(imu *messages.Inertial) messages.BaseOrientation {
	unit := spatial.QuatOf(imu.Orientation).Unit().Rotation()
	inReference := unit.Times(&c.BaseToImu)
	base := c.ReferenceToWorld.Times(&inReference)
	return messages.BaseOrientation{
		Pitch:               Pitch(&base),
		AngularVelocity:     c.BaseToImu.ApplyInverse(spatial.VecOf(imu.AngularVelocity)).Array(),
		RotationBaseToWorld: base,
	}
}

// Pitch returns the angle between the base's x axis and the horizontal plane, rad, positive where
// the axis points down. It exceeds a right angle where the base's z axis points down.
func Pitch(baseToWorld *spatial.Rotation) float64 {
	x := baseToWorld.Axis(0)
	ahead := math.Hypot(x.X, x.Y)
	if baseToWorld[8] < 0 {
		ahead = -ahead
	}
	return math.Atan2(-(x.Z + 0), ahead) // + 0 so that a base on its back has the pitch -pi for both zeros
}

// quaternionTolerance is the deviation of a quaternion's length from 1 that Valid accepts.
const quaternionTolerance = 0.01

// Valid reports whether a sample is finite and its orientation a unit quaternion.
func Valid(imu *messages.Inertial) bool {
	q := &imu.Orientation
	length := q[0]*q[0] + q[1]*q[1] + q[2]*q[2] + q[3]*q[3]
	w := &imu.AngularVelocity
	sum := (w[0] + w[1] + w[2]) * 0 // NaN unless all are finite
	return math.Abs(math.Sqrt(length)-1) <= quaternionTolerance && sum == 0
}
