package protoactor

import (
	"errors"
	"fmt"
	"time"

	"github.com/asynkron/protoactor-go/actor"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/internal/hosting"
	"github.com/robo-actors/robo-actors/internal/protoactor"
	"github.com/robo-actors/robo-actors/messages"
)

// ErrDead is the error of a request to a foreign actor that has stopped.
var ErrDead = protoactor.ErrDead

// Terminated is received by an actor once a foreign actor that it watches has stopped.
type Terminated struct{ Who *actor.PID }

// Send sends a message to a foreign actor, one of the embedding program, which finds the PID of the
// sending actor in its Context.Sender. It never blocks: a goroutine beside the ticks hands the
// message over. It returns an error if as many messages wait as may, because a mailbox of the
// program blocks. In virtual time the foreign actor must be declared, see [WithInputs].
func Send(c *actors.Context, to *actor.PID, message any) error {
	if err := check(to, message); err != nil {
		return err
	}
	return hosting.Send(c, protoactor.NameOf(to), message, func(f *protoactor.Foreign, from *protoactor.Node) { f.Send(from, to, message) })
}

// Ask sends a request to a foreign actor, and calls then once, inside the asking actor, as
// Context.Ask does. The reply is what the foreign actor responds with; the error is ErrDead for an
// actor that has stopped.
func Ask(c *actors.Context, to *actor.PID, message any, timeout time.Duration, then func(c *actors.Context, reply any, err error) error) error {
	if err := check(to, message); err != nil {
		return err
	}
	return hosting.Ask(c, protoactor.NameOf(to), message, timeout, then, func(f *protoactor.Foreign, asked protoactor.Asked) { f.Ask(to, message, asked) })
}

// Watch has the actor receive one [Terminated] once a foreign actor has stopped, at once if it has
// stopped already. The end is also reported as an event. A watch ends with the incarnation, and
// counts as one of its open requests until then.
func Watch(c *actors.Context, pid *actor.PID) error {
	if pid == nil {
		return errNoPID
	}
	return hosting.Watch(c, protoactor.NameOf(pid), pid.Id, func(f *protoactor.Foreign, died func()) { f.Watch(pid, died) }, Terminated{pid})
}

// NewValue is sent to a subscribed foreign actor when an output has a new value. The next NewValue
// follows after Take: a slow actor gets the newest value and never a backlog.
type NewValue[T any] struct {
	// Port is the output, "world/actor.port".
	Port string

	take func() (any, messages.Stamp, uint64)
}

// Take returns a copy of the newest value, or false if it was taken before. lost is the number of
// values that newer ones have replaced since the subscription began.
func (v *NewValue[T]) Take() (value T, stamp messages.Stamp, lost uint64, ok bool) {
	newest, stamp, lost := v.take()
	if newest == nil {
		return value, stamp, lost, false
	}
	return *newest.(*T), stamp, lost, true
}

// Subscribe sends a *[NewValue] to a foreign actor when an output, "world/actor.port", has a new
// value. It never delays the output. It returns a function that ends the subscription, which
// otherwise ends with the system, or with the actor if a change removes it. In virtual time the
// foreign actor must be declared, see [WithInputs], and is sent nothing.
func Subscribe[T any](system *actors.System, port string, to *actor.PID) (stop func(), err error) {
	if to == nil {
		return nil, errNoPID
	}
	message := &NewValue[T]{Port: port}
	ready := make(chan struct{})
	message.take, stop, err = hosting.Subscribe(system, protoactor.NameOf(to), port, (*T)(nil), func(f *protoactor.Foreign) {
		<-ready
		f.Send(nil, to, message)
	})
	close(ready)
	return stop, err
}

var errNoPID = errors.New("the PID is nil; expected that of a foreign actor")

// check rejects what Proto.Actor does not tolerate: a nil message makes its mailboxes spin.
func check(to *actor.PID, message any) error {
	switch {
	case to == nil:
		return errNoPID
	case message == nil:
		return fmt.Errorf("the message to %s is nil; expected a value", to.Id)
	case protoactor.Reserved(message):
		return fmt.Errorf("the message to %s is a %T, which belongs to Proto.Actor's own protocol", to.Id, message)
	}
	return nil
}
