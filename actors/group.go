package actors

import (
	"fmt"
	"math/rand/v2"

	"go.uber.org/zap"

	"github.com/robo-actors/robo-actors/internal/pact"
	"github.com/robo-actors/robo-actors/messages"
)

// group is a supervisor: it spawns its children in order and carries out what its policy decides about their failures.
// It is an event-driven actor of its own, so that failures are handled outside of the thread that failed.
type group struct {
	name     string
	parent   *group
	policy   Policy
	cell     *cell // its own mailbox
	groups   []*group
	children []*cell
	random   *rand.Rand
}

// Started spawns the children, actors first, in the order of their declaration.
func (g *group) Started() {
	for _, c := range g.children {
		if err := g.cell.node.SpawnChild(&c.node, pact.Config{Name: c.spec.Name, Mailbox: c.mailbox, Life: c}); err != nil {
			g.cell.sys.halt(err)
			return
		}
	}
	for _, child := range g.groups {
		if err := g.cell.node.SpawnChild(&child.cell.node, child.config()); err != nil {
			g.cell.sys.halt(err)
			return
		}
	}
}

func (g *group) config() pact.Config {
	name := g.name
	if name == "" {
		name = "application"
	}
	return pact.Config{Name: name, Mailbox: g.cell.mailbox, Life: g, Handler: g}
}

// Restarting implements pact.Lifecycle; a group is never restarted.
func (g *group) Restarting() {}

// Stopping implements pact.Lifecycle; the children are stopped by Proto.Actor, the last one first.
func (g *group) Stopping() {}

// Stopped implements pact.Lifecycle.
func (g *group) Stopped() {
	g.cell.mailbox.detach()
	if g.parent == nil {
		g.cell.sys.treeStopped()
	}
}

// Deliver implements pact.Lifecycle; a group takes no messages of its own.
func (g *group) Deliver(any) {}

// ChildTerminated implements pact.FailureHandler.
func (g *group) ChildTerminated(*pact.PID) {}

// ChildFailed implements pact.FailureHandler.
func (g *group) ChildFailed(parent pact.Parent, child *pact.PID, reason any) {
	f, ok := reason.(*Failure)
	if !ok {
		f = &Failure{Actor: child.Id, Group: g.name, Time: g.cell.now(), Cause: messages.CauseError, Err: fmt.Errorf("%v", reason)}
	}
	g.decide(parent, f)
}

func (g *group) decide(parent pact.Parent, f *Failure) {
	names := make([]string, len(g.children))
	for i, c := range g.children {
		names[i] = c.spec.Name
	}
	d := g.policy.Decide(f, names, g.random.Float64())
	sys := g.cell.sys
	sys.log.Warn("a supervisor decided about a failure", zap.String("actor", f.Actor), zap.String("group", g.display()),
		zap.Stringer("cause", f.Cause), zap.Stringer("action", d.Action), zap.Duration("after", d.After), zap.String("reason", d.Reason))
	affected := g.pids(append([]string{f.Actor}, d.Also...))
	e := messages.Event{Time: g.cell.now(), Cause: f.Cause, Source: f.Actor, Incarnation: f.Incarnation, Delay: d.After, Text: d.Reason}
	switch d.Action {
	case Restart:
		e.Kind = messages.EventRestarting
		sys.emit(e)
		sys.clock.at(g.cell.now().Add(d.After), func() {
			if !sys.stopping.Load() {
				parent.RestartChildren(affected...)
			}
		})
	case StopActor:
		parent.StopChildren(affected...)
	default:
		e.Kind, e.Cause = messages.EventEscalated, messages.CauseEscalation
		sys.emit(e)
		g.escalate(f)
	}
}

// escalate asks the parent group about a failure as one of this whole group; at the top it ends the application.
func (g *group) escalate(f *Failure) {
	if g.parent == nil {
		g.cell.sys.halt(fmt.Errorf("no supervisor could handle a failure: %w", f))
		return
	}
	up := *f
	up.Cause = messages.CauseEscalation
	p := g.parent
	p.cell.node.Run(func() { p.decideGroup(g, &up) })
}

// decideGroup decides about a child group that gave up: a restart restarts all of its actors.
func (g *group) decideGroup(child *group, f *Failure) {
	escalated := *f
	escalated.Actor, escalated.Group = child.display(), g.name
	d := g.policy.Decide(&escalated, nil, g.random.Float64())
	sys := g.cell.sys
	switch d.Action {
	case Restart:
		sys.emit(messages.Event{Time: g.cell.now(), Kind: messages.EventRestarting, Cause: messages.CauseEscalation, Source: child.display(), Delay: d.After, Text: d.Reason})
		var all []*pact.PID
		for _, c := range child.children {
			all = append(all, c.node.PID())
		}
		sys.clock.at(g.cell.now().Add(d.After), func() { child.cell.node.Parent().RestartChildren(all...) })
	case StopActor:
		g.cell.node.Parent().StopChildren(child.cell.node.PID())
	default:
		g.escalate(f)
	}
}

func (g *group) pids(names []string) []*pact.PID {
	var pids []*pact.PID
	for _, name := range names {
		for _, c := range g.children {
			if c.spec.Name == name && c.node.Spawned() {
				pids = append(pids, c.node.PID())
			}
		}
	}
	return pids
}

func (g *group) display() string {
	if g.name == "" {
		return "application"
	}
	return g.name
}
