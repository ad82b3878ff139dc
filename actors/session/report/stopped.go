package report

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// StoppedJoints are the joints of a world that did not run at the end for one reason.
type StoppedJoints struct {
	World  string   `json:"world"`
	Joints []string `json:"joints"`
	Mode   string   `json:"mode"`
	// Since is the stop of the first joint; the others followed within a millisecond.
	Since messages.Instant `json:"since_ns"`
	// Why has the chain of causes, the first one first.
	Why []string `json:"why"`
	// Faults are the newest faults of their drives, such as "elbow: 50, too fast".
	Faults []string `json:"drive_faults,omitempty"`
}

// together is the time within which joints count as stopped at once: a gate reports them one by
// one.
const together = time.Millisecond

// AddStopped adds a stopped joint to those that stopped at once for the same reason.
func (r *Report) AddStopped(world, joint string, mode messages.Mode, since messages.Instant, why []string, fault string) {
	i := slices.IndexFunc(r.Stopped, func(s StoppedJoints) bool {
		return s.World == world && s.Mode == mode.String() && since.Sub(s.Since).Abs() < together && slices.Equal(s.Why, why)
	})
	if i < 0 {
		i = len(r.Stopped)
		r.Stopped = append(r.Stopped, StoppedJoints{World: world, Mode: mode.String(), Since: since, Why: why})
	}
	s := &r.Stopped[i]
	s.Since = min(s.Since, since)
	if s.Joints = append(s.Joints, joint); fault != "" {
		s.Faults = append(s.Faults, joint+": "+fault)
	}
}

func (r *Report) stoppedJoints(b *strings.Builder) {
	if len(r.Stopped) == 0 {
		return
	}
	fmt.Fprint(b, "\njoints that do not run at the end:\n")
	for _, s := range r.Stopped {
		fmt.Fprintf(b, "  %s %s: %s since %s\n", s.World, strings.Join(s.Joints, ", "), s.Mode, s.Since)
		for _, why := range s.Why {
			fmt.Fprintf(b, "    %s\n", why)
		}
		for _, f := range s.Faults {
			fmt.Fprintf(b, "    the drive of %s\n", f)
		}
	}
}
