package actors

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// endedJob runs a job in a system and returns how it ended.
func endedJob(t *testing.T, run func(*JobContext) (any, error), options ...Option) JobEnded {
	t.Helper()
	ended := make(chan JobEnded, 1)
	a := &script{
		start: func(_ *scripted, c *Context) error {
			_, err := c.StartJob(JobSpec{Name: "shared", Deadline: time.Minute, Duration: 10 * ms, Run: run})
			return err
		},
		receive: func(_ *scripted, _ *Context, message any) error {
			if m, is := message.(JobEnded); is {
				ended <- m
			}
			return nil
		},
	}
	sys, err := New(Application{Name: "jobs", Actors: []Spec{a.spec("w/a", 0)}}, options...)
	if err != nil {
		t.Fatal(err)
	}
	if err := sys.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := sys.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	}()
	if len(options) > 0 { // virtual time
		if err := sys.Advance(time.Second); err != nil {
			t.Fatal(err)
		}
	}
	select {
	case m := <-ended:
		return m
	case <-time.After(time.Minute):
		t.Fatal("the job has not ended within a minute")
	}
	return JobEnded{}
}

func TestAJobSharesItsWorkAmongThreads(t *testing.T) {
	for name, options := range map[string][]Option{"in real time": nil, "in virtual time": {WithVirtualTime()}} {
		t.Run(name, func(t *testing.T) {
			m := endedJob(t, func(c *JobContext) (any, error) {
				do := c.Parallel(3)
				var sums [100]int
				for round := range 50 {
					do(len(sums), func(i int) { sums[i] += i * round })
				}
				do(0, func(int) { panic("no work") })
				total := 0
				for _, s := range sums {
					total += s
				}
				return total, c.Err()
			}, options...)
			if m.Err != nil || m.Result != 99*100/2*49*50/2 {
				t.Errorf("the job ended with %v, %v; expected %d", m.Result, m.Err, 99*100/2*49*50/2)
			}
		})
	}
}

// Every call waits until three are under way, which needs three threads.
func TestTheCallsOfParallelRunAtOnceInRealTime(t *testing.T) {
	m := endedJob(t, func(c *JobContext) (any, error) {
		var together sync.WaitGroup
		together.Add(3)
		c.Parallel(3)(3, func(int) {
			together.Done()
			together.Wait()
		})
		return "met", nil
	})
	if m.Result != "met" {
		t.Errorf("the job ended with %v, %v", m.Result, m.Err)
	}
}

func TestAPanicInSharedWorkEndsTheJobAfterTheOtherCalls(t *testing.T) {
	for name, breaks := range map[string]func(){"broken": func() { panic("broken") }, "runtime.Goexit": runtime.Goexit} {
		var calls atomic.Int32
		m := endedJob(t, func(c *JobContext) (any, error) {
			c.Parallel(2)(20, func(i int) {
				calls.Add(1)
				if i%5 == 0 {
					breaks()
				}
			})
			return nil, nil
		})
		if !errors.Is(m.Err, ErrJobPanicked) || !strings.Contains(fmt.Sprint(m.Err), name) || calls.Load() != 20 {
			t.Errorf("after %d calls the job ended with %v; expected %q after 20", calls.Load(), m.Err, name)
		}
	}
}

func TestTheThreadsOfParallelEndWithTheJob(t *testing.T) {
	before := runtime.NumGoroutine()
	for range 3 {
		endedJob(t, func(c *JobContext) (any, error) {
			c.Parallel(8)(8, func(int) {})
			return nil, nil
		})
	}
	for deadline := time.Now().Add(20 * time.Second); runtime.NumGoroutine() > before; {
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines are left, before there were %d", runtime.NumGoroutine(), before)
		}
		time.Sleep(time.Millisecond)
	}
}
