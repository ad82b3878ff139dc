package collada

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/openrave"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// loadParts reads an OpenRAVE file with the arm of testdata beside it, and a copy in a folder.
func loadParts(t *testing.T, text string) (*openrave.Document, error) {
	t.Helper()
	arm := &fstest.MapFile{Data: sound(t)}
	files := fstest.MapFS{
		"robots/all.robot.xml": {Data: []byte(text)}, "robots/arm.dae": arm, "robots/tools/arm.zae": {Data: archive(t, "arm.dae", string(sound(t)))},
		"robots/bad.dae": {Data: bytes.Replace(sound(t), []byte("<axis>0 0 1</axis>"), []byte("<axis>0 0 0</axis>"), 1)},
		"robots/no.dae":  {Data: []byte(`<COLLADA version="1.5.0"/>`)},
	}
	return openrave.Load(files, "robots/all.robot.xml", openrave.Options{Collada: Parse})
}

// TestAPartOfAnOpenRAVEFileIsTheSameRobot compares a robot with one that a file of the other format
// names, in two formats and with a prefix.
func TestAPartOfAnOpenRAVEFileIsTheSameRobot(t *testing.T) {
	for _, c := range []struct{ text, name string }{
		{`<robot file="arm.dae"/>`, "arm.dae"},
		{`<environment><robot name="one" file="tools/arm.zae"/></environment>`, "arm.zae"},
		{`<robot name="r"><robot file="arm.dae" prefix="left_"/></robot>`, "arm.dae"},
		{`<robot><kinbody file="arm.dae"><translation>0 0 0</translation></kinbody></robot>`, "arm.dae"},
	} {
		data := sound(t)
		if c.name == "arm.zae" {
			data = archive(t, "arm.dae", string(data))
		}
		alone := read(t, c.name, data)
		d, err := loadParts(t, c.text)
		if err != nil || len(d.Robots) != 1 {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		got, want := hashesOf(t, d.Robots[0].Description), hashesOf(t, alone.Description)
		if got != want {
			t.Errorf("%s: the hashes are %+v, of the part alone %+v", c.text, got, want)
		}
		if d.Robots[0].Pose != alone.Pose || len(d.Robots[0].Adjacent) != 1 {
			t.Errorf("%s: the robot is at %v, with the pairs %v", c.text, d.Robots[0].Pose, d.Robots[0].Adjacent)
		}
	}
}

// hashesOf returns the hashes that do not depend on names.
func hashesOf(t *testing.T, d *worlds.Description) worlds.Hashes {
	t.Helper()
	w, err := worlds.Build(d)
	if err != nil {
		t.Fatal(err)
	}
	h := w.Hashes()
	h.Names, h.All = worlds.Hash{}, worlds.Hash{}
	return h
}

// TestPartsAreJoined hangs a second arm on the first, and a hand by the name of a link.
func TestPartsAreJoined(t *testing.T) {
	d, err := loadParts(t, `<robot name="two">
  <robot file="arm.dae"/>
  <robot file="tools/arm.zae" prefix="b_"/>
  <kinbody><body name="b_base"><offsetfrom>arm</offsetfrom><translation>0 0 1</translation></body></kinbody>
  <kinbody><joint name="weld" type="hinge" enable="false"><body>arm</body><body>b_base</body><limits>0 0</limits></joint></kinbody>
</robot>`)
	if err != nil {
		t.Fatal(err)
	}
	robot := d.Robots[0].Description
	w, err := worlds.Build(robot)
	if err != nil {
		t.Fatal(err)
	}
	if len(w.JointNames()) != 8 {
		t.Errorf("the joints are %s", w.JointNames())
	}
	weld := robot.Joint("weld")
	if weld == nil || weld.Type != worlds.Fixed || math.Abs(weld.Origin.P[2]-1) > 1e-12 {
		t.Errorf("the second arm is mounted by %+v", weld)
	}
	if follow := robot.Joint("b_follow"); follow.Mimic == nil || follow.Mimic.Joint != "b_close" || follow.Mimic.Multiplier != 2 {
		t.Errorf("the second gripper has %+v", follow)
	}
	for _, l := range robot.Links {
		if l.Name == "b_base" && (l.Visuals[0].Mesh != "arm.zae#plate" || l.At.File != "robots/tools/arm.zae") {
			t.Errorf("the mesh %s is one of %s", l.Visuals[0].Mesh, l.At)
		}
	}
	if len(robot.Manipulators) != 2 || robot.Manipulators[1].Name != "b_hand" || robot.Manipulators[1].Gripper[0].Joint != "b_close" || len(robot.Sensors) != 2 {
		t.Errorf("the tools are %+v and %+v", robot.Manipulators, robot.Sensors)
	}
	if armature := robot.Joint("b_yaw").Armature; math.Abs(armature-0.1) > 1e-12 {
		t.Errorf("the armature is %v", armature)
	}

	d, err = loadParts(t, `<robot name="hand"><body name="post"><translation>0 0 2</translation></body>
  <body name="base"><offsetfrom>post</offsetfrom><translation>3 0 0</translation></body>
  <joint name="weld" type="hinge" enable="false"><body>post</body><body>base</body><limits>0 0</limits></joint>
  <robot file="tools/arm.zae"/></robot>`)
	if err != nil {
		t.Fatal(err)
	}
	robot = d.Robots[0].Description
	if at := robot.Joint("weld").Origin.P; at != [3]float64{3, 0, 0} {
		t.Errorf("the link that the robot had is at %v", at)
	}
	base := robot.Links[1]
	if base.Name != "base" || len(base.Visuals) != 1 || base.Visuals[0].Mesh != "tools/arm.zae#plate" {
		t.Errorf("the link has become %+v", base)
	}
	if yaw := robot.Joint("yaw"); yaw == nil || yaw.Parent != "base" {
		t.Errorf("the arm hangs on %+v", yaw)
	}
}

func TestAPartThatCannotBeReadIsNamed(t *testing.T) {
	for text, want := range map[string]string{
		`<robot file="bad.dae"/>`:  "robots/bad.dae:28:40: one_arm: the axis of the joint is zero",
		`<robot file="no.dae"/>`:   "robots/no.dae:1:1: the document has no kinematics model",
		`<robot file="arms.dae"/>`: `robots/all.robot.xml:1:14: "arms.dae": no such file lies below the declared roots`,
		`<robot name="r"><robot file="arm.dae"/><robot file="arm.dae"/></robot>`:              `robots/all.robot.xml:1:53: r: "arm.dae": a body named "arm" was declared already`,
		`<environment><robot file="arm.dae"/><robot file="arm.dae"/></environment>`:           `a body named "one_arm" was declared already`,
		`<robot name="r"><body name="base"/><kinbody file="../../arm.dae"/></robot>`:          "no such file lies below the declared roots",
		`<robot name="r"><robot file="arm.dae"/><kinbody file="tools/"/></robot>`:             `"tools/": it is not a regular file`,
		`<robot name="r"><robot file="/arm.dae"/></robot>`:                                    "the path is not relative",
		`<robot name="r"><robot file="arm.dae"><joint name="j" type="ball"/></robot></robot>`: `a joint of type "ball" cannot be expressed`,
	} {
		_, err := loadParts(t, text)
		var list *source.Diagnostics
		if !errors.As(err, &list) || !strings.Contains(list.Format(50), want) {
			t.Errorf("%s: %v\nwant %s", text, err, want)
		}
	}
	_, err := openrave.Load(fstest.MapFS{"a.xml": {Data: []byte(`<robot file="arm.dae"/>`)}, "arm.dae": {Data: sound(t)}}, "a.xml", openrave.Options{})
	if err == nil || !strings.Contains(err.Error(), `a.xml:1:14: "arm.dae": COLLADA files are not read here`) {
		t.Errorf("without the option: %v", err)
	}
}

// TestPartsThatMultiplyAreRefused names one file often.
func TestPartsThatMultiplyAreRefused(t *testing.T) {
	var b strings.Builder
	b.WriteString(`<robot name="many">`)
	for i := range 1200 {
		fmt.Fprintf(&b, `<robot file="arm.dae" prefix="p%d_"/>`, i)
	}
	b.WriteString("</robot>")
	if _, err := loadParts(t, b.String()); err == nil || !strings.Contains(err.Error(), "with it, the bodies have too many parts") {
		t.Errorf("the error is %v", err)
	}
}

// Ids within geometries are often the same in all of them. Only one that is named must be distinct.
func TestAnIDOfSeveralElementsIsAnErrorOnlyWhereItIsNamed(t *testing.T) {
	twice := func(id string) []byte {
		return bytes.Replace(sound(t), []byte("</COLLADA>"), []byte(`<library_geometries><geometry id="g"><mesh><vertices id="`+id+`"/><vertices id="`+id+`"/></mesh></geometry></library_geometries></COLLADA>`), 1)
	}
	if _, err := Parse("arm.dae", twice("vertices")); err != nil {
		t.Error(err)
	}
	if _, err := Parse("arm.dae", twice("kmodel1")); err == nil || !strings.Contains(err.Error(), `the id "kmodel1" is given twice`) {
		t.Errorf("the error is %v", err)
	}
}
