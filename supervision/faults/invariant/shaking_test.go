package invariant

import (
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/messages"
)

// The load of a joint is what holds it still against the accelerations of the others.
func TestALoadIsTheForceThatHoldsAJointWhileOthersAccelerate(t *testing.T) {
	config, err := manipulator()
	if err != nil {
		t.Fatal(err)
	}
	world := config.Plants[0].Model
	model, err := world.Model()
	if err != nil {
		t.Fatal(err)
	}
	r, w, n := testkit.Random(t), model.NewWorkspace(), model.NV()
	const step = time.Millisecond
	for range 20 {
		s := newShaking(world)
		q, v, change := make([]float64, model.NQ()), make([]float64, n), make([]float64, n)
		for i := range q {
			q[i] = 2*r.Float64() - 1
		}
		for i := range v {
			v[i], change[i] = 2*r.Float64()-1, 20*r.Float64()-10
		}
		s.note(q, v, step)
		if got := s.load(3); got != 0 {
			t.Errorf("after one state the load is %g", got)
		}
		for i := range v {
			v[i] += change[i] * step.Seconds()
		}
		s.note(q, v, step)
		for i := range n {
			others := append([]float64(nil), change...)
			others[i] = 0
			moving, still := make([]float64, n), make([]float64, n)
			if err := w.SetPosition(q); err != nil {
				t.Fatal(err)
			}
			if err := w.InverseDynamics(moving, others, nil); err != nil {
				t.Fatal(err)
			}
			if err := w.InverseDynamics(still, make([]float64, n), nil); err != nil {
				t.Fatal(err)
			}
			if math.Abs(s.weight[i]-still[i]) > 1e-9*(1+math.Abs(still[i])) {
				t.Errorf("entry %d carries %g, expected %g", i, s.weight[i], still[i])
			}
			if want := math.Abs(moving[i] - still[i]); math.Abs(s.load(i)-want) > 1e-8*(1+want) {
				t.Errorf("entry %d: %g, expected %g", i, s.load(i), want)
			}
		}
		s.note(q, v[1:], step)
		if got := s.load(3); got != 0 {
			t.Errorf("after a state of another robot the load is %g", got)
		}
	}
}

// No load swings a servo faster than the bound, however heavy its joint and whenever the load goes
// or turns. The worst load reaches at least a quarter of the bound, so the bound is not merely
// large.
func TestNoLoadSwingsAServoFasterThanTheBound(t *testing.T) {
	const inertia, bandwidth, load, dt = 0.5, 30.0, 7.0, 1e-4
	stiffness, damping := inertia*bandwidth*bandwidth, 2*inertia*bandwidth
	var s swing
	s.note(1, load, 2/bandwidth)
	bound, worst := s.speed(damping), 0.0
	for _, heavier := range []float64{1, 2, 5, 20} {
		for _, turns := range []float64{-1, 0, 1} { // into the opposite, off, or not at all
			for lasts := 0.005; lasts < 0.6; lasts += 0.005 {
				x, v := 0.0, 0.0
				for at := 0.0; at < 1; at += dt {
					force := load
					if at > lasts {
						force *= turns
					}
					v += (force - stiffness*x - damping*v) / (heavier * inertia) * dt
					x += v * dt
					worst = max(worst, math.Abs(v))
				}
			}
		}
	}
	if worst > bound || worst < bound/4 {
		t.Errorf("the greatest speed is %g rad/s, the bound %g", worst, bound)
	}
}

// braked stops the elbow, whose drive has such a damping, and has it move at 0.1 rad/s while the
// base brakes by so much for some steps, and afterwards.
func braked(damping, deceleration float64, steps, afterwards int) func(*play) {
	return func(p *play) {
		for _, m := range p.w.worlds {
			if j := m.driven(elbow); j != nil {
				j.truth.model.Damping = damping
			}
		}
		p.located = &[3]float64{}
		p.rolls = 1
		p.stop(elbow, messages.ModeRampHold, messages.CauseStale)
		p.run(100)
		p.truths[elbow].Velocity = 0.1
		for range steps {
			p.rolls -= deceleration * 0.001
			p.run(1)
		}
		p.run(afterwards)
	}
}

// A base that brakes shakes a stopped arm, as much as its mass matrix says and a moment longer.
func TestAHeldJointMayBeShakenWhileTheBaseBrakes(t *testing.T) {
	try(t, []trial{
		{"the base hardly brakes", "V6", []string{elbow, "moves at 0.1000 rad/s"}, braked(40, 0.01, 100, 0), braked(40, 5, 100, 0)},
		{"a drive of high gains hardly swings", "V6", []string{elbow}, braked(4000, 5, 100, 0), braked(40, 5, 100, 0)},
		{"it is over", "V6", []string{elbow, "moves at 0.1000 rad/s"}, braked(40, 5, 100, 200), braked(40, 5, 100, 20)},
	})
}
