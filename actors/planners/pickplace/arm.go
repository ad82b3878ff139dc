package pickplace

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/planners/motion"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/environment"
	"github.com/robo-actors/robo-actors/worlds/planning"
)

// plan asks for the motion of the present phase.
func (a *Actor) plan(c *actors.Context, scene *environment.Scene) error {
	name := a.sequence.Object()
	if a.sequence.Phase == Approach {
		h, err := scene.Handle(name)
		if err != nil {
			return a.giveUp(c, err.Error())
		}
		pose, err := scene.Pose(h)
		if err != nil {
			return a.giveUp(c, err.Error())
		}
		a.work = work{object: pose.P, home: a.work.home}
		for k, v := range a.Places[len(a.sequence.Outcomes)].Position {
			a.work.place[k] = float64(v)
		}
	}
	q, grips := a.request(a.sequence.Phase, &a.work, name)
	q.From = a.measured()
	return a.ask(c, scene, q, grips, 0)
}

// ask sends a request to the planner. A motion that cannot begin because the arm is too near to
// something already is asked for again: with half the clearances, and then with half the distances
// from what may move and no other clearance.
func (a *Actor) ask(c *actors.Context, scene *environment.Scene, q motion.PlanRequest, grips []grip, attempt int) error {
	return query(c, a.Planner, q, plans, func(c *actors.Context, reply any, err error) error {
		if err != nil {
			return a.retry(c, err.Error())
		}
		r := reply.(motion.PlanReply)
		switch {
		case r.Status.HasPath():
			a.motion = execution{request: q, reply: r, grip: a.work.grip}
			if r.Goal >= 0 && r.Goal < len(grips) { // Verify rejects another goal
				a.motion.grip = grips[r.Goal]
			}
			return a.verify(c, scene)
		case r.Status == planning.StartInCollision && attempt < 2:
			return a.ask(c, scene, closer(q, attempt), grips, attempt+1)
		}
		a.work.upward = a.sequence.Phase == Retreat && !a.work.upward // for the next attempt
		return a.retry(c, fmt.Sprintf("%v: %s", r.Status, r.Detail))
	})
}

// closer returns a request with smaller clearances.
func closer(q motion.PlanRequest, attempt int) motion.PlanRequest {
	if attempt > 0 {
		q.Clearance = 0
		return q
	}
	q.Clearance /= 2
	q.Keep = slices.Clone(q.Keep)
	for i := range q.Keep {
		q.Keep[i].Away /= 2
	}
	return q
}

// verify has the motion checked before its execution, in the newest scene: bodies may have moved
// while the planner searched.
func (a *Actor) verify(c *actors.Context, before *environment.Scene) error {
	return query(c, a.Environment, environment.Read{}, Late, func(c *actors.Context, reply any, err error) error {
		if err != nil {
			return a.retry(c, err.Error())
		}
		return a.verifyIn(c, reply.(*environment.Scene), before)
	})
}

// verifyIn has a job check the motion. A motion that was free before the planner searched is
// refused because of what has changed since then.
func (a *Actor) verifyIn(c *actors.Context, scene, before *environment.Scene) error {
	m, robot, tool, joints := a.motion, a.Robot, cmp.Or(a.Tool, a.Hand), a.joints
	if _, err := c.StartJob(actors.JobSpec{Name: "verify", Deadline: Late, Duration: 5 * time.Millisecond, Quiet: true, Run: func(*actors.JobContext) (any, error) {
		why, err := motion.Verify(scene, robot, tool, joints, &m.request, &m.reply)
		if why == "" || err != nil {
			return why, err
		}
		if was, err := motion.Verify(before, robot, tool, joints, &m.request, &m.reply); was == "" && err == nil {
			why += "; the scene has changed since the motion was asked for"
		}
		return why, nil
	}}); err != nil {
		return a.retry(c, err.Error())
	}
	return nil
}

// MissedWatches is the number of looks at the rest of a motion without an answer after which the
// motion stops.
const MissedWatches = 4

// check has a job check the motion from a time on, in a scene.
func (a *Actor) check(c *actors.Context, scene *environment.Scene, from time.Duration) error {
	m, robot, joints := a.motion, a.Robot, a.joints
	if _, err := c.StartJob(actors.JobSpec{Name: "watch", Deadline: MissedWatches * a.Watch, Duration: 5 * time.Millisecond, Quiet: true, Run: func(*actors.JobContext) (any, error) {
		rest := [][]float64{m.request.From}
		for i, at := range m.reply.Times {
			switch {
			case at >= from:
				rest = append(rest, m.reply.Positions[i])
			default:
				rest[0] = m.reply.Positions[i]
			}
		}
		return motion.Blocked(scene, robot, joints, &m.request, rest)
	}}); err != nil {
		a.motion.why = err.Error()
		return a.stop(c)
	}
	return nil
}

// checked goes on after a check: it gives the motion to the controller, or stops it.
func (a *Actor) checked(c *actors.Context, m *actors.JobEnded) error {
	why, _ := m.Result.(string)
	if m.Err != nil {
		why = m.Err.Error()
	}
	switch {
	case m.Name == "verify" && why != "":
		return a.retry(c, "the planned motion is refused: "+why)
	case m.Name == "verify":
		a.work.grip = a.motion.grip
		return a.execute(c)
	case why != "" && a.state == executing && !a.motion.fingers:
		a.motion.why = why
		return a.stop(c)
	}
	return nil
}

// execute gives the motion to the controller of the arm.
func (a *Actor) execute(c *actors.Context) error {
	r := &a.motion.reply
	if len(r.Times) == 0 { // the arm is there already
		return a.done(c)
	}
	goal := messages.Goal{Times: append([]time.Duration{0}, r.Times...)}
	for i, name := range a.joints {
		v := messages.GoalValue{Name: name, Numbers: []float64{a.motion.request.From[i]}}
		for _, q := range r.Positions {
			v.Numbers = append(v.Numbers, q[i])
		}
		goal.Values = append(goal.Values, v)
	}
	return a.send(c, a.Arm, goal, false)
}

// moveFingers opens or closes the fingers.
func (a *Actor) moveFingers(c *actors.Context) error {
	to := a.Open
	if a.sequence.Phase == Grasp {
		to = a.Closed
	}
	return a.send(c, a.Fingers, messages.Goal{Values: []messages.GoalValue{{Name: a.FingerJoint, Numbers: []float64{float64(to)}}}}, true)
}

// send gives a controller a goal.
func (a *Actor) send(c *actors.Context, controller string, goal messages.Goal, fingers bool) error {
	return query(c, controller, messages.GoalRequest{Verb: messages.GoalSend, Goal: goal}, Late, func(c *actors.Context, reply any, err error) error {
		if err != nil {
			return a.retry(c, err.Error())
		}
		r := reply.(messages.GoalReply)
		if r.Result != messages.TaskSuccess {
			return a.retry(c, r.Text)
		}
		a.motion.goal, a.motion.fingers, a.state = r.Goals[len(r.Goals)-1].ID, fingers, executing
		a.motion.sent, a.watched, a.given = c.Time(), c.Time(), !fingers
		return nil
	})
}

// stop cancels the motion of the arm, which comes to rest on its path.
func (a *Actor) stop(c *actors.Context) error {
	a.state = stopping
	c.Emit(messages.Event{Kind: messages.EventNote, Text: fmt.Sprintf("%s: %v stops: %s", a.sequence.Object(), a.sequence.Phase, a.motion.why)})
	return a.cancel(c)
}

// cancel asks the controller of the arm to end the motion.
func (a *Actor) cancel(c *actors.Context) error {
	a.watched = c.Time()
	return query(c, a.Arm, messages.GoalRequest{Verb: messages.GoalCancel, ID: a.motion.goal}, Late, func(*actors.Context, any, error) error {
		return nil // the status says what became of the goal
	})
}

// follow looks whether the motion has ended, and at what is in its way.
func (a *Actor) follow(t *actors.Tick) error {
	in := &a.ArmStatus
	if a.motion.fingers {
		in = &a.FingersStatus
	}
	s, _, known := in.Latest()
	switch {
	case !known || s.Goal[0].ID != a.motion.goal:
		if t.Now.Sub(a.motion.sent) > Late {
			return a.retry(t.Context, "the controller has lost the motion")
		}
		return nil
	case !s.Goal[0].State.Ended() && a.state == stopping && t.Now.Sub(a.watched) >= a.Watch:
		return a.cancel(t.Context) // the request before may be lost
	case !s.Goal[0].State.Ended():
		return a.watch(t, s)
	}
	g := s.Goal[0]
	switch {
	case g.State == messages.GoalSucceeded && a.motion.fingers:
		return a.hold(t.Context)
	case g.State == messages.GoalSucceeded:
		return a.done(t.Context)
	case a.state == stopping:
		return a.retry(t.Context, a.motion.why)
	}
	return a.retry(t.Context, fmt.Sprintf("the motion ended as %v: %v", g.State, g.Reason))
}

// watch has the rest of the motion checked in the newest scene, in short intervals.
func (a *Actor) watch(t *actors.Tick, s *messages.GoalStatus) error {
	if a.state != executing || a.motion.fingers || t.Now.Sub(a.watched) < a.Watch {
		return nil
	}
	a.watched = t.Now
	times := a.motion.reply.Times
	passed := time.Duration(s.Goal[0].Progress * float64(times[len(times)-1]))
	return query(t.Context, a.Environment, environment.Read{}, MissedWatches*a.Watch, func(c *actors.Context, reply any, err error) error {
		if a.state != executing {
			return nil
		}
		if err != nil { // what is in the way is unknown
			a.motion.why = err.Error()
			return a.stop(c)
		}
		return a.check(c, reply.(*environment.Scene), passed)
	})
}

// hold tells the environment that the hand holds the object, or no longer does.
func (a *Actor) hold(c *actors.Context) error {
	a.state = answering
	var request any = environment.Release{Object: a.sequence.Object()}
	if a.sequence.Phase == Grasp {
		request = environment.Grab{Robot: a.Robot, Link: a.Hand, Body: a.sequence.Object(), Touch: a.FingerLinks}
	}
	return query(c, a.Environment, request, Late, func(c *actors.Context, _ any, err error) error {
		if err != nil {
			return a.held(c, err.Error())
		}
		return a.done(c)
	})
}

// held goes on if the hand holds the object, or no longer does, although the request failed: its
// reply may be lost, with an earlier incarnation for instance.
func (a *Actor) held(c *actors.Context, why string) error {
	return query(c, a.Environment, environment.Read{}, Late, func(c *actors.Context, reply any, err error) error {
		if err != nil {
			return a.retry(c, err.Error())
		}
		scene := reply.(*environment.Scene)
		h, err := scene.Handle(a.sequence.Object())
		if err != nil {
			return a.retry(c, err.Error())
		}
		body, err := scene.Body(h)
		if err != nil {
			return a.retry(c, err.Error())
		}
		if holds := body.Grabbed && body.Link == a.Hand; holds != (a.sequence.Phase == Grasp) {
			return a.retry(c, why)
		}
		return a.done(c)
	})
}
