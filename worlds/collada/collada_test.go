package collada

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/geometry/mesh"
	"github.com/robo-actors/robo-actors/worlds/openrave"
	"github.com/robo-actors/robo-actors/worlds/source"
)

func sound(t testing.TB) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/arm.dae")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func read(t *testing.T, name string, data []byte) *openrave.Body {
	t.Helper()
	d, err := Parse(name, data)
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Robots) != 1 || len(d.Bodies) != 0 || len(d.Notes) != 0 {
		t.Fatalf("%+v", d)
	}
	return &d.Robots[0]
}

// sameArm is the robot of testdata in the other format. Its meshes are left out.
const sameArm = `<robot name="arm"><kinbody>
  <body name="base"/>
  <body name="arm"><translation>0.5 0 0.3</translation>
    <mass type="custom"><total>2</total><com>0.1 0 0</com><inertia>0.02 0 0 0 0.01 0 0 0 0.03</inertia></mass></body>
  <body name="finger"><offsetfrom>arm</offsetfrom><translation>0.1 0.02 0</translation><rotationaxis>1 0 0 90</rotationaxis></body>
  <body name="thumb"><offsetfrom>arm</offsetfrom><translation>0.1 -0.02 0</translation><rotationaxis>1 0 0 90</rotationaxis></body>
  <body name="caster"/>
  <joint name="yaw" type="hinge"><body>base</body><body>arm</body><axis>0 0 1</axis><limitsdeg>-100 100</limitsdeg>
    <maxveldeg>90</maxveldeg><maxacceldeg>360</maxacceldeg><maxtorque>20</maxtorque></joint>
  <joint name="close" type="slider"><body>arm</body><body>finger</body><offsetfrom>finger</offsetfrom><axis>0 1 0</axis><limits>0 0.02</limits><maxvel>0.1</maxvel></joint>
  <joint name="follow" type="slider" mimic_pos="2*close+0.005"><body>arm</body><body>thumb</body><offsetfrom>thumb</offsetfrom><axis>0 -1 0</axis><limits>-0.04 0.04</limits></joint>
  <joint name="wheel" type="hinge" circular="true" enable="false"><body>base</body><body>caster</body><axis>0 1 0</axis></joint>
  </kinbody>
  <manipulator name="hand"><base>base</base><effector>arm</effector><translation>0.1 0 0</translation><rotationaxis>0 1 0 90</rotationaxis>
    <joints>close</joints><closingdirection>-1</closingdirection><direction>0 0 1</direction></manipulator>
  <attachedsensor name="eye"><link>arm</link><translation>0.05 0 0</translation>
    <sensor type="BaseCamera"><image_dimensions>640 480 3</image_dimensions><focal_length>0.01</focal_length></sensor></attachedsensor>
</robot>`

// TestTheSameRobotInTwoFormatsHasEqualHashes reads one robot as COLLADA and as OpenRAVE XML.
func TestTheSameRobotInTwoFormatsHasEqualHashes(t *testing.T) {
	one := read(t, "arm.dae", sound(t)).Description
	other, err := openrave.Parse("arm.xml", []byte(sameArm))
	if err != nil {
		t.Fatal(err)
	}
	two := other.Robots[0].Description
	for i := range one.Links {
		one.Links[i].Visuals, one.Links[i].Collisions = nil, nil
	}
	if armature := one.Joint("yaw").Armature; math.Abs(armature-0.1) > 1e-12 { // 1e-5 times 100 squared
		t.Errorf("the armature is %v", armature)
	}
	one.Joint("yaw").Armature = 0 // the other format has none
	a, err := worlds.Build(one)
	if err != nil {
		t.Fatal(err)
	}
	b, err := worlds.Build(two)
	if err != nil {
		t.Fatal(err)
	}
	if a.Hashes() != b.Hashes() {
		t.Errorf("hashes of COLLADA %+v\nof XML %+v\n%+v\n%+v", a.Hashes(), b.Hashes(), one, two)
	}
}

func TestShapesNameTheirGeometry(t *testing.T) {
	robot := read(t, "models/arm.dae", sound(t))
	if robot.Pose.P != [3]float64{1, 0, 0} {
		t.Errorf("the node of the scene places the robot at %v", robot.Pose.P)
	}
	if robot.Description.Name != "one_arm" || len(robot.Adjacent) != 1 || robot.Adjacent[0] != [2]string{"finger", "thumb"} {
		t.Errorf("%+v", robot)
	}
	base, arm := robot.Description.Links[0], robot.Description.Links[0]
	for _, l := range robot.Description.Links {
		if l.Name == "arm" {
			arm = l
		}
	}
	if len(base.Visuals) != 1 || base.Visuals[0].Mesh != "arm.dae#plate" || base.Visuals[0].Scale != [3]float64{1, 1, 1} {
		t.Errorf("the base has %+v", base.Visuals)
	}
	if len(arm.Collisions) != 1 || arm.Collisions[0].Scale != [3]float64{2, 2, 2} || math.Abs(arm.Collisions[0].Pose.P[2]-0.05) > 1e-15 {
		t.Errorf("the arm has %+v", arm.Collisions)
	}
	file, id, _ := strings.Cut(base.Visuals[0].Mesh, "#")
	m, err := mesh.ReadColladaWith(file, sound(t), mesh.ColladaOptions{Geometry: id})
	if err != nil || len(m.Triangles) != 1 || math.Abs(m.Vertices[1][0]-0.1) > 1e-15 {
		t.Errorf("the mesh is %v, %v", m, err)
	}
}

func TestAnotherAxisUpPlacesTheRobot(t *testing.T) {
	robot := read(t, "arm.dae", bytes.Replace(sound(t), []byte("Z_UP"), []byte("Y_UP"), 1))
	if r := robot.Pose.R; r[7] != 1 || r[5] != -1 || r[0] != 1 {
		t.Errorf("the rotation is %v", r)
	}
}

// archive returns a zip archive of files.
func archive(t testing.TB, files ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i+1 < len(files); i += 2 {
		f, err := w.Create(files[i])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(files[i+1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestArchivesAreRead(t *testing.T) {
	dae := string(sound(t))
	for name, data := range map[string][]byte{
		"with a manifest":    archive(t, "other.dae", "<x/>", "in/arm.dae", dae, "manifest.xml", "<dae_root>./in/arm.dae</dae_root>"),
		"without a manifest": archive(t, "arm.dae", dae, "texture.png", "x"),
	} {
		if robot := read(t, "arm.zae", data); len(robot.Description.Joints) != 5 || robot.Description.Links[0].Visuals[0].Mesh != "arm.zae#plate" {
			t.Errorf("%s: %+v", name, robot)
		}
	}
	for want, data := range map[string][]byte{
		"not a zip archive":                        []byte("PK no"),
		"the archive has 2 .dae files":             archive(t, "a.dae", dae, "b.dae", dae),
		"the archive has 0 .dae files":             archive(t, "a.txt", dae),
		`has no file "b.dae"`:                      archive(t, "a.dae", dae, "manifest.xml", "<dae_root>b.dae</dae_root>"),
		`has no file "../b.dae"`:                   archive(t, "a.dae", dae, "manifest.xml", "<dae_root>../b.dae</dae_root>"),
		"document types and entities":              archive(t, "a.dae", dae, "manifest.xml", "<!DOCTYPE x>"),
		`"manifest.xml" has more than 65536 bytes`: archive(t, "a.dae", dae, "manifest.xml", strings.Repeat(" ", 1<<17)),
	} {
		if _, err := Parse("x.zae", data); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want %q", err, want)
		}
	}
}

// TestAZipBombIsNotUnpacked: an archive of some 65 kB whose document has 65 MiB.
func TestAZipBombIsNotUnpacked(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long under the race detector; the whole test has it")
	}
	bomb := archive(t, "a.dae", strings.Repeat(" ", MaxBytes+1))
	if len(bomb) > 1<<20 {
		t.Fatalf("the archive has %d bytes", len(bomb))
	}
	if _, err := Parse("bomb.zae", bomb); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("has more than %d bytes", MaxBytes)) {
		t.Errorf("the error is %v", err)
	}
}

func TestErrorsHaveLineAndColumn(t *testing.T) {
	for from, c := range map[string]struct{ to, want string }{
		`joint="kmodel1/joint1"><translate>`: {`joint="kmodel1/joint9"><translate>`, `arm.dae:37:39: one_arm: no joint has the sid "joint9"`},
		`<axis>0 0 1</axis>`:                 {`<axis>0 0 0</axis>`, "arm.dae:28:40: one_arm: the axis of the joint is zero"},
		"<min>-90</min>":                     {"<min>-9O</min>", `arm.dae:28:93: "-9O" is not a number`},
		"<min>0</min>":                       {"", "one of min and max is missing"},
		`url="#kmodel1"`:                     {`url="#kmodel2"`, `arm.dae:56:41: no element has the id "kmodel2"`},
		`url="#kinematics1"`:                 {`url="#motion1"`, "articulated systems contain one another"},
		`link0="kmodel1/link2"`:              {`link0="kmodel1/link7"`, `no link has the sid "link7"`},
		"<times/>":                           {"<sin/>", "the formula is not linear"},
		`url="#camera"`:                      {`url="other.dae#camera"`, "leads to another document, which is not opened"},
		`body="rigid1"`:                      {`body="rigid2"`, `the physics model has no rigid body "rigid2"`},
		`meter="0.01"`:                       {`meter="-1"`, "arm.dae:3:41: the unit is -1 m"},
		`name="caster"`:                      {`name="base"`, `a link named "base" was declared already`},
		`<COLLADA`:                           {`<SCENE`, "closes <SCENE>"},
		"<scale>2 2 2</scale><inst":          {"<scale>2 2 2</scale><translate>1 0 0</translate><inst", "a transform follows a scale"},
	} {
		_, err := Parse("arm.dae", bytes.Replace(sound(t), []byte(from), []byte(c.to), 1))
		var list *source.Diagnostics
		if !errors.As(err, &list) || !strings.Contains(list.Format(50), c.want) {
			t.Errorf("%s: %v\nwant %s", c.to, err, c.want)
		}
	}
}

func ExampleParse() {
	data, err := os.ReadFile("testdata/arm.dae")
	if err != nil {
		fmt.Println(err)
		return
	}
	document, err := Parse("arm.dae", data)
	if err != nil {
		fmt.Println(err)
		return
	}
	robot := document.Robots[0].Description
	for _, m := range robot.Manipulators {
		fmt.Println(m.Name, "from", m.Base, "to", m.Tip, "with", m.Gripper)
	}
	// Output: hand from base to arm with [{close -1}]
}

func FuzzParse(f *testing.F) {
	f.Add(sound(f))
	f.Fuzz(func(t *testing.T, data []byte) { checkOutcome(t, "f.dae", data) })
}

func FuzzExtract(f *testing.F) {
	f.Add(archive(f, "arm.dae", `<COLLADA version="1.5.0"/>`, "manifest.xml", "<dae_root>./arm.dae</dae_root>"))
	f.Fuzz(func(t *testing.T, data []byte) { checkOutcome(t, "f.zae", data) })
}

// checkOutcome checks that an outcome is a document of which worlds can be built, or diagnostics.
func checkOutcome(t *testing.T, name string, data []byte) {
	t.Helper()
	d, err := Parse(name, data)
	if err != nil {
		var list *source.Diagnostics
		if !errors.As(err, &list) || d != nil {
			t.Fatalf("the error is %T", err)
		}
		return
	}
	for _, b := range append(d.Robots, d.Bodies...) {
		if _, err := worlds.Build(b.Description); err != nil {
			t.Errorf("accepted, but no world can be built of it: %v", err)
		}
	}
}
