package wholebody

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/internal/shelltest"
	"github.com/robo-actors/robo-actors/messages"
)

func TestWhatStaysImpossibleWithMimicJointsIsRefusedByName(t *testing.T) {
	for want, change := range map[string][2]string{
		`joint_group: joint "grip_right" mimics "grip", and takes no command; expected joints with commands of their own: leave it out of group "all", it moves along`: {"all: [rail", "all: [grip_right, rail"},
		`joint_group: joint "grip_right" mimics "grip" with the multiplier 0, and never moves; describe it as fixed`:                                                   {"multiplier: -0.8", "multiplier: 0"},
		`joint "grip": its position limits, 0 to 0.08, and those of the joints that mimic it have nothing in common: from 0, and to -0.0125; correct a limit`:          {"lower: -0.05, upper: 0.1", "lower: 0.02, upper: 0.1"},
		`joint_group: joint "grip" is not in group "all"; expected all joints of the world`:                                                                            {"swing, grip]", "swing]"},
	} {
		w := shelltest.World(t, strings.Replace(craneText(false), change[0], change[1], 1))
		g, err := w.Group("all")
		if err != nil {
			t.Fatal(err)
		}
		o := craneOptions("constrained")
		if _, err := New(w, g, time.Millisecond, &o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("expected %q; got %v", want, err)
		}
	}
}

// A virtual joint that another world moves leads a mimic joint of this one: with its state unknown,
// that of the mimic joint is unknown too, and the law goes on without both.
func TestAMimicJointOfAVirtualJointGoesAsThatDoes(t *testing.T) {
	text := strings.Replace(craneText(false), "{name: grip,", "{name: grip, role: virtual,", 1)
	for _, law := range []string{"exact", "constrained"} {
		c := newCoupled(t, text, craneOptions(law))
		grip, right := c.velocity("grip"), c.velocity("grip_right")
		c.at(1, 0)
		for tick := range 600 {
			there := tick < 300
			c.in.Valid[grip], c.in.Valid[right], c.in.Passes[grip], c.in.Passes[right] = there, there, there, there
			c.step()
			if v := c.out.Velocity[grip]; math.Abs(v) > 0.5+1e-9 {
				t.Fatalf("tick %d: the virtual joint is commanded with %g m/s; its mimic joint may move with 0.4 m/s at 0.8 times that", tick, v)
			} else if tick == 299 && math.Abs(v) < 0.05 || tick >= 450 && v != 0 { // the acceleration of before has faded
				t.Fatalf("tick %d: the virtual joint is commanded with %g m/s", tick, v)
			}
			if c.out.Velocity[right] != 0 || c.out.Effort[right] != 0 {
				t.Fatalf("the mimic joint is commanded with %g and %g", c.out.Velocity[right], c.out.Effort[right])
			}
		}
		if c.out.Status.Phase != messages.TaskRunning {
			t.Errorf("law %s: it is %v", law, c.out.Status.Phase)
		}
	}
}
