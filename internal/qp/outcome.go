package qp

import (
	"fmt"
	"math"
)

// CascadeResult is the answer of a cascade, which owns it and overwrites it with the next answer.
type CascadeResult struct {
	// Status says what X is: Optimal where all levels are as good as they can be. IterationLimit: X
	// fulfils the constraints and is optimal by the first Reached levels, where Reached is not
	// zero; otherwise X misses rows by Violation. Inexact: X fulfils the constraints, and rounding
	// keeps a level from its optimum. Infeasible: no point fulfils the constraints, see Proof.
	// NotFinite: X is zero.
	Status Status
	// X has one number a variable. All are finite, always.
	X []float64
	// Reached counts the levels whose optimum X holds.
	Reached int
	// Levels says how each level fared.
	Levels []LevelResult
	// Active lists the constraints that held any of the levels back, without equalities.
	Active []Active
	// Iterations counts rows added and dropped, in all levels.
	Iterations int
	// Violation is how far X misses the limit of row Violated, for answers that do not fulfil the
	// constraints.
	Violation float64
	Violated  int
	// Proof is the solution of the constraints alone where they clash; nil otherwise.
	Proof *Result
	// Where, Level and Index say where input cannot be used: Level counts from 0, and is -1 for the
	// constraints.
	Where        Part
	Level, Index int

	constraints *Constraints
	levels      []*Tasks
}

// LevelResult reports how one level fared.
type LevelResult struct {
	// Rows counts the rows of the level that want one value and have a weight.
	Rows int
	// Rank counts the directions in which higher levels left them free to choose.
	Rank int
	// Condition is the greatest over the least of the lengths by which these directions count,
	// without the rows' importance; 0 without any.
	Condition float64
	// Damped counts directions that were damped; see Cascade.Region.
	Damped int
	// Residual is the root of Σ weight·miss² that remains.
	Residual float64
	// Iterations counts rows added and dropped, Kept the rows taken from the tick before.
	Iterations, Kept int
	// Programme reports that the constraints which hold the level back are not those of the tick
	// before except for a few, or that rows within limits are among them, so that its quadratic
	// programme had to be solved.
	Programme bool
}

// Err returns nil for an optimal result, and an error that names rows otherwise. It allocates.
func (r *CascadeResult) Err() error {
	switch {
	case r.Status == Optimal:
		return nil
	case r.Status == Infeasible && r.Proof != nil:
		return r.Proof.Err()
	case r.Status == Infeasible && r.Violated >= 0:
		return fmt.Errorf("%w: %s is missed by %.3g, by what rounding leaves open", ErrInfeasible, r.constraints.Name(r.Violated), r.Violation)
	case r.Status == Infeasible:
		return fmt.Errorf("%w, by what rounding leaves open: rows differ by too little", ErrInfeasible)
	case r.Status == IterationLimit && r.Reached > 0:
		return fmt.Errorf("%w in level %d: the answer fulfils the constraints and is optimal by the %d levels before", ErrIterationLimit, r.Reached, r.Reached)
	case r.Status == IterationLimit && r.Violated < 0:
		return fmt.Errorf("%w in level 0: the answer fulfils the constraints", ErrIterationLimit)
	case r.Status == IterationLimit:
		return fmt.Errorf("%w in level 0: the answer misses %s by %.3g", ErrIterationLimit, r.constraints.Name(r.Violated), r.Violation)
	case r.Status == Inexact:
		return fmt.Errorf("%w: the constraints are fulfilled; scale the rows of the levels", ErrInexact)
	case r.Level < 0 && r.Where == PartMagnitude:
		return fmt.Errorf("%w: products of the numbers overflow; choose other units", ErrNotFinite)
	case r.Level < 0:
		result := Result{Where: r.Where, Index: r.Index, problem: r.constraints}
		return fmt.Errorf("%w: %s", ErrNotFinite, result.whereText())
	default:
		return fmt.Errorf("%w: level %d, row %d: %s", ErrNotFinite, r.Level, r.Index, r.wrong())
	}
}

// wrong returns the error of the row of a level that cannot be used.
func (r *CascadeResult) wrong() string {
	t := r.levels[r.Level]
	w, share, lower, upper := t.Weight[r.Index], t.Importance[r.Index], t.Lower[r.Index], t.Upper[r.Index]
	switch {
	case r.Where == PartRow:
		return "a coefficient is not finite, or too great to be squared"
	case !(w >= 0 && w <= math.MaxFloat64):
		return fmt.Sprintf("the weight is %g; expected a finite number, 0 or more", w)
	case !(share > 0 && share <= math.MaxFloat64):
		return fmt.Sprintf("the importance is %g; expected a finite number above 0", share)
	case lower == upper || lower != lower && upper != upper:
		return fmt.Sprintf("the wanted value is %g; expected a finite number", lower)
	}
	return fmt.Sprintf("it is wanted between %g and %g; expected the lower one first", lower, upper)
}

// fail ends a solution with input that cannot be used.
func (k *Cascade) fail(where Part, level, index int) bool {
	k.result.Status, k.result.Where, k.result.Level, k.result.Index = NotFinite, where, level, index
	return false
}

// stop ends the cascade at level l, whose programme came to no solution.
func (k *Cascade) stop(l int, r *Result) bool {
	k.result.Status = r.Status
	switch {
	case r.Status == NotFinite || r.Status == NotPositiveDefinite:
		return k.fail(PartMagnitude, -1, 0)
	case l > 0: // the point reached before fulfils the constraints
		k.result.Status = IterationLimit
		copy(k.result.X, k.x)
	case r.Status == Infeasible:
		return k.prove()
	default:
		clear(k.solver.x[k.free():])
		if k.move(k.solver.x[:padded(k.free())]) {
			copy(k.result.X, k.x)
			k.measure()
		}
	}
	return false
}

// prove solves the constraints alone, whose solver can prove infeasibility.
func (k *Cascade) prove() bool {
	r := k.prover.Solve()
	k.result.Status = r.Status
	copy(k.result.X, r.X)
	k.result.Proof = r
	switch r.Status {
	case NotFinite:
		return k.fail(r.Where, -1, r.Index)
	case Optimal: // at the edge of what rounding can tell
		k.result.Status, k.result.Proof = Infeasible, nil
	}
	k.measure()
	return false
}

// wayOff is how many times as far away as anything that the problem speaks of a cascade may have
// been before its answer is looked at once more: what rounding left there may be more than all that
// is left.
const wayOff = 1e6

// strayed reports whether the cascade was so far away. Most never were much farther than they end.
func (k *Cascade) strayed() bool {
	if k.far <= wayOff*k.extent {
		return false
	}
	far := k.extent
	for i := range k.c.m + k.c.n {
		lower, upper := k.c.limits(i)
		far = max(far, distanceOf(lower, k.length(i)), distanceOf(upper, k.length(i)))
	}
	for _, t := range k.levels {
		for i := range t.m {
			a := t.a[i*t.stride:][:t.stride]
			length := math.Sqrt(dot(a, a))
			far = max(far, distanceOf(t.Lower[i], length), distanceOf(t.Upper[i], length))
		}
	}
	return k.far > wayOff*far
}

// distanceOf is how far away a limit of a row of the given length is; 0 without one.
func distanceOf(limit, length float64) float64 {
	if d := math.Abs(limit) / length; d <= math.MaxFloat64 {
		return d
	}
	return 0
}

// sound reports whether the point reached fulfils the constraints except for rounding of its own
// numbers.
func (k *Cascade) sound() bool {
	k.evaluate(k.x)
	for i := range k.c.m + k.c.n {
		lower, upper := k.c.limits(i)
		miss, limit := missOf(k.at(i), lower, upper)
		if miss > plausible*(math.Abs(limit)+k.length(i)*k.extent) {
			return false
		}
	}
	return true
}

// measure notes by how much X misses the constraints.
func (k *Cascade) measure() {
	r, c := &k.result, k.c
	r.Violated = -1
	for i := range c.m + c.n {
		at := 0.0
		if i < c.m {
			for j, v := range c.Row(i) {
				at += v * r.X[j]
			}
		} else {
			at = r.X[i-c.m]
		}
		lower, upper := c.limits(i)
		miss := max(lower-at, at-upper)
		switch {
		case math.IsInf(lower, 1) || math.IsInf(upper, -1):
			k.unusable(PartLimit, i)
			return
		case miss > math.MaxFloat64:
			k.unusable(PartMagnitude, 0)
			return
		case miss > r.Violation:
			r.Violation, r.Violated = miss, i
		}
	}
}

// unusable takes an answer back that was found before all of the input was looked at.
func (k *Cascade) unusable(where Part, index int) {
	k.fail(where, -1, index)
	k.result.Violation, k.result.Violated, k.result.Proof = 0, -1, nil
	clear(k.result.X)
}
