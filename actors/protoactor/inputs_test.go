package protoactor_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"strings"
	"testing"
	"time"

	"github.com/asynkron/protoactor-go/actor"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/protoactor"
	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/messages/pb"
)

const ms = messages.Instant(time.Millisecond)

// camera is a foreign actor of which only the PID is known.
var camera = actor.NewPID("nonhost", "camera")

// virtual runs one actor in virtual time, and reports everything that it notes and every event.
func virtual(t *testing.T, o *outgoing, options ...actors.Option) (sys *actors.System, log *[]string) {
	t.Helper()
	log = &[]string{}
	sys, err := actors.New(actors.Application{Name: "out", Actors: []actors.Spec{{Name: "w/out", Period: 10 * time.Millisecond, New: func() any { c := *o; return &c }}}},
		append(options, actors.WithVirtualTime(), actors.WithGoroutineCheck(), actors.WithEvents(func(e messages.Event) { *log = append(*log, e.String()) }))...)
	if err != nil {
		t.Fatal(err)
	}
	if err := sys.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stop(t, sys) })
	return sys, log
}

func advance(t *testing.T, sys *actors.System, d time.Duration) {
	t.Helper()
	if err := sys.Advance(d); err != nil {
		t.Fatal(err)
	}
}

func same(t *testing.T, what string, got, want []string) {
	t.Helper()
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%s:\n%s\nwant:\n%s", what, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// A periodic actor has a message at its first release from the time on that is declared, also where
// several are sent at one instant; a request is answered to the program.
func TestDeclaredMessagesArriveAtTheirTimes(t *testing.T) {
	var sys *actors.System
	var got, answers []string
	answer := func(reply any, err error) { answers = append(answers, fmt.Sprint(reply, " ", err)) }
	o := &outgoing{receive: func(c *actors.Context, m any) error {
		got = append(got, fmt.Sprintf("%v at %d ms", m, sys.Now()/ms))
		if m == "question" {
			c.Reply("answer")
		}
		return nil
	}}
	clock := actor.NewPID("nonhost", "clock")
	sys, _ = virtual(t, o, protoactor.WithInputs(
		protoactor.Input{From: camera, Messages: []protoactor.Message{{At: 0, To: "w/out", Message: "first"}, {At: 11 * ms, To: "w/out", Message: "a"}, {At: 11 * ms, To: "w/out", Message: "b"}, {At: 30 * ms, To: "w/out", Message: "on the release"}}},
		protoactor.Input{From: clock, Messages: []protoactor.Message{{At: 12 * ms, To: "w/out", Message: "question", Answer: answer}, {At: 25 * ms, To: "w/out", Message: "unanswered", Answer: answer}}}))
	advance(t, sys, 100*time.Millisecond)
	same(t, "received", got, []string{"first at 0 ms", "a at 20 ms", "b at 20 ms", "question at 20 ms", "unanswered at 30 ms", "on the release at 30 ms"})
	same(t, "answers", answers, []string{"answer <nil>", "<nil> w/out received a string: " + actors.ErrNoReply.Error()})
}

// Requests get the declared replies in turn, then none; what actors send is observed; the end of
// the foreign actor reaches those that watch it.
func TestADeclaredForeignActorRepliesAndStops(t *testing.T) {
	var sys *actors.System
	var got, sent []string
	note := func(what string) func(*actors.Context, any, error) error {
		return func(c *actors.Context, reply any, err error) error {
			got = append(got, fmt.Sprintf("%s: %v, %v at %d ms", what, reply, err, sys.Now()/ms))
			return nil
		}
	}
	refusal := errors.New("no picture")
	o := &outgoing{
		start: func(c *actors.Context) error { return protoactor.Watch(c, camera) },
		tick: func(k *actors.Tick) error {
			switch k.Now / ms {
			case 0, 10, 20, 150:
				return protoactor.Ask(k.Context, camera, "picture", 50*time.Millisecond, note(fmt.Sprint("asked at ", int64(k.Now/ms))))
			case 30:
				return protoactor.Send(k.Context, camera, "thanks")
			}
			return nil
		},
		receive: func(c *actors.Context, m any) error {
			if m, is := m.(protoactor.Terminated); is {
				got = append(got, fmt.Sprintf("%s has stopped at %d ms", m.Who.Id, sys.Now()/ms))
			}
			return nil
		},
	}
	var log *[]string
	sys, log = virtual(t, o, protoactor.WithInputs(protoactor.Input{From: camera, Stops: 100 * ms,
		Replies: []protoactor.Reply{{After: 15 * time.Millisecond, Reply: "p1"}, {Err: refusal}},
		Sent: func(at messages.Instant, from string, m any) {
			sent = append(sent, fmt.Sprintf("%d ms %s %v", at/ms, from, m))
		}}))
	if end, err := protoactor.Subscribe[reading](sys, "w/out.out", camera); err != nil {
		t.Error(err)
	} else {
		end()
	}
	advance(t, sys, 200*time.Millisecond)
	same(t, "replies", got, []string{"asked at 10: <nil>, no picture at 20 ms", "asked at 0: p1, <nil> at 20 ms",
		"asked at 20: <nil>, w/out asked nonhost/camera: no reply in time (50ms) at 70 ms", "camera has stopped at 100 ms",
		"asked at 150: <nil>, " + protoactor.ErrDead.Error() + " at 160 ms"})
	same(t, "sent", sent, []string{"0 ms w/out picture", "10 ms w/out picture", "20 ms w/out picture", "30 ms w/out thanks", "150 ms w/out picture"})
	if !strings.Contains(strings.Join(*log, "\n"), "foreign actor nonhost/camera has stopped") {
		t.Errorf("no event says that the camera has stopped: %v", *log)
	}
}

// hashed is the hash of every value and event of a run.
func hashed(t *testing.T, at messages.Instant) uint64 {
	t.Helper()
	h := fnv.New64a()
	o := &outgoing{
		receive: func(c *actors.Context, m any) error {
			return protoactor.Ask(c, camera, m, time.Second, func(c *actors.Context, reply any, _ error) error {
				c.Emit(messages.Event{Kind: messages.EventNote, Text: fmt.Sprint("reply ", reply)})
				return nil
			})
		},
	}
	in := protoactor.Input{From: camera, Stops: 150 * ms}
	for k := range 10 {
		in.Messages = append(in.Messages, protoactor.Message{At: at + 7*messages.Instant(k)*ms, To: "w/out", Message: k})
		in.Replies = append(in.Replies, protoactor.Reply{After: time.Duration(3*k) * time.Millisecond, Reply: 10 * k})
	}
	sys, log := virtual(t, o, protoactor.WithInputs(in), actors.WithSeed(5))
	if _, err := actors.Tap(sys, "w/out.out", func(s messages.Stamp, r *reading) { fmt.Fprintln(h, s, *r) }); err != nil {
		t.Fatal(err)
	}
	advance(t, sys, 300*time.Millisecond)
	fmt.Fprint(h, *log)
	if n := strings.Count(strings.Join(*log, "\n"), "reply "); n != 10 {
		t.Errorf("%d replies came, want 10", n)
	}
	return h.Sum64()
}

func TestTwoRunsWithTheSameInputsAreEqual(t *testing.T) {
	a, b, later := hashed(t, 3*ms), hashed(t, 3*ms), hashed(t, 13*ms)
	if a != b || a == later {
		t.Errorf("the hashes are %x, %x, and %x with other times; expected two equal ones and another", a, b, later)
	}
}

// Whatever is not declared stays rejected, by an error that says how to declare it; so do messages
// by PID, which would arrive at no certain instant.
func TestUndeclaredForeignActorsAreRejectedInVirtualTime(t *testing.T) {
	host := actor.NewActorSystem()
	foreign := spawn(host, func(actor.Context) {})
	var errs []error
	o := &outgoing{start: func(k *actors.Context) error {
		errs = append(errs, protoactor.Send(k, foreign, "hello"), protoactor.Watch(k, foreign),
			protoactor.Ask(k, foreign, "hello", time.Second, func(*actors.Context, any, error) error { return nil }))
		return nil
	}}
	sys, _ := virtual(t, o, protoactor.WithActorSystem(host), protoactor.WithInputs(protoactor.Input{From: camera}))
	_, err := protoactor.Subscribe[reading](sys, "w/out.out", foreign)
	pid, failed := protoactor.PIDOf(sys, "w/out")
	if failed != nil {
		t.Fatal(failed)
	}
	reply, failed := host.Root.RequestFuture(pid, "hello", 20*time.Second).Result()
	if failed != nil {
		t.Fatal(failed)
	}
	byPID, _ := reply.(error)
	for _, err := range append(errs, err, byPID) {
		if err == nil || !strings.Contains(err.Error(), "protoactor.WithInputs") {
			t.Errorf("the error is %v", err)
		}
	}
	if want := "declared are nonhost/camera"; !strings.Contains(errs[0].Error(), want) {
		t.Errorf("the error is %v; want %q", errs[0], want)
	}
	if n := sys.Health()[0].QueueDropped; n != 0 {
		t.Errorf("%d messages are counted: two runs would differ", n)
	}
}

func TestInputsThatCannotBeAreRejectedAtOnce(t *testing.T) {
	_, err := actors.New(application(), actors.WithVirtualTime(), protoactor.WithInputs(
		protoactor.Input{From: camera, Replies: []protoactor.Reply{{After: -1}}, Messages: []protoactor.Message{
			{At: 2 * ms, To: "w/b", Message: 1}, {At: 1 * ms, To: "w/b", Message: 1}, {At: -1, To: "w/b", Message: 1}, {To: "w/c", Message: 1, At: 3 * ms}, {To: "w/b", At: 3 * ms}, {To: "w/b", At: 3 * ms, Message: &actor.Stop{}}}},
		protoactor.Input{From: camera}, protoactor.Input{}))
	for _, want := range []string{"inputs[0] of foreign actor nonhost/camera: messages[1]: its time 0.001000s is before 0.002000s", "messages[2]: its time is -0.000000s; expected zero or later",
		`messages[3]: actor "w/c" is unknown; known: w/a, w/b`, "messages[4]: it is nil", "messages[5]: it is a *actor.Stop, which belongs to Proto.Actor's own protocol",
		"replies[0]: it comes after -1ns", "inputs[1]: foreign actor nonhost/camera is declared twice", "inputs[2]: its PID is nil"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in the error:\n%v", want, err)
		}
	}
	if _, err := actors.New(application(), protoactor.WithInputs(protoactor.Input{From: camera})); err == nil || !strings.Contains(err.Error(), "WithVirtualTime") {
		t.Errorf("in real time the error is %v", err)
	}
}

// gateway publishes what foreign actors send.
type gateway struct {
	Seen actors.Out[messages.Signals] `port:"seen"`

	waiting []messages.Signals
}

func (g *gateway) Configure(s *actors.Setup) error {
	s.Size(&g.Seen, actors.Sizes{"signals": 1})
	return nil
}

func (g *gateway) Receive(_ *actors.Context, m any) error {
	if s, is := m.(messages.Signals); is {
		g.waiting = append(g.waiting, s)
	}
	return nil
}

func (g *gateway) Tick(t *actors.Tick) error {
	for _, s := range g.waiting {
		if err := g.Seen.Send(t, s); err != nil {
			return err
		}
	}
	g.waiting = g.waiting[:0]
	return nil
}

// What a foreign actor sent in real time, and a recording has, a run in virtual time has again: the
// same values in the same order, twice.
func TestARecordingOfARunInRealTimeIsAnInput(t *testing.T) {
	build := func(options ...actors.Option) *actors.System {
		t.Helper()
		sys, err := actors.New(actors.Application{Name: "gate", Actors: []actors.Spec{
			{Name: "w/gate", Period: time.Millisecond, New: func() any { return &gateway{} }, Tolerance: actors.Tolerance{Missed: -1}}}}, options...)
		if err != nil {
			t.Fatal(err)
		}
		return sys
	}
	codec, err := pb.CodecOf[messages.Signals]()
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	w, err := record.NewWriter(&file, record.Options{})
	if err != nil {
		t.Fatal(err)
	}
	topic, err := w.Channel("w/gate.seen", codec)
	if err != nil {
		t.Fatal(err)
	}
	const n = 20
	seen := make(chan messages.Stamp, n)
	host := actor.NewActorSystem()
	live := build(protoactor.WithActorSystem(host))
	if _, err := actors.Tap(live, "w/gate.seen", func(s messages.Stamp, v *messages.Signals) {
		if err := w.Write(topic, s.Time, s, v); err != nil {
			t.Error(err)
		}
		seen <- s
	}); err != nil {
		t.Fatal(err)
	}
	if err := live.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	pid, err := protoactor.PIDOf(live, "w/gate")
	if err != nil {
		t.Fatal(err)
	}
	for k := range n {
		host.Root.Send(pid, messages.Signals{Value: []float64{float64(k * k)}})
	}
	for range n {
		get(t, seen)
	}
	stop(t, live)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}

	r, err := record.NewReader(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		t.Fatal(err)
	}
	samples, err := record.Series[messages.Signals](r, "w/gate.seen")
	if err != nil {
		t.Fatal(err)
	}
	in := protoactor.Input{From: camera}
	for _, s := range samples {
		in.Messages = append(in.Messages, protoactor.Message{At: s.Stamp.Time, To: "w/gate", Message: s.Value})
	}
	replay := func() (values []string) {
		sys := build(actors.WithVirtualTime(), protoactor.WithInputs(in))
		if _, err := actors.Tap(sys, "w/gate.seen", func(s messages.Stamp, v *messages.Signals) { values = append(values, fmt.Sprint(s, v.Value)) }); err != nil {
			t.Fatal(err)
		}
		if err := sys.Start(context.Background()); err != nil {
			t.Fatal(err)
		}
		advance(t, sys, time.Duration(samples[len(samples)-1].Stamp.Time)+10*time.Millisecond)
		stop(t, sys)
		return values
	}
	first := replay()
	same(t, "the second replay", replay(), first)
	if len(first) != n {
		t.Fatalf("%d values, want %d", len(first), n)
	}
	for k, v := range first {
		if want := fmt.Sprintf("[%d]", k*k); !strings.HasSuffix(v, want) {
			t.Errorf("value %d is %s; want %s", k, v, want)
		}
	}
}
