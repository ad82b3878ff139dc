package taskspace

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

func TestAProfileKeepsItsBoundsAndEndsAtRest(t *testing.T) {
	const seed = 40
	rng := rand.New(rand.NewPCG(seed, 0))
	for i := range 20000 {
		b := motionBound{0.1 + rng.Float64(), 0.1 + 3*rng.Float64(), 0.5 + 20*rng.Float64()}
		start := motionState{4*rng.Float64() - 2, (2*rng.Float64() - 1) * b.v, (2*rng.Float64() - 1) * b.a}
		if i%4 == 0 {
			start.v, start.a = 0, 0
		}
		p := plan(start, b)
		end := start
		for k, d := range p.time {
			if !(d >= 0) {
				t.Fatalf("seed %d case %d: piece %d takes %g s", seed, i, k, d)
			}
			if a := math.Abs(p.jerk[k]); a > b.j*(1+1e-12) {
				t.Fatalf("seed %d case %d: jerk %g beyond %g", seed, i, a, b.j)
			}
			end = end.after(p.jerk[k], d)
			if !(math.Abs(end.a) <= b.a*(1+1e-9)) {
				t.Fatalf("seed %d case %d: acceleration %g beyond %g", seed, i, end.a, b.a)
			}
		}
		if !(math.Abs(end.p) < 1e-9 && math.Abs(end.v) < 1e-9 && math.Abs(end.a) < 1e-9) {
			t.Fatalf("seed %d case %d: from %+v within %+v it ends at %+v, not at rest at 0", seed, i, start, b, end)
		}
		// A start that runs into its bound of velocity with acceleration left overshoots it by
		// a^2/(2j), which no jerk within bounds can help.
		most := math.Max(b.v, math.Abs(start.v+start.a*math.Abs(start.a)/(2*b.j)))
		last := start
		for k := 1; k <= 200; k++ {
			s := p.at(p.duration * float64(k) / 200)
			if !(math.Abs(s.v) <= most*(1+1e-9)) {
				t.Fatalf("seed %d case %d: velocity %g beyond %g", seed, i, s.v, most)
			}
			dt := p.duration / 200
			if !(math.Abs(s.v-last.v) <= b.a*dt*(1+1e-9)+1e-9 && math.Abs(s.a-last.a) <= b.j*dt*(1+1e-9)+1e-9) {
				t.Fatalf("seed %d case %d: a step from %+v to %+v in %g s", seed, i, last, s, dt)
			}
			last = s
		}
	}
}

func TestAProfileTakesTheLeastTime(t *testing.T) {
	// Closed forms from rest to rest (L. Biagiotti, C. Melchiorri, Trajectory Planning for
	// Automatic Machines and Robots, 2008, section 3.4).
	for _, c := range []struct {
		way  float64
		b    motionBound
		time float64
	}{
		{10, motionBound{2, 4, 8}, 10/2. + 2/4. + 4/8.},                  // reaches all bounds
		{10, motionBound{1, 100, 4}, 10/1. + 2*math.Sqrt(1/4.)},          // no constant acceleration
		{0.5, motionBound{100, 100, 2}, 4 * math.Cbrt(0.5/(2*2.))},       // jerk only
		{3, motionBound{100, 1, 4}, 0.25 + math.Sqrt(0.25*0.25+4*3/1.)},  // no cruise
		{-3, motionBound{100, 1, 4}, 0.25 + math.Sqrt(0.25*0.25+4*3/1.)}, // the other way
	} {
		if p := plan(motionState{p: c.way}, c.b); !(math.Abs(p.duration-c.time) < 1e-9) {
			t.Errorf("%g within %+v takes %.12g s; expected %.12g", c.way, c.b, p.duration, c.time)
		}
	}
}

// A new goal under way: several velocities in the middle may lead to it, and the profile has the
// fastest of them.
func TestAProfileUnderWayTakesTheLeastTime(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		b := motionBound{0.2 + rng.Float64(), 0.5 + 2*rng.Float64(), 2 + 20*rng.Float64()}
		start := motionState{2 * (rng.Float64() - 0.5), (2*rng.Float64() - 1) * b.v, (2*rng.Float64() - 1) * b.a}
		p := plan(start, b)
		other := profile{start: start}
		const tried = 500
		last := other.build(start, -b.v, 0, b)
		for i := 1; i <= tried; i++ {
			below, above := -b.v+2*b.v*float64(i-1)/tried, -b.v+2*b.v*float64(i)/tried
			rises := last < 0
			if last = other.build(start, above, 0, b); rises == (last < 0) {
				continue // no goal between these two
			}
			for range 60 {
				middle := (below + above) / 2
				if other.build(start, middle, 0, b) < 0 == rises {
					below = middle
				} else {
					above = middle
				}
			}
			duration := 0.0
			for _, d := range other.time {
				duration += d
			}
			if p.duration > duration+1e-6 {
				t.Fatalf("from %+v within %+v it takes %g s; over the velocity %g it would take %g s", start, b, p.duration, below, duration)
			}
		}
	}
}

func TestAProfileFromRestIsAStraightLine(t *testing.T) {
	p := make([]profile, 3)
	now := []motionState{{p: 1}, {p: -2}, {p: 0.5}}
	bounds := []motionBound{{1, 2, 8}, {1, 2, 8}, {0.1, 2, 8}}
	planTogether(p, now, bounds)
	for k := range 101 {
		at := float64(k) / 100 * p[0].duration
		x, y, z := p[0].at(at), p[1].at(at), p[2].at(at)
		if math.Abs(y.p+2*x.p) > 1e-9 || math.Abs(2*z.p-x.p) > 1e-9 {
			t.Fatalf("at %g s: %g, %g, %g are not on the line", at, x.p, y.p, z.p)
		}
		if math.Abs(z.v) > 0.1+1e-9 || math.Abs(y.v) > 1+1e-9 {
			t.Fatalf("at %g s: velocities %g and %g", at, y.v, z.v)
		}
	}
}

// flat is a reference, one entry a component.
type flat struct {
	position            [3]float64
	rotation            spatial.Rotation
	twist, acceleration [6]float64
}

func flatten(r *reference) flat {
	array := func(s *six) (a [6]float64) {
		s.linear.Put(a[:3])
		s.angular.Put(a[3:])
		return a
	}
	return flat{r.position.Array(), r.rotation, array(&r.twist), array(&r.acceleration)}
}

func TestANewGoalUnderWayMakesNoStep(t *testing.T) {
	m := testRobot(t, rigidbody.Planar)
	task := example(FramePose)
	task.Goal.Measured = true
	task.Motion = Motion{Velocity: []float64{0.4, 0.8}, Acceleration: []float64{1, 2}, Jerk: []float64{5, 10}}
	r := newTrial(t, m, Binding{}, task)
	rng := rand.New(rand.NewPCG(9, 9))
	r.randomise(t, rng)
	clear(r.v)
	const dt = 0.001
	b := r.e.tasks[0]
	last := flatten(&b.reference)
	arrived := false
	for i := range 12000 {
		if i%700 == 0 && i < 3000 {
			must(t, r.e.SetGoal(0, &Goal{Position: [3]float64{rng.Float64(), rng.Float64(), rng.Float64()}, Orientation: randomQuaternion(rng)}))
		}
		r.evaluate(t, dt)
		now := flatten(&b.reference)
		for k := range 3 {
			// The middle of a step has the mean velocity, up to a jerk's worth.
			if step, mean := now.position[k]-last.position[k], (now.twist[k]+last.twist[k])/2*dt; math.Abs(step-mean) > 5*dt*dt*dt {
				t.Fatalf("tick %d: position %d moved by %g at a mean velocity worth %g", i, k, step, mean)
			}
			if d := math.Abs(now.acceleration[k] - last.acceleration[k]); d > 5*dt*1.01 {
				t.Fatalf("tick %d: acceleration %d changed by %g, more than its jerk allows", i, k, d)
			}
			if math.Abs(now.twist[k]) > 0.4*(1+1e-9)+1e-3 {
				t.Fatalf("tick %d: velocity %g", i, now.twist[k])
			}
		}
		turned := now.rotation.TimesInverse(&last.rotation)
		way := turned.Log().Array()
		for k := range 3 {
			if mean := (now.twist[3+k] + last.twist[3+k]) / 2 * dt; math.Abs(way[k]-mean) > 40*dt*dt*dt+2e-9 {
				t.Fatalf("tick %d: turned by %g at a mean angular velocity worth %g", i, way[k], mean)
			}
			if d := math.Abs(now.acceleration[3+k] - last.acceleration[3+k]); d > 40*dt {
				t.Fatalf("tick %d: angular acceleration %d changed by %g in a tick", i, k, d)
			}
		}
		last = now
		arrived = r.e.Status(0).Arrived
	}
	if !arrived || last.position != b.task.Goal.Position || last.twist != [6]float64{} {
		t.Errorf("after all: arrived %v, at %v, goal %v", arrived, last.position, b.task.Goal.Position)
	}
}

// A goal has a position along every axis; along those that the task leaves alone it says nothing,
// and may be anywhere.
func TestNothingWaitsForAxesThatATaskDoesNotControl(t *testing.T) {
	m := testRobot(t, rigidbody.Planar)
	for _, k := range []Kind{FramePosition, RelativePose, Hybrid} {
		for _, turned := range []bool{false, true} {
			arrives := func(beside float64) (ticks int) {
				task := example(k)
				task.Motion = Motion{Velocity: []float64{1}, Acceleration: []float64{2}, Jerk: []float64{20}}
				if turned {
					task.Rotation = randomQuaternion(rand.New(rand.NewPCG(3, 4)))
				}
				if task.Axes = X | Y; k == Hybrid {
					task.Axes, task.ForceAxes = X|Y|Z, Z
				}
				r := newTrial(t, m, Binding{}, task)
				must(t, r.w.SetState(r.q, r.v))
				must(t, r.e.Start(r.w, r.q))
				b := r.e.tasks[0]
				to := b.reference.position.Add(b.axis(0).Add(b.axis(2).Scale(beside)))
				goal := &Goal{Position: to.Array()}
				if k.has(usesOrientation) {
					goal.Orientation = b.reference.rotation.Quat().Array()
				}
				must(t, r.e.SetGoal(0, goal))
				for r.evaluate(t, 1e-3); !r.e.Status(0).Arrived && ticks < 10000; ticks++ {
					r.evaluate(t, 1e-3)
					if away := r.e.Status(0).LinearError; math.Abs(away-1) > 1e-9 { // the robot is at rest
						t.Fatalf("%v: the goal is %g m away along the axes that count; expected 1", k, away)
					}
				}
				return ticks
			}
			if alone, beside := arrives(0), arrives(20); alone != beside {
				t.Errorf("%v, turned %t: 1 m takes %d ms, and %d ms where the goal is 20 m off along an axis that does not count", k, turned, alone, beside)
			}
		}
	}
}
