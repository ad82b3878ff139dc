package command

import (
	"fmt"
	"io"
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
		printed, stopped := time.Now(), ""
		for {
			select {
			case <-p.quit:
				if end == "" {
					fmt.Fprint(w, begin)
				}
				return
			case <-ticker.C:
				p.announce(w, begin, s)
				since, now := time.Since(printed), strings.Join(s.Stops(), "\n")
				if since >= every || now != stopped && since >= soon {
					printed, stopped = time.Now(), now
					fmt.Fprintf(w, "%s%s%s", begin, progressLine(s), end)
				}
			}
		}
	}()
	return p
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
func progressLine(s *session.Session) string {
	var b strings.Builder
	now := s.System.Now()
	fmt.Fprintf(&b, "%6.1f s", now.Seconds())
	if s.Config.Duration > 0 {
		fmt.Fprintf(&b, " of %.0f s", s.Config.Duration.Seconds())
	}
	for _, line := range s.Stops() {
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
