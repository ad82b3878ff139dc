package rigidbench

import (
	"errors"
	"sort"
	"time"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// batchTime is how long one batch of calls should take: long against the clock's resolution, short against the time
// between interruptions.
const batchTime = 50 * time.Microsecond

// Result is what one operation took.
type Result struct {
	Operation string
	NV        int     // degrees of freedom of the robot
	MedianNs  float64 // a call, median over the batches
	BestNs    float64 // a call, in the quickest batch
	Batches   int
	Calls     int        // in a batch
	Reference *Reference // nil where none is known
	Err       error      // why the operation does not work on this robot; the numbers are then zero
}

// Run times all operations on a robot, in batches by turns, so that what disturbs the machine disturbs all alike. It
// takes about budget on the clock now, which must not go backwards, and at least one batch of each operation.
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
	samples := make([][]float64, len(operations))
	for {
		for i := range operations {
			if results[i].Err == nil {
				samples[i] = append(samples[i], batch(b, &operations[i], results[i].Calls, now))
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
func (r *Result) take(samples []float64) {
	if len(samples) == 0 {
		return
	}
	sort.Float64s(samples)
	r.Batches = len(samples)
	r.BestNs = samples[0]
	middle := len(samples) / 2
	r.MedianNs = samples[middle]
	if len(samples)%2 == 0 {
		r.MedianNs = (samples[middle-1] + samples[middle]) / 2
	}
}
