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
// and what inputs and gates refused: the first value or command of each, and their number. A
// refusal causes no fault as long as an earlier value is valid, and joints that never ran stay off.
func (r *Report) AddNotes(events []messages.Event) {
	type refusals struct{ note, count int }
	type by struct{ actor, port, joint string } // port is empty where a whole command was refused
	refused := map[by]*refusals{}
	for _, e := range events {
		switch {
		case e.Text == "":
		case e.Kind == messages.EventNote && e.Joint == "":
			r.Notes = append(r.Notes, Note{At: e.Time, Actor: e.Source, Text: e.Text})
		case e.Kind == messages.EventRefused:
			key := by{e.Source, e.Port, e.Joint}
			if refused[key] == nil {
				refused[key] = &refusals{note: len(r.Notes)}
				r.Notes = append(r.Notes, Note{At: e.Time, Actor: e.Source, Text: e.Text})
			}
			refused[key].count++
		}
	}
	for key, of := range refused {
		n := &r.Notes[of.note]
		switch {
		case key.port != "" && of.count == 1:
			n.Text = fmt.Sprintf("input %s refused a value because %s", key.port, n.Text)
		case key.port != "":
			n.Text = fmt.Sprintf("input %s refused %d values, the first because %s", key.port, of.count, n.Text)
		case of.count > 1:
			n.Text = fmt.Sprintf("%d commands were refused; the first: %s", of.count, n.Text)
		}
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
