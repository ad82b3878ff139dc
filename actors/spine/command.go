package spine

import (
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/spine/dictionary"
	"github.com/robo-actors/robo-actors/actors/spine/machine"
	"github.com/robo-actors/robo-actors/messages"
)

// command publishes what the joints shall do: nothing while the drives are stopped.
func (a *Actor) command(t *actors.Tick) error {
	a.Balancing.Loan().Closed = a.measure == Balance
	if err := a.Balancing.Publish(t); err != nil {
		return err
	}
	switch a.machine.State() {
	case machine.Reset, machine.Idle, machine.Step:
	default:
		return a.Command.Withdraw(t)
	}
	c := a.Command.Loan()
	switch a.measure {
	case Balance:
		a.balance.copyTo(c)
	case Hold:
		a.hold(c)
	case Damp, Stop:
		a.damp(c)
	default:
		for i := range a.action.Servos {
			follow(c, i, &a.action.Servos[i])
		}
		*a.Target.Loan() = a.action.Target
		if err := a.Target.Publish(t); err != nil {
			return err
		}
	}
	return a.Command.Publish(t)
}

// follow writes the demand of the agent to a servo.
func follow(c *messages.JointCommand, i int, s *dictionary.ServoAction) {
	c.Control[i] = messages.ControlPosition | messages.ControlVelocity | messages.ControlEffort
	c.Position[i] = s.Position
	if math.IsNaN(s.Position) {
		c.Control[i], c.Position[i] = messages.ControlVelocity|messages.ControlEffort, 0
	}
	c.Velocity[i], c.Effort[i] = s.Velocity, s.FeedforwardTorque
	c.KpScale[i], c.KdScale[i], c.MaxEffort[i] = min(s.KpScale, mostScale), min(s.KdScale, mostScale), s.MaximumTorque
}

// mostScale bounds the scales of gains. Upkie's environments send up to 5 and more.
const mostScale = 1

// hold keeps every joint where it was when hold began, and continuous ones at rest.
func (a *Actor) hold(c *messages.JointCommand) {
	for i := range a.joints {
		s := dictionary.ServoAction{Position: a.held[i], KpScale: 1, KdScale: 1, MaximumTorque: a.joints[i].limit.Effort}
		if a.joints[i].continuous {
			s.Position = math.NaN()
		}
		follow(c, i, &s)
	}
}

// damp brakes every joint within a share of its greatest effort.
func (a *Actor) damp(c *messages.JointCommand) {
	for i := range a.joints {
		follow(c, i, &dictionary.ServoAction{Position: math.NaN(), KdScale: 1, MaximumTorque: a.DampEffort * a.joints[i].limit.Effort})
	}
}

// farthest bounds the quantities of joints without limits, SI units: beyond, positions are too
// coarse to control with.
const farthest = 1e6

// checkBounds returns the first number of an action that is beyond a limit of its joint. The error
// is a *messages.OptionError with the path of the key.
func (a *Actor) checkBounds(servos []dictionary.ServoAction) error {
	for i := range servos {
		s, j := &servos[i], &a.joints[i]
		for _, n := range [...]struct {
			key          string
			value        float64
			lower, upper float64
		}{
			{"position", s.Position, max(j.limit.Lower, -farthest), min(j.limit.Upper, farthest)},
			{"velocity", s.Velocity, -min(j.limit.Velocity, farthest), min(j.limit.Velocity, farthest)},
			{"feedforward_torque", s.FeedforwardTorque, -min(j.limit.Effort, farthest), min(j.limit.Effort, farthest)},
			{"maximum_torque", s.MaximumTorque, 0, min(j.limit.Effort, farthest)},
		} {
			if n.value < n.lower || n.value > n.upper { // NaN, of a position, is neither
				return &messages.OptionError{Path: "servo." + j.name + "." + n.key, Joint: j.name, Err: fmt.Errorf("%g is beyond the limits of the joint", n.value),
					Expected: fmt.Sprintf("%g to %g", n.lower, n.upper)}
			}
		}
	}
	return nil
}

// balance keeps the newest command of the balancer, so that a balancer that restarts within a few
// cycles is not missed.
type balance struct {
	command messages.JointCommand
	at      messages.Instant // of the newest command
	known   bool
}

func newBalance(n int) balance {
	return balance{command: messages.JointCommand{Control: make([]messages.ControlMode, n), Position: make([]float64, n), Velocity: make([]float64, n),
		Effort: make([]float64, n), KpScale: make([]float64, n), KdScale: make([]float64, n), MaxEffort: make([]float64, n)}}
}

// usable takes the newest command, and reports whether there is one that is not too old.
func (b *balance) usable(t *actors.Tick, in *actors.In[messages.JointCommand]) bool {
	if v, stamp, ok := in.Latest(); ok && complete(v, &b.command) {
		copyCommand(&b.command, v)
		b.at, b.known = stamp.Time, true
	}
	return b.known && t.Now.Sub(b.at) <= in.MaxAge()
}

func (b *balance) copyTo(c *messages.JointCommand) { copyCommand(c, &b.command) }

// complete reports whether a command has every entry of another one.
func complete(v, like *messages.JointCommand) bool {
	return len(v.Control) == len(like.Control) && len(v.Position) == len(like.Position) && len(v.Velocity) == len(like.Velocity) && len(v.Effort) == len(like.Effort) &&
		len(v.KpScale) == len(like.KpScale) && len(v.KdScale) == len(like.KdScale) && len(v.MaxEffort) == len(like.MaxEffort)
}

func copyCommand(to, from *messages.JointCommand) {
	copy(to.Control, from.Control)
	copy(to.Position, from.Position)
	copy(to.Velocity, from.Velocity)
	copy(to.Effort, from.Effort)
	copy(to.KpScale, from.KpScale)
	copy(to.KdScale, from.KdScale)
	copy(to.MaxEffort, from.MaxEffort)
}
