package report

import (
	"fmt"
	"strings"

	"github.com/robo-actors/robo-actors/messages"
)

// InjectedFault is an injected fault with the changes of modes after it.
type InjectedFault struct {
	At    messages.Instant `json:"at_ns"`
	Fault string           `json:"fault"`
	// Places are the targets of the fault.
	Places []string `json:"places"`
	// Steps has the first change between each two modes of a world's joints until the next fault or
	// failure.
	Steps []string `json:"steps"`
}

// Injections returns the injected faults among events, which are in the order of time.
func Injections(events []messages.Event) []InjectedFault {
	var all []InjectedFault
	for i, e := range events {
		if e.Kind != messages.EventFaultInjected {
			continue
		}
		if n := len(all); n > 0 && all[n-1].At == e.Time && all[n-1].Fault == e.Text {
			all[n-1].Places = append(all[n-1].Places, e.Source)
			continue
		}
		f := InjectedFault{At: e.Time, Fault: e.Text, Places: []string{e.Source}}
		f.follow(events[i+1:])
		all = append(all, f)
	}
	return all
}

// follow records the changes of modes after the fault.
func (f *InjectedFault) follow(events []messages.Event) {
	seen := map[string]bool{}
	for _, e := range events {
		world, _, _ := strings.Cut(e.Source, "/")
		switch e.Kind {
		case messages.EventFailed, messages.EventHang:
			return
		case messages.EventFaultInjected:
			if e.Time != f.At || e.Text != f.Fault {
				return
			}
		case messages.EventModeChanged:
			change := fmt.Sprintf("%s -> %s (%s)", e.From, e.To, e.Cause)
			if !seen[world+change] {
				seen[world+change] = true
				f.Steps = append(f.Steps, fmt.Sprintf("+%.1fms joint %s: %s", float64(e.Time.Sub(f.At))/1e6, e.Joint, change))
			}
		}
	}
}

func (f *InjectedFault) text(b *strings.Builder) {
	fmt.Fprintf(b, "  %s %s", f.At, f.Fault)
	if len(f.Places) > 1 {
		fmt.Fprintf(b, ", in %d places", len(f.Places))
	}
	b.WriteByte('\n')
	for _, s := range f.Steps {
		fmt.Fprintf(b, "    %s\n", s)
	}
}
