package planar

import (
	"errors"
	"fmt"
	"math"
)

// ErrEncoderJump marks wheel angles that no motion explains.
var ErrEncoderJump = errors.New("wheel encoder jumped")

// jumpFactor is how much farther than its greatest speed allows a wheel may seem to turn in one period before its
// encoder is taken to have jumped: a wheel may overspeed a little, and a period may come late.
const jumpFactor = 2

// Turned writes how far wheels turned from the angles before to those after, all in rad, in a period in s. A wheel that
// seems to have turned more than twice what its greatest speed in rad/s allows is ErrEncoderJump, by its name.
func Turned(turned, before, after []float64, names []string, greatest, period float64) error {
	reach := jumpFactor * greatest * period
	for i := range turned {
		turned[i] = after[i] - before[i]
		if math.Abs(turned[i]) > reach {
			return fmt.Errorf("%w: wheel %s went from %g rad to %g rad in %g s, at most %g rad is possible; the pose is kept",
				ErrEncoderJump, names[i], before[i], after[i], period, reach)
		}
	}
	return nil
}
