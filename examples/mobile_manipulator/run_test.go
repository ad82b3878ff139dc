// Package mobilemanipulator proves what the example claims, from the recordings that its runs
// leave.
package mobilemanipulator

import (
	"os"
	"testing"

	"github.com/robo-actors/robo-actors/examples/internal/run"
	"github.com/robo-actors/robo-actors/messages"
)

func bytesOf(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// dependsOnItsSeed compares a recording of seed 1 with those of two more runs.
func dependsOnItsSeed(t *testing.T, first string) {
	_, again := run.Simulate(t, "app.yaml", 1)
	_, other := run.Simulate(t, "app.yaml", 2)
	a := bytesOf(t, first)
	if a != bytesOf(t, again) {
		t.Error("two runs with one seed recorded different bytes")
	}
	truth := func(path string) messages.Pose {
		all := run.Series[messages.BodyState](t, run.Open(t, path), "plant/robot.truth")
		return all[len(all)-1].Value.Pose
	}
	if truth(first) == truth(other) {
		t.Error("the noise of another seed moved nothing")
	}
}
