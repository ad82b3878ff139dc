package drives

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/hardware/remote"
	"github.com/robo-actors/robo-actors/hardware/sim"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// arm is an application of one world whose drives are simulated.
const arm = `
app: {name: arm}
worlds:
  arm:
    rate: 100Hz
    models: [{path: arm.urdf}]
    drives: {bus: {type: simulated, rate: 100Hz, joints: [joint_1, joint_2, joint_3, joint_4, joint_5, joint_6, joint_7]}}
plant:
  type: rigid_body
  rate: 1kHz
  models: [{path: arm.urdf}]
  options:
    servos: [{joints: [joint_1, joint_2, joint_3, joint_4, joint_5, joint_6, joint_7], bandwidth: 5 Hz, gear_ratio: 100, rotor_inertia: 6e-5, brake_effort: 200}]
`

func loaded(t *testing.T, text string) *app.Config {
	t.Helper()
	return loadedIn(t, runDirectory(t), text)
}

// runDirectory returns a folder that is also that of the sockets of this user.
func runDirectory(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "ra") // the path of a socket is short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	t.Setenv("XDG_RUNTIME_DIR", dir)
	return dir
}

func loadedIn(t *testing.T, dir, text string) *app.Config {
	t.Helper()
	model, err := os.ReadFile("../../examples/mobile_manipulator/models/arm.urdf")
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"arm.urdf": model, "app.yaml": []byte(text)} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	registry := actors.NewRegistry()
	if err := errors.Join(sim.Register(registry), remote.Register(registry)); err != nil {
		t.Fatal(err)
	}
	c, err := app.LoadFile(filepath.Join(dir, "app.yaml"), registry)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// A driver runs all drives and then says nothing: they go to the mode of their watchdogs within its
// time, as this process reports it, and the simulation's own delays apart.
func TestADriveWhoseControllerFallsSilentIsReported(t *testing.T) {
	host, err := New(loaded(t, arm), Network{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	ended := make(chan error, 1)
	go func() { ended <- host.Run(ctx) }()
	driver, err := remote.New(remote.Config{Name: host.Buses[0], Address: host.Addresses[0], Drives: host.expected(), Timeout: time.Second, Silence: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	if err := driver.Open(0, 10*time.Second); err != nil {
		t.Fatal(err)
	}
	command, state := hardware.NewCommand(7), hardware.NewState(7)
	for slices.ContainsFunc(state.Mode, messages.Mode.Stops) {
		if err := hardware.Exchange(driver, 0, command, state); err != nil && !errors.Is(err, hardware.ErrBusLost) { // a plant that hangs is silent
			t.Fatal(err)
		}
		for i, mode := range state.Mode {
			command.Mode[i], command.Control[i] = messages.ModeRun, messages.ControlVelocity
			if mode.Stops() { // not yet, or not any more: a busy machine may hold commands up until a watchdog stops the drive
				command.Arm[i] = state.Arm[i] + 1
			}
		}
		time.Sleep(2 * time.Millisecond)
	}
	stopped := map[string]bool{}
	for change := range host.Changes() {
		if change.From != "run" {
			continue
		}
		if took := change.At.Sub(change.Command); took > change.Watchdog+time.Millisecond+2*change.Gap || took < change.Watchdog-change.Gap {
			t.Errorf("%s after the last command, the watchdog is %s, the greatest gap %s: %+v", took, change.Watchdog, change.Gap, change)
		}
		if change.To != change.Mode {
			t.Errorf("%+v", change)
		}
		if stopped[change.Joint] = true; len(stopped) == 7 {
			cancel()
		}
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if c := host.Counts()[0]; c.Sessions != 1 || c.Commands == 0 {
		t.Errorf("%+v", c)
	}
	_ = driver.Close() // nobody is there any more
}

// expected describes the drives as they are: this test is not about differences.
func (h *Host) expected() []hardware.DriveInfo { return h.servers[0].Drives() }

func TestAnApplicationWithoutSimulatedDrivesIsRefused(t *testing.T) {
	c := loaded(t, arm)
	c.Plants = nil
	if _, err := New(c, Network{}); err == nil || !strings.Contains(err.Error(), "has no plant; expected one with simulated drives") {
		t.Error(err)
	}
}

func TestTwoProcessesOfTheSameDrivesTakeTurns(t *testing.T) {
	c := loaded(t, arm)
	for range 2 { // the second finds the sockets of one that was killed
		host, err := New(c, Network{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := os.Lstat(strings.TrimPrefix(host.Addresses[0], "unix:")); err != nil {
			t.Error(err)
		}
		if err := host.closeServers(); err != nil {
			t.Error(err)
		}
	}
}
