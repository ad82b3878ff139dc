package kinematics

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Spec declares a manipulator.
type Spec struct {
	// Name names the manipulator in errors.
	Name string
	// Base is the body whose frame targets refer to; empty for the world. It carries the tip.
	Base string
	// Tip is the body that carries the tool.
	Tip string
	// Tool is the pose of the tool in the frame of the tip. The zero value is the tip's own frame.
	Tool spatial.Pose
	// Joints are the joints that move, in the order of a configuration. Empty: all joints between
	// base and tip that move and follow no other, from the base to the tip. Other joints on the way
	// hold the position of Held.
	Joints []string
	// Held is a position of the whole model, length NQ: where joints outside Joints are. Nil for
	// the neutral position. A held joint may be of any kind.
	Held []float64
	// Lower and Upper are limits of position, one a joint of the manipulator, rad or m. Nil and
	// infinite entries mean no limit.
	Lower, Upper []float64
	// Followers are the joints of the model that follow others.
	Followers rigidbody.Followers
}

// A segment leads from the frame of one joint of the chain to that of the next one, whose axis is
// local z.
type segment struct {
	fixed              spatial.Pose
	prismatic          bool
	column             int // the joint of the manipulator that moves it
	multiplier, offset float64
}

// Manipulator is a chain of joints from a base to a tool, made by [New]. It never changes: any
// number of goroutines can share it.
type Manipulator struct {
	name      string
	model     *rigidbody.Model
	base, tip int // bodies, -1 for the world
	tool      spatial.Pose
	joints    []string
	positions []int // joint -> its place in the position vector of the model
	lower     []float64
	upper     []float64
	prismatic []bool // joint -> whether it is prismatic

	chain []segment
	end   spatial.Pose // of the tool in the frame of the last segment
}

// New returns the manipulator of a model that a spec declares. It reports every error of the spec
// at once.
func New(model *rigidbody.Model, spec Spec) (*Manipulator, error) {
	if model == nil {
		return nil, fmt.Errorf("manipulator %q: the model is nil", spec.Name)
	}
	b := builder{spec: &spec, model: model, m: &Manipulator{name: spec.Name, model: model, tool: spec.Tool}}
	b.build()
	if len(b.problems) > 0 {
		return nil, fmt.Errorf("manipulator %q: %w", spec.Name, errors.Join(b.problems...))
	}
	return b.m, nil
}

// Name returns the name of the manipulator.
func (m *Manipulator) Name() string { return m.name }

// Model returns the model that the manipulator is a part of.
func (m *Manipulator) Model() *rigidbody.Model { return m.model }

// Dim returns the number of joints, the length of a configuration.
func (m *Manipulator) Dim() int { return len(m.joints) }

// JointNames returns the names of the joints in the order of a configuration.
func (m *Manipulator) JointNames() []string { return slices.Clone(m.joints) }

// Positions returns for each joint its place in the position vector of the model.
func (m *Manipulator) Positions() []int { return slices.Clone(m.positions) }

// Limits returns copies of the limits of position, one a joint, rad or m; infinite for none.
func (m *Manipulator) Limits() (lower, upper []float64) {
	return slices.Clone(m.lower), slices.Clone(m.upper)
}

// Tool returns the pose of the tool in the frame of the tip.
func (m *Manipulator) Tool() spatial.Pose { return m.tool }

// Base returns the index of the base in the model, -1 for the world.
func (m *Manipulator) Base() int { return m.base }

// Tip returns the index of the body that carries the tool.
func (m *Manipulator) Tip() int { return m.tip }

// WithinLimits reports whether a configuration (length Dim) is within the limits.
func (m *Manipulator) WithinLimits(q []float64) bool {
	if len(q) != len(m.joints) {
		return false
	}
	for i, v := range q {
		if !(v >= m.lower[i] && v <= m.upper[i]) {
			return false
		}
	}
	return true
}

// Gather writes the manipulator's part of a position of the model into q (length Dim).
func (m *Manipulator) Gather(q, position []float64) error {
	if err := m.checkPosition(q, position); err != nil {
		return err
	}
	for i, p := range m.positions {
		q[i] = position[p]
	}
	return nil
}

// Scatter writes a configuration (length Dim) into its places in a position of the model.
func (m *Manipulator) Scatter(position, q []float64) error {
	if err := m.checkPosition(q, position); err != nil {
		return err
	}
	for i, p := range m.positions {
		position[p] = q[i]
	}
	return nil
}

func (m *Manipulator) checkPosition(q, position []float64) error {
	if err := m.checkLength(q); err != nil {
		return err
	}
	if len(position) != m.model.NQ() {
		return fmt.Errorf("manipulator %q: a position of the model has %d numbers, expected %d", m.name, len(position), m.model.NQ())
	}
	return nil
}

func (m *Manipulator) checkLength(q []float64) error {
	if len(q) != len(m.joints) {
		return fmt.Errorf("manipulator %q: a configuration has %d numbers, expected %d: %s", m.name, len(q), len(m.joints), strings.Join(m.joints, ", "))
	}
	return nil
}

// interval returns the range from which random values of a joint are drawn.
func (m *Manipulator) interval(i int) (lower, upper float64) {
	lower, upper = m.lower[i], m.upper[i]
	half := math.Pi
	if m.prismatic[i] {
		half = 1
	}
	switch {
	case math.IsInf(lower, -1) && math.IsInf(upper, 1):
		return -half, half
	case math.IsInf(lower, -1):
		return upper - 2*half, upper
	case math.IsInf(upper, 1):
		return lower, lower + 2*half
	}
	return lower, upper
}
