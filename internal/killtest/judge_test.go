//go:build linux

package killtest

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/internal/drives"
	"github.com/robo-actors/robo-actors/messages"
)

// change is one that is as it must be, 100 ms after the last command.
func change(spoil func(*drives.Change)) drives.Change {
	c := drives.Change{At: messages.Instant(1101 * time.Millisecond), Joint: "elbow", From: "run", To: "ramp_hold", Command: messages.Instant(time.Second),
		Gap: time.Millisecond, Watchdog: 100 * time.Millisecond, Mode: "ramp_hold"}
	spoil(&c)
	return c
}

func TestEachDriveIsJudgedByItsOwnWatchdog(t *testing.T) {
	for name, c := range map[string]struct {
		change drives.Change
		want   string
	}{
		"in time":             {change(func(*drives.Change) {}), ""},
		"stopped earlier":     {change(func(c *drives.Change) { c.At = c.Command + 5 }), ""},
		"more severe":         {change(func(c *drives.Change) { c.To = "off" }), ""},
		"a late simulation":   {change(func(c *drives.Change) { c.At += messages.Instant(20 * time.Millisecond); c.Gap = 20 * time.Millisecond }), ""},
		"late twice":          {change(func(c *drives.Change) { c.At += messages.Instant(38 * time.Millisecond); c.Gap = 20 * time.Millisecond }), ""},
		"later than that":     {change(func(c *drives.Change) { c.At += messages.Instant(41 * time.Millisecond); c.Gap = 20 * time.Millisecond }), "elbow left run 142ms"},
		"too late":            {change(func(c *drives.Change) { c.At += messages.Instant(3 * time.Millisecond) }), "elbow left run 104ms after its last command; its watchdog is 100ms"},
		"too soft":            {change(func(c *drives.Change) { c.To, c.Mode = "ramp_hold", "damp" }), "went from run to ramp_hold; its watchdog leads to damp"},
		"still limited":       {change(func(c *drives.Change) { c.To = "limited" }), "went from run to limited"},
		"wandered":            {change(func(c *drives.Change) { c.From, c.To, c.Moved = "ramp_hold", "run", 0.04 }), "0.0400 rad away from where it came to rest"},
		"stayed where it was": {change(func(c *drives.Change) { c.From, c.To, c.Moved = "ramp_hold", "run", 0.03 }), ""},
	} {
		trial := Trial{}
		trial.judge([]drives.Change{c.change})
		if got := strings.Join(trial.Violations, "; "); (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// The process that controls ends 1.1 s after the drives' process has begun.
func TestADriveThatRunsOnAfterTheEndOfItsProcessIsNamed(t *testing.T) {
	end := messages.Instant(1100 * time.Millisecond)
	after := func(d time.Duration, spoil func(*drives.Change)) drives.Change {
		return change(func(c *drives.Change) { c.At = end.Add(d); spoil(c) })
	}
	asItIs := func(*drives.Change) {}
	for name, c := range map[string]struct {
		change drives.Change
		want   string
	}{
		"within two steps":   {after(3*time.Millisecond, asItIs), ""},
		"a late simulation":  {after(40*time.Millisecond, func(c *drives.Change) { c.Gap = 38 * time.Millisecond }), ""},
		"by its watchdog":    {after(95*time.Millisecond, asItIs), "the process has ended, and elbow was in run for 95ms more; the simulation was late by at most 1ms"},
		"limited":            {after(95*time.Millisecond, func(c *drives.Change) { c.From = "limited" }), "elbow was in limited for 95ms more"},
		"had stopped before": {after(95*time.Millisecond, func(c *drives.Change) { c.From, c.To = "ramp_hold", "off" }), ""},
	} {
		trial := Trial{}
		trial.ended([]drives.Change{c.change}, end)
		if got := strings.Join(trial.Violations, "; "); (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// A mark has its place among the changes, and the time of the drives' process.
func TestAMarkSaysWhenItWasMade(t *testing.T) {
	d := &driveProcess{cmd: exec.Command("true"), ended: make(chan error, 1), marks: map[string]placed{}, modes: map[string]string{}, told: make(chan struct{})}
	if err := d.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	d.read(strings.NewReader(`{"at_ns":5,"joint":"elbow","from":"off","to":"run"}` + "\n" + `{"at_ns":7,"mark":"ended"}` + "\n" +
		`{"at_ns":9,"joint":"elbow","from":"run","to":"damp"}` + "\n"))
	if err := <-d.ended; err != nil {
		t.Fatal(err)
	}
	if later := d.since("ended"); d.at("ended") != 7 || len(later) != 1 || later[0].At != 9 {
		t.Errorf("the mark is of %d, and %+v after it", d.at("ended"), later)
	}
}

func TestDrivesThatRunWithoutBeingAskedAreNamed(t *testing.T) {
	all := []drives.Change{change(func(c *drives.Change) { c.From, c.To = "off", "run" }), change(func(c *drives.Change) { c.Joint = "wrist" }),
		change(func(c *drives.Change) { c.Joint, c.From, c.To = "thumb", "damp", "limited" })}
	if got := ran(all); !slices.Equal(got, []string{"elbow", "thumb"}) {
		t.Error(got)
	}
	if got := left(all); !slices.Equal(got, []string{"wrist"}) {
		t.Error(got)
	}
}

func TestARecordingThatCannotBeReadIsAViolation(t *testing.T) {
	dir := t.TempDir()
	garbage := filepath.Join(dir, "garbage")
	if err := os.WriteFile(garbage, []byte("this is no recording"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		path  string
		trial Trial
		bad   bool
	}{
		"garbage of a run":                {garbage, Trial{Kind: kill, Ran: 3}, true},
		"garbage of a start":              {garbage, Trial{Kind: kill}, false},
		"none of a run":                   {filepath.Join(dir, "a"), Trial{Kind: kill, Ran: 3}, true},
		"none of a start that was killed": {filepath.Join(dir, "b"), Trial{Kind: kill}, false},
	} {
		c.trial.read(c.path)
		if got := len(c.trial.Violations) > 0; got != c.bad {
			t.Errorf("%s: %v", name, c.trial.Violations)
		}
	}
}

func TestTheOrderOfTrialsFollowsFromTheSeed(t *testing.T) {
	run := func(seed uint64) []string {
		c := campaign{options: Options{Kills: 5, Stops: 3, Ends: 4, Seed: seed}, random: source(seed)}
		return c.order()
	}
	if a, b := run(1), run(1); !slices.Equal(a, b) || len(a) != 12 {
		t.Error(a, b)
	}
	if slices.Equal(run(1), run(2)) {
		t.Error("two seeds, one order")
	}
	counts := map[string]int{}
	for _, kind := range run(3) {
		counts[kind]++
	}
	if counts[kill] != 5 || counts[stop] != 3 || counts["terminate"] != 2 || counts["hang_up"] != 1 || counts["interrupt"] != 1 {
		t.Error(counts)
	}
}

func TestACampaignThatCannotBeginSaysWhy(t *testing.T) {
	t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
	for want, o := range map[string]Options{
		"expected none below zero, and at least one": {Kills: -1},
		"no such file": {Kills: 1, Program: filepath.Join(t.TempDir(), "nothing")},
	} {
		if _, err := Run(context.Background(), o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
