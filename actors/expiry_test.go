package actors

import (
	"context"
	"errors"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// lastingStop is a message that is delivered at any age.
type lastingStop string

func (lastingStop) Lasting() {}

// blockedReceiver runs an actor that is busy with its first message until the test releases it. It
// notes the others that it takes.
func blockedReceiver(t *testing.T) (sys *System, release func(), taken func() []any) {
	t.Helper()
	busy, free := make(chan struct{}), make(chan struct{})
	var got []any
	answered := make(chan struct{})
	receiver := &script{receive: func(_ *scripted, c *Context, m any) error {
		switch m {
		case "block":
			close(busy)
			<-free
		case "last":
			close(answered)
		default:
			got = append(got, m)
			c.Reply("done")
		}
		return nil
	}}
	spec := receiver.spec("w/receiver", 0)
	spec.HangAfter = time.Hour
	sys, err := New(Application{Actors: []Spec{spec}})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- sys.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		goleak.VerifyNone(t)
	})
	if err := sys.Send("w/receiver", "block"); err != nil {
		t.Fatal(err)
	}
	<-busy
	return sys, func() {
			if err := sys.Send("w/receiver", "last"); err != nil {
				t.Fatal(err)
			}
			close(free)
		}, func() []any {
			<-answered
			return got
		}
}

func TestARequestWhoseSenderGaveUpIsNotCarriedOut(t *testing.T) {
	sys, release, taken := blockedReceiver(t)
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	if _, err := sys.Ask(ctx, "w/receiver", "rearm"); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("%v; expected that the deadline passed", err)
	}
	gone, leave := context.WithCancel(context.Background())
	leave()
	if _, err := sys.Ask(gone, "w/receiver", "rearm"); !errors.Is(err, context.Canceled) {
		t.Fatalf("%v; expected that the sender left", err)
	}
	release()
	if got := taken(); len(got) != 0 {
		t.Errorf("the receiver carried out %v, for which nobody waited", got)
	}
}

// A process that was paused finds the request in the queue of the receiver before the sender's own
// timer has run.
func TestARequestExpiresByTheClockAndNotByItsSendersTimer(t *testing.T) {
	sys, release, taken := blockedReceiver(t)
	answers := make(chan error, 1)
	r := &request{payload: "rearm", deadline: 1, answer: func(_ any, err error) { answers <- err }}
	if err := sys.send("w/receiver", "rearm", r); err != nil {
		t.Fatal(err)
	}
	release()
	if got := taken(); len(got) != 0 {
		t.Errorf("the receiver carried out %v after the deadline", got)
	}
	if err := <-answers; !errors.Is(err, ErrExpired) {
		t.Errorf("%v; expected that the request expired", err)
	}
}

func TestAStopIsCarriedOutAtAnyAge(t *testing.T) {
	sys, release, taken := blockedReceiver(t)
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	if _, err := sys.Ask(ctx, "w/receiver", lastingStop("all")); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatal(err)
	}
	release()
	if got := taken(); len(got) != 1 || got[0] != lastingStop("all") {
		t.Errorf("the receiver carried out %v; expected the stop", got)
	}
}
