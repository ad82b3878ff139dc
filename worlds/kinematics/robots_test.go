package kinematics_test

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/kinematics"
	"github.com/robo-actors/robo-actors/worlds/urdf"
)

// TestDescriptionsOfSoldArmsAreSolved reads descriptions whose numbers are rounded, so that their
// axes meet and are parallel up to 1e-11 only.
func TestDescriptionsOfSoldArmsAreSolved(t *testing.T) {
	folder := filepath.Join("..", "..", "..", "shared", "robots")
	if _, err := os.Stat(folder); err != nil {
		t.Skip("the shared robots are not beside the repository")
	}
	for _, c := range []struct{ file, base, tip, want string }{
		{"panda.urdf", "panda_link0", "panda_hand_tcp", "analytic: spherical shoulder, by the last joint"},
		{"ur5.urdf", "base_link", "tool0", "analytic: three parallel axes"},
		{"iiwa.urdf", "lbr_iiwa_link_0", "lbr_iiwa_link_7", "analytic: spherical shoulder and wrist, by arm angle"},
		{"lwr.urdf", "lwr_base_link", "lwr_lwr_7_link", "analytic: spherical shoulder and wrist, by arm angle"},
	} {
		description, err := urdf.Load(os.DirFS(folder), c.file, urdf.Options{})
		if err != nil {
			t.Fatal(err)
		}
		world, err := worlds.Build(description)
		if err != nil {
			t.Fatal(err)
		}
		model, err := world.Model()
		if err != nil {
			t.Fatal(err)
		}
		m, err := kinematics.New(model, kinematics.Spec{Name: c.file, Base: c.base, Tip: c.tip})
		if err != nil {
			t.Error(err)
			continue
		}
		var lower, upper []float64
		for _, position := range m.Positions() { // positions and velocities of these arms agree
			limit := world.Limits()[position]
			lower, upper = append(lower, limit.Lower), append(upper, limit.Upper)
		}
		m, err = kinematics.New(model, kinematics.Spec{Name: c.file, Base: c.base, Tip: c.tip, Lower: lower, Upper: upper})
		if err != nil {
			t.Fatal(err)
		}
		s := newSolver(t, "analytic", m, kinematics.Options{})
		if s.Name() != c.want {
			t.Errorf("%s is solved by %q; expected %q", c.file, s.Name(), c.want)
		}
		r, q, solved := random(t, 13), make([]float64, m.Dim()), 0
		for range *poses {
			draw(r, m, q)
			want := toolPose(t, m, q)
			target := kinematics.AtPose(want)
			result := s.Solve(&target, &kinematics.Query{})
			if result.Status != kinematics.Solved {
				continue
			}
			got := toolPose(t, m, result.Solutions[0])
			if p, a := poseErrors(&got, &want); math.Max(p, a) > 1e-9 {
				t.Errorf("%s: missed by %g m and %g rad", c.file, p, a)
			}
			solved++
		}
		t.Logf("%s: %d of %d solved", c.file, solved, *poses)
		if 1000*solved < 999**poses {
			t.Errorf("%s: %d of %d poses are solved; expected 99.9 %%", c.file, solved, *poses)
		}
	}
}
