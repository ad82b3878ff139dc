//go:build !race

// Code that hangs has read its ports before its successor starts. The race detector sees no order
// between the two, because the code that hangs never reaches a point at which it would give one.

package hardware_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision"
)

// hostileWays are what a method of a driver does instead of its work, until the test is over.
var hostileWays = map[string]func(over <-chan struct{}) error{
	"blocks": func(over <-chan struct{}) error { <-over; return nil },
	"loops": func(over <-chan struct{}) error {
		for !ended(over) {
		}
		return nil
	},
	"panics":                 func(<-chan struct{}) error { panic("hostile") },
	"panics with a method":   func(over <-chan struct{}) error { panic(&blockingError{over}) },
	"exits":                  func(<-chan struct{}) error { runtime.Goexit(); return nil },
	"returns an error":       func(<-chan struct{}) error { return errors.New("hostile") },
	"returns a cyclic error": func(<-chan struct{}) error { return cyclicError{} },
	"returns a blocking one": func(over <-chan struct{}) error { return &blockingError{over} },
}

type blockingError struct{ over <-chan struct{} }

func (b *blockingError) Error() string { <-b.over; return "hostile" }

type cyclicError struct{}

func (cyclicError) Error() string   { return "cyclic" }
func (c cyclicError) Unwrap() error { return c }

// methodSets are the methods that are hostile together. Those of the description are called while
// the system is built, too.
var methodSets = [][]string{{"Open"}, {"Send"}, {"Collect"}, {"Stop"}, {"Close"}, {"ReadSensors"}, {"Collect", "Stop"},
	{"Open", "Send", "Collect", "Stop", "Close", "ReadSensors"}, {"Bus"}, {"Drives"}, {"Sensors"}, {"Make"}}

// hostile is a driver with hostile methods. All of its drives have a watchdog of their own.
type hostile struct {
	oneDrive
	methods []string
	do      func() error
}

func (h *hostile) perhaps(method string) error {
	if slices.Contains(h.methods, method) {
		return h.do()
	}
	return nil
}

func (h *hostile) Bus() hardware.BusInfo {
	_ = h.perhaps("Bus")
	return hardware.BusInfo{Name: "arm/bus", Collect: time.Millisecond}
}

func (h *hostile) Drives() []hardware.DriveInfo { _ = h.perhaps("Drives"); return h.oneDrive.Drives() }

func (h *hostile) Sensors() []hardware.SensorInfo {
	_ = h.perhaps("Sensors")
	return []hardware.SensorInfo{{Name: "touch", Kind: messages.SwitchSensor, Link: "hand"}}
}

// ReadSensors panics where it has an error: it returns none.
func (h *hostile) ReadSensors([]messages.SensorReading) {
	if err := h.perhaps("ReadSensors"); err != nil {
		panic(err)
	}
}

func (h *hostile) Open(now messages.Instant, within time.Duration) error {
	return errors.Join(h.perhaps("Open"), h.oneDrive.Open(now, within))
}

func (h *hostile) Send(now messages.Instant, c *messages.DriveCommand) error {
	return errors.Join(h.perhaps("Send"), h.oneDrive.Send(now, c))
}

func (h *hostile) Collect(now messages.Instant, within time.Duration, s *messages.DriveState) error {
	return errors.Join(h.perhaps("Collect"), h.oneDrive.Collect(now, within, s))
}

func (h *hostile) Stop(now messages.Instant, modes []messages.Mode) error {
	return errors.Join(h.perhaps("Stop"), h.oneDrive.Stop(now, modes))
}

func (h *hostile) Close() error { return errors.Join(h.perhaps("Close"), h.oneDrive.Close()) }

// A bus whose driver does anything, in any method: the run ends by itself, the bus is named, and
// another actor stops in order. A bus with a thread of its own holds no thread of several actors.
func TestAHostileDriverIsContainedAndNamed(t *testing.T) {
	for _, domain := range []string{"bus", actors.DefaultDomain} {
		for _, methods := range methodSets {
			for way, do := range hostileWays {
				for _, later := range []bool{false, true} {
					name := fmt.Sprintf("%s %s, domain %s, after a restart %t", strings.Join(methods, ","), way, domain, later)
					t.Run(name, func(t *testing.T) {
						t.Parallel()
						attackBus(t, attack{methods, do, domain, later})
					})
				}
			}
		}
	}
}

// attack is a hostile driver of a bus in a domain. A later one is the second driver; the first one
// loses its bus.
type attack struct {
	methods []string
	do      func(over <-chan struct{}) error
	domain  string
	later   bool
}

// lost is a driver that has no answers.
type lost struct{ hostile }

func (l *lost) Collect(messages.Instant, time.Duration, *messages.DriveState) error {
	return hardware.ErrBusLost
}

// quiet is an actor beside a hostile one.
type quiet struct{ stopped chan struct{} }

func (q *quiet) Tick(*actors.Tick) error                       { return nil }
func (q *quiet) Stop(*actors.Context, actors.StopReason) error { close(q.stopped); return nil }

func attackBus(t *testing.T, a attack) {
	t.Helper()
	const limit = 50 * time.Millisecond
	over := make(chan struct{})
	defer close(over)
	var made atomic.Int32
	makeDriver := func() (hardware.Driver, error) {
		if a.later && made.Add(1) == 1 {
			return &lost{}, nil
		}
		h := &hostile{methods: a.methods, do: func() error { return a.do(over) }}
		return h, h.perhaps("Make")
	}
	newBus := func() any {
		return &hardware.Bus{SafeModes: []messages.Mode{messages.ModeRampHold}, OpenWithin: limit, LostAfter: 1, Make: makeDriver}
	}
	q := &quiet{make(chan struct{})}
	restart := supervision.Restart{Max: 2, Within: time.Minute, BackoffMin: time.Millisecond, BackoffMax: time.Millisecond, BackoffFactor: 1}
	system, err := actors.New(actors.Application{Name: t.Name(), Actors: []actors.Spec{
		{Name: "arm/quiet", Period: 5 * time.Millisecond, New: func() any { return q }, Tolerance: actors.Tolerance{Missed: -1}, HangAfter: 10 * time.Second},
		{Name: "arm/bus", Period: 5 * time.Millisecond, New: newBus, Group: "bus", Domain: a.domain, HangAfter: limit, StartWithin: limit,
			StopWithin: limit, Tolerance: actors.Tolerance{Missed: -1}},
	}, Groups: []actors.Group{{Name: "bus", Policy: actors.NewPolicy(restart)}}, Policy: escalates{}, Domains: []actors.DomainSpec{{Name: "bus"}}},
		actors.WithStopDeadline(10*time.Second))
	if err != nil { // a description that cannot be read is an error before anything starts
		if !describes(a.methods) || a.later || !strings.Contains(err.Error(), "arm/bus") {
			t.Errorf("New: %v", err)
		}
		return
	}
	ctx, end := context.WithCancel(t.Context())
	defer end()
	if a.methods[0] == "Stop" || a.methods[0] == "Close" || describes(a.methods) {
		go endOnceRunning(ctx, system, a.later, end) // nothing fails before the end, or nothing at all
	}
	err = system.Run(ctx)
	if !strings.Contains(fmt.Sprint(err), "arm/bus") && !describes(a.methods) {
		t.Errorf("the bus is not named: %v", err)
	}
	held := new(actors.HeldThreadError)
	if errors.As(err, &held) && a.domain == "bus" {
		t.Errorf("the only actor of a domain holds a thread: %v", err)
	}
	<-q.stopped
	<-system.Done()
}

// endOnceRunning ends the run once the bus runs with its hostile driver.
func endOnceRunning(ctx context.Context, system *actors.System, later bool, end func()) {
	for ; ctx.Err() == nil; time.Sleep(time.Millisecond) {
		bus := system.Health()[1]
		if bus.State == "running" && bus.Ticks > 0 && (!later || bus.Restarts > 0) {
			end()
		}
	}
}

// describes reports whether the methods are those of the description.
func describes(methods []string) bool {
	return len(methods) == 1 && slices.Contains([]string{"Bus", "Drives", "Sensors", "Make"}, methods[0])
}

// escalates ends the application after every failure that reaches it.
type escalates struct{}

func (escalates) Decide(*actors.Failure, []string, float64) actors.Decision {
	return actors.Decision{Action: actors.Escalate}
}

// ended reports whether a channel is closed.
func ended(over <-chan struct{}) bool {
	select {
	case <-over:
		return true
	default:
		return false
	}
}
