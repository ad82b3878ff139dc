package draw

import (
	"math"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/app"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// grounded places a floating base that no sensor measures, such as that of a robot that balances on
// wheels: its observers know how the base is turned and how far the wheels have rolled. The lowest
// collision shape touches the floor, z = 0 of the room.
type grounded struct {
	joint    int              // the floating joint
	shapes   [][]worlds.Shape // that collide, of each body
	rotation spatial.Rotation
	turned   bool // an orientation has come
	forwardM float64
}

// addGrounded reads how a floating base is turned, and how far it rolled, where a world has a
// passive floating joint and actors that estimate this.
func (d *Drawing) addGrounded(w *app.World, r *Robot) {
	base := slices.IndexFunc(w.Model.Joints(), func(j worlds.Joint) bool { return j.Type == worlds.Floating && j.Role == worlds.Passive })
	if base < 0 {
		return
	}
	g := &grounded{joint: base}
	for i := range w.Model.NumBodies() {
		_, collisions := w.Model.Shapes(i)
		g.shapes = append(g.shapes, collisions)
	}
	for p := range w.Actors {
		actor := &w.Actors[p]
		if actor.Kind == nil {
			continue
		}
		for _, port := range actor.Kind.Ports {
			output := actor.Path + "." + port.Name
			switch {
			case port.Input:
			case strings.HasSuffix(port.Type, "messages.BaseOrientation]"):
				r.grounded = g
				read(d, output, FramesTopic, func(_ messages.Instant, o *messages.BaseOrientation) {
					g.rotation, g.turned = o.RotationBaseToWorld, true
				})
			case strings.HasSuffix(port.Type, "messages.WheelOdometry]"):
				read(d, output, FramesTopic, func(_ messages.Instant, o *messages.WheelOdometry) { g.forwardM = o.Position })
			}
		}
	}
}

// place moves the base of a robot, whose other joints have their positions.
func (g *grounded) place(r *Robot) error {
	if !g.turned {
		return nil
	}
	q := g.rotation.Quat()
	base := r.position[r.world.Slot(g.joint).Position:]
	copy(base, []float64{g.forwardM, 0, 0, q.W, q.X, q.Y, q.Z})
	if err := r.workspace.SetPosition(r.position); err != nil {
		return err
	}
	lowest := math.Inf(1) // m; meshes do not count
	for i := range g.shapes {
		pose := r.workspace.Pose(i)
		for k := range g.shapes[i] {
			s := &g.shapes[i][k]
			at := pose.Times(&s.Pose)
			lowest = min(lowest, at.P[2]-reachDown(s, at.R))
		}
	}
	if !math.IsInf(lowest, 1) {
		base[2] = -lowest
	}
	return nil
}

// reachDown returns how far a shape with a rotation in the room reaches below its centre, m.
func reachDown(s *worlds.Shape, rotation spatial.Rotation) float64 {
	x, y, z := math.Abs(rotation[6]), math.Abs(rotation[7]), math.Abs(rotation[8]) // of the shape's axes along z of the room
	switch s.Kind {
	case worlds.Box:
		return (s.Size[0]*x + s.Size[1]*y + s.Size[2]*z) / 2
	case worlds.Sphere:
		return s.Radius
	case worlds.Cylinder:
		return s.Length/2*z + s.Radius*math.Hypot(x, y)
	case worlds.Capsule:
		return s.Length/2*z + s.Radius
	}
	return math.Inf(-1)
}
