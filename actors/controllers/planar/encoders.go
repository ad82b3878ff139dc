package planar

import (
	"errors"
	"fmt"
	"math"
)

// ErrEncoderJump marks wheel angles that no motion explains.
var ErrEncoderJump = errors.New("wheel encoder jumped")

const (
	// jumpFactor is how much farther than its speed allows a wheel may seem to turn between two
	// updates before its encoder is taken to have jumped: a wheel may overspeed a little.
	jumpFactor = 2
	// stampUncertaintyS is how far apart the instant at which a wheel's angle was measured and the
	// one that it is stamped with may be, in s: a thread that exchanges with drives, and what
	// carries their answers, may be kept waiting for a few periods. The encoder goes on counting
	// meanwhile, and the next angle comes with all that it counted.
	stampUncertaintyS = 0.02
)

// Turned writes the angle by which each wheel turned from before to after, in rad. period is the
// time between them in s, speeds the measured speeds at its end and greatest the largest speed,
// in rad/s. It returns ErrEncoderJump with the wheel's name if a wheel turned by more than twice
// what greatest allows in the period plus 20 ms at its measured speed: stamps may be late by
// that much.
func Turned(turned, before, after, speeds []float64, names []string, greatest, period float64) error {
	for i := range turned {
		turned[i] = after[i] - before[i]
		reach := jumpFactor * (greatest*period + min(math.Abs(speeds[i]), greatest)*stampUncertaintyS)
		if math.Abs(turned[i]) > reach {
			return fmt.Errorf("%w: wheel %s went from %g rad to %g rad in %g s at %g rad/s, at most %g rad is possible; the pose is kept",
				ErrEncoderJump, names[i], before[i], after[i], period, speeds[i], reach)
		}
	}
	return nil
}
