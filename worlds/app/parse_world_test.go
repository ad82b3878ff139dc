package app

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds"
)

// single loads a file of one world with the arm of the tests, and further lines.
func single(t *testing.T, lines string) (*Config, error) {
	t.Helper()
	files := testFiles()
	files["app.yaml"] = &fstest.MapFile{Data: []byte("rate: 100Hz\n" + lines)}
	return Load(files, "app.yaml", testRegistry(t))
}

func mustSingle(t *testing.T, lines string) *World {
	t.Helper()
	c, err := single(t, lines)
	if err != nil {
		t.Fatalf("\n%v", err)
	}
	return &c.Worlds[0]
}

func TestAJointsOwnSettingsWinOverThoseOfItsDrive(t *testing.T) {
	w := mustSingle(t, `
models: [{path: arm.urdf}]
joints: {j2: {safe_mode: off, rearm: acknowledge, start: acknowledge, settle: 2s}}
drives: {bus: {type: sim, joints: [j1, j2], safe_mode: damp, rearm: reset, start: auto, settle: 1s}}
`)
	want := []Joint{
		{Name: "j1", SafeMode: messages.ModeDamp, Rearm: modes.Reset, Start: modes.Auto, Settle: time.Second, Drive: 0, Controller: -1, At: w.Joints[0].At},
		{Name: "j2", SafeMode: messages.ModeOff, Rearm: modes.Acknowledge, Start: modes.Acknowledge, Settle: 2 * time.Second, Drive: 0, Controller: -1, At: w.Joints[1].At},
	}
	if diff := cmp.Diff(want, w.Joints); diff != "" {
		t.Error(diff)
	}
}

func TestWhatAFileLeavesOpenHasDefaults(t *testing.T) {
	w := mustSingle(t, "models: [{path: arm.urdf}]\ndrives: {bus: {type: sim, joints: [j1, j2]}}\n")
	if j := w.Joints[0]; j.SafeMode != messages.ModeRampHold || j.Rearm != modes.Acknowledge || j.Start != modes.Acknowledge || j.Settle != 500*time.Millisecond {
		t.Errorf("the joint is %+v", j)
	}
	if w.Domain != actors.DefaultDomain || w.Tolerance != (actors.Tolerance{Missed: 300, RecoverPer: 10}) {
		t.Errorf("the world is %+v", w)
	}
	for _, given := range []struct {
		period string
		want   time.Duration
	}{{"1ms", 10 * time.Millisecond}, {"10ms", 30 * time.Millisecond}, {"50ms", 100 * time.Millisecond}} {
		c, err := single(t, "")
		if err == nil || c != nil {
			t.Fatal("a file without models is taken")
		}
		files := testFiles()
		files["app.yaml"].Data = []byte("period: " + given.period + "\nmodels: [{path: arm.urdf}]\ndrives: {bus: {type: sim, joints: [j1, j2]}}\n")
		if c, err = Load(files, "app.yaml", testRegistry(t)); err != nil {
			t.Fatal(err)
		}
		if got := c.Worlds[0].Drives[0].MaxAge; got != given.want {
			t.Errorf("a world of %s bears commands of %v, want %v", given.period, got, given.want)
		}
	}
}

func TestTheMainDomainRequestsRealTimeUnlessTheFileRefusesIt(t *testing.T) {
	const rest = "models: [{path: arm.urdf}]\ndrives: {bus: {type: sim, joints: [j1, j2]}}\n"
	for lines, want := range map[string]int{"": DefaultPriority, "domains: {main: {spin: 20us}}\n": DefaultPriority, "domains: {main: {priority: 0}}\n": 0,
		"domains: {main: {priority: 7}}\n": 7} {
		c, err := single(t, lines+rest)
		if err != nil {
			t.Fatalf("\n%v", err)
		}
		if c.Domains[0].Priority != want {
			t.Errorf("%q: priority %d, expected %d", lines, c.Domains[0].Priority, want)
		}
	}
}

func TestLimitsHaveTheUnitsOfTheirAxes(t *testing.T) {
	w := mustSingle(t, `
models:
  - path: arm.urdf
    joint:
      parent: world
      name: free
      type: floating
      limits: [{velocity: 1 m/s}, {velocity: 1 m/s}, {velocity: 1 m/s, effort: 5 N}, {velocity: 2 rad/s}, {acceleration: 3 rad/s^2}, {effort: 4 N m}]
joints: {free: {passive: true}, j1: {passive: true}, j2: {passive: true}}
limits:
  free: [~, ~, {effort: 4 N}, {velocity: 1.5 rad/s}, ~, {jerk: 7 rad/s^3}]
  j1: {lower: -1 rad, upper: 90e-2, effort: 9 N m}
  j2: {upper: 0.4 m, jerk: 2 m/s3}
`)
	free := w.Model.Joint(0).Limits
	inf := worlds.Unlimited()
	want := []worlds.Limit{inf, inf, inf, inf, inf, inf}
	for i := range 3 {
		want[i].Velocity = 1
	}
	want[2].Effort, want[3].Velocity, want[4].Acceleration, want[5].Effort, want[5].Jerk = 4, 1.5, 3, 4, 7
	if diff := cmp.Diff(want, free); diff != "" {
		t.Error(diff)
	}
	if l := w.Model.Joint(1).Limits[0]; l.Lower != -1 || l.Upper != 0.9 || l.Effort != 9 || l.Velocity != 1.5 {
		t.Errorf("the limits of j1 are %+v", l)
	}
	if l := w.Model.Joint(2).Limits[0]; l.Lower != 0 || l.Upper != 0.4 || l.Jerk != 2 {
		t.Errorf("the limits of j2 are %+v", l)
	}
	for text, want := range map[string]string{
		"free: [{velocity: 1 rad/s}, ~, ~, ~, ~, ~]": `the unit of "1 rad/s" is "rad/s"`,
		"free: [{upper: 1}, ~, ~, ~, ~, ~]":          "a floating joint has no bounds of position",
		"j2: {effort: 1 N m}":                        `the unit of "1 N m" is "N m"`,
	} {
		_, err := single(t, "models: [{path: arm.urdf, joint: {parent: world, name: free, type: floating}}]\njoints: {free: {passive: true}, j1: {passive: true}, j2: {passive: true}}\nlimits: {"+text+"}\n")
		wantErrors(t, problems(t, err), want)
	}
}

func TestEveryRoleHasItsPhase(t *testing.T) {
	w := mustSingle(t, `
models: [{path: arm.urdf}]
joint_groups: {arm: [j1, j2]}
processors:
  observer: {type: dynamic}
  model: {type: kinematics, options: {frames: [tip]}}
  planner: {type: planner}
  controller: {type: tracker, options: {joint_group: arm}}
  late: {type: planner, phase: actuation, period: 30ms, execution: {base: 1ms, jitter: 200us}}
drives: {bus: {type: sim, joints: [j1, j2], execution: 20us, restart: {escalate: application}}}
`)
	want := []actors.Phase{actors.Perception, actors.Planning, actors.Planning, actors.Control, actors.Actuation}
	for i, p := range w.Actors {
		if p.Phase != want[i] {
			t.Errorf("%s runs in phase %v, want %v", p.Name, p.Phase, want[i])
		}
	}
	if late := w.Actor("late"); late.Period != 30*time.Millisecond || late.Execution != (actors.Execution{Base: time.Millisecond, Jitter: 200 * time.Microsecond}) {
		t.Errorf("the late one is %+v", late)
	}
	if bus := w.Drive("bus"); bus.Execution.Base != 20*time.Microsecond || bus.Restart.Escalate != "application" || w.Drive("none") != nil {
		t.Errorf("the bus is %+v", bus)
	}
}

func TestModelsTogetherHaveABound(t *testing.T) {
	var chain strings.Builder
	chain.WriteString(`<robot name="chain"><link name="l0"/>`)
	for i := 1; i < 3000; i++ {
		fmt.Fprintf(&chain, `<link name="l%d"/><joint name="j%d" type="fixed"><parent link="l%d"/><child link="l%d"/></joint>`, i, i, i/10, i)
	}
	chain.WriteString("</robot>")
	files := testFiles()
	files["chain.urdf"] = &fstest.MapFile{Data: []byte(chain.String())}
	files["app.yaml"].Data = []byte("rate: 1Hz\nmodels: [{path: chain.urdf}, {path: chain.urdf, namespace: b, joint: {parent: l1}}]\n")
	_, err := Load(files, "app.yaml", testRegistry(t))
	wantErrors(t, problems(t, err), "models[1]: the models have 6000 links together")
}

func TestAddressesAreParted(t *testing.T) {
	for text, want := range map[string]address{
		"top":           {world: "top"},
		"path.out":      {actor: "path", port: "out"},
		"top/path.out":  {world: "top", actor: "path", port: "out"},
		"w-1/p_2.out_3": {world: "w-1", actor: "p_2", port: "out_3"},
	} {
		if got, err := parseAddress(text); err != nil || got != want {
			t.Errorf("%s is %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "/", ".", "top/", "top/path", "/path.out", "path.", ".out", "a/b/c.d", "a b", "a.b.c", "top/.out", "top/path.", "ü"} {
		if got, err := parseAddress(text); err == nil {
			t.Errorf("%q is taken for %+v", text, got)
		}
	}
}
