package app

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/coupling"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// loaded is the application of testFiles.
func loaded(t *testing.T) *Config {
	t.Helper()
	c, err := Load(testFiles(), "app.yaml", testRegistry(t))
	if err != nil {
		t.Fatalf("\n%v", err)
	}
	return c
}

func TestAGoodApplicationIsReadInFull(t *testing.T) {
	c := loaded(t)
	if c.Name != "test" || c.Duration != 10*time.Second || c.Seed != 7 || c.JobThreads != 3 || !c.FaultsAllowed || !c.Virtual {
		t.Errorf("app is %q %v %d %d %v %v", c.Name, c.Duration, c.Seed, c.JobThreads, c.FaultsAllowed, c.Virtual)
	}
	if len(c.Domains) != 2 || c.Domains[0].Name != "fast" || c.Domains[0].Priority != 80 || c.Domains[0].Spin != 20*time.Microsecond ||
		c.Domains[1].Name != "main" || c.Domains[1].Spin != 0 {
		t.Errorf("the domains are %+v", c.Domains)
	}
	if v := c.View; !v.Enabled || v.Address != "127.0.0.1:0" || !v.Control || len(v.Hosts) != 1 || len(v.Origins) != 1 {
		t.Errorf("view is %+v", v)
	}
	if !c.Recording.Enabled || len(c.Recording.Exclude) != 1 {
		t.Errorf("recording is %+v", c.Recording)
	}
	var files []string
	for _, f := range c.Files {
		files = append(files, f.Name)
	}
	if diff := cmp.Diff([]string{"app.yaml", "arm.urdf", "base.urdf.yaml", "wheels.urdf.yaml"}, files); diff != "" {
		t.Error("files: " + diff)
	}
	if len(c.Notes) != 0 {
		t.Errorf("there are notes: %v", c.Notes)
	}
}

func TestAWorldHasItsModelsMerged(t *testing.T) {
	top := loaded(t).World("top")
	if top.Period != 10*time.Millisecond || top.Domain != "main" {
		t.Errorf("the period is %v, the domain %q", top.Period, top.Domain)
	}
	if diff := cmp.Diff([]string{"m_planar", "a_j1", "a_j2"}, top.Model.JointNames()); diff != "" {
		t.Error("joints: " + diff)
	}
	if diff := cmp.Diff([]string{"m_room", "m_body", "a_base", "a_l1", "a_l2", "a_tip"}, top.Model.BodyNames()); diff != "" {
		t.Error("bodies: " + diff)
	}
	base, _ := top.Model.BodyIndex("a_base")
	want := spatial.PoseFromRPY([3]float64{0, 0, 0.5}, [3]float64{0, 0, 1.5})
	if got := top.Model.Bodies()[base].Placement; got != want {
		t.Errorf("the arm is attached at %v, want %v", got, want)
	}
	if l := top.Model.Joint(1).Limits[0]; l.Acceleration != 10 || l.Velocity != 1.5 {
		t.Errorf("the limits of a_j1 are %+v", l)
	}
	if l := top.Model.Joint(2).Limits[0]; l.Velocity != 0.3 || l.Upper != 0.5 {
		t.Errorf("the limits of a_j2 are %+v", l)
	}
	if top.Model.Joint(0).Role != worlds.Virtual || top.Model.Joint(1).Role != worlds.Driven {
		t.Error("the roles of the joints are wrong")
	}
	if group, err := top.Model.Group("all"); err != nil || group.NumVelocities() != 5 {
		t.Errorf("group all is %v, %v", group, err)
	}
}

func TestJointsHaveTheRulesOfTheirDriveUnlessTheyHaveTheirOwn(t *testing.T) {
	c := loaded(t)
	top, low := c.World("top"), c.World("low")
	type rules struct {
		mode          messages.Mode
		rearm, start  modes.Rearm
		drive, actor  int
		virtual, real bool
	}
	var got []rules
	for _, j := range append(top.Joints, low.Joints...) {
		got = append(got, rules{j.SafeMode, j.Rearm, j.Start, j.Drive, j.Controller, j.Virtual, j.Realised})
	}
	hold, damp, brake := messages.ModeRampHold, messages.ModeDamp, messages.ModeBrake
	want := []rules{
		{hold, modes.Acknowledge, modes.Acknowledge, -1, 2, true, false},   // m_planar of top
		{hold, modes.Auto, modes.Auto, 0, 2, false, false},                 // a_j1
		{brake, modes.Reset, modes.Auto, 0, 2, false, false},               // a_j2
		{hold, modes.Acknowledge, modes.Acknowledge, -1, -1, false, true},  // m_planar of low
		{hold, modes.Acknowledge, modes.Acknowledge, -1, -1, false, false}, // m_caster
		{damp, modes.Acknowledge, modes.Acknowledge, 0, 0, false, false},   // m_wheel
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(rules{})); diff != "" {
		t.Errorf("%v %v: %s", top.Model.JointNames(), low.Model.JointNames(), diff)
	}
}

func TestAnInputWithoutABoundGetsThatOfItsPortOrOfCouplings(t *testing.T) {
	for name, c := range map[string]struct {
		replacements []string
		want         time.Duration
	}{
		"of couplings, by the slower period": {[]string{"        max_age: {reference: 30ms}\n", ""}, 30 * time.Millisecond},
		"of a slow source":                   {[]string{"        max_age: {reference: 30ms}\n", "", "path: {type: planner}", "path: {type: planner, rate: 20Hz}"}, 150 * time.Millisecond},
		"its own":                            {[]string{"        max_age: {reference: 30ms}\n", "        max_age: {reference: 77ms}\n"}, 77 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			config, err := Load(edited(t, "app.yaml", c.replacements...), "app.yaml", testRegistry(t))
			if err != nil {
				t.Fatalf("\n%v", err)
			}
			if got := config.World("top").Actor("controller").Inputs[0].MaxAge; got != c.want {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

func TestAActorMayHaveADomainOfItsOwn(t *testing.T) {
	config, err := Load(edited(t, "app.yaml", "path: {type: planner}", "path: {type: planner, domain: fast}"), "app.yaml", testRegistry(t))
	if err != nil {
		t.Fatalf("\n%v", err)
	}
	top := config.World("top")
	if got := top.Actor("path").Domain; got != "fast" {
		t.Errorf("the planner's domain is %q", got)
	}
	if got := top.Actor("model").Domain; got != top.Domain {
		t.Errorf("the model's domain is %q, its world's %q", got, top.Domain)
	}
	_, err = Load(edited(t, "app.yaml", "path: {type: planner}", "path: {type: planner, domain: fats}"), "app.yaml", testRegistry(t))
	if err == nil || !strings.Contains(err.Error(), `did you mean "fast"?`) {
		t.Errorf("an unknown domain is answered %v", err)
	}
}

func TestActorsAndDrivesAreReady(t *testing.T) {
	c := loaded(t)
	top, low := c.World("top"), c.World("low")
	controller := top.Actor("controller")
	if controller.Path != "top/controller" || controller.Period != 10*time.Millisecond || controller.Phase != actors.Control ||
		controller.Execution.Base != 200*time.Microsecond || controller.Group.Name() != "all" {
		t.Errorf("the controller is %+v", controller)
	}
	if got := controller.Inputs; len(got) != 1 || got[0].Port != "reference" || got[0].From != "top/path.reference" || got[0].MaxAge != 30*time.Millisecond {
		t.Errorf("its inputs are %+v", got)
	}
	if k := controller.Instance.(*trackerKind); k.JointGroup != "all" || k.Gain != 4 || k.Shape != "linear" {
		t.Errorf("its options are %+v", k)
	}
	if model := top.Actor("model"); model.Period != 20*time.Millisecond || model.Phase != actors.Planning || model.Group != nil {
		t.Errorf("the model is %+v", model)
	}
	arm, wheels := top.Drive("arm"), low.Drive("wheels")
	if arm.Period != time.Millisecond || arm.Domain != "" || arm.MaxAge != 30*time.Millisecond || len(arm.Joints) != 2 || arm.Joints[1] != 2 {
		t.Errorf("the drive of the arm is %+v", arm)
	}
	if wheels.Period != 20*time.Millisecond || wheels.Domain != "" || wheels.MaxAge != 40*time.Millisecond {
		t.Errorf("the drive of the wheels is %+v", wheels)
	}
	if low.Tolerance != (actors.Tolerance{Missed: 10, RecoverPer: 20}) {
		t.Errorf("the tolerance is %+v", low.Tolerance)
	}
	if low.HangAfter != 60*time.Millisecond || top.HangAfter != 0 {
		t.Errorf("a tick hangs after %v and %v", low.HangAfter, top.HangAfter)
	}
	if c.Plants[0].Model.NumJoints() != 3 || c.Plants[0].Period != time.Millisecond || c.Plants[0].Instance.(*plantKind).Start[0].Joint != "m_wheel" {
		t.Errorf("the plant is %+v", c.Plants[0])
	}
}

func TestPoliciesInheritTheDefaultsOfTheFile(t *testing.T) {
	c := loaded(t)
	policies := []Restart{c.Supervision, c.World("top").Restart, c.World("low").Restart, c.World("top").Drive("arm").Restart, c.World("low").Drive("wheels").Restart}
	type short struct {
		strategy supervision.Strategy
		max      int
		within   time.Duration
		least    time.Duration
		escalate string
	}
	var got []short
	for _, p := range policies {
		got = append(got, short{p.Strategy, p.Max, p.Within, p.BackoffMin, p.Escalate})
	}
	tenth := 100 * time.Millisecond
	want := []short{
		{supervision.OneForOne, 3, 20 * time.Second, tenth, "application"},
		{supervision.RestForOne, 2, 20 * time.Second, tenth, "application"},
		{supervision.OneForOne, 3, 20 * time.Second, tenth, "application"},
		{supervision.OneForAll, 5, 20 * time.Second, time.Second, "world"},
		{supervision.OneForOne, 3, 20 * time.Second, tenth, "world"},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(short{})); diff != "" {
		t.Error(diff)
	}
}

func TestACouplingHasItsDefaultsWrittenOut(t *testing.T) {
	c := loaded(t)
	if len(c.Couplings) != 1 {
		t.Fatalf("there are %d couplings", len(c.Couplings))
	}
	k := c.Couplings[0]
	want := Coupling{
		Joint: "m_planar",
		Command: &CommandFlow{From: WorldJoint{0, 0}, To: Endpoint{WorldJoint{1, 0}, 0, "target"}, Control: messages.ControlVelocity,
			MaxAge: 60 * time.Millisecond, OnStale: coupling.RampToZero, Resample: coupling.Hold, At: k.Command.At},
		State: StateFlow{From: Endpoint{WorldJoint{1, 0}, 0, "state"}, To: WorldJoint{0, 0}, MaxAge: 55 * time.Millisecond, At: k.State.At},
		At:    k.At,
		Path:  "couplings[0]",
	}
	if diff := cmp.Diff(want, k); diff != "" {
		t.Error(diff)
	}
}

func TestEverythingKeepsItsPlace(t *testing.T) {
	c := loaded(t)
	top := c.World("top")
	for _, place := range []struct {
		what, want string
		at         source.Position
	}{
		{"worlds.top", "app.yaml:4:3", top.At},
		{"worlds.top.processors.controller", "app.yaml:22:7", top.Actor("controller").At},
		{"its type", "app.yaml:23:15", top.Actor("controller").TypeAt},
		{"its option joint_group", "app.yaml:27:32", top.Actor("controller").Where("joint_group")},
		{"its option gain, which is not given", "app.yaml:23:15", top.Actor("controller").Where("gain")},
		{"its input reference", "app.yaml:25:29", top.Actor("controller").Inputs[0].At},
		{"worlds.top.drives.arm", "app.yaml:29:7", top.Drive("arm").At},
		{"worlds.top.joints.a_j2", "app.yaml:18:7", top.Joints[2].At},
		{"the joint a_j1, as its model has it", "arm.urdf:3:3", top.Joints[1].At},
		{"couplings[0]", "app.yaml:48:5", c.Couplings[0].At},
		{"couplings[0].command", "app.yaml:49:14", c.Couplings[0].Command.At},
		{"plant", "app.yaml:52:3", c.Plants[0].At},
		{"start of the plant", "app.yaml:55:39", c.Plants[0].Where("start[0].joint")},
		{"domain fast", "app.yaml:2:11", c.Domains[0].At},
		{"supervision.top", "app.yaml:58:8", top.Restart.At},
	} {
		if place.at.String() != place.want {
			t.Errorf("%s is at %v, want %s", place.what, place.at, place.want)
		}
	}
	d := c.Diagnostic(top.Actor("controller").Where("joint_group"), "worlds.top.processors.controller", "the law refuses it")
	if d.Excerpt != "        options: {joint_group: all}" || d.Caret != 32 {
		t.Errorf("a later error has the excerpt %q, %d", d.Excerpt, d.Caret)
	}
}

func TestEveryLoadGivesOptionsOfItsOwn(t *testing.T) {
	r := testRegistry(t)
	var instances []*trackerKind
	for range 2 {
		c, err := Load(testFiles(), "app.yaml", r)
		if err != nil {
			t.Fatal(err)
		}
		instances = append(instances, c.World("top").Actor("controller").Instance.(*trackerKind))
	}
	instances[0].Gain = 9
	if instances[1].Gain != 4 {
		t.Error("two loads share their options")
	}
}

func TestADomainThatIsToSleepUntilItsReleasesIsNotLeftToTheRuntime(t *testing.T) {
	c, err := Load(edited(t, "app.yaml", "spin: 20us", "spin: 0s"), "app.yaml", testRegistry(t))
	if err != nil {
		t.Fatal(err)
	}
	if spin := c.Domains[0].Spin; spin >= 0 {
		t.Errorf("%v is what the runtime chooses; want less than zero", spin)
	}
}
