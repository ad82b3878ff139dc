package app

import (
	"testing"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
)

// joint returns a joint of the application with edits, old, new, old, new.
func jointWith(t *testing.T, world, joint string, edits ...string) *Joint {
	t.Helper()
	c, err := Load(edited(t, "app.yaml", edits...), "app.yaml", testRegistry(t))
	if err != nil {
		t.Fatalf("\n%v", err)
	}
	w := c.World(world)
	for i := range w.Joints {
		if w.Joints[i].Name == joint {
			return &w.Joints[i]
		}
	}
	t.Fatalf("no joint %s", joint)
	return nil
}

const wheelsDrive = "{type: sim, joints: [m_wheel], safe_mode: damp, max_age: 40ms}"

func TestAFileWithoutAKindKeepsItsMeaning(t *testing.T) {
	if j := jointWith(t, "top", "a_j2"); j.Declared != nil || j.SafeMode != messages.ModeBrake {
		t.Errorf("%+v", j)
	}
}

func TestAKindSaysWhatFaultsLeadTo(t *testing.T) {
	j := jointWith(t, "low", "m_wheel", wheelsDrive, "{type: sim, joints: [m_wheel], kind: wheel}")
	if d := j.Declared; d == nil || d.Kind != modes.Wheel || d.RearmGiven || d.SafeMode != messages.ModeRun || j.SafeMode != messages.ModeDamp {
		t.Errorf("%+v, declared %+v", j, j.Declared)
	}
	j = jointWith(t, "low", "m_wheel", wheelsDrive, "{type: sim, joints: [m_wheel], kind: wheel, safe_mode: ramp_off, rearm: auto, modes: {bus_lost: off, overrun: limited}}")
	d := j.Declared
	if d.SafeMode != messages.ModeRampOff || d.Modes[modes.BusLost] != messages.ModeOff || d.Modes[modes.Overrun] != messages.ModeLimited || !d.RearmGiven || d.Rearm != modes.Auto {
		t.Errorf("declared %+v", d)
	}
	if r := modes.Resolve(modes.ActorFailed, d); j.SafeMode != messages.ModeRampOff || r.First() != j.SafeMode {
		t.Errorf("a failure of an actor leads to %s, the joint says %s", r.First(), j.SafeMode)
	}
}

func TestAJointsOwnKindAndModesCountBeforeThoseOfItsDrive(t *testing.T) {
	edits := []string{"rearm: auto\n        start: auto", "kind: gravity\n        modes: {command_late: damp, derated: ramp_hold}",
		"a_j2: {safe_mode: brake, rearm: reset}", "a_j2: {kind: vertical, modes: {command_late: brake}}"}
	first, second := jointWith(t, "top", "a_j1", edits...).Declared, jointWith(t, "top", "a_j2", edits...).Declared
	if first.Kind != modes.Gravity || first.Modes[modes.CommandLate] != messages.ModeDamp || first.Modes[modes.Derated] != messages.ModeRampHold {
		t.Errorf("%+v", first)
	}
	if second.Kind != modes.Vertical || second.Modes[modes.CommandLate] != messages.ModeBrake || second.Modes[modes.Derated] != messages.ModeRampHold {
		t.Errorf("%+v", second)
	}
}

func TestModesOfSingleFaultsNeedNoKind(t *testing.T) {
	j := jointWith(t, "low", "m_wheel", wheelsDrive, "{type: sim, joints: [m_wheel], safe_mode: damp, modes: {bus_lost: off}}")
	d := j.Declared
	late, lost := modes.Resolve(modes.CommandLate, d), modes.Resolve(modes.BusLost, d)
	if d.Kind != modes.AnyJoint || late.First() != messages.ModeDamp || lost.First() != messages.ModeOff || j.SafeMode != messages.ModeDamp {
		t.Errorf("%+v: %s, %s", d, late.String(), lost.String())
	}
}

func TestMistakesOfKindsAndModesAreNamed(t *testing.T) {
	drive := func(keys string) []string {
		return []string{wheelsDrive, "{type: sim, joints: [m_wheel], " + keys + "}"}
	}
	checkMistakes(t, map[string]mistake{
		"kind":          {drive("kind: weel"), []string{`did you mean "wheel"?`}},
		"any kind":      {drive("kind: any"), []string{`one of "gravity", "vertical", "wheel", "balancing"`}},
		"fault":         {drive("kind: wheel, modes: {bus_lots: damp}"), []string{`app.yaml:46:67: worlds.low.drives.wheels.modes.bus_lots: the key "bus_lots" is unknown`}},
		"near fault":    {drive("kind: wheel, modes: {bus_lots: damp}"), []string{`did you mean "bus_lost"?`}},
		"mode":          {drive("kind: wheel, modes: {bus_lost: dmp}"), []string{`did you mean "damp"?`}},
		"run":           {drive("kind: wheel, modes: {bus_lost: run}"), []string{`the value "run" is unknown`}},
		"no brake":      {drive("kind: wheel, modes: {bus_lost: brake}"), []string{"mode brake after bus_lost does not suit a joint of kind wheel"}},
		"dropped":       {drive("kind: gravity, modes: {bus_lost: off}"), []string{`mode off after bus_lost does not suit a joint of kind gravity`}},
		"what would":    {drive("kind: gravity, modes: {bus_lost: off}"), []string{`one of "ramp_hold", "damp"`}},
		"safe mode":     {drive("kind: balancing, safe_mode: off"), []string{`worlds.low.drives.wheels.safe_mode: mode off does not suit a joint of kind balancing`}},
		"limited":       {drive("kind: wheel, modes: {state_stale: limited}"), []string{"mode limited after state_stale does not suit"}},
		"limited alone": {drive("modes: {overrun: limited}"), []string{"mode limited after overrun does not suit a joint without a kind"}},
		"two of one bus": {[]string{"        rearm: auto\n        start: auto", "        kind: gravity\n        modes: {bus_lost: off}", "a_j2: {safe_mode: brake, rearm: reset}", "a_j2: {rearm: reset}"},
			[]string{"mode off after bus_lost does not suit a joint of kind gravity"}},
		"no drive": {[]string{"      a_j2: {safe_mode: brake", "      m_planar: {kind: wheel}\n      a_j2: {safe_mode: brake"}, []string{`joint "m_planar" has no drive in this world`}},
	})
}

func TestWhatDrivesMustHaveFollowsFromKinds(t *testing.T) {
	load := func(edits ...string) (*Config, *World) {
		c, err := Load(edited(t, "app.yaml", edits...), "app.yaml", testRegistry(t))
		if err != nil {
			t.Fatalf("\n%v", err)
		}
		return c, c.World("top")
	}
	_, w := load("a_j2: {safe_mode: brake, rearm: reset}", "a_j2: {rearm: reset}")
	if got := w.requirements(&w.Drives[0]); got != nil {
		t.Errorf("without a kind nothing is asked for, not %+v", got)
	}
	for _, rules := range []string{"safe_mode: brake", "modes: {bus_lost: brake}"} {
		_, w = load("a_j2: {safe_mode: brake, rearm: reset}", "a_j2: {"+rules+"}")
		if got := w.requirements(&w.Drives[0]); len(got) != 2 || got[0].Brake || !got[1].Brake || got[1].Watchdog != messages.ModeRun || got[1].Setting+" "+got[1].Value != "mode brake" {
			t.Errorf("%s asks for %+v", rules, got)
		}
	}
	_, w = load("a_j2: {safe_mode: brake, rearm: reset}", "a_j2: {kind: vertical}")
	got := w.requirements(&w.Drives[0])
	if len(got) != 2 || got[0].Brake || got[0].Watchdog != messages.ModeRun || !got[1].Brake || got[1].Watchdog != messages.ModeRampOff || got[1].Value != "vertical" {
		t.Errorf("%+v", got)
	}
}
