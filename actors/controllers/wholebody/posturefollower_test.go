package wholebody

import (
	"math"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/actors/internal/shelltest"
	"github.com/robo-actors/robo-actors/messages"
)

// postureOptions have the posture of the arm follow port posture.
func postureOptions() Options {
	o := steady(armOptions())
	o.FollowPosture, o.Tasks[3].Motion, o.Behavior.Initial = "arm_posture", MotionOptions{}, "hold"
	o.Behavior.States[0].Transitions = nil
	return o
}

// wave is a posture about armStart that moves.
func wave(time float64) *messages.JointCommand {
	c := &messages.JointCommand{}
	s, k := math.Sincos(3 * time)
	for i, q := range armStart {
		size := 0.1 * float64(i+1)
		c.Control = append(c.Control, messages.ControlPositionVelocity)
		c.Position, c.Velocity = append(c.Position, q+size*(1-k)/2), append(c.Velocity, size*3*s/2)
	}
	return c
}

// beside returns the greatest distance of a joint from a posture.
func (p *pursuit) beside(c *messages.JointCommand) (most float64) {
	for i, q := range c.Position {
		most = math.Max(most, math.Abs(q-p.q[i]))
	}
	return most
}

func TestAPostureFollowsJointsThatMoveAndRestsWhereTheyEnd(t *testing.T) {
	lag := func(forward bool) (worst float64) {
		p := newPursuit(t, postureOptions())
		for range 500 {
			p.tick(nil)
		}
		var c *messages.JointCommand
		steps := 0.0
		for k := range 2000 {
			c = wave(1e-3 * float64(k))
			if !forward {
				clear(c.Velocity)
			}
			p.in.Posture = c
			step := p.tick(nil)
			if k > 600 { // the posture began elsewhere
				worst, steps = math.Max(worst, p.beside(c)), math.Max(steps, step)
			}
		}
		if p.in.Posture = nil; steps > 0.02 {
			t.Errorf("an effort steps by %g of its limit", steps)
		}
		for range 1500 {
			p.tick(nil)
		}
		if d := p.beside(c); d > 2e-3 {
			t.Errorf("without postures the joints rest %g rad beside the last one", d)
		}
		return worst
	}
	if with, without := lag(true), lag(false); with > 0.03 || without < 2*with {
		t.Errorf("the joints miss the posture by %g rad with its velocity, by %g without", with, without)
	}
}

func TestAPostureWithoutPositionsIsRefused(t *testing.T) {
	p := newPursuit(t, postureOptions())
	p.tick(nil)
	copy(p.in.Position, p.q)
	p.in.Posture = wave(0)
	p.in.Posture.Control[1] = messages.ControlEffort
	if err := p.law.Step(p.in, p.out); err == nil || !strings.Contains(err.Error(), `joint 1 of task "arm_posture"`) {
		t.Errorf("got %v", err)
	}
}

func TestAGoalOfAPostureThatFollowsIsRefused(t *testing.T) {
	p := newPursuit(t, postureOptions())
	p.tick(nil)
	p.set("arm_posture", "goal.joints", -0.4, 0.9, -bend, 0.2) // none has come yet
	p.in.Posture = wave(0)
	p.tick(nil)
	reply, _ := p.law.Answer(&messages.TaskRequest{Verb: messages.TaskSet, Task: "arm_posture", Parameter: "goal.joints", Numbers: []float64{0, 0, 0, 0}}, p.in)
	if reply.Result != messages.TaskNotAllowed || !strings.Contains(reply.Text, "input posture") {
		t.Errorf("it is answered %+v", reply)
	}
	p.set("arm_posture", "gains.derivative", 21)
}

func TestWhatCannotFollowAPostureIsRefusedByName(t *testing.T) {
	w := shelltest.World(t, armText)
	for want, spoil := range map[string]func(*Options){
		`follow_posture: unknown task "pose"; known: limits, reach, `:              func(o *Options) { o.FollowPosture = "pose" },
		`follow_posture: task "reach" is a frame_position; expected a posture`:     func(o *Options) { o.FollowPosture = "reach" },
		`follow_posture: task "arm_posture" has a motion of its own; leave it out`: func(o *Options) { o.Tasks[3].Motion = armOptions().Tasks[3].Motion },
	} {
		o := postureOptions()
		spoil(&o)
		if text := refusalOf(w, "all", o); !strings.Contains(text, want) {
			t.Errorf("the error reads %q, want %q in it", text, want)
		}
	}
}
