package mecanum

import (
	"math"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/controllers/planar"
	"github.com/robo-actors/robo-actors/actors/controllers/wheeled"
	"github.com/robo-actors/robo-actors/messages"
)

// Options of the actor, as application files name them.
type Options struct {
	JointGroup  string           `option:"joint_group" doc:"joint group of the wheels: front left, front right, rear left, rear right" required:"true"`
	HalfLength  messages.Meters  `option:"half_length" doc:"half the distance between front and rear axles" min:"0.01" max:"10" required:"true"`
	HalfWidth   messages.Meters  `option:"half_width" doc:"half the distance between left and right wheels" min:"0.01" max:"10" required:"true"`
	WheelRadius messages.Meters  `option:"wheel_radius" doc:"from the wheel's axis to the ground" min:"0.005" max:"2" required:"true"`
	RollerAngle messages.Radians `option:"roller_angle" doc:"angle of the rollers' axles to the x axis; 0 means 45 degrees" min:"-1.4" max:"1.4"`
	wheeled.Options
}

// DefaultOptions returns the options of a file that sets only the required ones.
func DefaultOptions() Options { return Options{Options: wheeled.DefaultOptions()} }

var spots = []wheeled.Spot{{Name: "the front left wheel", Ahead: 1, Left: 1}, {Name: "the front right wheel", Ahead: 1, Left: -1},
	{Name: "the rear left wheel", Ahead: -1, Left: 1}, {Name: "the rear right wheel", Ahead: -1, Left: -1}}

// Actor is the controller of a base on four mecanum wheels: it turns the twist that is wanted of
// the virtual joint into wheel speeds, and what the wheels did into the state of the virtual joint.
type Actor struct {
	Options
	wheeled.Base
}

// Configure looks up the joints and makes the law.
func (a *Actor) Configure(s *actors.Setup) error {
	speed, err := a.Find(s, a.JointGroup, a.VirtualJoint, spots, "the four wheels")
	if err != nil {
		return err
	}
	law, err := New(Config{
		Geometry:             Geometry{HalfLengthM: float64(a.HalfLength), HalfWidthM: float64(a.HalfWidth), WheelRadiusM: float64(a.WheelRadius), RollerAngleRad: float64(a.RollerAngle)},
		WheelSpeedMaxRadPerS: speed,
		Acceleration:         planar.Twist{X: float64(a.Acceleration), Y: float64(a.Acceleration), Omega: float64(a.Angular)},
		Noise:                a.Noise(),
	})
	if err != nil {
		return err
	}
	a.Drive(&wheels{law: law, radius: float64(a.WheelRadius)})
	return nil
}

// wheels are the law with its state, as a base drives it.
type wheels struct {
	law      *Law
	odometry Odometry
	output   Output
	radius   float64 // m
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

// Motion implements wheeled.Law. All four wheels slip by the same amount, which thus is their root
// mean square.
func (w *wheels) Motion() wheeled.Motion {
	return wheeled.Motion{Odometry: w.odometry.Odometry, Twist: w.odometry.Twist, SlipRadPerS: math.Abs(w.odometry.SlipMPerS) / w.radius}
}
