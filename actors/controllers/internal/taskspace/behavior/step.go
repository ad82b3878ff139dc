package behavior

import (
	"math"
	"slices"
	"time"
)

// Status is where a machine stands. It is a plain value; two machines of the same definition that
// were given the same inputs have equal statuses.
type Status struct {
	// State is the active leaf.
	State int
	// Entered has when each active state was entered, the outermost first.
	Entered [DepthMax]time.Duration
	// Since has, for each condition, since when its comparison has been true without a break; Never
	// where it is not.
	Since [ConditionsMax]time.Duration
	// Pending is the transition that is being prepared: Target is the leaf that it leads to and
	// Request its number, which is zero where nothing is pending. Named is the state that the
	// transition names, Via its event or -1, and Asked when it became pending, moved back by the
	// time of the pauses since then.
	Pending struct {
		Request       uint64
		Target, Named int
		Via           int
		Asked         time.Duration
	}
	// Requests counts transitions that became pending; the newest has this number.
	Requests uint64
}

// Never is a time before every other one.
const Never = time.Duration(math.MinInt64)

// Input is what a step looks at.
type Input struct {
	// Now is the time, from any beginning; it never runs backwards.
	Now time.Duration
	// Values has the quantity of each of the machine's terms, NaN where it is not known.
	Values []float64
	// Prepared is the number of the newest transition for which everything is prepared.
	Prepared uint64
}

// Outcome reports what a step did.
type Outcome struct {
	// Asked says that a transition became pending in this step; its number is Status.Requests.
	Asked bool
	// Completed says that a transition was completed: From and To are the leaves before and after
	// it, Request its number. The states that were entered are the last Entered ones on the path of
	// To.
	Completed bool
	From, To  int
	Entered   int
	Request   uint64
	// GivenUp says that a pending transition, Request from From to To, was not prepared in time.
	GivenUp bool
}

// Begin returns the status of a machine that begins: in its initial leaf.
func (m *Machine) Begin(now time.Duration) Status {
	s := Status{State: m.leafOf(m.initial)}
	for i := range s.Since {
		s.Since[i] = Never
	}
	for i := range s.Entered {
		s.Entered[i] = now
	}
	return s
}

// EnteredState returns the state at a place on the path to the outcome's To: 0 for the outermost of
// those that were entered, Entered-1 for To itself.
func (m *Machine) EnteredState(o *Outcome, i int) int {
	s := &m.states[o.To]
	return s.path[s.depth+1-o.Entered+i]
}

// InitialState returns the states that are entered when the machine begins, as EnteredState does: i
// runs from 0 while ok.
func (m *Machine) InitialState(i int) (state int, ok bool) {
	leaf := &m.states[m.leafOf(m.initial)]
	if i < 0 || i > leaf.depth {
		return -1, false
	}
	return leaf.path[i], true
}

// Ask asks for an event, by its name. The transition that it leads to becomes pending, or the
// refusal reports why none does: TryAgain while another is pending, UnknownEvent, NotNow.
func (m *Machine) Ask(s Status, event string, in *Input) (Status, *Refusal) {
	e := slices.Index(m.events, event)
	if e < 0 {
		return s, unknown(UnknownEvent, "event", event, m.events)
	}
	if s.Pending.Request != 0 {
		return s, m.busy(&s)
	}
	m.observe(&s, in)
	waits := false
	for i := s.State; i >= 0; i = m.states[i].parent {
		for k := range m.states[i].own {
			t := &m.states[i].own[k]
			if t.event != e {
				continue
			}
			waits = true
			if m.due(&s, i, t, in.Now) {
				m.begin(&s, t, in.Now)
				return s, nil
			}
		}
	}
	if waits {
		return s, refuse(NotNow, "event %q: its transition out of state %q waits for %s", event, m.StateName(s.State), m.missing(&s, e, in))
	}
	return s, refuse(NotNow, "event %q: no transition out of state %q waits for it; those that are waited for are %s", event, m.StateName(s.State),
		listed(m.awaited(&s)))
}

// Request asks for a state, by its name. It must be declared ByRequest. The refusals are TryAgain,
// UnknownState and NotAllowed.
func (m *Machine) Request(s Status, name string, in *Input) (Status, *Refusal) {
	i := slices.IndexFunc(m.definition.States, func(d State) bool { return d.Name == name })
	switch {
	case i < 0:
		return s, unknown(UnknownState, "state", name, m.stateNames())
	case !m.definition.States[i].ByRequest:
		return s, refuse(NotAllowed, "state %q may not be asked for; it would have to be declared so; those that may are %s", name, listed(m.byRequest()))
	case s.Pending.Request != 0:
		return s, m.busy(&s)
	}
	m.begin(&s, &transition{to: m.leafOf(i), named: i, event: -1}, in.Now)
	return s, nil
}

func (m *Machine) busy(s *Status) *Refusal {
	return refuse(TryAgain, "transition %d from state %q to %q is pending", s.Pending.Request, m.StateName(s.State), m.StateName(s.Pending.Target))
}

// Step moves a machine on. At most one transition is completed and at most one begins.
func (m *Machine) Step(s Status, in *Input) (Status, Outcome) {
	o := Outcome{From: s.State, To: s.State}
	m.observe(&s, in)
	if s.Pending.Request == 0 {
		m.decide(&s, in, &o)
	}
	if s.Pending.Request == 0 {
		return s, o
	}
	o.To, o.Request = s.Pending.Target, s.Pending.Request
	switch {
	case in.Prepared >= s.Pending.Request || m.SetOf(s.State) == m.SetOf(o.To):
		m.complete(&s, in.Now, &o)
	case in.Now-s.Pending.Asked >= m.within:
		o.GivenUp = true
		s.Pending.Request = 0
	}
	return s, o
}

// Wait lets time pass while the machine pauses: the robot does not do what its states say.
// Conditions and timeouts notice nothing of it, but a pending transition is given up all the same
// when its time is over.
func (m *Machine) Wait(s Status, now, d time.Duration) (Status, Outcome) {
	o := Outcome{From: s.State, To: s.State}
	if s.Pending.Request == 0 {
		return s, o
	}
	s.Pending.Asked -= d
	if now-s.Pending.Asked >= m.within {
		o.To, o.Request, o.GivenUp = s.Pending.Target, s.Pending.Request, true
		s.Pending.Request = 0
	}
	return s, o
}

// observe keeps track of since when each condition holds. Only those of active states are looked
// at.
func (m *Machine) observe(s *Status, in *Input) {
	for i := s.State; i >= 0; i = m.states[i].parent {
		for k := range m.states[i].own {
			for _, c := range m.states[i].own[k].when {
				met := m.conditions[c].Term < len(in.Values) && m.conditions[c].Met(in.Values[m.conditions[c].Term])
				switch {
				case !met:
					s.Since[c] = Never
				case s.Since[c] == Never:
					s.Since[c] = in.Now
				}
			}
		}
	}
}

// due reports whether all but its event is there for a transition of state i.
func (m *Machine) due(s *Status, i int, t *transition, now time.Duration) bool {
	if now-s.Entered[m.states[i].depth] < t.after {
		return false
	}
	for _, c := range t.when {
		if s.Since[c] == Never || now-s.Since[c] < m.conditions[c].For {
			return false
		}
	}
	return true
}

// decide begins the first transition that needs no event.
func (m *Machine) decide(s *Status, in *Input, o *Outcome) {
	for i := s.State; i >= 0; i = m.states[i].parent {
		for k := range m.states[i].own {
			if t := &m.states[i].own[k]; t.event < 0 && m.due(s, i, t, in.Now) {
				m.begin(s, t, in.Now)
				o.Asked = true
				return
			}
		}
	}
}

// begin makes a transition pending.
func (m *Machine) begin(s *Status, t *transition, now time.Duration) {
	s.Requests++
	s.Pending.Request, s.Pending.Target, s.Pending.Named, s.Pending.Via, s.Pending.Asked = s.Requests, t.to, t.named, t.event, now
}

// complete makes the target active. The states that stay are those around both leaves and around
// the state that the transition names.
func (m *Machine) complete(s *Status, now time.Duration, o *Outcome) {
	from, to := &m.states[o.From], &m.states[o.To]
	stay := 0
	for stay <= from.depth && stay <= to.depth && from.path[stay] == to.path[stay] && stay < m.states[s.Pending.Named].depth {
		stay++
	}
	for d := stay; d <= to.depth; d++ {
		s.Entered[d] = now
	}
	o.Completed, o.Entered = true, to.depth+1-stay
	s.State, s.Pending.Request = o.To, 0
	m.forget(s, from, to, stay)
}

// forget starts anew the conditions of states that are left or entered: they are of the time in the
// state.
func (m *Machine) forget(s *Status, from, to *state, stay int) {
	for d := stay; d <= from.depth; d++ {
		m.forgetOwn(s, from.path[d])
	}
	for d := stay; d <= to.depth; d++ {
		m.forgetOwn(s, to.path[d])
	}
}

func (m *Machine) forgetOwn(s *Status, i int) {
	for k := range m.states[i].own {
		for _, c := range m.states[i].own[k].when {
			s.Since[c] = Never
		}
	}
}

// Awaited returns the names of the events that transitions out of the active states wait for.
func (m *Machine) Awaited(s *Status) []string { return m.awaited(s) }

func (m *Machine) awaited(s *Status) (names []string) {
	for i := s.State; i >= 0; i = m.states[i].parent {
		for _, t := range m.states[i].own {
			if t.event >= 0 && !slices.Contains(names, m.events[t.event]) {
				names = append(names, m.events[t.event])
			}
		}
	}
	return names
}

func (m *Machine) stateNames() (names []string) {
	for _, s := range m.definition.States {
		names = append(names, s.Name)
	}
	return names
}

func (m *Machine) byRequest() (names []string) {
	for _, s := range m.definition.States {
		if s.ByRequest {
			names = append(names, s.Name)
		}
	}
	return names
}
