package core

import (
	"math"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
)

func TestTheTuningOfACommandReachesItsDriveOnlyWhileTheJointFollows(t *testing.T) {
	j := &joint{}
	out := &messages.DriveCommand{KpScale: make([]float64, 1), KdScale: make([]float64, 1), MaxEffort: make([]float64, 1)}
	command := &messages.JointCommand{KpScale: []float64{0.5}, KdScale: []float64{0.25}, MaxEffort: []float64{7}}
	j.accepted.ever, j.accepted.tuning = true, tuningOf(command, 0)
	for mode, want := range map[messages.Mode]tuning{
		messages.ModeRun: {0.5, 0.25, 7}, messages.ModeLimited: {0.5, 0.25, 7},
		messages.ModeRampHold: nominal, messages.ModeOff: nominal,
	} {
		j.state.Mode = mode
		if j.tune(out, 0); out.KpScale[0] != want.kp || out.KdScale[0] != want.kd || out.MaxEffort[0] != want.maxEffort {
			t.Errorf("%s: %g %g %g, expected %+v", mode, out.KpScale[0], out.KdScale[0], out.MaxEffort[0], want)
		}
	}
	j.state.Mode, j.accepted.released = messages.ModeRun, true
	if j.tune(out, 0); out.KpScale[0] != 1 || out.MaxEffort[0] != math.Inf(1) {
		t.Errorf("a joint that its controller has released: %g %g", out.KpScale[0], out.MaxEffort[0])
	}
	j.tune(&messages.DriveCommand{}, 0) // a bus without drives that support it
}

func TestATuningOutOfRangeIsRefused(t *testing.T) {
	for _, c := range []struct {
		tuning   tuning
		quantity Quantity
		reason   Reason
	}{
		{nominal, NoQuantity, 0}, {tuning{0, 0, 0}, NoQuantity, 0},
		{tuning{1.1, 1, 1}, KpScale, BeyondLimit}, {tuning{1, -0.1, 1}, KdScale, BeyondLimit},
		{tuning{1, 1, -1}, MaxEffort, BeyondLimit}, {tuning{1, math.NaN(), 1}, KdScale, NotFinite},
		{tuning{1, 1, math.NaN()}, MaxEffort, NotFinite},
	} {
		var r Refusal
		if ok := (&joint{}).judgeTuning(c.tuning, &r); ok != (c.quantity == NoQuantity) || r.Quantity != c.quantity || !ok && r.Reason != c.reason {
			t.Errorf("%+v: %t, %s of %s", c.tuning, ok, r.Reason, r.Quantity)
		}
	}
}

func TestOnlyAControllerThatDeclaresItMayTuneItsDrives(t *testing.T) {
	command := &messages.JointCommand{Control: make([]messages.ControlMode, 1), KpScale: []float64{1}, KdScale: []float64{1}, MaxEffort: []float64{1}}
	for _, declared := range []bool{false, true} {
		c := &controller{Controller: &Controller{GainScales: declared, EffortCap: declared}, joints: []int{0}}
		var r Refusal
		if ok := c.fits(command, &r); ok != declared || !ok && (r.Reason != WrongLength || r.Quantity != KpScale) {
			t.Errorf("declared: %t, fits: %t, %s of %s", declared, ok, r.Reason, r.Quantity)
		}
	}
}
