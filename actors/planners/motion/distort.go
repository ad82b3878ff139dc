package motion

import (
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/worlds/planning"
)

// Distorted returns a wrong reply, for the fault job_wrong. A well-formed one leads on another way,
// mostly through obstacles, to another end, or from another start; a malformed one breaks the rules
// of [PlanReply]. It leaves the reply as it is.
func (r *PlanReply) Distorted(malformed bool, draw *rand.Rand) any {
	out := *r
	out.Times = slices.Clone(r.Times)
	out.Positions = nil
	for _, p := range r.Positions {
		out.Positions = append(out.Positions, slices.Clone(p))
	}
	switch {
	case len(r.Positions) == 0: // it failed, or is at its goal: the wrong reply says the opposite
		out.Status, out.Goal = planning.Solved, 0
	case malformed:
		out.malform(draw)
	default:
		out.lead(draw)
	}
	return &out
}

// lead changes where the motion goes. It slows down, so that its velocities stay within limits.
func (r *PlanReply) lead(draw *rand.Rand) {
	const slower = 10
	kind, n := draw.IntN(3), len(r.Positions)
	offset := make([]float64, len(r.Positions[0]))
	for k := range offset {
		offset[k] = 0.7 * draw.NormFloat64()
	}
	for i, p := range r.Positions {
		r.Times[i] *= slower
		share := 1.0 // another start
		switch along := float64(i+1) / float64(n); kind {
		case 0: // another way
			share = math.Pow(math.Sin(math.Pi*along), 2)
		case 1: // another end
			share = along * along * (3 - 2*along)
		}
		for k := range p {
			p[k] += share * offset[k]
		}
	}
}

// malform breaks a rule.
func (r *PlanReply) malform(draw *rand.Rand) {
	i := draw.IntN(len(r.Positions))
	switch draw.IntN(6) {
	case 0:
		r.Positions[i][draw.IntN(len(r.Positions[i]))] = math.NaN()
	case 1:
		r.Positions[i] = r.Positions[i][1:]
	case 2:
		r.Positions = r.Positions[:i]
	case 3:
		r.Times[i] = -time.Second
	case 4:
		r.Goal = -2 - i
	case 5:
		r.Goal += 1000
	}
}
