package mobilemanipulator

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// shots are the snapshots of a world by their sequence.
type shots struct {
	sync.Mutex
	all   map[uint64]messages.Snapshot
	first uint64
}

func tapped(t *testing.T, sys *actors.System, world string) *shots {
	t.Helper()
	s := &shots{all: map[uint64]messages.Snapshot{}}
	remove, err := actors.Tap(sys, world+"/perception.snapshot", func(stamp messages.Stamp, v *messages.Snapshot) {
		s.Lock()
		defer s.Unlock()
		if s.first == 0 {
			s.first = stamp.Sequence
		}
		s.all[stamp.Sequence] = messages.Snapshot{Position: slices.Clone(v.Position), Velocity: slices.Clone(v.Velocity), Mode: slices.Clone(v.Mode), Valid: slices.Clone(v.Valid)}
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(remove)
	return s
}

func (s *shots) at(sequence uint64) (messages.Snapshot, bool) {
	s.Lock()
	defer s.Unlock()
	v, is := s.all[sequence]
	return v, is
}

// await waits for a snapshot.
func (s *shots) await(t *testing.T, sequence uint64) messages.Snapshot {
	t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if v, is := s.at(sequence); is {
			return v
		}
	}
	t.Fatalf("no snapshot %d within a minute", sequence)
	return messages.Snapshot{}
}

// The twin's first snapshot follows the last one of the original before the cut: the modes are the
// same, and the joints have moved for one release.
func TestATwinOfARunInRealTimeBeginsWithItsState(t *testing.T) {
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	c, err := app.LoadFile("app.yaml", registry)
	if err != nil {
		t.Fatal(err)
	}
	for i := range c.Worlds {
		c.Worlds[i].Tolerance.Missed = -1 // on any machine, however late it is
	}
	sys, err := app.New(c)
	if err != nil {
		t.Fatal(err)
	}
	if err := sys.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	worlds := map[string]*shots{"whole_body": tapped(t, sys, "whole_body"), "mobile_base": tapped(t, sys, "mobile_base")}
	for range 3 {
		for at := sys.Now().Add(150 * time.Millisecond); sys.Now() < at; {
			time.Sleep(10 * time.Millisecond)
		}
		twin, err := app.Twin(c, sys)
		for passing(err) {
			twin, err = app.Twin(c, sys)
		}
		if err != nil {
			t.Fatal(err)
		}
		owns := map[string]*shots{}
		for name := range worlds {
			owns[name] = tapped(t, twin, name)
		}
		for name, original := range worlds {
			own := owns[name]
			for own.first == 0 {
				if err := twin.Advance(time.Millisecond); err != nil {
					t.Fatal(err)
				}
			}
			after, _ := own.at(own.first)
			before, is := original.at(own.first - 1)
			if !is {
				t.Fatalf("%s: the original has no snapshot %d", name, own.first-1)
			}
			if next := original.await(t, own.first); !slices.Equal(before.Mode, next.Mode) || !slices.Equal(before.Valid, next.Valid) {
				before.Mode, before.Valid = after.Mode, after.Valid // they were changing
			}
			if err := follows(before, after); err != nil {
				t.Errorf("%s at %s: %v", name, twin.Now(), err)
			}
		}
		if err := twin.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	}
	if err := sys.Stop(context.Background()); err != nil {
		t.Error(err)
	}
}

// follows returns an error unless a snapshot can follow another one after a release.
func follows(before, after messages.Snapshot) error {
	const most = 0.02 // rad or m, in 10 ms
	if !slices.Equal(before.Mode, after.Mode) || !slices.Equal(before.Valid, after.Valid) {
		return fmt.Errorf("modes %v, valid %v; before %v, %v", after.Mode, after.Valid, before.Mode, before.Valid)
	}
	for i := range before.Position {
		if math.Abs(after.Position[i]-before.Position[i]) > most {
			return fmt.Errorf("coordinate %d went from %g to %g", i, before.Position[i], after.Position[i])
		}
	}
	return nil
}
