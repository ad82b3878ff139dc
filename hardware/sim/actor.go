package sim

import (
	"errors"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// Actor advances a plant at each of its releases, and sends the true state of it. It shares the
// plant with the buses only through the plant's registers. A messages.SpineConfig places the robot
// anew before the next step.
type Actor struct {
	Plant *Plant

	Truth actors.Out[messages.BodyState]  `port:"truth" doc:"true pose and twist of one body in the room; for reports only"`
	State actors.Out[messages.JointState] `port:"state" doc:"true state of every joint; for reports only"`

	body    int
	sensors sensorSet
}

// Configure sizes the outputs.
func (a *Actor) Configure(s *actors.Setup) error {
	w := a.Plant.mechanism.World()
	s.Size(&a.State, actors.Sizes{"positions": w.NumPositions(), "velocities": w.NumVelocities()})
	a.sensors.configure(a.Plant, s)
	return nil
}

// Tick brings the plant to the release.
func (a *Actor) Tick(t *actors.Tick) error {
	if err := a.Plant.Advance(t.Release); err != nil {
		return err
	}
	return errors.Join(a.sendState(t), a.sensors.send(a.Plant, t), a.sendTruth(t))
}

// Receive takes the configuration of a spine. What is invalid in it changes nothing.
func (a *Actor) Receive(c *actors.Context, message any) error {
	config, ok := message.(messages.SpineConfig)
	if !ok {
		return nil
	}
	var err error
	if config.ImuUncertainty != nil {
		err = errors.New("imu_uncertainty: the robot has no inertial measurement unit; expected the option imu of the plant")
		if a.sensors.imu != nil {
			err = messages.InOption("imu_uncertainty", a.sensors.imu.disturb(config.ImuUncertainty))
		}
	}
	if config.Reset != nil {
		err = errors.Join(err, messages.InOption("reset", a.Plant.Reset(config.Reset)))
	}
	if err != nil {
		c.Emit(messages.Event{Kind: messages.EventNote, Cause: messages.CauseInvalid, Text: "configuration rejected: " + err.Error()})
	}
	return nil
}

// sendState sends the true state where somebody hears it.
func (a *Actor) sendState(t *actors.Tick) error {
	if !a.State.Heard() {
		return nil
	}
	s := a.State.Loan()
	if err := errors.Join(a.Plant.mechanism.CopyState(s.Position, s.Velocity), a.Plant.CopyEffort(s.Effort)); err != nil {
		return err
	}
	return a.State.SendAt(t, s, a.Plant.Now())
}

// sendTruth sends the pose and twist of the one body where somebody hears them.
func (a *Actor) sendTruth(t *actors.Tick) error {
	if a.body < 0 || !a.Truth.Heard() {
		return nil
	}
	s := a.Truth.Loan()
	s.Pose, s.Twist = a.Plant.mechanism.Pose(a.body), a.Plant.mechanism.Twist(a.body)
	return a.Truth.SendAt(t, s, a.Plant.Now())
}
