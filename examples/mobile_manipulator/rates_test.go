package mobilemanipulator

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/examples/internal/run"
)

// The rates of two coupled worlds may differ as much as the ages that the coupling declares allow:
// a state of the base is then up to ten periods of the whole body old.
func TestABaseOfATenthOfTheRateIsFollowedToo(t *testing.T) {
	folder := t.TempDir()
	if err := os.CopyFS(filepath.Join(folder, "models"), os.DirFS("models")); err != nil {
		t.Fatal(err)
	}
	text := bytesOf(t, "app.yaml")
	for _, change := range [][2]string{
		{"rate: 500Hz", "rate: 10Hz"},
		{"mode: velocity, max_age: 30ms, on_stale: ramp_to_zero, resample: linear", "mode: velocity, max_age: 250ms"},
		{"to: whole_body, max_age: 30ms", "to: whole_body, max_age: 250ms"},
	} {
		if strings.Count(text, change[0]) != 1 {
			t.Fatalf("the application has no single %q", change[0])
		}
		text = strings.Replace(text, change[0], change[1], 1)
	}
	file := filepath.Join(folder, "app.yaml")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	r, _ := run.Simulate(t, file, 1)
	if len(r.Stopped) > 0 {
		t.Errorf("joints have stopped: %+v", r.Stopped)
	}
	for _, c := range r.Couplings {
		if c.Stale > 0 {
			t.Errorf("%s to %s became stale %d times", c.From, c.To, c.Stale)
		}
	}
}
