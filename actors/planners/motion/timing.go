package motion

import (
	"math"
	"time"

	"github.com/robo-actors/robo-actors/worlds/planning"
)

// blend is the largest distance from a corner of a path where its rounding begins, rad or m.
const blend = 0.3

// time gives a path times, and checks the motion once more, as Verify does. A path of one
// configuration needs no times.
func (s *searcher) time(r *room, reply *PlanReply) error {
	if len(reply.Path) < 2 {
		return nil
	}
	t, err := planning.Retime(reply.Path, s.limits, planning.RetimeOptions{Blend: blend, Space: r.spaces[0]})
	if err != nil {
		return err
	}
	n := max(int(math.Ceil(t.Duration()/s.options.Period.Seconds())), 1)
	last := r.start
	for k := 1; k <= n; k++ {
		at, next := t.Duration()*float64(k)/float64(n), make([]float64, len(s.joints))
		t.At(at, next, nil, nil)
		if !r.exact.FreeSweep(last, next) {
			*reply = PlanReply{Status: planning.PathInCollision, Goal: -1, Scene: reply.Scene,
				Detail: "the timed motion is not free: " + explain(r.exact, next)}
			return nil
		}
		reply.Times = append(reply.Times, time.Duration(math.Round(1e9*at)))
		reply.Positions = append(reply.Positions, next)
		last = next
	}
	return nil
}
