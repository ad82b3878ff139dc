package dictionary

import (
	"github.com/tinylib/msgp/msgp"

	"github.com/robo-actors/robo-actors/messages"
)

var observationFields = []field[Observation]{
	number("time", anyNumber, func(o *Observation) *float64 { return &o.TimeS }),
	named("servo", func(o *Observation) *[]Servo { return &o.Servos }, func(s *Servo) *string { return &s.Name }, servoFields),
	section("imu", func(o *Observation) **Imu { return &o.Imu }, Imu{}, imuFields),
	section("base_orientation", func(o *Observation) **messages.BaseOrientation { return &o.BaseOrientation },
		messages.BaseOrientation{}, baseOrientationFields),
	{key: "floor_contact", has: func(o *Observation) bool { return o.FloorContact != nil }, put: putFloorContact, get: getFloorContact},
	section("wheel_odometry", func(o *Observation) **messages.WheelOdometry { return &o.WheelOdometry },
		messages.WheelOdometry{}, odometryFields),
	{
		key: "cpu_temperature",
		has: func(o *Observation) bool { return o.CPUTemperature != nil },
		put: func(b []byte, o *Observation) []byte { return msgp.AppendFloat64(b, *o.CPUTemperature) },
		get: func(o *Observation, data []byte) error {
			x, err := readNumber(data, anyNumber)
			o.CPUTemperature = &x
			return err
		},
	},
	section("joystick", func(o *Observation) **Joystick { return &o.Joystick }, Joystick{}, joystickFields),
	section("sim", func(o *Observation) **Sim { return &o.Sim }, Sim{}, simFields),
	{
		key: "history",
		has: func(o *Observation) bool { return len(o.History) > 0 },
		put: func(b []byte, o *Observation) []byte { return appendHistory(b, o.History, "") },
		get: func(o *Observation, data []byte) error { return readHistory(&o.History, "", data) },
	},
	named("sources", func(o *Observation) *[]Source { return &o.Sources }, func(s *Source) *string { return &s.Name }, sourceFields),
}

var servoFields = []field[Servo]{
	number("position", anyNumber, func(s *Servo) *float64 { return &s.Position }),
	number("velocity", anyNumber, func(s *Servo) *float64 { return &s.Velocity }),
	number("torque", anyNumber, func(s *Servo) *float64 { return &s.Torque }),
	number("q_current", anyNumber, func(s *Servo) *float64 { return &s.QCurrent }),
	number("d_current", anyNumber, func(s *Servo) *float64 { return &s.DCurrent }),
	number("voltage", anyNumber, func(s *Servo) *float64 { return &s.Voltage }),
	number("temperature", anyNumber, func(s *Servo) *float64 { return &s.Temperature }),
	whole("mode", func(s *Servo) *int { return &s.Mode }),
	whole("fault", func(s *Servo) *int { return &s.Fault }),
}

var imuFields = []field[Imu]{
	vector("orientation", anyNumber, func(i *Imu) []float64 { return i.Orientation[:] }),
	vector("angular_velocity", anyNumber, func(i *Imu) []float64 { return i.AngularVelocity[:] }),
	vector("linear_acceleration", anyNumber, func(i *Imu) []float64 { return i.LinearAcceleration[:] }),
	vector("raw_angular_velocity", anyNumber, func(i *Imu) []float64 { return i.RawAngularVelocity[:] }),
	vector("raw_linear_acceleration", anyNumber, func(i *Imu) []float64 { return i.RawLinearAcceleration[:] }),
}

var baseOrientationFields = []field[messages.BaseOrientation]{
	number("pitch", anyNumber, func(o *messages.BaseOrientation) *float64 { return &o.Pitch }),
	vector("angular_velocity", anyNumber, func(o *messages.BaseOrientation) []float64 { return o.AngularVelocity[:] }),
	vector("rotation_base_to_world", anyNumber, func(o *messages.BaseOrientation) []float64 { return o.RotationBaseToWorld[:] }),
}

var floorContactFields = []field[FloorContact]{
	flag("contact", func(c *FloorContact) *bool { return &c.Contact }),
	number("upper_leg_torque", anyNumber, func(c *FloorContact) *float64 { return &c.UpperLegTorque }),
}

var wheelContactFields = []field[WheelContact]{
	flag("contact", func(c *WheelContact) *bool { return &c.Contact }),
	number("inertia", anyNumber, func(c *WheelContact) *float64 { return &c.Inertia }),
	number("abs_torque", anyNumber, func(c *WheelContact) *float64 { return &c.AbsTorque }),
	number("abs_acceleration", anyNumber, func(c *WheelContact) *float64 { return &c.AbsAcceleration }),
}

func wheelName(c *WheelContact) *string { return &c.Name }

// putFloorContact appends a map with the wheels among the other keys.
func putFloorContact(b []byte, o *Observation) []byte {
	c := o.FloorContact
	b = msgp.AppendMapHeader(b, uint32(len(floorContactFields)+len(c.Wheels)))
	b = putFields(b, floorContactFields, c)
	return putNamed(b, c.Wheels, wheelName, wheelContactFields)
}

func getFloorContact(o *Observation, data []byte) error {
	if o.FloorContact == nil {
		o.FloorContact = new(FloorContact)
	}
	c := o.FloorContact
	_, err := get(floorContactFields, c, data, func(key, value []byte) error {
		if msgp.NextType(value) != msgp.MapType {
			return nil
		}
		return getNamed(&c.Wheels, key, value, wheelName, wheelContactFields)
	})
	return err
}

var odometryFields = []field[messages.WheelOdometry]{
	number("position", anyNumber, func(o *messages.WheelOdometry) *float64 { return &o.Position }),
	number("velocity", anyNumber, func(o *messages.WheelOdometry) *float64 { return &o.Velocity }),
}

var joystickFields = []field[Joystick]{
	flag("cross_button", func(j *Joystick) *bool { return &j.Cross }),
	flag("square_button", func(j *Joystick) *bool { return &j.Square }),
	flag("triangle_button", func(j *Joystick) *bool { return &j.Triangle }),
	flag("left_button", func(j *Joystick) *bool { return &j.LeftButton }),
	flag("right_button", func(j *Joystick) *bool { return &j.RightButton }),
	vector("left_axis", anyNumber, func(j *Joystick) []float64 { return j.LeftAxis[:] }),
	vector("right_axis", anyNumber, func(j *Joystick) []float64 { return j.RightAxis[:] }),
	vector("pad_axis", anyNumber, func(j *Joystick) []float64 { return j.PadAxis[:] }),
	number("left_trigger", anyNumber, func(j *Joystick) *float64 { return &j.LeftTrigger }),
	number("right_trigger", anyNumber, func(j *Joystick) *float64 { return &j.RightTrigger }),
}

var simFields = []field[Sim]{
	part("base", func(s *Sim) *SimBase { return &s.Base }, simBaseFields),
	group("imu", func(s *Sim) bool { return s.ImuLinearVelocity != nil }, []field[Sim]{
		vector("linear_velocity", anyNumber, func(s *Sim) []float64 {
			if s.ImuLinearVelocity == nil {
				s.ImuLinearVelocity = new([3]float64)
			}
			return s.ImuLinearVelocity[:]
		}),
	}),
	named("bodies", func(s *Sim) *[]SimBody { return &s.Bodies }, func(b *SimBody) *string { return &b.Name }, simBodyFields),
}

var simBaseFields = []field[SimBase]{
	vector("position", anyNumber, func(s *SimBase) []float64 { return s.Position[:] }),
	vector("orientation", anyNumber, func(s *SimBase) []float64 { return s.Orientation[:] }),
	vector("linear_velocity", anyNumber, func(s *SimBase) []float64 { return s.LinearVelocity[:] }),
	vector("angular_velocity", anyNumber, func(s *SimBase) []float64 { return s.AngularVelocity[:] }),
}

var simBodyFields = []field[SimBody]{
	vector("position", anyNumber, func(s *SimBody) []float64 { return s.Position[:] }),
	vector("orientation", anyNumber, func(s *SimBody) []float64 { return s.Orientation[:] }),
}

var sourceFields = []field[Source]{
	whole("sequence", func(s *Source) *uint64 { return &s.Sequence }),
	whole("stamp_ns", func(s *Source) *int64 { return &s.StampNs }),
	number("age", anyNumber, func(s *Source) *float64 { return &s.AgeS }),
}
