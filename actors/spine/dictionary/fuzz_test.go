package dictionary

import (
	"bytes"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/robo-actors/robo-actors/messages"
)

// FuzzMerge merges a message into a used action: a rejected one changes nothing, and an accepted
// one leaves an action whose own message gives the same action.
func FuzzMerge(f *testing.F) {
	used := newUpkieAction()
	used.Servos[1].Velocity, used.Env = 3, []byte{0x01}
	f.Add(used.Append(nil))
	f.Add(used.Append(nil, 2))
	f.Add(pack(f, servo("left_hip", "position", 1)))
	f.Add(nested(3))
	before, a, again := newUpkieAction(), newUpkieAction(), newUpkieAction()
	if err := before.Merge(used.Append(nil)); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		a.Assign(before)
		if a.Merge(data) != nil {
			if !same(a, before) {
				t.Error("a rejected message changed the action")
			}
			return
		}
		for _, s := range a.Servos {
			sum := s.Velocity*0 + s.FeedforwardTorque*0 + s.KpScale*0 + s.KdScale*0 + s.MaximumTorque*0
			if sum != 0 || math.IsInf(s.Position, 0) || s.KpScale < 0 || s.KdScale < 0 || s.MaximumTorque < 0 {
				t.Errorf("accepted %+v", s)
			}
		}
		again.Reset()
		if err := again.Merge(a.Append(nil)); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(again.Append(nil), a.Append(nil)) {
			t.Error("the message of the action gives another action")
		}
	})
}

// FuzzParseConfig reads a configuration; what it accepts reads the same from its own dictionary.
func FuzzParseConfig(f *testing.F) {
	whole := wholeConfig()
	f.Add(AppendConfig(nil, &whole))
	f.Add(AppendConfig(nil, &messages.SpineConfig{}))
	f.Add(pack(f, clientConfig()))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := ParseConfig(data)
		if err != nil {
			return
		}
		again, err := ParseConfig(AppendConfig(nil, &c))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c, again, cmpopts.EquateEmpty()); diff != "" {
			t.Error(diff)
		}
	})
}

// FuzzParseObservation reads an observation; what it accepts has a dictionary that is read and
// written without a change.
func FuzzParseObservation(f *testing.F) {
	whole, empty := wholeObservation(), Observation{}
	f.Add(whole.Append(nil))
	f.Add(empty.Append(nil))
	random := rand.New(rand.NewPCG(1, 1))
	for range 3 {
		o := drawnObservation(random)
		f.Add(o.Append(nil))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		o, err := ParseObservation(data)
		if err != nil {
			return
		}
		first := o.Append(nil)
		again, err := ParseObservation(first)
		if err != nil {
			t.Fatal(err)
		}
		if second := again.Append(nil); !bytes.Equal(first, second) {
			t.Errorf("%x\nbecomes %x", first, second)
		}
	})
}
