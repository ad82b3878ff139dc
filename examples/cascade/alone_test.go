package cascade

import (
	"context"
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/examples/internal/run"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// A base rests until a part commands it, drives to the place of the part within its acceleration,
// and comes to rest when the part is closed on the way, also where the commands of the part fail.
func TestABaseThatRunsAloneIsCommandedByAPart(t *testing.T) {
	for name, c := range map[string]struct {
		schedule []string
		place    []float64 // at the end: x, y in m
		rests    bool      // somewhere on the way instead
	}{
		"to its place":       {[]string{"at 1s open parts/drive.yaml"}, []float64{0.5, 0.3}, false},
		"closed on the way":  {[]string{"at 1s open parts/drive.yaml", "at 1800ms close parts/drive.yaml"}, nil, true},
		"opened twice":       {[]string{"at 1s open parts/drive.yaml", "at 1800ms close parts/drive.yaml", "at 3s open parts/drive.yaml"}, []float64{0.5, 0.3}, false},
		"silent on the way":  {[]string{"at 1s open parts/drive.yaml", "at 1800ms for 10s partition planner/*->wheels/*"}, nil, true},
		"nobody commands it": {nil, []float64{0, 0}, false},
	} {
		r, path := run.Simulate(t, "alone.yaml", 1, c.schedule...)
		if missed, _ := r.Missed(); missed != 0 {
			t.Errorf("%s: %d releases were missed", name, missed)
		}
		all := run.Series[messages.BodyState](t, run.Open(t, path), "plant/robot.truth")
		last := all[len(all)-1].Value
		x, y := last.Pose.Position[0], last.Pose.Position[1]
		switch speed := math.Hypot(last.Twist.Linear[0], last.Twist.Linear[1]); {
		case c.rests && (math.Hypot(x, y) < 0.05 || math.Hypot(x-0.5, y-0.3) < 0.05 || speed > 1e-3):
			t.Errorf("%s: the base is at %.3f, %.3f m with %.4f m/s; want rest on the way", name, x, y, speed)
		case !c.rests && math.Hypot(x-c.place[0], y-c.place[1]) > 0.02:
			t.Errorf("%s: the base is at %.3f, %.3f m, want %v", name, x, y, c.place)
		}
		for i := 50; i < len(all); i += 50 { // mean accelerations over 50 ms
			v, u := all[i].Value.Twist.Linear, all[i-50].Value.Twist.Linear
			if a := math.Hypot(v[0]-u[0], v[1]-u[1]) / all[i].Stamp.Time.Sub(all[i-50].Stamp.Time).Seconds(); a > 3 {
				t.Fatalf("%s: at %s the base accelerates by %.2f m/s^2, of which its controller allows 1.5 along each axis", name, all[i].Stamp.Time, a)
			}
		}
	}
}

// inRealTime builds the application of a file, for at most two minutes of real time.
func inRealTime(t *testing.T, file string) (*app.Config, *actors.System) {
	t.Helper()
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	config, err := app.LoadFile(file, registry)
	if err != nil {
		t.Fatal(err)
	}
	config.Virtual, config.Duration = false, 2*time.Minute
	system, err := app.New(config)
	if err != nil {
		t.Fatal(err)
	}
	return config, system
}

// In real time the base moves once the part is open.
func TestABaseThatRunsAloneIsCommandedInRealTime(t *testing.T) {
	config, system := inRealTime(t, "alone.yaml")
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	run.Tap(t, system, "plant/robot.truth", func(_ messages.Stamp, s *messages.BodyState) {
		if math.Hypot(s.Pose.Position[0], s.Pose.Position[1]) > 0.02 {
			stop()
		}
	})
	if err := system.Start(ctx); err != nil {
		t.Fatal(err)
	}
	if err := app.NewParts(config, system).Open("parts/drive.yaml").Make(ctx); err != nil && ctx.Err() == nil {
		t.Error(err)
	}
	for end := time.Now().Add(2 * time.Minute); ctx.Err() == nil; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the base does not move")
		}
	}
	if err := system.Stop(context.Background()); err != nil {
		t.Log(err) // a slow machine may have missed releases
	}
}
