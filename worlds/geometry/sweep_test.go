package geometry_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/worlds/geometry"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

func TestASweepMissesNothingAndReportsContactOnly(t *testing.T) {
	q := geometry.NewQuery()
	hits, free := 0, 0
	eachPair(t, 100, func(t *testing.T, r *rand.Rand, a, b *geometry.Placed) {
		ma, mb := geometry.NewMotion(*a, randomPose(r, 0.7)), geometry.NewMotion(*b, randomPose(r, 0.7))
		if r.IntN(3) == 0 {
			mb = geometry.Still(*b)
		}
		margin, tolerance := 0.1*r.Float64(), math.Pow(10, -1-3*r.Float64())
		share, hit := q.Sweep(&ma, &mb, margin, tolerance)
		distance := func(share float64) float64 {
			pa, pb := ma.At(share), mb.At(share)
			return q.Distance(&pa, &pb).Distance
		}
		for k := range 100 {
			if d := distance(share * float64(k) / 100); share > 0 && d < margin-1e-9 {
				t.Fatalf("free up to the share %g, but at %g the distance is %g m, the margin %g m", share, share*float64(k)/100, d, margin)
			}
		}
		if d := distance(share); hit && d > margin+tolerance+1e-9 {
			t.Fatalf("a contact at the share %g, where the distance is %g m, the margin %g m, the tolerance %g m", share, d, margin, tolerance)
		}
		if hit {
			hits++
		} else if free++; share != 1 {
			t.Fatalf("no contact up to the share %g", share)
		}
	})
	if hits < 100 || free < 100 {
		t.Errorf("%d sweeps end in contact, %d do not", hits, free)
	}
}

func TestAMotionBeginsAndEndsAtItsPoses(t *testing.T) {
	r := testkit.Random(t)
	for range 1000 {
		p, end := geometry.Placed{Shape: convex[0].draw(r), Pose: randomPose(r, 1)}, randomPose(r, 1)
		m := geometry.NewMotion(p, end)
		for share, want := range []spatial.Pose{p.Pose, end} {
			at := m.At(float64(share))
			turn := at.Pose.R.LogFrom(&want.R).Norm()
			if near(at.Pose.P, want.P) > 1e-12 || turn > 1e-7 {
				t.Fatalf("at share %d the pose is off by %g m and %g rad", share, near(at.Pose.P, want.P), turn)
			}
		}
	}
}

// A thin plate passes through a thin plate between two samples of its motion.
func TestASweepFindsWhatSamplesMiss(t *testing.T) {
	plate := must(geometry.NewBox([3]float64{1, 1, 1e-3}))
	at := func(z float64) geometry.Placed {
		return geometry.Placed{Shape: plate, Pose: spatial.PoseFromRPY([3]float64{0, 0, z}, [3]float64{})}
	}
	still := geometry.Still(at(0))
	m := geometry.NewMotion(at(1), at(-2).Pose)
	q := geometry.NewQuery()
	share, hit := q.Sweep(&m, &still, 0, 1e-5)
	if want := 0.999 / 3; !hit || math.Abs(share-want) > 1e-5 {
		t.Errorf("contact %t at the share %g, want %g", hit, share, want)
	}
	away := geometry.NewMotion(at(1), at(2).Pose)
	if share, hit := q.Sweep(&away, &still, 0.5, 0); hit || share != 1 {
		t.Errorf("a plate that leaves is in contact %t at %g", hit, share)
	}
	plane := geometry.Placed{Shape: geometry.NewPlane(), Pose: spatial.PoseFromRPY([3]float64{0, 0, -5}, [3]float64{})}
	down := geometry.NewMotion(plane, spatial.PoseFromRPY([3]float64{0, 0, 5}, [3]float64{}))
	if share, hit := q.Sweep(&still, &down, 0, 1e-5); !hit || math.Abs(share-(5-5e-4)/10) > 1e-5 {
		t.Errorf("a plane that rises to a plate: contact %t at %g", hit, share)
	}
	turning := geometry.NewMotion(plane, spatial.PoseFromRPY([3]float64{0, 0, -5}, [3]float64{0.1, 0, 0}))
	if share, hit := q.Sweep(&still, &turning, 0, 1e-5); !hit || share != 0 {
		t.Errorf("a plane that turns: contact %t at %g", hit, share)
	}
	if n := testing.AllocsPerRun(10, func() {
		m := geometry.NewMotion(at(1), at(-2).Pose)
		q.Sweep(&m, &still, 0, 1e-5)
	}); n != 0 {
		t.Errorf("a sweep allocates %v times", n)
	}
}
