package wholebody

import (
	"math"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/actors/internal/shelltest"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/geometry/outline"
)

// What a file may say wrong about constraints is refused by name, with what was expected.
func TestEachWrongConstraintIsRefusedByName(t *testing.T) {
	contact := func(spoil func(*Options)) func() string {
		return func() string {
			o := bipedOptions()
			spoil(&o)
			return refusalOf(shelltest.World(t, bipedText()), "all", o)
		}
	}
	arm := func(spoil func(*Options)) func() string {
		return func() string { return refusalOf(shelltest.World(t, armText), "all", limitedArm(spoil)) }
	}
	post := func(o *Options) {
		o.Collisions = []CollisionOptions{{Name: "post", A: ShapeOptions{Frame: "hand", Options: outline.Options{Radius: 0.05}}, B: ShapeOptions{Options: outline.Options{Radius: 0.05}}}}
	}
	for name, c := range map[string]struct {
		refusal func() string
		want    []string
	}{
		"a friction coefficient of zero": {contact(func(o *Options) { o.Contacts[0].Friction = 0 }), []string{`contacts[0].friction: contact "left"`, "friction", "above 0"}},
		"an unknown frame of a contact":  {contact(func(o *Options) { o.Contacts[1].Frame = "righ_foot" }), []string{`contacts[1].frame: contact "right": unknown body`, `"righ_foot"`, "right_foot"}},
		"a contact of two points":        {contact(func(o *Options) { o.Contacts[0].Points = o.Contacts[0].Points[:2] }), []string{`contacts[0].points: contact "left"`, "2 points", "3 and more"}},
		"a contact twice":                {contact(func(o *Options) { o.Contacts[1].Name = "left" }), []string{`"left"`, "two constraints"}},
		"an unknown lifted contact":      {contact(func(o *Options) { o.TaskSets[0].Lifted = []string{"lft"} }), []string{"task_sets[0].lifted", `"lft"`, "known: left, right"}},
		"pressures the wrong way round":  {contact(func(o *Options) { o.Contacts[0].PressureMin, o.Contacts[0].PressureMax = 9, 5 }), []string{`contacts[0]: contact "left"`, "pressure"}},
		"a contact of a robot that stands on nothing": {arm(func(o *Options) {
			o.Law, o.Contacts = "exact", []ContactOptions{{Name: "hand", Frame: "hand", Points: make([][3]float64, 1), Friction: 1}}
		}), []string{"contacts", "passive joint"}},
		"an unknown frame of a shape": {arm(func(o *Options) { post(o); o.Collisions[0].A.Frame = "hnd" }), []string{`collision "post"`, `"hnd"`, "hand"}},
		"two shapes of one body":      {arm(func(o *Options) { post(o); o.Collisions[0].B.Frame = "hand" }), []string{`collisions[0]: collision "post"`, "both shapes"}},
		"a place of two numbers":      {arm(func(o *Options) { post(o); o.Collisions[0].A.From = []float64{1, 2} }), []string{"collisions[0].a", "2 numbers", "expected 3"}},
		"a radius below zero":         {arm(func(o *Options) { post(o); o.Collisions[0].A.Radius = -1 }), []string{"collisions[0].a: ", "radius is -1 m"}},
		"a shape without its size":    {arm(func(o *Options) { post(o); o.Collisions[0].A.Shape = "box" }), []string{"collisions[0].a.size", "collisions[0].a.radius", "a box has no radius"}},
		"ends of a cylinder": {arm(func(o *Options) {
			post(o)
			o.Collisions[0].A.Shape, o.Collisions[0].A.To = "cylinder", []float64{0, 0, 1}
		}), []string{"collisions[0].a.from", "a cylinder has no ends"}},
		"a length without a shape":    {arm(func(o *Options) { post(o); o.Collisions[0].A.Length = 1 }), []string{"collisions[0].a.shape", "the kind is missing"}},
		"collisions of the exact law": {arm(func(o *Options) { post(o); o.Law = "exact" }), []string{"collisions", "law: constrained"}},
		"a box without a room": {arm(func(o *Options) {
			o.Boxes = []BoxOptions{{Name: "room", Frame: "hand", Min: []float64{0, 0, 1}, Max: []float64{1, 1, 0}}}
		}), []string{`boxes[0]: box "room"`, "along z"}},
		"a box about an unknown axis": {arm(func(o *Options) {
			o.Boxes = []BoxOptions{{Name: "room", Frame: "hand", Axes: "rz", Max: []float64{1, 1, 1}}}
		}), []string{"boxes[0]", "rz", "x, y, z"}},
		"an unknown frame of a box":   {arm(func(o *Options) { o.Boxes = []BoxOptions{{Name: "room", Frame: "hnd", Max: []float64{1, 1, 1}}} }), []string{`box "room"`, `"hnd"`, "hand"}},
		"a margin beyond the limits":  {arm(func(o *Options) { o.Limits.PositionMargin = 2 }), []string{"position limits", "lower one first"}},
		"a step of weights of one":    {arm(func(o *Options) { o.Weighted, o.WeightStep = true, 1 }), []string{"weight_step: 1"}},
		"weights of the exact law":    {arm(func(o *Options) { o.Law, o.Weighted = "exact", true }), []string{"weighted", "law: constrained"}},
		"a task on a missing joint":   {arm(func(o *Options) { o.Tasks[1].Joints = []string{"wheel"} }), []string{`"calm"`, `"wheel"`, "shoulder"}},
		"a sensor on no body":         {arm(func(o *Options) { o.ForceSensors = []string{"hnd"} }), []string{`force_sensors[0]: world`, `no body named "hnd"`, "hand"}},
		"a level left empty":          {arm(func(o *Options) { o.TaskSets[0].Levels[0] = nil }), []string{"levels[0]", "empty"}},
		"a gain below zero":           {arm(func(o *Options) { o.Tasks[1].Gains.Derivative = []float64{-3} }), []string{`"calm"`, "-3"}},
		"an unknown frame of a task":  {arm(func(o *Options) { o.Tasks[0].Frame = "nose" }), []string{`"reach"`, `"nose"`, "wrist"}},
		"a goal that is not a number": {arm(func(o *Options) { o.Tasks[0].Goal.Position[2] = math.NaN() }), []string{`"reach"`, "NaN"}},
	} {
		text := c.refusal()
		for _, want := range c.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: the error reads %q, want %q in it", name, text, want)
			}
		}
	}
}

// An infeasible start is no failure: the law begins degraded, says which constraints clash, and
// runs once they do not.
func TestAnInfeasibleStartIsDegradedByNameAndRunsOnceItCan(t *testing.T) {
	p := newPilot(t, limitedArm(func(o *Options) {
		o.Boxes = []BoxOptions{{Name: "room", Frame: "hand", Axes: "x", Min: []float64{2, 0, 0}, Rate: 40}} // farther out than the arm reaches
	}))
	p.step()
	if p.out.Status.Phase != messages.TaskDegraded || p.out.Why == nil || !strings.Contains(p.out.Why.Error(), "box room along x") {
		t.Fatalf("the phase is %s, because %v", p.out.Status.Phase, p.out.Why)
	}
	for range 200 {
		p.step()
		for i, e := range p.out.Effort {
			if !(math.Abs(e) <= p.limit[i]) {
				t.Fatalf("joint %d is commanded %g", i, e)
			}
		}
	}
	if speed := math.Abs(p.v[0]) + math.Abs(p.v[1]) + math.Abs(p.v[2]); speed > 0.02 {
		t.Errorf("degraded, the arm moves with %g rad/s", speed)
	}
}

// A stretched arm that is to go farther, and one whose joints lie on one line: each law damps or
// limits what is lost, and no command is out of bounds.
func TestASingularArmStaysCalm(t *testing.T) {
	for _, law := range []string{"exact", "constrained"} {
		p := newPilot(t, limitedArm(func(o *Options) {
			o.Law = law
			o.Tasks[0].Gains = GainOptions{VelocityMax: []float64{0.5}, Saturation: "by_norm"}
			o.Tasks[1].Gains.Derivative = []float64{60} // what calms down where the law above is damped
		}))
		copy(p.q, []float64{0.1, 0.02, -0.01, 0.03}) // next to stretched
		p.goal(3, 0, 0.3)
		damped := false
		for tick := range 1500 {
			p.step()
			damped = damped || p.out.Status.Damped > 0
			for i, e := range p.out.Effort {
				if !(math.Abs(e) <= p.limit[i]) || math.IsNaN(p.q[i]) {
					t.Fatalf("%s, tick %d: joint %d is commanded %g", law, tick, i, e)
				}
			}
		}
		if p.out.Status.Phase != messages.TaskRunning || !damped {
			t.Errorf("%s: the phase is %s, because %v; a direction was lost: %t", law, p.out.Status.Phase, p.out.Why, damped)
		}
		for i, v := range p.v {
			if math.Abs(v) > 0.5 {
				t.Errorf("%s: joint %d still moves with %g rad/s", law, i, v)
			}
		}
	}
}

// A request for a goal of NaN is rejected, and the law keeps the goal before.
func TestANaNGoalIsRefusedAndChangesNothing(t *testing.T) {
	for _, law := range []string{"exact", "constrained"} {
		p := newPilot(t, limitedArm(func(o *Options) { o.Law = law }))
		for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
			r, _ := p.Answer(&messages.TaskRequest{Verb: messages.TaskSet, Task: "reach", Parameter: "goal.position", Numbers: []float64{0.4, bad, 0.5}}, p.in)
			if r.Result != messages.TaskInvalidData || !strings.Contains(r.Text, "reach") && !strings.Contains(r.Text, "goal.position") {
				t.Errorf("%s: a goal of %g is answered %+v", law, bad, r)
			}
		}
		for range 3000 {
			p.step()
		}
		if at := p.hand(); math.Abs(at[0]-0.4)+math.Abs(at[1]-0.3)+math.Abs(at[2]-0.5) > 1e-2 {
			t.Errorf("%s: the hand is at %v", law, at)
		}
	}
}
