package robotfile

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/robo-actors/robo-actors/worlds/urdf"
)

func TestEveryFormatIsReadByItsExtension(t *testing.T) {
	for folder, name := range map[string]string{
		"../urdf/testdata": "mobile_arm.urdf", "../openrave/testdata": "shoulder.robot.xml", "../collada/testdata": "arm.dae",
	} {
		d, err := Load(os.DirFS(folder), name, urdf.Options{})
		if err != nil || len(d.Joints) < 4 || !Known(name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	d, err := Parse("r.YAML", []byte("robot: {name: r, links: [{name: a}]}"), urdf.Options{})
	if err != nil || d.Name != "r" || Known("r.YAML") {
		t.Errorf("%v, %v", d, err)
	}
	if d, err = Parse("can.kinbody.xml", []byte(`<kinbody name="can"><body name="b"/></kinbody>`), urdf.Options{}); err != nil || d.Name != "can" {
		t.Errorf("%v, %v", d, err)
	}
	if _, err = Parse("a.dae", []byte("<COLLADA/>"), urdf.Options{}); err == nil || !strings.Contains(err.Error(), "a.dae:1:1: the document has no kinematics model") {
		t.Errorf("the error is %v", err)
	}
}

func TestAnOpenRAVERobotMayConsistOfCOLLADAFiles(t *testing.T) {
	arm, err := os.ReadFile("../collada/testdata/arm.dae")
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{"models/arm.dae": {Data: arm}, "two.robot.xml": {Data: []byte(`<robot name="two">
  <kinbody><body name="torso"/></kinbody> <robot file="models/arm.dae" prefix="left_"/>
  <kinbody><joint name="shoulder" type="hinge" enable="false"><body>torso</body><body>left_base</body><limits>0 0</limits></joint></kinbody>
</robot>`)}}
	d, err := Load(files, "two.robot.xml", urdf.Options{})
	if err != nil || d.Name != "two" || d.Joint("left_yaw") == nil || d.Joint("shoulder") == nil {
		t.Errorf("%+v, %v", d, err)
	}
}

func TestOtherExtensionsAndSeveralRobotsAreRefused(t *testing.T) {
	for _, f := range []func() error{
		func() error { _, err := Parse("r.urfd", nil, urdf.Options{}); return err },
		func() error { _, err := Load(fstest.MapFS{}, "r.urfd", urdf.Options{}); return err },
	} {
		if err := f(); err == nil || !strings.Contains(err.Error(), `".urfd"`) || !strings.Contains(err.Error(), ".env.xml, .dae, .zae, .urdf, .yaml") || !strings.Contains(err.Error(), `did you mean ".urdf"?`) {
			t.Errorf("the error is %v", err)
		}
	}
	_, err := Parse("two.env.xml", []byte(`<environment><kinbody name="a"><body/></kinbody><kinbody name="b"><body/></kinbody></environment>`), urdf.Options{})
	if err == nil || !strings.Contains(err.Error(), `2 robots or bodies: "a", "b"`) {
		t.Errorf("the error is %v", err)
	}
}

func ExampleParse() {
	d, err := Parse("lamp.robot.xml", []byte(`<robot name="lamp"><kinbody>
  <body name="foot"/> <body name="head"/>
  <joint name="neck" type="hinge"><body>foot</body><body>head</body><limitsdeg>-90 90</limitsdeg></joint>
</kinbody></robot>`), urdf.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(d.Name, d.Joints[0].Name, d.Joints[0].Type)
	// Output: lamp neck revolute
}
