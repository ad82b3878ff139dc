package invariant

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults"
)

// wire is one link of the runtime, and the watch's model of it.
type wire struct {
	t       *testing.T
	seed    uint64
	model   *linkModel
	clock   func() messages.Instant
	draw    *rand.Rand
	said    []string // the faults, for reports
	checked int      // how often both were compared
	wrong   bool
}

// wireSource sends a velocity, which tells its number, and now and then takes it back or says
// nothing.
type wireSource struct {
	Out actors.Out[messages.JointCommand] `port:"out"`
	w   *wire
}

// oneJoint is the size of what goes over the wire.
var oneJoint = actors.Sizes{"joints": 1, "positions": 1, "velocities": 1}

func (a *wireSource) Configure(s *actors.Setup) error { s.Size(&a.Out, oneJoint); return nil }

func (a *wireSource) Tick(t *actors.Tick) error {
	switch n := a.w.draw.IntN(20); n {
	case 0:
		return nil
	case 1:
		return a.Out.Withdraw(t)
	}
	c := a.Out.Loan()
	c.Control[0], c.Velocity[0] = messages.ControlVelocity, 0.001*float64(t.Sequence+1)
	return a.Out.Publish(t)
}

// wireSink compares what it is given with what the model says has arrived.
type wireSink struct {
	In actors.In[messages.JointCommand] `port:"in"`
	w  *wire
}

func (a *wireSink) Configure(s *actors.Setup) error { s.Size(&a.In, oneJoint); return nil }

func (a *wireSink) Tick(t *actors.Tick) error {
	v, stamp, ok := a.In.Latest()
	a.w.compare(t.Now, v, stamp, ok)
	return nil
}

// wireRecorder tells the model what was sent, and of faults.
type wireRecorder struct{ w *wire }

func (r wireRecorder) Channel(topic string, _ reflect.Type) (int, bool) {
	return 0, topic == "w/source.out"
}
func (r wireRecorder) Dropped(int, uint64) {}

func (r wireRecorder) Record(_ int, stamp messages.Stamp, value any) {
	v := value.(*messages.JointCommand).Velocity[0]
	r.w.model.post(inFlightValue{stamp: stamp, valid: true, good: true, named: 1, content: stamp.Sequence, velocity: [6]float64{v}, share: v, scale: 1}, r.w.clock())
}

func (r wireRecorder) Withdraw(_ int, stamp messages.Stamp) {
	r.w.model.post(inFlightValue{stamp: stamp}, r.w.clock())
}

func (r wireRecorder) Event(e messages.Event) {
	if e.Kind != messages.EventFaultInjected && e.Kind != messages.EventFaultEnded {
		return
	}
	r.w.said = append(r.w.said, fmt.Sprintf("%s %s: %s", e.Time, e.Kind, e.Text))
	if e.Kind == messages.EventFaultEnded {
		r.w.model.end(e.Text, e.Time)
		return
	}
	action, err := faults.Parse("at 0s " + e.Text)
	if err != nil {
		r.w.t.Fatal(err)
	}
	r.w.model.begin(e.Text, action.Fault.Completed(), e.Time)
}

// compare looks whether the model, where it calls itself sure, has the same value arrive.
func (w *wire) compare(now messages.Instant, v *messages.JointCommand, stamp messages.Stamp, ok bool) {
	w.model.settle(now)
	a := &w.model.arrived
	if w.wrong || w.model.unsure || now < w.model.unsureUntil || !w.model.any {
		return
	}
	w.checked++
	fits := ok && len(v.Control) == 1 && len(v.Position) == 1 && len(v.Velocity) == 1 && len(v.Effort) == 1
	good := fits && math.Abs(v.Velocity[0]) <= 1 && stamp.Time <= now && stamp.Incarnation == 1
	switch want := a.asks(0); {
	case ok != a.valid || ok && stamp.Sequence != a.stamp.Sequence:
		w.differs(now, "number %d, valid %v; the model has %d, %v", stamp.Sequence, ok, a.stamp.Sequence, a.valid)
	case ok && good != a.good:
		w.differs(now, "number %d, good %v, stamp %s, %v; the model has %+v", stamp.Sequence, good, stamp.Time, v, *a)
	case good && (stamp.Time != a.stamp.Time || math.Abs(v.Velocity[0]-want) > 1e-12):
		w.differs(now, "velocity %g of %s; the model has %g of %s", v.Velocity[0], stamp.Time, want, a.stamp.Time)
	}
}

func (w *wire) differs(now messages.Instant, format string, args ...any) {
	w.wrong = true
	w.t.Errorf("seed %d at %s: there is %s; %v", w.seed, now, fmt.Sprintf(format, args...), w.said)
}

// wireFaults are those of a link, with what the campaign gives them.
func (w *wire) fault() actors.Fault {
	pick := func(all ...string) string { return all[w.draw.IntN(len(all))] }
	kinds := []actors.FaultKind{actors.FaultDrop, actors.FaultDuplicate, actors.FaultReorder, actors.FaultDelay, actors.FaultDelayRandom, actors.FaultCorrupt,
		actors.FaultTruncate, actors.FaultPartition, actors.FaultClog, actors.FaultSlowReader, actors.FaultOversize, actors.FaultOldSchema, actors.FaultFreeze,
		actors.FaultNaN, actors.FaultExtreme, actors.FaultStamp, actors.FaultClockStep, actors.FaultClockDrift, actors.FaultClockSkew,
		actors.FaultMasquerade, actors.FaultHalfOpen, actors.FaultReplay}
	f := actors.Fault{Kind: kinds[w.draw.IntN(len(kinds))], Target: "w/source.out->w/zink.in", Duration: time.Duration(1+w.draw.IntN(300)) * time.Millisecond}
	switch f.Kind {
	case actors.FaultDrop, actors.FaultCorrupt, actors.FaultTruncate, actors.FaultOversize:
		if w.draw.IntN(3) == 0 {
			f.Probability = 0.3
		}
	case actors.FaultDelay, actors.FaultDelayRandom:
		f.Delay = time.Duration(1+w.draw.IntN(80)) * time.Millisecond / 2
	case actors.FaultReplay:
		f.Count, f.Delay = 1+w.draw.IntN(20), time.Duration(1+w.draw.IntN(100))*time.Millisecond
	case actors.FaultDuplicate:
		f.Delay = time.Duration(w.draw.IntN(20)) * time.Millisecond
	case actors.FaultSlowReader:
		f.Delay = time.Duration(1+w.draw.IntN(50)) * time.Millisecond
	case actors.FaultExtreme:
		if f.Choice = pick("inf", "-inf", "huge", "-huge", "denormal", "scaled", "scaled"); f.Choice == "scaled" {
			f.Amount = 40*w.draw.Float64() - 20
		}
	case actors.FaultMasquerade:
		f.Choice = pick("older", "newer")
	case actors.FaultStamp:
		f.Choice, f.Delay = pick("frozen", "backwards", "future"), time.Duration(w.draw.IntN(3000))*time.Millisecond
	case actors.FaultClockStep:
		f.Amount = 20*w.draw.Float64() - 10
	case actors.FaultClockSkew:
		f.Amount = 2*w.draw.Float64() - 1
	}
	return f
}

// run has a link carry values for a second while a few faults act on it.
func (w *wire) run() {
	app := actors.Application{
		Actors: []actors.Spec{
			{Name: "w/source", Period: 10 * time.Millisecond, New: func() any { return &wireSource{w: w} }},
			{Name: "w/zink", Period: 5 * time.Millisecond, New: func() any { return &wireSink{w: w} }}},
		Links: []actors.Link{{From: "w/source.out", To: "w/zink.in"}},
	}
	sys, err := actors.New(app, actors.WithVirtualTime(), actors.WithFaults(), actors.WithSeed(w.seed), actors.WithRecorder(wireRecorder{w}))
	if err != nil {
		w.t.Fatal(err)
	}
	w.clock = sys.Now
	if err := sys.Start(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
	for range 1 + w.draw.IntN(5) {
		f := w.fault()
		sys.At(messages.Instant(time.Duration(w.draw.IntN(1400))*time.Millisecond/2), func() {
			if err := sys.Inject(f); err != nil {
				w.t.Error(err)
			}
		})
	}
	if err := sys.Advance(time.Second); err != nil {
		w.t.Fatal(err)
	}
	if err := sys.Stop(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
}

// What the watch is sure of has to be what the runtime does, whatever faults act together.
func TestTheModelOfALinkIsWhatTheRuntimeDoes(t *testing.T) {
	checked := 0
	for seed := range uint64(400) {
		w := &wire{t: t, seed: seed, model: &linkModel{from: "w/source.out", to: "w/zink.in"}, draw: rand.New(rand.NewPCG(seed, 1))}
		w.run()
		checked += w.checked
	}
	if checked < 400*60 {
		t.Errorf("the model was sure %d times; expected more", checked)
	}
}

// Numbers that are written over bad ones may be good again. Nothing brings lost fields back.
func TestWhatTwoFaultsLeaveOfALetterIsJudgedInTheEnd(t *testing.T) {
	inf := actors.Fault{Kind: actors.FaultExtreme, Choice: "inf"}
	small := actors.Fault{Kind: actors.FaultExtreme, Choice: "denormal"}
	times := func(factor float64) actors.Fault {
		return actors.Fault{Kind: actors.FaultExtreme, Choice: "scaled", Amount: factor}
	}
	for name, c := range map[string]struct {
		first, then actors.Fault
		good        bool
	}{
		"infinite, then next to nothing":        {inf, small, true},
		"next to nothing, then infinite":        {small, inf, false},
		"no number, then next to nothing":       {actors.Fault{Kind: actors.FaultNaN}, small, true},
		"no number, then a multiple":            {actors.Fault{Kind: actors.FaultNaN}, times(0.1), false},
		"beyond, and back":                      {times(50), times(0.02), true},
		"within, and beyond":                    {times(0.02), times(500), false},
		"too short, then next to nothing":       {actors.Fault{Kind: actors.FaultTruncate, Count: 1}, small, false},
		"without fields, then within":           {actors.Fault{Kind: actors.FaultOldSchema, Count: 1}, times(2), false},
		"of the future, then next to nothing":   {actors.Fault{Kind: actors.FaultClockStep, Amount: 60}, small, false},
		"next to nothing, as its clock is late": {small, actors.Fault{Kind: actors.FaultClockStep, Amount: -0.1}, true},
	} {
		m := newMail()
		m.share = 0.2
		m.begin("first", c.first, m.now)
		m.begin("then", c.then, m.now)
		if m.post(1); m.arrived.good != c.good || m.unsure {
			t.Errorf("%s: good %v, unsure %v; expected %v", name, m.arrived.good, m.unsure, c.good)
		}
	}
}
