package actors

import (
	"reflect"
	"unsafe"

	"github.com/robo-actors/robo-actors/messages"
)

// IntakeRecorder is a Recorder that also takes what actors read and receive, and what supervisors
// decide, so that a model can run beside them on the same inputs. It is called in virtual time
// only.
type IntakeRecorder interface {
	Recorder
	// Intake returns what takes the inputs of an actor, or nil to take none of them. It is called
	// once, before the actor starts.
	Intake(actor string) Intake
	// Decided takes the decision of a group's policy, with the arguments of the policy.
	Decided(group string, f *Failure, siblings []string, draw float64, d Decision)
}

// Intake takes the inputs of one actor. The arguments are valid during the call only.
type Intake interface {
	// Ticks is called before each tick, with every input of the actor in the order of its ports.
	// The outputs of the tick are recorded before the next call.
	Ticks(t *Tick, inputs []InputValue)
	// Receives is called before the actor receives a message.
	Receives(now messages.Instant, message any)
}

// InputValue is what an input holds.
type InputValue struct {
	Port string
	// Value is a pointer to the newest value, nil before the first one. It has no meaning unless
	// Have is set.
	Value any
	Stamp messages.Stamp
	// Arrived is the time at which the actor took the value.
	Arrived messages.Instant
	// Have reports that there is a value that was not withdrawn.
	Have bool
}

// intake hands the inputs of an actor to a recorder.
type intake struct {
	to     Intake
	values []InputValue
	boxed  []unsafe.Pointer // the values behind the pointers of values
}

// takeIn joins the inputs of an actor to the recorders.
func (s *System) takeIn(c *cell) {
	if s.virtual == nil {
		return
	}
	for _, r := range s.recorders {
		i, is := r.(IntakeRecorder)
		if !is {
			continue
		}
		if to := i.Intake(c.spec.Name); to != nil {
			c.intakes = append(c.intakes, &intake{to: to})
		}
	}
}

// ticks hands over what the inputs of a cell hold.
func (i *intake) ticks(c *cell, t *Tick) {
	if len(i.values) != len(c.inputs) {
		i.values, i.boxed = make([]InputValue, len(c.inputs)), make([]unsafe.Pointer, len(c.inputs))
	}
	for k, in := range c.inputs {
		v := &i.values[k]
		v.Port, v.Stamp, v.Arrived, v.Have = in.name, in.stamp, in.arrived, in.have
		switch {
		case in.current == nil:
			v.Value, i.boxed[k] = nil, nil
		case i.boxed[k] != in.current.Value:
			v.Value, i.boxed[k] = reflect.NewAt(in.typ, in.current.Value).Interface(), in.current.Value
		}
	}
	i.to.Ticks(t, i.values)
}

// decided hands a decision of a group to the recorders.
func (s *System) decided(group string, f *Failure, siblings []string, draw float64, d Decision) {
	if s.virtual == nil {
		return
	}
	for _, r := range s.recorders {
		if i, is := r.(IntakeRecorder); is {
			i.Decided(group, f, siblings, draw, d)
		}
	}
}
