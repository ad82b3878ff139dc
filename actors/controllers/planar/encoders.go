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

// Turned writes how far wheels turned from the angles before to those after, all in rad, in a
// period in s, at the end of which their measured speeds are those given, in rad/s. A wheel is
// ErrEncoderJump, by its name, where it seems to have turned more than twice what its greatest
// speed in rad/s allows in the period, and its measured speed in 20 ms more: by so much the stamps
// of angles may be late.
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
