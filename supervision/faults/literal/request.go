package literal

import (
	"fmt"
	"slices"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds/gate"
)

// consent is a request for re-arm that the gate has received. Its events show whether it agreed.
type consent struct {
	waits         bool
	groups        [][]*joint // those that re-arm together
	must, mustNot bool       // re-arm; where neither is set, the model cannot know
	nonce         uint64
}

// seen is what the model knows of the nonces that a gate has shown. It cannot read the replies, and
// counts the events that change a nonce itself.
type seen struct {
	any      bool   // a request was rejected since then
	at       uint64 // sum of the model's own nonces at the newest request for the status
	rejected uint64 // nonce of the newest request that was rejected since then
	strayed  bool   // since then, the model had the mode of a joint without a drive wrong
	open     bool   // no request for re-arm has come since then
	mixed    bool   // one that comes may belong to an earlier status, with other nonces
}

// stop is an operator's stop: of each joint into the mode that it requests.
func (g *world) stop(m gate.StopRequest) {
	if !m.Mode.Valid() || !m.Mode.Stops() {
		return
	}
	for _, name := range m.Joints {
		if !slices.ContainsFunc(g.joints, func(j joint) bool { return j.name == name }) {
			return
		}
	}
	for i := range g.joints {
		j := &g.joints[i]
		all := len(m.Joints) == 0 && (j.bus >= 0 || j.controller >= 0)
		if !all && !slices.Contains(m.Joints, j.name) || j.passive {
			continue
		}
		j.demand(messages.CauseOperator, 0, m.Mode, g.now)
		if j.kind != modes.AnyJoint {
			r := react(modes.EmergencyStop, j.declared)
			j.required = max(j.required, r.level)
			j.clean, j.within = max(j.clean, r.clean), r.autoWithin
		}
	}
}

// status takes up a request for the status.
func (g *world) status() {
	at := g.nonces()
	g.seen = seen{at: at, strayed: g.strays(), open: true, mixed: g.seen.open && (g.seen.mixed || at != g.seen.at)}
}

// nonces is the sum of the nonces of all joints: it changes with what an operator must have seen.
func (g *world) nonces() (sum uint64) {
	for i := range g.joints {
		sum += g.joints[i].nonce
	}
	return sum
}

// strays reports whether the model has the mode of a joint without a drive wrong, which it does not
// judge. Then it cannot know whether the joint's nonce changes.
func (g *world) strays() bool {
	return slices.ContainsFunc(g.joints, func(j joint) bool { return j.virtual && j.controller >= 0 && j.told != j.mode })
}

// ask prepares the judgement of a request for re-arm: the joints that it re-arms if the gate
// agrees, and whether the gate must.
func (g *world) ask(m gate.RearmRequest) {
	if m.Way != modes.Acknowledge && m.Way != modes.Reset {
		return
	}
	k := consent{waits: true, nonce: m.Nonce}
	for i := range g.controllers {
		for _, together := range g.groups(&g.controllers[i]) {
			if !slices.ContainsFunc(together, func(j *joint) bool { return !j.obeys(m.Way) }) {
				k.groups = append(k.groups, together)
			}
		}
	}
	k.mustNot = m.Incarnation != g.incarnation || g.nonces() != g.seen.at && !g.seen.strayed
	k.must = !k.mustNot && !g.seen.mixed && g.seen.any && g.seen.rejected+1 == m.Nonce && m.Way == modes.Acknowledge
	g.consent = k
	g.seen.open = false
}

// lastConsent applies a consent that the gate has given in the last cycle of an incarnation.
func (g *world) lastConsent() {
	for _, together := range g.consent.groups {
		if slices.ContainsFunc(together, func(j *joint) bool { return j.told == run }) {
			for _, j := range together {
				g.rearm(j)
			}
		}
	}
	g.consent = consent{}
}

// agree applies a consent that the gate has given, by its events, and compares.
func (g *world) agree() {
	k := g.consent
	g.consent = consent{}
	if !k.waits {
		return
	}
	g.model.compared++
	any := false
	for _, together := range k.groups {
		given := slices.ContainsFunc(together, func(j *joint) bool { return j.told == run })
		switch any = any || given; {
		case given && k.mustNot:
			g.disagree(together[0], "the gate obeyed a request for re-arm that names an older state or another incarnation")
			return
		case given:
			for _, j := range together {
				g.rearm(j)
			}
		case k.must:
			g.disagree(together[0], fmt.Sprintf("the gate rejected a request for re-arm; expected it to obey, with %s", &together[0].stopped))
			return
		}
	}
	if !any {
		g.seen.rejected, g.seen.any = k.nonce, true
	}
}
