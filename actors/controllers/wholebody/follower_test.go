package wholebody

import (
	"math"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/actors/internal/shelltest"
	"github.com/robo-actors/robo-actors/messages"
)

// followOptions have the hand of the arm follow a reference, in states that are left by request
// only.
func followOptions() Options {
	o := steady(armOptions())
	o.Follow, o.Tasks[1].Motion, o.Behavior.Initial = "reach", MotionOptions{}, "reach_left"
	o.Tasks[1].Goal, o.Behavior.States[1].Entry, o.Behavior.States[2].Entry = GoalOptions{}, nil, nil
	return o
}

const circleRadius, circleRate = 0.1, 2.0 // m, rad/s

// circle is a reference on a circle in the vertical plane, through a point.
func circle(r *messages.BodyReference, through [3]float64, time float64) {
	s, c := math.Sincos(circleRate * time)
	r.Pose.Position = [3]float64{through[0], through[1] + circleRadius*s, through[2] + circleRadius*(1-c)}
	r.Twist.Linear = [3]float64{0, circleRate * circleRadius * c, circleRate * circleRadius * s}
	r.Acceleration = [6]float64{0, -circleRate * circleRate * circleRadius * s, circleRate * circleRate * circleRadius * c}
}

// pursuit is an arm that a law moves, tick by tick.
type pursuit struct {
	*arm
	t   *testing.T
	law *Law
	in  *Input
	out *Output
}

func newPursuit(t *testing.T, o Options) *pursuit {
	t.Helper()
	p := &pursuit{t: t}
	p.arm, p.law = newLaw(t, o)
	p.in, p.out = p.law.NewInput(), p.law.NewOutput()
	p.running, p.in.StepS = true, 1e-3
	for i := range p.in.Valid {
		p.in.Valid[i], p.in.Passes[i] = true, true
	}
	return p
}

// hand is where the hand is.
func (p *pursuit) hand() [3]float64 {
	p.t.Helper()
	if err := p.workspace.SetState(p.q, p.v); err != nil {
		p.t.Fatal(err)
	}
	body, err := p.workspace.Model().BodyIndex("hand")
	if err != nil {
		p.t.Fatal(err)
	}
	return p.workspace.Pose(body).P
}

// tick decides and moves, and returns the greatest step of an effort as a share of its limit.
func (p *pursuit) tick(r *messages.BodyReference) (step float64) {
	p.t.Helper()
	copy(p.in.Position, p.q)
	copy(p.in.Velocity, p.v)
	copy(p.in.Effort, p.tau)
	p.in.Reference = r
	before := append([]float64(nil), p.out.Effort...)
	if err := p.law.Step(p.in, p.out); err != nil {
		p.t.Fatal(err)
	}
	for i, x := range p.out.Effort {
		step = math.Max(step, math.Abs(x-before[i])/p.law.limit[i])
	}
	copy(p.tau, p.out.Effort)
	if err := p.move(1e-3); err != nil {
		p.t.Fatal(err)
	}
	return step
}

func gap(a, b [3]float64) float64 {
	return math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
}

func TestATaskFollowsAReferenceThatMovesAndRestsWhereItEnds(t *testing.T) {
	p := newPursuit(t, followOptions())
	for range 500 { // no reference yet: the hand stays where it was
		p.tick(nil)
	}
	start := p.hand()
	var r messages.BodyReference
	worst, steps := 0.0, 0.0
	for k := range 3000 {
		circle(&r, start, 1e-3*float64(k))
		step := p.tick(&r)
		if k > 600 { // the reference began with its full velocity
			worst, steps = math.Max(worst, gap(p.hand(), r.Pose.Position)), math.Max(steps, step)
		}
	}
	if worst > 1e-3 {
		t.Errorf("the hand misses its reference by %g m", worst)
	}
	if steps > 0.02 {
		t.Errorf("an effort steps by %g of its limit", steps)
	}
	for range 1500 {
		steps = math.Max(steps, p.tick(nil))
	}
	if d := gap(p.hand(), r.Pose.Position); d > 1e-3 {
		t.Errorf("without references the hand rests %g m beside the last one", d)
	}
	if e := p.out.Status.Error[1]; math.Abs(e-gap(p.hand(), r.Pose.Position)) > 1e-6 {
		t.Errorf("the status says %g m", e)
	}
	if steps > 0.03 {
		t.Errorf("when references stop an effort steps by %g of its limit", steps)
	}
}

// Velocity and acceleration of the reference count: without them the hand lags behind by what its
// gains need.
func TestTheMotionOfAReferenceIsFedForward(t *testing.T) {
	lag := func(forward bool) (worst float64) {
		p := newPursuit(t, followOptions())
		start := p.hand()
		for k := range 3000 {
			var r messages.BodyReference
			circle(&r, start, 1e-3*float64(k))
			if !forward {
				r.Twist, r.Acceleration = messages.Twist{}, [6]float64{}
			}
			p.tick(&r)
			if k > 1500 {
				worst = math.Max(worst, gap(p.hand(), r.Pose.Position))
			}
		}
		return worst
	}
	with, without := lag(true), lag(false)
	if with > 1e-3 || without < 0.02 {
		t.Errorf("the hand misses by %g m with the reference's motion, by %g m without", with, without)
	}
}

func TestAReferenceThatIsNoNumberIsRefused(t *testing.T) {
	p := newPursuit(t, followOptions())
	p.tick(nil)
	copy(p.in.Position, p.q)
	p.in.Reference = &messages.BodyReference{Twist: messages.Twist{Linear: [3]float64{math.NaN(), 0, 0}}}
	if err := p.law.Step(p.in, p.out); err == nil || !strings.Contains(err.Error(), `task "reach"`) {
		t.Errorf("got %v", err)
	}
}

// Zeros are what a sender leaves that forgot the orientation: no reason to turn the hand to the
// axes of the world.
func TestAReferenceWithoutItsQuaternionIsRefused(t *testing.T) {
	o := followOptions()
	o.Tasks[1].Kind = "frame_pose"
	p := newPursuit(t, o)
	p.tick(nil)
	copy(p.in.Position, p.q)
	p.in.Reference = &messages.BodyReference{Pose: messages.Pose{Position: p.hand()}}
	if err := p.law.Step(p.in, p.out); err == nil || !strings.Contains(err.Error(), `task "reach"`) || !strings.Contains(err.Error(), "unit length") {
		t.Errorf("got %v", err)
	}
}

func TestWhatCannotFollowIsRefusedByName(t *testing.T) {
	w := shelltest.World(t, armText)
	for want, spoil := range map[string]func(*Options){
		`follow: unknown task "rech"; known: limits, reach, `:               func(o *Options) { o.Follow = "rech" },
		`follow: task "calm" is a posture; expected one of [frame_position`: func(o *Options) { o.Follow = "calm" },
		`follow: task "reach" has a motion of its own; leave it out`:        func(o *Options) { o.Tasks[1].Motion = armOptions().Tasks[1].Motion },
	} {
		o := followOptions()
		spoil(&o)
		if text := refusalOf(w, "all", o); !strings.Contains(text, want) {
			t.Errorf("the error reads %q, want %q in it", text, want)
		}
	}
}

func TestWhatIsFollowedOfABodyDependsOnTheTask(t *testing.T) {
	for kind, want := range map[string][2]bool{"frame_position": {true, false}, "frame_orientation": {false, true}, "frame_pose": {true, true}, "centre_of_mass": {false, false}} {
		a := &Actor{Options: Options{Follow: "reach", Tasks: []TaskOptions{{Name: "still", Kind: "frame_pose"}, {Name: "reach", Kind: kind}}}}
		if position, orientation := a.FollowsBody(); position != want[0] || orientation != want[1] {
			t.Errorf("a %s follows position: %t, orientation: %t; want %v", kind, position, orientation, want)
		}
	}
}

// Before the first reference the goal is a user's; from then on it would be overridden in the next
// tick, and is refused.
func TestAGoalOfATaskThatFollowsIsRefusedOnceItHasAReference(t *testing.T) {
	p := newPursuit(t, followOptions())
	p.tick(nil)
	p.set("reach", "goal.position", 0.45, 0.1, 0.5)
	p.tick(nil)
	r := messages.BodyReference{Pose: messages.Pose{Position: p.hand(), Orientation: [4]float64{1, 0, 0, 0}}}
	p.tick(&r)
	p.tick(nil) // it rests at the last one
	reply, _ := p.law.Answer(&messages.TaskRequest{Verb: messages.TaskSet, Task: "reach", Parameter: "goal.position", Numbers: []float64{0.45, 0.2, 0.5}}, p.in)
	if reply.Result != messages.TaskNotAllowed || !strings.Contains(reply.Text, `goal.position of task "reach"`) || !strings.Contains(reply.Text, "input reference") {
		t.Errorf("it is answered %+v", reply)
	}
	p.set("reach", "gains.derivative", 21)
	p.set("arm_posture", "goal.joints", 0, 0, 0, 0)
}
