package wholebody

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/internal/shelltest"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/geometry/outline"
)

// limitedArm is the arm of four joints under the constrained law, with a goal out of its reach that
// can be changed.
func limitedArm(spoil func(*Options)) Options {
	o := DefaultOptions()
	o.JointGroup, o.Law = "all", "constrained"
	o.Tasks = []TaskOptions{
		{Name: "reach", Kind: "frame_position", Frame: "hand", Goal: GoalOptions{Position: []float64{0.4, 0.3, 0.5}}},
		{Name: "calm", Kind: "posture", Gains: GainOptions{Proportional: []float64{0}, Derivative: []float64{5}}},
	}
	o.TaskSets = []TaskSetOptions{{Name: "go", Levels: [][]string{{"reach"}, {"calm"}}}, {Name: "free", Levels: [][]string{{"calm"}}}}
	if spoil != nil {
		spoil(&o)
	}
	return o
}

// pilot is a law with the arm that it moves, step by step.
type pilot struct {
	*Law
	*arm
	t   *testing.T
	in  *Input
	out *Output
}

func newPilot(t *testing.T, o Options) *pilot {
	t.Helper()
	a, l := newLaw(t, o)
	a.running = true
	p := &pilot{Law: l, arm: a, t: t, in: l.NewInput(), out: l.NewOutput()}
	p.in.StepS = 1e-3
	for i := range p.in.Valid {
		p.in.Valid[i], p.in.Passes[i] = true, true
	}
	return p
}

// step decides, and moves the arm by efforts, or exactly by velocities.
func (p *pilot) step() {
	p.t.Helper()
	copy(p.in.Position, p.q)
	copy(p.in.Velocity, p.v)
	copy(p.in.Effort, p.tau)
	if err := p.Step(p.in, p.out); err != nil {
		p.t.Fatal(err)
	}
	if p.velocities {
		for i, v := range p.out.Velocity {
			p.v[i] = v
			p.q[i] += v * 1e-3
		}
		return
	}
	copy(p.tau, p.out.Effort)
	if err := p.move(1e-3); err != nil {
		p.t.Fatal(err)
	}
}

func (p *pilot) goal(x, y, z float64) {
	p.t.Helper()
	if r, _ := p.Answer(&messages.TaskRequest{Verb: messages.TaskSet, Task: "reach", Parameter: "goal.position", Numbers: []float64{x, y, z}}, p.in); r.Result != messages.TaskSuccess {
		p.t.Fatalf("%+v", r)
	}
}

func (p *pilot) hand() [3]float64 {
	p.t.Helper()
	if err := p.workspace.SetState(p.q, p.v); err != nil {
		p.t.Fatal(err)
	}
	i, err := p.workspace.Model().BodyIndex("hand")
	if err != nil {
		p.t.Fatal(err)
	}
	return p.workspace.Pose(i).P
}

// Goals behind, below and far away, one after the other: no joint leaves its limits of position,
// velocity and effort, the hand never leaves its box nor comes near the post, at torque level and
// at velocity level.
func TestUnderTheConstrainedLawNothingLeavesItsLimits(t *testing.T) {
	outputs, soon := []string{"effort", "velocity"}, 1
	if testing.Short() {
		outputs, soon = outputs[:1], 2 // under the race detector, which the short run is for: one of them, and half of the goals
	}
	for _, output := range outputs {
		t.Run(output, func(t *testing.T) {
			p := newPilot(t, limitedArm(func(o *Options) {
				o.Output = output
				o.Tasks[0].Motion = MotionOptions{Velocity: []float64{2}, Acceleration: []float64{10}, Jerk: []float64{100}} // no jump to hand over
				o.Boxes = []BoxOptions{{Name: "room", Frame: "hand", Axes: "z", Min: []float64{0, 0, 0.2}}}
				o.Collisions = []CollisionOptions{{Name: "post", A: ShapeOptions{Frame: "hand", Options: outline.Options{Radius: 0.05}},
					B: ShapeOptions{From: []float64{0.5, -0.3, 0}, To: []float64{0.5, -0.3, 1.5}, Options: outline.Options{Radius: 0.05}}, Margin: 0.02, Rate: 4}}
			}))
			for range 3000 {
				p.step()
			}
			if at := p.hand(); math.Abs(at[0]-0.4)+math.Abs(at[1]-0.3)+math.Abs(at[2]-0.5) > 1e-3 {
				t.Errorf("nothing is in its way, and the hand is at %v", at)
			}
			nearest, lowest := math.Inf(1), math.Inf(1)
			goals := [][3]float64{{0.5, 0.2, -1}, {0.5, -0.3, 0.6}, {3, -3, 2}, {-2, 0.1, 0.4}, {0.5, -0.8, 0.4}, {0.4, 0.3, 0.5}}
			for k, goal := range goals[:len(goals)/soon] {
				p.goal(goal[0], goal[1], goal[2])
				for tick := range 1500 {
					before := append([]float64(nil), p.out.Velocity...)
					p.step()
					if p.out.Status.Phase != messages.TaskRunning {
						t.Fatalf("goal %d, tick %d: %s, because %v", k, tick, p.out.Status.Phase, p.out.Why)
					}
					for i, l := range p.world.Limits() {
						if p.q[i] < l.Lower-1e-4 || p.q[i] > l.Upper+1e-4 || math.Abs(p.v[i]) > l.Velocity+1e-3 || math.Abs(p.out.Effort[i]) > l.Effort {
							t.Fatalf("goal %d, tick %d: joint %d is at %g with %g, effort %g; its limits are %+v", k, tick, i, p.q[i], p.v[i], p.out.Effort[i], l)
						}
						if step := math.Abs(p.out.Velocity[i] - before[i]); p.velocities && step > 20e-3*(1+1e-9) {
							t.Fatalf("goal %d, tick %d: the command of joint %d steps by %g rad/s", k, tick, i, step)
						}
					}
					at := p.hand()
					nearest = math.Min(nearest, math.Hypot(at[0]-0.5, at[1]+0.3)-0.1)
					lowest = math.Min(lowest, at[2])
				}
			}
			t.Logf("the hand came as near as %.3f m to the post, and down to %.3f m", nearest, lowest)
			if nearest < 0.019 || nearest > 0.05 || lowest < 0.199 || lowest > 0.25 {
				t.Errorf("the hand came as near as %g m, at least 0.02 is allowed; and down to %g m, 0.2 is allowed", nearest, lowest)
			}
		})
	}
}

// Joints that take velocities only are commanded with these without being asked for.
func TestTheOutputFollowsFromWhatTheDrivesTake(t *testing.T) {
	velocities := strings.ReplaceAll(armText, "type: revolute,", "type: revolute, control: velocity,")
	mixed := strings.Replace(velocities, "control: velocity", "control: effort", 1)
	build := func(text string, o Options) (*Law, error) {
		w := shelltest.World(t, text)
		g, err := w.Group("all")
		if err != nil {
			t.Fatal(err)
		}
		return New(w, g, time.Millisecond, &o)
	}
	if l, err := build(velocities, limitedArm(nil)); err != nil || !l.velocities {
		t.Errorf("drives for velocities: %v", err)
	}
	if l, err := build(armText, limitedArm(nil)); err != nil || l.velocities {
		t.Errorf("drives for everything: %v", err)
	}
	for name, c := range map[string]struct {
		text string
		o    Options
		want string
	}{
		"exact with velocities":   {velocities, limitedArm(func(o *Options) { o.Law = "exact" }), "law: the exact law gives efforts"},
		"efforts nobody takes":    {velocities, limitedArm(func(o *Options) { o.Output = "effort" }), "effort is set"},
		"some this and some that": {mixed, limitedArm(nil), "all take the one or the other"},
	} {
		if _, err := build(c.text, c.o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: the error is %v, want %q in it", name, err, c.want)
		}
	}
}

// A change of task sets at velocity level steps by no more than 2 % of the velocity limit a
// millisecond.
func TestAtVelocityLevelSetsChangeWithinTheBoundOfTheStep(t *testing.T) {
	p := newPilot(t, limitedArm(func(o *Options) { o.Output = "velocity" }))
	p.goal(-0.3, 0.5, 0.6)
	for k, name := range []string{"free", "go", "free", "go"} {
		for range 150 {
			p.step()
		}
		if r, pending := p.Answer(&messages.TaskRequest{Verb: messages.TaskState, Name: name}, p.in); pending == 0 {
			t.Fatalf("change %d: %+v", k, r)
		}
		for range 20 {
			before := append([]float64(nil), p.out.Velocity...)
			p.step()
			for i, v := range p.out.Velocity {
				if step := math.Abs(v - before[i]); step > 0.02*p.limit[i]*(1+1e-9) {
					t.Fatalf("change %d: joint %d steps by %g of %g rad/s", k, i, step, p.limit[i])
				}
			}
		}
	}
}

// The law keeps its patience over flaps: what clashes for a moment again and again is an error at
// last.
func TestConstraintsThatClashForTooLongAreAnError(t *testing.T) {
	o := bipedOptions()
	o.DegradedFor = 50 * time.Millisecond
	for i := range o.Contacts {
		o.Contacts[i].PressureMin = 1e4 // more than it weighs
	}
	b := newBiped(t, o)
	for tick := range 200 {
		if err := b.Step(b.in, b.out); err != nil {
			if !errors.Is(err, ErrDegraded) || !strings.Contains(err.Error(), "pressure") || tick < 49 {
				t.Errorf("tick %d: %v", tick, err)
			}
			return
		}
		if b.out.Status.Phase != messages.TaskDegraded {
			t.Fatalf("tick %d: the phase is %s", tick, b.out.Status.Phase)
		}
	}
	t.Error("it never failed")
}
