package kinematics

import (
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// residual holds how far a configuration is from a target, and how this changes with the joints:
// rows of positions (m) and of angles (rad), with -d(error)/dq as their Jacobian.
type residual struct {
	t               *Target
	axis, direction spatial.Vec // of the target, of unit length
	w               *Workspace
	jacobian        []float64 // of the tool's point, 6 x n
	error           [6]float64
	rows            int
	linear          int       // the first rows are lengths, the others angles
	matrix          []float64 // 6 x n, rows in use
}

func newResidual(m *Manipulator) residual {
	n := len(m.joints)
	return residual{w: m.NewWorkspace(), jacobian: make([]float64, 6*n), matrix: make([]float64, 6*n)}
}

// aim sets the target, which is valid.
func (r *residual) aim(t *Target) {
	r.t = t
	r.axis, r.direction = spatial.VecOf(t.ToolAxis).Unit(), spatial.VecOf(t.Direction).Unit()
}

// position and rotation return the lengths of the two parts of the error, m and rad.
func (r *residual) position() float64 { return norm(r.error[:r.linear]) }
func (r *residual) rotation() float64 { return norm(r.error[r.linear:r.rows]) }

func norm(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += x * x
	}
	return math.Sqrt(sum)
}

// compute fills the error at a configuration, and the matrix where derivative is set.
func (r *residual) compute(q []float64, derivative bool) {
	r.w.set(q)
	tool := &r.w.tool
	point := tool.Apply(spatial.VecOf(r.t.ToolPoint))
	if r.t.Kind.usesPose() {
		point = spatial.VecOf(tool.P)
	}
	axis := tool.R.Apply(r.axis)
	r.rows, r.linear = 0, 0
	if derivative {
		r.w.jacobian(r.jacobian, point)
	}
	r.positions(point, derivative)
	r.linear = r.rows
	r.rotations(point, axis, derivative)
}

// positions appends the rows of lengths.
func (r *residual) positions(point spatial.Vec, derivative bool) {
	away := spatial.VecOf(r.t.Point).Sub(point)
	switch r.t.Kind {
	case Pose:
		r.vector(spatial.VecOf(r.t.Pose.P).Sub(point), 0, derivative)
	case Position, PositionDirection, PositionAngle:
		r.vector(away, 0, derivative)
	case PositionXY, PositionXYHeading:
		r.vector(away, 0, derivative)
		r.rows--
	case PositionOnRay, Ray:
		along := away.Dot(r.direction)
		if r.t.Kind == PositionOnRay && along > 0 { // the point is behind the beginning of the ray
			r.vector(away, 0, derivative)
			return
		}
		r.vector(away.AddScaled(-along, r.direction), 0, derivative)
		if derivative {
			r.project(r.rows-3, r.direction)
		}
	}
}

// rotations appends the rows of angles.
func (r *residual) rotations(point, axis spatial.Vec, derivative bool) {
	switch r.t.Kind {
	case Pose, Orientation:
		r.vector(r.t.Pose.R.LogFrom(&r.w.tool.R), 3, derivative)
	case Direction, PositionDirection, Ray:
		r.turn(axis, r.direction, derivative)
	case LookAt:
		r.look(point, axis, derivative)
	case PositionAngle:
		r.angle(axis, derivative)
	case PositionXYHeading:
		r.heading(axis, derivative)
	}
}

// vector appends three rows: an error, and rows of the Jacobian of the point from the given one on.
func (r *residual) vector(e spatial.Vec, from int, derivative bool) {
	e.Put(r.error[r.rows:])
	if derivative {
		n := len(r.w.m.joints)
		copy(r.matrix[r.rows*n:(r.rows+3)*n], r.jacobian[from*n:(from+3)*n])
	}
	r.rows += 3
}

// project takes the part along a unit vector away from three rows of the matrix.
func (r *residual) project(row int, along spatial.Vec) {
	n := len(r.w.m.joints)
	x, y, z := r.matrix[row*n:(row+1)*n], r.matrix[(row+1)*n:(row+2)*n], r.matrix[(row+2)*n:(row+3)*n]
	for j := range n {
		v := spatial.Vec{X: x[j], Y: y[j], Z: z[j]}
		v = v.AddScaled(-v.Dot(along), along)
		x[j], y[j], z[j] = v.X, v.Y, v.Z
	}
}

// turn appends the rotation vector that leads from one unit vector to another.
func (r *residual) turn(from, to spatial.Vec, derivative bool) {
	r.vector(rotationBetween(from, to), 3, derivative)
	if derivative {
		r.project(r.rows-3, from)
	}
}

// rotationBetween returns the shortest rotation vector that turns one unit vector to another.
func rotationBetween(from, to spatial.Vec) spatial.Vec {
	cross := from.Cross(to)
	sine, cosine := cross.Norm(), from.Dot(to)
	if sine > 1e-12 {
		return cross.Scale(math.Atan2(sine, cosine) / sine)
	}
	if cosine > 0 {
		return cross
	}
	return perpendicular(from).Scale(math.Pi)
}

// perpendicular returns a unit vector at a right angle to v.
func perpendicular(v spatial.Vec) spatial.Vec {
	other := spatial.Vec{X: 1}
	if math.Abs(v.X) > 0.6*v.Norm() {
		other = spatial.Vec{Y: 1}
	}
	return v.Cross(other).Unit()
}

// look appends the rows of LookAt. The wanted direction d turns as the point moves: its angular
// velocity is -d x v / distance for the velocity v of the point.
func (r *residual) look(point, axis spatial.Vec, derivative bool) {
	away := spatial.VecOf(r.t.Point).Sub(point)
	distance := away.Norm()
	if distance == 0 {
		r.turn(axis, axis.Neg(), derivative) // nothing to look at is as far as can be
		return
	}
	d := away.Scale(1 / distance)
	r.turn(axis, d, derivative)
	if !derivative {
		return
	}
	n := len(r.w.m.joints)
	for j := range n {
		v := d.Cross(spatial.Vec{X: r.jacobian[j], Y: r.jacobian[n+j], Z: r.jacobian[2*n+j]})
		for i, x := range [3]float64{v.X, v.Y, v.Z} {
			r.matrix[(r.rows-3+i)*n+j] += x / distance
		}
	}
}

// angle appends the row of PositionAngle: with n = axis x direction, of unit length, the angle
// between the two changes by -n per angular velocity of the axis.
func (r *residual) angle(axis spatial.Vec, derivative bool) {
	cross := axis.Cross(r.direction)
	sine := cross.Norm()
	normal := perpendicular(axis)
	if sine > 1e-12 {
		normal = cross.Scale(1 / sine)
	}
	r.row(r.t.Angle-math.Atan2(sine, axis.Dot(r.direction)), normal.Neg(), derivative)
}

// heading appends the row of PositionXYHeading: the derivative of atan2(y, x) for an axis that
// turns.
func (r *residual) heading(axis spatial.Vec, derivative bool) {
	flat := axis.X*axis.X + axis.Y*axis.Y
	rate := spatial.Vec{Z: 1}
	if flat > 1e-12 {
		rate.X, rate.Y = -axis.Z*axis.X/flat, -axis.Z*axis.Y/flat
	}
	r.row(math.Remainder(r.t.Angle-math.Atan2(axis.Y, axis.X), 2*math.Pi), rate, derivative)
}

// row appends a row with its derivative by the angular velocity of the tool.
func (r *residual) row(e float64, rate spatial.Vec, derivative bool) {
	r.error[r.rows] = e
	if derivative {
		n := len(r.w.m.joints)
		for j := range n {
			r.matrix[r.rows*n+j] = rate.X*r.jacobian[3*n+j] + rate.Y*r.jacobian[4*n+j] + rate.Z*r.jacobian[5*n+j]
		}
	}
	r.rows++
}
