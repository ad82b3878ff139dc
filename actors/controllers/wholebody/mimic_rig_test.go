package wholebody

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/internal/shelltest"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// linkageText is an arm on a body, with every kind of mimic joint: a parallelogram (level keeps the
// forearm's mount upright against shoulder), a gripper (grip_right goes against grip, by another
// ratio), a dial on the body, another branch of the tree, at the end of a chain (it follows
// grip_right), and a leg whose sole stays level (ankle against hip). The base is fixed, planar or
// floating.
func linkageText(base string) string {
	joint := map[string]string{
		"fixed":    "{name: base, type: fixed, parent: room, child: body}",
		"planar":   "{name: base, type: planar, parent: room, child: body, axis: [0, 0, 1], role: virtual, limits: [{velocity: 0.8, acceleration: 20}, {velocity: 0.8, acceleration: 20}, {velocity: 1.5, acceleration: 40}]}",
		"floating": "{name: base, type: floating, parent: room, child: body, role: passive}",
	}[base]
	group := "turn, shoulder, elbow, grip, hip"
	if base == "planar" {
		group = "base, " + group
	}
	return `
robot:
  name: linkage
  links:
    - {name: room}
    - {name: body, inertial: {mass: 9, origin: {xyz: [0, 0.01, 0.1]}, inertia: {ixx: 0.3, iyy: 0.25, izz: 0.2}}}
    - {name: dial, inertial: {mass: 0.05, origin: {xyz: [0, 0.01, 0.02]}, inertia: {ixx: 0.0001, iyy: 0.0001, izz: 0.0001}}}
    - {name: turret, inertial: {mass: 3, origin: {xyz: [0, 0, 0.1]}, inertia: {ixx: 0.02, iyy: 0.02, izz: 0.02}}}
    - {name: upper, inertial: {mass: 2, origin: {xyz: [0.2, 0, 0]}, inertia: {ixx: 0.004, iyy: 0.03, izz: 0.03}}}
    - {name: mount, inertial: {mass: 0.7, origin: {xyz: [0.02, 0, 0.03]}, inertia: {ixx: 0.001, iyy: 0.001, izz: 0.001}}}
    - {name: lower, inertial: {mass: 1.2, origin: {xyz: [0.15, 0, 0]}, inertia: {ixx: 0.002, iyy: 0.015, izz: 0.015}}}
    - {name: left, inertial: {mass: 0.3, origin: {xyz: [0.05, 0.01, 0]}, inertia: {ixx: 0.0003, iyy: 0.0003, izz: 0.0003}}}
    - {name: right, inertial: {mass: 0.4, origin: {xyz: [0.05, -0.01, 0]}, inertia: {ixx: 0.0003, iyy: 0.0003, izz: 0.0003}}}
    - {name: leg, inertial: {mass: 2, origin: {xyz: [0, 0, -0.2]}, inertia: {ixx: 0.03, iyy: 0.03, izz: 0.004}}}
    - {name: foot, inertial: {mass: 1, origin: {xyz: [0.02, 0, -0.03]}, inertia: {ixx: 0.003, iyy: 0.003, izz: 0.003}}}
  joints:
    - ` + joint + `
    - {name: dial, type: revolute, parent: body, child: dial, origin: {xyz: [0, 0.1, 0]}, axis: [0, 1, 1], limits: {lower: -9, upper: 9, velocity: 100, effort: 0}, mimic: {joint: grip_right, multiplier: -20, offset: 0.5}}
    - {name: turn, type: revolute, parent: body, child: turret, axis: [0, 0, 1], limits: {lower: -2.5, upper: 2.5, velocity: 4, effort: 160}}
    - {name: shoulder, type: revolute, parent: turret, child: upper, origin: {xyz: [0, 0, 0.3]}, axis: [0, -1, 0], limits: {lower: -1.2, upper: 2.2, velocity: 4, effort: 160}}
    - {name: level, type: revolute, parent: upper, child: mount, origin: {xyz: [0.4, 0, 0]}, axis: [0, -1, 0], limits: {lower: -2.5, upper: 2.5, velocity: 5, effort: 0}, mimic: {joint: shoulder, multiplier: -1, offset: 0.2}}
    - {name: elbow, type: revolute, parent: mount, child: lower, origin: {xyz: [0, 0, 0.1]}, axis: [0, -1, 0], limits: {lower: -2.4, upper: 1.3, velocity: 4, effort: 130}}
    - {name: grip, type: prismatic, parent: lower, child: left, origin: {xyz: [0.3, 0, 0]}, axis: [0, 1, 0.1], limits: {lower: 0, upper: 0.08, velocity: 1, effort: 160}}
    - {name: grip_right, type: prismatic, parent: lower, child: right, origin: {xyz: [0.3, 0, 0]}, axis: [0, 1, 0], limits: {lower: -0.2, upper: 0.1, velocity: 2, effort: 0}, mimic: {joint: grip, multiplier: -1.3, offset: 0.01}}
    - {name: hip, type: revolute, parent: body, child: leg, axis: [0, 1, 0], limits: {lower: -1, upper: 1, velocity: 8, effort: 400}}
    - {name: ankle, type: revolute, parent: leg, child: foot, origin: {xyz: [0, 0, -0.4]}, axis: [0, 1, 0], limits: {lower: -1, upper: 1, velocity: 8, effort: 0}, mimic: {joint: hip, multiplier: -1}}
  joint_groups: {all: [` + group + `]}
`
}

// linkageOptions move bodies that mimic joints carry, in strict order, and all joints that are
// driven in what is left.
func linkageOptions(base, law string) Options {
	o := DefaultOptions()
	o.JointGroup, o.Law = "all", law
	stance := TaskOptions{Name: "stance", Kind: "posture", Gains: GainOptions{Proportional: []float64{30}, Derivative: []float64{9}}, Goal: GoalOptions{Joints: []float64{0.2, 0.5, -0.7, 0.03, 0.1}}}
	reach := TaskOptions{Name: "reach", Kind: "frame_position", Frame: "right", Point: []float64{0.05, 0, 0}, Goal: GoalOptions{Position: []float64{0.6, 0.1, 0.6}}}
	reach.Gains = GainOptions{Proportional: []float64{9}, Derivative: []float64{6}}
	switch base {
	case "planar":
		stance.Goal.Joints = append([]float64{0.1, -0.1, 0.2}, stance.Goal.Joints...)
	case "floating":
		stance.Joints = strings.Split("turn,shoulder,elbow,grip,hip", ",")
		reach.Kind, reach.Frame, reach.Base = "relative_pose", "right", "body"
		reach.Axes, reach.Goal = "x,y,z", GoalOptions{Position: []float64{0.6, 0.1, 0.6}, Orientation: []float64{1, 0, 0, 0}}
	}
	o.Tasks = []TaskOptions{reach, {Name: "pointed", Kind: "posture", Joints: []string{"dial"}, Goal: GoalOptions{Joints: []float64{1.3}}}, stance}
	o.TaskSets = []TaskSetOptions{{Name: "go", Levels: [][]string{{"reach"}, {"pointed"}, {"stance"}}}}
	if base == "floating" {
		sole := [][3]float64{{0.1, 0.06, -0.05}, {0.1, -0.06, -0.05}, {-0.1, 0.06, -0.05}, {-0.1, -0.06, -0.05}}
		o.Contacts = []ContactOptions{{Name: "sole", Frame: "foot", Points: sole, Friction: 0.9}}
	}
	return o
}

// coupled is a law with the world that it controls, and a model of all joints.
type coupled struct {
	*Law
	t     testing.TB
	world *worlds.World
	model *rigidbody.Model
	w     *rigidbody.Workspace
	in    *Input
	out   *Output
}

func newCoupled(t testing.TB, text string, o Options) *coupled {
	t.Helper()
	w := shelltest.World(t, text)
	g, err := w.Group("all")
	if err != nil {
		t.Fatal(err)
	}
	c := &coupled{t: t, world: w}
	if c.Law, err = New(w, g, time.Millisecond, &o); err != nil {
		t.Fatal(err)
	}
	if c.model, err = w.Model(); err != nil {
		t.Fatal(err)
	}
	c.w, c.in, c.out = c.model.NewWorkspace(), c.NewInput(), c.NewOutput()
	c.in.StepS = 1e-3
	for i := range c.in.Valid {
		c.in.Valid[i], c.in.Passes[i] = true, true
	}
	return c
}

// at puts the robot into a state, drawn from a seed, of joints in their ranges that move with up to
// a number of rad/s or m/s.
func (c *coupled) at(seed uint64, speed float64) {
	c.t.Helper()
	r := rand.New(rand.NewPCG(seed, 77))
	if err := c.world.Neutral(c.in.Position); err != nil {
		c.t.Fatal(err)
	}
	for k, l := range c.world.Limits() {
		c.in.Velocity[k] = speed * (2*r.Float64() - 1)
		if !math.IsInf(l.Upper, 1) {
			c.in.Position[c.positionOf(k)] = l.Lower + (0.2+0.6*r.Float64())*(l.Upper-l.Lower)
		}
	}
	if err := c.world.Reduction().Follow(c.in.Position, c.in.Velocity); err != nil {
		c.t.Fatal(err)
	}
}

// positionOf is the position of a velocity.
func (c *coupled) positionOf(velocity int) int {
	for j := range c.world.NumJoints() {
		if s := c.world.Slot(j); velocity >= s.Velocity && velocity < s.Velocity+s.VelocityLength {
			return s.Position + velocity - s.Velocity
		}
	}
	c.t.Fatalf("no joint has velocity %d", velocity)
	return 0
}

// velocity is where a joint of one degree of freedom stands.
func (c *coupled) velocity(joint string) int {
	c.t.Helper()
	j, err := c.world.JointIndex(joint)
	if err != nil {
		c.t.Fatal(err)
	}
	return c.world.Slot(j).Velocity
}

func (c *coupled) step() {
	c.t.Helper()
	if err := c.Step(c.in, c.out); err != nil {
		c.t.Fatal(err)
	}
	if c.out.Status.Phase.String() != "running" {
		c.t.Fatalf("the law is %v: %v", c.out.Status.Phase, c.out.Why)
	}
}

// multiplied returns the accelerations of all joints under efforts, with the relations of mimic
// joints and contacts that do not move as conditions with Lagrange multipliers: nothing of the law
// takes part, but the model of the free joints.
func (c *coupled) multiplied(efforts []float64) []float64 {
	c.t.Helper()
	n := c.model.NV()
	var rows [][]float64
	var right []float64
	for j := range c.world.NumJoints() {
		if m := c.world.Joint(j).Mimic; m != nil {
			row := make([]float64, n)
			row[c.world.Slot(j).Velocity], row[c.velocity(m.Joint)] = 1, -m.Multiplier
			rows, right = append(rows, row), append(right, 0)
		}
	}
	if err := c.w.SetState(c.in.Position, c.in.Velocity); err != nil {
		c.t.Fatal(err)
	}
	for i := range c.options.Contacts {
		body, err := c.model.BodyIndex(c.options.Contacts[i].Frame)
		if err != nil {
			c.t.Fatal(err)
		}
		jacobian := make([]float64, 6*n)
		if err := c.w.Jacobian(jacobian, body, rigidbody.LocalWorldAligned); err != nil {
			c.t.Fatal(err)
		}
		drift, speed := c.w.Drift(body, rigidbody.LocalWorldAligned), c.w.Velocity(body, rigidbody.LocalWorldAligned)
		for r := range 6 {
			d, v := drift.Angular[r%3], speed.Angular[r%3]
			if r < 3 {
				d, v = drift.Linear[r], speed.Linear[r]
			}
			rows, right = append(rows, jacobian[r*n:(r+1)*n]), append(right, -d-settling*v)
		}
	}
	return solveConditions(c.t, c.w, efforts, rows, right)
}

// solveConditions solves M a + h = efforts + rows^T multipliers, rows a = right.
func solveConditions(t testing.TB, w *rigidbody.Workspace, efforts []float64, rows [][]float64, right []float64) []float64 {
	t.Helper()
	n := len(efforts)
	m := n + len(rows)
	mass, bias := make([]float64, n*n), make([]float64, n)
	if err := w.MassMatrixAndBias(mass, bias); err != nil {
		t.Fatal(err)
	}
	system, x := make([][]float64, m), make([]float64, m)
	for i := range system {
		system[i] = make([]float64, m)
	}
	for i := range n {
		copy(system[i], mass[i*n:(i+1)*n])
		x[i] = efforts[i] - bias[i]
	}
	for k, row := range rows {
		for i, y := range row {
			system[i][n+k], system[n+k][i] = y, y
		}
		x[n+k] = right[k]
	}
	eliminate(system, x)
	return x[:n]
}

// decidedEfforts are those of all axes, of virtual ones too, which another world's drives would
// exert.
func (c *coupled) decidedEfforts() []float64 {
	return append([]float64(nil), c.problem.decided.effort...)
}

// near fails unless two numbers agree.
func near(t testing.TB, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Fatalf("%s is %.12g; expected %.12g, off by %.2g", what, got, want, math.Abs(got-want))
	}
}

// each runs a test for bases and laws.
func eachLinkage(t *testing.T, f func(*testing.T, string, string)) {
	for _, base := range []string{"fixed", "planar", "floating"} {
		for _, law := range []string{"exact", "constrained", "weighted"} {
			t.Run(fmt.Sprintf("%s base, law %s", base, law), func(t *testing.T) { f(t, base, law) })
		}
	}
}
