package actors

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/robo-actors/robo-actors/actors/internal/timerqueue"
	"github.com/robo-actors/robo-actors/messages"
)

// JobSpec describes a job: work that takes longer than a tick, such as planning, identification or
// building a database.
type JobSpec struct {
	// Name names the job in its messages, in events and in lists.
	Name string
	// Run does the work. It runs beside the actor, on a thread of its own at low priority, and must
	// not use anything that the actor changes: the function copies what it needs before it starts.
	// The result must not be changed after Run returned. Run ends soon after its [JobContext]
	// reports an error.
	Run func(*JobContext) (result any, err error)
	// Deadline bounds the time from StartJob to the result, including the wait for a thread.
	// Required.
	Deadline time.Duration
	// Duration is the modelled time that Run takes in virtual time, where its result arrives that
	// much after it began. Real time ignores it.
	Duration time.Duration
	// Quiet: no event reports that the job started, nor that it ended with its result or because it
	// was cancelled. It is for jobs that repeat many times a second, which would fill recordings.
	// Failures are events all the same.
	Quiet bool
}

func (s *JobSpec) check() error {
	switch {
	case s.Name == "":
		return errors.New("a job has no name; expected one for events and lists")
	case s.Run == nil:
		return fmt.Errorf("job %q has no function Run", s.Name)
	case s.Deadline <= 0:
		return fmt.Errorf("job %q has a deadline of %v; expected a positive duration", s.Name, s.Deadline)
	case s.Duration < 0:
		return fmt.Errorf("job %q has a modelled duration of %v; expected zero or more", s.Name, s.Duration)
	}
	return nil
}

// JobProgress is received by the actor that started a job while the job runs. Newer progress
// replaces progress that was not received yet.
type JobProgress struct {
	Name string
	// Number is that of the [Job].
	Number      uint64
	Incarnation messages.Incarnation
	// Share is the share of the work that is done, 0 to 1. It never decreases.
	Share float64
	Text  string
}

// JobEnded is the last message about a job. Each job that an incarnation started has one, unless
// the incarnation ends before.
type JobEnded struct {
	Name string
	// Number is that of the [Job].
	Number      uint64
	Incarnation messages.Incarnation
	// Result is what Run returned, nil after an error.
	Result any
	// Err is nil after success. Otherwise it is ErrJobCancelled, ErrJobDeadline, an error that
	// wraps ErrJobPanicked, or the error that Run returned.
	Err error
}

// The errors of jobs that did not end by themselves.
var (
	// ErrJobCancelled means that the actor cancelled the job, or that its incarnation ended.
	ErrJobCancelled = errors.New("the job was cancelled")
	// ErrJobDeadline means that the job had no result at its deadline.
	ErrJobDeadline = errors.New("the job exceeded its deadline")
	// ErrJobPanicked is wrapped by the error of a job whose code panicked or ended its goroutine.
	ErrJobPanicked = errors.New("the job panicked")
)

// MaxJobs is the number of jobs that an incarnation may have open.
const MaxJobs = 16

// Job is a job that an actor started. Its methods are for that actor.
type Job struct {
	spec        JobSpec
	cell        *cell
	incarnation messages.Incarnation
	number      uint64
	executor    *jobExecutor
	deadline    messages.Instant

	ctx    context.Context
	cancel context.CancelCauseFunc
	alarm  atomic.Pointer[timerqueue.Event] // at the deadline

	progress atomic.Pointer[JobProgress] // not received yet
	latest   atomic.Pointer[JobProgress] // for lists
	outcome  atomic.Pointer[JobEnded]    // set once
	state    atomic.Uint32
	returned chan struct{} // closed once no code of the job runs any more

	faults jobFaults // from the begin of its code on
	model  *jobModel // in virtual time
}

// The states of a job's code.
const (
	jobWaiting uint32 = iota // for a thread
	jobRunning
	jobIgnoring // it runs on although it was cancelled
	jobReturned
)

var jobStates = [...]string{"waiting", "running", "ignores its cancellation", "returned"}

// Name returns the name of the job's JobSpec.
func (j *Job) Name() string { return j.spec.Name }

// Number counts the jobs of the actor over all its incarnations, from 1.
func (j *Job) Number() uint64 { return j.number }

// Cancel ends the job: its actor receives JobEnded with ErrJobCancelled, and the job's code is
// asked to return. It reports whether the job was still open.
func (j *Job) Cancel() bool { return j.stop(ErrJobCancelled) }

// StartJob starts a job. The actor, which needs a method Receive, receives JobProgress and one
// JobEnded. A job ends with its incarnation: its code is asked to return, and its result is
// dropped.
func (c *Context) StartJob(spec JobSpec) (*Job, error) {
	if c.fenced() || c.leaving {
		return nil, ErrFenced
	}
	if err := spec.check(); err != nil {
		return nil, fmt.Errorf("%s: %w", c.Name(), err)
	}
	switch {
	case c.receiver == nil:
		return nil, fmt.Errorf("%s starts job %q without a method Receive, which takes its result", c.Name(), spec.Name)
	case len(c.jobs) >= MaxJobs:
		return nil, fmt.Errorf("%s has %d open jobs; expected at most %d", c.Name(), len(c.jobs), MaxJobs)
	}
	j := c.cell.newJob(spec, c.incarnation)
	if err := j.executor.submit(j); err != nil {
		return nil, fmt.Errorf("%s: job %q: %w", c.Name(), spec.Name, err)
	}
	c.jobs = append(c.jobs, j)
	if c.fenced() { // the watchdog fenced this incarnation meanwhile and may not have seen the job
		j.stop(ErrJobCancelled)
	}
	return j, nil
}

func (c *cell) newJob(spec JobSpec, incarnation messages.Incarnation) *Job {
	j := &Job{spec: spec, cell: c, incarnation: incarnation, number: c.jobCount.Add(1), executor: c.sys.jobs,
		deadline: c.now().Add(spec.Deadline), returned: make(chan struct{})}
	j.ctx, j.cancel = context.WithCancelCause(context.Background())
	j.latest.Store(&JobProgress{})
	if c.sys.virtual != nil {
		j.model = newJobModel(j)
	}
	return j
}

// stop ends the job without a result and asks its code to return. It reports whether the job was
// open.
func (j *Job) stop(reason error) bool {
	if !j.settle(nil, reason) {
		return false
	}
	j.cancel(reason)
	j.executor.stopped(j)
	return true
}

// settle sets the outcome of a job that has none, and wakes its actor.
func (j *Job) settle(result any, err error) bool {
	if err != nil {
		result = nil
	}
	ended := &JobEnded{Name: j.spec.Name, Number: j.number, Incarnation: j.incarnation, Result: result, Err: err}
	if !j.outcome.CompareAndSwap(nil, ended) {
		return false
	}
	if alarm := j.alarm.Load(); alarm != nil {
		j.cell.sys.clock.cancel(alarm)
	}
	j.executor.count(err)
	if cause := outcomeCause(err); cause != messages.CauseNone || !j.spec.Quiet {
		j.emit(outcomeText(err), cause)
	}
	j.cell.mailbox.notify()
	return true
}

func outcomeText(err error) string {
	if err == nil {
		return "has its result"
	}
	return "ended without a result: " + err.Error()
}

func outcomeCause(err error) messages.Cause {
	switch {
	case err == nil, errors.Is(err, ErrJobCancelled):
		return messages.CauseNone
	case errors.Is(err, ErrJobPanicked):
		return messages.CausePanic
	case errors.Is(err, ErrJobDeadline):
		return messages.CauseHang
	}
	return messages.CauseError
}

// emit reports what happened to the job as an event of its actor.
func (j *Job) emit(text string, cause messages.Cause) {
	j.cell.sys.emit(messages.Event{Time: j.cell.now(), Kind: messages.EventJob, Cause: cause, Source: j.cell.spec.Name,
		Incarnation: j.incarnation, Text: fmt.Sprintf("job %d %q %s", j.number, j.spec.Name, text)})
}

// report publishes progress for the actor and for lists.
func (j *Job) report(share float64, text string) {
	if j.outcome.Load() != nil {
		return
	}
	p := &JobProgress{Name: j.spec.Name, Number: j.number, Incarnation: j.incarnation, Share: share, Text: text}
	j.latest.Store(p)
	if j.progress.Swap(p) == nil {
		j.cell.mailbox.notify()
	}
}

// jobMessages delivers progress and results of jobs, in the order in which the jobs were started.
func (m *mailbox) jobMessages(e *executor, l *Context) (delivered bool) {
	for i := 0; i < len(l.jobs) && m.proceeds(l); {
		j := l.jobs[i]
		ended := j.outcome.Load()
		if p := j.progress.Swap(nil); p != nil {
			delivered = true
			m.cell.receive(e, l, *p)
		}
		if ended == nil || !m.proceeds(l) {
			i++
			continue
		}
		l.jobs = append(l.jobs[:i], l.jobs[i+1:]...)
		delivered = true
		m.cell.receive(e, l, *ended)
	}
	return delivered
}

// cancelJobs cancels every job of the actor, whose incarnation ends. Any thread may call it.
func (c *cell) cancelJobs() {
	for _, j := range c.openJobs.Load() {
		j.stop(ErrJobCancelled)
	}
}
