package planning_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/planning"
)

func retimed(t testing.TB, path planning.Path, l planning.Limits, o planning.RetimeOptions) *planning.Trajectory {
	t.Helper()
	got, err := planning.Retime(path, l, o)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*(1+math.Abs(b)) }

func TestOneJointTakesTheTimeOfTheClosedForm(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		name                                   string
		distance, velocity, acceleration, jerk float64
		want                                   float64
	}{
		{"bang-bang", 2, 10, 3, inf, 2 * math.Sqrt(2.0/3)},
		{"with cruise", 5, 2, 4, inf, 5.0/2 + 2.0/4},
		{"jerk only", 0.1, 10, 10, 6, 4 * math.Cbrt(0.1/12)},
		{"no cruise, acceleration limit", 4, 100, 2, 8, 0.25 + math.Sqrt(0.0625+4*4.0/2)},
		{"seven segments", 10, 2, 3, 6, 10.0/2 + 2.0/3 + 3.0/6},
		{"cruise without acceleration limit", 10, 1, 100, 4, 10 + 2*math.Sqrt(1.0/4)},
	} {
		for _, direction := range []float64{1, -1} {
			l := planning.Limits{Velocity: []float64{c.velocity}, Acceleration: []float64{c.acceleration}, Jerk: []float64{c.jerk}}
			got := retimed(t, planning.Path{{1}, {1 + direction*c.distance}}, l, planning.RetimeOptions{})
			if !near(got.Duration(), c.want) {
				t.Errorf("%s: %.12g s; expected %.12g s", c.name, got.Duration(), c.want)
			}
			checkMotion(t, got, l)
		}
	}
}

// The joint that needs the longest sets the time of all.
func TestTheSlowestJointSetsTheTime(t *testing.T) {
	l := planning.Limits{Velocity: []float64{1, 1, 1}, Acceleration: []float64{5, 5, 5}, Jerk: []float64{40, 40, 40}}
	alone := retimed(t, planning.Path{{0}, {2}}, planning.Limits{Velocity: l.Velocity[:1], Acceleration: l.Acceleration[:1], Jerk: l.Jerk[:1]}, planning.RetimeOptions{})
	all := retimed(t, planning.Path{{0, 0, 0}, {1, -2, 0}}, l, planning.RetimeOptions{})
	if !near(alone.Duration(), all.Duration()) {
		t.Errorf("%g s together, %g s alone", all.Duration(), alone.Duration())
	}
}

// checkMotion differentiates a trajectory at steps of 1 ms. A mean over a step never exceeds what
// holds at every instant, so that limits hold without a tolerance, except for rounding errors.
func checkMotion(t *testing.T, m *planning.Trajectory, l planning.Limits) {
	t.Helper()
	const h = 1e-3
	dim := m.Dim()
	n := int(m.Duration()/h) + 4
	orders := make([][][]float64, 4) // position and its differences
	velocity, acceleration := make([]float64, dim), make([]float64, dim)
	for k := range n {
		q := make([]float64, dim)
		m.At(float64(k)*h, q, velocity, acceleration)
		orders[0] = append(orders[0], q)
		for j := range dim {
			if math.Abs(velocity[j]) > l.Velocity[j]*(1+1e-9) || math.Abs(acceleration[j]) > l.Acceleration[j]*(1+1e-9) {
				t.Fatalf("joint %d at %g s: %g rad/s, %g rad/s^2", j, float64(k)*h, velocity[j], acceleration[j])
			}
		}
	}
	limits := [][]float64{nil, l.Velocity, l.Acceleration, l.Jerk}
	for order := 1; order < 4; order++ {
		if limits[order] == nil {
			continue
		}
		rounding := 20 * 2e-16 * 10 / math.Pow(h, float64(order))
		for k := 1; k < len(orders[order-1]); k++ {
			d := make([]float64, dim)
			for j := range d {
				d[j] = (orders[order-1][k][j] - orders[order-1][k-1][j]) / h
				if math.Abs(d[j]) > limits[order][j]+rounding {
					t.Fatalf("joint %d at %g s: difference of order %d is %g; the limit is %g", j, float64(k)*h, order, d[j], limits[order][j])
				}
			}
			orders[order] = append(orders[order], d)
		}
	}
}

func randomPath(r *rand.Rand, dim, n int) planning.Path {
	path := make(planning.Path, n)
	for i := range path {
		path[i] = make([]float64, dim)
		for j := range path[i] {
			path[i][j] = 2*r.Float64() - 1
		}
	}
	return path
}

// wholeTestOnly skips what runs on one goroutine when the test is short: the race detector, which
// the short test is for, slows it down twenty times and sees nothing there.
func wholeTestOnly(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("it runs on one goroutine; the whole test has it")
	}
}

func TestRandomPathsKeepTheLimits(t *testing.T) {
	wholeTestOnly(t)
	const seed = 8
	r := rand.New(rand.NewPCG(seed, 0))
	for n := range 30 {
		dim := 1 + n%7
		path := randomPath(r, dim, 2+r.IntN(5))
		l := planning.Limits{}
		for range dim {
			l.Velocity, l.Acceleration = append(l.Velocity, 0.5+2*r.Float64()), append(l.Acceleration, 1+9*r.Float64())
			l.Jerk = append(l.Jerk, 10+90*r.Float64())
		}
		if n%3 == 0 {
			l.Jerk = nil
		}
		stopping := retimed(t, path, l, planning.RetimeOptions{})
		checkMotion(t, stopping, l)
		if len(stopping.Stops()) != len(path)-2 {
			t.Fatalf("seed %d, path %d: %d stops at %d corners", seed, n, len(stopping.Stops()), len(path)-2)
		}
		blended := retimed(t, path, l, planning.RetimeOptions{Blend: 0.3})
		checkMotion(t, blended, l)
		if blended.Duration() > stopping.Duration() {
			t.Errorf("seed %d, path %d: %g s with blends, %g s with stops", seed, n, blended.Duration(), stopping.Duration())
		}
		for _, m := range []*planning.Trajectory{stopping, blended} {
			checkOnPath(t, m, path, 0.3)
		}
	}
}

// checkOnPath reports where a trajectory is farther from its path than a distance, or does not
// begin and end at the path's ends.
func checkOnPath(t *testing.T, m *planning.Trajectory, path planning.Path, within float64) {
	t.Helper()
	q := make([]float64, m.Dim())
	for _, c := range []struct {
		time float64
		want []float64
	}{{-1, path[0]}, {0, path[0]}, {m.Duration(), path[len(path)-1]}, {m.Duration() + 1, path[len(path)-1]}} {
		if m.At(c.time, q, nil, nil); !slices.Equal(q, c.want) {
			t.Errorf("at %g s of %g s: %v; expected %v", c.time, m.Duration(), q, c.want)
		}
	}
	for k := range 200 {
		m.At(m.Duration()*float64(k)/199, q, nil, nil)
		least := math.Inf(1)
		for i := 1; i < len(path); i++ {
			least = min(least, fromSegment(q, path[i-1], path[i]))
		}
		if least > within {
			t.Fatalf("%v is %g from the path", q, least)
		}
	}
}

// fromSegment returns the distance of a point from a straight motion.
func fromSegment(q, a, b []float64) float64 {
	along, whole := 0.0, 0.0
	for j := range q {
		along += (q[j] - a[j]) * (b[j] - a[j])
		whole += (b[j] - a[j]) * (b[j] - a[j])
	}
	p := make([]float64, len(q))
	planning.Between(p, a, b, min(max(along/whole, 0), 1))
	return planning.Distance(p, q)
}

func TestPathsThatTurnBackAreRetimed(t *testing.T) {
	l := planning.Limits{Velocity: []float64{2, 1}, Acceleration: []float64{5, 5}, Jerk: []float64{50, 50}}
	for name, path := range map[string]planning.Path{
		"reversal":      {{0, 0}, {1, 0.5}, {0, 0}},
		"straight on":   {{0, 0}, {0.5, 0.5}, {1, 1}},
		"repeated":      {{0, 0}, {1, 0}, {1, 0}, {1, 0}, {1, 1}},
		"tiny parts":    {{0, 0}, {1e-9, 0}, {0, 1e-9}, {1, 1}},
		"nothing moves": {{0.3, 0.4}, {0.3, 0.4}},
		"one":           {{0.3, 0.4}},
	} {
		for _, blend := range []float64{0, 0.1, 10} {
			m := retimed(t, path, l, planning.RetimeOptions{Blend: blend})
			if d := m.Duration(); math.IsNaN(d) || d > 10 || (d == 0) != (path.Length() == 0) {
				t.Errorf("%s, blend %g: %g s", name, blend, d)
			}
			checkMotion(t, m, l)
			if path.Length() > 0 {
				checkOnPath(t, m, path, 0.5)
			}
		}
	}
}

func TestBlendsAvoidObstacles(t *testing.T) {
	l := planning.Limits{Velocity: []float64{1, 1}, Acceleration: []float64{5, 5}}
	path := planning.Path{{0.1, 0.1}, {0.1, 0.9}, {0.9, 0.9}}
	for name, c := range map[string]struct {
		corner []float64 // upper left one of a box
		stops  int
	}{
		"far":   {[]float64{0.5, 0.5}, 0},
		"near":  {[]float64{0.13, 0.87}, 0},
		"in it": {[]float64{0.1004, 0.8996}, 1},
	} {
		s := newPlane([]float64{0, 0}, []float64{1, 1}, nil, []slab{{[]float64{c.corner[0], 0}, []float64{1, c.corner[1]}}})
		s.Step = 1e-4
		m := retimed(t, path, l, planning.RetimeOptions{Blend: 0.3, Space: s})
		if len(m.Stops()) != c.stops {
			t.Errorf("%s: stops at %v", name, m.Stops())
		}
		q := make([]float64, 2)
		for k := range 2000 {
			if m.At(m.Duration()*float64(k)/1999, q, nil, nil); !s.Free(q) {
				t.Fatalf("%s: in the obstacle at %v", name, q)
			}
		}
	}
}

func TestMisuseOfRetimeIsAnError(t *testing.T) {
	one := []float64{1}
	good := planning.Limits{Velocity: one, Acceleration: one}
	for want, c := range map[string]struct {
		path planning.Path
		l    planning.Limits
		o    planning.RetimeOptions
	}{
		"at least one configuration":       {nil, good, planning.RetimeOptions{}},
		"configuration 1 of the path":      {planning.Path{{0}, {1, 2}}, good, planning.RetimeOptions{}},
		"0 limits of velocity":             {planning.Path{{0}, {1}}, planning.Limits{Acceleration: one}, planning.RetimeOptions{}},
		"limit of acceleration of degree":  {planning.Path{{0}, {1}}, planning.Limits{Velocity: one, Acceleration: []float64{0}}, planning.RetimeOptions{}},
		"limit of jerk of degree of freed": {planning.Path{{0}, {1}}, planning.Limits{Velocity: one, Acceleration: one, Jerk: []float64{math.NaN()}}, planning.RetimeOptions{}},
		"the blend is -1":                  {planning.Path{{0}, {1}}, good, planning.RetimeOptions{Blend: -1}},
		"the space has 2":                  {planning.Path{{0}, {1}}, good, planning.RetimeOptions{Space: walled(0.1)}},
	} {
		if _, err := planning.Retime(c.path, c.l, c.o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v; expected %q", err, want)
		}
	}
}

func BenchmarkRetime(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 0))
	for _, corners := range []int{1, 4, 8} {
		path := randomPath(r, 7, corners+2)
		l := planning.Limits{Velocity: slices.Repeat([]float64{2}, 7), Acceleration: slices.Repeat([]float64{10}, 7), Jerk: slices.Repeat([]float64{100}, 7)}
		b.Run(fmt.Sprintf("%d corners", corners), func(b *testing.B) {
			var m *planning.Trajectory
			for b.Loop() {
				m = retimed(b, path, l, planning.RetimeOptions{Blend: 0.3})
			}
			b.ReportMetric(m.Duration(), "s-motion")
			b.ReportMetric(retimed(b, path, l, planning.RetimeOptions{}).Duration(), "s-with-stops")
		})
	}
}

func TestStatesOfTrajectoriesDoNotAllocate(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 0))
	l := planning.Limits{Velocity: slices.Repeat([]float64{2}, 7), Acceleration: slices.Repeat([]float64{10}, 7), Jerk: slices.Repeat([]float64{100}, 7)}
	m := retimed(t, randomPath(r, 7, 5), l, planning.RetimeOptions{Blend: 0.3})
	q, v, a := make([]float64, 7), make([]float64, 7), make([]float64, 7)
	time := 0.0
	if n := testing.AllocsPerRun(100, func() {
		time += m.Duration() / 100
		m.At(time, q, v, a)
	}); n != 0 {
		t.Errorf("%g allocations", n)
	}
}

func FuzzRetime(f *testing.F) {
	f.Add(0.0, 1.0, 0.5, -1.0, 2.0, 10.0, 100.0, 0.1)
	f.Add(0.0, 0.0, 1.0, 1.0, 1e-3, 1e3, 1e-3, 1.0)
	f.Add(1e9, -1e9, 1e-9, 0.0, 1e6, 1e-6, 1e6, 0.0)
	f.Fuzz(func(t *testing.T, a, b, c, d, velocity, acceleration, jerk, radius float64) {
		all := func(v float64) []float64 { return []float64{v, v} }
		m, err := planning.Retime(planning.Path{{a, b}, {c, d}, {b, a}}, planning.Limits{Velocity: all(velocity), Acceleration: all(acceleration), Jerk: all(jerk)}, planning.RetimeOptions{Blend: radius})
		if err != nil {
			return
		}
		q, v := make([]float64, 2), make([]float64, 2)
		for k := range 11 {
			m.At(m.Duration()*float64(k)/10, q, v, nil)
			for j := range q {
				low, high := min(a, b, c, d), max(a, b, c, d)
				if slack := 1e-9 * (high - low); !(q[j] >= low-slack && q[j] <= high+slack) || !(math.Abs(v[j]) <= velocity*(1+1e-6)) {
					t.Fatalf("at %d/10 of %g s: %v with the velocity %v", k, m.Duration(), q, v)
				}
			}
		}
	})
}
