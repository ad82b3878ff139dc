package wholebody

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace/behavior"
	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace/constrained"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// Errors of the law, which errors.Is distinguishes.
var (
	// ErrDegraded means that the degraded law lasted for longer than it may: no usable model came,
	// constraints clashed, or a gaze had nowhere to look.
	ErrDegraded = errors.New("the degraded law lasted too long")
	// ErrState means that the measured state is not finite.
	ErrState = errors.New("state")
)

// Input is what one tick of the law looks at. Slices of velocities have one entry a velocity of the
// world.
type Input struct {
	// StepS is the time since the last tick, s.
	StepS float64
	// Position, Velocity and Effort are those of the snapshot.
	Position, Velocity, Effort []float64
	// Valid says whose state is known, Passes whose commands reach a drive.
	Valid, Passes []bool
	// Mode of each joint, for replies and events; nil where it is not known.
	Mode []messages.Mode
	// Reference is where the task of Options.Follow should be, nil where no fresh one is known.
	Reference *messages.BodyReference
	// Signals has the values of the declared signals, NaN where one is not known.
	Signals []float64
	// Wrenches are what the force sensors of Options.ForceSensors measure, six numbers each: force
	// N and moment N m on the body about its origin, in its axes. Nil where nothing fresh is known;
	// a sensor with a number that is not finite is not known.
	Wrenches []float64
	// Model is the newest model, nil without one; ModelSequence numbers it and ModelAge is the age
	// of its snapshot.
	Model         *messages.Model
	ModelSequence uint64
	ModelAge      time.Duration
	// Prepared is the number of the newest transition that the model actor was prepared for.
	Prepared uint64
}

// step is the time since the last tick, to the nanosecond: timeouts count whole ticks.
func (in *Input) step() time.Duration {
	return time.Duration(math.Round(in.StepS * float64(time.Second)))
}

// Output is what one tick decided.
type Output struct {
	// Commanded is false while nothing is to be commanded: no model has arrived yet.
	Commanded bool
	// Effort has the efforts of driven joints, Velocity the velocities of virtual ones, or of all
	// where these are the output: one entry a velocity of the world.
	Effort, Velocity []float64
	// outcome is what the state machine did.
	outcome behavior.Outcome
	// Status for people and recordings.
	Status messages.TaskStatus
	// Entered says that Status.Phase differs from that of the tick before, Why why the degraded law
	// is in force: it names the constraints that clash, or the error of the model.
	Entered bool
	Why     error
	// Omitted names settings of states that were entered which could not be made: what users have
	// set does not go with them.
	Omitted error
}

// Law is the controller without its ports: a workspace with the state of references, behaviour and
// hand-over. Equal sequences of inputs give equal outputs. It belongs to one goroutine.
type Law struct {
	axes
	options   *Options
	fromActor bool
	machine   *behavior.Machine
	follower  follower
	feeling   feeling
	sets      []*set
	tasks     []string // names
	kinds     []taskspace.Kind
	frames    []string      // of the model actor
	single    []worlds.Slot // of joints that conditions can be about
	inertia   []float64     // of axes, nil where no axis is virtual

	constraints constrained.Config
	contacts    *contacts
	upright     *upright // the degraded law of a robot on contacts; nil without passive axes
	problem     problem

	measured *rigidbody.Workspace // at the measured state
	ofModel  *rigidbody.Workspace // at the state of the model; nil with model own
	exact    dynamics             // computed here, at the measured state
	shared   dynamics             // of the model
	model    modelView

	phase     messages.TaskPhase
	status    behavior.Status
	in        behavior.Input
	clock     time.Duration // runs while the task sets do: conditions and timeouts pause otherwise
	degraded  float64       // s in the degraded law, since the last time that the law ran for GoodCycles ticks
	steady    int           // ticks in a row of the running law
	why       error         // the newest reason for the degraded law
	good      int           // usable models in a row
	sure      float64       // s for which the states of all joints have been known; infinite before one was not
	following bool          // references follow what is measured
	slowing   bool          // the degraded law was put out at the tick before
	reached   []bool        // whom commands reached then
	changed   bool          // a parameter has been changed since the last tick
	fed       bool          // signals come over an input, whatever users say of them
	handover  *behavior.Handover
	last      []float64 // output of the tick before, efforts or accelerations
	now       []float64 // output of the law in force
	velocity  []float64 // commanded of virtual joints
	moved     []bool    // whom accelerations may move: all but virtual axes that take no commands
	hold      []float64 // position that the degraded law keeps
	decel     []float64 // of the degraded law
	blend     []float64 // scratch
	damped    int
	errors    []float64 // by task
	angles    []float64
	speeds    []float64
}

// Step decides one tick. It allocates nothing unless it fails, a model becomes unusable, or an
// entry of a behaviour sets parameters. After an error the law must be made anew.
func (l *Law) Step(in *Input, out *Output) error {
	if err := l.check(in); err != nil {
		return err
	}
	l.remember(in)
	usable := l.judge(in)
	if usable == nil {
		usable = l.states(in.Valid)
	}
	was := l.phase
	l.choose(usable)
	out.outcome, out.Omitted = behavior.Outcome{From: l.status.State, To: l.status.State}, nil
	for i := range l.errors {
		l.errors[i], l.speeds[i], l.angles[i] = math.NaN(), math.NaN(), math.NaN()
	}
	out.Commanded = l.phase != messages.TaskWaitModel
	if out.Commanded {
		if err := l.act(in, out, was); err != nil {
			return err
		}
	}
	if l.phase != messages.TaskRunning || l.following {
		l.pause(in, out)
	}
	if err := l.patience(in); err != nil {
		return err
	}
	out.Entered, out.Why = l.phase != was, nil
	switch {
	case l.phase == messages.TaskDegraded:
		out.Why = l.why
	case l.phase == messages.TaskWaitModel && l.model.verdict != nil && !l.model.told: // why nothing is commanded
		l.model.told, out.Entered, out.Why = true, true, l.model.verdict
	}
	l.report(in, out)
	return nil
}

func (l *Law) check(in *Input) error {
	for i, q := range in.Position {
		if math.IsNaN(q) || math.IsInf(q, 0) {
			return fmt.Errorf("%w: position[%d] is %g; expected a finite number", ErrState, i, q)
		}
	}
	for i, v := range in.Velocity {
		if math.IsNaN(v) || math.IsInf(v, 0) || math.IsNaN(in.Effort[i]) || math.IsInf(in.Effort[i], 0) {
			return fmt.Errorf("%w: velocity[%d] is %g and effort[%d] is %g; expected finite numbers", ErrState, i, v, i, in.Effort[i])
		}
	}
	if !(in.StepS > 0 && in.StepS <= 1) {
		return fmt.Errorf("%w: the step is %g s; expected more than 0 and at most 1 s", ErrState, in.StepS)
	}
	return nil
}

var errUnknown = errors.New("the state of a joint is unknown")

// states says that the state of an axis which is not virtual is not known: levels over all axes
// cannot be solved then.
func (l *Law) states(valid []bool) error {
	for i, v := range valid {
		if !v && l.known[i] {
			if l.phase != messages.TaskRunning {
				return errUnknown
			}
			return fmt.Errorf("%w: joint %q", errUnknown, l.names[i])
		}
	}
	return nil
}

// choose moves between the phases. Unusable says why the newest model cannot be used, nil where it
// can.
func (l *Law) choose(unusable error) {
	if unusable != nil {
		l.fall(unusable)
		return
	}
	l.good++
	if l.phase == messages.TaskWaitModel || l.phase == messages.TaskDegraded && l.good >= l.options.GoodCycles {
		l.phase = messages.TaskRunning
	}
}

// fall goes to the degraded law, if anything was commanded before.
func (l *Law) fall(why error) {
	l.good, l.why = 0, why
	if l.phase != messages.TaskRunning {
		return
	}
	l.phase = messages.TaskDegraded
	if l.steady >= l.options.GoodCycles {
		l.degraded = 0
	}
	l.steady = 0
}

// patience counts the ticks of the phase, and fails where the degraded law has lasted too long.
func (l *Law) patience(in *Input) error {
	switch l.phase {
	case messages.TaskRunning:
		l.steady++
	case messages.TaskDegraded:
		if l.degraded += in.StepS; l.degraded > l.options.DegradedFor.Seconds() {
			return fmt.Errorf("%w, %.3f s, %s at most: %w", ErrDegraded, l.degraded, l.options.DegradedFor, l.why)
		}
	}
	return nil
}

// act computes the output of the phase and hands over to it. Where the running law finds no output,
// the degraded one takes over in the same tick.
func (l *Law) act(in *Input, out *Output, was messages.TaskPhase) error {
	if err := l.measured.SetState(in.Position, in.Velocity); err != nil {
		return err
	}
	follows := !l.all(in.Passes)
	begins := was == messages.TaskWaitModel || l.following
	l.following = follows
	l.handover.Step(in.StepS)
	l.lead(in, begins || follows)
	partly := follows && !l.velocities && l.any(in.Passes)
	slows := partly
	if l.phase == messages.TaskRunning && !partly {
		err := l.run(in, out, was, begins || follows)
		if err != nil && !unsolvable(err) {
			return err
		}
		if slows = err != nil; slows {
			l.fall(err)
		}
	}
	if slows = slows || l.phase == messages.TaskDegraded; slows {
		if err := l.slowDown(in, out, begins); err != nil {
			return err
		}
	}
	l.slowing = slows && (partly || !follows)
	copy(l.reached, in.Passes)
	return nil
}

// lead finds out which virtual axes may be moved. Those that may not, and those that may again,
// have their commands go on from what is measured; where that has changed, the law has changed too.
func (l *Law) lead(in *Input, begins bool) {
	for i, virtual := range l.virtual {
		if l.unmoved[i] {
			l.moved[i], l.velocity[i] = false, 0
			continue
		}
		moved := !virtual || in.Passes[i]
		if begins || !moved || moved != l.moved[i] {
			l.velocity[i] = in.Velocity[i]
		}
		l.changed = l.changed || moved != l.moved[i]
		l.moved[i] = moved
	}
}

// run follows the active task set.
func (l *Law) run(in *Input, out *Output, was messages.TaskPhase, begins bool) error {
	s := l.sets[l.machine.SetOf(l.status.State)]
	if begins || was != messages.TaskRunning {
		if err := s.start(l.measured, in.Position); err != nil {
			return err
		}
	}
	if err := l.pursue(s, in); err != nil {
		return err
	}
	if err := l.evaluate(s, in, in.StepS); err != nil {
		return err
	}
	switch {
	case begins:
		l.takeOver(l.effective(in, false))
	case was == messages.TaskDegraded:
		if err := l.slow(in, s, l.blend); err != nil {
			return err
		}
		l.handover.Add(l.blend)
		l.takeOver(l.blend)
	case l.changed:
		l.takeOver(l.last)
		l.handover.Step(in.StepS) // at once: a law that changes in every tick would not come into force otherwise
	}
	l.changed = false
	if !l.following {
		if err := l.decide(s, in, out); err != nil {
			return err
		}
	}
	l.put(in, out)
	return nil
}

// effective is the output that is in effect where the commands of this law are not: what is
// measured of driven joints, and no acceleration of virtual ones. Joints that commands reach, and
// have reached before, keep what they were given; where the law goes on, that is its output with
// what is left of hand-overs.
func (l *Law) effective(in *Input, goesOn bool) []float64 {
	if goesOn {
		copy(l.last, l.now)
		l.handover.Add(l.last)
	}
	for i := range l.last {
		switch {
		case l.virtual[i] || l.passive[i]:
			l.last[i] = 0
		case !in.Passes[i] || !l.reached[i]:
			l.last[i] = clamp(in.Effort[i], l.limit[i])
		}
	}
	return l.last
}

// decide moves the state machine on, and hands over where a state was entered.
func (l *Law) decide(s *set, in *Input, out *Output) error {
	l.clock += in.step()
	l.fill(in)
	l.status, out.outcome = l.machine.Step(l.status, &l.in)
	o := &out.outcome
	if !o.Completed {
		return nil
	}
	l.handover.Add(l.now)
	copy(l.last, l.now) // what the set before would put out at this tick
	next := l.sets[l.machine.SetOf(o.To)]
	if next != s {
		if err := next.start(l.measured, in.Position); err != nil {
			return err
		}
	}
	for i := range o.Entered {
		if err := l.enter(l.machine.EnteredState(o, i)); err != nil {
			out.Omitted = errors.Join(out.Omitted, err)
		}
	}
	if err := l.pursue(next, in); err != nil {
		return err
	}
	if err := l.evaluate(next, in, 0); err != nil {
		return err
	}
	l.changed = false
	l.takeOver(l.last)
	return nil
}

// takeOver begins a hand-over from what was put out, or would have been, at this tick. Velocities
// need none: the law keeps what it commands within the bound by itself.
func (l *Law) takeOver(before []float64) {
	if !l.velocities {
		l.handover.Begin(before, l.now)
	}
}

// evaluate computes the output of a task set, within the limits of the axes, and the errors of its
// tasks.
func (l *Law) evaluate(s *set, in *Input, dt float64) error {
	if err := l.feel(s, in); err != nil {
		return err
	}
	if err := s.evaluate(l.measured, in.Position, in.Velocity, dt); err != nil {
		return err
	}
	s.measure(l.independent(in.Velocity), l.errors, l.speeds, l.angles)
	d, err := l.matrices(s, in)
	if err != nil {
		return err
	}
	l.problem = problem{levels: s.levels, dynamics: d, at: l.workspaceOf(), measured: l.measured, position: in.Position, velocity: in.Velocity,
		commanded: l.velocity, forces: s.fresh.Forces(), moved: l.moved, touching: s.touching}
	if l.problem.decided, err = s.solver.solve(&l.problem); err != nil {
		return fmt.Errorf("task set %q: %w", s.name, err)
	}
	l.damped = s.solver.damped()
	l.take(&l.problem.decided)
	return nil
}

// take makes a decision the output of the law in force, within the limits of the axes.
func (l *Law) take(d *decision) {
	for i := range l.now {
		switch {
		case l.velocities:
			l.now[i] = d.velocity[i]
		case l.virtual[i]:
			l.now[i] = d.acceleration[i]
		default:
			l.now[i] = d.effort[i]
		}
		l.now[i] = clamp(l.now[i], l.limit[i])
	}
	l.followers.Clear(l.now)
}

// independent gives velocities in which joints that mimic others have none: rows that are reduced
// count their leaders' only.
func (l *Law) independent(v []float64) []float64 {
	if len(l.followers) == 0 {
		return v
	}
	copy(l.blend, v)
	l.followers.Clear(l.blend)
	return l.blend
}

// put adds what is left of hand-overs and writes the output.
func (l *Law) put(in *Input, out *Output) {
	copy(l.last, l.now)
	l.handover.Take(l.last)
	for i := range l.last {
		l.last[i] = clamp(l.last[i], l.limit[i])
		switch {
		case l.velocities:
			l.velocity[i] = l.last[i]
		case l.virtual[i]:
			l.velocity[i] = clamp(l.velocity[i]+l.last[i]*in.StepS, l.speed[i])
		default:
			out.Velocity[i], out.Effort[i] = 0, l.last[i]
			continue
		}
		out.Velocity[i], out.Effort[i] = l.velocity[i], 0
	}
}

func clamp(v, limit float64) float64 { return math.Max(-limit, math.Min(limit, v)) }

// report fills the status.
func (l *Law) report(in *Input, out *Output) {
	s := &out.Status
	s.Phase, s.State, s.Set = l.phase, uint32(l.status.State), uint32(l.machine.SetOf(l.status.State))
	s.Pending, s.Damped, s.Handover = l.status.Pending.Request, uint32(l.damped), l.handover.Remaining()
	s.ModelSequence, s.SnapshotSequence, s.ModelAge = l.model.sequence, l.model.snapshot, in.ModelAge
	copy(s.Error, l.errors)
	copy(s.Speed, l.speeds)
}

// Outputs returns what the last tick gave each axis: commanded with the rest of hand-overs, own as
// the law in force wants it, and the limit. Entries are efforts of driven axes, N m or N, and
// accelerations of virtual ones. The slices are valid until the next tick. Tests of hand-overs use
// it.
func (l *Law) Outputs() (commanded, own, limit []float64) { return l.last, l.now, l.limit }
