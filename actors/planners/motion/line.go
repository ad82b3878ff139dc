package motion

import (
	"fmt"
	"math"
	"slices"

	"github.com/robo-actors/robo-actors/worlds/kinematics"
	"github.com/robo-actors/robo-actors/worlds/planning"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// maxTurn is how far a joint may turn between two poses of a line, rad or m. More means that the
// configuration jumps from one solution to another.
const maxTurn = 0.2

// line follows a straight line of the tool to a point of the room, with the orientation that the
// tool has at the start.
func (s *searcher) line(r *room, end [3]float64) (*planning.Result, error) {
	begin, err := r.exact.LinkPose(r.start, s.options.Tool)
	if err != nil {
		return nil, err
	}
	displacement := [3]float64{end[0] - begin.P[0], end[1] - begin.P[1], end[2] - begin.P[2]}
	length := math.Sqrt(displacement[0]*displacement[0] + displacement[1]*displacement[1] + displacement[2]*displacement[2])
	if !(length <= 10) {
		return nil, fmt.Errorf("the line is %g m long; expected at most 10 m", length)
	}
	result := &planning.Result{Status: planning.Solved, Path: planning.Path{slices.Clone(r.start)}}
	n := max(int(math.Ceil(length/float64(s.options.Step))), 1)
	for i := 1; i <= n; i++ {
		if status, why := s.follow(r, begin, displacement, float64(i)/float64(n), result); status != planning.Solved {
			return &planning.Result{Status: status, Goal: -1, Detail: fmt.Sprintf("after %.3f of %.3f m: %s", length*float64(i-1)/float64(n), length, why)}, nil
		}
	}
	return result, nil
}

// follow adds the configuration at a share of the line, near the one before.
func (s *searcher) follow(r *room, begin spatial.Pose, displacement [3]float64, share float64, to *planning.Result) (planning.Status, string) {
	pose := begin
	for k, d := range displacement {
		pose.P[k] += share * d
	}
	last := to.Path[len(to.Path)-1]
	target := kinematics.Target{Kind: kinematics.Pose, Pose: r.base.InverseTimes(&pose)}
	found := s.near.Solve(&target, &kinematics.Query{Near: last, Want: kinematics.First, Seed: uint64(s.options.Seed)})
	if found.Status != kinematics.Solved {
		return planning.Kinematics, found.String()
	}
	q := found.Solutions[0]
	for i := range q {
		if math.Abs(q[i]-last[i]) > maxTurn {
			return planning.Kinematics, fmt.Sprintf("joint %s would jump by %.3g", s.joints[i], q[i]-last[i])
		}
	}
	if !r.spaces[0].FreeEdge(last, q) {
		return planning.PathInCollision, explain(r.spaces[0], q)
	}
	to.Path = append(to.Path, slices.Clone(q))
	return planning.Solved, ""
}

// explain says why a configuration is not free.
func explain(space planning.Space, q []float64) string {
	if e, is := space.(planning.Explainer); is {
		return e.Explain(q)
	}
	return ""
}
