package actors

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/actors/internal/hosting"
	"github.com/robo-actors/robo-actors/internal/protoactor"
	"github.com/robo-actors/robo-actors/messages"
)

// foreignInput is what a foreign actor does in virtual time, as declared, and how far it has done
// so. Only the loop of the virtual clock uses it.
type foreignInput struct {
	hosting.Input
	sent     int // of Messages
	answered int // of Replies
	// Topics of each message and of each reply.
	messageTopics, replyTopics []*inputTopic
}

// errForeignVirtual rejects foreign actors that are not declared in virtual time.
var errForeignVirtual = errors.New("in virtual time a foreign actor does only what is declared of it, because its own answers would make runs differ; declare it with protoactor.WithInputs")

// declareInputs checks the declared inputs, all errors at once.
func (s *System) declareInputs() error {
	if len(s.foreignInputs) == 0 {
		return nil
	}
	if s.virtual == nil {
		return errors.New("protoactor.WithInputs declares foreign actors for virtual time: in real time actors reach the foreign actors themselves; expected WithVirtualTime, or no inputs")
	}
	var errs []error
	for i := range s.foreignInputs {
		in := &s.foreignInputs[i]
		if in.Name == "" {
			errs = append(errs, fmt.Errorf("inputs[%d]: its PID is nil; expected that of a foreign actor", i))
		}
		if s.courier.declared(in.Name) != nil {
			errs = append(errs, fmt.Errorf("inputs[%d]: foreign actor %s is declared twice; expected one input for each", i, in.Name))
		}
		reject := func(k int, format string, arguments ...any) {
			errs = append(errs, fmt.Errorf("inputs[%d] of foreign actor %s: messages[%d]: %s", i, in.Name, k, fmt.Sprintf(format, arguments...)))
		}
		last := messages.Instant(0)
		for k := range in.Messages {
			m := &in.Messages[k]
			if _, err := s.cellAt(m.To); err != nil {
				reject(k, "%v", err)
			}
			switch {
			case m.Message == nil:
				reject(k, "it is nil; expected a value")
			case protoactor.Reserved(m.Message):
				reject(k, "it is a %T, which belongs to Proto.Actor's own protocol", m.Message)
			}
			switch {
			case m.At < 0:
				reject(k, "its time is %v; expected zero or later", m.At)
			case m.At < last:
				reject(k, "its time %v is before %v, that of the message before; expected the order of time", m.At, last)
			}
			last = max(last, m.At)
		}
		for k := range in.Replies {
			if r := &in.Replies[k]; r.After < 0 || r.At < 0 {
				errs = append(errs, fmt.Errorf("inputs[%d] of foreign actor %s: replies[%d]: it comes after %v, not before %v; expected zero or more", i, in.Name, k, r.After, r.At))
			}
		}
		s.courier.inputs = append(s.courier.inputs, &foreignInput{Input: *in})
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	for _, in := range s.courier.inputs {
		in.declareTopics(s)
	}
	return nil
}

// declared returns the declared input of a foreign actor, or nil.
func (k *courier) declared(name string) *foreignInput {
	if i := slices.IndexFunc(k.inputs, func(in *foreignInput) bool { return in.Name == name }); i >= 0 {
		return k.inputs[i]
	}
	return nil
}

// undeclared returns the error of a foreign actor without an input.
func (k *courier) undeclared(name string) error {
	known := "none is declared"
	if len(k.inputs) > 0 {
		names := make([]string, len(k.inputs))
		for i, in := range k.inputs {
			names[i] = in.Name
		}
		known = "declared are " + strings.Join(names, ", ")
	}
	return fmt.Errorf("foreign actor %s: %w; %s", name, errForeignVirtual, known)
}

// reach returns the input of a foreign actor in virtual time, and nil in real time, where the actor
// itself can be reached.
func (k *courier) reach(name string) (*foreignInput, error) {
	if k.sys.virtual == nil {
		return nil, k.available()
	}
	in := k.declared(name)
	if in == nil {
		return nil, k.undeclared(name)
	}
	return in, nil
}

// schedule schedules the next messages of the input: those of one instant together.
func (in *foreignInput) schedule(s *System) {
	if in.sent == len(in.Messages) {
		return
	}
	at := in.Messages[in.sent].At
	s.clock.at(at, func() {
		for in.sent < len(in.Messages) && in.Messages[in.sent].At == at {
			m := &in.Messages[in.sent]
			in.sent++
			in.messageTopics[in.sent-1].record(s, in.Name, m.To, in.sent, m.Message)
			in.deliver(s, m)
		}
		in.schedule(s)
	}, program{})
}

// deliver puts a message into the queue of its actor, as Proto.Actor does in real time: one that
// does not fit is counted there, and one to an actor that was removed is lost.
func (in *foreignInput) deliver(s *System, m *hosting.InputMessage) {
	if m.Answer == nil {
		_ = s.send(m.To, m.Message, foreignMessage{in.Name, m.Message})
	} else if err := s.request(in.Name, m.To, m.Message, m.Answer); err != nil {
		m.Answer(nil, err)
	}
}

// take takes a message of an actor to the foreign actor.
func (in *foreignInput) take(c *Context, message any) {
	if in.Sent != nil {
		in.Sent(c.cell.now(), c.Name(), message)
	}
}

// stopped reports whether the foreign actor has stopped.
func (in *foreignInput) stopped(now messages.Instant) bool { return in.Stops > 0 && now >= in.Stops }

// answer answers a request with the next reply of the input. Without one the request times out.
func (in *foreignInput) answer(s *System, r *request) {
	now := s.now()
	switch {
	case in.stopped(now):
		s.clock.at(now, func() { r.settle(nil, protoactor.ErrDead) }, program{})
	case in.answered < len(in.Replies):
		reply := &in.Replies[in.answered]
		in.answered++
		number := in.answered
		s.clock.at(max(now.Add(reply.After), reply.At), func() {
			in.recordReply(s, r.asker.Name(), number, reply)
			r.settle(reply.Reply, reply.Err)
		}, program{})
	}
}

// watch calls died once the foreign actor has stopped.
func (in *foreignInput) watch(s *System, died func()) {
	if in.Stops > 0 {
		s.clock.at(max(in.Stops, s.now()), died, program{})
	}
}
