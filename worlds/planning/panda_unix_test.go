//go:build unix

package planning_test

import (
	"runtime"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/robo-actors/robo-actors/worlds/planning"
)

// cpu returns the processor time of the calling thread: what a search takes on a machine with
// nothing else to do.
func cpu() time.Duration {
	var ts unix.Timespec
	if unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &ts) != nil {
		return 0
	}
	return time.Duration(ts.Nano())
}

// BenchmarkPanda plans all problems with one worker, one seed an iteration. Times are those of the
// processor:
//
//	go test -run '^$' -bench Panda$ -benchtime 10x ./worlds/planning
func BenchmarkPanda(b *testing.B) {
	p := loadPanda(b)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	planner := newPlanner(b, "birrt", planning.Options{})
	var times []float64
	edges := 0
	seed := uint64(0)
	for b.Loop() {
		seed++
		for i := range p.problems {
			problem := p.problem(p.scene(b, i), i, 1, seed)
			begin := cpu()
			r := plan(b, planner, problem)
			times = append(times, float64((cpu()-begin).Nanoseconds())/1e3)
			edges += r.Edges
		}
	}
	report(b, times)
	b.ReportMetric(float64(edges)/float64(len(times)), "edges-mean")
}
