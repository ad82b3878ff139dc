package kinematics

import (
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Workspace computes the forward kinematics of a manipulator at one configuration. It belongs to
// one goroutine and allocates nothing except in errors.
type Workspace struct {
	m       *Manipulator
	axes    []spatial.Vec // of the segments' joints, in the base
	origins []spatial.Vec
	tool    spatial.Pose
}

// NewWorkspace returns a workspace at the configuration zero.
func (m *Manipulator) NewWorkspace() *Workspace {
	w := &Workspace{m: m, axes: make([]spatial.Vec, len(m.chain)), origins: make([]spatial.Vec, len(m.chain))}
	w.set(make([]float64, len(m.joints)))
	return w
}

// Set sets the configuration (length Dim). The slice is not kept.
func (w *Workspace) Set(q []float64) error {
	if err := w.m.checkLength(q); err != nil {
		return err
	}
	w.set(q)
	return nil
}

// Tool returns the pose of the tool in the base.
func (w *Workspace) Tool() spatial.Pose { return w.tool }

// Jacobian writes the Jacobian of the tool, 6 x Dim, row-major, linear rows first, in the axes of
// the base at the tool's origin.
func (w *Workspace) Jacobian(dst []float64) error {
	n := len(w.m.joints)
	if len(dst) != 6*n {
		return fmt.Errorf("manipulator %q: a Jacobian has %d numbers, expected %d", w.m.name, len(dst), 6*n)
	}
	w.jacobian(dst, spatial.VecOf(w.tool.P))
	return nil
}

func (w *Workspace) set(q []float64) {
	pose := spatial.IdentityPose()
	for i := range w.m.chain {
		s := &w.m.chain[i]
		pose = pose.Times(&s.fixed)
		z := pose.R.Axis(2)
		v := s.multiplier*q[s.column] + s.offset
		if s.prismatic {
			p := spatial.VecOf(pose.P).AddScaled(v, z)
			pose.P = p.Array()
		} else {
			turnZ(&pose.R, v)
		}
		w.axes[i], w.origins[i] = z, spatial.VecOf(pose.P)
	}
	w.tool = pose.Times(&w.m.end)
}

// turnZ replaces r by r Rz(angle).
func turnZ(r *spatial.Rotation, angle float64) {
	sin, cos := math.Sincos(angle)
	for i := 0; i < 9; i += 3 {
		x, y := r[i], r[i+1]
		r[i], r[i+1] = x*cos+y*sin, y*cos-x*sin
	}
}

// jacobian writes the Jacobian of a point fixed to the tool, given in the base.
func (w *Workspace) jacobian(dst []float64, point spatial.Vec) {
	n := len(w.m.joints)
	clear(dst)
	for i := range w.m.chain {
		s := &w.m.chain[i]
		linear, angular := w.axes[i], spatial.Vec{}
		if !s.prismatic {
			linear, angular = w.axes[i].Cross(point.Sub(w.origins[i])), w.axes[i]
		}
		for row, v := range [6]float64{linear.X, linear.Y, linear.Z, angular.X, angular.Y, angular.Z} {
			dst[row*n+s.column] += s.multiplier * v
		}
	}
}
