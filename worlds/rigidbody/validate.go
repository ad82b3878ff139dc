package rigidbody

import (
	"errors"
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

const (
	// maxVelocities bounds the degrees of freedom of a model: a packed mass matrix then stays below
	// 4 MB.
	maxVelocities = 1024
	// maxBodies bounds the bodies of a model, plain frames included.
	maxBodies = 1 << 16
	// unitTolerance is how far an axis or a rotation may be from unit length; within it, it is made
	// exact.
	unitTolerance = 1e-6
)

// validate checks all that New relies on, and reports every fault.
func (m *Model) validate() error {
	if len(m.bodies) > maxBodies {
		return fmt.Errorf("rigidbody: %d bodies; a model holds at most %d", len(m.bodies), maxBodies)
	}
	var faults []error
	if !finite(m.gravity.X, m.gravity.Y, m.gravity.Z) {
		faults = append(faults, fmt.Errorf("rigidbody: gravity (%g, %g, %g) m/s2 is not finite", m.gravity.X, m.gravity.Y, m.gravity.Z))
	}
	names := make(map[string]int, len(m.bodies))
	joints := make(map[string]int, len(m.bodies))
	freedom := 0
	for i := range m.bodies {
		b := &m.bodies[i]
		report := func(format string, args ...any) {
			faults = append(faults, fmt.Errorf("rigidbody: body %d %q: "+format, append([]any{i, b.Name}, args...)...))
		}
		if b.Name == "" {
			report("has no name")
		} else if first, taken := names[b.Name]; taken {
			report("body %d has the same name", first)
		} else {
			names[b.Name] = i
		}
		if b.JointName == "" {
			if b.Kind != Fixed {
				report("its %s joint has no name", b.Kind)
			}
		} else if first, taken := joints[b.JointName]; taken {
			report("the joint of body %d is named %q too", first, b.JointName)
		} else {
			joints[b.JointName] = i
		}
		if b.Parent < -1 || b.Parent >= i {
			report("parent %d; expected -1 for the world, or the index of an earlier body, 0 to %d", b.Parent, i-1)
		}
		validateJoint(b, report)
		validateInertia(b, report)
		freedom += b.Kind.Velocities()
	}
	if freedom > maxVelocities {
		faults = append(faults, fmt.Errorf("rigidbody: %d degrees of freedom; a model holds at most %d", freedom, maxVelocities))
	}
	return errors.Join(faults...)
}

// validateJoint checks kind, placement, axis and armature; it makes a nearly unit axis exactly
// unit.
func validateJoint(b *Body, report func(string, ...any)) {
	if b.Kind > Floating {
		report("joint %q: unknown kind %d; expected fixed, revolute, continuous, prismatic, planar or floating", b.JointName, uint8(b.Kind))
		return
	}
	p := b.Placement.P
	if !finite(p[:]...) || !finite(b.Placement.R[:]...) {
		report("joint %q: its placement holds numbers that are not finite", b.JointName)
	} else if why := rotationFault(b.Placement.R); why != "" {
		report("joint %q: its placement's R %s; expected the nine numbers of a rotation matrix, row by row (an unturned frame has 1 0 0 0 1 0 0 0 1)", b.JointName, why)
	}
	if !finite(b.Armature) || b.Armature < 0 {
		report("joint %q: armature %g; expected a finite number, 0 or more", b.JointName, b.Armature)
	}
	if b.Kind == Fixed || b.Kind == Floating {
		if b.Armature != 0 {
			report("joint %q: armature %g on a %s joint; only revolute, continuous and prismatic joints take one", b.JointName, b.Armature, b.Kind)
		}
		return
	}
	if b.Kind == Planar && b.Armature != 0 {
		report("joint %q: armature %g on a planar joint; only revolute, continuous and prismatic joints take one", b.JointName, b.Armature)
	}
	axis := spatial.VecOf(b.Axis)
	length := math.Sqrt(axis.Dot(axis))
	if !(math.Abs(length-1) <= unitTolerance) {
		report("joint %q: axis (%g, %g, %g) has the length %g; expected a unit vector", b.JointName, axis.X, axis.Y, axis.Z, length)
		return
	}
	b.Axis = axis.Scale(1 / length).Array()
}

// rotationFault says what keeps nine numbers from being a rotation matrix; nothing if they are one.
func rotationFault(r spatial.Rotation) string {
	m := matOf(&r)
	t := m.transposed()
	s := product(&t, &m)
	worst := 0.0
	for _, x := range []float64{s.xx - 1, s.yy - 1, s.zz - 1, s.xy, s.xz, s.yz} {
		worst = math.Max(worst, math.Abs(x))
	}
	if worst > unitTolerance {
		return fmt.Sprintf("is not orthonormal (R^T R is off by %.2g)", worst)
	}
	if m.col0().Cross(m.col1()).Dot(m.col2()) < 0 {
		return "is a reflection (its determinant is -1)"
	}
	return ""
}

// validateInertia checks that the inertia is one that kinetic energy cannot be negative with.
func validateInertia(b *Body, report func(string, ...any)) {
	in := &b.Inertia
	if !finite(in.Mass, in.Com[0], in.Com[1], in.Com[2], in.Ixx, in.Ixy, in.Ixz, in.Iyy, in.Iyz, in.Izz) {
		report("its inertia holds numbers that are not finite")
		return
	}
	if in.Mass < 0 {
		report("mass %g kg; expected 0 or more", in.Mass)
	}
	if !b.IndefiniteInertia && !in.PositiveSemidefinite() {
		report("rotational inertia xx %g xy %g xz %g yy %g yz %g zz %g kg m2 has a negative eigenvalue; expected a positive semi-definite one, or the option IndefiniteInertia",
			in.Ixx, in.Ixy, in.Ixz, in.Iyy, in.Iyz, in.Izz)
	}
}

// finite holds where no number is NaN or infinite.
func finite(xs ...float64) bool {
	for _, x := range xs {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return false
		}
	}
	return true
}
