package literal

import (
	"fmt"

	"github.com/robo-actors/robo-actors/messages"
)

// commanded compares the command of a bus.
func (g *world) commanded(b int, c *messages.DriveCommand) {
	for k, i := range g.buses[b].Joints {
		j := &g.joints[i]
		g.model.compared++
		if c.Mode[k] != j.mode {
			g.disagree(j, fmt.Sprintf("the gate has the mode %s; expected %s", c.Mode[k], &j.stopped))
			return
		}
		if j.mode.Passes() && c.Arm[k] != j.arm {
			g.disagree(j, fmt.Sprintf("the gate has the arm number %d; expected %s", c.Arm[k], &j.stopped))
			return
		}
	}
}

// compare compares what the gate has reported since the last call.
func (g *world) compare() {
	g.agree()
	g.seen.strayed = g.seen.strayed || g.strays()
	for i := range g.joints {
		j := &g.joints[i]
		if j.controller < 0 || j.passive || j.bus < 0 {
			continue
		}
		g.model.compared++
		if j.told != j.mode {
			g.disagree(j, fmt.Sprintf("the gate has reported the mode %s; expected %s", j.told, &j.stopped))
			return
		}
	}
}

// disagree reports where the gate and the model differ, with what led to it.
func (g *world) disagree(j *joint, text string) {
	if d := g.answer(j); d != nil {
		text += fmt.Sprintf("; its drive is in %s, arm %d, fault %d, answered %t", d.Mode[j.drive], d.Arm[j.drive], d.Fault[j.drive], d.Answered[j.drive])
	}
	text += fmt.Sprintf("; obeyed %t, good command %v of %s", j.obeyed, j.good, j.good.at)
	for _, e := range g.events {
		text += "; " + e.String()
	}
	g.model.disagree(Gate, g.path, j.name, text)
}
