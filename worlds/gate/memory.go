package gate

import (
	"sync/atomic"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds/gate/internal/core"
)

// Memory carries the state of stopped joints from one incarnation of a gate to the next: the
// causes, the demanded mode, the required level of re-arm and the faults that a notice reported. A
// predecessor that hangs may still
// write to it, which can only repeat what it knew.
type Memory struct{ joints []atomic.Uint64 }

// NewMemory returns the memory of a gate with that many joints.
func NewMemory(joints int) *Memory { return &Memory{joints: make([]atomic.Uint64, joints)} }

// modeAt, levelAt and faultsAt are bit offsets in a word, above the causes.
const (
	modeAt   = 32
	levelAt  = 36
	faultsAt = 40
)

// keep stores what a later incarnation must know of the joints.
func (m *Memory) keep(g *core.Gate) {
	if m == nil {
		return
	}
	for i := range m.joints {
		p := g.Past(i)
		if word := uint64(p.Causes) | uint64(p.Mode)<<modeAt | uint64(p.Level)<<levelAt | uint64(p.External)<<faultsAt; m.joints[i].Load() != word {
			m.joints[i].Store(word)
		}
	}
}

// recall returns what was stored.
func (m *Memory) recall() []core.Past {
	if m == nil {
		return nil
	}
	all := make([]core.Past, len(m.joints))
	for i := range all {
		word := m.joints[i].Load()
		all[i] = core.Past{
			Causes: modes.Causes(word & (1<<modeAt - 1)), Mode: messages.Mode(word >> modeAt & 0xf), Level: modes.Level(word >> levelAt & 0xf),
			External: core.FaultSet(word >> faultsAt),
		}
	}
	return all
}
