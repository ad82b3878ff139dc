package actors

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

type source struct {
	Value Out[messages.JointState] `port:"value"`
	n     int
	q     []float64
}

func (s *source) Configure(setup *Setup) error {
	setup.Size(&s.Value, Sizes{"positions": 2, "velocities": 2})
	s.q = make([]float64, 2)
	return nil
}
func (s *source) Tick(t *Tick) error {
	s.n++
	s.q[0] = t.Now.Seconds()
	return s.Value.Send(t, messages.JointState{Position: s.q, Velocity: s.q})
}

type sink struct {
	Value In[messages.JointState] `port:"value" max_age:"30ms"`
	got   *[]string
}

func (s *sink) Tick(t *Tick) error {
	v, err := s.Value.Fresh(t)
	if err != nil {
		*s.got = append(*s.got, fmt.Sprint(t.Now, " ", err))
		return nil
	}
	*s.got = append(*s.got, fmt.Sprintf("%v %.3f", t.Now, v.Position[0]))
	return nil
}
func (s *sink) Receive(c *Context, m any) error {
	*s.got = append(*s.got, fmt.Sprintf("%v %T%v", c.Time(), m, m))
	return nil
}

func smoke(t *testing.T, virtual bool) []string {
	var got []string
	options := []Option{WithFaults()}
	if virtual {
		options = append(options, WithVirtualTime())
	}
	sys, err := New(Application{Name: "smoke",
		Actors: []Spec{
			{Name: "a/source", Period: 10 * time.Millisecond, New: func() any { return &source{} }},
			{Name: "b/sink", Period: 20 * time.Millisecond, New: func() any { return &sink{got: &got} }, Watch: []string{"a/source"}},
		},
		Links: []Link{{From: "a/source.value", To: "b/sink.value"}},
	}, options...)
	if err != nil {
		t.Fatal(err)
	}
	if err := sys.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	sys.At(messages.Instant(55*time.Millisecond), func() {
		if err := sys.Inject(Fault{Kind: FaultPanic, Target: "a/source"}); err != nil {
			t.Error(err)
		}
	})
	if virtual {
		if err := sys.Advance(250 * time.Millisecond); err != nil {
			t.Fatal(err)
		}
	} else {
		time.Sleep(250 * time.Millisecond)
	}
	if err := sys.Stop(context.Background()); err != nil {
		t.Fatal(err)
	}
	for _, h := range sys.Health() {
		t.Logf("%+v", h)
	}
	return got
}

func TestSmokeVirtual(t *testing.T) {
	for _, l := range smoke(t, true) {
		t.Log(l)
	}
}

func TestSmokeReal(t *testing.T) {
	for _, l := range smoke(t, false) {
		t.Log(l)
	}
}
