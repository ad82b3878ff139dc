package sim

import (
	"fmt"
	"math/rand/v2"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/hardware/sim/internal/optioncheck"
	"github.com/robo-actors/robo-actors/hardware/sim/physics"
	"github.com/robo-actors/robo-actors/hardware/sim/servo"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

var _ hardware.GroundTruth = (*Plant)(nil)

// Plant is a simulated robot: a mechanism, the servos and actuators that move it, and the ports of
// the buses that reach the servos. Make it with New.
type Plant struct {
	mechanism *physics.Mechanism
	servos    []plantServo
	actuated  []actuatedJoint
	loads     []physics.Load // scratch: those of servos and actuators in the next step
	byJoint   map[string]*plantServo
	plugged   map[string]string // joint -> bus
	ports     []*port
	sensors   hardware.SensorList // that buses may carry
	reset     resetting
	failed    error

	imu       bool // there is an inertial measurement unit
	imuFaults imuFaults
}

// plantServo is a servo with the places of its joint in the vectors of the mechanism.
type plantServo struct {
	*servo.Servo
	position, velocity int
}

// New builds the simulated robot of a world. Every joint that moves takes part; a joint without a
// servo moves freely. The noise of the encoders derives from the seed. The error joins a
// *messages.OptionError for every invalid option.
func New(world *worlds.World, o *PlantOptions, seed uint64) (*Plant, error) {
	c := &optioncheck.Errors{}
	places, driven := o.driven(c, world)
	driven = append(driven, o.actuated(c, world, driven)...)
	if c.Count() > 0 {
		return nil, c.Err()
	}
	mechanism, err := physics.New(world, o.Options, driven)
	if err != nil {
		return nil, err
	}
	p := &Plant{mechanism: mechanism, imu: o.Imu != (InertialOptions{}), sensors: o.busSensors(), byJoint: make(map[string]*plantServo), plugged: make(map[string]string),
		loads: make([]physics.Load, len(driven)), servos: make([]plantServo, len(places))}
	for i, d := range driven[:len(places)] {
		index, _ := world.JointIndex(d.Joint) // checked by driven
		joint := servo.Joint{Joint: world.Joint(index), DrivenJoint: mechanism.DrivenJoint(i), Step: mechanism.StepLength().Seconds(),
			Random: rand.New(stream(seed, "encoder/"+d.Joint))}
		one, err := servo.New(o.Servos[places[i].servo], joint)
		if err != nil {
			c.In(fmt.Sprintf("servos[%d]", places[i].servo), err)
			continue
		}
		p.servos[i] = plantServo{Servo: one, position: joint.Position, velocity: joint.Velocity}
		p.servos[i].Place(mechanism.Position()[joint.Position], 0)
		p.byJoint[d.Joint] = &p.servos[i]
	}
	if c.Count() > 0 {
		return nil, c.Err()
	}
	for i := len(places); i < len(driven); i++ {
		p.addActuated(driven[i].Joint, mechanism.DrivenJoint(i))
	}
	c.In("reset", p.prepareReset(&o.Reset))
	return p, c.Err()
}

// servoPlace is the place of a driven joint in the options: servos[servo].joints[joint].
type servoPlace struct{ servo, joint int }

// driven lists the joints of all servos, with their places in the options.
func (o *PlantOptions) driven(c *optioncheck.Errors, world *worlds.World) (places []servoPlace, all []physics.Driven) {
	taken := make(map[string]bool)
	for i := range o.Servos {
		s := &o.Servos[i]
		path := fmt.Sprintf("servos[%d]", i)
		armature, err := s.Armature()
		c.In(path, err)
		for k, joint := range s.Joints {
			checkDriven(c, fmt.Sprintf("%s.joints[%d]", path, k), world, joint, taken[joint])
			taken[joint] = true
			places = append(places, servoPlace{i, k})
			all = append(all, physics.Driven{Joint: joint, Armature: armature, Viscous: s.ViscousFriction})
		}
	}
	return places, all
}

// checkDriven checks that a servo can drive a joint: one that exists, of one degree of freedom,
// which no other servo drives.
func checkDriven(c *optioncheck.Errors, path string, world *worlds.World, name string, taken bool) {
	index, err := world.JointIndex(name)
	if err != nil {
		c.Unknown(path, "joint", name, world.JointNames())
		return
	}
	joint := world.Joint(index)
	switch {
	case world.Slot(index).VelocityLength != 1:
		c.Add(path, "a joint of one degree of freedom", "joint %q is %s", name, joint.Type)
	case joint.Mimic != nil:
		leader, _, _ := world.Reduction().Leader(index)
		c.Add(path, fmt.Sprintf("no servo here: the drive of joint %q moves both", world.Joint(leader).Name), "joint %q mimics %q", name, joint.Mimic.Joint)
	case taken:
		c.Add(path, "one servo a joint", "another servo drives joint %q", name)
	}
}

// Mechanism returns the mechanism: the true state of the robot, and what acts on it from outside.
// Only the goroutine that advances the plant may use it, and only Advance steps it.
func (p *Plant) Mechanism() *physics.Mechanism { return p.mechanism }

// Now returns the instant up to which the plant is integrated.
func (p *Plant) Now() messages.Instant { return p.mechanism.Now() }

// Advance delivers the commands that came over the buses, integrates by whole steps up to the
// instant, at most a step before it, and publishes the answers of the drives. It fails where the
// motion runs away, and then permanently: the plant keeps its last state, and its drives fall
// silent.
func (p *Plant) Advance(to messages.Instant) error {
	step := p.mechanism.StepLength()
	if p.failed != nil || p.Now().Add(step) > to {
		return p.failed
	}
	for _, port := range p.ports {
		port.deliver(p.Now())
	}
	for p.Now().Add(step) <= to {
		if p.failed = p.advanceStep(); p.failed != nil {
			return p.failed
		}
	}
	for _, port := range p.ports {
		port.publish(p.Now())
	}
	return nil
}

func (p *Plant) advanceStep() error {
	now, position, velocity := p.Now(), p.mechanism.Position(), p.mechanism.Velocity()
	for i := range p.servos {
		s := &p.servos[i]
		s.Step(now)
		p.loads[i] = s.Load(velocity[s.velocity])
	}
	p.loadActuated(now)
	if err := p.mechanism.Step(p.loads); err != nil {
		return err
	}
	for i := range p.servos {
		s := &p.servos[i]
		s.Sample(position[s.position], velocity[s.velocity])
	}
	p.sampleActuated()
	return nil
}

// SetState puts the robot into a state, in the layout of the world; what the drives read jumps
// accordingly. It is for tests. A mimic joint that is not where its leader puts it is an error.
func (p *Plant) SetState(position, velocity []float64) error {
	if err := p.mechanism.SetState(position, velocity); err != nil {
		return err
	}
	p.placeDrives()
	return nil
}

// placeDrives lets the drives read where their joints were put.
func (p *Plant) placeDrives() {
	for i := range p.servos {
		s := &p.servos[i]
		s.Place(p.mechanism.Position()[s.position], p.mechanism.Velocity()[s.velocity])
	}
	p.placeActuated()
}

// CopyEffort writes the part of the motors' efforts that reaches the joints, N m or N, in the
// layout of the world's velocities; 0 for joints without a drive.
func (p *Plant) CopyEffort(effort []float64) error {
	if n := len(p.mechanism.Velocity()); len(effort) != n {
		return fmt.Errorf("plant of world %q: efforts of length %d; expected %d", p.mechanism.World().Name(), len(effort), n)
	}
	clear(effort)
	for i := range p.servos {
		effort[p.servos[i].velocity] = p.servos[i].Delivered()
	}
	for i := range p.actuated {
		effort[p.actuated[i].velocity] = p.loads[len(p.servos)+i].Effort
	}
	return nil
}

// Energy implements hardware.GroundTruth.
func (p *Plant) Energy() (kinetic, potential float64) { return p.mechanism.Energy() }

// DriveModel implements hardware.GroundTruth.
func (p *Plant) DriveModel(joint string) (hardware.DriveModel, func(*hardware.Truth), error) {
	if a := p.actuator(joint); a != nil {
		return a.Model(), a.Truth, nil
	}
	s, err := p.servo(joint)
	if err != nil {
		return hardware.DriveModel{}, nil, err
	}
	position, velocity := p.mechanism.Position(), p.mechanism.Velocity()
	return s.Model(), func(t *hardware.Truth) { s.Truth(t, position[s.position], velocity[s.velocity]) }, nil
}

// Disturb replaces the disturbance of the drive of a joint, beside injected faults.
func (p *Plant) Disturb(joint string, d servo.Disturbance) error {
	s, err := p.servo(joint)
	if err != nil {
		return err
	}
	if err := d.Check(); err != nil {
		return fmt.Errorf("plant of world %q: joint %q: %w", p.mechanism.World().Name(), joint, err)
	}
	s.Disturb(d)
	return nil
}

// Disturbance returns the disturbance of the drive of a joint, injected faults included.
func (p *Plant) Disturbance(joint string) (servo.Disturbance, error) {
	s, err := p.servo(joint)
	if err != nil {
		return servo.Disturbance{}, err
	}
	return s.Disturbance(), nil
}

func (p *Plant) servo(joint string) (*plantServo, error) {
	if s, ok := p.byJoint[joint]; ok {
		return s, nil
	}
	return nil, fmt.Errorf("plant of world %q: no servo drives joint %q; servos drive %v", p.mechanism.World().Name(), joint, p.servoJoints())
}
