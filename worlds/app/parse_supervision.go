package app

import (
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/supervision"
)

// supervision reads the section supervision: the defaults, the policy of the application, and checks the names of worlds.
// The policies of worlds are read with them.
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
	for _, w := range worlds {
		if policy, found := f.get(w.name); found {
			l.policies[w.name] = l.restart(policy, "strategy", l.defaults)
		}
	}
}

// restart reads a policy. What it leaves open is as in otherwise. The key of the strategy is named in its section.
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
	if deadline, found := f.get("start_deadline"); found {
		if d, ok := deadline.duration(time.Millisecond); ok {
			r.StartDeadline = d
		}
	}
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

// escalations lists who can be asked beyond the limit: the world that a drive belongs to, and the application.
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
}
