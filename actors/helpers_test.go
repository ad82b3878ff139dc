package actors

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/robo-actors/robo-actors/messages"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m,
		// Proto.Actor throttles its lines about dead letters with a goroutine that ends by itself
		// after a second.
		goleak.IgnoreAnyFunction("github.com/asynkron/protoactor-go/actor.NewDeadLetter.NewThrottle.func4.1"))
}

const ms = time.Millisecond

// instant is d after the start of a system.
func instant(d time.Duration) messages.Instant { return messages.Instant(d) }

// note is the value that the ports of these tests carry.
type note struct {
	N int64
	X float64
}

// scripted is an actor made of functions, with an input and an output. What the script leaves out
// does nothing.
type scripted struct {
	In  In[note]  `port:"in" optional:"true"`
	Out Out[note] `port:"out"`

	script *script
	ticks  int64
}

type script struct {
	configure func(*scripted, *Setup) error
	start     func(*scripted, *Context) error
	tick      func(*scripted, *Tick) error
	receive   func(*scripted, *Context, any) error
	stop      func(*scripted, *Context, StopReason) error
	fence     func(messages.Instant, messages.Cause) error
}

func (a *scripted) Configure(s *Setup) error {
	if a.script.configure == nil {
		return nil
	}
	return a.script.configure(a, s)
}

func (a *scripted) Start(c *Context) error {
	if a.script.start == nil {
		return nil
	}
	return a.script.start(a, c)
}

func (a *scripted) Tick(t *Tick) error {
	a.ticks++
	if a.script.tick == nil {
		return nil
	}
	return a.script.tick(a, t)
}

func (a *scripted) Receive(c *Context, message any) error {
	if a.script.receive == nil {
		return nil
	}
	return a.script.receive(a, c, message)
}

func (a *scripted) Stop(c *Context, reason StopReason) error {
	if a.script.stop == nil {
		return nil
	}
	return a.script.stop(a, c, reason)
}

func (a *scripted) Fence(now messages.Instant, cause messages.Cause) error {
	if a.script.fence == nil {
		return nil
	}
	return a.script.fence(now, cause)
}

func (s *script) new() any { return &scripted{script: s} }

// spec declares an actor that follows the script. It tolerates missed releases: the machine may be
// slow.
func (s *script) spec(name string, period time.Duration) Spec {
	return Spec{Name: name, Period: period, New: s.new, Tolerance: Tolerance{Missed: -1}}
}

// counting sends 1, 2, 3, ... in every incarnation.
func counting() *script {
	return &script{tick: func(a *scripted, t *Tick) error { return a.Out.Send(t, note{N: a.ticks, X: 1}) }}
}

// journal collects lines from any thread.
type journal struct {
	mu    sync.Mutex
	lines []string
}

func (j *journal) add(format string, args ...any) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.lines = append(j.lines, fmt.Sprintf(format, args...))
}

func (j *journal) all() []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return append([]string{}, j.lines...)
}

func (j *journal) String() string { return strings.Join(j.all(), "\n") }

func (j *journal) clear() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.lines = nil
}

// wants compares the whole journal.
func (j *journal) wants(t *testing.T, want ...string) {
	t.Helper()
	if got := j.String(); got != strings.Join(want, "\n") {
		t.Errorf("got:\n%s\nwant:\n%s", indent(got), indent(strings.Join(want, "\n")))
	}
}

func indent(s string) string { return "\t" + strings.ReplaceAll(s, "\n", "\n\t") }

// eventLog has the journal take the events of some kinds.
func eventLog(j *journal, kinds ...messages.EventKind) Option {
	return WithEvents(func(e messages.Event) {
		for _, k := range kinds {
			if e.Kind == k {
				j.add("%s", e)
			}
		}
	})
}

// started builds and starts a system, which is stopped at the end of the test.
func started(t *testing.T, app Application, options ...Option) *System {
	t.Helper()
	if app.Name == "" {
		app.Name = t.Name()
	}
	sys, err := New(app, options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sys.Stop(context.Background()) })
	if err := sys.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	return sys
}

// virtual builds and starts a system in virtual time with faults allowed.
func virtual(t *testing.T, app Application, options ...Option) *System {
	t.Helper()
	return started(t, app, append([]Option{WithVirtualTime(), WithFaults()}, options...)...)
}

func advance(t *testing.T, sys *System, d time.Duration) {
	t.Helper()
	if err := sys.Advance(d); err != nil {
		t.Fatal(err)
	}
}

func stop(t *testing.T, sys *System) {
	t.Helper()
	if err := sys.Stop(context.Background()); err != nil {
		t.Fatal(err)
	}
}

func inject(t *testing.T, sys *System, f Fault) {
	t.Helper()
	if err := sys.Inject(f); err != nil {
		t.Fatal(err)
	}
}

// eventually waits, in real time, for what other threads bring about. The bound is that of a test
// which hangs.
func eventually(t *testing.T, what string, cond func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !cond(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("it never came about that %s", what)
		}
	}
}

// healthOf returns the health of one actor.
func healthOf(t *testing.T, sys *System, name string) messages.Health {
	t.Helper()
	for _, h := range sys.Health() {
		if h.Actor == name {
			return h
		}
	}
	t.Fatalf("no actor %s", name)
	return messages.Health{}
}
