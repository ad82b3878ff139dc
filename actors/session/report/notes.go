package report

import (
	"fmt"
	"strings"

	"github.com/robo-actors/robo-actors/messages"
)

// Note is what an actor had to say about its work, and what nobody else acts on: that a trajectory has succeeded, or why it
// has not.
type Note struct {
	At    messages.Instant `json:"at_ns"`
	Actor string           `json:"actor"`
	Text  string           `json:"text"`
}

// mostNotes is the number of notes that a report has at most, the newest ones.
const mostNotes = 12

// AddNotes takes the notes of actors from the events of a run, but for those about single joints, which tell of their modes;
// and what inputs refused, which leads to no fault where a value in order came before it.
func (r *Report) AddNotes(events []messages.Event) {
	refused := map[string]int{} // input -> its note
	counts := map[string]int{}
	for _, e := range events {
		switch input := e.Source + "." + e.Port; {
		case e.Text == "" || e.Joint != "":
		case e.Kind == messages.EventNote:
			r.Notes = append(r.Notes, Note{At: e.Time, Actor: e.Source, Text: e.Text})
		case e.Kind == messages.EventRefused && e.Port != "":
			if counts[input]++; counts[input] == 1 {
				refused[input] = len(r.Notes)
				r.Notes = append(r.Notes, Note{At: e.Time, Actor: e.Source, Text: e.Text})
			}
		}
	}
	for input, i := range refused {
		n := &r.Notes[i]
		n.Text = fmt.Sprintf("input %s refused %d values, the first because %s", strings.TrimPrefix(input, n.Actor+"."), counts[input], n.Text)
	}
	if more := len(r.Notes) - mostNotes; more > 0 {
		r.Notes, r.EarlierNotes = r.Notes[more:], r.EarlierNotes+more
	}
}

func (r *Report) notes(b *strings.Builder) {
	if len(r.Notes) == 0 {
		return
	}
	fmt.Fprint(b, "\nnotes of actors:\n")
	if r.EarlierNotes > 0 {
		fmt.Fprintf(b, "  %d earlier ones are in the recording: log cat --topic events\n", r.EarlierNotes)
	}
	for _, n := range r.Notes {
		fmt.Fprintf(b, "  %s %s: %s\n", n.At, n.Actor, n.Text)
	}
}
