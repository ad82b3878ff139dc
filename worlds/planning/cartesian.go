package planning

import (
	"errors"
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// CartesianProblem is a path of a tool: straight lines between poses, or motions in joint space
// whose tool keeps an orientation.
type CartesianProblem struct {
	// Start is the configuration where the path begins.
	Start []float64
	// Poses are the poses that the tool reaches one after the other, in the frame that Forward uses.
	// The position moves on a straight line, and the orientation turns about a fixed axis.
	Poses []spatial.Pose
	// Space says which configurations are free.
	Space Space
	// Forward writes the pose of the tool in a configuration.
	Forward func(pose *spatial.Pose, q []float64)
	// Inverse writes into q the configuration nearest to the given one whose tool has a pose, within
	// its own tolerance, and reports whether there is one.
	Inverse func(q []float64, near []float64, pose *spatial.Pose) bool
	// Position and Orientation are how far the tool may be from the line, m, and from the turning
	// orientation, rad, anywhere between two configurations of the path. Both positive.
	Position, Orientation float64
	// Jump is the largest distance between configurations that belong to neighbouring poses at the
	// finest division, rad or m: a larger one means that the arm would have to flip over. 0: 0.5.
	Jump float64
	// Progress, if not nil, is called between the poses. Its answers work as for a Problem.
	Progress func(Progress) Action
}

// CartesianResult is the outcome of FollowPoses.
type CartesianResult struct {
	Status Status
	// Path leads from the start through all poses; without a whole path it is nil.
	Path Path
	// Share is the part of the poses' lines for which there is a path, 0 to 1.
	Share float64
	// Detail explains the status for people.
	Detail string
}

// maxDivisions bounds how often the line between two poses is halved.
const maxDivisions = 12

// FollowPoses returns a path whose tool moves along straight lines between poses. It halves each
// line until the tool of the straight motions between the configurations stays within the
// tolerance (Taylor, IBM Journal of Research and Development 23, 1979). The error reports misuse.
func FollowPoses(p *CartesianProblem) (*CartesianResult, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	f := follower{CartesianProblem: p, jump: p.Jump}
	if f.jump == 0 {
		f.jump = defaultJump
	}
	r := &f.result
	if r.Status = f.checkStart(); r.Status != Solved {
		return r, nil
	}
	path := Path{append([]float64(nil), p.Start...)}
	var from spatial.Pose
	p.Forward(&from, p.Start)
	for i := range p.Poses {
		if f.interrupted(path, i) {
			return r, nil
		}
		q := make([]float64, len(p.Start))
		if !p.Inverse(q, path[len(path)-1], &p.Poses[i]) {
			r.Status, r.Detail = Kinematics, fmt.Sprintf("pose %d has no configuration", i)
			return r, nil
		}
		part, status := f.line(&from, &p.Poses[i], path[len(path)-1], q, maxDivisions)
		if status != Solved {
			r.Status, r.Detail = status, fmt.Sprintf("on the line to pose %d: %s", i, f.detail)
			return r, nil
		}
		path = append(path, part...)
		from = p.Poses[i]
		r.Share = float64(i+1) / float64(len(p.Poses))
	}
	r.Path = path
	return r, nil
}

const defaultJump = 0.5

// follower is one call of FollowPoses.
type follower struct {
	*CartesianProblem
	jump   float64
	result CartesianResult
	detail string
}

func (f *follower) checkStart() Status {
	lower, upper := f.Space.Lower(), f.Space.Upper()
	for j, v := range f.Start {
		if v < lower[j] || v > upper[j] {
			return StartOutOfLimits
		}
	}
	if !f.Space.Free(f.Start) {
		f.result.Detail = explain(f.Space, f.Start)
		return StartInCollision
	}
	return Solved
}

func (f *follower) interrupted(path Path, pose int) bool {
	if f.Progress == nil {
		return false
	}
	switch f.Progress(Progress{Iterations: pose, Nodes: len(path), Share: f.result.Share, Length: infinity}) {
	case Interrupt:
		f.result.Status = Interrupted
	case Expire:
		f.result.Status = DeadlineExceeded
	default:
		return false
	}
	return true
}

// line returns the configurations after a, up to b, of a motion whose tool follows the line
// between two poses, from being that of a and to that of b.
func (f *follower) line(from, to *spatial.Pose, a, b []float64, divisions int) (Path, Status) {
	middle := halfway(from, to)
	if f.follows(from, to, a, b) && Distance(a, b) <= f.jump {
		if status := f.checkMotion(a, b); status != Solved {
			return nil, status
		}
		return Path{b}, Solved
	}
	if divisions == 0 {
		f.detail = fmt.Sprintf("the tool leaves the tolerance between neighbouring configurations %g apart", Distance(a, b))
		return nil, ConstraintViolated
	}
	q := make([]float64, len(a))
	if !f.Inverse(q, a, &middle) {
		f.detail = "a pose between has no configuration"
		return nil, Kinematics
	}
	first, status := f.line(from, &middle, a, q, divisions-1)
	if status != Solved {
		return nil, status
	}
	// The second half begins on the branch of the first one: its end may differ from b.
	second, status := f.line(&middle, to, q, b, divisions-1)
	if status != Solved {
		return nil, status
	}
	return append(first, second...), Solved
}

// checkMotion checks limits and collisions.
func (f *follower) checkMotion(a, b []float64) Status {
	lower, upper := f.Space.Lower(), f.Space.Upper()
	for j, v := range b {
		if v < lower[j] || v > upper[j] {
			f.detail = fmt.Sprintf("degree of freedom %d would be at %g; the limits are %g .. %g", j, v, lower[j], upper[j])
			return Kinematics
		}
	}
	if !f.Space.FreeEdge(a, b) {
		f.detail = explain(f.Space, b)
		return PathInCollision
	}
	return Solved
}

// samplesOfLine are the points of a motion at which the tool is compared with the line.
const samplesOfLine = 4

// follows reports whether the tool stays within the tolerance during the motion from a to b.
func (f *follower) follows(from, to *spatial.Pose, a, b []float64) bool {
	q := make([]float64, len(a))
	var pose spatial.Pose
	for k := range samplesOfLine + 1 {
		Between(q, a, b, float64(k)/samplesOfLine)
		f.Forward(&pose, q)
		if !f.within(from, to, &pose) {
			return false
		}
	}
	return true
}

// within reports whether a pose is near a line between two poses.
func (f *follower) within(from, to, pose *spatial.Pose) bool {
	start, line := spatial.VecOf(from.P), spatial.VecOf(to.P).Sub(spatial.VecOf(from.P))
	offset := spatial.VecOf(pose.P).Sub(start)
	share := 0.0
	if l := line.Dot(line); l > 0 {
		share = min(max(offset.Dot(line)/l, 0), 1)
	}
	if offset.AddScaled(-share, line).Norm() > f.Position {
		return false
	}
	turn := to.R.LogFrom(&from.R)
	so := pose.R.LogFrom(&from.R)
	if l := turn.Dot(turn); l > 0 && line.Norm() == 0 {
		share = min(max(so.Dot(turn)/l, 0), 1)
	}
	expected := turned3(&from.R, turn.Scale(share))
	return pose.R.LogFrom(&expected).Norm() <= f.Orientation
}

// halfway returns the pose in the middle of a line.
func halfway(from, to *spatial.Pose) spatial.Pose {
	return alongLine(from, to, 0.5)
}

// alongLine returns the pose at a share of a line.
func alongLine(from, to *spatial.Pose, share float64) spatial.Pose {
	p := spatial.VecOf(from.P)
	p = p.AddScaled(share, spatial.VecOf(to.P).Sub(p))
	return spatial.Pose{R: turned3(&from.R, to.R.LogFrom(&from.R).Scale(share)), P: p.Array()}
}

// turned3 returns a rotation followed by a turn about outer axes.
func turned3(r *spatial.Rotation, by spatial.Vec) spatial.Rotation {
	turn := spatial.Exp(by).Rotation()
	return turn.Times(r)
}

func (p *CartesianProblem) check() error {
	switch {
	case p.Space == nil || p.Forward == nil || p.Inverse == nil:
		return errors.New("planning: a Cartesian path needs a space, a function from a configuration to a pose, and a function from a pose to a configuration")
	case len(p.Poses) == 0:
		return errors.New("planning: a Cartesian path needs at least one pose")
	}
	dim := p.Space.Dim()
	all := []error{checkSpace(0, p.Space, dim), checkConfiguration("the start", p.Start, dim)}
	for i := range p.Poses {
		pose := &p.Poses[i]
		if !pose.R.Valid() || checkConfiguration("", pose.P[:], 3) != nil {
			all = append(all, fmt.Errorf("planning: pose %d is not a pose: %v", i, *pose))
		}
	}
	if !(p.Position > 0) || !(p.Orientation > 0) {
		all = append(all, fmt.Errorf("planning: the tolerances are %g m and %g rad; expected positive numbers", p.Position, p.Orientation))
	}
	if !(p.Jump >= 0) || math.IsInf(p.Jump, 0) {
		all = append(all, fmt.Errorf("planning: the jump is %g; expected a finite number, at least 0", p.Jump))
	}
	return errors.Join(all...)
}
