package floatingbase

import "math"

// Config says where the unit is, and how much poses count.
type Config struct {
	// Position (m) and Orientation (unit quaternion w, x, y, z) are those of the unit in the base's frame.
	Position    [3]float64
	Orientation [4]float64
	// Gravity is the acceleration of free fall, m/s2, world axes.
	Gravity [3]float64
	// PositionRate and OrientationRate are how fast errors of the estimate fade, 1/s, above 0.
	PositionRate, OrientationRate float64
}

// Filter is the estimate. Its zero value must be given a Config and told to Begin. It belongs to one goroutine.
type Filter struct {
	Config
	point, velocity vector     // of the unit, world axes
	turned          quaternion // base to world
	rate            vector     // rad/s, axes of the base
}

// Estimate is the state of a floating joint.
type Estimate struct {
	Position    [3]float64 // m
	Orientation [4]float64 // w, x, y, z
	// Linear (m/s) and Angular (rad/s) are velocities of the base's origin in the base's axes.
	Linear, Angular [3]float64
}

// Begin makes the estimate the given one.
func (f *Filter) Begin(e *Estimate) {
	f.turned, f.rate = unit(e.Orientation), e.Angular
	f.point = sum(e.Position, f.turned.turn(f.Position))
	f.velocity = f.turned.turn(sum(e.Linear, cross(f.rate, f.Position)))
}

// Predict goes dt seconds on. Rate (rad/s) is what the gyro says at their end, force (m/s2) the specific force over them, in
// the unit's axes.
func (f *Filter) Predict(dt float64, rate, force [3]float64) {
	mount := quaternion(f.Orientation)
	now := mount.turn(rate)
	f.turned = unit(f.turned.times(exponential(scaled(sum(f.rate, now), dt/2))))
	f.rate = now
	a := sum(f.turned.turn(mount.turn(force)), f.Gravity)
	f.point = sum(f.point, sum(scaled(f.velocity, dt), scaled(a, dt*dt/2)))
	f.velocity = sum(f.velocity, scaled(a, dt))
}

// Correct takes a pose that was measured h seconds after the one before: position of the base's origin, m, and orientation.
func (f *Filter) Correct(h float64, position [3]float64, orientation [4]float64) {
	measured := unit(orientation)
	miss := difference(sum(position, measured.turn(f.Position)), f.point)
	theta := math.Exp(-f.PositionRate * h)
	f.point = sum(f.point, scaled(miss, 1-theta*theta))
	f.velocity = sum(f.velocity, scaled(miss, (1-theta)*(1-theta)/h))
	way := logarithm(f.turned.inverse().times(measured))
	f.turned = unit(f.turned.times(exponential(scaled(way, -math.Expm1(-f.OrientationRate*h)))))
}

// Estimate gives what is estimated now.
func (f *Filter) Estimate() Estimate {
	return Estimate{Position: difference(f.point, f.turned.turn(f.Position)), Orientation: f.turned,
		Linear: difference(f.turned.inverse().turn(f.velocity), cross(f.rate, f.Position)), Angular: f.rate}
}
