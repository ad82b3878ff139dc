package rigidbench

import (
	"cmp"
	"errors"
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/internal/pace"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// batchTime is how long one batch of calls should take: long against the clock's resolution, short against the time
// between interruptions.
const batchTime = 50 * time.Microsecond

// Result is what one operation took.
type Result struct {
	Operation string
	NV        int     // degrees of freedom of the robot
	MedianNs  float64 // a call, median over the Calm batches
	BestNs    float64 // a call, in the quickest batch
	AllNs     float64 // a call, median over all batches
	Calm      int     // batches in which the machine was fastest, a tenth of all
	Batches   int
	Calls     int        // in a batch
	Reference *Reference // nil where none is known
	Err       error      // why the operation does not work on this robot; the numbers are then zero
}

// sample is a batch, and how fast the machine was around it.
type sample struct {
	ns   float64 // a call
	loop float64 // ns, a round of arithmetic just before the batch or just after it, the slower one
}

// calmOf is how many batches there are for each that counts as calm.
const calmOf = 10

// Run times all operations on a robot, in batches by turns, so that what disturbs the machine disturbs all alike. Between them
// is arithmetic that tells how fast the machine was, without a look at the operations. It takes about budget on the clock now,
// which must not go backwards, and at least one batch of each operation.
func Run(m *rigidbody.Model, budget time.Duration, now func() time.Duration) ([]Result, error) {
	if m.NV() == 0 {
		return nil, errors.New("rigidbench: the robot has no degree of freedom; expected at least one joint that moves")
	}
	b, err := newBench(m)
	if err != nil {
		return nil, err
	}
	start := now()
	results := make([]Result, len(operations))
	for i := range operations {
		op, r := &operations[i], &results[i]
		r.Operation, r.NV, r.Reference = op.name, m.NV(), referenceFor(op.name, m.NV())
		r.Calls, r.Err = calibrate(b, op, now)
	}
	loop := pace.NewLoop()
	rounds := loop.Rounds(float64(batchTime), now)
	samples := make([][]sample, len(operations))
	before := loop.Run(rounds, now)
	for {
		for i := range operations {
			if results[i].Err == nil {
				ns := batch(b, &operations[i], results[i].Calls, now)
				after := loop.Run(rounds, now)
				samples[i] = append(samples[i], sample{ns: ns, loop: max(before, after)})
				before = after
			}
		}
		if now()-start >= budget {
			break
		}
	}
	for i := range results {
		results[i].take(samples[i])
	}
	return results, nil
}

// calibrate finds how many calls make a batch, and whether the operation works in all states.
func calibrate(b *bench, op *operation, now func() time.Duration) (calls int, err error) {
	for i := range states {
		if err := op.run(b, i); err != nil {
			return 0, err
		}
	}
	const most = 1 << 12
	for calls = states; calls < most; calls *= 2 {
		start := now()
		batch(b, op, calls, now)
		if now()-start >= batchTime {
			break
		}
	}
	return calls, nil
}

// batch returns what one call takes, in nanoseconds, over a number of calls.
func batch(b *bench, op *operation, calls int, now func() time.Duration) float64 {
	start := now()
	for i := range calls {
		_ = op.run(b, i%states) // calibrate has seen it work
	}
	return float64(now()-start) / float64(calls)
}

// take fills in the figures of the batches.
func (r *Result) take(samples []sample) {
	r.Batches = len(samples)
	if r.Batches == 0 {
		return
	}
	slices.SortStableFunc(samples, func(a, b sample) int { return cmp.Compare(a.loop, b.loop) })
	r.Calm = (r.Batches + calmOf - 1) / calmOf
	r.MedianNs = median(samples[:r.Calm])
	r.AllNs = median(samples)
	r.BestNs = samples[0].ns
}

// median sorts the samples by the time of a call.
func median(samples []sample) float64 {
	slices.SortFunc(samples, func(a, b sample) int { return cmp.Compare(a.ns, b.ns) })
	middle := len(samples) / 2
	if len(samples)%2 == 0 {
		return (samples[middle-1].ns + samples[middle].ns) / 2
	}
	return samples[middle].ns
}
