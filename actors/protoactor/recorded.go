package protoactor

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/asynkron/protoactor-go/actor"

	"github.com/robo-actors/robo-actors/actors/internal/hosting"
	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/internal/protoactor"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/messages/pb"
)

// Recorded returns what a foreign actor did in a recorded run in virtual time, so that another run
// has it again: its messages, and its replies at their times. Codecs are those of types that
// package messages does not have. Stops is not recorded, and an error of a reply keeps its text
// only. It returns an error if the recording lacks one of the messages or replies, because its type
// has no codec, and if it has none of the foreign actor.
func Recorded(r *record.Reader, from *actor.PID, codecs ...*pb.Codec) (Input, error) {
	in, name := Input{From: from}, protoactor.NameOf(from)
	var numbers, replies []uint64
	for _, c := range r.Channels() {
		to, pointer, request, ofReplies := placeOf(c.Topic, name)
		if to == "" && !ofReplies {
			continue
		}
		codec, err := codecOf(c.Schema.Name, codecs)
		if err != nil {
			return Input{}, fmt.Errorf("topic %s: %w", c.Topic, err)
		}
		for m, err := range r.Messages(record.Filter{Topics: []string{c.Topic}}) {
			if err == nil && m.Channel != c {
				continue // another type of that name
			}
			value := codec.New()
			if err == nil {
				err = m.Decode(codec, value)
			}
			if err != nil {
				return Input{}, fmt.Errorf("topic %s: %w", c.Topic, err)
			}
			if !pointer {
				value = reflect.ValueOf(value).Elem().Interface()
			}
			if ofReplies {
				replies, in.Replies = append(replies, m.Stamp.Sequence), append(in.Replies, replyOf(m.Stamp.Time, value))
				continue
			}
			message := Message{At: m.Stamp.Time, To: to, Message: value}
			if request {
				message.Answer = func(any, error) {}
			}
			numbers, in.Messages = append(numbers, m.Stamp.Sequence), append(in.Messages, message)
		}
	}
	if len(numbers)+len(replies) == 0 {
		return Input{}, fmt.Errorf("the recording has nothing of foreign actor %s; expected topics such as %s.Type", name, hosting.InputTopic(name, "world/name", false))
	}
	var err error
	if in.Messages, err = inOrder("message", numbers, in.Messages); err != nil {
		return Input{}, fmt.Errorf("foreign actor %s: %w", name, err)
	}
	if in.Replies, err = inOrder("reply", replies, in.Replies); err != nil {
		return Input{}, fmt.Errorf("foreign actor %s: %w", name, err)
	}
	return in, nil
}

// placeOf returns what a topic has of a foreign actor: messages or requests to an actor, or
// replies.
func placeOf(topic, name string) (to string, pointer, request, replies bool) {
	dot := strings.LastIndexByte(topic, '.')
	if dot < 0 {
		return "", false, false, false
	}
	start := topic[:dot]
	pointer = strings.HasPrefix(topic[dot+1:], hosting.PointedTo)
	if start == hosting.ReplyTopic(name) {
		return "", pointer, false, true
	}
	if to, is := strings.CutPrefix(start, hosting.InputTopic(name, "", false)); is {
		return to, pointer, false, false
	}
	to, _ = strings.CutPrefix(start, hosting.InputTopic(name, "", true))
	if to == start {
		to = ""
	}
	return to, pointer, true, false
}

// replyOf returns a recorded reply. That of type Event is an error.
func replyOf(at messages.Instant, value any) Reply {
	if e, is := value.(messages.Event); is && e.Kind == messages.EventRefused {
		return Reply{At: at, Err: errors.New(e.Text)}
	}
	return Reply{At: at, Reply: value}
}

func codecOf(schema string, own []*pb.Codec) (*pb.Codec, error) {
	for _, c := range own {
		if c.Name() == schema {
			return c, nil
		}
	}
	return pb.CodecNamed(schema)
}

// inOrder sorts values by their numbers, which count from 1 without a gap.
func inOrder[T any](what string, numbers []uint64, values []T) ([]T, error) {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(numbers[a], numbers[b]) })
	var sorted []T
	for i, k := range order {
		if numbers[k] != uint64(i+1) {
			return nil, fmt.Errorf("the recording lacks %s %d: no codec was given for its type, or its topic was excluded", what, i+1)
		}
		sorted = append(sorted, values[k])
	}
	return sorted, nil
}
