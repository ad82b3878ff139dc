package constrained

import (
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
	"github.com/robo-actors/robo-actors/internal/qp"
	"github.com/robo-actors/robo-actors/worlds/geometry"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// Law solves one problem a tick, at torque level or at velocity level. It keeps active sets from
// tick to tick, and nothing else. It belongs to one goroutine.
type Law struct {
	c        Config
	velocity bool // level
	nv       int
	points   int // of all contacts; three unknowns each
	axes     []axis
	position []int // velocity -> entry of the position, -1 without one
	driven   []bool

	contacts   []contact
	collisions []collision
	query      *geometry.Query // nil without collisions
	boxes      []box
	torques    []torqueRow
	force      float64 // N that an unknown of 1 stands for: a point's share of the weight

	constraints *qp.Constraints
	tasks       []*qp.Tasks
	cascade     *qp.Cascade // nil if Weighted
	cost        *qp.Problem // nil unless Weighted
	solver      *qp.Solver

	mass, bias []float64
	rest, calm []float64
	// carried are the rows of the mass matrix that followers have, one each, in the coordinates of
	// the others; borne their biases.
	carried, borne []float64

	fading []fading  // rows that are in force in part only
	blend  []float64 // of the solutions with more and more of them
}

// torqueRow is a velocity whose torque has a limit, or is zero for want of a drive.
type torqueRow struct {
	dof, row int
	effort   float64
	follower int // the number of a follower, -1 where the velocity has or should have a drive
}

// Input of a Solve. Nothing in it is kept; the workspace is only read, apart from its
// caches.
type Input struct {
	// Workspace has been set to the position and velocity.
	Workspace          *rigidbody.Workspace
	Position, Velocity []float64 // nq, nv
	Levels             []taskspace.Level
	// Forces are generalised forces (nv) that the robot is to exert on its surroundings
	// (taskspace.Evaluator.Forces); nil means none. Torque level only.
	Forces []float64
	// Touching says which contacts exist, in the order of the configuration; nil means all.
	Touching []bool
	// Held are velocities (nv) that go on as they are, whatever the levels want: joints that
	// another world moves. nil means none.
	Held []bool
	// MassMatrix (nv x nv) and Bias (nv) are those of the workspace's state where they are known
	// already, of all joints, followers too; nil has them computed. Torque level only.
	MassMatrix, Bias []float64
	// Measured is set to Position and Velocity where Workspace and Levels are of an earlier state,
	// that of a model: distances and velocities are then those of Measured, Jacobians and drifts
	// those of Workspace. nil means Workspace.
	Measured *rigidbody.Workspace
}

// LevelReport reports how a level fared.
type LevelReport struct {
	Rows, Rank int     // rows in force, and directions that higher levels left them
	Damped     int     // directions that were damped
	Condition  float64 // greatest over least length of these directions, 0 without any
	// Missing is the root of the weighted sum of squares of what the level wanted and did not get.
	Missing float64
}

// Output of a Solve. Make it with Law.NewOutput.
type Output struct {
	Acceleration []float64 // nv; zero at velocity level
	Velocity     []float64 // nv, for the next time step; at torque level the one that the acceleration leads to
	Torque       []float64 // nv; 0 without a drive, and at velocity level
	// Forces act on the robot, one a contact point in the order of the configuration, N, world
	// axes. Torque level only.
	Forces [][3]float64
	Levels []LevelReport
	// Reached counts the levels that are as good as they can be: all, unless iterations ran out.
	Reached int
	// Inexact says that the numbers were so far apart that rounding kept some level from its best.
	// The constraints hold.
	Inexact bool
	// Beyond counts joints that were outside of a limit, and are braked.
	Beyond int
	// Active are constraints that hold the motion back, as numbers for Law.Name. The slice is the
	// Output's.
	Active     []int
	Iterations int
	// Braking says that the constraints clash or iterations ran out, and that Torque or Velocity
	// only brakes.
	Braking bool
}

// NewTorqueLaw makes the law that decides on accelerations, torques and contact forces. Its errors
// are ErrConfig, all at once.
func NewTorqueLaw(c Config) (*Law, error) { return newLaw(c, false) }

// NewVelocityLaw makes the law that decides on velocities, from the same configuration. Limits of
// torque and of friction have no meaning for it.
func NewVelocityLaw(c Config) (*Law, error) { return newLaw(c, true) }

// Name is what errors call the constraint of a number of Output.Active.
func (l *Law) Name(constraint int) string { return l.constraints.Name(constraint) }

// NewOutput returns an Output with room for every result of l.
func (l *Law) NewOutput() *Output {
	return &Output{Acceleration: make([]float64, l.nv), Velocity: make([]float64, l.nv), Torque: make([]float64, l.nv),
		Forces: make([][3]float64, l.points), Levels: make([]LevelReport, len(l.tasks)),
		Active: make([]int, 0, l.constraints.Rows()+l.constraints.Size())}
}

// Forget has the next tick start without the active sets of the one before.
func (l *Law) Forget() {
	if l.cascade != nil {
		l.cascade.Forget()
	} else {
		l.solver.Forget()
	}
}

// Solve decides. Its errors are ErrInput, after which out holds nothing of use, and ErrInfeasible
// and ErrUnsolved, after which out brakes.
func (l *Law) Solve(in *Input, out *Output) error {
	if err := l.admit(in); err != nil {
		return err
	}
	if !l.velocity {
		if err := l.dynamics(in); err != nil {
			return fmt.Errorf("%w: %w", ErrInput, err)
		}
	}
	out.Beyond = l.bound(in)
	if err := l.fillContacts(in); err != nil {
		return err
	}
	if !l.velocity {
		l.fillTorques(in)
	}
	if err := l.fillBarriers(in); err != nil {
		return err
	}
	l.fillTasks(in)
	if l.cascade != nil {
		return l.solveLevels(in, out)
	}
	return l.solveWeighted(in, out)
}

// measured is the workspace that distances are of.
func (in *Input) measured() *rigidbody.Workspace {
	if in.Measured != nil {
		return in.Measured
	}
	return in.Workspace
}

func (l *Law) admit(in *Input) error {
	switch {
	case in.Workspace == nil || in.Workspace.Model() != l.c.Model:
		return fmt.Errorf("%w: the workspace is not of the configured model", ErrInput)
	case len(in.Position) != l.c.Model.NQ() || len(in.Velocity) != l.nv:
		return fmt.Errorf("%w: %d positions and %d velocities; the model has %d and %d", ErrInput, len(in.Position), len(in.Velocity), l.c.Model.NQ(), l.nv)
	case len(in.Levels) != len(l.tasks):
		return fmt.Errorf("%w: %d levels; configured for %d", ErrInput, len(in.Levels), len(l.tasks))
	case in.Forces != nil && len(in.Forces) != l.nv:
		return fmt.Errorf("%w: %d forces; expected one a velocity, %d", ErrInput, len(in.Forces), l.nv)
	case in.Touching != nil && len(in.Touching) != len(l.contacts):
		return fmt.Errorf("%w: touching has %d entries; there are %d contacts", ErrInput, len(in.Touching), len(l.contacts))
	case in.Held != nil && len(in.Held) != l.nv:
		return fmt.Errorf("%w: held has %d entries; expected one a velocity, %d", ErrInput, len(in.Held), l.nv)
	case in.MassMatrix != nil && len(in.MassMatrix) != l.nv*l.nv || in.Bias != nil && len(in.Bias) != l.nv:
		return fmt.Errorf("%w: a mass matrix of %d and a bias of %d numbers; expected %d and %d", ErrInput, len(in.MassMatrix), len(in.Bias), l.nv*l.nv, l.nv)
	case in.Measured != nil && in.Measured.Model() != l.c.Model:
		return fmt.Errorf("%w: the workspace of what was measured is not of the configured model", ErrInput)
	case !finite(in.Position...) || !finite(in.Velocity...) || !finite(in.Forces...):
		return fmt.Errorf("%w: the state or the forces hold a number that is not finite", ErrInput)
	}
	for i := range in.Levels {
		if err := l.admitLevel(i, &in.Levels[i]); err != nil {
			return err
		}
	}
	return nil
}

// admitLevel checks the lengths of a level, and its activations.
func (l *Law) admitLevel(i int, v *taskspace.Level) error {
	m := v.Rows
	wanted, drift := len(v.Acceleration), len(v.Drift)
	if l.velocity {
		wanted, drift = len(v.Velocity), m
	}
	switch {
	case m < 0 || m > l.tasks[i].Rows():
		return fmt.Errorf("%w: level %d has %d rows; configured for %d", ErrInput, i, m, l.tasks[i].Rows())
	case len(v.Jacobian) != m*l.nv || wanted != m || drift != m || len(v.Weight) != m || len(v.Activation) != m || len(v.Scale) != m:
		return fmt.Errorf("%w: level %d of %d rows has a Jacobian of %d numbers, wants %d values, and has %d drifts, %d weights, %d activations and %d scales; expected %d, and one a row of the others",
			ErrInput, i, m, len(v.Jacobian), wanted, drift, len(v.Weight), len(v.Activation), len(v.Scale), m*l.nv)
	}
	for r, h := range v.Activation {
		if !(h >= 0 && h <= 1) {
			return fmt.Errorf("%w: level %d, row %d has the activation %g; expected 0 to 1", ErrInput, i, r, h)
		}
	}
	return nil
}

func (l *Law) dynamics(in *Input) error {
	if in.MassMatrix == nil || in.Bias == nil {
		if err := in.Workspace.MassMatrixAndBias(l.mass, l.bias); err != nil {
			return err
		}
	}
	if in.MassMatrix != nil {
		copy(l.mass, in.MassMatrix)
	}
	if in.Bias != nil {
		copy(l.bias, in.Bias)
	}
	l.reduce(in.Forces)
	return nil
}

// quieting is the rate, 1/s, at which motion calms down in directions that a level has all but
// lost: fast against what drives the robot on there.
const quieting = 60

// bound limits the motion of each joint, and counts those that are beyond a limit.
func (l *Law) bound(in *Input) (beyond int) {
	for i, x := range l.axes {
		q, v := math.NaN(), in.Velocity[i]
		if l.position[i] >= 0 {
			q = in.Position[l.position[i]]
		}
		limits, horizon := x.accelerations, l.c.HorizonS
		if l.velocity {
			limits, horizon = x.velocities, l.c.PeriodS
		}
		l.rest[i], l.calm[i] = -l.c.RestDamping*v, -quieting*v
		if l.velocity {
			l.rest[i] = v * math.Max(0, 1-l.c.RestDamping*l.c.PeriodS)
			l.calm[i] = v * math.Max(0, 1-quieting*l.c.PeriodS)
		}
		if in.Held != nil && in.Held[i] {
			kept := 0.0 // acceleration
			if l.velocity {
				kept = v
			}
			l.constraints.Bound(i, kept, kept)
			continue
		}
		lower, upper, outside := limits(q, v, horizon)
		if l.constraints.Bound(i, lower, upper); outside {
			beyond++
		}
	}
	l.c.Followers.Clear(l.rest)
	l.c.Followers.Clear(l.calm)
	return beyond
}

// fillTorques writes the equation of motion of joints with a limit of torque or without a drive.
func (l *Law) fillTorques(in *Input) {
	for _, t := range l.torques {
		row := l.constraints.Row(t.row)
		mass, bias := l.mass[t.dof*l.nv:], l.bias[t.dof]
		if t.follower >= 0 {
			mass, bias = l.carried[t.follower*l.nv:], l.borne[t.follower]
		}
		copy(row[:l.nv], mass[:l.nv])
		for i := range l.contacts {
			l.contacts[i].addTorque(row[l.nv:], t.dof, l.force, l.nv)
		}
		l.constraints.Between(t.row, -t.effort-bias, t.effort-bias)
	}
}

// moveBodies tells levels that move bodies, which may be singular, from those that name single
// joints.
func moveBodies(level *taskspace.Level, nv int) bool {
	if level.Identity {
		return false
	}
	for r := range level.Rows {
		joints := 0
		for _, a := range level.Jacobian[r*nv:][:nv] {
			if a != 0 {
				if joints++; joints > 1 {
					return true
				}
			}
		}
	}
	return false
}

// lost is the size of a task's row, against its Scale, up to which it is rounding of a direction in
// which nothing moves.
const lost = 1e-11

// fillTasks writes the levels. Rows are compared by the size that they have on this robot, whatever
// their units.
func (l *Law) fillTasks(in *Input) {
	share := 1.0
	l.fading = l.fading[:0]
	for i := range in.Levels {
		level, t := &in.Levels[i], l.tasks[i]
		for r := range level.Rows {
			if row := t.Row(r)[:l.nv]; !exceeds(row[:copy(row, level.Jacobian[r*l.nv:])], lost*level.Scale[r]) {
				clear(row)
			}
			if l.velocity {
				t.Aim(r, level.Velocity[r])
			} else {
				t.Aim(r, level.Acceleration[r]-level.Drift[r])
			}
			t.Weight[r], t.Importance[r] = share*level.Weight[r], level.Weight[r]
			if s := level.Scale[r]; s > 0 {
				t.Weight[r] /= s * s
			}
			if h := level.Activation[r]; l.cascade == nil {
				t.Weight[r] *= h
			} else if h != 1 {
				l.fading = append(l.fading, fading{level: i, row: r, activation: h, weight: t.Weight[r]})
			}
		}
		for r := level.Rows; r < t.Rows(); r++ {
			t.Weight[r] = 0
		}
		if l.cascade != nil {
			l.cascade.Damp[i] = moveBodies(level, l.nv)
		}
		if l.c.Weighted {
			share *= l.c.WeightStep
		}
	}
}
