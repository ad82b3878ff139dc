package report

import (
	"fmt"
	"strings"

	"github.com/robo-actors/robo-actors/messages"
)

// Note is a message of an actor about its work that needs no reaction, such as the success of a
// trajectory.
type Note struct {
	At    messages.Instant `json:"at_ns"`
	Actor string           `json:"actor"`
	Text  string           `json:"text"`
}

// mostNotes is the largest number of notes in a report; it keeps the newest ones.
const mostNotes = 12

// AddNotes adds the notes of actors among the events of a run, except notes about single joints,
// and the values that inputs refused, which cause no fault as long as an earlier value is valid.
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
