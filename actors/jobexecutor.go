package actors

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/robo-actors/robo-actors/actors/internal/platform"
	"github.com/robo-actors/robo-actors/actors/internal/queue"
	"github.com/robo-actors/robo-actors/internal/usercode"
	"github.com/robo-actors/robo-actors/messages"
)

// jobExecutor runs the jobs of all actors on a bounded number of threads. A goroutine cannot be
// killed: a job that ignores its cancellation keeps its thread until its code returns.
//
// No lock is shared with the threads of jobs, which have a low priority: a domain's thread never
// waits for one of them.
type jobExecutor struct {
	sys     *System
	limit   int32
	busy    atomic.Int32 // threads that run a job, or are about to
	waiting *queue.Queue // of *Job
	counts  jobCounters

	released chan struct{} // closed when the system stops: injected faults hold no job any longer
}

// jobQueue is the number of jobs that may wait for a thread.
const jobQueue = 256

// jobGrace is how long a cancelled job may run on before it is reported as ignoring its
// cancellation.
const jobGrace = time.Second

// DefaultJobThreads is the number of jobs that run at once without WithJobThreads.
const DefaultJobThreads = 1

// WithJobThreads sets the number of jobs that run at once; others wait. The default is
// DefaultJobThreads.
func WithJobThreads(n int) Option { return func(s *settings) { s.jobThreads = n } }

// errNoJobThread refuses a job that would wait behind a full queue.
var errNoJobThread = fmt.Errorf("no room: %d jobs wait for a thread already", jobQueue)

func newJobExecutor(s *System) (*jobExecutor, error) {
	if s.jobThreads < 1 {
		return nil, fmt.Errorf("WithJobThreads(%d): expected at least 1", s.jobThreads)
	}
	return &jobExecutor{sys: s, limit: int32(s.jobThreads), waiting: queue.New(jobQueue), released: make(chan struct{})}, nil
}

// submit runs a job as soon as a thread is free.
func (x *jobExecutor) submit(j *Job) error {
	if x.sys.stopping.Load() {
		return errors.New("the system is stopping")
	}
	j.cell.openJobs.Add(j)
	if !x.waiting.Push(j) {
		j.cell.openJobs.Remove(j)
		return errNoJobThread
	}
	x.counts.started.Add(1)
	if !j.spec.Quiet {
		j.emit("was started", messages.CauseNone)
	}
	j.alarm.Store(x.sys.clock.at(j.deadline, func() { j.stop(ErrJobDeadline) }, nil))
	x.dispatch()
	return nil
}

// dispatch gives free threads to waiting jobs.
func (x *jobExecutor) dispatch() {
	for x.waiting.Length() > 0 && x.takeThread() {
		next, _ := x.waiting.Pop()
		if j, ok := next.(*Job); ok && j.state.CompareAndSwap(jobWaiting, jobRunning) {
			x.launch(j)
			continue
		}
		x.busy.Add(-1) // another call took the job, or it was cancelled while it waited
	}
}

// takeThread takes a thread if one is free. A job that ends dispatches again.
func (x *jobExecutor) takeThread() bool {
	for {
		n := x.busy.Load()
		if n >= x.limit {
			return false
		}
		if x.busy.CompareAndSwap(n, n+1) {
			return true
		}
	}
}

func (x *jobExecutor) launch(j *Job) {
	j.faults = j.cell.takeJobFaults(j.cell.now(), &j.spec)
	if j.model != nil {
		j.model.launch()
		return
	}
	go func() {
		runtime.LockOSThread() // never unlocked: the thread ends with its priority
		platform.LowerPriority()
		var result any
		err := errJobGoexit
		defer func() {
			j.settle(result, err)
			x.ended(j)
		}()
		j.faults.wait(j)
		result, err = j.run()
	}()
}

// run calls the job's code, unless the job was cancelled before.
func (j *Job) run() (result any, err error) {
	c := &JobContext{job: j}
	defer c.endThreads()
	if err := c.Err(); err != nil {
		return nil, err
	}
	failed := usercode.Call(func() (err error) {
		if result, err = j.spec.Run(c); err == nil {
			result = j.faults.distort(j, result)
		}
		return j.faults.after(err)
	})
	if _, panicked := failed.(*usercode.PanicError); panicked {
		return nil, fmt.Errorf("%w: %w", ErrJobPanicked, failed)
	}
	return result, failed
}

// errJobGoexit is the error of a job whose code ends its goroutine.
var errJobGoexit = fmt.Errorf("%w: runtime.Goexit was called; a job returns an error instead", ErrJobPanicked)

// ended frees the thread of a job whose code has returned.
func (x *jobExecutor) ended(j *Job) {
	if j.state.Swap(jobReturned) == jobIgnoring {
		x.counts.ignoring.Add(-1)
		j.emit("returned after it ignored its cancellation", messages.CauseNone)
	}
	j.cancel(context.Canceled) // releases what waits for the end of its context
	x.forget(j)
	x.busy.Add(-1)
	x.dispatch()
}

// forget takes a job of which no code runs out of the lists.
func (x *jobExecutor) forget(j *Job) {
	j.cell.openJobs.Remove(j)
	close(j.returned)
}

// stopped follows a cancelled job until its code returns.
func (x *jobExecutor) stopped(j *Job) {
	switch {
	case j.state.CompareAndSwap(jobWaiting, jobReturned):
		x.forget(j)
	case j.model != nil:
		j.model.stopped()
	default:
		x.watch(j)
	}
}

// watch looks after a while whether the code of a cancelled job has returned.
func (x *jobExecutor) watch(j *Job) {
	x.sys.clock.at(j.cell.now().Add(jobGrace), func() { x.checkReturned(j) }, nil)
}

// checkReturned reports a job that ignores its cancellation.
func (x *jobExecutor) checkReturned(j *Job) {
	if !j.state.CompareAndSwap(jobRunning, jobIgnoring) {
		return
	}
	x.counts.ignoring.Add(1)
	j.emit(fmt.Sprintf("ignores its cancellation: its code did not return within %v and keeps its thread", jobGrace), messages.CauseHang)
}

// release ends what injected faults do to jobs that still run: the system stops.
func (x *jobExecutor) release() {
	close(x.released)
	for _, c := range x.sys.cells() {
		for _, j := range c.openJobs.Load() {
			if j.model != nil && j.model.hanging {
				j.model.hanging = false
				x.ended(j)
			}
		}
	}
}

// awaitAll waits until no code of a job runs. All actors have stopped, so that all jobs are
// cancelled.
func (x *jobExecutor) awaitAll() error {
	grace, cancel := context.WithTimeout(context.Background(), stopGrace)
	defer cancel()
	var errs []error
	for _, c := range x.sys.cells() {
		for _, j := range c.openJobs.Load() {
			what := fmt.Sprintf("job %d %q of %s", j.number, j.spec.Name, c.spec.Name)
			errs = append(errs, awaitEnd(grace, j.returned, nil, what))
		}
	}
	return errors.Join(errs...)
}
