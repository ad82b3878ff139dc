package differentialdrive

import (
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/actors/controllers/planar"
)

// Odometry is the state of the odometry of a base. The zero value is at the origin and takes
// the first wheel angles it sees as its start.
type Odometry struct {
	planar.Odometry
	Twist planar.Twist // body twist from the measured wheel speeds

	angles  Wheels // of the last update
	started bool
}

// Restart takes the next wheel angles as a new start and keeps pose and covariance: for encoders
// that may have moved unseen, as after a restart of the drives.
func (o *Odometry) Restart() {
	o.started = false
	o.Twist = planar.Twist{}
}

// Update advances o by what the wheels turned since the last update, along the exact arc. angles
// are the wheel angles in rad, continuous over whole turns; speeds the measured wheel speeds in
// rad/s; period the time since the last update in s.
//
// Errors change no pose: ErrNotFinite leaves o as it was; planar.ErrEncoderJump, where an angle
// moved farther than the wheel's speeds explain (see planar.Turned), takes the new angles as the
// start.
func (l *Law) Update(o *Odometry, angles, speeds Wheels, period float64) error {
	if !angles.finite() || !speeds.finite() || !(period > 0) || math.IsInf(period, 1) {
		return fmt.Errorf("%w: wheel angles %v rad, wheel speeds %v rad/s, period %g s: all must be finite and the period above 0",
			ErrNotFinite, angles, speeds, period)
	}
	if !o.started {
		o.angles, o.started = angles, true
	}
	var turned Wheels
	if err := planar.Turned(turned[:], o.angles[:], angles[:], speeds[:], WheelNames[:], l.config.WheelSpeedMaxRadPerS, period); err != nil {
		o.angles = angles
		return fmt.Errorf("differentialdrive: %w", err)
	}
	if err := o.Advance(l.Forward(turned).Over(1), l.config.Noise); err != nil {
		return fmt.Errorf("%w: %w", ErrNotFinite, err)
	}
	o.angles = angles
	o.Twist = l.Forward(speeds)
	return nil
}
