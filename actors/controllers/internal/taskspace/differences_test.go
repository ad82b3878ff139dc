package taskspace

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// The rates of a task's error are known by its Jacobian: e' = -J v for a goal that rests, as long
// as e is small (for rotation vectors). So differences of errors along a motion check Jacobian and
// sign, and differences of J v along it check the drift.

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

func TestTheRowsOfAGazeAreHowItsAxisTurnsBesideTheWayToTheGoal(t *testing.T) {
	m := testRobot(t, rigidbody.Floating)
	rng := rand.New(rand.NewPCG(7, 7))
	task := example(Gaze)
	task.Gains = Gains{Proportional: []float64{0}, Derivative: []float64{1}}
	r := newTrial(t, m, Binding{}, task)
	body, err := m.BodyIndex(task.Frame)
	must(t, err)
	goal, speed, acceleration := spatial.Vec{X: 1, Y: 2, Z: 3}, spatial.Vec{X: 0.3, Y: -0.5, Z: 0.2}, spatial.Vec{X: 0.4, Y: 0.1, Z: -0.7}
	for range 20 {
		r.randomise(t, rng)
		q, v := append([]float64(nil), r.q...), append([]float64(nil), r.v...)
		// at gives, a little later, the rotation of the frame, the way to the moving goal, and the
		// level.
		at := func(dt float64) (rotation spatial.Rotation, way spatial.Vec, l Level) {
			must(t, m.Integrate(r.q, q, v, dt))
			copy(r.v, v)
			place := goal.Add(speed.Scale(dt).Add(acceleration.Scale(dt * dt / 2)))
			goes := speed.Add(acceleration.Scale(dt))
			must(t, r.e.SetGoal(0, &Goal{Position: place.Array(), Twist: [6]float64{goes.X, goes.Y, goes.Z},
				Acceleration: [6]float64{acceleration.X, acceleration.Y, acceleration.Z}}))
			r.evaluate(t, 0)
			way = place.Sub(spatial.VecOf(r.w.PointPosition(body, task.Point)))
			return r.w.Pose(body).R, way.Scale(1 / way.Norm()), copyLevel(&r.e.Levels()[0])
		}
		const h = 1e-4
		rb, nb, b := at(-h)
		ra, na, a := at(h)
		rn, nn, l := at(0)
		omega := ra.LogFrom(&rb).Scale(1 / (2 * h))
		turning := omega.Sub(nn.Cross(na.Sub(nb).Scale(1 / (2 * h))))
		across := acrossOf(task.Direction)
		still := apply(l.Jacobian, v)
		for c, axis := range [2]spatial.Vec{across[1].Scale(-1), across[0]} {
			rate, bend := rn.Apply(axis).Dot(turning), -(a.VelocityError[c]-b.VelocityError[c])/(2*h)
			if !(math.Abs(-l.VelocityError[c]-rate) <= 1e-6*(1+math.Abs(rate))) {
				t.Errorf("row %d: y' is %g; differences say %g", c, -l.VelocityError[c], rate)
			}
			if !(math.Abs(l.Drift[c]-bend) <= 1e-5*(1+math.Abs(bend))) {
				t.Errorf("row %d: y'' without joint acceleration is %g; differences say %g", c, l.Drift[c], bend)
			}
			// The velocity level wants J v such that y' is 0 with these gains: what of y' is not J
			// v is the goal's.
			if want := -(rate - still[c]); !(math.Abs(l.Velocity[c]-want) <= 1e-6*(1+math.Abs(want))) {
				t.Errorf("row %d: wanted velocity %g; expected %g", c, l.Velocity[c], want)
			}
		}
		b2, a2 := b.Error, a.Error
		if fell := (math.Hypot(b2[0], b2[1]) - math.Hypot(a2[0], a2[1])) / (2 * h); !(math.Abs(fell-sinking(&l)) <= 1e-5*(1+math.Abs(fell))) {
			t.Errorf("the angle falls by %g; the error and its rate say %g", fell, sinking(&l))
		}
	}
}

// sinking is how fast the norm of the error falls, by the error and its rate.
func sinking(l *Level) float64 {
	return -(l.Error[0]*l.VelocityError[0] + l.Error[1]*l.VelocityError[1]) / math.Hypot(l.Error[0], l.Error[1])
}

// A neck that turns as its gaze wants comes to look at the goal, wherever that is.
func TestAGazeTurnsToAGoalAnywhereAround(t *testing.T) {
	m, err := rigidbody.New([]rigidbody.Body{{Name: "head", JointName: "neck", Parent: -1, Kind: rigidbody.Continuous,
		Axis: [3]float64{0, 0, 1}, Placement: spatial.Pose{R: spatial.QuatOf([4]float64{}).Unit().Rotation()},
		Inertia: rigidbody.Inertia{Mass: 1, Ixx: 0.1, Iyy: 0.1, Izz: 0.1}}})
	must(t, err)
	for _, degrees := range []float64{10, -80, 89, 90, 100, 120, -170, 180} {
		angle := degrees * math.Pi / 180
		r := newTrial(t, m, Binding{}, Task{Name: "look", Kind: Gaze, Frame: "head", Direction: [3]float64{1, 0, 0},
			Goal:  Goal{Position: [3]float64{2 * math.Cos(angle), 2 * math.Sin(angle), 0}},
			Gains: Gains{Proportional: []float64{25, 25}, Derivative: []float64{10, 10}}})
		must(t, r.w.SetState(r.q, r.v))
		must(t, r.e.Start(r.w, r.q))
		const dt = 1e-3
		for range 3000 {
			r.evaluate(t, dt)
			l := &r.e.Levels()[0]
			var along, square float64 // the least squares of two rows with one joint
			for i := range l.Rows {
				along += l.Jacobian[i] * (l.Acceleration[i] - l.Drift[i])
				square += l.Jacobian[i] * l.Jacobian[i]
			}
			r.v[0] += along / square * dt
			r.q[0] += r.v[0] * dt
		}
		if left := r.e.Status(0).AngularError; !(left < 1e-4) {
			t.Errorf("a goal at %g degrees is %g rad off the axis at the end", degrees, left)
		}
	}
}
