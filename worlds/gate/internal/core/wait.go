package core

import (
	"fmt"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// longWait is the time after which the gate reports what a joint waits for.
const longWait = time.Second

// need is what a joint that has not run yet waits for.
type need uint8

const (
	noNeed need = iota
	needsDrive
	needsState
	needsCommand
	needsStart
	needsWorld
	needs
)

// wait is what a joint waits for, since when, and whether that was reported.
type wait struct {
	need     need
	since    messages.Instant
	reported bool
	texts    [needs]string // of reports, made once
}

// textsOfWait returns the texts of a joint. Gate is the path of the gate, and controller that of
// the controller of the joint, or empty.
func textsOfWait(j *Joint, gate, controller string) (texts [needs]string) {
	name := source.Quote(j.Name)
	world, _, _ := strings.Cut(gate, "/")
	texts[needsDrive] = "waits for the first answer of the drive of " + name
	texts[needsState] = "waits for the first state of " + name
	if j.Partner != "" {
		texts[needsState] += " from " + j.Partner
	}
	texts[needsCommand] = fmt.Sprintf("waits for the first command of %s from %s: an accepted one, with a control mode", name, controller)
	texts[needsStart] = fmt.Sprintf("waits for somebody to start %s: robo-actors rearm %s", name, world)
	partner, _, _ := strings.Cut(j.Partner, "/")
	texts[needsWorld] = fmt.Sprintf("waits for %s to run in world %s", name, source.Quote(partner))
	return texts
}

// watchWait reports once what a joint has waited for longer than longWait.
func (g *Gate) watchWait(j *joint, now messages.Instant) {
	w := &j.wait
	if need := g.needOf(j, now); need != w.need {
		if w.reported {
			g.emit(messages.Event{Time: now, Kind: messages.EventWaiting, Joint: j.Name, From: j.state.Mode, To: j.state.Mode})
		}
		w.need, w.since, w.reported = need, now, false
	}
	if w.need == noNeed || w.reported || now.Sub(w.since) <= longWait {
		return
	}
	w.reported = true
	g.emit(messages.Event{Time: now, Kind: messages.EventWaiting, Cause: messages.CauseStartup, Joint: j.Name,
		From: j.state.Mode, To: j.state.Mode, Text: w.texts[w.need]})
}

// needOf returns what a joint waits for before it first runs, or before the world that realises it
// follows. A joint that no controller commands needs a state only.
func (g *Gate) needOf(j *joint, now messages.Instant) need {
	before := j.state.Mode.Stops() && j.state.Causes.Has(messages.CauseStartup)
	switch {
	case j.Role == Passive, j.Role == Driven && j.controller < 0:
		return noNeed
	case j.Role == Driven && !j.drive.ever:
		return needsDrive
	case !j.measured.ever:
		return needsState
	case j.controller < 0:
		return noNeed
	case before && !j.accepted.ever && g.controllers[j.controller].tooOld(j, now):
		return needsCommand
	case before && j.state.Present == 0 && j.Rearm.Level(&j.state) >= modes.LevelAcknowledge:
		return needsStart
	case j.Role == Virtual && j.state.Mode.Passes() && j.phase == waiting && !j.accepted.released:
		return needsWorld
	}
	return noNeed
}

// Waiting returns what a joint has waited for longer than a second, and since when. The text is
// empty if it waits for nothing.
func (g *Gate) Waiting(joint int) (text string, since messages.Instant) {
	if w := &g.joints[joint].wait; w.reported {
		return w.texts[w.need], w.since
	}
	return "", 0
}
