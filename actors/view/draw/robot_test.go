package draw

import (
	"math"
	"testing"

	"github.com/robo-actors/robo-actors/internal/foxglove/schemas"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/urdf"
)

// A robot whose poses can be computed by hand: a floating base, a shoulder that turns about z and
// an elbow that turns about y, 1 m apart along x.
const byHand = `<robot name="r">
<link name="room"/>
<link name="base"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<link name="upper"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<link name="lower"><inertial><origin xyz="0.5 0 0"/><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="free" type="floating"><parent link="room"/><child link="base"/></joint>
<joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/><limit lower="-3" upper="3" velocity="1" effort="1"/></joint>
<joint name="elbow" type="revolute"><parent link="upper"/><child link="lower"/><origin xyz="1 0 0"/><axis xyz="0 1 0"/><limit lower="-3" upper="3" velocity="1" effort="1"/></joint>
</robot>`

func robotByHand(t *testing.T, description string) *Robot {
	t.Helper()
	d, err := urdf.Parse("r.urdf", []byte(description), urdf.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w, err := worlds.Build(d)
	if err != nil {
		t.Fatal(err)
	}
	r, err := newRobot("r", w, false)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-12 }

func TestPosesAreThoseComputedByHand(t *testing.T) {
	r := robotByHand(t, byHand)
	if got := r.appendTransforms(nil); len(got) != 0 {
		t.Fatalf("a robot without a state has %d poses; expected none", len(got))
	}
	half := math.Sqrt(0.5)
	// The base is 2 m up and turned by a quarter about z; shoulder and elbow are at a quarter too.
	r.setAll(messages.Instant(1.5e9), []float64{0, 0, 2, half, 0, 0, half, math.Pi / 2, math.Pi / 2})
	want := map[string]struct{ p, q [4]float64 }{
		"r/room":  {[4]float64{0, 0, 0}, [4]float64{0, 0, 0, 1}},
		"r/base":  {[4]float64{0, 0, 2}, [4]float64{0, 0, half, half}},
		"r/upper": {[4]float64{0, 0, 2}, [4]float64{0, 0, 1, 0}},
		"r/lower": {[4]float64{-1, 0, 2}, [4]float64{-half, 0, half, 0}}, // half a turn about z, then a quarter about y
	}
	all := r.appendTransforms(nil)
	if len(all) != len(want) {
		t.Fatalf("there are %d poses; expected %d", len(all), len(want))
	}
	for _, f := range all {
		w, known := want[f.ChildFrameId]
		if !known || f.ParentFrameId != "world" || f.Timestamp.Seconds != 1 || f.Timestamp.Nanos != 5e8 {
			t.Errorf("frame %q in %q at %v; expected the frames of the links in world at 1.5 s", f.ChildFrameId, f.ParentFrameId, f.Timestamp)
		}
		p, q := f.Translation, f.Rotation
		if !near(p.X, w.p[0]) || !near(p.Y, w.p[1]) || !near(p.Z, w.p[2]) {
			t.Errorf("%s is at %v; expected %v", f.ChildFrameId, p, w.p)
		}
		if dot := q.X*w.q[0] + q.Y*w.q[1] + q.Z*w.q[2] + q.W*w.q[3]; !near(math.Abs(dot), 1) {
			t.Errorf("%s is turned by %v; expected %v in the order x, y, z, w", f.ChildFrameId, q, w.q)
		}
	}
}

func TestAJointThatIsNotValidStaysWhereItWas(t *testing.T) {
	r := robotByHand(t, byHand)
	q := []float64{1, 2, 3, 1, 0, 0, 0, 0.5, 0.25}
	r.setAll(0, q)
	s := &messages.Snapshot{Position: make([]float64, 9), Valid: []bool{false, true, false}}
	s.Position[7], s.Position[8] = 0.75, 9
	r.setSnapshot(1, s)
	if r.position[0] != 1 || r.position[7] != 0.75 || r.position[8] != 0.25 {
		t.Errorf("the positions are %v; expected that only the second joint moved", r.position)
	}
	r.setSnapshot(1, &messages.Snapshot{Position: []float64{1}, Valid: []bool{true}})
	r.setAll(1, []float64{1})
	if r.position[7] != 0.75 {
		t.Error("values of another robot were taken")
	}
}

func TestPositionsOfNoConfigurationDrawNothing(t *testing.T) {
	r := robotByHand(t, byHand)
	r.setAll(0, []float64{0, 0, 0, math.NaN(), 0, 0, 0, 0, 0})
	for _, f := range r.appendTransforms(nil) {
		t.Errorf("%v; expected no pose from a quaternion that is not a number", f)
	}
}

func entityOf(t *testing.T, all []*schemas.SceneEntity, id string) *schemas.SceneEntity {
	t.Helper()
	for _, e := range all {
		if e.Id == id {
			return e
		}
	}
	t.Fatalf("there is no entity %s among %d", id, len(all))
	return nil
}

func TestALinkWithoutShapesIsACapsuleBetweenItsJoints(t *testing.T) {
	all := robotByHand(t, byHand).entities(NewMeshes(nil))
	upper := entityOf(t, all, "r/upper")
	if len(upper.Cylinders) != 1 || len(upper.Spheres) != 2 || upper.FrameId != "r/upper" || !upper.FrameLocked {
		t.Fatalf("the upper arm is %v; expected a cylinder and two spheres in its own frame", upper)
	}
	c := upper.Cylinders[0]
	if !near(c.Size.Z, 1) || !near(c.Pose.Position.X, 0.5) || !near(c.Pose.Position.Z, 0) {
		t.Errorf("the cylinder is %v; expected 1 m along x from the shoulder to the elbow", c)
	}
	ends := []float64{upper.Spheres[0].Pose.Position.X, upper.Spheres[1].Pose.Position.X}
	if !near(ends[0], 0) || !near(ends[1], 1) {
		t.Errorf("the spheres are at x = %v; expected the joints at 0 and 1", ends)
	}
	if lower := entityOf(t, all, "r/lower"); len(lower.Cylinders) != 1 || !near(lower.Cylinders[0].Size.Z, 0.5) {
		t.Errorf("the last link is %v; expected a capsule to its centre of mass", lower)
	}
	for _, e := range all {
		if e.Id == "r/room" {
			t.Error("the room is drawn")
		}
	}
}

func TestShapesKeepTheirSizes(t *testing.T) {
	const shapes = `<robot name="r"><link name="l">
<visual><origin xyz="1 2 3"/><geometry><box size="1 2 3"/></geometry><material name="red"><color rgba="1 0 0 1"/></material></visual>
<visual><geometry><sphere radius="0.5"/></geometry></visual>
<visual><geometry><cylinder radius="0.25" length="2"/></geometry></visual>
<collision><geometry><box size="9 9 9"/></geometry></collision>
</link></robot>`
	e := robotByHand(t, shapes).entities(NewMeshes(nil))[0]
	if b := e.Cubes[0]; len(e.Cubes) != 1 || b.Size.Y != 2 || b.Pose.Position.Z != 3 || b.Color.R != 1 || b.Color.G != 0 {
		t.Errorf("the box is %v; expected 1 x 2 x 3 m at 1, 2, 3 in red, and no shape of the collision", e.Cubes)
	}
	if s := e.Spheres[0]; s.Size.X != 1 || s.Size.Z != 1 {
		t.Errorf("the sphere is %v; expected a diameter of 1 m", s)
	}
	if c := e.Cylinders[0]; c.Size.X != 0.5 || c.Size.Z != 2 || c.BottomScale != 1 || c.TopScale != 1 {
		t.Errorf("the cylinder is %v; expected a diameter of 0.5 m and a length of 2 m", c)
	}
}
