package app

import (
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/supervision"
)

// supervision reads the section supervision: the defaults, the policy of the application, and
// checks the names of worlds. The policies of worlds are read with them.
func (l *loader) supervision(top fields, worlds []named) {
	l.defaults = DefaultRestart()
	l.config.Supervision = l.defaults
	section, found := top.get("supervision")
	if !found {
		return
	}
	known := []string{"defaults", "application"}
	for _, w := range worlds {
		known = append(known, w.name)
	}
	f := fields{section, true}
	for _, n := range section.named("world", checkActorName) {
		if !slices.Contains(known, n.name) {
			n.refuseName("no world is named \""+n.name+"\"", oneOf(known), l.list.suggest(n.name, known))
		}
	}
	if defaults, found := f.get("defaults"); found {
		l.defaults = l.restart(defaults, "strategy", l.defaults)
	}
	l.config.Supervision = l.defaults
	if application, found := f.get("application"); found {
		l.config.Supervision = l.restart(application, "strategy", l.defaults)
	}
	for _, name := range []string{"defaults", "application"} {
		if policy, found := f.get(name); found {
			if children, found := (fields{policy, true}).get("children"); found {
				children.refuse("children are declared of "+name, "children of a world: it starts its actors, and the application its worlds", "")
			}
		}
	}
	for _, w := range worlds {
		if policy, found := f.get(w.name); found {
			r := l.restart(policy, "strategy", l.defaults)
			r.Children = l.children(policy, w.name)
			l.policies[w.name] = r
		}
	}
}

// restart reads a policy. What it leaves open is as in otherwise. The key of the strategy is named
// in its section.
func (l *loader) restart(c cursor, strategy string, otherwise Restart) Restart {
	r := otherwise
	r.At = c.at()
	keys := supervisionKeys
	if strategy == "policy" {
		keys = restartKeys
	}
	f := c.fields(keyNames(keys)...)
	if s, found := f.get(strategy); found {
		if word, ok := s.word(words(supervision.Strategies())...); ok {
			r.Strategy = supervision.Strategy(word)
		}
	}
	if most, found := f.get("max"); found {
		if v, ok := most.integerFrom(0, 1000); ok {
			r.Max = int(v)
		}
	}
	if within, found := f.get("within"); found {
		if d, ok := within.duration(time.Millisecond); ok {
			r.Within = d
		}
	}
	if count, found := f.get("count"); found {
		if word, ok := count.word(string(supervision.PerActor), string(supervision.PerSupervisor)); ok {
			r.Count = supervision.Count(word)
		}
	}
	deadlineOf(f, "start_deadline", &r.StartDeadline)
	deadlineOf(f, "stop_deadline", &r.StopDeadline)
	if to, found := f.get("escalate"); found {
		if word, ok := to.word(escalations(strategy)...); ok {
			r.Escalate = word
		}
	}
	if backoff, found := f.get("backoff"); found {
		backoffOf(backoff, &r)
	}
	return r
}

// deadlineOf reads a deadline, if there is one.
func deadlineOf(f fields, key string, to *time.Duration) {
	if deadline, found := f.get(key); found {
		if d, ok := deadline.duration(time.Millisecond); ok {
			*to = d
		}
	}
}

// children reads what is different for single actors of a world. Their names are checked once the
// world has been read.
func (l *loader) children(policy cursor, world string) (all []supervision.Child) {
	f := fields{policy, true}
	section, found := f.get("children")
	if !found {
		return nil
	}
	for _, n := range section.named("actor", checkActorName) {
		l.childAt[world+"/"+n.name] = n
		child := supervision.Child{Name: world + "/" + n.name}
		f := n.fields(keyNames(childKeys)...)
		if lifetime, found := f.get("lifetime"); found {
			if word, ok := lifetime.word(words(supervision.Lifetimes())...); ok {
				child.Lifetime = supervision.Lifetime(word)
			}
		}
		if significant, found := f.get("significant"); found {
			child.Significant, _ = significant.boolean()
		}
		deadlineOf(f, "start_deadline", &child.StartDeadline)
		deadlineOf(f, "stop_deadline", &child.StopDeadline)
		all = append(all, child)
	}
	return all
}

// checkChildren compares the declared actors of a world with those that it has, and with its
// strategy.
func (l *loader) checkChildren(w *World) {
	known := []string{PerceptionActor, GateActor}
	for i := range w.Actors {
		known = append(known, w.Actors[i].Name)
	}
	for _, child := range w.Restart.Children {
		n := l.childAt[child.Name]
		if l.broken[child.Name] {
			continue
		}
		if !slices.Contains(known, n.name) {
			n.refuseName("world "+w.Name+" has no actor \""+n.name+"\"", oneOf(known), l.list.suggest(n.name, known))
			continue
		}
		s := supervision.Supervisor{Name: w.Name, Restart: w.Restart.Restart, Children: []supervision.Child{child}}
		if err := s.Check(); err != nil {
			l.list.AddError(n.at(), n.path, err)
		}
	}
}

// escalations lists who can be asked beyond the limit: the world that a drive belongs to, and the
// application.
func escalations(strategy string) []string {
	if strategy == "policy" {
		return []string{"world", "application"}
	}
	return []string{"application"}
}

// backoffOf reads the back-off of a policy.
func backoffOf(c cursor, r *Restart) {
	f := c.fields(keyNames(backoffKeys)...)
	least, haveLeast := f.get("min")
	if haveLeast {
		if d, ok := least.duration(0); ok {
			r.BackoffMin = d
			r.BackoffMax = max(r.BackoffMax, d)
		}
	}
	if most, found := f.get("max"); found {
		if d, ok := most.duration(0); ok {
			r.BackoffMax = d
			if d < r.BackoffMin {
				most.refuse("the longest back-off "+d.String()+" is shorter than the first one", "at least "+r.BackoffMin.String(), "")
			}
		}
	}
	if factor, found := f.get("factor"); found {
		r.BackoffFactor = factor.numberFrom(1, 100, r.BackoffFactor)
	}
	if jitter, found := f.get("jitter"); found {
		r.BackoffJitter = jitter.numberFrom(0, 1, r.BackoffJitter)
	}
	deadlineOf(f, "reset", &r.ResetAfter)
}
