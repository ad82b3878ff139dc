package draw

import (
	"math"

	"github.com/robo-actors/robo-actors/internal/foxglove/schemas"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Colors of what has no material, and of truths, which are translucent.
var (
	plainColor = [4]float64{0.72, 0.74, 0.78, 1}
	truthColor = [4]float64{0.25, 0.75, 0.95, 0.35}
)

// entities returns an entity for each link that has something to show.
func (r *Robot) entities(meshes *Meshes) (all []*schemas.SceneEntity) {
	description := r.world.Description()
	links := map[string]*worlds.Link{}
	for i := range description.Links {
		links[description.Links[i].Name] = &description.Links[i]
	}
	for i, name := range r.world.BodyNames() {
		e := &schemas.SceneEntity{
			Timestamp: timestamp(0), FrameId: r.frame(name), Id: r.frame(name), FrameLocked: true,
			Metadata: []*schemas.KeyValuePair{{Key: "kind", Value: r.kind()}, {Key: "robot", Value: r.Name}},
		}
		link := links[name]
		for _, s := range shown(link) {
			r.add(e, &s, link, meshes)
		}
		if empty(e) {
			r.addBones(e, description, link, i == 0)
		}
		if !empty(e) {
			all = append(all, e)
		}
	}
	return all
}

// shown returns the shapes of a link that are drawn: the visual ones, or else those that collide.
func shown(link *worlds.Link) []worlds.Shape {
	if len(link.Visuals) > 0 {
		return link.Visuals
	}
	return link.Collisions
}

func empty(e *schemas.SceneEntity) bool {
	return len(e.Cubes)+len(e.Spheres)+len(e.Cylinders)+len(e.Models) == 0
}

// add draws a shape.
func (r *Robot) add(e *schemas.SceneEntity, s *worlds.Shape, link *worlds.Link, meshes *Meshes) {
	color := r.color(&s.Material)
	switch s.Kind {
	case worlds.Box:
		e.Cubes = append(e.Cubes, &schemas.CubePrimitive{Pose: poseOf(s.Pose), Size: vector(s.Size), Color: color})
	case worlds.Sphere:
		e.Spheres = append(e.Spheres, sphere(s.Pose, s.Radius, color))
	case worlds.Cylinder:
		e.Cylinders = append(e.Cylinders, cylinder(s.Pose, s.Radius, s.Length, color))
	case worlds.Capsule:
		addCapsule(e, s.Pose, s.Radius, s.Length, color)
	case worlds.Mesh:
		data, mediaType, ok := meshes.read(s.Mesh, link.At.File)
		if !ok {
			return
		}
		e.Models = append(e.Models, &schemas.ModelPrimitive{
			Pose: poseOf(s.Pose), Scale: vector(s.Scale), Color: color, OverrideColor: r.Truth || s.Material.HasColor || mediaType != gltf,
			MediaType: mediaType, Data: data,
		})
	}
}

// color returns the color of a shape. The ghost of a truth has one color.
func (r *Robot) color(m *worlds.Material) *schemas.Color {
	c := plainColor
	switch {
	case r.Truth:
		c = truthColor
	case m.HasColor:
		c = m.Color
	}
	return &schemas.Color{R: c[0], G: c[1], B: c[2], A: c[3]}
}

// A link without shapes is drawn as bones, whose thickness is a share of their length within these
// bounds, m.
const (
	boneShare   = 0.08
	thinnest    = 0.008
	thickest    = 0.04
	leastLength = 1e-3 // of a bone
)

// addBones draws a link without shapes as capsules from its joint to the joints of its children, or
// to its centre of mass where it has no children. A root without mass is the room: it has no bones.
func (r *Robot) addBones(e *schemas.SceneEntity, d *worlds.Description, link *worlds.Link, root bool) {
	if root && link.Inertia.Mass == 0 {
		return
	}
	color := r.color(&worlds.Material{})
	children := false
	for i := range d.Joints {
		if d.Joints[i].Parent == link.Name {
			children = true
			addBone(e, spatial.VecOf(d.Joints[i].Origin.P), color)
		}
	}
	if !children && link.Inertia.Mass > 0 {
		addBone(e, spatial.VecOf(link.Inertia.Com), color)
	}
	if empty(e) && link.Inertia.Mass > 0 {
		e.Spheres = append(e.Spheres, sphere(spatial.IdentityPose(), thickest/2, color))
	}
}

// addBone draws a capsule from the origin to a point.
func addBone(e *schemas.SceneEntity, to spatial.Vec, color *schemas.Color) {
	length := to.Norm()
	if length < leastLength {
		return
	}
	radius := min(max(boneShare*length, thinnest), thickest)
	addCapsule(e, spatial.Pose{R: along(to.Scale(1 / length)), P: to.Scale(0.5).Array()}, radius, length, color)
}

// addCapsule draws a cylinder along z with a sphere at both ends.
func addCapsule(e *schemas.SceneEntity, pose spatial.Pose, radius, length float64, color *schemas.Color) {
	e.Cylinders = append(e.Cylinders, cylinder(pose, radius, length, color))
	for _, z := range []float64{-length / 2, length / 2} {
		end := spatial.Pose{R: pose.R, P: pose.Apply(spatial.Vec{Z: z}).Array()}
		e.Spheres = append(e.Spheres, sphere(end, radius, color))
	}
}

func sphere(pose spatial.Pose, radius float64, color *schemas.Color) *schemas.SpherePrimitive {
	return &schemas.SpherePrimitive{Pose: poseOf(pose), Size: &schemas.Vector3{X: 2 * radius, Y: 2 * radius, Z: 2 * radius}, Color: color}
}

func cylinder(pose spatial.Pose, radius, length float64, color *schemas.Color) *schemas.CylinderPrimitive {
	return &schemas.CylinderPrimitive{Pose: poseOf(pose), Size: &schemas.Vector3{X: 2 * radius, Y: 2 * radius, Z: length}, BottomScale: 1, TopScale: 1, Color: color}
}

func vector(v [3]float64) *schemas.Vector3 { return &schemas.Vector3{X: v[0], Y: v[1], Z: v[2]} }

// along returns a rotation that turns the axis z into a direction of unit length.
func along(to spatial.Vec) spatial.Rotation {
	x, y := across(to)
	return columns(x, y, to)
}

// alongX is along for the axis x, along which Foxglove draws arrows.
func alongX(to spatial.Vec) spatial.Rotation {
	y, z := across(to)
	return columns(to, y, z)
}

// across returns two directions that make a right-handed frame with a third, in the order first,
// second, third or third, first, second.
func across(to spatial.Vec) (first, second spatial.Vec) {
	other := spatial.Vec{X: 1}
	if math.Abs(to.X) > 0.9 {
		other = spatial.Vec{Y: 1}
	}
	first = other.AddScaled(-other.Dot(to), to).Unit()
	return first, to.Cross(first)
}

func columns(x, y, z spatial.Vec) spatial.Rotation {
	return spatial.Rotation{x.X, y.X, z.X, x.Y, y.Y, z.Y, x.Z, y.Z, z.Z}
}
