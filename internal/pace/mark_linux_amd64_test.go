package pace

import (
	"runtime"
	"testing"

	"golang.org/x/sys/unix"
)

// A page that is touched for the first time is brought by a fault, which returns as an interrupt does: where the trace of one is told,
// so is that of the other, and else neither.
func TestAFaultOfAPageIsAnInterruption(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	canTell := CanTell() // or nothing is told of any
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
	if told := Interrupted(); told != canTell {
		t.Errorf("a page was brought: told %t, where interruptions can be told: %t", told, canTell)
	}
	if told := Interrupted(); told != canTell {
		t.Errorf("asked again: told %t, where interruptions can be told: %t; only a mark begins anew", told, canTell)
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
