package physics

import (
	"fmt"
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// Mechanism is a simulated mechanism. Make it with New. It belongs to one goroutine.
//
// A step of dt goes from the middle of one position to the middle of the next: half a step of
// motion, one change of velocity with mass matrix and forces of the position in between, half a
// step of motion (Stoermer-Verlet, also called leapfrog). The forces of velocity are those of the
// velocity in between, extrapolated with the last acceleration; the turning axes of a free body are
// no force, see freeJoint. The step is of second order in smooth motion at the cost of one
// evaluation of the model; a freely swinging arm keeps its energy more than a hundred times better
// than by semi-implicit Euler. Dry friction, contacts, end stops and linear damping act in the
// change of velocity, implicitly: see drySolver.
type Mechanism struct {
	world     *worlds.World
	model     *rigidbody.Model
	workspace *rigidbody.Workspace
	truth     truth
	dt        float64 // s
	step      time.Duration
	now       messages.Instant

	position, velocity []float64 // true state
	acceleration       []float64 // of the last step: its change of velocity over dt
	middle, bias       []float64
	before             []float64 // with constraints: the velocity at the begin of the last step
	// owed is the bias of a step with an impact, while owes: the half of the step behind the impact
	// went with the bias of before it, and the next step makes up for that.
	owed []float64
	owes bool
	felt []float64 // the acceleration of the last step, impacts included; acceleration itself without constraints

	standstill standstill

	driven   []drivenJoint
	solver   *drySolver
	friction []float64 // per velocity: impulse of dry and rolling friction in a step, N m s or N s
	damping  []float64 // per velocity: linear damping as additional inertia in a step, kg m^2 or kg
	ends     []endStop
	wheels   []wheel
	push     push
	contacts contacts
	grasps   []grasp
	latches  []latch
	stops    []rigidLimit
	springs  []spring
	mimics   mimics
	free     []freeJoint
	turning  []float64 // of free joints: their acceleration in the body's axes without forces; zero elsewhere
}

// drivenJoint is a joint that a drive moves.
type drivenJoint struct {
	DrivenJoint
	name string
}

// endStop is where a joint ends, a little behind its limits: a stiff spring, critically damped
// against what moves into it.
type endStop struct {
	position, velocity int // the joint's places in the vectors
	lower, upper       float64
	stiffness, damping float64
}

// Now returns the instant up to which the mechanism is integrated.
func (p *Mechanism) Now() messages.Instant { return p.now }

// StepLength returns the length of a step.
func (p *Mechanism) StepLength() time.Duration { return p.step }

// World returns the world that the mechanism was built from.
func (p *Mechanism) World() *worlds.World { return p.world }

// Position returns the true position, in the layout of the world. The slice is the mechanism's own:
// the caller reads it before the next step and does not change it.
func (p *Mechanism) Position() []float64 { return p.position }

// Velocity returns the true velocity, in the layout of the world. The slice is the mechanism's own,
// as that of Position.
func (p *Mechanism) Velocity() []float64 { return p.velocity }

// DrivenJoint returns what the drive of the i-th driven joint needs to know of it.
func (p *Mechanism) DrivenJoint(i int) DrivenJoint { return p.driven[i].DrivenJoint }

// Step integrates one step, with the load of every driven joint, in their order. It fails where the
// motion runs away; the mechanism is of no use then.
func (p *Mechanism) Step(loads []Load) error {
	half := p.dt / 2
	if err := p.moveToMiddle(); err != nil {
		return err
	}
	p.turnAxes()
	for i, v := range p.velocity {
		p.middle[i] = v + half*p.acceleration[i]
	}
	if err := p.gatherForces(loads); err != nil {
		return err
	}
	if !p.changeVelocity() {
		return p.ranAway()
	}
	p.turnAxes()
	if err := p.moveToEnd(); err != nil {
		return err
	}
	p.now = p.now.Add(p.step)
	p.truth.stale = true
	return nil
}

// move takes the positions along with the velocities.
func (p *Mechanism) move(dt float64) error {
	if err := p.model.Integrate(p.position, p.position, p.velocity, dt); err != nil {
		return err
	}
	p.mimics.Positions(p.position)
	return nil
}

// solve makes the velocity that of the end of the step.
func (p *Mechanism) solve() bool {
	p.mimics.Clear(p.velocity)
	_, ok := p.solver.solve(p.velocity)
	p.mimics.Velocities(p.velocity)
	return ok && allFinite(p.velocity...) // the mass matrix of a free body is the same wherever it is
}

// changeVelocity makes the velocity that of the end of the step, and the acceleration that of the
// step.
func (p *Mechanism) changeVelocity() bool {
	if p.solver.constraints != nil {
		return p.changeConstrained()
	}
	copy(p.acceleration, p.velocity)
	if !p.solve() {
		return false
	}
	rate := 1 / p.dt
	for i, v := range p.velocity {
		p.acceleration[i] = (v - p.acceleration[i]) * rate
	}
	return true
}

// changeConstrained is changeVelocity where constraints may act. The search for the new velocity
// begins where the last acceleration leads to. After an impact the acceleration says nothing about
// what comes next, and counts as none.
func (p *Mechanism) changeConstrained() bool {
	p.solver.constraints = p.solver.constraints[:0]
	bounces := p.contacts.act(p)
	struck := false
	for i := range p.grasps {
		p.grasps[i].act(p)
		struck = struck || p.grasps[i].fresh
	}
	for i := range p.latches {
		p.latches[i].act(p)
	}
	for i := range p.stops {
		p.stops[i].act(p)
	}
	copy(p.before, p.velocity)
	if !p.solveAhead() || bounces && !p.temper() {
		return false
	}
	for i := range p.grasps {
		p.grasps[i].finish(p)
	}
	for i, v := range p.velocity {
		p.felt[i] = (v - p.before[i]) / p.dt
	}
	if struck || p.contacts.struck(p.dt) {
		clear(p.acceleration)
		p.forces(p.owed)
		p.owes = true
	} else {
		copy(p.acceleration, p.felt)
	}
	return true
}

// solveAhead is solve from where the last acceleration leads to.
func (p *Mechanism) solveAhead() bool {
	for i, a := range p.acceleration {
		p.velocity[i] = p.before[i] + p.dt*a
	}
	return p.solve()
}

// gatherForces fills the solver for the step: all that acts in the middle of it.
func (p *Mechanism) gatherForces(loads []Load) error {
	s := p.solver
	if s.stands = p.stands(); s.stands {
		p.weigh()
	} else if err := p.evaluate(); err != nil {
		return err
	}
	copy(s.damping, p.damping)
	copy(s.hold, p.friction)
	for k, load := range loads {
		i := p.driven[k].Velocity
		s.impulse[i] += p.dt * load.Effort
		s.hold[i] += p.dt * load.Friction
	}
	for k := range p.ends {
		p.ends[k].press(p)
	}
	for k := range p.springs {
		p.springs[k].pull(p)
	}
	if p.owes {
		p.forces(p.bias)
		for i, b := range p.bias {
			s.impulse[i] -= p.dt / 2 * (b - p.owed[i])
		}
		p.owes = false
	}
	p.contacts.gather(p)
	if err := p.addPushes(); err != nil {
		return err
	}
	p.mimics.Forces(s.impulse)
	p.mimics.yieldDamping(s.damping)
	p.mimics.yieldFriction(s.hold)
	return nil
}

// evaluate fills mass matrix and impulses of the solver from the model in the middle of the step.
func (p *Mechanism) evaluate() error {
	if err := p.workspace.SetState(p.position, p.middle); err != nil {
		return err
	}
	// The impulses M v - dt h are those that bring the robot to rest, turned round.
	impulse := p.solver.impulse[:len(p.velocity)]
	back := -1 / p.dt
	for i, v := range p.velocity {
		impulse[i] = back * v
	}
	if p.free != nil {
		p.findTurning()
		for i, a := range p.turning {
			impulse[i] += a
		}
		_ = p.workspace.SetAcceleration(p.turning) // its length is right
	}
	if err := p.workspace.MassMatrixAndForces(p.solver.mass, impulse, impulse); err != nil {
		return err
	}
	for i := range impulse {
		impulse[i] *= -p.dt
	}
	p.mimics.Matrix(p.solver.mass, len(p.velocity))
	p.mimics.Forces(impulse)
	p.learnWeight()
	return nil
}

// press adds the force of an end stop that a joint is in, implicitly.
func (e *endStop) press(p *Mechanism) {
	x := p.position[e.position]
	into := 0.0
	switch {
	case x < e.lower:
		into = x - e.lower
	case x > e.upper:
		into = x - e.upper
	default:
		return
	}
	s := p.solver
	s.impulse[e.velocity] -= p.dt * e.stiffness * into
	s.damping[e.velocity] += p.dt * p.dt * e.stiffness
	if into*p.velocity[e.velocity] > 0 {
		s.damping[e.velocity] += p.dt * e.damping
	}
}

// ranAway is the error of a step without a solution.
func (p *Mechanism) ranAway() error {
	fastest, name := 0.0, ""
	for i := range p.world.NumJoints() {
		slot := p.world.Slot(i)
		for _, v := range p.velocity[slot.Velocity : slot.Velocity+slot.VelocityLength] {
			if v < 0 {
				v = -v
			}
			if !(v <= fastest) {
				fastest, name = v, p.world.Joint(i).Name
			}
		}
	}
	advice := "shorten the step"
	if slices.ContainsFunc(p.driven, func(d drivenJoint) bool { return d.name == name }) {
		advice = "lower the gains of its servo or " + advice
	}
	return fmt.Errorf("plant of world %q: the motion runs away at %s, joint %q first with %g; %s (%s)", p.world.Name(), p.now, name, fastest, advice, p.step)
}
