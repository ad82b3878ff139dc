package machine

import (
	"flag"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

const patience = 80

// at returns a machine in a state, with stops already sent.
func at(s State, stops int) *Machine { return &Machine{Patience: patience, state: s, stops: stops} }

// The cells of the table of the protocol, each written down by hand.
func TestEveryCellOfTheTableIsAsTheProtocolHasIt(t *testing.T) {
	none, action, start, stop := Facts{Request: None}, Facts{Request: Action}, Facts{Request: Start}, Facts{Request: Stop}
	stopped := Facts{Request: Start, Stopped: true}
	armed, refused := Facts{Request: Start, Armed: true}, Facts{Request: Start, Refused: true}
	halted, haltedStart := Facts{Request: Action, Halted: true}, Facts{Request: Start, Halted: true}
	invalid := Facts{Request: Action, Invalid: true}
	invalidStart := Facts{Request: Start, Invalid: true, Stopped: true}
	for _, c := range []struct {
		from   State
		stops  int
		on     Event
		facts  Facts
		to     State
		answer Answer
		after  int // stops
	}{
		{SendStops, 3, CycleBeginning, none, SendStops, Keep, 3},
		{SendStops, 9, CycleBeginning, action, SendStops, Reject, 9},
		{SendStops, 4, CycleBeginning, stopped, SendStops, Keep, 4},
		{SendStops, 5, CycleBeginning, stopped, Reset, Keep, 5},
		{SendStops, 5, CycleBeginning, start, SendStops, Keep, 5},
		{SendStops, 7, CycleBeginning, stop, SendStops, Clear, 0},
		{SendStops, 7, CycleBeginning, Facts{Request: Error}, SendStops, Reject, 7},
		{SendStops, 7, CycleBeginning, Facts{Request: 7}, SendStops, Reject, 7},
		{SendStops, 7, CycleBeginning, invalid, SendStops, Reject, 7},
		{SendStops, 7, CycleBeginning, invalidStart, SendStops, Reject, 7},
		{SendStops, 7, CycleEnd, start, SendStops, Keep, 8},
		{Idle, 5, CycleBeginning, none, Idle, Keep, 5},
		{Idle, 5, CycleBeginning, action, Step, Keep, 5},
		{Idle, 5, CycleBeginning, halted, Idle, Reject, 5},
		{Idle, 5, CycleBeginning, Facts{Request: Action, Halted: true, Invalid: true}, Idle, Reject, 5},
		{Idle, 5, CycleBeginning, haltedStart, SendStops, Keep, 0},
		{Idle, 5, CycleBeginning, Facts{Request: Start, Halted: true, Invalid: true}, Idle, Reject, 5},
		{Idle, 5, CycleBeginning, Facts{Request: Stop, Halted: true}, SendStops, Clear, 0},
		{Idle, 5, CycleBeginning, Facts{Halted: true}, Idle, Keep, 5},
		{Idle, 5, CycleBeginning, stopped, Idle, Observe, 5},
		{Idle, 5, CycleBeginning, stop, SendStops, Clear, 0},
		{Idle, 5, CycleBeginning, Facts{Request: 1 << 31}, Idle, Reject, 5},
		{Idle, 5, CycleBeginning, invalid, Idle, Reject, 5},
		{Idle, 5, CycleEnd, none, Idle, Keep, 5},
		{Reset, 5, CycleBeginning, start, Reset, Keep, 5},
		{Reset, 5, CycleEnd, start, Reset, Keep, 5},
		{Reset, 5, CycleEnd, armed, Idle, Observe, 5},
		{Reset, 5, CycleEnd, refused, SendStops, Reject, 0},
		{Step, 5, CycleBeginning, action, Step, Keep, 5},
		{Step, 5, CycleEnd, action, Idle, Observe, 5},
		{Step, 5, CycleEnd, halted, Idle, Reject, 5},
		{Shutdown, 2, CycleBeginning, start, Shutdown, Keep, 2},
		{Shutdown, 2, CycleEnd, none, Shutdown, Keep, 3},
		{Shutdown, 4, CycleEnd, none, Over, Keep, 5},
		{Over, 5, CycleBeginning, action, Over, Keep, 5},
		{Over, 5, CycleEnd, action, Over, Keep, 5},
		{SendStops, 7, Interrupt, none, Shutdown, Clear, 0},
		{Reset, 7, Interrupt, start, Shutdown, Clear, 0},
		{Idle, 7, Interrupt, none, Shutdown, Clear, 0},
		{Step, 7, Interrupt, action, Shutdown, Clear, 0},
		{Shutdown, 3, Interrupt, none, Shutdown, Keep, 3},
		{Over, 5, Interrupt, none, Shutdown, Clear, 0},
	} {
		m := at(c.from, c.stops)
		row := m.Handle(c.on, c.facts)
		if m.State() != c.to || row.Answer != c.answer || m.Stops() != c.after {
			t.Errorf("%s with %d stops, %s, %+v: %s with %d stops, answer %q; expected %s, %d, %q", c.from, c.stops, c.on, c.facts,
				m.State(), m.Stops(), row.Answer, c.to, c.after, c.answer)
		}
	}
}

func TestEveryStateHandlesEveryEventWhateverTheFacts(t *testing.T) {
	for _, s := range States() {
		for _, e := range Events() {
			for request := range Request(9) {
				for bits := range 32 {
					f := Facts{Request: request, Invalid: bits&1 > 0, Stopped: bits&2 > 0, Armed: bits&4 > 0, Refused: bits&8 > 0, Halted: bits&16 > 0}
					m := at(s, 5)
					if row := m.Handle(e, f); row.From != s || row.On != e || row.To != m.State() {
						t.Errorf("%s, %s, %+v: row %+v, state %s", s, e, f, row, m.State())
					}
				}
			}
		}
	}
}

func TestEveryRowAppliesSomewhere(t *testing.T) {
	used := map[*Row]bool{}
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 1))
		m := Machine{Patience: 3}
		for range 400 {
			e := Event(rng.IntN(2))
			if rng.IntN(60) == 0 {
				e = Interrupt
			}
			if rng.IntN(40) == 0 {
				m = *at(Step, 5) // no schedule of cycles reaches a beginning in Step
			}
			used[m.Handle(e, Facts{Request: Request(rng.IntN(6)), Invalid: rng.IntN(6) == 0, Stopped: rng.IntN(2) == 0,
				Armed: rng.IntN(3) == 0, Refused: rng.IntN(5) == 0, Halted: rng.IntN(4) == 0})] = true
		}
	}
	for i := range rows {
		if !used[&rows[i]] {
			t.Errorf("no schedule followed the row %+v", rows[i])
		}
	}
}

// serve runs cycles until the request is answered, and returns the answer and the number of cycles.
func serve(m *Machine, f func(cycle int) Facts) (Answer, int) {
	for cycle := range 1000 {
		facts := f(cycle)
		if row := m.Handle(CycleBeginning, facts); row.Answer != Keep {
			return row.Answer, cycle
		}
		if row := m.Handle(CycleEnd, facts); row.Answer != Keep {
			return row.Answer, cycle
		}
	}
	return Keep, 1000
}

func TestAStartIsAnsweredWithinItsPatience(t *testing.T) {
	for name, c := range map[string]struct {
		facts  Facts
		answer Answer
		cycles int
		state  State
	}{
		"confirmed and armed":    {Facts{Request: Start, Stopped: true, Armed: true}, Observe, StopCycles, Idle},
		"never confirmed":        {Facts{Request: Start}, Reject, patience, SendStops},
		"the gate refuses":       {Facts{Request: Start, Stopped: true, Refused: true}, Reject, StopCycles, SendStops},
		"the gate never answers": {Facts{Request: Start, Stopped: true}, Reject, patience, SendStops},
	} {
		m := Machine{Patience: patience}
		answer, cycles := serve(&m, func(int) Facts { return c.facts })
		if answer != c.answer || cycles != c.cycles || m.State() != c.state {
			t.Errorf("%s: answer %q after %d cycles in %s; expected %q after %d in %s", name, answer, cycles, m.State(), c.answer, c.cycles, c.state)
		}
	}
}

func TestTheNumbersAreThoseOfTheProtocol(t *testing.T) {
	if SendStops != 0 || Reset != 1 || Idle != 2 || Step != 3 || Shutdown != 4 || Over != 5 || CycleBeginning != 0 || CycleEnd != 1 || Interrupt != 2 ||
		None != 0 || Action != 1 || Start != 2 || Stop != 3 || Error != 4 || StopCycles != 5 {
		t.Error("a number differs")
	}
	if Request(7).String() != "request 7" || State(9).String() != "state 9" || Start.String() != "Start" || CycleEnd.String() != "CycleEnd" {
		t.Error("a name differs")
	}
}

var update = flag.Bool("update", false, "write the table of the documentation anew")

func TestTheTableOfTheDocumentationIsThatOfTheCode(t *testing.T) {
	if *update {
		if err := os.WriteFile("table.md", []byte(Markdown()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	table, err := os.ReadFile("table.md")
	if err != nil {
		t.Fatal(err)
	}
	if string(table) != Markdown() {
		t.Errorf("table.md differs from the rows; write it anew with go test ./actors/spine/machine -update\n%s", Markdown())
	}
	if n := strings.Count(Markdown(), "\n"); n != len(rows)+2 {
		t.Errorf("%d lines for %d rows", n, len(rows))
	}
}

func FuzzMachine(f *testing.F) {
	f.Add([]byte{0, 1, 2, 0x12, 0x53, 0xff})
	f.Fuzz(func(t *testing.T, events []byte) {
		m := Machine{Patience: 3}
		for _, b := range events {
			before := m.State()
			f := Facts{Request: Request(b >> 4), Invalid: b&4 > 0, Stopped: b&8 > 0, Armed: b&4 == 0, Refused: b&12 == 12, Halted: b&0x18 == 0x18}
			f.Armed = f.Armed && !f.Halted
			row := m.Handle(Event(b%3), f)
			if row.From != before || row.To != m.State() || m.State() == Step && (before != Idle && before != Step) {
				t.Fatalf("%s: %+v, then %s", before, row, m.State())
			}
			if f.Halted && row.Answer == Observe {
				t.Fatalf("%s: %+v is served, although a joint has stopped", before, row)
			}
		}
	})
}
