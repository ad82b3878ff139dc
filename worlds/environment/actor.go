package environment

import (
	"errors"
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

// Read asks the actor for the newest scene. The reply is a *[Scene], which stays as it is.
type Read struct{}

// Command asks the actor to move a robot as [Environment.Command]. The reply is the *[Scene] of the
// end of the step.
type Command struct {
	Robot    string
	Position []float64 // of the robot's world
}

// Clone asks the actor for a clone of the newest scene. The reply is an *[Environment], which
// belongs to the asking actor.
type Clone struct {
	Name    string
	Options CloneOptions
}

// Measure asks the actor what a range sensor measures in the newest scene. The reply is a [Ray].
type Measure struct{ Sensor string }

// State counts what the newest scene holds.
type State struct {
	Number         uint64 // of the scene
	Bodies, Robots int64
	Held           int64 // objects that are attached or grabbed
	Stale          int64 // objects whose observation is too old
}

// Follow is a robot of the environment that moves as the snapshots of a world say.
type Follow struct {
	// Robot is the name of the robot in the environment.
	Robot string
	// World is the structure of the robot and of the snapshots.
	World *worlds.World
	// Port is the name of the input for the snapshots.
	Port string
}

// Actor owns an environment and serves any number of writers and readers through messages.
//
// A [Change] or [Changes] is a request, or a plain message where the sender needs no answer. The
// reply to a request is the *[Scene] of the end of the step, in which all changes of the step are
// visible at once; a change that is not possible is refused with its error and changes nothing.
// [Read], [Clone] and [Measure] see the scene of the last step. A request has the deadline that
// its sender gives: [actors.ErrTimeout] and [actors.ErrExpired] say that it passed.
//
// A program sets the exported fields or uses [Options]; an application file uses Options.
type Actor struct {
	Options

	// Environment is what the actor owns at first. Nil: one made from a *[Scene] among the
	// resources of the actor, or an empty one.
	Environment *Environment
	// Simulate makes the simulation of the variant physics of a scene. A program that leaves it nil
	// has no such variant.
	Simulate func(scene *Scene, options SimulationOptions) (Simulation, error)
	// Files are the contents of the mesh files that Options and robots name, by their names; an
	// application file fills it in.
	Files map[string][]byte
	// Follows are the robots that follow snapshots. The input snapshot adds one for the actor's own
	// world.
	Follows []Follow

	Snapshot actors.In[messages.Snapshot] `port:"snapshot" optional:"true" doc:"state of the world whose robot the environment has"`

	Poses actors.Out[messages.BodyPoses] `port:"bodies" doc:"poses of the bodies in the room, in the order of their IDs; not of those that come later"`
	State actors.Out[State]              `port:"state" doc:"number of the newest scene, and what it holds"`

	environment *Environment
	kept        *actors.Kept // nil if the application provides none
	moved       *movedBodies // nil outside of an application
	pending     *Scene
	follows     []follow
	waiting     []*actors.Deferred
}

// follow is a robot with its input.
type follow struct {
	Follow
	in    *actors.In[messages.Snapshot]
	added actors.In[messages.Snapshot] // unless the input is Snapshot
	taken messages.Stamp
}

// Configure makes the environment and its inputs.
func (a *Actor) Configure(s *actors.Setup) error {
	a.kept, _ = actors.Resource[*actors.Kept](s) // a check of the options alone has none
	variant, err := a.variant()
	if err != nil {
		return err
	}
	if a.environment = a.Environment; a.environment == nil {
		scene, missing := actors.Resource[*Scene](s)
		if missing != nil {
			scene = New(s.Name())
		}
		first := variant
		if variant == Physics { // its simulation needs the bodies of the options
			first = Ideal
		}
		if a.environment, err = Own(scene, first, nil); err != nil {
			return err
		}
	}
	a.follows = make([]follow, len(a.Follows), len(a.Follows)+1)
	for i, f := range a.Follows {
		a.follows[i].Follow = f
	}
	world, missing := actors.Resource[*worlds.World](s)
	switch {
	case missing == nil && a.Robot != "-":
		own := follow{Follow: Follow{Robot: a.robotName(world), World: world}, in: &a.Snapshot}
		s.Size(&a.Snapshot, actors.Sizes{"joints": world.NumJoints(), "positions": world.NumPositions(), "velocities": world.NumVelocities()})
		a.follows = append(a.follows, own)
	default:
		s.Exclude(&a.Snapshot, "the actor has no world, or its option robot is -")
		if a.SRDF != "" {
			return &messages.OptionError{Path: "srdf", Err: errors.New("there is no robot to which the file could belong"), Expected: "no SRDF file, or a robot that follows the world"}
		}
	}
	meshes := a.meshReader()
	edit := a.environment.scene.Edit()
	for i := range a.follows {
		f := &a.follows[i]
		if err := addFollowed(edit, f, meshes); err != nil {
			return messages.InOption("robot", err)
		}
		if f.in == &a.Snapshot {
			if err := a.allowDisabled(edit, f); err != nil {
				return messages.InOption("srdf", err)
			}
		}
		if f.in == nil {
			f.in = &f.added
			s.Port(f.Port, f.in, actors.PortOptions{Doc: "state of the robot " + f.Robot, Optional: true,
				Sizes: actors.Sizes{"joints": f.World.NumJoints(), "positions": f.World.NumPositions(), "velocities": f.World.NumVelocities()}})
		}
	}
	if err := a.addOptions(edit, meshes); err != nil {
		return err
	}
	a.environment.scene = edit.Scene()
	a.pending = a.environment.scene
	if err := a.simulate(variant); err != nil {
		return messages.InOption("variant", err)
	}
	s.Size(&a.Poses, actors.Sizes{"bodies": a.pending.numBodies()})
	return nil
}

// simulate makes the simulation of an environment that the options describe.
func (a *Actor) simulate(variant Variant) error {
	if variant != Physics || a.Environment != nil {
		return nil
	}
	if a.Simulate == nil {
		return &messages.OptionError{Err: errors.New("this program has no simulation of environments"), Expected: "ideal or mirror, or a program that sets Actor.Simulate"}
	}
	simulation, err := a.Simulate(a.pending, SimulationOptions{Friction: a.Friction})
	if err != nil {
		return err
	}
	a.environment.variant, a.environment.simulation = Physics, simulation
	return nil
}

// Start takes the environment of the incarnation before.
func (a *Actor) Start(*actors.Context) error {
	if a.kept == nil {
		return nil
	}
	if before, is := a.kept.Value.(*Environment); is {
		a.environment, a.pending = before, before.scene
	}
	a.kept.Value = a.environment
	return nil
}

// addFollowed adds a robot to the scene, or checks the one that is there.
func addFollowed(edit *Edit, f *follow, meshes MeshReader) error {
	if f.World == nil {
		return fmt.Errorf("the world of robot %q is nil; expected its structure", f.Robot)
	}
	h, err := edit.Handle(f.Robot)
	if err != nil {
		_, err = edit.AddRobot(RobotSpec{Name: f.Robot, World: f.World, Meshes: meshes})
		return err
	}
	o, err := edit.scene.robotOf(h)
	if err != nil {
		return err
	}
	if o.robot.world.Hashes() != f.World.Hashes() {
		return fmt.Errorf("%s has another structure than the world %q that it follows; expected the same description", edit.path(f.Robot), f.World.Name())
	}
	return nil
}

// Receive takes requests and changes.
func (a *Actor) Receive(c *actors.Context, message any) error {
	switch m := message.(type) {
	case Read:
		c.Reply(a.environment.scene)
	case Clone:
		clone, err := a.environment.Clone(m.Name, m.Options)
		answer(c, clone, err)
	case Measure:
		ray, err := a.environment.scene.Measure(m.Sensor)
		answer(c, ray, err)
	case Command:
		a.change(c, a.command(m))
	case Change:
		a.change(c, m)
	}
	return nil
}

// answer replies, or refuses with an error.
func answer(c *actors.Context, reply any, err error) {
	if err != nil {
		c.Refuse(err)
		return
	}
	c.Reply(reply)
}

// change applies a change to the scene of the next step. The sender hears of it at the end of the
// step.
func (a *Actor) change(c *actors.Context, change Change) {
	edit := a.pending.Edit()
	if err := change.Apply(edit); err != nil {
		if !c.Refuse(err) {
			c.Emit(messages.Event{Kind: messages.EventNote, Cause: messages.CauseInvalid, Text: "change rejected: " + err.Error()})
		}
		return
	}
	a.pending = edit.Scene()
	if d := c.Defer(); d != nil {
		a.waiting = append(a.waiting, d)
	}
}

// command returns the change that a command makes to the scene of the next step; drives and
// simulations change it later.
func (a *Actor) command(m Command) Change {
	return ChangeFunc(func(e *Edit) error {
		return with(e, m.Robot, func(h Handle) error {
			o, err := e.scene.robotOf(h)
			if err != nil {
				return err
			}
			if a.environment.variant == Ideal && a.environment.drives[o.token] == nil {
				return e.SetPosition(h, m.Position)
			}
			return a.environment.Command(h, m.Position)
		})
	})
}

// Tick makes the changes of the step visible: those of messages, of snapshots and of a simulation.
func (a *Actor) Tick(t *actors.Tick) error {
	edit := a.pending.Edit()
	for i := range a.follows {
		if err := a.follows[i].read(edit, t.Now, a.MaxAge); err != nil {
			return err
		}
	}
	a.markStale(edit, t.Now)
	if err := a.environment.step(edit, t.Now, t.Step); err != nil {
		return err
	}
	if err := a.moved.step(a.Bodies, edit, t.Step); err != nil {
		return err
	}
	a.environment.publish(edit.Scene())
	a.pending = a.environment.scene
	for _, d := range a.waiting {
		d.Reply(a.pending)
	}
	a.waiting = a.waiting[:0]
	if a.Poses.Heard() {
		a.pending.poses(a.Poses.Loan())
		if err := a.Poses.Publish(t); err != nil {
			return err
		}
	}
	return a.State.Send(t, a.pending.state())
}

// state counts the objects of a scene.
func (s *Scene) state() State {
	out := State{Number: s.number}
	for _, o := range s.objects {
		if o.robot != nil {
			out.Robots++
		} else {
			out.Bodies++
		}
		if o.hold.by != nil {
			out.Held++
		}
		if o.stale {
			out.Stale++
		}
	}
	return out
}

// read moves a robot as its newest snapshot says. Joints that are not valid stay, and the robot is
// marked stale.
func (f *follow) read(edit *Edit, now messages.Instant, maxAge time.Duration) error {
	h, err := edit.Handle(f.Robot)
	var unknown *NameError
	if errors.As(err, &unknown) {
		return nil // a message removed or renamed the robot
	}
	if err != nil {
		return err
	}
	s, stamp, have := f.in.Latest()
	if !have || len(s.Position) != f.World.NumPositions() || len(s.Valid) != f.World.NumJoints() {
		return nil
	}
	stale := now.Sub(stamp.Time) > maxAge
	for _, valid := range s.Valid {
		stale = stale || !valid
	}
	if stamp != f.taken {
		f.taken = stamp
		o, err := edit.scene.robotOf(h)
		if err != nil {
			return nil // a body has the name now
		}
		position := append([]float64(nil), o.robot.position...)
		for i, valid := range s.Valid {
			at := f.World.Slot(i)
			if valid {
				copy(position[at.Position:at.Position+at.PositionLength], s.Position[at.Position:])
			}
		}
		if err := edit.SetPosition(h, position); err != nil {
			stale = true // a value that is no position: the robot stays where it was
		}
	}
	return edit.Observed(h, stamp.Time, stale)
}

// markStale marks observed bodies whose newest observation is too old.
func (a *Actor) markStale(edit *Edit, now messages.Instant) {
	for _, o := range edit.scene.objects {
		if o.body != nil && o.observed && !o.stale && now.Sub(o.stamp) > a.MaxAge {
			next := o.copy()
			next.stale = true
			edit.replace(next)
		}
	}
}
