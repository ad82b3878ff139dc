package invariant

import (
	"fmt"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults"
)

// delayLingers is how long after the end of a fault that delays a thread its actors may miss
// releases: they report a series of missed releases at intervals.
const delayLingers = 2 * time.Second

// delays reports whether a kind of fault delays the releases of a thread.
func delays(kind actors.FaultKind) bool {
	switch kind {
	case actors.FaultSlow, actors.FaultHang, actors.FaultGoexit, actors.FaultTickLate,
		actors.FaultTickMissed, actors.FaultTickBurst, actors.FaultSuspend, actors.FaultBadPeriod:
		return true
	}
	return false
}

// delayed records a fault that delays a thread.
func (w *Watch) delayed(e messages.Event, kind actors.FaultKind) {
	if !delays(kind) {
		return
	}
	w.delayedAt, w.delayedOnce = e.Time, true
	if e.Kind == messages.EventFaultInjected {
		w.delaying++
	} else {
		w.delaying--
	}
}

// blocking counts the faults that block a thread now.
type blocking struct {
	acting int
	last   messages.Instant // when one last began or ended
	once   bool             // there was one
}

// blocks records a fault that delays a thread. One that acts once has no end event.
func (w *Watch) blocks(e messages.Event, f *actors.Fault, known bool) {
	if !known || !delays(f.Kind) {
		return
	}
	w.blocking.last, w.blocking.once = e.Time, true
	if k, is := faults.KindOf(string(f.Kind)); !is || f.Duration == 0 && k.Lasts != faults.UntilEnd {
		return
	}
	if e.Kind == messages.EventFaultInjected {
		w.blocking.acting++
	} else {
		w.blocking.acting--
	}
}

// at reports whether a thread may be blocked at an instant: an actor of it that has to restart does
// so when the thread is free.
func (b *blocking) at(now messages.Instant) bool {
	return b.acting > 0 || b.once && now.Sub(b.last) < delayLingers
}

// starved checks that no actor misses releases unless a fault delays a thread: V22. A driver that
// blocks in the thread of its world starves the world.
func (w *Watch) starved(e messages.Event) {
	if w.delaying > 0 || w.delayedOnce && e.Time.Sub(w.delayedAt) < delayLingers {
		return
	}
	w.violate("V22", e.Source, "", fmt.Sprintf("%s, but no fault delays a thread; expected its thread to be free at each release", e.Text))
}

// overran checks that an actor that failed for missed releases has had the time to miss as many as
// it tolerates since its incarnation began: V40. Two releases beside its start count as missed.
func (w *Watch) overran(e messages.Event) {
	m := w.worldOf(e.Source)
	if e.Cause != messages.CauseOverrun || m == nil {
		return
	}
	lived, period := e.Time.Sub(w.comebackOf(e.Source).begun), m.periodOf(e.Source)
	if least := time.Duration(m.Tolerance.Missed-2) * period; lived < least {
		w.violate("V40", e.Source, "", fmt.Sprintf("it failed for missed releases %v after its start; it tolerates %d, one in %v", lived, m.Tolerance.Missed, period))
	}
}

// worldOf returns the world of an actor, nil for one of no world.
func (w *Watch) worldOf(actor string) *world {
	name, _, _ := strings.Cut(actor, "/")
	for _, m := range w.worlds {
		if m.Name == name {
			return m
		}
	}
	return nil
}

// periodOf returns the period of an actor of the world.
func (m *world) periodOf(path string) time.Duration {
	if a := m.actor(path); a != nil {
		return a.Period
	}
	for i := range m.buses {
		if m.buses[i].Path == path {
			return m.buses[i].Period
		}
	}
	return m.Period
}
