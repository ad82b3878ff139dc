package mecanum

import (
	"errors"
	"fmt"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/controllers/planar"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/perception"
)

// Options of the actor, as application files name them.
type Options struct {
	JointGroup   string                           `option:"joint_group" doc:"joint group of the wheels: front left, front right, rear left, rear right" required:"true"`
	VirtualJoint string                           `option:"virtual_joint" doc:"planar joint whose motion the wheels realise" required:"true"`
	HalfLength   messages.Meters                  `option:"half_length" doc:"half the distance between front and rear axles" min:"0.01" max:"10" required:"true"`
	HalfWidth    messages.Meters                  `option:"half_width" doc:"half the distance between left and right wheels" min:"0.01" max:"10" required:"true"`
	WheelRadius  messages.Meters                  `option:"wheel_radius" doc:"from the wheel's axis to the ground" min:"0.005" max:"2" required:"true"`
	RollerAngle  messages.Radians                 `option:"roller_angle" doc:"angle of the rollers' axles to the x axis; 0 means 45 degrees" min:"-1.4" max:"1.4"`
	Acceleration messages.MetersPerSecondSquared  `option:"acceleration" doc:"limit of the linear acceleration along each axis" min:"0.01" max:"100"`
	Angular      messages.RadiansPerSecondSquared `option:"angular_acceleration" doc:"limit of the angular acceleration" min:"0.01" max:"100"`
	// The growth of the odometry's covariance, a metre driven and a radian turned.
	LateralNoise float64 `option:"lateral_noise" unit:"m^2/m" doc:"growth of the odometry's position variance" min:"0" max:"1"`
	AngularNoise float64 `option:"angular_noise" unit:"rad^2/rad" doc:"growth of the odometry's heading variance" min:"0" max:"1"`
}

// DefaultOptions are those of a file that gives only what is required.
func DefaultOptions() Options {
	return Options{Acceleration: 2, Angular: 4, LateralNoise: 1e-5, AngularNoise: 1e-5}
}

// Actor is the controller of a base on four mecanum wheels: it turns the twist that is wanted of the virtual joint into
// wheel speeds, and what the wheels did into the state of the virtual joint.
type Actor struct {
	Options

	Snapshot actors.In[messages.Snapshot]      `port:"snapshot" doc:"state of the base's world"`
	Target   actors.In[messages.JointCommand]  `port:"target" optional:"true" doc:"wanted body twist of the virtual joint"`
	Command  actors.Out[messages.JointCommand] `port:"command" doc:"wheel velocities, rad/s"`
	State    actors.Out[messages.VirtualState] `port:"state" doc:"pose and body twist of the virtual joint, by odometry"`
	Odometry actors.Out[messages.Odometry]     `port:"odometry" doc:"the same with covariance and slip"`

	law       *Law
	odometry  Odometry
	seeded    bool // the pose was taken over from the world
	commanded bool // output is what the tick before commanded
	wheels    [4]worlds.Slot
	joints    [4]int
	virtual   int
	slot      worlds.Slot
	measured  messages.Instant // of the newest wheel angles
	output    Output
}

// Configure looks up the joints and makes the law.
func (a *Actor) Configure(s *actors.Setup) error {
	world, err := actors.Resource[*worlds.World](s)
	if err != nil {
		return err
	}
	group, err := world.Group(a.JointGroup)
	if err != nil {
		return fmt.Errorf("joint_group: %w", err)
	}
	if group.NumJoints() != 4 || group.NumVelocities() != 4 {
		return fmt.Errorf("joint_group: group %q has %d joints with %d degrees of freedom; expected the four wheels", a.JointGroup, group.NumJoints(), group.NumVelocities())
	}
	speed := 0.0
	for i := range a.wheels {
		a.joints[i] = group.WorldJoint(i)
		a.wheels[i] = world.Slot(a.joints[i])
		if v := world.Limits()[a.wheels[i].Velocity].Velocity; speed == 0 || v < speed {
			speed = v
		}
	}
	if a.virtual, err = world.JointIndex(a.VirtualJoint); err != nil {
		return fmt.Errorf("virtual_joint: %w", err)
	}
	if a.slot = world.Slot(a.virtual); a.slot.Type != worlds.Planar {
		return fmt.Errorf("virtual_joint: joint %q is %s; expected planar", a.VirtualJoint, a.slot.Type)
	}
	a.law, err = New(Config{
		Geometry:             Geometry{HalfLengthM: float64(a.HalfLength), HalfWidthM: float64(a.HalfWidth), WheelRadiusM: float64(a.WheelRadius), RollerAngleRad: float64(a.RollerAngle)},
		WheelSpeedMaxRadPerS: speed,
		Acceleration:         planar.Twist{X: float64(a.Acceleration), Y: float64(a.Acceleration), Omega: float64(a.Angular)},
		Noise:                planar.Noise{LongitudinalM2PerM: a.LateralNoise, LateralM2PerM: a.LateralNoise, AngularRad2PerM: a.AngularNoise, AngularRad2PerRad: a.AngularNoise},
	})
	if err != nil {
		return err
	}
	s.Size(&a.Snapshot, perception.Sizes(world))
	s.Size(&a.Target, actors.Sizes{"joints": 1, "positions": 3, "velocities": 3})
	s.Size(&a.Command, actors.Sizes{"joints": 4, "positions": 4, "velocities": 4})
	s.Size(&a.State, actors.Sizes{"positions": 3, "velocities": 3})
	return nil
}

// Tick advances the odometry and commands the wheels. While a wheel's state is missing, the state is withdrawn and nothing
// is commanded; what the wheels turned meanwhile counts once they are known again, since their encoders went on counting.
func (a *Actor) Tick(t *actors.Tick) error {
	s, err := a.Snapshot.Fresh(t)
	if errors.Is(err, actors.ErrNoValue) {
		return nil
	}
	if err != nil {
		return err
	}
	if !a.wheelsValid(s) {
		a.commanded = false
		return errors.Join(a.State.Withdraw(t), a.Command.Withdraw(t))
	}
	if err := a.advance(t, s); err != nil {
		return err
	}
	if !a.commanded || !a.mode(s).Passes() {
		a.output.Twist = a.odometry.Twist // what the wheels do, so that they go on from there
	}
	if err := a.law.Step(Input{Twist: a.wanted(t), Previous: a.output.Twist, PeriodS: t.Step.Seconds()}, &a.output); err != nil {
		return err
	}
	a.commanded = true
	c := a.Command.Loan()
	for i := range a.wheels {
		c.Control[i], c.Velocity[i] = messages.ControlVelocity, a.output.WheelRadPerS[i]
	}
	return a.Command.Publish(t)
}

// wanted is the newest twist that was asked for, or standstill while there is none.
func (a *Actor) wanted(t *actors.Tick) planar.Twist {
	target, err := a.Target.Fresh(t)
	if err != nil || len(target.Velocity) != 3 || !target.Control[0].Has(messages.ControlVelocity) {
		return planar.Twist{}
	}
	return planar.Twist{X: target.Velocity[0], Y: target.Velocity[1], Omega: target.Velocity[2]}
}

// advance integrates the wheels' motion since the last snapshot in which they were known. A new incarnation goes on from
// the pose that the world knew last.
func (a *Actor) advance(t *actors.Tick, s *messages.Snapshot) error {
	if !a.seeded {
		a.seeded = true
		if p := s.Position[a.slot.Position:]; s.Time[a.virtual] != 0 {
			a.odometry.Pose = planar.Pose{X: p[0], Y: p[1], Theta: p[2]}
		}
	}
	when := s.Time[a.joints[0]]
	var angles, speeds Wheels
	for i, slot := range a.wheels {
		angles[i], speeds[i] = s.Position[slot.Position], s.Velocity[slot.Velocity]
	}
	period := t.Step
	if a.measured != 0 {
		period = when.Sub(a.measured)
	}
	if period > 0 {
		switch err := a.law.Update(&a.odometry, angles, speeds, period.Seconds()); {
		case errors.Is(err, ErrEncoderJump): // the pose is kept, and goes on from the new angles
			t.Emit(messages.Event{Kind: messages.EventNote, Cause: messages.CauseInvalid, Text: err.Error()})
		case err != nil:
			return err
		}
		a.measured = when
	}
	return a.publish(t, s, when)
}

func (a *Actor) publish(t *actors.Tick, s *messages.Snapshot, when messages.Instant) error {
	pose, twist := a.odometry.Pose, a.odometry.Twist
	v := a.State.Loan()
	v.Position[0], v.Position[1], v.Position[2] = pose.X, pose.Y, pose.Theta
	v.Velocity[0], v.Velocity[1], v.Velocity[2] = twist.X, twist.Y, twist.Omega
	v.Mode = a.mode(s)
	o := a.Odometry.Loan()
	o.Planar = messages.Planar{X: pose.X, Y: pose.Y, Theta: pose.Theta, VX: twist.X, VY: twist.Y, Omega: twist.Omega}
	o.Covariance, o.Slip = a.odometry.Covariance, a.odometry.SlipMPerS/float64(a.WheelRadius)
	return errors.Join(a.State.SendAt(t, v, when), a.Odometry.SendAt(t, o, when))
}

func (a *Actor) wheelsValid(s *messages.Snapshot) bool {
	for _, j := range a.joints {
		if !s.Valid[j] {
			return false
		}
	}
	return true
}

// mode is the most severe mode of the wheels.
func (a *Actor) mode(s *messages.Snapshot) messages.Mode {
	mode := messages.ModeRun
	for _, j := range a.joints {
		mode = messages.MoreSevere(mode, s.Mode[j])
	}
	return mode
}
