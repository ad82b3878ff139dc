package rigidbody

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// Follower is a joint of one degree of freedom that moves with another one, its leader, which
// follows none itself:
//
//	q = Multiplier q_leader + Offset,   Multiplier not 0
type Follower struct {
	Position, LeaderPosition int // places in the vector of positions
	Velocity, Leader         int // places in the vector of velocities
	Multiplier, Offset       float64
}

// Followers are joints that follow others. A robot with such joints moves in the coordinates of the
// others, which is exact: with v = G u, G constant, u the velocities of the joints that follow
// none,
//
//	G^T M G du/dt + G^T h = G^T tau,   y' = J G u,   y'' = J G du/dt + J-dot G u
//
// follows from the principle of virtual work (R. Featherstone, Rigid Body Dynamics Algorithms,
// Springer 2008, chapter 3). All vectors and matrices keep the layout of the model, and those of u
// have zeros in the places of followers, but on the diagonal of a matrix: what is computed from
// them leaves followers alone. The methods change what they are given in place, and do nothing
// where there are no followers; they allocate nothing, and slices are as long as the model's.
type Followers []Follower

// Check returns an error if followers do not fit a model: places that are not of joints of
// one degree of freedom, leaders that follow, and invalid relations.
func (f Followers) Check(m *Model) error {
	names := make(map[[2]int]string) // places of joints of one degree of freedom
	for b := range m.NumBodies() {
		if body := m.Body(b); body.Kind.Velocities() == 1 && body.Kind.Positions() == 1 {
			q, _ := m.PositionRange(b)
			v, _ := m.VelocityRange(b)
			names[[2]int{q, v}] = body.JointName
		}
	}
	var faults []error
	for i := range f {
		x := &f[i]
		name, mine := names[[2]int{x.Position, x.Velocity}]
		leader, its := names[[2]int{x.LeaderPosition, x.Leader}]
		leads := func(o Follower) bool { return o.Velocity == x.Leader }
		again := func(o Follower) bool { return o.Velocity == x.Velocity }
		switch {
		case !mine || !its:
			faults = append(faults, fmt.Errorf("follower %d is at position %d and velocity %d, its leader at %d and %d; expected joints of the model with one degree of freedom",
				i, x.Position, x.Velocity, x.LeaderPosition, x.Leader))
		case slices.ContainsFunc(f, leads):
			faults = append(faults, fmt.Errorf("joint %q follows %q, which follows another one; expected the joint at the end of the chain", name, leader))
		case slices.ContainsFunc(f[:i], again):
			faults = append(faults, fmt.Errorf("joint %q follows two joints; expected one", name))
		case x.Multiplier == 0:
			faults = append(faults, fmt.Errorf("joint %q mimics %q with the multiplier 0, and never moves; describe it as fixed", name, leader))
		case math.IsNaN(x.Multiplier-x.Offset) || math.IsInf(x.Multiplier, 0) || math.IsInf(x.Offset, 0):
			faults = append(faults, fmt.Errorf("joint %q follows %q with the multiplier %g and the offset %g; expected finite numbers", name, leader, x.Multiplier, x.Offset))
		}
	}
	return errors.Join(faults...)
}

// Positions puts followers where their leaders have them: the positions q, length nq.
func (f Followers) Positions(q []float64) {
	for i := range f {
		x := &f[i]
		q[x.Position] = x.Multiplier*q[x.LeaderPosition] + x.Offset
	}
}

// Velocities computes the velocities of followers from those of their leaders: v = G u, length nv.
// Accelerations are alike.
func (f Followers) Velocities(v []float64) {
	for i := range f {
		x := &f[i]
		v[x.Velocity] = x.Multiplier * v[x.Leader]
	}
}

// Clear makes the entries of followers zero, length nv.
func (f Followers) Clear(v []float64) {
	for i := range f {
		v[f[i].Velocity] = 0
	}
}

// Forces adds to leaders the forces on their followers: G^T tau, length nv.
func (f Followers) Forces(tau []float64) {
	for i := range f {
		x := &f[i]
		tau[x.Leader] += x.Multiplier * tau[x.Velocity]
		tau[x.Velocity] = 0
	}
}

// Matrix makes G^T A G of a symmetric matrix, nv x nv. On the diagonal a follower has the entry of
// its leader, so that a mass matrix stays one.
func (f Followers) Matrix(a []float64, nv int) {
	for i := range f {
		x := &f[i]
		l, from := a[x.Leader*nv:][:nv], a[x.Velocity*nv:][:nv]
		for j, y := range from {
			l[j] += x.Multiplier * y
			from[j] = 0
		}
		for j := range nv {
			a[j*nv+x.Leader] += x.Multiplier * a[j*nv+x.Velocity]
			a[j*nv+x.Velocity] = 0
		}
	}
	for i := range f {
		x := &f[i]
		a[x.Velocity*nv+x.Velocity] = a[x.Leader*nv+x.Leader]
	}
}

// Jacobian makes J G of rows of nv columns each.
func (f Followers) Jacobian(j []float64, nv int) {
	f.Lead(j, nv)
	f.ClearColumns(j, nv)
}

// cancelled is the share of what is added up below which a sum is rounding, and counts as zero: a
// parallelogram's platform does not turn, however its arm stands.
const cancelled = 1e-14

// Lead is Jacobian that leaves the columns of followers as they are: what rows say of a follower's
// own joint is kept beside what they say of its leader. ClearColumns takes it away.
func (f Followers) Lead(j []float64, nv int) {
	most := 0.0
	for i := range f {
		x := &f[i]
		for row := 0; row < len(j); row += nv {
			own, added := j[row+x.Leader], x.Multiplier*j[row+x.Velocity]
			most = max(most, math.Abs(own), math.Abs(added))
			j[row+x.Leader] = own + added
		}
	}
	for i := range f {
		for k := f[i].Leader; k < len(j); k += nv {
			if math.Abs(j[k]) <= cancelled*most {
				j[k] = 0
			}
		}
	}
}

// ClearColumns makes the columns of followers zero, of rows of nv columns each.
func (f Followers) ClearColumns(j []float64, nv int) {
	for i := range f {
		for k := f[i].Velocity; k < len(j); k += nv {
			j[k] = 0
		}
	}
}

// Bounds narrows the leaders' entries of bounds of position, one entry a velocity, to what those of
// their followers leave.
func (f Followers) Bounds(lower, upper []float64) {
	for i := range f {
		x := &f[i]
		from, to := (lower[x.Velocity]-x.Offset)/x.Multiplier, (upper[x.Velocity]-x.Offset)/x.Multiplier
		if x.Multiplier < 0 {
			from, to = to, from
		}
		lower[x.Leader], upper[x.Leader] = math.Max(lower[x.Leader], from), math.Min(upper[x.Leader], to)
	}
}

// Rates narrows the leaders' entries of bounds of velocity or acceleration, the same either way, to
// what those of their followers leave.
func (f Followers) Rates(most []float64) {
	for i := range f {
		x := &f[i]
		most[x.Leader] = math.Min(most[x.Leader], most[x.Velocity]/math.Abs(x.Multiplier))
	}
}

// Column is the velocity that moves the joint of a velocity, and how fast that one moves it:
// itself, or its leader.
func (f Followers) Column(velocity int) (column int, multiplier float64) {
	for i := range f {
		if f[i].Velocity == velocity {
			return f[i].Leader, f[i].Multiplier
		}
	}
	return velocity, 1
}
