package pace

import (
	"runtime"
	"testing"

	"golang.org/x/sys/unix"
)

// A page that is touched for the first time is brought by a fault, which returns as an interrupt does.
func TestAFaultOfAPageIsAnInterruption(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if !CanTell() {
		t.Skip("interrupts leave no trace on this processor: nothing can be told")
	}
	const pages = 100
	size := unix.Getpagesize()
	memory, err := unix.Mmap(-1, 0, pages*size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = unix.Munmap(memory) }()
	if err := unix.Madvise(memory, unix.MADV_NOHUGEPAGE); err != nil {
		t.Logf("pages may be large: %v", err)
	}
	Mark()
	memory[0] = 1
	if !Interrupted() {
		t.Error("a page was brought, and nothing told")
	}
	if !Interrupted() {
		t.Error("asked again, nothing told: only a mark begins anew")
	}
	again := 0
	for range pages {
		Mark()
		if memory[0]++; Interrupted() {
			again++
		}
	}
	if again > pages/2 {
		t.Errorf("%d of %d times something interrupted when the page was there", again, pages)
	}
}

// What runs for longer than the kernel's timer rests is interrupted, and most of what takes a microsecond is not.
func TestWhatIsShortIsMostlyNotInterrupted(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if !CanTell() {
		t.Skip("interrupts leave no trace on this processor: nothing can be told")
	}
	const runs = 10000
	l, interrupted := NewLoop(), 0
	for range runs {
		Mark()
		if l.run(50); Interrupted() {
			interrupted++
		}
	}
	if interrupted > runs/2 {
		t.Errorf("%d of %d runs were interrupted", interrupted, runs)
	}
	if allocated := testing.AllocsPerRun(100, func() { Mark(); Interrupted() }); allocated != 0 {
		t.Errorf("%g allocations", allocated)
	}
}
