package actors

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// oneShot does its work in one tick, and says so.
type oneShot struct {
	Out    Out[float64] `port:"out"`
	fenced int
}

func (o *oneShot) Tick(t *Tick) error {
	if err := o.Out.Send(t, 1); err != nil {
		return err
	}
	return fmt.Errorf("moved to its goal: %w", ErrDone)
}

func (o *oneShot) Fence(messages.Instant, messages.Cause) error { o.fenced++; return nil }

func TestAnActorThatHasDoneItsWorkAlarmsNobodyAndStaysStopped(t *testing.T) {
	var events []string
	one := &oneShot{}
	s, err := New(Application{Actors: []Spec{{Name: "w/a", New: func() any { return one }, Period: time.Millisecond}}}, WithVirtualTime(),
		WithEvents(func(e messages.Event) { events = append(events, e.String()) }))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := s.Advance(time.Second); err != nil {
		t.Fatal(err)
	}
	all := strings.Join(events, "\n")
	if strings.Contains(all, "failed") || strings.Contains(all, "restarting") || !strings.Contains(all, "w/a note: moved to its goal: the actor has done its work") ||
		!strings.Contains(all, "w/a stopped") {
		t.Error(all)
	}
	if h := s.Health()[0]; h.State != "stopped" || h.Ticks != 1 || h.LastError != "" {
		t.Errorf("%+v", h)
	}
	if one.fenced != 1 {
		t.Errorf("what it drives was made safe %d times", one.fenced)
	}
	if err := s.Stop(t.Context()); err != nil {
		t.Error(err)
	}
}
