package models_test

import (
	"math"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/internal/shelltest"
	"github.com/robo-actors/robo-actors/actors/models"
	"github.com/robo-actors/robo-actors/messages"
)

const groupedRobot = armRobot + "  joint_groups: {arm: [shoulder, elbow], fore: [elbow]}\n"

// modelOf runs a model actor on one state, with a command of a joint group if there is one.
func modelOf(t *testing.T, change func(*models.Options), command *messages.JointCommand) (*shelltest.Rig, *shelltest.Output[messages.Model]) {
	t.Helper()
	o := armOptions()
	change(&o)
	r := shelltest.New(t, shelltest.World(t, groupedRobot), func() any { return &models.Actor{Options: o} })
	if command != nil {
		n := len(command.Control)
		shelltest.Feed(r, "command", actors.Sizes{"joints": n, "positions": n, "velocities": n}, 3*shelltest.Period, func(_ *actors.Tick, c *messages.JointCommand) bool {
			copy(c.Control, command.Control)
			copy(c.Position, command.Position)
			copy(c.Velocity, command.Velocity)
			return len(command.Position) > 0
		})
	}
	copy(r.Robot.Position, []float64{0.4, -0.9})
	copy(r.Robot.Velocity, []float64{0.7, 1.1})
	r.Start()
	out := shelltest.Tap[messages.Model](r, "model", nil)
	r.Ticks(3)
	return r, out
}

// Every option of RoboCoP's model changes the output.
func TestEachOptionChangesTheModel(t *testing.T) {
	_, plain := modelOf(t, func(*models.Options) {}, nil)
	if p := plain.Value; p.Pose[0].Position[0] == 0 || p.Twist[0] == (messages.Twist{}) || p.Drift[2] == 0 || p.Jacobian[0] == 0 {
		t.Fatalf("with the defaults the model is %+v", p)
	}
	_, still := modelOf(t, func(o *models.Options) { o.ForwardKinematics = false }, nil)
	if p := still.Value; p.Pose[0] != (messages.Pose{}) || p.Jacobian[0] != 0 || p.Twist[0] != plain.Value.Twist[0] {
		t.Errorf("without forward_kinematics the model is %+v", p)
	}
	_, slow := modelOf(t, func(o *models.Options) { o.ForwardVelocity = false }, nil)
	if p := slow.Value; p.Twist[0] != (messages.Twist{}) || p.Drift[2] != 0 || p.Pose[0] != plain.Value.Pose[0] {
		t.Errorf("without forward_velocity the model is %+v", p)
	}
	_, other := modelOf(t, func(o *models.Options) { o.Implementation = "pinocchio" }, nil)
	if p := other.Value; p.Pose[0] != plain.Value.Pose[0] {
		t.Errorf("a file of RoboCoP gets the model %+v", p)
	}
	command := messages.JointCommand{Control: []messages.ControlMode{messages.ControlPositionVelocity, messages.ControlPosition}, Position: []float64{1.2, 0.3}, Velocity: []float64{-0.5, 9}}
	_, commanded := modelOf(t, func(o *models.Options) { o.Input, o.JointGroup = "command", "arm" }, &command)
	p := commanded.Value
	near(t, "x of the hand as commanded", p.Pose[0].Position[0], math.Cos(1.2)+0.5*math.Cos(1.5))
	near(t, "z of the hand as commanded", p.Pose[0].Position[2], math.Sin(1.2)+0.5*math.Sin(1.5))
	// the elbow is commanded no velocity, and keeps the measured one
	near(t, "velocity of the hand in x as commanded", p.Twist[0].Linear[0], math.Sin(1.2)*0.5-0.5*math.Sin(1.5)*(-0.5+1.1))
}

func TestJointsWithoutACommandKeepTheirMeasuredState(t *testing.T) {
	command := messages.JointCommand{Control: []messages.ControlMode{messages.ControlPosition}, Position: []float64{0.3}, Velocity: []float64{0}}
	r, out := modelOf(t, func(o *models.Options) { o.Input, o.JointGroup = "command", "fore" }, &command)
	near(t, "x of the hand", out.Value.Pose[0].Position[0], math.Cos(0.4)+0.5*math.Cos(0.7))
	command.Control[0] = messages.ControlEffort
	r.Ticks(2)
	near(t, "x of the hand as measured", out.Value.Pose[0].Position[0], math.Cos(0.4)+0.5*math.Cos(-0.5))
	r.WantNoAllocation()
	r.WantNoFailure()
}

func TestBeforeTheFirstCommandNothingIsComputed(t *testing.T) {
	r, out := modelOf(t, func(o *models.Options) { o.Input, o.JointGroup = "command", "fore" }, &messages.JointCommand{Control: make([]messages.ControlMode, 1)})
	if out.Count != 0 {
		t.Errorf("%d models were sent without a command", out.Count)
	}
	r.WantNoFailure()
}

func TestWithoutFramesEveryBodyHasAPose(t *testing.T) {
	_, out := modelOf(t, func(o *models.Options) { o.Frames = nil }, nil)
	if len(out.Value.Pose) != 4 || out.Value.Pose[3].Position[0] == 0 {
		t.Errorf("the poses are %+v", out.Value.Pose)
	}
}

func TestWrongOptionsOfAModelNameTheKnownOnes(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*models.Options)
		want   string
	}{
		"implementation": {func(o *models.Options) { o.Implementation = "pinochio" }, `implementation: "pinochio" is unknown; expected rigid_body or pinocchio; known: rigid_body, pinocchio`},
		"input":          {func(o *models.Options) { o.Input = "commands" }, `input: "commands" is unknown; expected state or command`},
		"no group":       {func(o *models.Options) { o.Input = "command" }, "joint_group: it is missing; expected the joints of input command"},
		"needless group": {func(o *models.Options) { o.JointGroup = "arm" }, "joint_group: it names the joints of input command, which is not read; expected input: command"},
		"unknown group":  {func(o *models.Options) { o.Input, o.JointGroup = "command", "amr" }, "joint_group"},
		"no link":        {func(o *models.Options) { o.Input, o.JointGroup = "command", "arm" }, "option input is command, not state"},
	} {
		o := armOptions()
		c.change(&o)
		r := shelltest.New(t, shelltest.World(t, groupedRobot), func() any { return &models.Actor{Options: o} })
		err := r.Build()
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v; expected %q", name, err, c.want)
		}
	}
}

func TestACommandOfANumberThatIsNotFiniteFailsTheModel(t *testing.T) {
	command := messages.JointCommand{Control: []messages.ControlMode{messages.ControlPosition}, Position: []float64{math.NaN()}, Velocity: []float64{0}}
	r, _ := modelOf(t, func(o *models.Options) { o.Input, o.JointGroup = "command", "fore" }, &command)
	r.WantFailure("snapshot", "with the newest command", "position[1] is NaN")
}
