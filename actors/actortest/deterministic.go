package actortest

import (
	"fmt"
	"hash/fnv"
	"math"
	"reflect"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// Deterministic runs an experiment twice with one seed and compares everything that was sent and
// every event. The first difference fails the test: some actor depends on more than its inputs, its
// state and its own random stream. build makes a new application for each run. run declares and
// runs the experiment.
func Deterministic(t TB, build func() actors.Application, seed uint64, run func(*Lab), options ...Option) {
	t.Helper()
	var traces [2]*trace
	for i := range traces {
		traces[i] = &trace{}
		l := New(t, build(), seed, append(options, func(l *Lab) { l.trace = traces[i] })...)
		run(l)
		l.Close()
		if l.Now() == 0 && !l.ran {
			t.Fatalf("nothing was run, so nothing was compared: expected a function that calls Run")
			return
		}
	}
	if difference := traces[0].compare(traces[1]); difference != "" {
		t.Fatalf("two runs with seed %d differ:\n%s\nActors must not read clocks, range over maps, share state, or draw from other sources than Context.Rand", seed, difference)
	}
}

// trace records everything that a system sent and every event, in order. It is an actors.Recorder.
type trace struct {
	topics []string
	steps  []step
}

// step is a value or an event.
type step struct {
	topic int // of a value; -1 for an event
	stamp messages.Stamp
	sum   uint64 // hash of the value's bits; 0 for a withdrawal
	event messages.Event
}

func (tr *trace) Channel(topic string, _ reflect.Type) (int, bool) {
	tr.topics = append(tr.topics, topic)
	return len(tr.topics) - 1, true
}

func (tr *trace) Record(id int, stamp messages.Stamp, value any) {
	tr.steps = append(tr.steps, step{topic: id, stamp: stamp, sum: sumOf(reflect.ValueOf(value).Elem())})
}

func (tr *trace) Withdraw(id int, stamp messages.Stamp) {
	tr.steps = append(tr.steps, step{topic: id, stamp: stamp})
}

func (tr *trace) Event(e messages.Event) {
	tr.steps = append(tr.steps, step{topic: -1, event: e})
}

func (tr *trace) Dropped(int, uint64) {}

// compare describes the first difference, or returns an empty string.
func (tr *trace) compare(other *trace) string {
	n := min(len(tr.steps), len(other.steps))
	for i := range n {
		if tr.steps[i] != other.steps[i] {
			return fmt.Sprintf("\tstep %d of the first run:  %s\n\tstep %d of the second run: %s%s", i+1, tr.describe(i), i+1, other.describe(i), tr.before(i))
		}
	}
	if len(tr.steps) == len(other.steps) {
		return ""
	}
	longer, which := tr, "first"
	if len(other.steps) > n {
		longer, which = other, "second"
	}
	return fmt.Sprintf("\tonly the %s run continues with step %d: %s%s", which, n+1, longer.describe(n), tr.before(n))
}

func (tr *trace) before(i int) string {
	if i == 0 {
		return ""
	}
	return "\n\tthe step before, in both:   " + tr.describe(i-1)
}

func (tr *trace) describe(i int) string {
	s := tr.steps[i]
	switch {
	case s.topic < 0:
		return "event " + s.event.String()
	case s.sum == 0:
		return fmt.Sprintf("%s withdraws number %d at %s", tr.topics[s.topic], s.stamp.Sequence, s.stamp.Time)
	}
	return fmt.Sprintf("%s sends number %d of %s, incarnation %d, with the bits %016x", tr.topics[s.topic], s.stamp.Sequence, s.stamp.Time, s.stamp.Incarnation, s.sum)
}

// sumOf returns a hash of a value's bits, which is never zero.
func sumOf(v reflect.Value) uint64 {
	h := fnv.New64a()
	addTo(v, func(n uint64) {
		var b [8]byte
		for i := range b {
			b[i] = byte(n >> (8 * i))
		}
		_, _ = h.Write(b[:]) // a hash never fails
	})
	return max(1, h.Sum64())
}

func addTo(v reflect.Value, add func(uint64)) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			addTo(v.Field(i), add)
		}
	case reflect.Slice, reflect.Array:
		add(uint64(v.Len()))
		for i := range v.Len() {
			addTo(v.Index(i), add)
		}
	case reflect.Bool:
		if v.Bool() {
			add(1)
		} else {
			add(0)
		}
	case reflect.Float32, reflect.Float64:
		add(math.Float64bits(v.Float()))
	case reflect.Complex64, reflect.Complex128:
		add(math.Float64bits(real(v.Complex())))
		add(math.Float64bits(imag(v.Complex())))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		add(uint64(v.Int()))
	default:
		add(v.Uint())
	}
}
