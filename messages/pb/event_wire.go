package pb

import "github.com/robo-actors/robo-actors/messages"

const eventName = "robo_actors.v1.Event"

func appendEvent(dst []byte, v *messages.Event) []byte {
	dst = appendInstant(dst, 1, v.Time)
	dst = appendUint(dst, 2, v.Kind)
	dst = appendUint(dst, 3, v.Cause)
	dst = appendUint(dst, 4, v.Incarnation)
	dst = appendText(dst, 5, v.Source)
	dst = appendText(dst, 6, v.Joint)
	dst = appendText(dst, 7, v.Port)
	dst = appendMode(dst, 8, v.From)
	dst = appendMode(dst, 9, v.To)
	dst = appendNanoseconds(dst, 10, v.Delay)
	return appendText(dst, 11, v.Text)
}

// eventNumbers are the enums of an event as the wire has them.
type eventNumbers struct{ kind, cause, from, to int32 }

func decodeEvent(data []byte, v *messages.Event) error {
	f := walk(eventName, data)
	// Texts are kept until they are known to be others, so that reading the same names again allocates nothing.
	old := *v
	*v = messages.Event{}
	var numbers eventNumbers
	for f.next() {
		switch f.number {
		case 1:
			f.instant(&v.Time)
		case 2:
			f.enum(&numbers.kind)
		case 3:
			f.enum(&numbers.cause)
		case 4:
			uint32Of(&f, &v.Incarnation)
		case 5:
			f.textLike(old.Source, &v.Source)
		case 6:
			f.textLike(old.Joint, &v.Joint)
		case 7:
			f.textLike(old.Port, &v.Port)
		case 8:
			f.enum(&numbers.from)
		case 9:
			f.enum(&numbers.to)
		case 10:
			nanoseconds(&f, &v.Delay)
		case 11:
			f.textLike(old.Text, &v.Text)
		default:
			f.otherField()
		}
	}
	if f.err == nil {
		f.err = numbers.into(v)
	}
	return f.err
}

// into turns the numbers into the event's enums.
func (n eventNumbers) into(v *messages.Event) error {
	var ok bool
	if v.Kind, ok = kindOf(n.kind); !ok {
		return fieldErrorf(ErrUnknown, eventName, 2, unknownKind, n.kind)
	}
	if v.Cause, ok = causeOf(n.cause); !ok {
		return fieldErrorf(ErrUnknown, eventName, 3, unknownCause, n.cause)
	}
	if v.From, ok = modeOf(n.from); !ok {
		return fieldErrorf(ErrUnknown, eventName, 8, unknownMode, n.from)
	}
	if v.To, ok = modeOf(n.to); !ok {
		return fieldErrorf(ErrUnknown, eventName, 9, unknownMode, n.to)
	}
	return nil
}
