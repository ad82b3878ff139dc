package environment

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// MaxObjects is the number of bodies and robots that a scene may hold.
const MaxObjects = 10_000

// Edit collects changes of a scene. A method that returns an error has changed nothing. An Edit
// serves one goroutine; the scene that it began with never changes.
type Edit struct {
	scene       Scene // objects, byName and allowed are shared with the last scene until they change
	ownObjects  bool
	ownNames    bool
	ownAllowed  bool
	changed     bool
	lastVisible *Scene
}

// Edit begins a change of the scene.
func (s *Scene) Edit() *Edit { return &Edit{scene: *s, lastVisible: s} }

// Scene returns the scene with all changes so far, or the scene that the edit began with if there
// are none. The edit may go on; later changes do not reach the returned scene.
func (e *Edit) Scene() *Scene {
	if e.changed {
		next := e.scene
		next.number++
		e.scene.number++
		e.lastVisible = &next
		e.changed, e.ownObjects, e.ownNames, e.ownAllowed = false, false, false, false
	}
	return e.lastVisible
}

// Handle returns the handle of the object of that name, objects added by this edit included.
func (e *Edit) Handle(name string) (Handle, error) { return e.scene.Handle(name) }

// SetTime sets the instant of the scene.
func (e *Edit) SetTime(at messages.Instant) {
	if e.scene.stamp != at {
		e.scene.stamp, e.changed = at, true
	}
}

// AddBody adds a body. The error has the full path of the body.
func (e *Edit) AddBody(spec BodySpec) (Handle, error) {
	path := e.path(spec.Name)
	pose, err := checkPose(path, spec.Pose)
	if err != nil {
		return Handle{}, err
	}
	if err := e.checkNew(spec.Name); err != nil {
		return Handle{}, err
	}
	body, err := newSolid(e.scene.Name(), path, &spec)
	if err != nil {
		return Handle{}, err
	}
	return e.add(&object{name: spec.Name, pose: pose, body: body}), nil
}

// AddRobot adds a robot. The error has the full path of the robot.
func (e *Edit) AddRobot(spec RobotSpec) (Handle, error) {
	path := e.path(spec.Name)
	pose, err := checkPose(path, spec.Base)
	if err != nil {
		return Handle{}, err
	}
	if err := e.checkNew(spec.Name); err != nil {
		return Handle{}, err
	}
	if spec.World == nil {
		return Handle{}, fmt.Errorf("%s: the world is nil; expected the structure of the robot", path)
	}
	m := e.sameMechanism(&spec)
	if m == nil {
		if m, err = newMechanism(path, &spec); err != nil {
			return Handle{}, err
		}
	}
	position := spec.Position
	if position == nil {
		position = spec.World.NewState().Position
		if err := spec.World.Clamp(position); err != nil {
			return Handle{}, err
		}
	}
	position, err = followed(path, m, position)
	if err != nil {
		return Handle{}, err
	}
	for i, pair := range spec.Allowed {
		for _, link := range pair {
			if _, err := spec.World.BodyIndex(link); err != nil {
				return Handle{}, fmt.Errorf("%s.allowed[%d]: %w", path, i, err)
			}
		}
	}
	h := e.add(&object{name: spec.Name, pose: pose, robot: &robot{mechanism: m, position: position}})
	for _, pair := range spec.Allowed {
		if err := e.Allow(Part{h, pair[0]}, Part{h, pair[1]}); err != nil {
			return Handle{}, err
		}
	}
	return h, nil
}

// sameMechanism returns the mechanism of a robot of the scene that is made of the same, or nil.
// Readers of meshes cannot be compared.
func (e *Edit) sameMechanism(spec *RobotSpec) *mechanism {
	if spec.Meshes != nil {
		return nil
	}
	for _, o := range e.scene.objects {
		if o.robot != nil && o.robot.world == spec.World && o.robot.source == spec.Source && !o.robot.meshes {
			return o.robot.mechanism
		}
	}
	return nil
}

// Remove removes a body or robot that holds no object and no sensor, and all allowed pairs that it
// is part of.
func (e *Edit) Remove(h Handle) error {
	o, err := e.scene.object(h, "a handle of an object of this scene")
	if err != nil {
		return err
	}
	for _, other := range e.scene.objects {
		if other.hold.by == o.token {
			return fmt.Errorf("%s holds %s; release it first", e.path(o.name), source.Quote(other.name))
		}
	}
	for _, r := range e.scene.sensors {
		if r.on == o.token {
			return fmt.Errorf("%s carries the sensor %s; remove it first", e.path(o.name), source.Quote(r.name))
		}
	}
	e.ownTheObjects()
	i := e.scene.at(o.token)
	e.scene.objects = slices.Delete(e.scene.objects, i, i+1)
	e.ownTheNames()
	delete(e.scene.byName, o.name)
	e.dropPairs(o.token.id)
	return nil
}

// Rename gives an object another name. Handles and IDs stay.
func (e *Edit) Rename(h Handle, name string) error {
	o, err := e.scene.object(h, "a handle of an object of this scene")
	if err != nil || o.name == name {
		return err
	}
	if err := e.checkNew(name); err != nil {
		return err
	}
	e.ownTheNames()
	delete(e.scene.byName, o.name)
	e.scene.byName[name] = o.token
	next := o.copy()
	next.name = name
	e.replace(next)
	return nil
}

// SetPose moves a free object: the frame of a body, or the root link of a robot.
func (e *Edit) SetPose(h Handle, pose spatial.Pose) error {
	o, err := e.scene.object(h, "a handle of an object of this scene")
	if err != nil {
		return err
	}
	if o.hold.by != nil {
		return fmt.Errorf("%s is held by %s and moves with it; release it first", e.path(o.name),
			source.Quote(e.scene.objects[e.scene.at(o.hold.by)].name))
	}
	if pose, err = checkPose(e.path(o.name), pose); err != nil {
		return err
	}
	next := o.copy()
	next.pose = pose
	e.replace(next)
	return nil
}

// SetPosition moves the joints of a robot to a position of its world. Mimic joints follow their
// leaders, whatever their entries are. Positions outside of the limits are accepted: measured ones
// may be.
func (e *Edit) SetPosition(h Handle, position []float64) error {
	o, err := e.scene.robotOf(h)
	if err != nil {
		return err
	}
	position, err = followed(e.path(o.name), o.robot.mechanism, position)
	if err != nil {
		return err
	}
	next := o.copy()
	next.robot = &robot{mechanism: o.robot.mechanism, position: position}
	e.replace(next)
	return nil
}

// Observed records when the pose of a body or the joints of a robot were measured, and whether they
// are too old.
func (e *Edit) Observed(h Handle, stamp messages.Instant, stale bool) error {
	o, err := e.scene.object(h, "a handle of an object of this scene")
	if err != nil || o.observed && o.stamp == stamp && o.stale == stale {
		return err
	}
	next := o.copy()
	next.stamp, next.stale, next.observed = stamp, stale, true
	e.replace(next)
	return nil
}

// copy returns a copy of an object that may be changed.
func (o *object) copy() *object {
	next := *o
	return &next
}

// replace puts another version of an object into its place.
func (e *Edit) replace(o *object) {
	e.ownTheObjects()
	e.scene.objects[e.scene.at(o.token)] = o
}

// add gives an object its ID.
func (e *Edit) add(o *object) Handle {
	e.ownTheObjects()
	e.ownTheNames()
	e.scene.lastID++
	o.token = &token{e.scene.lastID}
	e.scene.objects = append(e.scene.objects, o)
	e.scene.byName[o.name] = o.token
	return Handle{e.scene.environment, o.token}
}

func (e *Edit) ownTheObjects() {
	e.changed = true
	if !e.ownObjects {
		e.scene.objects, e.ownObjects = slices.Clone(e.scene.objects), true
	}
}

func (e *Edit) ownTheNames() {
	e.changed = true
	if !e.ownNames {
		e.scene.byName, e.ownNames = maps.Clone(e.scene.byName), true
	}
}

// checkNew returns an error unless an object of that name can be added.
func (e *Edit) checkNew(name string) error {
	if err := worlds.CheckName(name); err != nil {
		return fmt.Errorf("environment %s: %w", source.Quote(e.scene.Name()), err)
	}
	if _, taken := e.scene.byName[name]; taken {
		return &NameError{Environment: e.scene.Name(), Name: name, Taken: true, Known: e.scene.Names()}
	}
	if len(e.scene.objects) >= MaxObjects || e.scene.lastID == math.MaxUint32 {
		return fmt.Errorf("environment %s holds %d objects; expected at most %d", source.Quote(e.scene.Name()), len(e.scene.objects), MaxObjects)
	}
	return nil
}

// path returns the full path of an object.
func (e *Edit) path(name string) string { return objectPath(e.scene.Name(), name) }

func objectPath(environment, name string) string {
	return "environment " + source.Quote(environment) + ": " + source.Quote(name)
}

// mostLength bounds coordinates, m, as descriptions of robots do.
const mostLength = 1e6

// checkPose returns a valid pose: the identity for the zero value.
func checkPose(path string, pose spatial.Pose) (spatial.Pose, error) {
	if pose.R == (spatial.Rotation{}) {
		pose.R = spatial.IdentityRotation()
	}
	if !pose.R.Valid() {
		return pose, fmt.Errorf("%s: the orientation is not a rotation matrix; expected an orthonormal matrix with determinant 1", path)
	}
	for _, v := range pose.P {
		if !(math.Abs(v) <= mostLength) {
			return pose, fmt.Errorf("%s: the position is %v m; expected finite numbers of at most %g m", path, pose.P, float64(mostLength))
		}
	}
	return pose, nil
}

// followed returns a copy of a position with the mimic joints where their leaders demand.
func followed(path string, m *mechanism, position []float64) ([]float64, error) {
	state := m.world.NewState()
	if len(position) == len(state.Position) {
		copy(state.Position, position)
	} else {
		state.Position = position
	}
	if err := m.world.CheckState(&state); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if err := m.world.Reduction().Follow(state.Position, nil); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return state.Position, nil
}
