package openrave

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
	"github.com/robo-actors/robo-actors/worlds/source"
	"github.com/robo-actors/robo-actors/worlds/urdf"
)

// body reads a document of one body.
func body(t *testing.T, text string) *Body {
	t.Helper()
	d, err := Parse("b.xml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return &append(d.Robots, d.Bodies...)[0]
}

// poseOf returns the pose of a link in the root's frame for joint values by name.
func poseOf(t *testing.T, d *worlds.Description, link string, values map[string]float64) spatial.Pose {
	t.Helper()
	w, err := worlds.Build(d)
	if err != nil {
		t.Fatal(err)
	}
	m, err := w.Model()
	if err != nil {
		t.Fatal(err)
	}
	q := make([]float64, w.NumPositions())
	for name, v := range values {
		i, err := w.JointIndex(name)
		if err != nil {
			t.Fatal(err)
		}
		q[w.Slot(i).Position] = v
	}
	if err := w.Reduction().Follow(q, nil); err != nil {
		t.Fatal(err)
	}
	ws := m.NewWorkspace()
	if err := ws.SetPosition(q); err != nil {
		t.Fatal(err)
	}
	i, err := w.BodyIndex(link)
	if err != nil {
		t.Fatal(err)
	}
	return ws.Pose(i)
}

func near(t *testing.T, what string, got, want []float64, tolerance float64) {
	t.Helper()
	for i := range want {
		if len(got) != len(want) || !(math.Abs(got[i]-want[i]) <= tolerance) {
			t.Errorf("%s is %v, want %v", what, got, want)
			return
		}
	}
}

// TestAHingeBesideItsChildTurnsTheChildAroundIt: a child at 0.5 m from a hinge at the origin is at
// 0.5 (cos 0.8, sin 0.8) after a turn of 0.8 rad, the numbers that OpenRAVE's own tests expect.
func TestAHingeBesideItsChildTurnsTheChildAroundIt(t *testing.T) {
	b := body(t, `<kinbody name="two"><body name="link0"/>
  <body name="link1"><translation>0.5 0 0</translation></body>
  <joint name="j0" type="hinge"><body>link0</body><body>link1</body><axis>0 0 1</axis><limits>-0.5 1</limits></joint></kinbody>`)
	pose := poseOf(t, b.Description, "link1", map[string]float64{"j0": 0.8})
	near(t, "position", pose.P[:], []float64{0.34835335, 0.35867805, 0}, 1e-8)
	near(t, "orientation", pose.R[:], []float64{0.69670671, -0.71735609, 0, 0.71735609, 0.69670671, 0, 0, 0, 1}, 1e-8)
}

func TestTheEquationsOfMimicJointsLeadToOneJoint(t *testing.T) {
	b := body(t, `<kinbody name="a"><body name="L0"/><body name="L1"/><body name="L2"/><body name="L3"/>
  <joint name="J0" type="hinge"><body>L0</body><body>L1</body><axis>1 0 0</axis></joint>
  <joint name="J0a" type="hinge" mimic_pos="2*J0" mimic_vel="|J0 2" mimic_accel="|J0 0"><body>L1</body><body>L2</body><axis>1 0 0</axis></joint>
  <joint name="J0b" type="hinge" mimic_pos="2*J0a+J0"><body>L2</body><body>L3</body><axis>1 0 0</axis></joint></kinbody>`)
	for name, want := range map[string]float64{"J0a": 2, "J0b": 5} {
		if m := b.Description.Joint(name).Mimic; m == nil || m.Joint != "J0" || m.Multiplier != want || m.Offset != 0 {
			t.Errorf("joint %s follows %+v, want %v J0", name, m, want)
		}
	}
	// 0.5 + 1.0 + 2.5 rad about one axis.
	pose := poseOf(t, b.Description, "L3", map[string]float64{"J0": 0.5})
	near(t, "orientation", pose.R[4:6], []float64{math.Cos(4), -math.Sin(4)}, 1e-12)
}

func TestMassesAreTheClosedForms(t *testing.T) {
	const rho = 2.5
	box := func(m float64) rigidbody.Inertia {
		return rigidbody.Inertia{Mass: m, Ixx: m / 3 * 13, Iyy: m / 3 * 10, Izz: m / 3 * 5}
	}
	for text, want := range map[string]rigidbody.Inertia{
		`<mass type="box"><extents>1 2 3</extents><density>2.5</density></mass>`:                                                                                                                                     box(48 * rho),
		`<geom type="box"><extents>1 2 3</extents></geom><mass type="mimicgeom"><density>2.5</density></mass>`:                                                                                                       box(48 * rho),
		`<geom type="box"><extents>1 2 3</extents></geom><mass type="mimicgeom"><total>6</total></mass>`:                                                                                                             box(6),
		`<mass type="mimicgeom"><total>6</total></mass><geom type="box"><extents>1 2 3</extents></geom>`:                                                                                                             box(6),
		`<mass type="sphere"><radius>2</radius><total>5</total></mass>`:                                                                                                                                              {Mass: 5, Ixx: 8, Iyy: 8, Izz: 8},
		`<geom type="cylinder"><radius>2</radius><height>3</height></geom><mass type="mimicgeom"><total>4</total></mass>`:                                                                                            {Mass: 4, Ixx: 7, Iyy: 8, Izz: 7},
		`<mass type="custom"><total>2</total><com>1 2 3</com><inertia>4 0.1 0.2 0.1 5 0.3 0.2 0.3 6</inertia></mass>`:                                                                                                {Mass: 2, Com: [3]float64{1, 2, 3}, Ixx: 4, Ixy: 0.1, Ixz: 0.2, Iyy: 5, Iyz: 0.3, Izz: 6},
		`<geom type="sphere"><radius>1</radius><translation>2 0 0</translation></geom><geom type="sphere"><radius>1</radius><translation>-2 0 0</translation></geom><mass type="mimicgeom"><total>10</total></mass>`: {Mass: 10, Ixx: 4, Iyy: 44, Izz: 44},
		`<geom type="box"><extents>1 2 3</extents><rotationaxis>0 0 1 90</rotationaxis></geom><mass type="mimicgeom"><total>3</total></mass>`:                                                                        {Mass: 3, Ixx: 10, Iyy: 13, Izz: 5},
	} {
		got := body(t, `<kinbody name="b"><body name="l">`+text+`</body></kinbody>`).Description.Links[0].Inertia
		near(t, text, []float64{got.Mass, got.Com[0], got.Com[1], got.Com[2], got.Ixx, got.Ixy, got.Ixz, got.Iyy, got.Iyz, got.Izz},
			[]float64{want.Mass, want.Com[0], want.Com[1], want.Com[2], want.Ixx, want.Ixy, want.Ixz, want.Iyy, want.Iyz, want.Izz}, 1e-12)
	}
}

func TestARobotOfSeveralFilesIsRead(t *testing.T) {
	d, err := Load(os.DirFS("testdata"), "shoulder.robot.xml", Options{})
	if err != nil {
		t.Fatal(err)
	}
	robot := d.Body("shoulder")
	if robot == nil || len(d.Robots) != 1 || !robot.Static {
		t.Fatalf("%+v", d)
	}
	desc := robot.Description
	// The first joint is at the shoulder of the DH row d 0.346, a 0.260768, theta 0.566729, alpha 0.
	yaw := desc.Joint("shoulder_yaw")
	p := yaw.Origin.P
	near(t, "DH row", []float64{p[2], math.Hypot(p[0], p[1]), math.Atan2(p[1], p[0])}, []float64{0.346, 0.260768, 0.566729}, 1e-6)
	near(t, "axis", yaw.Axis[:], []float64{0, -1, 0}, 1e-12)
	near(t, "limits", []float64{yaw.Limits[0].Lower, yaw.Limits[0].Velocity, yaw.Limits[0].Effort}, []float64{-150 * math.Pi / 180, 1.5, 77}, 1e-12)
	near(t, "pose", robot.Pose.P[:], []float64{-0.22, -0.14, -0.346}, 0)
	if wrist := desc.Joint("wrist"); wrist.Type != worlds.Continuous || wrist.Child != "left_palm_pivot" && wrist.Child != "left_palm" {
		t.Errorf("wrist is %+v", wrist)
	}
	if follow := desc.Joint("left_follow"); follow.Mimic == nil || follow.Mimic.Joint != "left_close" || follow.Role != worlds.Driven {
		t.Errorf("the thumb is moved by %+v", follow)
	}
	if m := desc.Manipulators[0]; m.Base != "base" || m.Tip != "left_palm" || m.Tool.P != [3]float64{0, 0, 0.1} || m.Direction != [3]float64{0, 0, 1} ||
		len(m.Gripper) != 1 || m.Gripper[0] != (worlds.GripperJoint{Joint: "left_close", Closing: 1}) {
		t.Errorf("the manipulator is %+v", m)
	}
	if s := desc.Sensors[0]; s.Kind != "basecamera" || s.Link != "left_palm" || len(s.Properties) != 2 || s.Properties[1].Values[0] != 640 || len(s.Properties[0].Values) != 4 {
		t.Errorf("the sensor is %+v", s)
	}
	if len(robot.Adjacent) != 1 || robot.Adjacent[0] != [2]string{"left_finger", "left_thumb"} {
		t.Errorf("adjacent are %v", robot.Adjacent)
	}
	palm := desc.Links[0]
	for _, l := range desc.Links {
		if l.Name == "left_palm" {
			palm = l
		}
	}
	if c, v := palm.Collisions[0], palm.Visuals[0]; c.Mesh != "meshes/palm.stl" || c.Scale != [3]float64{1e-3, 1e-3, 1e-3} || v.Mesh != "meshes/palm_fine.dae" || v.Scale != [3]float64{1, 1, 1} || v.Material.Color != [4]float64{0.2, 0.4, 0.6, 1} {
		t.Errorf("the palm has %+v and %+v", c, v)
	}
	cylinder := desc.Links[0].Collisions[0]
	near(t, "axis of the cylinder", []float64{cylinder.Pose.R[2], cylinder.Pose.R[5], cylinder.Pose.R[8]}, []float64{0, 0, 1}, 1e-12)
}

func TestAnEnvironmentPlacesItsBodies(t *testing.T) {
	d, err := Load(os.DirFS("testdata"), "room.env.xml", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if d.Name != "room" || len(d.Robots) != 1 || len(d.Bodies) != 2 || len(d.Notes) != 0 {
		t.Fatalf("%+v", d)
	}
	one := d.Body("one")
	// The base is at -0.22 -0.14 -0.346 in the robot, which is turned by 90 degrees at 1 0 0.
	near(t, "base", one.Pose.P[:], []float64{1.14, -0.22, -0.346}, 1e-12)
	if one.Values["shoulder_yaw"] != 0.3 || one.Values["left_close"] != -0.2 || one.Values["wrist"] != 0.01 {
		t.Errorf("values are %v", one.Values)
	}
	if can := d.Body("can"); can.Pose.P != [3]float64{0.5, 0, 0.4} || can.Static || can.Description.Links[0].Inertia.Mass != 0.3 {
		t.Errorf("the can is %+v", can)
	}
	if !d.Body("floor").Static || d.Body("nobody") != nil {
		t.Error("the floor moves, or a body has been made up")
	}
}

// TestTheTreeDoesNotDependOnTheDirectionOfJoints: a joint from the child to the parent turns the
// other way.
func TestTheTreeDoesNotDependOnTheDirectionOfJoints(t *testing.T) {
	text := func(first, second, axis string) string {
		return `<kinbody name="b"><body name="l0"/><body name="l1"><translation>0.1 0.2 0.3</translation><rotationaxis>1 2 3 40</rotationaxis></body>
<joint name="j" type="hinge"><body>` + first + `</body><body>` + second + `</body><axis>` + axis + `</axis><anchor>0.3 0 0</anchor><limits>-1 1</limits></joint></kinbody>`
	}
	a, b := body(t, text("l0", "l1", "0 0.6 0.8")), body(t, text("l1", "l0", "0 -0.6 -0.8"))
	for q := -1.0; q <= 1; q += 0.5 {
		x, y := poseOf(t, a.Description, "l1", map[string]float64{"j": q}), poseOf(t, b.Description, "l1", map[string]float64{"j": q})
		near(t, "position", x.P[:], y.P[:], 1e-12)
		near(t, "orientation", x.R[:], y.R[:], 1e-12)
	}
}

func TestAReadRobotKeepsItsHashesAsURDF(t *testing.T) {
	d, err := Load(os.DirFS("testdata"), "shoulder.robot.xml", Options{})
	if err != nil {
		t.Fatal(err)
	}
	desc := d.Robots[0].Description
	desc.Manipulators, desc.Sensors = nil, nil
	for i := range desc.Joints { // which URDF needs
		for k := range desc.Joints[i].Limits {
			l := &desc.Joints[i].Limits[k]
			l.Velocity, l.Effort = min(l.Velocity, 1), min(l.Effort, 10)
		}
	}
	text, err := urdf.Write(desc)
	if err != nil {
		t.Fatal(err)
	}
	again, err := urdf.Parse("shoulder.urdf", text, urdf.Options{})
	if err != nil {
		t.Fatal(err)
	}
	one, err := worlds.Build(desc)
	if err != nil {
		t.Fatal(err)
	}
	two, err := worlds.Build(again)
	if err != nil || one.Hashes() != two.Hashes() {
		t.Errorf("%v\n%+v\n%+v", err, one.Hashes(), two.Hashes())
	}
}

func TestErrorsAreReportedWithTheirPlace(t *testing.T) {
	shoulder, err := os.ReadFile("testdata/shoulder.robot.xml")
	if err != nil {
		t.Fatal(err)
	}
	gripper, err := os.ReadFile("testdata/gripper.kinbody.xml")
	if err != nil {
		t.Fatal(err)
	}
	for from, c := range map[string]struct{ to, want string }{
		"<offsetfrom>base":             {"<offsetfrom>bse", `s.xml:10:19: shoulder.bodies[yaw].offsetfrom: no body is named "bse"`},
		"-0.22 -0.14 -0.346":           {"-0.22 -0.14", "s.xml:6:7: shoulder.bodies[base]: <Translation> has 2 numbers"},
		"<radius>0.1</radius><h":       {"<radius>O.1</radius><h", `s.xml:7:74: shoulder.bodies[base].geom: "O.1" is not a number`},
		`<Geom type="cylinder">`:       {`<Geom type="cilinder">`, `s.xml:7:7: shoulder.bodies[base].geom: the type "cilinder" of a geometry is unknown`},
		"<anchor>0.22 0.14 0.346":      {"<anhcor>0.22 0.14 0.346", "closes <anhcor>"},
		"<weight>2</weight>":           {"<wieght>2</wieght>", "s.xml:23:7: <wieght> in <Joint> is unknown"},
		"<axis>0 0 1</axis>\n      <a": {"<axis>0 0 0</axis>\n      <a", "s.xml:19:7: shoulder.joints[shoulder_yaw].axis: the axis is zero"},
		`"shoulder_yaw" type="hinge"`:  {`"shoulder_yaw" type="spherical"`, `s.xml:16:38: shoulder.joints[shoulder_yaw]: a joint of type "spherical" cannot be expressed`},
		"<Body>base</Body> <Body>yaw":  {"<Body>yaw</Body> <Body>yaw", `s.xml:16:5: shoulder.joints[shoulder_yaw]: the joint connects body "yaw" to itself`},
		"gripper.kinbody.xml":          {"griper.kinbody.xml", `s.xml:26:18: shoulder: "griper.kinbody.xml": no such file lies below the declared roots`},
		`file="gripper`:                {`file="../gripper`, `s.xml:26:18: shoulder: "../gripper.kinbody.xml": no such file`},
		`file="gripper.kinbody.xml"`:   {`file="s.xml"`, "files are nested too deep"},
		"<base>base":                   {"<base>bas", `s.xml:37:11: shoulder.manipulators[arm].base: no body is named "bas"`},
		"<joints>left_close":           {"<joints>left_clos", `s.xml:39:13: shoulder.manipulators[arm].joints: no joint is named "left_clos"`},
		"direction>1<":                 {"direction>1 -1<", "s.xml:36:3: shoulder.manipulators[arm]: 2 closing directions for 1 joints"},
		"<link>left_palm":              {"<link>palm", `s.xml:44:11: shoulder.sensors[eye].link: no body is named "palm"`},
		"<limits>0 0.02</limits>":      {"", "gripper.kinbody.xml:21:3: shoulder.joints[close]: the slider has no limits"},
		`mimic_pos="close"`:            {`mimic_pos="sin(close)"`, "gripper.kinbody.xml:28:64: shoulder.joints[follow].mimic_pos: the equation is not linear"},
		"0 -1 0</axis>":                {"0 -1 0</axis>\n <Bdy/>", "gripper.kinbody.xml:25:2: <Bdy> in <Joint> is unknown"},
	} {
		files := fstest.MapFS{
			"s.xml":               {Data: []byte(strings.Replace(string(shoulder), from, c.to, 1))},
			"gripper.kinbody.xml": {Data: []byte(strings.Replace(string(gripper), from, c.to, 1))},
		}
		_, err := Load(files, "s.xml", Options{})
		var list *source.Diagnostics
		if !errors.As(err, &list) || !strings.Contains(list.Format(50), c.want) {
			t.Errorf("%s: %v\nwant %s", c.to, err, c.want)
		}
	}
}

func TestPrefixesKeepTwoCopiesApart(t *testing.T) {
	files := os.DirFS("testdata")
	both := fstest.MapFS{"two.xml": {Data: []byte(`<robot name="two"><robot file="shoulder.robot.xml" prefix="a_"/><robot file="shoulder.robot.xml" prefix="b_"/>
  <kinbody><joint name="apart" type="hinge"><body>a_base</body><body>b_base</body><limits>0 0</limits></joint></kinbody></robot>`)}}
	for _, name := range []string{"shoulder.robot.xml", "gripper.kinbody.xml"} {
		data, err := fs.ReadFile(files, name)
		if err != nil {
			t.Fatal(err)
		}
		both[name] = &fstest.MapFile{Data: data}
	}
	d, err := Load(both, "two.xml", Options{})
	if err != nil {
		t.Fatal(err)
	}
	m := d.Robots[0].Description.Manipulators
	if len(m) != 2 || m[1].Name != "b_arm" || m[1].Gripper[0].Joint != "b_left_close" || m[0].Tip != "a_left_palm" {
		t.Errorf("manipulators are %+v", m)
	}
}

// TestFilesThatAreNamedOften: a hundred cans of one file are read, and a thousand bodies of a
// thousand geometries each are refused.
func TestFilesThatAreNamedOften(t *testing.T) {
	room := func(n int) *fstest.MapFile {
		var b strings.Builder
		b.WriteString("<environment>")
		for i := range n {
			fmt.Fprintf(&b, `<kinbody name="can%d" file="can.xml"/>`, i)
		}
		return &fstest.MapFile{Data: []byte(b.String() + "</environment>")}
	}
	can := func(geoms int) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte(`<kinbody name="can"><body>` + strings.Repeat(`<geom type="sphere"><radius>1</radius></geom>`, geoms) + `</body></kinbody>`)}
	}
	d, err := Load(fstest.MapFS{"room.xml": room(100), "can.xml": can(1)}, "room.xml", Options{})
	if err != nil || len(d.Bodies) != 100 || len(d.Bodies[99].Description.Links[0].Collisions) != 1 {
		t.Errorf("%v", err)
	}
	_, err = Load(fstest.MapFS{"room.xml": room(1000), "can.xml": can(1000)}, "room.xml", Options{})
	if err == nil || !strings.Contains(err.Error(), "the bodies have too many elements") {
		t.Errorf("the error is %v", err)
	}
}

func TestLoopsAndLooseBodies(t *testing.T) {
	const two = `<kinbody name="b"><body name="l0"/><body name="l1"/><joint name="j" type="hinge"><body>l0</body><body>l1</body></joint>`
	_, err := Parse("b.xml", []byte(two+`<joint name="k" type="hinge"><body>l1</body><body>l0</body></joint></kinbody>`))
	if err == nil || !strings.Contains(err.Error(), "b.joints[k]: the joint closes a loop") {
		t.Errorf("the error is %v", err)
	}
	d, err := Parse("b.xml", []byte(two+`<body name="loose"><translation>1 0 0</translation></body></kinbody>`))
	if err != nil || d.Bodies[0].Description.Joint("loose_fixed").Origin.P[0] != 1 || len(d.Notes) != 1 {
		t.Errorf("%v, %v", d, err)
	}
}

func TestOnlyLinearEquationsAreRead(t *testing.T) {
	for text, want := range map[string]string{
		"2*a+b-3": "map[a:2 b:1] -3", "-(a/4 - 1)*2": "map[a:-0.5] 2", "1e-3*a": "map[a:0.001] 0", "a*(2+1)": "map[a:3] 0", "0.5": "map[] 0.5",
	} {
		if got, err := parseLinear(text); err != nil || fmt.Sprint(got.factors, " ", got.constant) != want {
			t.Errorf("%s: %v %v, want %s", text, got, err, want)
		}
	}
	for _, text := range []string{"", "a*b", "1/a", "sin(a)", "(a", "a)", "a b", "1.2.3", "a/0", strings.Repeat("-", 100) + "a", strings.Repeat("a+", 1000)} {
		if got, err := parseLinear(text); err == nil {
			t.Errorf("%.20s is read as %v", text, got)
		}
	}
}

func ExampleLoad() {
	document, err := Load(os.DirFS("testdata"), "room.env.xml", Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, robot := range document.Robots {
		world, err := worlds.Build(robot.Description)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(robot.Description.Name, "with", world.JointNames())
	}
	for _, body := range document.Bodies {
		fmt.Printf("%s at %v m\n", body.Description.Name, body.Pose.P)
	}
	// Output:
	// one with [shoulder_yaw wrist left_close left_follow]
	// floor at [0 0 0] m
	// can at [0.5 0 0.4] m
}

func FuzzParse(f *testing.F) {
	for _, name := range []string{"shoulder.robot.xml", "gripper.kinbody.xml", "room.env.xml"} {
		data, err := os.ReadFile("testdata/" + name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := Parse("f.xml", data)
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
	})
}
