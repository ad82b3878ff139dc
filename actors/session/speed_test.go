package session

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// pathLength is how long the example's gripper is under way; a benchmark that goes on begins anew.
const pathLength = 10 * time.Second

// virtualRun is the example in virtual time.
type virtualRun struct {
	system *actors.System
	close  func() error
}

// newVirtualRun starts the example, recorded into a file or not at all.
func newVirtualRun(b *testing.B, c *app.Config, recorded bool) virtualRun {
	b.Helper()
	options, done := []actors.Option{actors.WithVirtualTime()}, func() error { return nil }
	if recorded {
		file, err := record.Create(b.TempDir() + "/run.mcap")
		if err != nil {
			b.Fatal(err)
		}
		disk := storage(file, true)
		writer, err := record.NewWriter(disk, record.Options{})
		if err != nil {
			b.Fatal(err)
		}
		sink, err := record.NewSink(writer, record.SinkOptions{})
		if err != nil {
			b.Fatal(err)
		}
		options, done = append(options, actors.WithRecorder(sink)), func() error { return errors.Join(sink.Close(), disk.Close()) }
	}
	system, err := app.New(c, options...)
	if err != nil {
		b.Fatal(err)
	}
	if err := system.Start(context.Background()); err != nil {
		b.Fatal(err)
	}
	return virtualRun{system, done}
}

func (v virtualRun) end(b *testing.B) {
	if err := errors.Join(v.system.Stop(context.Background()), v.close()); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkVirtualSecond runs a second of the example, with its gates, and with and without its
// recording. Run it with
// -cpu 1: "times_real_time" is what one processor does.
func BenchmarkVirtualSecond(b *testing.B) {
	for _, recorded := range []bool{false, true} {
		b.Run(map[bool]string{false: "bare", true: "recorded"}[recorded], func(b *testing.B) {
			c := loadExample(b)
			run := newVirtualRun(b, c, recorded)
			b.ReportAllocs()
			b.ResetTimer()
			for range b.N {
				if time.Duration(run.system.Now()) >= pathLength {
					b.StopTimer()
					run.end(b)
					run = newVirtualRun(b, c, recorded)
					b.StartTimer()
				}
				if err := run.system.Advance(time.Second); err != nil {
					b.Fatal(err)
				}
			}
			b.StopTimer()
			run.end(b)
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "times_real_time")
		})
	}
}
