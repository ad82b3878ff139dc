package record

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/messages/pb"
)

// story is a small recording whose lines can be read.
func story(t *testing.T) *Reader {
	t.Helper()
	var b bytes.Buffer
	w, err := NewWriter(&b, Options{Entries: []Entry{{"seed", "7"}}})
	if err != nil {
		t.Fatal(err)
	}
	channel := func(topic string, value any, metadata ...Entry) ChannelID {
		id, err := w.Channel(topic, codecOf(t, value), metadata...)
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	state := channel("/arm/state", &messages.DriveState{}, Names([]string{"shoulder", "elbow"}))
	body := channel("/arm/hand", &messages.BodyState{})
	event := channel("/events", &messages.Event{})
	write := func(id ChannelID, at messages.Instant, value any) {
		if err := w.Write(id, at, messages.Stamp{Time: at - 5, Sequence: uint64(at), Incarnation: 2}, value); err != nil {
			t.Fatal(err)
		}
	}
	write(state, 1_500_000_000, &messages.DriveState{
		Position: []float64{0.1, math.NaN()}, Mode: []messages.Mode{messages.ModeRun, messages.ModeRampHold}, Fault: []uint16{0, 7}, Answered: []bool{true, false},
	})
	write(body, 1_500_000_001, &messages.BodyState{Pose: messages.IdentityPose()})
	write(event, 2_000_000_000, &messages.Event{
		Time: 2, Kind: messages.EventModeChanged, Cause: messages.CauseStale, Source: "arm/ctl", Joint: "elbow", To: messages.ModeOff,
		Delay: time.Second, Text: "late\x1b[2J \"why\"",
	})
	write(state, 2_500_000_000, &messages.DriveState{Position: []float64{math.Inf(-1), 2e-9, 3}})
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return open(t, b.Bytes())
}

func TestCatPrintsLinesForPeople(t *testing.T) {
	want := `1.500000000 /arm/state #2.1500000000 at 1.499999995 position=[0.1 NaN] mode=[run ramp_hold] fault=[0 7] answered=[true false]
1.500000001 /arm/hand #2.1500000001 at 1.499999996 pose={position={x=0 y=0 z=0} orientation={w=1 x=0 y=0 z=0}} twist={linear={x=0 y=0 z=0} angular={x=0 y=0 z=0}}
2.000000000 /events #2.2000000000 at 1.999999995 time_ns=2 kind=mode_changed cause=stale incarnation=0 source="arm/ctl" joint="elbow" port="" from=run to=off delay_ns=1000000000 text="late\x1b[2J \"why\"" peer=""
2.500000000 /arm/state #2.2500000000 at 2.499999995 position=[-Infinity 2e-09 3]
`
	var b bytes.Buffer
	if err := Cat(story(t), &b, CatOptions{}); err != nil {
		t.Fatal(err)
	}
	if got := b.String(); got != want {
		t.Errorf("printed\n%s\nexpected\n%s", got, want)
	}
}

func TestCatPrintsJSONThatEveryReaderTakes(t *testing.T) {
	var b bytes.Buffer
	if err := Cat(story(t), &b, CatOptions{JSON: true, Filter: Filter{Topics: []string{"/arm/state", "/events"}}}); err != nil {
		t.Fatal(err)
	}
	var lines []map[string]any
	scanner := bufio.NewScanner(&b)
	for scanner.Scan() {
		var line map[string]any
		if err := json.Unmarshal(scanner.Bytes(), &line); err != nil {
			t.Fatalf("%v: %s", err, scanner.Text())
		}
		lines = append(lines, line)
	}
	if len(lines) != 3 {
		t.Fatalf("%d lines; expected 3", len(lines))
	}
	first, event := lines[0], lines[1]["value"].(map[string]any)
	if first["topic"] != "/arm/state" || first["type"] != "robo_actors.v1.DriveState" || first["log_time_ns"] != 1.5e9 ||
		first["stamp"].(map[string]any)["incarnation"] != 2.0 {
		t.Errorf("head %v", first)
	}
	value := first["value"].(map[string]any)
	if got := value["position"].([]any); got[0] != 0.1 || got[1] != "NaN" {
		t.Errorf("position %v; expected 0.1 and \"NaN\"", got)
	}
	if got := value["mode"].([]any); got[1] != "ramp_hold" {
		t.Errorf("mode %v; expected ramp_hold", got)
	}
	if event["text"] != "late\x1b[2J \"why\"" || event["kind"] != "mode_changed" {
		t.Errorf("event %v", event)
	}
	if strings.Contains(b.String(), "\x1b") {
		t.Error("an escape character was printed raw")
	}
}

func TestCatStopsWhereItsOutputDoes(t *testing.T) {
	if err := Cat(story(t), &pipe{err: errDevice, healAt: 9}, CatOptions{}); !errors.Is(err, errDevice) {
		t.Errorf("error %v; expected that of the output", err)
	}
	if err := Cat(story(t), &bytes.Buffer{}, CatOptions{Filter: Filter{Topics: []string{"x"}}}); !errors.Is(err, ErrTopic) {
		t.Errorf("error %v; expected ErrTopic", err)
	}
}

// foreign is a recording of a type that package messages does not have.
func foreign[T any, M interface {
	*T
	proto.Message
}](t *testing.T, values ...M) *Reader {
	t.Helper()
	codec, err := pb.NewCodec(M(new(T)),
		func(dst []byte, v *T) []byte {
			out, err := proto.MarshalOptions{}.MarshalAppend(dst, M(v))
			if err != nil {
				t.Error(err)
			}
			return out
		},
		func(data []byte, v *T) error { return proto.Unmarshal(data, M(v)) })
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	w, err := NewWriter(&b, Options{})
	if err != nil {
		t.Fatal(err)
	}
	id, err := w.Channel("/mine", codec)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range values {
		if err := w.Write(id, messages.Instant(i), messages.Stamp{Sequence: uint64(i)}, v); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return open(t, b.Bytes())
}

func TestTypesThatTheProgramDoesNotKnowAreReadByTheSchemaInTheFile(t *testing.T) {
	value, err := structpb.NewStruct(map[string]any{"b": []any{1.5, "two", nil}, "a": map[string]any{"on": true}})
	if err != nil {
		t.Fatal(err)
	}
	r := foreign(t, value)
	var b bytes.Buffer
	if err := Cat(r, &b, CatOptions{JSON: true}); err != nil {
		t.Fatal(err)
	}
	want := `{"log_time_ns":0,"topic":"/mine","type":"google.protobuf.Struct","stamp":{"time_ns":0,"sequence":0,"incarnation":0},` +
		`"value":{"fields":{"a":{"struct_value":{"fields":{"on":{"bool_value":true}}}},` +
		`"b":{"list_value":{"values":[{"number_value":1.5},{"string_value":"two"},{"null_value":"null_value"}]}}}}}` + "\n"
	if b.String() != want {
		t.Errorf("printed %sexpected %s", b.String(), want)
	}
}

func TestAnInvalidSchemaIsAnError(t *testing.T) {
	good := codecOf(t, &messages.Pose{}).Schema()
	for name, s := range map[string]*Schema{
		"no descriptor":          {Name: "a.B", Data: []byte{0xff}},
		"nothing":                {Name: "a.B"},
		"another message":        {Name: "robo_actors.v1.Nothing", Data: good},
		"a file is missing":      {Name: "robo_actors.v1.Pose", Data: good[len(good)-len(good)/2:]},
		"an enum, not a message": {Name: "robo_actors.v1.Mode", Data: codecOf(t, &messages.JointState{}).Schema()},
	} {
		if _, err := s.messageType(); !errors.Is(err, ErrSchema) {
			t.Errorf("%s: %v; expected ErrSchema", name, err)
		}
	}
}

func FuzzSchema(f *testing.F) {
	for _, c := range pb.Codecs()[:3] {
		f.Add(c.Name(), c.Schema(), []byte{0x0a, 0x08, 0, 0, 0, 0, 0, 0, 0, 0})
	}
	f.Fuzz(func(t *testing.T, name string, schema, data []byte) {
		var p parser
		value, err := p.parse(Message{Channel: &Channel{Schema: &Schema{Name: name, Data: schema}}, Data: data})
		if err != nil {
			return
		}
		if line := append(asJSON.appendFields([]byte("{"), value), '}'); !json.Valid(line) {
			t.Errorf("not JSON: %s", line)
		}
		asText.appendFields(nil, value)
		table := newTable(value.Descriptor())
		if table.fit(value) == nil {
			if names, row := table.names(nil, "", &Channel{}), table.row(nil, value); len(names) != len(row) {
				t.Errorf("%d columns, %d cells", len(names), len(row))
			}
		}
	})
}
