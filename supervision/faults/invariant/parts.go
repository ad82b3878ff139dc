package invariant

import (
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// arrivals are the actors that a change has added, until the watch has taken them up: all of one
// change together, because the worlds, robots and couplings of a part need each other.
type arrivals struct {
	config *app.Config // newest, with what parts add
	plants Plants
	actors []string
}

// Extend takes up what the watch does not know yet of an application with parts, before they are
// opened. A world, robot or coupling of a part is checked from its addition until its removal, and
// its record begins anew with each addition. Plants are those of [Plants.KeepParts].
func (w *Watch) Extend(config *app.Config, plants Plants) {
	w.arrivals.config, w.arrivals.plants = config, plants
}

// changed records an actor that a change has added or removed.
func (w *Watch) changed(e messages.Event) {
	switch {
	case e.Port != "" || w.arrivals.config == nil:
	case e.Kind == messages.EventAdded:
		w.arrivals.actors = append(w.arrivals.actors, e.Source)
	default:
		w.arrive()
		w.departed(e.Source)
	}
}

// arrive takes up the actors of the newest change.
func (w *Watch) arrive() {
	added, config := w.arrivals.actors, w.arrivals.config
	if len(added) == 0 {
		return
	}
	w.arrivals.actors = nil
	w.groundTruth = w.arrivals.plants.GroundTruths()
	for _, p := range config.Plants {
		if slices.Contains(added, p.Path) {
			w.addPlant(p)
		}
	}
	var worlds []*world
	for i := range config.Worlds {
		c := &config.Worlds[i]
		if !slices.Contains(added, c.Name+"/"+app.GateActor) {
			continue
		}
		m, err := w.newWorld(c)
		if err != nil {
			w.violate("V32", c.Name+"/"+app.GateActor, "", err.Error())
			return
		}
		m.part, m.watchedOver = true, w.now()
		worlds = append(worlds, m)
	}
	w.worlds = append(w.worlds, worlds...)
	for _, m := range worlds {
		w.newArms(m)
		w.newObservers(m)
	}
	w.newCouplings(config)
	w.newBases()
	for _, m := range worlds {
		w.newGroups(config, m)
		w.newTier(m)
	}
	for _, name := range added {
		w.joins(name)
	}
	for i := range w.channels {
		if c := &w.channels[i]; c.look == nil {
			if found, ok := w.channelOf(c.topic, c.value); ok {
				c.look, c.withdraw = found.look, found.withdraw
			}
		}
	}
}

// joins makes an actor that a part has added a child of the supervisor of its world.
func (w *Watch) joins(actor string) {
	*w.comebackOf(actor) = comeback{}
	name, _, _ := strings.Cut(actor, "/")
	g := w.groupOf(name)
	if g == nil || w.supervised(actor) {
		return
	}
	past, known := g.bygone[actor]
	if !known {
		past.at = make([]messages.Instant, 0, 2*g.policy.Max+8)
	}
	g.actors = append(g.actors, actor)
	g.at, g.gave = append(g.at, past.at), append(g.gave, past.gave)
	g.because, g.streaks = append(g.because, past.because), append(g.streaks, past.streak)
	if t, k := w.tierOf(name); t != nil {
		t.actors[k] = append(t.actors[k], actor)
	}
}

// bygone is what a supervisor remembers of an actor that was removed.
type bygone struct {
	at, gave []messages.Instant
	because  bool
	streak   streak
}

// leaves ends what joins has begun: an actor that is added again is the newest child. Its
// supervisor remembers its failures.
func (w *Watch) leaves(actor string) {
	for i := range w.groups {
		g := &w.groups[i]
		if k := slices.Index(g.actors, actor); k >= 0 {
			if g.bygone == nil {
				g.bygone = map[string]bygone{}
			}
			g.bygone[actor] = bygone{g.at[k], g.gave[k], g.because[k], g.streaks[k]}
			g.actors = slices.Delete(g.actors, k, k+1)
			g.at, g.gave = slices.Delete(g.at, k, k+1), slices.Delete(g.gave, k, k+1)
			g.because, g.streaks = slices.Delete(g.because, k, k+1), slices.Delete(g.streaks, k, k+1)
		}
	}
	for _, t := range w.tiers {
		for k := range t.actors {
			t.actors[k] = slices.DeleteFunc(t.actors[k], func(name string) bool { return name == actor })
		}
	}
}

// departed forgets an actor that a change has removed. A world ends with its gate. One that loses
// another actor, or the commands of a coupling, is still checked, but is not expected to run.
func (w *Watch) departed(actor string) {
	*w.comebackOf(actor) = comeback{ended: true, removed: true, due: w.now()}
	delete(w.down, actor)
	w.leaves(actor)
	if w.plantAt(actor) != nil {
		w.removePlant(actor)
	}
	w.linkModels = slices.DeleteFunc(w.linkModels, func(l *linkModel) bool { return ownerOf(l.from) == actor || ownerOf(l.to) == actor })
	for _, m := range slices.Clone(w.worlds) {
		switch {
		case m.gate == actor:
			w.removeWorld(m)
		case strings.HasPrefix(actor, m.Name+"/"):
			m.incomplete = m.incomplete || m.owns(actor)
		}
	}
	w.estimators = slices.DeleteFunc(w.estimators, func(e estimator) bool { return slices.Contains(e.about().chain, actor) })
	w.couplings = slices.DeleteFunc(w.couplings, func(k *coupling) bool {
		gone := k.actor == actor || ownerOf(k.stateFrom) == actor || k.command.from == "" && k.ends[0].actor == actor
		if gone {
			w.parted(k)
		}
		return gone
	})
	for i := range w.channels {
		if c := &w.channels[i]; c.actor == actor {
			c.look, c.withdraw = nil, nil // it keeps its number for the next addition
		}
	}
}

// owns reports whether the joints of a world cannot run without an actor.
func (m *world) owns(actor string) bool {
	return actor == m.Name+"/"+app.PerceptionActor ||
		slices.ContainsFunc(m.controllers, func(c controller) bool { return c.path == actor }) ||
		slices.ContainsFunc(m.buses, func(b bus) bool { return b.Path == actor })
}

func (w *Watch) addPlant(p *app.Plant) {
	w.plants = append(w.plants, p)
	if w.groundTruth[p.Path] != nil && p.Model != nil {
		w.places[p.Path] = newPlaces(p)
	}
}

// removePlant forgets a simulated robot. Its drives are no longer known.
func (w *Watch) removePlant(path string) {
	w.plants = slices.DeleteFunc(w.plants, func(p *app.Plant) bool { return p.Path == path })
	delete(w.places, path)
	delete(w.groundTruth, path)
	delete(w.arrivals.plants, path)
	for _, m := range w.worlds {
		for b := range m.buses {
			for _, i := range m.buses[b].joints {
				if m.buses[b].Plant == path {
					m.joints[i].truth, m.joints[i].place = nil, nil
				}
			}
		}
	}
}

func (w *Watch) removeWorld(m *world) {
	w.worlds = slices.DeleteFunc(w.worlds, func(other *world) bool { return other == m })
	w.planned = slices.DeleteFunc(w.planned, func(p *planned) bool { return p.in == m })
	w.elastic = slices.DeleteFunc(w.elastic, func(e *elastic) bool { return e.in == m })
	w.couplings = slices.DeleteFunc(w.couplings, func(k *coupling) bool {
		of := k.sender == m || slices.ContainsFunc(k.ends, func(e *stateEnd) bool { return e.in == m })
		if of {
			w.parted(k)
		}
		return of
	})
	names := []string{m.Name}
	for b := range m.buses {
		names = append(names, m.buses[b].Path)
	}
	w.groups = slices.DeleteFunc(w.groups, func(g restarts) bool { return slices.Contains(names, g.name) })
	w.tiers = slices.DeleteFunc(w.tiers, func(t tier) bool { return t.name == m.Name })
	for i := range w.tiers {
		w.tiers[i].remove(names)
	}
}

// remove removes supervisors below.
func (t *tier) remove(names []string) {
	for k := len(t.below) - 1; k >= 0; k-- {
		if slices.Contains(names, t.below[k]) {
			t.below, t.actors = slices.Delete(t.below, k, k+1), slices.Delete(t.actors, k, k+1)
			t.at, t.streaks = slices.Delete(t.at, k, k+1), slices.Delete(t.streaks, k, k+1)
		}
	}
}

// parted ends the record of a coupling at its ends.
func (w *Watch) parted(k *coupling) {
	for _, m := range w.worlds {
		m.incomplete = m.incomplete || m.part && strings.HasPrefix(k.actor, m.Name+"/")
		for i := range m.controllers {
			for n, feed := range m.controllers[i].feeds {
				if feed != nil && feed == k.feed {
					m.controllers[i].feeds[n] = nil
				}
			}
		}
	}
	for _, end := range k.ends {
		for _, other := range w.couplings {
			for _, e := range other.ends {
				if other != k && end.posts && e.link == end.link {
					end.posts, e.posts = false, true
				}
			}
		}
	}
}
