package wholebody

import (
	"math"

	"github.com/robo-actors/robo-actors/actors/controllers/planar"
)

// limitRows adds a row for each active axis inside the margin of a position limit. It asks the axis to leave at
// LimitGainPerS times the depth in the margin. The row fades in with the depth, from nothing at the margin's edge to a full row
// at the limit, by the smooth step 3 t^2 - 2 t^3: a limit that comes near takes the axis over from the posture without a
// step.
func (l *Law) limitRows(in *Input) {
	if l.config.LimitGainPerS < 0 {
		return
	}
	for i := range l.config.Axes {
		if in.Active != nil && !in.Active[i] {
			continue
		}
		low, high := in.Limits.PositionMin[i], in.Limits.PositionMax[i]
		margin := math.Min(l.config.LimitMarginRad, (high-low)/4)
		toHigh, toLow := high-in.AxisPosition[i], in.AxisPosition[i]-low
		depth, direction := margin-toHigh, -1.0
		if toLow < toHigh {
			depth, direction = margin-toLow, 1.0
		}
		if !(depth > 0) || margin == 0 {
			continue
		}
		t := math.Min(depth/margin, 1)
		fade := t * t * (3 - 2*t)
		speed := math.Min(l.config.LimitGainPerS*depth, l.config.PostureSpeedShare*in.Limits.VelocityMax[i])
		row := l.h.row()
		row[i] = fade
		row[l.h.n] = fade * direction * speed * l.h.root[i]
	}
}

// postureGoal fills l.wanted with the velocities that the posture level is after, in u coordinates: preferred
// velocity, return to the preferred position, better manipulability; and, for an axis with smoothing, its previous
// velocity with the weight SmoothingS/PeriodS, which makes a first-order lag with that time constant.
func (l *Law) postureGoal(in *Input, gradient []float64) {
	for i := range l.config.Axes {
		a := &l.config.Axes[i]
		gap := a.PosturePosition - in.AxisPosition[i]
		if a.Continuous {
			gap = planar.Wrap(gap)
		}
		v := a.PostureGainPerS * gap
		if k := i - l.config.ArmFirst; k >= 0 && k < len(gradient) {
			v += l.config.ManipulabilityGain * gradient[k]
		}
		greatest := l.config.PostureSpeedShare * in.Limits.VelocityMax[i]
		v = math.Min(math.Max(v, -greatest), greatest)
		if in.PreferredVelocity != nil {
			v += in.PreferredVelocity[i]
		}
		lag := a.SmoothingS / in.PeriodS
		l.wanted[i] = (v + lag*in.Previous[i]) / (1 + lag) * l.h.root[i]
	}
}
