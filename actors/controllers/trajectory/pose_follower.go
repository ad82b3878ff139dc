package trajectory

import (
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// PoseTolerances say how far the measured pose may be from a trajectory. 0 means the default;
// infinity switches a tolerance off.
type PoseTolerances struct {
	StartM, StartRad float64 // distance from the first waypoint at Start; default 0.05 m and 0.1 rad
	PathM, PathRad   float64 // on the way; default 0.05 m and 0.1 rad
	GoalM, GoalRad   float64 // at the end; default 0.005 m and 0.02 rad
	Timing                   // of slowing down and of waiting at the goal
}

// PoseFollower follows a Pose trajectory. Make it with NewPoseFollower.
type PoseFollower struct {
	course
	trajectory   *Pose
	tolerances   PoseTolerances
	here         PoseSample // where the body should be now
	offM, offRad float64
	goalSide     bool // whether offM and offRad were taken against the goal tolerance
}

// NewPoseFollower checks tolerances and makes a follower, idle until Start. Errors are ErrConfig.
func NewPoseFollower(trajectory *Pose, tolerances PoseTolerances) (*PoseFollower, error) {
	for _, f := range [...]struct {
		name  string
		field *float64
		value float64
	}{
		{"StartM", &tolerances.StartM, 0.05}, {"StartRad", &tolerances.StartRad, 0.1},
		{"PathM", &tolerances.PathM, 0.05}, {"PathRad", &tolerances.PathRad, 0.1},
		{"GoalM", &tolerances.GoalM, 0.005}, {"GoalRad", &tolerances.GoalRad, 0.02},
	} {
		if *f.field == 0 {
			*f.field = f.value
		}
		if !(*f.field > 0) {
			return nil, fmt.Errorf("%w: tolerance %s is %g: it must be above 0, infinity switches it off", ErrConfig, f.name, *f.field)
		}
	}
	if err := tolerances.fill(); err != nil {
		return nil, err
	}
	return &PoseFollower{course: course{timing: tolerances.Timing, endS: trajectory.EndS()}, trajectory: trajectory, tolerances: tolerances}, nil
}

// Start begins the trajectory at its first waypoint. A measured pose outside the start tolerance is
// ErrStart, and the follower stays as it was.
func (f *PoseFollower) Start(position [3]float64, orientation [4]float64) error {
	if err := checkMeasured(position, orientation); err != nil {
		return err
	}
	var first PoseSample
	f.trajectory.Sample(f.trajectory.StartS(), &first)
	if m, rad := distance(&first, position, orientation); m > f.tolerances.StartM || rad > f.tolerances.StartRad {
		return fmt.Errorf("%w: the body is %.4g m and %.4g rad from the first waypoint, tolerances %g m and %g rad: plan from the measured state",
			ErrStart, m, rad, f.tolerances.StartM, f.tolerances.StartRad)
	}
	f.start(f.trajectory.StartS())
	f.offM, f.offRad, f.goalSide = 0, 0, false
	return nil
}

// Update moves on by dt seconds to now, compares the measured pose with the trajectory now, and
// gives the reference for the time ahead, in s, of now: when a command computed from it takes
// effect. rate in [0, 1] is how fast to go along the trajectory, 1 for its own pace, 0 for a pause;
// aborted followers slow down by themselves. A measured pose that is not finite is ErrNotFinite and
// changes nothing.
func (f *PoseFollower) Update(position [3]float64, orientation [4]float64, rate, dt, ahead float64, out *PoseSample) (Status, error) {
	if err := checkMeasured(position, orientation); err != nil {
		return f.status, err
	}
	if !(ahead >= 0) || math.IsInf(ahead, 1) {
		return f.status, fmt.Errorf("%w: the time ahead is %g s", ErrNotFinite, ahead)
	}
	if err := f.advance(dt, rate); err != nil {
		return f.status, err
	}
	f.trajectory.Sample(f.progress.TimeS, &f.here)
	m, rad := distance(&f.here, position, orientation)
	if !f.status.Done() {
		f.offM, f.offRad, f.goalSide = m, rad, f.status == Settling
	}
	f.judge(m <= f.tolerances.PathM && rad <= f.tolerances.PathRad, m <= f.tolerances.GoalM && rad <= f.tolerances.GoalRad)
	f.trajectory.Sample(f.progress.TimeS+f.progress.Rate*ahead, out)
	for r := range out.Twist {
		out.Twist[r], out.Acceleration[r] = f.progress.scaled(out.Twist[r], out.Acceleration[r])
	}
	return f.status, nil
}

// Err returns why the follower was aborted, or nil.
func (f *PoseFollower) Err() error {
	switch f.status {
	case PathToleranceFailed, GoalToleranceFailed:
		m, rad := f.tolerances.PathM, f.tolerances.PathRad
		if f.goalSide {
			m, rad = f.tolerances.GoalM, f.tolerances.GoalRad
		}
		return fmt.Errorf("trajectory: %s at %.4g s: the body is %.4g m and %.4g rad from its reference, tolerances %g m and %g rad",
			f.status, f.abortedS, f.offM, f.offRad, m, rad)
	case Cancelled:
		return fmt.Errorf("trajectory: cancelled at %.4g s", f.abortedS)
	}
	return nil
}

// Error returns how far the body was from its reference at the last Update before the follower was
// done, in m and rad.
func (f *PoseFollower) Error() (m, rad float64) { return f.offM, f.offRad }

func checkMeasured(position [3]float64, orientation [4]float64) error {
	sum := position[0] + position[1] + position[2]
	norm := spatial.QuatOf(orientation).Norm()
	if !finite(sum) || !(math.Abs(norm-1) <= 1e-3) {
		return fmt.Errorf("%w: the body is measured at %v m with orientation %v: expected finite numbers and a unit quaternion w, x, y, z", ErrNotFinite, position, orientation)
	}
	return nil
}

// distance returns how far a pose is from a sample, in m and rad.
func distance(at *PoseSample, position [3]float64, orientation [4]float64) (m, rad float64) {
	apart := spatial.VecOf(at.Position).Sub(spatial.VecOf(position))
	turn := spatial.QuatOf(at.Orientation).Conj().Times(spatial.QuatOf(orientation)).Log()
	return apart.Norm(), turn.Norm()
}
