package jointspace

import (
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/messages"
)

// Gains of a PID law, in units of output over units of error. Zero switches a term off.
type Gains struct {
	Proportional float64 // Kp
	Integral     float64 // Ki, per second
	Derivative   float64 // Kd, of the error's rate
	// IntegralMax bounds the integral term's part of the output. 0 means the output's own limit.
	IntegralMax float64
}

func (g Gains) check() error {
	for _, f := range [...]struct {
		name  string
		value float64
	}{{"proportional", g.Proportional}, {"integral", g.Integral}, {"derivative", g.Derivative}, {"integral_max", g.IntegralMax}} {
		if !(f.value >= 0 && f.value <= magnitudeMax) {
			return &messages.OptionError{Path: f.name, Err: fmt.Errorf("the gain is %g", f.value), Expected: fmt.Sprintf("0 to %g", float64(magnitudeMax))}
		}
	}
	return nil
}

// Output returns the output of the law, within outputMax of zero, and the integral term to be
// passed in at the next step. err is the error and rate its rate; the feed-forward is part of what
// is limited.
//
// Anti-windup: the integral term never grows while the output is at its limit on that side; it
// may shrink (conditional integration: Astrom and Hagglund, Advanced PID Control, 2006, section
// 3.5). So it comes off a limit at once when the error turns.
func (g Gains) Output(integral, err, rate, feedForward, outputMax, dt float64) (output, nextIntegral float64, limited bool) {
	bound := outputMax
	if g.IntegralMax > 0 {
		bound = math.Min(bound, g.IntegralMax)
	}
	rest := feedForward + g.Proportional*err + g.Derivative*rate
	next := clamp(integral+g.Integral*err*dt, bound)
	if wanted := rest + next; (wanted > outputMax && next > integral) || (wanted < -outputMax && next < integral) {
		next = integral
	}
	wanted := rest + next
	output = clamp(wanted, outputMax)
	return output, next, output != wanted
}

// clamp returns v within most of zero.
func clamp(v, most float64) float64 { return math.Min(math.Max(v, -most), most) }
