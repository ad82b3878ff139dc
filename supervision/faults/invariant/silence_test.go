package invariant

import (
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision"
)

// backsOff has an actor fail, and the supervisor of its world restart what a strategy names after a
// back-off. Meanwhile every actor sends on, except the silent one.
func backsOff(world, actor string, strategy supervision.Strategy, silent string) func(*play) {
	return func(p *play) {
		p.w.groupOf(world).policy = supervision.Restart{Strategy: strategy, Max: 5, Within: 10 * time.Second, BackoffMin: 100 * time.Millisecond, BackoffFactor: 2}
		decides(p, actor, 100*time.Millisecond)
		p.spoil = func(_ *play, topic string, _ *messages.Stamp, _ any) bool { return actorOf(topic) != silent }
		p.run(20)
	}
}

func TestV37(t *testing.T) {
	try(t, []trial{
		{"a healthy actor that runs on during the back-off", "V37", []string{"whole_body/perception", "whole_body decided its restart at 1.500000s", "due at 1.600000s"},
			backsOff("whole_body", model, supervision.OneForAll, ""), backsOff("whole_body", model, supervision.OneForOne, "")},
		{"an actor that runs on although it failed", "V37", []string{receiver},
			backsOff("mobile_base", receiver, supervision.OneForOne, ""), backsOff("mobile_base", receiver, supervision.OneForOne, receiver)},
	})
}

func TestAnActorWhoseThreadIsBlockedMaySendBeforeItIsSuspended(t *testing.T) {
	p := newPlay(t)
	p.run(500)
	inject(p, "whole_body/path", "slow whole_body/path delay=10ms")
	backsOff("whole_body", model, supervision.OneForAll, "")(p)
	p.want("")
}
