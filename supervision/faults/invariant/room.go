package invariant

import (
	"fmt"
	"math"
	"slices"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/environment"
	"github.com/robo-actors/robo-actors/worlds/geometry"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// posesKept is the number of poses of a body that are kept.
const posesKept = 512

// solids are the shapes of a link or a body, in its frame.
type solids struct {
	name   string
	shapes []geometry.Placed
	ball   geometry.Ball // around them
	at     spatial.Pose
	placed []geometry.Placed
}

// body is a body of an environment with its newest poses, a ring.
type body struct {
	solids
	count int
	when  [posesKept]messages.Instant
	poses [posesKept]spatial.Pose
}

// room is the true place of an arm among the bodies of its environment, computed with nothing of
// the environment and the planners but their options.
type room struct {
	workspace *rigidbody.Workspace
	links     []solids
	frames    []int // bodies of the workspace
	bodies    []body
	query     *geometry.Query
	allowed   map[[2]string]bool // names of links and bodies
}

// newRoom returns the room of an environment, nil where a shape is a mesh, which this package does
// not read, or the robot has no model.
func newRoom(w *worlds.World, o *environment.Options) *room {
	model, err := w.Model()
	if err != nil {
		return nil
	}
	r := &room{workspace: model.NewWorkspace(), query: geometry.NewQuery(), allowed: map[[2]string]bool{}}
	for i, name := range w.BodyNames() {
		_, shapes := w.Shapes(i)
		one, ok := solidsOf(name, shapes)
		if !ok {
			return nil
		}
		if len(shapes) > 0 {
			r.links, r.frames = append(r.links, one), append(r.frames, i)
		}
	}
	for i := range o.Bodies {
		b := &o.Bodies[i]
		shape := worlds.Shape{Radius: float64(b.Radius), Length: float64(b.Length), Pose: spatial.IdentityPose()}
		shape.Kind, _ = worlds.ParseShapeKind(b.Shape)
		for k, v := range b.Size {
			shape.Size[k] = float64(v)
		}
		one, ok := solidsOf(b.Name, []worlds.Shape{shape})
		if !ok {
			return nil
		}
		r.bodies = append(r.bodies, body{solids: one})
	}
	return r
}

// solidsOf makes the shapes of a link or a body.
func solidsOf(name string, shapes []worlds.Shape) (s solids, ok bool) {
	s.name = name
	for i := range shapes {
		shape, err := environment.FromDescription(&shapes[i], nil)
		if err != nil {
			return s, false
		}
		s.shapes = append(s.shapes, geometry.Placed{Shape: shape, Pose: shapes[i].Pose})
	}
	for i := range s.shapes {
		b := s.shapes[i].Ball()
		s.ball.Radius = max(s.ball.Radius, spatial.VecOf(b.Centre).Norm()+b.Radius)
	}
	s.placed = slices.Clone(s.shapes)
	return s, true
}

// put places the shapes.
func (s *solids) put(at spatial.Pose) {
	s.at = at
	for i := range s.shapes {
		s.placed[i].Pose = at.Times(&s.shapes[i].Pose)
	}
}

// touches reports whether two parts touch each other.
func (r *room) touches(a, b *solids) bool {
	if spatial.VecOf(a.at.P).Sub(spatial.VecOf(b.at.P)).Norm() > a.ball.Radius+b.ball.Radius {
		return false
	}
	for i := range a.placed {
		for k := range b.placed {
			if r.query.Within(&a.placed[i], &b.placed[k], 0) {
				return true
			}
		}
	}
	return false
}

// stand places the links at the true position of the robot.
func (r *room) stand(position []float64) bool {
	if r.workspace.SetPosition(position) != nil {
		return false
	}
	for i := range r.links {
		r.links[i].put(r.workspace.Pose(r.frames[i]))
	}
	return true
}

// observe records where the bodies are.
func (r *room) observe(now messages.Instant, v *messages.BodyPoses) {
	if len(v.Pose) < len(r.bodies) {
		return
	}
	for i := range r.bodies {
		b, p := &r.bodies[i], &v.Pose[i]
		at := spatial.Pose{R: spatial.QuatOf(p.Orientation).Rotation(), P: p.Position}
		b.put(at)
		b.when[b.count%posesKept], b.poses[b.count%posesKept] = now, at
		b.count++
	}
}

// moved returns how far any point of the body has come since an instant, m, at most.
func (b *body) moved(since messages.Instant) float64 {
	most := 0.0
	for k := 1; k <= min(b.count, posesKept); k++ {
		i := (b.count - k) % posesKept
		turn := b.poses[i].R.InverseTimes(&b.at.R)
		most = max(most, spatial.VecOf(b.at.P).Sub(spatial.VecOf(b.poses[i].P)).Norm()+turn.Log().Norm()*b.ball.Radius)
		if b.when[i] <= since { // where it still was then
			return most
		}
	}
	if b.count < posesKept {
		return most
	}
	return math.Inf(1)
}

// bodyNamed returns the index of a body, -1 for an unknown one.
func (r *room) bodyNamed(name string) int {
	return slices.IndexFunc(r.bodies, func(b body) bool { return b.name == name })
}

// allow lets two parts touch.
func (r *room) allow(a, b string) {
	r.allowed[[2]string{a, b}], r.allowed[[2]string{b, a}] = true, true
}

// pairText names two parts that touch.
func pairText(a, b *solids) string { return fmt.Sprintf("%s touches %s", a.name, b.name) }
