package floatingbase

import (
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Config has the pose of the unit and the rates of the filter.
type Config struct {
	// Position (m) and Orientation (unit quaternion w, x, y, z) are those of the unit in the base's
	// frame.
	Position    [3]float64
	Orientation [4]float64
	// Gravity is the acceleration of free fall, m/s2, world axes.
	Gravity [3]float64
	// PositionRate and OrientationRate are the decay rates of errors of the estimate, 1/s, above 0.
	PositionRate, OrientationRate float64
}

// Filter is the estimator. Set its Config and call Begin before use. One goroutine may use it.
type Filter struct {
	Config
	point, velocity spatial.Vec  // of the unit, world axes
	turned          spatial.Quat // base to world
	rate            spatial.Vec  // rad/s, axes of the base
}

// Estimate is the state of a floating joint.
type Estimate struct {
	Position    [3]float64 // m
	Orientation [4]float64 // w, x, y, z
	// Linear (m/s) and Angular (rad/s) are velocities of the base's origin in the base's axes.
	Linear, Angular [3]float64
}

// lever is the vector from the base's origin to the unit, in the base's axes, m.
func (f *Filter) lever() spatial.Vec { return spatial.VecOf(f.Position) }

// Begin sets the estimate.
func (f *Filter) Begin(e *Estimate) {
	f.turned, f.rate = spatial.QuatOf(e.Orientation).Unit(), spatial.VecOf(e.Angular)
	f.point = spatial.VecOf(e.Position).Add(f.turned.Rotate(f.lever()))
	f.velocity = f.turned.Rotate(spatial.VecOf(e.Linear).AddCross(f.rate, f.lever()))
}

// Predict advances the estimate by dt seconds. Rate is the angular velocity (rad/s) at the end of
// the step, force the specific force (m/s^2) over the step, both in the axes of the unit.
func (f *Filter) Predict(dt float64, rate, force [3]float64) {
	mount := spatial.QuatOf(f.Orientation)
	now := mount.Rotate(spatial.VecOf(rate))
	f.turned = f.turned.Times(spatial.Exp(f.rate.Add(now).Scale(dt / 2))).Unit()
	f.rate = now
	a := f.turned.Rotate(mount.Rotate(spatial.VecOf(force))).Add(spatial.VecOf(f.Gravity))
	f.point = f.point.AddScaled(dt, f.velocity).AddScaled(dt*dt/2, a)
	f.velocity = f.velocity.AddScaled(dt, a)
}

// Miss returns the distance between a measured position of the base's origin and the estimated one,
// m. It is not a number if the estimate is not finite.
func (f *Filter) Miss(position [3]float64) float64 {
	e := f.Estimate()
	missed := spatial.VecOf(position).Sub(spatial.VecOf(e.Position)).Norm()
	for _, v := range [][]float64{e.Orientation[:], e.Linear[:], e.Angular[:]} {
		for _, x := range v {
			missed += 0 * x // of what is not finite, that is not a number
		}
	}
	return missed
}

// Correct applies a pose measured h seconds after the previous one: the position (m) of the base's
// origin and the orientation, in the world.
func (f *Filter) Correct(h float64, position [3]float64, orientation [4]float64) {
	measured := spatial.QuatOf(orientation).Unit()
	miss := spatial.VecOf(position).Add(measured.Rotate(f.lever())).Sub(f.point)
	theta := math.Exp(-f.PositionRate * h)
	f.point = f.point.AddScaled(1-theta*theta, miss)
	f.velocity = f.velocity.AddScaled((1-theta)*(1-theta)/h, miss)
	way := f.turned.Conj().Times(measured).Log()
	f.turned = f.turned.Times(spatial.Exp(way.Scale(-math.Expm1(-f.OrientationRate * h)))).Unit()
}

// Estimate returns the estimated state of the base.
func (f *Filter) Estimate() Estimate {
	return Estimate{
		Position:    f.point.Sub(f.turned.Rotate(f.lever())).Array(),
		Orientation: f.turned.Array(),
		Linear:      f.turned.Conj().Rotate(f.velocity).AddCross(f.lever(), f.rate).Array(),
		Angular:     f.rate.Array(),
	}
}
