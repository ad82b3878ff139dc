package app

import (
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/worlds/coupling"
)

// boundStates reads the bounds of the states of couplings. A state keeps the instant of its
// measurement on its way through several worlds, so it is older behind each of them.
func (l *loader) boundStates(states []*rawFlow) {
	done := make([]bool, len(states))
	for i := range states {
		l.boundState(i, states, done)
	}
}

// boundState reads the bound of one state, after that of the state that it passes on. A cycle of
// worlds that pass a state on to each other is an error of its own.
func (l *loader) boundState(i int, states []*rawFlow, done []bool) {
	if done[i] {
		return
	}
	done[i] = true
	s := &l.config.Couplings[i].State
	source, receiver := l.config.Worlds[s.From.World].Actors[s.From.Actor].Period, l.period(s.To.World)
	before := time.Duration(0)
	if k := l.passedOn(s); k >= 0 {
		l.boundState(k, states, done)
		before = l.config.Couplings[k].State.MaxAge
	}
	if s.MaxAge = coupling.DefaultMaxAge(source, receiver) + before; states[i].has("max_age") {
		s.MaxAge = maxAge(states[i].fields, source, receiver)
	}
}

// passedOn returns the index of the coupling whose state another one passes on unchanged, or -1.
func (l *loader) passedOn(s *StateFlow) int {
	if !l.joint(s.From.WorldJoint).Virtual {
		return -1
	}
	return slices.IndexFunc(l.config.Couplings, func(c Coupling) bool { return c.State.To == s.From.WorldJoint })
}
