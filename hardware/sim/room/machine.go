package room

import (
	"errors"
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/hardware/sim/physics"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/environment"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// machine is the mechanism of the objects of a scene. Its state between two steps has no meaning.
type machine struct {
	things    []thing
	dt        time.Duration
	steps     int // of the mechanism in a step
	mechanism *physics.Mechanism
	model     *rigidbody.Model
	loads     []physics.Load // none: nothing moves the joints but their velocity

	position, end []float64 // of the mechanism, at the begin and at the end of a step
	velocity      []float64
	falling       []float64 // velocities of what falls
}

// longestStep is the longest step of the mechanism.
const longestStep = time.Millisecond

// newMachine returns the mechanism of things. Errors name the object.
func newMachine(scene *environment.Scene, things []thing, dt time.Duration, o *environment.SimulationOptions) (*machine, error) {
	m := &machine{things: things, dt: dt, steps: int((dt + longestStep - 1) / longestStep)}
	b := &builder{scene: scene, options: o, things: things, place: map[environment.ID]int{}, added: make([]bool, len(things)),
		description: &worlds.Description{Name: "room", Links: []worlds.Link{{Name: "room"}}}}
	world, options, driven, err := b.build()
	if err != nil {
		return nil, err
	}
	options.Step = max(dt/time.Duration(m.steps), 50*time.Microsecond)
	if m.mechanism, err = physics.New(world, options, driven); err != nil {
		return nil, err
	}
	if m.model, err = world.Model(); err != nil {
		return nil, err
	}
	m.loads = make([]physics.Load, len(driven))
	m.position, m.end = make([]float64, m.model.NQ()), make([]float64, m.model.NQ())
	m.velocity, m.falling = make([]float64, m.model.NV()), make([]float64, m.model.NV())
	return m, m.find(world)
}

// find looks up where the things are in the mechanism, and carries the weight of those that rove.
func (m *machine) find(world *worlds.World) error {
	var errs []error
	for i := range m.things {
		t := &m.things[i]
		root := "body"
		if t.robot {
			root = t.world.BodyNames()[0]
		}
		var err error
		t.body, err = m.mechanism.Body(t.linkName(root))
		errs = append(errs, err)
		if t.motion != still {
			k, err := world.JointIndex(t.prefix() + "_joint")
			errs = append(errs, err)
			slot := world.Slot(k)
			t.position, t.velocity = slot.Position, slot.Velocity
		}
		if t.motion == roving {
			errs = append(errs, m.mechanism.PushBody(t.body, rigidbody.Wrench{Force: [3]float64{2: -heavy * m.model.Gravity()[2]}}))
		}
		for own, name := range jointNames(t) {
			k, err := world.JointIndex(t.prefix() + "_" + name)
			errs = append(errs, err)
			slot := t.world.Slot(own)
			t.joints = append(t.joints, joint{own: slot.Position, machine: world.Slot(k).Position, length: slot.PositionLength})
		}
	}
	return errors.Join(errs...)
}

func jointNames(t *thing) []string {
	if !t.robot {
		return nil
	}
	return t.world.JointNames()
}

// moveRobot makes a robot move from one position of its world to another in this step.
func (m *machine) moveRobot(t *thing, from, to []float64) {
	if jumps(t.world, from, to, m.dt.Seconds()) {
		from = to
	}
	t.goal = to
	for _, j := range t.joints {
		copy(m.position[j.machine:j.machine+j.length], from[j.own:])
		copy(m.end[j.machine:j.machine+j.length], to[j.own:])
	}
}

// moveBody puts a body where it is, with its velocity if it falls and nobody has moved it, or makes
// it move from where it was.
func (m *machine) moveBody(t *thing, before *object, now *spatial.Pose) {
	put(m.end[t.position:], now)
	put(m.position[t.position:], now)
	fall := m.falling[t.velocity : t.velocity+6]
	clear(fall)
	switch {
	case before == nil:
	case t.motion == falling && before.Pose == *now:
		for i, v := range [2][3]float64{before.Twist.Linear, before.Twist.Angular} {
			own := now.R.ApplyInverse(spatial.VecOf(v)).Array()
			copy(fall[3*i:], own[:])
		}
	case t.motion == roving && spatial.VecOf(now.P).Sub(spatial.VecOf(before.Pose.P)).Norm() <= fastest*m.dt.Seconds():
		put(m.position[t.position:], &before.Pose)
	}
}

// put writes a pose as the position of a floating joint.
func put(to []float64, pose *spatial.Pose) {
	copy(to, pose.P[:])
	pose.R.Quat().Put(to[3:7])
}

// place sets the state of the mechanism at the begin of a step.
func (m *machine) place() error {
	if err := m.model.Difference(m.velocity, m.position, m.end); err != nil {
		return err
	}
	for i := range m.velocity {
		m.velocity[i] = m.velocity[i]/m.dt.Seconds() + m.falling[i]
	}
	return m.mechanism.Place(m.position, m.velocity)
}

// run advances the mechanism by a step.
func (m *machine) run() error {
	for range m.steps {
		if err := m.mechanism.Step(m.loads); err != nil {
			return fmt.Errorf("the simulation of its objects failed: %w", err)
		}
	}
	return nil
}

// pose returns where a body is.
func (m *machine) pose(t *thing) spatial.Pose {
	p := m.mechanism.Pose(t.body)
	return spatial.Pose{R: spatial.QuatOf(p.Orientation).Unit().Rotation(), P: p.Position}
}
