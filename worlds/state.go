package worlds

import (
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// NewState returns a state of the world's sizes: the neutral position, at rest, without effort.
func (w *World) NewState() messages.JointState {
	state := messages.JointState{
		Position: make([]float64, w.positions),
		Velocity: make([]float64, w.velocities),
		Effort:   make([]float64, w.velocities),
	}
	w.neutral(state.Position)
	return state
}

// NewCommand returns a command of the world's sizes whose control modes are all none.
func (w *World) NewCommand() messages.JointCommand { return w.all.NewCommand() }

// NewSnapshot returns a snapshot of the world's sizes in which no joint is valid and every mode is
// off.
func (w *World) NewSnapshot() messages.Snapshot {
	state := w.NewState()
	snapshot := messages.Snapshot{
		Position: state.Position, Velocity: state.Velocity, Effort: state.Effort,
		Mode: make([]messages.Mode, len(w.joints)), Valid: make([]bool, len(w.joints)),
		Time: make([]messages.Instant, len(w.joints)),
	}
	for i := range snapshot.Mode {
		snapshot.Mode[i] = messages.ModeOff
	}
	return snapshot
}

// NewState returns a state of the group's sizes, of the same content as [World.NewState].
func (g *JointGroup) NewState() messages.JointState {
	state := messages.JointState{
		Position: make([]float64, g.positions),
		Velocity: make([]float64, g.velocities),
		Effort:   make([]float64, g.velocities),
	}
	neutral := g.world.NewState()
	gather(g.positionSpans, state.Position, neutral.Position)
	return state
}

// NewCommand returns a command of the group's sizes whose control modes are all none, and whose
// positions are neutral.
func (g *JointGroup) NewCommand() messages.JointCommand {
	state := g.NewState()
	return messages.JointCommand{
		Control:  make([]messages.ControlMode, len(g.joints)),
		Position: state.Position, Velocity: state.Velocity, Effort: state.Effort,
	}
}

// Neutral writes the neutral position into a position vector of the world: zero, the unit
// quaternion for floating joints, and what their relations demand for mimic joints. Zero may lie
// outside of a joint's bounds; [World.Clamp] brings it inside. A vector of another length is an
// error.
func (w *World) Neutral(position []float64) error {
	if len(position) != w.positions {
		return w.wrongLength("position", len(position), w.positions)
	}
	w.neutral(position)
	return nil
}

// neutral is Neutral for a vector of the right length.
func (w *World) neutral(position []float64) {
	clear(position)
	for _, at := range w.slots {
		if at.Type == Floating {
			position[at.Position+3] = 1
		}
	}
	w.reduction.followers.Positions(position)
}

func (w *World) wrongLength(quantity string, length, want int) error {
	return fmt.Errorf("world %s: the %s vector has length %d, expected %d", source.Quote(w.Name()), quantity, length, want)
}

// Clamp brings a position vector into the bounds of its joints, and quaternions to unit length. A
// vector of another length or with a value that is not finite is an error, and is left as it is.
func (w *World) Clamp(position []float64) error {
	if err := w.checkPosition(position, false); err != nil {
		return err
	}
	for _, at := range w.slots {
		q := position[at.Position : at.Position+at.PositionLength]
		if at.Type == Floating {
			unitQuaternion(q[3:7])
			continue
		}
		for k := range q {
			limit := &w.limits[at.Velocity+k]
			q[k] = max(limit.Lower, min(limit.Upper, q[k]))
		}
	}
	return nil
}

// unitQuaternion brings a quaternion w, x, y, z to unit length; a zero one becomes the identity.
func unitQuaternion(q []float64) {
	length := math.Hypot(math.Hypot(q[0], q[1]), math.Hypot(q[2], q[3]))
	if length == 0 {
		q[0] = 1
		return
	}
	for i := range q {
		q[i] /= length
	}
}

// CheckState returns the errors of a state of the world: a vector of another length, a value
// that is not finite, a quaternion that misses unit length by more than 1e-6. Bounds are not
// checked: a measured state may lie outside.
func (w *World) CheckState(state *messages.JointState) error {
	if err := w.checkPosition(state.Position, true); err != nil {
		return err
	}
	if err := w.checkVelocities("velocity", state.Velocity); err != nil {
		return err
	}
	return w.checkVelocities("effort", state.Effort)
}

// checkPosition checks length, finiteness and, if asked to, quaternions of a position vector.
func (w *World) checkPosition(position []float64, quaternions bool) error {
	if len(position) != w.positions {
		return w.wrongLength("position", len(position), w.positions)
	}
	for i, at := range w.slots {
		q := position[at.Position : at.Position+at.PositionLength]
		if k := firstNotFinite(q); k >= 0 {
			return w.notFinite(i, "position", k, q[k])
		}
		if !quaternions || at.Type != Floating {
			continue
		}
		if square := q[3]*q[3] + q[4]*q[4] + q[5]*q[5] + q[6]*q[6]; math.Abs(square-1) > 2e-6 {
			return fmt.Errorf("%s: the quaternion has length %.9g, expected 1", w.jointPath(i), math.Sqrt(square))
		}
	}
	return nil
}

// checkVelocities checks length and finiteness of a vector that is laid out like velocities.
func (w *World) checkVelocities(quantity string, vector []float64) error {
	if len(vector) != w.velocities {
		return w.wrongLength(quantity, len(vector), w.velocities)
	}
	for i, at := range w.slots {
		if k := firstNotFinite(vector[at.Velocity : at.Velocity+at.VelocityLength]); k >= 0 {
			return w.notFinite(i, quantity, k, vector[at.Velocity+k])
		}
	}
	return nil
}

func (w *World) notFinite(joint int, quantity string, k int, value float64) error {
	return fmt.Errorf("%s: %s[%d] is %v, expected a finite number", w.jointPath(joint), quantity, k, value)
}

// jointPath returns the path of a joint in errors about its values.
func (w *World) jointPath(i int) string { return w.Name() + "/" + w.joints[i].Name }

// firstNotFinite returns the place of the first NaN or infinity, or -1.
func firstNotFinite(values []float64) int {
	for i, v := range values {
		if v-v != 0 {
			return i
		}
	}
	return -1
}
