package wholebody

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace/constrained"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// bears is the effort at a joint that the motion which was decided takes, whoever exerts it: by
// inverse dynamics of all joints, with the forces of contacts and what a task exerts at the origin
// of a body.
func (c *coupled) bears(joint, body string, force [3]float64) float64 {
	c.t.Helper()
	acceleration := append([]float64(nil), c.problem.decided.acceleration...)
	c.followers.Velocities(acceleration)
	efforts, jacobian := make([]float64, c.n), make([]float64, 3*c.n)
	if err := errors.Join(c.w.SetState(c.in.Position, c.in.Velocity), c.w.InverseDynamics(efforts, acceleration, nil)); err != nil {
		c.t.Fatal(err)
	}
	at := c.velocity(joint)
	add := func(body string, p, f [3]float64) {
		i, err := c.model.BodyIndex(body)
		if err = errors.Join(err, c.w.PointJacobian(jacobian, i, p)); err != nil {
			c.t.Fatal(err)
		}
		for k, x := range f {
			efforts[at] += x * jacobian[k*c.n+at]
		}
	}
	add(body, [3]float64{}, force)
	if s, ok := c.sets[0].solver.(*limitedSolver); ok {
		forces := s.out.Forces
		for i := range c.options.Contacts {
			for _, p := range c.options.Contacts[i].Points {
				add(c.options.Contacts[i].Frame, p, [3]float64{-forces[0][0], -forces[0][1], -forces[0][2]})
				forces = forces[1:]
			}
		}
	}
	return efforts[at]
}

// bearing is a crane whose second finger carries an effort up to a limit, and presses unless the
// push is zero.
func bearing(t *testing.T, most string, push float64) *coupled {
	t.Helper()
	o := craneOptions("constrained")
	o.Limits.Without = []string{"position", "velocity", "acceleration"}
	press := TaskOptions{Name: "press", Kind: "force", Frame: "right", Axes: "y", Gains: GainOptions{Force: []float64{0}, Derivative: []float64{0}}, Goal: GoalOptions{Wrench: []float64{0, push, 0, 0, 0, 0}}}
	if push != 0 {
		o.Tasks = append(o.Tasks, press)
		o.TaskSets[0].Levels = append(o.TaskSets[0].Levels, []string{"press"})
	}
	o.Tasks[1].Gains = GainOptions{Proportional: []float64{30}, Derivative: []float64{11}}
	return newCoupled(t, strings.Replace(craneText(false), "acceleration: 4, effort: 0", "acceleration: 4, effort: "+most, 1), o)
}

func TestALimitOfEffortOfAMimicJointBoundsWhatItBears(t *testing.T) {
	const most = 3.0
	for _, push := range []float64{0, -1} {
		limited, free := bearing(t, "3", push), bearing(t, "0", push)
		held, eased := 0, 0
		for seed := range uint64(50) {
			limited.at(seed, 0.3)
			free.at(seed, 0.3)
			limited.step()
			free.step()
			without := free.bears("grip_right", "right", [3]float64{0, push, 0})
			with := limited.bears("grip_right", "right", [3]float64{0, push, 0})
			switch {
			case math.Abs(without) <= most:
				eased++
				near(t, "what the finger bears, within its limit", with, without, 1e-6)
			default:
				held++
				near(t, "what the finger bears, at its limit", with, math.Copysign(most, without), 1e-6)
			}
		}
		if held < 10 || eased < 5 {
			t.Errorf("the limit held in %d states, and was inactive in %d", held, eased)
		}
	}
}

// A foot on a mimic joint carries the pressure of the ground: the limit of the ankle
// keeps the pressure under it.
func TestAMimicJointBearsWhatContactsPressWith(t *testing.T) {
	const most = 4.0
	o := linkageOptions("floating", "constrained")
	o.Limits.Without = []string{"position", "velocity", "acceleration"}
	text := linkageText("floating")
	weak := strings.Replace(text, "effort: 0}, mimic: {joint: hip", "effort: 4}, mimic: {joint: hip", 1)
	free, limited := newCoupled(t, text, o), newCoupled(t, weak, o)
	held := 0
	for seed := range uint64(40) {
		for _, c := range []*coupled{free, limited} {
			c.at(seed, 0)
		}
		free.step()
		without := free.bears("ankle", "foot", [3]float64{})
		if err := limited.Step(limited.in, limited.out); err != nil {
			t.Fatal(err)
		}
		if limited.out.Status.Phase != messages.TaskRunning {
			if s := limited.out.Why.Error(); !strings.Contains(s, "effort of ankle") {
				t.Errorf("the constraints clash, and the ankle is not among them: %s", s)
			}
			limited = newCoupled(t, weak, o)
			continue
		}
		with := limited.bears("ankle", "foot", [3]float64{})
		if math.Abs(with) > most+1e-6 {
			t.Errorf("seed %d: the ankle bears %g N m", seed, with)
		}
		if math.Abs(without) > most {
			held++
		}
	}
	if held < 5 {
		t.Errorf("the limit was needed in %d states", held)
	}
}

func TestEffortsOfMimicJointsThatClashAreNamed(t *testing.T) {
	o := craneOptions("constrained")
	o.Boxes = []BoxOptions{{Name: "gate", Frame: "right", Min: []float64{-9, 0.5, -9}, Max: []float64{9, 9, 9}}}
	o.Limits.Without = []string{"position", "velocity", "acceleration"}
	c := newCoupled(t, strings.Replace(craneText(false), "acceleration: 4, effort: 0", "acceleration: 4, effort: 0.001", 1), o)
	c.at(1, 0)
	if err := c.Step(c.in, c.out); err != nil {
		t.Fatal(err)
	}
	if !errors.Is(c.out.Why, constrained.ErrInfeasible) || !strings.Contains(c.out.Why.Error(), "effort of grip_right") || !strings.Contains(c.out.Why.Error(), "box gate along y") {
		t.Errorf("it says %v; expected the effort of grip_right against the box", c.out.Why)
	}
}

// With model actor the matrices of a message, which are of all joints, are reduced too, and stay as
// they were sent.
func TestAModelOfAllJointsGivesWhatTheOwnOneDoes(t *testing.T) {
	for _, law := range []string{"exact", "constrained"} {
		o := linkageOptions("planar", law)
		own := newCoupled(t, linkageText("planar"), o)
		o.Source, o.ModelFrames = "actor", []string{"right"}
		other := newCoupled(t, linkageText("planar"), o)
		for seed := range uint64(20) {
			own.at(seed, 0.5)
			own.step()
			model := modelAt(t, &arm{workspace: own.w}, o.ModelFrames, own.in.Position, own.in.Velocity)
			sent := append([]float64(nil), model.MassMatrix...)
			copy(other.in.Position, own.in.Position)
			copy(other.in.Velocity, own.in.Velocity)
			other.in.Model, other.in.ModelSequence, other.in.Prepared = model, seed+1, math.MaxUint64
			other.step()
			for i, want := range own.out.Effort {
				near(t, "the effort of "+own.names[i], other.out.Effort[i], want, 1e-9*math.Max(1, math.Abs(want)))
			}
			for i, x := range sent {
				if model.MassMatrix[i] != x {
					t.Fatal("the law has changed the model that was sent")
				}
			}
		}
	}
}

// Where drives take velocities, those of leaders keep mimic joints within their limits.
func TestVelocitiesOfLeadersKeepMimicJointsWithinTheirLimits(t *testing.T) {
	o := craneOptions("constrained")
	o.Output = "velocity"
	o.Tasks[1].Goal.Joints[1] = 0.08 // the end of joint grip, beyond that of joint grip_right
	c := newCoupled(t, craneText(false), o)
	c.at(1, 0)
	for tick := range 4000 {
		c.step()
		copy(c.in.Velocity, c.out.Velocity)
		for i, v := range c.out.Velocity {
			c.in.Position[i] += 1e-3 * v
			if c.follows(i) && v != 0 {
				t.Fatalf("joint %s is commanded with %g", c.names[i], v)
			}
		}
		if err := c.world.Reduction().Follow(c.in.Position, c.in.Velocity); err != nil {
			t.Fatal(err)
		}
		for i, l := range c.world.Limits() {
			if q, v := c.in.Position[i], c.in.Velocity[i]; q < l.Lower-1e-9 || q > l.Upper+1e-9 || math.Abs(v) > l.Velocity*(1+1e-9) {
				t.Fatalf("tick %d: joint %s is at %g with %g; its limits are %+v", tick, c.names[i], q, v, l)
			}
		}
	}
	near(t, "where joint level ends", c.in.Position[c.velocity("level")], -0.9, 1e-3)
	near(t, "where joint grip_right ends", c.in.Position[c.velocity("grip_right")], -0.05, 1e-3)
}

// followersOf says where the joints that mimic others stand, as the law has it.
func TestTheLawKnowsMimicJointsOfEveryWorld(t *testing.T) {
	c := newCoupled(t, linkageText("planar"), linkageOptions("planar", "exact"))
	want := map[string]rigidbody.Follower{
		"dial": {Leader: c.velocity("grip"), Multiplier: 26, Offset: 0.3}, "level": {Leader: c.velocity("shoulder"), Multiplier: -1, Offset: 0.2},
		"grip_right": {Leader: c.velocity("grip"), Multiplier: -1.3, Offset: 0.01}, "ankle": {Leader: c.velocity("hip"), Multiplier: -1}}
	for _, f := range c.followers {
		w := want[c.names[f.Velocity]]
		if f.Leader != w.Leader || math.Abs(f.Multiplier-w.Multiplier) > 1e-12 || math.Abs(f.Offset-w.Offset) > 1e-12 {
			t.Errorf("joint %s: %+v; expected %+v", c.names[f.Velocity], f, w)
		}
	}
}
