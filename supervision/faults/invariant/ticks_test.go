package invariant

import (
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

const tickPeriod = 10 * time.Millisecond

// TestV45 changes one time of a tick after 2 missed releases.
func TestV45(t *testing.T) {
	for want, change := range map[string]func(*actors.Tick){
		"":                                func(*actors.Tick) {},
		"its step is 10ms after 2 missed": func(k *actors.Tick) { k.Step = tickPeriod },
		"and its release 20ms after the one before":           func(k *actors.Tick) { k.Release -= messages.Instant(tickPeriod) },
		"its sequence is 8 after 4 and 2":                     func(k *actors.Tick) { k.Sequence++ },
		"its measured time is 30ms; expected 29ms":            func(k *actors.Tick) { k.Measured = k.Step },
		"it began before its release":                         func(k *actors.Tick) { k.Now = k.Release - 1 },
		"its step is 30ms after 0 missed releases; expected ": func(k *actors.Tick) { k.Missed = 0 },
	} {
		p := newPlay(t)
		book := p.w.Intake("base/controller").(*ticks)
		book.release, book.began, book.sequence = 0, messages.Instant(2*time.Millisecond), 4
		at := messages.Instant(3 * tickPeriod)
		k := actors.Tick{Sequence: 7, Release: at, Now: at.Add(time.Millisecond), Period: tickPeriod, Step: 3 * tickPeriod, Missed: 2,
			Measured: 29 * time.Millisecond, Context: &actors.Context{}}
		change(&k)
		book.Ticks(&k, nil)
		v := p.w.First()
		if (v == nil) != (want == "") || v != nil && (v.Invariant != "V45" || !strings.Contains(v.Text, want)) {
			t.Errorf("found %v, expected %q", v, want)
		}
	}
}

func TestATickThatAFaultGivesFalseTimesIsNotCompared(t *testing.T) {
	p := newPlay(t)
	book := p.w.Intake("base/controller").(*ticks)
	inject(p, "base/controller", "for 1s bad_period base/controller period=zero")
	book.Ticks(&actors.Tick{Period: tickPeriod, Context: &actors.Context{}}, nil)
	p.want("")
}

func TestV46(t *testing.T) {
	for name, c := range map[string]struct {
		stamps []messages.Stamp // that the actor reads, in order
		lives  messages.Incarnation
		want   string
	}{
		"a newer value":        {[]messages.Stamp{{Sequence: 4, Incarnation: 1}, {Sequence: 6, Incarnation: 1}}, 1, ""},
		"the same value again": {[]messages.Stamp{{Sequence: 4, Incarnation: 1}, {Sequence: 4, Incarnation: 1}}, 1, ""},
		"an older value":       {[]messages.Stamp{{Sequence: 4, Incarnation: 1}, {Sequence: 3, Incarnation: 1}}, 1, "V46"},
		"a value of an incarnation that was replaced":  {[]messages.Stamp{{Sequence: 4, Incarnation: 1}}, 2, "V46"},
		"a value of the incarnation that replaced one": {[]messages.Stamp{{Sequence: 4, Incarnation: 2}}, 2, ""},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPlay(t)
			p.w.Links([]string{"a/sender.out->a/reader.in"})
			p.w.Intake("a/sender")
			book := p.w.Intake("a/reader").(*ticks)
			p.event(messages.Event{Kind: messages.EventStarted, Source: "a/sender", Incarnation: c.lives})
			for _, stamp := range c.stamps {
				book.Ticks(&actors.Tick{Context: &actors.Context{}}, []actors.InputValue{{Port: "in", Stamp: stamp, Have: true}})
			}
			p.want(c.want)
		})
	}
}
