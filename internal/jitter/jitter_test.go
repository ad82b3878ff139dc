package jitter

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/robo-actors/robo-actors/actors"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const ms = time.Millisecond

func needLinux(t *testing.T) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("the bare loop is measured on Linux only")
	}
}

// A quantile is the smallest value that at least that share of the values does not exceed.
func TestQuantilesAreThoseOfTheDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		values := make([]time.Duration, 1+r.IntN(50))
		for i := range values {
			values[i] = time.Duration(r.IntN(20))
		}
		define := func(p float64) time.Duration {
			for _, v := range slices.Sorted(slices.Values(values)) {
				n := 0
				for _, w := range values {
					if w <= v {
						n++
					}
				}
				if float64(n) >= p*float64(len(values)) {
					return v
				}
			}
			panic("no value")
		}
		l := summarise(slices.Clone(values), 3)
		if l.P50 != define(0.5) || l.P99 != define(0.99) || l.P999 != define(0.999) || l.Max != slices.Max(values) || l.Ticks != len(values) || l.Lost != 3 {
			t.Fatalf("%v: %+v", values, l)
		}
	}
	if l := summarise(nil, 2); l.Max != 0 || l.LostShare() != 1 {
		t.Errorf("nothing: %+v", l)
	}
	if (Lateness{}).LostShare() != 0 {
		t.Error("nothing was lost of nothing")
	}
}

func TestMediansAreTakenPairByPair(t *testing.T) {
	pair := func(runtime, bare time.Duration) Pair {
		return Pair{Runtime: Lateness{Ticks: 10, P50: runtime, P99: 2 * runtime, P999: 3 * runtime, Max: 4 * runtime, Lost: 1}, Bare: Lateness{Ticks: 10, P50: bare, P99: bare, P999: bare, Max: bare}}
	}
	r := Result{Pairs: []Pair{pair(10, 10), pair(1000, 100), pair(30, 10)}} // a loud minute hits both
	r.summarise()
	if r.RatioP50 != 3 || r.RatioP99 != 6 || r.RatioP999 != 9 || r.Runtime.P50 != 30 || r.Bare.P50 != 10 || r.Runtime.Ticks != 30 || r.Runtime.Lost != 3 {
		t.Errorf("%+v", r)
	}
	if math.Abs(r.LostMore-1.0/11) > 1e-12 || math.Abs(r.LostMoreInAll-3.0/33) > 1e-12 || r.Kept() {
		t.Errorf("lost more %g, %g in all, kept %v", r.LostMore, r.LostMoreInAll, r.Kept())
	}
	stolen := Result{Pairs: []Pair{pair(10, 10), pair(10, 10), pair(10, 10)}}
	for i := range stolen.Pairs {
		stolen.Pairs[i].Runtime.Lost = 0
	}
	stolen.Pairs[1].Runtime.Lost = 9 // of ten: the machine was away
	if stolen.summarise(); stolen.LostMore != 0 || stolen.LostMoreInAll < 0.2 {
		t.Errorf("lost more %g, %g in all", stolen.LostMore, stolen.LostMoreInAll)
	}
	even := Result{Pairs: []Pair{pair(10, 10), pair(20, 10)}}
	even.summarise()
	if even.RatioP50 != 1.5 {
		t.Errorf("the median of 1 and 2 is %g", even.RatioP50)
	}
	if (Result{RatioP99: 1.3, RatioP999: 1.5, LostMore: 0.001}).Kept() != true {
		t.Error("the bounds themselves are kept")
	}
	if ratio(3, 0) != 0 {
		t.Error("there is nothing to compare with")
	}
}

func TestTheLineOfTheProcessorsIsRead(t *testing.T) {
	before := parseCPUTime([]byte("cpu  100 5 50 1000 20 3 2 40 7 0\ncpu0 1 2 3\n"))
	if before.total != 1220 || before.steal != 40 || before.idle != 1000 {
		t.Errorf("got %+v", before)
	}
	after := parseCPUTime([]byte("cpu  150 5 50 1040 20 3 2 50 7 0\n"))
	if l := after.since(before); l.Steal != 0.1 || l.Busy != 0.6 {
		t.Errorf("got %+v", l)
	}
	for _, text := range []string{"", "cpu 1 2 3", "cpu a b c d e f g h i j", "intr 1 2 3 4 5 6 7 8 9 10"} {
		if got := parseCPUTime([]byte(text)); got != (cpuTime{}) {
			t.Errorf("%q: %+v", text, got)
		}
	}
	if (cpuTime{}).since(before) != (Load{}) {
		t.Error("time went back")
	}
}

// roundTrip reads a result back from its JSON.
func roundTrip[R any](t *testing.T, text []byte, err error) R {
	t.Helper()
	var r R
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestTheRuntimeIsComparedWithABareLoop(t *testing.T) {
	needLinux(t)
	for _, o := range []Options{
		{Actors: 3, Slice: 60 * ms, Pairs: 2},
		{Actors: 3, Slice: 60 * ms, Pairs: 2, Garbage: 20_000_000, Priority: 10},
	} {
		var lines []string
		o.Progress = func(s string) { lines = append(lines, s) }
		r, err := Measure(context.Background(), o)
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Pairs) != 2 || len(lines) != 2 || r.Machine.Policy == "" || r.Machine.Processors < 1 {
			t.Fatalf("%+v, %v", r, lines)
		}
		for _, p := range r.Pairs {
			if n := p.Bare.Ticks + p.Bare.Lost; n != 60 {
				t.Errorf("the bare loop has %d periods", n)
			}
			if n := p.Runtime.Ticks + p.Runtime.Lost; n != 3*60 {
				t.Errorf("three actors have %d periods", n)
			}
			if p.Runtime.P50 > p.Runtime.P99 || p.Runtime.P99 > p.Runtime.P999 || p.Runtime.P999 > p.Runtime.Max || p.Bare.Ticks > 0 && p.Bare.Max <= 0 {
				t.Errorf("%+v", p)
			}
		}
		for _, part := range []string{"3 actors at 1ms", "runtime p50", "bare    p50", "median ratios", "stolen"} {
			if !strings.Contains(r.String(), part) {
				t.Errorf("no %q in\n%s", part, r)
			}
		}
		text, err := json.Marshal(r)
		if back := roundTrip[Result](t, text, err); back.RatioP99 != r.RatioP99 || len(back.Pairs) != 2 || back.Pairs[1].Bare != r.Pairs[1].Bare {
			t.Errorf("%+v", back)
		}
	}
}

func TestAMeasurementEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(30*ms, cancel)
	if _, err := Measure(ctx, Options{Slice: time.Hour}); !errors.Is(err, context.Canceled) {
		t.Errorf("jitter: %v", err)
	}
}

func TestAMachineSaysWhatItGranted(t *testing.T) {
	m := machine(actors.Grants{Processors: 4, MaxProcs: 3, Domains: []actors.Grant{{Policy: "SCHED_FIFO", Priority: 80, Spin: 50 * time.Microsecond, Note: "a note"}}})
	for _, part := range []string{"4 processors", "GOMAXPROCS 3", "SCHED_FIFO 80, awake 50µs before a release (a note)"} {
		if !strings.Contains(m.String(), part) {
			t.Errorf("no %q in %s", part, m)
		}
	}
}
