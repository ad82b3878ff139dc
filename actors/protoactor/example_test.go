package protoactor_test

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"time"

	"github.com/asynkron/protoactor-go/actor"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/protoactor"
	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/messages/pb"
)

// counter prints the pictures that a camera of the embedding program sends, and asks it for its
// name.
type counter struct{ camera *actor.PID }

func (k *counter) Start(c *actors.Context) error {
	return protoactor.Ask(c, k.camera, "name", time.Second, func(_ *actors.Context, reply any, err error) error {
		fmt.Println("its name is", reply, err)
		return nil
	})
}

func (k *counter) Receive(_ *actors.Context, message any) error {
	fmt.Println("picture", message.(messages.Signals).Value)
	return nil
}

// A foreign actor is declared by what a recording has of it. Each run in virtual time is then the
// same.
func ExampleWithInputs() {
	r, err := record.NewReader(recorded())
	if err != nil {
		log.Fatal(err)
	}
	samples, err := record.Series[messages.Signals](r, "w/gate.seen")
	if err != nil {
		log.Fatal(err)
	}
	camera := actor.NewPID("nonhost", "camera") // or that of an actor which the program has spawned
	input := protoactor.Input{From: camera, Replies: []protoactor.Reply{{After: 5 * time.Millisecond, Reply: "eye"}}}
	for _, s := range samples {
		input.Messages = append(input.Messages, protoactor.Message{At: s.Stamp.Time, To: "w/counter", Message: s.Value})
	}
	app := actors.Application{Name: "count", Actors: []actors.Spec{{Name: "w/counter", New: func() any { return &counter{camera} }}}}
	sys, err := actors.New(app, actors.WithVirtualTime(), protoactor.WithInputs(input))
	if err != nil {
		log.Fatal(err)
	}
	if err := sys.Start(context.Background()); err != nil {
		log.Fatal(err)
	}
	if err := sys.Advance(50 * time.Millisecond); err != nil {
		log.Fatal(err)
	}
	if err := sys.Stop(context.Background()); err != nil {
		log.Fatal(err)
	}
	// Output:
	// its name is eye <nil>
	// picture [1]
	// picture [2]
}

// recorded is a recording of two values.
func recorded() (file *bytes.Reader, size int64) {
	var buffer bytes.Buffer
	codec, err := pb.CodecOf[messages.Signals]()
	if err != nil {
		log.Fatal(err)
	}
	w, err := record.NewWriter(&buffer, record.Options{})
	if err != nil {
		log.Fatal(err)
	}
	topic, err := w.Channel("w/gate.seen", codec)
	if err != nil {
		log.Fatal(err)
	}
	for k := 1; k <= 2; k++ {
		at := messages.Instant(10 * k * int(time.Millisecond))
		if err := w.Write(topic, at, messages.Stamp{Time: at, Sequence: uint64(k), Incarnation: 1}, &messages.Signals{Value: []float64{float64(k)}}); err != nil {
			log.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		log.Fatal(err)
	}
	return bytes.NewReader(buffer.Bytes()), int64(buffer.Len())
}
