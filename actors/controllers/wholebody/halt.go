package wholebody

import (
	"fmt"
	"strings"

	"github.com/robo-actors/robo-actors/messages"
)

// pause returns up a pending transition whose time is over in ticks that do not step the state
// machine. Its request is answered, and the transition does not happen later unexpectedly.
func (l *Law) pause(in *Input, out *Output) {
	if l.status.Pending.Request != 0 {
		l.status, out.outcome = l.machine.Wait(l.status, l.clock, in.step())
	}
}

// halted returns why the state machine pauses, or nothing where it runs.
func (l *Law) halted(in *Input) string {
	switch {
	case l.phase == messages.TaskWaitModel && l.model.verdict != nil:
		return fmt.Sprintf("nothing is commanded yet, for %v; ask again when the law is running", l.model.verdict)
	case l.phase == messages.TaskWaitModel:
		return "nothing is commanded yet, for want of a usable model; ask again when the law is running"
	case !l.following:
		return ""
	}
	var words []string
	last := ""
	for i, passes := range in.Passes {
		if passes || l.virtual[i] || l.passive[i] {
			continue
		}
		why := ""
		switch {
		case !in.Valid[i]:
			why = " (state unknown)"
		case i < len(in.Mode):
			why = fmt.Sprintf(" (%v)", in.Mode[i])
		}
		if n := len(words); n > 0 && why == last {
			words[n-1] = strings.TrimSuffix(words[n-1], why) // is said of the last of those alike
		}
		words, last = append(words, l.names[i]+why), why
	}
	return fmt.Sprintf("commands do not reach the joints %s, and states do not change meanwhile; bring them back to run, and ask again", strings.Join(words, ", "))
}
