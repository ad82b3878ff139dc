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

// opens has the brake of a drive open for a time, during which no command comes.
func opens(milliseconds int) func(*play) {
	return func(p *play) {
		p.spoil = when(armGate+".arm", func(*play, *messages.Stamp, *messages.DriveCommand) bool { return false })
		for _, joint := range p.jointsOf(armBus) {
			p.truths[joint].Mode, p.truths[joint].Torque = messages.ModeRampHold, true
		}
		p.run(20)
		p.truths[elbow].Starting = true
		p.run(milliseconds)
		p.truths[elbow].Starting = false
	}
}

// The watchdog takes 100 ms, and a command counts for 30 ms.
func TestAWatchdogCountsWhileABrakeOpens(t *testing.T) {
	try(t, []trial{{"a brake that opens although nothing feeds its drive", "V3", []string{armBus, elbow, "starting from ramp_hold", "watchdog 100ms"}, opens(300), opens(100)}})
}
