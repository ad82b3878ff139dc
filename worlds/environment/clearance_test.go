package environment_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/environment"
)

// One capsule of the arm and one ball: the distance follows from plane trigonometry.
func TestTheClearanceOfOneLinkAndABallIsThatOfTheirFigure(t *testing.T) {
	e := environment.New("cell").Edit()
	robot := must[environment.Handle](t)(e.AddRobot(environment.RobotSpec{Name: "arm", World: arm(t, "arm", 1)}))
	must[environment.Handle](t)(e.AddBody(environment.BodySpec{Name: "can", Shapes: ball(0.1), Pose: at(0.5, 2, 0)}))
	for _, finger := range []string{"left", "right"} {
		check(t, e.Allow(environment.Part{Object: robot, Link: finger}, environment.Part{Object: robot, Link: "base"}))
		check(t, e.Allow(environment.Part{Object: robot, Link: finger}, environment.Part{Object: must[environment.Handle](t)(e.Handle("can"))}))
	}
	space := must[*environment.Space](t)(e.Scene().Space(robot, environment.SpaceOptions{Group: "arm"}))
	gradient := make([]float64, 1)
	for _, angle := range []float64{-0.5, 0, 0.3, 0.9} { // near its begin, its middle, and twice its end
		s := max(0.1, min(0.9, 0.5*math.Cos(angle)+2*math.Sin(angle)))
		x, y := 0.5-s*math.Cos(angle), 2-s*math.Sin(angle)
		want := math.Hypot(x, y) - 0.15
		slope := (x*s*math.Sin(angle) - y*s*math.Cos(angle)) / math.Hypot(x, y)
		if got := space.Clearance([]float64{angle}, gradient); math.Abs(got-want) > 1e-9 || math.Abs(gradient[0]-slope) > 1e-8 {
			t.Errorf("at %g rad: clearance %.10f m, slope %.9f; expected %.10f and %.9f", angle, got, gradient[0], want, slope)
		}
		if n := space.Nearest([]float64{angle}); n.A != "arm/link1" || n.B != "can" || math.Abs(n.Distance-want) > 1e-9 {
			t.Errorf("at %g rad: %+v", angle, n)
		}
	}
}

func TestWhatIsNoConfigurationIsNeverFree(t *testing.T) {
	scene, robot, _, _ := cell(t)
	space := must[*environment.Space](t)(scene.Space(robot, environment.SpaceOptions{Group: "arm"}))
	zero := []float64{0, 0, 0}
	for _, q := range [][]float64{nil, {0, 0}, {0, 0, 0, 0}, {math.NaN(), 0, 0}, {0, math.Inf(1), 0}} {
		if space.Free(q) || space.FreeEdge(zero, q) || space.Explain(q) == "" {
			t.Errorf("%v is free", q)
		}
		if d := space.Clearance(q, make([]float64, 3)); !math.IsInf(d, -1) || space.Nearest(q).Distance != d {
			t.Errorf("%v has the clearance %v m", q, d)
		}
	}
}

// The gradient is that of the clearance itself, wherever the same pair stays the nearest.
func TestTheGradientOfTheClearanceAgreesWithItsDifferences(t *testing.T) {
	scene, robot, _, _ := grabbing(t)
	edit := scene.Edit()
	const seed = 2
	r := rand.New(rand.NewPCG(seed, 0))
	for i := range 12 {
		spec := environment.BodySpec{Name: "body" + string(rune('a'+i)), Shapes: ball(0.2), Pose: at(3*r.NormFloat64(), 3*r.NormFloat64(), r.NormFloat64())}
		must[environment.Handle](t)(edit.AddBody(spec))
	}
	space := must[*environment.Space](t)(edit.Scene().Space(robot, environment.SpaceOptions{Joints: []string{"joint1", "joint2", "joint3", "left_finger"}}))
	gradient, checked := make([]float64, 4), 0
	for range 200 {
		q := []float64{4*r.Float64() - 2, 2*r.Float64() - 1, 2*r.Float64() - 1, 0.05}
		distance, pair := space.Clearance(q, gradient), space.Nearest(q)
		const h = 1e-4
		for i := range q {
			var ends [2]environment.Contact
			for side, step := range []float64{-h, h} {
				q[i] += step
				ends[side] = space.Nearest(q)
				q[i] -= step
			}
			if ends[0].A != pair.A || ends[1].A != pair.A || ends[0].B != pair.B || ends[1].B != pair.B || distance < 0.01 {
				continue
			}
			checked++
			if want := (ends[1].Distance - ends[0].Distance) / (2 * h); math.Abs(gradient[i]-want) > 1e-2*(1+math.Abs(want)) {
				t.Errorf("seed %d: at %v, %s and %s: entry %d of the gradient is %g, want %g", seed, q, pair.A, pair.B, i, gradient[i], want)
			}
		}
	}
	if checked < 100 {
		t.Errorf("%d entries were compared", checked)
	}
	q := []float64{0.1, 0.1, 0.1, 0.05}
	if n := testing.AllocsPerRun(10, func() { space.Clearance(q, gradient) }); n != 0 {
		t.Errorf("Clearance allocates %v times", n)
	}
	if free := space.Free(q); free != (space.Clearance(q, gradient) > 0) {
		t.Errorf("free is %v at a clearance of %g m", free, space.Clearance(q, gradient))
	}
}
