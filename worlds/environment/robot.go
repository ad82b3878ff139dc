package environment

import (
	"fmt"
	"slices"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/geometry"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// A MeshReader returns the solid that a mesh stands for, in the frame of the shape and with its
// scale applied. Description is the file that declares the shape, as Link.At has it, empty for a
// body.
type MeshReader func(mesh *worlds.Shape, description string) (geometry.Shape, error)

// BodySpec declares a body.
type BodySpec struct {
	// Name is unique among the bodies and robots of an environment; see [worlds.CheckName].
	Name string
	// Pose is that of the body's frame in the world. The zero value is the identity.
	Pose spatial.Pose
	// Shapes collide. Their poses are in the body's frame; a zero orientation is the identity.
	Shapes []worlds.Shape
	// Inertia is the body's mass, centre of mass and tensor, zero where it does not matter.
	Inertia rigidbody.Inertia
	// Meshes reads the shapes that are meshes. A mesh without it is an error.
	Meshes MeshReader
}

// RobotSpec declares a robot.
type RobotSpec struct {
	// Name is unique among the bodies and robots of an environment; see [worlds.CheckName].
	Name string
	// World is its structure, with collision shapes.
	World *worlds.World
	// Base is the pose of the root link in the world. The zero value is the identity.
	Base spatial.Pose
	// Source names the description that World was built from, for files of scenes. It may be empty.
	Source string
	// Position is a position of World. Nil is the neutral position brought into its limits.
	Position []float64
	// Allowed are pairs of links that may touch, such as those that an SRDF file disables. Links that
	// a joint connects are allowed anyhow.
	Allowed [][2]string
	// Meshes reads the collision shapes that are meshes. A mesh without it is an error.
	Meshes MeshReader
}

// geom is a shape at its place in a body or link.
type geom struct {
	shape geometry.Shape
	pose  spatial.Pose
	balls *balls
}

// mechanism is what a robot is made of. It never changes, and clones share it.
type mechanism struct {
	world  *worlds.World
	source string
	meshes bool // a MeshReader was given
	model  *rigidbody.Model
	names  []string // of links
	parent []int    // link -> its parent, -1 for the root
	geoms  [][]geom // link -> its collision shapes
	// near has, for each link, the lower-numbered links that are never checked against it.
	near [][]int
}

// newSolid compiles a body. It is checked and hashed as a world of one link.
func newSolid(environment, path string, spec *BodySpec) (*solid, error) {
	own := *spec
	own.Name, own.Pose, own.Shapes = "", spatial.Pose{}, slices.Clone(spec.Shapes)
	for i := range own.Shapes {
		if s := &own.Shapes[i]; s.Pose.R == (spatial.Rotation{}) {
			s.Pose.R = spatial.IdentityRotation()
		}
	}
	one, err := worlds.Build(&worlds.Description{Name: spec.Name,
		Links: []worlds.Link{{Name: "body", Inertia: own.Inertia, Collisions: own.Shapes}}})
	if err != nil {
		return nil, fmt.Errorf("environment %s: %w", source.Quote(environment), err)
	}
	geoms, err := compile(path, own.Shapes, "", spec.Meshes)
	if err != nil {
		return nil, err
	}
	return &solid{spec: own, geoms: geoms, hashes: one.Hashes()}, nil
}

// newMechanism compiles a robot.
func newMechanism(path string, spec *RobotSpec) (*mechanism, error) {
	world, meshes := spec.World, spec.Meshes
	model, err := world.Model()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	m := &mechanism{world: world, source: spec.Source, meshes: meshes != nil, model: model, names: world.BodyNames(), geoms: make([][]geom, world.NumBodies())}
	files := linkFiles(world)
	for i, b := range world.Bodies() {
		m.parent = append(m.parent, b.Parent)
		_, collisions := world.Shapes(i)
		if m.geoms[i], err = compile(path+".links["+m.names[i]+"]", collisions, files[m.names[i]], meshes); err != nil {
			return nil, err
		}
	}
	m.findNear(world.Bodies())
	return m, nil
}

// findNear lists the pairs of links that are not checked: those that do not move relative to each
// other, and those that are joined by one joint, directly or through links without shapes.
func (m *mechanism) findNear(bodies []rigidbody.Body) {
	m.near = make([][]int, len(bodies))
	for a := range bodies {
		for b := range a {
			if m.joints(bodies, a, b) <= 1 {
				m.near[a] = append(m.near[a], b)
			}
		}
	}
}

// joints returns the number of moving joints between two links; a link with shapes between them
// counts as one more, unless no joint on the way moves.
func (m *mechanism) joints(bodies []rigidbody.Body, a, b int) int {
	moving, solids := 0, 0
	up := func(from, to int) int { // a parent has a lower number than its child
		if bodies[from].Kind != rigidbody.Fixed {
			moving++
		}
		from = bodies[from].Parent
		if from != to && len(m.geoms[from]) > 0 {
			solids++
		}
		return from
	}
	for x, y := a, b; x != y; {
		if x > y {
			x = up(x, y)
		} else {
			y = up(y, x)
		}
	}
	if moving == 0 {
		return 0
	}
	return moving + solids
}

// compile returns the solids of shapes that a file declares.
func compile(path string, shapes []worlds.Shape, file string, meshes MeshReader) ([]geom, error) {
	var out []geom
	for i := range shapes {
		solid, err := fromDescription(&shapes[i], file, meshes)
		if err != nil {
			return nil, fmt.Errorf("%s.shapes[%d]: %w", path, i, err)
		}
		out = append(out, geom{solid, shapes[i].Pose, &balls{}})
	}
	return out, nil
}

// FromDescription returns the solid of a shape of a robot description, in the frame of the shape.
// Meshes are read by the given reader, which may be nil for other shapes.
func FromDescription(s *worlds.Shape, meshes MeshReader) (geometry.Shape, error) {
	return fromDescription(s, "", meshes)
}

// fromDescription is FromDescription for a shape that a file declares.
func fromDescription(s *worlds.Shape, file string, meshes MeshReader) (geometry.Shape, error) {
	switch s.Kind {
	case worlds.Box:
		return geometry.NewBox(s.Size)
	case worlds.Sphere:
		return geometry.NewSphere(s.Radius)
	case worlds.Cylinder:
		return geometry.NewCylinder(s.Radius, s.Length)
	case worlds.Capsule:
		return geometry.NewCapsule(s.Radius, s.Length)
	case worlds.Mesh:
		if meshes == nil {
			return nil, fmt.Errorf("the shape is the mesh %s, which nobody reads; expected a MeshReader", source.Quote(s.Mesh))
		}
		shape, err := meshes(s, file)
		if err == nil && shape == nil {
			err = fmt.Errorf("the mesh reader returned nothing for %s; expected a shape", source.Quote(s.Mesh))
		}
		return shape, err
	}
	return nil, fmt.Errorf("the shape is a %v; expected a box, sphere, cylinder, capsule or mesh", s.Kind)
}
