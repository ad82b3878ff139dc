package invariant

import (
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
)

// Go's collector begins and ends goroutines of its own at any time, which are counted as they would
// be in a program; so one undisturbed round of many is enough.
func TestACensusCountsWhatIsOpened(t *testing.T) {
	var before, added, left Census
	for range 100 {
		before, added, left = openedAndClosed(t)
		if added.Goroutines == 4 && left.Goroutines == 0 {
			break
		}
	}
	if before.Goroutines < 1 || before.Timers != 3 || before.Descriptors == 0 {
		t.Errorf("%+v before", before)
	}
	if added.Goroutines != 4 || added.Timers != 2 || before.Descriptors > 0 && added.Descriptors != 1 {
		t.Errorf("%+v was added", added)
	}
	if left != (Census{}) {
		t.Errorf("%+v is left", left)
	}
}

// openedAndClosed begins and ends four goroutines, and opens and closes a file.
func openedAndClosed(t *testing.T) (before, added, left Census) {
	t.Helper()
	before = Count(3)
	done := make(chan struct{})
	began := make(chan struct{})
	for range 4 {
		go func() { began <- struct{}{}; <-done }()
		<-began
	}
	f, err := os.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	added = Count(5).Since(before)
	close(done)
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	for range 1000 {
		if runtime.NumGoroutine() <= before.Goroutines {
			break
		}
		time.Sleep(time.Millisecond)
	}
	return before, added, Count(3).Since(before)
}

func TestWhatIsLeftIsReportedByItsName(t *testing.T) {
	bound := Census{Goroutines: -2, Descriptors: 1, Timers: 3}
	for _, c := range []struct {
		have Census
		want []string
	}{
		{Census{Goroutines: -5, Descriptors: 1, Timers: 3}, nil},
		{Census{Goroutines: 1, Descriptors: 1, Timers: 3}, []string{"1 goroutines are left, expected at most 0"}},
		{Census{Descriptors: 2, Timers: 9}, []string{"2 descriptors are left, expected at most 1", "9 timers are left, expected at most 3"}},
	} {
		got := c.have.Beyond(bound)
		if (got == "") != (c.want == nil) {
			t.Errorf("%+v: %q", c.have, got)
		}
		for _, part := range c.want {
			if !strings.Contains(got, part) {
				t.Errorf("%+v: %q, want %q", c.have, got, part)
			}
		}
	}
	unknown := Census{Descriptors: -1}
	if added := (Census{Descriptors: 7}).Since(unknown); added.Descriptors != 0 {
		t.Errorf("unknown counts were added: %+v", added)
	}
}
