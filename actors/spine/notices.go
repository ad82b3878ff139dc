package spine

import (
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/spine/dictionary"
	"github.com/robo-actors/robo-actors/actors/spine/machine"
	"github.com/robo-actors/robo-actors/messages"
)

// notices reports what happens, and what an agent repeats a thousand times a second only now and
// then.
type notices struct {
	quiet   messages.Instant // nothing of an agent's errors is reported before
	skipped int
	unknown int  // unknown keys of the action that were reported
	stiff   bool // a scale of gains beyond 1 was reported
}

// restart reports what an agent does once more, after a start.
func (n *notices) restart() { n.unknown, n.stiff = 0, false }

// quietFor is the time between two reports of errors of agents.
const quietFor = time.Second

func (n *notices) say(c *actors.Context, text string) {
	c.Emit(messages.Event{Kind: messages.EventNote, Text: text})
}

// complain reports an error of an agent, unless another was reported just before.
func (n *notices) complain(c *actors.Context, make func() string) {
	if c.Time() < n.quiet {
		n.skipped++
		return
	}
	text := make()
	if n.skipped > 0 {
		text += fmt.Sprintf("; %d more such errors were not reported", n.skipped)
	}
	n.skipped, n.quiet = 0, c.Time().Add(quietFor)
	c.Emit(messages.Event{Kind: messages.EventRefused, Cause: messages.CauseInvalid, Text: text})
}

// reject reports that the data of a request are invalid, or its sender is not the owner.
func (n *notices) reject(t *actors.Tick, agent string, err error) {
	n.complain(t.Context, func() string { return fmt.Sprintf("agent %q: %v", agent, err) })
}

// slips reports the unknown keys that the action lists, each once: they have no effect.
func (n *notices) slips(c *actors.Context, agent string, action *dictionary.Action) {
	for ; n.unknown < len(action.Unknown); n.unknown++ {
		key := action.Unknown[n.unknown]
		text := fmt.Sprintf("agent %q: the key %q of its action is unknown and has no effect", agent, key)
		if near, ok := action.Nearest(key); ok {
			text += fmt.Sprintf("; did you mean %q?", near)
		}
		n.say(c, text)
	}
}

// scales reports the first scale of gains that has the effect of a smaller one.
func (n *notices) scales(c *actors.Context, agent string, joints []joint, servos []dictionary.ServoAction) {
	for i := 0; i < len(servos) && !n.stiff; i++ {
		if kp, kd := servos[i].KpScale, servos[i].KdScale; kp > mostScale || kd > mostScale {
			n.stiff = true
			n.say(c, fmt.Sprintf("agent %q: kp_scale %g and kd_scale %g of servo.%s: a scale beyond %d has the effect of %d, the gains of the application",
				agent, kp, kd, joints[i].name, mostScale, mostScale))
		}
	}
}

// rejected reports a request that the machine rejects.
func (n *notices) rejected(c *actors.Context, agent, why string) {
	n.complain(c, func() string { return fmt.Sprintf("agent %q: %s", agent, why) })
}

// rejection says why the machine rejects a request.
func rejection(request machine.Request, row *machine.Row, reason error) string {
	text := fmt.Sprintf("%s is rejected in %s", request, row.From)
	if row.Note != "" {
		text += ": " + row.Note
	}
	if reason != nil {
		text += ": " + reason.Error()
	}
	return text
}

// longEnv reports an env that is too long for the log.
func (n *notices) longEnv(c *actors.Context, bytes int) {
	n.complain(c, func() string {
		return fmt.Sprintf("the key env of the action has %d bytes; the log leaves it out", bytes)
	})
}

// broken reports a link that an agent has damaged.
func (n *notices) broken(c *actors.Context, agent string, reason error) {
	n.complain(c, func() string { return fmt.Sprintf("the link to agent %q is broken: %v", agent, reason) })
}

// measure reports a change of what the robot does without its agent.
func (n *notices) measure(c *actors.Context, from, to Measure, silence time.Duration) {
	switch {
	case to == Obey:
		n.say(c, fmt.Sprintf("the agent is back: %s ends", from))
	default:
		n.say(c, fmt.Sprintf("the agent has been silent for %v: %s", silence.Round(time.Millisecond), to))
	}
}
