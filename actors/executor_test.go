package actors

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/internal/testkit"
)

func TestOnlyCodeThatRunsTooLongIsOverdue(t *testing.T) {
	e, c := &executor{}, &cell{}
	e.watch(c, instant(10*ms), 5*ms)
	if got, _ := e.overdue(instant(100 * ms)); got != nil {
		t.Error("between two calls nothing is overdue")
	}
	e.enter()
	if got, _ := e.overdue(instant(15 * ms)); got != nil {
		t.Error("overdue at its limit")
	}
	got, call := e.overdue(instant(15*ms + 1))
	if got != c {
		t.Fatal("not overdue past its limit")
	}
	e.leave()
	if e.giveUp(call) {
		t.Error("a call was given up that had returned")
	}
	e.enter()
	if e.giveUp(call) {
		t.Error("the next call was given up for the one before")
	}
	e.leave()
}

func TestAGoroutineThatWasGivenUpEndsWhenItsCallReturns(t *testing.T) {
	e := &executor{}
	e.watch(&cell{}, 0, ms)
	inside, release, ended := make(chan struct{}), make(chan struct{}), make(chan struct{})
	went := false
	go func() {
		defer close(ended)
		e.enter()
		close(inside)
		<-release
		e.leave()
		went = true
	}()
	<-inside
	_, call := e.overdue(instant(time.Second))
	if !e.giveUp(call) {
		t.Fatal("it could not be given up")
	}
	if c, _ := e.overdue(instant(time.Second)); c != nil {
		t.Error("it was found a second time")
	}
	close(release)
	if <-ended; went {
		t.Error("the goroutine went on")
	}
}

// The end of a call and its giving up race: exactly one of them counts.
func TestACallEitherReturnsOrIsGivenUp(t *testing.T) {
	n := testkit.Scaled(20_000)
	for range n {
		e := &executor{}
		e.watch(&cell{}, 0, 0)
		e.enter()
		_, call := e.overdue(1)
		var returned, givenUp atomic.Bool
		var wait sync.WaitGroup
		wait.Add(2)
		go func() {
			defer wait.Done()
			e.leave()
			returned.Store(true)
		}()
		go func() { defer wait.Done(); givenUp.Store(e.giveUp(call)) }()
		wait.Wait()
		if returned.Load() == givenUp.Load() {
			t.Fatalf("returned %v, given up %v", returned.Load(), givenUp.Load())
		}
	}
}
