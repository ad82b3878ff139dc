package actors

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/robo-actors/robo-actors/actors/internal/random"
	"github.com/robo-actors/robo-actors/messages"
)

// JobContext is what the code of a job uses. It belongs to the goroutine that calls Run; Err and
// Context may be used by any goroutine that Run starts and waits for.
type JobContext struct {
	job     *Job
	share   float64
	random  *rand.Rand
	threads []*jobThreads // that Parallel started
}

// Name returns the name of the job.
func (c *JobContext) Name() string { return c.job.spec.Name }

// Actor returns the path of the actor that started the job.
func (c *JobContext) Actor() string { return c.job.cell.spec.Name }

// Incarnation returns the incarnation of the actor that started the job.
func (c *JobContext) Incarnation() messages.Incarnation { return c.job.incarnation }

// Rand returns the job's own random stream, derived from the system's seed, the actor and the
// number of the job.
func (c *JobContext) Rand() *rand.Rand {
	if c.random == nil {
		c.random = random.Stream(c.job.cell.sys.seed, fmt.Sprintf("%s job %d", c.job.cell.spec.Name, c.job.number))
	}
	return c.random
}

// Context returns a context that ends when the job is cancelled or exceeds its deadline. In virtual
// time it ends only while the job is within Progress.
func (c *JobContext) Context() context.Context { return c.job.ctx }

// Err returns nil while the job should go on. Otherwise it returns ErrJobCancelled or
// ErrJobDeadline, and Run should return.
func (c *JobContext) Err() error { return context.Cause(c.job.ctx) }

// Progress reports the share of the work that is done, 0 to 1, with a text for people, and returns
// Err. In virtual time it returns once that share of the job's modelled duration has passed.
func (c *JobContext) Progress(share float64, text string) error {
	if err := c.Err(); err != nil {
		return err
	}
	if share > c.share { // false for NaN
		c.share = math.Min(share, 1)
	}
	if m := c.job.model; m != nil {
		m.pause(c.share, text)
	} else {
		c.job.report(c.share, text)
	}
	return c.Err()
}
