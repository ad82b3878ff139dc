package record

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"path"
	"reflect"
	"strings"
	"syscall"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/messages/pb"
)

func newTestSink(t *testing.T, b *bytes.Buffer, o SinkOptions) *Sink {
	t.Helper()
	w, err := NewWriter(b, Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewSink(w, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestASinkRecordsOutputsAndEvents(t *testing.T) {
	var b bytes.Buffer
	s := newTestSink(t, &b, SinkOptions{
		Exclude:  []string{"arm/camera.*"},
		Describe: func(topic string) []Entry { return []Entry{{"about", topic}} },
	})
	pose, ok := s.Channel("arm/hand.pose", reflect.TypeFor[messages.Pose]())
	if !ok {
		t.Fatal("a pose is not recorded")
	}
	if _, ok := s.Channel("arm/camera.pose", reflect.TypeFor[messages.Pose]()); ok {
		t.Error("an excluded topic is recorded")
	}
	if _, ok := s.Channel("arm/hand.text", reflect.TypeFor[string]()); ok {
		t.Error("a type without a codec is recorded")
	}
	twist, ok := s.Channel("arm/hand.twist", reflect.TypeFor[messages.Twist]())
	if !ok {
		t.Fatal("a twist is not recorded")
	}
	s.Record(twist, messages.Stamp{Time: 3, Sequence: 1}, &messages.Twist{Linear: [3]float64{1}})
	s.Record(pose, messages.Stamp{Time: -2, Sequence: 1, Incarnation: 4}, &messages.Pose{Position: [3]float64{5}})
	s.Event(messages.Event{Time: 7, Kind: messages.EventStarted, Incarnation: 2, Source: "arm/hand"})
	s.Dropped(pose, 11)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if s.Lost() != 11 {
		t.Errorf("%d values are lost; expected 11", s.Lost())
	}
	r := open(t, b.Bytes())
	have, err := readAll(r, Filter{})
	if err != nil {
		t.Fatal(err)
	}
	want := []noted{
		{"arm/hand.twist", 3, messages.Stamp{Time: 3, Sequence: 1}, &messages.Twist{Linear: [3]float64{1}}},
		{"arm/hand.pose", 0, messages.Stamp{Time: -2, Sequence: 1, Incarnation: 4}, &messages.Pose{Position: [3]float64{5}}},
		{EventsTopic, 7, messages.Stamp{Time: 7, Incarnation: 2}, &messages.Event{Time: 7, Kind: messages.EventStarted, Incarnation: 2, Source: "arm/hand"}},
	}
	if d := diff(want, have); d != "" {
		t.Error(d)
	}
	channel, err := r.Channel("arm/hand.pose")
	if err != nil {
		t.Fatal(err)
	}
	if about, _ := channel.Value("about"); about != "arm/hand.pose" || channel.Dropped != 11 {
		t.Errorf("the topic says %q of itself and has %d dropped; expected its name and 11", about, channel.Dropped)
	}
}

func TestASinkRecordsTheHealthOfActors(t *testing.T) {
	var b bytes.Buffer
	s := newTestSink(t, &b, SinkOptions{Exclude: []string{"arm/*"}})
	for _, at := range []messages.Instant{5, 9} {
		s.Health(at, []messages.Health{{Actor: "arm/hand", Incarnation: 3, Ticks: 7}, {Actor: "arm/eye", Incarnation: 1}})
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	have, err := Series[messages.Health](open(t, b.Bytes()), HealthTopic)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, h := range have {
		got = append(got, fmt.Sprint(h.Stamp.Time.Sub(0), " ", h.Value.Actor, " ", h.Stamp.Incarnation, " ", h.Value.Ticks))
	}
	if got, want := strings.Join(got, ", "), "5ns arm/hand 3 7, 5ns arm/eye 1 0, 9ns arm/hand 3 7, 9ns arm/eye 1 0"; got != want {
		t.Errorf("recorded %s; expected %s", got, want)
	}
}

func TestASinkLeavesTheHealthOfActorsOut(t *testing.T) {
	for _, pattern := range []string{"health", "*"} {
		var b bytes.Buffer
		s := newTestSink(t, &b, SinkOptions{Exclude: []string{pattern}})
		s.Health(5, []messages.Health{{Actor: "arm/hand"}})
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := open(t, b.Bytes()).Channel(HealthTopic); !errors.Is(err, ErrTopic) {
			t.Errorf("%s: %v; expected that there is no such topic", pattern, err)
		}
	}
}

func TestASinkCountsTheHealthThatItCouldNotWrite(t *testing.T) {
	w, err := NewWriter(&pipe{failAt: 1, healAt: 1 << 30, err: syscall.ENOSPC}, Options{ChunkBytes: 1})
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewSink(w, SinkOptions{})
	if err != nil {
		t.Fatal(err)
	}
	s.Health(1, make([]messages.Health, 3))
	if err := s.Close(); !errors.Is(err, syscall.ENOSPC) || s.Lost() != 3 {
		t.Errorf("%d lost, %v; expected 3, and that there was no space", s.Lost(), err)
	}
}

func TestASinkKeepsTheFirstFailureToItself(t *testing.T) {
	w, err := NewWriter(&pipe{failAt: 1, healAt: 1 << 30, err: syscall.ENOSPC}, Options{ChunkBytes: 1})
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewSink(w, SinkOptions{})
	if err != nil {
		t.Fatal(err)
	}
	id, ok := s.Channel("a", reflect.TypeFor[messages.Pose]())
	if !ok {
		t.Fatal("a pose is not recorded")
	}
	for range 5 {
		s.Record(id, messages.Stamp{}, &messages.Pose{})
	}
	if err := s.Close(); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("Close: %v; expected that there was no space", err)
	}
	if s.Lost() != 5 {
		t.Errorf("%d values are lost; expected 5", s.Lost())
	}
}

func TestASinkReportsAnInvalidTopic(t *testing.T) {
	s := newTestSink(t, &bytes.Buffer{}, SinkOptions{})
	if _, ok := s.Channel(EventsTopic, reflect.TypeFor[messages.Pose]()); ok {
		t.Error("a second topic for events was made")
	}
	if err := s.Close(); !errors.Is(err, ErrTopic) || !strings.Contains(err.Error(), "is there already") {
		t.Errorf("Close: %v; expected ErrTopic", err)
	}
	w, err := NewWriter(&bytes.Buffer{}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := NewSink(w, SinkOptions{Exclude: []string{"["}}); !errors.Is(err, path.ErrBadPattern) {
		t.Errorf("a bad pattern: %v; expected it to be refused", err)
	}
}

// grip is a type of a program of its own: how far a gripper is open, m.
type grip struct{ Open float64 }

// gripCodec writes a grip as a wrapped double, whose one field has the number 1.
func gripCodec(t *testing.T) *pb.Codec {
	t.Helper()
	codec, err := pb.NewCodec(&wrapperspb.DoubleValue{}, func(dst []byte, v *grip) []byte {
		return protowire.AppendFixed64(protowire.AppendTag(dst, 1, protowire.Fixed64Type), math.Float64bits(v.Open))
	}, func(data []byte, v *grip) error {
		var m wrapperspb.DoubleValue
		err := proto.UnmarshalOptions{DiscardUnknown: true}.Unmarshal(data, &m)
		v.Open = m.GetValue()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return codec
}

func TestTypesOfAProgramOfItsOwnAreRecordedByItsCodecs(t *testing.T) {
	var b bytes.Buffer
	codec := gripCodec(t)
	s := newTestSink(t, &b, SinkOptions{Codecs: []*pb.Codec{codec}})
	id, ok := s.Channel("arm/gripper.grip", reflect.TypeFor[grip]())
	if !ok {
		t.Fatal("a type with a codec of its own is not recorded")
	}
	s.Record(id, messages.Stamp{Time: 5, Sequence: 1}, &grip{Open: 0.04})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	have, err := SeriesWith[grip](open(t, b.Bytes()), "arm/gripper.grip", codec)
	if err != nil || len(have) != 1 || have[0].Value.Open != 0.04 || have[0].Stamp.Time != 5 {
		t.Errorf("read back: %+v, %v", have, err)
	}
}

func TestAnInvalidCodecIsRefused(t *testing.T) {
	w, err := NewWriter(&bytes.Buffer{}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := NewSink(w, SinkOptions{Codecs: []*pb.Codec{gripCodec(t), nil}}); err == nil || !strings.Contains(err.Error(), "codec 1 is nil") {
		t.Errorf("error %v, expected one that names codec 1", err)
	}
}
