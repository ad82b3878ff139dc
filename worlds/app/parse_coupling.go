package app

import (
	"fmt"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/worlds/internal/strictyaml"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// rawCoupling is a coupling as the file has it, before the worlds are known.
type rawCoupling struct {
	fields
	joint          string
	jointAt        cursor
	command, state *rawFlow
}

// rawFlow is one direction of a coupling: between a world and a port of another one.
type rawFlow struct {
	fields
	world   string // the end that is a world
	worldAt cursor
	port    address // the other end
	portAt  cursor
	ok      bool // both ends could be read
}

// readCouplings reads the section couplings as far as it goes without the worlds: which joints are
// virtual must be known before worlds are built.
func (l *loader) readCouplings(top fields, worlds []named) {
	section, found := top.get("couplings")
	if !found {
		return
	}
	var known []string
	for _, w := range worlds {
		known = append(known, w.name)
	}
	items := section.elements("a list of couplings: joint:, command:, state:")
	if len(items) > maxNamed {
		section.refuse(fmt.Sprintf("there are %d couplings", len(items)), fmt.Sprintf("at most %d", maxNamed), "")
		return
	}
	for _, item := range items {
		raw := rawCoupling{fields: item.fields(keyNames(couplingKeys)...)}
		if command, found := raw.get("command"); found {
			raw.command = readFlow(command, known, keyNames(commandKeys), "from", "to")
		}
		if state, found := raw.need("state", "state: {from: world/actor.port, to: world}"); found {
			raw.state = readFlow(state, known, keyNames(stateKeys), "to", "from")
		}
		joints, at := l.coupledJoints(&raw, worlds)
		for i, joint := range joints {
			raw.joint, raw.jointAt = joint, at[i]
			l.couplings = append(l.couplings, raw)
		}
	}
}

// coupledJoints reads the joints of a coupling: one behind joint, or a list or the word all behind
// joints.
func (l *loader) coupledJoints(f *rawCoupling, worlds []named) (joints []string, at []cursor) {
	const expected = "the name of a joint that both worlds have"
	if list, found := f.get("joints"); found {
		if one, both := f.get("joint"); both {
			one.refuse("the coupling has a list of joints too", "one of joint and joints", "")
		}
		if list.isAll() {
			joints, at = l.exportedJoints(list, f, worlds)
		} else {
			joints, at = list.strs("a list of joints that both worlds have, or all")
		}
		if list.Kind == strictyaml.Sequence && len(list.Items) == 0 {
			list.refuse("the list is empty", "at least one joint", "")
		}
	} else if one, found := f.need("joint", expected+", or joints: [...] for several"); found {
		if name, ok := one.str(expected); ok {
			joints, at = []string{name}, []cursor{one}
		}
	}
	for i, name := range joints {
		if err := checkActorName(name); err != nil {
			at[i].refuse(err.Error(), "", "the joint gets a port of that name; rename it in the models, or give them another namespace")
			return nil, nil
		}
	}
	return joints, at
}

// readFlow reads one direction of a coupling. The keys say which end is the world and which the
// port.
func readFlow(c cursor, worlds, keys []string, worldKey, portKey string) *rawFlow {
	flow := &rawFlow{fields: c.fields(keys...)}
	var foundWorld, foundPort bool
	if flow.worldAt, foundWorld = flow.need(worldKey, oneOf(worlds)); foundWorld {
		flow.world, foundWorld = flow.worldAt.str("the name of a world")
		if foundWorld && !slices.Contains(worlds, flow.world) {
			flow.worldAt.refuseName("world", flow.world, worlds)
			foundWorld = false
		}
	}
	if flow.portAt, foundPort = flow.need(portKey, "a port, as world/actor.port, or an actor that exports joints, as world/actor"); foundPort {
		flow.port, foundPort = readPort(flow.portAt, worlds)
	}
	flow.ok = foundWorld && foundPort
	if flow.ok && flow.world == flow.port.world {
		flow.portAt.refuse("both ends are in world "+source.Quote(flow.world), "two worlds", "inside of a world, actors are linked by inputs")
		flow.ok = false
	}
	return flow
}

// readPort reads the address of a port of some world, or of an actor that has a port for each
// joint.
func readPort(c cursor, worlds []string) (address, bool) {
	text, ok := c.str("a port, as world/actor.port")
	if !ok {
		return address{}, false
	}
	a, err := parseAddress(text)
	if world, actor, found := strings.Cut(text, "/"); found && err != nil && checkActorName(world) == nil && checkActorName(actor) == nil {
		a, err = address{world: world, actor: actor}, nil
	}
	switch {
	case err != nil:
		c.refuse(err.Error(), "world/actor.port", "")
	case a.world == "" || a.actor == "":
		c.refuse(source.Quote(text)+" is no port of a world", "world/actor.port", "")
	case !slices.Contains(worlds, a.world):
		c.refuseName("world", a.world, worlds)
	default:
		return a, true
	}
	return address{}, false
}

// coupled reports whether a coupling has a joint of a world.
func (l *loader) coupled(world, joint string) bool {
	return slices.ContainsFunc(l.couplings, func(raw rawCoupling) bool {
		return raw.joint == joint && (raw.command.touches(world) || raw.state.touches(world))
	})
}

// touches reports whether a world is at one of the ends.
func (f *rawFlow) touches(world string) bool {
	return f != nil && (f.world == world || f.port.world == world)
}

// virtual reports whether a coupling brings the state of a joint into a world.
func (l *loader) virtual(world, joint string) bool {
	return slices.ContainsFunc(l.couplings, func(raw rawCoupling) bool {
		return raw.joint == joint && raw.state != nil && raw.state.world == world
	})
}

// estimated reports whether every coupling with a joint of a world takes its state from the actor
// that estimates it, and brings its commands there: a wheeled base, which moves its passive joint
// with or without them.
func (l *loader) estimated(world, joint string, settings *jointSettings) bool {
	s := settings.of(joint)
	if s == nil {
		return false
	}
	actor, _, _ := strings.Cut(strings.TrimPrefix(s.state.From, world+"/"), ".")
	return actor != "" && !slices.ContainsFunc(l.couplings, func(raw rawCoupling) bool {
		if raw.joint != joint || !raw.command.touches(world) && !raw.state.touches(world) {
			return false
		}
		same := func(f *rawFlow) bool {
			return f == nil || f.port.world == world && f.port.actor == actor
		}
		return !same(raw.command) || !same(raw.state)
	})
}

// observedOnly reports whether couplings only take the state of a joint out of a world.
func (l *loader) observedOnly(world, joint string) bool {
	return !slices.ContainsFunc(l.couplings, func(raw rawCoupling) bool {
		return raw.joint == joint && (raw.command.touches(world) || raw.state != nil && raw.state.world == world)
	})
}
