package session

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/worlds/app"
)

const example = "../../examples/mobile_manipulator/app.yaml"

func loadExample(t testing.TB) *app.Config {
	t.Helper()
	r, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	c, err := app.LoadFile(example, r)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func startAndStop(t testing.TB, c *app.Config) {
	t.Helper()
	s, err := app.New(c, actors.WithVirtualTime())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := s.Stop(context.Background()); err != nil {
		t.Fatal(err)
	}
}

// Starts of the example in one test run; the benchmark does as many as it is asked for.
const starts = 1_000

func TestAThousandStartsAndStopsLeaveNothingBehind(t *testing.T) {
	c := loadExample(t)
	n := starts
	if testing.Short() || raceEnabled {
		n = 200 // the race detector makes a start twenty times as long
	}
	startAndStop(t, c) // what a process makes once
	goroutines := runtime.NumGoroutine()
	for range n {
		startAndStop(t, c)
	}
	now := runtime.NumGoroutine()
	for range 1000 { // the collector has goroutines of its own at times
		if now <= goroutines {
			break
		}
		time.Sleep(time.Millisecond)
		now = runtime.NumGoroutine()
	}
	if now > goroutines {
		t.Errorf("%d goroutines before, %d after %d starts", goroutines, now, n)
	}
	goleak.VerifyNone(t)
}

// BenchmarkStart builds and starts the example from its parsed description. Its figures, the mean
// and "median-us/op", are of these two only: what was made is stopped off the clock.
func BenchmarkStart(b *testing.B) {
	c := loadExample(b)
	startAndStop(b, c) // what a process makes once
	took := make([]time.Duration, 0, b.N)
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		began := time.Now()
		s, err := app.New(c, actors.WithVirtualTime())
		if err == nil {
			err = s.Start(context.Background())
		}
		took = append(took, time.Since(began))
		b.StopTimer()
		if err := errors.Join(err, s.Stop(context.Background())); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Nanoseconds())/1e3, "median-us/op")
}
