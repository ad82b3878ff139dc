package kinematics_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/internal/testrobots"
	"github.com/robo-actors/robo-actors/worlds/kinematics"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

func humanoid(t testing.TB) *rigidbody.Model {
	t.Helper()
	model, err := rigidbody.New(testrobots.Humanoid())
	if err != nil {
		t.Fatal(err)
	}
	return model
}

// twoLinks is a prismatic joint along x, a turning joint that follows it, and a turning joint.
func twoLinks(t testing.TB) *rigidbody.Model {
	t.Helper()
	in := rigidbody.Inertia{Mass: 1, Ixx: 1, Iyy: 1, Izz: 1}
	at := func(x, y, z float64) spatial.Pose {
		return spatial.PoseFromRPY([3]float64{x, y, z}, [3]float64{0.1, 0.2, 0.3})
	}
	model, err := rigidbody.New([]rigidbody.Body{
		{Name: "cart", JointName: "rail", Parent: -1, Kind: rigidbody.Prismatic, Axis: [3]float64{1, 0, 0}, Placement: at(0, 0, 1), Inertia: in},
		{Name: "wheel", JointName: "turn", Parent: 0, Kind: rigidbody.Revolute, Axis: [3]float64{0, 0, -1}, Placement: at(0.2, 0, 0), Inertia: in},
		{Name: "arm", JointName: "elbow", Parent: 1, Kind: rigidbody.Continuous, Axis: [3]float64{0.6, 0, 0.8}, Placement: at(0, 0.3, 0), Inertia: in},
		{Name: "hand", Parent: 2, Kind: rigidbody.Fixed, Placement: at(0, 0, 0.4)},
	})
	if err != nil {
		t.Fatal(err)
	}
	return model
}

func TestForwardKinematicsAgreeWithTheModel(t *testing.T) {
	model := humanoid(t)
	tool := spatial.PoseFromRPY([3]float64{0.1, -0.05, 0.2}, [3]float64{1, 2, 3})
	m, err := kinematics.New(model, kinematics.Spec{Name: "left", Base: "torso link 1", Tip: "left arm link 7", Tool: tool})
	if err != nil {
		t.Fatal(err)
	}
	if m.Dim() != 8 {
		t.Fatalf("the arm has the joints %q; expected one of the torso and seven", m.JointNames())
	}
	r, w, q := random(t, 5), m.NewWorkspace(), make([]float64, m.Dim())
	for range 100 {
		draw(r, m, q)
		if err := w.Set(q); err != nil {
			t.Fatal(err)
		}
		got, want := w.Tool(), toolPose(t, m, q)
		if p, a := poseErrors(&got, &want); p > 1e-13 || a > 1e-13 {
			t.Fatalf("the poses at %v differ by %g m and %g rad", q, p, a)
		}
	}
}

func TestTheJacobianIsTheDerivativeOfThePose(t *testing.T) {
	followers := rigidbody.Followers{{Position: 1, Velocity: 1, LeaderPosition: 0, Leader: 0, Multiplier: -2, Offset: 0.5}}
	m, err := kinematics.New(twoLinks(t), kinematics.Spec{Tip: "hand", Followers: followers})
	if err != nil {
		t.Fatal(err)
	}
	if names := m.JointNames(); !slices.Equal(names, []string{"rail", "elbow"}) {
		t.Fatalf("the joints are %q; expected rail and elbow", names)
	}
	w, n := m.NewWorkspace(), m.Dim()
	q, j := []float64{0.3, -1.2}, make([]float64, 6*n)
	pose := func() spatial.Pose {
		if err := w.Set(q); err != nil {
			t.Fatal(err)
		}
		return w.Tool()
	}
	pose()
	if err := w.Jacobian(j); err != nil {
		t.Fatal(err)
	}
	const h = 1e-5
	for column := range n {
		q[column] += h
		after := pose()
		q[column] -= 2 * h
		before := pose()
		q[column] += h
		linear := spatial.VecOf(after.P).Sub(spatial.VecOf(before.P)).Scale(0.5 / h)
		angular := after.R.LogFrom(&before.R).Scale(0.5 / h)
		for row, want := range [6]float64{linear.X, linear.Y, linear.Z, angular.X, angular.Y, angular.Z} {
			if got := j[row*n+column]; math.Abs(got-want) > 1e-9 {
				t.Errorf("entry %d, %d is %g; differences give %g", row, column, got, want)
			}
		}
	}
}

func TestJointsThatAreNotListedHoldTheirPosition(t *testing.T) {
	model := humanoid(t)
	held := make([]float64, model.NQ())
	if err := model.RandomPosition(held, random(t, 8).Float64); err != nil {
		t.Fatal(err)
	}
	m, err := kinematics.New(model, kinematics.Spec{Tip: "left arm link 7", Joints: []string{"left arm joint 4", "left arm joint 2"}, Held: held})
	if err != nil {
		t.Fatal(err)
	}
	w := m.NewWorkspace()
	if err := w.Set([]float64{0.4, -0.7}); err != nil {
		t.Fatal(err)
	}
	if err := m.Scatter(held, []float64{0.4, -0.7}); err != nil {
		t.Fatal(err)
	}
	check := model.NewWorkspace()
	if err := check.SetPosition(held); err != nil {
		t.Fatal(err)
	}
	got, want := w.Tool(), check.Pose(m.Tip())
	if p, a := poseErrors(&got, &want); p > 1e-13 || a > 1e-13 {
		t.Errorf("the poses differ by %g m and %g rad", p, a)
	}
}

func TestAWrongSpecIsRejectedWithEverythingThatIsKnown(t *testing.T) {
	model := humanoid(t)
	for name, c := range map[string]struct {
		spec kinematics.Spec
		want []string
	}{
		"unknown bodies":       {kinematics.Spec{Name: "arm", Base: "no", Tip: "nope"}, []string{`manipulator "arm"`, `"no"`, `"nope"`}},
		"another branch":       {kinematics.Spec{Base: "left leg link 1", Tip: "head link 2"}, []string{"does not carry", `"torso link 2"`}},
		"a floating joint":     {kinematics.Spec{Tip: "head link 2"}, []string{"floating base", "choose a base"}},
		"an unknown joint":     {kinematics.Spec{Tip: "head link 2", Joints: []string{"neck"}}, []string{`"neck"`, "head joint 1"}},
		"a joint twice":        {kinematics.Spec{Tip: "head link 2", Joints: []string{"head joint 1", "head joint 1"}}, []string{"twice"}},
		"too few limits":       {kinematics.Spec{Base: "torso link 2", Tip: "head link 2", Lower: []float64{1}}, []string{"lower has 1 entries"}},
		"limits of no value":   {kinematics.Spec{Base: "head link 1", Tip: "head link 2", Lower: []float64{1}, Upper: []float64{0}}, []string{"hold no value"}},
		"NaN as a limit":       {kinematics.Spec{Base: "head link 1", Tip: "head link 2", Lower: []float64{math.NaN()}}, []string{"hold no value"}},
		"nothing that moves":   {kinematics.Spec{Base: "head link 2", Tip: "head link 2"}, []string{"no joint moves"}},
		"an impossible tool":   {kinematics.Spec{Base: "head link 1", Tip: "head link 2", Tool: spatial.Pose{R: spatial.Rotation{1}}}, []string{"pose of the tool"}},
		"held of wrong length": {kinematics.Spec{Base: "head link 1", Tip: "head link 2", Held: []float64{0}}, []string{"held"}},
	} {
		_, err := kinematics.New(model, c.spec)
		if err == nil {
			t.Errorf("%s: accepted", name)
			continue
		}
		for _, want := range c.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: the error %q does not contain %q", name, err, want)
			}
		}
	}
	if _, err := kinematics.New(nil, kinematics.Spec{}); err == nil {
		t.Error("no model is accepted")
	}
}

func TestMisuseOfLengthsIsAnError(t *testing.T) {
	m := arm(t, "panda")
	w := m.NewWorkspace()
	long := make([]float64, 8)
	for name, err := range map[string]error{
		"Set": w.Set(long), "Jacobian": w.Jacobian(long), "Gather": m.Gather(long, long), "Scatter": m.Scatter(long, long[:7]),
	} {
		if err == nil || !strings.Contains(err.Error(), "panda") {
			t.Errorf("%s: %v; expected an error that names the manipulator", name, err)
		}
	}
	if m.WithinLimits(long) {
		t.Error("a configuration of a wrong length is within the limits")
	}
}

func ExampleNewSolver() {
	arm := testrobots.SerialArms()[0]
	model, err := rigidbody.New(arm.Bodies)
	if err != nil {
		panic(err)
	}
	m, err := kinematics.New(model, kinematics.Spec{Name: "arm", Tip: "tool", Lower: arm.Lower, Upper: arm.Upper})
	if err != nil {
		panic(err)
	}
	solver, err := kinematics.NewSolver("numeric", m, kinematics.Options{})
	if err != nil {
		panic(err)
	}
	down := spatial.PoseFromRPY([3]float64{0.4, 0.1, 0.3}, [3]float64{math.Pi, 0, 0})
	for _, pose := range []spatial.Pose{down, {R: down.R, P: [3]float64{2, 0, 0}}} {
		target := kinematics.AtPose(pose)
		result := solver.Solve(&target, &kinematics.Query{})
		fmt.Println(result.Status, len(result.Solutions))
	}
	// Output:
	// solved 1
	// not found 0
}
