package wheeled

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/controllers/planar"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/perception"
)

// Options that every base on wheels has, as application files name them.
type Options struct {
	VirtualJoint string                           `option:"virtual_joint" doc:"planar joint whose motion the wheels realise" required:"true"`
	Acceleration messages.MetersPerSecondSquared  `option:"acceleration" doc:"limit of the linear acceleration along each axis" min:"0.01" max:"100"`
	Angular      messages.RadiansPerSecondSquared `option:"angular_acceleration" doc:"limit of the angular acceleration" min:"0.01" max:"100"`
	// The growth of the odometry's covariance, a metre driven and a radian turned.
	LateralNoise float64 `option:"lateral_noise" unit:"m^2/m" doc:"growth of the odometry's position variance" min:"0" max:"1"`
	AngularNoise float64 `option:"angular_noise" unit:"rad^2/rad" doc:"growth of the odometry's heading variance" min:"0" max:"1"`
}

// DefaultOptions returns the options of a file that sets only the required ones.
func DefaultOptions() Options {
	return Options{Acceleration: 2, Angular: 4, LateralNoise: 1e-5, AngularNoise: 1e-5}
}

// Noise is the growth of the odometry's covariance that the options ask for.
func (o *Options) Noise() planar.Noise {
	return planar.Noise{LongitudinalM2PerM: o.LateralNoise, LateralM2PerM: o.LateralNoise, AngularRad2PerM: o.AngularNoise, AngularRad2PerRad: o.AngularNoise}
}

// Motion is the estimated motion of a base.
type Motion struct {
	planar.Odometry
	Twist       planar.Twist // body twist from the measured wheel speeds
	SlipRadPerS float64      // part of the measured wheel speeds that no twist explains, root mean square
}

// Law is the control law of a base and the state of its odometry. Slices have one value for each
// wheel.
type Law interface {
	// Step writes the wheel speeds in rad/s that lead from the previous body twist toward the
	// wanted one for a period in s, and returns the twist that they make. After an error nothing is
	// written.
	Step(wanted, previous planar.Twist, period float64, wheels []float64) (planar.Twist, error)
	// Update advances the odometry by the wheels' angles in rad and speeds in rad/s, the period in
	// s after the last update. A planar.ErrEncoderJump keeps the pose and goes on from the new
	// angles.
	Update(angles, speeds []float64, period float64) error
	// Place moves the odometry to a pose.
	Place(pose planar.Pose)
	// Motion is that of the last update.
	Motion() Motion
}

// Base is the part of an actor that commands wheels and keeps their odometry. A kind embeds it, and
// calls Find and Drive when it is configured.
type Base struct {
	world *worlds.World

	Snapshot actors.In[messages.Snapshot]      `port:"snapshot" doc:"state of the base's world"`
	Target   actors.In[messages.JointCommand]  `port:"target" optional:"true" doc:"wanted body twist of the virtual joint: m/s, m/s, rad/s"`
	Command  actors.Out[messages.JointCommand] `port:"command" doc:"wheel velocities, rad/s"`
	State    actors.Out[messages.VirtualState] `port:"state" doc:"pose and body twist of the virtual joint, by odometry"`
	Odometry actors.Out[messages.Odometry]     `port:"odometry" doc:"the same with covariance, and with the slip that more than three wheels show"`

	law       Law
	twist     planar.Twist // that the command of the tick before makes
	commanded bool         // there was one
	seeded    bool         // it has continued from its memory
	memory    *memory
	measured  messages.Instant
	updated   messages.Instant // when the odometry was last updated, by the actor's clock
	paused    time.Duration    // between that and the update before
	joints    []int            // of the wheels, in the world
	slots     []worlds.Slot
	virtual   int // the planar joint, in the world
	slot      worlds.Slot
	signs     []float64 // 1 where a positive velocity drives forward, else -1
	angles    []float64 // rad, scratch
	speeds    []float64 // rad/s, measured or commanded, scratch
}

// Find looks up the virtual joint and the wheel for each spot, and returns the largest speed that
// all wheels can reach, in rad/s. Errors name the expected wheels with who, such as "the four
// wheels".
func (b *Base) Find(s *actors.Setup, jointGroup, virtualJoint string, spots []Spot, who string) (speed float64, err error) {
	wheels := len(spots)
	world, err := actors.Resource[*worlds.World](s)
	if err != nil {
		return 0, err
	}
	b.world = world
	group, err := world.Group(jointGroup)
	if err != nil {
		return 0, messages.InOption("joint_group", err)
	}
	if group.NumJoints() != wheels || group.NumVelocities() != wheels {
		return 0, &messages.OptionError{Path: "joint_group",
			Err:      fmt.Errorf("group %q has %d joints with %d degrees of freedom", jointGroup, group.NumJoints(), group.NumVelocities()),
			Expected: who}
	}
	b.joints, b.slots = make([]int, wheels), make([]worlds.Slot, wheels)
	b.memory = memoryOf(s, wheels)
	b.signs, b.angles, b.speeds = make([]float64, wheels), make([]float64, wheels), make([]float64, wheels)
	speed = math.Inf(1)
	for i := range b.joints {
		b.joints[i] = group.WorldJoint(i)
		b.slots[i], b.signs[i] = world.Slot(b.joints[i]), 1
		speed = min(speed, world.Reduction().Limits()[b.slots[i].Velocity].Velocity)
	}
	if wheel := world.Joint(b.joints[0]).Name; math.IsInf(speed, 1) {
		return 0, &messages.OptionError{Path: "joint_group",
			Err:      fmt.Errorf("no wheel of group %q has a velocity limit", jointGroup),
			Expected: fmt.Sprintf("one in its description, or in the world: limits: {%s: {velocity: 10 rad/s}}", wheel)}
	}
	if b.virtual, err = world.JointIndex(virtualJoint); err != nil {
		return 0, messages.InOption("virtual_joint", err)
	}
	if b.slot = world.Slot(b.virtual); b.slot.Type != worlds.Planar {
		return 0, &messages.OptionError{Path: "virtual_joint",
			Err:      fmt.Errorf("joint %q is %s", virtualJoint, b.slot.Type),
			Expected: "planar"}
	}
	if err := b.place(world, spots); err != nil {
		return 0, err
	}
	s.Size(&b.Snapshot, perception.Sizes(world))
	s.Size(&b.Target, actors.Sizes{"joints": 1, "positions": 3, "velocities": 3})
	s.Size(&b.Command, actors.Sizes{"joints": wheels, "positions": wheels, "velocities": wheels})
	s.Size(&b.State, actors.Sizes{"positions": 3, "velocities": 3})
	return speed, nil
}

// memoryOf returns the memory of an incarnation, with what the previous one knew.
func memoryOf(s *actors.Setup, wheels int) *memory {
	kept, err := actors.Resource[*actors.Kept](s)
	if err != nil {
		kept = &actors.Kept{} // a check of the options alone has none
	}
	before, _ := kept.Value.(*memory)
	own := before.next(wheels)
	kept.Value = own
	return own
}

// Drive sets the law of the base.
func (b *Base) Drive(law Law) { b.law = law }

// AcceptsControlMode returns velocity: a base follows velocities of its virtual joint.
func (b *Base) AcceptsControlMode() messages.ControlMode { return messages.ControlVelocity }

// Tick advances the odometry and commands the wheels. While a wheel's state is missing, the state
// is withdrawn and nothing is commanded; what the wheels turned meanwhile counts once they are
// known again, since their encoders went on counting.
func (b *Base) Tick(t *actors.Tick) error {
	s, err := b.world.Whole(b.Snapshot.Fresh(t))
	if errors.Is(err, actors.ErrNoValue) {
		return nil
	}
	if err != nil {
		return err
	}
	if !b.known(s) {
		b.commanded = false
		return errors.Join(b.State.Withdraw(t), b.Command.Withdraw(t))
	}
	if err := b.advance(t, s); err != nil {
		return err
	}
	if !b.commanded || !b.mode(s).Passes() {
		b.twist = b.law.Motion().Twist // what the wheels do, so that they go on from there
	}
	if b.twist, err = b.law.Step(b.wanted(t), b.twist, t.Step.Seconds(), b.speeds); err != nil {
		return err
	}
	b.commanded = true
	c := b.Command.Loan()
	for i, w := range b.speeds {
		c.Control[i], c.Velocity[i] = messages.ControlVelocity, b.signs[i]*w
	}
	return b.Command.Publish(t)
}

// wanted is the newest commanded twist, or standstill before the first.
func (b *Base) wanted(t *actors.Tick) planar.Twist {
	target, err := b.Target.Fresh(t)
	if err != nil || len(target.Velocity) != 3 || !target.Control[0].Has(messages.ControlVelocity) {
		return planar.Twist{}
	}
	return planar.Twist{X: target.Velocity[0], Y: target.Velocity[1], Omega: target.Velocity[2]}
}

// advance integrates the wheels' motion since the last snapshot in which they were known.
func (b *Base) advance(t *actors.Tick, s *messages.Snapshot) error {
	when := s.Time[b.joints[0]]
	if !b.seeded {
		b.seeded = true
		if err := b.resume(); err != nil {
			return err
		}
	}
	for i, slot := range b.slots {
		b.angles[i], b.speeds[i] = b.signs[i]*s.Position[slot.Position], b.signs[i]*s.Velocity[slot.Velocity]
	}
	period := t.Step
	if b.measured != 0 {
		period = when.Sub(b.measured)
	}
	if period > 0 {
		switch err := b.law.Update(b.angles, b.speeds, max(period, b.pause(t)).Seconds()); {
		case errors.Is(err, planar.ErrEncoderJump): // the pose is kept, and goes on from the new angles
			t.Emit(messages.Event{Kind: messages.EventNote, Cause: messages.CauseInvalid, Text: err.Error()})
		case err != nil:
			return err
		}
		b.measured = when
		b.memory.keep(when, b.law.Motion().Pose, b.angles)
	}
	return b.publish(t, s, when)
}

// pause returns the longer of the times between the newest three updates, by the actor's clock. If
// a thread is late, the first state afterwards may have been measured before, whatever its stamp
// says, and the second one brings all that the encoders counted meanwhile.
func (b *Base) pause(t *actors.Tick) time.Duration {
	before, since := b.paused, t.Now.Sub(b.updated)
	if b.updated == 0 {
		since = 0
	}
	b.updated, b.paused = t.Now, since
	return max(before, since)
}

// resume has a new incarnation continue from what the previous one knew, and count what the wheels
// have turned since.
func (b *Base) resume() error {
	at, pose := b.memory.at, b.memory.pose
	if at == 0 {
		return nil
	}
	copy(b.angles, b.memory.angles)
	clear(b.speeds)
	if err := b.law.Update(b.angles, b.speeds, 1); err != nil { // the first update only starts to count
		return err
	}
	b.law.Place(pose)
	b.measured = at
	return nil
}

func (b *Base) publish(t *actors.Tick, s *messages.Snapshot, when messages.Instant) error {
	m := b.law.Motion()
	v := b.State.Loan()
	v.Position[0], v.Position[1], v.Position[2] = m.Pose.X, m.Pose.Y, m.Pose.Theta
	v.Velocity[0], v.Velocity[1], v.Velocity[2] = m.Twist.X, m.Twist.Y, m.Twist.Omega
	v.Mode = b.mode(s)
	o := b.Odometry.Loan()
	o.Planar = messages.Planar{X: m.Pose.X, Y: m.Pose.Y, Theta: m.Pose.Theta, VX: m.Twist.X, VY: m.Twist.Y, Omega: m.Twist.Omega}
	o.Covariance, o.Slip = m.Covariance, m.SlipRadPerS
	return errors.Join(b.State.SendAt(t, v, when), b.Odometry.SendAt(t, o, when))
}

// known reports whether the state of every wheel is valid.
func (b *Base) known(s *messages.Snapshot) bool {
	for _, j := range b.joints {
		if !s.Valid[j] {
			return false
		}
	}
	return true
}

// mode is the most severe mode of the wheels.
func (b *Base) mode(s *messages.Snapshot) messages.Mode {
	worst := s.Mode[b.joints[0]]
	for _, j := range b.joints[1:] {
		worst = messages.MoreSevere(worst, s.Mode[j])
	}
	return worst
}

// SaveState implements actors.StateSaver: every variable is saved.
func (b *Base) SaveState(w *actors.StateWriter) error { return w.Save(b) }

// LoadState implements actors.StateSaver.
func (b *Base) LoadState(r *actors.StateReader) error { return r.Load(b) }

// SendsControlMode returns velocity, for the wheels.
func (b *Base) SendsControlMode(_ *worlds.World, to worlds.JointRole) messages.ControlMode {
	if to == worlds.Driven {
		return messages.ControlVelocity
	}
	return messages.ControlNone
}
