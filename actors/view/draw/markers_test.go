package draw

import (
	"testing"

	"github.com/robo-actors/robo-actors/internal/foxglove/schemas"
	"github.com/robo-actors/robo-actors/messages"
)

func TestAContactForceActsAlongItsLine(t *testing.T) {
	c := &contacts{robot: robotByHand(t, byHand), topic: "plant/r.feet", bodies: []string{"base", "upper"}}
	// 100 N upwards at x = 0.2 m, y = -0.1 m: the moment about the origin is r x F.
	c.set(1, &messages.Signals{Value: []float64{0, 0, 100, -10, -20, 0, 0, 0, 0, 0, 0, 0}})
	all := c.entities(nil)
	if len(all) != 1 || all[0].FrameId != "r/base" {
		t.Fatalf("the contacts are %v; expected one, in the frame of the base: the other has no force", all)
	}
	a := all[0].Arrows[0]
	if p := a.Pose.Position; !near(p.X, 0.2) || !near(p.Y, -0.1) || !near(p.Z, 0) {
		t.Errorf("the arrow begins at %v; expected 0.2, -0.1, 0", p)
	}
	if !near(a.ShaftLength+a.HeadLength, 100*forceLength) {
		t.Errorf("the arrow has %g m; expected %g", a.ShaftLength+a.HeadLength, 100*forceLength)
	}
	if x := firstAxis(a.Pose.Orientation); !near(x[0], 0) || !near(x[1], 0) || !near(x[2], 1) {
		t.Errorf("the arrow points along %v; expected z, since Foxglove draws arrows along x", x)
	}
	c.set(2, &messages.Signals{Value: []float64{1}})
	if c.at != 1 {
		t.Error("forces of another number of contacts were taken")
	}
}

// firstAxis returns the direction of the x axis of a frame with that orientation.
func firstAxis(q *schemas.Quaternion) [3]float64 {
	return [3]float64{1 - 2*(q.Y*q.Y+q.Z*q.Z), 2 * (q.X*q.Y + q.Z*q.W), 2 * (q.X*q.Z - q.Y*q.W)}
}

func TestATargetIsDrawnAsTheAxesOfItsFrame(t *testing.T) {
	g := &target{topic: "w/path.reference"}
	pose := messages.IdentityPose()
	pose.Position = [3]float64{1, 2, 3}
	g.set(5, pose)
	e := g.entity()
	if len(e.Arrows) != 3 || e.FrameId != RoomFrame || e.Lifetime == nil {
		t.Fatalf("the target is %v; expected three arrows in the room that disappear by themselves", e)
	}
	for k, a := range e.Arrows {
		if x := firstAxis(a.Pose.Orientation); !near(x[k], 1) {
			t.Errorf("axis %d points along %v", k, x)
		}
		if p := a.Pose.Position; p.X != 1 || p.Y != 2 || p.Z != 3 {
			t.Errorf("axis %d begins at %v", k, p)
		}
	}
}
