package invariant

import (
	"testing"

	"github.com/robo-actors/robo-actors/messages"
)

// overruns has an actor fail for missed releases so long after the start of its incarnation.
func overruns(milliseconds int) func(*play) {
	return func(p *play) {
		const perception = "mobile_base/perception"
		fails(p, perception)
		begins(p, perception)
		p.run(milliseconds)
		p.event(messages.Event{Kind: messages.EventFailed, Source: perception, Incarnation: 2, Cause: messages.CauseOverrun})
	}
}

// The base's world has a period of 2 ms and tolerates as many missed releases as 3 s have.
func TestV40(t *testing.T) {
	try(t, []trial{
		{"a bucket that survives a restart", "V40", []string{"mobile_base/perception", "it tolerates 1500, one in 2ms"}, overruns(2990), overruns(2998)},
	})
}
