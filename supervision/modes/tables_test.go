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
	b.WriteString("\n## Somebody asks for re-arm, or time passes\n\nRows: a joint in `ramp_hold` whose cause takes the way named first. The settle time is 1 s.\n\n")
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
	b.WriteString("| takes |")
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

// reactions is the table of what each fault leads to, by the kind of the joint.
func reactions(b *strings.Builder) {
	b.WriteString("\n## What a fault leads to, by the kind of the joint\n\n" +
		"A joint whose file declares no `kind` goes to its `safe_mode` after every fault, and comes back as the table above says.\n" +
		"With a `kind`, this table says what each fault leads to at once; behind a semicolon stands what follows, and in brackets\n" +
		"how it is left. `safe_mode` is then the least mode of those that stop, `modes: {bus_lost: damp}` replaces what one fault\n" +
		"leads to at once, and `rearm` counts where it asks for more. IDs are those of the catalogue of faults.\n\n| fault | |")
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
	b.WriteString("\nWith a redundant sensor `sensor_implausible` leads a joint of kind gravity to ramp_hold; with a brake, an emergency stop\n" +
		"leads it to ramp_off. An emergency stop of category 0 switches a balancing robot off at once. No fault switches a joint\n" +
		"that carries weight off first where there is no brake.\n\n" +
		"What the gate of a world finds by itself: `command_late`, `command_invalid`, `state_stale`, `drive_fault`, `bus_lost`,\n" +
		"`bounds_exceeded`, `actor_failed`, `overrun`, `supply_voltage`, `derated`, and an operator's stop as `emergency_stop`.\n" +
		"`process_lost` is the drives' own. The others are told by who finds them, as a `gate.FaultNotice`.\n")
}

// TestTheTablesOfTheAutomatonAreThoseOfTheCode compares modes.md with what the automaton does. Run
// it with -update to write the file anew.
func TestTheTablesOfTheAutomatonAreThoseOfTheCode(t *testing.T) {
	var b strings.Builder
	b.WriteString("# The modes of a joint\n\nWritten from the code by `go test ./supervision/modes -run Tables -update`; a test compares.\n\n" +
		"A joint is in `run` exactly while it has no cause. It climbs by itself and comes down by re-arm only, all the way to\n`run`. " +
		"Effects: *stop*, the safe command goes out; *latched*, a cause was added or came back; *arm*, the arm number\ngrows and commands begin at the measured state; *refused*, nothing happens and the reason is told.\n\n")
	demands(&b)
	b.WriteString("\nA more severe mode without a new cause (a ramp has ended, a drive has climbed by itself) is taken in every mode but\n`run`.\n")
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
