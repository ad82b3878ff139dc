package kinematics_test

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/kinematics"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// coarse is a map of the Panda that tests share.
var coarse struct {
	sync.Once
	r   *kinematics.Reachability
	err error
}

func reachability(t testing.TB) (*kinematics.Manipulator, *kinematics.Reachability) {
	t.Helper()
	m := arm(t, "panda")
	coarse.Do(func() {
		coarse.r, coarse.err = kinematics.NewReachability(m, kinematics.ReachabilitySpec{Samples: 200_000})
	})
	if coarse.err != nil {
		t.Fatal(coarse.err)
	}
	return m, coarse.r
}

func TestCellsOfReachabilityAreThoseThatInverseKinematicsReaches(t *testing.T) {
	m, r := reachability(t)
	random, q := random(t, 51), make([]float64, m.Dim())
	hits, voxels := 0, 0
	for range 2000 {
		draw(random, m, q)
		pose := toolPose(t, m, q)
		if r.Quality(pose.P, pose.R.Axis(2).Array()) > 0 {
			hits++
		}
		if r.Quality(pose.P, [3]float64{}) > 0 {
			voxels++
		}
		if reached := r.Quality(pose.P, [3]float64{}) > 0; reached != (r.Dexterity(pose.P) > 0) {
			t.Errorf("the voxel at %v has the dexterity %g", pose.P, r.Dexterity(pose.P))
		}
	}
	// With 3 samples a cell, a sampled map misses one cell in ten, most of them at its border.
	if hits < 1700 || voxels < 1980 {
		t.Errorf("%d of 2000 random configurations are in cells of the map, %d in voxels; expected 85 and 99 %%", hits, voxels)
	}
	t.Logf("%d of 2000 random configurations are in the map of %d cells", hits, r.Reached())
	for _, p := range [][3]float64{{1.5, 0, 0}, {0, 0, 1.5}, {0, 0, -0.9}, {9, 9, 9}, {math.NaN(), 0, 0}} {
		if r.Quality(p, [3]float64{}) != 0 || r.Dexterity(p) != 0 {
			t.Errorf("the map reaches %v", p)
		}
	}
}

func TestAMapIsTheSameWhateverTheWorkersDo(t *testing.T) {
	m := arm(t, "ur5")
	spec := kinematics.ReachabilitySpec{Voxel: 0.2, Directions: 16, Samples: 20_000, Seed: 3}
	make1 := func(parallel func(n int, work func(i int))) []byte {
		spec.Parallel = parallel
		r, err := kinematics.NewReachability(m, spec)
		if err != nil {
			t.Fatal(err)
		}
		return r.Bytes()
	}
	plain := make1(nil)
	backwards := make1(func(n int, work func(i int)) {
		for i := n - 1; i >= 0; i-- {
			work(i)
		}
	})
	together := make1(func(n int, work func(i int)) {
		var all sync.WaitGroup
		for i := range n {
			all.Go(func() { work(i) })
		}
		all.Wait()
	})
	if !bytes.Equal(plain, backwards) || !bytes.Equal(plain, together) {
		t.Error("the maps differ")
	}
	spec.Seed = 4
	if bytes.Equal(plain, make1(nil)) {
		t.Error("two seeds give one map")
	}
}

func TestPlacementsOfTheBaseReachTheTarget(t *testing.T) {
	m, r := reachability(t)
	inverse := r.Inverse()
	if inverse.Seats() != r.Reached() {
		t.Errorf("the inverse map has %d cells; expected %d", inverse.Seats(), r.Reached())
	}
	solver := newSolver(t, "numeric", m, kinematics.Options{})
	point, axis := [3]float64{3, -2, 0.9}, spatial.Vec{X: 1, Y: 2, Z: -0.5}.Unit()
	const height = 0.3
	placements, err := inverse.Placements(point, axis.Scale(5).Array(), height, 50)
	if err != nil || len(placements) != 50 {
		t.Fatalf("%d placements, %v; expected 50", len(placements), err)
	}
	solved := 0
	for i, p := range placements {
		if i > 0 && p.Quality > placements[i-1].Quality {
			t.Errorf("placement %d is better than the one before", i)
		}
		base := spatial.PoseFromRPY([3]float64{p.X, p.Y, height}, [3]float64{0, 0, p.Yaw})
		target := kinematics.AtPositionPointing([3]float64{}, base.ApplyInverse(spatial.VecOf(point)).Array(),
			[3]float64{0, 0, 1}, base.R.ApplyInverse(axis).Array())
		if solver.Solve(&target, &kinematics.Query{}).Status == kinematics.Solved {
			solved++
		}
	}
	if solved < 48 {
		t.Errorf("%d of 50 placements reach the target", solved)
	}
	if p, err := inverse.Placements([3]float64{0, 0, 9}, axis.Array(), height, 10); err != nil || len(p) != 0 {
		t.Errorf("a target up high has the placements %v, %v", p, err)
	}
	if _, err := inverse.Placements(point, [3]float64{}, height, 10); err == nil {
		t.Error("a direction of length zero is accepted")
	}
}

func TestMapsAndGraspsSurviveBytes(t *testing.T) {
	_, r := reachability(t)
	data := r.Bytes()
	again, err := kinematics.ParseReachability(data)
	if err != nil || !bytes.Equal(again.Bytes(), data) {
		t.Fatalf("%v, or the bytes differ", err)
	}
	point := [3]float64{0.4, 0.1, 0.5}
	if again.Quality(point, [3]float64{1, 0, 0}) != r.Quality(point, [3]float64{1, 0, 0}) || again.Voxel() != 0.1 || again.NumDirections() != 32 {
		t.Error("the map that was read differs")
	}
	inverse := r.Inverse().Bytes()
	back, err := kinematics.ParseInverseReachability(inverse)
	if err != nil || !bytes.Equal(back.Bytes(), inverse) {
		t.Errorf("inverse: %v, or the bytes differ", err)
	}
	grasps, err := kinematics.BoxGrasps([3]float64{0.05, 0.1, 0.2}, hand, kinematics.GraspOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if read, err := kinematics.ParseGrasps(kinematics.GraspBytes(grasps)); err != nil || !slices.Equal(read, grasps) {
		t.Errorf("grasps: %v, or they differ", err)
	}
}

func TestDamagedBytesAreRefused(t *testing.T) {
	data := small(t)
	parse := func(data []byte) error { _, err := kinematics.ParseReachability(data); return err }
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"empty":     {nil, "too few"},
		"foreign":   {bytes.Repeat([]byte("x"), 100), "first bytes"},
		"cut":       {data[:len(data)-1], "checksum"},
		"flipped":   {flipped(data, len(data)/2), "checksum"},
		"versioned": {flipped(data, 13), "version"},
		"grasps":    {kinematics.GraspBytes(nil), "first bytes"},
	} {
		err := parse(c.data)
		var format *kinematics.FormatError
		if !errors.As(err, &format) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v; expected an error of type *FormatError with %q", name, err, c.want)
		}
	}
}

// small are the bytes of a small map.
func small(t testing.TB) []byte {
	r, err := kinematics.NewReachability(arm(t, "puma"), kinematics.ReachabilitySpec{Voxel: 0.8, Directions: 4, Samples: 1000})
	if err != nil {
		t.Fatal(err)
	}
	return r.Bytes()
}

func flipped(data []byte, at int) []byte {
	out := slices.Clone(data)
	out[at] ^= 4
	return out
}

func FuzzParse(f *testing.F) {
	data := small(f)
	reach, err := kinematics.ParseReachability(data)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add(reach.Inverse().Bytes())
	f.Add(kinematics.GraspBytes([]kinematics.Grasp{{Pose: spatial.IdentityPose(), Approach: [3]float64{0, 0, 1}, Width: 1, Opening: 2}}))
	f.Fuzz(func(t *testing.T, data []byte) {
		data = kinematics.Sealed(data) // so that more than the checksum is met
		if r, err := kinematics.ParseReachability(data); err == nil {
			r.Quality([3]float64{}, [3]float64{0, 0, 1})
			again, err := kinematics.ParseReachability(r.Bytes())
			if err != nil || !bytes.Equal(again.Bytes(), r.Bytes()) {
				t.Errorf("what was read cannot be read again: %v", err)
			}
		}
		if v, err := kinematics.ParseInverseReachability(data); err == nil {
			if _, err := v.Placements([3]float64{}, [3]float64{1, 0, 0}, 0, 10); err != nil {
				t.Error(err)
			}
		}
		if grasps, err := kinematics.ParseGrasps(data); err == nil {
			if again, err := kinematics.ParseGrasps(kinematics.GraspBytes(grasps)); err != nil || len(again) != len(grasps) {
				t.Errorf("what was read cannot be read again: %v", err)
			}
		}
	})
}

func TestProgressEndsAComputation(t *testing.T) {
	shares := []float64{}
	_, err := kinematics.NewReachability(arm(t, "puma"), kinematics.ReachabilitySpec{Voxel: 0.5, Samples: 1000, Progress: func(share float64) bool {
		shares = append(shares, share)
		return share < 0.5
	}})
	if !errors.Is(err, kinematics.ErrCanceled) || len(shares) != 128 || !slices.IsSorted(shares) {
		t.Errorf("%v after %d reports", err, len(shares))
	}
}

func TestAFilterKeepsConfigurationsOutOfTheMap(t *testing.T) {
	r, err := kinematics.NewReachability(arm(t, "puma"), kinematics.ReachabilitySpec{Voxel: 0.5, Samples: 1000, Accept: func([]float64) bool { return false }})
	if err != nil || r.Reached() != 0 {
		t.Errorf("%d cells are reached, %v", r.Reached(), err)
	}
}

func TestAMapThatIsTooLargeIsRefused(t *testing.T) {
	for want, spec := range map[string]kinematics.ReachabilitySpec{
		"larger voxels":    {Voxel: 1e-4},
		"positive length":  {Voxel: -1},
		"directions":       {Directions: 1e6},
		"samples":          {Samples: -1},
		"axis of the tool": {ToolAxis: [3]float64{math.NaN(), 0, 0}},
		"voxel NaN":        {Voxel: math.NaN()},
	} {
		if _, err := kinematics.NewReachability(arm(t, "puma"), spec); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "puma") {
			t.Errorf("%v; expected %q", err, want)
		}
	}
}

func BenchmarkReachability(b *testing.B) {
	m := arm(b, "panda")
	for b.Loop() {
		if _, err := kinematics.NewReachability(m, kinematics.ReachabilitySpec{Samples: 100_000}); err != nil {
			b.Fatal(err)
		}
	}
}
