package gate_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds/app"
	"github.com/robo-actors/robo-actors/worlds/gate"
)

// arm builds an example of one arm.
func arm(options ...actors.Option) (*actors.System, error) {
	registry, err := kinds.Standard()
	if err != nil {
		return nil, err
	}
	config, err := app.LoadFile("../../examples/arm_levels/app.yaml", registry)
	if err != nil {
		return nil, err
	}
	config.Virtual = false
	config.Duration = 0
	return app.New(config, options...)
}

// A program stops the joints of a world in real time and brings them back.
func ExampleRearm() {
	system, err := arm()
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	if err := system.Start(ctx); err != nil {
		fmt.Println(err)
		return
	}
	stopped, err := gate.Stop(ctx, system, "arm", messages.ModeOff)
	if err == nil {
		fmt.Println(stopped.Joints[0].Mode, stopped.Joints[0].Causes)
		_, err = gate.Rearm(ctx, system, "arm")
	}
	fmt.Println(err, system.Stop(ctx))
}

// In virtual time nothing waits: the outcome is a call.
func ExampleRequestRearm() {
	system, err := arm(actors.WithVirtualTime())
	if err != nil {
		fmt.Println(err)
		return
	}
	system.At(messages.Instant(time.Second), func() {
		gate.Request(system, "arm", gate.StopRequest{Mode: messages.ModeRampHold}, func(s gate.Status, err error) {
			fmt.Println(s.Joints[0].Mode, s.Joints[0].Causes, err)
		})
	})
	system.At(messages.Instant(2*time.Second), func() {
		gate.RequestRearm(system, "arm", modes.Acknowledge, func(s gate.Status, err error) {
			fmt.Println(s.Joints[0].Mode, err)
		})
	})
	ctx := context.Background()
	err = errors.Join(system.Start(ctx), system.Advance(3*time.Second), system.Stop(ctx))
	fmt.Println(err)
	// Output:
	// ramp_hold operator <nil>
	// run <nil>
	// <nil>
}

func TestAWorldIsStoppedAndReArmedInRealTime(t *testing.T) {
	system, err := arm()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := system.Start(ctx); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := system.Stop(context.Background()); err != nil {
			t.Log(err) // a busy machine may fail the robot
		}
	}()
	before, err := gate.Read(ctx, system, "arm")
	if err != nil || len(before.Joints) != 7 {
		t.Fatalf("%d joints, %v", len(before.Joints), err)
	}
	for ctx.Err() == nil { // a busy machine has drives confirm too late
		if _, err = gate.Stop(ctx, system, "arm", messages.ModeRampHold); err == nil {
			break
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := gate.RearmSeen(ctx, system, "arm", modes.Acknowledge, before); err == nil || !strings.Contains(err.Error(), "read the status again") {
		t.Errorf("%v; expected that the gate rejects a condition that has changed", err)
	}
	gone, leave := context.WithCancel(ctx)
	leave()
	if _, err := gate.Rearm(gone, system, "arm"); !errors.Is(err, context.Canceled) {
		t.Errorf("%v; expected that nobody waits", err)
	}
	if _, err := gate.Read(ctx, system, "nowhere"); err == nil || !strings.Contains(err.Error(), "nowhere/gate") {
		t.Errorf("%v; expected that the world is unknown", err)
	}
	for ctx.Err() == nil {
		if _, err = gate.Reset(ctx, system, "arm"); err == nil {
			return
		}
	}
	t.Error(err)
}
