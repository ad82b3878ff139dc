package constrained

import (
	"math"
	"testing"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
)

// The benchmarks take fixed inputs along a motion: state in, torque out, dynamics and tasks
// included. Without dynamics, DAQP's hierarchy takes 8.2 to 9.1 us (10 variables, 39 rows, 4
// levels) and eiquadprog 4 us (10 variables, 30 rows) and 39 us (30 variables, 60 rows); medians
// on one core of a Zen 4.

func armBench(t testing.TB, planar, weighted bool) *bench {
	r := arm(t, planar)
	c := r.config()
	c.Weighted = weighted
	tasks := armTasks(r)
	if planar {
		tasks[0].Kind, tasks[1] = taskspace.FramePose, taskspace.Task{Name: "base", Kind: taskspace.FramePose, Frame: "platform", Axes: taskspace.X | taskspace.Y | taskspace.RZ, Level: 1}
	}
	return newBench(t, r, c, NewTorqueLaw, r.elbow(), tasks...)
}

// near is a goal that the motion leads past. A far one leaves a robot with limits next to no
// choice.
var near, far = [3]float64{0.6, 0.1, 0.9}, [3]float64{-0.6, -1.1, 0.3}

func fourLevels(t testing.TB, goal [3]float64) *bench {
	r := arm(t, true)
	c := r.config()
	c.Limits = Limits{Acceleration: c.Limits.Acceleration, Effort: c.Limits.Effort}
	return newBench(t, r, c, NewTorqueLaw, r.elbow(),
		taskspace.Task{Name: "position", Kind: taskspace.FramePosition, Frame: r.tip, Goal: taskspace.Goal{Position: goal}},
		taskspace.Task{Name: "orientation", Kind: taskspace.FrameOrientation, Frame: r.tip, Level: 1},
		taskspace.Task{Name: "base", Kind: taskspace.FramePose, Frame: "platform", Axes: taskspace.X | taskspace.Y | taskspace.RZ, Level: 2},
		taskspace.Task{Name: "posture", Kind: taskspace.Posture, Level: 3, Goal: taskspace.Goal{Measured: true}})
}

func legged(t testing.TB, r *robot) *bench {
	c := r.config()
	c.Weighted = true
	return newBench(t, r, c, NewTorqueLaw, r.bent(t),
		taskspace.Task{Name: "balance", Kind: taskspace.CentreOfMass, Weight: 10, Goal: taskspace.Goal{Measured: true}},
		taskspace.Task{Name: "trunk", Kind: taskspace.FrameOrientation, Frame: r.model.Body(0).Name, Weight: 5},
		taskspace.Task{Name: "posture", Kind: taskspace.Posture, Weight: 0.1, Goal: taskspace.Goal{Measured: true}})
}

func quadrupedBench(t testing.TB) *bench { return legged(t, quadruped(t)) }
func humanoidBench(t testing.TB) *bench  { return legged(t, humanoid(t)) }

func velocityBench(t testing.TB) *bench {
	r := arm(t, true)
	return newBench(t, r, r.config(), NewVelocityLaw, r.elbow(), reach(r, [3]float64{2, 1, 0.9})...)
}

// along measures ticks along a motion of the joints about the first position. They must not
// allocate.
func along(b *testing.B, x *bench) {
	begin := append([]float64{}, x.q...)
	first := x.law.position[len(x.v)-7]
	tick := func(i int) {
		phase := 0.001 * float64(i)
		for k := range 7 {
			x.q[first+k] = begin[first+k] + 0.2*math.Sin(phase+float64(k))
			x.v[len(x.v)-7+k] = 0.2 * math.Cos(phase+float64(k))
		}
		if err := x.tick(b); err != nil {
			b.Fatal(err)
		}
	}
	if allocated := testing.AllocsPerRun(10, func() { tick(0) }); allocated != 0 {
		b.Fatalf("%g allocations a tick", allocated)
	}
	iterations := 0
	i := 0
	for ; b.Loop(); i++ {
		tick(i)
		iterations += x.out.Iterations
	}
	b.ReportMetric(float64(iterations)/float64(i), "iterations/op")
}

func BenchmarkArmOfSevenAxesThreeLevelsAllLimits(b *testing.B) { along(b, armBench(b, false, false)) }

func BenchmarkArmOnWheelsThreeLevelsAllLimits(b *testing.B) { along(b, armBench(b, true, false)) }

func BenchmarkArmOnWheelsWeightedAllLimits(b *testing.B) { along(b, armBench(b, true, true)) }

func BenchmarkArmOnWheelsFourLevels(b *testing.B) { along(b, fourLevels(b, near)) }

func BenchmarkArmOnWheelsFourLevelsMostAxesAtTheirLimits(b *testing.B) { along(b, fourLevels(b, far)) }

func BenchmarkQuadruped(b *testing.B) { along(b, quadrupedBench(b)) }

func BenchmarkHumanoidOf62Unknowns(b *testing.B) { along(b, humanoidBench(b)) }

func BenchmarkHumanoidOf62UnknownsCold(b *testing.B) {
	x := humanoidBench(b)
	for range b.N {
		x.law.Forget()
		if err := x.tick(b); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkVelocityLevel(b *testing.B) { along(b, velocityBench(b)) }
