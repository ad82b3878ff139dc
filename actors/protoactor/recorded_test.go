package protoactor_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/asynkron/protoactor-go/actor"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/protoactor"
	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/messages"
)

// recordedWith runs an actor with inputs for 200 ms, and returns the recording, and what the actor
// received.
func recordedWith(t *testing.T, inputs ...protoactor.Input) (file []byte, log []string) {
	t.Helper()
	var buffer bytes.Buffer
	w, err := record.NewWriter(&buffer, record.Options{})
	if err != nil {
		t.Fatal(err)
	}
	sink, err := record.NewSink(w, record.SinkOptions{})
	if err != nil {
		t.Fatal(err)
	}
	o := &outgoing{
		tick: func(k *actors.Tick) error {
			if at := k.Now / ms; at%40 != 0 {
				return nil
			}
			return protoactor.Ask(k.Context, camera, "picture", 100*time.Millisecond, func(c *actors.Context, reply any, err error) error {
				c.Emit(messages.Event{Kind: messages.EventNote, Text: fmt.Sprintf("reply %+v, %v", reply, err)})
				return nil
			})
		},
		receive: func(c *actors.Context, m any) error {
			switch m := m.(type) {
			case *messages.Signals:
				c.Emit(messages.Event{Kind: messages.EventNote, Text: fmt.Sprintf("got a pointer to %v", m.Value)})
			default:
				c.Emit(messages.Event{Kind: messages.EventNote, Text: fmt.Sprintf("got %+v, answered %v", m, c.Reply("yes"))})
			}
			return nil
		},
	}
	sys, events := virtual(t, o, protoactor.WithInputs(inputs...), actors.WithRecorder(sink))
	advance(t, sys, 200*time.Millisecond)
	stop(t, sys)
	if err := sink.Close(); err != nil {
		t.Fatal(err)
	}
	return buffer.Bytes(), *events
}

func signals(v float64) messages.Signals { return messages.Signals{Value: []float64{v}} }

// photographer sends values, a pointer and requests of two types, and replies, one of them late and
// one with an error.
func photographer() protoactor.Input {
	answer := func(any, error) {}
	return protoactor.Input{From: camera,
		Messages: []protoactor.Message{{At: 5 * ms, To: "w/out", Message: signals(1)}, {At: 5 * ms, To: "w/out", Message: messages.Pose{Position: [3]float64{1, 2, 3}}},
			{At: 21 * ms, To: "w/out", Message: signals(2), Answer: answer}, {At: 30 * ms, To: "w/out", Message: &messages.Signals{Value: []float64{3}}}},
		Replies: []protoactor.Reply{{After: 90 * time.Millisecond, Reply: signals(4)}, {After: 3 * time.Millisecond, Err: errors.New("no film")}, {After: 7 * time.Millisecond, Reply: messages.Pose{}}}}
}

// A run with the input that a recording has is the recorded run again, byte for byte.
func TestARecordedInputRepeatsTheRun(t *testing.T) {
	first, log := recordedWith(t, photographer())
	r, err := record.NewReader(bytes.NewReader(first), int64(len(first)))
	if err != nil {
		t.Fatal(err)
	}
	in, err := protoactor.Recorded(r, camera)
	if err != nil {
		t.Fatal(err)
	}
	if len(in.Messages) != 4 || len(in.Replies) != 3 || in.Messages[2].Answer == nil || in.Messages[1].At != 5*ms || in.Replies[0].At != 90*ms {
		t.Errorf("recorded is %+v", in)
	}
	again, second := recordedWith(t, in)
	same(t, "the events of the second run", second, log)
	if !bytes.Equal(first, again) {
		t.Error("the recordings differ")
	}
	for _, want := range []string{"got {Value:[1]}, answered false", "got {Value:[2]}, answered true", "got a pointer to [3]", "reply <nil>, no film", "reply {Value:[4]}, <nil>"} {
		if !strings.Contains(strings.Join(log, "\n"), want) {
			t.Errorf("%q is not among the events:\n%s", want, strings.Join(log, "\n"))
		}
	}
	clock := actor.NewPID("nonhost", "clock")
	if _, err := protoactor.Recorded(r, clock); err == nil || !strings.Contains(err.Error(), "nothing of foreign actor nonhost/clock") {
		t.Errorf("another foreign actor: %v", err)
	}
}

// What a recorder cannot take is noted, and a recording without it is no input.
func TestInputsThatCannotBeRecordedAreNoted(t *testing.T) {
	in := photographer()
	in.Messages[1].Message = "a word"
	file, log := recordedWith(t, in)
	if want := "no recorder has what foreign actor nonhost/camera sends as string"; !strings.Contains(strings.Join(log, "\n"), want) {
		t.Errorf("%q is not among the events:\n%s", want, strings.Join(log, "\n"))
	}
	r, err := record.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := protoactor.Recorded(r, camera); err == nil || !strings.Contains(err.Error(), "the recording lacks message 2") {
		t.Errorf("the error is %v", err)
	}
}
