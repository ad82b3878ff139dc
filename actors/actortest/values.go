package actortest

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/robo-actors/robo-actors/messages"
)

// values keeps the newest value of every output. It is an actors.Recorder.
type values struct {
	channels []*channel
	byTopic  map[string]*channel
}

// channel is one output.
type channel struct {
	topic string
	value reflect.Value // of the output's type
	stamp messages.Stamp
	have  bool
	read  bool // by a check, so a failure prints it
}

func newValues() *values { return &values{byTopic: map[string]*channel{}} }

// Channel implements actors.Recorder: values of every type are kept.
func (s *values) Channel(topic string, t reflect.Type) (int, bool) {
	c := &channel{topic: topic, value: reflect.New(t).Elem()}
	s.channels = append(s.channels, c)
	s.byTopic[topic] = c
	return len(s.channels) - 1, true
}

// Record implements actors.Recorder.
func (s *values) Record(id int, stamp messages.Stamp, value any) {
	c := s.channels[id]
	copyValue(c.value, reflect.ValueOf(value).Elem())
	c.stamp, c.have = stamp, true
}

// Withdraw implements actors.WithdrawalRecorder.
func (s *values) Withdraw(id int, stamp messages.Stamp) {
	s.channels[id].stamp, s.channels[id].have = stamp, false
}

// Event and Dropped implement actors.Recorder. The Lab keeps events, and nothing is dropped in
// virtual time.
func (s *values) Event(messages.Event) {}
func (s *values) Dropped(int, uint64)  {}

func (s *values) topics() []string {
	all := make([]string, len(s.channels))
	for i, c := range s.channels {
		all[i] = c.topic
	}
	return all
}

// String returns the value with the units of its fields' tags.
func (c *channel) String() string {
	if !c.have {
		return fmt.Sprintf("%s has no value", c.topic)
	}
	return fmt.Sprintf("%s, number %d of %s, incarnation %d:%s", c.topic, c.stamp.Sequence, c.stamp.Time, c.stamp.Incarnation, withUnits(c.value, ""))
}

// mostNumbers is the number of printed elements of a slice.
const mostNumbers = 12

func withUnits(v reflect.Value, unit string) string {
	switch v.Kind() {
	case reflect.Struct:
		if s, ok := v.Interface().(fmt.Stringer); ok {
			return " " + s.String()
		}
		var b strings.Builder
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				fmt.Fprintf(&b, " %s%s", f.Name, withUnits(v.Field(i), f.Tag.Get("unit")))
			}
		}
		return b.String()
	case reflect.Slice, reflect.Array:
		text, more := []string{}, ""
		for i := range v.Len() {
			if i == mostNumbers {
				more = fmt.Sprintf(" and %d more", v.Len()-mostNumbers)
				break
			}
			text = append(text, strings.TrimSpace(withUnits(v.Index(i), "")))
		}
		return spaced(" ["+strings.Join(text, " ")+more+"]", unit)
	case reflect.Float32, reflect.Float64:
		if _, named := v.Interface().(fmt.Stringer); !named {
			return spaced(fmt.Sprintf(" %.6g", v.Float()), unit)
		}
	}
	return spaced(fmt.Sprintf(" %v", v.Interface()), unit)
}

func spaced(text, unit string) string {
	if unit == "" {
		return text
	}
	return text + " " + unit
}
