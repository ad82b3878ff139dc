package actors

import (
	"context"
	"fmt"
	"testing"
	"time"
	"unsafe"

	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/messages"
)

// jointSource has f called in its tick, with what is at the other end of its link at hand.
type jointSource struct {
	Value Out[messages.JointState] `port:"value"`
	peer  *inlet
	sink  *jointSink
	f     func(*jointSource, *Tick)
}

func (s *jointSource) Configure(setup *Setup) error {
	setup.Size(&s.Value, Sizes{"positions": 7, "velocities": 7})
	return nil
}

func (s *jointSource) Tick(t *Tick) error {
	s.f(s, t)
	return nil
}

type jointSink struct {
	Value In[messages.JointState] `port:"value" max_age:"30ms"`
	sum   float64
}

func (s *jointSink) Tick(t *Tick) error {
	v, err := s.Value.Fresh(t)
	if err == nil {
		s.sum += v.Position[0]
	}
	return nil
}

func newJointPair(tb testing.TB, f func(*jointSource, *Tick)) *System {
	tb.Helper()
	source, sink := &jointSource{f: f}, &jointSink{}
	source.sink = sink
	sys, err := New(Application{Name: "pair",
		Actors: []Spec{
			{Name: "a/source", Period: ms, New: func() any { return source }},
			{Name: "b/sink", Period: ms, New: func() any { return sink }},
		},
		Links: []Link{{From: "a/source.value", To: "b/sink.value"}},
	}, WithVirtualTime())
	if err != nil {
		tb.Fatal(err)
	}
	source.peer = sys.cells()[1].inputs[0]
	if err := sys.Start(context.Background()); err != nil {
		tb.Fatal(err)
	}
	return sys
}

// inTick runs a benchmark within a tick, where outputs may be written.
func inTick(b *testing.B, f func(*jointSource, *Tick)) {
	sys := newJointPair(b, func(s *jointSource, t *Tick) {
		b.ReportAllocs()
		for b.Loop() {
			f(s, t)
		}
	})
	if err := sys.Advance(0); err != nil {
		b.Fatal(err)
	}
	if err := sys.Stop(context.Background()); err != nil {
		b.Fatal(err)
	}
}

// A state of 7 joints is written to a port and read at the other end of its link.
func BenchmarkPortWriteRead(b *testing.B) {
	v := messages.JointState{Position: make([]float64, 7), Velocity: make([]float64, 7), Effort: make([]float64, 7)}
	inTick(b, func(s *jointSource, t *Tick) {
		_ = s.Value.Send(t, v)
		s.peer.latch(t.Now)
		_, _ = s.sink.Value.Fresh(t)
	})
}

func BenchmarkPortPublish(b *testing.B) {
	inTick(b, func(s *jointSource, t *Tick) { _ = s.Value.Publish(t) })
}

// The whole of a release in virtual time: choice of the actor, mailbox, and a tick that does
// nothing.
func BenchmarkEmptyTick(b *testing.B) {
	for _, n := range []int{1, 10, 50} {
		b.Run(fmt.Sprintf("of %d actors", n), func(b *testing.B) {
			app := Application{Name: "bench"}
			for i := range n {
				app.Actors = append(app.Actors, (&script{}).spec(fmt.Sprintf("w/a%d", i), ms))
			}
			benchVirtual(b, app, n)
		})
	}
}

// benchVirtual advances by 1 ms in each iteration and reports the time per tick.
func benchVirtual(b *testing.B, app Application, ticks int) {
	sys, err := New(app, WithVirtualTime())
	if err != nil {
		b.Fatal(err)
	}
	if err := sys.Start(context.Background()); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := sys.Advance(ms); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*ticks), "ns/tick")
	if err := sys.Stop(context.Background()); err != nil {
		b.Fatal(err)
	}
}

func BenchmarkTickWithSendAndReceive(b *testing.B) {
	app := Application{Name: "bench", Actors: []Spec{counting().spec("w/a", ms), (&script{tick: func(a *scripted, t *Tick) error {
		_, err := a.In.Fresh(t)
		return err
	}}).spec("w/b", ms)}, Links: []Link{{From: "w/a.out", To: "w/b.in"}}}
	benchVirtual(b, app, 2)
}

// A message goes through the queue of a periodic actor.
func BenchmarkMessageSendReceive(b *testing.B) {
	received := 0
	app := Application{Name: "bench", Actors: []Spec{(&script{receive: func(*scripted, *Context, any) error { received++; return nil }}).spec("w/a", ms)}}
	sys, err := New(app, WithVirtualTime())
	if err != nil {
		b.Fatal(err)
	}
	if err := sys.Start(context.Background()); err != nil {
		b.Fatal(err)
	}
	message := &note{}
	b.ReportAllocs()
	for b.Loop() {
		for range 64 {
			if err := sys.Send("w/a", message); err != nil {
				b.Fatal(err)
			}
		}
		if err := sys.Advance(ms); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*64), "ns/message")
	if err := sys.Stop(context.Background()); err != nil || received != b.N*64 {
		b.Fatal(err, received)
	}
}

// A system of 10 actors with a link each is built, started and stopped in virtual time.
func BenchmarkBuildStartStop(b *testing.B) {
	app := Application{Name: "bench"}
	for i := range 10 {
		name := fmt.Sprintf("w/a%d", i)
		app.Actors = append(app.Actors, counting().spec(name, ms))
		if i > 0 {
			app.Links = append(app.Links, Link{From: fmt.Sprintf("w/a%d.out", i-1), To: name + ".in"})
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		sys, err := New(app, WithVirtualTime())
		if err != nil {
			b.Fatal(err)
		}
		if err := sys.Start(context.Background()); err != nil {
			b.Fatal(err)
		}
		if err := sys.Stop(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
}

// The steady state of a system with every part in use allocates nothing.
func TestAVirtualTickAllocatesNothing(t *testing.T) {
	if testkit.Race {
		t.Skip("the race detector allocates by itself, so that our own allocations cannot be counted; the plain run of this test asserts that there are none")
	}
	app := pair(counting(), &script{tick: func(a *scripted, t *Tick) error {
		_, err := a.In.Fresh(t)
		return err
	}}, 20*ms)
	app.Actors = append(app.Actors, (&script{}).spec("w/event_driven", 0))
	app.Links = append(app.Links, Link{From: "w/a_source.out", To: "w/event_driven.in"})
	app.Actors[0].Execution = Execution{Base: ms, Jitter: ms}
	sys := virtual(t, app)
	advance(t, sys, time.Second)
	if n := testing.AllocsPerRun(100, func() { advance(t, sys, 10*ms) }); n != 0 {
		t.Errorf("%g allocations for three ticks", n)
	}
}

// The time for each value of a tap stays the same from 1 000 to 100 000 values: that on the thread
// of the sender, and with a buffer that another thread empties as often as one in real time.
func BenchmarkTaps(b *testing.B) {
	for _, buffered := range []bool{false, true} {
		for _, n := range []int{1_000, 10_000, 100_000} {
			b.Run(fmt.Sprintf("buffered=%t/values=%d", buffered, n), func(b *testing.B) {
				inTickTapped(b, buffered, n)
			})
		}
	}
}

func inTickTapped(b *testing.B, buffered bool, n int) {
	v := messages.JointState{Position: make([]float64, 7), Velocity: make([]float64, 7), Effort: make([]float64, 7)}
	sum := 0.0
	tapped := func(_ messages.Stamp, p unsafe.Pointer) { sum += (*messages.JointState)(p).Position[0] }
	inTick(b, func(s *jointSource, t *Tick) {
		p, buffer := s.peer.owner.sys.cells()[0].outputs[0], 0
		if buffered {
			buffer = 64
		}
		tap := newTap(p, buffer, tapped)
		remove := p.addTap(tap)
		for i := range n {
			_ = s.Value.Send(t, v)
			if i%20 == 19 { // as many as in 20 ms
				tap.drain()
			}
		}
		remove()
	})
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/value")
}
