package wholebody_test

import (
	"math"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/controllers/wholebody"
	"github.com/robo-actors/robo-actors/actors/internal/shelltest"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// A base in the plane that carries an arm of two links.
const robotText = `
robot:
  name: robot
  links: [{name: room}, {name: body}, {name: upper}, {name: lower}, {name: hand}]
  joints:
    - {name: planar, type: planar, parent: room, child: body, axis: [0, 0, 1], role: virtual, limits: [{velocity: 0.8, acceleration: 2}, {velocity: 0.8, acceleration: 2}, {velocity: 1.5, acceleration: 4}]}
    - {name: one, type: revolute, parent: body, child: upper, origin: {xyz: [0.1, 0, 0.4]}, axis: [0, 0, 1], limits: {lower: -2.5, upper: 2.5, velocity: 1.5, acceleration: 6, effort: 10}}
    - {name: two, type: revolute, parent: upper, child: lower, origin: {xyz: [0.4, 0, 0]}, axis: [0, -1, 0], limits: {lower: -2.5, upper: 2.5, velocity: 1.5, acceleration: 6, effort: 10}}
    - {name: grasp, type: fixed, parent: lower, child: hand, origin: {xyz: [0.4, 0, 0]}}
  joint_groups: {all: [planar, one, two], arm: [one, two]}
`

const period = 0.01 // s

func options() wholebody.Options {
	o := wholebody.DefaultOptions()
	o.JointGroup, o.ArmGroup, o.Posture = "all", "arm", []float64{0.3, 0.5}
	return o
}

// body is a rig whose joints do at once what they are told, while they run; the model is that of the snapshot.
type body struct {
	*shelltest.Rig
	world       *worlds.World
	workspace   *rigidbody.Workspace
	hand        int
	reference   messages.BodyReference
	noModel     bool
	every       int // periods of a model that names its snapshot; 0: each has one, which names none
	periods     int
	noReference bool
	command     *shelltest.Output[messages.JointCommand]
	told        [6]float64
}

func newBody(t *testing.T, o wholebody.Options) *body {
	t.Helper()
	return newBodyOf(t, robotText, o)
}

func newBodyOf(t *testing.T, text string, o wholebody.Options) *body {
	t.Helper()
	b := &body{world: shelltest.World(t, text)}
	model, err := rigidbody.New(b.world.Bodies())
	if err != nil {
		t.Fatal(err)
	}
	b.workspace = model.NewWorkspace()
	if b.hand, err = model.BodyIndex("hand"); err != nil {
		t.Fatal(err)
	}
	b.Rig = shelltest.New(t, b.world, func() any { return &wholebody.Actor{Options: o} })
	copy(b.Robot.Position[3:], []float64{0.3, 0.5})
	_ = b.world.Reduction().Follow(b.Robot.Position, b.Robot.Velocity) // lengths are right
	n := b.world.NumVelocities()
	shelltest.Feed(b.Rig, "model", actors.Sizes{"positions": b.world.NumPositions(), "velocities": n, "frames": 1, "jacobians": 6 * n, "drifts": 6, "mass_matrix": 0, "dynamics": 0, "center_of_mass": 0},
		3*shelltest.Period, func(_ *actors.Tick, m *messages.Model) bool {
			if err := b.workspace.SetState(b.Robot.Position, b.Robot.Velocity); err != nil {
				t.Error(err)
			}
			m.Pose[0] = b.pose()
			if err := b.workspace.Jacobian(m.Jacobian, b.hand, rigidbody.LocalWorldAligned); err != nil {
				t.Error(err)
			}
			if b.periods++; b.every > 0 { // it is fed before the snapshot of this period
				m.SnapshotSequence = uint64(b.periods - 1)
				copy(m.Position, b.Robot.Position)
			}
			return !b.noModel && b.periods%max(b.every, 1) == 0
		})
	shelltest.Feed(b.Rig, "reference", nil, 3*shelltest.Period, func(_ *actors.Tick, r *messages.BodyReference) bool {
		*r = b.reference
		return !b.noReference
	})
	if err := b.workspace.SetState(b.Robot.Position, b.Robot.Velocity); err != nil {
		t.Fatal(err)
	}
	b.reference.Pose = b.pose()
	b.Plant = b.move
	return b
}

// pose is that of the hand.
func (b *body) pose() messages.Pose {
	p := b.workspace.Pose(b.hand)
	return messages.Pose{Position: p.P, Orientation: p.R.Quat().Array()}
}

func (b *body) start(t *testing.T) {
	t.Helper()
	b.Start()
	b.command = shelltest.Tap(b.Rig, "command", func(_ messages.Stamp, c *messages.JointCommand) { copy(b.told[:], c.Velocity) })
}

func (b *body) joint(name string) int { j, _ := b.world.JointIndex(name); return j }

func (b *body) move() {
	for j := range b.world.NumJoints() {
		s := b.world.Slot(j)
		for d := range s.VelocityLength {
			if b.Robot.Mode[j].Passes() {
				b.Robot.Velocity[s.Velocity+d] = b.told[s.Velocity+d]
			} else {
				b.Robot.Velocity[s.Velocity+d] = 0
			}
		}
	}
	theta := b.Robot.Position[2]
	v := b.Robot.Velocity
	b.Robot.Position[0] += (v[0]*math.Cos(theta) - v[1]*math.Sin(theta)) * period
	b.Robot.Position[1] += (v[0]*math.Sin(theta) + v[1]*math.Cos(theta)) * period
	for i := 2; i < 5; i++ {
		b.Robot.Position[i] += v[i] * period
	}
	_ = b.world.Reduction().Follow(b.Robot.Position, b.Robot.Velocity) // lengths are right
}

// smooth runs for n periods and checks that no velocity changes faster than its limit.
func (b *body) smooth(t *testing.T, n int) {
	t.Helper()
	limits := b.world.Limits()
	for k := range n {
		was := b.told
		b.Ticks(1)
		for i, l := range limits {
			if step := math.Abs(b.told[i] - was[i]); step > l.Acceleration*period*(1+1e-9) {
				t.Fatalf("period %d: the velocity of axis %d jumps from %g to %g", k, i, was[i], b.told[i])
			}
		}
	}
}

func (b *body) missed() float64 {
	p := b.pose().Position
	r := b.reference.Pose.Position
	return math.Hypot(math.Hypot(p[0]-r[0], p[1]-r[1]), p[2]-r[2])
}

func TestTheHandGoesToItsReferenceWithoutAJump(t *testing.T) {
	b := newBody(t, options())
	b.start(t)
	b.Ticks(1)
	b.reference.Pose.Position[0] += 0.5
	b.reference.Pose.Position[1] -= 0.2
	b.smooth(t, 400)
	if m := b.missed(); m > 1e-3 {
		t.Errorf("the hand is %g m away from its reference", m)
	}
	b.WantNoFailure()
}

// leveled has the hand on a mount that mimic joints keep level, as a parallelogram does: joint two bends it up, and back again.
func leveled() string {
	text := strings.Replace(robotText, "{name: lower}", "{name: lower}, {name: mount}", 1)
	return strings.Replace(text, "- {name: grasp, type: fixed, parent: lower, child: hand, origin: {xyz: [0.4, 0, 0]}}",
		"- {name: level, type: revolute, parent: lower, child: mount, origin: {xyz: [0.4, 0, 0]}, axis: [0, -1, 0], limits: {lower: -1, upper: 2.5, velocity: 0.9, effort: 10}, mimic: {joint: two, multiplier: -1, offset: 0.2}}\n"+
			"    - {name: grasp, type: fixed, parent: mount, child: hand, origin: {xyz: [0.5, 0, 0.1]}}", 1)
}

// A reference that rises asks joint two for it by the arm as it is: without the turn of the mimic joint the hand, 0.5 m farther
// out, would be expected to rise more than it does.
func TestAHandOnAMimicJointFollowsItsReference(t *testing.T) {
	o := options()
	o.BaseSmoothing = 0
	b := newBodyOf(t, leveled(), o)
	b.start(t)
	b.Ticks(1)
	worst := 0.0
	for k := range 300 {
		speed := 0.04 * math.Min(1, float64(k)/50)
		b.reference.Twist.Linear[2] = speed
		b.reference.Pose.Position[2] += speed * period
		b.Ticks(1)
		p, r := b.pose().Position, b.reference.Pose.Position
		worst = math.Max(worst, math.Abs(p[2]-r[2]))
	}
	if worst > 2e-3 {
		t.Errorf("the hand was up to %.4g m from a reference that rises", worst)
	}
}

// The limit of joint level, 0.9 rad/s, is that of joint two, and its lower one ends the way of that at 1.2 rad.
func TestLimitsOfAMimicJointHoldForTheAxisThatMovesIt(t *testing.T) {
	o := options()
	b := newBodyOf(t, leveled(), o)
	b.start(t)
	b.Ticks(1)
	b.reference.Pose.Position[2] += 2
	fastest, farthest := 0.0, 0.0
	for range 600 {
		b.Ticks(1)
		fastest, farthest = math.Max(fastest, math.Abs(b.told[4])), math.Max(farthest, b.Robot.Position[4])
	}
	if fastest > 0.9 || fastest < 0.5 || farthest > 1.2 || farthest < 1.1 {
		t.Errorf("joint two moved with up to %g rad/s, and to %g rad", fastest, farthest)
	}
}

// A base on two wheels does not follow what is commanded of it sideways. Told so, the controller drives ahead and turns, and
// the hand goes to the side as its reference does.
func TestAHandGoesSidewaysOnABaseThatDoesNot(t *testing.T) {
	missed := func(unmoved ...string) (worst float64) {
		o := options()
		o.Unmoved, o.BaseSmoothing = unmoved, 0
		b := newBody(t, o)
		b.Plant = func() { b.told[1] = 0; b.move() }
		b.start(t)
		b.Ticks(1)
		for k := range 400 {
			speed := 0.1 * math.Min(1, float64(k)/50)
			b.reference.Twist.Linear[1] = speed
			b.reference.Pose.Position[1] += speed * period
			b.Ticks(1)
			worst = math.Max(worst, b.missed())
			if len(unmoved) > 0 && b.told[1] != 0 {
				t.Fatalf("the base is told to go sideways with %g m/s", b.told[1])
			}
		}
		return worst
	}
	with, without := missed("planar/1"), missed()
	t.Logf("the hand is up to %.2g m from its reference, and %.2g m where the controller does not know", with, without)
	if with > 2e-3 || without < 5*with {
		t.Errorf("the hand is up to %g m from its reference, and %g m where the controller does not know", with, without)
	}
}

func TestAControllerSaysWhichJointsItSpares(t *testing.T) {
	a := wholebody.Actor{Options: wholebody.Options{Unmoved: []string{"planar/1"}}}
	if !a.ExcludesAxis("planar") || a.ExcludesAxis("plan") || a.ExcludesAxis("one") {
		t.Error("it spares planar, and no other joint")
	}
}

func TestAxesThatCannotBeLeftOutAreRefused(t *testing.T) {
	for _, name := range []string{"planar/7", "one/0", ""} {
		o := options()
		o.Unmoved = []string{"planar/1", name}
		newBody(t, o).WantRefused(`unmoved[1]: "` + name + `" is no axis of group "all" beside those of the arm; expected some of [planar/0 planar/1 planar/2]`)
	}
}

func TestNothingIsCommandedBeforeSnapshotModelAndReference(t *testing.T) {
	b := newBody(t, options())
	b.Silent, b.noModel, b.noReference = true, true, true
	b.start(t)
	for _, speak := range []*bool{&b.Silent, &b.noModel, &b.noReference} {
		b.Ticks(2)
		if b.command.Count != 0 {
			t.Fatalf("%d commands were sent", b.command.Count)
		}
		*speak = false
		b.noReference = speak != &b.noReference
	}
	b.Ticks(2)
	if b.command.Count == 0 {
		t.Error("nothing was sent once everything was there")
	}
	b.WantNoFailure()
}

func TestAStaleSnapshotOrModelFailsTheController(t *testing.T) {
	for port, silence := range map[string]func(*body){
		"snapshot": func(b *body) { b.Silent = true },
		"model":    func(b *body) { b.noModel = true },
	} {
		t.Run(port, func(t *testing.T) {
			b := newBody(t, options())
			b.start(t)
			b.Ticks(20)
			silence(b)
			b.Ticks(5)
			b.WantFailure("robot/shell."+port, "stale")
		})
	}
}

func TestABaseThatIsGoneDropsOutAndComesBackWithoutAJump(t *testing.T) {
	for name, lose := range map[string]func(b *body, lost bool){
		"in a safe mode": func(b *body, lost bool) {
			if b.Robot.Mode[b.joint("planar")] = messages.ModeRun; lost {
				b.Robot.Mode[b.joint("planar")] = messages.ModeDamp
			}
		},
		"of unknown state": func(b *body, lost bool) { b.Robot.Valid[b.joint("planar")] = !lost },
	} {
		t.Run(name, func(t *testing.T) {
			b := newBody(t, options())
			b.start(t)
			b.Ticks(1)
			b.reference.Pose.Position[0] += 1
			b.smooth(t, 60)
			lose(b, true)
			b.Ticks(50)
			for i, v := range b.told[:3] {
				if v != 0 {
					t.Errorf("axis %d of the base is told %g", i, v)
				}
			}
			if name == "in a safe mode" {
				lose(b, false)
				b.smooth(t, 1000) // the stretched arm comes back slowly
				if m := b.missed(); m > 1e-3 {
					t.Errorf("the hand is %g m away from its reference", m)
				}
			}
			b.WantNoFailure()
		})
	}
}

func TestWhatIsNoNumberFailsTheControllerAndIsNeverSent(t *testing.T) {
	for name, spoil := range map[string]func(*body){
		"a velocity":         func(b *body) { b.Plant = func() { b.Robot.Velocity[3] = math.NaN() } },
		"a reference":        func(b *body) { b.reference.Pose.Position[2] = math.NaN() },
		"a reference's rate": func(b *body) { b.reference.Twist.Linear[0] = math.Inf(1) },
	} {
		t.Run(name, func(t *testing.T) {
			b := newBody(t, options())
			b.start(t)
			b.Ticks(10)
			spoil(b)
			b.Ticks(4)
			if len(b.Told(messages.EventFailed)) != 1 {
				t.Errorf("the controller failed %d times", len(b.Told(messages.EventFailed)))
			}
			for i, v := range b.told {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					t.Errorf("axis %d was told %g", i, v)
				}
			}
		})
	}
}

func TestANewIncarnationGoesOnFromTheMeasuredVelocities(t *testing.T) {
	b := newBody(t, options())
	b.start(t)
	b.Ticks(1)
	b.reference.Pose.Position[0] += 2
	b.smooth(t, 50)
	before := b.told
	b.Fail()
	b.Ticks(1)
	for range 30 {
		if b.Ticks(1); b.command.Stamp.Incarnation == 2 {
			break
		}
	}
	for i, l := range b.world.Limits() {
		if step := math.Abs(b.told[i] - before[i]); step > l.Acceleration*period*(1+1e-9) {
			t.Errorf("axis %d moved at %g and is told %g first", i, before[i], b.told[i])
		}
	}
	b.WantFailure("injected")
}

func TestWrongOptionsOfTheControllerAreRefused(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*wholebody.Options)
		want   string
	}{
		"an unknown group":     {func(o *wholebody.Options) { o.JointGroup = "al" }, "joint_group"},
		"an unknown arm":       {func(o *wholebody.Options) { o.ArmGroup = "leg" }, "arm_group"},
		"a posture too short":  {func(o *wholebody.Options) { o.Posture = o.Posture[:1] }, "posture: there are 1 entries"},
		"a posture too far":    {func(o *wholebody.Options) { o.Posture = []float64{0.3, 77} }, "posture[1]: the joint would be at 77; expected"},
		"a gain that is none":  {func(o *wholebody.Options) { o.PositionGain = messages.PerSecond(math.NaN()) }, "PositionGain"},
		"a negative smoothing": {func(o *wholebody.Options) { o.BaseSmoothing = -1 }, "moothing"},
	} {
		t.Run(name, func(t *testing.T) {
			o := options()
			c.change(&o)
			newBody(t, o).WantRefused(c.want)
		})
	}
}

// chainText is an arm of six links on the base, with its joints in an order that the test gives.
func chainText(all string) string {
	text := strings.NewReplacer("{name: hand}", "{name: c}, {name: d}, {name: e}, {name: hand}, {name: f}", "parent: lower, child: hand", "parent: f, child: hand",
		"all: [planar, one, two], arm: [one, two]", "all: ["+all+"], arm: [one, two, three, four, five, six], five: [one, two, three, four, five]").Replace(robotText)
	for _, j := range []string{"three, 1, lower, c", "four, 0, c, d", "five, 1, d, e", "six, 0, e, f"} {
		p := strings.Split(j, ", ")
		text = strings.Replace(text, "    - {name: grasp", "    - {name: "+p[0]+", type: revolute, parent: "+p[2]+", child: "+p[3]+", origin: {xyz: [0.1, 0, 0.1]}, axis: [0, "+p[1]+", 0.5], limits: {lower: -2.5, upper: 2.5, velocity: 1.5, effort: 10}}\n    - {name: grasp", 1)
	}
	return text
}

// The gradient of manipulability is that of a serial chain in its order.
func TestManipulabilityWantsTheArmInItsOrder(t *testing.T) {
	for name, c := range map[string]struct{ all, arm, want string }{
		"the base first":   {"planar, one, two, three, four, five, six", "arm", ""},
		"the base last":    {"one, two, three, four, five, six, planar", "arm", ""},
		"the base between": {"one, planar, two, three, four, five, six", "arm", `manipulability_gain: planar/0 comes as axis 2 of the arm in group "all"; expected the joints of group "arm" one after the other there, from the base to the gripper`},
		"backward":         {"planar, six, five, four, three, two, one", "arm", `manipulability_gain: five/0 comes as axis 2`},
		"five axes":        {"planar, one, two, three, four, five, six", "five", `manipulability_gain: group "five" has 5 axes`},
	} {
		t.Run(name, func(t *testing.T) {
			o := options()
			o.ArmGroup, o.Posture = c.arm, make([]float64, 6)
			if c.arm == "five" {
				o.Posture = o.Posture[:5]
			}
			newBodyOf(t, chainText(c.all), o).Start() // without manipulability every order will do
			o.Manipulation = 1
			if b := newBodyOf(t, chainText(c.all), o); c.want == "" {
				b.Start()
			} else {
				b.WantRefused(c.want)
			}
		})
	}
}

func TestWithoutAMarginNothingMovesAwayFromALimit(t *testing.T) {
	for margin, wantsAway := range map[messages.Radians]bool{0.15: true, 0: false} {
		o := options()
		o.MarginRad, o.PostureGain = margin, 0
		b := newBody(t, o)
		copy(b.Robot.Position[3:], []float64{2.45, 0.5}) // 0.05 rad before the limit of joint one
		if err := b.workspace.SetState(b.Robot.Position, b.Robot.Velocity); err != nil {
			t.Fatal(err)
		}
		b.reference.Pose = b.pose()
		b.start(t)
		b.Ticks(5)
		if away := math.Abs(b.told[3]) > 1e-6; away != wantsAway {
			t.Errorf("limit_margin %g: the joint is told %g rad/s", margin, b.told[3])
		}
		b.WantNoFailure()
	}
}

func TestATickOfTheControllerDoesNotAllocate(t *testing.T) {
	b := newBody(t, options())
	b.start(t)
	b.Ticks(10)
	b.reference.Pose.Position[0] += 0.3
	b.WantNoAllocation()
}
