package urdf

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// robots are the descriptions beside the repository with their degrees of freedom, the floating
// base of a walking robot not counted: its file has none.
var robots = map[string]struct{ joints, velocities int }{
	"anymal": {12, 12}, "authored_floating_box": {2, 7}, "authored_planar_base_lwr": {8, 10}, "hyq": {12, 12}, "iiwa": {7, 7},
	"lwr": {7, 7}, "panda": {9, 9}, "simple_humanoid": {29, 29}, "solo12": {12, 12}, "upkie": {6, 6}, "ur5": {6, 6},
}

// loadRobot loads a robot and builds a world of it.
func loadRobot(t testing.TB, name string) *worlds.World {
	t.Helper()
	folder := shared(t, "robots")
	d, err := Load(os.DirFS(folder), name+".urdf", Options{BoundlessRevoluteIsContinuous: true})
	if err != nil {
		t.Fatal(err)
	}
	w, err := worlds.Build(d)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestEveryRobotIsLoaded(t *testing.T) {
	files, err := os.ReadDir(shared(t, "robots"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		name, found := strings.CutSuffix(file.Name(), ".urdf")
		if !found {
			continue
		}
		want, known := robots[name]
		if !known {
			t.Errorf("nothing is known about %s", name)
			continue
		}
		w := loadRobot(t, name)
		if w.NumJoints() != want.joints || w.NumVelocities() != want.velocities {
			t.Errorf("%s has %d joints and %d degrees of freedom, want %+v", name, w.NumJoints(), w.NumVelocities(), want)
		}
		if _, err := rigidbody.New(w.Bodies()); err != nil {
			t.Errorf("%s: no rigid-body model can be made of it: %v", name, err)
		}
	}
}

func TestWheelsWithoutBoundsNeedTheOption(t *testing.T) {
	_, err := Load(os.DirFS(shared(t, "robots")), "upkie.urdf", Options{})
	if err == nil {
		t.Fatal("upkie is read without the option")
	}
	all := diagnostics(t, err)
	if len(all) != 2 || all[0].Line != 230 || all[1].Line != 452 || !strings.Contains(all[0].Hint, "BoundlessRevoluteIsContinuous") {
		t.Errorf("refused with %v", err)
	}
}

// flatJoint is a joint of a robot with everything rigidly attached behind it merged.
type flatJoint struct {
	Name   string     `json:"name"`
	Parent int        `json:"parent"`
	R      [9]float64 `json:"R"`
	P      [3]float64 `json:"p"`
	Mass   float64    `json:"mass"`
	Com    [3]float64 `json:"com"`
	ICom   [9]float64 `json:"I_com"`
}

// TestRobotsAgreeWithPinocchio compares names, order, frames and merged inertias with those that
// Pinocchio 3.7 made of the same files.
func TestRobotsAgreeWithPinocchio(t *testing.T) {
	for _, name := range []string{"lwr", "panda", "simple_humanoid", "solo12", "upkie"} {
		var golden struct {
			Fixed struct{ Joints []flatJoint }
		}
		if err := json.Unmarshal(readFile(t, filepath.Join(shared(t, "golden", "rigidbody"), name+".json")), &golden); err != nil {
			t.Fatal(err)
		}
		got := flatten(loadRobot(t, name))
		if len(got) != len(golden.Fixed.Joints) {
			t.Errorf("%s has %d joints, want %d", name, len(got), len(golden.Fixed.Joints))
			continue
		}
		for i, want := range golden.Fixed.Joints {
			want.Name = strings.ReplaceAll(want.Name, "/", "_")
			g := got[i]
			if g.Name != want.Name || g.Parent != want.Parent {
				t.Errorf("%s: joint %d is %q below %d, want %q below %d", name, i, g.Name, g.Parent, want.Name, want.Parent)
			}
			if !near(g.R[:], want.R[:]) || !near(g.P[:], want.P[:]) || !near([]float64{g.Mass}, []float64{want.Mass}) ||
				!near(g.Com[:], want.Com[:]) || !near(g.ICom[:], want.ICom[:]) {
				t.Errorf("%s: joint %q is\n%+v, want\n%+v", name, g.Name, g, want)
			}
		}
	}
}

func near(a, b []float64) bool {
	for i := range a {
		if math.Abs(a[i]-b[i]) > 1e-12 {
			return false
		}
	}
	return true
}

// flatten merges what fixed joints attach, with plain matrices: another route than package
// rigidbody takes.
func flatten(w *worlds.World) []flatJoint {
	type frame struct {
		joint int // index into out, -1 for the root
		r     [9]float64
		p     [3]float64
	}
	var out []flatJoint
	frames := make([]frame, w.NumBodies())
	for i, b := range w.Bodies() {
		at := frame{joint: -1, r: [9]float64{1, 0, 0, 0, 1, 0, 0, 0, 1}}
		if b.Parent >= 0 {
			parent := frames[b.Parent]
			at = frame{parent.joint, times(parent.r, b.Placement.R), moved(parent.r, parent.p, b.Placement.P)}
		}
		if b.Kind != rigidbody.Fixed {
			out = append(out, flatJoint{Name: b.JointName, Parent: at.joint, R: at.r, P: at.p})
			at = frame{joint: len(out) - 1, r: [9]float64{1, 0, 0, 0, 1, 0, 0, 0, 1}}
		}
		frames[i] = at
		if at.joint >= 0 {
			merge(&out[at.joint], b.Inertia, at.r, at.p)
		}
	}
	return out
}

// merge adds the inertia of a body whose frame has the pose r, p in the joint's frame (parallel
// axis theorem).
func merge(j *flatJoint, in rigidbody.Inertia, r [9]float64, p [3]float64) {
	if in.Mass == 0 {
		return
	}
	com := moved(r, p, in.Com)
	tensor := times(times(r, [9]float64{in.Ixx, in.Ixy, in.Ixz, in.Ixy, in.Iyy, in.Iyz, in.Ixz, in.Iyz, in.Izz}), transposed(r))
	total := j.Mass + in.Mass
	var d [3]float64 // from the joint's centre of mass so far to that of the body
	for k := range 3 {
		d[k] = com[k] - j.Com[k]
	}
	reduced := j.Mass * in.Mass / total
	square := d[0]*d[0] + d[1]*d[1] + d[2]*d[2]
	for a := range 3 {
		for b := range 3 {
			delta := 0.0
			if a == b {
				delta = square
			}
			j.ICom[3*a+b] += tensor[3*a+b] + reduced*(delta-d[a]*d[b])
		}
		j.Com[a] += d[a] * in.Mass / total
	}
	j.Mass = total
}

func times(a, b [9]float64) (out [9]float64) {
	for i := range 3 {
		for j := range 3 {
			for k := range 3 {
				out[3*i+j] += a[3*i+k] * b[3*k+j]
			}
		}
	}
	return out
}

func transposed(a [9]float64) [9]float64 {
	return [9]float64{a[0], a[3], a[6], a[1], a[4], a[7], a[2], a[5], a[8]}
}

// moved returns r v + p.
func moved(r [9]float64, p, v [3]float64) (out [3]float64) {
	for i := range 3 {
		out[i] = p[i] + r[3*i]*v[0] + r[3*i+1]*v[1] + r[3*i+2]*v[2]
	}
	return out
}

// TestTheVectorsOfAWorldAreThoseOfItsRigidBodyModel compares the two layouts joint by joint.
func TestTheVectorsOfAWorldAreThoseOfItsRigidBodyModel(t *testing.T) {
	d, err := Load(os.DirFS("testdata"), "mobile_arm.urdf", Options{})
	if err != nil {
		t.Fatal(err)
	}
	w, err := worlds.Build(d)
	if err != nil {
		t.Fatal(err)
	}
	model, err := rigidbody.New(w.Bodies())
	if err != nil {
		t.Fatal(err)
	}
	if model.NQ() != w.NumPositions() || model.NV() != w.NumVelocities() {
		t.Errorf("the model has nq %d, nv %d; the world %d, %d", model.NQ(), model.NV(), w.NumPositions(), w.NumVelocities())
	}
	for i := range w.NumJoints() {
		slot := w.Slot(i)
		q, nq := model.PositionRange(w.BodyOfJoint(i))
		v, nv := model.VelocityRange(w.BodyOfJoint(i))
		if q != slot.Position || nq != slot.PositionLength || v != slot.Velocity || nv != slot.VelocityLength {
			t.Errorf("joint %d is at %+v, in the model at %d, %d and %d, %d", i, slot, q, nq, v, nv)
		}
	}
	own, theirs := make([]float64, w.NumPositions()), make([]float64, w.NumPositions())
	if err := w.Neutral(own); err != nil {
		t.Fatal(err)
	}
	if err := model.Neutral(theirs); err != nil {
		t.Fatal(err)
	}
	theirs[len(theirs)-1] = 0.001 // the offset of the mimic joint, which the model does not know
	if !near(own, theirs) {
		t.Errorf("the neutral positions are %v and %v", own, theirs)
	}
}

func BenchmarkParseXML(b *testing.B) {
	data := readFile(b, "testdata/mobile_arm.urdf")
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Parse("mobile_arm.urdf", data, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkParseYAML(b *testing.B) {
	data := readFile(b, "testdata/mobile_arm.urdf.yaml")
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Parse("mobile_arm.urdf.yaml", data, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRefusalOfTenThousandLinks(b *testing.B) {
	var text strings.Builder
	text.WriteString(`<robot name="r">`)
	for range 10_000 {
		text.WriteString(`<link name="link"><inertial><mass value="1"/></inertial></link>`)
	}
	text.WriteString(`</robot>`)
	data := []byte(text.String())
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := Parse("r.urdf", data, Options{}); err == nil {
			b.Fatal("accepted")
		}
	}
}
