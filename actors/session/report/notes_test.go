package report

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

func TestWhatActorsSayOfTheirWorkIsInTheReport(t *testing.T) {
	at := func(d time.Duration) messages.Instant { return messages.Instant(d) }
	r := &Report{Application: "arm"}
	r.AddNotes([]messages.Event{
		{Time: at(time.Second), Kind: messages.EventNote, Source: "arm/path", Text: "trajectory: goal tolerance failed"},
		{Time: at(time.Second), Kind: messages.EventStarted, Source: "arm/path", Text: "not a note"},
		{Time: at(time.Second), Kind: messages.EventNote, Source: "arm/gate", Joint: "elbow", Text: "about a joint"},
		{Time: at(time.Second), Kind: messages.EventNote, Source: "arm/quiet"},
		{Time: at(2 * time.Second), Kind: messages.EventNote, Source: "arm/path", Text: "the trajectory succeeded"},
	})
	var b strings.Builder
	if err := r.Text(&b); err != nil {
		t.Fatal(err)
	}
	const want = "\nnotes of actors:\n  1.000000s arm/path: trajectory: goal tolerance failed\n  2.000000s arm/path: the trajectory succeeded\n"
	if text := b.String(); !strings.Contains(text, want) || strings.Contains(text, "about a joint") || strings.Contains(text, "not a note") || strings.Contains(text, "quiet") {
		t.Errorf("the report is\n%s\nexpected in it\n%s", text, want)
	}
}

// A coupling or a gate that refuses all that comes is neither stale nor a fault: nothing ever
// moved.
func TestWhatAnInputOrAGateRefusesIsInTheReportOnce(t *testing.T) {
	r := &Report{}
	var events []messages.Event
	for i := range 300 {
		events = append(events, messages.Event{Time: messages.Instant(i+1) * 1e9, Kind: messages.EventRefused, Source: "base/coupling_planar", Port: "in", Text: fmt.Sprintf("the command has %d in it", i)},
			messages.Event{Time: messages.Instant(i+1) * 1e9, Kind: messages.EventRefused, Source: "base/gate", Joint: "left", Text: fmt.Sprintf("command %d has NaN", i)})
	}
	events = append(events, messages.Event{Time: 350e9, Kind: messages.EventRefused, Source: "base/motors", Text: "the mode is unknown"})
	r.AddNotes(append(events, messages.Event{Time: 400e9, Kind: messages.EventNote, Source: "arm/path", Text: "the trajectory succeeded"}))
	var b strings.Builder
	r.notes(&b)
	if want := "\nnotes of actors:\n  1.000000s base/coupling_planar: input in refused 300 values, the first because the command has 0 in it\n" +
		"  1.000000s base/gate: 300 commands were refused; the first: command 0 has NaN\n  350.000000s base/motors: the mode is unknown\n  400.000000s arm/path: the trajectory succeeded\n"; b.String() != want {
		t.Errorf("the report has\n%s\nexpected\n%s", b.String(), want)
	}
}

func TestAReportHasTheNewestNotesAndCountsTheOthers(t *testing.T) {
	r := &Report{}
	var events []messages.Event
	for i := range 3 * mostNotes {
		events = append(events, messages.Event{Time: messages.Instant(i), Kind: messages.EventNote, Source: "arm/path", Text: fmt.Sprintf("note %d.", i)})
	}
	r.AddNotes(events)
	var b strings.Builder
	r.notes(&b)
	text := b.String()
	if len(r.Notes) != mostNotes || r.EarlierNotes != 2*mostNotes || !strings.Contains(text, fmt.Sprintf("%d earlier ones", 2*mostNotes)) ||
		!strings.Contains(text, fmt.Sprintf("note %d.", 3*mostNotes-1)) || strings.Contains(text, "note 0.") {
		t.Errorf("%d notes, %d earlier ones:\n%s", len(r.Notes), r.EarlierNotes, text)
	}
}

func TestWithoutNotesThereIsNoSection(t *testing.T) {
	var b strings.Builder
	if (&Report{}).notes(&b); b.Len() > 0 {
		t.Errorf("there is %q", b.String())
	}
}
