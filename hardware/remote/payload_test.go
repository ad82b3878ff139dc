package remote

import (
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
)

// sameState reports whether two states are equal; a value that is not measured equals itself.
func sameState(a, b *messages.DriveState) bool {
	same := func(x, y []float64) bool {
		return slices.EqualFunc(x, y, func(x, y float64) bool { return x == y || math.IsNaN(x) && math.IsNaN(y) })
	}
	return same(a.Position, b.Position) && same(a.Velocity, b.Velocity) && same(a.Effort, b.Effort) &&
		same(a.Temperature, b.Temperature) && same(a.Voltage, b.Voltage) && same(a.Current, b.Current) &&
		slices.Equal(a.Mode, b.Mode) && slices.Equal(a.Fault, b.Fault) && slices.Equal(a.Answered, b.Answered) &&
		slices.Equal(a.Arm, b.Arm) && slices.Equal(a.FaultWord, b.FaultWord)
}

// Two equal arms get the same commands with the same gains, one over a socket.
func TestARemoteDriveAcceptsTheGainsAndReportsTheMeasurementsOfTheLocalOne(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		plant, local := newElbow(t)
		command, far := b.run(b.driver)
		near := hardware.NewState(3)
		// Bring the local arm to the same instant by the same calls.
		if err := local.Open(0, time.Second); err != nil {
			t.Fatal(err)
		}
		now := messages.Instant(0)
		step := func(command *messages.DriveCommand) {
			now = now.Add(2 * time.Millisecond)
			if err := plant.Advance(now); err != nil {
				t.Fatal(err)
			}
			if err := hardware.Exchange(local, now, command, near); err != nil {
				t.Fatal(err)
			}
		}
		step(nil)
		for range 50 {
			step(command)
		}
		for n := range 100 {
			for i := range command.Mode {
				command.Control[i], command.Position[i] = messages.ControlPosition, 0.2
				command.KpScale[i], command.KdScale[i], command.MaxEffort[i] = 0.25*float64(i+1), 0.5, float64(5+n)
			}
			b.exchange(b.driver, command, far)
			step(command)
			if !sameState(far, near) {
				t.Fatalf("exchange %d: the remote drives report\n%+v\nthe local ones\n%+v", n, far, near)
			}
		}
		if far.Temperature[0] <= 20 || far.Voltage[0] != 48 || math.IsNaN(far.Current[0]) {
			t.Errorf("%+v", far)
		}
	})
}

func TestGainScalesAndEffortCapsArriveAsTheyWereSent(t *testing.T) {
	s, r, session := met(t, 2)
	for i := range r.info {
		r.info[i].GainScales, r.info[i].EffortCap = true, true
	}
	c := running(2)
	c.KpScale, c.KdScale, c.MaxEffort = []float64{0.5, 0}, []float64{1, 0.25}, []float64{3, math.Inf(1)}
	s.handle(exchangeFrame(session, 2, 0, c), 0, 0)
	if len(r.exchanged) != 1 {
		t.Fatalf("%d commands were handed over", len(r.exchanged))
	}
	if got := r.exchanged[0]; !slices.Equal(got.KpScale, c.KpScale) || !slices.Equal(got.KdScale, c.KdScale) || !slices.Equal(got.MaxEffort, c.MaxEffort) {
		t.Errorf("%+v", got)
	}
}

// A buffer may have entries of fields that no drive measures.
func TestWhatNoDriveMeasuresIsNotANumber(t *testing.T) {
	r := newRecorder(2)
	r.info[1].Measures.FaultWord = true
	sent := newMeasuredState(r.info)
	if len(sent.Temperature)+len(sent.Voltage)+len(sent.Current) != 0 || len(sent.FaultWord) != 2 {
		t.Errorf("%+v", sent)
	}
	sent.FaultWord[1] = 0x80000001
	into := hardware.NewState(2)
	into.Temperature[0], into.FaultWord[0] = 1e9, 77
	if !readState(reader{rest: testPayload().appendState([]byte{0}, sent)}, into) {
		t.Fatal("the state was not read")
	}
	if !math.IsNaN(into.Temperature[0]) || into.FaultWord[0] != 0 || into.FaultWord[1] != 0x80000001 {
		t.Errorf("%+v", into)
	}
}

func TestADriverReportsOnlyTheMeasurementsThatItDeclares(t *testing.T) {
	b := newBench(t, addresses(t)["udp"])
	b.config.Drives = slices.Clone(b.config.Drives)
	for i := range b.config.Drives {
		b.config.Drives[i].Measures = hardware.Measurements{Voltage: true}
	}
	_, state := b.run(b.newDriver())
	if !math.IsNaN(state.Temperature[0]) || state.Voltage[0] != 48 || !math.IsNaN(state.Current[0]) {
		t.Errorf("%+v", state)
	}
}

// One drive that reports nonsense must not hide the others.
func TestADriveWithAnUnknownModeIsSilentAndTheOthersAnswer(t *testing.T) {
	s, r, session := met(t, 3)
	r.reports = func(state *messages.DriveState) { state.Mode[1] = 77 }
	_, in, err := opened(s.handle(exchangeFrame(session, 2, 0, running(3)), 0, 0))
	into := hardware.NewState(3)
	if err != nil || !readState(in, into) {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(into.Answered, []bool{true, false, true}) || into.Mode[1] != messages.ModeOff {
		t.Errorf("%+v", into)
	}
}

func TestAStateOfOtherDrivesChangesNothing(t *testing.T) {
	for name, state := range map[string]*messages.DriveState{
		"too few":             hardware.NewState(1),
		"too many":            hardware.NewState(maxDrives),
		"none":                {},
		"an uneven list":      {Position: []float64{1, 2}, Velocity: []float64{1}},
		"a short temperature": func() *messages.DriveState { s := hardware.NewState(2); s.Temperature = []float64{1}; return s }(),
	} {
		into, want := hardware.NewState(2), hardware.NewState(2)
		if readState(reader{rest: testPayload().appendState([]byte{0}, state)}, into) || !sameState(into, want) {
			t.Errorf("%s: %+v", name, into)
		}
	}
}

// A stop must not get lost: an unknown mode switches every drive off.
func TestAStopWithAnUnknownModeSwitchesEveryDriveOff(t *testing.T) {
	s, r, session := met(t, 2)
	answer := s.handle(stopFrame(head{session: session, sequence: 3}, messages.ModeDamp, 77), 0, 0)
	if h, _, err := opened(answer); err != nil || h.kind != stopped || len(r.stops) != 1 {
		t.Fatalf("%+v %v, %v", h, err, r.stops)
	}
	for i := range r.info {
		if hardware.Demand(r.stops[0], i) != messages.ModeOff {
			t.Errorf("drive %d: %v", i, r.stops)
		}
	}
}

// Send cannot encode an unknown mode; the stops beside it reach the drives nevertheless.
func TestTheStopsOfARejectedCommandReachTheDrives(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		command, state := b.run(b.driver)
		command.Mode[0], command.Mode[1] = 77, messages.ModeDamp
		now := messages.Instant(b.now.Load()).Add(2 * time.Millisecond)
		b.wait(now)
		before := b.server.LastCommand()
		if err := hardware.Exchange(b.driver, now, command, state); !errors.Is(err, hardware.ErrRefused) {
			t.Fatal(err)
		}
		b.exchange(b.driver, nil, state)
		if state.Mode[1] != messages.ModeDamp || b.server.LastCommand() != before {
			t.Errorf("modes %v, last command at %s, before at %s", state.Mode, b.server.LastCommand(), before)
		}
	})
}

func TestAHelloOfAnotherVersionIsAnsweredWithBothVersions(t *testing.T) {
	s, r, _ := met(t, 2)
	opens := r.opens
	hello := begin(nil, head{kind: hello, session: 5, sequence: 7})
	hello[3] = '1'
	answer := s.handle(seal(appendText(hello, "bus")), 0, 100)
	if len(answer) == 0 || string(answer[:4]) != "RAD1" {
		t.Fatalf("%x", answer)
	}
	h, _, err := opened(answer)
	if !errors.Is(err, errVersion) || h.kind != welcome || h.flags != failed || h.sequence != 7 || h.session != 0 {
		t.Errorf("%+v, %v", h, err)
	}
	text := string(answer[headSize : len(answer)-tailSize])
	if want := `bus "bus" speaks version '2' of the protocol, and the hello has version '1'`; !strings.Contains(text, want) {
		t.Errorf("%q, want %q", text, want)
	}
	if r.opens != opens || s.counts.NotUnderstood != 1 {
		t.Errorf("opened %d times, %+v", r.opens, s.counts)
	}
	other := begin(nil, head{kind: exchange, session: 99, sequence: 7})
	other[3] = '1'
	if answer := s.handle(seal(other), 0, 100); answer != nil || s.counts.NotUnderstood != 2 {
		t.Errorf("an exchange of another version: %x, %+v", answer, s.counts)
	}
}

func TestOptionsDeclareWhatDrivesMeasureAndObey(t *testing.T) {
	o := Options{Measures: []string{"temperature", "fault_word"}}
	m, err := o.measurements()
	if want := (hardware.Measurements{Temperature: true, FaultWord: true}); err != nil || m != want {
		t.Errorf("%+v, %v", m, err)
	}
	o.Measures = append(o.Measures, "temperatur")
	var option *messages.OptionError
	if _, err := o.measurements(); !errors.As(err, &option) || option.Path != "measures[2]" || option.Unknown != "temperatur" ||
		!slices.Equal(option.Known, []string{"temperature", "voltage", "current", "fault_word"}) {
		t.Errorf("%v", err)
	}
}
