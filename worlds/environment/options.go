package environment

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Options are the options of the actor in application files.
type Options struct {
	Kind  string `option:"variant" doc:"who moves the objects: commands (ideal), a simulation in which bodies with a mass fall and are pushed (physics), or measurements (mirror)" one_of:"ideal,physics,mirror"`
	Robot string `option:"robot" doc:"name of the robot that follows the snapshots of the world; default: the name of the world; - for none"`
	// Friction is used by the variant physics.
	Friction float64       `option:"friction" doc:"variant physics: coefficient of dry friction between any two bodies" min:"0.001" max:"10"`
	MaxAge   time.Duration `option:"max_age" doc:"age at which an observed body or robot is marked stale" min:"0.001" max:"3600"`
	Meshes   string        `option:"meshes" doc:"what a mesh of a body or of the robot stands for: its convex hull, which is solid, or its surface" one_of:"hull,surface"`
	Bodies   []BodyOptions `option:"bodies" doc:"bodies that the environment begins with; default: none"`
	Allowed  []PairOptions `option:"allowed" doc:"pairs of parts that may touch; default: none"`
	SRDF     string        `option:"srdf" doc:"SRDF file of the robot, in the folder of the application file or below: the pairs of links whose collisions it disables may touch; default: none"`
}

// BodyOptions describe a body with one shape.
type BodyOptions struct {
	Name     string             `option:"name" doc:"name of the body, unique in the environment" required:"true"`
	Shape    string             `option:"shape" doc:"shape of the body" one_of:"box,sphere,cylinder,capsule,mesh" required:"true"`
	Size     []messages.Meters  `option:"size" doc:"lengths along x, y and z of a box; default: none"`
	Radius   messages.Meters    `option:"radius" doc:"radius of a sphere, cylinder or capsule" min:"0"`
	Length   messages.Meters    `option:"length" doc:"length along z of a cylinder, or of a capsule without its caps" min:"0"`
	Mesh     string             `option:"mesh" doc:"STL, OBJ or COLLADA file of a mesh, in the folder of the application file or below; FILE.dae#ID for one geometry of it"`
	Scale    []float64          `option:"scale" doc:"factors of the mesh along x, y and z; default: 1"`
	Position []messages.Meters  `option:"position" doc:"x, y and z in the world" required:"true"`
	Rotation []messages.Radians `option:"rotation" doc:"roll, pitch and yaw in the world; default: none"`
	Color    []float64          `option:"color" doc:"red, green and blue for views, 0 to 1 each; default: grey"`
	Mass     float64            `option:"mass" doc:"mass of the body; in the variant physics a body without a mass stays where it is put" unit:"kg" min:"0"`
}

// PairOptions name two parts, each as an object or as object/link.
type PairOptions struct {
	First  string `option:"first" doc:"an object, or object/link" required:"true"`
	Second string `option:"second" doc:"another one" required:"true"`
}

// DefaultOptions returns the options of a file that sets none.
func DefaultOptions() Options {
	return Options{Friction: 0.5, Kind: "mirror", MaxAge: time.Second, Meshes: "hull"}
}

func (o *Options) variant() (Variant, error) {
	switch o.Kind {
	case "ideal":
		return Ideal, nil
	case "physics":
		return Physics, nil
	case "mirror", "":
		return Mirror, nil
	}
	return 0, &messages.OptionError{Path: "variant", Err: fmt.Errorf("unknown variant %q", o.Kind), Unknown: o.Kind, Known: variantNames[:]}
}

// robotName returns the name of the robot that follows the world's snapshots.
func (o *Options) robotName(world *worlds.World) string {
	if o.Robot != "" {
		return o.Robot
	}
	return world.Name()
}

// addOptions adds the bodies and pairs of the options. A reader reads the meshes.
func (o *Options) addOptions(e *Edit, meshes MeshReader) error {
	var errs []error
	for i := range o.Bodies {
		path := fmt.Sprintf("bodies[%d]", i)
		body, err := o.Bodies[i].body()
		if err == nil {
			body.Meshes = meshes
			_, err = e.AddBody(body)
		}
		errs = append(errs, messages.InOption(path, err))
	}
	for i, p := range o.Allowed {
		path := fmt.Sprintf("allowed[%d]", i)
		first, second := splitPart(p.First), splitPart(p.Second)
		errs = append(errs, messages.InOption(path, Allow{First: first[0], FirstLink: first[1], Second: second[0], SecondLink: second[1]}.Apply(e)))
	}
	return errors.Join(errs...)
}

// splitPart cuts object/link.
func splitPart(text string) [2]string {
	object, link, _ := strings.Cut(text, "/")
	return [2]string{object, link}
}

// body returns the body that the options describe.
func (b *BodyOptions) body() (BodySpec, error) {
	kind, _ := worlds.ParseShapeKind(b.Shape)
	shape := worlds.Shape{Kind: kind, Radius: float64(b.Radius), Length: float64(b.Length)}
	var errs []error
	wrong := func(option string, n int, want string) {
		errs = append(errs, &messages.OptionError{Path: option, Err: fmt.Errorf("%d numbers", n), Expected: want})
	}
	switch n := len(b.Size); {
	case kind == worlds.Box && n != 3:
		wrong("size", n, "3 lengths")
	case kind != worlds.Box && n != 0:
		wrong("size", n, "none, because a "+b.Shape+" has another measure")
	}
	if kind != worlds.Box && kind != worlds.Mesh && b.Radius == 0 {
		errs = append(errs, &messages.OptionError{Path: "radius", Err: errors.New("the radius is missing"), Expected: "a length above 0"})
	}
	if (b.Mesh != "") != (kind == worlds.Mesh) {
		errs = append(errs, &messages.OptionError{Path: "mesh", Err: fmt.Errorf("the mesh of a %s is %q", b.Shape, b.Mesh), Expected: "a file with shape: mesh, and none with another shape"})
	}
	if kind == worlds.Mesh {
		shape.Mesh, shape.Scale = b.Mesh, [3]float64{1, 1, 1}
	}
	switch n := len(b.Scale); {
	case n == 3 && kind == worlds.Mesh:
		shape.Scale = [3]float64(b.Scale)
	case n == 3:
		wrong("scale", n, "none, because a "+b.Shape+" is no mesh")
	case n != 0:
		wrong("scale", n, "3 factors, or none")
	}
	if len(b.Position) != 3 {
		wrong("position", len(b.Position), "3 coordinates")
	}
	if n := len(b.Rotation); n != 0 && n != 3 {
		wrong("rotation", n, "3 angles, or none")
	}
	if n := len(b.Color); n != 0 && (n != 3 || slices.Min(b.Color) < 0 || slices.Max(b.Color) > 1) {
		errs = append(errs, &messages.OptionError{Path: "color", Err: fmt.Errorf("the color is %v", b.Color), Expected: "red, green and blue, 0 to 1 each"})
	}
	if err := errors.Join(errs...); err != nil {
		return BodySpec{}, err
	}
	if len(b.Color) == 3 {
		shape.Material = worlds.Material{Color: [4]float64{b.Color[0], b.Color[1], b.Color[2], 1}, HasColor: true}
	}
	for i, v := range b.Size {
		shape.Size[i] = float64(v)
	}
	var xyz, rpy [3]float64
	for i, v := range b.Position {
		xyz[i] = float64(v)
	}
	for i, v := range b.Rotation {
		rpy[i] = float64(v)
	}
	spec := BodySpec{Name: b.Name, Pose: spatial.PoseFromRPY(xyz, rpy), Shapes: []worlds.Shape{shape}}
	spec.Inertia.Mass = b.Mass
	return spec, nil
}
