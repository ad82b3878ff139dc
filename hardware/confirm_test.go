package hardware

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

func TestTheEndIsConfirmedByReadingBack(t *testing.T) {
	d := newFake()
	r := newRig(t, nil, d).start()
	if err := r.advance(10 * time.Millisecond); err != nil {
		t.Fatal(err)
	}
	read := d.exchanges
	if err := r.system.Stop(context.Background()); err != nil {
		t.Fatal(err)
	}
	if len(d.stops) != 1 || d.exchanges != read+1 || d.closes != 1 {
		t.Errorf("%d stops, %d exchanges and %d closes at the end, expected 1 each", len(d.stops), d.exchanges-read, d.closes)
	}
	if n, text := r.count(messages.EventFailed); n != 0 {
		t.Errorf("it failed: %s", text)
	}
}

func TestAStopThatIsNotConfirmedIsRepeatedAndReported(t *testing.T) {
	d := newFake()
	d.obey = false
	r := newRig(t, nil, d).start()
	if err := r.advance(10 * time.Millisecond); err != nil {
		t.Fatal(err)
	}
	_ = r.system.Stop(context.Background())
	if len(d.stops) < stopExchanges {
		t.Errorf("the stop was sent %d times, expected %d at least", len(d.stops), stopExchanges)
	}
	n, text := r.count(messages.EventFailed)
	for _, want := range []string{"the stop was sent 5 times", `drive "d1" of joint "shoulder" (in run, expected ramp_hold or more severe)`, `drive "d2"`} {
		if n != 1 || !strings.Contains(text, want) {
			t.Errorf("%d failures, %q has no %q", n, text, want)
		}
	}
	if d.closes != 1 {
		t.Errorf("the bus was closed %d times", d.closes)
	}
}

// The clock goes on by step at each look, and a stop looks at it two to four times.
func TestADriveHasATimeToConfirmItsStopAtTheEnd(t *testing.T) {
	for name, c := range map[string]struct {
		step          time.Duration
		obeysAt       time.Duration // never where it is zero
		failsUntil    time.Duration // exchanges
		cannotBeAsked bool
		confirmed     bool
		least, most   int // stops that are sent
	}{
		"at once":                      {step: time.Millisecond, obeysAt: time.Nanosecond, least: 1, most: 1, confirmed: true},
		"after 60 ms":                  {step: time.Millisecond, obeysAt: 60 * time.Millisecond, least: 20, most: 60, confirmed: true},
		"never":                        {step: time.Millisecond, least: 34, most: 101},
		"after a time without answers": {step: time.Millisecond, obeysAt: time.Nanosecond, failsUntil: 40 * time.Millisecond, least: 14, most: 41, confirmed: true},
		"of one that fails at once":    {step: time.Microsecond, cannotBeAsked: true, least: 90, most: 105},
		"of a driver that cannot":      {step: time.Millisecond, cannotBeAsked: true, least: 34, most: 101},
		"slowly, after 220 ms":         {step: 20 * time.Millisecond, obeysAt: 220 * time.Millisecond, least: 5, most: 5},
		"never, on a slow bus":         {step: 90 * time.Millisecond, least: 5, most: 5},
		"never, while no time passes":  {least: 5, most: 5},
	} {
		d := newFake()
		d.obey = false
		if c.cannotBeAsked {
			d.stopErr = errors.New("the cable is out")
		}
		var at messages.Instant
		var paused time.Duration
		d.stopping = func() { d.obey = c.obeysAt > 0 && at >= messages.Instant(c.obeysAt) }
		d.exchange = func(_ int, _ *messages.DriveCommand, state *messages.DriveState) error {
			if at < messages.Instant(c.failsUntil) {
				return d.lost(state)
			}
			return nil
		}
		b := &Bus{SafeModes: safeModes, driver: d}
		err := b.confirmStop(func() messages.Instant { at = at.Add(c.step); return at }, func(d time.Duration) { at, paused = at.Add(d), paused+d })
		if (err == nil) != c.confirmed || len(d.stops) < c.least || len(d.stops) > c.most {
			t.Errorf("%s: %d stops, %v; expected %d to %d", name, len(d.stops), err, c.least, c.most)
		}
		if paused == 0 && len(d.stops) > stopExchanges {
			t.Errorf("%s: %d stops without a pause between them", name, len(d.stops))
		}
		if want := fmt.Sprintf("the stop was sent %d times: ", len(d.stops)); err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; expected %q", name, err, want)
		}
	}
}

func TestADriverThatCannotStopIsReportedAsWell(t *testing.T) {
	d := newFake()
	d.stopErr = errors.New("the cable is out")
	r := newRig(t, nil, d).start()
	if err := r.advance(time.Millisecond); err != nil {
		t.Fatal(err)
	}
	_ = r.system.Stop(context.Background())
	if n, text := r.count(messages.EventFailed); n != 1 || !strings.Contains(text, "the cable is out") {
		t.Errorf("%d failures, %q", n, text)
	}
}
