package campaign

import (
	"bytes"
	"encoding/binary"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/messages"
)

// recorded is a small recording with what happened.
func recorded(t *testing.T) (*witness, []byte) {
	t.Helper()
	var data bytes.Buffer
	writer, err := record.NewWriter(&data, record.Options{})
	if err != nil {
		t.Fatal(err)
	}
	sink, err := record.NewSink(writer, record.SinkOptions{})
	if err != nil {
		t.Fatal(err)
	}
	truth := &witness{Sink: sink, first: math.MaxInt64}
	id, ok := truth.Channel("arm/gate.status", reflect.TypeFor[messages.GoalStatus]())
	if !ok {
		t.Fatal("no channel")
	}
	for k := range 5 {
		at := messages.Instant(100+k) * 1e6
		truth.Record(id, messages.Stamp{Time: at, Sequence: uint64(k + 1), Incarnation: 1}, &messages.GoalStatus{})
		truth.Event(messages.Event{Time: at, Kind: messages.EventNote, Source: "arm/gate", Incarnation: 1})
	}
	if err := sink.Close(); err != nil {
		t.Fatal(err)
	}
	return truth, data.Bytes()
}

func TestV18HoldsForAWholeRecording(t *testing.T) {
	truth, data := recorded(t)
	if text := truth.whole(data); text != "" {
		t.Error(text)
	}
	for cut := 1; cut < len(data); cut += 7 {
		if text := truth.cutOff(data, cut); text != "" {
			t.Error(text)
		}
	}
}

// Each change plays a recorder with a defect.
func TestV18FindsWhatARecordingLacksOrInvents(t *testing.T) {
	for want, change := range map[string]func(*witness, []byte) []byte{
		"topic events of a recording that was closed has 5 values; expected 6": func(w *witness, data []byte) []byte {
			w.events = append(w.events, messages.Event{})
			return data
		},
		"topic arm/gate.status of a recording that was closed has 5 values; expected 6": func(w *witness, data []byte) []byte {
			w.topics[0].stamps = append(w.topics[0].stamps, messages.Stamp{})
			return data
		},
		"event 2 of a recording that was closed is": func(w *witness, data []byte) []byte {
			w.events[1].Text = "another"
			return data
		},
		"value 3 of topic arm/gate.status in a recording that was closed is stamped": func(w *witness, data []byte) []byte {
			w.topics[0].stamps[2].Sequence++
			return data
		},
		"says 0.100000s to 0.104000s; expected 0.100000s to 0.105000s": func(w *witness, data []byte) []byte {
			w.last += 1e6
			return data
		},
		"is damaged":     func(_ *witness, data []byte) []byte { return data[:len(data)-40] },
		"cannot be read": func(*witness, []byte) []byte { return []byte("no recording at all") },
	} {
		truth, data := recorded(t)
		if got := truth.whole(change(truth, data)); !strings.Contains(got, want) {
			t.Errorf("%q; expected it to contain %q", got, want)
		}
	}
	truth, data := recorded(t)
	truth.events = truth.events[:3]
	if got := truth.cutOff(data, len(data)-1); !strings.Contains(got, "event 4 of a recording cut off at byte") {
		t.Errorf("%q", got)
	}
}

func TestASummaryWithoutStatisticsHasNoTimes(t *testing.T) {
	_, data := recorded(t)
	for name, damaged := range map[string][]byte{"a stump": data[:20], "zeros": make([]byte, 100)} {
		if _, _, ok := summaryTimes(damaged); ok {
			t.Errorf("%s has times", name)
		}
	}
	binary.LittleEndian.PutUint64(data[len(data)-mcapMagic-mcapFooter+mcapHead:], math.MaxUint64)
	if _, _, ok := summaryTimes(data); ok {
		t.Error("a summary beyond the end has times")
	}
}
