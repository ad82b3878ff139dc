package remote

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
)

// recorder is a driver that records its calls.
type recorder struct {
	info      []hardware.DriveInfo
	opens     int
	closes    int
	exchanged []*messages.DriveCommand
	stops     [][]messages.Mode
	err       error
	reports   func(*messages.DriveState) // changes a state
}

func newRecorder(drives int) *recorder {
	r := &recorder{}
	for i := range drives {
		r.info = append(r.info, hardware.DriveInfo{Name: string(rune('a' + i)), Joint: string(rune('a' + i)), Controls: messages.ControlModes(),
			Limits:   hardware.Limits{Lower: -1, Upper: math.Inf(1), Velocity: 1, Acceleration: 2, Effort: 3},
			Watchdog: hardware.Watchdog{Timeout: 100 * time.Millisecond, Mode: messages.ModeDamp}})
	}
	return r
}

func (r *recorder) Bus() hardware.BusInfo                      { return hardware.BusInfo{Name: "bus"} }
func (r *recorder) Drives() []hardware.DriveInfo               { return r.info }
func (r *recorder) Open(messages.Instant, time.Duration) error { r.opens++; return r.err }
func (r *recorder) Close() error                               { r.closes++; return nil }
func (r *recorder) Stop(_ messages.Instant, m []messages.Mode) error {
	r.stops = append(r.stops, slices.Clone(m))
	return r.err
}

func (r *recorder) Send(_ messages.Instant, c *messages.DriveCommand) error {
	if c == nil {
		return nil
	}
	if err := hardware.Check("bus", r.info, c); err != nil {
		return err
	}
	copied := *c
	copied.Mode, copied.Arm, copied.Position = slices.Clone(c.Mode), slices.Clone(c.Arm), slices.Clone(c.Position)
	copied.KpScale, copied.KdScale, copied.MaxEffort = slices.Clone(c.KpScale), slices.Clone(c.KdScale), slices.Clone(c.MaxEffort)
	r.exchanged = append(r.exchanged, &copied)
	return nil
}

func (r *recorder) Collect(_ messages.Instant, _ time.Duration, s *messages.DriveState) error {
	for i := range s.Answered {
		s.Answered[i], s.Position[i], s.Arm[i], s.Mode[i] = true, float64(i)+0.5, 7, messages.ModeRun
	}
	if r.reports != nil {
		r.reports(s)
	}
	return r.err
}

// met is a station with a session.
func met(t testing.TB, drives int) (*station, *recorder, uint64) {
	t.Helper()
	r := newRecorder(drives)
	s, err := newStation(r, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	answer := s.handle(seal(appendText(begin(nil, head{kind: hello, sequence: 1}), "bus")), 0, 99)
	if h, _, err := opened(answer); err != nil || h.kind != welcome || h.session != 99 || h.flags != 0 {
		t.Fatalf("%+v, %v", h, err)
	}
	return s, r, 99
}

func running(drives int) *messages.DriveCommand {
	c := hardware.NewCommand(drives)
	for i := range c.Mode {
		c.Mode[i], c.Control[i], c.Arm[i], c.Position[i] = messages.ModeRun, messages.ControlPosition, 3, 0.25*float64(i)
	}
	return c
}

// testPayload encodes the payloads of tests.
var testPayload = sync.OnceValue(func() payload {
	p, err := newPayload()
	if err != nil {
		panic(err)
	}
	return p
})

// stopFrame is a stop with those modes.
func stopFrame(h head, modes ...messages.Mode) []byte {
	h.kind = stop
	return seal(testPayload().appendCommand(begin(nil, h), &messages.DriveCommand{Mode: modes}))
}

// readState reads the state of an answer.
func readState(r reader, into *messages.DriveState) bool {
	return testPayload().readings(&r, nil) && testPayload().state(r.rest, new(messages.DriveState), into)
}

func exchangeFrame(session, sequence uint64, echo messages.Instant, c *messages.DriveCommand) []byte {
	return seal(testPayload().appendCommand(begin(nil, head{kind: exchange, flags: withCommand, session: session, sequence: sequence, time: echo}), c))
}

func TestACommandArrivesAsItWasSent(t *testing.T) {
	s, r, session := met(t, 3)
	answer := s.handle(exchangeFrame(session, 2, 0, running(3)), messages.Instant(time.Millisecond), 0)
	h, in, err := opened(answer)
	state := hardware.NewState(3)
	if err != nil || h.kind != stateKind || h.sequence != 2 || h.time != messages.Instant(time.Millisecond) || h.flags != 0 || !readState(in, state) {
		t.Fatalf("%+v %v", h, err)
	}
	if len(r.exchanged) != 1 || !slices.Equal(r.exchanged[0].Position, []float64{0, 0.25, 0.5}) || !slices.Equal(r.exchanged[0].Arm, []uint32{3, 3, 3}) {
		t.Errorf("%+v", r.exchanged)
	}
	if !slices.Equal(state.Position, []float64{0.5, 1.5, 2.5}) || state.Arm[2] != 7 || !state.Answered[0] {
		t.Errorf("%+v", state)
	}
}

// stateKind has another name where state is a variable.
const stateKind = state

func TestWhatIsNotOfTheSessionOrNotNewChangesNothing(t *testing.T) {
	for name, frame := range map[string]func(session uint64) []byte{
		"an older session":  func(session uint64) []byte { return exchangeFrame(session-1, 9, 0, running(2)) },
		"an older sequence": func(session uint64) []byte { return exchangeFrame(session, 1, 0, running(2)) },
		"an old echo": func(session uint64) []byte {
			return exchangeFrame(session, 9, -messages.Instant(time.Second), running(2))
		},
		"an echo of tomorrow": func(session uint64) []byte { return exchangeFrame(session, 9, messages.Instant(time.Hour), running(2)) },
		"a flipped bit":       func(session uint64) []byte { f := exchangeFrame(session, 9, 0, running(2)); f[40] ^= 4; return f },
		"a stop of before": func(session uint64) []byte {
			return stopFrame(head{session: session - 1}, 6, 6)
		},
		"another bus's hello": func(uint64) []byte { return seal(appendText(begin(nil, head{kind: hello}), "other")) },
		"a command cut off":   func(session uint64) []byte { f := exchangeFrame(session, 9, 0, running(2)); return seal(f[:len(f)-9]) },
		"nothing":             func(uint64) []byte { return nil },
		"an unknown kind":     func(session uint64) []byte { return seal(begin(nil, head{kind: 77, session: session})) },
	} {
		s, r, session := met(t, 2)
		s.handle(frame(session), messages.Instant(time.Millisecond), 100)
		if len(r.exchanged) != 0 || len(r.stops) != 0 || s.handed != 0 {
			t.Errorf("%s: %d commands, %d stops were handed over", name, len(r.exchanged), len(r.stops))
		}
		c := s.counts
		if c.NotUnderstood+c.Strange+c.Old+c.Held == 0 && name != "another bus's hello" {
			t.Errorf("%s was not counted: %+v", name, c)
		}
	}
}

func TestACommandIsHandedOverOnce(t *testing.T) {
	s, r, session := met(t, 2)
	frame := exchangeFrame(session, 5, 0, running(2))
	for range 3 {
		s.handle(frame, messages.Instant(time.Millisecond), 0)
	}
	if len(r.exchanged) != 1 || s.counts.Old != 2 {
		t.Errorf("%d times, %+v", len(r.exchanged), s.counts)
	}
}

func TestAStopIsObeyedAtAnyAge(t *testing.T) {
	s, r, session := met(t, 2)
	s.handle(exchangeFrame(session, 50, 0, running(2)), 0, 0)
	frame := stopFrame(head{session: session, sequence: 3, time: -5}, messages.ModeDamp, messages.ModeOff)
	answer := s.handle(frame, messages.Instant(time.Hour), 0)
	if h, _, err := opened(answer); err != nil || h.kind != stopped || len(r.stops) != 1 || r.stops[0][1] != messages.ModeOff {
		t.Errorf("%+v %v, %v", h, err, r.stops)
	}
}

func TestTheDescriptionOfDrivesArrivesAsItWasSent(t *testing.T) {
	want := newRecorder(3).info
	want[0].Brake, want[0].GainScales, want[0].Measures.FaultWord = true, true, true
	want[1].EffortCap, want[1].Measures = true, hardware.Measurements{Temperature: true, Voltage: true, Current: true}
	r := reader{rest: appendDrives(nil, want)}
	got := r.drives()
	if !r.done() || len(got) != 3 {
		t.Fatal(got)
	}
	for i := range got {
		if got[i].Name != want[i].Name || got[i].Limits != want[i].Limits || got[i].Watchdog != want[i].Watchdog || abilitiesOf(&got[i]) != abilitiesOf(&want[i]) || !slices.Equal(got[i].Controls, want[i].Controls) {
			t.Errorf("%+v, want %+v", got[i], want[i])
		}
	}
}

// TestNoFlippedBitIsTaken flips every bit of a frame in turn.
func TestNoFlippedBitIsTaken(t *testing.T) {
	frame := exchangeFrame(99, 5, 0, running(2))
	for i := range len(frame) * 8 {
		spoilt := bytes.Clone(frame)
		spoilt[i/8] ^= 1 << (i % 8)
		if _, _, err := opened(spoilt); err == nil {
			t.Fatalf("bit %d", i)
		}
	}
}

// TestNoFrameHarmsTheDrives sends random payloads under right checksums, from a seed.
func TestNoFrameHarmsTheDrives(t *testing.T) {
	const seed = 7
	random := rand.New(rand.NewPCG(seed, 0))
	s, r, session := met(t, 3)
	for n := range 20000 {
		payload := make([]byte, random.IntN(200))
		for i := range payload {
			payload[i] = byte(random.Uint32())
		}
		h := head{kind: kind(random.IntN(9)), flags: flags(random.Uint32()), session: session, sequence: uint64(n + 10)}
		if h.kind == bye {
			continue
		}
		s.handle(seal(append(begin(nil, h), payload...)), 0, session)
	}
	for _, c := range r.exchanged { // Check has passed them: they are fit, however they came
		if len(c.Mode) != 3 {
			t.Fatalf("seed %d: %+v", seed, c)
		}
	}
}

func FuzzAStationUnderstandsOrCounts(f *testing.F) {
	f.Add(exchangeFrame(99, 5, 0, running(2)))
	f.Add(seal(appendText(begin(nil, head{kind: hello, sequence: 1}), "bus")))
	f.Add(stopFrame(head{session: 99}, 2, 3))
	f.Add(stopFrame(head{session: 99}, 77))
	tuned := running(2)
	tuned.KpScale[0], tuned.KdScale[1], tuned.MaxEffort[0] = 0.5, 0, 2
	f.Add(exchangeFrame(99, 6, 0, tuned))
	older := seal(appendText(begin(nil, head{kind: hello, sequence: 1}), "bus"))
	older[3] = '1'
	f.Add(older)
	f.Fuzz(func(t *testing.T, frame []byte) {
		s, r, _ := met(t, 2)
		if len(frame) > headSize+tailSize { // under its right checksum
			binary.LittleEndian.PutUint32(frame[len(frame)-tailSize:], crc32.Checksum(frame[:len(frame)-tailSize], castagnoli))
		}
		before := s.counts
		answer := s.handle(frame, 0, 5)
		for _, c := range r.exchanged { // Check has passed them
			if hardware.Check("bus", r.info, c) != nil {
				t.Errorf("an invalid command was handed over: %+v", c)
			}
		}
		if answer == nil && s.counts == before && s.isOpen {
			t.Error("a frame was neither answered nor counted")
		}
		if answer != nil {
			if _, _, err := opened(answer); err != nil && !(errors.Is(err, errVersion) && frame[3] != version) {
				t.Errorf("the answer is not understood: %v", err)
			}
		}
	})
}

// Two servers that hear each other's answers, from an address that has changed hands, would answer
// without end.
func TestAnAnswerIsNotAnswered(t *testing.T) {
	for _, k := range []kind{welcome, state, stopped} {
		for _, of := range []uint64{99, 5, 0} {
			s, r, session := met(t, 2)
			if answer := s.handle(seal(begin(nil, head{kind: k, session: of, sequence: 9})), 0, 100); answer != nil {
				t.Errorf("kind %d of session %d is answered", k, of)
			}
			if s.counts.NotUnderstood != 1 || len(r.exchanged) != 0 {
				t.Errorf("%+v", s.counts)
			}
			if s.handle(exchangeFrame(session, 2, 0, running(2)), 0, 0); len(r.exchanged) != 1 {
				t.Error("the next command is not newer any more")
			}
		}
	}
}

// A process that greets another bus must not learn the number of the session.
func TestARefusalDoesNotRevealTheSession(t *testing.T) {
	s, _, session := met(t, 2)
	h, _, err := opened(s.handle(seal(appendText(begin(nil, head{kind: hello, session: 5, sequence: 1}), "other")), 0, 100))
	if err != nil || h.flags != failed || h.session == session {
		t.Errorf("%+v, %v", h, err)
	}
}
