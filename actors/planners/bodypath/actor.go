// Package bodypath provides an actor that reports a body of an environment along a path, as a
// sensor that observes it would: for applications whose bodies move and that have no such sensor.
package bodypath

import (
	"errors"
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/environment"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Options are the options of the kind body_path in application files.
type Options struct {
	Environment string     `option:"environment" doc:"actor of the environment" required:"true"`
	Object      string     `option:"object" doc:"body that moves" required:"true"`
	Waypoints   []Waypoint `option:"waypoints" doc:"where the body is; it rests before the first and after the last, and moves on straight lines between them" required:"true"`
}

// Waypoint is a pose at a time of the application.
type Waypoint struct {
	Time     time.Duration     `option:"time" doc:"after the beginning" min:"0" max:"86400" required:"true"`
	Position []messages.Meters `option:"position" doc:"x, y, z in the room" required:"true"`
	Yaw      messages.Radians  `option:"yaw" doc:"rotation about the vertical" min:"-100" max:"100"`
}

// Actor reports the body; see the package comment.
type Actor struct {
	Options

	Pose actors.Out[messages.Pose] `port:"pose" doc:"where the body is, in the room"`
}

// Configure checks the waypoints.
func (a *Actor) Configure(s *actors.Setup) error {
	var errs []error
	if len(a.Waypoints) == 0 {
		errs = append(errs, &messages.OptionError{Path: "waypoints", Err: errors.New("the list is empty"), Expected: "at least one"})
	}
	for i, w := range a.Waypoints {
		if len(w.Position) != 3 {
			errs = append(errs, &messages.OptionError{Path: fmt.Sprintf("waypoints[%d].position", i), Err: fmt.Errorf("it has %d numbers", len(w.Position)), Expected: "x, y, z"})
		}
		if i > 0 && w.Time <= a.Waypoints[i-1].Time {
			errs = append(errs, &messages.OptionError{Path: fmt.Sprintf("waypoints[%d].time", i), Err: fmt.Errorf("%v comes after %v", w.Time, a.Waypoints[i-1].Time),
				Expected: "times that strictly increase"})
		}
	}
	return errors.Join(errs...)
}

// Tick reports where the body is.
func (a *Actor) Tick(t *actors.Tick) error {
	at := a.At(time.Duration(t.Now))
	if err := t.Send(a.Environment, environment.Observed{Object: a.Object, Pose: at, Time: t.Now}); err != nil {
		return err
	}
	return a.Pose.Send(t, messages.Pose{Position: at.P, Orientation: at.R.Quat().Array()})
}

// At returns where the body is at a time after the beginning.
func (o *Options) At(at time.Duration) spatial.Pose {
	next := 0
	for next < len(o.Waypoints) && o.Waypoints[next].Time <= at {
		next++
	}
	from, to := o.Waypoints[max(next-1, 0)], o.Waypoints[min(next, len(o.Waypoints)-1)]
	share := 0.0
	if to.Time > from.Time {
		share = float64(at-from.Time) / float64(to.Time-from.Time)
	}
	var xyz [3]float64
	for i := range xyz {
		xyz[i] = float64(from.Position[i]) + share*float64(to.Position[i]-from.Position[i])
	}
	return spatial.PoseFromRPY(xyz, [3]float64{0, 0, float64(from.Yaw) + share*float64(to.Yaw-from.Yaw)})
}

// SaveState implements actors.StateSaver: the actor has no variables.
func (a *Actor) SaveState(*actors.StateWriter) error { return nil }

// LoadState implements actors.StateSaver.
func (a *Actor) LoadState(*actors.StateReader) error { return nil }
