package sim

import (
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// Plant is the simulated physical robot with its drives. Make it with New.
//
// A step of dt goes from the middle of one position to the middle of the next: half a step of motion, one change of
// velocity with mass matrix and forces of the position in between, half a step of motion (Stoermer-Verlet, also called
// leapfrog). The forces of velocity are those of the velocity in between, extrapolated with the last acceleration; that
// the axes of a free body turn is no force, see glider. It is of second order in smooth motion at the cost of one
// evaluation of the model; a freely swinging arm keeps its energy more than a hundred times better than by semi-implicit
// Euler (see the tests). Dry friction, contacts, end stops and linear damping act in the change of velocity, implicitly:
// see drySolver.
type Plant struct {
	world     *worlds.World
	model     *rigidbody.Model
	workspace *rigidbody.Workspace
	truth     truth
	dt        float64 // s
	step      time.Duration
	now       messages.Instant
	failed    error

	position, velocity []float64 // what is true
	acceleration       []float64 // of the last step: its change of velocity over dt
	middle, bias       []float64
	before             []float64 // with constraints: the velocity at the begin of the last step
	// owed is the bias of a step with an impact, while owes: the half of the step behind the impact went with the bias of
	// before it, and the next step makes up for that.
	owed []float64
	owes bool
	felt []float64 // the acceleration of the last step, impacts included; acceleration itself without constraints

	standstill standstill

	servos   []*servo
	byJoint  map[string]*servo
	plugged  map[string]string // joint -> bus
	ports    []*port
	solver   *drySolver
	friction []float64 // a velocity: dry friction of joints without servo and of rolling, as the impulse of a step, N m s or N s
	damping  []float64 // a velocity: linear damping, as what it adds to the inertia in a step, kg m^2 or kg
	ends     []endStop
	wheels   []wheel
	push     push
	contacts contacts
	grasps   []grasp
	latches  []latch
	stops    []stop
	springs  []spring
	mimics   mimics
	gliders  []glider
	turning  []float64 // of gliders: their acceleration in the body's axes where there is none; zero elsewhere
}

// endStop is where a joint ends, a little behind its limits: a stiff spring, critically damped against what moves into
// it.
type endStop struct {
	position, velocity int // where the joint stands in the vectors
	lower, upper       float64
	stiffness, damping float64
}

// Now is the instant up to which the plant is integrated.
func (p *Plant) Now() messages.Instant { return p.now }

// Step is the length of a step.
func (p *Plant) Step() time.Duration { return p.step }

// World is what the plant was built from.
func (p *Plant) World() *worlds.World { return p.world }

// Advance hands the drives what came over their buses, integrates by whole steps up to the instant, at most a step
// before it, and publishes what the drives answer. It fails where the numbers run away, and then for ever: the plant
// keeps its last state, and its drives fall silent.
func (p *Plant) Advance(to messages.Instant) error {
	if p.failed != nil || p.now.Add(p.step) > to {
		return p.failed
	}
	for _, port := range p.ports {
		port.deliver(p.now)
	}
	for p.now.Add(p.step) <= to {
		if err := p.advanceStep(); err != nil {
			p.failed = err
			return err
		}
	}
	for _, port := range p.ports {
		port.publish(p.now)
	}
	return nil
}

func (p *Plant) advanceStep() error {
	half := p.dt / 2
	for _, s := range p.servos {
		s.step(p.now)
	}
	if err := p.moveToMiddle(); err != nil {
		return err
	}
	p.turnAxes()
	for i, v := range p.velocity {
		p.middle[i] = v + half*p.acceleration[i]
	}
	if err := p.gatherForces(); err != nil {
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
	for _, s := range p.servos {
		s.sample(p.position[s.positionAt], p.velocity[s.velocityAt])
	}
	return nil
}

// move takes the positions along with the velocities.
func (p *Plant) move(dt float64) error {
	if err := p.model.Integrate(p.position, p.position, p.velocity, dt); err != nil {
		return err
	}
	p.mimics.Positions(p.position)
	return nil
}

// solve makes the velocity that of the end of the step.
func (p *Plant) solve() bool {
	p.mimics.Clear(p.velocity)
	_, ok := p.solver.solve(p.velocity)
	p.mimics.Velocities(p.velocity)
	return ok && isFinite(sum(p.velocity)) // the mass matrix of a free body is the same wherever it is
}

// changeVelocity makes the velocity that of the end of the step, and the acceleration that of the step.
func (p *Plant) changeVelocity() bool {
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

// changeConstrained is changeVelocity where constraints may act. The search for the new velocity begins where the last
// acceleration leads to. After an impact the acceleration says nothing about what comes next, and counts as none.
func (p *Plant) changeConstrained() bool {
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
func (p *Plant) solveAhead() bool {
	for i, a := range p.acceleration {
		p.velocity[i] = p.before[i] + p.dt*a
	}
	return p.solve()
}

// gatherForces fills the solver for the step: all that acts in the middle of it.
func (p *Plant) gatherForces() error {
	s := p.solver
	if s.stands = p.stands(); s.stands {
		p.weigh()
	} else if err := p.evaluate(); err != nil {
		return err
	}
	copy(s.damping, p.damping)
	copy(s.hold, p.friction)
	for _, servo := range p.servos {
		i := servo.velocityAt
		effort, friction := servo.joint(p.velocity[i])
		s.impulse[i] += p.dt * effort
		s.hold[i] += p.dt * friction
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
func (p *Plant) evaluate() error {
	if err := p.workspace.SetState(p.position, p.middle); err != nil {
		return err
	}
	// The impulses M v - dt h are those that bring the robot to rest, turned round.
	impulse := p.solver.impulse[:len(p.velocity)]
	back := -1 / p.dt
	for i, v := range p.velocity {
		impulse[i] = back * v
	}
	if p.gliders != nil {
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
func (e *endStop) press(p *Plant) {
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
func (p *Plant) ranAway() error {
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
	what := "shorten Step"
	if p.byJoint[name] != nil {
		what = "lower the gains of its servo or " + what
	}
	return fmt.Errorf("plant of world %q: at %s the motion runs away, joint %q first with %g; %s (%s)", p.world.Name(), p.now, name, fastest, what, p.step)
}

// Disturb replaces what is wrong with the drive of a joint.
func (p *Plant) Disturb(joint string, d Disturbance) error {
	s, err := p.servo(joint)
	if err != nil {
		return err
	}
	share := func(x float64) bool { return x >= 0 && x <= 1 }
	if !(d.Jam >= 0) || !share(d.BrakeLoss) || !share(d.Derating) || !share(d.SpeedLoss) || !isFinite(d.PositionBias+d.ReportBias+d.EffortLoss+d.Jam) {
		return fmt.Errorf("plant of world %q: disturbance of joint %q is %+v; expected finite numbers, Jam at least 0, BrakeLoss, Derating and SpeedLoss 0 to 1",
			p.world.Name(), joint, d)
	}
	s.disturb(d)
	return nil
}

// Disturbance is what is wrong with the drive of a joint.
func (p *Plant) Disturbance(joint string) (Disturbance, error) {
	s, err := p.servo(joint)
	if err != nil {
		return Disturbance{}, err
	}
	return s.disturbance, nil
}

func (p *Plant) servo(joint string) (*servo, error) {
	if s, ok := p.byJoint[joint]; ok {
		return s, nil
	}
	names := make([]string, len(p.servos))
	for i, s := range p.servos {
		names[i] = s.info.Joint
	}
	return nil, fmt.Errorf("plant of world %q: no servo drives a joint %q; servos drive %v", p.world.Name(), joint, names)
}
