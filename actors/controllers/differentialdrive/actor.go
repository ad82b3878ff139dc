package differentialdrive

import (
	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/controllers/planar"
	"github.com/robo-actors/robo-actors/actors/controllers/wheeled"
	"github.com/robo-actors/robo-actors/messages"
)

// Options of the actor, as application files name them.
type Options struct {
	JointGroup  string          `option:"joint_group" doc:"joint group of the wheels: left, right" required:"true"`
	Separation  messages.Meters `option:"wheel_separation" doc:"distance between the contact points of the wheels" min:"0.01" max:"10" required:"true"`
	LeftRadius  messages.Meters `option:"left_wheel_radius" doc:"from the left wheel's axis to the ground" min:"0.005" max:"2" required:"true"`
	RightRadius messages.Meters `option:"right_wheel_radius" doc:"of the right wheel; 0 means the left one's" min:"0" max:"2"`
	wheeled.Options
}

// DefaultOptions returns the options of a file that sets only the required ones.
func DefaultOptions() Options { return Options{Options: wheeled.DefaultOptions()} }

var spots = []wheeled.Spot{{Name: "the left wheel", Left: 1}, {Name: "the right wheel", Left: -1}}

// Actor is the controller of a base on two driven wheels: it turns the twist that is wanted of the
// virtual joint into wheel speeds, and what the wheels did into the state of the virtual joint. The
// lateral part of a twist is left out.
type Actor struct {
	Options
	wheeled.Base
}

// Unmoved says that the base does not move sideways: two wheels on one axle drive it ahead and turn
// it.
func (a *Actor) Unmoved() string { return "along its y axis" }

// Configure looks up the joints and makes the law.
func (a *Actor) Configure(s *actors.Setup) error {
	speed, err := a.Find(s, a.JointGroup, a.VirtualJoint, spots, "the two wheels, left and right")
	if err != nil {
		return err
	}
	if a.RightRadius == 0 {
		a.RightRadius = a.LeftRadius
	}
	law, err := New(Config{
		Geometry:                    Geometry{SeparationM: float64(a.Separation), LeftWheelRadiusM: float64(a.LeftRadius), RightWheelRadiusM: float64(a.RightRadius)},
		WheelSpeedMaxRadPerS:        speed,
		AccelerationMPerS2:          float64(a.Acceleration),
		AngularAccelerationRadPerS2: float64(a.Angular),
		Noise:                       a.Noise(),
	})
	if err != nil {
		return err
	}
	a.Drive(&wheels{law: law})
	return nil
}

// wheels are the law with its state, as a base drives it.
type wheels struct {
	law      *Law
	odometry Odometry
	output   Output
}

// Step implements wheeled.Law.
func (w *wheels) Step(wanted, previous planar.Twist, period float64, speeds []float64) (planar.Twist, error) {
	err := w.law.Step(Input{Twist: wanted, Previous: previous, PeriodS: period}, &w.output)
	if err != nil {
		return previous, err
	}
	copy(speeds, w.output.WheelRadPerS[:])
	return w.output.Twist, nil
}

// Update implements wheeled.Law.
func (w *wheels) Update(angles, speeds []float64, period float64) error {
	return w.law.Update(&w.odometry, Wheels(angles), Wheels(speeds), period)
}

// Place implements wheeled.Law.
func (w *wheels) Place(pose planar.Pose) { w.odometry.Pose = pose }

// Motion implements wheeled.Law. Two wheels show no slip.
func (w *wheels) Motion() wheeled.Motion {
	return wheeled.Motion{Odometry: w.odometry.Odometry, Twist: w.odometry.Twist}
}
