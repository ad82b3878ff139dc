package motion

import (
	"fmt"
	"math"
	"slices"

	"github.com/robo-actors/robo-actors/worlds/environment"
	"github.com/robo-actors/robo-actors/worlds/planning"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// What Verify tolerates: at an end, of a configuration, rad or m; at an end and along a line, of
// the tool's place, m, and of its orientation, rad; and of velocities, as a share.
const (
	endTolerance   = 1e-3
	placeTolerance = 2e-3
	turnTolerance  = 2e-2
	speedTolerance = 1.01
)

// lineStep is the distance of the points at which Verify checks a line, as that of configurations,
// rad or m.
const lineStep = 1.0 / 64

// Verify reports the problem of the motion of a reply, empty for none: in the scene it has to be
// free with half the clearances of its request, all the way, to begin where the request says, to
// keep the limits of position and velocity, to stay on the line of the request, and to end at the
// goal that it names. Verify uses nothing else
// of the reply, so that a client that calls it before it moves a robot need not trust the planner.
// The tool is the link that the planner moves. The error reports a request that makes no sense.
func Verify(scene *environment.Scene, robot, tool string, joints []string, q *PlanRequest, r *PlanReply) (why string, err error) {
	space, err := accepted(scene, robot, joints, q)
	if err != nil {
		return "", err
	}
	if len(q.From) != len(joints) {
		return "", fmt.Errorf("the start has %d numbers; expected %d", len(q.From), len(joints))
	}
	if why := malformed(r, len(joints)); why != "" {
		return why, nil
	}
	h, err := scene.Handle(robot)
	if err != nil {
		return "", err
	}
	at, err := scene.Robot(h)
	if err != nil {
		return "", err
	}
	limits := at.World.Limits()
	velocity := make([]float64, len(joints))
	for i, name := range joints {
		k, err := at.World.JointIndex(name)
		if err != nil {
			return "", err
		}
		velocity[i] = limits[at.World.Slot(k).Velocity].Velocity
	}
	if why := beyond(space, q, r, velocity); why != "" {
		return why, nil
	}
	end := q.From
	if n := len(r.Positions); n > 0 {
		end = r.Positions[n-1]
	}
	if why, err := missed(space, tool, q, r.Goal, end); why != "" || err != nil {
		return why, err
	}
	all := append([][]float64{q.From}, r.Positions...)
	if why, err := astray(space, tool, q, all); why != "" || err != nil {
		return why, err
	}
	return blocked(space, all), nil
}

// malformed checks the rules of a reply with a motion.
func malformed(r *PlanReply, dim int) string {
	if len(r.Times) != len(r.Positions) {
		return fmt.Sprintf("the motion has %d times and %d points", len(r.Times), len(r.Positions))
	}
	for i, p := range r.Positions {
		if len(p) != dim {
			return fmt.Sprintf("point %d has %d numbers for %d joints", i, len(p), dim)
		}
		if r.Times[i] <= 0 || i > 0 && r.Times[i] <= r.Times[i-1] {
			return fmt.Sprintf("the times of points do not ascend at point %d, %v", i, r.Times[i])
		}
		if slices.ContainsFunc(p, func(v float64) bool { return v-v != 0 }) {
			return fmt.Sprintf("point %d is %v", i, p)
		}
	}
	return ""
}

// beyond checks the limits of position and velocity, the latter from point to point.
func beyond(space *environment.Space, q *PlanRequest, r *PlanReply, velocity []float64) string {
	names, last, time := space.Joints(), q.From, 0.0
	for i, p := range r.Positions {
		dt := r.Times[i].Seconds() - time
		for k, v := range p {
			if v < space.Lower()[k]-endTolerance || v > space.Upper()[k]+endTolerance {
				return fmt.Sprintf("point %d has joint %s at %.4g, beyond its limits %.4g .. %.4g", i, names[k], v, space.Lower()[k], space.Upper()[k])
			}
			if math.Abs(v-last[k]) > speedTolerance*velocity[k]*dt {
				return fmt.Sprintf("to point %d joint %s moves by %.4g within %.4g s; its limit is %.4g a second", i, names[k], v-last[k], dt, velocity[k])
			}
		}
		last, time = p, r.Times[i].Seconds()
	}
	return ""
}

// missed checks that the end of a motion is its goal.
func missed(space *environment.Space, tool string, q *PlanRequest, goal int, end []float64) (why string, err error) {
	at, err := space.LinkPose(end, tool)
	if err != nil {
		return "", err
	}
	var want spatial.Pose
	switch {
	case q.Line != nil:
		if want, err = space.LinkPose(q.From, tool); err != nil {
			return "", err
		}
		want.P = *q.Line
	case goal < 0 || goal >= len(q.Goals):
		return fmt.Sprintf("the motion leads to goal %d of %d", goal, len(q.Goals)), nil
	case q.Goals[goal].Positions != nil:
		for k, v := range q.Goals[goal].Positions {
			if k >= len(end) || math.Abs(v-end[k]) > endTolerance {
				return fmt.Sprintf("the motion ends at %.4g, and its goal is %.4g", end, q.Goals[goal].Positions), nil
			}
		}
		return "", nil
	default:
		want = q.Goals[goal].Tool
	}
	turn := want.R.InverseTimes(&at.R)
	off, angle := spatial.VecOf(at.P).Sub(spatial.VecOf(want.P)).Norm(), turn.Log().Norm()
	if !(off <= placeTolerance && angle <= turnTolerance) {
		return fmt.Sprintf("the motion ends %.3f m and %.3f rad from its goal", off, angle), nil
	}
	return "", nil
}

// astray checks that a motion for a line stays on it, with the orientation at its start.
func astray(space *environment.Space, tool string, q *PlanRequest, all [][]float64) (why string, err error) {
	if q.Line == nil {
		return "", nil
	}
	begin, err := space.LinkPose(q.From, tool)
	if err != nil {
		return "", err
	}
	from := spatial.VecOf(begin.P)
	way := spatial.VecOf(*q.Line).Sub(from)
	at := make([]float64, space.Dim())
	for i, b := range all[1:] {
		a := all[i]
		n := planning.Parts(a, b, lineStep)
		for k := range n {
			planning.Between(at, a, b, float64(k+1)/float64(n))
			pose, err := space.LinkPose(at, tool)
			if err != nil {
				return "", err
			}
			gone := spatial.VecOf(pose.P).Sub(from)
			share := 0.0
			if square := way.Dot(way); square > 0 {
				share = min(max(gone.Dot(way)/square, 0), 1)
			}
			turn := begin.R.InverseTimes(&pose.R)
			off, angle := gone.AddScaled(-share, way).Norm(), turn.Log().Norm()
			if !(off <= placeTolerance && angle <= turnTolerance) {
				return fmt.Sprintf("at point %d the tool is %.3f m and %.3f rad off its line", i, off, angle), nil
			}
		}
	}
	return "", nil
}
