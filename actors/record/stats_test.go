package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

const ms = time.Millisecond

// timed records poses at the given log times, each stamped before by its age.
func timed(t *testing.T, times, ages []time.Duration, sequences []uint64, incarnations []messages.Incarnation) *Reader {
	t.Helper()
	var b bytes.Buffer
	w, err := NewWriter(&b, Options{})
	if err != nil {
		t.Fatal(err)
	}
	id, err := w.Channel("/pose", codecOf(t, &messages.Pose{}))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Channel("/silent", codecOf(t, &messages.Pose{})); err != nil {
		t.Fatal(err)
	}
	for i, at := range times {
		stamp := messages.Stamp{Time: messages.Instant(at - ages[i]), Sequence: sequences[i], Incarnation: incarnations[i]}
		if err := w.Write(id, messages.Instant(at), stamp, &messages.Pose{}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Dropped(id, 3); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return open(t, b.Bytes())
}

func TestSendersThatShareATopicAreNoRestarts(t *testing.T) {
	var b bytes.Buffer
	w, err := NewWriter(&b, Options{})
	if err != nil {
		t.Fatal(err)
	}
	sink, err := NewSink(w, SinkOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 4 { // two actors, of which one was restarted before
		at := messages.Instant(time.Duration(i) * ms)
		sink.Event(messages.Event{Time: at, Incarnation: messages.Incarnation(1 + i%2), Source: "arm/drive"})
		sink.Health(at, []messages.Health{{Actor: "arm/drive", Incarnation: 2}, {Actor: "arm/gate", Incarnation: 1}})
	}
	if err := sink.Close(); err != nil {
		t.Fatal(err)
	}
	stats, err := StatsOf(open(t, b.Bytes()), Filter{})
	if err != nil {
		t.Fatal(err)
	}
	for _, topic := range stats.Topics {
		if topic.Restarts != 0 || topic.Messages == 0 {
			t.Errorf("topic %s has %d restarts in %d messages; expected none", topic.Topic, topic.Restarts, topic.Messages)
		}
	}
}

// The numbers are worked out by hand: intervals 10, 10, 12, 8, 10 ms, so the median is 10 and the
// distances from it are 0, 0, 0, 2, 2.
func TestStatisticsAreThoseWorkedOutByHand(t *testing.T) {
	r := timed(t,
		[]time.Duration{100 * ms, 110 * ms, 120 * ms, 132 * ms, 140 * ms, 150 * ms},
		[]time.Duration{1 * ms, 1 * ms, 2 * ms, 1 * ms, 9 * ms, 1 * ms},
		[]uint64{1, 2, 3, 7, 8, 9},
		[]messages.Incarnation{1, 1, 1, 2, 2, 3})
	stats, err := StatsOf(r, Filter{})
	if err != nil {
		t.Fatal(err)
	}
	got := stats.Topics[0]
	if math.Abs(got.Rate-100) > 1e-9 {
		t.Errorf("rate %v; expected 5 intervals in 50 ms, 100 Hz", got.Rate)
	}
	got.Rate = 0
	payload, err := codecOf(t, &messages.Pose{}).Append(nil, &messages.Pose{})
	if err != nil {
		t.Fatal(err)
	}
	want := TopicStats{
		Topic: "/pose", Messages: 6, Dropped: 3, Missing: 3, Restarts: 2,
		Interval: Spread{Min: 8 * ms, P50: 10 * ms, P99: 12 * ms, Max: 12 * ms},
		Jitter:   Spread{Min: 0, P50: 0, P99: 2 * ms, Max: 2 * ms},
		Age:      Spread{Min: ms, P50: ms, P99: 9 * ms, Max: 9 * ms},
		Bytes:    6 * uint64(len(payload)+2+9+2+2), // a stamp: its head, time, sequence and incarnation
	}
	if got != want {
		t.Errorf("statistics\n%+v\nexpected\n%+v", got, want)
	}
	if silent := stats.Topics[1]; silent != (TopicStats{Topic: "/silent"}) {
		t.Errorf("a silent topic: %+v", silent)
	}
}

func TestStatisticsOfPartOfARecording(t *testing.T) {
	r := timed(t, []time.Duration{0, 10 * ms, 20 * ms}, []time.Duration{0, 0, 0}, []uint64{1, 2, 3}, []messages.Incarnation{1, 1, 1})
	stats, err := StatsOf(r, Filter{Topics: []string{"/pose"}, From: messages.Instant(10 * ms)})
	if err != nil || len(stats.Topics) != 1 || stats.Topics[0].Messages != 2 {
		t.Errorf("statistics %+v, %v; expected two messages of one topic", stats, err)
	}
	if _, err := StatsOf(r, Filter{Topics: []string{"/x"}}); !errors.Is(err, ErrTopic) {
		t.Errorf("error %v; expected ErrTopic", err)
	}
}

func TestASpreadIsThatOfItsRanks(t *testing.T) {
	var hundred []time.Duration
	for i := range 100 {
		hundred = append(hundred, time.Duration(100-i))
	}
	for _, test := range []struct {
		in   []time.Duration
		want Spread
	}{
		{nil, Spread{}},
		{[]time.Duration{4}, Spread{4, 4, 4, 4}},
		{[]time.Duration{2, 1}, Spread{1, 1, 2, 2}},
		{[]time.Duration{3, 1, 2}, Spread{1, 2, 3, 3}},
		{hundred, Spread{1, 50, 99, 100}},
	} {
		if got := spreadOf(test.in); got != test.want {
			t.Errorf("%v: %+v; expected %+v", test.in, got, test.want)
		}
	}
}

func TestStatisticsAndInfoArePrinted(t *testing.T) {
	r := story(t)
	stats, err := StatsOf(r, Filter{})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := stats.WriteText(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"jitter p99", "/arm/state  2         1.000    1s            1s   1s   0s"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is not in\n%s", want, b.String())
		}
	}
	b.Reset()
	if err := r.Info().WriteText(&b); err != nil {
		t.Fatal(err)
	}
	want := `messages  4 in 3 chunks, `
	if !strings.HasPrefix(b.String(), want) || !strings.Contains(b.String(), "/events     robo_actors.v1.Event       1         0        2.000000s  2.000000s\n") ||
		!strings.Contains(b.String(), "seed      7\n") {
		t.Errorf("printed\n%s", b.String())
	}
}

func TestInfoSaysWhatIsInARecording(t *testing.T) {
	j := compose(t, 41, 80)
	data := j.bytes(t)
	info := open(t, data).Info()
	times := inTime(j.entries)
	if info.Messages != 80 || info.Bytes != int64(len(data)) || info.First != times[0].LogTime || info.Last != times[79].LogTime ||
		len(info.Topics) != 3 || len(info.Files) != 2 || info.Files[0] != (FileInfo{"app.yaml", "text/yaml", 11}) || info.Damage != nil {
		t.Errorf("info %+v", info)
	}
	for _, topic := range info.Topics {
		var n uint64
		for _, e := range j.entries {
			if e.Topic == topic.Topic {
				n++
			}
		}
		if topic.Messages != n || len(topic.Metadata) != 2 {
			t.Errorf("topic %+v; expected %d messages", topic, n)
		}
	}
	cut := open(t, data[:len(data)/2]).Info()
	encoded, err := json.Marshal(cut)
	if err != nil {
		t.Fatal(err)
	}
	if cut.Damage == nil || cut.Messages >= 80 || !strings.Contains(string(encoded), `"damage":{"offset":`) {
		t.Errorf("cut off: %s", encoded)
	}
	var b bytes.Buffer
	if err := cut.WriteText(&b); err != nil || !strings.Contains(b.String(), "damage    ") {
		t.Errorf("cut off, printed, %v:\n%s", err, b.String())
	}
}
