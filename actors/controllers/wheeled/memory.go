package wheeled

import (
	"github.com/robo-actors/robo-actors/actors/controllers/planar"
	"github.com/robo-actors/robo-actors/messages"
)

// memory is what outlives the incarnations of a base: its pose and the angles of its wheels.
// Encoders count while a base restarts, so the next incarnation continues from both. Each
// incarnation writes to a memory of its own, so one that hangs changes nothing of the next one's.
type memory struct {
	at     messages.Instant // when the angles were measured; zero before the first time
	pose   planar.Pose
	angles []float64 // rad
}

// keep stores what the odometry knows.
func (m *memory) keep(at messages.Instant, pose planar.Pose, angles []float64) {
	m.at, m.pose = at, pose
	copy(m.angles, angles)
}

// next returns a memory with the same content for another incarnation.
func (m *memory) next(wheels int) *memory {
	own := &memory{angles: make([]float64, wheels)}
	if m != nil && len(m.angles) == wheels {
		own.keep(m.at, m.pose, m.angles)
	}
	return own
}
