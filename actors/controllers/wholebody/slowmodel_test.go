package wholebody_test

import (
	"math"
	"testing"
)

// A model actor may be slower than the controller. A model that is three periods old says where the hand was: followed as it is,
// the hand would be as far ahead of its reference as it goes in that time, which is several millimetres here.
func TestAHandFollowsItsReferenceWithASlowerModelToo(t *testing.T) {
	missed := func(every int) (worst float64) {
		b := newBody(t, options())
		b.every = every
		b.start(t)
		b.Ticks(2 * every)
		for k := range 400 {
			speed := 0.3 * math.Min(1, float64(k)/50)
			b.reference.Twist.Linear[0] = speed
			b.reference.Pose.Position[0] += speed * period
			b.Ticks(1)
			if err := b.workspace.SetState(b.Robot.Position, b.Robot.Velocity); err != nil {
				t.Fatal(err)
			}
			if k > 200 {
				worst = math.Max(worst, b.missed())
			}
		}
		b.WantNoFailure()
		return worst
	}
	always, seldom := missed(1), missed(3)
	t.Logf("missed by %.2f mm with a model each period, by %.2f mm with one in three", 1e3*always, 1e3*seldom)
	if seldom > always+1e-3 {
		t.Errorf("with a model in three periods the hand misses its reference by %.2f mm; expected hardly more than %.2f mm", 1e3*seldom, 1e3*always)
	}
}
