package messages

// Quantities with a unit, for options of actors. A file may give the bare number or the number with
// its unit, as "0.5 m/s"; another unit is refused.
type (
	// Meters is a length in m.
	Meters float64
	// MetersPerSecond is a speed in m/s.
	MetersPerSecond float64
	// MetersPerSecondSquared is an acceleration in m/s^2.
	MetersPerSecondSquared float64
	// Radians is an angle in rad.
	Radians float64
	// RadiansPerSecond is an angular speed in rad/s.
	RadiansPerSecond float64
	// RadiansPerSecondSquared is an angular acceleration in rad/s^2.
	RadiansPerSecondSquared float64
	// Kilograms is a mass in kg.
	Kilograms float64
	// Newtons is a force in N.
	Newtons float64
	// NewtonMeters is a torque in N m.
	NewtonMeters float64
	// NewtonMetersPerRadian is a rotational stiffness in N m/rad.
	NewtonMetersPerRadian float64
	// NewtonMeterSecondsPerRadian is a rotational damping in N m s/rad.
	NewtonMeterSecondsPerRadian float64
	// PerSecond is a gain or a rate in 1/s.
	PerSecond float64
)

// Unit returns the unit as files write it.
func (Meters) Unit() string { return "m" }

// Unit returns the unit as files write it.
func (MetersPerSecond) Unit() string { return "m/s" }

// Unit returns the unit as files write it.
func (MetersPerSecondSquared) Unit() string { return "m/s^2" }

// Unit returns the unit as files write it.
func (Radians) Unit() string { return "rad" }

// Unit returns the unit as files write it.
func (RadiansPerSecond) Unit() string { return "rad/s" }

// Unit returns the unit as files write it.
func (RadiansPerSecondSquared) Unit() string { return "rad/s^2" }

// Unit returns the unit as files write it.
func (Kilograms) Unit() string { return "kg" }

// Unit returns the unit as files write it.
func (Newtons) Unit() string { return "N" }

// Unit returns the unit as files write it.
func (NewtonMeters) Unit() string { return "N m" }

// Unit returns the unit as files write it.
func (NewtonMetersPerRadian) Unit() string { return "N m/rad" }

// Unit returns the unit as files write it.
func (NewtonMeterSecondsPerRadian) Unit() string { return "N m s/rad" }

// Unit returns the unit as files write it.
func (PerSecond) Unit() string { return "1/s" }

// Torque returns stiffness times an angle.
func (k NewtonMetersPerRadian) Torque(angle Radians) NewtonMeters {
	return NewtonMeters(float64(k) * float64(angle))
}

// Torque returns damping times an angular speed.
func (d NewtonMeterSecondsPerRadian) Torque(speed RadiansPerSecond) NewtonMeters {
	return NewtonMeters(float64(d) * float64(speed))
}
