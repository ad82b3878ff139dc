package actortest_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/actortest"
	"github.com/robo-actors/robo-actors/messages"
)

// kept is where recordings of failing runs are kept.
var kept string

func TestMain(m *testing.M) {
	var err error
	if kept, err = os.MkdirTemp("", "actortest"); err == nil {
		err = errors.Join(os.Setenv(actortest.DirectoryVariable, kept), flag.Set("rapid.nofailfile", "true"),
			flag.Set("rapid.seed", "1")) // -rapid.seed takes another one
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	goleak.VerifyTestMain(m,
		// Proto.Actor throttles its lines about dead letters with a goroutine that ends by itself
		// after a second.
		goleak.IgnoreAnyFunction("github.com/asynkron/protoactor-go/actor.NewDeadLetter.NewThrottle.func4.1"),
		goleak.Cleanup(func(code int) {
			if err := os.RemoveAll(kept); err != nil && code == 0 {
				fmt.Fprintln(os.Stderr, err)
				code = 1
			}
			os.Exit(code)
		}))
}

const ms = time.Millisecond

// failing is a test that may fail without failing the test around it.
type failing struct {
	*testing.T
	lines    []string
	cleanups []func()
}

func (f *failing) Failed() bool        { return len(f.lines) > 0 }
func (f *failing) Logf(string, ...any) {}
func (f *failing) Name() string        { return "TestOfAUser/of the kit (v1)" }
func (f *failing) Cleanup(fn func())   { f.cleanups = append(f.cleanups, fn) }
func (f *failing) Errorf(format string, args ...any) {
	f.lines = append(f.lines, fmt.Sprintf(format, args...))
}

func (f *failing) Fatalf(format string, args ...any) {
	f.Errorf(format, args...)
	runtime.Goexit()
}

// fails runs a test of a user, which is expected to fail, and returns what it printed.
func fails(t *testing.T, test func(actortest.TB)) string {
	t.Helper()
	return failsAsTest(t, func(f *failing) { test(f) })
}

// failsAsTest is fails for what needs more of a test.
func failsAsTest(t *testing.T, test func(*failing)) string {
	t.Helper()
	f := &failing{T: t}
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() {
			for i := len(f.cleanups) - 1; i >= 0; i-- {
				f.cleanups[i]()
			}
		}()
		test(f)
	}()
	<-done
	if len(f.lines) == 0 {
		t.Fatal("the test passed")
	}
	return strings.Join(f.lines, "\n")
}

// setFlag sets a flag for the length of a test.
func setFlag(t *testing.T, name, value string) {
	t.Helper()
	f := flag.Lookup(name)
	before := f.Value.String()
	if err := f.Value.Set(value); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := f.Value.Set(before); err != nil {
			t.Error(err)
		}
	})
}

func mustContain(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, p := range parts {
		if !strings.Contains(text, p) {
			t.Errorf("the text does not contain %q:\n%s", p, text)
		}
	}
}

// spring is an actor as users write them: it pulls one joint back to zero.
type spring struct {
	Stiffness float64 // N m/rad

	State  actors.In[messages.JointState]    `port:"state" max_age:"30ms"`
	Effort actors.Out[messages.JointCommand] `port:"effort"`
}

func (s *spring) Configure(setup *actors.Setup) error {
	one := actors.Sizes{"joints": 1, "positions": 1, "velocities": 1}
	setup.Size(&s.State, one)
	setup.Size(&s.Effort, one)
	return nil
}

func (s *spring) Tick(t *actors.Tick) error {
	state, err := s.State.Fresh(t)
	if err != nil {
		return s.Effort.Withdraw(t)
	}
	c := s.Effort.Loan()
	c.Control[0] = messages.ControlEffort
	c.Effort[0] = -s.Stiffness * state.Position[0]
	return s.Effort.Publish(t)
}

func springs() actors.Application {
	return actors.Application{Name: "springs", Actors: []actors.Spec{
		{Name: "arm/spring", Period: 10 * ms, New: func() any { return &spring{Stiffness: 5} }},
	}}
}

func at(position float64) messages.JointState {
	return messages.JointState{Position: []float64{position}, Velocity: []float64{0}, Effort: []float64{0}}
}

// holding feeds the spring one position.
func holding(position float64) func(messages.Instant) (messages.JointState, bool) {
	return func(messages.Instant) (messages.JointState, bool) { return at(position), true }
}
