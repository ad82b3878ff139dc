package plotting

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/messages"
)

func rotation(axis [3]float64, angle float64) [4]float64 {
	n := math.Sqrt(axis[0]*axis[0] + axis[1]*axis[1] + axis[2]*axis[2])
	s := math.Sin(angle/2) / n
	return [4]float64{math.Cos(angle / 2), s * axis[0], s * axis[1], s * axis[2]}
}

func times(a, b [4]float64) [4]float64 {
	return [4]float64{
		a[0]*b[0] - a[1]*b[1] - a[2]*b[2] - a[3]*b[3],
		a[0]*b[1] + a[1]*b[0] + a[2]*b[3] - a[3]*b[2],
		a[0]*b[2] - a[1]*b[3] + a[2]*b[0] + a[3]*b[1],
		a[0]*b[3] + a[1]*b[2] - a[2]*b[1] + a[3]*b[0],
	}
}

func TestTheAngleBetweenOrientationsIsThatOfTheRotation(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 1000 {
		axis := func() [3]float64 { return [3]float64{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()} }
		a := rotation(axis(), 6*r.Float64())
		angle := math.Pi * math.Pow(10, -9*r.Float64()) // small ones too
		b := times(a, rotation(axis(), angle))
		if got := angleBetween(a, b); math.Abs(got-angle) > 1e-12+1e-9*angle {
			t.Fatalf("angle %g; expected %g", got, angle)
		}
		for k := range b { // the other quaternion of the same rotation
			b[k] = -b[k]
		}
		if got := angleBetween(a, b); math.Abs(got-angle) > 1e-12+1e-9*angle {
			t.Fatalf("angle %g with the sign turned; expected %g", got, angle)
		}
		share := r.Float64()
		if angle > 1e-5 && angle < 3 {
			if got := angleBetween(a, slerp(a, b, share)); math.Abs(got-share*angle) > 1e-7*angle {
				t.Fatalf("%g of the way is at the angle %g; expected %g", share, got, share*angle)
			}
		}
	}
}

func TestAReferenceIsInterpolatedAndNeverExtrapolated(t *testing.T) {
	reference := func(at messages.Instant, x float64) record.Sample[messages.BodyReference] {
		s := record.Sample[messages.BodyReference]{Stamp: messages.Stamp{Time: at}}
		s.Value.Pose = messages.Pose{Position: [3]float64{x, 0, 0}, Orientation: rotation([3]float64{0, 0, 1}, x)}
		return s
	}
	state := func(at messages.Instant, x float64) record.Sample[messages.BodyState] {
		s := record.Sample[messages.BodyState]{Stamp: messages.Stamp{Time: at}}
		s.Value.Pose = messages.Pose{Position: [3]float64{x, 0.3, 0}, Orientation: messages.IdentityPose().Orientation}
		return s
	}
	e := trackingError(
		[]record.Sample[messages.BodyState]{state(99, 0), state(100, 0), state(125, 0), state(200, 1.4), state(250, 2), state(300, 0), state(301, 0)},
		[]record.Sample[messages.BodyReference]{reference(100, 0), reference(200, 1), reference(300, 2)})
	wantTime := []float64{100e-9, 125e-9, 200e-9, 250e-9, 300e-9}
	wantX := []float64{0, -0.25, 0.4, 0.5, -2}
	wantAngle := []float64{0, 0.25, 1, 1.5, 2}
	if len(e.time) != 5 {
		t.Fatalf("errors at %v; expected %v", e.time, wantTime)
	}
	for i := range wantTime {
		if e.time[i] != wantTime[i] || math.Abs(e.axis[0][i]-wantX[i]) > 1e-12 || e.axis[1][i] != 0.3 || math.Abs(e.angle[i]-wantAngle[i]) > 1e-12 ||
			math.Abs(e.distance[i]-math.Hypot(wantX[i], 0.3)) > 1e-12 {
			t.Errorf("at %g s: x %g, y %g, distance %g, angle %g; expected x %g, y 0.3, angle %g",
				e.time[i], e.axis[0][i], e.axis[1][i], e.distance[i], e.angle[i], wantX[i], wantAngle[i])
		}
	}
}

// A circle of 0.3 m at 1 rad/s, followed 5 ms late, is 2 * 0.3 m * sin(2.5 mrad) off.
func TestTheErrorOfALateHandIsThatOfTheChord(t *testing.T) {
	r := run(t)
	states, err := series[messages.BodyState](r, "/arm/hand/state", Options{})
	if err != nil {
		t.Fatal(err)
	}
	references, err := series[messages.BodyReference](r, "/arm/hand/reference", Options{})
	if err != nil {
		t.Fatal(err)
	}
	e := trackingError(states, references)
	if want := 0.6 * math.Sin(0.0025); math.Abs(rms(e.distance)-want) > 1e-9 || math.Abs(rms(e.angle)-0.005) > 1e-9 || len(e.time) != 2000 {
		t.Errorf("RMS %g m and %g rad of %d; expected %g m and 0.005 rad of 2000", rms(e.distance), rms(e.angle), len(e.time), want)
	}
}
