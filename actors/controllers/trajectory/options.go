package trajectory

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

// Options of the joint trajectory's actor, as application files name them. Tolerances hold for
// every joint, in rad or m and rad/s or m/s.
type Options struct {
	JointGroup    string          `option:"joint_group" doc:"joints to move, each of one degree of freedom" required:"true"`
	Waypoints     []WaypointJoint `option:"waypoints" doc:"where the joints shall be; unless the first one is at 0s, the measured positions come first; left out: the joints hold until a goal arrives"`
	Interpolation string          `option:"interpolation" doc:"between the waypoints" one_of:"quintic,cubic"`
	AfterStop     string          `option:"after_stop" doc:"after a joint stopped on the way: hold gives the goal up, and the joints stay where they are; resume brings them back to the path and goes on, as soon as all joints run" one_of:"hold,resume"`
	Points        int             `option:"points" doc:"way points that a goal at input goal may have" min:"1" max:"1000"`
	Begin         time.Duration   `option:"begin" doc:"time for which all joints must have run before the trajectory begins" min:"0" max:"60"`
	SlowDown      time.Duration   `option:"slow_down" doc:"time in which the joints come to rest on their path when one of them stops running" min:"0.01" max:"10"`
	GoalTime      time.Duration   `option:"goal_time" doc:"time after the end within which the joints must be at the goal" min:"0.001" max:"3600"`
	Rejoin        time.Duration   `option:"rejoin" doc:"least time in which joints that moved away from the path come back to it" min:"0.01" max:"60"`
	RejoinWithin  float64         `option:"rejoin_within" unit:"rad|m" doc:"distance from the path beyond which a joint is not brought back: the trajectory is cancelled" min:"0.0001" max:"10"`
	PathTolerance float64         `option:"path_tolerance" unit:"rad|m" doc:"greatest distance from the path on the way" min:"0.0001" max:"10"`
	GoalTolerance float64         `option:"goal_tolerance" unit:"rad|m" doc:"greatest distance from the goal at the end" min:"0.000001" max:"10"`
	StoppedSpeed  float64         `option:"stopped_speed" unit:"rad/s|m/s" doc:"greatest speed at the end" min:"0.000001" max:"10"`
	Velocity      float64         `option:"velocity" unit:"rad/s|m/s" doc:"velocity of joints whose model limits none" min:"0.001" max:"1000"`
	Acceleration  float64         `option:"acceleration" unit:"rad/s^2|m/s^2" doc:"acceleration of joints whose model limits none" min:"0.001" max:"10000"`
	// FeedForward beside positions and velocities is in N m or N, from the input model, and at most
	// the joint's limit.
	FeedForward string `option:"feed_forward" doc:"effort that is commanded beside the positions, N m or N, from the input model: none; gravity, what carries the joints; bias, that and what Coriolis and centrifugal forces take" one_of:"none,gravity,bias"`
}

// What the option after_stop names.
const (
	afterHold   = "hold"
	afterResume = "resume"
)

// WaypointJoint has the positions of all joints of the group at one time.
type WaypointJoint struct {
	Time     time.Duration `option:"time" doc:"after the beginning" min:"0" max:"3600" required:"true"`
	Position []float64     `option:"position" unit:"rad|m" doc:"one entry a joint" required:"true"`
}

// DefaultOptions returns the options of a file that sets only the required ones.
func DefaultOptions() Options {
	return Options{Interpolation: "quintic", AfterStop: afterHold, Points: 64, Begin: 200 * time.Millisecond, SlowDown: 300 * time.Millisecond, GoalTime: time.Second,
		Rejoin: 500 * time.Millisecond, RejoinWithin: 0.2, PathTolerance: 0.1, GoalTolerance: 0.01, StoppedSpeed: 0.02, Velocity: 1, Acceleration: 4,
		FeedForward: feedNothing}
}

// checkWaypoints finds what cannot be followed before anything moves. Without a waypoint at 0s the
// way to the first one is only known once the joints are: it is checked then.
func (a *Actor) checkWaypoints() error {
	if a.Interpolation != "quintic" && a.Interpolation != "cubic" {
		return &messages.OptionError{Path: "interpolation",
			Err:      fmt.Errorf("%q is unknown", a.Interpolation),
			Expected: "quintic or cubic"}
	}
	if a.AfterStop != afterHold && a.AfterStop != afterResume {
		return &messages.OptionError{Path: "after_stop",
			Err:      fmt.Errorf("%q is unknown", a.AfterStop),
			Expected: afterHold + " or " + afterResume}
	}
	if len(a.Waypoints) == 0 {
		return a.checkTolerances()
	}
	var errs []error
	for k := range a.Waypoints {
		errs = append(errs, a.checkWaypoint(k))
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	path, err := a.plan(a.Waypoints[0].Position)
	if err != nil {
		return messages.InOption("waypoints", err)
	}
	_, err = NewJointFollower(path, a.tolerances())
	return err
}

// checkWaypoint checks that a waypoint comes after the one before it, and that every joint can be
// where it says.
func (a *Actor) checkWaypoint(k int) error {
	w := &a.Waypoints[k]
	var errs []error
	if k > 0 && w.Time <= a.Waypoints[k-1].Time {
		errs = append(errs, &messages.OptionError{Path: fmt.Sprintf("waypoints[%d].time", k),
			Err:      fmt.Errorf("%v comes after %v, times must strictly increase", w.Time, a.Waypoints[k-1].Time),
			Expected: fmt.Sprintf("more than %v", a.Waypoints[k-1].Time)})
	}
	if len(w.Position) != len(a.joints) {
		return errors.Join(append(errs, &messages.OptionError{Path: fmt.Sprintf("waypoints[%d]", k),
			Err: fmt.Errorf("there are %d positions; joint group %q has %d joints", len(w.Position), a.JointGroup, len(a.joints))})...)
	}
	for j, q := range w.Position {
		if low, high := a.limits.PositionMin[j], a.limits.PositionMax[j]; q < low || q > high {
			errs = append(errs, &messages.OptionError{Path: fmt.Sprintf("waypoints[%d].position[%d]", k, j),
				Err:      fmt.Errorf("the position of joint %q would be %g %s", a.names[j], q, worlds.UnitOf(a.joints[j].slot.Type, messages.ControlPosition)),
				Expected: fmt.Sprintf("%g to %g, its limits", low, high)})
		}
	}
	return errors.Join(errs...)
}

// checkTolerances checks the tolerances and times of goals that arrive later.
func (a *Actor) checkTolerances() error {
	points := []JointPoint{{Position: make([]float64, len(a.joints))}, {TimeS: 1, Position: make([]float64, len(a.joints))}}
	path, err := NewJoint(a.names, points, Quintic, nil)
	if err != nil {
		return err
	}
	_, err = NewJointFollower(path, a.tolerances())
	return err
}

// Units returns the units of the waypoints, which depend on the joints.
func (a *Actor) Units(world *worlds.World) map[string]string {
	units := map[string]string{}
	group, err := world.Group(a.JointGroup)
	if err != nil {
		return units
	}
	for k, w := range a.Waypoints {
		for j := range min(len(w.Position), group.NumJoints()) {
			units[fmt.Sprintf("waypoints[%d].position[%d]", k, j)] = worlds.UnitOf(world.Joint(group.WorldJoint(j)).Type, messages.ControlPosition)
		}
	}
	return units
}

func (a *Actor) addJoint(world *worlds.World, joint int) error {
	slot, name := world.Slot(joint), world.Joint(joint).Name
	if slot.PositionLength != 1 || slot.VelocityLength != 1 {
		return &messages.OptionError{Path: "joint_group",
			Err:      fmt.Errorf("joint %q is %s", name, slot.Type),
			Expected: "joints of one degree of freedom"}
	}
	limit := world.Reduction().Limits()[slot.Velocity]
	if math.IsInf(limit.Velocity, 1) {
		limit.Velocity = a.Velocity
	}
	if math.IsInf(limit.Acceleration, 1) {
		limit.Acceleration = a.Acceleration
	}
	a.joints, a.names = append(a.joints, followed{joint: joint, slot: slot}), append(a.names, name)
	l := &a.limits
	l.PositionMin, l.PositionMax = append(l.PositionMin, limit.Lower), append(l.PositionMax, limit.Upper)
	l.VelocityMax, l.AccelerationMax = append(l.VelocityMax, limit.Velocity), append(l.AccelerationMax, limit.Acceleration)
	return nil
}

// plan makes the trajectory that begins at the given positions, or at the waypoint at 0s if there
// is one.
func (a *Actor) plan(from []float64) (*Joint, error) {
	var points []JointPoint
	if a.Waypoints[0].Time != 0 {
		points = append(points, JointPoint{Position: append([]float64(nil), from...)})
	}
	for _, w := range a.Waypoints {
		points = append(points, JointPoint{TimeS: w.Time.Seconds(), Position: w.Position})
	}
	kind := Quintic
	if a.Interpolation == "cubic" {
		kind = Cubic
	}
	return NewJoint(a.names, points, kind, &a.limits)
}

// tolerances has start tolerances that only rejoin_within bounds: the joints come to the start on
// their own way back.
func (a *Actor) tolerances() JointTolerances {
	n := len(a.joints)
	all := func(v float64) []float64 {
		list := make([]float64, n)
		for i := range list {
			list[i] = v
		}
		return list
	}
	return JointTolerances{Start: all(a.RejoinWithin), Path: all(a.PathTolerance), Goal: all(a.GoalTolerance), StoppedSpeed: all(a.StoppedSpeed),
		Timing: Timing{SlowDownS: a.SlowDown.Seconds(), GoalTimeS: a.GoalTime.Seconds()}}
}
