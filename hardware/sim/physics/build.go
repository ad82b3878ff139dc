package physics

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/hardware/sim/internal/optioncheck"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

const (
	// EndMargin is how far behind a joint's limits its end stop lies, rad, and EndMarginLinear m.
	EndMargin, EndMarginLinear = 0.035, 0.005
	// endFrequency is that of the joint's inertia on its end stop's spring, rad/s.
	endFrequency = 300
)

// New builds the mechanism of a world, at rest at its start. Every joint that moves takes part;
// drives move the driven ones. The error joins a *messages.OptionError for every invalid option.
func New(world *worlds.World, options Options, driven []Driven) (*Mechanism, error) {
	step := options.Step
	if step == 0 {
		step = time.Millisecond
	}
	p := &Mechanism{world: world, step: step, dt: step.Seconds()}
	c := &optioncheck.Errors{}
	if step < 50*time.Microsecond || step > 5*time.Millisecond {
		c.Add("step", "50us to 5ms", "the step is %s", step)
	}
	if n := world.NumVelocities(); n > maxVelocities {
		c.Add("", fmt.Sprintf("at most %d", maxVelocities), "the robot has %d degrees of freedom", n)
		return nil, c.Err()
	}
	p.mimics = newMimics(c, world)
	if c.Count() > 0 {
		return nil, c.Err()
	}
	model, err := rigidbody.New(withRotors(world, driven))
	if err != nil {
		return nil, err
	}
	p.model, p.workspace = model, model.NewWorkspace()
	p.allocate()
	p.start(c, options.Start)
	rows, wheels := rollWheels(c, options.Wheels, model)
	p.leadWheels(c, wheels, rows)
	if c.Count() > 0 {
		return nil, c.Err()
	}
	p.wheels = wheels
	p.findFreeJoints()
	for i := range rows {
		rows[i].hold *= p.dt // from a force to an impulse
	}
	if p.buildContacts(c, &options); c.Count() > 0 {
		return nil, c.Err()
	}
	tree := dofParents(model)
	p.solver = newDrySolver(eliminationParents(tree, p.coupled(tree)), rows)
	p.solver.amends = true
	if err := p.install(c, &options, driven); err != nil {
		return nil, err
	}
	for i := range p.friction { // from forces to impulses
		p.friction[i] *= p.dt
		p.damping[i] *= p.dt
	}
	p.truth = truth{workspace: model.NewWorkspace(), acceleration: make([]float64, model.NV()), stale: true}
	for i, push := range options.Pushes {
		c.In(fmt.Sprintf("pushes[%d]", i), p.Push(push))
	}
	if c.Count() > 0 {
		return nil, c.Err()
	}
	return p, nil
}

// maxVelocities bounds the degrees of freedom of a simulated robot. What a step costs grows with
// their square and more: none with more of them could keep its period.
const maxVelocities = 256

// allocate makes the vectors.
func (p *Mechanism) allocate() {
	n, bodies := p.model.NV(), p.model.NumBodies()
	p.position, p.velocity = make([]float64, p.model.NQ()), make([]float64, n)
	p.acceleration, p.middle, p.bias = make([]float64, n), make([]float64, n), make([]float64, n)
	p.friction, p.damping, p.standstill.hold = make([]float64, n), make([]float64, n), make([]float64, n)
	p.push = push{efforts: make([]float64, n), felt: make([]float64, n), wrenches: make([]rigidbody.Wrench, bodies),
		together: make([]rigidbody.Wrench, bodies)}
}

// withRotors returns the bodies of the world with the rotor inertias of the driven joints.
func withRotors(world *worlds.World, driven []Driven) []rigidbody.Body {
	bodies := world.Bodies()
	for _, d := range driven {
		for i := range bodies {
			if d.Armature != 0 && bodies[i].JointName == d.Joint {
				bodies[i].Armature = d.Armature
			}
		}
	}
	return bodies
}

// start puts the joints at their start.
func (p *Mechanism) start(c *optioncheck.Errors, starts []StartOptions) {
	_ = p.model.Neutral(p.position) // its length is right
	for i, s := range starts {
		path := fmt.Sprintf("start[%d]", i)
		index, err := p.world.JointIndex(s.Joint)
		if err != nil {
			c.Unknown(path+".joint", "joint", s.Joint, p.world.JointNames())
			continue
		}
		if slices.ContainsFunc(starts[:i], func(before StartOptions) bool { return before.Joint == s.Joint }) {
			c.Add(path+".joint", "one start a joint", "joint %q is given twice", s.Joint)
		}
		slot := p.world.Slot(index)
		if len(s.Position) != slot.PositionLength {
			c.Add(path+".position", fmt.Sprintf("%d for a %s joint", slot.PositionLength, slot.Type), "joint %q has %d numbers", s.Joint, len(s.Position))
			continue
		}
		copy(p.position[slot.Position:], s.Position)
	}
	p.startMimics(c, starts)
	if err := p.model.Check(p.position, p.velocity); err != nil {
		c.Add("start", "", "%w", err)
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

// install fills friction, damping, end stops and driven joints, all of which need the inertias at
// the start.
func (p *Mechanism) install(c *optioncheck.Errors, o *Options, driven []Driven) error {
	n := p.model.NV()
	mass, inverse := make([]float64, n*n), make([]float64, n*n)
	if err := p.inertiasAt(p.position, mass, inverse); err != nil {
		return err
	}
	if p.settle(c, o, inverse); c.Count() > 0 {
		return c.Err()
	}
	for i := range p.world.NumJoints() {
		joint, slot := p.world.Joint(i), p.world.Slot(i)
		for k := range slot.VelocityLength {
			p.friction[slot.Velocity+k], p.damping[slot.Velocity+k] = joint.Friction, joint.Damping
		}
		if !o.RigidLimits && (joint.Type == worlds.Revolute || joint.Type == worlds.Prismatic) {
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
	for _, d := range driven {
		joint, err := p.drive(d, mass, inverse, weights)
		if err != nil {
			return err
		}
		p.driven = append(p.driven, joint)
	}
	p.addSprings(c, o.Springs, inverse)
	return c.Err()
}

// drive hands the dry friction of a joint to its drive, and returns what the drive needs to know of
// the joint.
func (p *Mechanism) drive(d Driven, mass, inverse, weights []float64) (drivenJoint, error) {
	index, err := p.world.JointIndex(d.Joint)
	if err != nil {
		return drivenJoint{}, err
	}
	joint, slot := p.world.Joint(index), p.world.Slot(index)
	if slot.VelocityLength != 1 || joint.Mimic != nil {
		return drivenJoint{}, fmt.Errorf("no drive can move joint %q; expected a joint of one degree of freedom that mimics no other", d.Joint)
	}
	at := slot.Velocity*p.model.NV() + slot.Velocity
	p.damping[slot.Velocity] = optioncheck.Or(d.Viscous, joint.Damping)
	p.friction[slot.Velocity] -= joint.Friction
	return drivenJoint{name: d.Joint, DrivenJoint: DrivenJoint{
		Position: slot.Position, Velocity: slot.Velocity,
		Inertia:      mass[at] + p.carried(slot.Velocity),
		LeastInertia: leastInertia(inverse[at], p.armature(d.Joint)),
		Viscous:      p.viscous(slot.Velocity),
		Weight:       weights[slot.Velocity],
	}}, nil
}

// settle prepares contacts, grasps, latches and rigid limits, which need the inertias at the start.
func (p *Mechanism) settle(c *optioncheck.Errors, o *Options, inverse []float64) {
	p.felt = p.acceleration
	p.contacts.settle(c, p, inverse)
	for i := range p.grasps {
		p.grasps[i].settle(p, inverse)
	}
	p.addLatches(c, o.Latches, inverse)
	n := p.model.NV()
	for i := range p.world.NumJoints() {
		joint, slot := p.world.Joint(i), p.world.Slot(i)
		if o.RigidLimits && (joint.Type == worlds.Revolute || joint.Type == worlds.Prismatic) {
			p.addRigidLimits(joint, slot, inverse[slot.Velocity*n+slot.Velocity])
		}
	}
	if most := 2*len(p.contacts.pairs) + len(p.grasps) + len(p.latches) + len(p.stops); most > 0 {
		p.solver.constrain(most)
		p.before, p.felt, p.owed = make([]float64, n), make([]float64, n), make([]float64, n)
	}
}

// inertiasAt fills the mass matrix of the joints as they move at a position, and its inverse.
func (p *Mechanism) inertiasAt(position, mass, inverse []float64) error {
	if err := errors.Join(p.workspace.SetPosition(position), p.workspace.MassMatrix(mass)); err != nil {
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

// afloat names the first joint that moves nothing while all others are free, except for rounding: a
// floating base without a mass of its own only moves what moves on it.
func (p *Mechanism) afloat(mass, inverse []float64) error {
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
func (p *Mechanism) weightless(mass []float64) error {
	var names []string
	for i := range p.world.NumJoints() {
		joint, slot := p.world.Joint(i), p.world.Slot(i)
		if at := slot.Velocity; joint.Mimic == nil && slot.VelocityLength == 1 && !(mass[at*p.model.NV()+at] > 0) {
			names = append(names, strconv.Quote(joint.Name))
		}
	}
	const expected = "expected inertias of the links that a joint and its mimic joints move, or rotor_inertia of its servo"
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

// carried is a wheel's share of the inertia of its base and all on it, kg m^2: what it feels when
// all wheels of the base drive ahead, with those that mimic it. 0 for joints that are no wheels.
func (p *Mechanism) carried(velocity int) (inertia float64) {
	for _, w := range p.wheels {
		if share := p.mimics.share(w.spin, velocity); share != 0 {
			inertia += share * share * (w.borne * w.radius * w.radius / w.among)
		}
	}
	return inertia
}

// viscous is the linear friction that a joint feels, N m s/rad or N s/m: its own, and that of what
// mimics it.
func (p *Mechanism) viscous(velocity int) (friction float64) {
	for i, damping := range p.damping {
		share := p.mimics.share(i, velocity)
		friction += share * share * damping
	}
	return friction
}

func (p *Mechanism) armature(joint string) float64 {
	body, _ := p.model.JointIndex(joint)
	return p.model.Body(body).Armature
}

// leastInertia estimates the least inertia that a joint ever moves from the one that it moves at
// the start while all others are free: its rotor, which it moves always, and half of the rest.
func leastInertia(inverse, armature float64) float64 {
	free := 1 / inverse
	return armature + (free-armature)/2
}

func newEndStop(joint worlds.Joint, slot worlds.Slot, inertia float64) endStop {
	margin := EndMargin
	if joint.Type == worlds.Prismatic {
		margin = EndMarginLinear
	}
	return endStop{
		position: slot.Position, velocity: slot.Velocity,
		lower: joint.Limits[0].Lower - margin, upper: joint.Limits[0].Upper + margin,
		stiffness: inertia * endFrequency * endFrequency, damping: 2 * inertia * endFrequency,
	}
}
