package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/messages"
)

// Waiting is what an actor waits for before a joint runs.
type Waiting struct {
	Since messages.Instant `json:"since_ns"`
	Actor string           `json:"actor"`
	Joint string           `json:"joint"`
	Text  string           `json:"text"`
}

// Waits keeps what actors wait for, from the events of a run.
type Waits struct{ all []Waiting }

// Event adds an event. A start ends what the incarnation before waited for, and so does the removal
// of an actor.
func (w *Waits) Event(e messages.Event) {
	ends := e.Kind == messages.EventStarted || e.Kind == messages.EventRemoved && e.Port == ""
	if e.Kind != messages.EventWaiting && !ends {
		return
	}
	w.all = slices.DeleteFunc(w.all, func(x Waiting) bool { return x.Actor == e.Source && (ends || x.Joint == e.Joint) })
	if e.Kind == messages.EventWaiting && e.Text != "" {
		w.all = append(w.all, Waiting{Since: e.Time, Actor: e.Source, Joint: e.Joint, Text: e.Text})
	}
}

// Now returns a copy of what actors wait for now, the oldest first.
func (w *Waits) Now() []Waiting { return slices.Clone(w.all) }

// waiting writes what still waits at the end.
func (r *Report) waiting(b *strings.Builder) {
	if len(r.Waiting) == 0 {
		return
	}
	fmt.Fprint(b, "\nstill waiting at the end:\n")
	for _, w := range r.Waiting {
		fmt.Fprintf(b, "  since %s %s %s\n", w.Since, w.Actor, w.Text)
	}
}
