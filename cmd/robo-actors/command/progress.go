package command

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/robo-actors/robo-actors/actors/session"
	"github.com/robo-actors/robo-actors/actors/session/report"
	"github.com/robo-actors/robo-actors/messages"
)

// progress shows what the machine grants a run in real time, and then its progress: one changing
// line on a terminal; elsewhere a line every ten seconds, and within a second after joints stop or
// come back.
type progress struct {
	quit      chan struct{}
	wait      sync.WaitGroup
	announced bool // what the machine grants
}

const (
	look = 200 * time.Millisecond // the period of a line on a terminal
	soon = time.Second            // elsewhere, for a line after a joint has stopped
)

func startProgress(w io.Writer, s *session.Session) *progress {
	p := &progress{quit: make(chan struct{})}
	every, begin, end := 10*time.Second, "", "\n"
	if terminal(w) {
		every, begin, end = 0, "\r\x1b[K", ""
	}
	p.wait.Add(1)
	go func() {
		defer p.wait.Done()
		ticker := time.NewTicker(look)
		defer ticker.Stop()
		printed, pace := time.Now(), pace{every: every}
		for {
			select {
			case <-p.quit:
				if end == "" {
					fmt.Fprint(w, begin)
				}
				return
			case <-ticker.C:
				p.announce(w, begin, s)
				if stops := s.Stops(); pace.due(time.Since(printed), stops) {
					printed = time.Now()
					fmt.Fprintf(w, "%s%s%s", begin, progressLine(s, stops), end)
				}
			}
		}
	}()
	return p
}

// pace decides when a line is due. The joints of one stop come one after the other, so a line waits
// until two looks see the same, but not for longer than until the line after a stop must be there.
type pace struct {
	every       time.Duration
	shown, seen []string
	unsettled   time.Duration
}

// due reports whether a line with these stops is due, so long after the newest line.
func (p *pace) due(since time.Duration, stops []string) bool {
	p.unsettled += look
	if slices.Equal(stops, p.seen) {
		p.unsettled = 0
	}
	p.seen = stops
	changed := !slices.Equal(stops, p.shown)
	if since < p.every && !(changed && since >= soon) || p.unsettled > 0 && p.unsettled < soon {
		return false
	}
	p.shown, p.unsettled = stops, 0
	return true
}

// announce prints once what the machine grants a run in real time.
func (p *progress) announce(w io.Writer, begin string, s *session.Session) {
	if machine := s.Machine(); !p.announced && len(machine) > 0 {
		p.announced = true
		fmt.Fprintf(w, "%s%s\n", begin, strings.Join(machine, "\n"))
	}
}

func (p *progress) stop() {
	close(p.quit)
	p.wait.Wait()
}

// progressLine returns the time, the stopped joints, the lateness and missed releases of each
// world, and the tracking error.
func progressLine(s *session.Session, stops []string) string {
	var b strings.Builder
	now := s.System.Now()
	fmt.Fprintf(&b, "%6.1f s", now.Seconds())
	if s.Config.Duration > 0 {
		fmt.Fprintf(&b, " of %.0f s", s.Config.Duration.Seconds())
	}
	for _, line := range stops {
		b.WriteString(" | " + line)
	}
	type world struct {
		late     time.Duration
		missed   uint64
		restarts uint64
	}
	worlds := map[string]*world{}
	var order []string
	for _, h := range s.System.Health() {
		w := worlds[h.World]
		if w == nil {
			w = &world{}
			worlds[h.World] = w
			order = append(order, h.World)
		}
		w.late = max(w.late, h.Lateness.P99)
		w.missed += h.Missed
		w.restarts += h.Restarts
	}
	for _, name := range order {
		w := worlds[name]
		fmt.Fprintf(&b, " | %s late %v", name, w.late.Round(time.Microsecond))
		if w.missed > 0 {
			fmt.Fprintf(&b, ", missed %d", w.missed)
		}
		if w.restarts > 0 {
			fmt.Fprintf(&b, ", restarts %d", w.restarts)
		}
	}
	if r := s.Tracking(max(now-messages.Instant(time.Second), 0)); r.Samples > 0 && (r.Of == report.FollowedPose || r.Of == report.FollowedPosition) {
		fmt.Fprintf(&b, " | gripper within %.1f mm", 1e3*r.PositionMax)
	}
	if waits := s.WaitingLine(); waits != "" {
		fmt.Fprintf(&b, " | %s", waits)
	}
	return b.String()
}
