package record

import (
	"iter"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/messages/pb"
)

// Sample is one value of a topic.
type Sample[T any] struct {
	LogTime messages.Instant
	Stamp   messages.Stamp
	Value   T
}

// Series returns all values of a topic that carries a type of package messages, by log time. The
// errors name the known topics, or the type that the topic carries.
func Series[T any](r *Reader, topic string) ([]Sample[T], error) {
	codec, err := pb.CodecOf[T]()
	if err != nil {
		return nil, err
	}
	return SeriesWith[T](r, topic, codec)
}

// SeriesWith is Series for a type with a codec of its own.
func SeriesWith[T any](r *Reader, topic string, codec *pb.Codec) ([]Sample[T], error) {
	channel, err := r.Channel(topic)
	if err != nil {
		return nil, err
	}
	samples := make([]Sample[T], 0, channel.Messages)
	if err := r.decodeAll(topic, codec, func(m *Message) any {
		samples = append(samples, Sample[T]{LogTime: m.LogTime, Stamp: m.Stamp})
		return &samples[len(samples)-1].Value
	}); err != nil {
		return nil, err
	}
	return samples, nil
}

// decodeAll decodes each message of a topic, by log time, into what room returns for it: all of
// [SeriesWith] that needs no type of its own.
func (r *Reader) decodeAll(topic string, codec *pb.Codec, room func(*Message) any) error {
	for m, err := range r.Messages(Filter{Topics: []string{topic}, ByTime: true}) {
		if err != nil {
			return err
		}
		if err := m.Decode(codec, room(&m)); err != nil {
			return err
		}
	}
	return nil
}

// Values yields the values of a topic that carries a type of package messages, by log time, up to
// an instant, one after another: what they need of memory does not grow with the recording. The
// sample is valid until the loop goes on. An error, which is as of Series, ends the loop.
func Values[T any](r *Reader, topic string, until messages.Instant) iter.Seq2[*Sample[T], error] {
	return func(yield func(*Sample[T], error) bool) {
		codec, err := pb.CodecOf[T]()
		if err != nil {
			yield(nil, err)
			return
		}
		var s Sample[T]
		for m, err := range r.Messages(Filter{Topics: []string{topic}, Until: until + 1, ByTime: true}) {
			if err == nil {
				s.LogTime, s.Stamp = m.LogTime, m.Stamp
				err = m.Decode(codec, &s.Value)
			}
			if !yield(&s, err) || err != nil {
				return
			}
		}
	}
}

// TopicsOf lists the topics that carry a type of package messages.
func TopicsOf[T any](r *Reader) ([]string, error) {
	codec, err := pb.CodecOf[T]()
	if err != nil {
		return nil, err
	}
	return r.topicsWith(codec.Name()), nil
}

// topicsWith lists the topics whose messages are of that name.
func (r *Reader) topicsWith(schema string) (topics []string) {
	for _, c := range r.channels {
		if c.Schema.Name == schema {
			topics = append(topics, c.Topic)
		}
	}
	return topics
}

// namesKey is the key of a channel's metadata under which the names of the elements of its lists
// stand.
const namesKey = "names"

// unitsKey is that of the units of the elements of a list.
const unitsKey = "units"

// valuesKey is that of the names of the values of a number.
const valuesKey = "values"

// Names returns the metadata that names the elements of a channel's lists, after joints, drives
// or frames. Readers label with it every list of that length.
func Names(names []string) Entry { return Entry{namesKey, strings.Join(names, ",")} }

// FieldNames is Names for one list of the message, such as position, whose elements have their
// own names, as with planar and floating joints.
func FieldNames(field string, names []string) Entry {
	return Entry{namesKey + "." + field, strings.Join(names, ",")}
}

// FieldUnits returns the metadata that gives the unit of each element of a list, since joints turn
// or slide. An empty unit means a plain number.
func FieldUnits(field string, units []string) Entry {
	return Entry{unitsKey + "." + field, strings.Join(units, ",")}
}

// ValueNames returns the metadata that names the values of a number field: the first name stands
// for 0.
func ValueNames(field string, names []string) Entry {
	return Entry{valuesKey + "." + field, strings.Join(names, ",")}
}

// ValueNames returns the names that the values of a number of the channel's messages stand for, nil
// where none are known.
func (c *Channel) ValueNames(field string) []string {
	if value, ok := c.Value(valuesKey + "." + field); ok {
		return strings.Split(value, ",")
	}
	return nil
}

// ElementNames returns the names of the elements of a list of the channel's messages; nil where
// none are known for as many elements.
func (c *Channel) ElementNames(field string, elements int) []string {
	for _, key := range []string{namesKey + "." + field, namesKey} {
		if value, ok := c.Value(key); ok {
			if names := strings.Split(value, ","); len(names) == elements {
				return slices.Clip(names)
			}
		}
	}
	return nil
}

// ElementUnits returns the units of the elements of a list of the channel's messages; nil where
// none are known for as many elements.
func (c *Channel) ElementUnits(field string, elements int) []string {
	if value, ok := c.Value(unitsKey + "." + field); ok {
		if units := strings.Split(value, ","); len(units) == elements {
			return slices.Clip(units)
		}
	}
	return nil
}
