package gate

import (
	"sync/atomic"

	"github.com/robo-actors/robo-actors/internal/modes"
	"github.com/robo-actors/robo-actors/worlds/gate/core"
)

// Memory is what an incarnation of a gate leaves to the next one: the causes for which each joint stopped. A predecessor
// that hangs may still write to it, which can only add causes that there were.
type Memory struct{ causes []atomic.Uint32 }

// NewMemory makes the memory of a gate of that many joints.
func NewMemory(joints int) *Memory { return &Memory{causes: make([]atomic.Uint32, joints)} }

// keep takes up the causes of the joints.
func (m *Memory) keep(g *core.Gate) {
	if m == nil {
		return
	}
	for i := range m.causes {
		if c := uint32(g.Causes(i)); m.causes[i].Load() != c {
			m.causes[i].Store(c)
		}
	}
}

// recall returns what was kept.
func (m *Memory) recall() []modes.Causes {
	if m == nil {
		return nil
	}
	all := make([]modes.Causes, len(m.causes))
	for i := range all {
		all[i] = modes.Causes(m.causes[i].Load())
	}
	return all
}
