//go:build unix

package faults

import (
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/robo-actors/robo-actors/actors"
)

// Strike injects a fault into another process from outside: it kills, terminates or pauses it. A
// paused process continues before Strike returns.
func Strike(p *os.Process, f actors.Fault) error {
	if err := f.Check(); err != nil {
		return err
	}
	f = f.Completed()
	switch f.Kind {
	case actors.FaultKill:
		return p.Signal(syscall.SIGKILL)
	case actors.FaultTerminate:
		for range f.Count {
			if err := p.Signal(syscall.SIGTERM); err != nil {
				return err
			}
		}
		return nil
	case actors.FaultPause:
		if err := p.Signal(syscall.SIGSTOP); err != nil {
			return err
		}
		time.Sleep(f.Delay)
		return p.Signal(syscall.SIGCONT)
	}
	return fmt.Errorf("%s does not act on a process from outside; expected sigkill, sigterm or sigstop", f)
}

// Suffer injects a fault into this process, permanently or until undo is called. It is for
// processes that a test or a campaign starts for this purpose.
func Suffer(f actors.Fault) (undo func() error, err error) {
	if err := f.Check(); err != nil {
		return nil, err
	}
	f = f.Completed()
	switch f.Kind {
	case actors.FaultStrayPanic:
		go panic("injected outside of an actor")
		return nothing, nil
	case actors.FaultNoDescriptors:
		return limit(syscall.RLIMIT_NOFILE, uint64(f.Count))
	case actors.FaultOutOfMemory:
		used, err := addressSpace()
		if err != nil {
			return nil, err
		}
		return limit(syscall.RLIMIT_AS, used+uint64(f.Count)<<20)
	case actors.FaultSharedMemory:
		signal.Ignore(syscall.SIGXFSZ) // the error of the write counts
		return limit(syscall.RLIMIT_FSIZE, 0)
	case actors.FaultThreadLimit:
		before := debug.SetMaxThreads(f.Count)
		return func() error { debug.SetMaxThreads(before); return nil }, nil
	}
	return nil, fmt.Errorf("%s does not act on a process from inside; expected stray_panic, out_of_memory, no_descriptors, shared_memory or thread_limit", f)
}

func nothing() error { return nil }

// limit lowers a limit of the process.
func limit(resource int, to uint64) (undo func() error, err error) {
	var before syscall.Rlimit
	if err := syscall.Getrlimit(resource, &before); err != nil {
		return nil, err
	}
	lower := before
	lower.Cur = min(to, before.Cur)
	if err := syscall.Setrlimit(resource, &lower); err != nil {
		return nil, err
	}
	return func() error { return syscall.Setrlimit(resource, &before) }, nil
}

// addressSpace returns the address space that the process uses, in bytes.
func addressSpace() (uint64, error) {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, err
	}
	pages, _, _ := strings.Cut(string(text), " ")
	n, err := strconv.ParseUint(pages, 10, 64)
	return n * uint64(os.Getpagesize()), err
}
