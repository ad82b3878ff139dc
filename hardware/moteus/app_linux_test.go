package moteus_test

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/hardware/moteus/emulator"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// loadApp loads the application of the testdata with edits, pairs of old and new text.
func loadApp(t *testing.T, edits ...string) (*app.Config, error) {
	t.Helper()
	folder := t.TempDir()
	for _, name := range []string{"app.yaml", "arm.urdf"} {
		text, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		edited := string(text)
		if name == "app.yaml" {
			for i := 0; i < len(edits); i += 2 {
				if !strings.Contains(edited, edits[i]) {
					t.Fatalf("the application has no %q", edits[i])
				}
				edited = strings.Replace(edited, edits[i], edits[i+1], 1)
			}
		}
		if err := os.WriteFile(filepath.Join(folder, name), []byte(edited), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	return app.LoadFile(filepath.Join(folder, "app.yaml"), registry)
}

func TestAnApplicationMovesServosBehindASerialPort(t *testing.T) {
	shoulder, lift := &emulator.Rotor{Inertia: 0.002, Friction: 0.01}, &emulator.Rotor{Inertia: 0.002, Friction: 0.01}
	bus := emulator.NewBus(0, emulator.NewServo(3, shoulder), emulator.NewServo(4, lift))
	for _, s := range bus.Servos() {
		s.Settings[emulator.SettingKp], s.Settings[emulator.SettingKd] = 10, 0.8
	}
	file, path, err := emulator.OpenPort()
	if err != nil {
		t.Fatal(err)
	}
	keep, err := os.OpenFile(path, os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	go bus.ServeLines(file) //nolint:errcheck // it ends with the test
	t.Cleanup(func() { _, _ = keep.Close(), file.Close() })
	config, err := loadApp(t, "device: DEVICE", "device: "+path)
	if err != nil {
		t.Fatal(err)
	}
	system, err := app.New(config)
	if err != nil {
		t.Fatal(err)
	}
	ctx, arrived := context.WithCancel(context.Background())
	defer arrived()
	go live(ctx, bus, func() bool {
		return math.Abs(shoulder.Position*2*math.Pi+0.5) < 0.01 && math.Abs(lift.Position*-0.05-0.1) < 0.001
	}, arrived)
	if err := system.Run(ctx); err != nil {
		t.Fatal(err)
	}
	bus.Do(func() {
		if math.Abs(shoulder.Position*2*math.Pi+0.5) > 0.01 || math.Abs(lift.Position*-0.05-0.1) > 0.001 {
			t.Errorf("the servos are at %g and %g rev; want the joints at -0.5 rad and 0.1 m", shoulder.Position, lift.Position)
		}
		for _, s := range bus.Servos() {
			if s.Mode() != 12 && s.Mode() != 0 {
				t.Errorf("after the end servo %d is in %s, want damping or no torque", s.ID, s.Mode())
			}
		}
	})
}

// live lets the servos live in real time until they have arrived.
func live(ctx context.Context, bus *emulator.Bus, arrived func() bool, end func()) {
	for begin := time.Now(); ctx.Err() == nil; time.Sleep(time.Millisecond) {
		bus.Advance(messages.Instant(time.Since(begin)))
		bus.Do(func() {
			if arrived() {
				end()
			}
		})
	}
}

func TestErrorsOfAnApplicationHaveTheirPlaceInTheFile(t *testing.T) {
	for name, c := range map[string]struct {
		edits []string
		want  []string
	}{
		"an unknown joint":         {[]string{"joint: lift", "joint: lft"}, []string{"app.yaml:35:23", `"lft"`, "lift"}},
		"a joint with two servos":  {[]string{"joint: lift, id: 4, max_torque: 2 N m, per_revolution: -0.05 m", "joint: shoulder, id: 4, max_torque: 2 N m"}, []string{`joint "shoulder" has two servos`}},
		"two servos of an id":      {[]string{"id: 4", "id: 3"}, []string{"servos[1].id", "has the identifier of"}},
		"a slide without a pitch":  {[]string{", per_revolution: -0.05 m", ""}, []string{`joint "lift" slides`, "for one revolution"}},
		"an unknown transport":     {[]string{"transport: fdcanusb", "transport: usb"}, []string{"fdcanusb"}},
		"checksums on socketcan":   {[]string{"transport: fdcanusb", "transport: socketcan"}, []string{"checksums"}},
		"a torque without a bound": {[]string{"max_torque: 2 N m, per", "max_torque: 0 N m, per"}, []string{"max_torque"}},
	} {
		t.Run(name, func(t *testing.T) {
			config, err := loadApp(t, c.edits...)
			if err == nil {
				_, err = app.New(config)
			}
			for _, text := range c.want {
				if err == nil || !strings.Contains(err.Error(), text) {
					t.Errorf("got %v\n\twant %q", err, text)
				}
			}
		})
	}
}
