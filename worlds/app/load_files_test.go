package app

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// withFiles returns the good application whose base comes from an included file, and further files.
func withFiles(t *testing.T, include string, files map[string]string) fstest.MapFS {
	t.Helper()
	fsys := edited(t, "app.yaml", "include: base.urdf.yaml", "include: "+include)
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return fsys
}

func TestAFragmentBringsModelsGroupsAndLimits(t *testing.T) {
	files := withFiles(t, "parts/robot.yaml", map[string]string{
		"parts/robot.yaml":      "models:\n  - include: inner/base.yaml\njoint_groups: {base: [planar]}\n",
		"parts/inner/base.yaml": "models: [{include: ../../base.urdf.yaml}]\nlimits: {planar: [{jerk: 3}, {jerk: 3 m/s^3}, ~]}\n",
	})
	_, err := Load(files, "app.yaml", testRegistry(t))
	wantErrors(t, problems(t, err), "limits[0].jerk: 3 m/s3, none; limits[1].jerk: 3 m/s3, none")
	text := string(files["app.yaml"].Data)
	files["app.yaml"].Data = []byte(strings.Replace(text, "    period: 20ms\n", "    period: 20ms\n    limits: {m_planar: [{jerk: 3}, {jerk: 3}, {}]}\n", 1))
	c, err := Load(files, "app.yaml", testRegistry(t))
	if err != nil {
		t.Fatalf("\n%v", err)
	}
	if group, err := c.World("top").Model.Group("m_base"); err != nil || group.NumVelocities() != 3 {
		t.Errorf("the group of the fragment is %v, %v", group, err)
	}
	var names []string
	for _, f := range c.Files {
		names = append(names, f.Name)
	}
	if diff := cmp.Diff([]string{"app.yaml", "arm.urdf", "base.urdf.yaml", "parts/inner/base.yaml", "parts/robot.yaml", "wheels.urdf.yaml"}, names); diff != "" {
		t.Error(diff)
	}
}

// A robot in OpenRAVE's format names the files of its parts, which belong to the application.
func TestTheFilesThatARobotNamesBelongToTheApplication(t *testing.T) {
	arm, err := os.ReadFile("../collada/testdata/arm.dae")
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{
		"app.yaml": {Data: []byte(`
worlds:
  one:
    rate: 10Hz
    models: [{path: robots/two.robot.xml, namespace: m}]
    joints: {m_neck: {passive: true}, m_left_yaw: {passive: true}, m_left_close: {passive: true}}
`)},
		"robots/two.robot.xml": {Data: []byte(`<robot name="two"><kinbody file="parts/torso.kinbody.xml"/> <robot file="parts/arm.dae" prefix="left_"/>
<kinbody><joint name="shoulder" type="hinge" enable="false"><body>torso</body><body>left_base</body><limits>0 0</limits></joint></kinbody></robot>`)},
		"robots/parts/torso.kinbody.xml": {Data: []byte(`<kinbody><body name="torso"/><body name="head"/>
<joint name="neck" type="hinge"><body>torso</body><body>head</body><limits>-1 1</limits></joint></kinbody>`)},
		"robots/parts/arm.dae": {Data: arm},
	}
	c, err := Load(files, "app.yaml", testRegistry(t))
	if err != nil {
		t.Fatalf("\n%v", err)
	}
	var names []string
	for _, f := range c.Files {
		names = append(names, f.Name)
	}
	if diff := cmp.Diff([]string{"app.yaml", "robots/parts/arm.dae", "robots/parts/torso.kinbody.xml", "robots/two.robot.xml"}, names); diff != "" {
		t.Error(diff)
	}
	delete(files, "robots/parts/arm.dae")
	_, err = Load(files, "app.yaml", testRegistry(t))
	if err == nil || !strings.Contains(err.Error(), `robots/two.robot.xml:1:74: two: "parts/arm.dae": no such file lies below the declared roots`) {
		t.Errorf("without a part: %v", err)
	}
	files["robots/parts/arm.dae"] = &fstest.MapFile{Data: []byte("<COLLADA")}
	_, err = Load(files, "app.yaml", testRegistry(t))
	if err == nil || !strings.Contains(err.Error(), "robots/parts/arm.dae:1:") {
		t.Errorf("with a damaged part: %v", err)
	}
}

func TestAModelMayBeAttachedToTheRoom(t *testing.T) {
	files := testFiles()
	files["app.yaml"] = &fstest.MapFile{Data: []byte(`
worlds:
  one:
    rate: 10Hz
    models:
      - {path: arm.urdf, joint: {parent: world, name: slide, type: prismatic, axis: [0, 0, 1], limits: {lower: 0, upper: 1 m, velocity: 1, effort: 10 N}}}
      - {path: arm.urdf, namespace: b, joint: {parent: world, child: b_base, origin: {xyz: [1, 0, 0]}}}
    joints: {slide: {passive: true}, j1: {passive: true}, j2: {passive: true}, b_j1: {passive: true}, b_j2: {passive: true}}
`)}
	c, err := Load(files, "app.yaml", testRegistry(t))
	if err != nil {
		t.Fatalf("\n%v", err)
	}
	if diff := cmp.Diff([]string{"slide", "j1", "j2", "b_j1", "b_j2"}, c.Worlds[0].Model.JointNames()); diff != "" {
		t.Error(diff)
	}
	if got := c.Worlds[0].Model.Joint(0); got.Limits[0].Upper != 1 || got.Axis != [3]float64{0, 0, 1} {
		t.Errorf("the joint to the room is %+v", got)
	}
}

func TestWhatIsNoListOfModelsIsReportedOnce(t *testing.T) {
	for models, want := range map[string]string{
		"{include: a.yaml}": "this is a mapping",
		"a.yaml":            "this is a single value",
		"~":                 "the key \"models\" is missing",
		"[]":                "there are no models",
	} {
		text := "app: {name: a}\nworlds: {w: {rate: 1kHz, models: " + models + "}}\n"
		_, err := Load(fstest.MapFS{"app.yaml": {Data: []byte(text)}}, "app.yaml", testRegistry(t))
		if err == nil || strings.Count(err.Error(), "worlds.w.models") != 1 || !strings.Contains(err.Error(), want) {
			t.Errorf("models: %s\n%v\nexpected one error of worlds.w.models: %s", models, err, want)
		}
	}
}

func TestIncludesThatGoWrongAreNamedWithTheirChain(t *testing.T) {
	deep := map[string]string{}
	for i := range 12 {
		deep[fmt.Sprintf("d%d.yaml", i)] = fmt.Sprintf("models: [{include: d%d.yaml}]", i+1)
	}
	for name, given := range map[string]struct {
		include string
		files   map[string]string
		want    []string
	}{
		"itself":        {"a.yaml", map[string]string{"a.yaml": "models: [{include: a.yaml}]"}, []string{"a.yaml:1:20: models[0].include: the file includes itself: a.yaml -> a.yaml"}},
		"each other":    {"a.yaml", map[string]string{"a.yaml": "models: [{include: s/b.yaml}]", "s/b.yaml": "models: [{include: ../a.yaml}]"}, []string{"s/b.yaml:1:20: models[0].include: the file includes itself: a.yaml -> s/b.yaml -> a.yaml"}},
		"application":   {"app.yaml", nil, []string{"app.yaml -> app.yaml"}},
		"deep":          {"d0.yaml", deep, []string{"includes are nested more than 8 deep: app.yaml -> d0.yaml -> d1.yaml"}},
		"no models":     {"a.yaml", map[string]string{"a.yaml": "joint_groups: {}"}, []string{`a.yaml:1:1: models: the key "models" is missing`}},
		"empty":         {"a.yaml", map[string]string{"a.yaml": ""}, []string{"a.yaml:1:1: the document is empty"}},
		"unknown key":   {"a.yaml", map[string]string{"a.yaml": "models: [{include: base.urdf.yaml}]\nactors: {}"}, []string{`a.yaml:2:1: actors: the key "actors" is unknown`}},
		"a wrong robot": {"a.yaml", map[string]string{"a.yaml": "robot: {name: x, links: [{name: l}, {name: m}], joints: []}"}, []string{`a.yaml:1:37: x.links[m]: link "m" is not connected`}},
		"a folder":      {"s", map[string]string{"s/b.yaml": ""}, []string{"it is a folder"}},
		"the root":      {".", nil, []string{"leads out of the folder"}},
		"up and down":   {"s/../../app.yaml", nil, []string{"leads out of the folder"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Load(withFiles(t, given.include, given.files), "app.yaml", testRegistry(t))
			list := problems(t, err)
			if list.Len() > 1 { // what follows from a missing model is not one of this test
				list = firstOf(list, 1)
			}
			wantErrors(t, list, given.want...)
		})
	}
}

func TestWhatIsReadIsBounded(t *testing.T) {
	many := map[string]string{}
	var models strings.Builder
	for i := range maxFiles {
		name := fmt.Sprintf("m%d.urdf", i)
		many[name] = armModel
		fmt.Fprintf(&models, "  - {path: %s, namespace: n%d, joint: {parent: world}}\n", name, i)
	}
	many["a.yaml"] = "models:\n" + models.String()
	_, err := Load(withFiles(t, "a.yaml", many), "app.yaml", testRegistry(t))
	wantErrors(t, firstOf(problems(t, err), 1), "an application has at most 64 files")

	// Each file includes the next one twice: 2^8 models out of nine files.
	doubling := map[string]string{}
	for i := range maxIncludeDepth - 1 {
		doubling[fmt.Sprintf("e%d.yaml", i)] = fmt.Sprintf("models: [{include: e%d.yaml, namespace: a, joint: {parent: world}}, {include: e%d.yaml, namespace: b, joint: {parent: world}}]", i+1, i+1)
	}
	doubling["e7.yaml"] = "models: [{path: arm.urdf, namespace: a}, {path: arm.urdf, namespace: b, joint: {parent: a_tip}}]"
	_, err = Load(withFiles(t, "e0.yaml", doubling), "app.yaml", testRegistry(t))
	list := problems(t, err)
	if !strings.Contains(list.Format(1000), "the application has more than 256 models") {
		t.Errorf("the models are not bounded:\n%s", list.Format(5))
	}
}

func TestALoadStaysWithinItsFolder(t *testing.T) {
	outer := t.TempDir()
	inner := filepath.Join(outer, "inner")
	if err := os.Mkdir(inner, 0o700); err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(outer, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, f := range testFiles() {
		write(filepath.Join("inner", name), string(f.Data))
	}
	if _, err := LoadFile(filepath.Join(inner, "app.yaml"), testRegistry(t)); err != nil {
		t.Fatalf("\n%v", err)
	}
	write("secret.yaml", baseModel)
	for link, target := range map[string]string{"up.yaml": "../secret.yaml", "absolute.yaml": filepath.Join(outer, "secret.yaml"), "zero.yaml": "/dev/zero"} {
		if err := os.Symlink(target, filepath.Join(inner, link)); err != nil {
			t.Fatal(err)
		}
		write("inner/app.yaml", string(edited(t, "app.yaml", "include: base.urdf.yaml", "include: "+link)["app.yaml"].Data))
		_, err := LoadFile(filepath.Join(inner, "app.yaml"), testRegistry(t))
		if list := problems(t, err); list.Len() == 0 || !strings.Contains(list.Error(), "escapes") {
			t.Errorf("%s was read: %v", link, err)
		}
	}
}

func TestAFileThatIsNotThereIsNamed(t *testing.T) {
	_, err := LoadFile(filepath.Join(t.TempDir(), "none.yaml"), testRegistry(t))
	wantErrors(t, problems(t, err), "none.yaml: the file does not exist")
	_, err = LoadFile(filepath.Join(t.TempDir(), "nowhere", "none.yaml"), testRegistry(t))
	wantErrors(t, problems(t, err), "the folder cannot be opened: no such file or directory")
	_, err = Load(testFiles(), "../app.yaml", testRegistry(t))
	wantErrors(t, problems(t, err), "../app.yaml: the path leads out of its folder")
}

func TestWorldsMayBeAtTheTopLevel(t *testing.T) {
	bare := strings.Replace(testApp, "worlds:\n", "", 1)
	lines := strings.Split(bare, "\n")
	inWorlds := false
	for i, line := range lines {
		switch {
		case line == "  top:":
			inWorlds = true
		case !strings.HasPrefix(line, "  "):
			inWorlds = inWorlds && line == ""
		}
		if inWorlds {
			lines[i] = strings.TrimPrefix(line, "  ")
		}
	}
	files := testFiles()
	files["app.yaml"].Data = []byte(strings.Join(lines, "\n"))
	c, err := Load(files, "app.yaml", testRegistry(t))
	if err != nil {
		t.Fatalf("\n%v", err)
	}
	want := loaded(t)
	for i := range want.Worlds {
		if c.Worlds[i].Name != want.Worlds[i].Name || c.Worlds[i].Model.Hashes() != want.Worlds[i].Model.Hashes() {
			t.Errorf("world %d is %s", i, c.Worlds[i].Name)
		}
	}
	files["app.yaml"].Data = []byte(strings.Join(lines, "\n") + "worlds: {other: {}}\n")
	_, err = Load(files, "app.yaml", testRegistry(t))
	if list := problems(t, err); !strings.Contains(list.Error(), `top: the key "top" is unknown`) {
		t.Errorf("both forms at once are taken:\n%v", list)
	}
}

func TestAFileOfOneWorldNeedsNoNameForIt(t *testing.T) {
	files := testFiles()
	files["app.yaml"].Data = []byte(`
app: {name: single}
rate: 10Hz
models: [{path: arm.urdf}]
joint_groups: {arm: [j1, j2]}
processors: {controller: {type: tracker, options: {joint_group: arm}}}
drives: {bus: {type: sim, joints: [j1, j2]}}
`)
	c, err := Load(files, "app.yaml", testRegistry(t))
	if err != nil {
		t.Fatalf("\n%v", err)
	}
	if len(c.Worlds) != 1 || c.Worlds[0].Name != "robot" || c.Name != "single" || c.Worlds[0].Actors[0].Path != "robot/controller" {
		t.Errorf("the worlds are %+v", c.Worlds)
	}
	if c.Seed != 1 || c.JobThreads != 1 || c.FaultsAllowed || c.Virtual || c.Duration != 0 || !c.Recording.Enabled {
		t.Errorf("the defaults are %+v", c)
	}
}

func TestAMinimalFileHasTheNameOfItsFile(t *testing.T) {
	files := testFiles()
	files["robots/lab.yaml"] = &fstest.MapFile{Data: []byte("worlds: {w: {rate: 1Hz, models: [{include: ../fixed.yaml}]}}")}
	files["fixed.yaml"] = &fstest.MapFile{Data: []byte("robot: {name: door, links: [{name: frame}, {name: leaf}], " +
		"joints: [{name: hinge, type: continuous, parent: frame, child: leaf, axis: [0, 0, 1], role: passive}]}")}
	c, err := Load(files, "robots/lab.yaml", testRegistry(t))
	if err != nil {
		t.Fatalf("\n%v", err)
	}
	if c.Name != "lab" || len(c.Worlds[0].Joints) != 1 {
		t.Errorf("the application is %+v", c)
	}
}

func TestAWorldWithoutAJointThatMovesIsRefusedAtItsModels(t *testing.T) {
	for name, robot := range map[string]string{
		"one link":    `<robot name="r"><link name="a"/></robot>`,
		"fixed joint": `<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint></robot>`,
	} {
		files := fstest.MapFS{
			"app.yaml": {Data: []byte("worlds:\n  w:\n    rate: 1Hz\n    models: [{path: r.urdf}]\n")},
			"r.urdf":   {Data: []byte(robot)},
		}
		_, err := Load(files, "app.yaml", testRegistry(t))
		if err == nil || !strings.HasPrefix(err.Error(), "app.yaml:4:13: worlds.w.models: no joint of the world moves") || strings.Contains(err.Error(), "gate") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestANameOfNoApplicationFileLeadsToTheOneThatIsThere(t *testing.T) {
	files := fstest.MapFS{"robot/app.yaml": {Data: []byte("worlds: {}\n")}, "empty/note.txt": {}}
	for name, want := range map[string]string{
		"robot/app.yml": `robot/app.yml: the file does not exist; did you mean "app.yaml"?`,
		"robot":         `robot: it is a folder; expected the path of a file; did you mean "robot/app.yaml"?`,
		"empty":         "empty: it is a folder; expected the path of a file",
		"robot/other":   "robot/other: the file does not exist",
	} {
		if _, err := Load(files, name, testRegistry(t)); err == nil || strings.TrimSpace(err.Error()) != want {
			t.Errorf("%s: got %v, want %s", name, err, want)
		}
	}
}

func TestAMistakeInAnAnchorIsReportedOnce(t *testing.T) {
	files := fstest.MapFS{"app.yaml": {Data: []byte("worlds:\n  one: &world\n    rate: fast\n    models: [{path: none.urdf}]\n  two: *world\n")}}
	_, err := Load(files, "app.yaml", testRegistry(t))
	for _, problem := range []string{`"fast"`, `"none.urdf"`} {
		if err == nil || strings.Count(err.Error(), problem+" is")+strings.Count(err.Error(), problem+": the file") != 1 {
			t.Errorf("%s is not reported once:\n%v", problem, err)
		}
	}
}
