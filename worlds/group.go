package worlds

import (
	"fmt"
	"slices"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// JointGroup is a joint group of a world: a named, ordered list of joints, and the way between the
// vectors of the group and those of the world. It never changes; its gather and scatter functions
// do not allocate.
type JointGroup struct {
	name   string
	world  *World
	joints []int  // places in the world's order
	slots  []Slot // places in the group's vectors, one a joint

	positions, velocities        int
	positionSpans, velocitySpans []span
}

// span is a run of values that stand side by side in the group and in the world.
type span struct{ group, world, length int }

// makeGroups makes the declared groups, and the one of all joints.
func (w *World) makeGroups() error {
	w.groupByName = make(map[string]*JointGroup, len(w.description.Groups))
	for i := range w.description.Groups {
		declared := &w.description.Groups[i]
		group, err := w.NewGroup(declared.Name, declared.Joints...)
		if err != nil {
			return err
		}
		w.groups = append(w.groups, declared)
		w.groupByName[declared.Name] = group
	}
	all, err := w.NewGroup("all", w.JointNames()...)
	w.all = all
	return err
}

// All returns the group of all joints in the world's order, whether or not one was declared.
func (w *World) All() *JointGroup { return w.all }

// GroupNames returns the names of the declared joint groups in the order of declaration.
func (w *World) GroupNames() []string {
	names := make([]string, len(w.groups))
	for i := range w.groups {
		names[i] = w.groups[i].Name
	}
	return names
}

// Group returns the declared joint group of that name. The error is an *[UnknownNameError].
func (w *World) Group(name string) (*JointGroup, error) {
	if group, found := w.groupByName[name]; found {
		return group, nil
	}
	return nil, &UnknownNameError{World: w.Name(), Kind: "joint group", Name: name, Known: w.GroupNames()}
}

// NewGroup returns a group of joints of this world that was not declared. A joint that is unknown
// or named twice is an error.
func (w *World) NewGroup(name string, joints ...string) (*JointGroup, error) {
	g := &JointGroup{name: name, world: w}
	for _, joint := range joints {
		i, err := w.JointIndex(joint)
		if err != nil {
			return nil, fmt.Errorf("joint group %s: %w", source.Quote(name), err)
		}
		if slices.Contains(g.joints, i) {
			return nil, fmt.Errorf("joint group %s: joint %s is listed twice", source.Quote(name), source.Quote(joint))
		}
		at := w.slots[i]
		g.joints = append(g.joints, i)
		g.positionSpans = appendSpan(g.positionSpans, span{g.positions, at.Position, at.PositionLength})
		g.velocitySpans = appendSpan(g.velocitySpans, span{g.velocities, at.Velocity, at.VelocityLength})
		at.Position, at.Velocity = g.positions, g.velocities
		g.slots = append(g.slots, at)
		g.positions += at.PositionLength
		g.velocities += at.VelocityLength
	}
	return g, nil
}

// appendSpan appends a span, or lengthens the last one where the new one continues it.
func appendSpan(spans []span, next span) []span {
	if n := len(spans); n > 0 && spans[n-1].world+spans[n-1].length == next.world {
		spans[n-1].length += next.length
		return spans
	}
	return append(spans, next)
}

// Name returns the name of the group.
func (g *JointGroup) Name() string { return g.name }

// World returns the world of the group.
func (g *JointGroup) World() *World { return g.world }

// NumJoints returns the number of joints.
func (g *JointGroup) NumJoints() int { return len(g.joints) }

// NumPositions returns the length of the group's position vector.
func (g *JointGroup) NumPositions() int { return g.positions }

// NumVelocities returns the length of the group's vectors of velocity, acceleration and effort.
func (g *JointGroup) NumVelocities() int { return g.velocities }

// Joints returns the places of the joints in the world's order, in the order of the group.
func (g *JointGroup) Joints() []int { return slices.Clone(g.joints) }

// WorldJoint returns the place in the world's order of joint i of the group.
func (g *JointGroup) WorldJoint(i int) int { return g.joints[i] }

// JointNames returns the names of the joints in the order of the group.
func (g *JointGroup) JointNames() []string {
	names := make([]string, len(g.joints))
	for i, joint := range g.joints {
		names[i] = g.world.joints[joint].Name
	}
	return names
}

// Slot returns the places of the values of joint i in the vectors of the group.
func (g *JointGroup) Slot(i int) Slot { return g.slots[i] }

// sized reports vectors of a wrong length.
func (g *JointGroup) sized(quantity string, group, groupWant, world, worldWant int) error {
	switch {
	case group != groupWant:
		return fmt.Errorf("joint group %s: the group's vector of %s has length %d, expected %d",
			source.Quote(g.name), quantity, group, groupWant)
	case world != worldWant:
		return fmt.Errorf("joint group %s: the world's vector of %s has length %d, expected %d",
			source.Quote(g.name), quantity, world, worldWant)
	}
	return nil
}

// GatherPosition copies the group's part of a world's position vector into group.
func (g *JointGroup) GatherPosition(group, world []float64) error {
	if len(group) != g.positions || len(world) != g.world.positions {
		return g.sized("positions", len(group), g.positions, len(world), g.world.positions)
	}
	gather(g.positionSpans, group, world)
	return nil
}

// ScatterPosition copies a position vector of the group into its part of the world's.
func (g *JointGroup) ScatterPosition(world, group []float64) error {
	if len(group) != g.positions || len(world) != g.world.positions {
		return g.sized("positions", len(group), g.positions, len(world), g.world.positions)
	}
	scatter(g.positionSpans, world, group)
	return nil
}

// GatherVelocity copies the group's part of a world's vector of velocity, acceleration or effort
// into group.
func (g *JointGroup) GatherVelocity(group, world []float64) error {
	if len(group) != g.velocities || len(world) != g.world.velocities {
		return g.sized("velocities", len(group), g.velocities, len(world), g.world.velocities)
	}
	gather(g.velocitySpans, group, world)
	return nil
}

// ScatterVelocity copies a vector of velocity, acceleration or effort of the group into its part of
// the world's.
func (g *JointGroup) ScatterVelocity(world, group []float64) error {
	if len(group) != g.velocities || len(world) != g.world.velocities {
		return g.sized("velocities", len(group), g.velocities, len(world), g.world.velocities)
	}
	scatter(g.velocitySpans, world, group)
	return nil
}

func gather(spans []span, group, world []float64) {
	for _, s := range spans {
		copy(group[s.group:s.group+s.length], world[s.world:s.world+s.length])
	}
}

func scatter(spans []span, world, group []float64) {
	for _, s := range spans {
		copy(world[s.world:s.world+s.length], group[s.group:s.group+s.length])
	}
}

// GatherState copies the group's part of a world's state into group.
func (g *JointGroup) GatherState(group, world *messages.JointState) error {
	if err := g.GatherPosition(group.Position, world.Position); err != nil {
		return err
	}
	if err := g.GatherVelocity(group.Velocity, world.Velocity); err != nil {
		return err
	}
	return g.GatherVelocity(group.Effort, world.Effort)
}

// ScatterState copies a state of the group into its part of the world's.
func (g *JointGroup) ScatterState(world, group *messages.JointState) error {
	if err := g.ScatterPosition(world.Position, group.Position); err != nil {
		return err
	}
	if err := g.ScatterVelocity(world.Velocity, group.Velocity); err != nil {
		return err
	}
	return g.ScatterVelocity(world.Effort, group.Effort)
}

// GatherCommand copies the group's part of a world's command, control modes included, into group.
func (g *JointGroup) GatherCommand(group, world *messages.JointCommand) error {
	if len(group.Control) != len(g.joints) || len(world.Control) != len(g.world.joints) {
		return g.sized("control modes", len(group.Control), len(g.joints), len(world.Control), len(g.world.joints))
	}
	if err := g.GatherPosition(group.Position, world.Position); err != nil {
		return err
	}
	if err := g.GatherVelocity(group.Velocity, world.Velocity); err != nil {
		return err
	}
	if err := g.GatherVelocity(group.Effort, world.Effort); err != nil {
		return err
	}
	for i, joint := range g.joints {
		group.Control[i] = world.Control[joint]
	}
	return nil
}

// ScatterCommand copies a command of the group, control modes included, into its part of the
// world's.
func (g *JointGroup) ScatterCommand(world, group *messages.JointCommand) error {
	if len(group.Control) != len(g.joints) || len(world.Control) != len(g.world.joints) {
		return g.sized("control modes", len(group.Control), len(g.joints), len(world.Control), len(g.world.joints))
	}
	if err := g.ScatterPosition(world.Position, group.Position); err != nil {
		return err
	}
	if err := g.ScatterVelocity(world.Velocity, group.Velocity); err != nil {
		return err
	}
	if err := g.ScatterVelocity(world.Effort, group.Effort); err != nil {
		return err
	}
	for i, joint := range g.joints {
		world.Control[joint] = group.Control[i]
	}
	return nil
}
