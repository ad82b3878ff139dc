package spine

import (
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// Measure is what the robot does while its agent is silent.
type Measure uint8

// The measures, from the mildest.
const (
	// Obey: the agent has its lease.
	Obey Measure = iota
	// Balance: the command of the on-board balancer.
	Balance
	// Hold: every joint holds its position, continuous ones their standstill.
	Hold
	// Damp: zero velocity without a position, within a cap of the torque.
	Damp
	// Stop: the drives are switched off.
	Stop
)

var measureNames = [...]string{"obey", "balance", "hold", "damp", "stop"}

// String returns the name of the measure, as application files have it.
func (m Measure) String() string { return measureNames[m] }

func parseMeasure(name string) (Measure, bool) {
	for i := Balance; i <= Stop; i++ {
		if measureNames[i] == name {
			return i, true
		}
	}
	return Obey, false
}

// Rung is one step of the ladder.
type Rung struct {
	Measure Measure
	// For is its duration. Zero stands for the time until the agent is back.
	For time.Duration
}

// Lease says what happens when an agent falls silent.
type Lease struct {
	// SilentAfter is how old the newest valid action may be.
	SilentAfter time.Duration
	// Ladder has the rungs in their order. After the last one the robot stops.
	Ladder []Rung
}

// Measure returns what the robot does when the newest valid action is that old.
func (l *Lease) Measure(silence time.Duration) Measure {
	if silence <= l.SilentAfter {
		return Obey
	}
	left := silence - l.SilentAfter
	for _, r := range l.Ladder {
		if r.For <= 0 || left <= r.For {
			return r.Measure
		}
		left -= r.For
	}
	return Stop
}

// Below returns the measure of the first rung after those of a measure that is impossible at
// present: a balancer may have failed.
func (l *Lease) Below(impossible Measure) Measure {
	found := false
	for _, r := range l.Ladder {
		if found && r.Measure != impossible {
			return r.Measure
		}
		found = found || r.Measure == impossible
	}
	return Stop
}

// defaultLadder is that of a file without one.
func defaultLadder(balancer bool) []Rung {
	if balancer {
		return []Rung{{Balance, 10 * time.Second}, {Damp, time.Second}}
	}
	return []Rung{{Hold, time.Second}, {Damp, time.Second}}
}

// ladderOf reads the options of a ladder.
func ladderOf(options []RungOptions) (ladder []Rung, err error) {
	for i, r := range options {
		path := fmt.Sprintf("ladder[%d]", i)
		m, known := parseMeasure(r.Measure)
		switch {
		case !known:
			return nil, &messages.OptionError{Path: path + ".measure", Err: fmt.Errorf("unknown measure %q", r.Measure), Unknown: r.Measure, Known: measureNames[Balance:]}
		case i > 0 && m <= ladder[i-1].Measure:
			return nil, &messages.OptionError{Path: path + ".measure", Err: fmt.Errorf("%s comes after %s", m, ladder[i-1].Measure),
				Expected: "rungs in the order balance, hold, damp, stop"}
		case r.For == 0 && i < len(options)-1:
			return nil, &messages.OptionError{Path: path + ".for", Err: fmt.Errorf("%s ends only when the agent is back, and another rung follows", m), Expected: "a time"}
		}
		ladder = append(ladder, Rung{Measure: m, For: r.For})
	}
	return ladder, nil
}
