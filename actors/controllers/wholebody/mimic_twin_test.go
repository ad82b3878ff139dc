package wholebody

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// craneText is a platform that a parallelogram carries, which does not turn, and a gripper, on a
// mast that moves ahead and up. Its twin has no mimic joints: the platform's mass stands where it
// hangs on the arm and has no inertia of rotation, one finger moves with the inertia of both, and
// limits are those that mimic joints leave their leaders.
func craneText(twin bool) string {
	const (
		left, right, ratio = 0.5, 0.7, 0.8
		upright            = "level, type: revolute, parent: upper, child: platform, origin: {xyz: [0.4, 0, 0]}, axis: [0, -1, 0], limits: {lower: -0.9, upper: 0.7, velocity: 1, acceleration: 8, effort: 0}, mimic: {joint: swing, multiplier: -1}"
		finger             = "grip_right, type: prismatic, parent: mast, child: right, axis: [0, 1, 0], limits: {lower: -0.05, upper: 0.1, velocity: 0.4, acceleration: 4, effort: 0}, mimic: {joint: grip, multiplier: -0.8, offset: 0.01}"
	)
	mast, grip, platform, hand := 3.0, left, "mass: 0.8, origin: {xyz: [0.05, 0.02, 0.1]}, inertia: {ixx: 0.01, iyy: 0.02, izz: 0.03}", "- {"+finger+"}"
	hang := upright
	swings := "lower: -1.2, upper: 1.2, velocity: 2, acceleration: 20"
	grips := "lower: 0, upper: 0.08, velocity: 1, acceleration: 20"
	other := fmt.Sprintf("- {name: right, inertial: {mass: %g, inertia: {ixx: 0.001, iyy: 0.001, izz: 0.001}}}", right)
	if twin {
		mast, grip = mast+(1-ratio*ratio)*right, left+ratio*ratio*right
		platform = "mass: 0.8, inertia: {ixx: 1.0e-12, iyy: 1.0e-12, izz: 1.0e-12}"
		hang = "level, type: fixed, parent: upper, child: platform, origin: {xyz: [0.4, 0, 0]}"
		swings = "lower: -0.7, upper: 0.9, velocity: 1, acceleration: 8"
		grips = "lower: 0, upper: 0.075, velocity: 0.5, acceleration: 5"
		hand, other = "", ""
	}
	hand = strings.Replace(hand, "{grip_right", "{name: grip_right", 1)
	return fmt.Sprintf(`
robot:
  name: crane
  links:
    - {name: room}
    - {name: carriage, inertial: {mass: 2, inertia: {ixx: 0.1, iyy: 0.1, izz: 0.1}}}
    - {name: mast, inertial: {mass: %.17g, inertia: {ixx: 0.1, iyy: 0.1, izz: 0.1}}}
    - {name: upper, inertial: {mass: 1.5, origin: {xyz: [0.2, 0, 0.01]}, inertia: {ixx: 0.004, iyy: 0.03, izz: 0.03}}}
    - {name: platform, inertial: {%s}}
    - {name: left, inertial: {mass: %.17g, inertia: {ixx: 0.001, iyy: 0.001, izz: 0.001}}}
    %s
  joints:
    - {name: rail, type: prismatic, parent: room, child: carriage, axis: [1, 0, 0], limits: {lower: -3, upper: 3, velocity: 3, acceleration: 30, effort: 400}}
    - {name: lift, type: prismatic, parent: carriage, child: mast, axis: [0, 0, 1], limits: {lower: -3, upper: 3, velocity: 3, acceleration: 30, effort: 400}}
    - {name: swing, type: revolute, parent: mast, child: upper, axis: [0, -1, 0], limits: {%s, effort: 160}}
    - {name: %s}
    - {name: grip, type: prismatic, parent: mast, child: left, axis: [0, 1, 0], limits: {%s, effort: 160}}
    %s
  joint_groups: {all: [rail, lift, swing, grip]}
`, mast, platform, grip, other, swings, hang, grips, hand)
}

// craneOptions bring the platform to a place. What is left is a posture of all joints: in the exact
// law, that in the norm of the mass matrix; in the constrained one, of two joints, so that the
// answer is unique.
func craneOptions(law string) Options {
	o := DefaultOptions()
	o.JointGroup, o.Law = "all", law
	rest := TaskOptions{Name: "rest", Kind: "posture", Goal: GoalOptions{Joints: []float64{0.3, -0.2, 1.1, 0.2}}}
	if law == "constrained" {
		rest.Joints, rest.Goal.Joints = []string{"swing", "grip"}, []float64{1.1, 0.2}
	}
	o.Tasks = []TaskOptions{{Name: "place", Kind: "frame_position", Frame: "platform", Axes: "x,z", Goal: GoalOptions{Position: []float64{0.8, 0, 0.5}}}, rest}
	o.TaskSets = []TaskSetOptions{{Name: "go", Levels: [][]string{{"place"}, {"rest"}}}}
	return o
}

// cranes are a crane and its twin.
func cranes(t *testing.T, law string) (c, twin *coupled) {
	t.Helper()
	return newCoupled(t, craneText(false), craneOptions(law)), newCoupled(t, craneText(true), craneOptions(law))
}

// same puts the twin into the state of a crane.
func (c *coupled) same(twin *coupled) {
	for j := range twin.world.NumJoints() {
		k := c.velocity(twin.world.Joint(j).Name)
		twin.in.Position[j], twin.in.Velocity[j] = c.in.Position[k], c.in.Velocity[k]
	}
}

// agree checks that both have the same efforts.
func (c *coupled) agree(twin *coupled) {
	c.t.Helper()
	c.step()
	twin.step()
	for j := range twin.world.NumJoints() {
		name := twin.world.Joint(j).Name
		want := twin.out.Effort[j]
		near(c.t, "the effort of "+name, c.out.Effort[c.velocity(name)], want, 1e-8*math.Max(1, math.Abs(want)))
	}
}

func TestAMimicRobotIsControlledAsOneThatHasTheRelationBuiltIn(t *testing.T) {
	for _, law := range []string{"exact", "constrained"} {
		c, twin := cranes(t, law)
		for seed := range uint64(200) {
			c.at(seed, 0.3)
			c.same(twin)
			c.agree(twin)
		}
	}
}

// The goals of swing and of the fingers are beyond what the mimic joints allow: these end the way,
// and bound its velocity and acceleration.
func TestLimitsOfMimicJointsHoldForTheirLeaders(t *testing.T) {
	c, twin := cranes(t, "constrained")
	c.at(1, 0)
	last := append([]float64(nil), c.in.Velocity...)
	limits := c.world.Limits()
	fastest := map[string]float64{}
	for tick := range 4000 {
		c.same(twin)
		c.agree(twin)
		acceleration := c.multiplied(c.out.Effort)
		for i, a := range acceleration {
			c.in.Velocity[i] += 1e-3 * a
			c.in.Position[i] += 1e-3*c.in.Velocity[i] - 0.5e-6*a
		}
		if err := c.world.Reduction().Follow(c.in.Position, c.in.Velocity); err != nil {
			t.Fatal(err)
		}
		for i, l := range limits {
			if tick < 150 { // efforts of before the law fade
				continue
			}
			q, v := c.in.Position[i], c.in.Velocity[i]
			a := (v - last[i]) * 1e3
			if q < l.Lower-1e-6 || q > l.Upper+1e-6 || math.Abs(v) > l.Velocity*(1+1e-6) || math.Abs(a) > l.Acceleration*(1+1e-6) {
				t.Fatalf("tick %d: joint %s is at %g, with %g and %g; its limits are %+v", tick, c.names[i], q, v, a, l)
			}
			fastest[c.names[i]] = math.Max(fastest[c.names[i]], math.Abs(v))
		}
		copy(last, c.in.Velocity)
	}
	for joint, want := range map[string]float64{"level": -0.9, "grip_right": -0.05} {
		near(t, "where joint "+joint+" ends", c.in.Position[c.velocity(joint)], want, 1e-3)
	}
	near(t, "the greatest velocity of joint level", fastest["level"], 1, 1e-3)
}

// Nothing turns the platform, up to rounding of the axes by which the parallelogram turns it to and
// fro: a task that wants it turned gets nothing, and takes nothing from those below it.
func TestATaskThatAParallelogramCannotServeDisturbsNoOther(t *testing.T) {
	for _, law := range []string{"exact", "constrained"} {
		o := craneOptions(law)
		text := strings.ReplaceAll(craneText(false), "axis: [0, -1, 0]", "axis: [0.3, -0.9, 0.2]")
		plain := newCoupled(t, text, o)
		o.Tasks = append(o.Tasks, TaskOptions{Name: "turned", Kind: "frame_orientation", Frame: "platform", Goal: GoalOptions{Orientation: []float64{0.8, 0, 0.6, 0}}})
		o.TaskSets = []TaskSetOptions{{Name: "go", Levels: [][]string{{"turned"}, {"place"}, {"rest"}}}}
		turned := newCoupled(t, text, o)
		for seed := range uint64(40) {
			plain.at(seed, 0.3)
			turned.at(seed, 0.3)
			plain.step()
			turned.step()
			for i, want := range plain.out.Effort {
				near(t, "the effort of "+plain.names[i], turned.out.Effort[i], want, 1e-8*math.Max(1, math.Abs(want)))
			}
		}
	}
}
