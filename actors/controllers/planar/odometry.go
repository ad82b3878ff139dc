package planar

import (
	"errors"
	"fmt"
	"math"
)

// ErrNotFinite marks an input that holds NaN or an infinity. Nothing was changed.
var ErrNotFinite = errors.New("planar: not a finite number")

// Noise is the growth of the variance of a displacement with the distance driven. Zero means
// no growth.
type Noise struct {
	LongitudinalM2PerM float64 // variance along the body's x axis, m^2 per metre driven
	LateralM2PerM      float64 // variance along the body's y axis, m^2 per metre driven
	AngularRad2PerM    float64 // variance of the heading, rad^2 per metre driven
	AngularRad2PerRad  float64 // variance of the heading, rad^2 per radian turned
}

// Check returns an error if n is invalid.
func (n Noise) Check() error {
	for _, v := range [...]float64{n.LongitudinalM2PerM, n.LateralM2PerM, n.AngularRad2PerM, n.AngularRad2PerRad} {
		if !(v >= 0) || math.IsInf(v, 1) {
			return fmt.Errorf("planar: odometry noise %+v: every variance rate must be finite and at least 0", n)
		}
	}
	return nil
}

// Odometry is a pose that is integrated from body displacements, with the covariance of what was
// integrated. The zero value is at the origin with certainty.
type Odometry struct {
	Pose Pose
	// Covariance of (X, Y, Theta) in the axes of the room, 3x3 row-major, symmetric, in m^2, m rad
	// and rad^2.
	Covariance [9]float64
}

// Advance moves the pose by d exactly (see Pose.Advance) and grows the covariance to first order:
// P' = F P F^T + G Q G^T, where F and G are the derivatives of the new pose with respect to the old
// pose and to d, and Q is diagonal, from noise and the way driven (Thrun, Burgard and Fox,
// Probabilistic Robotics, 2005, section 5.4). A displacement that is not finite is refused with
// ErrNotFinite and changes nothing.
func (o *Odometry) Advance(d Displacement, noise Noise) error {
	if !d.Finite() {
		return fmt.Errorf("%w: odometry displacement %+v; the pose stays at %+v", ErrNotFinite, d, o.Pose)
	}
	next := o.Pose.Advance(d)
	way := math.Hypot(d.X, d.Y)
	if !next.Finite() || math.IsInf(way, 1) {
		return fmt.Errorf("%w: odometry would leave %+v by %+v", ErrNotFinite, o.Pose, d)
	}
	f := [9]float64{
		1, 0, o.Pose.Y - next.Y,
		0, 1, next.X - o.Pose.X,
		0, 0, 1,
	}
	q := [3]float64{
		noise.LongitudinalM2PerM * way,
		noise.LateralM2PerM * way,
		noise.AngularRad2PerM*way + noise.AngularRad2PerRad*math.Abs(d.Theta),
	}
	g := displacementJacobian(o.Pose.Theta, d)
	o.Covariance = propagate(&f, &o.Covariance, &g, &q)
	o.Pose = next
	return nil
}

// displacementJacobian returns the derivative of the pose after d with respect to d, 3x3 row-major.
func displacementJacobian(theta float64, d Displacement) [9]float64 {
	a, b := arc(d.Theta)
	da, db := arcRates(d.Theta)
	s, c := math.Sincos(theta)
	turnX, turnY := da*d.X-db*d.Y, db*d.X+da*d.Y
	return [9]float64{
		c*a - s*b, -c*b - s*a, c*turnX - s*turnY,
		s*a + c*b, -s*b + c*a, s*turnX + c*turnY,
		0, 0, 1,
	}
}

// propagate returns f p f^T + g diag(q) g^T, made exactly symmetric.
func propagate(f, p, g *[9]float64, q *[3]float64) [9]float64 {
	var fp, out [9]float64
	for r := 0; r < 3; r++ {
		for c := 0; c < 3; c++ {
			fp[3*r+c] = f[3*r]*p[c] + f[3*r+1]*p[3+c] + f[3*r+2]*p[6+c]
		}
	}
	for r := 0; r < 3; r++ {
		for c := r; c < 3; c++ {
			v := 0.0
			for k := 0; k < 3; k++ {
				v += fp[3*r+k]*f[3*c+k] + g[3*r+k]*q[k]*g[3*c+k]
			}
			out[3*r+c], out[3*c+r] = v, v
		}
	}
	return out
}
