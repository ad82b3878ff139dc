package machine

// StopCycles is how many cycles of stops precede a start, and how many end a spine.
const StopCycles = 5

// Machine is the state of a spine. The zero value has just entered SendStops.
type Machine struct {
	// Patience is for how many cycles a start may wait: for the drives that confirm their stop, and
	// for the gate that re-arms the joints.
	Patience int

	state State
	// stops counts the cycles of stops since SendStops or Shutdown was entered.
	stops int
	// waited counts the cycles for which the pending start has waited.
	waited int
}

// Facts are what a transition depends on beside state and event.
type Facts struct {
	Request Request
	// Invalid says that the data of the request were rejected.
	Invalid bool
	// Stopped says that every drive has confirmed that it has stopped.
	Stopped bool
	// Armed says that the gate has re-armed the joints and their drives follow, Refused that the
	// gate will not.
	Armed, Refused bool
	// Halted says that a joint has stopped although the robot was started: its gate or its drive
	// lets no action pass.
	Halted bool
}

// State returns the present state.
func (m *Machine) State() State { return m.state }

// Stops returns how many cycles of stops have ended since they began.
func (m *Machine) Stops() int { return m.stops }

// Handle takes an event and returns the row that it followed.
func (m *Machine) Handle(event Event, f Facts) *Row {
	m.wait(event, f)
	for i := range rows {
		r := &rows[i]
		if r.From == m.state && r.On == event && m.holds(r.When, event, f) {
			m.follow(r, event)
			return r
		}
	}
	panic("machine: no row for " + m.state.String() + " on " + event.String()) // a test tries every cell
}

// wait counts the cycles of a pending start.
func (m *Machine) wait(event Event, f Facts) {
	switch {
	case m.state != SendStops && m.state != Reset || m.state == SendStops && f.Request != Start:
		m.waited = 0
	case event == CycleBeginning:
		m.waited++
	}
}

// Left returns after how many more cycles a pending start is refused as late, at least one before
// it is.
func (m *Machine) Left() int { return m.Patience + 1 - m.waited }

func (m *Machine) late() bool { return m.waited > m.Patience }

// holds reports whether a condition of the present state holds.
func (m *Machine) holds(c Condition, event Event, f Facts) bool {
	switch c {
	case NoRequest:
		return f.Request == None
	case HaltedAction:
		return f.Request == Action && f.Halted
	case ActionRequest:
		return f.Request == Action && !f.Invalid
	case HaltedStart:
		return f.Request == Start && !f.Invalid && f.Halted
	case ReadyStart:
		return f.Request == Start && !f.Invalid && f.Stopped && m.stops >= StopCycles
	case LateStart:
		return f.Request == Start && !f.Invalid && m.late()
	case WaitingStart:
		return f.Request == Start && !f.Invalid
	case StopRequest:
		return f.Request == Stop
	case Armed:
		return f.Armed
	case NotArmed:
		return f.Refused || m.late()
	case HaltedRobot:
		return f.Halted
	case LastStop:
		return m.stops+1 == StopCycles
	}
	return true
}

// follow makes the transition of a row.
func (m *Machine) follow(r *Row, event Event) {
	if event == CycleEnd && (m.state == SendStops || m.state == Shutdown) {
		m.stops++
	}
	m.state = r.To
	if r.Enter && (r.To == SendStops || r.To == Shutdown) {
		m.stops = 0
	}
}
