package session_test

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/actors/session"
	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/hardware/sim"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// realDrives are simulated ones that hide it: the runtime takes them for real.
type realDrives struct{ sim.DriverOptions }

func (o *realDrives) MakeDriver(c hardware.DriverContext) (func() (hardware.Driver, error), error) {
	simulated, err := o.DriverOptions.MakeDriver(c)
	return func() (hardware.Driver, error) {
		driver, err := simulated()
		return struct{ hardware.Driver }{driver}, err
	}, err
}

// A session with real drives has twins with stand-ins only, which begin where the drives are. They
// move on in the twin, and not in the original.
func TestATwinOfASessionWithRealDrivesHasStandIns(t *testing.T) {
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	if err := actors.Register(registry, "real", actors.RoleDriver, "drives that are taken for real", realDrives{sim.DriverOptions{Silence: 100 * time.Millisecond}}); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for _, name := range []string{"environment.yaml", "arm.urdf"} {
		text, err := os.ReadFile(filepath.Join("../kinds/testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), []byte(strings.Replace(string(text), "type: simulated", "type: real", 1)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, err := session.New(registry, filepath.Join(folder, "environment.yaml"), session.WithVirtualTime(), session.WithLogger(nil))
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	position := func(sys *actors.System) *[]float64 {
		q := &[]float64{}
		if _, err := actors.Tap(sys, "arm/perception.snapshot", func(_ messages.Stamp, s *messages.Snapshot) { *q = slices.Clone(s.Position) }); err != nil {
			t.Fatal(err)
		}
		return q
	}
	of := position(s.System)
	if err := errors.Join(s.System.Start(ctx), s.System.Advance(50*time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	for (*of)[0] < 0.2 && s.System.Now() < 3e9 {
		if err := s.System.Advance(20 * time.Millisecond); err != nil {
			t.Fatal(err)
		}
	}
	var refused *actors.TwinError
	if _, err := s.Twin(); !errors.As(err, &refused) || len(refused.Obstacles) != 1 || refused.Obstacles[0].Actor != "arm/motors" {
		t.Errorf("a twin without permission: %v", err)
	}
	twin, err := s.TwinWith(app.TwinDrives{StandIns: true})
	if err != nil {
		t.Fatal(err)
	}
	by, begin := position(twin), slices.Clone(*of)
	if err := twin.Advance(20 * time.Millisecond); err != nil {
		t.Fatal(err)
	}
	if len(*by) != 2 || math.Abs((*by)[0]-begin[0]) > 0.05 || begin[0] > 0.75 || begin[0] < 0.2 {
		t.Errorf("the stand-ins begin at %v, the drives are at %v; expected the same place, on the way to 0.8 rad", *by, begin)
	}
	if err := twin.Advance(3 * time.Second); err != nil {
		t.Fatal(err)
	}
	if math.Abs((*by)[0]-0.8) > 0.02 || !slices.Equal(*of, begin) {
		t.Errorf("the twin is at %v, the original at %v; expected 0.8 rad, and %v", *by, *of, begin)
	}
	if err := errors.Join(twin.Stop(ctx), s.System.Stop(ctx)); err != nil {
		t.Error(err)
	}
}
