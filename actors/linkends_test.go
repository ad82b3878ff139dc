package actors

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/robo-actors/robo-actors/actors/internal/slot"
	"github.com/robo-actors/robo-actors/messages"
)

// frame is what another process would receive of a link: a header with its value, if there is a new
// one, and the life of the sender.
type frame struct {
	fresh  bool
	header slot.Header
	value  note
	life   slot.Life
}

// sendingEnd gives an actor a link whose receiver is elsewhere, and returns what takes the frames
// that go there.
func sendingEnd(sys *System, actor int) (next func() frame) {
	out := sys.cells()[actor].outputs[0]
	l := newLink(out.path, "elsewhere", out.plan, out.sizes, alarm{})
	out.sinks.Add(l)
	return func() (f frame) {
		if e := l.take(sys.now(), 0); e != nil {
			f.fresh, f.header = true, e.Header
			if !e.Withdrawn {
				f.value = *(*note)(e.Value)
			}
		}
		f.life = l.sender.Get()
		return f
	}
}

// receivingEnd gives an actor a link whose sender is elsewhere, and returns what feeds it with
// frames.
func receivingEnd(t *testing.T, sys *System, actor int, from string) (feed func(frame)) {
	t.Helper()
	in := sys.cells()[actor].inputs[0]
	plan, err := slot.PlanFor(reflect.TypeFor[note]())
	if err != nil {
		t.Fatal(err)
	}
	l := newLink(from, in.path, plan, nil, alarmOf(in.owner))
	in.attach(l)
	return func(f frame) {
		l.sender.Put(f.life)
		switch {
		case !f.fresh:
			l.alarm.ring() // the life may be news
		case f.header.Withdrawn:
			l.put(nil, f.header, sys.now())
		default:
			l.put(unsafe.Pointer(&f.value), f.header, sys.now())
		}
	}
}

// unsteady sends for a while, withdraws, rests, fails, sends again and stops; in a later life it
// sends only.
func unsteady() *script {
	return &script{tick: func(a *scripted, t *Tick) error {
		switch n := t.Sequence; {
		case n == 8:
			return a.Out.Withdraw(t)
		case n >= 12 && n < 20:
			return nil
		case n == 25:
			return errScripted
		case n == 60:
			panic("once more")
		case n == 90:
			return ErrDone
		}
		return a.Out.SendAt(t, &note{N: int64(t.Sequence)}, t.Now.Add(-ms))
	}}
}

// watching notes what it sees at its input.
func watching(j *journal) *script {
	return &script{
		tick: func(a *scripted, t *Tick) error {
			v, err := a.In.Fresh(t)
			switch {
			case errors.Is(err, ErrNotLinked):
			case err != nil:
				j.add("%v %v", t.Now, err)
			default:
				age, _ := a.In.Age(t)
				j.add("%v value %d, changed %v, age %v, stamp %+v", t.Now, v.N, a.In.Changed(), age, a.In.Stamp())
			}
			return nil
		},
		receive: func(a *scripted, c *Context, m any) error { j.add("%v %T%+v", c.Time(), m, m); return nil },
	}
}

// A receiver whose sender lives in another process gets headers, values and lives, and sees what it
// would see in one process.
func TestAReceiverSeesTheSameOfASenderInAnotherProcess(t *testing.T) {
	policy := always{Decision{Action: Restart, After: 70 * ms}}
	source := func() Spec { return unsteady().spec("w/a_source", 5*ms) }
	for name, period := range map[string]time.Duration{"periodic": 5 * ms, "slower": 15 * ms, "event-driven": 0} {
		t.Run(name, func(t *testing.T) {
			var whole, split journal
			sink := func(j *journal) Spec { return watching(j).spec("w/b_sink", period) }
			one := virtual(t, Application{Name: "one", Policy: policy, Actors: []Spec{source(), sink(&whole)}, Groups: []Group{{Name: "w", Policy: policy}},
				Links: []Link{{From: "w/a_source.out", To: "w/b_sink.in"}}})
			one.cells()[1].inputs[0].maxAge = 20 * ms

			sender := build(t, Application{Name: "sender", Policy: policy, Actors: []Spec{source()}, Groups: []Group{{Name: "w", Policy: policy}}})
			next := sendingEnd(sender, 0)
			receiver := build(t, Application{Name: "receiver", Policy: policy, Actors: []Spec{sink(&split)}, Groups: []Group{{Name: "w", Policy: policy}}})
			feed := receivingEnd(t, receiver, 0, "w/a_source.out")
			receiver.cells()[0].inputs[0].maxAge = 20 * ms
			for _, sys := range []*System{sender, receiver} {
				if err := sys.Start(context.Background()); err != nil {
					t.Fatal(err)
				}
			}
			advance(t, one, time.Second)
			for step := time.Duration(0); step <= time.Second; step += ms {
				advance(t, sender, min(step, ms))
				receiver.At(sender.Now(), func() { feed(next()) }) // before the releases of that instant
				advance(t, receiver, min(step, ms))
			}
			if got, want := split.String(), whole.String(); got != want {
				t.Errorf("fed from elsewhere it saw\n%s\nin one process\n%s", indent(firstDifference(got, want)), indent(want))
			}
			for _, want := range []string{"its sender failed (error)", "its sender failed (panic)", "its sender has stopped", "SenderRestarted", "InputStale", "InputRecovered", "value is stale"} {
				if period > 0 && !strings.Contains(whole.String(), want) {
					t.Errorf("nothing was seen of %q", want)
				}
			}
		})
	}
}

// build makes a system in virtual time.
func build(t *testing.T, app Application) *System {
	t.Helper()
	sys, err := New(app, WithVirtualTime(), WithFaults())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sys.Stop(context.Background()) })
	return sys
}

// firstDifference returns the first line that differs.
func firstDifference(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("line %d: %s\ninstead of: %s", i, a[i], b[i])
		}
	}
	return fmt.Sprintf("%d lines instead of %d", len(a), len(b))
}

// A sender that hangs cannot withdraw anything: the watchdog announces the end of its life in its
// place.
func TestTheLifeOfASenderThatHangsReachesTheOtherEnd(t *testing.T) {
	hangs := &script{tick: func(a *scripted, t *Tick) error { return a.Out.Send(t, note{N: 1}) }}
	spec := hangs.spec("w/a_source", 0)
	spec.HangAfter = 50 * ms
	sys := build(t, Application{Actors: []Spec{spec}, Groups: []Group{{Name: "w", Policy: always{Decision{Action: Restart, After: time.Hour}}}}})
	next := sendingEnd(sys, 0)
	if err := sys.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := sys.Send("w/a_source", 1); err != nil {
		t.Fatal(err)
	}
	advance(t, sys, ms)
	if f := next(); !f.fresh || f.value.N != 1 || f.life != (slot.Life{Incarnation: 1, State: slot.Running}) {
		t.Errorf("while it runs: %+v", f)
	}
	inject(t, sys, Fault{Kind: FaultHang, Target: "w/a_source"})
	if err := sys.Send("w/a_source", 2); err != nil {
		t.Fatal(err)
	}
	advance(t, sys, 20*ms)
	if f := next(); f.fresh || f.life.Incarnation != 1 {
		t.Errorf("within its bound: %+v", f)
	}
	advance(t, sys, 40*ms)
	if f := next(); f.fresh || f.life != (slot.Life{Incarnation: 2, State: slot.Failed, Cause: messages.CauseHang}) {
		t.Errorf("after its bound: %+v", f)
	}
}
