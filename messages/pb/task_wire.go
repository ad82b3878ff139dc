package pb

import "github.com/robo-actors/robo-actors/messages"

const (
	taskStatusName = "robo_actors.v1.TaskStatus"
	signalsName    = "robo_actors.v1.Signals"
)

func appendTaskStatus(dst []byte, v *messages.TaskStatus) []byte {
	dst = appendUint(dst, 1, v.Phase)
	dst = appendUint(dst, 2, v.State)
	dst = appendUint(dst, 3, v.Set)
	dst = appendUint(dst, 4, v.Pending)
	dst = appendUint(dst, 5, v.ModelSequence)
	dst = appendUint(dst, 6, v.SnapshotSequence)
	dst = appendNanoseconds(dst, 7, v.ModelAge)
	dst = appendUint(dst, 8, v.Damped)
	dst = appendDouble(dst, 9, v.Handover)
	dst = appendDoubles(dst, 10, v.Error)
	return appendDoubles(dst, 11, v.Speed)
}

func decodeTaskStatus(data []byte, v *messages.TaskStatus) error {
	f := walk(taskStatusName, data)
	*v = messages.TaskStatus{Error: v.Error[:0], Speed: v.Speed[:0]}
	for f.next() {
		switch f.number {
		case 1:
			uint32Of(&f, &v.Phase)
		case 2:
			uint32Of(&f, &v.State)
		case 3:
			uint32Of(&f, &v.Set)
		case 4:
			f.uint64(&v.Pending)
		case 5:
			f.uint64(&v.ModelSequence)
		case 6:
			f.uint64(&v.SnapshotSequence)
		case 7:
			nanoseconds(&f, &v.ModelAge)
		case 8:
			uint32Of(&f, &v.Damped)
		case 9:
			f.double(&v.Handover)
		case 10:
			v.Error = f.doubles(v.Error)
		case 11:
			v.Speed = f.doubles(v.Speed)
		default:
			f.otherField()
		}
	}
	return f.err
}

func appendSignals(dst []byte, v *messages.Signals) []byte { return appendDoubles(dst, 1, v.Value) }

func decodeSignals(data []byte, v *messages.Signals) error {
	f := walk(signalsName, data)
	*v = messages.Signals{Value: v.Value[:0]}
	for f.next() {
		switch f.number {
		case 1:
			v.Value = f.doubles(v.Value)
		default:
			f.otherField()
		}
	}
	return f.err
}
