package kinematics

import (
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// screws are the axes of a chain of revolute joints at the configuration zero, in the base, and the
// pose of its tool there.
type screws struct {
	axis   []spatial.Vec // unit vectors
	origin []spatial.Vec // a point on each
	tool   spatial.Pose
	lower  []float64 // limits in the order of the chain
	upper  []float64
}

// geometric is the deviation below which axes count as parallel (rad) or meeting (m). Solutions are
// polished with the numbers of the description.
const geometric = 1e-7

// newScrews returns the axes of a manipulator, or why it has no closed-form solution.
func newScrews(m *Manipulator) (*screws, string) {
	if len(m.chain) != len(m.joints) {
		return nil, "a joint of it follows another one"
	}
	for i := range m.chain {
		s := &m.chain[i]
		if s.prismatic || s.multiplier != 1 || s.offset != 0 {
			return nil, fmt.Sprintf("joint %q is prismatic or follows another one; expected revolute joints", m.joints[s.column])
		}
	}
	w := m.NewWorkspace()
	s := &screws{axis: w.axes, origin: w.origins, tool: w.tool}
	for i := range m.chain {
		s.lower = append(s.lower, m.lower[m.chain[i].column])
		s.upper = append(s.upper, m.upper[m.chain[i].column])
	}
	return s, ""
}

// parallel reports whether two axes are parallel.
func (s *screws) parallel(i, j int) bool {
	return s.axis[i].Cross(s.axis[j]).Norm() < geometric
}

// meet returns the point where two axes that are not parallel meet.
func (s *screws) meet(i, j int) (spatial.Vec, bool) {
	a, b := s.axis[i], s.axis[j]
	normal := a.Cross(b)
	square := normal.Dot(normal)
	between := s.origin[j].Sub(s.origin[i])
	if s.parallel(i, j) || math.Abs(between.Dot(normal)) > geometric*math.Sqrt(square) {
		return spatial.Vec{}, false
	}
	// The nearest points of both lines, and the middle between them.
	along := between.Cross(b).Dot(normal) / square
	other := between.Cross(a).Dot(normal) / square
	p, q := s.origin[i].AddScaled(along, a), s.origin[j].AddScaled(other, b)
	return p.Add(q).Scale(0.5), true
}

// spherical returns the point where three axes meet, neighbours of which are not parallel.
func (s *screws) spherical(i int) (spatial.Vec, bool) {
	p, ok := s.meet(i, i+1)
	if !ok || s.parallel(i+1, i+2) {
		return p, false
	}
	return p, s.on(i+2, p)
}

// on reports whether a point is on an axis.
func (s *screws) on(i int, p spatial.Vec) bool {
	return p.Sub(s.origin[i]).Cross(s.axis[i]).Norm() < geometric
}

// fit returns the first family that an arm belongs to, or the reasons of all for not being it.
func fit(s *screws) (f family, reasons []string) {
	switch len(s.axis) {
	case 6:
		wrist, reason := newWristArm(s)
		if reason == "" {
			return wrist, nil
		}
		parallel, other := newParallelArm(s)
		if other == "" {
			return parallel, nil
		}
		return nil, []string{"spherical wrist: " + reason, "three parallel axes: " + other}
	case 7:
		srs, reason := newSRSArm(s)
		if reason == "" {
			return srs, nil
		}
		free, other := newFreeJointArm(s)
		if other == "" {
			return free, nil
		}
		return nil, []string{"spherical shoulder and wrist: " + reason, "spherical shoulder and a free last joint: " + other}
	}
	return nil, []string{fmt.Sprintf("it has %d joints, expected 6 or 7", len(s.axis))}
}

// turned returns the rotation from the orientation of the tool at zero to that of a pose.
func (s *screws) turned(pose *spatial.Pose) spatial.Rotation { return pose.R.TimesInverse(&s.tool.R) }

// carried returns where a point that is fixed to the tool, given at the configuration zero, is at a
// pose of the tool.
func (s *screws) carried(pose *spatial.Pose, point spatial.Vec) spatial.Vec {
	return pose.Apply(s.tool.ApplyInverse(point))
}
