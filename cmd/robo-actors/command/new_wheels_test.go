package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/app/draft"
)

// A robot with wheels that cannot drive as a base gets the reason: as an error where a base
// was asked for, and else as a note, since its wheels turn in the air.
func TestWheelsThatMoveNoBaseAreExplained(t *testing.T) {
	for name, c := range map[string]struct {
		places     [][3]float64
		mobile     string
		error, out string // parts
	}{
		"too few for mecanum": {[][3]float64{{0, -0.2, 1}, {0, 0.2, 1}}, "mecanum",
			`the robot is no mecanum base: 2 wheels were recognised: "wheel_0", "wheel_1"; expected four wheels`, ""},
		"an axle behind the root": {[][3]float64{{-0.1, -0.2, 1}, {-0.1, 0.2, 1}}, "",
			"", `note: the wheels turn in the air and move no base: the axle of wheels "wheel_0" and "wheel_1" is at x = -0.1 m of the root "chassis", where it must be at 0`},
		"the same, asked for": {[][3]float64{{-0.1, -0.2, 1}, {-0.1, 0.2, 1}}, "differential_drive",
			`no differential drive base: the axle of wheels "wheel_0" and "wheel_1" is at x = -0.1 m of the root "chassis"`, ""},
		"two axles":                    {[][3]float64{{-0.1, -0.2, 1}, {0.1, 0.2, 1}}, "", "", `at x = -0.1 m and 0.1 m of the root "chassis", not on one axle`},
		"one side":                     {[][3]float64{{0, 0.2, 1}, {0, 0.2, 1}}, "", "", `wheels "wheel_0", "wheel_1" are not on both sides`},
		"unequal distances":            {[][3]float64{{0, -0.2, 1}, {0, 0.3, 1}}, "", "", `wheel "wheel_1" is at x = 0 m, y = 0.3 m of the root "chassis", and wheel "wheel_0" at x = 0 m, y = -0.2 m`},
		"four wheels":                  {[][3]float64{{-0.2, 0.2, 1}, {0.2, 0.2, 1}, {0.2, -0.2, -1}, {-0.2, -0.2, -1}}, "", "", "if they are mecanum wheels: --mobile mecanum"},
		"no legs":                      {[][3]float64{{0, -0.2, 1}, {0, 0.2, 1}}, "balancing", `no balancing base: wheel "wheel_0" is at the root "chassis", without a leg`, ""},
		"wheels in the air, asked for": {[][3]float64{{-0.1, -0.2, 1}, {-0.1, 0.2, 1}}, "none", "", "moves robot"},
	} {
		robot := filepath.Join(t.TempDir(), "robot.urdf")
		if err := os.WriteFile(robot, []byte(wheeled("cart", c.places)), 0o600); err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		err := writeNew(&out, robot, "", draft.Choices{Mobile: c.mobile})
		switch {
		case c.error != "" && (err == nil || !strings.Contains(err.Error(), c.error)), c.error == "" && err != nil:
			t.Errorf("%s: got %v\nwant a part %q", name, err, c.error)
		case !strings.Contains(out.String(), c.out), c.mobile != "" && strings.Contains(out.String(), "note:"):
			t.Errorf("%s: printed %q\nwant a part %q", name, out.String(), c.out)
		}
	}
}
