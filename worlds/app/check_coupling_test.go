package app

import (
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/robo-actors/robo-actors/worlds/coupling"
)

const (
	testCommand = "command: {from: top, to: low/controller.target, mode: velocity}"
	testState   = "state: {from: low/controller.state, to: top, max_age: 55ms}"
)

func TestMistakesOfCouplingsAreNamed(t *testing.T) {
	command := func(text string) []string { return []string{testCommand, "command: {" + text + "}"} }
	state := func(text string) []string { return []string{testState, "state: {" + text + "}"} }
	checkMistakes(t, map[string]mistake{
		"no joint":        {[]string{"  - joint: m_planar\n    command", "  - command"}, []string{`couplings[0].joint: the key "joint" is missing`}},
		"joint":           {[]string{"- joint: m_planar", "- joint: m_plan"}, []string{`no joint of world "low" is named "m_plan"`, `no joint of world "top" is named "m_plan"`}},
		"name of a joint": {[]string{"- joint: m_planar", "- joint: m.planar"}, []string{"rename it in the models"}},
		"states from another world": {[]string{"couplings:\n", "  third:\n    rate: 10Hz\n    models: [{include: base.urdf.yaml, namespace: m}]\n    processors: {p: {type: tracker, options: {joint_group: g}}}\n    joint_groups: {g: [m_planar]}\ncouplings:\n",
			"state: {from: low/controller.state", "state: {from: third/p.state"}, []string{`commands go to world "low", but states come from world "third"`}},
		"no state":           {[]string{"    " + testState + "\n", ""}, []string{`the key "state" is missing`}},
		"world":              {command("from: tob, to: low/controller.target, mode: velocity"), []string{`did you mean "top"?`}},
		"world of the port":  {command("from: top, to: loww/controller.target, mode: velocity"), []string{`did you mean "low"?`}},
		"no port":            {command("from: top, to: low, mode: velocity"), []string{`"low" is no port of a world`}},
		"no world":           {command("from: top, to: controller.target, mode: velocity"), []string{`"controller.target" is no port of a world`}},
		"no actor":           {command("from: top, to: low/controler.target, mode: velocity"), []string{`no actor of world "low" is named "controler"`}},
		"port":               {command("from: top, to: low/controller.tarhet, mode: velocity"), []string{`did you mean "target"?`}},
		"output for input":   {command("from: top, to: low/controller.state, mode: velocity"), []string{`port "state" of low/controller (tracker) is not an input`}},
		"type of the port":   {command("from: top, to: low/controller.reference, mode: velocity"), []string{`input "reference" of low/controller (tracker) carries messages.JointState`}},
		"one world":          {command("from: low, to: low/controller.target, mode: velocity"), []string{`both ends are in world "low"`}},
		"worlds apart":       {command("from: low, to: top/controller.target, mode: velocity"), []string{`commands come from world "low", but states go to world "top"`}},
		"no mode":            {command("from: top, to: low/controller.target"), []string{`the key "mode" is missing`}},
		"mode":               {command("from: top, to: low/controller.target, mode: velocty"), []string{`did you mean "velocity"?`}},
		"mode of the joint":  {command("from: top, to: low/controller.target, mode: position"), []string{`joint "m_planar" of world "low" takes no commands in position`, `joint "m_planar" of world "top" takes no commands in position`}},
		"age of a command":   {command("from: top, to: low/controller.target, mode: velocity, max_age: 9ms"), []string{"the age 9ms is below the period of the source, 10ms"}},
		"age of a state":     {state("from: low/controller.state, to: top, max_age: 19ms"), []string{"the age 19ms is below the period of the source, 20ms"}},
		"stale":              {command("from: top, to: low/controller.target, mode: velocity, on_stale: ramp_to_zer"), []string{`did you mean "ramp_to_zero"?`}},
		"hold of a velocity": {command("from: top, to: low/controller.target, mode: velocity, on_stale: decelerate_and_hold"), []string{"holds a position, which the coupling does not carry"}},
		"resampling":         {command("from: top, to: low/controller.target, mode: velocity, resample: cubik"), []string{`did you mean "cubic"?`}},
		"nothing to resample": {command("from: top, to: low/controller.target, mode: velocity, resample: linear"),
			[]string{`world "top" is not slower than world "low"`}},
		"resampled state": {state("from: low/controller.state, to: top, resample: linear"), []string{`the value "linear" is unknown`}},
		"what nobody commands": {[]string{"options: {joint_group: all}", "options: {joint_group: all, count: 8}"},
			[]string{"couplings[0].command.mode: the coupling carries velocity, and top/controller (tracker) commands position"}},
		"what nobody follows": {[]string{"virtual_joint: m_planar}", "virtual_joint: m_planar, count: -2}"},
			[]string{"couplings[0].command.mode: the coupling carries velocity, and low/controller (tracker) follows effort"}},
		"what no task uses": {[]string{"virtual_joint: m_planar}", "virtual_joint: m_planar, count: -3}"},
			[]string{`couplings[0].command.mode: the coupling carries velocity, and task "press", a hybrid, of low/controller uses none of it`}},
		"two writers": {[]string{"couplings:\n", "couplings:\n  - joint: m_planar\n    " + testCommand + "\n    " + testState + "\n"},
			[]string{"another coupling writes input low/controller.target already", `another coupling writes the commands of joint "m_planar" of world "top" already`, `another coupling writes the state of joint "m_planar" of world "top" already`}},
		"fed twice": {[]string{"controller: {type: tracker, options: {joint_group: m_wheels,", "path: {type: planner}\n      other: {type: tracker, options: {joint_group: m_wheels}}\n      controller: {type: tracker, inputs: {target: other.command}, options: {joint_group: m_wheels,"},
			[]string{"is commanded by", "input low/controller.target is fed by low/other.command already"}},
	})
}

func TestACoupledJointIsTheSameInBothWorlds(t *testing.T) {
	for what, change := range map[string][2]string{
		"limits[0].velocity: 1 m/s, 0.9 m/s": {"limits: [{velocity: 1, acceleration: 2}", "limits: [{velocity: 0.9, acceleration: 2}"},
		"type: planar, floating":             {"type: planar", "type: floating"},
		"axis: [0 0 1], [0 1 0]":             {"child: body, axis: [0, 0, 1]", "child: body, axis: [0, 1, 0]"},
		"origin.position":                    {"child: body, axis: [0, 0, 1]", "child: body, origin: {xyz: [0, 0, 1]}, axis: [0, 0, 1]"},
	} {
		files := edited(t, "wheels.urdf.yaml", change[0], change[1])
		if what == "type: planar, floating" {
			text := string(files["wheels.urdf.yaml"].Data)
			text = strings.Replace(text, "axis: [0, 0, 1], control: velocity,", "control: velocity}", 1)
			text = strings.Replace(text, "       limits: [{velocity: 1, acceleration: 2}, {velocity: 1, acceleration: 2}, {velocity: 1, acceleration: 2}]}\n", "", 1)
			files["wheels.urdf.yaml"].Data = []byte(text)
		}
		_, err := Load(files, "app.yaml", testRegistry(t))
		list := problems(t, err)
		wantErrors(t, list, `joint "m_planar" differs between worlds "top" and "low": `+what)
		if list.Len() > 0 && !strings.Contains(list.Error(), "it is declared at base.urdf.yaml:5:7 and at wheels.urdf.yaml:5:7") {
			t.Errorf("the two places are not named:\n%v", list)
		}
	}
}

// jointed returns the good application with another virtual joint, of one degree of freedom, that
// takes every mode.
func jointed(t *testing.T, command string) (*Config, error) {
	t.Helper()
	files := edited(t, "app.yaml", testCommand, "command: {from: top, to: low/controller.target, "+command+"}")
	for _, name := range []string{"base.urdf.yaml", "wheels.urdf.yaml"} {
		text := string(files[name].Data)
		text = strings.Replace(text, "type: planar", "type: prismatic", 1)
		text = strings.Replace(text, "control: velocity,", "", 1)
		text = strings.Replace(text, "limits: [{velocity: 1, acceleration: 2}, {velocity: 1, acceleration: 2}, {velocity: 1, acceleration: 2}]", "limits: {lower: -1, upper: 1, velocity: 1, effort: 10}", 1)
		files[name].Data = []byte(text)
	}
	return Load(files, "app.yaml", testRegistry(t))
}

func TestWhatAnOldCommandLeadsToDependsOnItsMode(t *testing.T) {
	for command, want := range map[string]coupling.OnStale{
		"mode: velocity":                                 coupling.RampToZero,
		"mode: position":                                 coupling.DecelerateAndHold,
		"mode: position+velocity":                        coupling.DecelerateAndHold,
		"mode: position, on_stale: withdraw":             coupling.Withdraw,
		"mode: effort, on_stale: ramp_to_zero":           coupling.RampToZero,
		"mode: torque, on_stale: withdraw":               coupling.Withdraw,
		"mode: position+effort, on_stale: withdraw":      coupling.Withdraw,
		"mode: velocity+effort, on_stale: ramp_to_zero":  coupling.RampToZero,
		"mode: velocity, resample: hold, max_age: 200ms": coupling.RampToZero,
	} {
		c, err := jointed(t, command)
		if err != nil {
			t.Errorf("%s:\n%v", command, err)
		} else if got := c.Couplings[0].Command.OnStale; got != want {
			t.Errorf("%s leads to %v, want %v", command, got, want)
		}
	}
	for command, want := range map[string]string{
		"mode: effort":                                `the key "on_stale" is missing`,
		"mode: velocity+effort":                       `the key "on_stale" is missing`,
		"mode: position, on_stale: ramp_to_zero":      "would drive a position to zero",
		"mode: effort, on_stale: decelerate_and_hold": "holds a position",
	} {
		_, err := jointed(t, command)
		wantErrors(t, problems(t, err), want)
	}
}

// The default of a bound is three times the longer period, 30 ms to 250 ms, and never below a
// period of the source.
func TestAgesHaveTheirDefaults(t *testing.T) {
	for _, given := range []struct {
		top, low       string
		command, state time.Duration
	}{
		{"100Hz", "20ms", 60 * time.Millisecond, 60 * time.Millisecond},
		{"1kHz", "2ms", 30 * time.Millisecond, 30 * time.Millisecond},
		{"20Hz", "20ms", 150 * time.Millisecond, 150 * time.Millisecond},
		{"10Hz", "20ms", 250 * time.Millisecond, 250 * time.Millisecond},
		{"2Hz", "20ms", 500 * time.Millisecond, 250 * time.Millisecond},
	} {
		files := edited(t, "app.yaml", "rate: 100Hz\n    models", "rate: "+given.top+"\n    models", "period: 20ms", "period: "+given.low,
			", max_age: 55ms", "", "max_age: {reference: 30ms}", "", ", max_age: 40ms", "")
		c, err := Load(files, "app.yaml", testRegistry(t))
		if err != nil {
			t.Fatalf("\n%v", err)
		}
		if k := c.Couplings[0]; k.Command.MaxAge != given.command || k.State.MaxAge != given.state {
			t.Errorf("top %s, low %s: ages %v and %v, want %v and %v", given.top, given.low, k.Command.MaxAge, k.State.MaxAge, given.command, given.state)
		}
	}
}

func TestASlowWorldIsResampled(t *testing.T) {
	files := edited(t, "app.yaml", "mode: velocity}", "mode: velocity, resample: cubic}", "period: 20ms", "period: 2ms", "max_age: 55ms", "max_age: 30ms")
	c, err := Load(files, "app.yaml", testRegistry(t))
	if err != nil {
		t.Fatalf("\n%v", err)
	}
	if got := c.Couplings[0].Command.Resample; got != coupling.Cubic {
		t.Errorf("the command is resampled by %v", got)
	}
}

func TestAWrongPeriodIsReportedOnceNotAgainAsResampling(t *testing.T) {
	files := edited(t, "app.yaml", "mode: velocity}", "mode: velocity, resample: cubic}", "    rate: 100Hz\n", "    rate: 100\n")
	_, err := Load(files, "app.yaml", testRegistry(t))
	wantErrors(t, problems(t, err), "it has no unit")
}

func TestAJointMayBeObservedByAThirdWorld(t *testing.T) {
	observer := `  watcher:
    rate: 10Hz
    models: [{include: base.urdf.yaml, namespace: m}]
couplings:
  - joint: m_planar
    state: {from: low/controller.state, to: watcher}
`
	c, err := Load(edited(t, "app.yaml", "couplings:\n", observer), "app.yaml", testRegistry(t))
	if err != nil {
		t.Fatalf("\n%v", err)
	}
	if len(c.Couplings) != 2 || c.Couplings[0].Command != nil || c.Couplings[0].State.MaxAge != 250*time.Millisecond || !c.Worlds[2].Joints[0].Virtual {
		t.Errorf("the couplings are %+v", c.Couplings)
	}
}

func TestAKindMayHavePortsThatOnlyItKnows(t *testing.T) {
	files := edited(t, "app.yaml", "path: {type: planner}", "path: {type: planner}\n      filter: {type: dynamic, inputs: {reference_2: path.reference}}",
		"{reference: path.reference}", "{reference: filter.out_7}")
	c, err := Load(files, "app.yaml", testRegistry(t))
	if err != nil {
		t.Fatalf("\n%v", err)
	}
	if got := c.World("top").Actor("controller").Inputs[0].From; got != "top/filter.out_7" {
		t.Errorf("the input is fed by %s", got)
	}
}

func TestJointsOfDrivesAreComparedWithThoseOfThePlant(t *testing.T) {
	const models, wheel = "models: [{include: wheels.urdf.yaml, namespace: m}]\n  options", "joints: [m_wheel], safe_mode"
	plant := func(model string) *Config {
		files := edited(t, "app.yaml", models, "models: [{include: plant.urdf.yaml, namespace: m}]\n  options")
		files["plant.urdf.yaml"] = &fstest.MapFile{Data: []byte(model)}
		c, err := Load(files, "app.yaml", testRegistry(t))
		if list := problems(t, err); list.Len() > 0 {
			wantErrors(t, list, `app.yaml:46:36: worlds.low.drives.wheels.joints[0]: joint "m_wheel" is continuous in world "low", but prismatic in the plant`)
			return nil
		}
		return c
	}
	if c := plant(strings.NewReplacer("{name: wheel, type: continuous", "{name: wheel, type: prismatic", "limits: {velocity: 20,", "limits: {lower: 0, upper: 1, velocity: 20,").Replace(wheelsModel)); c != nil {
		t.Error("a wheel that slides in the plant is accepted")
	}
	for change, want := range map[string]string{
		"axis: [0, 1, 0], limits: {velocity: 20, effort: 5}":  "",
		"axis: [0, -1, 0], limits: {velocity: 20, effort: 5}": `joint "m_wheel" differs between world "low" and the plant: axis: [0 1 0], [0 -1 0]; it is declared at wheels.urdf.yaml:7:7 and at plant.urdf.yaml:7:7`,
		"axis: [0, 1, 0], limits: {velocity: 10, effort: 9}":  "limit velocity: 20, 10; it is declared",
	} {
		model := strings.Replace(wheelsModel, "child: wheel, axis: [0, 1, 0], limits: {velocity: 20, effort: 5}", "child: wheel, "+change, 1)
		c := plant(model)
		if c == nil {
			t.Fatal("it is refused")
		}
		text := ""
		for _, n := range c.Notes {
			text += n.Summary()
		}
		if !strings.Contains(text, want) || want == "" && text != "" {
			t.Errorf("%s leads to the notes %q, want %q", change, text, want)
		}
	}
}

func TestCommandsThatABaseCannotFollowAreNoted(t *testing.T) {
	for count, want := range map[string]string{"1": "", "-1": `couplings[0].command: low/controller (tracker) moves joint "m_planar" not along y: what top/controller commands of it there is lost`} {
		c := good(t, "virtual_joint: m_planar}", "virtual_joint: m_planar, count: "+count+"}")
		text := ""
		for _, n := range c.Notes {
			text += n.Summary()
		}
		if !strings.Contains(text, want) || want == "" && text != "" {
			t.Errorf("count %s leads to the notes %q, want %q", count, text, want)
		}
	}
}

func TestCommandsThatSpareWhatABaseCannotFollowAreNotNoted(t *testing.T) {
	c := good(t, "virtual_joint: m_planar}", "virtual_joint: m_planar, count: -1}", "options: {joint_group: all}", "options: {joint_group: all, count: 7}")
	for _, n := range c.Notes {
		t.Errorf("it is noted that %s", n.Summary())
	}
}
