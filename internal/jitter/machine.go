package jitter

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"time"

	"github.com/robo-actors/robo-actors/actors"
)

// Machine describes what a measurement ran on.
type Machine struct {
	GOOS, GOARCH, GoVersion string
	Processors, MaxProcs    int
	// Policy and Priority are those granted to the domain's thread; the bare loop gets the same.
	// Note gives the reason where something was refused.
	Policy       string
	Priority     int
	Note         string
	Spin         time.Duration // how long before a release the domain's thread is awake; the bare loop sleeps until it
	MemoryLocked bool
}

func machine(g actors.Grants) Machine {
	m := Machine{GOOS: runtime.GOOS, GOARCH: runtime.GOARCH, GoVersion: runtime.Version(), Processors: g.Processors, MaxProcs: g.MaxProcs, MemoryLocked: g.MemoryLocked}
	if len(g.Domains) > 0 {
		d := g.Domains[0]
		m.Policy, m.Priority, m.Note, m.Spin = d.Policy, d.Priority, d.Note, d.Spin
	}
	return m
}

// String prints one line.
func (m Machine) String() string {
	s := fmt.Sprintf("%s/%s %s, %d processors, GOMAXPROCS %d", m.GOOS, m.GOARCH, m.GoVersion, m.Processors, m.MaxProcs)
	if m.Policy != "" {
		s += ", " + m.Policy
	}
	if m.Priority > 0 {
		s += " " + strconv.Itoa(m.Priority)
	}
	if m.Spin > 0 {
		s += fmt.Sprintf(", awake %v before a release", m.Spin)
	}
	if m.Note != "" {
		s += " (" + m.Note + ")"
	}
	return s
}

// cpuTime is the first line of /proc/stat, in kernel ticks.
type cpuTime struct{ steal, idle, total uint64 }

// readCPUTime returns zeros where there is no /proc/stat.
func readCPUTime() cpuTime {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return cpuTime{}
	}
	return parseCPUTime(text)
}

// parseCPUTime reads "cpu user nice system idle iowait irq softirq steal guest guest_nice"; guest
// times are part of user and nice.
func parseCPUTime(stat []byte) (t cpuTime) {
	line, _, _ := bytes.Cut(stat, []byte("\n"))
	fields := bytes.Fields(line)
	if len(fields) < 9 || string(fields[0]) != "cpu" {
		return cpuTime{}
	}
	for i, f := range fields[1:9] {
		n, err := strconv.ParseUint(string(f), 10, 64)
		if err != nil {
			return cpuTime{}
		}
		t.total += n
		switch i {
		case 3:
			t.idle = n
		case 7:
			t.steal = n
		}
	}
	return t
}

// Load is how busy the whole machine was, as shares of its time from 0 to 1.
type Load struct{ Busy, Steal float64 }

// since returns the load between two readings.
func (t cpuTime) since(before cpuTime) Load {
	total := float64(t.total - before.total)
	if t.total <= before.total {
		return Load{}
	}
	return Load{Busy: 1 - float64(t.idle-before.idle)/total, Steal: float64(t.steal-before.steal) / total}
}
