package planar

import "math"

// Pose is the pose of a body frame in the room.
type Pose struct {
	X, Y  float64 // m, in the axes of the room
	Theta float64 // rad, counter-clockwise from the x axis of the room; continuous, not wrapped
}

// Twist is the velocity of a body frame relative to the room, in the axes of the body.
type Twist struct {
	X, Y  float64 // m/s, forward and to the left
	Omega float64 // rad/s, counter-clockwise
}

// Displacement is the motion that a constant body twist makes: twist times time.
type Displacement struct {
	X, Y  float64 // m
	Theta float64 // rad
}

// Finite reports whether no coordinate is NaN or infinite.
func (p Pose) Finite() bool { return finite(p.X, p.Y, p.Theta) }

// Finite reports whether no component is NaN or infinite.
func (t Twist) Finite() bool { return finite(t.X, t.Y, t.Omega) }

// Finite reports whether no component is NaN or infinite.
func (d Displacement) Finite() bool { return finite(d.X, d.Y, d.Theta) }

func finite(a, b, c float64) bool {
	sum := a - a + b - b + c - c // 0 for finite numbers, NaN otherwise
	return sum == 0
}

// Over returns the displacement that t makes in dt seconds.
func (t Twist) Over(dt float64) Displacement {
	return Displacement{X: t.X * dt, Y: t.Y * dt, Theta: t.Omega * dt}
}

// Scale multiplies every component by s.
func (t Twist) Scale(s float64) Twist {
	return Twist{X: t.X * s, Y: t.Y * s, Omega: t.Omega * s}
}

// Compose returns the pose in the room of a frame whose pose in p's frame is q.
func (p Pose) Compose(q Pose) Pose {
	s, c := math.Sincos(p.Theta)
	return Pose{X: p.X + c*q.X - s*q.Y, Y: p.Y + s*q.X + c*q.Y, Theta: p.Theta + q.Theta}
}

// Inverse returns the pose of the room in p's frame.
func (p Pose) Inverse() Pose {
	s, c := math.Sincos(p.Theta)
	return Pose{X: -c*p.X - s*p.Y, Y: s*p.X - c*p.Y, Theta: -p.Theta}
}

// Advance moves p by the body displacement d: p times the exponential of d, exact for a constant
// twist. A constant twist with turning follows a circular arc, however long the step.
func (p Pose) Advance(d Displacement) Pose {
	return p.Compose(d.Exp())
}

// Exp returns the pose that d leads to, starting at the origin.
func (d Displacement) Exp() Pose {
	a, b := arc(d.Theta)
	return Pose{X: a*d.X - b*d.Y, Y: b*d.X + a*d.Y, Theta: d.Theta}
}

// Log returns the displacement whose Exp is p: the constant twist that reaches p in one second. Of
// all such displacements it gives the one that turns least, so its Theta is p's wrapped to (-pi,
// pi].
func (p Pose) Log() Displacement {
	theta := Wrap(p.Theta)
	half := theta / 2
	t := 1.0
	if half != 0 {
		s, c := math.Sincos(half)
		t = half * c / s
	}
	return Displacement{X: t*p.X + half*p.Y, Y: t*p.Y - half*p.X, Theta: theta}
}

// At returns the twist of a frame that is fixed to the same body at the pose offset from this
// twist's frame, in that frame's own axes.
func (t Twist) At(offset Pose) Twist {
	x := t.X - t.Omega*offset.Y
	y := t.Y + t.Omega*offset.X
	s, c := math.Sincos(offset.Theta)
	return Twist{X: c*x + s*y, Y: c*y - s*x, Omega: t.Omega}
}

// InRoom returns the rate of change of a pose that moves with the body twist t and has heading
// theta: the x and y velocity in the axes of the room, and the turning rate.
func (t Twist) InRoom(theta float64) (xRate, yRate, thetaRate float64) {
	s, c := math.Sincos(theta)
	return c*t.X - s*t.Y, s*t.X + c*t.Y, t.Omega
}

// Wrap returns the angle in (-pi, pi] that differs from theta by whole turns. It is NaN where theta
// is not finite.
func Wrap(theta float64) float64 {
	w := math.Remainder(theta, 2*math.Pi)
	if w == -math.Pi {
		return math.Pi
	}
	return w
}

// arc returns sin(theta)/theta and (1-cos(theta))/theta, exact to rounding for every theta.
func arc(theta float64) (a, b float64) {
	if theta == 0 {
		return 1, 0
	}
	s := math.Sin(theta / 2)
	return math.Sin(theta) / theta, 2 * s * s / theta
}

// arcRates returns the derivatives of both values of arc with respect to theta.
func arcRates(theta float64) (da, db float64) {
	if math.Abs(theta) < 1e-2 { // the closed form loses digits here; the series is exact to 1e-16
		t2 := theta * theta
		return -theta / 3 * (1 - t2/10*(1-t2/28)), 0.5 - t2/8*(1-t2/18*(1-t2/40))
	}
	a, b := arc(theta)
	s, c := math.Sincos(theta)
	return (c - a) / theta, (s - b) / theta
}
