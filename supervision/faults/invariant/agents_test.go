package invariant

import (
	"slices"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// agent gives the arm a spine that obeys an agent of the application, before what follows.
func agent(then ...func(*play)) func(*play) {
	return func(p *play) {
		m := p.w.world("whole_body")
		m.spines = append(m.spines, spine{request: "whole_body/driver.request", answer: "whole_body/agent.answer"})
		all(then...)(p)
	}
}

// requests has the agent send a request.
func requests(number, request uint32) func(*play) {
	return func(p *play) {
		p.record("whole_body/driver.request", &messages.SpineRequest{Number: number, Request: request})
	}
}

// answers has the spine answer a request.
func answers(number uint32) func(*play) {
	return func(p *play) { p.record("whole_body/agent.answer", &messages.SpineAnswer{Number: number}) }
}

func TestV7OfAgents(t *testing.T) {
	const action, start = 1, 2
	acknowledged := func(p *play) { p.event(messages.Event{Kind: messages.EventAcknowledged, Source: armGate}) }
	later := func(p *play) { p.run(1) }
	stale, drive := stopped(messages.CauseStale), stopped(messages.CauseDrive)
	try(t, []trial{
		{"an agent that does not start the robot", "V7", []string{"without a request"},
			agent(stale, requests(7, action), returns), agent(stale, requests(7, start), later, returns)},
		{"a start that was answered before", "V7", []string{"re-armed without a request"},
			agent(stale, requests(7, start), answers(7), later, acknowledged), agent(stale, requests(7, start), answers(7), acknowledged)},
		{"an answer to an older start", "V7", []string{"re-armed without a request"},
			agent(stale, requests(7, start), requests(8, start), answers(8), later, acknowledged),
			agent(stale, requests(7, start), requests(8, start), answers(7), later, acknowledged)},
		{"a start after what requires a reset", "V7", []string{"requires a reset"},
			agent(drive, asks(true), func(p *play) { p.w.Answered("whole_body") }, later, requests(7, start), returns),
			agent(drive, asks(true), requests(7, start), returns)},
	})
}

func TestTheSpineOfAnApplicationIsFound(t *testing.T) {
	config, err := load("upkie", "campaign.yaml")
	if err != nil {
		t.Fatal(err)
	}
	w, err := New(config, nil)
	if err != nil {
		t.Fatal(err)
	}
	m := w.world("upkie")
	if len(m.spines) != 1 || m.spines[0].request != "upkie/driver.request" || m.spines[0].answer != "upkie/agent.answer" {
		t.Fatalf("the spines are %+v", m.spines)
	}
	l := m.spines[0].lease
	if l == nil || l.silentAfter != 50*time.Millisecond || l.startWithin != 80*time.Millisecond || len(l.ladder) < 2 || l.balancer == nil || l.balancer.fallPitch != 1 {
		t.Errorf("the lease is %+v", l)
	}
	if want := []string{"upkie/driver", "upkie/steering"}; l.falls.truth != "plant/robot.truth" || !slices.Equal(l.falls.agents, want) {
		t.Errorf("the agent is %v, want %v; the base is at %q", l.falls.agents, want, l.falls.truth)
	}
	for i := range m.joints {
		if j := &m.joints[i]; j.bus >= 0 && j.lease != l {
			t.Errorf("joint %s has no lease", j.name)
		}
	}
}
