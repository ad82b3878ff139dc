package floatingbase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

const seed = 20260821

var gravity = [3]float64{0, 0, -9.81}

func config() Config {
	return Config{Position: [3]float64{0.1, -0.05, 0.2}, Orientation: spatial.Quat{W: 0.8, X: 0.2, Y: -0.4, Z: 0.4}.Unit().Array(), Gravity: gravity, PositionRate: 20, OrientationRate: 10}
}

// motion is a smooth motion of a base in closed form: a sine in each direction, and a turn about a
// fixed axis.
type motion struct {
	amplitude, frequency [3]float64
	axis                 spatial.Vec // of unit length, world and base
	swing, beat          float64
}

func aMotion() motion {
	return motion{amplitude: [3]float64{0.2, 0.1, 0.05}, frequency: [3]float64{3, 5, 7}, axis: spatial.Vec{X: 2. / 3, Y: -1. / 3, Z: 2. / 3}, swing: 0.6, beat: 4}
}

// at gives the state of the base at a time, and what a unit says there.
func (m motion) at(t float64, c *Config) (e Estimate, rate, force [3]float64) {
	var v, a [3]float64 // of the base's origin, world
	for i := range 3 {
		w := m.frequency[i]
		e.Position[i] = m.amplitude[i] * math.Sin(w*t)
		v[i], a[i] = m.amplitude[i]*w*math.Cos(w*t), -m.amplitude[i]*w*w*math.Sin(w*t)
	}
	angle, speed, change := m.swing*math.Sin(m.beat*t), m.swing*m.beat*math.Cos(m.beat*t), -m.swing*m.beat*m.beat*math.Sin(m.beat*t)
	turned, omega := spatial.Exp(m.axis.Scale(angle)), m.axis.Scale(speed)
	e.Orientation, e.Angular = turned.Array(), omega.Array()
	back, lever := turned.Conj(), spatial.VecOf(c.Position)
	e.Linear = back.Rotate(spatial.VecOf(v)).Array()
	felt := back.Rotate(spatial.VecOf(a).Sub(spatial.VecOf(c.Gravity))).AddCross(m.axis.Scale(change), lever).AddCross(omega, omega.Cross(lever))
	mount := spatial.QuatOf(c.Orientation).Conj()
	return e, mount.Rotate(omega).Array(), mount.Rotate(felt).Array()
}

// distance is the greatest difference of two estimates: m, rad, m/s, rad/s.
func distance(a, b *Estimate) (position, angle, linear, angular float64) {
	turn := spatial.QuatOf(a.Orientation).Conj().Times(spatial.QuatOf(b.Orientation)).Log()
	apart := func(a, b [3]float64) float64 { return spatial.VecOf(a).Sub(spatial.VecOf(b)).Norm() }
	return apart(a.Position, b.Position), turn.Norm(), apart(a.Linear, b.Linear), apart(a.Angular, b.Angular)
}

func square(v [3]float64) float64 { return spatial.VecOf(v).Dot(spatial.VecOf(v)) }

// follow runs a filter along a motion, with a correction each n-th step, and returns the worst
// differences.
func follow(c Config, dt float64, n, steps int) (position, angle, linear float64) {
	m, f := aMotion(), Filter{Config: c}
	start, _, _ := m.at(0, &c)
	f.Begin(&start)
	for k := 1; k <= steps; k++ {
		t := float64(k) * dt
		want, rate, _ := m.at(t, &c)
		_, _, force := m.at(t-dt/2, &c) // over the step
		f.Predict(dt, rate, force)
		if n > 0 && k%n == 0 {
			f.Correct(float64(n)*dt, want.Position, want.Orientation)
		}
		got := f.Estimate()
		p, a, v, _ := distance(&got, &want)
		position, angle, linear = math.Max(position, p), math.Max(angle, a), math.Max(linear, v)
	}
	return position, angle, linear
}

func TestAMotionIsFollowedFromAnywhereOnTheBase(t *testing.T) {
	for name, n := range map[string]int{"a pose each step": 1, "a pose each tenth": 10} {
		p, a, v := follow(config(), 1e-3, n, 3000)
		if p > 2e-4 || a > 1e-4 || v > 6e-3 {
			t.Errorf("%s: off by %g m, %g rad, %g m/s", name, p, a, v)
		}
	}
	// Where the unit feels what the base feels, only the steps are left, and twice as short ones
	// leave half the error or less.
	long, _, _ := follow(config(), 1e-3, 1, 2000)
	short, _, _ := follow(config(), 5e-4, 1, 4000)
	if short > 0.6*long {
		t.Errorf("steps of 1 ms leave %g m, of 0.5 ms %g m", long, short)
	}
}

func TestWithoutPosesTheUnitLeadsOn(t *testing.T) {
	p, a, v := follow(config(), 1e-3, 0, 100)
	if p > 1e-3 || a > 1e-4 || v > 1e-2 {
		t.Errorf("after 0.1 s on the unit alone it is off by %g m, %g rad, %g m/s", p, a, v)
	}
}

// Errors of position fade with two equal poles at theta: after the first correction each follows
// from the two before it.
func TestAnOffsetFadesWithTwoEqualPoles(t *testing.T) {
	c := config()
	c.Position = [3]float64{}
	f := Filter{Config: c}
	f.Begin(&Estimate{Position: [3]float64{0.1, 0, 0}, Orientation: [4]float64{1}})
	const h = 0.002
	theta := math.Exp(-c.PositionRate * h)
	still := spatial.QuatOf(c.Orientation).Conj().Rotate(spatial.VecOf(gravity).Neg()).Array()
	last, before := 0.1, 0.0
	for k := range 300 {
		f.Predict(h, [3]float64{}, still)
		f.Correct(h, [3]float64{}, [4]float64{1})
		e := f.Estimate().Position[0]
		switch {
		case k == 0:
			before, last = last, e
			if want := 0.1 * theta * theta; math.Abs(e-want) > 1e-12 {
				t.Fatalf("after one correction %g m are left, want %g", e, want)
			}
			continue
		default:
			if want := 2*theta*last - theta*theta*before; math.Abs(e-want) > 1e-12 { // (z - theta)^2
				t.Fatalf("correction %d leaves %g m, want %g", k, e, want)
			}
		}
		before, last = last, e
	}
	if math.Abs(last) > 1e-5 {
		t.Errorf("%g m are left after 0.6 s", last)
	}
}

func TestAWrongOrientationFadesWithItsRate(t *testing.T) {
	c := config()
	f := Filter{Config: c}
	f.Begin(&Estimate{Orientation: spatial.Exp(spatial.Vec{Z: 0.5}).Array()})
	for range 100 {
		f.Correct(0.003, [3]float64{}, [4]float64{-1}) // the same rotation as 1
	}
	e := f.Estimate()
	way := spatial.QuatOf(e.Orientation).Log()
	if want := 0.5 * math.Exp(-c.OrientationRate*0.3); math.Abs(way.Z-want) > 1e-9 || math.Hypot(way.X, way.Y) > 1e-12 {
		t.Errorf("%v rad are left, want %g about z", way, want)
	}
}

// The variance of an alpha-beta filter's position is (2 alpha^2 + 2 beta - 3 alpha beta) / (alpha
// (4 - 2 alpha - beta)) of what is measured, that of its velocity 2 beta^2 / (alpha (4 - 2 alpha -
// beta)) / h^2 (Brookner, section 1.2).
func TestNoiseIsReducedAsAnAlphaBetaFilterDoes(t *testing.T) {
	c := config()
	c.Position = [3]float64{}
	f := Filter{Config: c}
	f.Begin(&Estimate{Orientation: [4]float64{1}})
	still := spatial.QuatOf(c.Orientation).Conj().Rotate(spatial.VecOf(gravity).Neg()).Array()
	rng := rand.New(rand.NewPCG(seed, 1))
	const h, noise, n = 0.001, 1e-3, 200_000
	theta := math.Exp(-c.PositionRate * h)
	alpha, beta := 1-theta*theta, (1-theta)*(1-theta)
	position, velocity := 0.0, 0.0
	for range n {
		f.Predict(h, [3]float64{}, still)
		f.Correct(h, [3]float64{noise * rng.NormFloat64(), noise * rng.NormFloat64(), noise * rng.NormFloat64()}, [4]float64{1})
		e := f.Estimate()
		position += square(e.Position) / 3 / n
		velocity += square(e.Linear) / 3 / n
	}
	share := alpha * (4 - 2*alpha - beta)
	for _, x := range []struct {
		name      string
		got, want float64
	}{{"position", position, noise * noise * (2*alpha*alpha + 2*beta - 3*alpha*beta) / share}, {"velocity", velocity, noise * noise * 2 * beta * beta / share / (h * h)}} {
		if math.Abs(x.got/x.want-1) > 0.08 { // 4000 independent samples of each of three axes
			t.Errorf("seed %d: variance of %s %g, want %g", seed, x.name, x.got, x.want)
		}
	}
}

func TestAStepAllocatesNothing(t *testing.T) {
	f := Filter{Config: config()}
	f.Begin(&Estimate{Orientation: [4]float64{1}})
	if n := testing.AllocsPerRun(100, func() {
		f.Predict(1e-3, [3]float64{0.1, 0.2, 0.3}, [3]float64{1, 2, 9})
		f.Correct(1e-3, [3]float64{}, [4]float64{1})
		_ = f.Estimate()
	}); n != 0 {
		t.Errorf("%g allocations", n)
	}
}
