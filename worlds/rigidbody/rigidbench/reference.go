package rigidbench

// ReferenceLibrary says where the reference figures come from.
const ReferenceLibrary = "Pinocchio 3.7.0, clang 14 -O3 -march=native, one core of a Zen 4 virtual machine, median"

// Reference is a figure of ReferenceLibrary for a robot of the nearest size.
type Reference struct {
	Robot string
	NV    int // degrees of freedom of that robot
	Ns    float64
}

// referenceRobots are those that ReferenceLibrary was timed on, and their degrees of freedom.
var referenceRobots = []struct {
	name string
	nv   int
}{
	{"ur5", 6}, {"iiwa", 7}, {"panda", 9}, {"anymal fixed", 12}, {"anymal floating", 18}, {"talos fixed", 32}, {"talos floating", 38},
}

// references are the figures of an operation on referenceRobots, in nanoseconds.
var references = map[string][]float64{
	ForwardKinematics: {212, 236, 278, 412, 469, 1090, 1151},
	OneJacobian:       {322, 336, 400, 568, 654, 1454, 1551},
	InverseDynamics:   {468, 528, 657, 884, 1026, 2340, 2503},
	MassMatrix:        {316, 362, 486, 525, 727, 1791, 2214},
	MassMatrixFactor:  {543, 613, 786, 984, 1533, 2943, 4144},
	MassMatrixInverse: {767, 959, 1347, 1477, 3619, 7444, 14944},
	ForwardDynamics:   {931, 1111, 1411, 1712, 2497, 5031, 5785},
}

// referenceFor finds the figure of the robot whose degrees of freedom are nearest, the smaller one of two.
func referenceFor(operation string, nv int) *Reference {
	figures, ok := references[operation]
	if !ok {
		return nil
	}
	nearest := 0
	for i, r := range referenceRobots {
		if distance(r.nv, nv) < distance(referenceRobots[nearest].nv, nv) {
			nearest = i
		}
	}
	return &Reference{Robot: referenceRobots[nearest].name, NV: referenceRobots[nearest].nv, Ns: figures[nearest]}
}

func distance(a, b int) int { return max(a-b, b-a) }
