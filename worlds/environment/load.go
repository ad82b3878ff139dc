package environment

import (
	"fmt"
	"io/fs"
	"math"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/internal/strictyaml"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
	"github.com/robo-actors/robo-actors/worlds/robotfile"
	"github.com/robo-actors/robo-actors/worlds/source"
	"github.com/robo-actors/robo-actors/worlds/urdf"
)

// MaxSceneBytes bounds the length of a file of a scene.
const MaxSceneBytes = 16 << 20

// sceneLimits bound what is read of a file.
var sceneLimits = strictyaml.Limits{Bytes: MaxSceneBytes, Depth: 16, Nodes: 1_000_000}

// LoadOptions say how a scene finds what its file names.
type LoadOptions struct {
	// Robot returns the world of a robot by its source. Nil: robots are files of FS in any format of
	// package robotfile.
	Robot func(source string) (*worlds.World, error)
	// FS has the files of robots. Take one that symbolic links do not lead out of, such as that of
	// an os.Root. Nil: a robot is an error unless Robot is set.
	FS fs.FS
	// Meshes reads meshes, of bodies and robots. Nil: a mesh is an error; see [MeshFiles].
	Meshes MeshReader
}

// Load reads a scene from YAML. Name is the file in errors. The error is a *[source.Diagnostics]
// with the position of every mistake.
//
//	scene:
//	  name: cell
//	  objects:
//	    - name: panda
//	      robot: panda.urdf
//	      joints: {joint1: 0.5}     # rad or m; the others are neutral, within their limits
//	    - name: can
//	      pose: {xyz: [0.5, 0, 0.3], rpy: [0, 0, 1.57]}   # or quaternion: [w, x, y, z], or matrix
//	      shapes: [{cylinder: [0.03, 0.1]}]               # radius, length; box, sphere, capsule, mesh
//	      held: {by: panda, link: hand, touch: [finger]}  # the pose is that in the link
//	  allowed: [[panda/link0, table]]
//	  sensors: [{name: eye, on: panda/hand, max: 2}]
//
// An object that is held by a robot and lists touch is grabbed; otherwise it is attached. IDs are
// those of the key id, or count up.
func Load(name string, data []byte, options LoadOptions) (*Scene, error) {
	r := &reader{text: source.NewText(name, data), options: options, worlds: map[string]*worlds.World{}, named: map[string]bool{}}
	root := strictyaml.Parse(r.text, sceneLimits, &r.errors)
	if root == nil {
		return nil, r.errors.Err()
	}
	var scene *Scene
	if top := r.mapping(root, "", "scene"); top != nil {
		if top[0] == nil {
			r.fail(root, "", "the key scene is missing", "scene: {name: ..., objects: [...]}", "")
		} else {
			scene = r.scene(top[0])
		}
	}
	if err := r.errors.Err(); err != nil {
		return nil, err
	}
	return scene, nil
}

// reader reads one file.
type reader struct {
	text    *source.Text
	options LoadOptions
	errors  source.Diagnostics
	edit    *Edit
	worlds  map[string]*worlds.World // source -> world
	named   map[string]bool          // objects of the file, those with mistakes included
}

func (r *reader) scene(n *strictyaml.Node) *Scene {
	v := r.mapping(n, "scene", "name", "last_id", "objects", "allowed", "sensors")
	if v == nil {
		return nil
	}
	name := r.name(v[0], "scene.name")
	if name == "" {
		r.fail(n, "scene.name", "the name is missing", "name: ...", "")
		return nil
	}
	r.edit = New(name).Edit()
	objects := r.list(v[2], "scene.objects")
	if len(objects) > MaxObjects {
		r.fail(v[2], "scene.objects", fmt.Sprintf("%d objects", len(objects)), fmt.Sprintf("at most %d", MaxObjects), "")
		return nil
	}
	held := make([]*strictyaml.Node, len(objects))
	handles := make([]Handle, len(objects))
	for i, o := range objects {
		if r.errors.Full() {
			return nil
		}
		handles[i], held[i] = r.object(o, fmt.Sprintf("scene.objects[%d]", i))
	}
	for i, h := range held {
		if h != nil && !handles[i].IsZero() {
			r.held(h, fmt.Sprintf("scene.objects[%d].held", i), handles[i])
		}
	}
	for i, pair := range r.list(v[3], "scene.allowed") {
		if r.errors.Full() {
			return nil
		}
		r.allowed(pair, fmt.Sprintf("scene.allowed[%d]", i))
	}
	for i, sensor := range r.list(v[4], "scene.sensors") {
		if r.errors.Full() {
			return nil
		}
		r.sensor(sensor, fmt.Sprintf("scene.sensors[%d]", i))
	}
	if v[1] != nil {
		last := r.integer(v[1], "scene.last_id")
		if last < r.edit.scene.lastID {
			r.fail(v[1], "scene.last_id", fmt.Sprintf("the last ID %d is below the highest ID %d", last, r.edit.scene.lastID), "at least the highest ID", "")
		}
		r.edit.scene.lastID = max(last, r.edit.scene.lastID)
	}
	scene := r.edit.Scene()
	scene.number = 0
	return scene
}

// object adds an object and returns the value of its key held.
func (r *reader) object(n *strictyaml.Node, path string) (h Handle, held *strictyaml.Node) {
	v := r.mapping(n, path, "name", "id", "pose", "held", "robot", "joints", "shapes", "inertia")
	if v == nil {
		return Handle{}, nil
	}
	before := r.errors.Len()
	name := r.name(v[0], path+".name")
	r.named[name] = true
	pose := r.pose(v[2], path+".pose")
	id := r.edit.scene.lastID + 1
	if v[1] != nil {
		if id = r.integer(v[1], path+".id"); id <= r.edit.scene.lastID {
			r.fail(v[1], path+".id", fmt.Sprintf("the ID %d comes after %d", id, r.edit.scene.lastID), "IDs above 0 in ascending order", "")
		}
	}
	var robot RobotSpec
	var body BodySpec
	switch {
	case v[4] != nil && (v[6] != nil || v[7] != nil):
		r.fail(v[4], path+".robot", "the object has a robot, and shapes or an inertia", "one of them", "")
	case v[4] != nil:
		robot = r.robot(v[4], v[5], path)
	case v[5] != nil:
		r.fail(v[5], path+".joints", "a body has no joints", "no key joints, or a key robot", "")
	default:
		body = BodySpec{Shapes: r.shapes(v[6], path+".shapes"), Inertia: r.inertia(v[7], path+".inertia")}
	}
	if r.errors.Len() > before {
		return Handle{}, nil
	}
	last := r.edit.scene.lastID
	r.edit.scene.lastID = id - 1
	var err error
	if v[4] != nil {
		robot.Name, robot.Base, robot.Meshes = name, pose, r.options.Meshes
		h, err = r.edit.AddRobot(robot)
	} else {
		body.Name, body.Pose, body.Meshes = name, pose, r.options.Meshes
		h, err = r.edit.AddBody(body)
	}
	if err != nil {
		r.edit.scene.lastID = last
		r.fail(n, path, err.Error(), "", "")
	}
	return h, v[3]
}

// robot reads the world and the position of a robot.
func (r *reader) robot(n, joints *strictyaml.Node, path string) RobotSpec {
	spec := RobotSpec{Source: r.scalar(n, path+".robot")}
	if n.Kind == strictyaml.Scalar && spec.Source == "" {
		r.fail(n, path+".robot", "the source of the robot is empty", "the name of its description, such as panda.urdf", "")
	}
	if spec.Source == "" {
		return spec
	}
	if spec.World = r.world(n, path, spec.Source); spec.World == nil {
		return spec
	}
	if joints == nil {
		return spec
	}
	if joints.Kind != strictyaml.Mapping {
		r.fail(joints, path+".joints", "this is a "+joints.Kind.String(), "a mapping from joints to positions", "")
		return spec
	}
	position := spec.World.NewState().Position
	if err := spec.World.Clamp(position); err != nil {
		r.fail(joints, path+".joints", err.Error(), "", "")
	}
	for _, entry := range joints.Entries {
		if r.errors.Full() {
			break
		}
		i, err := spec.World.JointIndex(entry.Key.Value)
		if err != nil {
			r.fail(entry.Key, path+".joints", err.Error(), "", "")
			continue
		}
		at, where := spec.World.Slot(i), path+".joints["+entry.Key.Value+"]"
		if entry.Value.Kind == strictyaml.Scalar {
			if at.PositionLength != 1 {
				r.fail(entry.Value, where, "one number", fmt.Sprintf("a list of %d", at.PositionLength), "")
				continue
			}
			position[at.Position] = r.number(entry.Value, where)
			continue
		}
		copy(position[at.Position:at.Position+at.PositionLength], r.numbers(entry.Value, where, at.PositionLength))
	}
	spec.Position = position
	return spec
}

// world returns the world of a source; robots of one source share it.
func (r *reader) world(n *strictyaml.Node, path, from string) *worlds.World {
	if w := r.worlds[from]; w != nil {
		return w
	}
	var w *worlds.World
	var err error
	switch {
	case r.options.Robot != nil:
		w, err = r.options.Robot(from)
	case r.options.FS == nil:
		err = fmt.Errorf("the file %s cannot be opened: no folder was given; expected LoadOptions.FS or Robot", source.Quote(from))
	default:
		var d *worlds.Description
		if d, err = robotfile.Load(r.options.FS, from, urdf.Options{}); err == nil {
			w, err = worlds.Build(d)
		}
	}
	if err == nil && w == nil {
		err = fmt.Errorf("the robot %s has no world; expected one", source.Quote(from))
	}
	if err != nil {
		r.fail(n, path+".robot", err.Error(), "", "")
		return nil
	}
	r.worlds[from] = w
	return w
}

// held fixes an object to its holder. Its pose is in the holder already.
func (r *reader) held(n *strictyaml.Node, path string, h Handle) {
	v := r.mapping(n, path, "by", "link", "touch")
	if v == nil {
		return
	}
	o, err := r.edit.scene.object(h, "an object of this file")
	if err != nil {
		return
	}
	to, ok := r.handle(n, path+".by", r.name(v[0], path+".by"))
	if !ok {
		return
	}
	link := ""
	if v[1] != nil {
		link = r.scalar(v[1], path+".link")
	}
	if v[2] == nil {
		err = r.edit.Attach(h, to, link)
	} else {
		var touch []string
		for _, item := range r.list(v[2], path+".touch") {
			touch = append(touch, r.scalar(item, path+".touch"))
		}
		err = r.edit.Grab(to, link, h, touch...)
	}
	if err != nil {
		r.fail(n, path, err.Error(), "", "")
		return
	}
	now, err := r.edit.scene.object(h, "an object of this file")
	if err == nil {
		next := now.copy()
		next.pose = o.pose
		r.edit.replace(next)
	}
}

func (r *reader) allowed(n *strictyaml.Node, path string) {
	items := r.list(n, path)
	if len(items) != 2 {
		r.fail(n, path, fmt.Sprintf("%d parts", len(items)), "two parts, as [robot/link, body]", "")
		return
	}
	a, okA := r.part(items[0], path+"[0]")
	b, okB := r.part(items[1], path+"[1]")
	if !okA || !okB {
		return
	}
	if err := r.edit.Allow(a, b); err != nil {
		r.fail(n, path, err.Error(), "", "")
	}
}

func (r *reader) sensor(n *strictyaml.Node, path string) {
	v := r.mapping(n, path, "name", "on", "pose", "min", "max")
	if v == nil {
		return
	}
	spec := RangeSensor{Name: r.name(v[0], path+".name"), Pose: r.pose(v[2], path+".pose")}
	if v[1] == nil || v[4] == nil {
		r.fail(n, path, "the keys on and max are needed", "{name: ..., on: object/link, max: ...}", "")
		return
	}
	var ok bool
	if spec.On, ok = r.part(v[1], path+".on"); !ok {
		return
	}
	if v[3] != nil {
		spec.Min = r.number(v[3], path+".min")
	}
	spec.Max = r.number(v[4], path+".max")
	if err := r.edit.AddSensor(spec); err != nil {
		r.fail(n, path, err.Error(), "", "")
	}
}

// part reads object or object/link.
func (r *reader) part(n *strictyaml.Node, path string) (Part, bool) {
	object, link, err := splitName(r.scalar(n, path))
	if err != nil {
		r.fail(n, path, err.Error(), "", "")
		return Part{}, false
	}
	h, ok := r.handle(n, path, object)
	return Part{h, link}, ok
}

// handle returns the handle of an object. A missing one is reported, unless its own mistakes are.
func (r *reader) handle(n *strictyaml.Node, path, name string) (Handle, bool) {
	h, err := r.edit.Handle(name)
	if err != nil && !r.named[name] {
		r.fail(n, path, err.Error(), "", "")
	}
	return h, err == nil
}

// pose reads a pose, the identity for a missing one.
func (r *reader) pose(n *strictyaml.Node, path string) spatial.Pose {
	pose := spatial.IdentityPose()
	if n == nil {
		return pose
	}
	v := r.mapping(n, path, "xyz", "rpy", "quaternion", "matrix")
	if v == nil {
		return pose
	}
	if v[0] != nil {
		copy(pose.P[:], r.numbers(v[0], path+".xyz", 3))
	}
	given := 0
	for _, orientation := range v[1:] {
		if orientation != nil {
			given++
		}
	}
	switch {
	case given > 1:
		r.fail(n, path, "several orientations", "one of rpy, quaternion and matrix", "")
	case v[1] != nil:
		pose.R = spatial.RotationFromRPY([3]float64(r.numbers(v[1], path+".rpy", 3)))
	case v[2] != nil:
		q := [4]float64(r.numbers(v[2], path+".quaternion", 4))
		if norm := spatial.QuatOf(q).Norm(); math.Abs(norm-1) > 1e-6 {
			r.fail(v[2], path+".quaternion", fmt.Sprintf("the quaternion has length %.9g", norm), "length 1, in the order w, x, y, z", "")
			return pose
		}
		pose.R = quaternionRotation(q)
	case v[3] != nil:
		pose.R = spatial.Rotation(r.numbers(v[3], path+".matrix", 9))
	}
	return pose
}
