package trajectory

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

const tick = 0.01

func newJointFollower(t testing.TB, tolerances JointTolerances) *JointFollower {
	t.Helper()
	j := newJoint(t, positions([]float64{0, 1, 2}, []float64{0, 0}, []float64{0.6, -0.3}, []float64{1, 0}), Quintic)
	f, err := NewJointFollower(j, tolerances)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// drive follows with joints that are where the reference was, plus offset, and gives the greatest
// change of velocity.
func drive(t *testing.T, f *JointFollower, steps int, rate float64, offset func(k int) float64, each func(k int, s Status, out *JointSample)) float64 {
	t.Helper()
	out, last := f.trajectory.NewSample(), f.trajectory.NewSample()
	f.trajectory.Sample(f.progress.TimeS, last)
	for i := range last.Velocity {
		last.Velocity[i], _ = f.progress.scaled(last.Velocity[i], 0)
	}
	greatest := 0.0
	position, velocity := make([]float64, 2), make([]float64, 2)
	here := f.trajectory.NewSample()
	for k := range steps {
		before := f.progress
		f.trajectory.Sample(before.TimeS+before.Rate*tick, here)
		for i := range position {
			position[i] = here.Position[i] + offset(k)
			velocity[i] = before.Rate * here.Velocity[i]
		}
		s, err := f.Update(position, velocity, rate, tick, 0, out)
		if err != nil {
			t.Fatal(err)
		}
		for i := range out.Velocity {
			greatest = math.Max(greatest, math.Abs(out.Velocity[i]-last.Velocity[i]))
		}
		copy(last.Velocity, out.Velocity)
		if each != nil {
			each(k, s, out)
		}
	}
	return greatest
}

func none(int) float64 { return 0 }

func TestATrajectoryThatIsFollowedWellSucceedsAtItsEnd(t *testing.T) {
	f := newJointFollower(t, JointTolerances{})
	if f.Status() != Idle {
		t.Errorf("status %s before the start", f.Status())
	}
	if err := f.Start([]float64{0, 0}); err != nil {
		t.Fatal(err)
	}
	drive(t, f, 300, 1, none, func(k int, s Status, out *JointSample) {
		want := Following
		if now := tick * float64(k+1); now >= 2-1e-9 {
			want = Succeeded
		}
		if s != want {
			t.Fatalf("tick %d: status %s, want %s", k, s, want)
		}
	})
	if err := f.Err(); err != nil || f.Progress().TimeS != 2 {
		t.Errorf("error %v, progress %+v", err, f.Progress())
	}
}

func TestTheReferenceAheadIsTheTrajectoryAhead(t *testing.T) {
	f := newJointFollower(t, JointTolerances{})
	if err := f.Start([]float64{0, 0}); err != nil {
		t.Fatal(err)
	}
	out, want := f.trajectory.NewSample(), f.trajectory.NewSample()
	if _, err := f.Update([]float64{0, 0}, []float64{0, 0}, 1, tick, 0.025, out); err != nil {
		t.Fatal(err)
	}
	f.trajectory.Sample(0.035, want)
	for i := range want.Position {
		if math.Abs(out.Position[i]-want.Position[i]) > 1e-15 || math.Abs(out.Velocity[i]-want.Velocity[i]) > 1e-15 {
			t.Errorf("joint %d: got %+v, want %+v", i, out, want)
		}
	}
}

func TestLeavingThePathToleranceAbortsAndComesToRestOnThePath(t *testing.T) {
	f := newJointFollower(t, JointTolerances{})
	if err := f.Start([]float64{0, 0}); err != nil {
		t.Fatal(err)
	}
	var last JointSample
	change := drive(t, f, 300, 1, func(k int) float64 {
		if k >= 80 {
			return 0.11
		}
		return 0.09
	}, func(k int, s Status, out *JointSample) {
		if (k < 80) != (s == Following) || (k >= 80) != (s == PathToleranceFailed) {
			t.Fatalf("tick %d: status %s", k, s)
		}
		last = *out
	})
	if err := f.Err(); err == nil || !strings.Contains(err.Error(), "path tolerance failed at 0.81 s") || !strings.Contains(err.Error(), "joint_a") {
		t.Errorf("error %v", err)
	}
	p := f.Progress()
	if p.Rate != 0 || p.TimeS < 0.81 || p.TimeS > 0.81+0.26 || last.Velocity[0] != 0 {
		t.Errorf("progress %+v, velocity %v", p, last.Velocity)
	}
	want := f.trajectory.NewSample()
	f.trajectory.Sample(p.TimeS, want)
	if math.Abs(last.Position[0]-want.Position[0]) > 1e-15 {
		t.Errorf("it is at %g, the path is at %g", last.Position[0], want.Position[0])
	}
	// 1 rad/s or so in 0.5 s: about 2 rad/s^2 of slowing down, and what the path itself asks for.
	if change > 0.06 {
		t.Errorf("the velocity stepped by %g rad/s", change)
	}
}

func TestAGoalThatIsNotReachedInTimeFails(t *testing.T) {
	f := newJointFollower(t, JointTolerances{Timing: Timing{GoalTimeS: 0.3}})
	if err := f.Start([]float64{0, 0}); err != nil {
		t.Fatal(err)
	}
	drive(t, f, 300, 1, func(int) float64 { return 0.02 }, func(k int, s Status, _ *JointSample) {
		now := tick * float64(k+1)
		switch {
		case now > 2.01 && now < 2.29 && s != Settling, now > 2.32 && s != GoalToleranceFailed:
			t.Fatalf("at %g s: status %s", now, s)
		}
	})
	if err := f.Err(); err == nil || !strings.Contains(err.Error(), "position of joint") || !strings.Contains(err.Error(), "0.02") {
		t.Errorf("error %v", err)
	}
}

func TestAMovingRobotHasNotReachedItsGoal(t *testing.T) {
	f := newJointFollower(t, JointTolerances{Timing: Timing{GoalTimeS: 0.1}})
	if err := f.Start([]float64{0, 0}); err != nil {
		t.Fatal(err)
	}
	drive(t, f, 199, 1, none, nil)
	out := f.trajectory.NewSample()
	var s Status
	for range 20 {
		var err error
		if s, err = f.Update([]float64{1, 0}, []float64{0.03, 0}, 1, tick, 0, out); err != nil {
			t.Fatal(err)
		}
	}
	if s != GoalToleranceFailed || !strings.Contains(f.Err().Error(), "speed of joint") {
		t.Errorf("status %s, error %v", s, f.Err())
	}
}

func TestAPauseStandsOnThePathAndGoesOnWithoutAStep(t *testing.T) {
	f := newJointFollower(t, JointTolerances{})
	if err := f.Start([]float64{0, 0}); err != nil {
		t.Fatal(err)
	}
	change := drive(t, f, 70, 1, none, nil)
	change = math.Max(change, drive(t, f, 100, 0, none, nil))
	stood := f.Progress()
	if stood.Rate != 0 || f.Status() != Following {
		t.Errorf("paused: %+v, status %s", stood, f.Status())
	}
	change = math.Max(change, drive(t, f, 300, 1, none, nil))
	if f.Status() != Succeeded || change > 0.06 {
		t.Errorf("status %s, greatest step of velocity %g rad/s", f.Status(), change)
	}
}

func TestCancelComesToRestAndStaysThere(t *testing.T) {
	f := newJointFollower(t, JointTolerances{})
	if err := f.Start([]float64{0, 0}); err != nil {
		t.Fatal(err)
	}
	drive(t, f, 70, 1, none, nil)
	f.Cancel()
	drive(t, f, 100, 1, none, nil)
	if p := f.Progress(); f.Status() != Cancelled || p.Rate != 0 || f.Err() == nil {
		t.Errorf("status %s, %+v, error %v", f.Status(), p, f.Err())
	}
	// A new start from where it stands needs a new plan; from the first waypoint it is refused.
	if err := f.Start([]float64{0.5, -0.2}); !errors.Is(err, ErrStart) {
		t.Errorf("start elsewhere: %v", err)
	}
	if err := f.Start([]float64{0.01, 0}); err != nil || f.Status() != Following {
		t.Errorf("start anew: %v, status %s", err, f.Status())
	}
}

func TestAStartFarFromTheMeasuredStateIsRefusedByJoint(t *testing.T) {
	f := newJointFollower(t, JointTolerances{})
	err := f.Start([]float64{0.04, -0.2})
	if !errors.Is(err, ErrStart) || !strings.Contains(err.Error(), "joint_b") || strings.Contains(err.Error(), "joint_a") || f.Status() != Idle {
		t.Errorf("error %v, status %s", err, f.Status())
	}
}

func TestContinuousJointsCompareModuloATurn(t *testing.T) {
	f := newJointFollower(t, JointTolerances{Continuous: []bool{true, false}})
	if err := f.Start([]float64{2 * math.Pi, 0}); err != nil {
		t.Error(err)
	}
	if err := f.Start([]float64{0, 2 * math.Pi}); !errors.Is(err, ErrStart) {
		t.Errorf("the other joint: %v", err)
	}
}

func TestProgressScalesVelocityAndAccelerationAsTimeDoes(t *testing.T) {
	// Along x(t) = t^2/2 the rate falls from 1 to 0: finite differences of the position say what
	// the velocity is.
	p := Progress{TimeS: 1, Rate: 1}
	const dt, slow = 1e-4, 0.5
	last, lastV := 0.5, 1.0
	for range 4000 {
		p.Advance(dt, 0, slow)
		x := p.TimeS * p.TimeS / 2
		v, a := p.scaled(p.TimeS, 1)
		if math.Abs((x-last)/dt-(v+lastV)/2) > 1e-6 || math.Abs((v-lastV)/dt-a) > 1e-2 {
			t.Fatalf("at %+v: velocity %g, differences %g; acceleration %g, differences %g", p, v, (x-last)/dt, a, (v-lastV)/dt)
		}
		last, lastV = x, v
	}
}

func TestTolerancesOfZeroAreDefaultsAndNeverOff(t *testing.T) {
	j := newJoint(t, positions([]float64{0, 1}, []float64{0}, []float64{1}), Quintic)
	for name, c := range map[string]JointTolerances{
		"zero":             {Path: []float64{0}},
		"negative":         {Goal: []float64{-1}},
		"NaN":              {Start: []float64{math.NaN()}},
		"too many":         {StoppedSpeed: []float64{1, 1}},
		"slow down":        {Timing: Timing{SlowDownS: -1}},
		"goal time":        {Timing: Timing{GoalTimeS: -1}},
		"continuous joint": {Continuous: []bool{true, true}},
	} {
		if _, err := NewJointFollower(j, c); !errors.Is(err, ErrConfig) {
			t.Errorf("%s: %v", name, err)
		}
	}
	f, err := NewJointFollower(j, JointTolerances{Path: []float64{math.Inf(1)}})
	if err != nil || f.tolerances.Goal[0] != 0.01 || f.timing.GoalTimeS != 1 {
		t.Errorf("%v, %+v", err, f)
	}
}

func TestAFollowerRefusesWhatIsNotFiniteAndChangesNothing(t *testing.T) {
	f := newJointFollower(t, JointTolerances{})
	out := f.trajectory.NewSample()
	if _, err := f.Update([]float64{0, 0}, []float64{0, 0}, 1, tick, 0, out); !errors.Is(err, ErrConfig) {
		t.Errorf("before the start: %v", err)
	}
	if err := f.Start([]float64{math.NaN(), 0}); !errors.Is(err, ErrNotFinite) {
		t.Error(err)
	}
	if err := f.Start([]float64{0, 0}); err != nil {
		t.Fatal(err)
	}
	drive(t, f, 50, 1, none, nil)
	before := f.course
	good := []float64{0, 0}
	for name, call := range map[string]func() error{
		"position": func() error {
			_, err := f.Update([]float64{math.Inf(1), 0}, good, 1, tick, 0, out)
			return err
		},
		"velocity": func() error { _, err := f.Update(good, []float64{0, math.NaN()}, 1, tick, 0, out); return err },
		"period":   func() error { _, err := f.Update(good, good, 1, 0, 0, out); return err },
		"rate":     func() error { _, err := f.Update(good, good, 2, tick, 0, out); return err },
		"NaN rate": func() error { _, err := f.Update(good, good, math.NaN(), tick, 0, out); return err },
		"ahead":    func() error { _, err := f.Update(good, good, 1, tick, math.NaN(), out); return err },
		"shape":    func() error { _, err := f.Update(good[:1], good, 1, tick, 0, out); return err },
		"speeds":   func() error { _, err := f.Update(good, good[:1], 1, tick, 0, out); return err },
	} {
		if err := call(); err == nil || f.course != before {
			t.Errorf("%s: error %v, course %+v", name, err, f.course)
		}
	}
}

func quarterTurn(t testing.TB) *Pose {
	return newPose(t, []Waypoint{
		{TimeS: 0, Orientation: [4]float64{1}},
		{TimeS: 12, Position: [3]float64{4, 0, 0}, Orientation: spatial.Exp(spatial.Vec{Z: math.Pi / 2}).Array()},
	}, PoseConfig{Shape: Lines})
}

func TestAPoseIsFollowedToItsGoal(t *testing.T) {
	p := quarterTurn(t)
	f, err := NewPoseFollower(p, PoseTolerances{})
	if err != nil {
		t.Fatal(err)
	}
	var out PoseSample
	p.Sample(0, &out)
	if err := f.Start(out.Position, out.Orientation); err != nil {
		t.Fatal(err)
	}
	position, orientation := out.Position, out.Orientation
	for k := range 1300 {
		s, err := f.Update(position, orientation, 1, tick, tick, &out)
		if err != nil {
			t.Fatal(err)
		}
		position, orientation = out.Position, out.Orientation // where a perfect body is at the next tick
		if now := tick * float64(k+1); (now > 12.02) != (s == Succeeded) && math.Abs(now-12) > 0.03 {
			t.Fatalf("at %g s: %s", now, s)
		}
		if m, rad := f.Error(); m > 1e-2 || rad > 1e-2 {
			t.Fatalf("tick %d: %g m and %g rad off", k, m, rad)
		}
	}
}

func TestAPoseThatIsLeftAbortsWithBothErrorsAndStandsOnThePath(t *testing.T) {
	p := quarterTurn(t)
	f, err := NewPoseFollower(p, PoseTolerances{})
	if err != nil {
		t.Fatal(err)
	}
	var out PoseSample
	p.Sample(0, &out)
	if err := f.Start(out.Position, out.Orientation); err != nil {
		t.Fatal(err)
	}
	last, greatest := [6]float64{}, 0.0
	for k := range 700 {
		position, orientation := out.Position, out.Orientation
		if k > 400 {
			orientation = spatial.QuatOf(orientation).Times(spatial.Exp(spatial.Vec{X: 0.12})).Array()
		}
		if _, err := f.Update(position, orientation, 1, tick, tick, &out); err != nil {
			t.Fatal(err)
		}
		for r := range last {
			greatest = math.Max(greatest, math.Abs(out.Twist[r]-last[r]))
		}
		last = out.Twist
	}
	if f.Status() != PathToleranceFailed || out.Twist != [6]float64{} || greatest > 0.015 {
		t.Errorf("status %s, twist %v, greatest step %g", f.Status(), out.Twist, greatest)
	}
	if err := f.Err(); err == nil || !strings.Contains(err.Error(), "0.1 rad") {
		t.Errorf("error %v", err)
	}
}

func TestAPoseFollowerRefusesBadStartsMeasurementsAndTolerances(t *testing.T) {
	p := quarterTurn(t)
	for _, c := range []PoseTolerances{{PathM: -1}, {GoalRad: math.NaN()}, {Timing: Timing{SlowDownS: 1e9}}} {
		if _, err := NewPoseFollower(p, c); !errors.Is(err, ErrConfig) {
			t.Errorf("%+v: %v", c, err)
		}
	}
	f, err := NewPoseFollower(p, PoseTolerances{})
	if err != nil {
		t.Fatal(err)
	}
	unit := [4]float64{1}
	if err := f.Start([3]float64{0, 0.06, 0}, unit); !errors.Is(err, ErrStart) {
		t.Error(err)
	}
	if err := f.Start([3]float64{}, spatial.Exp(spatial.Vec{X: 0.2}).Array()); !errors.Is(err, ErrStart) {
		t.Error(err)
	}
	if err := f.Start([3]float64{math.NaN()}, unit); !errors.Is(err, ErrNotFinite) {
		t.Error(err)
	}
	if err := f.Start([3]float64{}, unit); err != nil {
		t.Fatal(err)
	}
	before := f.course
	var out PoseSample
	if _, err := f.Update([3]float64{}, [4]float64{}, 1, tick, 0, &out); !errors.Is(err, ErrNotFinite) || f.course != before {
		t.Errorf("a zero quaternion: %v", err)
	}
	f.Cancel()
	if f.Status() != Cancelled || f.Err() == nil {
		t.Errorf("status %s, error %v", f.Status(), f.Err())
	}
}

func TestAPoseFollowerThatStartsAgainHasNoErrorYet(t *testing.T) {
	f, err := NewPoseFollower(quarterTurn(t), PoseTolerances{})
	if err != nil {
		t.Fatal(err)
	}
	unit, place := [4]float64{1}, [3]float64{0, 0.03, 0}
	if err := f.Start(place, unit); err != nil {
		t.Fatal(err)
	}
	var out PoseSample
	if _, err := f.Update(place, unit, 1, tick, 0, &out); err != nil {
		t.Fatal(err)
	}
	if m, _ := f.Error(); m < 0.02 {
		t.Errorf("the error is %g m; expected about 0.03 m", m)
	}
	if err := f.Start(place, unit); err != nil {
		t.Fatal(err)
	}
	if m, rad := f.Error(); m != 0 || rad != 0 {
		t.Errorf("after another start the error is %g m and %g rad; expected none", m, rad)
	}
}

func TestFollowingDoesNotAllocate(t *testing.T) {
	f := newJointFollower(t, JointTolerances{})
	if err := f.Start([]float64{0, 0}); err != nil {
		t.Fatal(err)
	}
	out, zero := f.trajectory.NewSample(), []float64{0, 0}
	p := quarterTurn(t)
	g, err := NewPoseFollower(p, PoseTolerances{})
	if err != nil {
		t.Fatal(err)
	}
	unit := [4]float64{1}
	if err := g.Start([3]float64{}, unit); err != nil {
		t.Fatal(err)
	}
	var pose PoseSample
	if n := testing.AllocsPerRun(300, func() {
		if _, err := f.Update(zero, zero, 1, tick, tick, out); err != nil {
			t.Fatal(err)
		}
		if _, err := g.Update([3]float64{}, unit, 1, tick, tick, &pose); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%g allocations a tick", n)
	}
}

func TestNamesOfStatusesAndKindsAreTheirOwn(t *testing.T) {
	seen := map[string]bool{}
	for s := Idle; s <= Cancelled+1; s++ {
		if seen[s.String()] {
			t.Errorf("%q twice", s)
		}
		seen[s.String()] = true
	}
	if Quintic.String() != "quintic" || Cubic.String() != "cubic" || Spline.String() != "spline" || Lines.String() != "lines" {
		t.Error("a kind is misnamed")
	}
}
