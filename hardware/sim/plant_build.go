package sim

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

const (
	// endMargin is how far behind a joint's limits it ends, rad, and endMarginLinear m.
	endMargin, endMarginLinear = 0.035, 0.005
	// endFrequency is that of the joint's inertia on its end stop's spring, rad/s.
	endFrequency = 300
)

// New builds the plant of a world. Every joint that moves takes part. The error holds everything that is wrong.
func New(world *worlds.World, options Options) (*Plant, error) {
	step := options.Step
	if step == 0 {
		step = time.Millisecond
	}
	p := &Plant{
		world: world, step: step, dt: step.Seconds(),
		byJoint: make(map[string]*servo), plugged: make(map[string]string),
	}
	c := &checker{where: fmt.Sprintf("plant of world %q", world.Name())}
	if step < 50*time.Microsecond || step > 5*time.Millisecond {
		c.report("Step is %s; expected 50us to 5ms", step)
	}
	p.mimics = newMimics(c, world)
	p.checkServos(c, options.Servos)
	if len(c.errors) > 0 {
		return nil, errors.Join(c.errors...)
	}
	model, err := rigidbody.New(withRotors(world, options.Servos))
	if err != nil {
		return nil, err
	}
	p.model, p.workspace = model, model.NewWorkspace()
	n := model.NV()
	p.position, p.velocity = make([]float64, model.NQ()), make([]float64, n)
	p.acceleration, p.middle, p.bias = make([]float64, n), make([]float64, n), make([]float64, n)
	p.friction, p.damping, p.standstill.hold = make([]float64, n), make([]float64, n), make([]float64, n)
	p.push = push{efforts: make([]float64, n), felt: make([]float64, n), wrenches: make([]rigidbody.Wrench, model.NumBodies()),
		together: make([]rigidbody.Wrench, model.NumBodies())}
	p.start(c, options.Start)
	rows, wheels, faults := rollWheels(options.Wheels, model)
	c.errors = append(c.errors, faults...)
	p.leadWheels(c, wheels, rows)
	if len(c.errors) > 0 {
		return nil, errors.Join(c.errors...)
	}
	p.wheels = wheels
	p.findGliders()
	for i := range rows {
		rows[i].hold *= p.dt // from a force to an impulse
	}
	if faults := p.buildContacts(&options); len(faults) > 0 {
		return nil, errors.Join(faults...)
	}
	tree := dofParents(model)
	p.solver = newDrySolver(eliminationParents(tree, p.coupled(tree)), rows)
	p.solver.amends = true
	if err := p.install(options); err != nil {
		return nil, err
	}
	for i := range p.friction { // from forces to impulses
		p.friction[i] *= p.dt
		p.damping[i] *= p.dt
	}
	p.truth = truth{workspace: model.NewWorkspace(), stale: true}
	for i, push := range options.Pushes {
		if err := p.addPush(push); err != nil {
			c.report("pushes[%d]: %v", i, err)
		}
	}
	if len(c.errors) > 0 {
		return nil, errors.Join(c.errors...)
	}
	return p, nil
}

// checkServos sees to it that each servo has a joint of its own, of one degree of freedom.
func (p *Plant) checkServos(c *checker, servos []Servo) {
	taken := make(map[string]bool)
	for i, o := range servos {
		index, err := p.world.JointIndex(o.Joint)
		_, names, mimics := p.mimics.of(o.Joint)
		switch {
		case err != nil:
			c.report("servo %d: %v", i, err)
		case p.world.Slot(index).VelocityLength != 1:
			c.report("servo %d drives joint %q, which is %s; expected a joint of one degree of freedom", i, o.Joint, p.world.Joint(index).Type)
		case mimics:
			c.report("servo %d drives joint %q, which mimics %q; the drive of joint %q moves both, remove this one", i, o.Joint, names.declared, names.leader)
		case taken[o.Joint]:
			c.report("servo %d drives joint %q, which another one drives; expected one servo a joint", i, o.Joint)
		}
		if !(o.RotorInertia >= 0) || !isFinite(o.RotorInertia) || !(o.GearRatio >= 0) || !isFinite(o.GearRatio) {
			c.report("servo of joint %q: RotorInertia is %g and GearRatio %g; expected finite numbers of at least 0", o.Joint, o.RotorInertia, o.GearRatio)
		}
		taken[o.Joint] = true
	}
}

// withRotors gives the bodies of the world the rotor inertias that servos declare.
func withRotors(world *worlds.World, servos []Servo) []rigidbody.Body {
	bodies := world.Bodies()
	for _, o := range servos {
		if o.RotorInertia == 0 {
			continue
		}
		for i := range bodies {
			if bodies[i].JointName == o.Joint {
				ratio := or(o.GearRatio, 1)
				bodies[i].Armature = o.RotorInertia * ratio * ratio
			}
		}
	}
	return bodies
}

// start puts the joints where they begin.
func (p *Plant) start(c *checker, starts []JointStart) {
	_ = p.model.Neutral(p.position) // its length is right
	for i, s := range starts {
		index, err := p.world.JointIndex(s.Joint)
		if err != nil {
			c.report("Start: %v", err)
			continue
		}
		if slices.ContainsFunc(starts[:i], func(before JointStart) bool { return before.Joint == s.Joint }) {
			c.report("Start of joint %q is given twice; expected one", s.Joint)
		}
		slot := p.world.Slot(index)
		if len(s.Position) != slot.PositionLength {
			c.report("Start of joint %q has %d numbers; expected %d for a %s joint", s.Joint, len(s.Position), slot.PositionLength, slot.Type)
			continue
		}
		copy(p.position[slot.Position:], s.Position)
	}
	p.startMimics(c, starts)
	if err := p.model.Check(p.position, p.velocity); err != nil {
		c.report("Start: %v", err)
	}
}

// dofParents is, for each velocity, the one before it on the way to the root, -1 at the root.
func dofParents(model *rigidbody.Model) []int {
	parents := make([]int, model.NV())
	last := make([]int, model.NumBodies()) // a body: the last velocity on the way from the root to it
	for i := range last {
		before := -1
		if parent := model.Body(i).Parent; parent >= 0 {
			before = last[parent]
		}
		start, length := model.VelocityRange(i)
		for k := range length {
			parents[start+k] = before
			before = start + k
		}
		last[i] = before
	}
	return parents
}

// install fills servos, friction, damping and end stops, all of which need the inertias at the start.
func (p *Plant) install(options Options) error {
	n := p.model.NV()
	mass, inverse := make([]float64, n*n), make([]float64, n*n)
	if err := p.inertiasAtStart(mass, inverse); err != nil {
		return fmt.Errorf("plant of world %q: %w", p.world.Name(), err)
	}
	if err := p.settle(&options, inverse); err != nil {
		return err
	}
	for i := range p.world.NumJoints() {
		joint, slot := p.world.Joint(i), p.world.Slot(i)
		for k := range slot.VelocityLength {
			p.friction[slot.Velocity+k], p.damping[slot.Velocity+k] = joint.Friction, joint.Damping
		}
		if !options.RigidLimits && (joint.Type == worlds.Revolute || joint.Type == worlds.Prismatic) {
			p.ends = append(p.ends, newEndStop(joint, slot, mass[slot.Velocity*n+slot.Velocity]))
		}
	}
	for _, w := range p.wheels {
		p.friction[w.spin] += w.resistance
	}
	weights, err := p.weights()
	if err != nil {
		return err
	}
	var faults []error
	for _, o := range options.Servos {
		index, _ := p.world.JointIndex(o.Joint) // checked by checkServos
		slot := p.world.Slot(index)
		at := slot.Velocity*n + slot.Velocity
		d := driven{joint: p.world.Joint(index), inertia: mass[at] + p.carried(slot.Velocity), dt: p.dt}
		d.least = leastInertia(inverse[at], p.armature(o.Joint))
		p.damping[slot.Velocity] = or(o.ViscousFriction, d.joint.Damping)
		d.viscous, d.weight = p.viscous(slot.Velocity), weights[slot.Velocity]
		if options.Noise != nil {
			d.random = rand.New(options.Noise(o.Joint))
		}
		s, err := newServo(o, d)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		s.positionAt, s.velocityAt = slot.Position, slot.Velocity
		s.encoder.reset(p.position[s.positionAt], 0)
		p.servos = append(p.servos, s)
		p.byJoint[o.Joint] = s
		p.friction[slot.Velocity] -= d.joint.Friction // the servo has it
	}
	c := &checker{where: fmt.Sprintf("plant of world %q", p.world.Name())}
	p.addSprings(c, options.Springs, inverse)
	return errors.Join(append(faults, c.errors...)...)
}

// settle makes ready what needs the inertias at the start.
func (p *Plant) settle(o *Options, inverse []float64) error {
	c := &checker{where: fmt.Sprintf("plant of world %q", p.world.Name())}
	p.felt = p.acceleration
	p.contacts.settle(p, inverse, c)
	for i := range p.grasps {
		p.grasps[i].settle(p, inverse)
	}
	p.addLatches(c, o.Latches, inverse)
	n := p.model.NV()
	for i := range p.world.NumJoints() {
		joint, slot := p.world.Joint(i), p.world.Slot(i)
		if o.RigidLimits && (joint.Type == worlds.Revolute || joint.Type == worlds.Prismatic) {
			p.addStops(joint, slot, inverse[slot.Velocity*n+slot.Velocity])
		}
	}
	if most := len(p.contacts.pairs) + len(p.grasps) + len(p.latches) + len(p.stops); most > 0 {
		p.solver.constrain(most)
		p.before, p.felt, p.owed = make([]float64, n), make([]float64, n), make([]float64, n)
	}
	return errors.Join(c.errors...)
}

// inertiasAtStart fills the mass matrix of the joints as they move, and its inverse.
func (p *Plant) inertiasAtStart(mass, inverse []float64) error {
	if err := errors.Join(p.workspace.SetPosition(p.position), p.workspace.MassMatrix(mass)); err != nil {
		return err
	}
	if len(p.mimics.Followers) == 0 {
		if err := p.workspace.MassMatrixInverse(inverse); err != nil {
			return err
		}
		return p.afloat(mass, inverse)
	}
	if !p.mimics.effective(mass, inverse, p.model.NV()) {
		return p.weightless(mass)
	}
	return p.afloat(mass, inverse)
}

// afloat names the first joint that moves nothing while all others are free, but for rounding: a floating base without a mass
// of its own only moves what moves on it.
func (p *Plant) afloat(mass, inverse []float64) error {
	const rounding = 1e13
	n := p.model.NV()
	for i := range p.world.NumJoints() {
		joint, slot := p.world.Joint(i), p.world.Slot(i)
		for k := range slot.VelocityLength {
			if at := (slot.Velocity + k) * (n + 1); joint.Mimic == nil && math.Abs(mass[at]*inverse[at]) > rounding {
				return noInertia(joint)
			}
		}
	}
	return nil
}

func noInertia(joint worlds.Joint) error {
	return fmt.Errorf("joint %q moves no inertia of its own while all others are free; expected mass and inertia of link %q, or of what is fixed to it", joint.Name, joint.Child)
}

// weightless names the joints that move no inertia together with what mimics them.
func (p *Plant) weightless(mass []float64) error {
	var names []string
	for i := range p.world.NumJoints() {
		joint, slot := p.world.Joint(i), p.world.Slot(i)
		if at := slot.Velocity; joint.Mimic == nil && slot.VelocityLength == 1 && !(mass[at*p.model.NV()+at] > 0) {
			names = append(names, strconv.Quote(joint.Name))
		}
	}
	const expected = "expected inertias of the links that a joint and its mimic joints move, or RotorInertia of its servo"
	if len(names) == 0 {
		for i := range p.world.NumJoints() {
			if joint := p.world.Joint(i); joint.Type == worlds.Floating {
				return noInertia(joint) // what it carries moves inertias of its own
			}
		}
		return errors.New("some joint moves no inertia; " + expected)
	}
	return errors.New("joint " + strings.Join(names, ", joint ") + " and what mimics it move no inertia; " + expected)
}

// carried is a wheel's share of the inertia of its base and all on it, kg m^2: what it feels when all wheels of the base drive
// ahead, with those that mimic it. 0 for joints that are no wheels.
func (p *Plant) carried(velocity int) (inertia float64) {
	for _, w := range p.wheels {
		if share := p.mimics.share(w.spin, velocity); share != 0 {
			inertia += share * share * (w.borne * w.radius * w.radius / w.among)
		}
	}
	return inertia
}

// viscous is the linear friction that a joint feels, N m s/rad or N s/m: its own, and that of what mimics it.
func (p *Plant) viscous(velocity int) (friction float64) {
	for i, damping := range p.damping {
		share := p.mimics.share(i, velocity)
		friction += share * share * damping
	}
	return friction
}

func (p *Plant) armature(joint string) float64 {
	body, _ := p.model.JointIndex(joint)
	return p.model.Body(body).Armature
}

// leastInertia estimates the least inertia that a joint ever moves from the one that it moves at the start while all
// others are free: its rotor, which it moves always, and half of the rest.
func leastInertia(inverse, armature float64) float64 {
	free := 1 / inverse
	return armature + (free-armature)/2
}

func newEndStop(joint worlds.Joint, slot worlds.Slot, inertia float64) endStop {
	margin := endMargin
	if joint.Type == worlds.Prismatic {
		margin = endMarginLinear
	}
	return endStop{
		position: slot.Position, velocity: slot.Velocity,
		lower: joint.Limits[0].Lower - margin, upper: joint.Limits[0].Upper + margin,
		stiffness: inertia * endFrequency * endFrequency, damping: 2 * inertia * endFrequency,
	}
}

// NewBus makes a driver for some of the plant's drives. The first driver of each bus belongs to the building of the
// application: it may not be made while another goroutine advances the plant. Further drivers of a bus, for the same
// drives in the same order, may be made at any time.
func (p *Plant) NewBus(o BusOptions) (*Bus, error) {
	c := &checker{where: fmt.Sprintf("bus %q of the plant of world %q", o.Name, p.world.Name())}
	if o.Name == "" {
		c.report("Name is empty; expected a name of its own")
	}
	if len(o.Joints) == 0 {
		c.report("Joints is empty; expected the joints of its drives")
	}
	o.Silence = c.duration("Silence", o.Silence, 100*time.Millisecond, time.Millisecond, time.Hour)
	if port := p.portOf(o); port != nil && len(c.errors) == 0 {
		return newBus(o, port), nil
	}
	var servos []*servo
	names := make(map[string]bool)
	for _, joint := range o.Joints {
		s, err := p.servo(joint)
		switch {
		case err != nil:
			c.report("%v", err)
			continue
		case p.plugged[joint] != "":
			c.report("the drive of joint %q is on bus %q already", joint, p.plugged[joint])
		case names[s.info.Name]:
			c.report("two drives are named %q; expected a name of its own for each", s.info.Name)
		}
		names[s.info.Name] = true
		servos = append(servos, s)
	}
	if len(c.errors) > 0 {
		return nil, errors.Join(c.errors...)
	}
	port := newPort(o.Name, servos)
	port.publish(p.now)
	p.ports = append(p.ports, port)
	for _, joint := range o.Joints {
		p.plugged[joint] = o.Name
	}
	return newBus(o, port), nil
}

// portOf finds the port of a bus that was made before.
func (p *Plant) portOf(o BusOptions) *port {
	for _, port := range p.ports {
		if port.name != o.Name || len(port.servos) != len(o.Joints) {
			continue
		}
		same := true
		for i, s := range port.servos {
			same = same && s.info.Joint == o.Joints[i]
		}
		if same {
			return port
		}
	}
	return nil
}
