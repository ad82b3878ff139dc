package report

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/robo-actors/robo-actors/actors/record/mpack"
	"github.com/robo-actors/robo-actors/messages"
)

// Report summarises a run.
type Report struct {
	Application string        `json:"application"`
	Clock       string        `json:"clock"`
	Seed        uint64        `json:"seed"`
	Duration    time.Duration `json:"duration_ns"`
	Wall        time.Duration `json:"wall_ns,omitempty"`
	Reason      string        `json:"reason"`
	// Failed reports that a failure ended the run.
	Failed    bool   `json:"failed,omitempty"`
	Recording string `json:"recording,omitempty"`
	Dropped   uint64 `json:"recording_dropped"`
	// Unrecorded is the reason why the recording is incomplete, or empty. Dropped values do not
	// count.
	Unrecorded string `json:"recording_error,omitempty"`
	// Page is the path of the report as an HTML page, and Unwritten why it is missing or
	// incomplete; both may be empty.
	Page      string            `json:"page,omitempty"`
	Unwritten string            `json:"page_error,omitempty"`
	Logs      []mpack.Log       `json:"logs,omitempty"` // of spines
	Machine   []string          `json:"machine,omitempty"`
	Actors    []messages.Health `json:"actors"`
	Couplings []Coupling        `json:"couplings"`
	Injected  []InjectedFault   `json:"injected,omitempty"`
	Faults    []FaultStory      `json:"faults"`
	// Stops are the times in which joints that had run did not accept commands.
	Stops        []Stop          `json:"stops,omitempty"`
	EarlierStops int             `json:"earlier_stops,omitempty"`
	Stopped      []StoppedJoints `json:"stopped_joints,omitempty"`
	// Unasked are the joints with a drive, "world/joint", that had run, ended stopped, and that no
	// operator had asked to stop.
	Unasked []string `json:"stopped_unasked,omitempty"`
	// Waiting is what actors still waited for at the end, except the reasons of Stopped.
	Waiting []Waiting `json:"waiting,omitempty"`
	Notes   []Note    `json:"notes,omitempty"`
	// EarlierNotes is the number of earlier notes.
	EarlierNotes int `json:"earlier_notes,omitempty"`

	Tracking []TrackingResult `json:"tracking"`
}

// Coupling has the ages at which the values of a link between two worlds were used.
type Coupling struct {
	From   string             `json:"from"`
	To     string             `json:"to"`
	MaxAge time.Duration      `json:"max_age_ns"`
	Ages   messages.Quantiles `json:"ages"`
	Stale  int                `json:"stale"`
}

// Couplings returns the links between different worlds from the health of their receivers.
func Couplings(actors []messages.Health, events []messages.Event) []Coupling {
	world := map[string]string{}
	for _, h := range actors {
		world[h.Actor] = h.World
	}
	var all []Coupling
	for _, h := range actors {
		for _, in := range h.Inputs {
			sender := in.From[:max(strings.LastIndexByte(in.From, '.'), 0)]
			if world[sender] == h.World {
				continue
			}
			c := Coupling{From: in.From, To: h.Actor + "." + in.Port, MaxAge: in.MaxAge, Ages: in.Ages}
			for _, e := range events {
				if e.Kind == messages.EventStale && e.Source == h.Actor && e.Port == in.Port {
					c.Stale++
				}
			}
			all = append(all, c)
		}
	}
	return all
}

// Missed returns the number of skipped releases.
func (r *Report) Missed() (missed, ticks uint64) {
	for _, h := range r.Actors {
		missed += h.Missed
		ticks += h.Ticks
	}
	return missed, ticks
}

// JSON writes the report as JSON.
func (r *Report) JSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(r.forJSON())
}

// forJSON replaces values that JSON cannot represent.
func (r *Report) forJSON() *Report {
	c := *r
	c.Tracking = nil
	for _, t := range r.Tracking {
		if t.Samples > 0 {
			c.Tracking = append(c.Tracking, t)
		}
	}
	return &c
}

// Text writes the report as one page of text.
func (r *Report) Text(out io.Writer) error {
	var b strings.Builder
	missed, ticks := r.Missed()
	fmt.Fprintf(&b, "\n%s: %v in %s time", r.Application, r.Duration.Round(time.Millisecond), r.Clock)
	if r.Clock == "virtual" && r.Wall > 0 {
		fmt.Fprintf(&b, " (%v on the wall, %.0f times faster)", r.Wall.Round(time.Millisecond), r.Duration.Seconds()/r.Wall.Seconds())
	}
	fmt.Fprintf(&b, ", seed %d; %d releases, %d missed\nended: %s\n", r.Seed, ticks, missed, r.Reason)
	for _, m := range r.Machine {
		fmt.Fprintf(&b, "%s\n", m)
	}
	r.actorTable(&b)
	r.couplingTable(&b)
	r.faultStories(&b)
	r.stops(&b)
	r.stoppedJoints(&b)
	r.waiting(&b)
	r.notes(&b)
	for _, t := range r.Tracking {
		t.text(&b)
	}
	if r.Recording != "" {
		fmt.Fprintf(&b, "\nrecording: %s (%d values dropped)\n", r.Recording, r.Dropped)
	}
	for _, l := range r.Logs {
		fmt.Fprintf(&b, "log: %s (%d records, %s)\n", l.Path, l.Records, l.Dropped)
	}
	if r.Unrecorded != "" {
		fmt.Fprintf(&b, "  it is incomplete: %s\n", strings.ReplaceAll(r.Unrecorded, "\n", "\n    "))
	} else if r.Recording != "" {
		fmt.Fprintf(&b, "  to play it in the browser: robo-actors view %s\n", r.Recording)
	}
	if r.Page != "" && r.Unwritten == "" {
		fmt.Fprintf(&b, "report: %s\n", r.Page)
	}
	_, err := io.WriteString(out, b.String())
	return err
}

func (r *Report) actorTable(b *strings.Builder) {
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "\nactor\trate\tticks\tmissed\tlate p50\tp99\tp99.9\tmax\texecution p50\tp99\tmax\trestarts\t\n")
	for _, h := range r.Actors {
		rate := "event"
		if h.Period > 0 {
			rate = fmt.Sprintf("%.4g Hz", 1/h.Period.Seconds())
		}
		fmt.Fprintf(t, "%s\t%s\t%d\t%d\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%d\t\n", h.Actor, rate, h.Ticks, h.Missed,
			micro(h.Lateness.P50), micro(h.Lateness.P99), micro(h.Lateness.P999), micro(h.Lateness.Max),
			micro(h.Execution.P50), micro(h.Execution.P99), micro(h.Execution.Max), h.Restarts)
	}
	_ = t.Flush() // a strings.Builder does not fail
}

func (r *Report) couplingTable(b *strings.Builder) {
	if len(r.Couplings) == 0 {
		return
	}
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprint(t, "\ncoupling\tage p50\tp99\tmax\tbound\tstale\n")
	for _, c := range r.Couplings {
		bound := "none"
		if c.MaxAge > 0 {
			bound = c.MaxAge.String()
		}
		fmt.Fprintf(t, "%s -> %s\t%s\t%s\t%s\t%s\t%d times\n", c.From, c.To, micro(c.Ages.P50), micro(c.Ages.P99), micro(c.Ages.Max), bound, c.Stale)
	}
	_ = t.Flush() // a strings.Builder does not fail
}

func (r *Report) faultStories(b *strings.Builder) {
	if len(r.Injected) > 0 {
		fmt.Fprint(b, "\ninjected:\n")
		for _, f := range r.Injected {
			f.text(b)
		}
	}
	switch {
	case len(r.Faults) == 0 && len(r.Injected) > 0:
		fmt.Fprint(b, "\nfaults: no actor failed\n")
		return
	case len(r.Faults) == 0:
		fmt.Fprint(b, "\nfaults: none\n")
		return
	}
	fmt.Fprint(b, "\nfaults:\n")
	for _, f := range r.Faults {
		f.text(b)
	}
}

func (t *TrackingResult) text(b *strings.Builder) {
	if t.Samples == 0 {
		fmt.Fprintf(b, "\n%s %s against its reference: nothing to compare\n", t.Body, t.Of)
		return
	}
	const degree = 180 / math.Pi
	fmt.Fprintf(b, "\n%s %s against its reference, %.3gs to %.3gs, %d samples:\n", t.Body, t.Of, t.From.Seconds(), t.To.Seconds(), t.Samples)
	if t.Of != FollowedOrientation {
		fmt.Fprintf(b, "  position  p50 %.2f mm  p99 %.2f mm  max %.2f mm\n", 1e3*t.PositionP50, 1e3*t.PositionP99, 1e3*t.PositionMax)
	}
	if t.Of != FollowedPosition {
		fmt.Fprintf(b, "  angle     p50 %.3f deg  p99 %.3f deg  max %.3f deg\n", degree*t.AngleP50, degree*t.AngleP99, degree*t.AngleMax)
	}
}

// micro returns a duration in microseconds, or in milliseconds if it is long.
func micro(d time.Duration) string {
	switch {
	case d >= 10*time.Millisecond:
		return fmt.Sprintf("%.1fms", float64(d)/1e6)
	default:
		return fmt.Sprintf("%.0fus", float64(d)/1e3)
	}
}
