package jointspace

import (
	"errors"
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

// Options of the actor, as application files name them. Lists have one entry a joint, in the order
// of the joint group.
type Options struct {
	JointGroup    string        `option:"joint_group" doc:"joints to command, each of one degree of freedom" required:"true"`
	Output        string        `option:"output" doc:"what is commanded of the drives" one_of:"velocity,effort"`
	Control       string        `option:"control" doc:"what the goal means" one_of:"position,velocity,effort"`
	Goal          []float64     `option:"goal" unit:"rad|m|rad/s|m/s|N m|N" doc:"target while the input target has no link, until a user gives another one; left out: the joints hold the position, or rest"`
	PositionGains GainOptions   `option:"position_gains" doc:"gains of the position loop"`
	VelocityGains GainOptions   `option:"velocity_gains" doc:"gains of the velocity loop"`
	Velocity      float64       `option:"velocity" unit:"rad/s|m/s" doc:"velocity of joints whose model limits none" min:"0.001" max:"1000"`
	Acceleration  float64       `option:"acceleration" unit:"rad/s^2|m/s^2" doc:"acceleration of joints whose model limits none" min:"0.001" max:"10000"`
	Jerk          float64       `option:"jerk" unit:"rad/s^3|m/s^3" doc:"jerk of joints whose model limits none; 0 means none" min:"0" max:"1000000"`
	EffortRate    float64       `option:"effort_rate" unit:"N m/s|N/s" doc:"change of the target in effort control; 0 means any" min:"0" max:"1000000"`
	Share         float64       `option:"velocity_share" doc:"share of the joints' velocity limits that is used" min:"0.01" max:"1"`
	Tracking      bool          `option:"tracking" doc:"targets come from a trajectory: take them as they are, within the limits"`
	Handover      time.Duration `option:"handover" doc:"time in which the difference to the output before fades out" min:"0.001" max:"60"`

	GoalTolerance float64 `option:"goal_tolerance" unit:"rad|m|rad/s|m/s|N m|N" doc:"distance to a goal that counts as reached" min:"0.000001" max:"1000"`
	StoppedSpeed  float64 `option:"stopped_speed" unit:"rad/s|m/s" doc:"greatest speed at a position that counts as reached" min:"0.000001" max:"10"`

	DriveGains DriveGainOptions `option:"drive_gains" doc:"scales of the gains of the drives' own loops; left out: the drives keep theirs"`
	MaxEffort  []float64        `option:"max_effort" unit:"N m|N" doc:"bound of the effort of each joint's drive; left out: that of the drive" min:"0"`
}

// GainOptions are the gains of one loop, in units of output over error: 1/s for an output in
// velocity and an error in position, and so on.
type GainOptions struct {
	Proportional float64 `option:"proportional" doc:"output an error" min:"0"`
	Integral     float64 `option:"integral" doc:"output an error and a second" min:"0"`
	Derivative   float64 `option:"derivative" doc:"output a rate of the error" min:"0"`
	IntegralMax  float64 `option:"integral_max" doc:"bound of the integral's part of the output; 0 means the output's limit" min:"0"`
}

func (g GainOptions) gains() Gains {
	return Gains(g)
}

// DefaultOptions returns the options of a file that sets only the required ones.
func DefaultOptions() Options {
	return Options{Output: "velocity", Control: "position", PositionGains: GainOptions{Proportional: 4}, Velocity: 1, Acceleration: 4, Share: 0.95, Handover: 200 * time.Millisecond,
		GoalTolerance: 0.01, StoppedSpeed: 0.02}
}

// checkControl checks what the goal means, and what is commanded.
func (a *Actor) checkControl() error {
	var err error
	if a.fixed, err = messages.ParseControlMode(a.Control); err != nil {
		return messages.InOption("control", err)
	}
	if a.effort = a.Output == "effort"; !a.effort && a.Output != "velocity" {
		return &messages.OptionError{Path: "output",
			Err:      fmt.Errorf("%q is unknown", a.Output),
			Expected: "velocity or effort"}
	}
	if a.fixed == messages.ControlEffort && !a.effort {
		return &messages.OptionError{Path: "control",
			Err:      errors.New("efforts as targets need efforts as output"),
			Expected: "output: effort"}
	}
	return nil
}

// checkGoal compares the goal with the joints: their number, and what their limits allow.
func (a *Actor) checkGoal(world *worlds.World, group *worlds.JointGroup) error {
	if len(a.Goal) == 0 {
		return nil
	}
	if len(a.Goal) != group.NumJoints() {
		return &messages.OptionError{Path: "goal",
			Err: fmt.Errorf("there are %d entries; joint group %q has %d joints", len(a.Goal), a.JointGroup, group.NumJoints())}
	}
	var errs []error
	for i, v := range a.Goal {
		if !usable(v) {
			errs = append(errs, &messages.OptionError{Path: fmt.Sprintf("goal[%d]", i),
				Err:      fmt.Errorf("the number is %g", v),
				Expected: fmt.Sprintf("%g to %g", -float64(magnitudeMax), float64(magnitudeMax))})
			continue
		}
		joint := group.WorldJoint(i)
		if world.Slot(joint).VelocityLength != 1 {
			continue // told where the joint's law is made
		}
		low, high := goals(world.Reduction().Limits()[world.Slot(joint).Velocity], a.fixed)
		if v < low || v > high {
			errs = append(errs, &messages.OptionError{Path: fmt.Sprintf("goal[%d]", i),
				Err:      fmt.Errorf("the %s of joint %q would be %g %s", a.fixed, world.Joint(joint).Name, v, worlds.UnitOf(world.Joint(joint).Type, a.fixed)),
				Expected: fmt.Sprintf("%g to %g, its limits", low, high)})
		}
	}
	return errors.Join(errs...)
}

// Units returns the units of the goal, which depend on the joints and on what is controlled.
func (a *Actor) Units(world *worlds.World) map[string]string {
	units := map[string]string{}
	group, err := world.Group(a.JointGroup)
	if err != nil {
		return units
	}
	for i := range min(len(a.MaxEffort), group.NumJoints()) {
		units[fmt.Sprintf("max_effort[%d]", i)] = worlds.UnitOf(world.Joint(group.WorldJoint(i)).Type, messages.ControlEffort)
	}
	control, wrong := messages.ParseControlMode(a.Control)
	if wrong != nil || group.NumJoints() != len(a.Goal) {
		return units
	}
	for i := range a.Goal {
		units[fmt.Sprintf("goal[%d]", i)] = worlds.UnitOf(world.Joint(group.WorldJoint(i)).Type, control)
	}
	return units
}
