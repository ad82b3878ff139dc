package wholebody

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/internal/switchtest"
	"github.com/robo-actors/robo-actors/messages"
)

// script is the input of a law, tick by tick. The motion is drawn and no consequence of the
// efforts, so that it goes through singular places and along limits, however the law would have it.
type script struct {
	name  string
	make  func() *Law
	stepS float64
	ticks []told
	// passive axes are nobody's; nil without any
	passive []bool
}

// told is one tick's input, and the requests before it.
type told struct {
	q, v, effort []float64
	passes       bool
	model        *messages.Model
	sequence     uint64
	asks         []messages.TaskRequest
	target       *messages.JointCommand
}

// answer is what the law put out: what is commanded, and what the law in force wants by itself.
type answer struct {
	commanded, own []float64
	state          uint32
	phase          messages.TaskPhase
	following      bool
	set            bool // a parameter was, or the task that realises a joint
	realised       bool // a command moves a task
}

// play runs the first ticks of a script, the last of them without its requests if withheld,
// or without its model if lost.
func (s *script) play(t *testing.T, ticks int, change func(last *told)) (answers []answer, l *Law) {
	t.Helper()
	l = s.make()
	in, out := l.NewInput(), l.NewOutput()
	in.StepS = s.stepS
	for k := range ticks {
		now := s.ticks[k]
		if change != nil && k == ticks-1 {
			change(&now)
		}
		set := false
		for i := range now.asks {
			reply, _ := l.Answer(&now.asks[i], in)
			set = set || now.asks[i].Verb == messages.TaskSet && reply.Result == messages.TaskSuccess || now.asks[i].Verb == messages.TaskTarget && l.changed
		}
		copy(in.Position, now.q)
		copy(in.Velocity, now.v)
		copy(in.Effort, now.effort)
		for i := range in.Passes {
			in.Valid[i], in.Passes[i] = true, now.passes && (s.passive == nil || !s.passive[i])
		}
		in.Model, in.ModelSequence, in.Prepared = now.model, now.sequence, math.MaxUint64
		for k := range in.Targets {
			in.Targets[k] = now.target
		}
		if err := l.Step(in, out); err != nil {
			t.Fatalf("%s, tick %d: %v", s.name, k, err)
		}
		answers = append(answers, answer{slices.Clone(l.last), slices.Clone(l.now), out.Status.State, out.Status.Phase, l.following, set, slices.ContainsFunc(l.targets, func(t target) bool { return t.moving })})
		for i, x := range l.last {
			if !(math.Abs(x) <= l.limit[i]) {
				t.Fatalf("%s, tick %d: axis %d is given %g, its limit is %g", s.name, k, i, x, l.limit[i])
			}
		}
	}
	return answers, l
}

// bounded checks every tick: where nothing changed the step is the law's own and the bound at most;
// where something did, it is the bound at most from what a twin puts out, to which nothing happened
// in that tick.
func (s *script) bounded(t *testing.T, seen map[string]int) (worst float64) {
	t.Helper()
	answers, l := s.play(t, len(s.ticks), nil)
	bound := switchtest.Share * s.stepS / 1e-3
	differ := func(k int, what string, got, want, own []float64) {
		t.Helper()
		seen[what]++
		for i := range got {
			if l.passive[i] {
				continue
			}
			step := math.Abs(got[i]-want[i]) / l.limit[i]
			if own != nil {
				step -= math.Abs(answers[k].own[i]-own[i]) / l.limit[i]
			}
			if worst = math.Max(worst, step/bound); step > bound*(1+1e-9)+1e-12 {
				t.Fatalf("%s, tick %d, %s: axis %d is given %g, against %g: %.3f %% of its limit %g beyond, %.3f %% at most", s.name, k, what, i, got[i], want[i], 100*step, l.limit[i], 100*bound)
			}
		}
	}
	before := answer{phase: messages.TaskWaitModel} // of a law that has just begun
	for k := range answers {
		was, is, now := &before, &answers[k], &s.ticks[k]
		if k > 0 {
			was = &answers[k-1]
		}
		switch {
		case is.phase == messages.TaskWaitModel:
		case was.following || is.following || was.phase == messages.TaskWaitModel:
			differ(k, "measured", is.commanded, now.effort, nil)
		case is.phase != was.phase && is.phase == messages.TaskDegraded && is.state != was.state: // the new set cannot be solved
			twin, _ := s.play(t, k+1, func(last *told) { last.asks = nil })
			differ(k, "degraded begins", is.commanded, twin[k].commanded, nil)
		case is.phase != was.phase && is.phase == messages.TaskDegraded:
			differ(k, "degraded begins", is.commanded, was.commanded, nil)
		case is.phase != was.phase:
			twin, _ := s.play(t, k+1, func(last *told) { last.model, last.asks = nil, nil })
			differ(k, "degraded ends", is.commanded, twin[k].commanded, nil)
		case is.set && is.phase == messages.TaskRunning:
			differ(k, "parameter", is.commanded, was.commanded, nil)
		case is.state != was.state:
			twin, _ := s.play(t, k+1, func(last *told) { last.asks = nil })
			differ(k, "state", is.commanded, twin[k].commanded, nil)
		case is.realised != was.realised && is.phase == messages.TaskRunning:
			differ(k, "target", is.commanded, was.commanded, nil)
		default:
			differ(k, "undisturbed", is.commanded, was.commanded, was.own)
		}
	}
	return worst
}

// wander draws a motion of single joints between limits: sums of two sines about a place, some of
// which reach the limits and beyond.
func wander(r *rand.Rand, place, low, high []float64) func(time float64) (q, v []float64) {
	n := len(place)
	draw := func(scale float64) []float64 {
		x := make([]float64, n)
		for i := range x {
			x[i] = scale * r.Float64()
		}
		return x
	}
	amplitude, rate, phase := draw(0.3), draw(12), draw(2*math.Pi)
	return func(time float64) (q, v []float64) {
		for i := range n {
			s, c := math.Sincos(rate[i]*time + phase[i])
			x, dx := place[i]+amplitude[i]*(s-math.Sin(phase[i])), amplitude[i]*rate[i]*c
			if x < low[i] || x > high[i] {
				x, dx = math.Max(low[i], math.Min(high[i], x)), 0
			}
			q, v = append(q, x), append(v, dx)
		}
		return q, v
	}
}

// drawnScript is one of an arm.
func drawnScript(t *testing.T, r *rand.Rand, o Options, trial int) *script {
	a := newArm(t)
	g, err := a.world.Group("all")
	if err != nil {
		t.Fatal(err)
	}
	s := &script{stepS: []float64{1e-3, 1e-3, 2.5e-3}[r.IntN(3)]}
	s.name = fmt.Sprintf("trial %d, law %s, model %s, step %g s", trial, o.Law, o.Source, s.stepS)
	s.make = func() *Law {
		l, err := New(a.world, g, time.Duration(s.stepS*1e9), &o)
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	var low, high []float64
	for _, l := range a.world.Limits() {
		low, high = append(low, l.Lower-0.01), append(high, l.Upper+0.01)
	}
	places := [][]float64{armStart, {0, 0, 0, 0}, {0.5, 1e-4, -1e-4, 1e-5}, {0, math.Pi / 2, 0, 0}, {2.49, -1.19, 0.29, 1.99}, {-2.5, 2.2, -2.4, -2}, {1, 0.4, -math.Pi / 2, 0}}
	move := wander(r, places[r.IntN(len(places))], low, high)
	states := o.Behavior.States
	down, lost, kept := 0, 0, (*messages.Model)(nil)
	for k := range 160 {
		var now told
		now.q, now.v = move(float64(k) * s.stepS)
		now.passes = true
		now.effort = make([]float64, len(now.q))
		if down > 0 {
			down, now.passes = down-1, false
		} else if k > 20 && r.IntN(120) == 0 {
			down = 1 + r.IntN(20)
		}
		for i, l := range a.world.Limits() {
			now.effort[i] = l.Effort * (2*r.Float64() - 1)
		}
		switch {
		case o.Source != "actor":
		case lost > 0:
			lost--
		case k > 20 && r.IntN(60) == 0:
			lost = 1 + r.IntN(30)
		default:
			if kept == nil || k%4 == 0 {
				kept = modelAt(t, a, o.ModelFrames, now.q, now.v)
			}
			now.model, now.sequence = kept, uint64(k/4+1)
		}
		if k > 5 && r.IntN(12) == 0 {
			now.asks = append(now.asks, messages.TaskRequest{Verb: messages.TaskState, Name: states[r.IntN(len(states))].Name})
		}
		if k > 5 && r.IntN(25) == 0 {
			now.asks = append(now.asks, drawnGain(r, &o))
		}
		s.ticks = append(s.ticks, now)
	}
	return s
}

// drawnGain changes a gain or a goal, of a task that may be active.
func drawnGain(r *rand.Rand, o *Options) messages.TaskRequest {
	q := messages.TaskRequest{Verb: messages.TaskSet, Task: o.Tasks[r.IntN(len(o.Tasks))].Name}
	q.Parameter = []string{"gains.proportional", "gains.derivative", "goal.position", "goal.joints", "weight"}[r.IntN(5)]
	switch q.Parameter {
	case "goal.position":
		q.Numbers = []float64{r.Float64(), r.Float64() - 0.5, r.Float64()}
	case "goal.joints":
		q.Numbers = []float64{r.NormFloat64(), r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
	default:
		q.Numbers = []float64{1e3 * r.Float64() * r.Float64()}
	}
	return q
}

// Task sets of every kind of task, in any order and while the hand-over before is under way; in
// singular places, next to them, at and beyond the limits of joints; with gains and goals that
// users change meanwhile; with a model that is lost and found; with joints that are stopped and
// come back, and a law that begins anew: no effort steps by more than the bound.
func TestDrawnChangesInDrawnPlacesKeepTheBoundOfTheTorqueStep(t *testing.T) {
	const seed = 31
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 4))
	trials := 60
	if testing.Short() {
		trials = 8
	}
	seen, worst := map[string]int{}, 0.0
	for trial := range trials {
		o := everyKind()
		o.Law = []string{"exact", "constrained"}[trial%2]
		o.GoodCycles, o.DegradedFor = 1+r.IntN(5), time.Minute
		if trial%4 > 1 {
			o = fromActor(o)
			o.ModelFrames = append(o.ModelFrames, "upper")
		}
		worst = math.Max(worst, drawnScript(t, r, o, trial).bounded(t, seen))
	}
	t.Logf("%d trials: %v; the worst step is %.3f of the bound", trials, seen, worst)
}

// drawnSteps is a script of a biped that shifts from foot to foot, in the middle of motions.
func drawnSteps(t *testing.T, r *rand.Rand, o Options, trial int) *script {
	b := newBiped(t, o)
	s := &script{stepS: 1e-3, name: fmt.Sprintf("biped, trial %d, law %s", trial, o.Law)}
	s.make = func() *Law { return newBiped(t, o).Law }
	s.passive = b.Law.passive
	rates, phases := make([]float64, b.n), make([]float64, b.n)
	for i := range rates {
		rates[i], phases[i] = 20*r.Float64(), 2*math.Pi*r.Float64()
	}
	q := slices.Clone(b.in.Position)
	down := 0
	for k := range 100 {
		now := told{q: slices.Clone(q), v: make([]float64, b.n), effort: make([]float64, b.n), passes: true}
		for i := range now.v {
			now.v[i] = 0.2 * math.Sin(rates[i]*s.stepS*float64(k)+phases[i])
			now.effort[i] = 50 * (2*r.Float64() - 1)
		}
		if err := b.m.Integrate(q, slices.Clone(q), now.v, s.stepS); err != nil {
			t.Fatal(err)
		}
		if down > 0 {
			down, now.passes = down-1, false
		} else if k > 20 && r.IntN(60) == 0 {
			down = 1 + r.IntN(10)
		}
		if k > 5 && r.IntN(12) == 0 {
			now.asks = append(now.asks, messages.TaskRequest{Verb: messages.TaskState, Name: o.TaskSets[r.IntN(len(o.TaskSets))].Name})
		}
		s.ticks = append(s.ticks, now)
	}
	return s
}

// Contacts that open and close with the task sets: feet that are lifted and put down, under both
// laws.
func TestDrawnStepsOfABipedKeepTheBoundOfTheTorqueStep(t *testing.T) {
	const seed = 32
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 5))
	trials := 12
	if testing.Short() {
		trials = 4
	}
	seen, worst := map[string]int{}, 0.0
	for trial := range trials {
		o := bipedOptions()
		o.Law, o.DegradedFor, o.GoodCycles = []string{"exact", "constrained"}[trial%2], time.Minute, 1+r.IntN(3)
		for _, lifted := range [][]string{{"left"}, {"right"}} {
			o.TaskSets = append(o.TaskSets, TaskSetOptions{Name: "on_one_without_" + lifted[0], Levels: [][]string{{"balance"}, {"upright"}, {"stance"}}, Lifted: lifted})
		}
		worst = math.Max(worst, drawnSteps(t, r, o, trial).bounded(t, seen))
	}
	t.Logf("%d trials: %v; the worst step is %.3f of the bound", trials, seen, worst)
}
