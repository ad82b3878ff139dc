package invariant

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// opening is a watch over an application with parts, without any actor.
type opening struct {
	t        *testing.T
	w        *Watch
	now      messages.Instant
	ids      map[string]int
	sequence uint64
}

// openingOf begins a watch over an example of cascades, and knows a part of it.
func openingOf(t *testing.T, file, part string) *opening {
	t.Helper()
	config, err := load("cascade", file)
	if err != nil {
		t.Fatal(err)
	}
	o := &opening{t: t, now: 1000 * millisecond, ids: map[string]int{}}
	if o.w, err = New(config, nil); err != nil {
		t.Fatal(err)
	}
	o.w.Attach(func() messages.Instant { return o.now }, nil)
	with, err := config.With(part)
	if err != nil {
		t.Fatal(err)
	}
	o.w.Extend(with, Plants{})
	return o
}

// change reports the actors that the part adds, or those that are removed.
func (o *opening) change(kind messages.EventKind, actors ...string) {
	for _, name := range actors {
		o.w.Event(messages.Event{Time: o.now, Kind: kind, Source: name})
	}
}

// hand has the receiver of a coupling hand on a velocity.
func (o *opening) hand(topic string, velocity float64) *Violation {
	o.t.Helper()
	if _, known := o.ids[topic]; !known {
		id, ok := o.w.Channel(topic, reflect.TypeFor[messages.JointCommand]())
		if !ok {
			o.t.Fatalf("%s is not recorded", topic)
		}
		o.ids[topic] = id
	}
	o.now += 2 * millisecond
	o.sequence++
	o.w.Record(o.ids[topic], messages.Stamp{Time: o.now, Sequence: o.sequence, Incarnation: 1}, &messages.JointCommand{Control: []messages.ControlMode{messages.ControlVelocity}, Position: []float64{0}, Velocity: []float64{velocity}, Effort: []float64{0}})
	return o.w.First()
}

// The coupling that a part adds to a running world is checked from its addition to its removal, and
// once more after the next addition.
func TestTheCouplingOfAPartIsCheckedWhileItIsThere(t *testing.T) {
	const topic = "servo/coupling_wrist.out"
	added := []string{"wave/perception", "wave/gate", "wave/controller", "servo/coupling_wrist"}
	for name, c := range map[string]struct {
		before func(*opening)
		want   string
	}{
		"before":              {func(*opening) {}, ""},
		"while it is there":   {func(o *opening) { o.change(messages.EventAdded, added...) }, "V2"},
		"after a removal":     {func(o *opening) { o.change(messages.EventAdded, added...); o.change(messages.EventRemoved, added...) }, ""},
		"after its own alone": {func(o *opening) { o.change(messages.EventAdded, added...); o.change(messages.EventRemoved, added[3]) }, ""},
		"after another addition": {func(o *opening) {
			o.change(messages.EventAdded, added...)
			o.hand(topic, 0)
			o.change(messages.EventRemoved, added...)
			o.change(messages.EventAdded, added...)
		}, "V2"},
	} {
		t.Run(name, func(t *testing.T) {
			o := openingOf(t, "commanders.yaml", "parts/wave.yaml")
			c.before(o)
			v := o.hand(topic, 1000)
			if got := ""; v != nil {
				if got = v.Invariant; got != c.want || v.Joint != "wrist" {
					t.Errorf("found %v, want %q", v, c.want)
				}
			} else if c.want != "" {
				t.Errorf("found nothing, want %s", c.want)
			}
		})
	}
}

// A world that loses what its joints need is not expected to run, and nothing of a removed part
// stays.
func TestAPartLeavesNothingInTheWatch(t *testing.T) {
	o := openingOf(t, "parts.yaml", "parts/second_arm.yaml")
	before := o.counts()
	with := o.w.arrivals.config
	built, err := app.Build(with, 1)
	if err != nil {
		t.Fatal(err)
	}
	var added []string
	for _, a := range built.Actors {
		if strings.HasPrefix(a.Name, "second") || a.Name == "plant/second" {
			added = append(added, a.Name)
		}
	}
	for range 3 {
		o.change(messages.EventAdded, added...)
		o.w.arrive()
		if now := o.counts(); now == before || len(o.w.worlds) != before.worlds+2 || len(o.w.couplings) != before.couplings+3 || len(o.w.plants) != before.plants+1 {
			t.Fatalf("with the part there are %+v, without it %+v", now, before)
		}
		o.change(messages.EventRemoved, "second/gate")
		if m := o.w.world("second_servo"); m == nil || !m.incomplete {
			t.Error("the servo world without commands is expected to run")
		}
		o.change(messages.EventRemoved, added...)
		if now := o.counts(); now != before {
			t.Fatalf("after the removal there are %+v, before the addition %+v", now, before)
		}
	}
}

// counts are the sizes of the records of a watch.
type counts struct{ worlds, couplings, plants, places, links, groups, tiers, below, children int }

func (o *opening) counts() (n counts) {
	w := o.w
	n = counts{worlds: len(w.worlds), couplings: len(w.couplings), plants: len(w.plants), places: len(w.places), links: len(w.linkModels), groups: len(w.groups), tiers: len(w.tiers), below: len(w.tiers[0].below)}
	for i := range w.groups {
		n.children += len(w.groups[i].actors)
	}
	for i := range w.tiers {
		for _, all := range w.tiers[i].actors {
			n.children += len(all)
		}
	}
	return n
}

func TestASupervisorRemembersTheFailuresOfAnActorThatWasRemoved(t *testing.T) {
	const actor = "mobile_base/controller"
	p := newPlay(t)
	g := p.w.groupOf("mobile_base")
	at := func() int { return slices.Index(g.actors, actor) }
	if at() < 0 {
		t.Fatalf("%s is not among %v", actor, g.actors)
	}
	g.streaks[at()], g.because[at()] = streak{length: 2, last: 7}, true
	p.w.leaves(actor)
	if at() >= 0 {
		t.Fatal("it is still a child")
	}
	p.w.joins(actor)
	if k := at(); k != len(g.actors)-1 || g.streaks[k] != (streak{length: 2, last: 7}) || !g.because[k] {
		t.Errorf("child %d of %v has %+v", k, g.actors, g.streaks)
	}
	p.w.joins("mobile_base/newcomer")
	if k := len(g.actors) - 1; g.streaks[k] != (streak{}) || g.because[k] || len(g.at[k]) != 0 {
		t.Errorf("a newcomer has %+v", g.streaks[k])
	}
}
