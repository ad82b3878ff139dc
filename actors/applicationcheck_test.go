package actors

import (
	"testing"

	"github.com/robo-actors/robo-actors/internal/testkit"
)

func TestAnActorThatIsLinkedToItselfIsRefused(t *testing.T) {
	for _, spec := range []Spec{counting().spec("w/a", 10*ms), counting().spec("w/a", 0)} {
		_, err := New(Application{Actors: []Spec{spec}, Links: []Link{{From: "w/a.out", To: "w/a.in"}}})
		if err == nil {
			t.Fatal("accepted")
		}
		testkit.MustContain(t, err.Error(), "link w/a.out -> w/a.in: an actor cannot be linked to itself", "in a field of the struct")
	}
}

// Two actors that each wait for the other's value are a loop of control: each sees what the other
// sent before.
func TestTwoActorsMayBeLinkedInARing(t *testing.T) {
	sys := virtual(t, Application{
		Actors: []Spec{counting().spec("w/a", 10*ms), counting().spec("w/b", 10*ms)},
		Links:  []Link{{From: "w/a.out", To: "w/b.in"}, {From: "w/b.out", To: "w/a.in"}},
	})
	advance(t, sys, 95*ms)
	if a, b := healthOf(t, sys, "w/a").Inputs[0], healthOf(t, sys, "w/b").Inputs[0]; a.Received != 9 || b.Received != 10 {
		t.Errorf("received %d and %d values", a.Received, b.Received)
	}
}

func TestTwoActorsOfOneStructAreRefused(t *testing.T) {
	one := &scripted{script: counting()}
	same := func() any { return one }
	_, err := New(Application{Actors: []Spec{{Name: "w/a", Period: ms, New: same}, {Name: "w/b", Period: ms, New: same}}})
	if err == nil {
		t.Fatal("accepted")
	}
	testkit.MustContain(t, err.Error(), "w/a and w/b share one struct", "return &scripted{}")
	empty := func() any { return &bare{} }
	if _, err := New(Application{Actors: []Spec{{Name: "w/a", Period: ms, New: empty}, {Name: "w/b", Period: ms, New: empty}}}); err != nil {
		t.Errorf("structs without fields were refused: %v", err)
	}
}

// bare is an actor without a field.
type bare struct{}

func (*bare) Tick(*Tick) error { return nil }

func TestNamesHaveNoEmptyParts(t *testing.T) {
	for name, ok := range map[string]bool{"a": true, "a/b": true, "a/b/c": true, "a//b": false, "a/": false, "/a": false, "/": false, "a/é": false, "a.b/c": false} {
		if err := validName(name); (err == nil) != ok {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// huge is a value that no slot has room for when its size is one.
type huge struct {
	A []float64 `dim:"a"`
	B []uint8   `dim:"b"`
}

// Sizes that would wrap around give an error, not a slice that reaches beyond its memory.
func TestSizesBeyondTheLargestValueAreRefused(t *testing.T) {
	for _, sizes := range []Sizes{{"a": 1 << 60, "b": 0}, {"a": 1 << 61, "b": 0}, {"a": 1 << 62, "b": 1}, {"a": 0, "b": 1<<30 + 1}, {"a": 1 << 27, "b": 1}, {"a": 1<<63 - 1, "b": 1<<63 - 1}} {
		_, err := New(Application{Actors: []Spec{{Name: "w/a", Period: ms, Sizes: sizes, New: func() any { return &hugeSource{} }}}})
		if err == nil {
			t.Errorf("%v was accepted", sizes)
			continue
		}
		testkit.MustContain(t, err.Error(), "output w/a.out: actors.huge.", "more than the 1073741824 bytes that a value may have")
	}
}

type hugeSource struct {
	Out Out[huge] `port:"out"`
}

func (*hugeSource) Tick(*Tick) error { return nil }

func TestWhetherAPortIsOptionalIsReported(t *testing.T) {
	sys, err := New(Application{Actors: []Spec{counting().spec("w/a", ms)}})
	if err != nil {
		t.Fatal(err)
	}
	if a := sys.Actors()[0]; !a.Inputs[0].Optional || a.Outputs[0].Optional {
		t.Errorf("got %+v", a)
	}
	r := NewRegistry()
	if err := Register(r, "both", RoleController, "has an input of either kind", twoInputs{}); err != nil {
		t.Fatal(err)
	}
	if k := r.Kinds()[0]; k.Ports[0].Optional || !k.Ports[1].Optional {
		t.Errorf("got %+v", k.Ports)
	}
	err = Register(NewRegistry(), "doubtful", RoleController, "has an input that may be optional", doubtful{})
	if err == nil {
		t.Fatal("accepted")
	}
	testkit.MustContain(t, err.Error(), `port field A: optional "maybe"; expected true or false`)
}

type twoInputs struct {
	A In[note] `port:"a" optional:"false"`
	B In[note] `port:"b" optional:"true"`
}

func (*twoInputs) Tick(*Tick) error { return nil }

type doubtful struct {
	A In[note] `port:"a" optional:"maybe"`
}

func (*doubtful) Tick(*Tick) error { return nil }
