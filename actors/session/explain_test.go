package session

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/messages"
)

// ofEvents opens a recording that has these events and nothing else, as one of a lab of actors.
func ofEvents(t *testing.T, events ...messages.Event) *record.Reader {
	t.Helper()
	file := filepath.Join(t.TempDir(), "run.mcap")
	var data bytes.Buffer
	w, err := record.NewWriter(&data, record.Options{Entries: record.RunEntries(1)})
	if err != nil {
		t.Fatal(err)
	}
	sink, err := record.NewSink(w, record.SinkOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		sink.Event(e)
	}
	if err := errors.Join(sink.Close(), w.Close(), os.WriteFile(file, data.Bytes(), 0o600)); err != nil {
		t.Fatal(err)
	}
	r, err := record.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	return r
}

func TestAMistypedJointOrActorIsNamedInExplanations(t *testing.T) {
	r := ofEvents(t, messages.Event{Kind: messages.EventStarted, Source: "arm/holder", Incarnation: 1},
		messages.Event{Kind: messages.EventModeChanged, Source: "arm/gate", Joint: "shoulder", From: messages.ModeOff, To: messages.ModeRun})
	for name, want := range map[string]string{"shuolder": "shoulder", "arm/shulder": "arm/shoulder", "arm/holdr": "arm/holder"} {
		if _, err := ExplainRecording(r, actors.NewRegistry(), []string{name}, End); err == nil || !strings.HasSuffix(err.Error(), `; did you mean "`+want+`"?`) {
			t.Errorf("%s: got %v, want a hint with %s", name, err, want)
		}
	}
}

func TestWithoutAJointAndAFailureAnActorHasToBeNamed(t *testing.T) {
	r := ofEvents(t, messages.Event{Kind: messages.EventStarted, Source: "arm/holder", Incarnation: 1})
	if got, err := ExplainRecording(r, actors.NewRegistry(), nil, End); err == nil || !strings.Contains(err.Error(), "name an actor: \"arm/holder\"") {
		t.Errorf("got %v, %v", got, err)
	}
	all, err := ExplainRecording(r, actors.NewRegistry(), []string{"arm/holder"}, End)
	if err != nil || len(all) != 1 || !strings.HasPrefix(all[0].String(), "actor arm/holder runs at 0.000000s") {
		t.Errorf("got %v, %v", all, err)
	}
	if got, err := ExplainRecording(r, actors.NewRegistry(), []string{"nose"}, End); err == nil || !strings.Contains(err.Error(), "or the path of an actor: \"arm/holder\"") {
		t.Errorf("got %v, %v", got, err)
	}
}

// A lab of package actortest writes the failed check as its last event.
func TestTheRecordingOfAFailedTestBeginsWithItsCheckAndTheFaults(t *testing.T) {
	const ms = 1_000_000
	events := []messages.Event{{Kind: messages.EventStarted, Source: "lab/counter", Incarnation: 1},
		{Time: 2 * ms, Kind: messages.EventFaultInjected, Source: "lab/counter", Text: "panic lab/counter"},
		{Time: 5 * ms, Kind: messages.EventNote, Source: record.CheckSource, Text: `"it counts" does not hold: 3, expected 4`}}
	all, err := ExplainRecording(ofEvents(t, events...), actors.NewRegistry(), nil, End)
	want := []string{`at 0.005000s the check of the test failed: "it counts" does not hold: 3, expected 4
  0.002000s  injected fault: panic lab/counter
`}
	if got := ExplanationTexts(all); err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v\nwant %q", got, err, want)
	}
	all, err = ExplainRecording(ofEvents(t, append(events[:1:1], events[2])...), actors.NewRegistry(), nil, End)
	if got := ExplanationTexts(all); err != nil || len(got) != 1 || !strings.HasSuffix(got[0], "\n  no fault was injected before\n") {
		t.Errorf("without a fault: %q, %v", got, err)
	}
}

func TestWithoutAJointTheActorsThatFailedAreExplained(t *testing.T) {
	const ms = 1_000_000
	r := ofEvents(t, messages.Event{Kind: messages.EventStarted, Source: "lab/adder", Incarnation: 1},
		messages.Event{Kind: messages.EventStarted, Source: "lab/counter", Incarnation: 1},
		messages.Event{Time: 5 * ms, Kind: messages.EventFailed, Source: "lab/counter", Incarnation: 1, Cause: messages.CausePanic, Text: "panic: it broke"})
	all, err := ExplainRecording(r, actors.NewRegistry(), nil, End)
	if err != nil || len(all) != 1 {
		t.Fatalf("got %v, %v", all, err)
	}
	want := `actor lab/counter has failed at 0.005000s, since 0.005000s; incarnation 1; it has failed once
because:
     0.005000s  +0.00 ms  lab/counter (incarnation 1) failed: panic: it broke
`
	if got := ExplanationTexts(all); len(got) != 1 || got[0] != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
