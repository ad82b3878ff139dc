package actors

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// result is the result of a job that can be wrong.
type result struct{ text string }

func (r result) String() string { return r.text }

func (r result) Distorted(malformed bool, draw *rand.Rand) any {
	return result{fmt.Sprintf("no %s, malformed %t %d", r.text, malformed, draw.IntN(10))}
}

// regular is an actor that starts a job every 100 ms. The job takes 40 ms and has 90 ms.
func regular(j *journal) *script {
	start := func(c *Context) error {
		c.After("again", 100*ms, "again")
		spec := steps("plan", 1, 40*ms)
		spec.Deadline = 90 * ms
		run := spec.Run
		spec.Run = func(c *JobContext) (any, error) {
			name, err := run(c)
			return result{fmt.Sprint(name)}, err
		}
		_, err := c.StartJob(spec)
		return err
	}
	return &script{
		start: func(a *scripted, c *Context) error { return start(c) },
		receive: func(a *scripted, c *Context, message any) error {
			if message == "again" {
				return start(c)
			}
			if m, is := message.(JobEnded); is {
				j.add("%v job %d: %v, %v", time.Duration(c.Time()), m.Number, m.Result, m.Err)
			}
			return nil
		},
	}
}

// jobKinds are faults that are injected at 50 ms, the ends of the jobs until 450 ms, and the number
// of jobs that keep their threads then.
var jobKinds = map[string]struct {
	fault    Fault
	want     []string
	ignoring int
}{
	"none": {Fault{}, []string{"40ms job 1: plan, <nil>", "140ms job 2: plan, <nil>", "240ms job 3: plan, <nil>", "340ms job 4: plan, <nil>", "440ms job 5: plan, <nil>"}, 0},
	"slow by a time": {Fault{Kind: FaultJobSlow, Delay: 30 * ms, Duration: 200 * ms},
		[]string{"40ms job 1: plan, <nil>", "170ms job 2: plan, <nil>", "270ms job 3: plan, <nil>", "340ms job 4: plan, <nil>", "440ms job 5: plan, <nil>"}, 0},
	"slow by a factor": {Fault{Kind: FaultJobSlow, Amount: 2},
		[]string{"40ms job 1: plan, <nil>", "180ms job 2: plan, <nil>", "280ms job 3: plan, <nil>", "380ms job 4: plan, <nil>"}, 0},
	"slower than the deadline": {Fault{Kind: FaultJobSlow, Delay: time.Second, Duration: 60 * ms},
		[]string{"40ms job 1: plan, <nil>", "190ms job 2: <nil>, the job exceeded its deadline", "240ms job 3: plan, <nil>", "340ms job 4: plan, <nil>", "440ms job 5: plan, <nil>"}, 0},
	"error once": {Fault{Kind: FaultJobError},
		[]string{"40ms job 1: plan, <nil>", "140ms job 2: <nil>, injected error", "240ms job 3: plan, <nil>", "340ms job 4: plan, <nil>", "440ms job 5: plan, <nil>"}, 0},
	"error for a while": {Fault{Kind: FaultJobError, Duration: 200 * ms},
		[]string{"40ms job 1: plan, <nil>", "140ms job 2: <nil>, injected error", "240ms job 3: <nil>, injected error", "340ms job 4: plan, <nil>", "440ms job 5: plan, <nil>"}, 0},
	"panic": {Fault{Kind: FaultJobPanic},
		[]string{"40ms job 1: plan, <nil>", "140ms job 2: <nil>, the job panicked: panic: injected", "240ms job 3: plan, <nil>", "340ms job 4: plan, <nil>", "440ms job 5: plan, <nil>"}, 0},
	"hang that returns in time": {Fault{Kind: FaultJobHang, Delay: 20 * ms},
		[]string{"40ms job 1: plan, <nil>", "160ms job 2: plan, <nil>", "240ms job 3: plan, <nil>", "340ms job 4: plan, <nil>", "440ms job 5: plan, <nil>"}, 0},
	"hang that returns after the deadline": {Fault{Kind: FaultJobHang, Delay: 150 * ms}, // job 3 waits for the thread from 200 to 250 ms
		[]string{"40ms job 1: plan, <nil>", "190ms job 2: <nil>, the job exceeded its deadline", "290ms job 3: <nil>, the job exceeded its deadline", "340ms job 4: plan, <nil>", "440ms job 5: plan, <nil>"}, 0},
	"wrong once": {Fault{Kind: FaultJobWrong},
		[]string{"40ms job 1: plan, <nil>", "140ms job 2: no plan, malformed false 0, <nil>", "240ms job 3: plan, <nil>", "340ms job 4: plan, <nil>", "440ms job 5: plan, <nil>"}, 0},
	"wrong for a while": {Fault{Kind: FaultJobWrong, Choice: malformed, Duration: 200 * ms},
		[]string{"40ms job 1: plan, <nil>", "140ms job 2: no plan, malformed true 0, <nil>", "240ms job 3: no plan, malformed true 2, <nil>", "340ms job 4: plan, <nil>", "440ms job 5: plan, <nil>"}, 0},
	"hang": {Fault{Kind: FaultJobHang}, // the one thread is kept
		[]string{"40ms job 1: plan, <nil>", "190ms job 2: <nil>, the job exceeded its deadline", "290ms job 3: <nil>, the job exceeded its deadline", "390ms job 4: <nil>, the job exceeded its deadline"}, 1},
}

func TestEveryKindOfFaultOfJobsHasItsEffect(t *testing.T) {
	tested := map[FaultKind]bool{}
	for name, c := range jobKinds {
		tested[c.fault.Kind] = true
		t.Run(name, func(t *testing.T) {
			var j, events journal
			sys := virtual(t, Application{Actors: []Spec{regular(&j).spec("w/a", 0)}}, eventLog(&events, messages.EventFailed))
			advance(t, sys, 50*ms)
			if c.fault.Kind != "" {
				c.fault.Target = "w/*"
				inject(t, sys, c.fault)
			}
			advance(t, sys, 400*ms)
			j.wants(t, c.want...)
			advance(t, sys, 2*time.Second)
			if n := sys.JobCounts().Ignoring; n != c.ignoring {
				t.Errorf("%d jobs ignore their cancellation", n)
			}
			stop(t, sys)
			if n := sys.JobCounts().Ignoring; n != 0 || sys.Jobs() != nil || events.String() != "" {
				t.Errorf("after the stop %d jobs ignore their cancellation, jobs %+v, events %s", n, sys.Jobs(), events.String())
			}
		})
	}
	for _, c := range FaultClasses() {
		if c.Seam == SeamJob && !tested[c.Kind] {
			t.Errorf("%s has no test of its effect", c.Kind)
		}
	}
}

func TestFaultsOfJobsOfOneSeedGiveOneRun(t *testing.T) {
	run := func() string {
		var j journal
		sys := virtual(t, Application{Actors: []Spec{regular(&j).spec("w/a", 0), regular(&j).spec("w/b", 0)}},
			WithJobThreads(2), WithExplore(), eventLog(&j, messages.EventKinds()...))
		for i, f := range []Fault{{Kind: FaultJobHang, Target: "w/a", Delay: 333 * ms}, {Kind: FaultJobSlow, Target: "*", Amount: 2.2, Duration: 300 * ms},
			{Kind: FaultJobPanic, Target: "w/b"}, {Kind: FaultJobHang, Target: "w/b"}, {Kind: FaultPanic, Target: "w/a"}} {
			sys.At(messages.Instant(time.Duration(i)*170*ms), func() {
				if err := sys.Inject(f); err != nil {
					t.Error(err)
				}
			})
		}
		advance(t, sys, 3*time.Second)
		stop(t, sys)
		return j.String()
	}
	if first, second := run(), run(); first != second {
		t.Errorf("two runs differ:\n%s\nand\n%s", first, second)
	}
}

func TestFaultOfAJobIsRefusedWhereItCannotHappen(t *testing.T) {
	sys := virtual(t, Application{Actors: []Spec{regular(new(journal)).spec("w/a", 0)}})
	for fault, want := range map[Fault]string{
		{Kind: FaultJobError, Target: "w/b"}:             `actor "w/b" is unknown; known: w/a`,
		{Kind: FaultJobSlow, Target: "w/a"}:              "job_slow needs a delay or a factor",
		{Kind: FaultJobHang, Target: "w/a", Delay: 2e13}: "time of job_hang is 5h33m20s; expected 0s to 1h0m0s",
	} {
		if err := sys.Inject(fault); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", fault, err, want)
		}
	}
}

func TestActorsReportHowManyJobsTheyStarted(t *testing.T) {
	sys := virtual(t, Application{Actors: []Spec{regular(new(journal)).spec("w/a", 0), (&script{}).spec("w/b", ms)}})
	advance(t, sys, 250*ms)
	if all := sys.Actors(); all[0].Jobs != 3 || all[1].Jobs != 0 {
		t.Errorf("%d and %d jobs", all[0].Jobs, all[1].Jobs)
	}
}

func TestFaultsOfJobsInRealTime(t *testing.T) {
	for _, c := range []struct {
		fault Fault
		want  string
	}{
		{Fault{Kind: FaultJobHang}, "job 1: <nil>, the job exceeded its deadline"},
		{Fault{Kind: FaultJobHang, Delay: 20 * ms}, "job 1: plan, <nil>"},
		{Fault{Kind: FaultJobSlow, Delay: 20 * ms, Duration: time.Hour}, "job 1: plan, <nil>"},
		{Fault{Kind: FaultJobSlow, Delay: time.Minute, Duration: time.Hour}, "job 1: <nil>, the job exceeded its deadline"},
		{Fault{Kind: FaultJobError}, "job 1: <nil>, injected error"},
		{Fault{Kind: FaultJobPanic}, "job 1: <nil>, the job panicked: panic: injected"},
		{Fault{Kind: FaultJobWrong}, "job 1: plan, <nil>"}, // a string has no wrong form
	} {
		t.Run(fmt.Sprint(c.fault), func(t *testing.T) {
			var j journal
			deadline := time.Minute
			if strings.HasSuffix(c.want, "deadline") {
				deadline = 50 * ms
			}
			s := &script{receive: func(a *scripted, x *Context, message any) error {
				if m, is := message.(JobEnded); is {
					j.add("job %d: %v, %v", m.Number, m.Result, m.Err)
				}
				if message != "go" {
					return nil
				}
				spec := steps("plan", 1, 0)
				spec.Deadline = deadline
				_, err := x.StartJob(spec)
				return err
			}}
			sys := started(t, Application{Actors: []Spec{s.spec("w/a", 0)}}, WithFaults())
			c.fault.Target = "w/a"
			inject(t, sys, c.fault)
			if err := sys.Send("w/a", "go"); err != nil {
				t.Fatal(err)
			}
			eventually(t, "the job ends", func() bool { return j.String() != "" })
			j.wants(t, c.want)
			stop(t, sys)
			if jobs := sys.Jobs(); jobs != nil {
				t.Errorf("jobs %+v are left", jobs)
			}
		})
	}
}
