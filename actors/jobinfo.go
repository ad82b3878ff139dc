package actors

import (
	"sync/atomic"

	"github.com/robo-actors/robo-actors/messages"
)

// JobInfo describes a job whose code has not returned, for people and for lists.
type JobInfo struct {
	Actor, Name string
	// Number counts the jobs of the actor.
	Number      uint64
	Incarnation messages.Incarnation
	// State is waiting, running, or "ignores its cancellation".
	State string
	// Share is the share of the work that is done, 0 to 1, as the job reported last, with its Text.
	Share float64
	Text  string
	// Deadline is when the job has to have its result.
	Deadline messages.Instant
}

// JobCounts counts the jobs of a system since it started.
type JobCounts struct {
	Started, Succeeded, Cancelled, Late uint64
	// Failed counts jobs that returned an error or panicked.
	Failed uint64
	// Ignoring is the number of jobs that ignore their cancellation now. Each of them keeps a
	// thread.
	Ignoring int
	// Threads is the number of jobs that can run at once.
	Threads int
}

type jobCounters struct {
	started, succeeded, cancelled, late, failed atomic.Uint64
	ignoring                                    atomic.Int64
}

// count counts the outcome of a job.
func (x *jobExecutor) count(err error) {
	switch err {
	case nil:
		x.counts.succeeded.Add(1)
	case ErrJobCancelled:
		x.counts.cancelled.Add(1)
	case ErrJobDeadline:
		x.counts.late.Add(1)
	default:
		x.counts.failed.Add(1)
	}
}

// Jobs describes the jobs of all actors whose code has not returned, in the order of the
// application. It may be called while the system runs.
func (s *System) Jobs() []JobInfo {
	var all []JobInfo
	for _, c := range s.cells() {
		for _, j := range c.openJobs.Load() {
			p := j.latest.Load()
			all = append(all, JobInfo{Actor: c.spec.Name, Name: j.spec.Name, Number: j.number, Incarnation: j.incarnation,
				State: jobStates[j.state.Load()], Share: p.Share, Text: p.Text, Deadline: j.deadline})
		}
	}
	return all
}

// JobCounts counts what became of the jobs of all actors. It may be called while the system runs.
func (s *System) JobCounts() JobCounts {
	c := &s.jobs.counts
	return JobCounts{Started: c.started.Load(), Succeeded: c.succeeded.Load(), Cancelled: c.cancelled.Load(), Late: c.late.Load(),
		Failed: c.failed.Load(), Ignoring: int(c.ignoring.Load()), Threads: int(s.jobs.limit)}
}
