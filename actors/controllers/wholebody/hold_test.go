package wholebody_test

import (
	"math"
	"testing"
)

func TestTheHandStaysWhereItsReferenceWasLostAndGoesOnWithoutAJump(t *testing.T) {
	b := newBody(t, options())
	b.start(t)
	b.Ticks(1)
	b.reference.Pose.Position[0] += 0.5
	b.smooth(t, 40)

	b.noReference = true
	b.smooth(t, 5) // the last value grows stale
	lost := b.pose().Position
	b.smooth(t, 300)
	held := b.pose().Position
	for i := range held {
		if d := math.Abs(held[i] - lost[i]); d > 0.06 { // it was under way, and brakes within its acceleration
			t.Errorf("axis %d moved %g m without a reference", i, d)
		}
	}
	for i, v := range b.told {
		if math.Abs(v) > 1e-3 {
			t.Errorf("axis %d still moves at %g", i, v)
		}
	}
	b.WantNoFailure()

	b.noReference = false
	b.smooth(t, 400)
	if m := b.missed(); m > 1e-3 {
		t.Errorf("back on its reference the hand is %g m away", m)
	}
	b.WantNoFailure()
}
