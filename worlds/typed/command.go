package typed

import "github.com/robo-actors/robo-actors/messages"

// Target is the place of the set-points of one joint in a command, for all types of joints.
type Target struct {
	values *messages.JointCommand
	at     Place
}

// Target returns the target of a joint of the command's group; at is the joint's place in the
// group.
func (c Command) Target(at Place) Target { return Target{c.values, at} }

// SetNone leaves the joint without a command.
func (t Target) SetNone() { t.control(messages.ControlNone) }

func (t Target) control(c messages.ControlMode) { t.values.Control[t.at.Joint] = c }

func (t Target) position() []float64 { return t.values.Position[t.at.Position:] }
func (t Target) velocity() []float64 { return t.values.Velocity[t.at.Velocity:] }
func (t Target) effort() []float64   { return t.values.Effort[t.at.Velocity:] }

// The type of a target has a method for each control mode that its joint accepts. A method sets the
// control mode and the quantities of its arguments. The other quantities keep their values, and
// have no effect.
type (
	// ByPosition is the target of a joint that takes positions only.
	ByPosition[P Position] struct{ Target }
	// ByVelocity is the target of a joint that takes velocities only.
	ByVelocity[V Velocity] struct{ Target }
	// ByEffort is the target of a joint that takes efforts only.
	ByEffort[E Effort] struct{ Target }
	// ByPositionVelocity is the target of a joint that takes positions, velocities, and both.
	ByPositionVelocity[P Position, V Velocity] struct{ Target }
	// ByPositionEffort is the target of a joint that takes positions, efforts, and both.
	ByPositionEffort[P Position, E Effort] struct{ Target }
	// ByVelocityEffort is the target of a joint that takes velocities, efforts, and both.
	ByVelocityEffort[V Velocity, E Effort] struct{ Target }
	// ByAny is the target of a joint that takes every mix of positions, velocities and efforts.
	ByAny[P Position, V Velocity, E Effort] struct{ Target }
)

func setPosition[P Position](t Target, q P) {
	t.control(messages.ControlPosition)
	put(t.position(), q)
}

func setVelocity[V Velocity](t Target, v V) {
	t.control(messages.ControlVelocity)
	put(t.velocity(), v)
}

func setEffort[E Effort](t Target, e E) {
	t.control(messages.ControlEffort)
	put(t.effort(), e)
}

func setPositionVelocity[P Position, V Velocity](t Target, q P, v V) {
	t.control(messages.ControlPositionVelocity)
	put(t.position(), q)
	put(t.velocity(), v)
}

func setPositionEffort[P Position, E Effort](t Target, q P, e E) {
	t.control(messages.ControlPosition | messages.ControlEffort)
	put(t.position(), q)
	put(t.effort(), e)
}

func setVelocityEffort[V Velocity, E Effort](t Target, v V, e E) {
	t.control(messages.ControlVelocity | messages.ControlEffort)
	put(t.velocity(), v)
	put(t.effort(), e)
}

// SetPosition commands a position.
func (t ByPosition[P]) SetPosition(q P) { setPosition(t.Target, q) }

// SetVelocity commands a velocity.
func (t ByVelocity[V]) SetVelocity(v V) { setVelocity(t.Target, v) }

// SetEffort commands an effort.
func (t ByEffort[E]) SetEffort(e E) { setEffort(t.Target, e) }

// SetPosition commands a position.
func (t ByPositionVelocity[P, V]) SetPosition(q P) { setPosition(t.Target, q) }

// SetVelocity commands a velocity.
func (t ByPositionVelocity[P, V]) SetVelocity(v V) { setVelocity(t.Target, v) }

// SetPositionVelocity commands a position with a velocity.
func (t ByPositionVelocity[P, V]) SetPositionVelocity(q P, v V) { setPositionVelocity(t.Target, q, v) }

// SetPosition commands a position.
func (t ByPositionEffort[P, E]) SetPosition(q P) { setPosition(t.Target, q) }

// SetEffort commands an effort.
func (t ByPositionEffort[P, E]) SetEffort(e E) { setEffort(t.Target, e) }

// SetPositionEffort commands a position with an effort.
func (t ByPositionEffort[P, E]) SetPositionEffort(q P, e E) { setPositionEffort(t.Target, q, e) }

// SetVelocity commands a velocity.
func (t ByVelocityEffort[V, E]) SetVelocity(v V) { setVelocity(t.Target, v) }

// SetEffort commands an effort.
func (t ByVelocityEffort[V, E]) SetEffort(e E) { setEffort(t.Target, e) }

// SetVelocityEffort commands a velocity with an effort.
func (t ByVelocityEffort[V, E]) SetVelocityEffort(v V, e E) { setVelocityEffort(t.Target, v, e) }

// SetPosition commands a position.
func (t ByAny[P, V, E]) SetPosition(q P) { setPosition(t.Target, q) }

// SetVelocity commands a velocity.
func (t ByAny[P, V, E]) SetVelocity(v V) { setVelocity(t.Target, v) }

// SetEffort commands an effort.
func (t ByAny[P, V, E]) SetEffort(e E) { setEffort(t.Target, e) }

// SetPositionVelocity commands a position with a velocity.
func (t ByAny[P, V, E]) SetPositionVelocity(q P, v V) { setPositionVelocity(t.Target, q, v) }

// SetPositionEffort commands a position with an effort.
func (t ByAny[P, V, E]) SetPositionEffort(q P, e E) { setPositionEffort(t.Target, q, e) }

// SetVelocityEffort commands a velocity with an effort.
func (t ByAny[P, V, E]) SetVelocityEffort(v V, e E) { setVelocityEffort(t.Target, v, e) }

// SetPositionVelocityEffort commands a position with a velocity and an effort.
func (t ByAny[P, V, E]) SetPositionVelocityEffort(q P, v V, e E) {
	t.control(messages.ControlPositionVelocityEffort)
	put(t.position(), q)
	put(t.velocity(), v)
	put(t.effort(), e)
}
