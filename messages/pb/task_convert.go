package pb

import (
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// TaskStatusToPB converts the status of a controller with tasks to the generated message.
func TaskStatusToPB(v *messages.TaskStatus) *TaskStatus {
	return &TaskStatus{
		Phase: uint32(v.Phase), State: v.State, Set: v.Set, Pending: v.Pending,
		ModelSequence: v.ModelSequence, SnapshotSequence: v.SnapshotSequence, ModelAgeNs: int64(v.ModelAge),
		Damped: v.Damped, Handover: v.Handover, Error: copyOf(v.Error), Speed: copyOf(v.Speed),
	}
}

// TaskStatusFromPB fills the status of a controller with tasks from the generated message. It takes every message; what is
// absent is zero.
func TaskStatusFromPB(m *TaskStatus, v *messages.TaskStatus) error {
	*v = messages.TaskStatus{
		Phase: messages.TaskPhase(m.GetPhase()), State: m.GetState(), Set: m.GetSet(), Pending: m.GetPending(),
		ModelSequence: m.GetModelSequence(), SnapshotSequence: m.GetSnapshotSequence(),
		ModelAge: time.Duration(m.GetModelAgeNs()), Damped: m.GetDamped(), Handover: m.GetHandover(),
		Error: append(v.Error[:0], m.GetError()...), Speed: append(v.Speed[:0], m.GetSpeed()...),
	}
	return nil
}

// SignalsToPB converts signals to the generated message.
func SignalsToPB(v *messages.Signals) *Signals { return &Signals{Value: copyOf(v.Value)} }

// SignalsFromPB fills signals from the generated message. It takes every message; what is absent is zero.
func SignalsFromPB(m *Signals, v *messages.Signals) error {
	*v = messages.Signals{Value: append(v.Value[:0], m.GetValue()...)}
	return nil
}
