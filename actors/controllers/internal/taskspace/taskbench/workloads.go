package taskbench

import (
	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace/constrained"
	"github.com/robo-actors/robo-actors/internal/testrobots"
)

// ReferencePrograms says where the figures of other programs come from.
const ReferencePrograms = "medians on one core of a Zen 4 virtual machine; clang 14 or g++ 12 at -O3 -march=native, Go at GOAMD64=v3"

var (
	eigen      = Reference{"C++, Eigen and Pinocchio, 10 degrees of freedom", 4770}
	gonum      = Reference{"Go, gonum, 10 degrees of freedom", 12300}
	byHand     = Reference{"Go by hand, without ranks, 10 degrees of freedom", 3130}
	smallQP    = Reference{"eiquadprog, 10 variables, 30 rows, without dynamics", 4200}
	middleQP   = Reference{"eiquadprog, 30 variables, 60 rows, without dynamics", 39200}
	daqp       = Reference{"DAQP hierarchy, 10 variables, 39 rows, 4 levels, without dynamics", 8200}
	daqpLimits = Reference{"the same with limits active", 9100}
)

// plan says how a workload is made.
type plan struct {
	name       string
	targetNs   float64
	references []Reference
	robot      func() (*robot, error)
	tasks      func(*robot) []taskspace.Task
	exact      bool
	weighted   bool
	cold       bool
	narrow     bool // limits of torque and acceleration only
}

func quadruped() (*robot, error) {
	bodies, feet := testrobots.Quadruped()
	return legged(bodies, feet, 60, 0.6, 60)
}

func humanoid() (*robot, error) {
	bodies, feet := testrobots.Biped()
	return legged(bodies, feet, 200, 0.7, 62)
}

var plans = []plan{
	{name: ArmExact, targetNs: 3000, robot: arm, tasks: armTasks, exact: true},
	{name: MobileExact, targetNs: 4000, references: []Reference{eigen, gonum, byHand}, robot: mobile, tasks: mobileTasks, exact: true},
	{name: MobileQP, targetNs: 12000, references: []Reference{smallQP}, robot: mobile, tasks: mobileTasks, weighted: true},
	{name: MobileLevels, references: []Reference{daqp}, robot: mobile, tasks: mobileTasks},
	{name: MobileCascade, targetNs: 15000, references: []Reference{daqp, daqpLimits}, robot: mobile, tasks: fourLevels, narrow: true},
	{name: MobilePinned, robot: mobile, tasks: pinned, narrow: true},
	{name: QuadrupedQP, targetNs: 50000, references: []Reference{middleQP}, robot: quadruped, tasks: standing, weighted: true},
	{name: HumanoidWarm, targetNs: 150000, robot: humanoid, tasks: standing, weighted: true},
	{name: HumanoidCold, robot: humanoid, tasks: standing, weighted: true, cold: true},
}

func (p *plan) make() (*workload, error) {
	r, err := p.robot()
	if err != nil {
		return nil, err
	}
	x, err := newWorkload(p.name, r, p.tasks(r))
	if err != nil {
		return nil, err
	}
	x.targetNs, x.references, x.cold = p.targetNs, p.references, p.cold
	if p.exact {
		return x, x.exactly(r)
	}
	limits := r.limits
	if p.narrow {
		limits = constrained.Limits{Acceleration: limits.Acceleration, Effort: limits.Effort}
	}
	return x, x.under(r, limits, p.weighted)
}

// Workloads lists the names of all workloads, in the order in which Run gives them.
func Workloads() []string {
	names := make([]string, len(plans))
	for i := range plans {
		names[i] = plans[i].name
	}
	return names
}
