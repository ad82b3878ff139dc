package dictionary

import (
	"fmt"
	"slices"

	"github.com/tinylib/msgp/msgp"

	"github.com/robo-actors/robo-actors/messages"
)

type config = messages.SpineConfig

// ParseConfig reads the configuration that comes with a start. Sections that it leaves out are nil.
// Keys that a section leaves out have Upkie's values, except that wheel_contact requires all keys.
func ParseConfig(data []byte) (messages.SpineConfig, error) {
	if err := check(data, MaxBytes, MaxEntries); err != nil {
		return config{}, err
	}
	var c config
	if _, err := get(configFields, &c, data, nil); err != nil {
		return config{}, err
	}
	return c, nil
}

// AppendConfig appends the dictionary of a configuration to b. It leaves out sections that are nil.
func AppendConfig(b []byte, c *messages.SpineConfig) []byte { return put(b, configFields, c) }

// The values of keys that a section leaves out.
var (
	defaultFloorContact  = messages.FloorContactConfig{UpperLegTorqueThreshold: 10}
	defaultWheelBalancer = messages.WheelBalancerConfig{
		ContactRadius: 0.1524, FallPitch: 1, MaxGroundVelocity: 2, PitchDamping: 1.8, PitchStiffness: 20,
		PositionDamping: 0.7, PositionStiffness: 1.6, StiffYawVelocity: 0.1, WheelRadius: 0.06,
	}
	defaultReset = messages.RobotReset{Position: [3]float64{0, 0, 0.6}, Orientation: [4]float64{1, 0, 0, 0}}
)

var configFields = []field[config]{
	section("floor_contact", func(c *config) **messages.FloorContactConfig { return &c.FloorContact }, defaultFloorContact,
		[]field[messages.FloorContactConfig]{
			number("upper_leg_torque_threshold", finite, func(f *messages.FloorContactConfig) *float64 { return &f.UpperLegTorqueThreshold }),
		}),
	{
		key: "wheel_contact",
		has: func(c *config) bool { return c.WheelContact != nil },
		put: func(b []byte, c *config) []byte { return put(b, wheelContactConfigFields, c.WheelContact) },
		get: getWheelContact,
	},
	group("wheel_odometry", func(c *config) bool { return len(c.SignedRadius) > 0 }, []field[config]{
		{key: "signed_radius", put: putSignedRadius, get: getSignedRadius},
	}),
	group("base_orientation", func(c *config) bool { return c.RotationBaseToImu != nil }, []field[config]{
		vector("rotation_base_to_imu", finite, func(c *config) []float64 {
			if c.RotationBaseToImu == nil {
				c.RotationBaseToImu = new([9]float64)
			}
			return c.RotationBaseToImu[:]
		}),
	}),
	section("wheel_balancer", func(c *config) **messages.WheelBalancerConfig { return &c.WheelBalancer }, defaultWheelBalancer, balancerFields),
	group("bullet", func(c *config) bool { return c.Reset != nil || c.ImuUncertainty != nil }, []field[config]{
		section("reset", func(c *config) **messages.RobotReset { return &c.Reset }, defaultReset, resetFields),
		section("imu_uncertainty", func(c *config) **messages.ImuUncertainty { return &c.ImuUncertainty }, messages.ImuUncertainty{}, uncertaintyFields),
	}),
}

var wheelContactConfigFields = []field[messages.WheelContactConfig]{
	number("cutoff_period", finite, func(w *messages.WheelContactConfig) *float64 { return &w.CutoffPeriod }),
	number("liftoff_inertia", finite, func(w *messages.WheelContactConfig) *float64 { return &w.LiftoffInertia }),
	number("touchdown_inertia", finite, func(w *messages.WheelContactConfig) *float64 { return &w.TouchdownInertia }),
	number("min_touchdown_acceleration", finite, func(w *messages.WheelContactConfig) *float64 { return &w.MinTouchdownAcceleration }),
	number("min_touchdown_torque", finite, func(w *messages.WheelContactConfig) *float64 { return &w.MinTouchdownTorque }),
}

// getWheelContact reads a section of which all keys are required.
func getWheelContact(c *config, data []byte) error {
	c.WheelContact = new(messages.WheelContactConfig)
	seen, err := get(wheelContactConfigFields, c.WheelContact, data, nil)
	if err != nil {
		return err
	}
	for i, f := range wheelContactConfigFields {
		if seen&(1<<i) == 0 {
			return &messages.OptionError{Err: fmt.Errorf("%w %q", ErrMissing, f.key), Expected: "all keys of the section", Known: keysOf(wheelContactConfigFields)}
		}
	}
	return nil
}

func keysOf[T any](fields []field[T]) (keys []string) {
	for i := range fields {
		keys = append(keys, fields[i].key)
	}
	return keys
}

func putSignedRadius(b []byte, c *config) []byte {
	b = msgp.AppendMapHeader(b, uint32(len(c.SignedRadius)))
	for _, r := range c.SignedRadius {
		b = msgp.AppendFloat64(msgp.AppendString(b, r.Joint), r.Radius)
	}
	return b
}

func getSignedRadius(c *config, data []byte) error {
	m, err := entriesOf(data)
	if err != nil {
		return err
	}
	for m.next() {
		x, err := readNumber(m.value, finite)
		if err != nil {
			return within(m.key, err)
		}
		radius := messages.SignedRadius{Joint: string(m.key), Radius: x}
		same := func(r messages.SignedRadius) bool { return r.Joint == radius.Joint }
		if i := slices.IndexFunc(c.SignedRadius, same); i >= 0 {
			c.SignedRadius[i] = radius
		} else {
			c.SignedRadius = append(c.SignedRadius, radius)
		}
	}
	return nil
}

var balancerFields = []field[messages.WheelBalancerConfig]{
	number("contact_radius", finite, func(w *messages.WheelBalancerConfig) *float64 { return &w.ContactRadius }),
	number("fall_pitch", finite, func(w *messages.WheelBalancerConfig) *float64 { return &w.FallPitch }),
	number("max_ground_velocity", finite, func(w *messages.WheelBalancerConfig) *float64 { return &w.MaxGroundVelocity }),
	number("pitch_damping", finite, func(w *messages.WheelBalancerConfig) *float64 { return &w.PitchDamping }),
	number("pitch_stiffness", finite, func(w *messages.WheelBalancerConfig) *float64 { return &w.PitchStiffness }),
	number("position_damping", finite, func(w *messages.WheelBalancerConfig) *float64 { return &w.PositionDamping }),
	number("position_stiffness", finite, func(w *messages.WheelBalancerConfig) *float64 { return &w.PositionStiffness }),
	number("stiff_yaw_velocity", finite, func(w *messages.WheelBalancerConfig) *float64 { return &w.StiffYawVelocity }),
	number("wheel_radius", finite, func(w *messages.WheelBalancerConfig) *float64 { return &w.WheelRadius }),
}

var resetFields = []field[messages.RobotReset]{
	vector("position_base_in_world", finite, func(r *messages.RobotReset) []float64 { return r.Position[:] }),
	vector("orientation_base_in_world", finite, func(r *messages.RobotReset) []float64 { return r.Orientation[:] }),
	vector("linear_velocity_base_to_world_in_world", finite, func(r *messages.RobotReset) []float64 { return r.LinearVelocity[:] }),
	vector("angular_velocity_base_in_base", finite, func(r *messages.RobotReset) []float64 { return r.AngularVelocity[:] }),
	list("joint_configuration", finite, func(r *messages.RobotReset) *[]float64 { return &r.Joints }),
}

var uncertaintyFields = []field[messages.ImuUncertainty]{
	oneOrThree(vector("accelerometer_bias", finite, func(u *messages.ImuUncertainty) []float64 { return u.AccelerometerBias[:] })),
	number("accelerometer_noise", notNegative, func(u *messages.ImuUncertainty) *float64 { return &u.AccelerometerNoise }),
	oneOrThree(vector("gyroscope_bias", finite, func(u *messages.ImuUncertainty) []float64 { return u.GyroscopeBias[:] })),
	number("gyroscope_noise", notNegative, func(u *messages.ImuUncertainty) *float64 { return &u.GyroscopeNoise }),
}

// oneOrThree also accepts one number for the three axes.
func oneOrThree[T any](f field[T]) field[T] {
	three := f.get
	f.get = func(v *T, data []byte) error {
		if msgp.NextType(data) == msgp.ArrayType {
			return three(v, data)
		}
		x, err := readNumber(data, finite)
		if err != nil {
			return err
		}
		return three(v, appendNumbers(nil, []float64{x, x, x}))
	}
	return f
}
