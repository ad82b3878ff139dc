package worlds

import (
	"fmt"
	"math"
	"slices"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// ShapeKind is the kind of a [Shape].
type ShapeKind uint8

// The kinds of shapes. The zero value is no shape.
const (
	NoShape ShapeKind = iota
	Box
	Sphere
	Cylinder
	Capsule
	Mesh
)

var shapeNames = [...]string{"none", "box", "sphere", "cylinder", "capsule", "mesh"}

// String returns the name that robot descriptions use.
func (k ShapeKind) String() string {
	if int(k) < len(shapeNames) {
		return shapeNames[k]
	}
	return fmt.Sprintf("shape(%d)", uint8(k))
}

// ParseShapeKind returns the kind of that name, and whether there is one.
func ParseShapeKind(name string) (ShapeKind, bool) {
	i := slices.Index(shapeNames[1:], name)
	return ShapeKind(i + 1), i >= 0
}

// Shape is a visual or collision element of a link.
type Shape struct {
	// Name is the name of the element, often empty.
	Name string
	Kind ShapeKind
	// Pose places the shape in the link's frame. Every shape but a mesh is centred at its own
	// origin.
	Pose spatial.Pose
	// Size has the lengths of a box along x, y and z, m.
	Size [3]float64
	// Radius is that of a sphere, a cylinder or a capsule, m. Length is that of a cylinder along z,
	// and of a capsule along z without its two caps, m.
	Radius, Length float64
	// Mesh is the address of a mesh file: package://name/path, model://name/path, or a path
	// relative to the file that declares the link, with #ID behind it for a geometry of a COLLADA
	// file; see [MeshPaths]. The file is named, and not read. Scale multiplies its x, y and z.
	Mesh  string
	Scale [3]float64
	// Material is the appearance of a visual element.
	Material Material
}

// Material is the appearance of a visual element.
type Material struct {
	// Name is empty for a material without a name.
	Name string
	// Color is red, green, blue and alpha, 0 to 1 each. HasColor is false if the description gives
	// none.
	Color    [4]float64
	HasColor bool
	// Texture is the address of an image file, or empty. The file is not read.
	Texture string
}

// Shapes returns copies of the visual and the collision elements of body i.
func (w *World) Shapes(i int) (visuals, collisions []Shape) {
	link := &w.description.Links[w.bodies[i].link]
	return slices.Clone(link.Visuals), slices.Clone(link.Collisions)
}

// checkShapes checks the visual and collision elements of a link.
func (c *checker) checkShapes(i int, link *Link) {
	for _, list := range []struct {
		field  string
		shapes []Shape
	}{{"visuals", link.Visuals}, {"collisions", link.Collisions}} {
		for k := range list.shapes {
			if problem, expected := list.shapes[k].problem(); problem != "" {
				c.add(Part{LinkPart, i, fmt.Sprintf("%s[%d]", list.field, k)}, problem, expected, "")
			}
		}
	}
}

// problem returns the first problem of a shape and what is expected, empty for a valid shape.
func (s *Shape) problem() (problem, expected string) {
	var sizes []float64
	switch s.Kind {
	case Box:
		sizes = s.Size[:]
	case Sphere:
		sizes = []float64{s.Radius}
	case Cylinder, Capsule:
		sizes = []float64{s.Radius, s.Length}
	case Mesh:
		if s.Mesh == "" {
			return "the address of the mesh is empty", "package://name/path"
		}
		for _, v := range s.Scale {
			if v == 0 || math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Sprintf("the scale of the mesh is %v", s.Scale), "finite numbers that are not zero"
			}
		}
	default:
		return "the shape is a " + s.Kind.String(), "a box, sphere, cylinder, capsule or mesh"
	}
	for _, v := range sizes {
		if !(v >= 0) || math.IsInf(v, 0) {
			return fmt.Sprintf("a length of the %s is %v m", s.Kind, v), "finite lengths of at least 0 m"
		}
		if v > mostLength {
			return fmt.Sprintf("a length of the %s is %v m", s.Kind, v), fmt.Sprintf("at most %g m", mostLength)
		}
	}
	if !s.Pose.R.Valid() {
		return "the orientation of the " + s.Kind.String() + " is not a rotation matrix", "an orthonormal matrix with determinant 1"
	}
	if problem := lengthProblem(s.Pose.P); problem != "" {
		return "the " + s.Kind.String() + " " + problem, fmt.Sprintf("at most %g m", mostLength)
	}
	for _, v := range s.Pose.P {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Sprintf("the position of the %s is %v", s.Kind, s.Pose.P), "finite numbers, m"
		}
	}
	return "", ""
}

// writeShapes writes what the geometry hash covers of a link: kind, pose and sizes of its shapes,
// in an order that does not depend on the order of declaration.
func writeShapes(b *canonicalBytes, link *Link, _ *Joint) {
	for _, shapes := range [][]Shape{link.Visuals, link.Collisions} {
		hashes := make([]Hash, len(shapes))
		for i := range shapes {
			hashes[i] = shapes[i].hash()
		}
		sortHashes(hashes)
		b.float(float64(len(hashes)))
		for _, h := range hashes {
			b.Write(h[:])
		}
	}
}

func (s *Shape) hash() Hash {
	var b canonicalBytes
	b.WriteByte(byte(s.Kind))
	writePose(&b, s.Pose)
	switch s.Kind {
	case Box:
		for _, v := range s.Size {
			b.number(v, lengthQuantum)
		}
	case Sphere, Cylinder, Capsule:
		b.number(s.Radius, lengthQuantum)
		b.number(s.Length, lengthQuantum)
	case Mesh:
		b.text(s.Mesh)
		for _, v := range s.Scale {
			b.significant(v)
		}
	}
	return b.sum()
}

// hasShapes reports whether a link of the world has a visual or collision element.
func (w *World) hasShapes() bool {
	return slices.ContainsFunc(w.description.Links, func(l Link) bool { return len(l.Visuals)+len(l.Collisions) > 0 })
}
