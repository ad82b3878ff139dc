package kinds_test

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
)

// The slide's servo is a spring of (2 pi 5 Hz)^2 times 1 kg: a hand of 1 kg weighs it down by 9.9
// mm.
func TestATrajectoryOfPositionsArrivesUnderWeightWhereItIsFedForward(t *testing.T) {
	text, err := os.ReadFile("testdata/carried.yaml")
	if err != nil {
		t.Fatal(err)
	}
	robot, err := filepath.Abs("testdata/arm.urdf")
	if err != nil {
		t.Fatal(err)
	}
	description, err := os.ReadFile(robot)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		feedForward, told string
		off               float64 // m
	}{
		{"gravity", "of task \"trajectory\" succeeded", 0},
		{"bias", "of task \"trajectory\" succeeded", 0},
		{"none", `position of joint "lift" is off by 0.00994, tolerance 0.001; where the drive gives way`, 9.80665 / math.Pow(2*math.Pi*5, 2)},
	} {
		folder := t.TempDir()
		write := func(name, text string) string {
			file := filepath.Join(folder, name)
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			return file
		}
		write("arm.urdf", string(description))
		_, sys, events := load(t, write("app.yaml", strings.Replace(string(text), "feed_forward: gravity", "feed_forward: "+c.feedForward, 1)))
		q := positions(t, sys, "arm", 2)
		if err := sys.Run(context.Background()); err != nil {
			t.Fatal(err)
		}
		var notes []string
		for _, e := range *events {
			switch e.Kind {
			case messages.EventNote:
				notes = append(notes, e.Text)
			case messages.EventFailed, messages.EventRefused, messages.EventStale, messages.EventHang:
				t.Errorf("feed_forward %s: %s", c.feedForward, e)
			}
		}
		if len(notes) != 1 || !strings.Contains(notes[0], c.told) {
			t.Errorf("feed_forward %s: the end was reported as %q, want once, with %q", c.feedForward, notes, c.told)
		}
		if math.Abs(q[0]+1) > 1e-5 || math.Abs(q[1]+0.1+c.off) > 2e-5 {
			t.Errorf("feed_forward %s: shoulder and lift came to %.6f rad and %.6f m, want -1 and %.6f", c.feedForward, q[0], q[1], -0.1-c.off)
		}
	}
}
