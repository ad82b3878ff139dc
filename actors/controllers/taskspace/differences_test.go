package taskspace

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// The rates of a task's error are known by its Jacobian: e' = -J v for a goal that rests, as long as e is small (for
// rotation vectors). So differences of errors along a motion check Jacobian and sign, and differences of J v along it
// check the drift.

func TestTheErrorOfEveryKindOfTaskFallsAsItsJacobianSays(t *testing.T) {
	for _, root := range []rigidbody.JointKind{rigidbody.Planar, rigidbody.Floating} {
		m := testRobot(t, root)
		for k := range kinds {
			for _, turned := range []bool{false, true} {
				checkRates(t, m, nil, k, turned)
				checkRates(t, m, followersOf(t, m), k, turned)
			}
		}
	}
}

func checkRates(t *testing.T, m *rigidbody.Model, f rigidbody.Followers, k Kind, turned bool) {
	t.Helper()
	rng := rand.New(rand.NewPCG(uint64(k), 3))
	task := example(k)
	if turned {
		if !k.has(usesAxes) {
			return
		}
		task.Rotation = randomQuaternion(rng)
		if _, count := k.spatial(); count == 6 {
			task.Axes = Y | RX | RZ
		}
	}
	if k.has(usesPosition|usesOrientation) || k.has(usesPosition) && k != Gaze || k.has(usesOrientation) {
		task.Goal.Measured = true // so that the error is small: of a rotation vector only then is the rate the angular velocity
	}
	b := Binding{Followers: f}
	if k == JointLimits {
		b.PositionMin, b.PositionMax = make([]float64, m.NV()), make([]float64, m.NV())
		for i := range m.NV() { // narrow: random joints are in the margin
			b.PositionMin[i], b.PositionMax[i] = -0.3, 0.3
		}
	}
	r := newTrial(t, m, b, task)
	for range 20 {
		r.randomise(t, rng)
		r.evaluate(t, 0)
		now := copyLevel(&r.e.Levels()[0])
		const h = 1e-5
		q, v := append([]float64(nil), r.q...), append([]float64(nil), r.v...)
		at := func(dt float64) Level {
			must(t, m.Integrate(r.q, q, v, dt))
			copy(r.v, v)
			r.evaluate(t, 0)
			return copyLevel(&r.e.Levels()[0])
		}
		before, after := at(-h), at(h)
		if before.Rows != now.Rows || after.Rows != now.Rows {
			continue // a limit came or went
		}
		rate := apply(now.Jacobian, v)
		for i := range f {
			for r := range now.Rows {
				if x := now.Jacobian[r*m.NV()+f[i].Velocity]; x != 0 && !(now.Identity && r == f[i].Velocity) {
					t.Errorf("%v row %d: the column of follower %d has %g", k, r, i, x)
				}
			}
		}
		for i := range now.Rows {
			if column, _ := f.Column(i); now.Identity && column != i {
				continue // the row of a follower, which wants nothing
			}
			speed := apply(before.Jacobian, v)[i]
			drift := (apply(after.Jacobian, v)[i] - speed) / (2 * h)
			if miss := math.Abs(drift - now.Drift[i]); !(miss <= 1e-6*(1+math.Abs(drift))) {
				t.Errorf("%v row %d: drift %g; differences say %g", k, i, now.Drift[i], drift)
			}
			if k == Momentum || k == Force || k == Gaze || task.ForceAxes != 0 {
				continue // no error of position, or not of the components themselves
			}
			if fell := (before.Error[i] - after.Error[i]) / (2 * h); !(math.Abs(fell-rate[i]) <= 1e-6*(1+math.Abs(fell))) {
				t.Errorf("%v row %d: the error falls by %g; J v says %g", k, i, fell, rate[i])
			}
			if miss := math.Abs(now.VelocityError[i] + rate[i]); !(miss <= 1e-10*(1+math.Abs(rate[i]))) {
				t.Errorf("%v row %d: velocity error %g, but J v is %g", k, i, now.VelocityError[i], rate[i])
			}
		}
	}
}

func TestTheRowsOfAGazeAreTheRateOfWhereTheGoalStands(t *testing.T) {
	m := testRobot(t, rigidbody.Floating)
	rng := rand.New(rand.NewPCG(7, 7))
	task := example(Gaze)
	task.Gains = Gains{Proportional: []float64{0}, Derivative: []float64{1}}
	r := newTrial(t, m, Binding{}, task)
	goal, speed, acceleration := vec3{1, 2, 3}, vec3{0.3, -0.5, 0.2}, vec3{0.4, 0.1, -0.7}
	for range 20 {
		r.randomise(t, rng)
		q, v := append([]float64(nil), r.q...), append([]float64(nil), r.v...)
		// where gives y of the moving goal by geometry alone.
		where := func(dt float64) (y [2]float64) {
			must(t, m.Integrate(r.q, q, v, dt))
			must(t, r.w.SetState(r.q, v))
			body, _ := m.BodyIndex(task.Frame)
			pose := r.w.Pose(body)
			place := add(goal, add(times(speed, dt), times(acceleration, dt*dt/2)))
			way := sub(place, vecOf(r.w.PointPosition(body, task.Point)))
			seen := turnBack(&pose.R, times(way, 1/norm(way)))
			for c, axis := range acrossOf(task.Direction) {
				y[c] = dot(axis, seen)
			}
			return y
		}
		const h = 1e-4
		b, n, a := where(-h), where(0), where(h)
		must(t, r.e.SetGoal(0, &Goal{Position: goal.array(), Twist: [6]float64{speed.x, speed.y, speed.z},
			Acceleration: [6]float64{acceleration.x, acceleration.y, acceleration.z}}))
		copy(r.q, q)
		copy(r.v, v)
		r.evaluate(t, 0)
		l := &r.e.Levels()[0]
		still := apply(l.Jacobian, v)
		for c := range 2 {
			rate, bend := (a[c]-b[c])/(2*h), (a[c]-2*n[c]+b[c])/(h*h)
			if !(math.Abs(-l.VelocityError[c]-rate) <= 1e-6*(1+math.Abs(rate))) {
				t.Errorf("row %d: y' is %g; differences say %g", c, -l.VelocityError[c], rate)
			}
			if !(math.Abs(l.Drift[c]-bend) <= 1e-5*(1+math.Abs(bend))) {
				t.Errorf("row %d: y'' without joint acceleration is %g; differences say %g", c, l.Drift[c], bend)
			}
			// The velocity level wants J v such that y' is 0 with these gains: what of y' is not J v is the goal's.
			if want := -(rate - still[c]); !(math.Abs(l.Velocity[c]-want) <= 1e-6*(1+math.Abs(want))) {
				t.Errorf("row %d: wanted velocity %g; expected %g", c, l.Velocity[c], want)
			}
		}
	}
}
