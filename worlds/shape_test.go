package worlds

import (
	"math"
	"slices"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// shapedArm returns gripperArm with shapes on two links.
func shapedArm() *Description {
	d := gripperArm()
	at := spatial.PoseFromRPY([3]float64{0, 0, 0.1}, [3]float64{0.1, 0.2, 0.3})
	d.Links[2].Visuals = []Shape{
		{Name: "cover", Kind: Mesh, Pose: at, Mesh: "package://p/m.obj", Scale: [3]float64{1, 1, 1}, Material: Material{Name: "red", Color: [4]float64{1, 0, 0, 1}, HasColor: true}},
		{Kind: Box, Pose: at, Size: [3]float64{0.1, 0.2, 0.3}},
	}
	d.Links[2].Collisions = []Shape{{Kind: Capsule, Pose: at, Radius: 0.05, Length: 0.3}, {Kind: Sphere, Pose: spatial.IdentityPose(), Radius: 0.1}}
	d.Links[3].Collisions = []Shape{{Kind: Cylinder, Pose: spatial.IdentityPose(), Radius: 0.1, Length: 1}}
	return d
}

func TestAChangeOfAShapeReachesTheHashOfGeometryOnly(t *testing.T) {
	before := mustBuild(t, shapedArm()).Hashes()
	for name, c := range map[string]struct {
		change  func(*Description)
		changes bool
	}{
		"nothing":           {func(d *Description) {}, false},
		"order of visuals":  {func(d *Description) { slices.Reverse(d.Links[2].Visuals) }, false},
		"name of a shape":   {func(d *Description) { d.Links[2].Visuals[0].Name = "lid" }, false},
		"color":             {func(d *Description) { d.Links[2].Visuals[0].Material.Color[1] = 1 }, false},
		"rounding error":    {func(d *Description) { d.Links[2].Visuals[1].Size[0] += 1e-15 }, false},
		"radius of a box":   {func(d *Description) { d.Links[2].Visuals[1].Radius = 7 }, false},
		"size":              {func(d *Description) { d.Links[2].Visuals[1].Size[0] += 1e-6 }, true},
		"radius":            {func(d *Description) { d.Links[2].Collisions[0].Radius += 1e-6 }, true},
		"length":            {func(d *Description) { d.Links[3].Collisions[0].Length += 1e-6 }, true},
		"pose":              {func(d *Description) { d.Links[3].Collisions[0].Pose.P[0] += 1e-6 }, true},
		"kind":              {func(d *Description) { d.Links[3].Collisions[0].Kind = Capsule }, true},
		"mesh":              {func(d *Description) { d.Links[2].Visuals[0].Mesh = "package://p/n.obj" }, true},
		"scale":             {func(d *Description) { d.Links[2].Visuals[0].Scale[2] = -1 }, true},
		"a shape more":      {func(d *Description) { d.Links[0].Visuals = d.Links[2].Visuals[:1] }, true},
		"visual, not solid": {func(d *Description) { l := &d.Links[3]; l.Visuals, l.Collisions = l.Collisions, nil }, true},
	} {
		d := shapedArm()
		c.change(d)
		after := mustBuild(t, d).Hashes()
		if (before.Geometry != after.Geometry) != c.changes || (before.All != after.All) != c.changes {
			t.Errorf("%s: the hash of geometry changes: %v, want %v", name, before.Geometry != after.Geometry, c.changes)
		}
		after.Geometry, after.All = before.Geometry, before.All
		if after != before {
			t.Errorf("%s: another hash than that of geometry changes", name)
		}
	}
}

func TestShapesChangeNoOtherHash(t *testing.T) {
	plain, shaped := mustBuild(t, gripperArm()).Hashes(), mustBuild(t, shapedArm()).Hashes()
	if plain.Geometry == shaped.Geometry || plain.All == shaped.All {
		t.Error("shapes reach neither the hash of geometry nor that of all")
	}
	if plain.Kinematics != shaped.Kinematics || plain.Dynamics != shaped.Dynamics || plain.Limits != shaped.Limits || plain.Names != shaped.Names {
		t.Error("shapes reach the hash of something else")
	}
	if plain.All.Short() != "7083b0312c8a" {
		t.Errorf("the hash of a world without shapes is %s", plain.All.Short())
	}
}

func TestNobodyReachesTheShapesOfAWorld(t *testing.T) {
	d := shapedArm()
	copied := d.Prefixed("left")
	w := mustBuild(t, d)
	d.Links[2].Visuals[1].Size[0] = 9
	body, err := w.BodyIndex(d.Links[2].Name)
	if err != nil {
		t.Fatal(err)
	}
	visuals, collisions := w.Shapes(body)
	visuals[1].Size[1], collisions[0].Radius = 9, 9
	again, solid := w.Shapes(body)
	if again[1].Size != [3]float64{0.1, 0.2, 0.3} || solid[0].Radius != 0.05 || copied.Links[2].Visuals[1].Size[0] != 0.1 {
		t.Errorf("a change reaches the world: %+v %+v, or a copy: %+v", again, solid, copied.Links[2].Visuals)
	}
	if collisions := mustBuild(t, w.Description()).description.Links[2].Collisions; len(collisions) != 2 {
		t.Errorf("the description of the world has the collisions %+v", collisions)
	}
}

func TestEachDefectOfAShapeIsNamed(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Link)
		want   string
	}{
		"no kind":        {func(l *Link) { l.Visuals[1].Kind = NoShape }, "robot.links[upper].visuals[1]: the shape is a none"},
		"unknown kind":   {func(l *Link) { l.Visuals[1].Kind = 9 }, "the shape is a shape(9)"},
		"negative":       {func(l *Link) { l.Collisions[0].Length = -1 }, "robot.links[upper].collisions[0]: a length of the capsule is -1 m"},
		"not a number":   {func(l *Link) { l.Visuals[1].Size[2] = math.NaN() }, "a length of the box is NaN m"},
		"infinite":       {func(l *Link) { l.Collisions[1].Radius = math.Inf(1) }, "a length of the sphere is +Inf m"},
		"no mesh":        {func(l *Link) { l.Visuals[0].Mesh = "" }, "the address of the mesh is empty"},
		"scale":          {func(l *Link) { l.Visuals[0].Scale[1] = 0 }, "the scale of the mesh is [1 0 1]"},
		"no orientation": {func(l *Link) { l.Visuals[0].Pose.R = spatial.Rotation{} }, "the orientation of the mesh is not a rotation matrix"},
		"no position":    {func(l *Link) { l.Visuals[0].Pose.P[0] = math.NaN() }, "the position of the mesh is [NaN 0 0.1]"},
	} {
		t.Run(name, func(t *testing.T) {
			d := shapedArm()
			c.change(&d.Links[2])
			wantProblems(t, d.Check(), c.want)
		})
	}
}
