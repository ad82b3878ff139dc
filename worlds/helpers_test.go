package worlds

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// bounds returns one limit with bounds of position and everything else finite.
func bounds(lower, upper float64) []Limit {
	return []Limit{{Lower: lower, Upper: upper, Velocity: 2, Acceleration: 10, Jerk: 100, Effort: 50}}
}

// hinge returns a revolute joint about z, named after its child.
func hinge(parent, child string) Joint {
	return Joint{
		Name: child + "_joint", Type: Revolute, Parent: parent, Child: child,
		Origin: spatial.PoseFromRPY([3]float64{0, 0, 0.3}, [3]float64{}), Axis: [3]float64{0, 0, 1}, Limits: bounds(-2, 2),
	}
}

// gripperArm returns a small robot with joints of every type: a planar base, an arm of two hinges,
// a fixed tool with two fingers of which one mimics the other, and a floating ball.
func gripperArm() *Description {
	d := &Description{Name: "robot"}
	for i, name := range []string{"world", "base", "upper", "lower", "tool", "finger_l", "finger_r", "ball", "wheel"} {
		m := float64(i)
		d.Links = append(d.Links, Link{Name: name, Inertia: rigidbody.Inertia{
			Mass: m, Com: [3]float64{0.1 * m, 0, 0.05}, Ixx: 0.1 * m, Iyy: 0.12 * m, Izz: 0.15 * m, Ixy: 0.01 * m,
		}})
	}
	slide := Joint{
		Name: "finger_l_joint", Type: Prismatic, Parent: "tool", Child: "finger_l",
		Origin: spatial.PoseFromRPY([3]float64{0, 0.01, 0}, [3]float64{}), Axis: [3]float64{0, 1, 0}, Limits: bounds(0, 0.04),
	}
	mirror := slide
	mirror.Name, mirror.Child, mirror.Axis = "finger_r_joint", "finger_r", [3]float64{0, -1, 0}
	mirror.Limits = bounds(0, 0.09)
	mirror.Mimic = &Mimic{Joint: "finger_l_joint", Multiplier: 2, Offset: 0.001}
	d.Joints = []Joint{
		{Name: "base_planar", Type: Planar, Parent: "world", Child: "base", Origin: spatial.IdentityPose(), Axis: [3]float64{0, 0, 3}, Role: Virtual},
		hinge("base", "upper"),
		hinge("upper", "lower"),
		{Name: "tool_mount", Type: Fixed, Parent: "lower", Child: "tool", Origin: spatial.PoseFromRPY([3]float64{0, 0, 0.1}, [3]float64{0.1, 0.2, 0.3})},
		slide, mirror,
		{Name: "ball_free", Type: Floating, Parent: "world", Child: "ball", Origin: spatial.IdentityPose(), Role: Passive},
		{Name: "wheel_joint", Type: Continuous, Parent: "base", Child: "wheel", Origin: spatial.IdentityPose(), Axis: [3]float64{0, 1, 0}, Damping: 0.1},
	}
	d.Groups = []Group{
		{Name: "arm", Joints: []string{"upper_joint", "lower_joint"}},
		{Name: "mixed", Joints: []string{"wheel_joint", "base_planar", "lower_joint", "ball_free"}},
	}
	return d
}

// mustBuild builds a description that is known to be right.
func mustBuild(t testing.TB, d *Description) *World {
	t.Helper()
	w, err := Build(d)
	if err != nil {
		t.Fatalf("building %q: %v", d.Name, err)
	}
	return w
}

// wantProblems fails unless err is a *source.Diagnostics with exactly one diagnostic for each of
// the texts.
func wantProblems(t *testing.T, err error, texts ...string) {
	t.Helper()
	var list *source.Diagnostics
	if len(texts) == 0 {
		if err != nil {
			t.Errorf("refused: %v", err)
		}
		return
	}
	if !errors.As(err, &list) {
		t.Fatalf("the error is %T (%v), want diagnostics with %q", err, err, texts)
	}
	all := list.All()
	for _, text := range texts {
		found := 0
		for _, d := range all {
			if strings.Contains(d.Error(), text) {
				found++
			}
		}
		if found != 1 {
			t.Errorf("%d diagnostics contain %q, want 1, in\n%s", found, text, list.Format(100))
		}
	}
	if len(all) != len(texts) {
		t.Errorf("%d diagnostics, want %d:\n%s", len(all), len(texts), list.Format(100))
	}
}

// randomTree returns a description of n links whose tree, types, frames, limits and inertias are
// drawn.
func randomTree(random *rand.Rand, n int) *Description {
	d := &Description{Name: "random"}
	for i := range n {
		moment := func() float64 { return 0.5 + random.Float64() } // any three obey the triangle inequality
		d.Links = append(d.Links, Link{Name: fmt.Sprintf("link_%d", i), Inertia: rigidbody.Inertia{
			Mass: random.Float64() * 10, Com: [3]float64{random.NormFloat64(), random.NormFloat64(), random.NormFloat64()},
			Ixx: 0.8 + 0.2*moment(), Iyy: 0.8 + 0.2*moment(), Izz: 0.8 + 0.2*moment(), Ixy: 0.05 * moment(),
		}})
	}
	for i := 1; i < n; i++ {
		joint := Joint{
			Name: fmt.Sprintf("joint_%d", i), Type: JointTypes()[random.IntN(6)],
			Parent: d.Links[random.IntN(i)].Name, Child: d.Links[i].Name,
			Origin: spatial.PoseFromRPY([3]float64{random.NormFloat64(), random.NormFloat64(), random.NormFloat64()},
				[3]float64{random.NormFloat64() * 3, random.NormFloat64(), random.NormFloat64() * 3}),
			Axis:    [3]float64{random.NormFloat64(), random.NormFloat64(), random.NormFloat64()},
			Damping: random.Float64(), Friction: random.Float64(),
		}
		if joint.Type == Revolute || joint.Type == Prismatic {
			joint.Limits = bounds(-random.Float64(), random.Float64())
		}
		if k := random.IntN(i); k > 0 && joint.Type.Velocities() == 1 && d.Joints[k-1].Type.Velocities() == 1 && random.IntN(3) == 0 {
			joint.Mimic = &Mimic{Joint: d.Joints[k-1].Name, Multiplier: random.NormFloat64(), Offset: random.NormFloat64()}
		}
		d.Joints = append(d.Joints, joint)
	}
	return d
}

// shuffled returns the description with its declarations in another order.
func shuffled(random *rand.Rand, d *Description) *Description {
	out := d.Clone()
	random.Shuffle(len(out.Links), func(i, j int) { out.Links[i], out.Links[j] = out.Links[j], out.Links[i] })
	random.Shuffle(len(out.Joints), func(i, j int) { out.Joints[i], out.Joints[j] = out.Joints[j], out.Joints[i] })
	random.Shuffle(len(out.Groups), func(i, j int) { out.Groups[i], out.Groups[j] = out.Groups[j], out.Groups[i] })
	return out
}

// randomVector returns n normal numbers.
func randomVector(random *rand.Rand, n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = random.NormFloat64()
	}
	return out
}

// near1 reports whether two vectors are equal within the tolerance.
func near1(a, b []float64, tolerance float64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !(math.Abs(a[i]-b[i]) <= tolerance) {
			return false
		}
	}
	return true
}
