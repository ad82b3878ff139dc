package draft

import (
	"math"
	"math/rand/v2"

	"github.com/robo-actors/robo-actors/worlds"
)

// plan chooses start, drives and goal.
func (r *robot) plan() {
	draws := rand.New(rand.NewPCG(1, 1)) // the same file for the same robot
	for i := range r.joints {
		j := &r.joints[i]
		j.start = j.clearOfEnds(0)
	}
	r.liftLoads(draws)
	r.measure(draws)
	for i := range r.joints {
		r.joints[i].choose()
		if r.biped != nil {
			r.joints[i].brake = 0 // a brake that closes would make it fall
		}
	}
	r.aim()
	r.raise()
}

// clearOfEnds returns the position nearest to one that is a tenth of the range away from the ends,
// at most 0.1 rad or 0.01 m.
func (j *joint) clearOfEnds(position float64) float64 {
	margin := 0.1
	if j.kind == worlds.Prismatic {
		margin = 0.01
	}
	if width := j.limit.Upper - j.limit.Lower; !math.IsInf(width, 0) {
		margin = min(margin, width/10)
	}
	return rounded(clamp(position, j.limit.Lower+margin, j.limit.Upper-margin), j.limit)
}

// rounded keeps three decimals of a position, or as many as its limits need.
func rounded(v float64, l worlds.Limit) float64 {
	for _, unit := range []float64{1e3, 1e4, 1e6} {
		if short := math.Round(v*unit) / unit; short >= l.Lower && short <= l.Upper && math.Abs(short-v) <= (l.Upper-l.Lower)/50 {
			return short
		}
	}
	return v
}

// carried is the share of its effort that a drive may need to carry its joint.
const carried = 0.5

// liftLoads looks for a start where every drive can carry its joint, if it cannot at once. It keeps
// the best one.
func (r *robot) liftLoads(draws *rand.Rand) {
	best, least := r.starts(), r.strain()
	for k := 0; k < samples && least > carried; k++ {
		before := r.starts()
		for i := range r.joints {
			j := &r.joints[i]
			j.start = j.clearOfEnds(drawn(j, draws))
		}
		if strain := r.strain(); strain < least {
			best, least = r.starts(), strain
		}
		r.place(before)
	}
	r.place(best)
}

func (r *robot) starts() []float64 {
	all := make([]float64, len(r.joints))
	for i := range all {
		all[i] = r.joints[i].start
	}
	return all
}

func (r *robot) place(starts []float64) {
	for i := range starts {
		r.joints[i].start = starts[i]
	}
}

// strain is the greatest share of its effort that a joint needs against gravity at the start.
func (r *robot) strain() (most float64) {
	for i, l := range r.loads(r.positions(func(j *joint) float64 { return j.start })) {
		most = max(most, math.Abs(l.weight)/r.joints[i].limit.Effort)
	}
	return most
}

// measure finds the greatest weight and inertia of every joint.
func (r *robot) measure(draws *rand.Rand) {
	for k := range samples {
		at := r.positions(func(j *joint) float64 {
			if k == 0 {
				return j.start
			}
			return drawn(j, draws)
		})
		for i, l := range r.loads(at) {
			j := &r.joints[i]
			j.weight, j.inertia = max(j.weight, math.Abs(l.weight)), max(j.inertia, l.inertia)
			if k == 0 {
				j.startWeight = math.Abs(l.weight)
			}
		}
	}
}

// choose fills what the description does not say: limits, a rotor, a brake.
func (j *joint) choose() {
	j.speed, j.effort = j.limit.Velocity, j.limit.Effort
	turns := j.kind != worlds.Prismatic
	if math.IsInf(j.speed, 1) {
		j.speed, j.chosen = pick(turns, 2, 0.25), true
	}
	// Between a joint that moves all behind it and one that moves against a loose arm, the inertia
	// varies by at most three with such a rotor, and the loops of the drives stay stable.
	j.rotor = tidy(max(j.inertia/2, pick(turns, 1e-3, 0.1)))
	wanted := j.speed / 0.5
	if math.IsInf(j.effort, 1) {
		j.effort, j.chosen = tidy(2*(j.weight+(j.inertia+j.rotor)*min(wanted, 10))+1), true
	}
	if j.startWeight > carried*j.effort {
		j.effort, j.weak = tidy(2*j.weight), true
	}
	j.acceleration = min(wanted, pick(turns, 20.0, 5), 0.4*max(j.effort-j.weight, j.effort/10)/(j.inertia+j.rotor))
	if math.IsInf(j.limit.Acceleration, 1) {
		j.acceleration = tidy(j.acceleration)
	} else {
		j.acceleration = j.limit.Acceleration
	}
	if j.rolls > 0 {
		j.rotor = tidy(max(j.rolls, 1e-3))
		j.acceleration = math.Inf(1) // the balance needs all that the wheel has
	}
	if j.weight > 1e-4*j.effort {
		j.brake = tidy(1.5 * j.weight)
	}
}

// aim chooses a goal some way from the start, to the side with more room. The goal is nearer if a
// drive could not carry its joint there.
func (r *robot) aim() {
	for share := 1.0; share > 1e-2; share /= 2 {
		for i := range r.joints {
			j := &r.joints[i]
			j.goal = j.toward(share)
		}
		if r.carries(1) && r.carries(0.5) {
			return
		}
	}
}

// toward returns a goal of a joint.
func (j *joint) toward(share float64) float64 {
	step := 0.4
	if j.kind == worlds.Prismatic {
		step = 0.1
	}
	up, down := j.limit.Upper-j.start, j.start-j.limit.Lower
	if up >= down {
		return rounded(j.start+share*min(step, 0.5*up), j.limit)
	}
	return rounded(j.start-share*min(step, 0.5*down), j.limit)
}

// carries reports whether every drive can carry its joint on the way to the goal.
func (r *robot) carries(way float64) bool {
	for i, l := range r.loads(r.positions(func(j *joint) float64 { return j.start + way*(j.goal-j.start) })) {
		if j := &r.joints[i]; math.Abs(l.weight) > max(0.7*j.effort, 1.05*j.startWeight) {
			return false
		}
	}
	return true
}

// duration is a length of a run in which every joint reaches its goal, s.
func (r *robot) duration() float64 {
	longest := 0.0
	for i := range r.joints {
		j := &r.joints[i]
		way := math.Abs(j.goal - j.start)
		longest = max(longest, way/(0.9*j.speed)+2*j.speed/j.acceleration, way/(0.9*j.speed)+2*math.Sqrt(way/j.acceleration))
	}
	return max(10, math.Ceil(longest+5))
}

func pick[T any](condition bool, yes, no T) T {
	if condition {
		return yes
	}
	return no
}

// tidy keeps two digits of a positive number.
func tidy(v float64) float64 {
	if !(v > 0) || math.IsInf(v, 0) {
		return v
	}
	unit := math.Pow(10, math.Floor(math.Log10(v))-1)
	return math.Round(v/unit) * unit
}
