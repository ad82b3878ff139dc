package openrave

import (
	"errors"
	"math"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// TestClosingDirectionsOfNoJointsAreIgnored, as files of arms without a gripper have them.
func TestClosingDirectionsOfNoJointsAreIgnored(t *testing.T) {
	const arm = `<robot name="r"><body name="a"/><manipulator name="m"><base>a</base><effector>a</effector><closingdirection>1 1</closingdirection></manipulator></robot>`
	d, err := Parse("r.xml", []byte(arm))
	if err != nil || len(d.Notes) != 1 || len(d.Robots[0].Description.Manipulators) != 1 {
		t.Errorf("%+v, %v", d, err)
	}
}

// TestAFileThatIsNotThereIsOneError: what the robot lacks without it is no error of its own.
func TestAFileThatIsNotThereIsOneError(t *testing.T) {
	shoulder, err := os.ReadFile("testdata/shoulder.robot.xml")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(shoulder), "</Robot>", `<kinbody><body name="tip"><offsetfrom>left_palm</offsetfrom></body>
<joint name="j" type="hinge" mimic_pos="left_close"><body>tip</body><body>left_palm</body></joint></kinbody></Robot>`, 1)
	gripper, err := os.ReadFile("testdata/gripper.kinbody.xml")
	if err != nil {
		t.Fatal(err)
	}
	for name, files := range map[string]fstest.MapFS{
		"no file":  {"s.xml": {Data: []byte(text)}},
		"damaged":  {"s.xml": {Data: []byte(text)}, "gripper.kinbody.xml": {Data: []byte("<kinbody>")}},
		"no robot": {"s.xml": {Data: []byte(text)}, "gripper.kinbody.xml": {Data: []byte("<environment/>")}},
		"COLLADA":  {"s.xml": {Data: []byte(strings.Replace(text, "gripper.kinbody.xml", "gripper.dae", 1))}, "gripper.dae": {Data: gripper}},
	} {
		_, err := Load(files, "s.xml", Options{})
		var list *source.Diagnostics
		if !errors.As(err, &list) || list.Len() != 1 {
			t.Errorf("%s: %v\nwant one error", name, err)
		}
	}
}

// TestTheMassMatrixOfTwoRodsIsTheClosedForm has the arm of OpenRAVE's own test of inertia: two
// equal rods of mass m and length l, the second one at 1.1 rad.
func TestTheMassMatrixOfTwoRodsIsTheClosedForm(t *testing.T) {
	const m, l, q = 2.0, 0.7, 1.1
	d, err := Parse("rods.xml", []byte(`<robot name="rods"><kinbody><body name="base"/>
<body name="one"><mass type="custom"><total>2</total><com>0.35 0 0</com><inertia>0 0 0 0 0.0816666666666667 0 0 0 0.0816666666666667</inertia></mass></body>
<body name="two"><translation>0.7 0 0</translation><mass type="custom"><total>2</total><com>0.35 0 0</com><inertia>0 0 0 0 0.0816666666666667 0 0 0 0.0816666666666667</inertia></mass></body>
<joint name="j0" type="hinge"><body>base</body><body>one</body><axis>0 0 1</axis></joint>
<joint name="j1" type="hinge"><body>one</body><body>two</body><offsetfrom>two</offsetfrom><axis>0 0 1</axis></joint></kinbody></robot>`))
	if err != nil {
		t.Fatal(err)
	}
	w, err := worlds.Build(d.Robots[0].Description)
	if err != nil {
		t.Fatal(err)
	}
	model, err := w.Model()
	if err != nil {
		t.Fatal(err)
	}
	ws, got := model.NewWorkspace(), make([]float64, 4)
	if err := errors.Join(ws.SetPosition([]float64{0.3, q}), ws.MassMatrix(got)); err != nil {
		t.Fatal(err)
	}
	c, f := math.Cos(q), m*l*l/2
	near(t, "the mass matrix", got, []float64{f * 2 * (5.0/3 + c), f * (2.0/3 + c), f * (2.0/3 + c), f * 2.0 / 3}, 1e-12)
}
