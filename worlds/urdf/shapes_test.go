package urdf

import (
	"reflect"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// shapedXML and shapedYAML are one link with every kind of shape.
const (
	shapedXML = `<robot name="r">
  <material name="red"><color rgba="1 0 0 0.5"/></material>
  <link name="a">
    <visual name="body"><origin xyz="1 2 3" rpy="0 0 0.5"/><geometry><box size="0.1 0.2 0.3"/></geometry><material name="red"/></visual>
    <visual><geometry><sphere radius="0.4"/></geometry><material name="blue"><color rgba="0 0 1 1"/></material></visual>
    <visual><geometry><mesh filename="package://p/m.obj" scale="1 2 -3"/></geometry><material name="wood"><texture filename="package://p/w.png"/></material></visual>
    <visual><geometry><mesh filename="m.stl"/></geometry><material name="blue"/></visual>
    <collision><geometry><cylinder radius="0.5" length="0.6"/></geometry></collision>
    <collision><origin quat_xyzw="0 0 0 1"/><geometry><capsule radius="0.7" length="0.8"/></geometry></collision>
  </link>
</robot>`
	shapedYAML = `robot:
  name: r
  materials: [{name: red, color: {rgba: [1, 0, 0, 0.5]}}]
  links:
    - name: a
      visuals:
        - {name: body, origin: {xyz: [1, 2, 3], rpy: [0, 0, 0.5]}, geometry: {box: {size: [0.1, 0.2, 0.3]}}, material: red}
        - {geometry: {sphere: {radius: 0.4}}, material: {name: blue, color: {rgba: [0, 0, 1, 1]}}}
        - {geometry: {mesh: {filename: "package://p/m.obj", scale: [1, 2, -3]}}, material: {name: wood, texture: {filename: "package://p/w.png"}}}
        - {geometry: {mesh: {filename: m.stl}}, material: {name: blue}}
      collisions:
        - {geometry: {cylinder: {radius: 0.5, length: 0.6}}}
        - {origin: {quat_xyzw: [0, 0, 0, 1]}, geometry: {capsule: {radius: 0.7, length: 0.8}}}
`
)

func TestShapesStayInTheDescription(t *testing.T) {
	identity := spatial.PoseFromRPY([3]float64{}, [3]float64{})
	blue := worlds.Material{Name: "blue", Color: [4]float64{0, 0, 1, 1}, HasColor: true}
	visuals := []worlds.Shape{
		{Name: "body", Kind: worlds.Box, Pose: spatial.PoseFromRPY([3]float64{1, 2, 3}, [3]float64{0, 0, 0.5}), Size: [3]float64{0.1, 0.2, 0.3},
			Material: worlds.Material{Name: "red", Color: [4]float64{1, 0, 0, 0.5}, HasColor: true}},
		{Kind: worlds.Sphere, Pose: identity, Radius: 0.4, Material: blue},
		{Kind: worlds.Mesh, Pose: identity, Mesh: "package://p/m.obj", Scale: [3]float64{1, 2, -3}, Material: worlds.Material{Name: "wood", Texture: "package://p/w.png"}},
		{Kind: worlds.Mesh, Pose: identity, Mesh: "m.stl", Scale: [3]float64{1, 1, 1}, Material: blue},
	}
	collisions := []worlds.Shape{
		{Kind: worlds.Cylinder, Pose: identity, Radius: 0.5, Length: 0.6},
		{Kind: worlds.Capsule, Pose: identity, Radius: 0.7, Length: 0.8},
	}
	for name, text := range map[string]string{"r.urdf": shapedXML, "r.urdf.yaml": shapedYAML} {
		d, err := Parse(name, []byte(text), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if len(d.Notes) > 0 {
			t.Errorf("%s: notes %v", name, d.Notes)
		}
		for i, got := range d.Links[0].Visuals {
			if !closeShapes(got, visuals[i]) {
				t.Errorf("%s: visual %d is\n%+v, want\n%+v", name, i, got, visuals[i])
			}
		}
		for i, got := range d.Links[0].Collisions {
			if !closeShapes(got, collisions[i]) {
				t.Errorf("%s: collision %d is\n%+v, want\n%+v", name, i, got, collisions[i])
			}
		}
		if len(d.Links[0].Visuals) != len(visuals) || len(d.Links[0].Collisions) != len(collisions) {
			t.Errorf("%s: %d visuals and %d collisions", name, len(d.Links[0].Visuals), len(d.Links[0].Collisions))
		}
	}
}

// closeShapes compares two shapes. Minus zero counts as zero.
func closeShapes(a, b worlds.Shape) bool {
	samePose := near(a.Pose.R[:], b.Pose.R[:]) && near(a.Pose.P[:], b.Pose.P[:])
	a.Pose, b.Pose = spatial.Pose{}, spatial.Pose{}
	return samePose && reflect.DeepEqual(a, b)
}

func TestMistakesOfMaterialsAreNamed(t *testing.T) {
	for name, c := range map[string]struct{ old, new, want string }{
		"shades missing":   {`rgba="1 0 0 0.5"`, `rgba="1 0 §0"`, "3 numbers"},
		"no color":         {`<color rgba="1 0 0 0.5"/>`, `<color rgb="1 0 0 0.5"/>`, "the attribute rgba of <color> is missing"},
		"texture leads":    {`package://p/w.png`, `§../w.png`, `the address "../w.png" leads out of its folder`},
		"texture absolute": {`package://p/w.png`, `§/etc/passwd`, "is absolute"},
		"no texture":       {`<texture filename="package://p/w.png"/>`, `<texture/>`, "the attribute filename of <texture> is missing"},
		"misspelt":         {`<color rgba="0 0 1 1"/>`, `<colr rgba="0 0 1 1"/>`, "did you mean <color>?"},
	} {
		t.Run(name, func(t *testing.T) {
			plain := strings.ReplaceAll(strings.Replace(shapedXML, c.old, c.new, 1), mark, "")
			_, err := Parse("r.urdf", []byte(plain), Options{})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

func TestDoubtfulMaterialsAreNoted(t *testing.T) {
	for name, c := range map[string]struct{ old, new, want string }{
		"bright":    {`rgba="1 0 0 0.5"`, `rgba="255 0 0 1"`, "the shade 255 is taken for 1"},
		"undefined": {`<material name="red"/>`, `<material name="green"/>`, `the material "green" is not defined`},
		"twice":     {`  <link name="a">`, `<material name="red"/><link name="a">`, `the material "red" is defined twice; the first definition counts`},
	} {
		d, err := Parse("r.urdf", []byte(strings.Replace(shapedXML, c.old, c.new, 1)), Options{})
		if err != nil || len(d.Notes) != 1 || !strings.Contains(d.Notes[0].Problem, c.want) {
			t.Errorf("%s: got %v, want a note %q", name, err, c.want)
		}
	}
}
