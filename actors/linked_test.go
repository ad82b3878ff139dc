package actors

import (
	"errors"
	"strings"
	"testing"
)

// picky is an actor whose options decide which of its optional inputs need a link.
type picky struct {
	Needed In[note]  `port:"needed" optional:"true"`
	Idle   In[note]  `port:"idle" optional:"true"`
	Value  Out[note] `port:"value"`

	configure func(*picky, *Setup)
}

func (p *picky) Configure(s *Setup) error {
	if p.configure != nil {
		p.configure(p, s)
	}
	return nil
}

func (p *picky) Tick(*Tick) error { return nil }

// newPicky builds an application of a picky actor and of one that feeds it by the links.
func newPicky(configure func(*picky, *Setup), links ...Link) error {
	_, err := New(Application{Actors: []Spec{
		{Name: "w/actor", Period: ms, New: func() any { return &picky{configure: configure} }},
		{Name: "w/feeder", Period: ms, New: func() any { return &picky{} }},
	}, Links: links}, WithVirtualTime())
	return err
}

func TestAnActorMayNeedAnOptionalInputOrBarIt(t *testing.T) {
	needs := func(p *picky, s *Setup) { s.Require(&p.Needed, "option model is actor, not own") }
	bars := func(p *picky, s *Setup) { s.Exclude(&p.Idle, "option follow names no task") }
	needed, idle := Link{From: "w/feeder.value", To: "w/actor.needed"}, Link{From: "w/feeder.value", To: "w/actor.idle"}
	for what, c := range map[string]struct {
		configure func(*picky, *Setup)
		links     []Link
		want      LinkError // nothing is wrong where it is empty
		text      string
	}{
		"needed and there":      {needs, []Link{needed}, LinkError{}, ""},
		"needed and not there":  {needs, []Link{idle}, LinkError{To: needed.To, Carries: "actors.note", Why: "option model is actor, not own"}, "input w/actor.needed (actors.note) has no link and needs one: option model is actor, not own; link an output to it"},
		"barred and not there":  {bars, []Link{needed}, LinkError{}, ""},
		"barred and there":      {bars, []Link{idle}, LinkError{From: idle.From, To: idle.To}, "link w/feeder.value -> w/actor.idle: nothing would read its values: option follow names no task"},
		"neither, nothing":      {nil, nil, LinkError{}, ""},
		"neither, both linked":  {nil, []Link{needed, idle}, LinkError{}, ""},
		"needed, the other too": {needs, []Link{needed, idle}, LinkError{}, ""},
	} {
		err := newPicky(c.configure, c.links...)
		if c.text == "" {
			if err != nil {
				t.Errorf("%s: %v", what, err)
			}
			continue
		}
		var link *LinkError
		if !errors.As(err, &link) || link.From != c.want.From || link.To != c.want.To || link.Carries != c.want.Carries || link.Why != c.want.Why || link.Error() != c.text {
			t.Errorf("%s: %v; expected %q", what, err, c.text)
		}
	}
}

func TestOnlyInputsOfTheActorItselfAreNeededOrBarred(t *testing.T) {
	var other In[note]
	for want, configure := range map[string]func(*picky, *Setup){
		"got a *actors.In[":  func(_ *picky, s *Setup) { s.Require(&other, "it is") },
		"got a *actors.Out[": func(p *picky, s *Setup) { s.Require(&p.Value, "it is") },
		"got a string":       func(_ *picky, s *Setup) { s.Exclude("idle", "it is") },
	} {
		if err := newPicky(configure); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "needs the address of one of the actor's inputs") {
			t.Errorf("got %v; expected %q", err, want)
		}
	}
}
