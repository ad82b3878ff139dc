package actors

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/messages"
)

func TestARecorderMissesNothingInVirtualTime(t *testing.T) {
	h := newHashing()
	sys := virtual(t, pair(counting(), counting(), 0), WithRecorder(h))
	advance(t, sys, time.Second)
	if fmt.Sprint(h.topics) != "[w/a_source.out w/b_sink.out]" || h.values != 202 || h.events != 2 {
		t.Errorf("recorded %v: %d values, %d events", h.topics, h.values, h.events)
	}
}

// slowRecorder holds up the runtime's goroutine that feeds it.
type slowRecorder struct {
	release  chan struct{}
	recorded map[int]int
	dropped  map[int]uint64
	last     map[int]uint64
	err      error
}

func (r *slowRecorder) Channel(topic string, t reflect.Type) (int, bool) {
	return map[string]int{"w/a.out": 1, "w/b.out": 2}[topic], topic != "w/c.out"
}

func (r *slowRecorder) Record(id int, stamp messages.Stamp, _ any) {
	<-r.release
	r.recorded[id]++
	if stamp.Sequence <= r.last[id] {
		r.err = errors.New("out of order")
	}
	r.last[id] = stamp.Sequence
}

func (r *slowRecorder) Event(messages.Event)         {}
func (r *slowRecorder) Dropped(id int, count uint64) { r.dropped[id] = count }

func TestASlowRecorderLosesCountedValuesAndHoldsUpNobody(t *testing.T) {
	r := &slowRecorder{release: make(chan struct{}), recorded: map[int]int{}, dropped: map[int]uint64{}, last: map[int]uint64{}}
	sys := started(t, Application{Actors: []Spec{counting().spec("w/a", 200*time.Microsecond), counting().spec("w/b", 50*ms), counting().spec("w/c", ms)}}, WithRecorder(r))
	eventually(t, "more was sent than is kept", func() bool { return healthOf(t, sys, "w/a").Ticks > recordBuffer+100 })
	close(r.release)
	stop(t, sys)
	ticks := map[int]uint64{1: healthOf(t, sys, "w/a").Ticks, 2: healthOf(t, sys, "w/b").Ticks}
	for id, n := range ticks {
		// The withdrawal with which an output ends finds the buffer full, or empty: it may be among
		// what was dropped.
		if got := uint64(r.recorded[id]) + r.dropped[id]; got != n && (got != n+1 || r.dropped[id] == 0) {
			t.Errorf("output %d sent %d values: %d were recorded, %d dropped", id, n, r.recorded[id], r.dropped[id])
		}
	}
	if r.dropped[1] == 0 || r.dropped[2] != 0 || r.err != nil {
		t.Errorf("dropped %v, %v", r.dropped, r.err)
	}
}

func TestAReceiverOfEventsThatPanicsEndsTheApplication(t *testing.T) {
	sys, err := New(Application{Name: "panics", Actors: []Spec{counting().spec("w/a", ms)}}, WithEvents(func(messages.Event) { panic(errScripted) }))
	if err != nil {
		t.Fatal(err)
	}
	if err := sys.Run(context.Background()); !errors.Is(err, errScripted) {
		t.Errorf("got %v", err)
	}
}

func TestATapSeesEveryValueBeforeItsReceivers(t *testing.T) {
	var j journal
	sys := virtual(t, pair(counting(), values(&j), 0))
	remove, err := Tap(sys, "w/a_source.out", func(stamp messages.Stamp, v *note) { j.add("tap %d of %v", v.N, time.Duration(stamp.Time)) })
	if err != nil {
		t.Fatal(err)
	}
	advance(t, sys, 10*ms)
	remove()
	remove()
	advance(t, sys, 10*ms)
	j.wants(t, "tap 1 of 0s", "0s 1 age 0s", "tap 2 of 10ms", "10ms 2 age 0s", "20ms 3 age 0s")
	if _, err := Tap(sys, "w/a_source.out", func(messages.Stamp, *other) {}); err == nil {
		t.Error("a tap of another type was accepted")
	} else {
		testkit.MustContain(t, err.Error(), "output w/a_source.out carries actors.note, not actors.other")
	}
	if _, err := Tap(sys, "w/a_source.nothing", func(messages.Stamp, *note) {}); err == nil {
		t.Error("a tap of nothing was accepted")
	}
}

func TestAnOutputIsHeardByLinksRecordersAndTaps(t *testing.T) {
	var unbound Out[note]
	if unbound.Heard() {
		t.Error("an output of no actor is delivered")
	}
	delivered := map[string]bool{}
	asks := func(name string) *script {
		a := counting()
		count := a.tick
		a.tick = func(a *scripted, t *Tick) error {
			delivered[name] = a.Out.Heard()
			return count(a, t)
		}
		return a
	}
	sys := virtual(t, pair(asks("source"), asks("sink"), 0))
	wants := func(when string, source, sink bool) {
		t.Helper()
		advance(t, sys, 10*ms)
		if delivered["source"] != source || delivered["sink"] != sink {
			t.Errorf("%s: delivered %v, want %v at the end of the link that sends and %v at the other", when, delivered, source, sink)
		}
	}
	wants("with a link", true, false)
	remove, err := Tap(sys, "w/b_sink.out", func(messages.Stamp, *note) {})
	if err != nil {
		t.Fatal(err)
	}
	wants("with a tap", true, true)
	remove()
	wants("without the tap", true, false)

	sys = virtual(t, pair(asks("source"), asks("sink"), 0), WithRecorder(newHashing()))
	wants("with a recorder", true, true)
}

func TestAWatcherSeesNewerAndNewerValuesOfItsOwn(t *testing.T) {
	sys := started(t, Application{Actors: []Spec{{Name: "w/a", Period: ms, Sizes: Sizes{"n": 2}, Tolerance: Tolerance{Missed: -1}, New: func() any { return &vectorSource{mine: make([]float64, 2)} }}}})
	watch, err := Watch[vectorValue](context.Background(), sys, "w/a.out")
	if err != nil {
		t.Fatal(err)
	}
	var last uint64
	var all []vectorValue
	for stamp, v := range watch {
		if stamp.Sequence <= last || len(v.Numbers) != 2 {
			t.Fatalf("value %d came after %d: %v", stamp.Sequence, last, v)
		}
		last = stamp.Sequence
		v.Numbers[1] = float64(len(all)) // it is the watcher's own
		if all = append(all, v); len(all) == 5 {
			break
		}
	}
	for i, v := range all {
		if v.Numbers[1] != float64(i) {
			t.Errorf("value %d was changed to %v", i, v)
		}
	}
	go func() { _ = sys.Stop(context.Background()) }()
	for range watch {
	} // ends with the system
	<-sys.Done()
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	sys = started(t, Application{Actors: []Spec{{Name: "w/a", Period: ms, Sizes: Sizes{"n": 2}, New: func() any { return &vectorSource{mine: make([]float64, 2)} }}}})
	watch, err = Watch[vectorValue](ended, sys, "w/a.out")
	if err != nil {
		t.Fatal(err)
	}
	for range watch {
	} // ends with its context
}

// What an actor sends last is what a program waits for.
func TestAWatcherSeesTheLastValueBeforeTheEnd(t *testing.T) {
	var sys *System
	done := errors.New("the mission is over")
	works := &script{tick: func(a *scripted, tick *Tick) error {
		if a.ticks == 50 {
			sys.Halt(done)
		}
		return a.Out.Send(tick, note{N: a.ticks})
	}}
	sys, err := New(Application{Name: t.Name(), Actors: []Spec{works.spec("w/a", ms)}})
	if err != nil {
		t.Fatal(err)
	}
	values, err := Watch[note](context.Background(), sys, "w/a.out")
	if err != nil {
		t.Fatal(err)
	}
	last := make(chan int64)
	go func() {
		var n int64
		for _, v := range values {
			n = v.N
		}
		last <- n
	}()
	if err := sys.Run(context.Background()); !errors.Is(err, done) {
		t.Fatal(err)
	}
	if n := <-last; n < 50 {
		t.Errorf("the last value that was seen is number %d", n)
	}
}

// other is a type that no port of these tests carries.
type other struct{ X float64 }
