package gate

import (
	"sync/atomic"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds/gate/internal/core"
)

// Memory is what an incarnation of a gate leaves to the next one: of each joint, the causes for
// which it stopped, the mode that was demanded, and what it takes to leave it. A predecessor that
// hangs may still write to it, which can only add what there was.
type Memory struct{ joints []atomic.Uint64 }

// NewMemory makes the memory of a gate of that many joints.
func NewMemory(joints int) *Memory { return &Memory{joints: make([]atomic.Uint64, joints)} }

// modeAt and classAt are where mode and class stand beside the causes.
const (
	modeAt  = 32
	classAt = 40
)

// keep takes up what a later life has to know of the joints.
func (m *Memory) keep(g *core.Gate) {
	if m == nil {
		return
	}
	for i := range m.joints {
		p := g.Past(i)
		if word := uint64(p.Causes) | uint64(p.Mode)<<modeAt | uint64(p.Level)<<classAt; m.joints[i].Load() != word {
			m.joints[i].Store(word)
		}
	}
}

// recall returns what was kept.
func (m *Memory) recall() []core.Past {
	if m == nil {
		return nil
	}
	all := make([]core.Past, len(m.joints))
	for i := range all {
		word := m.joints[i].Load()
		all[i] = core.Past{Causes: modes.Causes(word & (1<<modeAt - 1)), Mode: messages.Mode(word >> modeAt), Level: modes.Level(word >> classAt)}
	}
	return all
}
