package elasticplan

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/planners/motion"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/environment"
	"github.com/robo-actors/robo-actors/worlds/perception"
	"github.com/robo-actors/robo-actors/worlds/planning"
)

// Actor moves an arm along elastic plans; see the package comment.
type Actor struct {
	Options
	world *worlds.World

	Snapshot  actors.In[messages.Snapshot]       `port:"snapshot" doc:"state of the world"`
	Reference actors.Out[messages.BodyReference] `port:"reference" doc:"where the tool shall be, in the axes of the world; from the first plan until a joint stops"`
	Posture   actors.Out[messages.JointCommand]  `port:"posture" doc:"where the joints of the joint group shall be, with their velocities, as long as there is a reference"`
	Status    actors.Out[messages.GoalStatus]    `port:"status" doc:"state and progress of the newest goal"`

	course *course
	group  *worlds.JointGroup
	goal   *pursuit
	goals  uint32 // how many there were
	begun  int    // of the option goals
	placed bool   // the course says where the joints shall be
	busy   bool   // a job or the reply of the environment is due
	last   messages.GoalProgress
	record record
}

// pursuit is a goal on the way.
type pursuit struct {
	goals    []motion.Goal
	reply    *actors.Deferred `state:"-"` // nil for a goal of the options; a twin is made without open requests
	ride     *planning.Ride   // nil before the first plan
	begin    messages.Instant // of the ride's period
	next     *planning.Ride   // of the next period, once the job has it
	late     int              // periods in a row without one
	path     planning.Path    // of a plan that replaces the ride at the end of its period
	planning bool             // the planner is due to answer
	wanted   bool             // another plan is wanted
	again    messages.Instant // when the planner is asked
	since    messages.Instant // when the plan was missing first
	tries    int              // of the planner since then
	ending   *ending          // the arm comes to rest before the goal ends
	plans    int
	breaks   int
}

// replies is how long the environment may take for a reply, plans how long the planner may.
const (
	replies = time.Second
	plans   = time.Minute
)

// Patient is the number of periods without a deformation in which the follower goes on.
const Patient = 3

// shares are the shares of the influences that are added to the clearance of a new plan: less where
// the arm is too near already.
var shares = [...]float64{0.4, 0.1, -0.3}

// Configure checks the options.
func (a *Actor) Configure(s *actors.Setup) error {
	world, err := actors.Resource[*worlds.World](s)
	if err != nil {
		return err
	}
	a.world = world
	if a.course, err = newCourse(a.Options, world); err != nil {
		return err
	}
	a.group = a.course.group
	n := len(a.course.joints)
	s.Size(&a.Snapshot, perception.Sizes(world))
	s.Size(&a.Posture, actors.Sizes{"joints": n, "positions": n, "velocities": n})
	s.Size(&a.Status, actors.Sizes{"goals": 1})
	return nil
}

// Receive takes requests, and the ends of jobs.
func (a *Actor) Receive(c *actors.Context, message any) error {
	switch m := message.(type) {
	case Request:
		return a.take(c, &m)
	case messages.GoalRequest:
		s, _, _ := a.Snapshot.Latest()
		reply, to := a.answer(&m, s)
		if to != nil {
			a.begin(c, s, []motion.Goal{{Positions: to}}, nil)
			reply = a.shown(fmt.Sprintf("goal %s of task %q is accepted", a.last.ID, taskName), a.last.ID)
		}
		c.Reply(reply)
	case Cancel:
		if a.goal != nil {
			a.goal.ending = &ending{state: messages.GoalCanceled}
		}
	case actors.JobEnded:
		return a.deformed(c, &m)
	}
	return nil
}

// take begins with the goal of a request.
func (a *Actor) take(c *actors.Context, m *Request) error {
	s, _, known := a.Snapshot.Latest()
	switch {
	case a.goal != nil || a.begun < len(a.Goals):
		c.Refuse(errors.New("the arm is on its way to another goal; expected a request after its end, or Cancel before"))
	case !known || !a.running(s):
		c.Refuse(errors.New("a joint of the arm takes no commands; expected all of them to run"))
	case len(m.Goals) == 0:
		c.Refuse(errors.New("the request has no goal; expected at least one"))
	default:
		a.begin(c, s, m.Goals, c.Defer())
	}
	return nil
}

// begin pursues a goal. The arm begins where it was commanded to be last, if it is there.
func (a *Actor) begin(c *actors.Context, s *messages.Snapshot, goals []motion.Goal, reply *actors.Deferred) {
	if !a.placed || a.course.off(s) > a.PathTolerance {
		a.course.measured(a.course.at, s)
		a.course.rest()
	}
	a.goals++
	a.goal = &pursuit{goals: goals, reply: reply, wanted: true, again: c.Time(), since: c.Time()}
	a.record = record{accepted: c.Time()}
	a.last = messages.GoalProgress{ID: messages.NewGoalID(c.Incarnation(), a.goals), State: messages.GoalActive}
}

// end ends the goal.
func (a *Actor) end(c *actors.Context, state messages.GoalState, reason messages.GoalReason, why string) {
	g := a.goal
	a.goal, a.last.State, a.last.Reason = nil, state, reason
	a.record.ended, a.record.why = c.Time(), why
	if state != messages.GoalSucceeded {
		a.begun = len(a.Goals) // nothing continues by itself
	}
	text := fmt.Sprintf("goal %s %v after %d plans, of which %d broke", a.last.ID, state, g.plans, g.breaks)
	if why != "" {
		text += ": " + why
	}
	c.Emit(messages.Event{Kind: messages.EventNote, Text: text})
	if g.reply != nil {
		g.reply.Reply(Reply{State: state, Detail: why, Plans: g.plans, Breaks: g.breaks})
	}
}

// Tick moves the arm on along its plan.
func (a *Actor) Tick(t *actors.Tick) error {
	s, err := a.world.Whole(a.Snapshot.Fresh(t))
	if errors.Is(err, actors.ErrNoValue) {
		return nil
	}
	if err != nil {
		return err
	}
	if a.goal == nil && a.begun < len(a.Goals) && a.running(s) {
		a.begin(t.Context, s, []motion.Goal{{Positions: a.Goals[a.begun].Positions}}, nil)
		a.begun++
	}
	if a.goal != nil {
		err = a.pursue(t, s)
	}
	if err == nil {
		err = a.publish(t, s)
	}
	if err != nil {
		return err
	}
	status := a.Status.Loan()
	status.Goal[0] = a.last
	return a.Status.Publish(t)
}

// pursue goes on with the goal.
func (a *Actor) pursue(t *actors.Tick, s *messages.Snapshot) error {
	g := a.goal
	switch {
	case !a.running(s):
		a.placed = false
		a.end(t.Context, messages.GoalAborted, messages.GoalJointStopped, "a joint stopped")
		return nil
	case g.wanted && !g.planning && g.ending == nil && t.Now >= g.again:
		if err := a.plan(t.Context); err != nil {
			return err
		}
	}
	if g.ride == nil {
		if e := g.ending; e != nil {
			a.end(t.Context, e.state, e.reason, e.why)
		} else if g.path != nil {
			return a.board(t)
		}
		return nil
	}
	if err := a.proceed(t); err != nil {
		return err
	}
	a.course.sample(g.ride, t.Now.Sub(g.begin).Seconds())
	if a.course.off(s) > a.PathTolerance {
		a.placed = false
		a.end(t.Context, messages.GoalAborted, messages.GoalOffPath, fmt.Sprintf("a joint is more than %g from where it shall be", a.PathTolerance))
		return nil
	}
	a.last.Progress = max(a.last.Progress, g.ride.Progress())
	a.last.Remaining = planning.Distance(a.course.at, g.ride.Plan.Goal())
	a.placed = true
	a.finish(t)
	return nil
}

// finish ends a goal that is reached, or given up by an arm that has come to rest.
func (a *Actor) finish(t *actors.Tick) {
	switch g := a.goal; {
	case g.ride.Arrived():
		copy(a.course.at, g.ride.Plan.Goal())
		a.course.rest()
		a.last.Progress, a.last.Remaining = 1, 0
		a.end(t.Context, messages.GoalSucceeded, messages.GoalNoReason, "")
	case g.ending != nil && planning.Distance(a.course.speed, make([]float64, len(a.course.speed))) < 1e-3:
		a.course.rest()
		a.end(t.Context, g.ending.state, g.ending.reason, g.ending.why)
	}
}

// publish sends where the arm shall be. It rests there after a goal, until a joint stops.
func (a *Actor) publish(t *actors.Tick, s *messages.Snapshot) error {
	if a.placed = a.placed && a.running(s) && a.course.off(s) <= a.PathTolerance; !a.placed {
		return nil
	}
	r := a.Reference.Loan()
	if err := a.course.reference(r, s); err != nil {
		return err
	}
	r.Finished = a.goal == nil
	if err := a.Reference.Publish(t); err != nil {
		return err
	}
	a.course.posture(a.Posture.Loan())
	return a.Posture.Publish(t)
}

// board begins the first ride, at rest.
func (a *Actor) board(t *actors.Tick) (err error) {
	g := a.goal
	if g.ride, err = a.course.ride(append(planning.Path{slices.Clone(a.course.at)}, g.path...), nil); err != nil {
		return err
	}
	g.path, g.begin = nil, t.Now
	return a.look(t.Context)
}

// proceed goes on to the period of now.
func (a *Actor) proceed(t *actors.Tick) error {
	g := a.goal
	if late := t.Now.Sub(g.begin); late > 10*a.Period { // nothing ran for a while: the plan waited
		g.begin = t.Now.Add(-a.Period)
	}
	for t.Now.Sub(g.begin) >= a.Period {
		if err := a.advance(t); err != nil {
			return err
		}
	}
	return nil
}

// advance goes on to the next period: as it was deformed, or else coasting.
func (a *Actor) advance(t *actors.Tick) error {
	g := a.goal
	g.late++
	next := g.next
	if next != nil {
		g.late = 0
	} else {
		from := *g.ride
		from.Stop = g.ending != nil || g.late > Patient
		next = from.Coast(a.Period.Seconds())
	}
	g.ride, g.next, g.begin = next, nil, g.begin.Add(a.Period)
	if g.path != nil {
		if err := a.change(t); err != nil {
			return err
		}
	}
	if why := g.ride.Plan.Broken(); why != "" && !g.wanted {
		g.breaks++
		g.wanted, g.again, g.since, g.tries = true, t.Now, t.Now, 0
		t.Emit(messages.Event{Kind: messages.EventNote, Text: "the plan is broken: " + why + "; the planner is asked again"})
	}
	return a.look(t.Context)
}

// change goes over to another plan, from where the arm is and as fast as it is.
func (a *Actor) change(t *actors.Tick) (err error) {
	g, c := a.goal, a.course
	c.sample(g.ride, 0)
	path := append(planning.Path{slices.Clone(c.at)}, g.path...)
	if g.ride, err = c.ride(path, slices.Clone(c.speed)); err != nil {
		return err
	}
	g.path = nil
	t.Emit(messages.Event{Kind: messages.EventNote, Text: fmt.Sprintf("the arm goes on along plan %d", g.plans)})
	return nil
}

// look has a job deform the plan for the next period, in the newest scene.
func (a *Actor) look(c *actors.Context) error {
	g := a.goal
	if a.busy || g.ending != nil {
		return nil
	}
	a.busy = true
	return c.Ask(a.Environment, environment.Read{}, replies, func(c *actors.Context, reply any, err error) error {
		if a.busy = false; err != nil || a.goal != g || g.ending != nil {
			return nil // without a scene the plan comes to rest
		}
		from, scene, course := g.ride, reply.(*environment.Scene), a.course
		_, err = c.StartJob(actors.JobSpec{Name: "deform", Quiet: true, Deadline: replies, Duration: a.Duration, Run: func(*actors.JobContext) (any, error) {
			moving := *from
			moving.Stop = false
			next, err := course.deformed(&moving, scene)
			return deformation{from, next}, err
		}})
		a.busy = err == nil // without a thread the plan comes to rest, too
		return nil
	})
}

// deformation is the result of a job.
type deformation struct{ from, next *planning.Ride }

// deformed takes the ride of the next period. One for another period than the next is too late.
func (a *Actor) deformed(c *actors.Context, m *actors.JobEnded) error {
	a.busy = false
	g := a.goal
	switch d, is := m.Result.(deformation); {
	case g == nil || errors.Is(m.Err, actors.ErrJobDeadline) || errors.Is(m.Err, actors.ErrJobCancelled):
	case m.Err != nil:
		g.ending = &ending{messages.GoalAborted, messages.GoalNoReason, m.Err.Error()}
	case is && d.from == g.ride:
		g.next = d.next
	}
	return nil
}

// plan asks the planner for a motion from where the arm shall be now.
func (a *Actor) plan(c *actors.Context) error {
	g := a.goal
	g.planning = true
	q := a.course.request(a.course.at, g.goals, shares[g.tries%len(shares)])
	return c.Ask(a.Planner, q, plans, func(c *actors.Context, reply any, err error) error {
		if g.planning = false; a.goal != g {
			return nil
		}
		r, is := reply.(motion.PlanReply)
		if err == nil && is && r.Status.HasPath() {
			g.wanted, g.path, g.plans = false, append(slices.Clone(r.Path[:1]), r.Positions...), g.plans+1
			return nil
		}
		why := fmt.Sprintf("%v: %s", r.Status, r.Detail)
		if err != nil {
			why = err.Error()
		}
		g.tries++
		if g.again = c.Time(); r.Status != planning.StartInCollision || g.tries%len(shares) == 0 {
			g.again = c.Time().Add(a.Retry)
		}
		if c.Time().Sub(g.since) > a.Patience {
			g.ending = &ending{messages.GoalAborted, messages.GoalMissed, "the planner found no motion: " + why}
		}
		return nil
	})
}

// SaveState implements actors.StateSaver: it saves the plan, and where the arm is on it.
func (a *Actor) SaveState(w *actors.StateWriter) error { return w.Save(a.variables()...) }

// LoadState implements actors.StateSaver.
func (a *Actor) LoadState(r *actors.StateReader) error { return r.Load(a.variables()...) }
