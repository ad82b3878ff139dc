package differentialdrive

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
	JointGroup   string                           `option:"joint_group" doc:"joint group of the wheels: left, right" required:"true"`
	VirtualJoint string                           `option:"virtual_joint" doc:"planar joint whose motion the wheels realise" required:"true"`
	Separation   messages.Meters                  `option:"wheel_separation" doc:"distance between the contact points of the wheels" min:"0.01" max:"10" required:"true"`
	LeftRadius   messages.Meters                  `option:"left_wheel_radius" doc:"from the left wheel's axis to the ground" min:"0.005" max:"2" required:"true"`
	RightRadius  messages.Meters                  `option:"right_wheel_radius" doc:"of the right wheel; 0 means the left one's" min:"0" max:"2"`
	Acceleration messages.MetersPerSecondSquared  `option:"acceleration" doc:"limit of the linear acceleration" min:"0.01" max:"100"`
	Angular      messages.RadiansPerSecondSquared `option:"angular_acceleration" doc:"limit of the angular acceleration" min:"0.01" max:"100"`
	// The growth of the odometry's covariance, a metre driven and a radian turned.
	LateralNoise float64 `option:"lateral_noise" unit:"m^2/m" doc:"growth of the odometry's position variance" min:"0" max:"1"`
	AngularNoise float64 `option:"angular_noise" unit:"rad^2/rad" doc:"growth of the odometry's heading variance" min:"0" max:"1"`
}

// DefaultOptions are those of a file that gives only what is required.
func DefaultOptions() Options {
	return Options{Acceleration: 2, Angular: 4, LateralNoise: 1e-5, AngularNoise: 1e-5}
}

// Actor is the controller of a base on two driven wheels: it turns the twist that is wanted of the virtual joint into
// wheel speeds, and what the wheels did into the state of the virtual joint. The lateral part of a twist is left out.
type Actor struct {
	Options

	Snapshot actors.In[messages.Snapshot]      `port:"snapshot" doc:"state of the base's world"`
	Target   actors.In[messages.JointCommand]  `port:"target" optional:"true" doc:"wanted body twist of the virtual joint: m/s, m/s, rad/s"`
	Command  actors.Out[messages.JointCommand] `port:"command" doc:"wheel velocities, rad/s"`
	State    actors.Out[messages.VirtualState] `port:"state" doc:"pose and body twist of the virtual joint, by odometry"`
	Odometry actors.Out[messages.Odometry]     `port:"odometry" doc:"the same with covariance; two wheels show no slip"`

	law       *Law
	odometry  Odometry
	seeded    bool // the pose was taken over from the world
	commanded bool // output is what the tick before commanded
	wheels    [2]worlds.Slot
	joints    [2]int
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
	speed, err := a.findWheels(world)
	if err != nil {
		return err
	}
	if a.virtual, err = world.JointIndex(a.VirtualJoint); err != nil {
		return fmt.Errorf("virtual_joint: %w", err)
	}
	if a.slot = world.Slot(a.virtual); a.slot.Type != worlds.Planar {
		return fmt.Errorf("virtual_joint: joint %q is %s; expected planar", a.VirtualJoint, a.slot.Type)
	}
	if a.RightRadius == 0 {
		a.RightRadius = a.LeftRadius
	}
	a.law, err = New(Config{
		Geometry:                    Geometry{SeparationM: float64(a.Separation), LeftWheelRadiusM: float64(a.LeftRadius), RightWheelRadiusM: float64(a.RightRadius)},
		WheelSpeedMaxRadPerS:        speed,
		AccelerationMPerS2:          float64(a.Acceleration),
		AngularAccelerationRadPerS2: float64(a.Angular),
		Noise:                       planar.Noise{LongitudinalM2PerM: a.LateralNoise, LateralM2PerM: a.LateralNoise, AngularRad2PerM: a.AngularNoise, AngularRad2PerRad: a.AngularNoise},
	})
	if err != nil {
		return err
	}
	s.Size(&a.Snapshot, perception.Sizes(world))
	s.Size(&a.Target, actors.Sizes{"joints": 1, "positions": 3, "velocities": 3})
	s.Size(&a.Command, actors.Sizes{"joints": 2, "positions": 2, "velocities": 2})
	s.Size(&a.State, actors.Sizes{"positions": 3, "velocities": 3})
	return nil
}

// findWheels looks the wheels up and returns the speed in rad/s that both of them can do.
func (a *Actor) findWheels(world *worlds.World) (speed float64, err error) {
	group, err := world.Group(a.JointGroup)
	if err != nil {
		return 0, fmt.Errorf("joint_group: %w", err)
	}
	if group.NumJoints() != 2 || group.NumVelocities() != 2 {
		return 0, fmt.Errorf("joint_group: group %q has %d joints with %d degrees of freedom; expected the two wheels, left and right", a.JointGroup, group.NumJoints(), group.NumVelocities())
	}
	limits := world.Limits()
	for i := range a.wheels {
		a.joints[i] = group.WorldJoint(i)
		a.wheels[i] = world.Slot(a.joints[i])
		if v := limits[a.wheels[i].Velocity].Velocity; i == 0 || v < speed {
			speed = v
		}
	}
	return speed, nil
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
	if !s.Valid[a.joints[0]] || !s.Valid[a.joints[1]] {
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
	o.Covariance = a.odometry.Covariance
	return errors.Join(a.State.SendAt(t, v, when), a.Odometry.SendAt(t, o, when))
}

// mode is the more severe mode of the wheels.
func (a *Actor) mode(s *messages.Snapshot) messages.Mode {
	return messages.MoreSevere(s.Mode[a.joints[0]], s.Mode[a.joints[1]])
}
