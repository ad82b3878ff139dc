package invariant

import (
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// spineKind is the kind of actors that command a world for an agent, and re-arm it when the agent
// starts the robot.
const spineKind = "agent"

// The numbers of requests in messages.SpineRequest.
const (
	actionRequest = 1
	startRequest  = 2
	stopRequest   = 3
)

// spine is the record of an actor that asks its gate for re-arm because its agent asked for a
// start. The agent is an actor of the application; nothing is known of one outside of it.
type spine struct {
	request string // output of the agent
	answer  string // output of the spine
	start   uint32 // number of the agent's newest start
	waits   bool   // it waits for its answer
	ended   messages.Instant
	lease   *lease
}

// newSpine adds an actor that obeys an agent of the application. Where the agent is another
// program, its joints start only when that program asks for it.
func (w *Watch) newSpine(m *world, a *app.Actor) {
	if a.Kind.Name != spineKind {
		return
	}
	for _, in := range a.Inputs {
		if in.Port == "request" && in.From != "" {
			m.spines = append(m.spines, spine{request: in.From, answer: a.Path + ".answer", lease: w.newLease(m, a, in.From)})
			return
		}
	}
	for i := range m.controllers {
		if c := &m.controllers[i]; c.path == a.Path {
			c.foreign = true
		}
	}
}

// started reports whether an actor of the application starts a driven joint.
func (m *world) started(j *joint) bool {
	return j.bus >= 0 && j.controller >= 0 && !m.controllers[j.controller].foreign
}

// channelOfSpine returns the check of an output between an agent and its spine.
func (w *Watch) channelOfSpine(topic string) (channel, bool) {
	for _, m := range w.worlds {
		for i := range m.spines {
			switch s := &m.spines[i]; topic {
			case s.request:
				return channel{look: func(_ messages.Stamp, v any) { s.asks(v.(*messages.SpineRequest), w.now()) }}, true
			case s.answer:
				return channel{look: func(stamp messages.Stamp, v any) { w.answersAgent(m, s, v.(*messages.SpineAnswer), stamp.Time) }}, true
			}
		}
		for _, l := range m.leases {
			switch {
			case l.balancer == nil:
			case topic == l.balancer.topic:
				return channel{look: func(_ messages.Stamp, v any) { l.balancer.take(v.(*messages.JointCommand)) }}, true
			case topic == l.falls.truth:
				return channel{look: func(_ messages.Stamp, v any) { l.leans(v.(*messages.BodyState)) }}, true
			}
		}
	}
	return channel{}, false
}

// asks records a start.
func (s *spine) asks(v *messages.SpineRequest, now messages.Instant) {
	if s.lease != nil {
		s.lease.asks(v.Number, v.Request, now)
	}
	if v.Request == startRequest {
		s.start, s.waits = v.Number, true
	}
}

// answersAgent checks and records an answer of a spine, which the spine stamped at an instant.
func (w *Watch) answersAgent(m *world, s *spine, v *messages.SpineAnswer, stamp messages.Instant) {
	if s.lease != nil {
		w.serves(m, s.lease, v, stamp)
	}
	s.answers(v, stamp, w.now())
}

// answers records the answer to the newest start, which its spine stamped at an instant.
func (s *spine) answers(v *messages.SpineAnswer, stamp, now messages.Instant) {
	if s.lease != nil {
		s.lease.answers(v, stamp)
	}
	if s.waits && v.Number == s.start {
		s.waits, s.ended = false, now
	}
}

// starts reports whether an agent's start waits for its answer, so that its spine may ask the gate
// for re-arm. Such a request is an acknowledgement.
func (m *world) starts(now messages.Instant) bool {
	for i := range m.spines {
		if s := &m.spines[i]; s.waits || s.ended == now && now > 0 {
			return true
		}
	}
	return false
}
