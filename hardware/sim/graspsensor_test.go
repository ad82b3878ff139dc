package sim

import (
	"context"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/hardware/sim/physics"
	"github.com/robo-actors/robo-actors/messages"
)

// Two grasps, of which one closes and opens: the sensor reports which, in the order of the options.
func TestASensorReportsWhichGraspsHoldSomething(t *testing.T) {
	at := [3]float64{0.83, 0, 0}
	o := &PlantOptions{
		Options: physics.Options{Grasps: []physics.GraspOptions{
			{Name: "far", Body: "leaf", OnBody: "handle"}, {Name: "near", Body: "leaf", Position: at, OnBody: "handle", Free: []string{"x"}}}},
	}
	if got, want := o.Sensors(), []hardware.Sensor{{Port: "grasps", Carries: "messages.Signals"}}; !reflect.DeepEqual(got, want) {
		t.Errorf("the sensors are %v, want %v", got, want)
	}
	handle, makeActor, err := o.MakePlant(hardware.PlantContext{World: door(t, nil), Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	p := handle.(*Plant)
	s, err := actors.New(actors.Application{Name: "test", Actors: []actors.Spec{{Name: "plant/robot", Period: time.Millisecond, New: makeActor}}}, actors.WithVirtualTime())
	if err != nil {
		t.Fatal(err)
	}
	var held []float64
	if _, err := actors.Tap(s, "plant/robot.grasps", func(_ messages.Stamp, v *messages.Signals) { held = slices.Clone(v.Value) }); err != nil {
		t.Fatal(err)
	}
	if err := s.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		do   func() error
		want []float64
	}{
		{func() error { return nil }, []float64{0, 0}},
		{func() error { return p.mechanism.Close("near") }, []float64{0, 1}},
		{func() error { return p.mechanism.Open("near") }, []float64{0, 0}},
	} {
		if err := step.do(); err != nil {
			t.Fatal(err)
		}
		if err := s.Advance(3 * time.Millisecond); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(held, step.want) {
			t.Errorf("the sensor says %v, want %v", held, step.want)
		}
	}
	if err := s.Stop(context.Background()); err != nil {
		t.Fatal(err)
	}
}
