package hardware

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// fakeDriver does what its fields say and notes what it is asked for.
type fakeDriver struct {
	info BusInfo

	openErr, stopErr error
	early            error // ends a collection from the third on before anything is read
	refusal          error // of every command
	// exchange answers call number n, from one; nil answers everything.
	exchange func(n int, command *messages.DriveCommand, state *messages.DriveState) error
	// opening and stopping are called at the beginning of Open and Stop, where they are set.
	opening, stopping func()
	// obey makes drives take the mode of a stop.
	obey bool

	drives    []DriveInfo
	modes     []messages.Mode
	opens     int
	sends     int
	exchanges int                    // collections
	command   *messages.DriveCommand // sent last
	waited    time.Duration          // how long the newest collection may wait
	commands  []float64              // first position of each command that was handed over
	stops     [][]messages.Mode
	closes    int
	within    time.Duration
}

func newFake() *fakeDriver {
	return &fakeDriver{info: BusInfo{Name: "arm/bus"}, drives: twoDrives(), modes: []messages.Mode{messages.ModeRun, messages.ModeRun}, obey: true}
}

func (d *fakeDriver) Bus() BusInfo        { return d.info }
func (d *fakeDriver) Drives() []DriveInfo { return d.drives }

func (d *fakeDriver) Open(_ messages.Instant, within time.Duration) error {
	d.opens++
	d.within = within
	if d.opening != nil {
		d.opening()
	}
	return d.openErr
}

func (d *fakeDriver) Send(_ messages.Instant, command *messages.DriveCommand) error {
	d.sends++
	d.command = command
	if command == nil {
		return nil
	}
	d.commands = append(d.commands, command.Position[0])
	return d.refusal
}

func (d *fakeDriver) Collect(_ messages.Instant, within time.Duration, state *messages.DriveState) error {
	d.exchanges++
	d.waited = within
	if d.early != nil && d.exchanges > 2 {
		return d.early
	}
	for i := range d.drives {
		state.Mode[i], state.Answered[i], state.Position[i] = d.modes[i], true, float64(d.exchanges)
	}
	if d.exchange != nil {
		return d.exchange(d.exchanges, d.command, state)
	}
	return nil
}

func (d *fakeDriver) Stop(_ messages.Instant, modes []messages.Mode) error {
	d.stops = append(d.stops, append([]messages.Mode{}, modes...))
	if d.stopping != nil {
		d.stopping()
	}
	if d.obey {
		copy(d.modes, modes)
	}
	return d.stopErr
}

func (d *fakeDriver) Close() error { d.closes++; return nil }

// lost is the answer of a bus on which nobody answers.
func (d *fakeDriver) lost(state *messages.DriveState) error {
	clear(state.Answered)
	return &BusError{d.info.Name, "exchange", ErrBusLost}
}

// sender sends a command with a growing position every other tick of the bus.
type sender struct {
	Out   actors.Out[messages.DriveCommand] `port:"out"`
	n     float64
	modes *[2]messages.Mode
}

func (s *sender) Configure(c *actors.Setup) error {
	c.Size(&s.Out, actors.Sizes{"drives": 2})
	return nil
}

func (s *sender) Tick(t *actors.Tick) error {
	s.n++
	c := s.Out.Loan()
	for i := range c.Position {
		c.Mode[i], c.Control[i], c.Position[i], c.Arm[i] = s.modes[i], messages.ControlPosition, s.n, 1
	}
	return s.Out.Publish(t)
}

var safeModes = []messages.Mode{messages.ModeRampHold, messages.ModeDamp}

// rig is a bus in virtual time, at 1 kHz with commands at 500 Hz; each incarnation gets the next of
// the drivers.
type rig struct {
	t       testing.TB
	system  *actors.System
	drivers []*fakeDriver
	made    int
	events  []messages.Event
	bus     *Bus             // of the newest incarnation
	sent    [2]messages.Mode // what the drives are commanded
}

func newRig(t testing.TB, change func(*Bus), drivers ...*fakeDriver) *rig {
	t.Helper()
	r := &rig{t: t, drivers: drivers, sent: [2]messages.Mode{messages.ModeRun, messages.ModeRun}}
	makeBus := func() any {
		r.bus = &Bus{SafeModes: safeModes, Make: func() (Driver, error) {
			d := r.drivers[min(r.made, len(r.drivers)-1)]
			r.made++
			return d, nil
		}}
		if change != nil {
			change(r.bus)
		}
		return r.bus
	}
	system, err := actors.New(actors.Application{Name: "test",
		Actors: []actors.Spec{
			{Name: "arm/sender", Period: 2 * time.Millisecond, New: func() any { return &sender{modes: &r.sent} }},
			{Name: "arm/bus", Period: time.Millisecond, Phase: actors.Actuation, New: makeBus, Group: "bus"},
		},
		Groups: []actors.Group{{Name: "bus"}},
		Links:  []actors.Link{{From: "arm/sender.out", To: "arm/bus.command"}},
	}, actors.WithVirtualTime(), actors.WithFaults(), actors.WithEvents(func(e messages.Event) { r.events = append(r.events, e) }))
	if err != nil {
		t.Fatal(err)
	}
	r.system = system
	return r
}

func (r *rig) start() *rig {
	r.t.Helper()
	if err := r.system.Start(context.Background()); err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() { _ = r.system.Stop(context.Background()) })
	return r
}

// advance returns why the system must stop, nil while it need not.
func (r *rig) advance(d time.Duration) error {
	r.t.Helper()
	if err := r.system.Advance(d); err != nil {
		return err
	}
	return r.system.HaltReason()
}

// count counts the bus's events of a kind and returns the text of the last one.
func (r *rig) count(kind messages.EventKind) (n int, text string) {
	for _, e := range r.events {
		if e.Kind == kind && e.Source == "arm/bus" {
			n, text = n+1, e.Text
		}
	}
	return n, text
}

func TestACommandIsHandedOverOnceAndReadOtherwise(t *testing.T) {
	d := newFake()
	r := newRig(t, nil, d).start()
	if err := r.advance(19 * time.Millisecond); err != nil {
		t.Fatal(err)
	}
	if d.exchanges != 20 {
		t.Errorf("%d exchanges in 20 releases", d.exchanges)
	}
	if len(d.commands) != 10 {
		t.Fatalf("%d commands were handed over, expected 10: %v", len(d.commands), d.commands)
	}
	for i, c := range d.commands {
		if c != float64(i+1) {
			t.Errorf("command %d is %g; each is handed over once, in order", i+1, c)
		}
	}
	if d.within != 5*time.Second {
		t.Errorf("the bus was opened within %v, expected the default", d.within)
	}
}

func TestABusFailsAfterTheExchangesInARowThatItBears(t *testing.T) {
	d := newFake()
	silent := map[int]bool{3: true, 4: true, 6: true, 7: true, 10: true, 11: true, 12: true}
	d.exchange = func(n int, _ *messages.DriveCommand, s *messages.DriveState) error {
		if silent[n] {
			return d.lost(s)
		}
		return nil
	}
	r := newRig(t, nil, d, newFake()).start()
	if err := r.advance(10 * time.Millisecond); err != nil {
		t.Fatal(err)
	}
	if n, text := r.count(messages.EventFailed); n != 0 {
		t.Fatalf("it failed though never three exchanges in a row were lost: %s", text)
	}
	if err := r.advance(time.Millisecond); err != nil {
		t.Fatal(err)
	}
	n, text := r.count(messages.EventFailed)
	if n != 1 || !strings.Contains(text, "3 exchanges in a row failed") || !strings.Contains(text, ErrBusLost.Error()) {
		t.Fatalf("%d failures, %q", n, text)
	}
	if len(d.stops) == 0 {
		t.Error("the drives were not stopped")
	}
}

func TestLostAfterIsObeyed(t *testing.T) {
	d := newFake()
	d.exchange = func(_ int, _ *messages.DriveCommand, s *messages.DriveState) error { return d.lost(s) }
	r := newRig(t, func(b *Bus) { b.LostAfter = 7 }, d, newFake()).start()
	if err := r.advance(6 * time.Millisecond); err != nil {
		t.Fatal(err)
	}
	if n, text := r.count(messages.EventFailed); n != 1 || !strings.Contains(text, "7 exchanges in a row failed") {
		t.Errorf("%d failures, %q", n, text)
	}
}

func TestARefusedCommandIsReportedAndNotFatal(t *testing.T) {
	d := newFake()
	d.refusal = &RefusedError{Bus: "arm/bus", Drive: "d1", Joint: "shoulder", Field: "position", Problem: "is 9", Expected: "at most 3"}
	r := newRig(t, nil, d).start()
	if err := r.advance(99 * time.Millisecond); err != nil {
		t.Fatal(err)
	}
	n, text := r.count(messages.EventRefused)
	if n != 50 || !strings.Contains(text, `drive "d1" of joint "shoulder": command refused: position is 9; expected at most 3`) {
		t.Errorf("%d refusals were reported, %q", n, text)
	}
	if n, text := r.count(messages.EventFailed); n != 0 {
		t.Errorf("it failed: %s", text)
	}
}

func TestACommandThatComesTooLateIsNotHandedOver(t *testing.T) {
	d := newFake()
	r := newRig(t, nil, d).start()
	steps := func(n time.Duration) {
		t.Helper()
		if err := r.advance(n * time.Millisecond); err != nil {
			t.Fatal(err)
		}
	}
	delay := func(by, within time.Duration) {
		t.Helper()
		if err := r.system.Inject(actors.Fault{Kind: actors.FaultDelay, Target: "arm/bus.command", Delay: by, Duration: within}); err != nil {
			t.Fatal(err)
		}
	}
	steps(20)
	delay(8*time.Millisecond, 40*time.Millisecond)
	steps(60)
	if n, text := r.count(messages.EventRefused); n != 0 {
		t.Errorf("8 ms are borne, but %s", text)
	}
	delay(15*time.Millisecond, 200*time.Millisecond)
	before := len(d.commands)
	steps(200)
	if n := len(d.commands) - before; n > 1 {
		t.Errorf("%d commands of age 15 ms were handed over", n)
	}
	if n, text := r.count(messages.EventRefused); n != 1 || !strings.Contains(text, "a command of age 15ms is not sent to the drives; expected at most 10ms") {
		t.Errorf("told %d times: %q", n, text)
	}
	before = len(d.commands)
	steps(100)
	if n := len(d.commands) - before; n < 45 {
		t.Errorf("%d commands after that", n)
	}
}

func TestAStopIsNeverTooLate(t *testing.T) {
	run, hold, damp := messages.ModeRun, messages.ModeRampHold, messages.ModeDamp
	for _, c := range []struct {
		what  string
		sent  [2]messages.Mode
		stops bool
	}{
		{"a command that moves", [2]messages.Mode{run, run}, false},
		{"a command that moves one of two drives", [2]messages.Mode{damp, run}, false},
		{"a stop", [2]messages.Mode{damp, hold}, true},
	} {
		d := newFake()
		r := newRig(t, nil, d).start()
		if err := r.system.Inject(actors.Fault{Kind: actors.FaultDelay, Target: "arm/bus.command", Delay: 15 * time.Millisecond, Duration: time.Second}); err != nil {
			t.Fatal(err)
		}
		r.sent = c.sent
		if err := r.advance(100 * time.Millisecond); err != nil {
			t.Fatal(err)
		}
		if n := len(d.commands); n > 1 { // the first came before the fault
			t.Errorf("%s: %d commands of age 15 ms were handed over, which feed watchdogs", c.what, n)
		}
		if stopped := len(d.stops) > 0; stopped != c.stops {
			t.Errorf("%s: the drives received a stop %d times", c.what, len(d.stops))
		}
		for _, modes := range d.stops {
			if modes[0] != c.sent[0] || modes[1] != c.sent[1] {
				t.Errorf("%s: the drives received a stop in %s", c.what, modes)
			}
		}
	}
}

func TestTheDrivesOfAGateThatFailsAreStoppedAtOnce(t *testing.T) {
	d := newFake()
	r := newRig(t, nil, d).start()
	if err := r.advance(9 * time.Millisecond); err != nil {
		t.Fatal(err)
	}
	if len(d.stops) > 0 {
		t.Fatalf("the drives received a stop %d times before anything failed", len(d.stops))
	}
	if err := r.system.Inject(actors.Fault{Kind: actors.FaultPanic, Target: "arm/sender"}); err != nil {
		t.Fatal(err)
	}
	if err := r.advance(20 * time.Millisecond); err != nil {
		t.Fatal(err)
	}
	if len(d.stops) != 1 || !slices.Equal(d.stops[0], safeModes) {
		t.Errorf("the drives received a stop in %s; expected once, in %s", d.stops, safeModes)
	}
}

func TestALateStopThatCannotBeHandedOverIsAFailedExchange(t *testing.T) {
	d := newFake()
	d.stopErr = &BusError{"arm/bus", "stop", ErrBusLost}
	r := newRig(t, nil, d).start()
	if err := r.system.Inject(actors.Fault{Kind: actors.FaultDelay, Target: "arm/bus.command", Delay: 15 * time.Millisecond, Duration: time.Second}); err != nil {
		t.Fatal(err)
	}
	r.sent = [2]messages.Mode{messages.ModeDamp, messages.ModeDamp}
	r.bus.LostAfter = 1
	if err := r.advance(100 * time.Millisecond); err != nil {
		t.Fatal(err)
	}
	if n, text := r.count(messages.EventFailed); n == 0 || !strings.Contains(text, "stop") {
		t.Errorf("failed %d times: %q", n, text)
	}
}

func TestTheAgeOfACommandFollowsThePeriodWithinBounds(t *testing.T) {
	drives := twoDrives()
	for period, want := range map[time.Duration]time.Duration{time.Millisecond: 10 * time.Millisecond, 5 * time.Millisecond: 15 * time.Millisecond} {
		if got := commandAge(period, drives); got != want {
			t.Errorf("at %v: %v", period, got)
		}
	}
	drives[1].Watchdog.Timeout = 4 * time.Millisecond
	if got := commandAge(time.Second, drives[:0]); got != 100*time.Millisecond {
		t.Error(got)
	}
	if got := commandAge(time.Second, drives); got != 4*time.Millisecond {
		t.Error(got)
	}
}

func TestARefusalHidesNoLostBusAndAnAnswerBesideItCounts(t *testing.T) {
	refuse := &RefusedError{Bus: "arm/bus", Field: "mode", Problem: "is wrong", Expected: "another"}
	silent := newFake()
	silent.refusal = refuse
	silent.exchange = func(_ int, _ *messages.DriveCommand, s *messages.DriveState) error { return silent.lost(s) }
	r := newRig(t, nil, silent, newFake()).start()
	if err := r.advance(2 * time.Millisecond); err != nil {
		t.Fatal(err)
	}
	if n, _ := r.count(messages.EventFailed); n != 1 {
		t.Errorf("a bus on which nobody answers for 3 exchanges, of which some were refused, failed %d times", n)
	}

	// every exchange that is not refused is lost, but in between the drives answer
	answering := newFake()
	answering.refusal = refuse
	answering.exchange = func(_ int, c *messages.DriveCommand, s *messages.DriveState) error {
		if c != nil {
			return nil
		}
		return answering.lost(s)
	}
	r = newRig(t, nil, answering).start()
	if err := r.advance(50 * time.Millisecond); err != nil {
		t.Fatal(err)
	}
	if n, text := r.count(messages.EventFailed); n != 0 {
		t.Errorf("no two exchanges in a row were without an answer, and it failed: %s", text)
	}
}

func TestTheDrivesAreStoppedWhateverFailsTheBus(t *testing.T) {
	for name, fail := range map[string]func(*fakeDriver, *rig){
		"panic in the driver": func(d *fakeDriver, _ *rig) {
			d.exchange = func(int, *messages.DriveCommand, *messages.DriveState) error { panic("index out of range") }
		},
		"error": func(d *fakeDriver, _ *rig) {
			d.exchange = func(_ int, _ *messages.DriveCommand, s *messages.DriveState) error { return d.lost(s) }
		},
		"injected panic": func(_ *fakeDriver, r *rig) {
			r.system.At(messages.Instant(5*time.Millisecond), func() {
				if err := r.system.Inject(actors.Fault{Kind: actors.FaultPanic, Target: "arm/bus"}); err != nil {
					r.t.Error(err)
				}
			})
		},
		"hang": func(_ *fakeDriver, r *rig) {
			r.system.At(messages.Instant(5*time.Millisecond), func() {
				if err := r.system.Inject(actors.Fault{Kind: actors.FaultHang, Target: "arm/bus"}); err != nil {
					r.t.Error(err)
				}
			})
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := newFake()
			r := newRig(t, nil, d, newFake()).start()
			fail(d, r)
			_ = r.advance(150 * time.Millisecond) // the hang ends the application
			if n, _ := r.count(messages.EventStopSent); n == 0 {
				t.Error("no stop was sent")
			}
			if len(d.stops) == 0 {
				t.Fatal("the driver received no stop")
			}
			for i, m := range d.stops[0] {
				if m != safeModes[i] {
					t.Errorf("drive %d was stopped in %s, expected %s", i, m, safeModes[i])
				}
			}
		})
	}
}

func TestAStateThatIsNotFiniteReachesTheReaderAsItIs(t *testing.T) {
	d := newFake()
	d.exchange = func(_ int, _ *messages.DriveCommand, s *messages.DriveState) error {
		s.Position[0] = math.NaN()
		return nil
	}
	r := newRig(t, nil, d).start()
	if err := r.advance(10 * time.Millisecond); err != nil {
		t.Fatal(err)
	}
	// The gate decides about what a drive measured; the bus neither hides it nor fails.
	if n, text := r.count(messages.EventFailed); n != 0 {
		t.Errorf("it failed: %s", text)
	}
	if !math.IsNaN(r.bus.State.Loan().Position[0]) {
		t.Error("the state was changed on its way")
	}
}

func TestEveryIncarnationHasADriverOfItsOwn(t *testing.T) {
	first, second := newFake(), newFake()
	first.exchange = func(n int, _ *messages.DriveCommand, _ *messages.DriveState) error {
		if n == 5 {
			panic("once")
		}
		return nil
	}
	r := newRig(t, nil, first, second).start()
	if err := r.advance(300 * time.Millisecond); err != nil {
		t.Fatal(err)
	}
	if first.opens != 1 || second.opens != 1 {
		t.Errorf("the drivers were opened %d and %d times, expected once each", first.opens, second.opens)
	}
	if first.closes != 1 || second.closes != 0 {
		t.Errorf("the drivers were closed %d and %d times, expected the first one once", first.closes, second.closes)
	}
	if second.exchanges == 0 || len(second.commands) == 0 {
		t.Error("the second driver exchanged nothing")
	}
	if len(second.commands) > 0 && second.commands[0] < 40 {
		t.Errorf("the second driver got command %g of the time before it", second.commands[0])
	}
}

// A driver whose code panics wherever it is called keeps nothing of its transport: the next one
// could not open it.
func TestADriverThatPanicsIsClosedAllTheSame(t *testing.T) {
	for name, spoil := range map[string]func(*fakeDriver){
		"at every exchange": func(d *fakeDriver) {
			d.exchange = func(int, *messages.DriveCommand, *messages.DriveState) error { panic("index out of range") }
		},
		"at its opening": func(d *fakeDriver) { d.opening = func() { panic("nil map") } },
		"at its stop":    func(d *fakeDriver) { d.stopping = func() { panic("nil map") }; d.exchange = failing },
	} {
		first, second := newFake(), newFake()
		spoil(first)
		r := newRig(t, nil, first, second).start()
		if err := r.advance(300 * time.Millisecond); err != nil {
			t.Fatal(err)
		}
		if first.closes != 1 {
			t.Errorf("%s: the driver was closed %d times", name, first.closes)
		}
		if second.opens != 1 || second.exchanges == 0 {
			t.Errorf("%s: the next driver was opened %d times", name, second.opens)
		}
	}
}

func failing(int, *messages.DriveCommand, *messages.DriveState) error { return errors.New("no answer") }

func TestABusThatDoesNotOpenIsRestartedAndThenEscalated(t *testing.T) {
	d := newFake()
	d.openErr = &BusError{"arm/bus", "open", ErrBusLost}
	r := newRig(t, nil, d)
	r.t.Cleanup(func() { _ = r.system.Stop(context.Background()) })
	err := r.system.Start(context.Background())
	if err == nil {
		err = r.advance(30 * time.Second)
	}
	if !errors.Is(err, ErrBusLost) {
		t.Fatalf("got %v, expected that the application ends for the lost bus", err)
	}
	restarts, _ := r.count(messages.EventRestarting)
	escalated := 0
	var delays []time.Duration
	for _, e := range r.events {
		switch e.Kind {
		case messages.EventEscalated:
			escalated++
		case messages.EventRestarting:
			delays = append(delays, e.Delay)
		}
	}
	if restarts < 3 || escalated == 0 {
		t.Errorf("%d restarts and %d escalations, expected at least 3 and 1", restarts, escalated)
	}
	for i := 1; i < min(3, len(delays)); i++ {
		if delays[i] <= delays[i-1] {
			t.Errorf("the back-off does not grow: %v", delays)
		}
	}
	if len(d.stops) != 0 || d.exchanges != 0 {
		t.Errorf("a bus that was never open was stopped %d times and exchanged %d times", len(d.stops), d.exchanges)
	}
}

func TestWhatDoesNotFitADriverIsRefusedBeforeAnythingRuns(t *testing.T) {
	for want, change := range map[string]func(*Bus){
		"1 safe modes were given for 2 drives":  func(b *Bus) { b.SafeModes = safeModes[:1] },
		"the driver could not be made: no card": func(b *Bus) { b.Make = func() (Driver, error) { return nil, errors.New("no card") } },
	} {
		b := &Bus{SafeModes: safeModes, Make: func() (Driver, error) { return newFake(), nil }}
		change(b)
		_, err := actors.New(actors.Application{Name: "test", Actors: []actors.Spec{{Name: "arm/bus", Period: time.Millisecond, New: func() any { return b }}}},
			actors.WithVirtualTime())
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "arm/bus") {
			t.Errorf("got %v, expected %q", err, want)
		}
	}
}

func TestATickOfTheBusAllocatesNothing(t *testing.T) {
	d := newFake()
	d.commands = make([]float64, 0, 10_000)
	r := newRig(t, nil, d).start()
	if err := r.advance(20 * time.Millisecond); err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(100, func() {
		if err := r.system.Advance(2 * time.Millisecond); err != nil {
			t.Fatal(err)
		}
	}); n != 0 && !raceEnabled {
		t.Errorf("two ticks allocate %g times", n)
	}
}

// The sender of the rig sends neither gain scales nor effort caps, as a peer of an older version
// does, or a link that cuts a command.
func TestACommandWithoutTheCapsThatAControllerSetsMovesNothing(t *testing.T) {
	for field, require := range map[string]func(*DriveRequirements){
		"max_effort": func(r *DriveRequirements) { r.EffortCap = true },
		"kp_scale":   func(r *DriveRequirements) { r.GainScales = true },
	} {
		d := newFake()
		for i := range d.drives {
			d.drives[i].EffortCap, d.drives[i].GainScales = true, true
		}
		r := newRig(t, func(b *Bus) {
			b.Requirements = make([]DriveRequirements, len(d.drives))
			for i := range b.Requirements {
				b.Requirements[i].Controller = "arm/controller"
				require(&b.Requirements[i])
			}
		}, d).start()
		if err := r.advance(20 * time.Millisecond); err != nil {
			t.Fatal(err)
		}
		if n, text := r.count(messages.EventRefused); n < 5 || len(d.commands) != 0 ||
			!strings.Contains(text, "command refused: "+field+" it has no entries, and arm/controller sets them; expected one for each drive") {
			t.Errorf("%s: %d commands reached the drives, %d were reported: %q", field, len(d.commands), n, text)
		}
		r.sent = [2]messages.Mode{messages.ModeOff, messages.ModeOff}
		if err := r.advance(4 * time.Millisecond); err != nil {
			t.Fatal(err)
		}
		if len(d.commands) == 0 {
			t.Errorf("%s: a stop did not reach the drives", field)
		}
	}
}
