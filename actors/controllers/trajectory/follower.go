package trajectory

import (
	"errors"
	"fmt"
	"math"
)

// Status is the state of a follower.
type Status uint8

// The statuses. Aborted ones come to rest on the path first, and stay.
const (
	Idle                Status = iota // Start was not called
	Following                         // on the way
	Settling                          // at the end of the trajectory, waiting for the goal tolerance
	Succeeded                         // within the goal tolerance
	PathToleranceFailed               // aborted: left the path tolerance on the way
	GoalToleranceFailed               // aborted: not within the goal tolerance after the goal time
	Cancelled                         // aborted by Cancel
)

var statusNames = [...]string{"idle", "following", "settling", "succeeded", "path tolerance failed", "goal tolerance failed", "cancelled"}

// String returns the status's name.
func (s Status) String() string {
	if int(s) < len(statusNames) {
		return statusNames[s]
	}
	return fmt.Sprintf("status %d", uint8(s))
}

// Done reports whether a follower will not continue by itself: succeeded or aborted.
func (s Status) Done() bool { return s >= Succeeded }

// Timing holds the times of a follower. The zero value of a field means the default that its
// comment states.
type Timing struct {
	// SlowDownS is the time, in s, in which a follower at full rate comes to rest on its path when
	// it is paused, cancelled or aborted, and in which it takes up the full rate again. 0 means 0.5
	// s.
	SlowDownS float64
	// GoalTimeS is how long after the end of the trajectory the goal tolerance may be reached. 0
	// means 1 s, infinity waits without end.
	GoalTimeS float64
}

func (t *Timing) fill() error {
	if t.SlowDownS == 0 {
		t.SlowDownS = 0.5
	}
	if t.GoalTimeS == 0 {
		t.GoalTimeS = 1
	}
	if !(t.SlowDownS > 0 && t.SlowDownS <= 60) || !(t.GoalTimeS > 0) {
		return fmt.Errorf("%w: slow-down time %g s and goal time %g s: the first must be in (0, 60] s, the second above 0", ErrConfig, t.SlowDownS, t.GoalTimeS)
	}
	return nil
}

// Progress is time along a trajectory that can slow down and stand.
type Progress struct {
	TimeS float64 // on the trajectory's axis
	Rate  float64 // seconds of the trajectory a second, in [0, 1]
	Slope float64 // change of Rate in the last step, 1/s
}

// Advance moves p on by dt while the rate goes to wanted, in [0, 1], by at most dt/slowDown.
// Velocities along the trajectory scale with the rate, so they stay continuous and in their
// direction.
func (p *Progress) Advance(dt, wanted, slowDown float64) {
	before := p.Rate
	step := dt / slowDown
	p.Rate = math.Min(math.Max(wanted, before-step), before+step)
	p.Slope = (p.Rate - before) / dt
	p.TimeS += dt * (before + p.Rate) / 2
}

// scaled returns velocity and acceleration in time from those along the trajectory.
func (p *Progress) scaled(v, a float64) (velocity, acceleration float64) {
	return p.Rate * v, p.Rate*p.Rate*a + p.Slope*v
}

// course is what both followers share.
type course struct {
	timing   Timing
	endS     float64
	status   Status
	settled  float64 // time since the end of the trajectory was reached, without pauses, s
	paused   bool    // the last step was one of a pause: nobody judges the goal in it
	progress Progress
	abortedS float64 // time on the trajectory at which the follower was aborted
}

func (c *course) start(at float64) {
	c.status, c.settled = Following, 0
	c.progress = Progress{TimeS: at, Rate: 1}
}

// advance moves time on by dt, in s, at the wanted rate, which only a follower under way has.
func (c *course) advance(dt, wanted float64) error {
	if c.status == Idle {
		return fmt.Errorf("%w: Start was not called", ErrConfig)
	}
	if !(dt > 0) || math.IsInf(dt, 1) || !(wanted >= 0 && wanted <= 1) {
		return fmt.Errorf("%w: period %g s, rate %g: the period must be finite and above 0, the rate between 0 and 1", ErrNotFinite, dt, wanted)
	}
	if c.status > Succeeded {
		wanted = 0
	}
	c.progress.Advance(dt, wanted, c.timing.SlowDownS)
	if c.status == Following && c.progress.TimeS >= c.endS {
		c.status = Settling
	} else if c.status == Settling {
		c.settled += wanted * dt
	}
	c.paused = wanted == 0
	c.progress.TimeS = math.Min(c.progress.TimeS, c.endS)
	return nil
}

// judge sets the status from whether the tolerances are kept.
func (c *course) judge(onPath, atGoal bool) {
	switch {
	case c.status == Following && !onPath:
		c.abort(PathToleranceFailed)
	case c.status == Settling && atGoal && !c.paused:
		c.status = Succeeded
	case c.status == Settling && c.settled >= c.timing.GoalTimeS:
		c.abort(GoalToleranceFailed)
	}
}

func (c *course) abort(s Status) { c.status, c.abortedS = s, c.progress.TimeS }

// Status returns how far the follower is.
func (c *course) Status() Status { return c.status }

// Progress returns where on the trajectory the follower is, and how fast it goes along.
func (c *course) Progress() Progress { return c.progress }

// Cancel aborts a follower that is under way: it comes to rest on its path. It does nothing to one
// that is done.
func (c *course) Cancel() {
	if c.status == Following || c.status == Settling {
		c.abort(Cancelled)
	}
}

// JointTolerances say how far the measured joints may be from a trajectory. A nil slice means the
// default for every joint; an infinite entry switches a tolerance off; zero is refused, because in
// other systems it means "off".
type JointTolerances struct {
	Start        []float64 // distance from the first waypoint at Start; default 0.05 rad or m
	Path         []float64 // on the way; default 0.1 rad or m
	Goal         []float64 // at the end; default 0.01 rad or m
	StoppedSpeed []float64 // at the end; default 0.02 rad/s or m/s
	Continuous   []bool    // joints whose positions a whole turn apart are the same; nil means none
	Timing                 // of slowing down and of waiting at the goal
}

// JointFollower follows a Joint trajectory. Make it with NewJointFollower.
type JointFollower struct {
	course
	trajectory *Joint
	tolerances JointTolerances
	here       *JointSample // where the joints should be now
	joint      int          // that is outside a tolerance
	what       string       // of it that is outside, "position" or "speed"
	off, bound float64      // by how much, and the tolerance
}

// NewJointFollower checks tolerances and makes a follower, idle until Start. Errors are ErrConfig.
func NewJointFollower(trajectory *Joint, tolerances JointTolerances) (*JointFollower, error) {
	n := trajectory.Joints()
	for _, f := range [...]struct {
		name  string
		field *[]float64
		value float64
	}{
		{"start", &tolerances.Start, 0.05}, {"path", &tolerances.Path, 0.1},
		{"goal", &tolerances.Goal, 0.01}, {"stopped speed", &tolerances.StoppedSpeed, 0.02},
	} {
		filled := make([]float64, n)
		if *f.field != nil && len(*f.field) != n {
			return nil, fmt.Errorf("%w: the %s tolerance has %d entries for %d joints", ErrConfig, f.name, len(*f.field), n)
		}
		for i := range filled {
			filled[i] = f.value
			if *f.field != nil {
				filled[i] = (*f.field)[i]
			}
			if !(filled[i] > 0) {
				return nil, fmt.Errorf("%w: the %s tolerance of joint %q is %g: it must be above 0, infinity switches it off", ErrConfig, f.name, trajectory.Name(i), filled[i])
			}
		}
		*f.field = filled
	}
	if tolerances.Continuous != nil && len(tolerances.Continuous) != n {
		return nil, fmt.Errorf("%w: Continuous has %d entries for %d joints", ErrConfig, len(tolerances.Continuous), n)
	}
	tolerances.Continuous = append([]bool(nil), tolerances.Continuous...)
	if err := tolerances.fill(); err != nil {
		return nil, err
	}
	return &JointFollower{
		course:     course{timing: tolerances.Timing, endS: trajectory.EndS()},
		trajectory: trajectory, tolerances: tolerances, here: trajectory.NewSample(), joint: -1,
	}, nil
}

// Start begins the trajectory at its first waypoint. A measured position outside the start
// tolerance is ErrStart, naming every joint that is, and the follower stays as it was: it never
// jumps to a start that is elsewhere.
func (f *JointFollower) Start(position []float64) error {
	if err := f.check(position, position); err != nil {
		return err
	}
	f.trajectory.Sample(f.trajectory.StartS(), f.here)
	var errs []error
	for i := range position {
		if off := f.distance(i, position[i]); off > f.tolerances.Start[i] {
			errs = append(errs, fmt.Errorf("%w: joint %q is at %g, the trajectory starts at %g, tolerance %g: plan from the measured state",
				ErrStart, f.trajectory.Name(i), position[i], f.here.Position[i], f.tolerances.Start[i]))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	f.start(f.trajectory.StartS())
	f.joint = -1
	return nil
}

// Update moves on by dt seconds to now, compares the measured state with the trajectory now, and
// gives the reference for the time ahead, in s, of now: when a command computed from it takes
// effect. rate in [0, 1] is how fast to go along the trajectory, 1 for its own pace, 0 for a pause;
// aborted followers slow down by themselves. A measured state that is not finite is ErrNotFinite
// and changes nothing.
func (f *JointFollower) Update(position, velocity []float64, rate, dt, ahead float64, out *JointSample) (Status, error) {
	if err := f.check(position, velocity); err != nil {
		return f.status, err
	}
	if !(ahead >= 0) || math.IsInf(ahead, 1) {
		return f.status, fmt.Errorf("%w: the time ahead is %g s", ErrNotFinite, ahead)
	}
	if err := f.advance(dt, rate); err != nil {
		return f.status, err
	}
	f.trajectory.Sample(f.progress.TimeS, f.here)
	onPath, atGoal := true, true
	for i := range position {
		off := f.distance(i, position[i])
		switch {
		case f.status == Following && onPath:
			onPath = f.within(i, "position", off, f.tolerances.Path[i])
		case f.status == Settling && atGoal:
			atGoal = f.within(i, "position", off, f.tolerances.Goal[i]) &&
				f.within(i, "speed", math.Abs(velocity[i]), f.tolerances.StoppedSpeed[i])
		}
	}
	f.judge(onPath, atGoal)
	f.trajectory.Sample(f.progress.TimeS+f.progress.Rate*ahead, out)
	for i := range out.Velocity {
		out.Velocity[i], out.Acceleration[i] = f.progress.scaled(out.Velocity[i], out.Acceleration[i])
	}
	return f.status, nil
}

// Err returns why the follower was aborted, or nil.
func (f *JointFollower) Err() error {
	switch f.status {
	case PathToleranceFailed, GoalToleranceFailed:
		return fmt.Errorf("trajectory: %s at %.4g s: %s of joint %q is off by %.4g, tolerance %g",
			f.status, f.abortedS, f.what, f.trajectory.Name(f.joint), f.off, f.bound)
	case Cancelled:
		return fmt.Errorf("trajectory: cancelled at %.4g s", f.abortedS)
	}
	return nil
}

// OffPosition reports whether it was aborted because a joint was off its position, not because one
// did not stop.
func (f *JointFollower) OffPosition() bool {
	return (f.status == PathToleranceFailed || f.status == GoalToleranceFailed) && f.what == "position"
}

// within reports whether joint i keeps a tolerance, and remembers it where it does not.
func (f *JointFollower) within(i int, what string, off, bound float64) bool {
	if off <= bound {
		return true
	}
	f.joint, f.what, f.off, f.bound = i, what, off, bound
	return false
}

func (f *JointFollower) check(position, velocity []float64) error {
	n := f.trajectory.Joints()
	if len(position) != n || len(velocity) != n {
		return fmt.Errorf("%w: %d positions and %d velocities for %d joints", ErrShape, len(position), len(velocity), n)
	}
	for i := range position {
		if !finite(position[i]) || !finite(velocity[i]) {
			return fmt.Errorf("%w: joint %q measures position %g and velocity %g", ErrNotFinite, f.trajectory.Name(i), position[i], velocity[i])
		}
	}
	return nil
}

func (f *JointFollower) distance(i int, position float64) float64 {
	gap := position - f.here.Position[i]
	if f.tolerances.Continuous != nil && f.tolerances.Continuous[i] {
		gap = math.Remainder(gap, 2*math.Pi)
	}
	return math.Abs(gap)
}
