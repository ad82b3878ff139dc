package invariant

import (
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// mail posts values on a link, one a millisecond, numbered from 1, and returns which one counts as
// arrived.
type mail struct {
	*linkModel
	now   messages.Instant
	sent  uint64
	share float64
}

func newMail() *mail { return &mail{share: -1, linkModel: &linkModel{from: "a.out", to: "b.in"}} }

func (m *mail) post(n int) uint64 {
	for range n {
		m.sent++
		m.now += millisecond
		m.settle(m.now)
		m.linkModel.post(inFlightValue{stamp: messages.Stamp{Time: m.now, Sequence: m.sent}, valid: true, good: true, named: 1, content: m.sent, share: m.share, scale: 1}, m.now)
	}
	m.settle(m.now)
	return m.arrived.stamp.Sequence
}

func TestAWayWithoutFaultsHasTheNewestArrive(t *testing.T) {
	m := newMail()
	if got := m.post(5); got != 5 || m.unsure || !m.calm(m.now, time.Second) {
		t.Errorf("%d, unsure %v", got, m.unsure)
	}
}

func TestWhatFaultsDoOnAWay(t *testing.T) {
	const ms = time.Millisecond
	for name, c := range map[string]struct {
		fault   actors.Fault
		arrived uint64 // of 20 letters, of which the last 10 met the fault
		unsure  bool
	}{
		"everything is lost":                {actors.Fault{Kind: actors.FaultDrop}, 10, false},
		"everything is lost, said in words": {actors.Fault{Kind: actors.FaultDrop, Probability: 1}, 10, false},
		"some are lost":                     {actors.Fault{Kind: actors.FaultDrop, Probability: 0.5}, 20, true},
		"they come later":                   {actors.Fault{Kind: actors.FaultDelay, Delay: 4 * ms}, 16, false},
		"they come much later":              {actors.Fault{Kind: actors.FaultDelay, Delay: 40 * ms}, 10, false},
		"their content is frozen":           {actors.Fault{Kind: actors.FaultFreeze}, 20, false},
		"their numbers are not finite":      {actors.Fault{Kind: actors.FaultNaN}, 20, false},
		"they are infinite":                 {actors.Fault{Kind: actors.FaultExtreme, Choice: "inf"}, 20, false},
		"they are scaled":                   {actors.Fault{Kind: actors.FaultExtreme, Choice: "scaled", Amount: 2}, 20, true},
		"the ends are parted":               {actors.Fault{Kind: actors.FaultPartition}, 10, false},
		"the connection is half open":       {actors.Fault{Kind: actors.FaultHalfOpen}, 10, false},
		"they are too long":                 {actors.Fault{Kind: actors.FaultOversize, Count: 2}, 10, false},
		"some are too long":                 {actors.Fault{Kind: actors.FaultOversize, Count: 2, Probability: 0.5}, 20, true},
		"they go elsewhere":                 {actors.Fault{Kind: actors.FaultMisdirect}, 10, false},
		"they are too short":                {actors.Fault{Kind: actors.FaultTruncate, Count: 1}, 20, false},
		"they lack fields":                  {actors.Fault{Kind: actors.FaultOldSchema, Count: 1}, 20, false},
		"they come twice":                   {actors.Fault{Kind: actors.FaultDuplicate}, 20, false},
		"they are kept back":                {actors.Fault{Kind: actors.FaultClog}, 10, false},
		"one in four is read":               {actors.Fault{Kind: actors.FaultSlowReader, Delay: 4 * ms}, 19, false},
		"the clock is behind":               {actors.Fault{Kind: actors.FaultClockSkew, Amount: -0.1}, 20, false},
		"the clock is a little ahead":       {actors.Fault{Kind: actors.FaultClockSkew, Amount: 0.1}, 20, true},
		"the clock is far ahead":            {actors.Fault{Kind: actors.FaultClockStep, Amount: 3600}, 20, false},
		"stamps are frozen":                 {actors.Fault{Kind: actors.FaultStamp, Choice: "frozen"}, 20, false},
		"somebody claims to be younger":     {actors.Fault{Kind: actors.FaultMasquerade, Choice: "newer"}, 20, true},
		"somebody claims to be older":       {actors.Fault{Kind: actors.FaultMasquerade, Choice: "older"}, 20, false},
		"a kind without a model":            {actors.Fault{Kind: actors.FaultReorder}, 20, true},
		"a kind that nobody knows":          {actors.Fault{Kind: "unknown"}, 20, true},
	} {
		m := newMail()
		m.post(10)
		m.begin("fault", c.fault, m.now)
		if got := m.post(10); got != c.arrived || m.unsure != c.unsure {
			t.Errorf("%s: number %d has arrived, unsure %v; want %d, %v", name, got, m.unsure, c.arrived, c.unsure)
		}
		if m.calm(m.now, 0) {
			t.Errorf("%s: the way is called calm", name)
		}
	}
}

func TestContentOfValuesUnderFaults(t *testing.T) {
	m := newMail()
	m.post(10)
	m.begin("f", actors.Fault{Kind: actors.FaultFreeze}, m.now)
	m.post(3)
	if m.arrived.content != 11 || m.arrived.stamp.Sequence != 13 {
		t.Errorf("the content is that of number %d in number %d; expected that of the first one that met the fault", m.arrived.content, m.arrived.stamp.Sequence)
	}
	m.end("f", m.now)
	if m.post(1); m.arrived.content != 14 {
		t.Errorf("after the fault the content is that of number %d", m.arrived.content)
	}
	m.begin("f", actors.Fault{Kind: actors.FaultFreeze}, m.now)
	if m.post(1); m.arrived.content != 15 {
		t.Errorf("a second fault froze number %d", m.arrived.content)
	}
	m.end("f", m.now)
	m.begin("n", actors.Fault{Kind: actors.FaultNaN}, m.now)
	if m.post(1); m.arrived.good || !m.arrived.valid {
		t.Errorf("what has no numbers is called good: %+v", m.arrived)
	}
	m.linkModel.post(inFlightValue{stamp: messages.Stamp{Sequence: 99}}, m.now)
	if m.arrived.valid || m.arrived.stamp.Sequence != 99 {
		t.Errorf("a withdrawal arrived as %+v", m.arrived)
	}
}

func TestAFaultWithoutAModelActsOnForAWhileAfterItsEnd(t *testing.T) {
	for kind, want := range map[actors.FaultKind]time.Duration{actors.FaultDrop: 0, actors.FaultDelay: 0, actors.FaultCorrupt: 0, actors.FaultReorder: 2 * time.Second} {
		m := newMail()
		m.post(1)
		m.begin("f", actors.Fault{Kind: kind}, m.now)
		m.post(1)
		m.end("f", m.now)
		ended := m.now
		m.post(1)
		if unsure := want > time.Millisecond; m.unsure != unsure {
			t.Errorf("%s: just after its end unsure is %v", kind, m.unsure)
		}
		m.now = ended.Add(want) + millisecond
		if m.post(1); m.unsure {
			t.Errorf("%s: at %v it is unsure", kind, m.now)
		}
	}
}

func TestAHalfOpenConnectionStaysSoUntilAnEndBeginsAnew(t *testing.T) {
	m := newMail()
	m.post(5)
	m.begin("f", actors.Fault{Kind: actors.FaultHalfOpen}, m.now)
	m.post(5)
	m.end("f", m.now)
	if got := m.post(5); got != 5 || m.unsure {
		t.Errorf("number %d has arrived, unsure %v", got, m.unsure)
	}
	m.reconnect("c", m.now)
	if got := m.post(5); got != 5 || m.unsure {
		t.Errorf("somebody else began anew, and number %d has arrived, unsure %v", got, m.unsure)
	}
	m.reconnect("b", m.now)
	if got := m.post(5); got != 25 || !m.unsure {
		t.Errorf("the receiver began anew, and number %d has arrived, unsure %v", got, m.unsure)
	}
	again := newMail()
	again.begin("f", actors.Fault{Kind: actors.FaultHalfOpen}, again.now)
	again.reconnect("a", again.now)
	if got := again.post(5); got != 0 {
		t.Errorf("while the fault lasts, number %d has arrived", got)
	}
	again.end("f", again.now)
	if got := again.post(5); got != 10 || !again.unsure {
		t.Errorf("afterwards number %d has arrived, unsure %v", got, again.unsure)
	}
}

func TestAClogLetsAllGoAtItsEnd(t *testing.T) {
	m := newMail()
	m.post(5)
	m.begin("f", actors.Fault{Kind: actors.FaultClog}, m.now)
	if got := m.post(500); got != 5 {
		t.Errorf("number %d got through", got)
	}
	m.end("f", m.now)
	if m.settle(m.now); m.arrived.stamp.Sequence != 505 || m.unsure {
		t.Errorf("number %d has arrived, unsure %v", m.arrived.stamp.Sequence, m.unsure)
	}
}

func TestALongClogKeepsTheNewestValue(t *testing.T) {
	m := newMail()
	m.begin("f", actors.Fault{Kind: actors.FaultClog, Duration: 3 * time.Second}, m.now)
	if got := m.post(2 * most); got != 0 || len(m.pending) != most {
		t.Errorf("number %d got through, %d are under way", got, len(m.pending))
	}
	m.now = 3000 * millisecond
	if m.settle(m.now); m.arrived.stamp.Sequence != 2*most {
		t.Errorf("number %d has arrived; expected %d", m.arrived.stamp.Sequence, 2*most)
	}
}

func TestAClogLetsAllGoInTheInstantOfItsEnd(t *testing.T) {
	m := newMail()
	m.begin("f", actors.Fault{Kind: actors.FaultClog, Duration: 5 * time.Millisecond}, m.now)
	if got := m.post(4); got != 0 {
		t.Errorf("number %d got through", got)
	}
	m.now += millisecond
	if m.settle(m.now); m.arrived.stamp.Sequence != 4 {
		t.Errorf("before its end is reported, number %d has arrived; expected 4", m.arrived.stamp.Sequence)
	}
	m = newMail()
	m.begin("f", actors.Fault{Kind: actors.FaultClog, Duration: time.Second}, m.now)
	m.post(4)
	m.end("f", m.now) // a person ends it
	if m.settle(m.now); m.arrived.stamp.Sequence != 4 {
		t.Errorf("after its end number %d has arrived; expected 4", m.arrived.stamp.Sequence)
	}
}

func TestStampsUnderFaults(t *testing.T) {
	const s = time.Second
	for name, c := range map[string]struct {
		fault actors.Fault
		age   time.Duration // of the newest of ten letters, one a millisecond
		good  bool
	}{
		"behind":    {actors.Fault{Kind: actors.FaultClockSkew, Amount: -0.5}, s / 2, true},
		"far ahead": {actors.Fault{Kind: actors.FaultClockStep, Amount: 60}, 0, false},
		"frozen":    {actors.Fault{Kind: actors.FaultStamp, Choice: "frozen"}, 9 * time.Millisecond, true},
		"backwards": {actors.Fault{Kind: actors.FaultStamp, Choice: "backwards"}, 18 * time.Millisecond, true},
		"future":    {actors.Fault{Kind: actors.FaultStamp, Choice: "future", Delay: time.Hour}, 0, false},
	} {
		m := newMail()
		m.now = 1000 * millisecond
		m.begin("f", c.fault, m.now)
		m.post(10)
		if age := m.now.Sub(m.arrived.stamp.Time); age != c.age || m.arrived.good != c.good {
			t.Errorf("%s: its age is %v, good %v; expected %v, %v", name, age, m.arrived.good, c.age, c.good)
		}
	}
}

// A receiver obeys a command for longer whose stamp is a little ahead, and refuses one that is far
// ahead.
func TestAStampThatIsALittleAheadMakesALetterYoung(t *testing.T) {
	const s = time.Second
	for name, c := range map[string]struct {
		faults []actors.Fault
		want   time.Duration // of the latest that the receiver may take it for, beyond its stamp
	}{
		"a little":             {[]actors.Fault{{Kind: actors.FaultClockSkew, Amount: 0.01}}, s / 100},
		"twice a little":       {[]actors.Fault{{Kind: actors.FaultClockSkew, Amount: 0.01}, {Kind: actors.FaultStamp, Choice: "future", Delay: s / 50}}, 3 * s / 100},
		"ahead and behind":     {[]actors.Fault{{Kind: actors.FaultClockSkew, Amount: 0.01}, {Kind: actors.FaultClockSkew, Amount: -0.5}}, 0},
		"a clock that is fast": {[]actors.Fault{{Kind: actors.FaultClockDrift, Amount: 500}}, 5 * time.Microsecond},
		"far":                  {[]actors.Fault{{Kind: actors.FaultClockStep, Amount: 60}}, 0},
		"behind":               {[]actors.Fault{{Kind: actors.FaultClockSkew, Amount: -0.01}}, 0},
		"not wrong at all":     {[]actors.Fault{{Kind: actors.FaultReorder}}, 0},
	} {
		m := newMail()
		for _, f := range c.faults {
			m.begin(string(f.Kind), f, m.now)
		}
		m.post(10)
		if got := m.linkModel.sent.latest().Sub(m.linkModel.sent.stamp.Time); got != c.want || m.linkModel.sent.stamp.Time != m.now {
			t.Errorf("%s: %v ahead of %v; expected %v", name, got, m.linkModel.sent.stamp.Time, c.want)
		}
	}
}

func TestAForgedLetterOfAnOlderLifeIsNewestAndBad(t *testing.T) {
	for _, c := range []struct {
		life, arrives messages.Incarnation
		good          bool
	}{{1, 1, true}, {3, 2, false}} {
		m := newMail()
		m.begin("f", actors.Fault{Kind: actors.FaultMasquerade, Choice: "older"}, m.now)
		m.linkModel.post(inFlightValue{stamp: messages.Stamp{Sequence: 7, Incarnation: c.life}, valid: true, good: true}, m.now)
		if a := &m.arrived; a.stamp.Incarnation != c.arrives || a.good != c.good || c.good != (a.stamp.Sequence == 7) {
			t.Errorf("of life %d there arrived %+v", c.life, a)
		}
	}
}

// The true value after a forged one has its number: the receiver keeps the one that it meets first.
func TestATrueLetterWithTheNumberOfAForgedOneMayArriveOrNot(t *testing.T) {
	for _, c := range []struct {
		fault  actors.FaultKind
		unsure bool
	}{{actors.FaultMasquerade, true}, {actors.FaultNaN, false}} {
		m := newMail()
		send := func(number uint64) {
			m.linkModel.post(inFlightValue{stamp: messages.Stamp{Sequence: number, Incarnation: 3}, valid: true, good: true}, m.now)
			m.linkModel.settle(m.now)
		}
		m.begin("f", actors.Fault{Kind: c.fault, Choice: "older"}, m.now)
		send(7)
		m.end("f", m.now)
		send(8)
		if m.linkModel.unsure != c.unsure {
			t.Errorf("after %s it is %t that anything may have arrived; expected %t", c.fault, m.linkModel.unsure, c.unsure)
		}
		if send(9); m.linkModel.unsure || m.arrived.stamp.Sequence != 9 {
			t.Errorf("after %s the value after that is %+v", c.fault, m.arrived)
		}
	}
}

func TestExtremeVelocities(t *testing.T) {
	for name, c := range map[string]struct {
		fault  actors.Fault
		share  float64 // of a limit that was asked for; below zero where more than velocities was
		good   bool
		scale  float64
		unsure bool
	}{
		"within":               {actors.Fault{Choice: "scaled", Amount: -4}, 0.2, true, -4, false},
		"beyond":               {actors.Fault{Choice: "scaled", Amount: -6}, 0.2, false, -6, false},
		"just at":              {actors.Fault{Choice: "scaled", Amount: 5}, 0.2, true, 1, true},
		"next to nothing":      {actors.Fault{Choice: "denormal"}, 0.2, true, 0, false},
		"huge":                 {actors.Fault{Choice: "-huge"}, 0.2, false, 1, false},
		"huge, of what is not": {actors.Fault{Choice: "huge"}, -1, true, 1, true},
		"infinite in any case": {actors.Fault{Choice: "-inf"}, -1, false, 1, false},
	} {
		m := newMail()
		m.share = c.share
		c.fault.Kind = actors.FaultExtreme
		m.begin("f", c.fault, m.now)
		m.post(1)
		if a := &m.arrived; a.good != c.good || a.scale != c.scale || m.unsure != c.unsure {
			t.Errorf("%s: good %v, scale %g, unsure %v; expected %v, %g, %v", name, a.good, a.scale, m.unsure, c.good, c.scale, c.unsure)
		}
	}
}

// What a freeze met after a fault without a model may be anything, also once that one is over.
func TestWhatWasFrozenAfterItWasSpoiltStaysUnsure(t *testing.T) {
	m := newMail()
	m.begin("c", actors.Fault{Kind: actors.FaultCorrupt, Probability: 0.5}, m.now)
	m.begin("f", actors.Fault{Kind: actors.FaultFreeze}, m.now)
	m.post(3)
	m.end("c", m.now)
	if m.post(3); !m.unsure {
		t.Error("what was frozen is called sure")
	}
	m.end("f", m.now)
	if m.post(1); m.unsure {
		t.Error("it is unsure though nothing is wrong any more")
	}
}

// What a link repeats for certain may be what a drive obeys, whatever its gate says.
func TestTwoFreezesOfOneWayEachRepeatWhatTheyHaveMet(t *testing.T) {
	m := newMail()
	m.begin("f", actors.Fault{Kind: actors.FaultFreeze}, m.now)
	m.begin("f again", actors.Fault{Kind: actors.FaultFreeze}, m.now)
	if m.post(3); m.unsure || m.arrived.content != 1 {
		t.Errorf("with both the content is that of number %d, unsure %v; expected the first", m.arrived.content, m.unsure)
	}
	m.end("f", m.now)
	if m.post(3); m.unsure || m.arrived.content != 1 {
		t.Errorf("with one the content is that of number %d, unsure %v; expected what it has met", m.arrived.content, m.unsure)
	}
	m.end("f again", m.now)
	if m.post(1); m.unsure || m.arrived.content != 7 {
		t.Errorf("with none the content is that of number %d, unsure %v", m.arrived.content, m.unsure)
	}
}

// Of what happens in the instant in which a fault ends, its end is reported last.
func TestAFaultIsOverInTheInstantOfItsEnd(t *testing.T) {
	for kind, over := range map[actors.FaultKind]bool{actors.FaultDelay: true, actors.FaultPartition: true, actors.FaultFreeze: true, actors.FaultHalfOpen: false} {
		m := newMail()
		m.post(1)
		m.begin("f", actors.Fault{Kind: kind, Delay: 5 * time.Millisecond, Duration: 4 * time.Millisecond}, m.now)
		m.post(4)
		if got := m.arrived.content == 5; got != over {
			t.Errorf("%s: what was sent in the instant of its end has arrived: %v", kind, got)
		}
		m.end("f", m.now)
	}
	m := newMail()
	m.begin("f", actors.Fault{Kind: actors.FaultReorder, Duration: 3 * time.Millisecond}, m.now)
	if m.post(3); !m.unsure {
		t.Error("what a fault without a model keeps back is forgotten in the instant of its end")
	}
}

func TestTwoFaultsOnOneWayEndOneByOne(t *testing.T) {
	m := newMail()
	m.begin("delay 1", actors.Fault{Kind: actors.FaultDelay, Delay: 3 * time.Millisecond}, m.now)
	m.begin("delay 2", actors.Fault{Kind: actors.FaultDelay, Delay: 2 * time.Millisecond}, m.now)
	if got := m.post(20); got != 15 {
		t.Errorf("with both, number %d of 20 has arrived; expected 15", got)
	}
	m.end("delay 1", m.now)
	m.end("it never began", m.now)
	if got := m.post(10); got != 28 {
		t.Errorf("with one, number %d of 30 has arrived; expected 28", got)
	}
	m.end("delay 2", m.now)
	if got := m.post(1); got != 31 {
		t.Errorf("with none, number %d of 31 has arrived", got)
	}
	if got := m.post(5); got != 36 {
		t.Errorf("a late value has overtaken a newer one: %d", got)
	}
}

func TestWhatIsKeptBackIsBounded(t *testing.T) {
	m := newMail()
	m.begin("f", actors.Fault{Kind: actors.FaultDelay, Delay: time.Hour}, m.now)
	m.post(3 * most)
	if len(m.pending) != most {
		t.Errorf("%d values are under way; the bound is %d", len(m.pending), most)
	}
}

func TestAnEventOfALinkFindsItsWay(t *testing.T) {
	l := &linkModel{from: "a/b.out", to: "c/d.in"}
	for name, want := range map[string]bool{"a/b.out->c/d.in": true, "a/b.out->c/d.inn": false, "xa/b.out->c/d.in": false, "a/b.out": false, "": false} {
		if got := sameLink(l, name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}
