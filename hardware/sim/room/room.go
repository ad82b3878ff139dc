package room

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/environment"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Simulation moves the objects of one environment; see the package comment. It serves one
// goroutine.
type Simulation struct {
	options environment.SimulationOptions
	objects []object // ascending IDs, those of the last step
	machine *machine // nil before the first step
}

var (
	_ environment.Simulation = (*Simulation)(nil)
	_ actors.StateSaver      = (*Simulation)(nil)
)

// object is what a simulation remembers of an object.
type object struct {
	ID       environment.ID
	Pose     spatial.Pose   // in the room, at the end of the last step
	Twist    messages.Twist // of its frame, in world axes
	Roves    bool           // a body without a mass that has moved
	Position []float64      // of a robot's world
	Target   []float64      // that a command gave a robot, nil for none
}

// The speeds above which an object without a mass jumps: m/s, and joints, as a multiple of their
// limit, or rad/s and m/s where they have none.
const (
	fastest      = 5.0
	fastestShare = 2.0
	fastestJoint = 20.0
)

// New returns the simulation of an environment that begins with a scene. The error names the object
// that cannot be simulated.
func New(scene *environment.Scene, options environment.SimulationOptions) (environment.Simulation, error) {
	s := &Simulation{options: options}
	if !(options.Friction > 0 && options.Friction <= 10) {
		return nil, fmt.Errorf("environment %q: the friction is %g; expected a coefficient above 0 and at most 10", scene.Name(), options.Friction)
	}
	m, err := s.prepare(scene, 10*time.Millisecond)
	if err != nil {
		return nil, err
	}
	return s, overlap(scene, m.things)
}

// Command makes a robot move towards a position of its world in the next steps, each joint with at
// most its limit of velocity. It ends when something else moves the robot.
func (s *Simulation) Command(robot environment.Handle, position []float64) error {
	o := s.object(robot.ID())
	if o == nil || o.Position == nil {
		return fmt.Errorf("%v is no robot of the last step; expected a robot, and a step after it was added", robot)
	}
	if len(position) != len(o.Position) {
		return fmt.Errorf("%v is commanded to a position of %d numbers; expected %d", robot, len(position), len(o.Position))
	}
	o.Target = slices.Clone(position)
	return nil
}

// object returns what is remembered of an object, nil for an unknown one.
func (s *Simulation) object(id environment.ID) *object {
	i, found := slices.BinarySearchFunc(s.objects, id, func(o object, id environment.ID) int { return int(int64(o.ID) - int64(id)) })
	if !found {
		return nil
	}
	return &s.objects[i]
}

// Step advances by dt and records in the edit where objects are.
func (s *Simulation) Step(dt time.Duration, edit *environment.Edit) error {
	if dt <= 0 {
		return nil
	}
	scene := edit.Scene()
	m, err := s.prepare(scene, dt)
	if err != nil {
		return err
	}
	if err := s.begin(scene, m); err != nil {
		return err
	}
	if err := m.run(); err != nil {
		s.objects = nil // those that ran away begin at rest
		return fmt.Errorf("environment %q: %w", scene.Name(), err)
	}
	return s.end(edit, m)
}

// prepare returns the machine of a scene; a new one where something was added, removed, grabbed or
// released.
func (s *Simulation) prepare(scene *environment.Scene, dt time.Duration) (*machine, error) {
	things, err := s.things(scene)
	if err != nil {
		return nil, err
	}
	if m := s.machine; m != nil && m.dt == dt && slices.EqualFunc(m.things, things, same) {
		return m, nil
	}
	m, err := newMachine(scene, things, dt, &s.options)
	if err != nil {
		return nil, fmt.Errorf("environment %q: %w", scene.Name(), err)
	}
	s.machine = m
	return m, nil
}

// begin sets the machine to where objects are, with their velocities.
func (s *Simulation) begin(scene *environment.Scene, m *machine) error {
	for i := range m.things {
		t := &m.things[i]
		before := s.object(t.id)
		switch {
		case t.robot:
			r, err := scene.Robot(t.handle)
			if err != nil {
				return err
			}
			m.moveRobot(t, s.last(before, &r), s.goal(before, &r, m.dt))
		case t.motion != still:
			pose, err := scene.Pose(t.handle)
			if err != nil {
				return err
			}
			m.moveBody(t, before, &pose)
		}
	}
	return m.place()
}

// last returns the position at which a robot begins a step.
func (s *Simulation) last(before *object, r *environment.Robot) []float64 {
	if before == nil || len(before.Position) != len(r.Position) {
		return r.Position
	}
	return before.Position
}

// goal returns the position at which a robot ends a step: where the scene has it, or on the way to
// where a command sent it.
func (s *Simulation) goal(before *object, r *environment.Robot, dt time.Duration) []float64 {
	if before == nil || before.Target == nil {
		return r.Position
	}
	if !slices.Equal(r.Position, before.Position) { // something else moves it
		before.Target = nil
		return r.Position
	}
	next := slices.Clone(r.Position)
	for i := range r.World.NumJoints() {
		slot := r.World.Slot(i)
		for k := range slot.PositionLength {
			at, most := slot.Position+k, math.Inf(1)
			if slot.PositionLength == slot.VelocityLength {
				most = r.World.Limits()[slot.Velocity+k].Velocity * dt.Seconds()
			}
			next[at] += min(max(before.Target[at]-next[at], -most), most)
		}
	}
	return next
}

// end records where objects are in the edit, and what the next step needs of them.
func (s *Simulation) end(edit *environment.Edit, m *machine) error {
	for i := range m.things {
		t := &m.things[i]
		switch before := s.object(t.id); {
		case t.motion == falling:
			if err := edit.SetPose(t.handle, m.pose(t)); err != nil {
				return err
			}
		case t.robot && before != nil && before.Target != nil:
			if err := edit.SetPosition(t.handle, t.goal); err != nil {
				return err
			}
		}
	}
	scene := edit.Scene()
	next := make([]object, 0, len(m.things))
	for i := range m.things {
		t := &m.things[i]
		o := object{ID: t.id, Twist: m.mechanism.Twist(t.body), Roves: t.motion == roving}
		var err error
		if o.Pose, err = scene.Pose(t.handle); err != nil {
			return err
		}
		if t.robot {
			r, err := scene.Robot(t.handle)
			if err != nil {
				return err
			}
			o.Position = r.Position
			if before := s.object(t.id); before != nil {
				o.Target = before.Target
			}
		}
		next = append(next, o)
	}
	s.objects = next
	return nil
}

// Clone returns an independent simulation at the same state. The scene is that of the clone, whose
// objects keep their IDs.
func (s *Simulation) Clone(*environment.Scene) (environment.Simulation, error) {
	out := &Simulation{options: s.options, objects: slices.Clone(s.objects)}
	for i := range out.objects {
		o := &out.objects[i]
		o.Position, o.Target = slices.Clone(o.Position), slices.Clone(o.Target)
	}
	return out, nil
}

// SaveState implements actors.StateSaver. The mechanism follows from the scene.
func (s *Simulation) SaveState(w *actors.StateWriter) error { return w.Save(&s.objects) }

// LoadState implements actors.StateSaver.
func (s *Simulation) LoadState(r *actors.StateReader) error { return r.Load(&s.objects) }

// jumps reports whether a joint moves too fast for a motion.
func jumps(world *worlds.World, from, to []float64, dt float64) bool {
	limits := world.Limits()
	for i := range world.NumJoints() {
		slot := world.Slot(i)
		if slot.PositionLength != slot.VelocityLength {
			continue
		}
		for k := range slot.PositionLength {
			most := fastestJoint
			if v := limits[slot.Velocity+k].Velocity; !math.IsInf(v, 1) {
				most = fastestShare * v
			}
			if math.Abs(to[slot.Position+k]-from[slot.Position+k]) > most*dt {
				return true
			}
		}
	}
	return false
}
