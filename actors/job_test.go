package actors

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// planning is an actor that starts jobs at its start and notes what it receives about them.
func planning(j *journal, specs ...JobSpec) *script {
	return &script{
		start: func(a *scripted, c *Context) error {
			for _, s := range specs {
				if _, err := c.StartJob(s); err != nil {
					return err
				}
			}
			return nil
		},
		receive: func(a *scripted, c *Context, message any) error {
			noteJob(j, c, message)
			return nil
		},
	}
}

func noteJob(j *journal, c *Context, message any) {
	now := time.Duration(c.Time())
	switch m := message.(type) {
	case JobProgress:
		j.add("%v %s %d of incarnation %d: %.2f %s", now, m.Name, m.Number, m.Incarnation, m.Share, m.Text)
	case JobEnded:
		j.add("%v %s %d of incarnation %d: %v, %v", now, m.Name, m.Number, m.Incarnation, m.Result, m.Err)
	}
}

// steps is a job that reports its progress n times and returns its name.
func steps(name string, n int, duration time.Duration) JobSpec {
	return JobSpec{Name: name, Deadline: time.Minute, Duration: duration, Run: func(c *JobContext) (any, error) {
		for i := range n {
			if err := c.Progress(float64(i+1)/float64(n+1), fmt.Sprint("step ", i+1)); err != nil {
				return nil, err
			}
		}
		return name, nil
	}}
}

func TestJobsResultArrivesAfterItsModelledDuration(t *testing.T) {
	var j journal
	sys := virtual(t, Application{Actors: []Spec{planning(&j, steps("plan", 3, 400*ms)).spec("w/a", 50*ms)}})
	advance(t, sys, time.Second)
	j.wants(t,
		"100ms plan 1 of incarnation 1: 0.25 step 1",
		"200ms plan 1 of incarnation 1: 0.50 step 2",
		"300ms plan 1 of incarnation 1: 0.75 step 3",
		"400ms plan 1 of incarnation 1: plan, <nil>")
	if n := sys.JobCounts(); n != (JobCounts{Started: 1, Succeeded: 1, Threads: 1}) {
		t.Errorf("counts %+v", n)
	}
}

func TestEventDrivenActorReceivesItsJobsAtOnce(t *testing.T) {
	var j journal
	sys := virtual(t, Application{Actors: []Spec{planning(&j, steps("plan", 1, 3*ms)).spec("w/a", 0)}})
	advance(t, sys, time.Second)
	j.wants(t, "1.5ms plan 1 of incarnation 1: 0.50 step 1", "3ms plan 1 of incarnation 1: plan, <nil>")
}

func TestJobsWaitForAFreeThread(t *testing.T) {
	run := func(threads int) string {
		var j journal
		app := Application{Actors: []Spec{
			planning(&j, steps("first", 0, 30*ms), steps("second", 0, 10*ms)).spec("w/a", 0),
			planning(&j, steps("third", 0, 20*ms)).spec("w/b", 0)}}
		sys := virtual(t, app, WithJobThreads(threads))
		if jobs := sys.Jobs(); len(jobs) != 3 || jobs[0].State != "running" || jobs[2].Actor != "w/b" {
			t.Errorf("jobs %+v", jobs)
		}
		advance(t, sys, time.Second)
		if jobs := sys.Jobs(); jobs != nil {
			t.Errorf("jobs %+v are left", jobs)
		}
		return j.String()
	}
	one := "30ms first 1 of incarnation 1: first, <nil>\n" +
		"40ms second 2 of incarnation 1: second, <nil>\n" +
		"60ms third 1 of incarnation 1: third, <nil>"
	if got := run(1); got != one {
		t.Errorf("one thread:\n%s", got)
	}
	two := "10ms second 2 of incarnation 1: second, <nil>\n" +
		"30ms first 1 of incarnation 1: first, <nil>\n" +
		"30ms third 1 of incarnation 1: third, <nil>"
	if got := run(2); got != two {
		t.Errorf("two threads:\n%s", got)
	}
}

func TestFailedJobsFailNothingElse(t *testing.T) {
	var j, events journal
	job := func(name string, run func(*JobContext) (any, error)) JobSpec {
		return JobSpec{Name: name, Deadline: time.Second, Duration: ms, Run: run}
	}
	sys := virtual(t, Application{Actors: []Spec{planning(&j,
		job("error", func(*JobContext) (any, error) { return 7, errScripted }),
		job("panic", func(*JobContext) (any, error) { panic("out of memory") }),
		job("goexit", func(*JobContext) (any, error) { runtime.Goexit(); return nil, nil }),
		job("nil error", func(*JobContext) (any, error) { var e *StopError; return nil, e }),
	).spec("w/a", 0)}}, eventLog(&events, messages.EventJob, messages.EventFailed))
	advance(t, sys, time.Second)
	j.wants(t,
		"1ms error 1 of incarnation 1: <nil>, as the script says",
		"2ms panic 2 of incarnation 1: <nil>, the job panicked: panic: out of memory",
		"3ms goexit 3 of incarnation 1: <nil>, the job panicked: runtime.Goexit was called; a job returns an error instead",
		"4ms nil error 4 of incarnation 1: <nil>, a nil *actors.StopError was returned as an error, which is not nil: return nil itself for no error")
	events.wants(t,
		`0.000000s w/a job: job 1 "error" was started`,
		`0.000000s w/a job: job 2 "panic" was started`,
		`0.000000s w/a job: job 3 "goexit" was started`,
		`0.000000s w/a job: job 4 "nil error" was started`,
		`0.001000s w/a job cause error: job 1 "error" ended without a result: as the script says`,
		`0.002000s w/a job cause panic: job 2 "panic" ended without a result: the job panicked: panic: out of memory`,
		`0.003000s w/a job cause panic: job 3 "goexit" ended without a result: the job panicked: runtime.Goexit was called; a job returns an error instead`,
		`0.004000s w/a job cause error: job 4 "nil error" ended without a result: a nil *actors.StopError was returned as an error, which is not nil: return nil itself for no error`)
	if n := sys.JobCounts(); n.Failed != 4 || healthOf(t, sys, "w/a").State != "running" {
		t.Errorf("counts %+v, actor %s", n, healthOf(t, sys, "w/a").State)
	}
}

// A quiet job that works well, or is cancelled, leaves no event; its failure does.
func TestQuietJobsReportTheirFailuresOnly(t *testing.T) {
	var j, events journal
	quiet := func(spec JobSpec) JobSpec {
		spec.Quiet = true
		return spec
	}
	late := steps("late", 1, time.Minute)
	late.Deadline = 100 * ms
	sys := virtual(t, Application{Actors: []Spec{
		planning(&j, quiet(steps("well", 3, ms)), quiet(late),
			quiet(JobSpec{Name: "error", Deadline: time.Second, Run: func(*JobContext) (any, error) { return nil, errScripted }})).spec("w/a", 0),
		cancelling(&j, quiet(steps("cancelled", 3, time.Second)), 10*ms).spec("w/b", 0),
	}}, WithJobThreads(4), eventLog(&events, messages.EventJob))
	advance(t, sys, 2*time.Second)
	events.wants(t,
		`0.000000s w/a job cause error: job 3 "error" ended without a result: as the script says`,
		`0.100000s w/a job cause hang: job 2 "late" ended without a result: the job exceeded its deadline`)
	if n := sys.JobCounts(); n.Started != 4 || n.Succeeded != 1 || n.Failed != 1 || n.Late != 1 || n.Cancelled != 1 {
		t.Errorf("counts %+v; expected quiet jobs to be counted as others", n)
	}
}

// cancelling starts one job, and cancels it after a time.
func cancelling(j *journal, spec JobSpec, after time.Duration) *script {
	var job *Job
	return &script{
		start: func(a *scripted, c *Context) (err error) {
			c.After("cancel", after, "cancel")
			job, err = c.StartJob(spec)
			return err
		},
		receive: func(a *scripted, c *Context, message any) error {
			if message == "cancel" {
				first := job.Cancel()
				j.add("%v cancelled %t, again %t", time.Duration(c.Time()), first, job.Cancel())
			}
			noteJob(j, c, message)
			return nil
		},
	}
}

func TestCancelledJobReturnsAtItsNextProgress(t *testing.T) {
	var j journal
	spec := steps("plan", 3, 400*ms)
	run := spec.Run
	spec.Run = func(c *JobContext) (any, error) {
		result, err := run(c)
		j.add("its code returns %v, context %v", err, context.Cause(c.Context()))
		return result, err
	}
	sys := virtual(t, Application{Actors: []Spec{cancelling(&j, spec, 150*ms).spec("w/a", 0), planning(&j, steps("next", 0, ms)).spec("w/b", 0)}})
	advance(t, sys, time.Second)
	j.wants(t,
		"100ms plan 1 of incarnation 1: 0.25 step 1",
		"its code returns the job was cancelled, context the job was cancelled",
		"150ms cancelled true, again false",
		"150ms plan 1 of incarnation 1: <nil>, the job was cancelled",
		"151ms next 1 of incarnation 1: next, <nil>")
}

func TestJobCanBeCancelledWhileItWaitsAndAfterItsCodeReturned(t *testing.T) {
	var j journal
	sys := virtual(t, Application{Actors: []Spec{
		cancelling(&j, steps("returned", 0, 100*ms), 10*ms).spec("w/a", 0),
		cancelling(&j, steps("waiting", 0, 100*ms), 5*ms).spec("w/b", 0),
		cancelling(&j, steps("over", 0, 10*ms), 50*ms).spec("w/c", 0),
	}})
	advance(t, sys, time.Second)
	j.wants(t,
		"5ms cancelled true, again false",
		"5ms waiting 1 of incarnation 1: <nil>, the job was cancelled",
		"10ms cancelled true, again false",
		"10ms returned 1 of incarnation 1: <nil>, the job was cancelled",
		"20ms over 1 of incarnation 1: over, <nil>",
		"50ms cancelled false, again false")
	if n := sys.JobCounts(); n.Cancelled != 2 || sys.Timers() != 0 {
		t.Errorf("counts %+v, %d timers are left", n, sys.Timers())
	}
}

func TestJobEndsAtItsDeadline(t *testing.T) {
	var j journal
	slow, waiting := steps("slow", 3, 400*ms), steps("waiting", 0, 10*ms)
	slow.Deadline, waiting.Deadline = 250*ms, 20*ms
	sys := virtual(t, Application{Actors: []Spec{planning(&j, slow, waiting).spec("w/a", 0)}})
	advance(t, sys, time.Second)
	j.wants(t,
		"20ms waiting 2 of incarnation 1: <nil>, the job exceeded its deadline",
		"100ms slow 1 of incarnation 1: 0.25 step 1",
		"200ms slow 1 of incarnation 1: 0.50 step 2",
		"250ms slow 1 of incarnation 1: <nil>, the job exceeded its deadline")
	if n := sys.JobCounts(); n.Late != 2 {
		t.Errorf("counts %+v", n)
	}
}

func TestJobEndsWithItsIncarnation(t *testing.T) {
	for _, how := range []string{"failure", "hang"} {
		t.Run(how, func(t *testing.T) {
			var j journal
			s := planning(&j, steps("plan", 9, time.Second))
			s.receive = func(a *scripted, c *Context, message any) error {
				noteJob(&j, c, message)
				if p, is := message.(JobProgress); is && c.Incarnation() == 1 && p.Share > 0.15 && how == "failure" {
					return errScripted
				}
				return nil
			}
			run := steps("plan", 9, time.Second).Run
			s.start = func(a *scripted, c *Context) error {
				_, err := c.StartJob(JobSpec{Name: "plan", Deadline: time.Minute, Duration: time.Second, Run: func(c *JobContext) (any, error) {
					result, err := run(c)
					j.add("code of incarnation %d returns %v", c.Incarnation(), err)
					return result, err
				}})
				return err
			}
			spec := s.spec("w/a", 0)
			spec.HangAfter = 150 * ms
			sys := virtual(t, Application{Actors: []Spec{spec}})
			if how == "hang" {
				inject(t, sys, Fault{Kind: FaultHang, Target: "w/a"})
			}
			advance(t, sys, 500*ms)
			got := j.String()
			if !strings.Contains(got, "code of incarnation 1 returns the job was cancelled") {
				t.Errorf("the code was not cancelled:\n%s", got)
			}
			if strings.Contains(got, "of incarnation 1: <nil>") || !strings.Contains(got, "of incarnation 2: 0.10") && !strings.Contains(got, "of incarnation 3: 0.10") {
				t.Errorf("the next incarnation received:\n%s", got)
			}
		})
	}
}

func TestJobMayNotBeStartedWithoutWhatItNeeds(t *testing.T) {
	run := func(*JobContext) (any, error) { return nil, nil }
	good := JobSpec{Name: "plan", Run: run, Deadline: time.Second}
	errs := map[string]error{}
	sys := virtual(t, Application{Actors: []Spec{(&script{
		start: func(a *scripted, c *Context) error {
			for name, change := range map[string]func(*JobSpec){
				"no name": func(s *JobSpec) { s.Name = "" }, "no function": func(s *JobSpec) { s.Run = nil },
				"no deadline": func(s *JobSpec) { s.Deadline = 0 }, "negative duration": func(s *JobSpec) { s.Duration = -1 },
			} {
				spec := good
				change(&spec)
				_, errs[name] = c.StartJob(spec)
			}
			for range MaxJobs {
				if _, err := c.StartJob(good); err != nil {
					return err
				}
			}
			_, errs["too many"] = c.StartJob(good)
			return nil
		},
		stop: func(a *scripted, c *Context, _ StopReason) error {
			_, errs["stopping"] = c.StartJob(good)
			return nil
		},
	}).spec("w/a", 0)}})
	stop(t, sys)
	for name, part := range map[string]string{
		"no name": "w/a: a job has no name", "no function": `w/a: job "plan" has no function Run`, "no deadline": "expected a positive duration",
		"negative duration": "expected zero or more", "too many": "w/a has 16 open jobs; expected at most 16", "stopping": "was replaced",
	} {
		if err := errs[name]; err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("%s: %v; expected %q", name, err, part)
		}
	}
	if _, err := New(Application{Name: "x"}, WithJobThreads(0)); err == nil || !strings.Contains(err.Error(), "WithJobThreads(0): expected at least 1") {
		t.Errorf("no thread: %v", err)
	}
}

func TestJobsOfOneSeedGiveOneRun(t *testing.T) {
	run := func(seed uint64) string {
		var j journal
		random := func(name string) JobSpec {
			return JobSpec{Name: name, Deadline: 300 * ms, Duration: 200 * ms, Run: func(c *JobContext) (any, error) {
				for share := 0.0; share < 1; share += c.Rand().Float64() / 5 {
					if err := c.Progress(share, fmt.Sprintf("%.3f", share)); err != nil {
						return nil, err
					}
				}
				return c.Rand().Uint64(), nil
			}}
		}
		app := Application{Actors: []Spec{planning(&j, random("a"), random("b"), random("c")).spec("w/a", 7*ms), planning(&j, random("d")).spec("w/b", 0)}}
		sys := virtual(t, app, WithSeed(seed), WithJobThreads(2), WithExplore(), eventLog(&j, messages.EventKinds()...))
		advance(t, sys, time.Second)
		stop(t, sys)
		return j.String()
	}
	first, second := run(3), run(3)
	if first != second {
		t.Errorf("two runs differ:\n%s\nand\n%s", first, second)
	}
	if other := run(4); other == first {
		t.Error("another seed gives the same run")
	}
}

func TestSystemThatStopsCancelsItsJobs(t *testing.T) {
	var j journal
	sys := virtual(t, Application{Actors: []Spec{planning(&j, steps("plan", 9, time.Second), steps("waiting", 0, ms)).spec("w/a", 10*ms)}})
	advance(t, sys, 250*ms)
	stop(t, sys)
	if n := sys.JobCounts(); n.Cancelled != 2 || sys.Jobs() != nil {
		t.Errorf("counts %+v, jobs %+v", n, sys.Jobs())
	}
}

func TestJobInRealTimeRunsBesideTheTicks(t *testing.T) {
	var j journal
	var ended atomic.Bool
	var ticks atomic.Int64
	busy := JobSpec{Name: "busy", Deadline: time.Minute, Run: func(c *JobContext) (any, error) {
		before := ticks.Load()
		for ticks.Load() < before+20 { // computes while its actor ticks on
			if err := c.Progress(0.5, "half"); err != nil {
				return nil, err
			}
		}
		return "done", c.Progress(2, "over")
	}}
	s := planning(&j, busy)
	s.tick = func(*scripted, *Tick) error { ticks.Add(1); return nil }
	s.receive = func(a *scripted, c *Context, message any) error {
		switch m := message.(type) {
		case JobProgress:
			if m.Share > 1 || m.Share < 0.5 {
				j.add("share %g", m.Share)
			}
		case JobEnded:
			j.add("%v %v", m.Result, m.Err)
			ended.Store(true)
		}
		return nil
	}
	sys := started(t, Application{Actors: []Spec{s.spec("w/a", ms)}})
	eventually(t, "the job ends", ended.Load)
	j.wants(t, "done <nil>")
	stop(t, sys)
}

func TestJobThatIgnoresItsCancellationKeepsItsThreadAndIsNamed(t *testing.T) {
	var j, events journal
	free := make(chan struct{})
	deaf := JobSpec{Name: "deaf", Deadline: 10 * ms, Run: func(*JobContext) (any, error) { <-free; return 1, nil }}
	sys := started(t, Application{Actors: []Spec{planning(&j, deaf).spec("w/a", 0), planning(&j, steps("next", 0, 0)).spec("w/b", 0)}}, eventLog(&events, messages.EventJob))
	eventually(t, "the deadline is reported", func() bool {
		return strings.Contains(j.String(), "deaf 1 of incarnation 1: <nil>, the job exceeded its deadline")
	})
	eventually(t, "it counts as ignoring", func() bool { return sys.JobCounts().Ignoring == 1 })
	jobs := sys.Jobs()
	if len(jobs) != 2 || jobs[0].State != "ignores its cancellation" || jobs[1].State != "waiting" {
		t.Errorf("jobs %+v", jobs)
	}
	close(free)
	eventually(t, "the next job runs", func() bool { return strings.Contains(j.String(), "next 1 of incarnation 1: next, <nil>") })
	eventually(t, "the events come", func() bool {
		return slices.ContainsFunc(events.all(), func(l string) bool {
			return strings.HasSuffix(l, `job 1 "deaf" returned after it ignored its cancellation`)
		})
	})
	if !strings.Contains(events.String(), `w/a job cause hang: job 1 "deaf" ignores its cancellation: its code did not return within 1s and keeps its thread`) || sys.JobCounts().Ignoring != 0 {
		t.Errorf("events:\n%s", events.String())
	}
	stop(t, sys)
}

func TestStopNamesAJobThatDoesNotReturn(t *testing.T) {
	began, free, returned := make(chan struct{}), make(chan struct{}), make(chan struct{})
	deaf := JobSpec{Name: "deaf", Deadline: time.Minute, Run: func(*JobContext) (any, error) {
		defer close(returned)
		close(began)
		<-free
		return nil, nil
	}}
	var j journal
	sys := started(t, Application{Actors: []Spec{planning(&j, deaf).spec("w/a", 0)}})
	<-began
	err := sys.Stop(context.Background())
	var failed *StopError
	if !errors.As(err, &failed) || !strings.Contains(err.Error(), `job 1 "deaf" of w/a did not end within`) {
		t.Errorf("Stop returns %v", err)
	}
	close(free)
	<-returned
}

func TestJobsOfManyActorsInRealTimeAllEnd(t *testing.T) {
	const n, each = 8, 12
	var ended atomic.Int64
	app := Application{}
	for i := range n {
		s := &script{
			start: func(a *scripted, c *Context) error {
				for k := range each {
					job, err := c.StartJob(steps(fmt.Sprint(k), k, 0))
					if err != nil {
						return err
					}
					if k%3 == 0 {
						job.Cancel()
					}
				}
				return nil
			},
			receive: func(a *scripted, c *Context, message any) error {
				if _, is := message.(JobEnded); is {
					ended.Add(1)
				}
				return nil
			},
		}
		app.Actors = append(app.Actors, s.spec(fmt.Sprint("w/", i), time.Duration(i%2)*ms))
	}
	sys := started(t, app, WithJobThreads(3))
	eventually(t, "all jobs end", func() bool { return ended.Load() == n*each })
	eventually(t, "all code returns", func() bool { return sys.Jobs() == nil })
	if c := sys.JobCounts(); c.Started != n*each || c.Succeeded+c.Cancelled != n*each {
		t.Errorf("counts %+v", c)
	}
	stop(t, sys)
}
