package actors

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"go.uber.org/zap"

	"github.com/robo-actors/robo-actors/actors/internal/injection"
	"github.com/robo-actors/robo-actors/internal/protoactor"
	"github.com/robo-actors/robo-actors/internal/usercode"
	"github.com/robo-actors/robo-actors/messages"
)

// group is a supervisor: it spawns its children and carries out the decisions of its policy about
// their failures. It has an event-driven mailbox of its own, so failures are handled outside of the
// thread that failed.
type group struct {
	name     string
	parent   *group
	policy   Policy
	cell     *cell // its own mailbox and node
	groups   injection.List[group]
	children injection.List[cell]
	random   *rand.Rand
	added    bool          // a change made the group, and it ends with its last actor
	began    chan struct{} // closed once the group can spawn actors, which it does once in its life
	ended    chan struct{} // closed once the group has stopped
}

// begin spawns the groups below this one; actors are spawned later, in the order of the
// application.
func (g *group) begin(*executor) {
	for _, child := range g.groups.Load() {
		if !g.spawnGroup(child) {
			return
		}
	}
	close(g.began)
}

// spawnGroup starts a supervisor below this one. It is called from the group's mailbox.
func (g *group) spawnGroup(child *group) bool {
	if err := g.cell.node.SpawnChild(child.cell.node, child.config()); err != nil {
		g.cell.sys.halt(err)
		return false
	}
	return true
}

// spawn starts an actor of this group. It is called from the group's mailbox.
func (g *group) spawn(c *cell) {
	if g.cell.sys.stopping.Load() || c.mailbox.detached.Load() {
		return
	}
	if err := g.cell.node.SpawnChild(c.node, protoactor.Config{Name: c.spec.Name, Mailbox: c.mailbox, Stopped: c.stopped}); err != nil {
		g.cell.sys.halt(err)
	}
}

// stop ends an actor of this group for good, also an actor that has not started yet. It is called
// from the group's mailbox.
func (g *group) stop(c *cell) {
	switch {
	case c.node.Spawned():
		c.node.Stop()
	case !c.mailbox.detached.Load():
		c.stopped()
		c.firstStarted()
	}
}

// stopUnstarted ends the actors of this group and of the groups below it that have not started yet,
// because no supervisor would be left for them. Proto.Actor stops the others with the group.
func (g *group) stopUnstarted() {
	g.cell.mailbox.run(func(*executor) {
		for _, c := range g.children.Load() {
			if !c.node.Spawned() {
				g.stop(c)
			}
		}
	})
	for _, child := range g.groups.Load() {
		child.stopUnstarted()
	}
}

func (g *group) config() protoactor.Config {
	return protoactor.Config{Name: g.display(), Mailbox: g.cell.mailbox, Stopped: g.stopped, Handler: g}
}

// end does nothing: Proto.Actor stops the children of a group, and a group is never restarted.
func (g *group) end(*executor, StopReason) {}

func (g *group) stopped() {
	g.cell.mailbox.detached.Store(true)
	close(g.ended)
	if g.parent == nil {
		g.cell.sys.treeStopped()
	}
}

func (g *group) broken(err error) { g.cell.broken(err) }

// ChildFailed implements protoactor.FailureHandler.
func (g *group) ChildFailed(child string, reason any) {
	f, ok := reason.(*Failure)
	if !ok {
		f = &Failure{Actor: child, Group: g.name, Time: g.cell.now(), Cause: messages.CauseError, Err: fmt.Errorf("%v", reason)}
	}
	if !g.cell.sys.stopping.Load() && !g.changes(f.Actor) {
		g.decide(f)
	}
}

// changes reports whether a child is about to be added or removed: the change decides about it.
func (g *group) changes(child string) bool {
	return slices.ContainsFunc(g.children.Load(), func(c *cell) bool { return c.spec.Name == child && c.changing.Load() })
}

// decide asks the policy about the failure of a child and carries out the decision.
func (g *group) decide(f *Failure) {
	children := g.children.Load()
	names := make([]string, len(children))
	for i, c := range children {
		names[i] = c.spec.Name
	}
	d, ok := g.ask(f, names)
	if !ok {
		return
	}
	e := messages.Event{Time: g.cell.now(), Cause: f.Cause, Source: f.Actor, Incarnation: f.Incarnation, Delay: d.After, Text: d.Reason}
	switch d.Action {
	case Restart:
		e.Kind = messages.EventRestarting
		g.cell.sys.emit(e)
		g.restart(g.named(f.Actor, d.Also), d)
	case StopActor:
		for _, c := range g.named(f.Actor, d.Also) {
			g.stop(c)
		}
	default:
		e.Kind, e.Cause = messages.EventEscalated, messages.CauseEscalation
		g.cell.sys.emit(e)
		g.escalate(f)
	}
}

// PolicyError ends the application because a policy made no decision about a failure.
type PolicyError struct {
	Supervisor string
	Failure    *Failure
	Err        error // its panic, or that it did not return
}

// Error names the supervisor, the failure and the reason.
func (e *PolicyError) Error() string {
	return fmt.Sprintf("the policy of supervisor %q failed on %v: %v", e.Supervisor, e.Failure, e.Err)
}

// Unwrap returns the failure and the reason.
func (e *PolicyError) Unwrap() []error { return []error{e.Failure, e.Err} }

// policyWithin bounds a decision of a policy in real time.
const policyWithin = 2 * time.Second

// ask asks the policy. A policy that panics or does not return ends the application, because no
// decision is possible.
func (g *group) ask(f *Failure, siblings []string) (d Decision, ok bool) {
	sys := g.cell.sys
	var decided Decision
	draw := g.random.Float64()
	decide := func() error {
		decided = g.policy.Decide(f, siblings, draw)
		return nil
	}
	call := usercode.Call
	if sys.virtual == nil {
		call = func(fn func() error) error { return usercode.CallWithin(policyWithin, fn) }
	}
	if err := call(decide); err != nil {
		sys.halt(&PolicyError{Supervisor: g.display(), Failure: f, Err: err})
		return d, false
	}
	d = decided
	sys.decided(g.name, f, siblings, draw, d)
	sys.log.Warn("a supervisor decided about a failure", zap.String("actor", f.Actor), zap.String("group", g.display()),
		zap.Stringer("cause", f.Cause), zap.Stringer("action", d.Action), zap.Duration("after", d.After), zap.String("reason", d.Reason))
	return d, true
}

// restart suspends the given actors at once and restarts each after the back-off. It skips an actor
// that was restarted, or is about to be, in between: a restart waits while the actor's thread is
// busy.
func (g *group) restart(all []*cell, d Decision) {
	sys := g.cell.sys
	before := make([]messages.Incarnation, len(all))
	for i, c := range all {
		before[i] = c.current()
		c.mailbox.run(func(*executor) {
			if c.current() == before[i] {
				c.suspend()
			}
		})
	}
	due := &dueRestart{all, before}
	sys.clock.at(g.cell.now().Add(d.After), due.make, due)
}

// dueRestart is a restart that waits for the end of its back-off.
type dueRestart struct {
	all    []*cell
	before []messages.Incarnation
}

// make restarts the actors that nobody has restarted meanwhile.
func (d *dueRestart) make() {
	for i, c := range d.all {
		if !c.sys.stopping.Load() && !c.changing.Load() && c.current() == d.before[i] && c.renewed.Swap(uint32(d.before[i])) != uint32(d.before[i]) {
			c.group.cell.node.Restart(c.node)
		}
	}
}

// unhandled returns why an application ends. The default tolerance of missed releases suits a quiet
// machine.
func unhandled(f *Failure) error {
	if errors.Is(f, errTolerance) {
		return fmt.Errorf("no supervisor could handle a failure: %w; a busier machine needs a larger Tolerance, on_overrun of a world in its file", f)
	}
	return fmt.Errorf("no supervisor could handle a failure: %w", f)
}

// escalate passes a failure of this whole group to the parent group; at the top it ends the
// application.
func (g *group) escalate(f *Failure) {
	p := g.parent
	if p == nil {
		g.cell.sys.halt(unhandled(f))
		return
	}
	up := *f
	up.Cause = messages.CauseEscalation
	p.cell.mailbox.run(func(*executor) { p.decideGroup(g, &up) })
}

// decideGroup decides about a child group that escalated: all of its actors are restarted, or
// stopped.
func (g *group) decideGroup(child *group, f *Failure) {
	failed := *f
	failed.Actor, failed.Group = child.display(), g.name
	groups := g.groups.Load()
	names := make([]string, len(groups))
	for i, sibling := range groups {
		names[i] = sibling.display()
	}
	d, ok := g.ask(&failed, names)
	if !ok {
		return
	}
	all := []*group{child}
	for _, sibling := range groups {
		if sibling != child && slices.Contains(d.Also, sibling.display()) {
			all = append(all, sibling)
		}
	}
	switch d.Action {
	case Restart:
		g.cell.sys.emit(messages.Event{Time: g.cell.now(), Kind: messages.EventRestarting, Cause: messages.CauseEscalation, Source: child.display(), Delay: d.After, Text: d.Reason})
		var cells []*cell
		for _, restarted := range all {
			cells = append(cells, restarted.everyone()...)
		}
		slices.SortStableFunc(cells, func(a, b *cell) int { return a.index - b.index })
		g.restart(cells, d)
	case StopActor:
		for _, stopped := range all {
			stopped.stopUnstarted()
			stopped.cell.node.Stop()
		}
	default:
		g.escalate(f)
	}
}

// everyone returns the actors of a group and of the groups below it, in the order of their starts.
func (g *group) everyone() []*cell {
	all := slices.DeleteFunc(slices.Clone(g.children.Load()), func(c *cell) bool { return c.changing.Load() })
	for _, child := range g.groups.Load() {
		all = append(all, child.everyone()...)
	}
	slices.SortStableFunc(all, func(a, b *cell) int { return a.index - b.index })
	return all
}

// named returns the child that failed and its named siblings, in the order of their starts.
func (g *group) named(failed string, also []string) []*cell {
	var all []*cell
	for _, c := range g.children.Load() {
		if c.spec.Name == failed || slices.Contains(also, c.spec.Name) && !c.changing.Load() {
			all = append(all, c)
		}
	}
	return all
}

func (g *group) display() string {
	if g.name == "" {
		return "application"
	}
	return g.name
}
