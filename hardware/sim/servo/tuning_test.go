package servo

import (
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// pulled returns the effort with which a servo pulls a joint that is held 0.01 off its set-point.
func pulled(t *testing.T, tuning Tuning) float64 {
	b := newBench(t, Options{TorqueConstant: 0.5, SupplyVoltage: 48, Ambient: 20, HeatRise: 60, HeatTime: 100 * time.Millisecond})
	for range 100 {
		b.Obey(b.now, &Command{Mode: messages.ModeRun, Arm: 1, SetPoints: SetPoints{Control: messages.ControlPosition, Position: 0.01, Tuning: tuning}})
		b.Sample(0, 0)
		b.Step(b.now)
		b.now = b.now.Add(time.Millisecond)
	}
	var r Reply
	b.Reply(b.now, &r)
	if want := r.Effort / 0.5; math.Abs(r.Current-want) > 1e-9 || r.Voltage != 48 {
		t.Errorf("current %g A, expected %g; voltage %g V", r.Current, want, r.Voltage)
	}
	share := r.Effort / b.Info().Limits.Effort
	if hottest := 20 + 60*share*share; !(r.Temperature >= 20 && r.Temperature <= hottest+1e-9) {
		t.Errorf("temperature %g degC, expected 20 to %g", r.Temperature, hottest)
	}
	return r.Effort
}

func TestACommandSoftensTheLoopAndCapsItsEffort(t *testing.T) {
	whole := pulled(t, NewTuning(1, 1, math.Inf(1)))
	if half := pulled(t, NewTuning(0.5, 1, math.Inf(1))); math.Abs(half/whole-0.5) > 1e-3 {
		t.Errorf("with half the stiffness it pulls with %g of %g", half, whole)
	}
	if none := pulled(t, NewTuning(0, 0, math.Inf(1))); math.Abs(none) > 1e-6 {
		t.Errorf("without gains it pulls with %g", none)
	}
	if capped := pulled(t, NewTuning(1, 1, whole/4)); math.Abs(capped-whole/4) > 1e-3*whole {
		t.Errorf("capped at %g it pulls with %g", whole/4, capped)
	}
}

func TestADriveMeasuresNothingThatItsOptionsDoNotName(t *testing.T) {
	b := newBench(t, Options{})
	var r Reply
	b.Reply(0, &r)
	if !math.IsNaN(r.Temperature) || !math.IsNaN(r.Voltage) || !math.IsNaN(r.Current) {
		t.Errorf("temperature %g, voltage %g, current %g; expected NaN", r.Temperature, r.Voltage, r.Current)
	}
}
