package elasticplan

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/robo-actors/robo-actors/actors/planners/motion"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/environment"
	"github.com/robo-actors/robo-actors/worlds/planning"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// course makes rides of an arm, and turns them into what the controller follows.
type course struct {
	options Options
	group   *worlds.JointGroup
	joints  []string
	places  []worlds.Slot // of the joints in the world
	elastic planning.ElasticOptions
	limits  planning.Limits
	tool    int

	space                *rigidbody.Workspace
	position             []float64 // of the world
	velocity, rate       []float64 // of the world: the rate is the acceleration
	at, speed, quickness []float64 // of the joint group, where it shall be, with velocity and acceleration
}

// spare is the part of a joint's range that obstacles leave at each end.
const spare = 0.005

// newCourse returns the course of a joint group. Errors name options.
func newCourse(o Options, world *worlds.World) (*course, error) {
	group, err := world.Group(o.JointGroup)
	if err != nil {
		return nil, messages.InOption("joint_group", err)
	}
	model, err := world.Model()
	if err != nil {
		return nil, err
	}
	c := &course{options: o, group: group, joints: group.JointNames(), space: model.NewWorkspace(),
		position: make([]float64, world.NumPositions()), velocity: make([]float64, world.NumVelocities()), rate: make([]float64, world.NumVelocities())}
	if c.tool, err = model.BodyIndex(o.Tool); err != nil {
		return nil, messages.InOption("tool", err)
	}
	for i, name := range c.joints {
		if err := c.addJoint(name, world, group.WorldJoint(i)); err != nil {
			return nil, messages.InOption("joint_group", err)
		}
	}
	c.elastic.Spacing, c.elastic.Speed, c.elastic.Step = o.Spacing, o.NodeSpeed, o.Step
	c.elastic.Patience, c.elastic.Stretch = o.Blocked.Seconds(), o.Stretch
	n := len(c.joints)
	c.at, c.speed, c.quickness = make([]float64, n), make([]float64, n), make([]float64, n)
	return c, o.check(n)
}

func (c *course) addJoint(name string, world *worlds.World, joint int) error {
	slot := world.Slot(joint)
	if slot.PositionLength != 1 || slot.VelocityLength != 1 {
		return fmt.Errorf("joint %s is %v; expected joints of one degree of freedom", name, slot.Type)
	}
	l := world.Reduction().Limits()[slot.Velocity]
	if math.IsInf(l.Velocity, 1) || math.IsInf(l.Acceleration, 1) {
		return fmt.Errorf("joint %s has no limit of velocity or of acceleration; expected both in the robot's description, since plans are timed by them", name)
	}
	c.places = append(c.places, slot)
	c.limits.Velocity = append(c.limits.Velocity, c.options.Speed*l.Velocity)
	c.limits.Acceleration = append(c.limits.Acceleration, c.options.Speed*l.Acceleration)
	lower, upper := l.Lower, l.Upper
	if width := upper - lower; !math.IsInf(width, 0) {
		lower, upper = lower+spare*width, upper-spare*width
	}
	c.elastic.Lower, c.elastic.Upper = append(c.elastic.Lower, max(lower, -1e3)), append(c.elastic.Upper, min(upper, 1e3))
	return nil
}

// ride begins a ride through the configurations of a path.
func (c *course) ride(path planning.Path, velocity []float64) (*planning.Ride, error) {
	return planning.NewRide(path, velocity, c.elastic, c.limits)
}

// request asks for a motion to some goals, with more clearance than the bounds of the plan, by a
// share of the influences.
func (c *course) request(from []float64, goals []motion.Goal, share float64) motion.PlanRequest {
	q := motion.PlanRequest{From: slices.Clone(from), Goals: goals, Clearance: max(float64(c.options.Clearance)+share*float64(c.options.InfluenceOthers), 0)}
	for _, k := range c.options.Keep {
		k.Away = max(k.Away+messages.Meters(share)*c.options.Influence, 0)
		q.Keep = append(q.Keep, k)
	}
	return q
}

// fields returns what pushes a plan in a scene: each body of the option keep, and everything else.
func (c *course) fields(scene *environment.Scene) ([]planning.Field, error) {
	robot, err := scene.Handle(c.options.Robot)
	if err != nil {
		return nil, err
	}
	mine, others := []environment.Handle{robot}, []environment.Handle{}
	kept := make([]environment.Handle, len(c.options.Keep))
	for i, k := range c.options.Keep {
		if kept[i], err = scene.Handle(k.Object); err != nil {
			return nil, err
		}
	}
	for _, h := range scene.Handles() {
		if b, err := scene.Body(h); err == nil && b.Holder == robot {
			mine = append(mine, h) // it moves along
		} else if h != robot {
			others = append(others, h)
		}
	}
	rest, err := c.field(scene, robot, pairs(mine, kept), planning.Field{Bound: float64(c.options.Clearance), Influence: float64(c.options.Clearance + c.options.InfluenceOthers)})
	fields := []planning.Field{rest}
	for i, k := range kept {
		away := slices.DeleteFunc(slices.Clone(others), func(h environment.Handle) bool { return h == k })
		bound, influence := float64(c.options.Keep[i].Away), float64(c.options.Influence)
		one, wrong := c.field(scene, robot, pairs(mine, append(away, mine...)), planning.Field{Bound: bound, Reserve: reserve * influence, Influence: bound + influence})
		fields, err = append(fields, one), errors.Join(err, wrong)
	}
	return fields, err
}

// pairs returns every pair of an object of each list.
func pairs(first, second []environment.Handle) (all [][2]environment.Handle) {
	for _, a := range first {
		for _, b := range second {
			all = append(all, [2]environment.Handle{a, b})
		}
	}
	return all
}

// reserve is the share of its influence that a body of the option keep has as reserve.
const reserve = 0.3

// field returns a field with the clearance of a scene in which some pairs of objects do not count.
func (c *course) field(scene *environment.Scene, robot environment.Handle, without [][2]environment.Handle, f planning.Field) (planning.Field, error) {
	edit := scene.Edit()
	for _, pair := range without {
		if err := edit.Allow(environment.Part{Object: pair[0]}, environment.Part{Object: pair[1]}); err != nil {
			return f, err
		}
	}
	space, err := edit.Scene().Space(robot, environment.SpaceOptions{Joints: c.joints})
	f.Clearance = space
	return f, err
}

// deformed returns the ride of the next period in a scene. It is for jobs: it changes nothing.
func (c *course) deformed(ride *planning.Ride, scene *environment.Scene) (*planning.Ride, error) {
	fields, err := c.fields(scene)
	if err != nil {
		return nil, err
	}
	return ride.Next(fields, c.options.Period.Seconds())
}

// sample finds where the joints shall be at a time of a ride's period, s.
func (c *course) sample(ride *planning.Ride, after float64) {
	ride.State(after, c.at, c.speed, c.quickness)
}

// rest keeps the joints where they shall be now.
func (c *course) rest() {
	clear(c.speed)
	clear(c.quickness)
}

// measured writes the positions of the joints in a snapshot into q.
func (c *course) measured(q []float64, s *messages.Snapshot) {
	for i, slot := range c.places {
		q[i] = s.Position[slot.Position]
	}
}

// off returns the largest distance of a joint from where it shall be, rad or m.
func (c *course) off(s *messages.Snapshot) (most float64) {
	for i, slot := range c.places {
		most = max(most, math.Abs(s.Position[slot.Position]-c.at[i]))
	}
	return most
}

// reference writes where the tool shall be, with all other joints where they are measured.
func (c *course) reference(r *messages.BodyReference, s *messages.Snapshot) error {
	copy(c.position, s.Position)
	clear(c.velocity)
	clear(c.rate)
	for i, slot := range c.places {
		c.position[slot.Position], c.velocity[slot.Velocity], c.rate[slot.Velocity] = c.at[i], c.speed[i], c.quickness[i]
	}
	if err := c.space.SetState(c.position, c.velocity); err != nil {
		return err
	}
	if err := c.space.SetAcceleration(c.rate); err != nil {
		return err
	}
	pose, twist := c.space.Pose(c.tool), c.space.Velocity(c.tool, rigidbody.LocalWorldAligned)
	acceleration := c.space.ClassicalAcceleration(c.tool, rigidbody.LocalWorldAligned)
	r.Pose = messages.Pose{Position: pose.P, Orientation: pose.R.Quat().Array()}
	r.Twist = messages.Twist{Linear: twist.Linear, Angular: twist.Angular}
	copy(r.Acceleration[:3], acceleration.Linear[:])
	copy(r.Acceleration[3:], acceleration.Angular[:])
	return nil
}

// posture writes where the joints shall be.
func (c *course) posture(p *messages.JointCommand) {
	for i := range p.Control {
		p.Control[i] = messages.ControlPositionVelocity
	}
	copy(p.Position, c.at)
	copy(p.Velocity, c.speed)
}
