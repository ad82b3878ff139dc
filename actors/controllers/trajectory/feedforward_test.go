package trajectory_test

import (
	"math"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/controllers/trajectory"
	"github.com/robo-actors/robo-actors/actors/internal/shelltest"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

// The lift is followed by a slider that goes twice as far.
var ledRobot = strings.NewReplacer("{name: slider}", "{name: slider}, {name: second}", "  joint_groups:",
	"    - {name: twice, type: prismatic, parent: slider, child: second, axis: [0, 0, 1], limits: {lower: 0, upper: 1, velocity: 2, effort: 50}, mimic: {joint: lift, multiplier: 2}}\n  joint_groups:").Replace(armRobot)

// carrying is a rig whose robot has a model actor that sends what the test gives.
type carrying struct {
	*shelltest.Rig
	world   *worlds.World
	gravity map[string]float64 // N m or N, by joint; bias is a tenth more
	silent  bool
	newest  messages.JointCommand
	count   int
}

func newCarrying(t *testing.T, robot, feedForward string) *carrying {
	t.Helper()
	o := armOptions()
	o.FeedForward = feedForward
	c := &carrying{world: shelltest.World(t, robot), gravity: map[string]float64{}}
	c.Rig = shelltest.New(t, c.world, func() any { return &trajectory.Actor{Options: o} })
	n := c.world.NumVelocities()
	sizes := actors.Sizes{"positions": c.world.NumPositions(), "velocities": n, "dynamics": n, "frames": 0, "jacobians": 0, "drifts": 0, "mass_matrix": n * n, "center_of_mass": 3 * n}
	shelltest.Feed(c.Rig, "model", sizes, 3*shelltest.Period, func(_ *actors.Tick, m *messages.Model) bool {
		for name, effort := range c.gravity {
			i, err := c.world.JointIndex(name)
			if err != nil {
				t.Error(err)
				return false
			}
			m.Gravity[c.world.Slot(i).Velocity], m.Bias[c.world.Slot(i).Velocity] = effort, 1.1*effort
		}
		return !c.silent
	})
	return c
}

func (c *carrying) start() {
	c.Start()
	shelltest.Tap(c.Rig, "command", func(_ messages.Stamp, v *messages.JointCommand) { c.newest, c.count = *v, c.count+1 })
}

func TestDrivesReceiveTheLoadsOfTheirJoints(t *testing.T) {
	for _, k := range []struct {
		feedForward     string
		control         messages.ControlMode
		shoulder, lift  float64
		followed, heavy float64 // N of the joint that follows the lift, N m of the shoulder
	}{
		{"none", messages.ControlPositionVelocity, 0, 0, 3, 5},
		{"gravity", messages.ControlPositionVelocityEffort, 5, 4 + 2*3, 3, 5},
		{"bias", messages.ControlPositionVelocityEffort, 5.5, 4.4 + 2*3.3, 3, 5},
		{"gravity", messages.ControlPositionVelocityEffort, -10, 4 - 2*3, -3, -12}, // at most 10 N m, the limit
	} {
		c := newCarrying(t, ledRobot, k.feedForward)
		c.gravity = map[string]float64{"shoulder": k.heavy, "lift": 4, "twice": k.followed}
		c.start()
		c.Ticks(30)
		for i, want := range []float64{k.shoulder, k.lift} {
			if got := c.newest.Effort[i]; math.Abs(got-want) > 1e-9 || c.newest.Control[i] != k.control {
				t.Errorf("feed_forward %s: joint %d is commanded %s with %g N m|N, want %s with %g", k.feedForward, i, c.newest.Control[i], got, k.control, want)
			}
		}
		c.WantNoFailure()
	}
}

func TestNothingIsCommandedBeforeTheFirstModel(t *testing.T) {
	c := newCarrying(t, armRobot, "gravity")
	c.silent = true
	c.start()
	c.Ticks(30)
	if c.count != 0 {
		t.Errorf("%d commands were sent without a model", c.count)
	}
	c.silent = false
	c.Ticks(5)
	if c.count == 0 {
		t.Error("no command was sent once the model was there")
	}
	c.WantNoFailure()
}

func TestAStaleModelFailsWhatFeedsItForward(t *testing.T) {
	c := newCarrying(t, armRobot, "gravity")
	c.start()
	c.Ticks(30)
	c.silent = true
	c.Ticks(5)
	c.WantFailure("robot/shell.model", "stale")
}

func TestATickWithFeedForwardDoesNotAllocate(t *testing.T) {
	c := newCarrying(t, ledRobot, "bias")
	c.start()
	c.Ticks(100)
	c.WantNoAllocation()
}

func TestFeedForwardWithoutAModelIsRefused(t *testing.T) {
	o := armOptions()
	o.FeedForward = "gravity"
	newArm(t, o).WantRefused("model (messages.Model) has no link", "feed_forward is gravity, not none")
}

func TestFeedForwardThatCannotBeIsRefused(t *testing.T) {
	newCarrying(t, armRobot, "everything").WantRefused(`feed_forward: "everything" is unknown; expected none, gravity or bias`)
	weak := strings.Replace(armRobot, "{name: lift,", "{name: lift, control: position+velocity,", 1)
	newCarrying(t, weak, "gravity").WantRefused(`feed_forward: joint "lift" takes position+velocity; expected a joint whose control is position+velocity+effort, or feed_forward: none`)
}

func TestTheReportOfAMissedGoalNamesWhatMayCarryTheJoint(t *testing.T) {
	const hint = "; where the drive gives way under the joint's weight, feed_forward: gravity carries it"
	a := newArm(t, armOptions())
	a.lag[1] = 0.02
	a.start(t)
	a.Ticks(600)
	a.wantTold(t, "tolerance 0.01"+hint)
	for name, change := range map[string]func(*arm){
		"a trajectory that succeeds": func(*arm) {},
		"a joint that does not stop": func(a *arm) {
			plant := a.Plant
			a.Plant = func() { plant(); a.Robot.Velocity[a.slots[0].Velocity] += 0.1 }
		},
	} {
		a := newArm(t, armOptions())
		change(a)
		a.start(t)
		a.Ticks(600)
		a.wantTold(t, "")
		if text := a.Told(messages.EventNote)[0]; strings.Contains(text, hint) {
			t.Errorf("%s receives %q", name, text)
		}
	}
}
