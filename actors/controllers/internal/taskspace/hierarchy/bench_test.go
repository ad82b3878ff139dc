package hierarchy

import (
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
)

// The benchmarks take fixed inputs: 64 states of a fixed seed, visited in turn. With dynamics, 10
// degrees of freedom and levels of 6, 3 and a posture, C++ with Eigen and Pinocchio takes 4.8 us
// and gonum 12.3 us (median on one core of a Zen 4).

func armTasks(r *robot) []taskspace.Task {
	return []taskspace.Task{
		{Name: "position", Kind: taskspace.FramePosition, Frame: r.tip, Goal: taskspace.Goal{Position: [3]float64{0.4, 0.1, 0.5}}},
		{Name: "orientation", Kind: taskspace.FrameOrientation, Frame: r.tip, Level: 1},
		{Name: "posture", Kind: taskspace.Posture, Level: 2, Goal: taskspace.Goal{Joints: make([]float64, r.model.NQ())}},
	}
}

func wheelTasks(r *robot) []taskspace.Task {
	return []taskspace.Task{
		{Name: "hand", Kind: taskspace.FramePose, Frame: r.tip, Goal: taskspace.Goal{Position: [3]float64{0.4, 0.1, 0.5}}},
		{Name: "base", Kind: taskspace.FramePose, Frame: r.base, Axes: taskspace.X | taskspace.Y | taskspace.RZ, Level: 1},
		{Name: "posture", Kind: taskspace.Posture, Level: 2, Goal: taskspace.Goal{Joints: make([]float64, r.model.NQ())}},
	}
}

func BenchmarkArmOfSevenAxesThreeLevels(b *testing.B) {
	r := ownArm(b)
	benchmarkTick(b, r, armTasks(r))
}

func BenchmarkArmOnWheelsThreeLevels(b *testing.B) {
	r := onWheels(b)
	benchmarkTick(b, r, wheelTasks(r))
}

// benchmarkTick measures state in, torque out: dynamics, tasks and hierarchy.
func benchmarkTick(b *testing.B, r *robot, tasks []taskspace.Task) {
	h := newBench(b, r, tasks...)
	states := undamped(b, h, 64)
	s := r.newState()
	b.Run("whole", func(b *testing.B) {
		measure(b, func(i int) {
			x := &states[i%len(states)]
			must(b, s.w.SetState(x.q, x.v))
			h.tick(b, x.on(s))
		})
	})
	b.Run("dynamics", func(b *testing.B) {
		measure(b, func(i int) {
			x := &states[i%len(states)]
			must(b, s.w.SetState(x.q, x.v))
			must(b, s.w.MassMatrix(h.in.MassMatrix))
			must(b, s.w.Bias(h.in.Bias))
		})
	})
	b.Run("tasks", func(b *testing.B) {
		measure(b, func(i int) {
			x := &states[i%len(states)]
			must(b, h.e.Evaluate(s.w, x.q, x.v, 0.001))
		})
	})
	b.Run("hierarchy", func(b *testing.B) {
		must(b, s.w.SetState(states[0].q, states[0].v))
		h.tick(b, states[0].on(s))
		measure(b, func(int) { must(b, h.law.Solve(&h.in, h.out)) })
	})
}

// measure times a call, which must not allocate.
func measure(b *testing.B, call func(i int)) {
	if allocated := testing.AllocsPerRun(10, func() { call(0) }); allocated != 0 {
		b.Fatalf("%g allocations a call", allocated)
	}
	for i := 0; b.Loop(); i++ {
		call(i)
	}
}

// point is a state without a workspace.
type point struct{ q, v []float64 }

func (p *point) on(s *state) *state { return &state{s.w, p.q, p.v} }

// undamped returns states of a fixed seed at which nothing is damped.
func undamped(t testing.TB, h *bench, count int) (states []point) {
	rng := rand.New(rand.NewPCG(1, 2))
	s := h.r.newState()
	for len(states) < count {
		h.r.randomise(t, s, rng)
		must(t, h.e.Start(s.w, s.q))
		h.tick(t, s)
		damped := 0
		for _, l := range h.out.Levels {
			damped += l.Damped
		}
		if damped == 0 {
			states = append(states, point{append([]float64(nil), s.q...), append([]float64(nil), s.v...)})
		}
	}
	return states
}

func TestATickAllocatesNothing(t *testing.T) {
	for _, r := range []*robot{ownArm(t), onWheels(t)} {
		tasks := armTasks(r)
		if r.base != "" {
			tasks = wheelTasks(r)
		}
		h := newBench(t, r, tasks...)
		s := r.newState()
		rng := rand.New(rand.NewPCG(3, 4))
		if allocated := testing.AllocsPerRun(300, func() {
			r.randomise(t, s, rng)
			if err := h.e.Start(s.w, s.q); err != nil {
				t.Fatal(err)
			}
			h.tick(t, s)
		}); allocated != 0 {
			t.Errorf("%s: %g allocations a tick", r.name, allocated)
		}
	}
}
