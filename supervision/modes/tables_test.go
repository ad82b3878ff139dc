package modes_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
)

var update = flag.Bool("update", false, "write modes.md anew")

// outcome says what the automaton does with one event in one mode: the mode after it, and the
// effects.
func outcome(r *modes.Rules, s modes.State, e modes.Event) string {
	next, effects := modes.Step(r, s, e)
	text := next.Mode.String()
	if next.Mode == s.Mode {
		text = "="
	}
	if effects &= modes.Stop | modes.Arm | modes.Latched | modes.Refused; effects != 0 {
		text += " (" + strings.ReplaceAll(strings.ReplaceAll(effects.String(), "_", " "), "+", ", ") + ")"
	}
	return text
}

// in returns a state of a mode with a cause that is present or gone.
func in(mode messages.Mode, cause messages.Cause, present bool) modes.State {
	s := modes.State{Mode: mode, Nonce: 7, Incarnation: 1, Clear: messages.Instant(time.Second)}
	if mode != messages.ModeRun {
		s.Causes = modes.SetOf(cause)
	}
	if present {
		s.Present = s.Causes
	}
	return s
}

// demands is the table of what a new cause does.
func demands(b *strings.Builder) {
	rules := modes.NewRules(modes.Acknowledge, modes.Acknowledge, 0)
	b.WriteString("## A cause comes and asks for a mode\n\nColumns: the mode it asks for. `=` means that the mode stays.\n\n| in |")
	for _, m := range messages.Modes()[1:] {
		fmt.Fprintf(b, " %s |", m)
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", 6) + "\n")
	for _, m := range messages.Modes() {
		fmt.Fprintf(b, "| %s |", m)
		for _, to := range messages.Modes()[1:] {
			fmt.Fprintf(b, " %s |", outcome(&rules, in(m, messages.CauseStale, true), modes.Event{Kind: modes.Demand, Cause: messages.CauseInvalid, Mode: to}))
		}
		b.WriteString("\n")
	}
}

// requests is the table of what re-arm takes, cause by cause and declaration by declaration.
func requests(b *strings.Builder) {
	b.WriteString("\n## What re-arm takes after a cause\n\nColumns: what the joint declares by `rearm`. After startup it is what the joint declares by `start`.\n\n| cause |")
	for _, r := range modes.Rearms() {
		fmt.Fprintf(b, " rearm %s |", r)
	}
	b.WriteString("\n|---|---|---|---|\n")
	for _, c := range modes.StopCauses() {
		fmt.Fprintf(b, "| %s |", c)
		for _, way := range modes.Rearms() {
			r := modes.NewRules(way, way, 0)
			if c == messages.CauseStartup {
				b.WriteString(" as `start` says |")
				continue
			}
			fmt.Fprintf(b, " %s |", r.By[c])
		}
		b.WriteString("\n")
	}
}

// rearms is the table of who may re-arm.
func rearms(b *strings.Builder) {
	rules := modes.NewRules(modes.Auto, modes.Auto, time.Second)
	b.WriteString("\n## A request for re-arm, or time passes\n\nRows: a joint in `ramp_hold` whose cause requires the way named first. The settle time is 1 s.\n\n")
	columns := []struct {
		name  string
		event modes.Event
	}{
		{"acknowledge", modes.Event{Kind: modes.Request, Way: modes.Acknowledge, Nonce: 7, Incarnation: 1}},
		{"reset", modes.Event{Kind: modes.Request, Way: modes.Reset, Nonce: 7, Incarnation: 1}},
		{"acknowledge of an older state", modes.Event{Kind: modes.Request, Way: modes.Acknowledge, Nonce: 6, Incarnation: 1}},
		{"acknowledge to another incarnation", modes.Event{Kind: modes.Request, Way: modes.Acknowledge, Nonce: 7, Incarnation: 2}},
		{"0.9 s pass", modes.Event{Kind: modes.Pass, Now: messages.Instant(1900 * time.Millisecond)}},
		{"1 s passes", modes.Event{Kind: modes.Pass, Now: messages.Instant(2 * time.Second)}},
	}
	b.WriteString("| requires |")
	for _, c := range columns {
		fmt.Fprintf(b, " %s |", c.name)
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(columns)) + "\n")
	for _, row := range []struct {
		name  string
		state modes.State
	}{
		{"auto, cause gone", in(messages.ModeRampHold, messages.CauseStale, false)},
		{"acknowledge, cause gone", in(messages.ModeRampHold, messages.CauseHang, false)},
		{"reset, cause gone", in(messages.ModeRampHold, messages.CauseDrive, false)},
		{"any, cause present", in(messages.ModeRampHold, messages.CauseStale, true)},
		{"(in run)", in(messages.ModeRun, messages.CauseNone, false)},
	} {
		fmt.Fprintf(b, "| %s |", row.name)
		for _, c := range columns {
			fmt.Fprintf(b, " %s |", outcome(&rules, row.state, c.event))
		}
		b.WriteString("\n")
	}
}

// reactions is the table of reactions to faults, by the kind of the joint.
func reactions(b *strings.Builder) {
	b.WriteString("\n## Reactions to faults, by the kind of the joint\n\n" +
		"A joint without a `kind` enters its `safe_mode` after every fault, and re-arm follows the table\n" +
		"above. For a joint with a `kind`, this table has the mode after each fault, after semicolons what\n" +
		"follows, and in brackets the required level of re-arm. `safe_mode` is then the least severe mode\n" +
		"of those that stop, `modes: {bus_lost: damp}` replaces the first mode after one fault, and `rearm`\n" +
		"applies where it requires more. IDs are those of the catalogue of faults.\n\n| fault | |")
	for _, k := range modes.JointKinds() {
		fmt.Fprintf(b, " %s |", k)
	}
	b.WriteString("\n|---|---|" + strings.Repeat("---|", len(modes.JointKinds())) + "\n")
	for _, f := range modes.FaultClasses() {
		fmt.Fprintf(b, "| `%s` %s | %s |", f, f.ID(), f.Meaning())
		for _, k := range modes.JointKinds() {
			r := modes.Resolve(f, &modes.Declared{Kind: k})
			fmt.Fprintf(b, " %s |", r.String())
		}
		b.WriteString("\n")
	}
	b.WriteString("\n" +
		"With a redundant sensor, `sensor_implausible` leads a joint of kind gravity to ramp_hold. With a\n" +
		"brake, an emergency stop leads it to ramp_off. An emergency stop of category 0 switches a\n" +
		"balancing robot off at once. No fault first switches off a joint that carries weight and has no\n" +
		"brake.\n\n" +
		"The gate of a world detects `command_late`, `command_invalid`, `state_stale`, `drive_fault`,\n" +
		"`bus_lost`, `bounds_exceeded`, `actor_failed`, `overrun`, `supply_voltage` and `derated`. An\n" +
		"operator's stop leads to the mode that it requests, and its re-arm requires what that of\n" +
		"`emergency_stop` requires. The drives themselves react to `process_lost`. The detector of any\n" +
		"other fault reports it as a `gate.FaultNotice`.\n\n" +
		"A drive reports `supply_voltage` by the fault codes 34 and 40, `bounds_exceeded` by 49 and 50,\n" +
		"`derated` by 96 to 105, and `drive_fault` by any other. A drive that stops by itself without a\n" +
		"fault code, or that of `derated`, and a bus whose driver ends with an error, are `bus_lost`; a\n" +
		"driver that panics or hangs is `actor_failed`. A limit that a drive reports is a hard one. A joint\n" +
		"whose drive reports a fault is in no mode that is less severe than the drive's.\n\n" +
		"Where the table leaves a joint in run, its controller is expected to handle the fault. A fault\n" +
		"that reaches the gate is beyond that controller, and the gate reacts as to `actor_failed`. After\n" +
		"a panic or an error of its controller a balancing joint follows the last command for one more\n" +
		"period, of the controller or of the gate, whichever is longer; a second failure ends that time.\n\n" +
		"The re-arm of a joint with a `kind` requires what the faults of its stop require, what `start`\n" +
		"says after a start, and at least an acknowledgement after the causes error, hang, escalation and\n" +
		"operator. Before a joint has run for the first time since a start of its gate, missing commands\n" +
		"and states are part of the cause startup.\n")
}

// TestTheTablesOfTheAutomatonAreThoseOfTheCode compares modes.md with what the automaton does. Run
// it with -update to write the file anew.
func TestTheTablesOfTheAutomatonAreThoseOfTheCode(t *testing.T) {
	var b strings.Builder
	b.WriteString("# The modes of a joint\n\nWritten from the code by `go test ./supervision/modes -run Tables -update`; a test compares.\n\n" +
		"A joint is in `run` exactly while it has no cause. It climbs by itself and comes down by re-arm\n" +
		"only, all the way to `run`. Effects: *stop*, the gate sends the safe command; *latched*, a cause\n" +
		"was added or came back; *arm*, the arm number grows and commands start at the measured state;\n" +
		"*refused*, nothing happens and the gate reports the reason.\n\n")
	demands(&b)
	b.WriteString("\nEvery mode except `run` yields to a more severe mode without a new cause, for example when a ramp\nhas ended or a drive has climbed by itself.\n")
	requests(&b)
	rearms(&b)
	reactions(&b)
	const file = "modes.md"
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(have) != b.String() {
		t.Errorf("%s differs from what the automaton does; it should read\n%s", file, b.String())
	}
}
