package pickplace

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/planners/motion"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/environment"
	"github.com/robo-actors/robo-actors/worlds/perception"
)

// Actor moves objects; see the package comment.
type Actor struct {
	Options
	world *worlds.World

	Snapshot      actors.In[messages.Snapshot]   `port:"snapshot" doc:"state of the world"`
	ArmStatus     actors.In[messages.GoalStatus] `port:"arm_status" doc:"state of the arm's goal"`
	FingersStatus actors.In[messages.GoalStatus] `port:"fingers_status" doc:"state of the fingers' goal"`

	Status actors.Out[Status]               `port:"status" doc:"what the actor does, and what it waits for"`
	Motion actors.Out[messages.GoalCommand] `port:"motion" doc:"the motion that the controller of the arm was given, once"`

	*progress
	kept    *actors.Kept // nil if the application provides none
	group   *worlds.JointGroup
	joints  []string
	state   state
	motion  execution
	cleared bool             // no motion of an earlier incarnation goes on
	told    bool             // a note says what the present phase waits for
	given   bool             // the motion was given to the controller since the last tick
	resume  messages.Instant // of a pause
	since   messages.Instant // when the present phase was first tried
	asked   messages.Instant // when it was tried last
	watched messages.Instant // when the scene was looked at last
}

// progress is how far the work has come. It outlives the actor's incarnations.
type progress struct {
	sequence Sequence
	work     work
	begun    bool
}

// state is what the actor waits for.
type state uint8

const (
	starting  state = iota // the joints do not run yet
	answering              // a reply of another actor, or a job
	executing              // the end of a motion
	stopping               // the end of a motion that was cancelled
	pausing                // the time for another attempt
	finished
)

// execution is a motion that a controller was given.
type execution struct {
	goal    messages.GoalID
	fingers bool
	request motion.PlanRequest
	reply   motion.PlanReply
	grip    grip             // of the goal that it leads to
	sent    messages.Instant // to the controller
	why     string           // it was cancelled
}

// Late is how long other actors may take for a reply, beside the planner, and how long an actor at
// work waits without saying so.
const Late = time.Second

// plans is how long the planner may take for a reply.
const plans = time.Minute

// Configure checks the options.
func (a *Actor) Configure(s *actors.Setup) error {
	world, err := actors.Resource[*worlds.World](s)
	if err != nil {
		return err
	}
	a.world = world
	if a.group, err = world.Group(a.JointGroup); err != nil {
		return messages.InOption("joint_group", err)
	}
	a.joints = a.group.JointNames()
	var errs []error
	if _, err := world.JointIndex(a.FingerJoint); err != nil {
		errs = append(errs, messages.InOption("finger_joint", err))
	}
	if len(a.Places) != len(a.Objects) {
		errs = append(errs, &messages.OptionError{Path: "places", Err: fmt.Errorf("there are %d places", len(a.Places)),
			Expected: fmt.Sprintf("%d, one for each object", len(a.Objects))})
	}
	for i, p := range a.Places {
		if len(p.Position) != 3 {
			errs = append(errs, &messages.OptionError{Path: fmt.Sprintf("places[%d].position", i), Err: fmt.Errorf("it has %d numbers", len(p.Position)), Expected: "x, y, z"})
		}
	}
	if len(a.Headings) == 0 {
		errs = append(errs, &messages.OptionError{Path: "headings", Err: errors.New("the list is empty"), Expected: "at least one direction"})
	}
	a.progress = &progress{sequence: Sequence{Objects: a.Objects}}
	a.kept, _ = actors.Resource[*actors.Kept](s) // a check of the options alone has none
	s.Size(&a.Snapshot, perception.Sizes(world))
	s.Size(&a.ArmStatus, actors.Sizes{"goals": 1})
	s.Size(&a.FingersStatus, actors.Sizes{"goals": 1})
	s.Size(&a.Motion, actors.Sizes{"points": messages.MaxGoalTimes, "values": messages.MaxGoalTimes * len(a.joints)})
	return errors.Join(errs...)
}

// Start goes on with the work of the incarnation before.
func (a *Actor) Start(*actors.Context) error {
	if a.kept == nil {
		return nil
	}
	if before, is := a.kept.Value.(*progress); is {
		a.progress = before
	}
	a.kept.Value = a.progress
	return nil
}

// Tick begins once the joints run, follows motions, and says what it does.
func (a *Actor) Tick(t *actors.Tick) error {
	if err := a.goOn(t); err != nil {
		return err
	}
	if a.given {
		if err := a.show(t); err != nil {
			return err
		}
	}
	return a.Status.Send(t, a.status(t.Context))
}

// show sends the motion.
func (a *Actor) show(t *actors.Tick) error {
	a.given = false
	m := a.Motion.Loan()
	m.Points, m.TimeS, m.Value = uint32(len(a.motion.reply.Times)), m.TimeS[:0], m.Value[:0]
	for i, at := range a.motion.reply.Times {
		m.TimeS, m.Value = append(m.TimeS, at.Seconds()), append(m.Value, a.motion.reply.Positions[i]...)
	}
	return a.Motion.Publish(t)
}

func (a *Actor) goOn(t *actors.Tick) error {
	switch a.state {
	case starting:
		return a.start(t)
	case executing, stopping:
		return a.follow(t)
	case pausing:
		if t.Now >= a.resume {
			return a.act(t.Context)
		}
	}
	return nil
}

// Receive takes the ends of jobs.
func (a *Actor) Receive(c *actors.Context, message any) error {
	if m, is := message.(actors.JobEnded); is {
		return a.checked(c, &m)
	}
	return nil
}

// start begins the work, or goes on with it, once every joint of the arm accepts commands. A motion
// of an earlier incarnation, at which nobody looks any more, ends before.
func (a *Actor) start(t *actors.Tick) error {
	switch {
	case !a.begun:
	case !a.cleared:
		a.cleared, a.state = true, answering
		return a.clear(t.Context, a.Arm, a.Fingers)
	case t.Now < a.resume:
		return nil
	}
	s, err := a.world.Whole(a.Snapshot.Fresh(t))
	if errors.Is(err, actors.ErrNoValue) {
		return nil
	}
	if err != nil {
		return err
	}
	for i := range a.group.NumJoints() {
		if k := a.group.WorldJoint(i); !s.Valid[k] || !s.Mode[k].Passes() {
			return nil
		}
	}
	switch {
	case !a.begun:
		a.work.home, a.begun = a.measured(), true
		a.sequence.Begin()
	case a.sequence.Phase == Done:
		a.state = finished
		return nil
	default:
		t.Emit(messages.Event{Kind: messages.EventNote, Text: fmt.Sprintf("the work goes on: %s: %v", a.sequence.Object(), a.sequence.Phase)})
	}
	return a.next(t.Context)
}

// clear cancels every goal of the controllers, and waits until the joints have come to rest.
func (a *Actor) clear(c *actors.Context, controllers ...string) error {
	if len(controllers) == 0 {
		a.state, a.resume = starting, c.Time().Add(a.Retry)
		return nil
	}
	return query(c, controllers[0], messages.GoalRequest{Verb: messages.GoalCancel}, Late, func(c *actors.Context, _ any, _ error) error {
		return a.clear(c, controllers[1:]...)
	})
}

// measured returns the configuration of the arm.
func (a *Actor) measured() []float64 {
	s, _, _ := a.Snapshot.Latest()
	q := make([]float64, a.group.NumPositions())
	if err := a.group.GatherPosition(q, s.Position); err != nil {
		return nil // the sizes are those of the world
	}
	return q
}

// next begins with the present phase.
func (a *Actor) next(c *actors.Context) error {
	a.since, a.told = c.Time(), false
	if a.sequence.Phase == Done {
		a.state = finished
		c.Emit(messages.Event{Kind: messages.EventNote, Text: Summary(a.sequence.Outcomes)})
		return nil
	}
	return a.act(c)
}

// Summary describes the outcomes of a work in a sentence.
func Summary(outcomes []Outcome) string {
	placed := 0
	var failed []string
	for _, o := range outcomes {
		if o.Placed {
			placed++
		} else {
			failed = append(failed, o.Object+": "+o.Reason)
		}
	}
	text := fmt.Sprintf("placed %d of %d objects", placed, len(outcomes))
	if len(failed) > 0 {
		text += "; " + strings.Join(failed, "; ")
	}
	return text
}

// query asks an actor, and takes an actor that cannot be asked as one that refuses.
func query(c *actors.Context, to string, message any, deadline time.Duration, then func(*actors.Context, any, error) error) error {
	if err := c.Ask(to, message, deadline, then); err != nil {
		return then(c, nil, err)
	}
	return nil
}

// act tries the present phase.
func (a *Actor) act(c *actors.Context) error {
	a.state, a.asked = answering, c.Time()
	if a.sequence.Phase.fingers() {
		return a.moveFingers(c)
	}
	return query(c, a.Environment, environment.Read{}, Late, func(c *actors.Context, reply any, err error) error {
		if err != nil {
			return a.retry(c, err.Error())
		}
		return a.plan(c, reply.(*environment.Scene))
	})
}

// retry waits for another attempt of the present phase, unless the patience has ended.
func (a *Actor) retry(c *actors.Context, why string) error {
	if c.Time().Sub(a.since) < a.Patience {
		a.state, a.resume = pausing, c.Time().Add(a.Retry)
		a.tell(c, why)
		return nil
	}
	return a.giveUp(c, why)
}

// giveUp ends the work on the present object, as far as it has to.
func (a *Actor) giveUp(c *actors.Context, why string) error {
	object, phase := a.sequence.Object(), a.sequence.Phase
	a.sequence.Failed(fmt.Sprintf("%v: %s", phase, why))
	c.Emit(messages.Event{Kind: messages.EventNote, Text: fmt.Sprintf("%s: %v is given up: %s", object, phase, why)})
	return a.next(c)
}

// done ends the present phase well.
func (a *Actor) done(c *actors.Context) error {
	object, phase := a.sequence.Object(), a.sequence.Phase
	a.sequence.Succeeded()
	switch phase {
	case Release:
		a.work.placed = true
	case Retreat:
		if last := a.sequence.Outcomes[len(a.sequence.Outcomes)-1]; last.Placed {
			c.Emit(messages.Event{Kind: messages.EventNote, Text: object + " is placed"})
		}
	}
	return a.next(c)
}

// status describes the work. An answer that is late is reported.
func (a *Actor) status(c *actors.Context) Status {
	s := Status{Phase: a.sequence.Phase, State: [...]State{Starting, Asking, Moving, Stopping, Waiting, Finished}[a.state], Object: uint32(len(a.sequence.Outcomes))}
	for _, o := range a.sequence.Outcomes {
		if o.Placed {
			s.Placed++
		} else {
			s.Failed++
		}
	}
	switch {
	case a.state == answering && c.Time().Sub(a.asked) > Late:
		a.tell(c, "an answer is due since "+a.asked.String())
		s.State = Waiting
	case (a.state == executing || a.state == stopping) && a.silent(c.Time()):
		a.tell(c, "the controller does not say how far the motion is")
		s.State = Waiting
	}
	return s
}

// silent reports whether the controller that moves has sent no status for long.
func (a *Actor) silent(now messages.Instant) bool {
	in := &a.ArmStatus
	if a.motion.fingers {
		in = &a.FingersStatus
	}
	_, stamp, known := in.Latest()
	return now.Sub(a.motion.sent) > Late && (!known || now.Sub(stamp.Time) > Late)
}

// tell reports once what the present phase waits for.
func (a *Actor) tell(c *actors.Context, why string) {
	if !a.told {
		a.told = true
		c.Emit(messages.Event{Kind: messages.EventNote, Text: fmt.Sprintf("%s: %v waits: %s", a.sequence.Object(), a.sequence.Phase, why)})
	}
}

// SaveState implements actors.StateSaver: it saves how far the work has come.
func (a *Actor) SaveState(w *actors.StateWriter) error { return w.Save(a.variables()...) }

// LoadState implements actors.StateSaver.
func (a *Actor) LoadState(r *actors.StateReader) error { return r.Load(a.variables()...) }

func (a *Actor) variables() []any {
	return []any{a.progress, &a.state, &a.motion, &a.cleared, &a.told, &a.given, &a.resume, &a.since, &a.asked, &a.watched}
}
