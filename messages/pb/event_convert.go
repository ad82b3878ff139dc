package pb

import (
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// EventToPB converts an event to the generated message.
func EventToPB(v *messages.Event) *Event {
	return &Event{
		TimeNs: int64(v.Time), Kind: EventKind(v.Kind), Cause: Cause(v.Cause), Incarnation: uint32(v.Incarnation),
		Source: validUTF8(v.Source), Joint: validUTF8(v.Joint), Port: validUTF8(v.Port),
		From: Mode(modeNumber(v.From)), To: Mode(modeNumber(v.To)),
		DelayNs: int64(v.Delay), Text: validUTF8(v.Text),
	}
}

// EventFromPB fills an event from the generated message, and refuses unknown kinds, causes and modes.
func EventFromPB(m *Event, v *messages.Event) error {
	*v = messages.Event{
		Time: messages.Instant(m.GetTimeNs()), Incarnation: messages.Incarnation(m.GetIncarnation()),
		Source: m.GetSource(), Joint: m.GetJoint(), Port: m.GetPort(),
		Delay: time.Duration(m.GetDelayNs()), Text: m.GetText(),
	}
	return eventNumbers{
		kind: int32(m.GetKind()), cause: int32(m.GetCause()), from: int32(m.GetFrom()), to: int32(m.GetTo()),
	}.into(v)
}
