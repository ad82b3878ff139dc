package drivertest

import (
	"fmt"
	"math"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
)

func motionChecks() []Check {
	return []Check{
		{"EveryDriveStandsWithinItsLimits", standsWithinLimits},
		{"ADriveFollowsItsSetPoints", followsSetPoints},
		{"AnAnswerToAnEarlierSendIsNone", lateAnswers},
	}
}

// standsWithinLimits compares the first positions with the limits. A unit that is wrong in
// set-points and states alike shows in no motion, but here.
func standsWithinLimits(rig Rig) error {
	s, err := opened(rig)
	if err != nil {
		return err
	}
	for i, d := range s.drives {
		if q := s.state.Position[i]; !(q >= d.Limits.Lower-s.Motion && q <= d.Limits.Upper+s.Motion) {
			return fmt.Errorf("drive %q is at %.6g rad or m after Open; its limits are %.6g and %.6g: compare unit, sign and offset of its "+
				"positions with the drive's manual, and let the drives of the rig start within their limits", d.Name, q, d.Limits.Lower, d.Limits.Upper)
		}
	}
	return nil
}

// followsSetPoints moves every drive to and fro in every control mode that says how far, and
// compares the motion that the drive reports: a wrong sign or unit, of a set-point or of a state,
// shows in one of them.
func followsSetPoints(rig Rig) error {
	s, err := running(rig)
	if err != nil {
		return err
	}
	for i, d := range s.drives {
		for _, control := range d.Controls {
			if !control.Has(messages.ControlPosition) && !control.Has(messages.ControlVelocity) || s.Motion < 8*d.Resolution {
				continue // an effort says not how far, and a coarse encoder cannot
			}
			way := 1.0
			if s.state.Position[i]+s.Motion > d.Limits.Upper {
				way = -1
			}
			for _, way := range []float64{way, -way} {
				if err := s.travel(i, control, way*s.Motion/2); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// travel moves one drive by a distance, at an even speed below a quarter of its limit, for at least
// twice the time that drives take to settle, and then lets it settle.
func (s *session) travel(i int, control messages.ControlMode, distance float64) error {
	took := max(2*s.Settle, time.Duration(4*math.Abs(distance)/s.drives[i].Limits.Velocity*float64(time.Second)))
	speed, from := distance/took.Seconds(), s.state.Position[i]
	s.command.Control[i] = control
	begin, sum, n := s.now, 0.0, 0
	for s.now.Sub(begin) < took {
		passed := s.now.Sub(begin) + s.Period
		s.command.Position[i], s.command.Velocity[i] = from+speed*passed.Seconds(), speed
		if err := s.exchange(s.command); err != nil {
			return err
		}
		if passed > took/2 {
			sum, n = sum+s.state.Velocity[i], n+1
		}
	}
	s.command.Position[i], s.command.Velocity[i], s.command.Effort[i] = from+distance, 0, 0
	if err := s.repeat(s.Settle, s.command); err != nil {
		return err
	}
	moved, d := s.state.Position[i]-from, &s.drives[i]
	what := fmt.Sprintf("with %s set-points for %+.4g rad or m at %+.4g rad/s or m/s, drive %q", control, distance, speed, d.Name)
	if !(math.Abs(moved-distance) <= math.Abs(distance)/2) {
		return fmt.Errorf("%s moved by %+.4g; want at most half of the distance beside it: compare signs and units of set-points and positions with the drive's manual", what, moved)
	}
	if mean := sum / float64(n); !(math.Abs(mean-speed) <= math.Abs(speed)/2) {
		return fmt.Errorf("%s reported %+.4g rad/s or m/s on the way; want at most half of the speed beside it: compare sign and unit of the velocity with the drive's manual", what, mean)
	}
	s.hold(i)
	return nil
}

// lateAnswers lets a drive answer one exchange late. Its answers belong to no newest Send.
func lateAnswers(rig Rig) error {
	if rig.Late == nil {
		return ErrCannot
	}
	s, err := running(rig)
	if err != nil {
		return err
	}
	s.Late(0, true)
	for range 5 {
		if err := hardware.Exchange(s.Driver, s.now, s.command, s.state); err != nil && len(s.drives) > 1 {
			return fmt.Errorf("driver: Exchange at %s: %w", s.now, err)
		}
		if s.state.Answered[0] {
			return fmt.Errorf("at %s, drive %q answers the Send before, and is marked as answered; want false: an answer counts for the newest Send only", s.now, s.drives[0].Name)
		}
		s.pass()
	}
	s.Late(0, false)
	if err := s.repeat(s.Settle, nil); err != nil {
		return err
	}
	if !s.state.Answered[0] {
		return fmt.Errorf("at %s, drive %q answers in time again, and is not marked as answered", s.now, s.drives[0].Name)
	}
	return nil
}
