package taskbench

import (
	"math"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace/constrained"
	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace/hierarchy"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// Names of the workloads, as Result has them.
const (
	ArmExact      = "arm of 7 axes, 3 levels, exact"
	MobileExact   = "mobile manipulator, 3 levels, exact"
	MobileQP      = "mobile manipulator, quadratic programme, all limits"
	MobileLevels  = "mobile manipulator, 3 levels, all limits"
	MobileCascade = "mobile manipulator, 4 levels, torque and acceleration limits"
	MobilePinned  = "the same, 8 of 10 unknowns pinned by limits"
	QuadrupedQP   = "quadruped, quadratic programme"
	HumanoidWarm  = "humanoid, quadratic programme, warm"
	HumanoidCold  = "humanoid, quadratic programme, cold"
)

// Reference is the figure of another program.
type Reference struct {
	What string
	Ns   float64
}

// workload is a robot with its tasks and its law, along a motion.
type workload struct {
	name       string
	targetNs   float64
	references []Reference
	unknowns   int

	w        *rigidbody.Workspace
	q, v     []float64
	begin    []float64
	moving   []joint // that the motion moves
	e        *taskspace.Evaluator
	exact    *hierarchy.Law
	in       hierarchy.Input
	out      *hierarchy.Output
	law      *constrained.Law
	limited  constrained.Input
	decision *constrained.Output
	cold     bool
}

type joint struct{ position, velocity int }

// period is the time between two ticks, s.
const period = 0.001

// move goes to a state along the motion: what sensors would bring.
func (x *workload) move(i int) {
	phase := 2 * math.Pi * float64(i%Round) / Round // as many seconds, to a millionth
	for k, j := range x.moving {
		s, c := math.Sincos(phase + float64(k))
		x.q[j.position] = x.begin[j.position] + 0.2*s
		x.v[j.velocity] = 0.2 * c
	}
}

// tick decides at the state: state in, torque out.
func (x *workload) tick() error {
	if err := x.w.SetState(x.q, x.v); err != nil {
		return err
	}
	if x.exact != nil {
		if err := x.w.MassMatrixAndBias(x.in.MassMatrix, x.in.Bias); err != nil {
			return err
		}
	}
	if err := x.e.Evaluate(x.w, x.q, x.v, period); err != nil {
		return err
	}
	if x.exact != nil {
		x.in.Levels, x.in.Forces = x.e.Levels(), x.e.Forces()
		return x.exact.Solve(&x.in, x.out)
	}
	if x.cold {
		x.law.Forget()
	}
	x.limited.Levels, x.limited.Forces = x.e.Levels(), x.e.Forces()
	return x.law.Solve(&x.limited, x.decision)
}

// newWorkload binds tasks to a robot at a position.
func newWorkload(name string, r *robot, tasks []taskspace.Task) (*workload, error) {
	set, err := taskspace.NewSet(tasks...)
	if err != nil {
		return nil, err
	}
	x := &workload{name: name, w: r.model.NewWorkspace(), q: append([]float64(nil), r.q...), begin: r.q, v: make([]float64, r.model.NV()), moving: r.moving}
	if x.e, err = set.Bind(taskspace.Binding{Model: r.model, PositionMin: r.limits.PositionMin, PositionMax: r.limits.PositionMax}); err != nil {
		return nil, err
	}
	if err := x.w.SetState(x.q, x.v); err != nil {
		return nil, err
	}
	return x, x.e.Start(x.w, x.q)
}

// exactly gives the workload the exact law.
func (x *workload) exactly(r *robot) (err error) {
	n := r.model.NV()
	x.unknowns = n
	x.in.MassMatrix, x.in.Bias = make([]float64, n*n), make([]float64, n)
	if x.exact, err = hierarchy.New(hierarchy.ConfigFor(n, x.e.Levels())); err != nil {
		return err
	}
	x.out = x.exact.NewOutput()
	return nil
}

// under gives the workload the constrained law.
func (x *workload) under(r *robot, limits constrained.Limits, weighted bool) (err error) {
	c := constrained.Config{Model: r.model, Rows: constrained.RowsOf(x.e.Levels()), Limits: limits, Unactuated: r.unactuated, Contacts: r.contacts,
		PeriodS: period, Weighted: weighted}
	x.unknowns = r.model.NV()
	for _, k := range r.contacts {
		x.unknowns += 3 * len(k.Points)
	}
	if x.law, err = constrained.NewTorqueLaw(c); err != nil {
		return err
	}
	x.decision = x.law.NewOutput()
	x.limited = constrained.Input{Workspace: x.w, Position: x.q, Velocity: x.v}
	return nil
}
