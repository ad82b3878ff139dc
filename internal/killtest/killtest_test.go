//go:build linux

package killtest

import (
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var (
	kills = flag.Int("kills", 5, "trials that end with SIGKILL")
	stops = flag.Int("stops", 2, "trials that are interrupted by SIGSTOP")
	asked = flag.Int("ends", 3, "trials that end with SIGTERM, SIGHUP and SIGINT in turns")
	seed  = flag.Uint64("seed", 1, "seed of the times and of the order of the trials")
)

// slowMachine lets the application tolerate a machine that keeps a thread waiting for 100 ms.
var slowMachine = strings.NewReplacer("Hz\n    models:", "Hz\n    on_overrun: {hang_after: 1s}\n    models:")

// build builds the command, once for a test.
func build(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "robo-actors")
	if out, err := exec.Command("go", "build", "-ldflags=-w", "-o", program, "../../cmd/robo-actors").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

// robot copies the example and returns the paths of the application and of the file with its
// drives.
func robot(t *testing.T) (application, drives string) {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../examples/mobile_manipulator")); err != nil {
		t.Fatal(err)
	}
	application = filepath.Join(dir, "app_remote.yaml")
	text, err := os.ReadFile(application)
	if err != nil {
		t.Fatal(err)
	}
	tolerant := slowMachine.Replace(string(text))
	if tolerant == string(text) {
		t.Fatal("app_remote.yaml has no world to change")
	}
	if err := os.WriteFile(application, []byte(tolerant), 0o600); err != nil {
		t.Fatal(err)
	}
	return application, filepath.Join(dir, "app.yaml")
}

// runDirectory makes the run directory of the processes. The path of a socket must be short.
func runDirectory(t *testing.T) {
	t.Helper()
	dir, err := os.MkdirTemp("", "ra")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	t.Setenv("XDG_RUNTIME_DIR", dir)
}

func TestDrivesAreSafeWhateverHappensToTheProcessAtRandomTimes(t *testing.T) {
	o := Options{Kills: *kills, Stops: *stops, Ends: *asked, Seed: *seed, Within: 1500 * time.Millisecond}
	if testing.Short() {
		o.Kills, o.Stops, o.Ends = 1, 1, 1
	}
	runDirectory(t)
	o.Program = build(t)
	o.Application, o.Drives = robot(t)
	o.Progress = func(trial Trial) {
		t.Logf("trial %d: %s, %v", trial.Number, trial.Kind, trial.Took.Round(time.Millisecond))
	}
	result, err := Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, violation := range result.Violations() {
		t.Error(violation)
	}
	if result.Kills != o.Kills || result.Stops != o.Stops || result.Ends != o.Ends {
		t.Errorf("ran %d kills, %d stops, %d ends; asked for %d, %d, %d", result.Kills, result.Stops, result.Ends, o.Kills, o.Stops, o.Ends)
	}
	summary(t, result)
}

// summary prints the figures and checks that the strikes met drives that ran.
func summary(t *testing.T, result *Result) {
	t.Helper()
	armed, messages, late := 0, 0, time.Duration(0)
	for _, trial := range result.Trials {
		if trial.Ran > 0 {
			armed++
		}
		messages += trial.Messages
		late = max(late, trial.Late)
	}
	if armed == 0 && len(result.Trials) > 1 { // every second strike waits until all drives run
		t.Error("no strike met a drive that ran")
	}
	reactions := result.Reactions()
	at := func(share float64) time.Duration {
		return reactions[min(int(share*float64(len(reactions))), len(reactions)-1)]
	}
	if len(reactions) > 0 {
		t.Logf("from the last command to the watchdog's mode: %d times, p50 %v, p99 %v, max %v; longest beyond the watchdog's time %v",
			len(reactions), at(0.5), at(0.99), at(1), late)
	}
	t.Logf("drives ran at %d of %d strikes; %d messages read from the recordings", armed, len(result.Trials), messages)
}
