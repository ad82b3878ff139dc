package campaign

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults/invariant"
)

// recordedTime bounds the part of a run that is recorded.
const recordedTime = 2 * time.Second

// recording records a run and compares the recording, whole and cut off, with what happened: V18.
func (c *campaign) recording(ctx context.Context, run plannedRun) (*invariant.Violation, error) {
	run.Duration = min(run.Duration, recordedTime)
	var data bytes.Buffer
	writer, err := record.NewWriter(&data, record.Options{Entries: record.RunEntries(run.Seed)})
	if err != nil {
		return nil, err
	}
	sink, err := record.NewSink(writer, record.SinkOptions{})
	if err != nil {
		return nil, err
	}
	truth := &witness{Sink: sink, first: math.MaxInt64}
	run.Options = append(run.Options, actors.WithRecorder(truth))
	o, err := run.Do(ctx)
	if err != nil {
		return nil, err
	}
	if err := sink.Close(); err != nil {
		return nil, err
	}
	text := truth.whole(data.Bytes())
	if text == "" {
		text = truth.cutOff(data.Bytes(), 1+int(run.Seed*0x9e3779b97f4a7c15>>16%uint64(data.Len())))
	}
	if text == "" {
		return nil, nil
	}
	return &invariant.Violation{Invariant: "V18", Time: messages.Instant(o.Simulated), Text: text}, nil
}

// witness hands on to a recording what happens, and remembers it.
type witness struct {
	*record.Sink
	events      []messages.Event
	topics      []recordedTopic // by the number of the channel
	health      uint64
	first, last messages.Instant // log times
}

// recordedTopic is what an output has sent.
type recordedTopic struct {
	topic  string
	stamps []messages.Stamp
}

func (h *witness) at(t messages.Instant) {
	h.first, h.last = min(h.first, max(t, 0)), max(h.last, t)
}

// Channel implements actors.Recorder.
func (h *witness) Channel(topic string, value reflect.Type) (id int, ok bool) {
	if id, ok = h.Sink.Channel(topic, value); ok {
		h.topics = append(h.topics, recordedTopic{topic: topic})
	}
	return id, ok
}

// Event implements actors.Recorder.
func (h *witness) Event(e messages.Event) {
	h.at(e.Time)
	h.events = append(h.events, e)
	h.Sink.Event(e)
}

// Record implements actors.Recorder.
func (h *witness) Record(id int, stamp messages.Stamp, value any) {
	h.at(stamp.Time)
	h.topics[id].stamps = append(h.topics[id].stamps, stamp)
	h.Sink.Record(id, stamp, value)
}

// Health implements actors.HealthRecorder.
func (h *witness) Health(now messages.Instant, all []messages.Health) {
	h.at(now)
	h.health += uint64(len(all))
	h.Sink.Health(now, all)
}

// whole compares a recording that was closed with what happened, and returns how they differ.
func (h *witness) whole(data []byte) string {
	r, err := record.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return fmt.Sprintf("a recording that was closed cannot be read: %v", err)
	}
	defer r.Close()
	if d := r.Damage(); d != nil {
		return fmt.Sprintf("a recording that was closed is damaged: %v", d)
	}
	if text := h.prefix(r, "a recording that was closed"); text != "" {
		return text
	}
	counts := map[string]uint64{record.EventsTopic: uint64(len(h.events)), record.HealthTopic: h.health}
	for _, t := range h.topics {
		counts[t.topic] = uint64(len(t.stamps))
	}
	for _, c := range r.Channels() {
		if c.Messages != counts[c.Topic] {
			return fmt.Sprintf("topic %s of a recording that was closed has %d values; expected %d", c.Topic, c.Messages, counts[c.Topic])
		}
	}
	first, last, ok := summaryTimes(data)
	if !ok || first != h.first || last != h.last {
		return fmt.Sprintf("the summary of a recording says %s to %s; expected %s to %s", first, last, h.first, h.last)
	}
	return ""
}

// cutOff compares a recording that was cut off at a byte with what happened, and returns how they
// differ.
func (h *witness) cutOff(data []byte, cut int) string {
	r, err := record.NewReader(bytes.NewReader(data[:cut]), int64(cut))
	if err != nil {
		return "" // nothing whole is left, and the reader reports it
	}
	defer r.Close()
	return h.prefix(r, fmt.Sprintf("a recording cut off at byte %d of %d", cut, len(data)))
}

// prefix compares what a recording has with the begin of what happened, and returns how they
// differ.
func (h *witness) prefix(r *record.Reader, what string) string {
	if _, err := r.Channel(record.EventsTopic); err != nil {
		return "" // it was cut off before the first event
	}
	events, err := record.Series[messages.Event](r, record.EventsTopic)
	if err != nil {
		return fmt.Sprintf("the events of %s cannot be read: %v", what, err)
	}
	for i := range events {
		if i >= len(h.events) || events[i].Value != h.events[i] {
			return fmt.Sprintf("event %d of %s is %s", i+1, what, events[i].Value)
		}
	}
	seen := make(map[string]int)
	for m, err := range r.Messages(record.Filter{}) {
		if err != nil {
			return fmt.Sprintf("%s cannot be read: %v", what, err)
		}
		k := slices.IndexFunc(h.topics, func(t recordedTopic) bool { return t.topic == m.Channel.Topic })
		if k < 0 {
			continue
		}
		n := seen[m.Channel.Topic]
		if seen[m.Channel.Topic]++; n >= len(h.topics[k].stamps) || m.Stamp != h.topics[k].stamps[n] {
			return fmt.Sprintf("value %d of topic %s in %s is stamped %v", n+1, m.Channel.Topic, what, m.Stamp)
		}
	}
	return ""
}

// Parts of an MCAP file; see mcap.dev/spec.
const (
	mcapMagic      = 8
	mcapHead       = 1 + 8                 // operation code and length of a record
	mcapFooter     = mcapHead + 8 + 8 + 4  // at the end, before the magic bytes
	mcapStatistics = 0x0B                  // operation code
	mcapTimes      = 8 + 2 + 4 + 4 + 4 + 4 // place of the first and last log time in the statistics
)

// summaryTimes reads the first and last log time in the summary of a recording, which players go
// by.
func summaryTimes(data []byte) (first, last messages.Instant, ok bool) {
	end := len(data) - mcapMagic - mcapFooter
	if end < 0 {
		return 0, 0, false
	}
	at := binary.LittleEndian.Uint64(data[end+mcapHead:])
	for at+mcapHead <= uint64(end) {
		length, content := binary.LittleEndian.Uint64(data[at+1:]), data[at+mcapHead:end]
		if length > uint64(len(content)) {
			return 0, 0, false
		}
		if data[at] == mcapStatistics && length >= mcapTimes+16 {
			times := content[mcapTimes:]
			return messages.Instant(binary.LittleEndian.Uint64(times)), messages.Instant(binary.LittleEndian.Uint64(times[8:])), true
		}
		at += mcapHead + length
	}
	return 0, 0, false
}
