package draw

import (
	"fmt"

	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/robo-actors/robo-actors/internal/foxglove/schemas"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// markerLifetime is how long a marker stays without a newer one, ns. A target or contact that is no
// longer sent disappears.
const markerLifetime = 300_000_000

// target is the reference of a body, drawn as the axes of its frame in red, green and blue.
type target struct {
	topic string
	pose  messages.Pose
	at    messages.Instant
	seen  bool
}

// Sizes of markers, m.
const (
	axisLength    = 0.15
	axisDiameter  = 0.012
	forceLength   = 0.002 // for each N
	longestForce  = 1.0
	forceDiameter = 0.02
)

// leastForce is the least force that is drawn, N.
const leastForce = 1e-3

func (g *target) set(at messages.Instant, pose messages.Pose) { g.at, g.pose, g.seen = at, pose, true }

// entity draws the axes of the target's frame.
func (g *target) entity() *schemas.SceneEntity {
	r := spatial.QuatOf(g.pose.Orientation).Rotation()
	e := marker(g.at, RoomFrame, g.topic)
	for k, color := range [3]*schemas.Color{{R: 1, A: 1}, {G: 0.8, A: 1}, {B: 1, A: 1}} {
		pose := spatial.Pose{R: alongX(r.Axis(k)), P: g.pose.Position}
		e.Arrows = append(e.Arrows, arrow(pose, axisLength, axisDiameter, color))
	}
	return e
}

// contacts are the forces of a plant's sets of contacts, each on a body, in the axes of the body.
type contacts struct {
	robot  *Robot
	topic  string
	bodies []string
	forces []float64 // six numbers a set: force N, moment about the body's origin N m
	at     messages.Instant
	seen   bool
}

// perContact is how many numbers a set of contacts has.
const perContact = 6

func (c *contacts) set(at messages.Instant, s *messages.Signals) {
	if len(s.Value) == perContact*len(c.bodies) {
		c.forces = append(c.forces[:0], s.Value...)
		c.at, c.seen = at, true
	}
}

// entities draws an arrow for each force, from the point of its line of action that is nearest to
// the body's origin: F x M / F^2.
func (c *contacts) entities(to []*schemas.SceneEntity) []*schemas.SceneEntity {
	if !c.seen {
		return to
	}
	for i, body := range c.bodies {
		force, moment := spatial.VecAt(c.forces[perContact*i:]), spatial.VecAt(c.forces[perContact*i+3:])
		newton := force.Norm()
		if !(newton >= leastForce) {
			continue
		}
		from := force.Cross(moment).Scale(1 / (newton * newton))
		e := marker(c.at, c.robot.frame(body), fmt.Sprintf("%s/%d", c.topic, i))
		e.FrameLocked = true
		pose := spatial.Pose{R: alongX(force.Scale(1 / newton)), P: from.Array()}
		e.Arrows = append(e.Arrows, arrow(pose, min(forceLength*newton, longestForce), forceDiameter, &schemas.Color{R: 1, G: 0.6, B: 0.1, A: 0.9}))
		to = append(to, e)
	}
	return to
}

// marker returns an empty entity that disappears by itself.
func marker(at messages.Instant, frame, id string) *schemas.SceneEntity {
	return &schemas.SceneEntity{Timestamp: timestamp(at), FrameId: frame, Id: id, Lifetime: &durationpb.Duration{Nanos: markerLifetime}}
}

// arrow returns an arrow from the origin of a pose along its x axis. A fifth of it is its head.
func arrow(pose spatial.Pose, length, diameter float64, color *schemas.Color) *schemas.ArrowPrimitive {
	return &schemas.ArrowPrimitive{Pose: poseOf(pose), ShaftLength: 0.8 * length, ShaftDiameter: diameter, HeadLength: 0.2 * length, HeadDiameter: 2 * diameter, Color: color}
}
