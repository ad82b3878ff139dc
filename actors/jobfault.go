package actors

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/robo-actors/robo-actors/actors/internal/random"
	"github.com/robo-actors/robo-actors/internal/usercode"
	"github.com/robo-actors/robo-actors/messages"
)

// jobFaults are the injected faults of one job: those of its actor when the job's code begins.
type jobFaults struct {
	slower        time.Duration // the code begins later
	hangs         bool          // the code does not begin and ignores cancellation
	hangTime      time.Duration // how long it hangs; zero until the system stops
	fails, panics bool          // the code ends with an error or a panic
	wrong         string        // the result is wrong in this way; empty for the code's own
}

// Distortable is a result of a job that has wrong forms of itself, for the fault job_wrong. The
// fault does not change other results.
type Distortable interface {
	// Distorted returns a wrong result of the same type and leaves the receiver as it is: one that
	// breaks the rules of its type, such as lengths and finite numbers, or a well-formed one, which
	// only a comparison with something else reveals.
	Distorted(malformed bool, draw *rand.Rand) any
}

// The choices of the fault job_wrong.
const (
	wellFormed = "well_formed"
	malformed  = "malformed"
)

// distort returns the result of a job with the fault of wrong results.
func (f *jobFaults) distort(j *Job, result any) any {
	if d, is := result.(Distortable); is && f.wrong != "" {
		return d.Distorted(f.wrong == malformed, random.Stream(j.cell.sys.seed, fmt.Sprintf("%s job %d job_wrong", j.cell.spec.Name, j.number)))
	}
	return result
}

// errInjected is the error of a job that an injected fault fails.
var errInjected = errors.New("injected error")

// takeJobFaults returns the faults of a job that begins now. A fault that happens once hits one
// job.
func (c *cell) takeJobFaults(now messages.Instant, spec *JobSpec) (hit jobFaults) {
	for _, f := range c.faults.Load() {
		if f.Kind.seam() != SeamJob || !f.active(now) || f.once() && !c.faults.Remove(f) {
			continue
		}
		switch f.Kind {
		case FaultJobSlow:
			hit.slower += f.takes(spec.Duration)
		case FaultJobHang:
			hit.hangs, hit.hangTime = true, f.Delay
		case FaultJobWrong:
			hit.wrong = f.Choice
		case FaultJobError:
			hit.fails = true
		case FaultJobPanic:
			hit.panics = true
		}
	}
	return hit
}

// after applies the faults that end a job, once its code has returned err.
func (f *jobFaults) after(err error) error {
	switch {
	case f.panics:
		panic(usercode.Injected("injected"))
	case f.fails:
		return errInjected
	}
	return err
}

// wait holds the job's thread in real time until its code may begin: cancellation ends the wait of
// a slow job, and only the end of the system that of a job which hangs for good.
func (f *jobFaults) wait(j *Job) {
	x := j.executor
	if f.hangs {
		if f.hangTime == 0 {
			<-x.released
			return
		}
		waitUntil(x, f.hangTime, nil)
	}
	if f.slower > 0 {
		waitUntil(x, f.slower, j.ctx.Done())
	}
}

// waitUntil returns after d, when the channel is closed, or when the system stops.
func waitUntil(x *jobExecutor, d time.Duration, ended <-chan struct{}) {
	over := make(chan struct{})
	alarm := x.sys.clock.at(x.sys.now().Add(d), func() { close(over) }, nil)
	select {
	case <-over:
	case <-ended:
		x.sys.clock.cancel(alarm)
	case <-x.released:
		x.sys.clock.cancel(alarm)
	}
}
