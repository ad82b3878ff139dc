package session

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/messages"
)

// The recording of an actor without a robot has no joint that could be in run.
func TestWhereThereIsNoJointNothingIsExplained(t *testing.T) {
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
	sink.Event(messages.Event{Kind: messages.EventStarted, Source: "arm/holder"})
	if err := errors.Join(sink.Close(), w.Close(), os.WriteFile(file, data.Bytes(), 0o600)); err != nil {
		t.Fatal(err)
	}
	r, err := record.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}()
	if got, err := ExplainRecording(r, actors.NewRegistry(), nil, End); err == nil || !strings.Contains(err.Error(), "no joint is known") {
		t.Errorf("got %v, %v", got, err)
	}
}
