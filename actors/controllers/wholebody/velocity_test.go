package wholebody

import (
	"maps"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/internal/shelltest"
	"github.com/robo-actors/robo-actors/actors/models"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// baseText is a base in the plane that carries an arm of two links. All of it takes velocities.
const baseText = `
robot:
  name: robot
  links:
    - {name: room}
    - {name: body, inertial: {mass: 60, origin: {xyz: [0, 0, 0.15]}, inertia: {ixx: 2, iyy: 3, izz: 4}}}
    - {name: upper, inertial: {mass: 2, origin: {xyz: [0.2, 0, 0]}, inertia: {ixx: 0.004, iyy: 0.03, izz: 0.03}}}
    - {name: lower, inertial: {mass: 1, origin: {xyz: [0.2, 0, 0]}, inertia: {ixx: 0.002, iyy: 0.02, izz: 0.02}}}
    - {name: hand}
  joints:
    - {name: planar, type: planar, parent: room, child: body, axis: [0, 0, 1], role: virtual, limits: [{velocity: 0.8, acceleration: 2}, {velocity: 0.8, acceleration: 2}, {velocity: 1.5, acceleration: 4}]}
    - {name: one, type: revolute, parent: body, child: upper, origin: {xyz: [0.1, 0, 0.4]}, axis: [0, 0, 1], limits: {lower: -2.5, upper: 2.5, velocity: 1.5, acceleration: 6, effort: 10}}
    - {name: two, type: revolute, parent: upper, child: lower, origin: {xyz: [0.4, 0, 0]}, axis: [0, -1, 0], limits: {lower: -2.5, upper: 2.5, velocity: 1.5, acceleration: 6, effort: 10}}
    - {name: grasp, type: fixed, parent: lower, child: hand, origin: {xyz: [0.4, 0, 0]}}
  joint_groups: {all: [planar, one, two]}
`

const velocityPeriod = 0.01 // s

// velocityOptions have the hand follow a reference by velocities, and the arm keep a posture as far
// as the hand leaves it.
func velocityOptions() Options {
	o := DefaultOptions()
	o.JointGroup, o.Law, o.Output, o.Follow = "all", "constrained", "velocity", "hand"
	o.Tasks = []TaskOptions{
		{Name: "hand", Kind: "frame_position", Frame: "hand", Gains: GainOptions{Proportional: []float64{4}, Derivative: []float64{1}, VelocityMax: []float64{0.2}, Saturation: "by_norm"}},
		{Name: "folded", Kind: "posture", Joints: []string{"one", "two"}, Gains: GainOptions{Proportional: []float64{1}, Derivative: []float64{1}}, Goal: GoalOptions{Joints: []float64{0.3, 0.5}}},
	}
	o.TaskSets = []TaskSetOptions{{Name: "carry", Levels: [][]string{{"hand"}, {"folded"}}}}
	return o
}

// base is a rig whose joints follow commands at once, while they run.
type base struct {
	*shelltest.Rig
	world       *worlds.World
	workspace   *rigidbody.Workspace
	hand        int
	reference   messages.BodyReference
	noReference bool
	every       int // periods of a model actor; 0 with model own
	periods     int
	command     *shelltest.Output[messages.JointCommand]
	told        [6]float64
}

func newBase(t *testing.T, text string, o Options) *base {
	t.Helper()
	b := &base{world: shelltest.World(t, text)}
	model, err := b.world.Model()
	if err != nil {
		t.Fatal(err)
	}
	b.workspace = model.NewWorkspace()
	if b.hand, err = model.BodyIndex("hand"); err != nil {
		t.Fatal(err)
	}
	b.Rig = shelltest.New(t, b.world, func() any { return &Actor{Options: o} })
	copy(b.Robot.Position[3:], []float64{0.3, 0.5})
	_ = b.world.Reduction().Follow(b.Robot.Position, b.Robot.Velocity) // lengths are right
	if o.Source == "actor" {
		b.feedModel(t)
	}
	shelltest.Feed(b.Rig, "reference", nil, 3*shelltest.Period, func(_ *actors.Tick, r *messages.BodyReference) bool {
		*r = b.reference
		return !b.noReference
	})
	b.reference.Pose = b.pose(t)
	b.Plant = b.move
	return b
}

// feedModel sends the model of the hand's frame, of the newest snapshot, once in b.every periods.
func (b *base) feedModel(t *testing.T) {
	t.Helper()
	n := b.world.NumVelocities()
	sizes := actors.Sizes{"positions": b.world.NumPositions(), "velocities": n, "frames": 1, "jacobians": 6 * n, "drifts": 6, "mass_matrix": n * n, "dynamics": n, "center_of_mass": 3 * n}
	shelltest.Feed(b.Rig, "model", sizes, 10*shelltest.Period, func(tick *actors.Tick, m *messages.Model) bool {
		if b.periods++; b.periods%b.every != 0 {
			return false
		}
		w := b.workspace
		check := func(err error) {
			if err != nil {
				t.Error(err)
			}
		}
		check(w.SetState(b.Robot.Position, b.Robot.Velocity))
		copy(m.Position, b.Robot.Position)
		copy(m.Velocity, b.Robot.Velocity)
		m.SnapshotSequence, m.SnapshotTime, m.Computed[0] = uint64(b.periods-1), tick.Now.Add(-shelltest.Period), true // it is fed before the snapshot of this period
		check(w.Jacobian(m.Jacobian, b.hand, rigidbody.LocalWorldAligned))
		check(w.MassMatrix(m.MassMatrix))
		check(w.Bias(m.Bias))
		check(w.GravityForces(m.Gravity))
		check(models.Factor(m.Factor, m.MassMatrix))
		return true
	})
}

// pose is that of the hand.
func (b *base) pose(t *testing.T) messages.Pose {
	t.Helper()
	if err := b.workspace.SetState(b.Robot.Position, b.Robot.Velocity); err != nil {
		t.Fatal(err)
	}
	p := b.workspace.Pose(b.hand)
	return messages.Pose{Position: p.P, Orientation: p.R.Quat().Array()}
}

func (b *base) start() {
	b.Start()
	b.command = shelltest.Tap(b.Rig, "command", func(_ messages.Stamp, c *messages.JointCommand) { copy(b.told[:], c.Velocity) })
}

func (b *base) joint(name string) int { j, _ := b.world.JointIndex(name); return j }

func (b *base) move() {
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
	_ = b.workspace.Model().Integrate(b.Robot.Position, b.Robot.Position, b.Robot.Velocity, velocityPeriod)
	_ = b.world.Reduction().Follow(b.Robot.Position, b.Robot.Velocity) // lengths are right
}

// smooth runs for n periods and checks that no velocity changes faster than its limit.
func (b *base) smooth(t *testing.T, n int) {
	t.Helper()
	limits := b.world.Limits()
	for k := range n {
		was := b.told
		b.Ticks(1)
		for i, l := range limits {
			if step := math.Abs(b.told[i] - was[i]); step > l.Acceleration*velocityPeriod*(1+1e-9) {
				t.Fatalf("period %d: the velocity of axis %d jumps from %g to %g", k, i, was[i], b.told[i])
			}
		}
	}
}

// missed is how far the hand is from its reference, m.
func (b *base) missed(t *testing.T) float64 {
	t.Helper()
	return gap(b.pose(t).Position, b.reference.Pose.Position)
}

func TestAHandGoesToItsReferenceByVelocitiesWithoutAJump(t *testing.T) {
	b := newBase(t, baseText, velocityOptions())
	b.start()
	b.Ticks(1)
	b.reference.Pose.Position[0] += 0.5
	b.reference.Pose.Position[1] -= 0.2
	b.smooth(t, 600)
	if m := b.missed(t); m > 1e-3 {
		t.Errorf("the hand is %g m away from its reference", m)
	}
	b.WantNoFailure()
}

func TestALargeErrorIsClosedAtTheFeedbackSpeedWithoutOvershoot(t *testing.T) {
	b := newBase(t, baseText, velocityOptions())
	b.start()
	b.Ticks(1)
	b.reference.Pose.Position[0] += 0.8
	b.reference.Pose.Position[1] -= 0.4
	last, fastest := b.missed(t), 0.0
	for range 1200 {
		b.Ticks(1)
		m := b.missed(t)
		if m > last+1e-6 {
			t.Fatalf("the error grows from %g to %g m", last, m)
		}
		fastest, last = math.Max(fastest, (last-m)/velocityPeriod), m
	}
	if last > 1e-6 || fastest > 0.2*1.01 {
		t.Errorf("after 12 s %g m are left; the fastest approach was %g m/s, allowed 0.2", last, fastest)
	}
}

// leveled has the hand on a mount that a mimic joint keeps level, as a parallelogram does: joint
// two bends it up, and back again.
func leveled() string {
	text := strings.Replace(baseText, "    - {name: hand}", "    - {name: mount, inertial: {mass: 0.5, inertia: {ixx: 0.001, iyy: 0.001, izz: 0.001}}}\n    - {name: hand}", 1)
	return strings.Replace(text, "- {name: grasp, type: fixed, parent: lower, child: hand, origin: {xyz: [0.4, 0, 0]}}",
		"- {name: level, type: revolute, parent: lower, child: mount, origin: {xyz: [0.4, 0, 0]}, axis: [0, -1, 0], limits: {lower: -1, upper: 2.5, velocity: 0.9, effort: 10}, mimic: {joint: two, multiplier: -1, offset: 0.2}}\n"+
			"    - {name: grasp, type: fixed, parent: mount, child: hand, origin: {xyz: [0.5, 0, 0.1]}}", 1)
}

// A reference that rises asks joint two for it by the arm as it is: without the turn of the mimic
// joint the hand, 0.5 m farther out, would be expected to rise more than it does.
func TestAHandOnAMimicJointFollowsItsReference(t *testing.T) {
	b := newBase(t, leveled(), velocityOptions())
	b.start()
	b.Ticks(1)
	worst := 0.0
	for k := range 300 {
		speed := 0.04 * math.Min(1, float64(k)/50)
		b.reference.Twist.Linear[2] = speed
		b.reference.Pose.Position[2] += speed * velocityPeriod
		b.Ticks(1)
		worst = math.Max(worst, math.Abs(b.pose(t).Position[2]-b.reference.Pose.Position[2]))
	}
	if worst > 2e-3 {
		t.Errorf("the hand was up to %.4g m from a reference that rises", worst)
	}
}

// The limit of joint level, 0.9 rad/s, is that of joint two, and its lower one ends the way of that
// at 1.2 rad.
func TestLimitsOfAMimicJointHoldForTheVelocityOfItsLeader(t *testing.T) {
	o := velocityOptions()
	o.Tasks[0].Gains = GainOptions{Proportional: []float64{4}, Derivative: []float64{1}}
	b := newBase(t, leveled(), o)
	b.start()
	b.Ticks(1)
	b.reference.Pose.Position[2] += 2
	fastest, farthest := 0.0, 0.0
	for range 600 {
		b.Ticks(1)
		fastest, farthest = math.Max(fastest, math.Abs(b.told[4])), math.Max(farthest, b.Robot.Position[4])
	}
	if fastest > 0.9*(1+1e-9) || fastest < 0.5 || farthest > 1.2 || farthest < 1.1 {
		t.Errorf("joint two moved with up to %g rad/s, and to %g rad", fastest, farthest)
	}
}

// A base on two wheels does not follow what is commanded of it sideways. With the option unmoved
// the controller drives ahead and turns, and the hand goes to the side as its reference does.
func TestAHandGoesSidewaysOnABaseThatDoesNot(t *testing.T) {
	missed := func(unmoved ...string) (worst float64) {
		o := velocityOptions()
		o.Unmoved = unmoved
		b := newBase(t, baseText, o)
		b.Plant = func() { b.told[1] = 0; b.move() }
		b.start()
		b.Ticks(1)
		for k := range 400 {
			speed := 0.1 * math.Min(1, float64(k)/50)
			b.reference.Twist.Linear[1] = speed
			b.reference.Pose.Position[1] += speed * velocityPeriod
			b.Ticks(1)
			worst = math.Max(worst, b.missed(t))
			if len(unmoved) > 0 && b.told[1] != 0 {
				t.Fatalf("the base is commanded sideways with %g m/s", b.told[1])
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

func TestAControllerReportsTheJointsWhoseAxesItExcludes(t *testing.T) {
	a := Actor{Options: Options{Unmoved: []string{"planar/1"}}}
	if !a.ExcludesAxis("planar") || a.ExcludesAxis("plan") || a.ExcludesAxis("one") {
		t.Error("it excludes an axis of planar, and of no other joint")
	}
}

func TestAxesThatCannotBeLeftOutAreRefused(t *testing.T) {
	for _, name := range []string{"planar/7", "one", ""} {
		o := velocityOptions()
		o.Unmoved = []string{"planar/1", name}
		newBase(t, baseText, o).WantRefused(`unmoved[1]: "` + name + `" is not an axis of a virtual joint; known: planar/0, planar/1, planar/2`)
	}
}

func TestABaseThatIsGoneDropsOutOfTheVelocitiesAndComesBackWithoutAJump(t *testing.T) {
	for name, lose := range map[string]func(b *base, lost bool){
		"in a safe mode": func(b *base, lost bool) {
			if b.Robot.Mode[b.joint("planar")] = messages.ModeRun; lost {
				b.Robot.Mode[b.joint("planar")] = messages.ModeDamp
			}
		},
		"of unknown state": func(b *base, lost bool) { b.Robot.Valid[b.joint("planar")] = !lost },
	} {
		t.Run(name, func(t *testing.T) {
			b := newBase(t, baseText, velocityOptions())
			b.start()
			b.Ticks(1)
			b.reference.Pose.Position[0] += 1
			b.smooth(t, 60)
			lose(b, true)
			b.Ticks(50)
			for i, v := range b.told[:3] {
				if v != 0 {
					t.Errorf("axis %d of the base is commanded %g", i, v)
				}
			}
			if name == "in a safe mode" {
				lose(b, false)
				b.smooth(t, 1000) // the stretched arm comes back slowly
				if m := b.missed(t); m > 1e-3 {
					t.Errorf("the hand is %g m away from its reference", m)
				}
			}
			b.WantNoFailure()
		})
	}
}

func TestANewIncarnationGoesOnFromTheMeasuredVelocities(t *testing.T) {
	b := newBase(t, baseText, velocityOptions())
	b.start()
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
		if step := math.Abs(b.told[i] - before[i]); step > l.Acceleration*velocityPeriod*(1+1e-9) {
			t.Errorf("axis %d moved at %g and is commanded %g first", i, before[i], b.told[i])
		}
	}
	b.WantFailure("injected")
}

func TestAHandStaysWhereItsReferenceWasLostAndGoesOnWithoutAJump(t *testing.T) {
	b := newBase(t, baseText, velocityOptions())
	b.start()
	b.Ticks(1)
	for k := range 100 { // a reference that moves
		speed := 0.1 * math.Min(1, float64(k)/50)
		b.reference.Twist.Linear[0] = speed
		b.reference.Pose.Position[0] += speed * velocityPeriod
		b.smooth(t, 1)
	}
	b.noReference = true
	b.smooth(t, 300)
	if m := b.missed(t); m > 1e-3 {
		t.Errorf("without references the hand is %g m from the last one", m)
	}
	for i, v := range b.told {
		if math.Abs(v) > 1e-3 {
			t.Errorf("axis %d still moves at %g", i, v)
		}
	}
	b.WantNoFailure()
	b.noReference, b.reference.Twist = false, messages.Twist{}
	b.reference.Pose.Position[0] += 0.2
	b.smooth(t, 400)
	if m := b.missed(t); m > 1e-3 {
		t.Errorf("back on its reference the hand is %g m away", m)
	}
	b.WantNoFailure()
}

// A model actor may be slower than the controller: errors are those of the newest snapshot, and
// Jacobians those of the model.
func TestAHandFollowsItsReferenceByVelocitiesWithASlowerModelToo(t *testing.T) {
	missed := func(every int) (worst float64) {
		o := velocityOptions()
		o.Source, o.ModelFrames, o.ModelMaxAge = "actor", []string{"hand"}, 100*time.Millisecond
		b := newBase(t, baseText, o)
		b.every = every
		b.start()
		b.Ticks(2 * every)
		for k := range 400 {
			speed := 0.3 * math.Min(1, float64(k)/50)
			b.reference.Twist.Linear[0] = speed
			b.reference.Pose.Position[0] += speed * velocityPeriod
			b.Ticks(1)
			if k > 200 {
				worst = math.Max(worst, b.missed(t))
			}
		}
		b.WantNoFailure()
		return worst
	}
	always, seldom := missed(1), missed(3)
	t.Logf("missed by %.2f mm with a model each period, by %.2f mm with one in three", 1e3*always, 1e3*seldom)
	if seldom > always+1e-3 {
		t.Errorf("with a model in three periods the hand misses its reference by %.2f mm; expected hardly more than %.2f mm", 1e3*seldom, 1e3*always)
	}
}

// A servo that lags reaches a velocity late: fed forward ahead of time, an accelerating reference
// is followed more closely.
func TestALeadMakesUpForTheLagOfServos(t *testing.T) {
	missed := func(lead float64) (worst float64) {
		o := velocityOptions()
		o.Lead = lead
		b := newBase(t, baseText, o)
		const lag = 0.05 // s
		var lagging [6]float64
		b.Plant = func() {
			for i, v := range b.told {
				lagging[i] += (v - lagging[i]) * velocityPeriod / lag
			}
			told := b.told
			b.told = lagging
			b.move()
			b.told = told
		}
		b.start()
		b.Ticks(1)
		start := b.reference.Pose.Position[0]
		for k := range 600 {
			s, c := math.Sincos(float64(k) * velocityPeriod)
			b.reference.Pose.Position[0] = start + 0.3*(1-c)
			b.reference.Twist.Linear[0], b.reference.Acceleration[0] = 0.3*s, 0.3*c
			b.Ticks(1)
			if k > 200 {
				worst = math.Max(worst, b.missed(t))
			}
		}
		return worst
	}
	with, without := missed(0.05), missed(0)
	t.Logf("missed by %.2f mm with a lead, by %.2f mm without", 1e3*with, 1e3*without)
	if with > 0.6*without {
		t.Errorf("with a lead the hand misses its reference by %.2f mm, without by %.2f mm", 1e3*with, 1e3*without)
	}
}

func TestATickByVelocitiesDoesNotAllocate(t *testing.T) {
	b := newBase(t, baseText, velocityOptions())
	b.start()
	b.Ticks(10)
	b.reference.Pose.Position[0] += 0.3
	b.WantNoAllocation()
}

func TestAPostureBeyondTheLimitsOfAJointIsRejected(t *testing.T) {
	o := velocityOptions()
	o.Tasks[1].Goal.Joints = []float64{0.3, 77}
	newBase(t, baseText, o).WantRefused(`tasks[1].goal.joints[1]: joint "two": the goal 77 is beyond the joint's limits; expected -2.5 to 2.5`)
}

func TestGoalsOfPosturesHaveTheUnitsOfTheirJoints(t *testing.T) {
	text := strings.Replace(baseText, "{name: two, type: revolute", "{name: two, type: prismatic", 1)
	a := Actor{Options: velocityOptions()}
	a.Tasks = append(a.Tasks, TaskOptions{Name: "all", Kind: "posture"}, TaskOptions{Name: "wrong", Kind: "posture", Joints: []string{"three", "two"}})
	want := map[string]string{"tasks[1].goal.joints[0]": "rad", "tasks[1].goal.joints[1]": "m", "tasks[2].goal.joints[3]": "rad", "tasks[2].goal.joints[4]": "m"}
	if units := a.Units(shelltest.World(t, text)); !maps.Equal(units, want) {
		t.Errorf("the units are %v; expected %v", units, want)
	}
}
