package command

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// finding is one line of the output of doctor.
type finding struct {
	Check string
	OK    bool
	Found string
	// Advice is what to do where real time is impaired, or empty.
	Advice string `json:",omitempty"`
}

func newDoctor() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "doctor",
		Short: "Report the real-time features that this machine grants",
		Long: `Request the real-time features of this machine, as an application does by default, and report which it grants, with advice
where it does not. An application runs without them too: by default a world tolerates three seconds without a release and the
loss of every tenth, see on_overrun.`,
		Args: exactly(),
		RunE: func(c *cobra.Command, _ []string) error {
			findings, err := diagnose(c.Context())
			if err != nil {
				return err
			}
			if asJSON {
				return writeJSON(c.OutOrStdout(), findings)
			}
			return printFindings(c.OutOrStdout(), findings)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

func printFindings(w io.Writer, findings []finding) error {
	for _, f := range findings {
		mark := "ok  "
		if !f.OK {
			mark = "note"
		}
		fmt.Fprintf(w, "%s  %-22s %s\n", mark, f.Check, f.Found)
		if f.Advice != "" {
			fmt.Fprintf(w, "      %-22s %s\n", "", f.Advice)
		}
	}
	return nil
}

// probe is an actor with an empty tick.
type probe struct{}

// Tick does nothing.
func (*probe) Tick(*actors.Tick) error { return nil }

// diagnose starts a system whose domain requests every real-time feature, and reports what was
// granted.
func diagnose(ctx context.Context) ([]finding, error) {
	s, err := actors.New(actors.Application{Name: "doctor",
		Actors:  []actors.Spec{{Name: "doctor/probe", Period: time.Millisecond, New: func() any { return &probe{} }}},
		Domains: []actors.DomainSpec{{Name: actors.DefaultDomain, Priority: 80}}},
		actors.WithMemoryLock(), actors.WithRaisedThreads(), actors.WithStopAfter(time.Second))
	if err != nil {
		return nil, err
	}
	if err := s.Run(ctx); err != nil {
		return nil, err
	}
	g := s.Grants()
	domain := g.Domains[0]
	h := s.Health()[0]
	fifo := finding{Check: "scheduling class", OK: domain.Policy == "SCHED_FIFO", Found: domain.Policy}
	if !fifo.OK {
		fifo.Advice = "domain main requests it; allow it with: sudo setcap cap_sys_nice+ep PROGRAM, a line \"@realtime - rtprio 95\" in /etc/security/limits.conf, or LimitRTPRIO=95 in the unit; without it the default policy runs the domains"
		if domain.Note != "" {
			fifo.Found += " (" + domain.Note + ")"
		}
	}
	findings := []finding{
		{Check: "processors", OK: runtime.NumCPU() > 1, Found: fmt.Sprintf("%d, GOMAXPROCS %d", g.Processors, g.MaxProcs),
			Advice: choose(runtime.NumCPU() > 1, "", "SCHED_FIFO domains must stay fewer than the processors; with one processor no domain gets SCHED_FIFO")},
		fifo,
		{Check: "other threads", OK: g.Raised || !fifo.OK, Found: choose(g.Raised, "nice -20", "not raised"),
			Advice: choose(g.Raised || !fifo.OK, "", "allow nice values with: sudo setcap cap_sys_nice+ep PROGRAM, a line \"@realtime - nice -20\" in /etc/security/limits.conf, or LimitNICE=-20 in the unit; without it other programs delay domains")},
		{Check: "waits on", OK: true, Found: domain.Waiting()},
		{Check: "memory lock", OK: g.MemoryLocked, Found: choose(g.MemoryLocked, "granted", "not granted"),
			Advice: choose(g.MemoryLocked, "", "allow it with: setcap cap_ipc_lock+ep, or LimitMEMLOCK=infinity in the unit")},
		lateness(&h),
	}
	return append(findings, kernelFindings()...), nil
}

// lateness judges the lateness of the probe: what its machine can run with the defaults.
func lateness(h *messages.Health) finding {
	f := finding{Check: "lateness in 1 s at 1 kHz", OK: h.Lateness.P99 < 200*time.Microsecond && 10*h.Missed < h.Ticks,
		Found: fmt.Sprintf("p50 %v, p99 %v, max %v, missed %d of %d", h.Lateness.P50, h.Lateness.P99, h.Lateness.Max, h.Missed, h.Ticks)}
	switch {
	case f.OK:
	case 10*h.Missed < h.Ticks:
		f.Advice = "worlds of 500 Hz or less run well; close what loads the machine for faster ones"
	default:
		f.Advice = "more than one release in ten is lost: close what loads the machine, lower the rates, or raise on_overrun; sim does not depend on it"
	}
	return f
}

func choose(condition bool, yes, no string) string {
	if condition {
		return yes
	}
	return no
}
