package pickplace

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/examples/internal/run"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// inPhysics returns the application with an environment of the variant physics, in which the cans
// have a mass.
func inPhysics(t *testing.T) *app.Config {
	t.Helper()
	folder := t.TempDir()
	must(t, os.CopyFS(filepath.Join(folder, "models"), os.DirFS("models")))
	text, err := os.ReadFile("app.yaml")
	must(t, err)
	changed := strings.NewReplacer("          robot: panda\n          bodies:", "          robot: panda\n          variant: physics\n          bodies:",
		"length: 0.15 m, ", "length: 0.15 m, mass: 0.3 kg, ").Replace(string(text))
	if strings.Count(changed, "mass: 0.3 kg") != 3 || strings.Count(changed, "variant: physics") != 1 {
		t.Fatal("the application file has changed; expected three cans of 0.15 m, and bodies after the robot")
	}
	file := filepath.Join(folder, "app.yaml")
	must(t, os.WriteFile(file, []byte(changed), 0o600))
	return run.Load(t, file)
}

// The cans rest on the shelf by their weight, are held by the hand, and rest in the box once it
// lets go.
func TestTheCansAreMovedInASimulatedRoom(t *testing.T) {
	c := newCellOf(t, inPhysics(t), 1, false)
	for len(c.placed) == 0 && c.sys.Now() < messages.Instant(longest) {
		c.step()
	}
	for range 100 {
		must(t, c.sys.Advance(10*time.Millisecond))
	}
	c.step()
	for name, want := range map[string][3]float64{"can_1": {0, -0.55, 0.195}, "can_2": {0.6, 0, 0.425}, "can_3": {0.6, 0.2, 0.425}} {
		h, err := c.scene.Handle(name)
		must(t, err)
		pose, err := c.scene.Pose(h)
		must(t, err)
		if off := math.Hypot(math.Hypot(pose.P[0]-want[0], pose.P[1]-want[1]), pose.P[2]-want[2]); off > 0.01 {
			t.Errorf("at %v %s is %.4f m off its place, at %.4f", c.sys.Now(), name, off, pose.P)
		}
	}
}
