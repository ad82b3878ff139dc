package actortest_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/actortest"
	"github.com/robo-actors/robo-actors/messages"
)

// misuser is a spring that does something with what it borrows.
type misuser struct {
	spring
	Use func(m *misuser, state *messages.JointState, command *messages.JointCommand)

	kept     *messages.JointState
	position []float64
	boxed    any
	later    func() float64
	notes    map[string]*messages.JointState
}

func (m *misuser) Tick(t *actors.Tick) error {
	state, err := m.State.Fresh(t)
	if err != nil {
		return m.Effort.Withdraw(t)
	}
	c := m.Effort.Loan()
	c.Control[0], c.Effort[0] = messages.ControlEffort, 0
	m.Use(m, state, c)
	return m.Effort.Publish(t)
}

// misusing runs a misuser whose state moves, and returns the error of the run.
func misusing(t actortest.TB, use func(*misuser, *messages.JointState, *messages.JointCommand)) error {
	return misuse(t, use).TryRun(400 * ms)
}

func misuse(t actortest.TB, use func(*misuser, *messages.JointState, *messages.JointCommand)) *actortest.Lab {
	lab := actortest.New(t, actors.Application{Name: "misuse", Actors: []actors.Spec{
		{Name: "arm/spring", Period: 10 * ms, New: func() any { return &misuser{Use: use} }},
	}}, 7)
	actortest.Feed[messages.JointState](lab, "arm/spring.state").Every(10*ms, func(now messages.Instant) (messages.JointState, bool) {
		return at(now.Seconds()), true
	})
	return lab
}

func TestAValueThatIsKeptBeyondItsTickIsReportedWithActorAndPort(t *testing.T) {
	for name, c := range map[string]struct {
		use  func(*misuser, *messages.JointState, *messages.JointCommand)
		want string
	}{
		"a pointer that is read later": {func(m *misuser, s *messages.JointState, c *messages.JointCommand) {
			if m.kept == nil {
				m.kept = s
			}
			c.Effort[0] = -5 * m.kept.Position[0]
		}, "arm/spring.state"},
		"a pointer that is only kept": {func(m *misuser, s *messages.JointState, _ *messages.JointCommand) {
			if m.kept == nil {
				m.kept = s
			}
		}, "field misuser.kept"},
		"one from an even tick": {func(m *misuser, s *messages.JointState, _ *messages.JointCommand) {
			if m.position = append(m.position, 0); len(m.position) == 6 {
				m.kept = s
			}
		}, "field misuser.kept"},
		"a slice of it": {func(m *misuser, s *messages.JointState, _ *messages.JointCommand) {
			if m.position == nil {
				m.position = s.Position
			}
		}, "field misuser.position"},
		"it in an interface": {func(m *misuser, s *messages.JointState, _ *messages.JointCommand) {
			if m.boxed == nil {
				m.boxed = s
			}
		}, "field misuser.boxed"},
		"it in a map": {func(m *misuser, s *messages.JointState, _ *messages.JointCommand) {
			if m.notes == nil {
				m.notes = map[string]*messages.JointState{"first": s}
			}
		}, "field misuser.notes[...]"},
		"it in a closure": {func(m *misuser, s *messages.JointState, c *messages.JointCommand) {
			if m.later == nil {
				m.later = func() float64 { return min(3, 2*s.Position[0]+1) }
			}
			c.Effort[0] = m.later()
		}, "output arm/spring.effort was computed from a value of an earlier tick"},
		"through a function that makes another NaN of it": {func(m *misuser, s *messages.JointState, c *messages.JointCommand) {
			if m.kept == nil {
				m.kept = s
			}
			c.Effort[0] = math.Max(-3, m.kept.Position[0])
		}, "field misuser.kept"},
	} {
		err := misusing(t, c.use)
		var port *actors.PortError
		if !errors.As(err, &port) || !errors.Is(err, actors.ErrKept) || port.Port != "arm/spring.state" {
			t.Errorf("%s: got %v; expected ErrKept of arm/spring.state", name, err)
		} else if !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: the error does not contain %q:\n%v", name, c.want, err)
		}
	}
}

func TestAnActorThatWritesToABorrowedValueIsReported(t *testing.T) {
	for name, use := range map[string]func(*misuser, *messages.JointState, *messages.JointCommand){
		"in its tick": func(_ *misuser, s *messages.JointState, _ *messages.JointCommand) { s.Position[0] = 0 },
		"its length":  func(_ *misuser, s *messages.JointState, _ *messages.JointCommand) { s.Position = s.Position[:0] },
	} {
		err := misusing(t, use)
		var port *actors.PortError
		if !errors.As(err, &port) || !errors.Is(err, actors.ErrWritten) || port.Port != "arm/spring.state" {
			t.Errorf("%s: got %v; expected ErrWritten of arm/spring.state", name, err)
		}
	}
}

// A loan that another actor got hold of changes while its owner does not run.
func TestALoanThatAnotherActorWritesToIsReportedWithActorAndPort(t *testing.T) {
	var stolen *messages.JointCommand
	lab := actortest.New(t, actors.Application{Name: "theft", Actors: []actors.Spec{
		{Name: "arm/spring", Period: 10 * ms, New: func() any {
			return &misuser{Use: func(_ *misuser, _ *messages.JointState, c *messages.JointCommand) { stolen = c }}
		}},
		{Name: "arm/thief", Period: 10 * ms, New: func() any {
			return &misuser{Use: func(*misuser, *messages.JointState, *messages.JointCommand) {
				if stolen != nil {
					stolen.Effort[0]++
				}
			}}
		}},
	}}, 7)
	for _, input := range []string{"arm/spring.state", "arm/thief.state"} {
		actortest.Feed[messages.JointState](lab, input).Every(10*ms, holding(0.5))
	}
	err := lab.TryRun(100 * ms)
	var port *actors.PortError
	if !errors.As(err, &port) || !errors.Is(err, actors.ErrWritten) || port.Port != "arm/spring.effort" || !strings.Contains(err.Error(), "output arm/spring.effort") {
		t.Errorf("got %v; expected ErrWritten of output arm/spring.effort", err)
	}
}

// What actors do right is not reported: they copy, they take the newest value into a field in every
// tick, and they read a value again that has not changed.
func TestAnActorThatUsesItsValuesWithinTheTickIsNotReported(t *testing.T) {
	for name, use := range map[string]func(*misuser, *messages.JointState, *messages.JointCommand){
		"a copy": func(m *misuser, s *messages.JointState, c *messages.JointCommand) {
			if m.position == nil {
				m.position = append(m.position, s.Position...)
			}
			c.Effort[0] = m.position[0]
		},
		"a field of the tick": func(m *misuser, s *messages.JointState, c *messages.JointCommand) {
			m.kept, m.boxed = s, s
			c.Effort[0] = m.kept.Position[0]
		},
		"its own NaN": func(_ *misuser, _ *messages.JointState, c *messages.JointCommand) { c.Velocity[0] = math.NaN() },
	} {
		if err := misusing(t, use); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	lab := actortest.New(t, springs(), 7)
	actortest.Feed[messages.JointState](lab, "arm/spring.state").Send(at(0.5))
	effort := actortest.Probe[messages.JointCommand](lab, "arm/spring.effort")
	lab.Run(20 * ms) // the later ticks have the value of the first
	if v := effort.Samples(); len(v) < 2 || v[1].Value.Effort[0] != -2.5 {
		t.Errorf("the efforts are %+v; expected -2.5 N m twice", v)
	}
}

// An incarnation that fails before the code of its tick still has the value of the tick before.
func TestTheFieldsOfAnIncarnationThatFailsAreNotSearched(t *testing.T) {
	keeps := func(m *misuser, s *messages.JointState, c *messages.JointCommand) {
		m.kept = s
		c.Effort[0] = m.kept.Position[0]
	}
	for _, kind := range []string{"error", "panic", "constructor_panic"} {
		for step := range 10 {
			lab := misuse(t, keeps)
			lab.Inject(fmt.Sprintf("at %dms %s arm/spring", 10*step+5, kind))
			if err := lab.TryRun(300 * ms); err != nil {
				t.Errorf("%s in step %d: %v", kind, step+2, err)
			}
		}
	}
}

func TestTheCheckOfLoansNeedsVirtualTime(t *testing.T) {
	if _, err := actors.New(springs(), actors.WithLoanCheck(func(*actors.PortError) {})); err == nil || !strings.Contains(err.Error(), "WithVirtualTime") {
		t.Errorf("got %v", err)
	}
}
