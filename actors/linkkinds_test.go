package actors

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/robo-actors/robo-actors/actors/internal/slot"
	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/messages"
)

// wide is a value with all that faults of links can act on.
type wide struct {
	Orientation [4]float64
	V           []float64 `dim:"n"`
	N           uint64
	X           float64
}

// wideSource sends one wide value a tick, wideSink notes what it finds.
type wideSource struct {
	In  In[wide]  `port:"in" optional:"true"`
	Out Out[wide] `port:"out"`
}

type wideSink struct {
	In  In[wide]  `port:"in" max_age:"50ms"`
	Out Out[wide] `port:"out"`

	seen *[]seen
}

// seen is what the sink finds at one of its ticks.
type seen struct {
	now   time.Duration
	value wide
	age   time.Duration // by the stamp
	have  bool
	fresh error
	new   bool
}

func (a *wideSource) Configure(s *Setup) error {
	s.Size(&a.Out, Sizes{"n": 3})
	s.Size(&a.In, Sizes{"n": 3})
	return nil
}

func (a *wideSource) Tick(t *Tick) error {
	return a.Out.Send(t, wide{Orientation: [4]float64{1, 0, 0, 0}, V: []float64{1, 2, 3}, N: t.Sequence, X: 7})
}

func (a *wideSink) Configure(s *Setup) error {
	s.Size(&a.Out, Sizes{"n": 3})
	s.Size(&a.In, Sizes{"n": 3})
	return nil
}

func (a *wideSink) Tick(t *Tick) error {
	o := seen{now: time.Duration(t.Now), new: a.In.Changed()}
	if v, stamp, ok := a.In.Latest(); ok {
		o.have, o.age, o.value = true, stamp.Age(t.Now), *v
		o.value.V = append([]float64{}, v.V...)
	}
	_, o.fresh = a.In.Fresh(t)
	*a.seen = append(*a.seen, o)
	return a.Out.Send(t, wide{N: t.Sequence, V: []float64{0}})
}

// wideWorlds are two worlds with a link each way, and a third with a sink of its own.
func wideWorlds(into, other *[]seen) Application {
	return Application{
		Actors: []Spec{
			{Name: "a/source", New: func() any { return &wideSource{} }, Period: 10 * ms},
			{Name: "b/sink", New: func() any { return &wideSink{seen: into} }, Period: 10 * ms},
			{Name: "c/sink", New: func() any { return &wideSink{seen: other} }, Period: 10 * ms},
		},
		Links: []Link{{From: "a/source.out", To: "b/sink.in"}, {From: "b/sink.out", To: "a/source.in"}, {From: "a/source.out", To: "c/sink.in"}},
	}
}

// linkTrial is what a fault of the link a/source.out->b/sink.in from 95 ms to 295 ms has led to.
type linkTrial struct {
	*testing.T
	sys      *System
	seen     []seen // by b/sink, from 0 to 500 ms
	other    []seen // by c/sink
	link     LinkInfo
	received uint64
}

// during returns what the sink saw from 100 to 290 ms.
func (l *linkTrial) during() []seen { return l.seen[10:30] }

const trialLink = "a/source.out->b/sink.in"

func tryLink(t *testing.T, f Fault) *linkTrial {
	l := &linkTrial{T: t}
	l.sys = virtual(t, wideWorlds(&l.seen, &l.other))
	l.sys.At(instant(95*ms), func() {
		if f.Target == "" {
			f.Target = trialLink
		}
		f.Duration = 200 * ms
		inject(t, l.sys, f)
	})
	advance(t, l.sys, 500*ms)
	l.link = l.sys.Links()[0]
	l.received = healthOf(t, l.sys, "b/sink").Inputs[0].Received
	return l
}

// lost counts the ticks at which the sink found nothing new.
func lost(all []seen) (n int) {
	for _, s := range all {
		if !s.new {
			n++
		}
	}
	return n
}

// intact checks that the sink finds every value as it was sent, at once.
func (l *linkTrial) intact(all []seen) {
	l.Helper()
	for _, s := range all {
		if want := uint64(s.now / (10 * ms)); !s.new || s.fresh != nil || s.age != 0 || s.value.N != want || len(s.value.V) != 3 || s.value.X != 7 || s.value.Orientation[0] != 1 {
			l.Errorf("at %v the sink found %+v", s.now, s)
		}
	}
}

// increases checks that the sink never goes back.
func (l *linkTrial) increases() {
	l.Helper()
	for i := 1; i < len(l.seen); i++ {
		if l.seen[i].have && l.seen[i-1].have && l.seen[i].value.N < l.seen[i-1].value.N {
			l.Errorf("at %v the sink went back from %d to %d", l.seen[i].now, l.seen[i-1].value.N, l.seen[i].value.N)
		}
	}
}

// linkKinds has the effect of every kind of fault of links. Each begins with a sound link, and
// leaves one behind unless it says otherwise.
var linkKinds = map[string]struct {
	fault  Fault
	scars  bool // the link is not as before after the fault
	effect func(*linkTrial)
}{
	"drop": {Fault{Kind: FaultDrop}, false, func(l *linkTrial) {
		if n := lost(l.during()); n != 20 || l.link.Dropped != 20 || !errors.Is(l.seen[29].fresh, ErrStale) {
			l.Errorf("%d ticks without a value, %d dropped, at last %v", n, l.link.Dropped, l.seen[29].fresh)
		}
	}},
	"drop by chance": {Fault{Kind: FaultDrop, Probability: 0.2, Count: 3}, false, func(l *linkTrial) {
		run, n := 0, lost(l.during())
		for _, s := range l.seen[10:27] {
			if s.new && run > 0 && run < 3 {
				l.Errorf("a burst of %d before %v", run, s.now)
			}
			if run++; s.new {
				run = 0
			}
		}
		if n == 0 || n == 20 {
			l.Errorf("%d of 20 were lost", n)
		}
	}},
	"duplicate": {Fault{Kind: FaultDuplicate, Delay: 12 * ms}, false, func(l *linkTrial) {
		if l.link.Overtaken < 19 || l.received != 51 {
			l.Errorf("%d came again, %d were received of 51", l.link.Overtaken, l.received)
		}
		l.intact(l.during())
	}},
	"reorder": {Fault{Kind: FaultReorder, Count: 6}, false, func(l *linkTrial) {
		l.increases()
		if l.link.Overtaken == 0 || lost(l.during()) == 0 || l.received >= 51 {
			l.Errorf("%d were overtaken, %d received of 51", l.link.Overtaken, l.received)
		}
	}},
	"delay": {Fault{Kind: FaultDelay, Delay: 30 * ms}, false, func(l *linkTrial) {
		for _, s := range l.seen[14:29] {
			if s.age != 30*ms {
				l.Errorf("at %v a value of age %v", s.now, s.age)
			}
		}
	}},
	"delay_random": {Fault{Kind: FaultDelayRandom, Delay: 25 * ms}, false, func(l *linkTrial) {
		ages := map[time.Duration]bool{}
		for _, s := range l.during() {
			ages[s.age] = true
		}
		if l.increases(); len(ages) < 3 {
			l.Errorf("ages %v", ages)
		}
	}},
	"corrupt": {Fault{Kind: FaultCorrupt, Count: 3}, false, func(l *linkTrial) {
		for _, s := range l.during() {
			changed := 0
			for i, want := range []float64{1, 0, 0, 0, 1, 2, 3, 7} {
				all := append(append(s.value.Orientation[:], s.value.V...), s.value.X)
				if math.Float64bits(all[i]) != math.Float64bits(want) {
					changed++
				}
			}
			if changed != 1 || s.value.N != uint64(s.now/(10*ms)) {
				l.Errorf("at %v %d numbers are wrong in %+v", s.now, changed, s.value)
			}
		}
	}},
	"truncate": {Fault{Kind: FaultTruncate, Count: 2}, false, func(l *linkTrial) {
		for _, s := range l.during() {
			if len(s.value.V) != 1 || s.value.V[0] != 1 || s.value.X != 7 {
				l.Errorf("at %v: %+v", s.now, s.value)
			}
		}
	}},
	"masquerade of a stranger": {Fault{Kind: FaultMasquerade}, false, func(l *linkTrial) {
		if l.link.Refused != 20 {
			l.Errorf("%d of 20 forged values were refused", l.link.Refused)
		}
		l.intact(l.during())
	}},
	"masquerade of a predecessor": {Fault{Kind: FaultMasquerade, Choice: "older"}, false, func(l *linkTrial) {
		if l.link.Refused != 20 {
			l.Errorf("%d of 20 forged values were refused", l.link.Refused)
		}
		l.intact(l.during())
	}},
	"masquerade of the sender itself": {Fault{Kind: FaultMasquerade, Choice: "current"}, false, func(l *linkTrial) {
		for _, s := range l.during() { // nothing inside a process can tell: what acts on it must bound it
			if !s.have || !(math.Abs(s.value.X) <= 1) {
				l.Errorf("at %v: %+v", s.now, s.value)
			}
		}
	}},
	"misdirect": {Fault{Kind: FaultMisdirect}, false, func(l *linkTrial) {
		refused := l.sys.Links()[1].Refused + l.sys.Links()[2].Refused
		if refused != 20 || l.link.Dropped != 20 || lost(l.during()) != 20 {
			l.Errorf("%d arrived elsewhere, %d were lost", refused, l.link.Dropped)
		}
	}},
	"partition both ways": {Fault{Kind: FaultPartition, Target: "a/*->b/*"}, false, func(l *linkTrial) {
		links := l.sys.Links()
		if links[0].Dropped != 20 || links[1].Dropped != 20 || links[2].Dropped != 0 || lost(l.during()) != 20 {
			l.Errorf("%+v", links)
		}
	}},
	"partition one way": {Fault{Kind: FaultPartition, Target: "b/*->a/*", Choice: "one_way"}, false, func(l *linkTrial) {
		if links := l.sys.Links(); links[0].Dropped != 0 || links[1].Dropped != 20 {
			l.Errorf("%+v", links)
		}
		l.intact(l.during())
	}},
	"partition of a world": {Fault{Kind: FaultPartition, Target: "a/*"}, false, func(l *linkTrial) {
		for _, link := range l.sys.Links() {
			if link.Dropped != 20 {
				l.Errorf("%+v", link)
			}
		}
	}},
	"clog": {Fault{Kind: FaultClog}, false, func(l *linkTrial) {
		if n := lost(l.during()); n != 20 || l.received != 31 || l.link.Overtaken != 20 {
			l.Errorf("%d ticks without a value, %d received, %d came too late", n, l.received, l.link.Overtaken)
		}
	}},
	"half_open": {Fault{Kind: FaultHalfOpen}, true, func(l *linkTrial) {
		if n := lost(l.seen[10:]); n != 41 {
			l.Errorf("%d values got through", 41-n)
		}
		inject(l.T, l.sys, Fault{Kind: FaultError, Target: "a/source"})
		advance(l.T, l.sys, time.Second)
		if last := l.seen[len(l.seen)-1]; !last.new {
			l.Errorf("the sender's new incarnation is not delivered: %+v", last)
		}
	}},
	"slow_reader": {Fault{Kind: FaultSlowReader, Delay: 50 * ms}, false, func(l *linkTrial) {
		if n := lost(l.during()); n != 16 || l.link.Overwritten != 16 {
			l.Errorf("%d ticks without a value, %d overwritten", n, l.link.Overwritten)
		}
	}},
	"oversize": {Fault{Kind: FaultOversize}, false, func(l *linkTrial) {
		if n := lost(l.during()); n != 20 || l.link.Refused != 20 {
			l.Errorf("%d ticks without a value, %d refused", n, l.link.Refused)
		}
	}},
	"old_schema": {Fault{Kind: FaultOldSchema, Count: 3}, false, func(l *linkTrial) {
		for _, s := range l.during() {
			if s.value.X != 0 || s.value.N != 0 || len(s.value.V) != 0 || s.value.Orientation[0] != 1 {
				l.Errorf("at %v: %+v", s.now, s.value)
			}
		}
	}},
	"freeze": {Fault{Kind: FaultFreeze}, false, func(l *linkTrial) {
		for _, s := range l.during() {
			if s.value.N != 10 || s.age != 0 {
				l.Errorf("at %v: %+v", s.now, s)
			}
		}
	}},
	"replay": {Fault{Kind: FaultReplay, Count: 3, Delay: 100 * ms}, false, func(l *linkTrial) {
		l.intact(l.seen[10:20])
		for i, s := range l.seen[20:30] {
			if s.value.N != uint64(10+i%3) || s.age != 0 || s.fresh != nil {
				l.Errorf("at %v: %+v", s.now, s)
			}
		}
	}},
	"nan": {Fault{Kind: FaultNaN}, false, func(l *linkTrial) {
		for _, s := range l.during() {
			if !math.IsNaN(s.value.X) || !math.IsNaN(s.value.V[2]) || !math.IsNaN(s.value.Orientation[0]) || s.value.N == 0 {
				l.Errorf("at %v: %+v", s.now, s)
			}
		}
	}},
	"nan in a share": {Fault{Kind: FaultNaN, Probability: 0.5}, false, func(l *linkTrial) {
		alone := map[bool]int{} // whether X is sound, where V[2] is NaN or the other way round
		for _, s := range l.during() {
			if x := math.IsNaN(s.value.X); x != math.IsNaN(s.value.V[2]) {
				alone[!x]++
			}
		}
		if alone[true] == 0 || alone[false] == 0 {
			l.Errorf("one number alone is NaN in %v values", alone)
		}
	}},
	"infinite numbers": {Fault{Kind: FaultExtreme}, false, func(l *linkTrial) {
		for _, s := range l.during() {
			if !math.IsInf(s.value.X, 1) || !math.IsInf(s.value.V[2], 1) || !math.IsInf(s.value.Orientation[0], 1) || s.value.N == 0 {
				l.Errorf("at %v: %+v", s.now, s)
			}
		}
	}},
	"huge numbers": {Fault{Kind: FaultExtreme, Choice: "-huge"}, false, func(l *linkTrial) {
		for _, s := range l.during() {
			if s.value.X != -1e300 || s.value.V[0] != -1e300 {
				l.Errorf("at %v: %+v", s.now, s)
			}
		}
	}},
	"scaled numbers": {Fault{Kind: FaultExtreme, Choice: "scaled", Amount: -3}, false, func(l *linkTrial) {
		for _, s := range l.during() {
			if s.value.X != -21 || s.value.V[1] != -6 || s.value.Orientation[0] != -3 || s.value.N == 0 {
				l.Errorf("at %v: %+v", s.now, s)
			}
		}
	}},
	"stamps stand still": {Fault{Kind: FaultStamp}, false, func(l *linkTrial) {
		if s := l.seen[29]; s.age != 190*ms || !errors.Is(s.fresh, ErrStale) {
			l.Errorf("%+v", s)
		}
	}},
	"stamps run backwards": {Fault{Kind: FaultStamp, Choice: "backwards"}, false, func(l *linkTrial) {
		if s := l.seen[29]; s.age != 380*ms || !errors.Is(s.fresh, ErrStale) {
			l.Errorf("%+v", s)
		}
	}},
	"stamps of the future": {Fault{Kind: FaultStamp, Choice: "future", Delay: time.Hour}, false, func(l *linkTrial) {
		for _, s := range l.during() {
			if s.age != -time.Hour || !errors.Is(s.fresh, ErrStale) || !strings.Contains(s.fresh.Error(), "ahead of this clock") {
				l.Errorf("%+v", s)
			}
		}
	}},
	"quaternion of length zero": {Fault{Kind: FaultQuaternion}, false, func(l *linkTrial) {
		for _, s := range l.during() {
			if s.value.Orientation != [4]float64{} || s.value.X != 7 {
				l.Errorf("%+v", s.value)
			}
		}
	}},
	"quaternion of another length": {Fault{Kind: FaultQuaternion, Choice: "scaled", Amount: 2.5}, false, func(l *linkTrial) {
		for _, s := range l.during() {
			if s.value.Orientation[0] != 2.5 {
				l.Errorf("%+v", s.value)
			}
		}
	}},
	"clock_step": {Fault{Kind: FaultClockStep, Amount: -1800}, false, func(l *linkTrial) {
		for _, s := range l.during() {
			if s.age != 30*time.Minute || !errors.Is(s.fresh, ErrStale) {
				l.Errorf("%+v", s)
			}
		}
	}},
	"clock_drift": {Fault{Kind: FaultClockDrift, Amount: -500}, false, func(l *linkTrial) {
		if s := l.seen[29]; s.age != 97500*time.Nanosecond || s.fresh != nil {
			l.Errorf("after 195 ms at -500 ppm: %+v", s)
		}
	}},
	"clock_skew": {Fault{Kind: FaultClockSkew, Amount: 0.02}, false, func(l *linkTrial) {
		for _, s := range l.during() { // a little ahead: taken, but young from its arrival on only
			if s.age != -20*ms || s.fresh != nil {
				l.Errorf("%+v", s)
			}
		}
	}},
}

func TestEveryKindOfFaultOfLinksHasItsEffect(t *testing.T) {
	tested := map[FaultKind]bool{}
	for name, c := range linkKinds {
		tested[c.fault.Kind] = true
		t.Run(name, func(t *testing.T) {
			l := tryLink(t, c.fault)
			l.intact(l.seen[:10])
			c.effect(l)
			if !c.scars {
				l.intact(l.seen[36:])
			}
		})
	}
	for _, c := range FaultClasses() {
		if c.Seam == SeamLink && !tested[c.Kind] {
			t.Errorf("%s has no test of its effect", c.Kind)
		}
	}
}

func TestAValueOfTheFutureDoesNotStayYoungWhenItsSenderFallsSilent(t *testing.T) {
	var all, other []seen
	sys := virtual(t, wideWorlds(&all, &other))
	inject(t, sys, Fault{Kind: FaultClockSkew, Target: "a/source.out", Amount: 0.045, Duration: 105 * ms})
	sys.At(instant(105*ms), func() { inject(t, sys, Fault{Kind: FaultPartition, Target: "a/*"}) })
	advance(t, sys, 300*ms)
	for _, s := range all {
		if young := s.now <= 150*ms; young != (s.fresh == nil) {
			t.Errorf("at %v, the last value having arrived at 100 ms: %v", s.now, s.fresh)
		}
	}
}

func TestALinkHasAStreamOfItsOwn(t *testing.T) {
	run := func(faults ...Fault) string {
		var all, other []seen
		sys := virtual(t, wideWorlds(&all, &other), WithSeed(5))
		for _, f := range faults {
			inject(t, sys, f)
		}
		advance(t, sys, time.Second)
		text := ""
		for _, s := range all {
			text += fmt.Sprint(s.new)
		}
		return text
	}
	first := Fault{Kind: FaultDrop, Target: trialLink, Probability: 0.5}
	alone := run(first)
	if alone != run(first) {
		t.Error("the same seed and fault gave other losses")
	}
	if alone != run(Fault{Kind: FaultDelayRandom, Target: "*->c/sink.in", Delay: 5 * ms}, first) {
		t.Error("a fault of another link shifted the draws")
	}
}

func TestAFaultThatFindsNothingToActOnIsRefused(t *testing.T) {
	sys := virtual(t, pair(counting(), &script{}, 0))
	for want, f := range map[string]Fault{
		"no other link carries":                      {Kind: FaultMisdirect, Target: "*"},
		"no matching link carries a quaternion":      {Kind: FaultQuaternion, Target: "*"},
		"nothing in this application carries":        {Kind: FaultNoReply, Target: "joint_1"},
		"it needs a process of its own":              {Kind: FaultKill, Target: "process"},
		"it runs in real time only":                  {Kind: FaultCollector, Target: "process"},
		"has the duration -1ns; expected a positive": {Kind: FaultDrop, Target: "*", Duration: -1},
		"has no parameter in the field Amount":       {Kind: FaultDrop, Target: "*", Amount: 2},
	} {
		if err := sys.Inject(f); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", f, err, want)
		}
	}
}

func TestLinksWithoutFaultsAllocateNothing(t *testing.T) {
	if testkit.Race {
		t.Skip("the race detector allocates by itself, so that our own allocations cannot be counted; the plain run of this test asserts that there are none")
	}
	var all, other []seen
	app := wideWorlds(&all, &other)
	sys := virtual(t, app)
	inject(t, sys, Fault{Kind: FaultDelay, Target: "*", Delay: 5 * ms})
	advance(t, sys, 100*ms)
	sys.ClearFaults()
	advance(t, sys, 100*ms)
	l := sys.cells()[0].outputs[0].sinks.Load()[0]
	value := &wide{V: []float64{1, 2, 3}}
	stamp := messages.Stamp{Sequence: 1 << 40, Incarnation: 1}
	if n := testing.AllocsPerRun(100, func() {
		stamp.Sequence++
		l.put(unsafe.Pointer(value), slot.Header{Stamp: stamp}, sys.now())
		l.take(sys.now(), 0)
	}); n != 0 {
		t.Errorf("a value over a link that had a fault costs %v allocations", n)
	}
}
