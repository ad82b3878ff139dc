package record

import (
	"errors"
	"fmt"
	"path"
	"reflect"
	"slices"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/messages/pb"
)

// EventsTopic is the topic of a system's events.
const EventsTopic = "events"

// CheckSource is the source of the notes that a test kit records for checks that failed.
const CheckSource = "check"

// HealthTopic is the topic of the health of a system's actors.
const HealthTopic = "health"

// Sink records a system: it implements actors.HealthRecorder. Its log times are the times of the
// stamps, so a recording does not depend on when the recorder handles a value.
//
// A failure to write never reaches the system. Close returns it, and later values are counted as
// dropped.
type Sink struct {
	writer   *Writer
	codecs   []*pb.Codec
	exclude  []string
	describe func(topic string) []Entry
	ids      []ChannelID
	events   ChannelID
	health   ChannelID // 0 until it is declared
	err      error
}

// SinkOptions change what a Sink records.
type SinkOptions struct {
	// Exclude has patterns of topics that are left out, as path.Match has them; events stay.
	Exclude []string
	// Describe returns the metadata of a topic, nil for none.
	Describe func(topic string) []Entry
	// Codecs are those of types that package messages does not have, made by pb.NewCodec;
	// SeriesWith reads them back.
	Codecs []*pb.Codec
}

// NewSink makes a sink that writes to w, whose owner closes it after the system has stopped.
func NewSink(w *Writer, o SinkOptions) (*Sink, error) {
	for _, pattern := range o.Exclude {
		if _, err := path.Match(pattern, ""); err != nil {
			return nil, err
		}
	}
	if i := slices.Index(o.Codecs, nil); i >= 0 {
		return nil, fmt.Errorf("codec %d is nil; expected one of pb.NewCodec", i)
	}
	codec, err := pb.CodecOf[messages.Event]()
	if err != nil {
		return nil, err
	}
	s := &Sink{writer: w, exclude: o.Exclude, describe: o.Describe, codecs: o.Codecs}
	s.events, err = w.Channel(EventsTopic, codec)
	return s, err
}

// excluded reports whether a topic is excluded.
func (s *Sink) excluded(topic string) bool {
	for _, pattern := range s.exclude {
		if excluded, _ := path.Match(pattern, topic); excluded { // the pattern was checked
			return true
		}
	}
	return false
}

// Channel declares an output. Outputs whose type has no codec, and those that are excluded, are not
// recorded.
func (s *Sink) Channel(topic string, value reflect.Type) (id int, ok bool) {
	if s.excluded(topic) {
		return 0, false
	}
	codec, err := s.codecFor(value)
	if err != nil {
		return 0, false
	}
	var about []Entry
	if s.describe != nil {
		about = s.describe(topic)
	}
	return s.declare(topic, codec, about)
}

// Declare declares a topic beside those of outputs, with the codec of its values, which Record
// takes. A topic that is excluded is not recorded.
func (s *Sink) Declare(topic string, codec *pb.Codec) (id int, ok bool) {
	if s.excluded(topic) {
		return 0, false
	}
	return s.declare(topic, codec, nil)
}

func (s *Sink) declare(topic string, codec *pb.Codec, about []Entry) (id int, ok bool) {
	channel, err := s.writer.Channel(topic, codec, about...)
	if err != nil {
		s.fail(err)
		return 0, false
	}
	s.ids = append(s.ids, channel)
	return len(s.ids) - 1, true
}

// codecFor returns the codec of a type: the program's own, where it has given one.
func (s *Sink) codecFor(value reflect.Type) (*pb.Codec, error) {
	for _, c := range s.codecs {
		if c.Type() == value {
			return c, nil
		}
	}
	return pb.CodecFor(value)
}

// Record takes a value.
func (s *Sink) Record(id int, stamp messages.Stamp, value any) {
	s.fail(s.writer.Write(s.ids[id], max(stamp.Time, 0), stamp, value))
}

// Event takes an event.
func (s *Sink) Event(e messages.Event) {
	stamp := messages.Stamp{Time: e.Time, Incarnation: e.Incarnation}
	s.fail(s.writer.Write(s.events, max(e.Time, 0), stamp, &e))
}

// Health takes the condition of every actor.
func (s *Sink) Health(at messages.Instant, all []messages.Health) {
	if s.excluded(HealthTopic) || !s.declareHealth() {
		return
	}
	for i := range all {
		s.fail(s.writer.Write(s.health, max(at, 0), messages.Stamp{Time: at, Incarnation: all[i].Incarnation}, &all[i]))
	}
}

// declareHealth declares the topic of health, unless it is there: a system that does not report its
// health has none.
func (s *Sink) declareHealth() bool {
	if s.health != 0 {
		return true
	}
	codec, err := pb.CodecOf[messages.Health]()
	if err == nil {
		s.health, err = s.writer.Channel(HealthTopic, codec)
	}
	s.fail(err)
	return err == nil
}

// Attach adds a file at a log time, as Writer.Attach does. It is called from the goroutine that
// calls the other methods.
func (s *Sink) Attach(f File, at messages.Instant) { s.fail(s.writer.Attach(f, at)) }

// Dropped takes the number of values that the system could not hand over.
func (s *Sink) Dropped(id int, count uint64) {
	s.fail(s.writer.Dropped(s.ids[id], count))
}

// fail keeps the first error; all later ones follow from it.
func (s *Sink) fail(err error) {
	if s.err == nil {
		s.err = err
	}
}

// Close ends the recording and returns the first error that there was, and that of the end where it
// is another one.
func (s *Sink) Close() error {
	err := s.writer.Close()
	if s.err != nil && errors.Is(err, s.err) {
		return err
	}
	return errors.Join(s.err, err)
}

// Lost returns how many values are not in the recording.
func (s *Sink) Lost() uint64 { return s.writer.Progress().Dropped }
