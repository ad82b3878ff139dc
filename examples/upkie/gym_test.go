package upkie

import (
	"errors"
	"math"
	"testing"

	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/actors/spine/dictionary"
	"github.com/robo-actors/robo-actors/actors/spine/gym"
	"github.com/robo-actors/robo-actors/examples/upkie/drive"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

func environment(t testing.TB, o gym.Options) *gym.Environment {
	t.Helper()
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	config, err := app.LoadFile("app.yaml", registry)
	if err != nil {
		t.Fatal(err)
	}
	e, err := gym.New(config, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

// episode drives for some steps and returns the last observation and the sum of rewards.
func episode(t testing.TB, e *gym.Environment, steps int) (dictionary.Observation, float64) {
	t.Helper()
	o, err := e.Reset(nil)
	if err != nil {
		t.Fatal(err)
	}
	var d drive.Driver
	action, sum := dictionary.NewAction(drive.Servos(), dictionary.DefaultServoAction()), 0.0
	for range steps {
		if err := d.Act(o, action); err != nil {
			t.Fatal(err)
		}
		s, err := e.Step(action)
		if err != nil {
			t.Fatal(err)
		}
		o, sum = s.Observation, sum+s.Reward
		if s.Terminated {
			t.Fatalf("the robot fell: pitch %.2f rad", o.BaseOrientation.Pitch)
		}
	}
	return *o, sum
}

func upright() gym.Options {
	return gym.Options{Substeps: 5,
		Reward: func(o *dictionary.Observation, _ *dictionary.Action) float64 {
			return 1 - math.Abs(o.BaseOrientation.Pitch)
		},
		Terminated: func(o *dictionary.Observation) bool { return math.Abs(o.BaseOrientation.Pitch) > 1 }}
}

func TestABalancerEarnsItsRewardInAnEnvironment(t *testing.T) {
	_, sum := episode(t, environment(t, upright()), 400)
	if sum < 0.97*400 {
		t.Errorf("the rewards of 400 steps are %.1f", sum)
	}
}

func TestEnvironmentsOfOneSeedAgreeAndOthersDiffer(t *testing.T) {
	var last [3]dictionary.Observation
	done := make(chan struct{})
	for i, seed := range []uint64{7, 7, 8} { // beside each other
		o := upright()
		o.Seed = seed
		e := environment(t, o)
		go func() {
			last[i], _ = episode(t, e, 200)
			done <- struct{}{}
		}()
	}
	for range last {
		<-done
	}
	if a, b := *last[0].BaseOrientation, *last[1].BaseOrientation; a != b || last[0].Servos[2].Position != last[1].Servos[2].Position {
		t.Errorf("one seed, two results: %+v and %+v", a, b)
	}
	if *last[0].BaseOrientation == *last[2].BaseOrientation {
		t.Error("two seeds give the same result")
	}
}

func TestARejectedActionChangesNothingAndAClosedEnvironmentSaysSo(t *testing.T) {
	e := environment(t, upright())
	action := dictionary.NewAction(drive.Servos(), dictionary.DefaultServoAction())
	if _, err := e.Step(action); !errors.Is(err, gym.ErrRejected) {
		t.Errorf("a step before the first reset: %v", err)
	}
	if _, err := e.Reset(&messages.SpineConfig{}); err != nil {
		t.Fatal(err)
	}
	action.Servos[0].MaximumTorque = 100
	if _, err := e.Step(action); !errors.Is(err, gym.ErrRejected) {
		t.Errorf("a torque beyond the limit: %v", err)
	}
	action.Servos[0].MaximumTorque = 1
	if s, err := e.Step(action); err != nil || s.Observation.BaseOrientation == nil {
		t.Errorf("the step after it: %v", err)
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Step(action); !errors.Is(err, gym.ErrClosed) {
		t.Errorf("a step of a closed environment: %v", err)
	}
	if err := e.Close(); err != nil {
		t.Error(err)
	}
}

func BenchmarkEnvironment(b *testing.B) {
	for name, substeps := range map[string]int{"substeps=1": 1, "substeps=5": 5} {
		b.Run(name, func(b *testing.B) {
			o := upright()
			o.Substeps = substeps
			e := environment(b, o)
			observation, err := e.Reset(nil)
			if err != nil {
				b.Fatal(err)
			}
			var d drive.Driver
			action := dictionary.NewAction(drive.Servos(), dictionary.DefaultServoAction())
			b.ResetTimer()
			for range b.N {
				if err := d.Act(observation, action); err != nil {
					b.Fatal(err)
				}
				s, err := e.Step(action)
				if err != nil {
					b.Fatal(err)
				}
				observation = s.Observation
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "steps/s")
		})
	}
}
