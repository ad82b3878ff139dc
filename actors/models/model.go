// Package models provides the model actor of a world. At its own rate it computes the kinematics
// and dynamics of one snapshot and publishes them as one numbered value.
package models

import (
	"errors"
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/perception"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// Options are the options of the actor in application files. The names are those of RoboCoP's
// model processor.
type Options struct {
	Frames            []string `option:"frames" doc:"bodies whose pose and Jacobian are computed, in this order; left out: all bodies of the world"`
	Implementation    string   `option:"implementation" doc:"library that computes: rigid_body; files of RoboCoP may name pinocchio, whose numbers rigid_body reproduces, and get rigid_body" one_of:"rigid_body,pinocchio"`
	Input             string   `option:"input" doc:"what the model is computed from: state, the measured joints; command, the positions and velocities that input command has for joints of joint_group, and the measured ones of the others" one_of:"state,command"`
	JointGroup        string   `option:"joint_group" doc:"joints of input command; required with input: command"`
	ForwardKinematics bool     `option:"forward_kinematics" doc:"compute poses and Jacobians of the frames"`
	ForwardVelocity   bool     `option:"forward_velocity" doc:"compute twists of the frames and the drift of their Jacobians"`
	Dynamics          bool     `option:"dynamics" doc:"compute the mass matrix with its factor, the bias, the effort of gravity and the Jacobian of the centre of mass"`
}

// DefaultOptions returns the options of a file that sets only the required ones.
func DefaultOptions() Options {
	return Options{ForwardKinematics: true, ForwardVelocity: true, Implementation: "rigid_body", Input: fromState}
}

// Actor evaluates the model of a world. Every published value belongs to one snapshot, which it
// names.
type Actor struct {
	Options
	world *worlds.World

	Snapshot actors.In[messages.Snapshot]     `port:"snapshot" doc:"state of the world"`
	Request  actors.In[messages.ModelRequest] `port:"request" optional:"true" doc:"the needed frames, and the number of the request that the next model answers; all frames without a link"`
	Command  actors.In[messages.JointCommand] `port:"command" optional:"true" max_age:"100ms" doc:"commands of the joint group, with input: command; before the first one and while they are stale nothing is computed"`
	Model    actors.Out[messages.Model]       `port:"model" doc:"kinematics and dynamics of one snapshot"`

	workspace *rigidbody.Workspace
	frames    []int
	n         int
	commanded *commanded // nil with input: state
}

// Configure looks up the frames and allocates the workspace.
func (a *Actor) Configure(s *actors.Setup) error {
	world, err := actors.Resource[*worlds.World](s)
	if err != nil {
		return err
	}
	a.world = world
	if err := a.checkOptions(); err != nil {
		return err
	}
	model, err := world.Model()
	if err != nil {
		return err
	}
	if len(a.Frames) == 0 {
		a.Frames = world.BodyNames()
	}
	a.workspace, a.n = model.NewWorkspace(), model.NV()
	a.frames = make([]int, len(a.Frames))
	for i, name := range a.Frames {
		if _, err := world.BodyIndex(name); err != nil { // names the bodies of this world
			return messages.InOption(fmt.Sprintf("frames[%d]", i), err)
		}
		if a.frames[i], err = model.BodyIndex(name); err != nil {
			return messages.InOption(fmt.Sprintf("frames[%d]", i), err)
		}
	}
	s.Size(&a.Snapshot, perception.Sizes(world))
	if err := a.configureInput(s, world); err != nil {
		return err
	}
	s.Size(&a.Request, actors.Sizes{"frames": len(a.Frames)})
	s.Size(&a.Model, a.sizes(world))
	return nil
}

func (a *Actor) sizes(w *worlds.World) actors.Sizes {
	f := len(a.Frames)
	sizes := actors.Sizes{"positions": w.NumPositions(), "velocities": w.NumVelocities(), "frames": f, "jacobians": 6 * a.n * f, "drifts": 6 * f,
		"mass_matrix": 0, "dynamics": 0, "center_of_mass": 0}
	if a.Dynamics {
		sizes["mass_matrix"], sizes["dynamics"], sizes["center_of_mass"] = a.n*a.n, a.n, 3*a.n
	}
	return sizes
}

// configureInput prepares the input of the option.
func (a *Actor) configureInput(s *actors.Setup, world *worlds.World) error {
	if a.Input == fromState {
		s.Exclude(&a.Command, "option input is state, not command")
		return nil
	}
	s.Require(&a.Command, "option input is command, not state")
	group, err := world.Group(a.JointGroup)
	if err != nil {
		return messages.InOption("joint_group", err)
	}
	a.commanded = newCommanded(world, group)
	s.Size(&a.Command, actors.Sizes{"joints": group.NumJoints(), "positions": group.NumPositions(), "velocities": group.NumVelocities()})
	return nil
}

// Tick evaluates the newest snapshot, at most once unless a new request or command arrives.
func (a *Actor) Tick(t *actors.Tick) error {
	s, err := a.world.Whole(a.Snapshot.Fresh(t))
	if errors.Is(err, actors.ErrNoValue) || err == nil && !a.Snapshot.Changed() && !a.Request.Changed() && !a.changed() {
		return nil
	}
	if err != nil {
		return err
	}
	m := a.Model.Loan()
	copy(m.Position, s.Position)
	copy(m.Velocity, s.Velocity)
	if a.commanded != nil {
		c, err := a.Command.Fresh(t)
		if err != nil {
			return nil // the input reports a stale command
		}
		a.commanded.fill(m, c)
	}
	if err := a.check(m); err != nil {
		return err
	}
	if err := a.workspace.SetState(m.Position, m.Velocity); err != nil {
		return err
	}
	stamp := a.Snapshot.Stamp()
	m.SnapshotSequence, m.SnapshotTime = stamp.Sequence, stamp.Time
	if err := a.wanted(m); err != nil {
		return err
	}
	if err := errors.Join(a.kinematics(m), a.dynamics(m)); err != nil {
		return err
	}
	return a.Model.SendAt(t, m, stamp.Time)
}

// changed reports whether a command has come since the last tick.
func (a *Actor) changed() bool { return a.commanded != nil && a.Command.Changed() }

// check returns an error if the state of a model contains a number that is not finite.
func (a *Actor) check(m *messages.Model) error {
	of := ""
	if a.commanded != nil {
		of = " with the newest command"
	}
	for i, q := range m.Position {
		if math.IsNaN(q) || math.IsInf(q, 0) {
			return fmt.Errorf("snapshot %d%s: position[%d] is %g; expected a finite number", a.Snapshot.Stamp().Sequence, of, i, q)
		}
	}
	for i, v := range m.Velocity {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("snapshot %d%s: velocity[%d] is %g; expected a finite number", a.Snapshot.Stamp().Sequence, of, i, v)
		}
	}
	return nil
}

// wanted reads the newest request. Before the first request every frame is needed.
func (a *Actor) wanted(m *messages.Model) error {
	request, _, ok := a.Request.Latest()
	if ok && len(request.Frames) != len(a.frames) {
		return fmt.Errorf("request %d names %d frames; expected %d: %v", request.ID, len(request.Frames), len(a.frames), a.Frames)
	}
	m.Request = 0
	if ok {
		m.Request = request.ID
	}
	for i := range m.Computed {
		m.Computed[i] = !ok || request.Frames[i]
	}
	return nil
}

func (a *Actor) kinematics(m *messages.Model) error {
	for i, frame := range a.frames {
		if !m.Computed[i] {
			continue
		}
		if a.ForwardKinematics {
			pose := a.workspace.Pose(frame)
			m.Pose[i] = messages.Pose{Position: pose.P, Orientation: pose.R.Quat().Array()}
			if err := a.workspace.Jacobian(m.Jacobian[6*a.n*i:6*a.n*(i+1)], frame, rigidbody.LocalWorldAligned); err != nil {
				return err
			}
		}
		if a.ForwardVelocity {
			v, drift := a.workspace.Velocity(frame, rigidbody.LocalWorldAligned), a.workspace.Drift(frame, rigidbody.LocalWorldAligned)
			m.Twist[i] = messages.Twist{Linear: v.Linear, Angular: v.Angular}
			copy(m.Drift[6*i:], drift.Linear[:])
			copy(m.Drift[6*i+3:], drift.Angular[:])
		}
	}
	m.CenterOfMass = a.workspace.CentreOfMass()
	return nil
}

func (a *Actor) dynamics(m *messages.Model) error {
	if !a.Dynamics {
		return nil
	}
	m.CenterOfMassDrift = a.workspace.CentreOfMassDrift()
	if err := errors.Join(a.workspace.MassMatrix(m.MassMatrix), a.workspace.Bias(m.Bias), a.workspace.GravityForces(m.Gravity),
		a.workspace.CentreOfMassJacobian(m.CenterOfMassJacobian)); err != nil {
		return err
	}
	return Factor(m.Factor, m.MassMatrix)
}

// SaveState implements actors.StateSaver: every variable is saved.
func (a *Actor) SaveState(w *actors.StateWriter) error { return w.Save(a) }

// LoadState implements actors.StateSaver.
func (a *Actor) LoadState(r *actors.StateReader) error { return r.Load(a) }
