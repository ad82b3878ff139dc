package messages

import (
	"fmt"
	"time"
)

// TaskStatus is what a controller with tasks did in one tick.
type TaskStatus struct {
	// Phase of the controller.
	Phase TaskPhase
	// State and Set number the active state of the behaviour and the active task set, in the order
	// of their declaration.
	State, Set uint32
	// Pending is the request of a transition that has not been completed, zero without one.
	Pending uint64
	// ModelSequence numbers the model that the tick used, SnapshotSequence the snapshot that this
	// model is of; both are zero where no model was used. ModelAge is the age of that snapshot.
	ModelSequence, SnapshotSequence uint64
	ModelAge                        time.Duration
	// Damped counts the directions that levels do not fully control: damped near a singularity, taken
	// by the levels above, or in conflict within their level.
	Damped uint32
	// Handover is the greatest part of a joint's effort limit that still has to fade after a change
	// of law, 0 to 1.
	Handover float64
	// Error and Speed have one entry a task, in the order of declaration: the norm of its error and
	// of the error's rate. Unit: that of the task. Those of tasks that are not active are NaN.
	Error []float64 `dim:"tasks"`
	Speed []float64 `dim:"tasks"`
}

// TaskPhase says which law a controller with tasks applies.
type TaskPhase uint32

const (
	// TaskWaitModel commands nothing: no model has arrived since the controller began.
	TaskWaitModel TaskPhase = iota
	// TaskRunning follows the active task set.
	TaskRunning
	// TaskDegraded follows the declared degraded law, because the model is missing, too old or
	// unusable.
	TaskDegraded
)

// String returns the word that people read.
func (p TaskPhase) String() string {
	switch p {
	case TaskWaitModel:
		return "wait_model"
	case TaskRunning:
		return "running"
	case TaskDegraded:
		return "degraded"
	}
	return "unknown"
}

// MarshalText returns the text of String, for JSON.
func (p TaskPhase) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads the word of a phase.
func (p *TaskPhase) UnmarshalText(text []byte) error {
	for phase := TaskWaitModel; phase <= TaskDegraded; phase++ {
		if phase.String() == string(text) {
			*p = phase
			return nil
		}
	}
	return fmt.Errorf("phase %q is unknown; expected one of wait_model, running, degraded", text)
}

// Signals are numbers of sensors that are no joints, one entry a signal in the order that both ends
// declare.
type Signals struct {
	Value []float64 `dim:"signals"`
}
