package environment

import (
	"slices"
	"sort"
	"sync"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/geometry"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Scene is an environment at one instant: bodies, robots, poses and joint values. It never changes,
// so any number of goroutines may share it. [Scene.Edit] leads to the next one, which shares
// everything that stays the same.
type Scene struct {
	environment *identity
	number      uint64
	stamp       messages.Instant
	objects     []*object // ascending ids
	lastID      ID        // the highest id given so far
	byName      map[string]*token
	allowed     []allowedPair  // sorted
	sensors     []*rangeSensor // sorted by name
}

// object is a body or a robot. It never changes.
type object struct {
	token *token
	name  string
	pose  spatial.Pose // of a free object in the world, of a held one in its holder
	hold  hold         // the zero value for a free object
	body  *solid       // nil for a robot
	robot *robot       // nil for a body
	stamp messages.Instant
	stale bool
	// observed is true once somebody has reported the pose of a body or the joints of a robot.
	observed bool
}

// hold is how an object is held by another one.
type hold struct {
	by      *token // nil for a free object
	link    int    // body of the holder's world, 0 for a holder that is a body
	grabbed bool
	touch   []int // further links that may touch a grabbed body, ascending
}

// solid is what a body is made of. It never changes, and clones share it.
type solid struct {
	spec   BodySpec // private copy, without name and pose
	geoms  []geom
	hashes worlds.Hashes // of the world of one link
}

// robot is a mechanism with its joint values. It never changes.
type robot struct {
	*mechanism
	position []float64 // of the whole world, mimic joints included

	once  sync.Once
	links []spatial.Pose // in the base frame, computed at the first use
}

// New returns the empty scene of a new environment. The name is used in errors.
func New(name string) *Scene {
	return &Scene{environment: &identity{name}, byName: map[string]*token{}}
}

// Name returns the name of the environment.
func (s *Scene) Name() string { return s.environment.name }

// Number counts the scenes of an environment, from 0. Scenes of one environment and one number are
// the same.
func (s *Scene) Number() uint64 { return s.number }

// Time returns the instant of the scene, on the clock of its owner.
func (s *Scene) Time() messages.Instant { return s.stamp }

// Len returns the number of bodies and robots.
func (s *Scene) Len() int { return len(s.objects) }

// Names returns the names of all objects, ordered by ID.
func (s *Scene) Names() []string {
	names := make([]string, len(s.objects))
	for i, o := range s.objects {
		names[i] = o.name
	}
	return names
}

// Handles returns the handles of all objects, ordered by ID.
func (s *Scene) Handles() []Handle {
	handles := make([]Handle, len(s.objects))
	for i, o := range s.objects {
		handles[i] = Handle{s.environment, o.token}
	}
	return handles
}

// Handle returns the handle of the object of that name. The error is a *[NameError].
func (s *Scene) Handle(name string) (Handle, error) {
	if t, found := s.byName[name]; found {
		return Handle{s.environment, t}, nil
	}
	return Handle{}, &NameError{Environment: s.Name(), Name: name, Known: s.Names()}
}

// Translate returns this environment's handle of the object that a handle of another environment
// names: clones keep the objects of their original. The error is a *[HandleError].
func (s *Scene) Translate(h Handle) (Handle, error) {
	h.environment = s.environment
	_, err := s.object(h, "a handle of an object that this environment was cloned with")
	return h, err
}

// at returns the place of an object, or -1.
func (s *Scene) at(t *token) int {
	i := sort.Search(len(s.objects), func(i int) bool { return s.objects[i].token.id >= t.id })
	if i < len(s.objects) && s.objects[i].token == t {
		return i
	}
	return -1
}

// object returns what a handle names.
func (s *Scene) object(h Handle, expected string) (*object, error) {
	cause := ErrGone
	switch {
	case h.object == nil || h.environment == nil:
		cause = ErrZeroHandle
	case h.environment != s.environment:
		cause = ErrOtherEnvironment
	default:
		if i := s.at(h.object); i >= 0 {
			return s.objects[i], nil
		}
	}
	return nil, &HandleError{Environment: s.Name(), Handle: h, Cause: cause, Expected: expected}
}

func (s *Scene) bodyOf(h Handle) (*object, error) {
	o, err := s.object(h, "a handle of a body of this scene")
	if err == nil && o.body == nil {
		err = &HandleError{Environment: s.Name(), Handle: h, Cause: ErrKind, Expected: "a body; " + o.name + " is a robot"}
	}
	return o, err
}

func (s *Scene) robotOf(h Handle) (*object, error) {
	o, err := s.object(h, "a handle of a robot of this scene")
	if err == nil && o.robot == nil {
		err = &HandleError{Environment: s.Name(), Handle: h, Cause: ErrKind, Expected: "a robot; " + o.name + " is a body"}
	}
	return o, err
}

// Body is what a scene holds of a body.
type Body struct {
	BodySpec
	ID ID
	// Holder is the object that carries the body, zero for a free body; Link is the holder's link,
	// empty for a holder that is a body. Grabbed distinguishes a grabbed body from an attached one.
	Holder  Handle
	Link    string
	Grabbed bool
	// Stamp is when the pose was observed; Stale marks a pose that is too old. Both are zero for a
	// body whose pose nobody observes.
	Stamp messages.Instant
	Stale bool
}

// Body returns a copy of a body; its pose is that in the world. The error is a *[HandleError].
func (s *Scene) Body(h Handle) (Body, error) {
	o, err := s.bodyOf(h)
	if err != nil {
		return Body{}, err
	}
	b := Body{BodySpec: o.body.spec, ID: o.token.id, Grabbed: o.hold.grabbed, Stamp: o.stamp, Stale: o.stale}
	b.Name, b.Pose, b.Shapes = o.name, s.poseOf(o), slices.Clone(o.body.spec.Shapes)
	b.Holder, b.Link = s.holderOf(o)
	return b, nil
}

// holderOf returns what carries an object, and the link of a robot.
func (s *Scene) holderOf(o *object) (Handle, string) {
	if o.hold.by == nil {
		return Handle{}, ""
	}
	link := ""
	if holder := s.objects[s.at(o.hold.by)]; holder.robot != nil {
		link = holder.robot.names[o.hold.link]
	}
	return Handle{s.environment, o.hold.by}, link
}

// Robot is what a scene holds of a robot.
type Robot struct {
	Name  string
	ID    ID
	World *worlds.World
	// Source names the description that World was built from; it may be empty.
	Source string
	// Base is the pose of the root link in the world.
	Base spatial.Pose
	// Holder is the object that carries the robot, zero for a free one; Link is the holder's link,
	// empty for a holder that is a body.
	Holder Handle
	Link   string
	// Position is a position of World, mimic joints included.
	Position []float64
	// Stamp is when the joints were measured; Stale marks values that are too old. Both are zero for
	// a robot that nobody observes.
	Stamp messages.Instant
	Stale bool
}

// Robot returns a copy of a robot. The error is a *[HandleError].
func (s *Scene) Robot(h Handle) (Robot, error) {
	o, err := s.robotOf(h)
	if err != nil {
		return Robot{}, err
	}
	r := Robot{Name: o.name, ID: o.token.id, World: o.robot.world, Source: o.robot.source, Base: s.poseOf(o), Position: slices.Clone(o.robot.position),
		Stamp: o.stamp, Stale: o.stale}
	r.Holder, r.Link = s.holderOf(o)
	return r, nil
}

// Solids returns the shapes of a body, or of a link of a robot, each with its pose in the frame of
// the body or link. The link is empty for a body. The error is a *[HandleError] or a
// *[worlds.UnknownNameError].
func (s *Scene) Solids(h Handle, link string) ([]geometry.Placed, error) {
	o, err := s.object(h, "a handle of an object of this scene")
	if err != nil {
		return nil, err
	}
	p := carried{object: o}
	if o.robot != nil {
		if p.link, err = o.robot.world.BodyIndex(link); err != nil {
			return nil, err
		}
	}
	var all []geometry.Placed
	for _, g := range p.geoms() {
		all = append(all, geometry.Placed{Shape: g.shape, Pose: g.pose})
	}
	return all, nil
}

// Pose returns the pose of an object in the world: of a body's frame, or of a robot's root link.
func (s *Scene) Pose(h Handle) (spatial.Pose, error) {
	o, err := s.object(h, "a handle of an object of this scene")
	if err != nil {
		return spatial.Pose{}, err
	}
	return s.poseOf(o), nil
}

// LinkPose returns the pose of a robot's link in the world. The error is a *[HandleError] or a
// *[worlds.UnknownNameError].
func (s *Scene) LinkPose(h Handle, link string) (spatial.Pose, error) {
	o, err := s.robotOf(h)
	if err != nil {
		return spatial.Pose{}, err
	}
	i, err := o.robot.world.BodyIndex(link)
	if err != nil {
		return spatial.Pose{}, err
	}
	return s.linkPose(o, i), nil
}

// poseOf returns the pose of an object in the world. Chains of holders end: see Edit.hold.
func (s *Scene) poseOf(o *object) spatial.Pose {
	if o.hold.by == nil {
		return o.pose
	}
	holder := s.linkPose(s.objects[s.at(o.hold.by)], o.hold.link)
	return holder.Times(&o.pose)
}

// linkPose returns the pose of a link of a robot, or of a body, in the world.
func (s *Scene) linkPose(o *object, link int) spatial.Pose {
	pose := s.poseOf(o)
	if o.robot == nil {
		return pose
	}
	return pose.Times(&o.robot.linkPoses()[link])
}

// linkPoses returns the poses of all links in the frame of the root link.
func (r *robot) linkPoses() []spatial.Pose {
	r.once.Do(func() {
		w := r.model.NewWorkspace()
		_ = w.SetPosition(r.position) // its length was checked by the edit
		r.links = make([]spatial.Pose, len(r.names))
		for i := range r.links {
			r.links[i] = w.Pose(i)
		}
	})
	return r.links
}
