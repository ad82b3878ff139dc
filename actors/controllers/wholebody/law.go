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

// Errors of Law.Step.
var (
	// ErrDegraded is the error of a degraded law that took longer than Options.DegradedFor. It
	// wraps the reason: no usable model, constraints that clash, or a gaze without a direction.
	ErrDegraded = errors.New("the degraded law lasted too long")
	// ErrState is the error of an input with a number that is not finite, or with finite numbers
	// that lead to an output that is not a number, and of an invalid step.
	ErrState = errors.New("state")
)

// Input is the input of one tick. Slices of velocities have one entry for each velocity of the
// world.
type Input struct {
	// StepS is the time since the last tick, s.
	StepS float64
	// Position, Velocity and Effort are the measured state of the snapshot, in the world's layout:
	// rad or m, rad/s or m/s, N m or N.
	Position, Velocity, Effort []float64
	// Valid marks axes of known state, Passes axes whose commands reach a drive.
	Valid, Passes []bool
	// Mode is the mode of each axis, for replies and events; nil if unknown.
	Mode []messages.Mode
	// Reference is the reference of the task of Options.Follow, nil without a fresh one.
	Reference *messages.BodyReference
	// Posture has the positions and velocities of the posture of Options.FollowPosture, nil without
	// fresh ones.
	Posture *messages.JointCommand
	// Targets are the commands of the joints of Options.Target and Options.Targets, in this order,
	// nil without a fresh one.
	Targets []*messages.JointCommand
	// Signals holds the values of the declared signals, NaN if unknown.
	Signals []float64
	// Wrenches are the measured wrenches of Options.ForceSensors, six numbers each: force in N and
	// moment in N m on the body about its origin, in its axes. Nil without a fresh value. A sensor
	// with a number that is not finite counts as unknown.
	Wrenches []float64
	// Model is the newest model, nil without one; ModelSequence numbers it and ModelAge is the age
	// of its snapshot.
	Model         *messages.Model
	ModelSequence uint64
	ModelAge      time.Duration
	// Prepared is the number of the newest transition for which the model has all frames.
	Prepared uint64
}

// step is the time since the last tick, to the nanosecond: timeouts count whole ticks.
func (in *Input) step() time.Duration {
	return time.Duration(math.Round(in.StepS * float64(time.Second)))
}

// Output is the output of one tick.
type Output struct {
	// Commanded is false until the first usable model; nothing is commanded before.
	Commanded bool
	// Effort holds the efforts of driven joints, N m or N. Velocity holds the velocities of virtual
	// joints, or with output velocity of all joints, rad/s or m/s. Both have one entry for each
	// velocity of the world.
	Effort, Velocity []float64
	// outcome is what the state machine did.
	outcome behavior.Outcome
	// Status is the status for views and recordings.
	Status messages.TaskStatus
	// Entered is true in the first tick of a phase. Why is the reason for the degraded law: the
	// constraints that clash, or the error of the model.
	Entered bool
	Why     error
	// Omitted joins the errors of entry settings that conflict with parameters set by users.
	Omitted error
}

// Law is the controller without its ports. It holds the state of references, behaviour and
// hand-over. Equal sequences of inputs give equal outputs. A Law is not safe for concurrent use.
type Law struct {
	axes
	options   *Options
	fromActor bool
	machine   *behavior.Machine
	follower  follower
	postured  postureFollower
	targets   []target
	goals     keeper
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
	singular  singularity
	errors    []float64 // by task
	angles    []float64
	speeds    []float64
}

// Step computes one tick. It allocates only when it fails, when a model becomes unusable, or when a
// state's entry sets parameters. After an error the Law is unusable; make a new one.
func (l *Law) Step(in *Input, out *Output) error {
	if err := l.check(in); err != nil {
		return err
	}
	l.remember(in)
	if err := l.measureTargets(in); err != nil {
		return err
	}
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
	l.watch(in)
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
	l.singular.watch(l, in.StepS)
	l.report(in, out)
	return nil
}

// release clears what the tick before has borrowed of ports.
func (l *Law) release(in *Input) {
	l.shared = dynamics{}
	for _, s := range l.sets {
		s.solver.release()
	}
	in.Model, in.Wrenches, in.Reference, in.Posture = nil, nil, nil, nil
	clear(in.Targets)
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

// act computes the output of the phase and hands over to it. Where the running law finds no output,
// the degraded one takes over in the same tick.
func (l *Law) act(in *Input, out *Output, was messages.TaskPhase) error {
	if err := l.measured.SetState(in.Position, in.Velocity); err != nil {
		return err
	}
	follows := !l.all(in.Passes)
	begins := was == messages.TaskWaitModel || l.following
	l.following = follows
	l.interrupt(in)
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
	s := l.active()
	if err := l.settle(s, in); err != nil {
		return err
	}
	if begins || was != messages.TaskRunning {
		if err := s.start(l.measured, in.Position); err != nil {
			return err
		}
	}
	if err := errors.Join(l.pursue(s, in), l.pursuePosture(s, in), l.realise(s, in)); err != nil {
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
	return l.put(in, out)
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
	if err := errors.Join(l.pursue(next, in), l.pursuePosture(next, in), l.realise(next, in)); err != nil {
		return err
	}
	if err := l.evaluate(next, in, 0); err != nil {
		return err
	}
	l.changed = false
	l.takeOver(l.last)
	return nil
}

// report fills the status.
func (l *Law) report(in *Input, out *Output) {
	s := &out.Status
	s.Phase, s.State, s.Set = l.phase, uint32(l.status.State), uint32(l.machine.SetOf(l.status.State))
	s.Pending, s.Damped, s.Handover = l.status.Pending.Request, uint32(l.damped), l.handover.Remaining()
	s.ModelSequence, s.SnapshotSequence, s.ModelAge = l.model.sequence, l.model.snapshot, in.ModelAge
	copy(s.Error, l.errors)
	copy(s.Speed, l.speeds)
}

// Outputs returns three values per axis from the last tick: commanded includes the remainder of
// hand-overs, own is the output of the active law alone, and limit is the bound. Values are
// efforts of driven axes, N m or N, and accelerations of virtual ones. The slices are valid until
// the next tick. Tests of hand-overs use it.
func (l *Law) Outputs() (commanded, own, limit []float64) { return l.last, l.now, l.limit }
