package report

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
)

// A long run: the kept comparisons are bounded, the number of samples and the greatest errors are
// exact, and the quantiles have the ranks that the documentation states (five standard errors).
func TestALongRunKeepsItsFiguresInBoundedMemory(t *testing.T) {
	const n = 5*mostErrors + 17
	r := rand.New(rand.NewPCG(4, 2))
	var tr Tracking
	all := make([]float64, n)
	for i := range all {
		all[i] = r.ExpFloat64()
		tr.add(messages.Instant(i)*ms, all[i], 2*all[i])
	}
	if len(tr.errors) > mostErrors || cap(tr.errors) > 2*mostErrors {
		t.Errorf("%d comparisons are kept, expected at most %d", len(tr.errors), mostErrors)
	}
	got := tr.Result("", FollowedPose, 0, n*ms)
	greatest := slices.Max(all)
	if got.Samples != n || got.PositionMax != greatest || got.AngleMax != 2*greatest {
		t.Errorf("%d samples, greatest %g m and %g rad; expected %d, %g and %g", got.Samples, got.PositionMax, got.AngleMax, n, greatest, 2*greatest)
	}
	slices.Sort(all)
	rank := func(x float64) float64 {
		i, _ := slices.BinarySearch(all, x)
		return float64(i) / n
	}
	for _, c := range []struct{ value, want, bound float64 }{
		{got.PositionP50, 0.5, 0.015}, {got.PositionP99, 0.99, 0.003}, {got.AngleP50 / 2, 0.5, 0.015}, {got.AngleP99 / 2, 0.99, 0.003},
	} {
		if off := math.Abs(rank(c.value) - c.want); off > c.bound {
			t.Errorf("the quantile %g has rank %.4f, off by %.4f; expected at most %g", c.want, rank(c.value), off, c.bound)
		}
	}
	// Of a part, the samples at both ends stand for their neighbours.
	part := tr.Result("", FollowedPose, 0, 1000*ms)
	if off := part.Samples - 1001; off < -tr.each || off > tr.each {
		t.Errorf("%d samples within the first second, expected 1001 give or take %d", part.Samples, tr.each)
	}
}

// Errors that repeat with a period must not hide behind the choice of every second comparison.
func TestErrorsThatAlternateAreBothKept(t *testing.T) {
	var tr Tracking
	for i := range 4 * mostErrors {
		tr.add(messages.Instant(i)*ms, float64(i%2), 0)
	}
	low := 0
	for _, e := range tr.errors {
		if e.positionM == 0 {
			low++
		}
	}
	if share := float64(low) / float64(len(tr.errors)); math.Abs(share-0.5) > 0.02 {
		t.Errorf("%.3f of the kept comparisons have the smaller error, expected a half", share)
	}
}

// A body whose reference has ended, and a reference without a body, need no more and no more
// memory.
func TestSamplesThatWaitInVainAreDropped(t *testing.T) {
	var truth, reference Tracking
	for i := range 5 * mostWaiting {
		truth.AddTruth(messages.Instant(i)*ms, at(0, 0))
		reference.AddReference(messages.Instant(i)*ms, at(0, 0))
	}
	if len(truth.truths) > mostWaiting || len(reference.references) > mostWaiting {
		t.Errorf("%d truths and %d references wait, expected at most %d", len(truth.truths), len(reference.references), mostWaiting)
	}
	truth.AddReference(5*mostWaiting*ms-ms, at(0.25, 0))
	if r := truth.Result("", FollowedPose, 0, math.MaxInt64); r.Samples != 1 || r.PositionMax != 0.25 {
		t.Errorf("the next reference gives %+v", r)
	}
}
