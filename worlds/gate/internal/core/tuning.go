package core

import (
	"math"

	"github.com/robo-actors/robo-actors/messages"
)

// tuning is the part of a command that changes the control loop of a joint's drive.
type tuning struct{ kp, kd, maxEffort float64 }

// nominal leaves the drive as it is configured.
var nominal = tuning{1, 1, math.Inf(1)}

// tuningOf returns the tuning that a command has for one joint, given its index in the command.
func tuningOf(v *messages.JointCommand, joint int) tuning {
	t := nominal
	if len(v.KpScale) > 0 {
		t.kp, t.kd = v.KpScale[joint], v.KdScale[joint]
	}
	if len(v.MaxEffort) > 0 {
		t.maxEffort = v.MaxEffort[joint]
	}
	return t
}

// judgeTuning checks that gain scales are 0 to 1 and that an effort cap is not negative.
func (j *joint) judgeTuning(t tuning, r *Refusal) bool {
	for _, entry := range [...]struct {
		quantity     Quantity
		value, upper float64
	}{{KpScale, t.kp, 1}, {KdScale, t.kd, 1}, {MaxEffort, t.maxEffort, math.Inf(1)}} {
		if !(entry.value >= 0 && entry.value <= entry.upper) {
			r.Reason, r.Quantity, r.Value, r.Lower, r.Upper = BeyondLimit, entry.quantity, entry.value, 0, entry.upper
			if math.IsNaN(entry.value) {
				r.Reason = NotFinite
			}
			return false
		}
	}
	return true
}

// tune writes the tuning of one drive: the nominal one unless the joint follows its controller.
func (j *joint) tune(out *messages.DriveCommand, drive int) {
	t := nominal
	if a := &j.accepted; j.state.Mode.Passes() && a.ever && !a.released {
		t = a.tuning
	}
	if drive < len(out.KpScale) && drive < len(out.KdScale) {
		out.KpScale[drive], out.KdScale[drive] = t.kp, t.kd
	}
	if drive < len(out.MaxEffort) {
		out.MaxEffort[drive] = t.maxEffort
	}
}
