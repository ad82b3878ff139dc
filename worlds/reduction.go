package worlds

import (
	"fmt"
	"math"
	"slices"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// Reduction leads from the independent joints of a world to all of them and back. With G the
// constant matrix that has a row for each entry of the world's velocity vector, and that holds a
// mimic joint's multiplier in its leader's column:
//
//	q   = expand(q_independent)     mimic joints: multiplier q_leader + offset
//	v   = G v_independent
//	tau_independent = G^T tau       by virtual work
//
// Independent vectors hold the independent joints in the world's order. Without mimic joints every
// function copies. A Reduction never changes, and its functions do not allocate.
type Reduction struct {
	world                 *World
	independent           []int               // joints that mimic none, in the world's order
	followers             rigidbody.Followers // chains of relations resolved
	columns               []int               // of each follower: its leader's place in the independent velocity vector
	positions, velocities int                 // lengths of independent vectors
	positionSpans         []span              // group: the independent vector
	velocitySpans         []span
}

// newReduction resolves the mimic relations of a world.
func newReduction(w *World) *Reduction {
	r := &Reduction{world: w}
	place := make([]int, len(w.joints)) // joint -> its place in the independent velocity vector
	for i := range w.joints {
		if w.joints[i].Mimic != nil {
			continue
		}
		at := w.slots[i]
		place[i] = r.velocities
		r.independent = append(r.independent, i)
		r.positionSpans = appendSpan(r.positionSpans, span{r.positions, at.Position, at.PositionLength})
		r.velocitySpans = appendSpan(r.velocitySpans, span{r.velocities, at.Velocity, at.VelocityLength})
		r.positions += at.PositionLength
		r.velocities += at.VelocityLength
	}
	for i := range w.joints {
		if w.joints[i].Mimic == nil {
			continue
		}
		leader, multiplier, offset := w.resolveMimic(i)
		r.columns = append(r.columns, place[leader])
		r.followers = append(r.followers, rigidbody.Follower{
			Position: w.slots[i].Position, LeaderPosition: w.slots[leader].Position,
			Velocity: w.slots[i].Velocity, Leader: w.slots[leader].Velocity,
			Multiplier: multiplier, Offset: offset,
		})
	}
	return r
}

// resolveMimic follows the mimic relations of a joint to the independent joint at their end: q =
// multiplier q_leader + offset.
func (w *World) resolveMimic(joint int) (leader int, multiplier, offset float64) {
	leader, multiplier = joint, 1
	for w.joints[leader].Mimic != nil {
		m := w.joints[leader].Mimic
		offset += multiplier * m.Offset
		multiplier *= m.Multiplier
		leader = w.jointByName[m.Joint]
	}
	return leader, multiplier, offset
}

// Reduction returns the way between the independent joints and all of them.
func (w *World) Reduction() *Reduction { return w.reduction }

// Independent returns the joints that mimic none, in the world's order.
func (r *Reduction) Independent() []int { return append([]int(nil), r.independent...) }

// Leader returns the independent joint that a joint of the world's order follows, chains of
// relations resolved: q = multiplier q_leader + offset. An independent joint leads itself, with 1
// and 0.
func (r *Reduction) Leader(joint int) (leader int, multiplier, offset float64) {
	return r.world.resolveMimic(joint)
}

// Followers returns the mimic joints for computations that keep the layout of the world's vectors,
// chains of relations resolved, in the world's order.
func (r *Reduction) Followers() rigidbody.Followers { return slices.Clone(r.followers) }

// Limits returns the limits of all joints, one for each entry of a velocity vector, with those of
// leaders narrowed to what keeps the joints that follow them within theirs: bounds of position,
// velocity, acceleration and jerk, by multiplier and offset. Efforts stay. A continuous leader
// keeps turning without bounds, and a leader that its followers leave nowhere to be keeps its own
// bounds. A follower's velocity limit of 0 counts as none: descriptions write it where nothing
// drives a joint.
func (r *Reduction) Limits() []Limit {
	limits := r.world.Limits()
	for i := range r.followers {
		f := &r.followers[i]
		own, led, scale := limits[f.Velocity], &limits[f.Leader], math.Abs(f.Multiplier)
		if scale == 0 {
			continue // it never moves
		}
		led.Acceleration, led.Jerk = min(led.Acceleration, own.Acceleration/scale), min(led.Jerk, own.Jerk/scale)
		if own.Velocity > 0 {
			led.Velocity = min(led.Velocity, own.Velocity/scale)
		}
		from, to := (own.Lower-f.Offset)/f.Multiplier, (own.Upper-f.Offset)/f.Multiplier
		from, to = max(led.Lower, min(from, to)), min(led.Upper, max(from, to))
		if turns := math.IsInf(led.Lower, -1) && math.IsInf(led.Upper, 1); from < to && !turns {
			led.Lower, led.Upper = from, to
		}
	}
	return limits
}

// NumPositions returns the length of an independent position vector.
func (r *Reduction) NumPositions() int { return r.positions }

// NumVelocities returns the length of an independent vector of velocity or effort.
func (r *Reduction) NumVelocities() int { return r.velocities }

func (r *Reduction) sized(full, fullWant, independent, independentWant int) error {
	if full != fullWant || independent != independentWant {
		return fmt.Errorf("world %q: vectors of length %d and %d, expected %d for all joints and %d for the independent ones",
			r.world.Name(), full, independent, fullWant, independentWant)
	}
	return nil
}

// ExpandPosition fills the world's position vector from the independent one.
func (r *Reduction) ExpandPosition(full, independent []float64) error {
	if err := r.sized(len(full), r.world.positions, len(independent), r.positions); err != nil {
		return err
	}
	scatter(r.positionSpans, full, independent)
	r.followers.Positions(full)
	return nil
}

// ExpandVelocity fills the world's velocity vector from the independent one. Accelerations expand
// the same way.
func (r *Reduction) ExpandVelocity(full, independent []float64) error {
	if err := r.sized(len(full), r.world.velocities, len(independent), r.velocities); err != nil {
		return err
	}
	scatter(r.velocitySpans, full, independent)
	r.followers.Velocities(full)
	return nil
}

// ReducePosition takes the independent joints' part of the world's position vector.
func (r *Reduction) ReducePosition(independent, full []float64) error {
	if err := r.sized(len(full), r.world.positions, len(independent), r.positions); err != nil {
		return err
	}
	gather(r.positionSpans, independent, full)
	return nil
}

// ReduceVelocity takes the independent joints' part of the world's velocity vector.
func (r *Reduction) ReduceVelocity(independent, full []float64) error {
	if err := r.sized(len(full), r.world.velocities, len(independent), r.velocities); err != nil {
		return err
	}
	gather(r.velocitySpans, independent, full)
	return nil
}

// ReduceEffort returns, in independent, the efforts at the independent joints that do the same work
// as efforts at all joints: those of mimic joints count with their multipliers.
func (r *Reduction) ReduceEffort(independent, full []float64) error {
	if err := r.sized(len(full), r.world.velocities, len(independent), r.velocities); err != nil {
		return err
	}
	gather(r.velocitySpans, independent, full)
	for i := range r.followers {
		f := &r.followers[i]
		independent[r.columns[i]] += f.Multiplier * full[f.Velocity]
	}
	return nil
}

// Follow sets the mimic joints' entries of a world's position and velocity vectors from their
// leaders'. Either vector may be nil.
func (r *Reduction) Follow(position, velocity []float64) error {
	if position != nil && len(position) != r.world.positions || velocity != nil && len(velocity) != r.world.velocities {
		return fmt.Errorf("world %q: vectors of length %d and %d, expected %d positions and %d velocities",
			r.world.Name(), len(position), len(velocity), r.world.positions, r.world.velocities)
	}
	if position != nil {
		r.followers.Positions(position)
	}
	if velocity != nil {
		r.followers.Velocities(velocity)
	}
	return nil
}

// ReduceMatrix returns G^T A G, in independent, for a matrix A over the world's velocities, both
// row-major and square: a mass matrix of all joints becomes that of the independent ones. work must
// have room for nv times the number of independent velocities.
func (r *Reduction) ReduceMatrix(independent, full, work []float64) error {
	n, m := r.world.velocities, r.velocities
	if len(work) < n*m {
		return fmt.Errorf("world %q: the work vector has length %d, expected at least %d", r.world.Name(), len(work), n*m)
	}
	if err := r.sized(len(full), n*n, len(independent), m*m); err != nil {
		return err
	}
	for i := range n { // work = A G, row by row
		row := work[i*m : (i+1)*m]
		gather(r.velocitySpans, row, full[i*n:(i+1)*n])
		for k := range r.followers {
			f := &r.followers[k]
			row[r.columns[k]] += f.Multiplier * full[i*n+f.Velocity]
		}
	}
	for _, s := range r.velocitySpans {
		copy(independent[s.group*m:(s.group+s.length)*m], work[s.world*m:(s.world+s.length)*m])
	}
	for k := range r.followers {
		f := &r.followers[k]
		to, from := independent[r.columns[k]*m:], work[f.Velocity*m:]
		for j := range m {
			to[j] += f.Multiplier * from[j]
		}
	}
	return nil
}
