package actors

import (
	"fmt"
	"reflect"

	"github.com/robo-actors/robo-actors/actors/internal/hosting"
	"github.com/robo-actors/robo-actors/internal/usercode"
	"github.com/robo-actors/robo-actors/messages"
)

// inputTopic is a topic of the recorders with values of one type that a foreign actor has sent. See
// hosting.InputTopic for the names of topics.
type inputTopic struct {
	ids      []int // of each recorder, -1 where it does not take the type
	recorded bool  // by one of them
	noted    bool  // that none does
}

// declareTopics declares to the recorders what the foreign actor sends.
func (in *foreignInput) declareTopics(s *System) {
	known := map[string]*inputTopic{}
	declare := func(topic string, value any) *inputTopic {
		typ, name := typeOfInput(value)
		topic += "." + name
		key := topic + " " + typ.String()
		if known[key] == nil {
			known[key] = s.inputTopic(topic, typ)
		}
		return known[key]
	}
	for i := range in.Messages {
		m := &in.Messages[i]
		in.messageTopics = append(in.messageTopics, declare(hosting.InputTopic(in.Name, m.To, m.Answer != nil), m.Message))
	}
	for i := range in.Replies {
		r := &in.Replies[i]
		value := r.Reply
		if r.Err != nil || value == nil {
			value = messages.Event{}
		}
		in.replyTopics = append(in.replyTopics, declare(hosting.ReplyTopic(in.Name), value))
	}
}

// typeOfInput returns the type of a message, or that to which it points, and its name.
func typeOfInput(value any) (typ reflect.Type, name string) {
	if typ = reflect.TypeOf(value); typ.Kind() == reflect.Pointer {
		return typ.Elem(), hosting.PointedTo + typ.Elem().Name()
	}
	return typ, typ.Name()
}

func (s *System) inputTopic(topic string, typ reflect.Type) *inputTopic {
	t := &inputTopic{}
	for _, r := range s.recorders {
		id, ok := r.Channel(topic, typ)
		if !ok {
			id = -1
		}
		t.ids, t.recorded = append(t.ids, id), t.recorded || ok
	}
	return t
}

// record passes a value to the recorders. Number counts the messages, or the replies, of the
// foreign actor from 1.
func (t *inputTopic) record(s *System, name, actor string, number int, value any) {
	if len(s.recorders) == 0 || value == nil {
		return
	}
	v := reflect.ValueOf(value)
	if v.Kind() != reflect.Pointer {
		p := reflect.New(v.Type())
		p.Elem().Set(v)
		v = p
	}
	if !t.recorded && !t.noted {
		t.noted = true
		s.emit(messages.Event{Time: s.now(), Kind: messages.EventNote, Source: actor,
			Text: fmt.Sprintf("no recorder has what foreign actor %s sends as %T, a type without a codec", name, value)})
	}
	stamp := messages.Stamp{Time: s.now(), Sequence: uint64(number), Incarnation: 1}
	for i, r := range s.recorders {
		if t.ids[i] < 0 {
			continue
		}
		if err := usercode.Call(func() error { r.Record(t.ids[i], stamp, v.Interface()); return nil }); err != nil {
			s.halt(fmt.Errorf("the recorder of foreign actor %s failed: %w", name, err))
		}
	}
}

// recordReply passes reply number to the recorders: an error as an event.
func (in *foreignInput) recordReply(s *System, asker string, number int, r *hosting.InputReply) {
	value := r.Reply
	if r.Err != nil || value == nil {
		value = messages.Event{Time: s.now(), Kind: messages.EventRefused, Source: asker, Text: fmt.Sprint(r.Err)}
	}
	in.replyTopics[number-1].record(s, in.Name, asker, number, value)
}
