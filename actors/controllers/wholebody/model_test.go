package wholebody

import (
	"math"
	"math/rand/v2"
)

// A mobile manipulator for the tests: a planar base and a seven-axis arm with the proportions of a KUKA LWR, by the
// product of exponentials (Lynch and Park, Modern Robotics, 2017, chapter 4).
//
//	axes 0..2   base: body twist x, y, turning; positions x, y, theta in the room
//	axes 3..9   arm:  z, -y, z, y, z, -y, z at the heights below, arm mounted at (0.2, 0, 0.35) on the base
type robot struct {
	mount  [3]float64
	axes   [7][3]float64 // directions at the zero position, in the base
	points [7][3]float64 // a point on each, in the base
	tip    [3]float64    // gripper at the zero position, in the base
}

const robotAxes = 10

var axisNames = [robotAxes]string{"base/x", "base/y", "base/theta", "arm/1", "arm/2", "arm/3", "arm/4", "arm/5", "arm/6", "arm/7"}

func newRobot() *robot {
	r := &robot{mount: [3]float64{0.2, 0, 0.35}}
	z, y, down := [3]float64{0, 0, 1}, [3]float64{0, 1, 0}, [3]float64{0, -1, 0}
	r.axes = [7][3]float64{z, down, z, y, z, down, z}
	heights := [7]float64{0.11, 0.31, 0.51, 0.71, 0.91, 1.10, 1.178}
	for i, h := range heights {
		r.points[i] = [3]float64{0.2, 0, 0.35 + h}
	}
	r.tip = [3]float64{0.2, 0, 0.35 + 1.178 + 0.12}
	return r
}

func multiply(a, b *[9]float64) (out [9]float64) {
	for r := range 3 {
		for c := range 3 {
			for k := range 3 {
				out[3*r+c] += a[3*r+k] * b[3*k+c]
			}
		}
	}
	return out
}

func apply(a *[9]float64, v [3]float64) [3]float64 {
	return [3]float64{
		a[0]*v[0] + a[1]*v[1] + a[2]*v[2],
		a[3]*v[0] + a[4]*v[1] + a[5]*v[2],
		a[6]*v[0] + a[7]*v[1] + a[8]*v[2],
	}
}

func add(a, b [3]float64) [3]float64 { return [3]float64{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }
func sub(a, b [3]float64) [3]float64 { return [3]float64{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
func vcross(a, b [3]float64) [3]float64 {
	return cross(a[0], a[1], a[2], b[0], b[1], b[2])
}
func scaled(v [3]float64, k float64) [3]float64 { return [3]float64{k * v[0], k * v[1], k * v[2]} }

// kinematics gives the gripper's pose and its Jacobian (6 x 10) at q.
func (r *robot) kinematics(q []float64) (p [3]float64, rotation [9]float64, jacobian []float64) {
	base := rotationExp([3]float64{0, 0, q[2]})
	turn, shift := base, [3]float64{q[0], q[1], 0}
	var directions, points [7][3]float64
	for i := range 7 {
		directions[i] = apply(&turn, r.axes[i])
		points[i] = add(shift, apply(&turn, r.points[i]))
		step := rotationExp(scaled(r.axes[i], q[3+i]))
		moved := sub(r.points[i], apply(&step, r.points[i]))
		shift = add(shift, apply(&turn, moved))
		turn = multiply(&turn, &step)
	}
	p, rotation = add(shift, apply(&turn, r.tip)), turn

	jacobian = make([]float64, 6*robotAxes)
	set := func(column int, linear, angular [3]float64) {
		for k := range 3 {
			jacobian[k*robotAxes+column] = linear[k]
			jacobian[(3+k)*robotAxes+column] = angular[k]
		}
	}
	set(0, [3]float64{base[0], base[3], 0}, [3]float64{})
	set(1, [3]float64{base[1], base[4], 0}, [3]float64{})
	up := [3]float64{0, 0, 1}
	set(2, vcross(up, sub(p, [3]float64{q[0], q[1], 0})), up)
	for i := range 7 {
		set(3+i, vcross(directions[i], sub(p, points[i])), directions[i])
	}
	return p, rotation, jacobian
}

// comfortable is an elbow-up posture with the gripper pointing down in front of the base.
var comfortable = [7]float64{0, -0.5, 0, 1.6, 0, 1.0, 0}

func testConfig() Config {
	c := Config{ArmFirst: 3, ArmCount: 7}
	for i, name := range axisNames {
		a := Axis{Name: name}
		if i < 3 {
			a.Weight = 0.3
		} else {
			a.PosturePosition, a.PostureGainPerS = comfortable[i-3], 1
		}
		c.Axes = append(c.Axes, a)
	}
	return c
}

func testLimits() Limits {
	inf := math.Inf(1)
	return Limits{
		PositionMin:     []float64{-inf, -inf, -inf, -2.96, -1.57, -2.96, -2.09, -2.96, -1.57, -2.96},
		PositionMax:     []float64{inf, inf, inf, 2.96, 1.57, 2.96, 2.09, 2.96, 1.57, 2.96},
		VelocityMax:     []float64{0.8, 0.8, 1, 1.9, 1.9, 2.2, 2.2, 2.2, 3.1, 3.1},
		AccelerationMax: []float64{1, 1, 2, 10, 10, 10, 10, 10, 10, 10},
	}
}

// wideLimits never touch anything.
func wideLimits() Limits {
	inf := math.Inf(1)
	var l Limits
	for range robotAxes {
		l.PositionMin = append(l.PositionMin, -inf)
		l.PositionMax = append(l.PositionMax, inf)
		l.VelocityMax = append(l.VelocityMax, 1e3)
		l.AccelerationMax = append(l.AccelerationMax, inf)
	}
	return l
}

// inputAt gives an input at rest at q whose reference is the gripper's own pose.
func (r *robot) inputAt(q []float64, limits Limits) *Input {
	p, rotation, jacobian := r.kinematics(q)
	return &Input{
		Jacobian: jacobian, Position: p, Rotation: rotation,
		Reference:    Reference{Position: p, Rotation: rotation},
		AxisPosition: append([]float64(nil), q...), AxisVelocity: make([]float64, robotAxes), Previous: make([]float64, robotAxes),
		Limits: limits, PeriodS: 0.01,
	}
}

// randomState gives base and arm positions inside the limits.
func randomState(random *rand.Rand) []float64 {
	limits := testLimits()
	q := make([]float64, robotAxes)
	for i := range q {
		low, high := limits.PositionMin[i], limits.PositionMax[i]
		if math.IsInf(low, -1) {
			low, high = -3, 3
		}
		q[i] = low + (high-low)*random.Float64()
	}
	return q
}

func home() []float64 {
	return append([]float64{0, 0, 0}, comfortable[:]...)
}

func times(jacobian, v []float64, row int) float64 {
	return innerProduct(jacobian[row*len(v):(row+1)*len(v)], v)
}
