package environment_test

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/environment"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// loading finds every robot as the arm of cell.
func loading(t testing.TB) environment.LoadOptions {
	w := arm(t, "arm", 3)
	return environment.LoadOptions{Robot: func(string) (*worlds.World, error) { return w, nil }}
}

// random returns a scene with bodies of every shape at random places, held in every way.
func random(t testing.TB, seed uint64) *environment.Scene {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 0))
	e := environment.New("random \"cell\"").Edit()
	handle := must[environment.Handle](t)
	somewhere := func() spatial.Pose {
		q := spatial.QuatOf([4]float64{r.NormFloat64(), r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}).Unit()
		return spatial.Pose{R: q.Rotation(), P: [3]float64{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}}
	}
	var all []environment.Handle
	robot := handle(e.AddRobot(environment.RobotSpec{Name: "arm", World: arm(t, "arm", 3), Source: "arm.urdf", Base: somewhere(),
		Position: []float64{r.Float64(), r.NormFloat64(), 1e-300, -r.Float64(), 0}}))
	kinds := []worlds.Shape{{Kind: worlds.Box, Size: [3]float64{r.Float64(), 1, 2}}, {Kind: worlds.Sphere, Radius: r.Float64()},
		{Kind: worlds.Cylinder, Radius: 0.1, Length: r.Float64()}, {Kind: worlds.Capsule, Radius: r.Float64(), Length: 0.3}}
	for i := range 8 {
		shape := kinds[i%4]
		shape.Pose = somewhere()
		h := handle(e.AddBody(environment.BodySpec{Name: fmt.Sprintf("body%d", i), Pose: somewhere(), Shapes: []worlds.Shape{shape, kinds[0]},
			Inertia: rigidbody.Inertia{Mass: r.Float64(), Ixx: 1, Iyy: 1, Izz: 1.5}}))
		all = append(all, h)
	}
	check(t, e.Grab(robot, "link3", all[0], "left"))
	check(t, e.Attach(all[1], all[0], ""))
	check(t, e.Attach(all[2], robot, "link1"))
	check(t, e.Attach(robot, all[3], ""))
	check(t, e.Remove(all[7]))
	check(t, e.Remove(all[5]))
	check(t, e.Allow(environment.Part{Object: robot, Link: "left"}, environment.Part{Object: all[4]}))
	check(t, e.Allow(environment.Part{Object: all[6]}, environment.Part{Object: all[4]}))
	check(t, e.AddSensor(environment.RangeSensor{Name: "eye", On: environment.Part{Object: robot, Link: "link2"}, Pose: somewhere(), Min: 0.1, Max: 5}))
	check(t, e.AddSensor(environment.RangeSensor{Name: "ear", On: environment.Part{Object: all[6]}, Max: 1}))
	return e.Scene()
}

func TestASavedSceneReadsBackWithEqualHashesNamesAndIDs(t *testing.T) {
	for seed := range uint64(30) {
		scene := random(t, seed)
		text, err := environment.Save(scene)
		check(t, err)
		back, err := environment.Load("scene.yaml", text, loading(t))
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		if back.Hashes() != scene.Hashes() || back.Name() != scene.Name() {
			t.Fatalf("seed %d: the hashes of %q differ in %q", seed, back.Name(), changed(scene.Hashes(), back.Hashes()))
		}
		for i, h := range scene.Handles() {
			other := back.Handles()[i]
			a, _ := scene.Pose(h)
			if b, _ := back.Pose(other); h.ID() != other.ID() || a != b {
				t.Fatalf("seed %d: object %d at %v came back as %d at %v", seed, h.ID(), a, other.ID(), b)
			}
		}
		again, err := environment.Save(back)
		check(t, err)
		if !bytes.Equal(text, again) {
			t.Fatalf("seed %d: saved again, the text differs:\n%s\n%s", seed, text, again)
		}
		edit := back.Edit()
		if h := must[environment.Handle](t)(edit.AddBody(environment.BodySpec{Name: "new"})); h.ID() != 10 {
			t.Fatalf("seed %d: the ID %d was given again", seed, h.ID())
		}
	}
}

func TestARobotWithoutASourceIsNotSaved(t *testing.T) {
	scene, _, _, _ := cell(t)
	if text, err := environment.Save(scene); err == nil || text != nil || !strings.Contains(err.Error(), `"cell": "arm" cannot be saved`) {
		t.Errorf("%s, %v", text, err)
	}
}

const twoLinks = `<robot name="two"><link name="base"><collision><geometry><box size="0.2 0.2 0.2"/></geometry></collision></link>
<link name="tip"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
<joint name="hinge" type="revolute"><parent link="base"/><child link="tip"/><axis xyz="0 0 1"/><origin xyz="1 0 0"/>
<limit lower="-1" upper="1" velocity="1" effort="1"/></joint></robot>`

// The same robot, its parts in another order and in the other format.
const twoLinksYAML = `robot:
  name: two
  joints:
    - {name: hinge, type: revolute, parent: base, child: tip, axis: [0, 0, 1], origin: {xyz: [1, 0, 0]}, limits: {lower: -1, upper: 1, velocity: 1, effort: 1}}
  links:
    - {name: tip, collision: {geometry: {sphere: {radius: 0.1}}}}
    - {name: base, collision: {geometry: {box: {size: [0.2, 0.2, 0.2]}}}}
`

func TestASceneWithItsRobotInAnotherFormatHasTheSameHashes(t *testing.T) {
	files := fstest.MapFS{"two.urdf": {Data: []byte(twoLinks)}, "two.urdf.yaml": {Data: []byte(twoLinksYAML)}}
	load := func(robot string) environment.Hashes {
		text := "scene:\n  name: cell\n  objects:\n    - {name: two, robot: " + robot + ", joints: {hinge: 0.5}, pose: {xyz: [1, 0, 0], rpy: [0, 0, 1]}}\n"
		s, err := environment.Load("scene.yaml", []byte(text), environment.LoadOptions{FS: files})
		check(t, err)
		return s.Hashes()
	}
	if got := changed(load("two.urdf"), load("two.urdf.yaml")); got != "" {
		t.Errorf("the format of the robot changes %q", got)
	}
}

func TestMistakesInASceneAreReportedAtTheirPlace(t *testing.T) {
	good := `scene:
  name: cell
  objects:
    - name: arm
      robot: arm.urdf
      joints: {joint1: 0.5}
    - name: can
      id: 4
      pose: {xyz: [1, 0, 3], quaternion: [1, 0, 0, 0]}
      shapes: [{cylinder: [0.03, 0.1]}]
      held: {by: arm, link: link3, touch: [left]}
  allowed: [[arm/link1, can]]
  sensors: [{name: eye, on: arm/link2, max: 2}]
`
	if _, err := environment.Load("cell.yaml", []byte(good), loading(t)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ from, to, want string }{
		{"joint1: 0.5", "joint9: 0.5", `cell.yaml:6:16: scene.objects[0].joints: world "arm" has no joint named "joint9"`},
		{"joint1: 0.5", "joint1: fast", `cell.yaml:6:24: scene.objects[0].joints[joint1]: "fast" is no number`},
		{"joint1: 0.5", "joint1: [1, 2]", `cell.yaml:6:24: scene.objects[0].joints[joint1]: 2 numbers`},
		{"{joint1: 0.5}", "7", `cell.yaml:6:15: scene.objects[0].joints: this is a scalar`},
		{"id: 4", "id: 1", `cell.yaml:8:11: scene.objects[1].id: the ID 1 comes after 1`},
		{"id: 4", "id: -1", `"-1" is no ID`},
		{"name: can", "name: arm", `cell.yaml:7:7: scene.objects[1]: environment "cell" has an object named "arm" already`},
		{"quaternion: [1, 0, 0, 0]", "quaternion: [1, 1, 0, 0]", `cell.yaml:9:42: scene.objects[1].pose.quaternion: the quaternion has length 1.41421356`},
		{"quaternion: [1, 0, 0, 0]", "matrix: [1, 0, 0, 0, 1, 0, 0, 0, 2]", `the orientation is not a rotation matrix`},
		{"quaternion: [1, 0, 0, 0]", "rpy: [0, 0, 0], matrix: [1, 0, 0, 0, 1, 0, 0, 0, 1]", `several orientations`},
		{"[1, 0, 3]", "[1, .nan, 3]", `cell.yaml:9:23: scene.objects[1].pose.xyz[1]: ".nan" is no number`},
		{"[1, 0, 3]", "[1, 1e9, 3]", `the position is [1 1e+09 3] m`},
		{"cylinder: [0.03, 0.1]", "cylinder: [0.03, -0.1]", `a length of the cylinder is -0.1 m`},
		{"cylinder: [0.03, 0.1]", "cone: [0.03, 0.1]", `cell.yaml:10:17: scene.objects[1].shapes[0]: the key "cone" is unknown`},
		{"cylinder: [0.03, 0.1]", "sphere: 1, box: [1, 1, 1]", `scene.objects[1].shapes[0]: 2 shapes`},
		{"cylinder: [0.03, 0.1]", "sphere: 1, scale: [1, 1, 1]", `a sphere has no scale`},
		{"cylinder: [0.03, 0.1]", "mesh: can.stl", `the mesh "can.stl", which nobody reads`},
		{"by: arm", "by: arn", `cell.yaml:11:13: scene.objects[1].held.by: environment "cell" has no object named "arn"; did you mean "arm"`},
		{"link: link3", "link: link7", `scene.objects[1].held: environment "cell": "can": world "arm" has no body named "link7"`},
		{"arm/link1, can", "arm/link1, tin", `cell.yaml:12:25: scene.allowed[0][1]: environment "cell" has no object named "tin"`},
		{"[arm/link1, can]", "[arm/link1]", `1 parts`},
		{"arm/link1", "arm/", `ends with a slash`},
		{"max: 2", "max: 0", `measures 0 m to 0 m`},
		{", max: 2", "", `the keys on and max are needed`},
		{"robot: arm.urdf", `robot: ""`, `scene.objects[0].robot: the source of the robot is empty`},
		{"robot: arm.urdf", "shapes: []", `a body has no joints`},
		{"name: cell\n", "last_id: 2\n", `the name is missing`},
		{"  allowed", "  alowed", `did you mean "allowed"`},
		{"name: cell\n", "name: cell\n  last_id: 3\n", `the last ID 3 is below the highest ID 4`},
		{"scene:", "room:", `the key scene is missing`},
	} {
		text := strings.Replace(good, c.from, c.to, 1)
		if s, err := environment.Load("cell.yaml", []byte(text), loading(t)); err == nil || s != nil || !strings.Contains(err.Error(), c.want) || c.to != "name: arm" && strings.Contains(err.Error(), `named "can"; known`) {
			t.Errorf("%s: %v\nexpected %q", c.to, err, c.want)
		}
	}
}

func TestARobotOfASceneComesFromAFileOfItsFolder(t *testing.T) {
	text := []byte("scene: {name: cell, objects: [{name: two, robot: ../two.urdf}]}")
	for name, c := range map[string]struct {
		options environment.LoadOptions
		want    string
	}{
		"no folder": {environment.LoadOptions{}, "no folder was given"},
		"outside":   {environment.LoadOptions{FS: fstest.MapFS{"two.urdf": {Data: []byte(twoLinks)}}}, "leads out of its folder"},
		"nothing":   {environment.LoadOptions{Robot: func(string) (*worlds.World, error) { return nil, nil }}, "has no world"},
	} {
		if _, err := environment.Load("cell.yaml", text, c.options); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v; expected %q", name, err, c.want)
		}
	}
}

func TestARobotOfASceneMayHaveAnyFormat(t *testing.T) {
	arm, err := os.ReadFile("../collada/testdata/arm.dae")
	check(t, err)
	text := []byte("scene: {name: cell, objects: [{name: one, robot: models/arm.dae, joints: {yaw: 0.5}}, {name: two, robot: two.urdf}]}")
	files := fstest.MapFS{"models/arm.dae": {Data: arm}, "two.urdf": {Data: []byte(twoLinks)}}
	options := environment.LoadOptions{FS: files, Meshes: environment.MeshFiles(files, true)}
	scene, err := environment.Load("cell.yaml", text, options)
	check(t, err)
	saved, err := environment.Save(scene)
	check(t, err)
	back, err := environment.Load("saved.yaml", saved, options)
	check(t, err)
	if back.Hash() != scene.Hash() {
		t.Errorf("saved and loaded, the scene has another hash:\n%s", saved)
	}
	text = []byte("scene: {name: cell, objects: [{name: one, robot: arm.dea}]}")
	if _, err := environment.Load("cell.yaml", text, options); err == nil || !strings.Contains(err.Error(), `did you mean ".dae"?`) {
		t.Errorf("the error is %v", err)
	}
}

// cube is a mesh of a cube with edges of 2 m, as OBJ.
const cube = `v -1 -1 -1
v 1 -1 -1
v 1 1 -1
v -1 1 -1
v -1 -1 1
v 1 -1 1
v 1 1 1
v -1 1 1
f 1 4 3 2
f 5 6 7 8
f 1 2 6 5
f 3 4 8 7
f 2 3 7 6
f 1 5 8 4
`

func TestMeshesOfASceneAreReadFromItsFolder(t *testing.T) {
	files := fstest.MapFS{"cans/cube.obj": {Data: []byte(cube)}}
	text := []byte(`scene:
  name: cell
  objects:
    - {name: cube, shapes: [{mesh: "package://cans/cube.obj", scale: [0.5, 0.5, 2]}], pose: {xyz: [0, 3, 0]}}
    - {name: post, shapes: [{sphere: 0.1}]}
  sensors: [{name: eye, on: post, max: 9, pose: {rpy: [0, 0, 1.5707963267948966]}}]
`)
	for _, hulls := range []bool{true, false} {
		s, err := environment.Load("cell.yaml", text, environment.LoadOptions{Meshes: environment.MeshFiles(files, hulls)})
		check(t, err)
		if got := must[environment.Ray](t)(s.Measure("eye")); math.Abs(got.Distance-2.5) > 1e-5 || got.Hit.ID() != 1 {
			t.Errorf("hulls %v: the eye sees %+v, want the cube at 2.5 m", hulls, got)
		}
	}
	for want, mesh := range map[string]string{"leads out of its folder": "../cube.obj", "file does not exist": "cube.obj", "is no regular file": "cans"} {
		text := []byte("scene: {name: cell, objects: [{name: cube, shapes: [{mesh: " + mesh + "}]}]}")
		if _, err := environment.Load("cell.yaml", text, environment.LoadOptions{Meshes: environment.MeshFiles(files, true)}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; expected %q", mesh, err, want)
		}
	}
}

// A scene that loads can be saved, and loads again with the same hashes.
func FuzzLoad(f *testing.F) {
	text, err := environment.Save(random(f, 1))
	check(f, err)
	f.Add(text)
	f.Add([]byte("scene: {name: a, objects: [{name: b, shapes: [{sphere: 1e-320}], pose: {rpy: [1, 2, 3]}}]}"))
	f.Add([]byte("scene: {name: a, last_id: 4294967295, objects: [{name: b, held: {by: b}}], allowed: [[b, b]], sensors: [{name: c, on: b, max: 1}]}"))
	options := loading(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := environment.Load("scene.yaml", data, options)
		if err != nil {
			_ = err.Error()
			return
		}
		saved, err := environment.Save(s)
		if err != nil {
			t.Fatalf("what was loaded cannot be saved: %v", err)
		}
		back, err := environment.Load("saved.yaml", saved, options)
		if err != nil {
			t.Fatalf("%v\n%s", err, saved)
		}
		if back.Hash() != s.Hash() {
			t.Fatalf("the hashes differ in %q\n%s", changed(s.Hashes(), back.Hashes()), saved)
		}
	})
}

func TestAHostileSceneIsRefusedQuickly(t *testing.T) {
	wholeTestOnly(t)
	unknown := "scene: {name: a, objects: [{name: b}], allowed: [" + strings.Repeat("[c, d],", 100_000) + "]}"
	many := "scene: {name: a, objects: [" + strings.Repeat("{},", 20_000) + "]}"
	deep := "scene: " + strings.Repeat("[", 1000) + strings.Repeat("]", 1000)
	for name, text := range map[string]string{"unknown names": unknown, "many objects": many, "depth": deep, "an anchor": "scene: &a {name: a, objects: [*a]}"} {
		if _, err := environment.Load("a.yaml", []byte(text), environment.LoadOptions{}); err == nil || len(err.Error()) > 1<<16 {
			t.Errorf("%s: accepted, or an error that is too long", name)
		}
	}
}
