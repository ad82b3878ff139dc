package motion

import (
	"errors"
	"fmt"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/environment"
	"github.com/robo-actors/robo-actors/worlds/planning"
)

// Actor plans motions; see the package comment.
type Actor struct {
	Options

	searcher *searcher
	waiting  []*waiting // requests in the order of arrival; the job of the first one runs
	job      *actors.Job
}

// waiting is a request that has no reply yet.
type waiting struct {
	request PlanRequest
	reply   *actors.Deferred
}

// maxWaiting bounds the requests that wait.
const maxWaiting = 16

// Configure looks up the joints and the tool.
func (a *Actor) Configure(s *actors.Setup) error {
	world, err := actors.Resource[*worlds.World](s)
	if err != nil {
		return err
	}
	group, err := world.Group(a.JointGroup)
	if err != nil {
		return messages.InOption("joint_group", err)
	}
	folder, _ := actors.Resource[actors.Folder](s) // a program without one uses the working directory
	roadmap, err := a.roadmap(string(folder), world, group)
	if err != nil {
		return err
	}
	a.searcher, err = newSearcher(a.Options, world, group, roadmap)
	return err
}

// Receive takes requests, and the end of the job.
func (a *Actor) Receive(c *actors.Context, message any) error {
	switch m := message.(type) {
	case PlanRequest:
		if len(a.waiting) == maxWaiting {
			c.Refuse(fmt.Errorf("%d requests wait already; expected at most %d", len(a.waiting), maxWaiting))
			return nil
		}
		a.waiting = append(a.waiting, &waiting{m, c.Defer()})
		if len(a.waiting) == 1 {
			return a.begin(c)
		}
	case CancelRequest:
		if a.job != nil {
			a.job.Cancel()
		}
	case actors.JobEnded:
		return a.end(c, &m)
	}
	return nil
}

// begin asks the environment for its scene, for the request that waits longest.
func (a *Actor) begin(c *actors.Context) error {
	err := c.Ask(a.Environment, environment.Read{}, a.Deadline, func(c *actors.Context, reply any, err error) error {
		if err != nil {
			return a.answer(c, nil, fmt.Errorf("the environment gave no scene: %w", err))
		}
		return a.search(c, reply.(*environment.Scene))
	})
	if err != nil { // it has stopped, for example
		return a.answer(c, nil, fmt.Errorf("the environment gave no scene: %w", err))
	}
	return nil
}

// search starts the job.
func (a *Actor) search(c *actors.Context, scene *environment.Scene) error {
	q, searcher := a.waiting[0].request, a.searcher
	job, err := c.StartJob(actors.JobSpec{Name: "plan", Deadline: a.Deadline, Duration: a.Duration, Run: func(job *actors.JobContext) (any, error) {
		progress := func(planning.Progress) planning.Action {
			if job.Err() != nil {
				return planning.Interrupt
			}
			return planning.Continue
		}
		return searcher.plan(scene, &q, job.Parallel(searcher.options.Threads), progress)
	}})
	if err != nil {
		return a.answer(c, nil, err)
	}
	a.job = job
	return nil
}

// end answers the request of a job.
func (a *Actor) end(c *actors.Context, m *actors.JobEnded) error {
	a.job = nil
	switch {
	case errors.Is(m.Err, actors.ErrJobCancelled):
		return a.answer(c, &PlanReply{Status: planning.Interrupted, Goal: -1, Detail: "the client cancelled the search"}, nil)
	case errors.Is(m.Err, actors.ErrJobDeadline):
		return a.answer(c, &PlanReply{Status: planning.DeadlineExceeded, Goal: -1, Detail: fmt.Sprintf("no motion within %v", a.Deadline)}, nil)
	case m.Err != nil:
		return a.answer(c, nil, m.Err)
	}
	return a.answer(c, m.Result.(*PlanReply), nil)
}

// answer answers the request that waits longest, and begins with the next one.
func (a *Actor) answer(c *actors.Context, reply *PlanReply, err error) error {
	w := a.waiting[0]
	a.waiting = a.waiting[1:]
	if err != nil {
		w.reply.Refuse(err)
	} else {
		w.reply.Reply(*reply)
	}
	if len(a.waiting) > 0 {
		return a.begin(c)
	}
	return nil
}

// SaveState implements actors.StateSaver: the actor has variables only while requests wait, and
// then it cannot be cloned.
func (a *Actor) SaveState(*actors.StateWriter) error { return nil }

// LoadState implements actors.StateSaver.
func (a *Actor) LoadState(*actors.StateReader) error { return nil }
