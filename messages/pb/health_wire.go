package pb

import (
	"unsafe"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/robo-actors/robo-actors/messages"
)

const (
	quantilesName   = "robo_actors.v1.Quantiles"
	inputHealthName = "robo_actors.v1.InputHealth"
	healthName      = "robo_actors.v1.Health"
)

func appendQuantiles(dst []byte, number protowire.Number, v *messages.Quantiles) []byte {
	dst, mark := beginMessage(dst, number)
	dst = appendUint(dst, 1, v.Count)
	dst = appendNanoseconds(dst, 2, v.P50)
	dst = appendNanoseconds(dst, 3, v.P99)
	dst = appendNanoseconds(dst, 4, v.P999)
	dst = appendNanoseconds(dst, 5, v.Max)
	return endMessage(dst, mark)
}

func (f *fields) quantiles(to *messages.Quantiles) {
	inner, ok := f.nested(quantilesName)
	if !ok {
		return
	}
	for inner.next() {
		switch inner.number {
		case 1:
			inner.uint64(&to.Count)
		case 2:
			nanoseconds(&inner, &to.P50)
		case 3:
			nanoseconds(&inner, &to.P99)
		case 4:
			nanoseconds(&inner, &to.P999)
		case 5:
			nanoseconds(&inner, &to.Max)
		}
	}
	f.close(&inner)
}

func appendInputHealth(dst []byte, number protowire.Number, v *messages.InputHealth) []byte {
	dst, mark := beginMessage(dst, number)
	dst = appendText(dst, 1, v.Port)
	dst = appendText(dst, 2, v.From)
	dst = appendNanoseconds(dst, 3, v.Age)
	dst = appendNanoseconds(dst, 4, v.MaxAge)
	dst = appendQuantiles(dst, 5, &v.Ages)
	dst = appendUint(dst, 6, v.Received)
	dst = appendUint(dst, 7, v.Overwritten)
	dst = appendBool(dst, 8, v.Stale)
	return endMessage(dst, mark)
}

// inputs appends the input at which the walk stands.
func (f *fields) inputs(to []messages.InputHealth) []messages.InputHealth {
	inner, ok := f.nested(inputHealthName)
	if !ok || !f.bears(len(to)+1, unsafe.Sizeof(messages.InputHealth{})) {
		return to
	}
	var old messages.InputHealth
	if len(to) < cap(to) {
		old = to[:len(to)+1][len(to)]
	}
	to = append(to, messages.InputHealth{})
	v := &to[len(to)-1]
	for inner.next() {
		switch inner.number {
		case 1:
			inner.textLike(old.Port, &v.Port)
		case 2:
			inner.textLike(old.From, &v.From)
		case 3:
			nanoseconds(&inner, &v.Age)
		case 4:
			nanoseconds(&inner, &v.MaxAge)
		case 5:
			inner.quantiles(&v.Ages)
		case 6:
			inner.uint64(&v.Received)
		case 7:
			inner.uint64(&v.Overwritten)
		case 8:
			inner.bool(&v.Stale)
		}
	}
	f.close(&inner)
	return to
}

func appendHealth(dst []byte, v *messages.Health) []byte {
	dst = appendText(dst, 1, v.Actor)
	dst = appendText(dst, 2, v.World)
	dst = appendText(dst, 3, v.Domain)
	dst = appendText(dst, 4, v.Phase)
	dst = appendUint(dst, 5, v.Incarnation)
	dst = appendText(dst, 6, v.State)
	dst = appendNanoseconds(dst, 7, v.Period)
	dst = appendUint(dst, 8, v.Ticks)
	dst = appendUint(dst, 9, v.Missed)
	dst = appendUint(dst, 10, v.Overruns)
	dst = appendUint(dst, 11, v.Restarts)
	dst = appendQuantiles(dst, 12, &v.Lateness)
	dst = appendQuantiles(dst, 13, &v.Execution)
	dst = appendUint(dst, 14, v.QueueDropped)
	for i := range v.Inputs {
		dst = appendInputHealth(dst, 16, &v.Inputs[i])
	}
	return appendText(dst, 17, v.LastError)
}

func decodeHealth(data []byte, v *messages.Health) error {
	f := walk(healthName, data)
	old := *v
	*v = messages.Health{Inputs: v.Inputs[:0]}
	for f.next() {
		switch f.number {
		case 1:
			f.textLike(old.Actor, &v.Actor)
		case 2:
			f.textLike(old.World, &v.World)
		case 3:
			f.textLike(old.Domain, &v.Domain)
		case 4:
			f.textLike(old.Phase, &v.Phase)
		case 5:
			uint32Of(&f, &v.Incarnation)
		case 6:
			f.textLike(old.State, &v.State)
		case 7:
			nanoseconds(&f, &v.Period)
		case 8:
			f.uint64(&v.Ticks)
		case 9:
			f.uint64(&v.Missed)
		case 10:
			f.uint64(&v.Overruns)
		case 11:
			f.uint64(&v.Restarts)
		case 12:
			f.quantiles(&v.Lateness)
		case 13:
			f.quantiles(&v.Execution)
		case 14:
			f.uint64(&v.QueueDropped)
		case 16:
			v.Inputs = f.inputs(v.Inputs)
		case 17:
			f.textLike(old.LastError, &v.LastError)
		default:
			f.otherField()
		}
	}
	return f.err
}
