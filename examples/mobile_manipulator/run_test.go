// Package mobilemanipulator proves what the example claims, from the recordings that its runs leave.
package mobilemanipulator

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/internal/report"
	"github.com/robo-actors/robo-actors/internal/session"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults"
)

// simulate runs an application file in virtual time and returns its report and the path of its recording.
func simulate(t *testing.T, file string, seed uint64, schedule ...string) (*report.Report, string) {
	t.Helper()
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	o := session.Options{File: file, Virtual: true, Seed: &seed, Recording: filepath.Join(t.TempDir(), "run.mcap"), Warn: func(err error) { t.Error(err) }}
	for _, line := range schedule {
		a, err := faults.Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		o.Schedule = append(o.Schedule, a)
	}
	s, err := session.New(registry, o)
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return r, o.Recording
}

// open opens a recording that must be whole.
func open(t *testing.T, path string) *record.Reader {
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

// series returns all values of a topic.
func series[T any](t *testing.T, r *record.Reader, topic string) []record.Sample[T] {
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

func bytesOf(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestTheSameSeedGivesTheSameRecordingAndAnotherOneDoesNot(t *testing.T) {
	_, first := simulate(t, "app.yaml", 1)
	_, again := simulate(t, "app.yaml", 1)
	_, other := simulate(t, "app.yaml", 2)
	a := bytesOf(t, first)
	if a != bytesOf(t, again) {
		t.Error("two runs with one seed recorded different bytes")
	}
	truth := func(path string) messages.Pose {
		all := series[messages.BodyState](t, open(t, path), "plant/robot.truth")
		return all[len(all)-1].Value.Pose
	}
	if truth(first) == truth(other) {
		t.Error("the noise of another seed moved nothing")
	}
}
