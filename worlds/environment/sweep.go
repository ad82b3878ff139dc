package environment

import (
	"math"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/planning"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// The limits of FreeSweep: what it may report too much, m, and its number of steps.
const (
	sweepTolerance = 1e-4
	mostSteps      = 10000
)

// sweep is the memory of FreeSweep.
type sweep struct {
	frames []sweptFrame // the links whose joints move, each after those above it
	start  []int        // moving part -> its frame
	way    [][]float64  // moving part, frame -> bound of its way due to the joint of the frame, m
	at     []float64    // a configuration of the motion
	from   []float64    // position of the world at the begin of the motion
}

// sweptFrame is a link whose joint moves.
type sweptFrame struct {
	link  int
	joint worlds.JointType
	place int     // of the joint in the position of the world
	above int     // the next frame above it, as a place in the list; -1 for none
	reach float64 // greatest distance of the origin of that one, m
	shift float64 // way of the frame's origin in that one, m
	turn  float64 // angle by which the frame turns in that one, rad
}

// FreeSweep reports whether the moving parts are farther apart than the margin on the whole
// straight motion from a to b, both included. Unlike [Space.FreeEdge] it misses nothing between the
// points of a grid. It may also report parts that come within 0.1 mm of the margin as not free, and
// takes longer than FreeEdge. It allocates at its first call only.
//
// Each pair of parts gets a bound of how far any of their points can move relative to each other:
// the sum over the joints between them of the angle that a joint turns by, times the greatest
// distance of the part's points from its axis, and of the ways of slides. From a configuration the
// motion is free up to the share at which the first pair can have come together (F. Schwarzer, M.
// Saha and J.-C. Latombe, Adaptive dynamic collision checking for single and multiple articulated
// robots in complex environments, IEEE Transactions on Robotics 21(3), 2005, section III).
func (p *Space) FreeSweep(a, b []float64) bool {
	if !p.valid(a) || !p.valid(b) || p.blocked.found {
		return false
	}
	w := p.sweeps()
	p.bound(w, a, b)
	for step, share := 0, 0.0; step < mostSteps; step++ {
		planning.Between(w.at, a, b, share)
		p.move(w.at)
		free := p.freeShare(w, step == 0, 1-share)
		if free < 0 {
			return false
		}
		if share += free; share >= 1 {
			return true
		}
	}
	return false
}

// sweeps returns the memory of sweeps, made at the first call.
func (p *Space) sweeps() *sweep {
	if p.swept != nil {
		return p.swept
	}
	w := &sweep{at: make([]float64, len(p.places)), from: make([]float64, len(p.position))}
	place := make([]int, len(p.mover)) // link -> its frame
	for link, frame := range p.mover { // a parent has a lower number than its child
		if frame != link {
			continue
		}
		f := sweptFrame{link: link, above: -1}
		if parent := p.robot.parent[link]; p.mover[parent] >= 0 {
			f.above = place[p.mover[parent]]
		}
		place[link], w.frames = len(w.frames), append(w.frames, f)
	}
	for i := range p.robot.world.NumJoints() {
		if link := p.robot.world.BodyOfJoint(i); p.mover[link] == link {
			f := &w.frames[place[link]]
			f.joint, f.place = p.robot.world.Joint(i).Type, p.robot.world.Slot(i).Position
		}
	}
	for i := range p.moving {
		w.start, w.way = append(w.start, place[p.parts[i].frame]), append(w.way, make([]float64, len(w.frames)))
	}
	p.swept = w
	return w
}

// bound fills the bounds of the motion from a to b.
func (p *Space) bound(w *sweep, a, b []float64) {
	p.move(a)
	copy(w.from, p.position)
	for i := range w.frames {
		w.frames[i].reach = p.distanceAbove(w, i)
	}
	p.move(b)
	for i := range w.frames {
		f := &w.frames[i]
		// Where the joint slides, the distance is convex along the motion: an end has the greatest.
		f.reach = max(f.reach, p.distanceAbove(w, i))
		p.travel(w, f)
	}
	for i, way := range w.way {
		clear(way)
		hull := &p.parts[i].hull
		lever := spatial.VecOf(hull.Centre).Norm() + hull.Radius
		for k := w.start[i]; k >= 0; k = w.frames[k].above {
			f := &w.frames[k]
			way[k] = f.shift
			if f.turn > 0 { // an infinite shape may slide
				way[k] += f.turn * lever
			}
			lever += f.reach
		}
	}
}

// distanceAbove returns the distance of a frame's origin from that of the frame above it.
func (p *Space) distanceAbove(w *sweep, i int) float64 {
	f := &w.frames[i]
	if f.above < 0 {
		return 0
	}
	own, above := p.workspace.Pose(f.link), p.workspace.Pose(w.frames[f.above].link)
	return spatial.VecOf(own.P).Sub(spatial.VecOf(above.P)).Norm()
}

// travel sets by how much the joint of a frame moves between the begin of the motion and the
// present position: the way of a slide, and the angle of a turn.
func (p *Space) travel(w *sweep, f *sweptFrame) {
	change := func(k int) float64 { return math.Abs(p.position[f.place+k] - w.from[f.place+k]) }
	f.shift, f.turn = 0, 0
	switch f.joint {
	case worlds.Prismatic:
		f.shift = change(0)
	case worlds.Planar:
		f.shift, f.turn = math.Hypot(change(0), change(1)), change(2)
	default:
		f.turn = change(0)
	}
}

// freeShare returns the share of the motion, at most rest, for which the parts are free from the
// present configuration on; a negative number where two parts are too near. Pairs that keep their
// distance are checked at the first step.
func (p *Space) freeShare(w *sweep, first bool, rest float64) float64 {
	for i := range p.moving {
		for _, k := range p.parts[i].others {
			if rest = p.freePair(i, k, w.relative(i, k), first, rest); rest < 0 {
				return rest
			}
		}
		way := 0.0
		for _, v := range w.way[i] {
			way += v
		}
		for k, checked := range p.parts[i].checks {
			if !checked {
				continue
			}
			if rest = p.freePair(i, p.moving+k, way, first, rest); rest < 0 {
				return rest
			}
		}
	}
	return rest
}

// relative returns how far a point of a moving part can move relative to one of another: the joints
// that carry both count for neither.
func (w *sweep) relative(i, k int) (way float64) {
	a, b := w.start[i], w.start[k]
	for a != b {
		if a > b { // a frame above has a lower place
			way, a = way+w.way[i][a], w.frames[a].above
		} else {
			way, b = way+w.way[k][b], w.frames[b].above
		}
	}
	return way
}

// freePair returns the smaller one of rest and the share for which a pair is free, which moves by
// at most way, m, in the whole motion; a negative number where it is too near.
func (p *Space) freePair(a, b int, way float64, first bool, rest float64) float64 {
	if way == 0 && !first {
		return rest
	}
	enough := max(p.margin+way*rest, p.margin+sweepTolerance) // at this distance the pair limits nothing
	if ballsApart(&p.parts[a].ball, &p.parts[b].ball) > enough {
		return rest
	}
	near := nearestPair{a: -1, b: -1}
	near.Distance = enough
	p.nearer(&near, a, b)
	switch {
	case near.a < 0:
		return rest
	case !(near.Distance > p.margin+sweepTolerance), math.IsInf(way, 1):
		return -1
	case way == 0:
		return rest
	}
	return min(rest, (near.Distance-p.margin)/way)
}
