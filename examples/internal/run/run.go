// Package run loads application files for the tests of the examples and reads their ports and
// recordings.
package run

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/actors/session"
	"github.com/robo-actors/robo-actors/actors/session/report"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// Load reads an application file for a run in virtual time.
func Load(t *testing.T, file string) *app.Config {
	t.Helper()
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	config, err := app.LoadFile(file, registry)
	if err != nil {
		t.Fatal(err)
	}
	config.Virtual = true
	return config
}

// Simulate runs an application file in virtual time, with a schedule of faults and of what people
// do, and returns its report and the path of its recording.
func Simulate(t *testing.T, file string, seed uint64, schedule ...string) (*report.Report, string) {
	t.Helper()
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	recording := filepath.Join(t.TempDir(), "run.mcap")
	with := []session.Option{session.WithVirtualTime(), session.WithSeed(seed), session.WithRecording(recording), session.WithLogger(nil),
		session.WithWarnings(func(err error) { t.Error(err) })}
	for _, line := range schedule {
		a, err := faults.Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		with = append(with, session.WithSchedule(a))
	}
	s, err := session.New(registry, file, with...)
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return r, recording
}

// Open opens a recording, which must be whole, until the end of the test.
func Open(t *testing.T, path string) *record.Reader {
	t.Helper()
	r, err := record.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	if d := r.Damage(); d != nil {
		t.Fatalf("the recording is damaged: %s", d)
	}
	return r
}

// Tap has each value of a port looked at.
func Tap[T any](t *testing.T, system *actors.System, port string, each func(messages.Stamp, *T)) {
	t.Helper()
	if _, err := actors.Tap(system, port, each); err != nil {
		t.Fatal(err)
	}
}

// Series returns all values of a topic, of which there must be some.
func Series[T any](t *testing.T, r *record.Reader, topic string) []record.Sample[T] {
	t.Helper()
	s, err := record.Series[T](r, topic)
	if err != nil {
		t.Fatal(err)
	}
	if len(s) == 0 {
		t.Fatalf("topic %s is empty", topic)
	}
	return s
}
