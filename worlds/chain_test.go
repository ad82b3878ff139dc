package worlds

import (
	"math"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/kinematics"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

func TestAManipulatorHasTheLimitsOfItsWorld(t *testing.T) {
	in := [3]float64{0, 0, 1}
	at := spatial.PoseFromRPY([3]float64{0, 0, 0.3}, [3]float64{})
	limit := func(lower, upper float64) []Limit {
		l := Unlimited()
		l.Lower, l.Upper = lower, upper
		return []Limit{l}
	}
	d := &Description{Name: "crane", Links: []Link{{Name: "base"}, {Name: "turret"}, {Name: "boom"}, {Name: "jib"}, {Name: "hook"}}, Joints: []Joint{
		{Name: "slew", Type: Continuous, Parent: "base", Child: "turret", Origin: at, Axis: in},
		{Name: "luff", Type: Revolute, Parent: "turret", Child: "boom", Origin: at, Axis: [3]float64{0, 1, 0}, Limits: limit(-1, 1.5)},
		{Name: "fold", Type: Revolute, Parent: "boom", Child: "jib", Origin: at, Axis: [3]float64{0, 1, 0}, Limits: limit(-1, 1), Mimic: &Mimic{Joint: "luff", Multiplier: -2, Offset: 0.5}},
		{Name: "hoist", Type: Prismatic, Parent: "jib", Child: "hook", Origin: at, Axis: in, Limits: limit(0, 2)},
	}}
	w, err := Build(d)
	if err != nil {
		t.Fatal(err)
	}
	m, err := w.NewManipulator(kinematics.Spec{Name: "crane", Tip: "hook"})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(m.JointNames(), " "); got != "slew luff hoist" {
		t.Fatalf("the joints are %q; expected those that mimic none", got)
	}
	// fold = 0.5 - 2 luff is within -1 and 1 for luff from -0.25 to 0.75.
	lower, upper := m.Limits()
	for i, want := range [][2]float64{{math.Inf(-1), math.Inf(1)}, {-0.25, 0.75}, {0, 2}} {
		if lower[i] != want[0] || upper[i] != want[1] {
			t.Errorf("joint %d is limited to %g to %g; expected %g to %g", i, lower[i], upper[i], want[0], want[1])
		}
	}
	space := m.NewWorkspace()
	if err := space.Set([]float64{0, 0.25, 1}); err != nil {
		t.Fatal(err)
	}
	s, c := math.Sincos(0.25)
	want := [3]float64{0.3 * s, 0, 0.3 + 0.3 + 0.3*c} // the boom leans, and the jib comes back to vertical
	tilt := 0.25 + 0.5 - 2*0.25
	want[0] += 1.3 * math.Sin(tilt)
	want[2] += 1.3 * math.Cos(tilt)
	tool := space.Tool()
	for k := range 3 {
		if math.Abs(tool.P[k]-want[k]) > 1e-12 {
			t.Errorf("the hook is at %v; expected %v", tool.P, want)
			break
		}
	}
	d.Manipulators = []Manipulator{{Name: "grab", Base: "turret", Tip: "hook", Tool: spatial.PoseFromRPY([3]float64{0, 0, 0.1}, [3]float64{})}}
	if w, err = Build(d); err != nil {
		t.Fatal(err)
	}
	if m, err = w.Manipulator("grab"); err != nil || m.Dim() != 2 || m.Tool().P[2] != 0.1 {
		t.Errorf("%v, %v; expected the declared manipulator with its tool", m, err)
	}
	if _, err := w.Manipulator("grap"); err == nil || !strings.Contains(err.Error(), "grab") {
		t.Error(err)
	}
	if _, err := w.NewManipulator(kinematics.Spec{Name: "arm", Tip: "claw"}); err == nil || !strings.Contains(err.Error(), `world "crane"`) || !strings.Contains(err.Error(), "turret") {
		t.Error(err)
	}
}
