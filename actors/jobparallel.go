package actors

import (
	"runtime"

	"github.com/robo-actors/robo-actors/actors/internal/platform"
	"github.com/robo-actors/robo-actors/internal/usercode"
)

// Parallel returns a function that calls work(0) to work(n-1) on a number of threads and returns
// once all calls have returned. The threads, of a low priority as the job's own, end with the job.
// Calls of work may use Err and Context and must not call Progress. If one panics, the others end
// first, and the job panics. The function is for the goroutine that calls Run.
//
// In virtual time, and with one thread, the calls follow each other. Work that yields the same
// result in any order of its calls therefore yields it everywhere.
func (c *JobContext) Parallel(threads int) func(n int, work func(i int)) {
	if c.job.model != nil || threads <= 1 {
		return func(n int, work func(i int)) {
			for i := range n {
				work(i)
			}
		}
	}
	p := &jobThreads{calls: make(chan jobCall), done: make(chan error)}
	for range threads {
		go p.thread()
	}
	c.threads = append(c.threads, p)
	return p.do
}

// jobThreads are the threads beside a job's own.
type jobThreads struct {
	calls chan jobCall // closed at the end of the job
	done  chan error   // one value for each call
}

// jobCall is one call of work.
type jobCall struct {
	work func(i int)
	i    int
}

func (p *jobThreads) thread() {
	runtime.LockOSThread() // never unlocked: the thread ends with its priority
	platform.LowerPriority()
	ended := false
	defer func() {
		if !ended { // a call ended the goroutine: another one takes its place
			p.done <- errJobGoexit
			go p.thread()
		}
	}()
	for call := range p.calls {
		p.done <- call.run()
	}
	ended = true
}

// run returns an error if the call panics.
func (c jobCall) run() (err error) {
	return usercode.Call(func() error {
		c.work(c.i)
		return nil
	})
}

// do calls work(0) to work(n-1) and waits for all calls.
func (p *jobThreads) do(n int, work func(i int)) {
	var failed error
	given, ended := 0, 0
	take := func(err error) {
		if ended++; err != nil && failed == nil {
			failed = err
		}
	}
	for ended < n {
		if given == n {
			take(<-p.done)
			continue
		}
		select {
		case p.calls <- jobCall{work, given}:
			given++
		case err := <-p.done:
			take(err)
		}
	}
	if failed != nil {
		panic(failed)
	}
}

// endThreads ends the threads that Parallel started.
func (c *JobContext) endThreads() {
	for _, p := range c.threads {
		close(p.calls)
	}
}
